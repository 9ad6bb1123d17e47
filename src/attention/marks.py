"""The data half of a figure: numbers laid out as the columns that plots.py draws. Travels to the browser."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from attention.words import number

Columns = dict[str, list[Any]]

PLANE = 6.0  # the width of the usual plane, from -3 to 3, in its own units


def arrows(
    tips: ArrayLike,
    labels: Sequence[str] = (),
    tails: ArrayLike = (0.0, 0.0),
    avoid: Sequence[Columns] = (),
    width: float = PLANE,
    gap: float = 0.3,
    beside: bool = False,
) -> Columns:
    """Vectors as arrows, tips (n, 2) or one (2,), from tails; a label stands `gap` beyond each tip.

    Labels keep clear of each other and of those in `avoid`. The gap is for the usual plane; on one that
    is `width` units wide it is in proportion. With `beside` a label stands to the right of the arrow's middle instead,
    for arrows that go on from each other's tips.
    """
    ends = np.atleast_2d(np.asarray(tips, float))  # (n, 2)
    starts = np.broadcast_to(np.asarray(tails, float), ends.shape)  # (n, 2)
    taken = [place for columns in avoid for place in zip(columns["label_x"], columns["label_y"], strict=True)]
    at, away = (ends + starts) / 2 if beside else ends, ends - starts  # (n, 2)
    away = away[:, ::-1] * (1, -1) if beside else away  # a quarter turn to the right
    places = [free_place(*label, taken, width / PLANE, gap) for label in zip(at, away, strict=True)]
    columns = {
        "x0": starts[:, 0].tolist(),
        "y0": starts[:, 1].tolist(),
        "x1": ends[:, 0].tolist(),
        "y1": ends[:, 1].tolist(),
        "label_x": [x for x, _ in places],
        "label_y": [y for _, y in places],
    }
    return columns | ({"label": list(labels)} if labels else {})


def free_place(
    tip: ArrayLike, away: ArrayLike, taken: list[tuple[float, float]], scale: float, gap: float
) -> tuple[float, float]:
    """The middle of a label for a tip: straight ahead if that is free, else turned aside or further off; then taken."""
    (x, y), (right, up) = np.asarray(tip).tolist(), np.asarray(away).tolist()
    ahead = math.atan2(up, right)
    gap *= scale * bool(right or up)
    candidates = (
        (x + far * gap * math.cos(ahead + turn), y + far * gap * math.sin(ahead + turn))
        for far in (1.0, 1.7, 2.4)
        for turn in (0.0, 0.7, -0.7, 1.4, -1.4)
    )
    first = place = next(candidates)
    # A label is about 0.55 wide and 0.3 high on the usual plane, at the size of a phone.
    while any(abs(place[0] - a) < 0.55 * scale and abs(place[1] - b) < 0.3 * scale for a, b in taken):
        place = next(candidates, first)
        if place is first:
            break
    taken.append(place)
    return place


def no_arrows(labelled: bool = False) -> Columns:
    """The columns of arrows() without a row: nothing to draw yet."""
    return {name: [] for name in ("x0", "y0", "x1", "y1", "label_x", "label_y", *(["label"] if labelled else []))}


def path(points: ArrayLike) -> Columns:
    """A line through points (n, 2)."""
    line = np.asarray(points, float).reshape(-1, 2)
    return {"x": line[:, 0].tolist(), "y": line[:, 1].tolist()}


def bars(heights: ArrayLike, names: Sequence[str], digits: int = 2, marked: int | None = None) -> Columns:
    """One bar per name, left to right. Negative ones are hollow, so that the sign does not hang on a colour.

    `marked` is the place of the bar to be outlined.
    """
    tops = np.asarray(heights, float).tolist()  # (n,)
    return {
        "x": [float(place) for place in range(len(tops))],
        "top": tops,
        "name": list(names),
        "number": [number(top, digits) for top in tops],
        "number_y": [max(top, 0.0) for top in tops],
        "solid": [float(top >= 0) for top in tops],
        "hollow": [float(top < 0) for top in tops],
        "marked": [float(place == marked) for place in range(len(tops))],
    }


def table(
    values: ArrayLike,
    names: Sequence[str],
    largest: float,
    digits: int = 2,
    dropped: ArrayLike = False,
    wrong: ArrayLike = False,
) -> Columns:
    """A square table (n, n) as squares: area is size against `largest`, and negative ones are hollow.

    Rows are queries and run downwards, columns are keys. Cells that are `dropped` (bool, broadcast) are dashed
    outlines, never too small to be seen, and those that are `wrong` wear a frame.
    """
    numbers = np.asarray(values, float)  # (n_queries, n_keys)
    rows, columns = (index.ravel() for index in np.indices(numbers.shape))
    out = np.broadcast_to(dropped, numbers.shape).ravel()
    flat = numbers.ravel()
    flags = {
        "solid": (flat >= 0) & ~out,
        "hollow": (flat < 0) & ~out,
        "dropped": out,
        "wrong": np.broadcast_to(wrong, numbers.shape).ravel(),
    }
    return {
        "x": columns.astype(float).tolist(),
        "y": (-rows).astype(float).tolist(),
        "side": np.maximum(0.92 * np.sqrt(np.minimum(np.abs(flat) / largest, 1.0)), 0.24 * out).tolist(),
        "number": [number(n, digits) for n in flat.tolist()],
        "query": [names[row] for row in rows],
        "key": [names[column] for column in columns],
    } | {name: flag.astype(float).tolist() for name, flag in flags.items()}


def row_frame(row: int, n: int) -> Columns:
    """The frame round one row of a table of n by n."""
    return {"x": [(n - 1) / 2], "y": [-float(row)], "w": [float(n)], "h": [1.0]}


def no_row_frame() -> Columns:
    """The columns of row_frame() without a row: nothing is framed."""
    return {name: [] for name in ("x", "y", "w", "h")}


def histogram(numbers: ArrayLike, edges: ArrayLike) -> Columns:
    """What share of the numbers (n,) lies between each two of the edges (m,); those beyond count at the ends."""
    bounds = np.asarray(edges, float)
    within = np.clip(np.asarray(numbers, float), bounds[0], bounds[-1])
    counts, _ = np.histogram(within, bounds)
    return {"left": bounds[:-1].tolist(), "right": bounds[1:].tolist(), "top": (counts / within.size).tolist()}


def strip(parts: ArrayLike, names: Sequence[str], dropped: ArrayLike = False) -> Columns:
    """Parts (n,) of a whole of 1 laid end to end; those that are `dropped` (bool, broadcast) are dashed outlines.

    A part that is too narrow for its name goes without.
    """
    widths = np.asarray(parts, float)  # (n,)
    rights = widths.cumsum()  # (n,)
    out = np.broadcast_to(dropped, widths.shape)
    return {
        "left": (rights - widths).tolist(),
        "right": rights.tolist(),
        "middle": (rights - widths / 2).tolist(),
        "name": [name if width >= 0.08 else "" for name, width in zip(names, widths.tolist(), strict=True)],
        "tint": np.where(out, 0.0, 0.2).tolist(),
        "solid": (~out).astype(float).tolist(),
        "dropped": out.astype(float).tolist(),
    }


def box(left: float, right: float, top: float) -> Columns:
    """One upright rectangle that stands on zero."""
    return {"left": [float(left)], "right": [float(right)], "top": [float(top)]}
