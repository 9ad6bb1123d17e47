"""A finished figure of Bokeh's once more as SVG, for whoever has no canvas: before scripts run, without them, on paper.

It fills whatever room the page gives it, as the canvas does: places scale with the figure, while texts, lines, dots and
arrowheads keep their size in pixels. So shapes stand in a drawing of WIDE units that is stretched (their strokes are
not), and the rest at percentages of the figure. Colours are those of theme.css by name. A glyph or a property that is
not known here stops the build.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from html import escape
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from bokeh.core.property.vectorization import Field, Value
from bokeh.models import (
    Arrow,
    ColumnDataSource,
    Ellipse,
    FixedTicker,
    GlyphRenderer,
    Grid,
    HBar,
    Line,
    LogScale,
    Patch,
    Quad,
    Rect,
    Scatter,
    Segment,
    Text,
    VBar,
    VeeHead,
    Wedge,
)
from bokeh.plotting import figure

from attention.pictures import theme

WIDE = 1000  # units from left to right: half a pixel of the widest figure
USUAL = 440  # pixels that a figure has as a rule
SIZE = "13px"  # of most texts
FIGURES = frozenset("0123456789,.+-−e")
CAP, LINE = 0.72, 1.17  # height of a capital and of a line, in font sizes: about those of every system's sans
TICK, STANDOFF, PADDING = 6, 5, 3  # of an axis, in pixels: how far ticks reach out, room before and after their numbers
LEVELS = ("image", "underlay", "glyph", "guide", "annotation", "overlay")  # Bokeh's, from below
DASHES = {"solid": "", "dashed": "6", "dotted": "2 4"}
ROLES = {ink.light: role for role, ink in theme.colours.items()}

STROKE = "line_color line_alpha line_width line_dash line_cap line_join"
LINES = frozenset(STROKE.split())
FILLS = frozenset({"fill_color", "fill_alpha", "hatch_color"})  # a hatch without a pattern is none
AXIS = frozenset(
    {"visible", "ticker", "formatter", "axis_line_color", "major_tick_line_color", "minor_tick_line_color"}
    | {f"major_label_{part}" for part in ("policy", "overrides", "text_color", "text_font", "text_font_size")}
)
TEXTS = frozenset(f"text{part}" for part in ("", "_color", "_alpha", "_font", "_font_size", "_font_style", "_align"))


class Path(NamedTuple):
    """A part of a path: where it starts, how it goes on from there, and where it ends."""

    start: tuple[int, int]
    way: str
    end: tuple[int, int]


class Mark(NamedTuple):
    """A piece of the picture: attributes of its look, and what it is, an element at percentages or a path in units."""

    look: str
    what: str | Path


class Frame(NamedTuple):
    """What the properties and columns of one renderer become on the picture: units from the left and from the top."""

    x: Callable[[Any], float]
    y: Callable[[Any], float]
    high: float
    told: dict[str, Any]
    source: ColumnDataSource

    def one(self, name: str) -> Any:
        """A property's value where it is the same for all rows."""
        spec = self.told[name]
        return spec.value if isinstance(spec, Value) else spec

    def column(self, name: str) -> list[Any]:
        """A property's value for each row."""
        spec = self.told[name]
        return list(self.source.data[spec.field]) if isinstance(spec, Field) else [self.one(name)] * rows(self.source)

    def columns(self, names: str) -> Iterable[tuple[Any, ...]]:
        """The values of several properties, row by row."""
        return zip(*map(self.column, names.split()), strict=True)


