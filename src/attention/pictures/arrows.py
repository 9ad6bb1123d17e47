"""Vectors as arrows with a name at the tip, on a plane with equal units."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from attention.language.numbers import tick as tick_name
from attention.pictures.columns import Columns

if TYPE_CHECKING:
    from attention.pictures.canvas import Plot, Source


WIDTH = 6.0  # of the usual plane, in its own units
PHONE = 328  # pixels of a figure on a phone, where a label takes the largest share of it
SIGN, HIGH = 7.9, 14.0  # pixels of a label: a sign's width, its height
UNSAID = 6  # signs of a label that is the same for all arrows, and written by draw()
TICKS = 11.5  # px


class View(NamedTuple):
    """What a plane shows: from where to where, and how far its ticks are apart (0: none)."""

    x: tuple[float, float]
    y: tuple[float, float]
    tick: float = 1.0


def square(width: float, tick: float = 1.0) -> View:
    """As far to every side."""
    return View((-width / 2, width / 2), (-width / 2, width / 2), tick)


USUAL = square(WIDTH)


def around(*points: ArrayLike, ratio: float = 1.1, tick: float = 1.0, room: float = 0.12) -> View:
    """The view that arrows to these points, each (2,) or (n, 2), fill: all that can be reached, and room for labels.

    `ratio` is its width to its height, `room` the share of it beside the arrows on either side.
    """
    reached = np.vstack([np.zeros((1, 2)), *(np.asarray(some, float).reshape(-1, 2) for some in points)])
    low, high = reached.min(axis=0), reached.max(axis=0)
    middle, (wide, tall) = (low + high) / 2, (high - low) / (1 - 2 * np.array([room, 0.6 * room]))
    half = np.array([max(wide, ratio * tall), max(wide / ratio, tall)]) / 2
    (left, below), (right, above) = (middle - half).tolist(), (middle + half).tolist()
    return View((left, right), (below, above), tick)


def columns(
    tips: ArrayLike,
    labels: Sequence[str] = (),
    tails: ArrayLike = (0.0, 0.0),
    avoid: Sequence[Columns] = (),
    view: View = USUAL,
    gap: float = 0.3,
    beside: bool = False,
    among: ArrayLike = (),
) -> Columns:
    """Vectors as arrows, tips (n, 2) or one (2,), from tails; a label stands `gap` beyond each tip.

    Labels stay within the view, keep clear of each other, of the labels and the arrows in `avoid`, and of the vectors
    `among` (n, 2) which they will stand. The gap is for a plane of the usual width, on others it is in proportion. With
    `beside` a label stands to the right of the arrow's middle instead, for arrows that go on from each other's tips.
    """
    ends = pairs(tips)
    starts = pairs(tails)
    if len(starts) == 1:
        starts *= len(ends)
    unit = (view.x[1] - view.x[0]) / PHONE
    half = [(len(label.encode("shift_jis", "replace")) * SIGN * unit / 2, HIGH * unit / 2) for label in labels]
    half += [(UNSAID * SIGN * unit / 2, HIGH * unit / 2)] * (len(ends) - len(half))
    taken, shafts = ticks(view, unit), [*zip(starts, ends, strict=True), *(([0.0, 0.0], tip) for tip in pairs(among))]
    for other in avoid:
        sizes = zip(other.get("label", ["x" * UNSAID] * len(other["label_x"])), strict=False)
        taken += [
            (x, y, len(label.encode("shift_jis", "replace")) * SIGN * unit / 2, HIGH * unit / 2)
            for x, y, (label,) in zip(other["label_x"], other["label_y"], sizes, strict=False)
        ]
        lines = zip(*(other.get(name, ()) for name in ("x0", "y0", "x1", "y1")), strict=True)
        shafts += [([x0, y0], [x1, y1]) for x0, y0, x1, y1 in lines]
    seen: Iterable[tuple[list[float], list[float]]] = zip(ends, starts, strict=True)
    if beside:  # seen from the arrow's middle, a quarter turn to the right
        seen = (
            ([(x + a) / 2, (y + b) / 2], [(x + a) / 2 - (y - b), (y + b) / 2 + (x - a)])
            for (x, y), (a, b) in zip(ends, starts, strict=True)
        )
    reach = gap * unit * PHONE / WIDTH
    places = [
        free_place(at, seen_from, size, view, reach, taken, shafts)
        for (at, seen_from), size in zip(seen, half, strict=True)
    ]
    columns = {
        "x0": [x for x, _ in starts],
        "y0": [y for _, y in starts],
        "x1": [x for x, _ in ends],
        "y1": [y for _, y in ends],
        "label_x": [x for x, _ in places],
        "label_y": [y for _, y in places],
    }
    return columns | ({"label": list(labels)} if labels else {})


def each(
    tips: Mapping[str, ArrayLike], view: View = USUAL, gaps: Mapping[str, float] | None = None
) -> dict[str, Columns]:
    """Single vectors from the origin by name, whose labels keep clear of one another and of all the arrows."""
    drawn: dict[str, Columns] = {}
    for name, tip in tips.items():
        gap, placed = (gaps or {}).get(name, 0.3), list(drawn.values())
        drawn[name] = columns(tip, view=view, gap=gap, avoid=placed, among=np.array(list(tips.values())))
    return drawn


def pairs(points: ArrayLike) -> list[list[float]]:
    """Points (n, 2) or one (2,) as a list of pairs. (For a handful of points, lists are quicker than arrays.)"""
    listed: list[list[float]] = np.asarray(points, float).reshape(-1, 2).tolist()
    return listed


@cache
def stops(low: float, high: float, tick: float) -> tuple[float, ...]:
    """Where an axis has ticks."""
    if not tick:
        return ()
    return tuple(
        tick * stop
        for stop in range(math.ceil(low / tick), int(high / tick) + 1)
        if stop and low + 0.2 * tick < tick * stop < high - 0.2 * tick
    )


def ticks(view: View, unit: float) -> list[tuple[float, float, float, float]]:
    """The boxes (middle, half of the extent) of the numbers at the ticks: below and to the left of them."""
    wide, high = 8 * unit, 6 * unit
    return [(x - wide - 2 * unit, -high - 2 * unit, wide, high) for x in stops(*view.x, view.tick)] + [
        (-wide - 2 * unit, y - high - 2 * unit, wide, high) for y in stops(*view.y, view.tick)
    ]


TURNS = [(math.cos(turn), math.sin(turn)) for turn in (0.0, 0.6, -0.6, 1.2, -1.2, 1.8, -1.8, 2.5, -2.5)]


def free_place(
    tip: list[float],
    tail: list[float],
    half: tuple[float, float],
    view: View,
    reach: float,
    taken: list[tuple[float, float, float, float]],
    shafts: Sequence[tuple[list[float], list[float]]],
) -> tuple[float, float]:
    """The middle of a label for a tip, then taken: straight ahead if that is free, else turned aside or further off.

    Where nothing is free it is the least bad of those places.
    """
    right, up = tip[0] - tail[0], tip[1] - tail[1]
    length = math.hypot(right, up)
    right, up = (right / length, up / length) if length else (0.0, 1.0)
    wide, high = half
    best, least = (tip[0], tip[1]), math.inf
    for far in (1.0, 1.5, 2.1, 2.9):
        for turn, (cosine, sine) in enumerate(TURNS):
            # Its middle is as far off as it takes for its edge to stand at the reach, which at the sides is further.
            a, b = right * cosine - up * sine, right * sine + up * cosine
            away = far * reach + abs(a) * max(0.0, wide - high)
            x = min(max(tip[0] + away * a, view.x[0] + wide), view.x[1] - wide)
            y = min(max(tip[1] + away * b, view.y[0] + high), view.y[1] - high)
            ill = 0.0
            for other_x, other_y, other_wide, other_high in taken:
                if abs(x - other_x) < wide + other_wide and abs(y - other_y) < high + other_high:
                    ill += 3.0
            for shaft in shafts:
                if ill < least:
                    ill += within(shaft, x, y, wide, high)
            if ill == 0.0:
                taken.append((x, y, wide, high))
                return x, y
            ill += 0.02 * turn + 0.1 * far
            if ill < least:
                best, least = (x, y), ill
    taken.append((*best, wide, high))
    return best


def within(shaft: tuple[list[float], list[float]], x: float, y: float, wide: float, high: float) -> float:
    """How much of a line lies in a box (middle, half of its extent), in heights of the box."""
    (x0, y0), (x1, y1) = shaft
    start, end = 0.0, 1.0
    for at, way, middle, half in ((x0, x1 - x0, x, wide), (y0, y1 - y0, y, high)):
        if abs(way) < 1e-12:
            if abs(at - middle) >= half:
                return 0.0
            continue
        first, last = (middle - half - at) / way, (middle + half - at) / way
        start, end = max(start, min(first, last)), min(end, max(first, last))
    return max(0.0, end - start) * math.hypot(x1 - x0, y1 - y0) / (2 * high)


def nothing(labelled: bool = False) -> Columns:
    """The columns of columns() without a row: nothing to draw yet."""
    return {name: [] for name in ("x0", "y0", "x1", "y1", "label_x", "label_y", *(["label"] if labelled else []))}


def plane(caption: Any = "", view: View = USUAL) -> Plot:
    """A plane with equal units on both axes, which cross at the origin."""
    from attention.pictures import canvas

    (left, right), (below, above), tick = view
    plot = canvas.blank(view.x, view.y, (right - left) / (above - below), caption)
    line, quiet = canvas.light("line"), canvas.light("quiet")
    plot.segment([left, 0], [0, below], [right, 0], [0, above], color=line)
    for axis, span in enumerate((view.x, view.y)):
        marks = list(stops(*span, tick))
        plot.grid[axis].ticker, plot.grid[axis].grid_line_color = marks, canvas.light("grid")
        names, zero = [tick_name(stop) for stop in marks], [0.0] * len(marks)
        at = (zero, marks) if axis else (marks, zero)
        plot.text(
            *at,
            names,
            color=quiet,
            text_font=canvas.value(canvas.FONT),
            text_font_size=f"{TICKS}px",
            text_align="right",
            text_baseline="top",
            x_offset=-2,
            y_offset=2,
        )
    return plot


def dial(view: View) -> Plot:
    """A plane with equal units and nothing on it but a dot at the origin, for arrows from there."""
    from attention.pictures import canvas

    (left, right), (below, above), _ = view
    plot = canvas.blank(view.x, view.y, (right - left) / (above - below), "")
    plot.scatter([0], [0], size=9, color=canvas.light("quiet"))
    return plot


def draw(plot: Plot, source: Source, role: str, label: Any = None, width: float = 3, large: bool = False) -> None:
    """Vectors from columns() in a role's colour, their names `large` as on the tour's cards.

    `label` is one name for all of them; without it each has the one in the column "label", if there is such a column.
    """
    from attention.pictures import canvas

    colour = canvas.light(role)
    head = canvas.VeeHead(size=4 + 2.7 * width, line_color=colour, fill_color=colour)
    plot.add_layout(canvas.Arrow(source=source, **canvas.ENDS, line_color=colour, line_width=width, end=head))
    if label is not None or "label" in source.data:
        plot.text(
            "label_x",
            "label_y",
            "label" if label is None else canvas.value(str(label)),
            source=source,
            color=colour,
            **(canvas.LARGE if large else canvas.TEXT | {"text_baseline": "middle", "text_font_style": "bold"}),
        )


def draw_ghosts(plot: Plot, source: Source, role: str) -> None:
    """Where vectors stood before: thin, dashed, their heads hollow, without a name."""
    from attention.pictures import canvas

    line: dict[str, Any] = {"line_color": canvas.light(role), "line_alpha": 0.6}
    head = canvas.VeeHead(size=8, **line, fill_alpha=0)
    plot.add_layout(canvas.Arrow(source=source, **canvas.ENDS, **line, line_dash="dashed", end=head))
