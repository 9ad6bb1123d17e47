"""Where a word stands, told to attention in four ways. NumPy alone; angles in radians, places in words.

Sinusoidal stamps that are added: Vaswani et al. 2017, section 3.5. Rotary: Su et al. 2021, "RoFormer". A slope laid
over the scores: Press, Smith and Lewis 2022, "Train Short, Test Long" (ALiBi).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from attention.core.checks import Floats, floats


def stamps(places: ArrayLike, turns: ArrayLike) -> Floats:
    """Clock hands: for each place (n,) sine and cosine of place * turn, for each of the turns (m,): (n, 2 m)."""
    angles = floats("places", places)[:, None] * floats("turns", turns)  # (n, m)
    found: Floats = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(len(angles), -1)
    return found


def rotated(vectors: ArrayLike, places: ArrayLike, turns: ArrayLike) -> Floats:
    """Vectors (n, 2 m) turned counterclockwise, each pair of numbers by place * turn: their lengths stay.

    ValueError: as many pairs as turns, as many vectors as places, or the shapes do not fit.
    """
    pairs, angles = floats("vectors", vectors, axes=2), floats("places", places)[:, None] * floats("turns", turns)
    if pairs.shape != (len(angles), 2 * angles.shape[1]):
        raise ValueError(f"vectors: shape {pairs.shape}; accepted is {(len(angles), 2 * angles.shape[1])}")
    x, y = pairs[:, ::2], pairs[:, 1::2]
    cosines, sines = np.cos(angles), np.sin(angles)
    turned: Floats = np.stack([cosines * x - sines * y, sines * x + cosines * y], axis=-1).reshape(pairs.shape)
    return turned


def slopes(n_queries: int, slope: float, n_keys: int | None = None) -> Floats:
    """What ALiBi takes off each score: slope times how many words the key stands before the query, (n_queries, n_keys).

    The queries are the last of the n_keys words, as many as these unless told. Nothing is taken off later words.
    """
    n_keys = n_queries if n_keys is None else n_keys
    before = np.arange(n_keys - n_queries, n_keys)[:, None] - np.arange(n_keys)
    return -slope * np.maximum(before, 0.0)


def spread_by_offset(scores: ArrayLike) -> float:
    """The largest difference among scores (n, n) whose key stands as many words before its query."""
    table = floats("scores", scores, axes=2)
    return float(max(np.ptp(np.diagonal(table, -offset)) for offset in range(len(table))))
