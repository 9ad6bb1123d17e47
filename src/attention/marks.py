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
) -> Columns:
    """Vectors as arrows, tips (n, 2) or one (2,), from tails; a label stands `gap` beyond each tip.

    Labels keep clear of each other and of those in `avoid`. The gap is for the usual plane; on one that
    is `width` units wide it is in proportion.
    """
    ends = pairs(tips)
    starts = pairs(tails)
    if len(starts) == 1:
        starts *= len(ends)
    taken = [place for columns in avoid for place in zip(columns["label_x"], columns["label_y"], strict=True)]
    places = [free_place(tip, tail, taken, width / PLANE, gap) for tip, tail in zip(ends, starts, strict=True)]
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
    outlines, and those that are `wrong` wear a frame.
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
        "side": (0.92 * np.sqrt(np.minimum(np.abs(flat) / largest, 1.0))).tolist(),
        "number": [number(n, digits) for n in flat.tolist()],
        "query": [names[row] for row in rows],
        "key": [names[column] for column in columns],
    } | {name: flag.astype(float).tolist() for name, flag in flags.items()}


def row_frame(row: int, n: int) -> Columns:
    """The frame round one row of a table of n by n."""
    return {"x": [(n - 1) / 2], "y": [-float(row)], "w": [float(n)], "h": [1.0]}
