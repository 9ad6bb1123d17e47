"""The data half of a figure: numbers laid out as the columns that plots.py draws. Travels to the browser."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from attention.language.words import number

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
    places = [free_place(at, seen_from, taken, width / PLANE, gap) for at, seen_from in seen]
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


def bars(
    heights: ArrayLike, names: Sequence[str], digits: int = 2, marked: int | None = None, shares: bool = False
) -> Columns:
    """One bar per name, left to right. Negative ones are hollow, so that the sign does not hang on a colour.

    `marked` is the place of the bar to be outlined. Where the bars are `shares`, what is above zero never reads as
    zero: it is less than the smallest share these digits can write.
    """
    tops = np.asarray(heights, float).tolist()  # (n,)
    return {
        "x": [float(place) for place in range(len(tops))],
        "top": tops,
        "number_y": [max(top, 0.0) for top in tops],
    } | shown(tops, names, digits, marked, shares)


def shown(sizes: Sequence[float], names: Sequence[str], digits: int, marked: int | None, shares: bool) -> Columns:
    """What bars have that stand or lie: names, numbers, and which are solid, hollow and marked; as bars() says."""
    return {
        "name": list(names),
        "number": [share(size, digits) if shares else number(size, digits) for size in sizes],
        "solid": [float(size >= 0) for size in sizes],
        "hollow": [float(size < 0) for size in sizes],
        "marked": [float(place == marked) for place in range(len(sizes))],
    }


def share(size: float, digits: int) -> str:
    """A share as figures print it: what is above zero is never written as zero."""
    least = 10.0**-digits
    return f"<{least:g}" if 0 < size < least / 2 else number(size, digits)


def rows(
    sizes: ArrayLike, names: Sequence[str], digits: int = 2, marked: int | None = None, shares: bool = False
) -> Columns:
    """One bar per name, lying, from the top down: for names that are too long to stand under upright bars.

    Negative ones are hollow. `marked` and `shares` are as for bars().
    """
    ends = np.asarray(sizes, float).tolist()  # (n,)
    return {
        "y": [-float(place) for place in range(len(ends))],
        "end": ends,
        "number_x": [max(end, 0.0) for end in ends],
    } | shown(ends, names, digits, marked, shares)


def table(
    values: ArrayLike,
    names: Sequence[str],
    largest: float,
    digits: int = 2,
    dropped: ArrayLike = False,
    wrong: ArrayLike = False,
    keys: Sequence[str] | None = None,
) -> Columns:
    """A table (n_queries, n_keys) as squares: area is size against `largest`, and negative ones are hollow.

    Rows are queries and run downwards, columns are keys; the keys have the queries' `names` unless they have their own.
    Cells that are `dropped` (bool, broadcast) are dashed outlines, never too small to be seen, and those that are
    `wrong` wear a frame. NaN is a cell that has no number yet: it is empty.
    """
    numbers = np.asarray(values, float)  # (n_queries, n_keys)
    rows, columns = (index.ravel() for index in np.indices(numbers.shape))
    out = np.broadcast_to(dropped, numbers.shape).ravel()
    flat = numbers.ravel()
    nothing = np.isnan(flat)
    sizes = np.where(nothing, 0.0, np.abs(flat) / largest)
    flags = {
        "solid": (flat >= 0) & ~out,
        "hollow": (flat < 0) & ~out,
        "dropped": out,
        "wrong": np.broadcast_to(wrong, numbers.shape).ravel(),
    }
    return {
        "x": columns.astype(float).tolist(),
        "y": (-rows).astype(float).tolist(),
        "side": np.maximum(0.92 * np.sqrt(np.minimum(sizes, 1.0)), 0.24 * out).tolist(),
        "number": [
            "–" if empty else number(n, digits) for n, empty in zip(flat.tolist(), nothing.tolist(), strict=True)
        ],
        "query": [names[row] for row in rows],
        "key": [(names if keys is None else keys)[column] for column in columns],
    } | {name: flag.astype(float).tolist() for name, flag in flags.items()}


def sides(queries: Sequence[str], keys: Sequence[str]) -> Columns:
    """The names beside and above a table whose rows and columns are not the same; they turn with it."""
    rows, columns = len(queries), len(keys)
    return {
        "x": [-0.75] * rows + [float(column) for column in range(columns)],
        "y": [-float(row) for row in range(rows)] + [0.75] * columns,
        "name": [*queries, *keys],
        "align": ["right"] * rows + ["center"] * columns,
    }


def row_frame(row: int, n: int) -> Columns:
    """The frame round one row of a table of n by n."""
    return {"x": [(n - 1) / 2], "y": [-float(row)], "w": [float(n)], "h": [1.0]}


def cell_frames(cells: ArrayLike) -> Columns:
    """Frames round single cells, each (row, column) in units of the table; drawn as the one of row_frame() is."""
    places = np.asarray(cells, float).reshape(-1, 2)  # (n, 2)
    ones = [1.0] * len(places)
    return {"x": places[:, 1].tolist(), "y": (-places[:, 0]).tolist(), "w": ones, "h": ones}


def shadows(tip: ArrayLike, lines: ArrayLike, marked: int | None = None, reach: float = 2 * PLANE) -> Columns:
    """The perpendicular shadows of a vector (2,) on the lines of others, (n, 2) or one (2,), none without length.

    A shadow runs from the origin to its foot; those that point against their line's vector are hollow. `marked` is
    the one drawn thick, or all are when there is but one. The lines reach so far either way.
    """
    end = np.asarray(tip, float)  # (2,)
    vectors = np.atleast_2d(np.asarray(lines, float))  # (n, 2)
    directions = vectors / np.hypot(vectors[:, :1], vectors[:, 1:])  # (n, 2)
    lengths = directions @ end  # (n,)
    feet, far = lengths[:, None] * directions, reach * directions  # (n, 2)
    thick = [9.0 if len(vectors) == 1 or place == marked else 4.0 for place in range(len(vectors))]
    return {
        "foot_x": feet[:, 0].tolist(),
        "foot_y": feet[:, 1].tolist(),
        "tip_x": [float(end[0])] * len(thick),
        "tip_y": [float(end[1])] * len(thick),
        "far_x": far[:, 0].tolist(),
        "far_y": far[:, 1].tolist(),
        "near_x": (-far[:, 0]).tolist(),
        "near_y": (-far[:, 1]).tolist(),
        "solid": [float(length >= 0) for length in lengths],
        "hollow": [float(length < 0) for length in lengths],
        "thick": thick,
        "core": [width - 3 for width in thick],
        "strength": [1.0 if width > 4 else 0.5 for width in thick],
    }


def stack(parts: ArrayLike, names: Sequence[str], digits: int = 3, marked: int | None = None) -> Columns:
    """Parts (n,) that begin where the one before ends: the steps of a staircase, or the shares of one bar.

    Without `marked` all are in full colour, else that one alone. Parts too thin for a name in a bar have none there.
    """
    sizes = np.asarray(parts, float)  # (n,)
    ends = np.cumsum(sizes)  # (n,)
    return {
        "x": [float(place) for place in range(len(sizes))],
        "start": (ends - sizes).tolist(),
        "end": ends.tolist(),
        "middle": (ends - sizes / 2).tolist(),
        "number": [number(size, digits) for size in sizes.tolist()],
        "name": [name if size > 0.08 else "" for name, size in zip(names, sizes.tolist(), strict=True)],
        "strength": [1.0 if marked in (None, place) else 0.4 for place in range(len(sizes))],
    }


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
    out = np.broadcast_to(dropped, widths.shape)
    return end_to_end(widths) | {
        "name": [name if width >= 0.08 else "" for name, width in zip(names, widths.tolist(), strict=True)],
        "tint": np.where(out, 0.0, 0.2).tolist(),
        "solid": (~out).astype(float).tolist(),
        "dropped": out.astype(float).tolist(),
    }


def end_to_end(widths: np.ndarray[Any, Any]) -> Columns:
    """Where parts of those widths (n,) lie, each beginning where the one before ends."""
    rights = widths.cumsum()  # (n,)
    return {
        "left": (rights - widths).tolist(),
        "right": rights.tolist(),
        "middle": (rights - widths / 2).tolist(),
    }


def percent(part: float) -> str:
    """A part of a whole of 1 as percent; what is not all or nothing never reads as if it were."""
    said = f"{part:.0%}"
    if said == "0%" and part > 0:
        return "<1%"
    return ">99%" if said == "100%" and part < 1 - 1e-12 else said


def threads(seats: ArrayLike, chosen: int, weights: ArrayLike, thickest: float = 24.0) -> Columns:
    """A line from the chosen seat, one of (n, 2), to each other one, as thick (px) as its weight, one of (n,).

    A hair is added to all of them: a thin line is a weight too.
    """
    places = pairs(seats)
    (x, y), parts = places[chosen], np.asarray(weights, float).tolist()
    others = [place for place in range(len(places)) if place != chosen]
    return {
        "x0": [x] * len(others),
        "y0": [y] * len(others),
        "x1": [places[place][0] for place in others],
        "y1": [places[place][1] for place in others],
        "thick": [0.7 + thickest * parts[place] for place in others],
    }


def seats(places: ArrayLike, names: Sequence[str], weights: ArrayLike, marked: int) -> Columns:
    """Words at places (n, 2), each with its weight as percent; one of them is marked."""
    return {
        "x": [x for x, _ in pairs(places)],
        "y": [y for _, y in pairs(places)],
        "name_y": [y + 0.13 for _, y in pairs(places)],
        "share_y": [y - 0.23 for _, y in pairs(places)],
        "name": list(names),
        "share": [percent(part) for part in np.asarray(weights, float).tolist()],
        "marked": [float(place == marked) for place in range(len(names))],
    }


def landmarks(places: ArrayLike, names: Sequence[str], filled: Sequence[bool], below: float) -> Columns:
    """Places (n, 2) as rings, some of them filled, each with its name so far below it."""
    return {
        "x": [x for x, _ in pairs(places)],
        "y": [y for _, y in pairs(places)],
        "name": list(names),
        "name_y": [y - below for _, y in pairs(places)],
        "filled": [float(full) for full in filled],
    }


def beams(weights: ArrayLike, names: Sequence[str], lamp: float, marked: int) -> Columns:
    """Beams of a lamp, `lamp` above the middle of a stage, onto n words 1 apart; as bright as their weights (n,)."""
    parts = np.asarray(weights, float)  # (n,)
    x = np.arange(len(parts)) - (len(parts) - 1) / 2  # (n,)
    return {
        "x": x.tolist(),
        "radius": np.hypot(x, lamp).tolist(),
        "start": np.arctan2(-lamp, x - 0.45).tolist(),
        "end": np.arctan2(-lamp, x + 0.45).tolist(),
        "bright": parts.tolist(),
        "name": list(names),
        "share": [percent(part) for part in parts.tolist()],
        "marked": [float(place == marked) for place in range(len(parts))],
    }


def paint(light: ArrayLike) -> list[str]:
    """Linear light (n, 3) or one (3,), red, green and blue from 0 to 1, as the colours a screen shows.

    The transfer function is that of sRGB (IEC 61966-2-1): a screen's numbers are not the light it gives, so whoever
    would mix those numbers instead would mix too dark.
    """
    linear = np.clip(np.asarray(light, float).reshape(-1, 3), 0.0, 1.0)  # (n, 3)
    screen = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return [f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in np.rint(255 * screen).astype(int).tolist()]


def paints(parts: ArrayLike, names: Sequence[str], lights: ArrayLike) -> Columns:
    """Paints of that linear light (n, 3) on a strip, each as wide as its part (n,) of a whole of 1; see paint().

    A part too narrow for its name goes without.
    """
    widths = np.asarray(parts, float)  # (n,)
    said = [
        (name, percent(width)) if width >= 0.09 else ("", "")
        for name, width in zip(names, widths.tolist(), strict=True)
    ]
    return end_to_end(widths) | {
        "paint": paint(lights),
        "name": [name for name, _ in said],
        "share": [part for _, part in said],
    }


def box(left: float, right: float, top: float) -> Columns:
    """One upright rectangle that stands on zero."""
    return {"left": [float(left)], "right": [float(right)], "top": [float(top)]}


def patterns(weights: ArrayLike, on: Sequence[bool]) -> Columns:
    """The lower triangles of several heads' patterns (n_heads, n, n), two beside each other, as squares by weight.

    Those of heads that are not `on` are hollow. Where a pattern lies: see place_of().
    """
    tables = np.asarray(weights, float)  # (n_heads, n_queries, n_keys)
    head, row, column = (index.ravel() for index in np.indices(tables.shape))
    seen = column <= row
    head, row, column = head[seen], row[seen], column[seen]
    right, up = place_of(head, tables.shape[-1])
    shown = np.asarray(on, float)[head]
    return {
        "x": (right + column).tolist(),
        "y": (up - row).tolist(),
        "side": (0.92 * np.sqrt(tables[head, row, column])).tolist(),
        "solid": shown.tolist(),
        "hollow": (1.0 - shown).tolist(),
    }


def place_of(head: ArrayLike, n: int) -> tuple[Any, Any]:
    """The first cell of a head's pattern of n by n among others: how far right, and how far up (it is below 0)."""
    return np.asarray(head) % 2 * (n + 0.7), np.asarray(head) // 2 * -(n + 0.5)


