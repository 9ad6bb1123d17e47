"""Many heads, and heads between two texts: split, attend, merge; the factored value; the residual. NumPy and core only.

    outputs = concatenate(head_1, ..., head_h) @ W_O.T = sum over heads of head_i @ (block i of W_O).T

Vaswani et al. 2017, "Attention Is All You Need": multi-head attention section 3.2.2, cross-attention section 3.2.3.
The sum over heads is the same arithmetic in another order: Elhage et al. 2021, "A Mathematical Framework for
Transformer Circuits". Shapes, masks, dtypes and errors are as in core.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from attention import core
from attention.core import Attention, Floats
from attention.core.checks import count, floats, require


def split(rows: ArrayLike, n_heads: int) -> Floats:
    """Each row (..., n, n_heads * d) cut into n_heads pieces of equal width: (..., n_heads, n, d).

    ValueError: n_heads is no integer of at least 1, or does not divide the width.
    """
    rows = floats("rows", rows, axes=2)
    count("n_heads", n_heads, least=1)
    if rows.shape[-1] % n_heads:
        raise ValueError(f"rows: shape {rows.shape}; accepted is a width that {n_heads} heads divide")
    pieces: Floats = rows.reshape(*rows.shape[:-1], n_heads, rows.shape[-1] // n_heads)
    return np.swapaxes(pieces, -2, -3)


def merge(pieces: ArrayLike) -> Floats:
    """The pieces (..., n_heads, n, d) of each row side by side again: (..., n, n_heads * d). Undoes `split`."""
    pieces = np.swapaxes(floats("pieces", pieces, axes=3), -2, -3)  # (..., n, n_heads, d)
    return pieces.reshape(*pieces.shape[:-2], pieces.shape[-2] * pieces.shape[-1])


def blocks(w_o: ArrayLike, n_heads: int) -> Floats:
    """Each head's block of w_o (d_model, n_heads * d_v): (n_heads, d_model, d_v), the head's way back to d_model.

    ValueError: as in `split`.
    """
    return split(w_o, n_heads)


@dataclass(frozen=True, eq=False)
class MultiHead:
    """All that a row of heads computed, as read-only arrays."""

    heads: Attention  # with an axis for the heads: weights (..., n_heads, n_queries, n_keys)
    changes: Floats  # (..., n_heads, n_queries, d_model), what each head proposes to add
    outputs: Floats  # (..., n_queries, d_model), the concatenated heads through w_o

    def __post_init__(self) -> None:
        for array in (self.changes, self.outputs):
            array.flags.writeable = False


def multi_head(
    embeddings: ArrayLike,
    w_q: ArrayLike,
    w_k: ArrayLike,
    w_v: ArrayLike,
    w_o: ArrayLike,
    n_heads: int,
    mask: ArrayLike | None = None,
    context: ArrayLike | None = None,
) -> MultiHead:
    """n_heads heads on the same embeddings (..., n_queries, d_model); keys and values from `context` if it is given.

    w_q and w_k (n_heads * d_k, d_model), w_v (n_heads * d_v, d_model): the heads' matrices one below the other; w_o
    (d_model, n_heads * d_v): their blocks side by side. The mask broadcasts to (..., n_heads, n_queries, n_keys), so
    one for each text of a batch needs an axis of 1 for the heads.
    ValueError: widths that the heads do not divide or that do not fit, or as in core.
    """
    context = embeddings if context is None else context
    heads = core.attend(
        split(core.project(embeddings, w_q, "w_q"), n_heads),
        split(core.project(context, w_k, "w_k"), n_heads),
        split(core.project(context, w_v, "w_v"), n_heads),
        mask,
    )
    outputs = core.project(merge(heads.outputs), w_o, "w_o")  # (..., n_queries, d_model)
    changes = [
        core.project(heads.outputs[..., head, :, :], block, "w_o") for head, block in enumerate(blocks(w_o, n_heads))
    ]
    return MultiHead(heads, np.stack(changes, axis=-3), outputs)


def cross(
    embeddings: ArrayLike,
    context: ArrayLike,
    w_q: ArrayLike,
    w_k: ArrayLike,
    w_v: ArrayLike,
    mask: ArrayLike | None = None,
) -> Attention:
    """A head whose queries come from embeddings (..., n_q, d_model), its keys and values from context (..., n_k, d).

    The two may differ in number and in width: w_q (d_k, d_model), w_k (d_k, d), w_v (d_v, d); the pattern: n_q by n_k.
    ValueError: as in core.
    """
    queries = core.project(floats("embeddings", embeddings, axes=2), w_q, "w_q")
    context = floats("context", context, axes=2)
    return core.attend(queries, core.project(context, w_k, "w_k"), core.project(context, w_v, "w_v"), mask)


def residual(embeddings: ArrayLike, change: ArrayLike) -> Floats:
    """What the next layer gets: each embedding plus its change, both (..., n_tokens, d_model) (section 3.1).

    ValueError: the two differ in shape, a number is not finite, a sum overflows.
    """
    embeddings, change = floats("embeddings", embeddings), floats("change", change)
    if embeddings.shape != change.shape:
        raise ValueError(f"change: shape {change.shape}; accepted is that of the embeddings, {embeddings.shape}")
    with np.errstate(over="ignore"):
        moved: Floats = embeddings + change
    require(np.isfinite(moved), "embeddings with change overflow", moved, "numbers whose sums stay finite")
    return moved


def factored(w: ArrayLike, rank: int) -> tuple[Floats, Floats]:
    """The two factors of width `rank` whose product up @ down comes nearest to w (d_out, d_in).

    down (rank, d_in) and up (d_out, rank), by the singular values: no other matrix of that rank has a smaller sum of
    squared differences (Eckart and Young 1936). Each singular value is shared evenly between the two.
    ValueError: w is no matrix or not finite; rank is no integer from 0 to the smaller side of w.
    """
    w = _matrix(w)
    _rank(rank, min(w.shape))
    out, strengths, into = np.linalg.svd(w, full_matrices=False)
    roots = np.sqrt(strengths[:rank])  # (rank,)
    return roots[:, None] * into[:rank], out[:, :rank] * roots


def lost(w: ArrayLike, rank: int) -> float:
    """The share of w's squared numbers, 0 to 1, that is missing from its best factors of width `rank`.

    It is that of the singular values left out (Eckart and Young 1936), and 0 for a w of zeros.
    ValueError: see `factored`.
    """
    passing = strengths(w)
    _rank(rank, passing.size)
    squares = (passing / (passing.max(initial=0.0) or 1.0)) ** 2  # at most 1: none overflows, and the largest stays
    return float(squares[rank:].sum()) / (float(squares.sum()) or 1.0)


def strengths(w: ArrayLike) -> Floats:
    """The singular values of w (d_out, d_in), largest first, (min(d_out, d_in),): what each direction gets."""
    values: Floats = np.linalg.svd(_matrix(w), compute_uv=False)
    return values


def _matrix(given: ArrayLike) -> Floats:
    w = floats("w", given, axes=2)
    if w.ndim != 2:
        raise ValueError(f"w: shape {w.shape}; accepted is one matrix, (d_out, d_in)")
    return w


def _rank(rank: int, most: int) -> None:
    count("rank", rank)
    if rank > most:
        raise ValueError(f"rank: {rank}; accepted is an integer from 0 to {most}, the smaller side of w")
