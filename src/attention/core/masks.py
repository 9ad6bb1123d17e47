"""Masks that are in use, what each way of applying one lets through, and how far words hear through layers.

Masks are (n, n) and True where a query (row) may attend to a key (column). NumPy alone. Causal: Vaswani et al. 2017,
section 3.2.3; windows and a first word that everybody keeps: Beltagy et al. 2020, Xiao et al. 2023.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from attention.core.attention import masked_weights, softmax
from attention.core.checks import Bools, Floats, floats, mask_of, one_of

Hiding = Literal["guarded", "plain", "billion"]


def patterns(n: int = 6) -> dict[str, Bools]:
    """Nine masks for n words by name; a block or a document is half of them."""
    i, j = np.indices((n, n))
    half, causal = (n + 1) // 2, j <= i
    return {
        "causal": causal,
        "window": causal & (j > i - 3),
        "prefix": causal | (j < 3),
        "both_ways": abs(i - j) <= 1,
        "padding": j < n - 2,
        "blocks": causal & (j // half == i // half),
        "first_and_window": causal & ((j == 0) | (j > i - 2)),
        "documents": j // half == i // half,
        "before": j < i,
    }


def bits(mask: ArrayLike) -> int:
    """A mask as one whole number: its cells row by row, the first of them the lowest bit."""
    return sum(1 << place for place, cell in enumerate(np.ravel(mask).tolist()) if cell)


def cells(number: int, n: int) -> Bools:
    """The mask (n, n) of such a number. (Python's own integers: NumPy's have 32 bits in a browser.)"""
    return np.array([number >> place & 1 for place in range(n * n)], bool).reshape(n, n)


def leaks(weights: ArrayLike, mask: ArrayLike) -> Floats:
    """What each row of weights (n_queries, n_keys) gives to keys that the mask hides, (n_queries,)."""
    shares: Floats = np.where(mask, 0.0, np.asarray(weights, float)).sum(axis=-1)
    return shares


def sums_to_one(weights: ArrayLike) -> bool:
    """Whether every row shares out all that it has."""
    return bool(np.allclose(np.asarray(weights, float).sum(axis=-1), 1.0))


def hidden(scores: ArrayLike, mask: ArrayLike, how: Hiding) -> Floats:
    """Weights under a mask that is added to the scores, in three programs that differ in a row without any key.

    "guarded"  core.softmax: such a row gets zeros.
    "plain"    exp(s - max) / sum as it is mostly written: -inf - -inf is NaN, and so is all of the row.
    "billion"  -1e9 in place of -inf: all are equally forbidden, so all get the same, a share of 1/n each.
    ValueError: an unknown how, a mask or scores that do not fit.
    """
    one_of(Hiding, "how", how)
    scores = floats("scores", scores)
    mask = mask_of(mask, scores.shape)
    if how == "guarded":
        return masked_weights(scores, mask)
    if how == "billion":
        return softmax(np.where(mask, scores, -1e9))
    with np.errstate(invalid="ignore"):
        seen = np.where(mask, scores, -np.inf)
        exponentials = np.exp(seen - seen.max(axis=-1, keepdims=True))
        shares: Floats = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return shares


def heard(mask: ArrayLike, layers: int = 3) -> list[int]:
    """How many words the last one hears of after 1, 2, ... layers, each of which keeps what the word itself knew."""
    hop = np.asarray(mask, bool) | np.eye(len(np.asarray(mask)), dtype=bool)
    reach, counts = np.eye(len(hop), dtype=bool), []
    for _ in range(layers):
        reach = (hop.astype(int) @ reach.astype(int)) > 0
        counts.append(int(reach[-1].sum()))
    return counts