def pattern_rows(row: int, n_heads: int, n: int) -> Columns:
    """The frames round the same row of each of several patterns; drawn as the one of row_frame() is."""
    right, up = place_of(np.arange(n_heads), n)
    return {
        "x": (right + row / 2).tolist(),
        "y": (up - row).tolist(),
        "w": [row + 1.0] * n_heads,
        "h": [1.0] * n_heads,
    }


def pattern_names(names: Sequence[str], n_heads: int) -> tuple[Columns, Columns]:
    """The names of the tokens along several patterns: those to the left, and those above."""
    n = len(names)
    left = sorted({float(up) for up in place_of(np.arange(n_heads), n)[1]}, reverse=True)
    above = sorted({float(right) for right in place_of(np.arange(n_heads), n)[0]})
    return (
        {"x": [-0.7] * n * len(left), "y": [up - row for up in left for row in range(n)], "name": [*names] * len(left)},
        {"x": [at + k for at in above for k in range(n)], "y": [0.7] * n * len(above), "name": [*names] * len(above)},
    )


def shares(parts: Sequence[int], whole: int) -> list[Columns]:
    """Counts that make up a whole: for each its stretch of one long bar, its share and its number."""
    ends = accumulate(parts)  # on Python's own integers: in the browser NumPy's have 32 bits
    return [
        {
            "left": [float(end - part) / whole],
            "right": [float(end) / whole],
            "percent": [f"{100 * part / whole:.1f} %" if part >= whole / 2000 or not part else "<0.1 %"],
            "number": [f"{part:,}"],
        }
        for part, end in zip(parts, ends, strict=True)
    ]


