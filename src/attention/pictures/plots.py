"""The figures that all widgets share, over the columns that marks.py lays out. Build time, `panel serve`, notebooks.

No tools, no toolbar, no callbacks: what a reader does goes through controls and handles, so a finger scrolls the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bokeh.core.properties import field, value
from bokeh.models import Arrow, ColumnDataSource, FixedTicker, Range1d, VeeHead
from bokeh.plotting import figure

from attention.pictures import theme
from attention.pictures.marks import place_of

PLANE = (-3.0, 3.0)
FONT = "system-ui, sans-serif"
ENDS: dict[str, Any] = {"x_start": field("x0"), "y_start": field("y0"), "x_end": field("x1"), "y_end": field("y1")}
TEXT: dict[str, Any] = {"text_font": value(FONT), "text_font_size": "13px", "text_align": "center"}


def blank(x: Sequence[float], y: Sequence[float], ratio: float, caption: Any, **more: Any) -> figure:
    """An empty frame without margins: the frame is the whole figure, `ratio` is its width to its height.

    The caption becomes the figure's name, which the page sets as text above it.
    """
    plot = figure(
        x_range=Range1d(*x),
        y_range=Range1d(*y),
        sizing_mode="stretch_width",
        aspect_ratio=ratio,
        tools="",
        toolbar_location=None,
        min_border=0,
        outline_line_color=None,
        name=str(caption),
        **more,
    )
    plot.background_fill_alpha = plot.border_fill_alpha = 0
    plot.axis.visible = False
    plot.grid.grid_line_color = None
    return plot


def lift(plot: figure) -> None:
    """Put what moves (it has a source with a name), and what lies over it, onto the figure's upper canvas.

    So a step does not paint what stands still below. Arrows come after all glyphs, as they do on the lower canvas.
    """
    arrows = [one for one in plot.center if isinstance(one, Arrow)]
    plot.center = [one for one in plot.center if one not in arrows]
    plot.renderers = [*plot.renderers, *arrows]
    moving = False
    for one in plot.renderers:
        moving = moving or bool((one.source if isinstance(one, Arrow) else one.data_source).name)
        if moving:
            one.level = "overlay"


def plane(caption: Any = "", x: Sequence[float] = PLANE, y: Sequence[float] = PLANE, tick: float = 1.0) -> figure:
    """A plane with equal units on both axes, as wide as it is high, its axes crossing at the origin."""
    plot = blank(x, y, (x[1] - x[0]) / (y[1] - y[0]), caption)
    line, quiet = theme.light("line"), theme.light("quiet")
    plot.segment([x[0], 0], [0, y[0]], [x[1], 0], [0, y[1]], color=line)
    for axis, (low, high) in enumerate((x, y)):
        stops = [
            tick * stop for stop in range(int(low / tick), int(high / tick) + 1) if stop and low < tick * stop < high
        ]
        plot.grid[axis].ticker, plot.grid[axis].grid_line_color = stops, theme.light("grid")
        names, zero = [f"{stop:g}".replace("-", "−") for stop in stops], [0.0] * len(stops)
        at = (zero, stops) if axis else (stops, zero)
        plot.text(
            *at,
            names,
            color=quiet,
            text_font=value(FONT),
            text_font_size="10px",
            text_align="right",
            text_baseline="top",
            x_offset=-2,
            y_offset=2,
        )
    return plot


def draw_arrows(
    plot: figure, source: ColumnDataSource, role: str, label: Any = None, width: float = 3, large: bool = False
) -> None:
    """Vectors from marks.arrows in a role's colour, their names `large` as on the tour's cards.

    `label` is one name for all of them; without it each has the one in the column "label", if there is such a column.
    """
    colour = theme.light(role)
    head = VeeHead(size=5 + 3 * width, line_color=colour, fill_color=colour)
    plot.add_layout(Arrow(source=source, **ENDS, line_color=colour, line_width=width, end=head))
    if label is not None or "label" in source.data:
        plot.text(
            "label_x",
            "label_y",
            "label" if label is None else value(str(label)),
            source=source,
            color=colour,
            **(LARGE if large else TEXT | {"text_baseline": "middle", "text_font_style": "bold"}),
        )


def draw_ghosts(plot: figure, source: ColumnDataSource, role: str) -> None:
    """Where vectors stood before: thin, dashed, their heads hollow, without a name."""
    colour = theme.light(role)
    head = VeeHead(size=10, line_color=colour, line_alpha=0.6, fill_alpha=0)
    plot.add_layout(Arrow(source=source, **ENDS, line_color=colour, line_alpha=0.6, line_dash="dashed", end=head))


def draw_names(plot: figure, source: ColumnDataSource, role: str) -> None:
    """Names (columns x, y, name) in a role's colour, where they say."""
    label: dict[str, Any] = TEXT | {"text_baseline": "middle", "text_font_style": "bold"}
    plot.text("x", "y", "name", source=source, color=theme.light(role), **label)


