"""Vectors as arrows with a name at the tip, on a plane with equal units."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from attention.language.numbers import tick as tick_name
from attention.pictures.columns import Columns

if TYPE_CHECKING:
    from attention.pictures.canvas import Plot, Source


PLANE = (-3.0, 3.0)
WIDTH = PLANE[1] - PLANE[0]  # of the usual plane, in its own units


def columns(
    tips: ArrayLike,
    labels: Sequence[str] = (),
    tails: ArrayLike = (0.0, 0.0),
    avoid: Sequence[Columns] = (),
    width: float = WIDTH,
    gap: float = 0.3,
    beside: bool = False,
) -> Columns:
    """Vectors as arrows, tips (n, 2) or one (2,), from tails; a label stands `gap` beyond each tip.

    Labels keep clear of each other and of those in `avoid`. The gap is for the usual plane; on one that
    is `width` units wide it is in proportion. With `beside` a label stands to the right of the arrow's middle instead,
    for arrows that go on from each other's tips.
    """
    ends = pairs(tips)
    starts = pairs(tails)
    if len(starts) == 1:
        starts *= len(ends)
    taken = [place for columns in avoid for place in zip(columns["label_x"], columns["label_y"], strict=True)]
    seen: Iterable[tuple[list[float], list[float]]] = zip(ends, starts, strict=True)
    if beside:  # seen from the arrow's middle, a quarter turn to the right
        seen = (
            ([(x + a) / 2, (y + b) / 2], [(x + a) / 2 - (y - b), (y + b) / 2 + (x - a)])
            for (x, y), (a, b) in zip(ends, starts, strict=True)
        )
    places = [free_place(at, seen_from, taken, width / WIDTH, gap) for at, seen_from in seen]
    columns = {
        "x0": [x for x, _ in starts],
        "y0": [y for _, y in starts],
        "x1": [x for x, _ in ends],
        "y1": [y for _, y in ends],
        "label_x": [x for x, _ in places],
        "label_y": [y for _, y in places],
    }
    return columns | ({"label": list(labels)} if labels else {})


def pairs(points: ArrayLike) -> list[list[float]]:
    """Points (n, 2) or one (2,) as a list of pairs. (For a handful of points, lists are quicker than arrays.)"""
    listed: list[list[float]] = np.asarray(points, float).reshape(-1, 2).tolist()
    return listed


TURNS = [(math.cos(turn), math.sin(turn)) for turn in (0.0, 0.7, -0.7, 1.4, -1.4)]


def free_place(
    tip: list[float], tail: list[float], taken: list[tuple[float, float]], scale: float, gap: float
) -> tuple[float, float]:
    """The middle of a label for a tip: straight ahead if that is free, else turned aside or further off; then taken."""
    (x, y), right, up = tip, tip[0] - tail[0], tip[1] - tail[1]
    reach = gap * scale / (math.hypot(right, up) or 1.0)
    # A label is about 0.55 wide and 0.3 high on the usual plane, at the size of a phone.
    wide, high = 0.55 * scale, 0.3 * scale
    for far in (1.0, 1.7, 2.4):
        for cosine, sine in TURNS:
            place = (x + far * reach * (right * cosine - up * sine), y + far * reach * (right * sine + up * cosine))
            if not any(abs(place[0] - a) < wide and abs(place[1] - b) < high for a, b in taken):
                taken.append(place)
                return place
    return x + reach * right, y + reach * up


def nothing(labelled: bool = False) -> Columns:
    """The columns of columns() without a row: nothing to draw yet."""
    return {name: [] for name in ("x0", "y0", "x1", "y1", "label_x", "label_y", *(["label"] if labelled else []))}


def plane(caption: Any = "", x: Sequence[float] = PLANE, y: Sequence[float] = PLANE, tick: float = 1.0) -> Plot:
    """A plane with equal units on both axes, as wide as it is high, its axes crossing at the origin."""
    from attention.pictures import canvas

    plot = canvas.blank(x, y, (x[1] - x[0]) / (y[1] - y[0]), caption)
    line, quiet = canvas.light("line"), canvas.light("quiet")
    plot.segment([x[0], 0], [0, y[0]], [x[1], 0], [0, y[1]], color=line)
    for axis, (low, high) in enumerate((x, y)):
        stops = [
            tick * stop for stop in range(int(low / tick), int(high / tick) + 1) if stop and low < tick * stop < high
        ]
        plot.grid[axis].ticker, plot.grid[axis].grid_line_color = stops, canvas.light("grid")
        names, zero = [tick_name(stop) for stop in stops], [0.0] * len(stops)
        at = (zero, stops) if axis else (stops, zero)
        plot.text(
            *at,
            names,
            color=quiet,
            text_font=canvas.value(canvas.FONT),
            text_font_size="11.5px",
            text_align="right",
            text_baseline="top",
            x_offset=-2,
            y_offset=2,
        )
    return plot


def dial(x: Sequence[float], y: Sequence[float]) -> Plot:
    """A plane with equal units and nothing on it but a dot at the origin, for arrows from there."""
    from attention.pictures import canvas

    plot = canvas.blank(x, y, (x[1] - x[0]) / (y[1] - y[0]), "")
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
