"""One attention head in NumPy, in the order of the formula, with every number on the way kept.

    weights = softmax(queries @ keys.T / sqrt(d_k))        outputs = weights @ values

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1; causal mask: section 3.2.3. There are no units.

Said once, for every function. Rows are queries, columns are keys; leading axes are a batch and broadcast. A mask
is True where a query may attend. float32 and float64 stay what they are; float16 is computed and returned as
float32, integers as float64, and of two dtypes the wider one wins. Only scores may hold -inf. What does not fit,
is not finite or overflows is a ValueError that names the argument; what is accepted gives no NaN and no warning.
"""

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from attention.core.checks import Bools, Floats, count, floats, mask_of, matmul, one_of

Divisor: TypeAlias = Literal["none", "sqrt_d", "d"]
Masking: TypeAlias = Literal["add", "multiply", "zero_after"]


def project(embeddings: ArrayLike, w: ArrayLike, name: str = "w") -> Floats:
    """Send each row x of embeddings (..., d_model) through w (d_out, d_model): rows of w @ x, (..., d_out).

    The name is what errors call w. ValueError: w is no matrix or not d_model wide, a number is not finite, overflow.
    """
    embeddings, w = floats("embeddings", embeddings), floats(name, w, axes=2)
    if w.ndim != 2 or w.shape[1] != embeddings.shape[-1]:
        raise ValueError(f"{name}: shape {w.shape}; accepted is (d_out, {embeddings.shape[-1]}), as wide as embeddings")
    return matmul(embeddings, w.T, f"embeddings with {name}")


def dot_products(queries: ArrayLike, keys: ArrayLike) -> Floats:
    """Every query with every key, before the division: queries @ keys.T of section 3.2.1.

    queries (..., n_queries, d_k) and keys (..., n_keys, d_k) give (..., n_queries, n_keys); one query gives one row.
    ValueError: the two differ in d_k or their batches clash, a number is not finite, a dot product overflows.
    """
    queries, keys = floats("queries", queries), floats("keys", keys, axes=2)
    if queries.shape[-1] != keys.shape[-1]:
        raise ValueError(f"keys: shape {keys.shape}; accepted is (..., n_keys, {queries.shape[-1]}), as in queries")
    return matmul(queries, keys.swapaxes(-1, -2), "queries with keys")


def divisor(kind: Divisor, d_k: int) -> float:
    """What dot products are divided by: 1 ("none"), sqrt(d_k) ("sqrt_d", section 3.2.1) or d_k ("d").

    Dot products of d_k independent entries of variance 1 spread as sqrt(d_k), so "sqrt_d" holds the spread at 1.
    ValueError: an unknown kind, a d_k that is no integer of at least 1.
    """
    one_of(Divisor, "kind (divided_by)", kind)
    count("d_k", d_k, least=1)
    return {"none": 1.0, "sqrt_d": math.sqrt(d_k), "d": float(d_k)}[kind]


def scores(queries: ArrayLike, keys: ArrayLike, divided_by: Divisor = "sqrt_d") -> Floats:
    """The dot products after the division (section 3.2.1); shapes and errors of `dot_products` and `divisor`."""
    return dot_products(queries, keys) / divisor(divided_by, np.shape(keys)[-1])  # (..., n_queries, n_keys)


def causal_mask(n_queries: int, n_keys: int | None = None) -> Bools:
    """True where a query may attend: at its own key and at all earlier ones (section 3.2.3).

    (n_queries, n_keys); n_keys is n_queries unless given. The last query stands at the last key, as it does with a
    key/value cache, so with fewer keys than queries the first queries have no key at all.
    ValueError: a count that is no integer of at least 0.
    """
    n_keys = n_queries if n_keys is None else n_keys
    count("n_queries", n_queries)
    count("n_keys", n_keys)
    return np.tri(n_queries, n_keys, k=n_keys - n_queries, dtype=np.bool_)


@np.errstate(over="ignore", under="ignore")
def softmax(scores: ArrayLike) -> Floats:
    """exp(scores), shared out so that the last axis sums to 1 within rounding (section 3.2.1); same shape.

    -inf gets weight 0 exactly. A row with nothing but -inf has nothing to share out and gives zeros.
    ValueError: NaN or +inf, no axis at all.
    """
    scores = floats("scores", scores, minus_inf=True)
    # Taking the largest away changes no ratio and keeps exp at or below 1. The gap to it may overflow, to -inf: that
    # weight is 0 anyway. Starting from the lowest finite number keeps a row of -inf from computing -inf - -inf.
    largest: Floats = scores.max(axis=-1, keepdims=True, initial=np.finfo(scores.dtype).min)  # (..., 1)
    exponentials: Floats = np.exp(scores - largest)
    # The largest score itself adds exp(0) = 1, so only a row of zeros sums to less, and dividing by 1 leaves it so.
    weights: Floats = exponentials / np.maximum(exponentials.sum(axis=-1, keepdims=True), 1)
    return weights


