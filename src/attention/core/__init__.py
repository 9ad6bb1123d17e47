"""Attention in NumPy, and nothing but NumPy: one head (attention), many (heads), what they cost (costs), the plane."""

from attention.core.attention import (
    Attention,
    Divisor,
    Masking,
    attend,
    causal_mask,
    divisor,
    dot_products,
    head,
    masked_weights,
    mix,
    project,
    scores,
    softmax,
)
from attention.core.checks import Bools, Floats

__all__ = [
    "Attention",
    "Bools",
    "Divisor",
    "Floats",
    "Masking",
    "attend",
    "causal_mask",
    "divisor",
    "dot_products",
    "head",
    "masked_weights",
    "mix",
    "project",
    "scores",
    "softmax",
]