def picture(plot: figure) -> str:
    """The figure as HTML that fills its box. ValueError for what is not known here."""
    known(
        plot,
        "name tags aspect_ratio sizing_mode x_range y_range x_scale y_scale title toolbar toolbar_location renderers "
        "left below center outline_line_color background_fill_alpha border_fill_alpha min_border",
    )
    high = round(WIDE / plot.aspect_ratio)
    x, y = scale(plot.x_scale, plot.x_range, 0, WIDE), scale(plot.y_scale, plot.y_range, high, 0)
    marks: list[Mark] = []
    axes = [axis for axis in (*plot.below, *plot.left) if axis.visible]
    for one in sorted((*plot.center, *plot.renderers), key=lambda one: LEVELS.index(one.level)):
        source = one.data_source if isinstance(one, GlyphRenderer) else getattr(one, "source", ColumnDataSource())
        model = one.glyph if isinstance(one, GlyphRenderer) else one
        if type(model) not in DRAWN:
            raise ValueError(f"{type(model).__name__} is nothing that svg.py can draw")
        properties, draw = DRAWN[type(model)]
        known(model, properties)
        if one.visible:
            marks += draw(Frame(x, y, high, model.properties_with_values(), source))
    inside = sheet(marks, high)
    if not axes:
        return f'<svg class="picture">{inside}</svg>'
    return with_axes(inside, axes, Frame(x, y, high, {}, ColumnDataSource()), plot)


def known(model: Any, properties: str | frozenset[str]) -> None:
    """ValueError for a property that is set and would not be drawn."""
    names = frozenset(properties.split()) if isinstance(properties, str) else properties
    if strange := sorted(set(model.properties_with_values(include_defaults=False)) - names):
        raise ValueError(f"{type(model).__name__} with {', '.join(strange)} is nothing that svg.py can draw")


def rows(source: ColumnDataSource) -> int:
    """How many rows the columns have."""
    return len(next(iter(source.data.values()), ()))


def scale(kind: Any, span: Any, start: float, end: float) -> Callable[[Any], float]:
    """From a number of the data to units; what a logarithmic scale has no place for is not a number."""

    def bend(value: Any) -> float:
        return float(value) if not isinstance(kind, LogScale) else math.log(value) if value > 0 else math.nan

    low, high = bend(span.start), bend(span.end)
    return lambda value: start + (bend(value) - low) / (high - low) * (end - start)


def sheet(marks: list[Mark], high: float) -> str:
    """The marks in their order; neighbours of one look share it, and paths in a row share their drawing of units."""
    parts = []
    for drawn, run in groupby(marks, key=lambda mark: isinstance(mark.what, Path)):
        inside = "".join(
            together(look, [mark.what for mark in alike]) for look, alike in groupby(run, lambda mark: mark.look)
        )
        parts.append(f'<svg viewBox="0 0 {WIDE} {high}" preserveAspectRatio="none">{inside}</svg>' if drawn else inside)
    return "".join(parts)


def together(look: str, whats: list[str | Path]) -> str:
    """Pieces of one look; a path tells only how far it is to its next part, so that equal parts read the same."""
    if not isinstance(whats[0], Path):
        return f"<g {look}>{''.join(map(str, whats))}</g>"
    steps, here = [], (0, 0)
    for start, way, end in (what for what in whats if isinstance(what, Path)):
        steps.append(f"m{start[0] - here[0]} {start[1] - here[1]}{way}")
        here = end
    return f'<path {look} d="{"".join(steps)}"/>'


def colour(name: str) -> str:
    """A colour of the theme by its role; any other as it is."""
    return f"var(--{ROLES[name]})" if name in ROLES else name


def number(value: float) -> str:
    """At most two decimals, and none that says nothing."""
    return f"{value:.2f}".rstrip("0").rstrip(".").replace("-0.", "-.").removeprefix("0") or "0"


def at(value: float) -> str:
    """Units as a percentage of the figure."""
    return f"{round(value) / (WIDE / 100):g}%"


