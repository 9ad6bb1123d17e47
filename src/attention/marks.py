"""The data half of a figure: numbers laid out as the columns that plots.py draws. Travels to the browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from attention.words import number

Columns = dict[str, list[Any]]

LABEL_GAP = 0.30  # from an arrow's tip to the middle of its label, in units of the plane


def arrows(tips: ArrayLike, labels: Sequence[str] = (), tails: ArrayLike = (0.0, 0.0)) -> Columns:
    """Vectors as arrows, tips (n, 2) or one (2,), from tails; a label stands just beyond each tip."""
    ends = np.atleast_2d(np.asarray(tips, float))  # (n, 2)
    starts = np.broadcast_to(np.asarray(tails, float), ends.shape)  # (n, 2)
    away = ends - starts
    lengths = np.linalg.norm(away, axis=1, keepdims=True)  # (n, 1)
    beyond = ends + LABEL_GAP * np.divide(away, lengths, out=np.zeros_like(away), where=lengths > 0)
    columns = {
        "x0": starts[:, 0],
        "y0": starts[:, 1],
        "x1": ends[:, 0],
        "y1": ends[:, 1],
        "label_x": beyond[:, 0],
        "label_y": beyond[:, 1],
    }
    return {name: column.tolist() for name, column in columns.items()} | ({"label": list(labels)} if labels else {})


def no_arrows(labelled: bool = False) -> Columns:
    """The columns of arrows() without a row: nothing to draw yet."""
    return {name: [] for name in ("x0", "y0", "x1", "y1", "label_x", "label_y", *(["label"] if labelled else []))}


def path(points: ArrayLike) -> Columns:
    """A line through points (n, 2)."""
    line = np.asarray(points, float).reshape(-1, 2)
    return {"x": line[:, 0].tolist(), "y": line[:, 1].tolist()}


def bars(heights: ArrayLike, names: Sequence[str], digits: int = 2, followed: int | None = None) -> Columns:
    """One bar per name, left to right. Negative ones are hollow, so that the sign does not hang on a colour.

    `followed` is the place of the bar to be marked.
    """
    tops = np.asarray(heights, float)  # (n,)
    places = range(len(tops))
    return {
        "x": [float(place) for place in places],
        "top": tops.tolist(),
        "name": list(names),
        "number": [number(top, digits) for top in tops],
        "number_y": np.maximum(tops, 0.0).tolist(),
        "solid": [float(top >= 0) for top in tops],
        "hollow": [float(top < 0) for top in tops],
        "edge": [3.0 if place == followed else 1.0 for place in places],
    }


def table(
    values: ArrayLike, names: Sequence[str], largest: float, kept: ArrayLike | None = None, digits: int = 2
) -> Columns:
    """A square table (n, n) as squares: area is size against `largest`, hollow is negative, dashed is not kept.

    Rows are queries and run downwards, columns are keys.
    """
    numbers = np.asarray(values, float)  # (n_queries, n_keys)
    rows, columns = (index.ravel() for index in np.indices(numbers.shape))
    flat = numbers.ravel()
    side = 0.92 * np.sqrt(np.minimum(np.abs(flat) / largest, 1.0))
    shown = np.ones(numbers.shape, bool) if kept is None else np.asarray(kept, bool)
    return {
        "query": rows.tolist(),
        "key": columns.tolist(),
        "x": columns.astype(float).tolist(),
        "y": (-rows).astype(float).tolist(),
        "side": side.tolist(),
        "number": [number(n, digits) for n in flat],
        "query_name": [names[row] for row in rows],
        "key_name": [names[column] for column in columns],
        "solid": ((flat >= 0) & shown.ravel()).astype(float).tolist(),
        "hollow": ((flat < 0) & shown.ravel()).astype(float).tolist(),
        "dropped": (~shown.ravel()).astype(float).tolist(),
    }