def draw_points(plot: figure, source: ColumnDataSource, role: str) -> None:
    """The tips from marks.arrows as dots, each with its label."""
    colour = theme.light(role)
    plot.scatter("x1", "y1", source=source, size=8, color=colour)
    bold = TEXT | {"text_baseline": "middle", "text_font_style": "bold"}
    plot.text("label_x", "label_y", "label", source=source, color=colour, **bold)


def draw_path(plot: figure, source: ColumnDataSource, role: str, dash: str = "solid") -> None:
    """A thin line from marks.path."""
    plot.line("x", "y", source=source, line_color=theme.light(role), line_width=1.5, line_dash=dash)


def draw_shadows(plot: figure, source: ColumnDataSource, line: str, role: str) -> None:
    """Shadows from marks.shadows: the lines they fall on (the role `line`), the perpendiculars, and the shadows."""
    foot: dict[str, Any] = {"x1": "foot_x", "y1": "foot_y", "source": source}
    plot.segment("near_x", "near_y", "far_x", "far_y", source=source, line_color=theme.light(line), line_alpha=0.35)
    plot.segment("tip_x", "tip_y", **foot, line_color=theme.light("quiet"), line_alpha="strength", line_dash="dashed")
    for colour, shown, width in ((role, "solid", "thick"), ("negative", "hollow", "thick"), ("card", "hollow", "core")):
        plot.segment(0, 0, **foot, line_color=theme.light(colour), line_alpha=shown, line_width=width)


def draw_landmark(plot: figure, source: ColumnDataSource, at: Sequence[float], name: Any) -> None:
    """A place with a name, in the quiet colour; "shown" in the one row of the source says how opaque it is."""
    plot.text(
        value(at[0]),
        value(at[1]),
        value(str(name)),
        source=source,
        color=theme.light("quiet"),
        text_alpha="shown",
        text_baseline="middle",
        text_font_style="italic",
        **TEXT,
    )


def draw_area(plot: figure, source: ColumnDataSource, role: str) -> None:
    """The polygon whose corners are in marks.path, faintly filled."""
    plot.patch("x", "y", source=source, color=theme.light(role), fill_alpha=0.1, line_alpha=0.5)


def bars(source: ColumnDataSource, role: str, low: float, high: float, caption: Any = "", n: int = 6) -> figure:
    """Bars from marks.bars between `low` and `high`: names below, numbers at the ends, negative ones hollow."""
    room = (high - low) * 0.13
    plot = blank((-0.6, n - 0.4), (low - room, high + room), 1.25, caption)
    plot.segment([-0.6], [0], [n - 0.4], [0], color=theme.light("line"))
    draw_bars(plot, source, role, low - room * 0.6)
    return plot


def draw_bars(plot: figure, source: ColumnDataSource, role: str, names_at: float) -> None:
    """The bars themselves, with their names at that height."""
    colour, negative, ink = theme.light(role), theme.light("negative"), theme.light("ink")
    plot.vbar(
        "x",
        top="top",
        width=0.68,
        source=source,
        fill_color=colour,
        line_color=colour,
        fill_alpha="solid",
        line_alpha="solid",
    )
    for outline, shown, width in ((negative, "hollow", 0.68), (ink, "marked", 0.8)):
        plot.vbar(
            "x", top="top", width=width, source=source, fill_alpha=0, line_color=outline, line_alpha=shown, line_width=2
        )
    plot.text("x", "number_y", "number", source=source, color=ink, text_baseline="bottom", y_offset=-3, **TEXT)
    label: dict[str, Any] = TEXT | {"text_baseline": "middle", "text_font_style": "bold"}
    plot.text("x", value(names_at), "name", source=source, color=ink, **label)