def line(
    colour_of: Any, alpha: Any = 1, width: Any = 1, dash: Any = "solid", cap: str = "butt", join: str = "bevel"
) -> str:
    """The look of a stroke; nothing for none."""
    if colour_of is None or not alpha or not width:
        return ""
    dashed = DASHES[dash] if isinstance(dash, str) else " ".join(map(str, dash))
    said = {"stroke": colour(colour_of), "stroke-width": number(width), "stroke-opacity": number(alpha)}
    said |= {"stroke-dasharray": dashed, "stroke-linecap": cap, "stroke-linejoin": join}
    plain = {
        "stroke-width": "1",
        "stroke-opacity": "1",
        "stroke-dasharray": "",
        "stroke-linecap": "butt",
        "stroke-linejoin": "bevel",
    }
    return " ".join(f'{name}="{value}"' for name, value in said.items() if plain.get(name) != value)


def fill(colour_of: Any, alpha: Any = 1) -> str:
    """The look of a ground; nothing for none."""
    if colour_of is None or not alpha:
        return ""
    return f'fill="{colour(colour_of)}"' + (f' fill-opacity="{number(alpha)}"' if alpha != 1 else "")


def strokes(frame: Frame) -> list[str]:
    """The look of each row's line."""
    return [line(*row) for row in frame.columns(STROKE)]


def looks(frame: Frame) -> list[str]:
    """The look of each row's ground and line."""
    grounds = [fill(*row) for row in frame.columns("fill_color fill_alpha")]
    return [" ".join(filter(None, pair)) for pair in zip(grounds, strokes(frame), strict=True)]


def shapes(frame: Frame, paths: Iterable[Path | None], look: Sequence[str] | None = None) -> list[Mark]:
    """Paths with the looks of their rows, those that can be seen; rows of one look together."""
    told = zip(looks(frame) if look is None else look, paths, strict=True)
    marks = [Mark(look, path) for look, path in told if look and path]
    order = list(dict.fromkeys(mark.look for mark in marks))
    return sorted(marks, key=lambda mark: order.index(mark.look))


def box(left: float, right: float, top: float, bottom: float) -> Path | None:
    """A rectangle between edges in any order; None where there is no number or no extent."""
    if not math.isfinite(left + right + top + bottom):
        return None
    left, right, top, bottom = (round(edge) for edge in (*sorted((left, right)), *sorted((top, bottom))))
    return (
        Path((left, top), f"h{right - left}v{bottom - top}h{left - right}z", (left, top))
        if (left, top) != (right, bottom)
        else None
    )


def draw_boxes(frame: Frame) -> list[Mark]:
    """Rectangles, told by their edges, or by their middle and their extent, either way."""
    across = edges(frame, frame.x, "left right" if "right" in frame.told else "x width")
    upright = edges(frame, frame.y, "bottom top" if "top" in frame.told else "y height")
    return shapes(frame, [box(*pair, *ends) for pair, ends in zip(across, upright, strict=True)])


def edges(frame: Frame, place: Callable[[Any], float], names: str) -> list[tuple[float, float]]:
    """Where each row begins and ends along one of the axes."""
    pairs = frame.columns(names)
    if names in ("x width", "y height"):
        pairs = ((middle - extent / 2, middle + extent / 2) for middle, extent in pairs)
    return [(place(start), place(end)) for start, end in pairs]


def draw_segment(frame: Frame) -> list[Mark]:
    """Straight lines between two places."""
    ends = frame.columns("x0 y0 x1 y1")
    paths = [course([(frame.x(x0), frame.y(y0)), (frame.x(x1), frame.y(y1))]) for x0, y0, x1, y1 in ends]
    return shapes(frame, paths, strokes(frame))