def masked_weights(scores: ArrayLike, mask: ArrayLike, how: Masking = "add") -> Floats:
    """softmax of scores (..., n_queries, n_keys) under a mask that broadcasts to their shape; same shape.

    "add"         -inf onto the masked scores, before softmax: section 3.2.3, and the only one that masks.
    "multiply"    the masked scores by 0, before softmax: a mistake, since exp(0) = 1 keeps a share.
    "zero_after"  the masked weights by 0, after softmax: a mistake, since the rest no longer sums to 1.
    ValueError: a mask that is not boolean or does not fit, an unknown how, NaN or +inf among the scores.
    """
    one_of(Masking, "how", how)
    scores = floats("scores", scores, minus_inf=True)
    mask = mask_of(mask, scores.shape)
    if how == "add":
        return softmax(np.where(mask, scores, -np.inf))
    if how == "multiply":
        return softmax(np.where(mask, scores, 0.0))  # not a product: 0 * -inf would be NaN
    return np.where(mask, softmax(scores), 0.0)


def mix(weights: ArrayLike, values: ArrayLike) -> Floats:
    """Each row of weights (..., n_queries, n_keys), or one (n_keys,), sums up values (..., n_keys, d_v).

    Gives outputs (..., n_queries, d_v), or (..., d_v) for one row: weights @ values of section 3.2.1.
    ValueError: the two differ in n_keys or their batches clash, a number is not finite, an output overflows.
    """
    weights, values = floats("weights", weights), floats("values", values, axes=2)
    if weights.shape[-1] != values.shape[-2]:
        raise ValueError(f"values: shape {values.shape}; accepted is (..., {weights.shape[-1]}, d_v), a row per weight")
    return matmul(weights, values, "weights with values")


@dataclass(frozen=True, eq=False)
class Attention:
    """All that one head computed, in order, as read-only arrays of its own."""

    queries: Floats  # (..., n_queries, d_k)
    keys: Floats  # (..., n_keys, d_k)
    values: Floats  # (..., n_keys, d_v)
    dot_products: Floats  # (..., n_queries, n_keys)
    divided_by: float
    scores: Floats  # (..., n_queries, n_keys), before the mask
    mask: Bools | None  # (..., n_queries, n_keys), True = may attend
    weights: Floats  # (..., n_queries, n_keys)
    outputs: Floats  # (..., n_queries, d_v)

    def __post_init__(self) -> None:
        for name, array in list(vars(self).items()):
            if isinstance(array, np.ndarray):
                own = array.copy()  # or the caller's array would be frozen too, and what it writes would show here
                own.flags.writeable = False
                object.__setattr__(self, name, own)

    @property
    def empty_rows(self) -> Bools:
        """True for each query that had no allowed key: its weights and its output are 0 when masked by "add"."""
        allowed = np.ones(self.scores.shape, np.bool_) if self.mask is None else self.mask
        return np.asarray(~allowed.any(axis=-1))  # (..., n_queries)


def attend(
    queries: ArrayLike,
    keys: ArrayLike,
    values: ArrayLike,
    mask: ArrayLike | None = None,
    divided_by: Divisor = "sqrt_d",
    masking: Masking = "add",
) -> Attention:
    """Attention as in section 3.2.1, with every step kept: dot products, scores, weights, outputs.

    queries (..., n_queries, d_k), keys (..., n_keys, d_k), values (..., n_keys, d_v), and a mask that broadcasts to
    (..., n_queries, n_keys) or None. divided_by: see `divisor`; masking: see `masked_weights`.
    The arrays given are copied, never changed. ValueError: as in the functions it is made of.
    """
    one_of(Masking, "masking", masking)
    queries, keys = floats("queries", queries, axes=2), floats("keys", keys, axes=2)
    values = floats("values", values, axes=2)
    products = dot_products(queries, keys)  # (..., n_queries, n_keys)
    by = divisor(divided_by, keys.shape[-1])
    divided = products / by  # (..., n_queries, n_keys)
    allowed = None if mask is None else mask_of(mask, divided.shape)  # (..., n_queries, n_keys)
    weights = softmax(divided) if allowed is None else masked_weights(divided, allowed, masking)
    outputs = mix(weights, values)  # (..., n_queries, d_v)
    return Attention(queries, keys, values, products, by, divided, allowed, weights, outputs)


def head(
    embeddings: ArrayLike, w_q: ArrayLike, w_k: ArrayLike, w_v: ArrayLike, mask: ArrayLike | None = None
) -> Attention:
    """A head of self-attention: `attend` with queries, keys and values projected from the same embeddings.

    embeddings (..., n_tokens, d_model); w_q and w_k (d_k, d_model); w_v (d_v, d_model).
    ValueError: w_q and w_k differ in d_k, or as in `project` and `attend`.
    """
    embeddings = floats("embeddings", embeddings, axes=2)
    queries, keys = project(embeddings, w_q, "w_q"), project(embeddings, w_k, "w_k")
    if queries.shape != keys.shape:
        raise ValueError(f"w_k: shape {np.shape(w_k)}; accepted is that of w_q, {np.shape(w_q)}")
    return attend(queries, keys, project(embeddings, w_v, "w_v"), mask)