def rows(source: ColumnDataSource, role: str, low: float, high: float, caption: Any = "", n: int = 8) -> figure:
    """Lying bars from marks.rows between `low` and `high`: names to the left, numbers at the ends, negative hollow."""
    span = high - low
    plot = blank((low - 0.5 * span, high + 0.3 * span), (0.4 - n, 0.6), 1.25, caption)
    plot.segment([0], [0.5], [0], [0.5 - n], color=theme.light("line"))
    colour, negative, ink = theme.light(role), theme.light("negative"), theme.light("ink")
    bar: dict[str, Any] = {"y": "y", "right": "end", "source": source}
    plot.hbar(**bar, height=0.62, color=colour, fill_alpha="solid", line_alpha="solid")
    for outline, shown, height in ((negative, "hollow", 0.62), (ink, "marked", 0.78)):
        plot.hbar(**bar, height=height, fill_alpha=0, line_color=outline, line_alpha=shown, line_width=2)
    text: dict[str, Any] = TEXT | {"color": ink, "text_baseline": "middle", "source": source}
    plot.text("number_x", "y", "number", **text | {"text_align": "left"}, x_offset=6)
    plot.text(value(low - 0.03 * span), "y", "name", **text | {"text_align": "right", "text_font_style": "bold"})
    return plot


def stairs(source: ColumnDataSource, role: str, names: Sequence[str], caption: Any = "", top: float = 1.0) -> figure:
    """Steps from marks.stack, each on the one before, up to a dashed line at `top`; names below, numbers above."""
    n = len(names)
    plot = blank((-0.9, n - 0.4), (-0.13 * top, 1.13 * top), 1.25, caption)
    colour, ink = theme.light(role), theme.light("ink")
    plot.segment([-0.6], [0], [n - 0.4], [0], color=theme.light("line"))
    plot.segment([-0.6], [top], [n - 0.4], [top], color=ink, line_dash="dashed")
    plot.vbar("x", top="start", width=1, source=source, fill_color=colour, fill_alpha=0.15, line_alpha=0)
    plot.vbar("x", bottom="start", top="end", width=1, source=source, color=colour)
    label: dict[str, Any] = TEXT | {"color": ink}
    plot.text("x", "end", "number", source=source, text_baseline="bottom", y_offset=-3, **label)
    label |= {"text_baseline": "middle", "text_font_style": "bold"}
    plot.text(list(range(n)), [-0.08 * top] * n, list(names), **label)
    plot.text([-0.75, -0.75], [0, top], ["0", f"{top:g}"], **label)
    return plot


def budget(source: ColumnDataSource, role: str, caption: Any = "") -> figure:
    """One upright bar from 0 to 1, shared out among the parts from marks.stack; as high as bars() from 0 to 1."""
    plot = blank((0.0, 1.0), (-0.13, 1.13), 1.25, caption)
    colour, ink = theme.light(role), theme.light("ink")
    bar: dict[str, Any] = {"x": 0.42, "width": 0.34, "source": source, "line_color": theme.light("card")}
    plot.vbar(**bar, bottom="start", top="end", fill_color=colour, fill_alpha="strength", line_width=2)
    plot.segment([0.15] * 2, [0, 1], [0.69] * 2, [0, 1], color=ink, line_dash="dashed")
    label: dict[str, Any] = TEXT | {"color": ink, "text_baseline": "middle", "text_font_style": "bold"}
    plot.text(0.65, "middle", "name", source=source, **label)
    plot.text([0.1, 0.1], [0, 1], ["0", "1"], **label)
    return plot


def draw_ghost_bars(plot: figure, source: ColumnDataSource) -> None:
    """Where bars from marks.bars stood before: a dashed outline, a little wider than the bars."""
    style: dict[str, Any] = {"fill_alpha": 0, "line_color": theme.light("quiet"), "line_dash": "dashed"}
    plot.vbar("x", top="top", width=0.8, source=source, **style)


