"""How much a word counts in an output, asked in two ways, and a word that takes weight and gives nothing. NumPy alone.

Weights are not influence: Kobayashi et al. 2020, "Attention is Not Only a Weight". A first word that soaks up weight:
Xiao et al. 2023, "Efficient Streaming Language Models with Attention Sinks".
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from attention.core.attention import causal_mask, masked_weights
from attention.core.checks import Bools, Floats, floats, matmul


def lengths(weights: ArrayLike, values: ArrayLike) -> Floats:
    """How long what each word adds is: |w v| for weights (n_keys,) and values (n_keys, d_v), (n_keys,)."""
    found: Floats = floats("weights", weights) * np.linalg.norm(floats("values", values), axis=1)
    return found


def moved_without(weights: ArrayLike, values: ArrayLike) -> Floats:
    """How far the output moves when a word is taken out and its weight shared among the others, (n_keys,).

    What remains is (o - w v) / (1 - w), so the output moves by |w (v - o)| / (1 - w). Where a word has all the weight
    there is nothing left to compare with: NaN.
    """
    weights, values = floats("weights", weights), floats("values", values)
    apart = np.linalg.norm(values - matmul(weights, values, "weights with values"), axis=1)
    rest = 1 - weights
    found: Floats = np.divide(weights * apart, rest, out=np.full(len(weights), np.nan), where=rest > 1e-12)
    return found


def with_sink(queries: ArrayLike, keys: ArrayLike, strength: float) -> tuple[Floats, Bools]:
    """Scores and causal mask (n, n + 1) with a word in front whose score is `strength` for every query.

    In the plane of queries that point every way no key can have that; a third number can: each query carries 1 there,
    the sink's key strength * sqrt(2), all other keys 0.
    """
    queries, keys = floats("queries", queries), floats("keys", keys)
    scores = queries @ keys.T / math.sqrt(keys.shape[1])
    n = len(queries)
    with_front = np.hstack([np.full((n, 1), float(strength)), scores])
    return with_front, np.hstack([np.ones((n, 1), bool), causal_mask(n)])


def sink_weights(queries: ArrayLike, keys: ArrayLike, strength: float) -> Floats:
    """The weights (n, n + 1) under that mask, the sink in front."""
    scores, mask = with_sink(queries, keys, strength)
    return masked_weights(scores, mask)