def course(points: Sequence[tuple[float, float]]) -> Path | None:
    """From point to point; None where there is no number."""
    if not all(math.isfinite(place) for point in points for place in point):
        return None
    whole = [(round(x), round(y)) for x, y in points]
    steps = [(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(whole) if (x0, y0) != (x1, y1)]
    return Path(whole[0], "l" + " ".join(f"{x} {y}" for x, y in steps or [(0, 0)]).replace(" -", "-"), whole[-1])


def draw_line(frame: Frame) -> list[Mark]:
    """Through all rows, interrupted where there is no number."""
    points = [(frame.x(x), frame.y(y)) for x, y in frame.columns("x y")]
    runs = [list(run) for there, run in groupby(points, key=lambda point: all(map(math.isfinite, point))) if there]
    look = line(*(frame.one(name) for name in STROKE.split()))
    return [Mark(look, path) for run in runs if look and (path := course(run))]


def draw_patch(frame: Frame) -> list[Mark]:
    """The ground that a line goes round."""
    ground = fill(frame.one("fill_color"), frame.one("fill_alpha"))
    paths = [(look, path) for look, path in draw_line(frame) if isinstance(path, Path)]
    return [Mark(f"{ground} {look}", Path(path.start, f"{path.way}z", path.start)) for look, path in paths]


def draw_ellipse(frame: Frame) -> list[Mark]:
    """Two halves each."""
    paths: list[Path | None] = []
    for x, y, width, height in frame.columns("x y width height"):
        wide, tall = round(frame.x(width) - frame.x(0)), round(frame.y(0) - frame.y(height))
        start, half = (round(frame.x(x) - wide / 2), round(frame.y(y))), f"a{wide / 2:g} {tall / 2:g} 0 1 0"
        paths.append(Path(start, f"{half} {wide} 0{half} {-wide} 0z", start))
    return shapes(frame, paths)


def draw_wedge(frame: Frame) -> list[Mark]:
    """Against the clock from one angle to the other, round as the drawing is."""
    if frame.one("direction") != "anticlock":
        raise ValueError("svg.py draws wedges against the clock")
    paths: list[Path | None] = []
    for x, y, radius, start, end in frame.columns("x y radius start_angle end_angle"):
        middle, reach = (round(frame.x(x)), round(frame.y(y))), frame.x(radius) - frame.x(0)
        (x0, y0), (x1, y1) = ((round(reach * math.cos(turn)), round(-reach * math.sin(turn))) for turn in (start, end))
        large = int((end - start) % math.tau > math.pi)
        arc = f"a{round(reach)} {round(reach)} 0 {large} 0 {x1 - x0} {y1 - y0}"
        paths.append(Path(middle, f"l{x0} {y0}{arc}z", middle))
    return shapes(frame, paths)


def draw_scatter(frame: Frame) -> list[Mark]:
    """Dots and squares of a size in pixels."""
    found = []
    for look, (x, y, size, marker) in zip(looks(frame), frame.columns("x y size marker"), strict=True):
        if marker not in ("circle", "square"):
            raise ValueError(f"a {marker} is no marker that svg.py can draw")
        spot, square = place(frame, x, y), f"M{-size / 2:g} {-size / 2:g}h{size:g}v{size:g}h-{size:g}z"
        shape = f'<circle r="{size / 2:g}"/>' if marker == "circle" else f'<path d="{square}"/>'
        if look and spot:
            found.append(Mark(look, f"<svg {spot}>{shape}</svg>"))
    return found


def place(frame: Frame, x: Any, y: Any) -> str:
    """A place on the figure as attributes; nothing where there is no number."""
    across, down = frame.x(x), frame.y(y)
    return f'x="{at(across)}" y="{at(down / frame.high * WIDE)}"' if math.isfinite(across + down) else ""


def draw_arrow(frame: Frame) -> list[Mark]:
    """Lines that end where their heads are notched (at the usual width of a figure), and the heads."""
    if not isinstance(head := frame.one("end"), VeeHead) or frame.one("start") is not None:
        raise ValueError("svg.py draws arrows with a VeeHead at their end")
    known(head, LINES | FILLS | {"size"})
    tip = frame._replace(told=head.properties_with_values(), source=ColumnDataSource(data={"": [0]}))
    [look], size = looks(tip), tip.one("size")
    outline = f"M{size / 2:g} {size:g}L0 0L{-size / 2:g} {size:g}L0 {size / 2:g}z"
    bodies: list[Path | None] = []
    heads = []
    for x0, y0, x1, y1 in frame.columns("x_start y_start x_end y_end"):
        start, end = (frame.x(x0), frame.y(y0)), (frame.x(x1), frame.y(y1))
        if not math.isfinite(sum((*start, *end))):
            bodies.append(None)
            continue
        cut = min(1.0, size / 2 * WIDE / USUAL / (math.dist(start, end) or 1))
        bodies.append(course([start, (end[0] + cut * (start[0] - end[0]), end[1] + cut * (start[1] - end[1]))]))
        turn = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0])) + 90
        drawn = f'<path transform="rotate({round(turn)})" d="{outline}"/>'
        heads.append(Mark(look, f"<svg {place(frame, x1, y1)}>{drawn}</svg>"))
    return [*shapes(frame, bodies, strokes(frame)), *heads]