def table(
    source: ColumnDataSource,
    role: str,
    names: Sequence[str],
    caption: Any = "",
    keys: Sequence[str] | None = None,
    sides: ColumnDataSource | None = None,
    long: bool = False,
) -> figure:
    """Squares from marks.table: queries in rows, keys in columns, area is size; hollow is negative, dashed dropped.

    Where the keys have names of their own, `sides` holds all of them, from marks.sides. The page may turn rows and
    columns round, and lets a reader walk through the cells; the tags tell it where. Names that are `long` have more
    room, and stand aslant above their columns.
    """
    shape = len(names), len(names if keys is None else keys)
    n = max(shape)  # a table that is not square still has the room to be turned
    left, top = (3.4, 2.9) if long else (1.7, 1.1)
    right = n + 0.8 if long else n - 0.4  # the last of the names aslant goes beyond its column
    plot = blank((-left, right), (0.4 - n, top), (right + left) / (n - 0.4 + top), caption)
    plot.tags, source.tags = [{"table": source.name, "rows": shape[0], "columns": shape[1]}], ["turns"]
    plot.rect("x", "y", width=1, height=1, source=source, fill_alpha=0, line_color=theme.light("grid"))
    size: dict[str, Any] = {"x": "x", "y": "y", "width": "side", "height": "side", "source": source}
    plot.rect(
        **size, fill_color=theme.light(role), line_color=theme.light(role), fill_alpha="solid", line_alpha="solid"
    )
    plot.rect(**size, fill_alpha=0, line_color=theme.light("negative"), line_alpha="hollow", line_width=2)
    plot.rect(**size, fill_alpha=0, line_color=theme.light("quiet"), line_alpha="dropped", line_dash="dashed")
    plot.rect(
        "x",
        "y",
        width=0.96,
        height=0.96,
        source=source,
        fill_alpha=0,
        line_color=theme.light("wrong"),
        line_alpha="wrong",
        line_width=2,
    )
    label: dict[str, Any] = TEXT | {"text_baseline": "middle", "text_font_style": "bold", "color": theme.light("ink")}
    if sides is not None:
        sides.tags = ["turns"]
        plot.text("x", "y", "name", source=sides, **label | {"text_align": field("align")})
        return plot
    aslant: dict[str, Any] = {"angle": 0.9, "text_align": "left"} if long else {}
    plot.text(list(range(n)), [0.8] * n, list(names), **label | aslant)
    plot.text([-0.7] * n, [-row for row in range(n)], list(names), **label | {"text_align": "right"})
    return plot


def guesses(
    cells: ColumnDataSource, targets: ColumnDataSource, names: ColumnDataSource, n: int, caption: Any = ""
) -> figure:
    """Rows of squares for what may be seen, each row followed by the name of what is then to be guessed."""
    plot = blank((-0.7, n + 1.2), (1.4 - n, 2.9), (n + 1.9) / (n + 1.5), caption)
    size: dict[str, Any] = {"x": "x", "y": "y", "width": 0.84, "height": 0.84, "source": cells}
    plot.rect(**size, color=theme.light("input"), fill_alpha=0.5)
    text: dict[str, Any] = TEXT | {"text_baseline": "middle", "text_align": "left", "text_font_style": "bold"}
    plot.text("x", "y", "name", source=targets, x_offset=-6, color=theme.light("output"), **text)
    plot.text("x", value(0.65), "name", source=names, angle=0.9, color=theme.light("ink"), **text)
    return plot


def matrix(source: ColumnDataSource, role: str, names: Sequence[str], caption: Any = "") -> figure:
    """Squares from marks.table for a matrix that is no pattern: its cells can be read, but rows and columns stay."""
    plot = table(source, role, names, caption)
    plot.tags, source.tags = [{**plot.tags[0], "plain": True}], []
    return plot


def lay_over(plot: figure, source: ColumnDataSource, sheet: ColumnDataSource, role: str) -> None:
    """A second layer of squares on a table, and the outline (marks.path) of the sheet that they lie on.

    As marks.table, with two columns more: "veil", how opaque the solid ones are, and "edge", how dark their outline.
    """
    draw_path(plot, sheet, "quiet")
    source.tags, sheet.tags, ink = ["turns"], ["turns"], theme.light("ink")
    size: dict[str, Any] = {"x": "x", "y": "y", "width": "side", "height": "side", "source": source, "line_width": 1.5}
    plot.rect(**size, fill_color=theme.light(role), fill_alpha="veil", line_color=ink, line_alpha="edge")
    plot.rect(**size, fill_alpha=0, line_color=theme.light("negative"), line_alpha="hollow")


