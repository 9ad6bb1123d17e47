"""A small transformer of attention alone: layers of heads between an embedding and an unembedding. NumPy alone.

    x = E[word] + P[place]                                              then, in each layer,
    x = x + sum over heads of softmax(mask(q k' / sqrt(d_head))) v O    and in the end p = softmax(x U)

No normalisation and no MLP: what is left is what heads can do together (Elhage et al. 2021, "A Mathematical Framework
for Transformer Circuits"). Numbers lie in rows: x (n, length, d). Gradients are in sitebuild: no reader trains this.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from attention.core.attention import causal_mask, softmax
from attention.core.checks import Floats
from attention.core.training import Integers

Head = tuple[int, int]  # layer, head


@dataclass(frozen=True)
class Shape:
    """How large a transformer is: `numbers` counts what it has learned."""

    words: int
    places: int
    layers: int = 2
    heads: int = 4
    d: int = 32
    d_head: int = 16

    def matrices(self) -> dict[str, tuple[int, ...]]:
        """Each matrix's name and shape, in the order in which they are kept."""
        into, back = (self.heads, self.d, self.d_head), (self.heads, self.d_head, self.d)
        ends = {"E": (self.words, self.d), "P": (self.places, self.d), "U": (self.d, self.words)}
        return ends | {
            f"{name}{layer}": back if name == "O" else into for layer in range(self.layers) for name in "QKVO"
        }

    @property
    def numbers(self) -> int:
        """How many numbers are learned."""
        return sum(math.prod(shape) for shape in self.matrices().values())


Weights = dict[str, Floats]  # by the names of Shape.matrices()


def unpacked(content: bytes, shape: Shape) -> Weights:
    """Weights (float32) from the bytes of their float16 numbers, one matrix after the other.

    ValueError: not as many numbers as the shape has.
    """
    if len(content) != 2 * shape.numbers:
        raise ValueError(f"weights: {len(content)} bytes; accepted are {2 * shape.numbers}, two for each number")
    flat, weights, at = np.frombuffer(content, np.float16).astype(np.float32), Weights(), 0
    for name, axes in shape.matrices().items():
        size = math.prod(axes)
        weights[name] = flat[at : at + size].reshape(axes)
        at += size
    return weights


def packed(weights: Weights, shape: Shape) -> bytes:
    """The bytes that `unpacked` reads, rounded to float16."""
    return b"".join(weights[name].astype(np.float16).tobytes() for name in shape.matrices())


@dataclass(frozen=True, eq=False)
class Pass:
    """What one forward pass computes."""

    weights: Floats  # (layers, heads, n, length, length)
    predicted: Floats  # (n, length, words): the probability of each next word


def forward(weights: Weights, shape: Shape, ids: Integers, first: int = 0, off: Collection[Head] = ()) -> Pass:
    """What becomes of texts ids (n, length) whose first word stands at place `first`; heads in `off` add nothing."""
    length = ids.shape[1]
    x = weights["E"][ids] + weights["P"][first : first + length]  # (n, length, d)
    hidden = np.where(causal_mask(length), 0.0, -np.inf).astype(x.dtype)
    seen = []
    for layer in range(shape.layers):
        queries, keys, values = (
            x[None] @ weights[f"{name}{layer}"][:, None] for name in "QKV"
        )  # (heads, n, length, d_head)
        attention = softmax(queries @ keys.swapaxes(-1, -2) / math.sqrt(shape.d_head) + hidden)
        on = np.array([(layer, head) not in off for head in range(shape.heads)], x.dtype)
        x = x + np.einsum("h,hntd->ntd", on, attention @ values @ weights[f"O{layer}"][:, None])
        seen.append(attention)
    return Pass(np.stack(seen), softmax(x @ weights["U"]))