def draw_text(frame: Frame) -> list[Mark]:
    """Each text in its size, turned and moved as it asks."""
    found = []
    names = (
        "x y text text_color text_alpha angle x_offset y_offset text_baseline text_align text_font_style text_font_size"
    )
    for x, y, text, ink, opacity, angle, aside, below, *setting in frame.columns(names):
        spot = place(frame, x, y)
        if not text or not opacity or not spot:
            continue
        look, drop = lettering(str(text), *setting)
        moved = f' transform="translate({number(aside)} {number(below)})"' if aside or below else ""
        words = escape(str(text), quote=False)
        drawn = f"<text {spot}{drop}>{words}</text>"
        if angle:
            turn = f'transform="rotate({number(-math.degrees(angle))})"'
            drawn = f"<svg {spot}><text {turn}{drop}>{words}</text></svg>"
        found.append(Mark(f"{fill(ink, opacity)} {look}{moved}", drawn))
    return found


def lettering(text: str, baseline: str, align: str, style: str, size: str) -> tuple[str, str]:
    """How a text is set: attributes of the group that it stands in, and how far a number's foot lies below its place.

    As Bokeh does, which takes a number's height from its figures, and that of words from the font.
    """
    figures = set(text) <= FIGURES
    against = {"top": "text-before-edge", "middle": "central", "bottom": "text-after-edge"}[baseline]
    down = {"top": CAP, "middle": CAP / 2, "bottom": 0}[baseline] if figures else 0
    look = [
        "" if figures else f'dominant-baseline="{against}"',
        {"left": "", "center": 'text-anchor="middle"', "right": 'text-anchor="end"'}[align],
        {"normal": "", "bold": 'font-weight="700"', "italic": 'font-style="italic"'}[style],
        "" if size == SIZE else f'style="--size: {grown(size)}"',
    ]
    return " ".join(filter(None, look)), f' dy="{number(down)}em"' if down else ""


def grown(size: str) -> str:
    """A size in pixels as one that grows with the reader's own size of text."""
    return f"{float(size.removesuffix('px')) / 16:g}rem"


def draw_grid(frame: Frame) -> list[Mark]:
    """Lines at the ticks, but for those at the edges."""
    upright, ink = not frame.one("dimension"), frame.one("grid_line_color")
    if ink is None:
        return []
    if not isinstance(ticker := frame.one("ticker") or frame.one("axis").ticker, FixedTicker):
        raise ValueError("svg.py draws grids at fixed ticks")
    places = [round((frame.x if upright else frame.y)(tick)) for tick in ticker.ticks]
    inside = [place for place in places if 0 < place < (WIDE if upright else frame.high)]
    ends = [((place, 0), (place, frame.high)) if upright else ((0, place), (WIDE, place)) for place in inside]
    return [Mark(line(ink), path) for pair in ends if (path := course(pair))]