def frame_row(plot: figure, source: ColumnDataSource) -> None:
    """The frame of marks.row_frame round the row that is being read, or those of marks.cell_frames."""
    source.tags = ["turns"]
    plot.rect("x", "y", width="w", height="h", source=source, fill_alpha=0, line_color=theme.light("ink"), line_width=2)


def curve(
    lines: Sequence[tuple[ColumnDataSource, str, str]],
    here: ColumnDataSource,
    x: Sequence[float],
    y: Sequence[float],
    x_ticks: Sequence[float],
    y_ticks: Sequence[float],
    caption: Any = "",
    log_y: bool = False,
    log_x: bool = True,
    y_names: Sequence[str] = (),
) -> figure:
    """Lines from marks.path (source, role, dash), and a dot where the reader is.

    A line whose dash is "dots" is drawn as points. `y_names` stand at the ticks of y instead of its numbers.
    """
    kinds = {"x_axis_type": "log" if log_x else "linear", "y_axis_type": "log" if log_y else "linear"}
    plot = blank(x, y, 1.25, caption, **kinds)
    scales(plot, x_ticks, y_ticks)
    if y_names:
        plot.yaxis.major_label_overrides = dict(zip(y_ticks, y_names, strict=True))
    for source, role, dash in lines:
        if dash == "dots":
            plot.scatter("x", "y", source=source, size=6, line_color=theme.light(role), fill_alpha=0)
        else:
            plot.line("x", "y", source=source, line_color=theme.light(role), line_width=2, line_dash=dash)
    plot.scatter("x", "y", source=here, size=11, line_color=theme.light("page"), fill_color=theme.light("ink"))
    return plot


def tick_name(tick: float) -> str:
    """A tick as it is written: 1,024 or −60, and very large and very small ones as 1e−25."""
    return f"{tick:,.7g}".replace("-", "−")


def histogram(
    source: ColumnDataSource,
    reach: ColumnDataSource,
    role: str,
    x: Sequence[float],
    top: float,
    x_ticks: Sequence[float],
    wanted: float,
    caption: Any = "",
) -> figure:
    """Shares from marks.histogram, their spread as a bar beneath (`reach`, a marks.path), and the `wanted` spread."""
    plot = blank(x, (-0.12 * top, top), 1.25, caption)
    scales(plot, x_ticks, ())
    plot.quad("left", "right", "top", 0, source=source, color=theme.light(role), fill_alpha=0.75)
    plot.line("x", "y", source=reach, line_color=theme.light("ink"), line_width=5)
    sides = [-wanted, wanted]
    plot.segment(sides, -0.12 * top, sides, top, color=theme.light("output"), line_width=2, line_dash="dashed")
    return plot


def strips(strips: Sequence[tuple[ColumnDataSource, str]], role: str, caption: Any = "") -> figure:
    """Strips from marks.strip one below the other, each with its name above it."""
    plot = blank((-0.02, 1.02), (0.5 - len(strips), 0.55), 3.4 / (len(strips) + 0.05), caption)
    text = TEXT | {"text_baseline": "middle", "color": theme.light("ink")}
    for row, (source, name) in enumerate(strips):
        plot.text([0.0], [0.3 - row], [name], **text | {"text_align": "left", "color": theme.light("quiet")})
        fill: dict[str, Any] = {"left": "left", "right": "right", "bottom": -0.4 - row, "top": 0.12 - row}
        light, quiet = theme.light(role), theme.light("quiet")
        plot.quad(**fill, source=source, color=light, fill_alpha="tint", line_alpha="solid")
        plot.quad(**fill, source=source, fill_alpha=0, line_color=quiet, line_alpha="dropped", line_dash="dashed")
        plot.text("middle", value(-0.14 - row), "name", source=source, text_font_style="bold", **text)
    return plot