def tiles(large: int, small: int, most: int = 64) -> tuple[Columns, Columns]:
    """A square of side `large` as the unit square cut into squares of side `small`: the first one, and the cuts.

    Beyond `most` a side the cuts would be a blur and are left out.
    """
    side = small / large
    cuts = [place * side for place in range(1, math.ceil(large / small))] if large <= most * small else []
    return box(0.0, side, side), {
        "x0": [*cuts, *[0.0] * len(cuts)],
        "y0": [*[0.0] * len(cuts), *cuts],
        "x1": [*cuts, *[1.0] * len(cuts)],
        "y1": [*[1.0] * len(cuts), *cuts],
    }


def wiring(
    steps: Sequence[int], waits_for: Sequence[Sequence[int]], reads: Sequence[Sequence[int]], now: int
) -> Columns:
    """What each position waits for, as lines to its place at its step: results (`waits_for`) and inputs (`reads`).

    A position's input stands at step 0 in its row, its result at its own step. What happens after step `now` is faint.
    """
    lines = [
        (float(steps[other] if at_result else 0), -float(other), float(steps[row]), -float(row))
        for at_result, sources in ((True, waits_for), (False, reads))
        for row, others in enumerate(sources)
        for other in others
    ]
    x0, y0, x1, y1 = (list(ends) for ends in zip(*lines, strict=True))
    return {"x0": x0, "y0": y0, "x1": x1, "y1": y1, "done": [1.0 if step <= now else 0.18 for step in x1]}


def results(steps: Sequence[int], now: int) -> Columns:
    """The results of wiring(), solid once their step has been taken."""
    return {
        "x": [float(step) for step in steps],
        "y": [-float(row) for row in range(len(steps))],
        "solid": [float(step <= now) for step in steps],
    }