def with_axes(inside: str, axes: Sequence[Any], frame: Frame, plot: figure) -> str:
    """The frame, its glyphs cut off at its edges, and the axes to the left and below, which take from its room.

    How wide the numbers on the left are is for the reader's own font to say: the widest of them stands beside the
    frame, unseen.
    """
    border = plot.min_border
    drawn, widest, below = [f"<svg>{inside}</svg>"], "", border
    for axis in axes:
        known(axis, AXIS)
        upright = axis in plot.left
        share: Callable[[float], float] = (
            (lambda y: frame.y(y) / frame.high) if upright else lambda x: frame.x(x) / WIDE
        )
        ticks = {share(tick): str(axis.major_label_overrides[tick]) for tick in axis.ticker.ticks}
        ticks = {part: name for part, name in ticks.items() if 0 <= part <= 1}
        strokes, names = [], []
        for part, name in ticks.items():
            spot = f'x="0" y="{at(part * WIDE)}"' if upright else f'x="{at(part * WIDE)}" y="100%"'
            strokes.append(f'<svg {spot}><path d="{f"M2 0h-{TICK + 2}" if upright else f"M0 -2v{TICK + 2}"}"/></svg>')
            setting = ("middle", "right") if upright else ("top", "center")
            look, drop = lettering(name, *setting, "normal", SIZE)
            names.append(f"<text {look} {spot}{drop}>{name}</text>")
        if upright:
            widest = "\n".join(ticks.values())
        else:
            tall = CAP if all(set(name) <= FIGURES for name in ticks.values()) else LINE
            below = round(TICK + STANDOFF + PADDING + tall * float(axis.major_label_text_font_size.removesuffix("px")))
        strokes.append('<line y2="100%"/>' if upright else '<line x2="100%" y1="100%" y2="100%"/>')
        aside = f"{-TICK - STANDOFF} 0" if upright else f"0 {TICK + STANDOFF}"
        ink = f'{fill(axis.major_label_text_color)} style="--size: {grown(axis.major_label_text_font_size)}"'
        drawn.append(f"<g {line(axis.axis_line_color)}>{''.join(strokes)}</g>")
        drawn.append(f'<g {ink} transform="translate({aside})">{"".join(names)}</g>')
    left = f"<i>{widest}</i>" if widest else ""
    room = f"padding: {border}px {border}px {below}px {0 if widest else border}px"
    return f'<div class="picture" style="{room}">{left}<svg>{"".join(drawn)}</svg></div>'


DRAWN: dict[type, tuple[frozenset[str], Callable[[Frame], list[Mark]]]] = {
    Rect: (LINES | FILLS | {"x", "y", "width", "height"}, draw_boxes),
    Quad: (LINES | FILLS | {"left", "right", "top", "bottom"}, draw_boxes),
    VBar: (LINES | FILLS | {"x", "width", "top", "bottom"}, draw_boxes),
    HBar: (LINES | FILLS | {"y", "height", "left", "right"}, draw_boxes),
    Segment: (LINES | {"x0", "y0", "x1", "y1"}, draw_segment),
    Line: (LINES | {"x", "y"}, draw_line),
    Patch: (LINES | FILLS | {"x", "y"}, draw_patch),
    Ellipse: (LINES | FILLS | {"x", "y", "width", "height"}, draw_ellipse),
    Wedge: (LINES | FILLS | {"x", "y", "radius", "start_angle", "end_angle", "direction"}, draw_wedge),
    Scatter: (LINES | FILLS | {"x", "y", "size", "marker"}, draw_scatter),
    Text: (TEXTS | {"x", "y", "text_baseline", "angle", "x_offset", "y_offset"}, draw_text),
    Arrow: (LINES | {"x_start", "y_start", "x_end", "y_end", "source", "end", "level"}, draw_arrow),
    Grid: (frozenset({"axis", "dimension", "ticker", "grid_line_color"}), draw_grid),
}