def boxes(
    sources: Sequence[tuple[ColumnDataSource, str]], names: Sequence[tuple[str, str, str]], caption: Any = ""
) -> figure:
    """Rectangles from marks.box with their roles, left and right of a middle line and at most 1 wide and high.

    The names (text, role, "left" or "right") stand below their side.
    """
    plot = blank((-1.04, 1.04), (-0.24, 1.04), 2.08 / 1.28, caption)
    for source, role in sources:
        plot.quad("left", "right", "top", 0, source=source, color=theme.light(role), fill_alpha=0.35)
    for text, role, side in names:
        away = {"left": -1, "right": 1}[side]
        style = TEXT | {"text_align": "right" if away < 0 else "left", "text_baseline": "middle"}
        plot.text([0.06 * away], [-0.13], [text], color=theme.light(role), text_font_style="bold", **style)
    return plot


# The figures of the tour: wide, so that a card with one is one screen, and without captions: the prose is one.
CARD = 1.8  # width to height
SAID: dict[str, Any] = {"text_font": value(FONT), "text_align": "center", "text_baseline": "middle"}
LARGE = SAID | {"text_font_size": "15px", "text_font_style": "bold"}
SMALL = SAID | {"text_font_size": "13px"}


def dial(x: Sequence[float], y: Sequence[float]) -> figure:
    """A plane with equal units and nothing on it but a dot at the origin, for arrows from there."""
    plot = blank(x, y, (x[1] - x[0]) / (y[1] - y[0]), "")
    plot.scatter([0], [0], size=9, color=theme.light("quiet"))
    return plot


def draw_landmarks(plot: figure, source: ColumnDataSource, role: str) -> None:
    """Places from marks.landmarks as rings, filled or not, with their names."""
    colour = theme.light(role)
    plot.scatter(
        "x", "y", source=source, size=16, line_color=colour, line_width=2, fill_color=colour, fill_alpha="filled"
    )
    plot.text("x", "name_y", "name", source=source, color=colour, **LARGE)


def say(plot: figure, text: Any, x: float, y: float) -> None:
    """Words that stand in a figure, up to that place."""
    plot.text([x], [y], [str(text)], color=theme.light("quiet"), **SMALL | {"text_align": "right"})


def words_on_a_table(threads: ColumnDataSource, seats: ColumnDataSource, role: str) -> figure:
    """Words from marks.seats on a round table, and the lines of marks.threads between them."""
    plot = blank((-3.6, 3.6), (-2.0, 2.0), CARD, "")
    ink = theme.light("ink")
    plot.ellipse([0], [0], [7.1], [3.9], fill_color=theme.light("page"), line_color=theme.light("line"))
    plot.segment(
        "x0", "y0", "x1", "y1", source=threads, line_width="thick", line_color=theme.light(role), line_cap="round"
    )
    ground: dict[str, Any] = {"x": "x", "y": "y", "width": 1.5, "source": seats, "fill_color": theme.light("page")}
    plot.ellipse(**ground, height=0.92, line_color=theme.light("line"))
    plot.ellipse(**ground, height=0.92, line_color=ink, line_width=3, line_alpha="marked")
    plot.text("x", "name_y", "name", source=seats, color=ink, **LARGE)
    plot.text("x", "share_y", "share", source=seats, color=ink, **SMALL)
    return plot


def stage_light(beams: ColumnDataSource, total: ColumnDataSource, role: str, lamp: float, n: int) -> figure:
    """The beams of marks.beams, how much light there is in all (column "total"), and the words on the floor."""
    wide, ratio = n + 0.5, 2.2
    plot = blank((-wide / 2, wide / 2), (-0.9, wide / ratio - 0.9), ratio, "")
    colour, ink = theme.light(role), theme.light("ink")
    beam: dict[str, Any] = {"x": 0, "y": lamp, "radius": "radius", "start_angle": "start", "end_angle": "end"}
    beam |= {"source": beams, "direction": "anticlock"}
    plot.wedge(**beam, fill_color=colour, fill_alpha="bright", line_color=theme.light("line"))
    plot.wedge(**beam, fill_alpha=0, line_color=ink, line_alpha="marked", line_width=2)
    plot.scatter([0], [lamp], size=16, color=ink)
    plot.text("x", "y", "total", source=total, color=ink, **LARGE | {"text_align": "left"})
    plot.text("x", value(-0.28), "name", source=beams, color=ink, **LARGE)
    plot.text("x", value(-0.68), "share", source=beams, color=ink, **SMALL)
    return plot


def amplifier(
    bars: ColumnDataSource, wave: ColumnDataSource, clean: ColumnDataSource, role: str, names: Sequence[Any]
) -> figure:
    """Weights (marks.bars) beside one weight that swings (a marks.path from 7 to 13), both from 0 to 1.

    `clean` is the wave as it would be undistorted; the names stand below the two halves.
    """
    plot = blank((-1.1, 13.2), (-0.3, 1.13), CARD, "")
    colour, ink, quiet = theme.light(role), theme.light("ink"), theme.light("quiet")
    for low, high in ((-0.6, 5.6), (7.0, 13.0)):
        plot.segment([low] * 2, [0, 1], [high] * 2, [0, 1], color=ink, line_dash=["solid", "dashed"])
    plot.vbar("x", top="top", width=0.7, source=bars, color=colour)
    plot.line("x", "y", source=clean, line_color=quiet, line_width=2, line_dash="dotted")
    plot.line("x", "y", source=wave, line_color=colour, line_width=4, line_join="round")
    plot.text([-0.85, -0.85, 6.75, 6.75], [0, 1] * 2, ["0", "1"] * 2, color=quiet, **SMALL)
    plot.text([2.5, 10.0], [-0.17] * 2, list(map(str, names)), color=ink, **SMALL)
    return plot


def mixed_paint(parts: ColumnDataSource, pots: ColumnDataSource, names: Sequence[Any]) -> figure:
    """Paints (columns left, right, paint, name, share) side by side on a strip, and pots (x, paint) of what they give.

    Each pot has its name below it.
    """
    plot = blank((-0.05, 1.05), (0.0, 1.1 / CARD), CARD, "")
    ink, line = theme.light("ink"), theme.light("line")
    plot.quad("left", "right", 0.59, 0.4, source=parts, fill_color="paint", line_color=line)
    plot.text("middle", value(0.355), "name", source=parts, color=ink, **LARGE)
    plot.text("middle", value(0.295), "share", source=parts, color=ink, **SMALL)
    plot.rect("x", 0.165, 0.46, 0.15, source=pots, fill_color="paint", line_color=ink, line_width="rim")
    plot.text([0.25, 0.75], [0.045] * 2, list(map(str, names)), color=ink, **SMALL)
    return plot


def scales(plot: figure, x_ticks: Sequence[float], y_ticks: Sequence[float]) -> None:
    """Axes outside the frame with numbers and a grid at these ticks; an axis without ticks stays hidden."""
    plot.min_border = 4
    for axis, grid, ticks in ((plot.xaxis, plot.xgrid, x_ticks), (plot.yaxis, plot.ygrid, y_ticks)):
        axis.visible = bool(ticks)
        axis.axis_line_color = axis.major_tick_line_color = theme.light("line")
        axis.minor_tick_line_color = None
        axis.major_label_text_color = theme.light("quiet")
        axis.major_label_text_font, axis.major_label_text_font_size = FONT, "11px"
        axis.ticker = grid.ticker = FixedTicker(ticks=list(ticks))
        axis.major_label_overrides = {tick: tick_name(tick) for tick in ticks}
        grid.grid_line_color = theme.light("grid")


def draw_places(plot: figure, places: Sequence[tuple[float, float, Any]]) -> None:
    """Fixed places on a plane (x, y, name), to be told apart from whatever moves there: small rings, quiet names."""
    xs, ys, names = ([place[part] for place in places] for part in range(3))
    plot.scatter(xs, ys, size=7, line_color=theme.light("quiet"), fill_alpha=0)
    text = TEXT | {"text_baseline": "top", "text_font_style": "italic", "color": theme.light("quiet")}
    plot.text(xs, ys, [str(name) for name in names], y_offset=7, **text)


def patterns(
    source: ColumnDataSource,
    rows: ColumnDataSource,
    names: Sequence[ColumnDataSource],
    n_heads: int,
    n: int,
    caption: Any,
) -> figure:
    """Several heads' patterns from marks.patterns, numbered, with names beside and above; `rows` frames one of each."""
    wide, high = 2.0 * n + 0.7, n_heads // 2 * (n + 0.5)
    plot = blank((-3.0, wide - 0.4), (0.9 - high, 3.0), (wide + 2.6) / (high + 2.1), caption)
    plot.rect("x", "y", width=1, height=1, source=source, fill_alpha=0, line_color=theme.light("grid"))
    size: dict[str, Any] = {"x": "x", "y": "y", "width": "side", "height": "side", "source": source}
    colour, quiet, ink = theme.light("weight"), theme.light("quiet"), theme.light("ink")
    plot.rect(**size, fill_color=colour, line_color=colour, fill_alpha="solid", line_alpha="solid")
    plot.rect(**size, fill_alpha=0, line_color=quiet, line_alpha="hollow", line_dash="dashed")
    frame_row(plot, rows)
    rows.tags = []  # these patterns do not turn
    text = TEXT | {"text_font_size": "11px", "text_baseline": "middle", "color": ink}
    plot.text("x", "y", "name", source=names[0], **text | {"text_align": "right"})
    plot.text("x", "y", "name", source=names[1], **text | {"text_align": "left", "angle": 1.5708})
    tops, ups = place_of(range(n_heads), n)
    text |= {"text_font_size": "24px", "text_font_style": "bold", "color": quiet}
    plot.text((tops + n - 2.5).tolist(), (ups - 1.5).tolist(), [str(head + 1) for head in range(n_heads)], **text)
    return plot


def shares(parts: Sequence[tuple[ColumnDataSource, Any, str]], caption: Any = "") -> figure:
    """One long bar shared out (marks.shares), and under it a line for each part: (source, name, role)."""
    n = len(parts)
    plot = blank((-0.02, 1.02), (0.4 - n, 2.1), 8.0 / (1.7 + n), caption)
    text = TEXT | {"text_baseline": "middle", "color": theme.light("ink")}
    for row, (source, name, role) in enumerate(parts):
        colour = theme.light(role)
        plot.quad("left", "right", 2.0, 0.9, source=source, fill_color=colour, line_color=theme.light("card"))
        plot.scatter([0.02], [-row], marker="square", size=13, color=colour)
        plot.text([0.06], [-row], [str(name)], **text | {"text_align": "left", "text_font_style": "bold"})
        plot.text(0.56, value(-row), "percent", source=source, **text | {"text_align": "right"})
        plot.text(1.0, value(-row), "number", source=source, **text | {"text_align": "right"})
    return plot


def tiles(first: ColumnDataSource, cuts: ColumnDataSource, role: str, caption: Any = "") -> figure:
    """A square cut into smaller ones (marks.tiles), the first of them full."""
    plot = blank((-0.02, 1.02), (-0.02, 1.02), 1.0, caption)
    colour = theme.light(role)
    plot.quad([0], [1], [1], [0], color=colour, fill_alpha=0.12)
    plot.segment("x0", "y0", "x1", "y1", source=cuts, color=colour, line_alpha=0.6)
    plot.quad("left", "right", "top", 0, source=first, color=colour)
    return plot


def timetable(
    lines: ColumnDataSource,
    results: ColumnDataSource,
    now: ColumnDataSource,
    names: Sequence[str],
    role: str,
    caption: Any,
) -> figure:
    """Tokens in rows, steps to the right: what each result waits for (marks.wiring, marks.results), a line at `now`."""
    n = len(names)
    plot = blank((-2.6, n + 0.6), (-n - 0.1, 0.6), (n + 3.2) / (n + 0.7), caption)
    quiet, ink, colour = theme.light("quiet"), theme.light("ink"), theme.light(role)
    draw_path(plot, now, "quiet", "dashed")
    plot.segment("x0", "y0", "x1", "y1", source=lines, color=colour, line_alpha="done", line_width=1.5)
    plot.scatter([0] * n, [-row for row in range(n)], size=9, color=theme.light("input"))
    dot: dict[str, Any] = {"x": "x", "y": "y", "source": results, "size": 15}
    plot.scatter(**dot, fill_color=theme.light("card"), line_color=quiet, line_dash="dashed")
    plot.scatter(**dot, color=colour, fill_alpha="solid", line_alpha="solid")
    text = TEXT | {"text_baseline": "middle", "text_font_size": "12px", "color": ink}
    plot.text([-0.35] * n, [-row for row in range(n)], list(names), **text | {"text_align": "right"})
    plot.text(list(range(n + 1)), [-n + 0.3] * (n + 1), [str(step) for step in range(n + 1)], **text | {"color": quiet})
    return plot
