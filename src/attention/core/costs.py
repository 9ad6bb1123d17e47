"""What attention costs: parameters and cells, counted by pure functions on whole numbers. No arrays, no units.

Weights of the matrices first, as the papers count them; biases, norms and positions are counted apart. GPT-2 small and
GPT-3 have the shapes of their papers, and the totals come out as published (see `total`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Model(NamedTuple):
    """The shape of a decoder-only transformer: widths, counts, the size of its vocabulary, its context in tokens."""

    d_model: int
    d_head: int
    n_heads: int
    n_layers: int
    vocabulary: int
    context: int = 0  # learned positions; 0: none


GPT2_SMALL = Model(768, 64, 12, 12, 50_257, 1_024)  # Radford et al. 2019, table 2, and the released hyperparameters
GPT3 = Model(12_288, 128, 96, 96, 50_257, 2_048)  # Brown et al. 2020, table 2.1; the vocabulary is GPT-2's
MLP_WIDTH = 4  # the hidden layer of an MLP is so many times d_model wide: Brown et al. 2020, section 2.1


def projection(d_model: int, d_head: int) -> int:
    """The parameters of one head's query matrix, d_head rows of d_model: W_Q of Vaswani et al. 2017, section 3.2.2.

    The key matrix, and each half of a factored value, have as many.
    """
    _counted(d_model=d_model, d_head=d_head)
    return d_model * d_head


def square(d_model: int) -> int:
    """The parameters of a value matrix that leads from d_model straight back to d_model."""
    _counted(d_model=d_model)
    return d_model**2


def factors(d_model: int, rank: int) -> int:
    """The parameters of a value factored into a map down to `rank` numbers and one up again: 2 * d_model * rank."""
    return 2 * projection(d_model, rank)


def head(d_model: int, d_head: int) -> int:
    """One head: query, key, value down and value up (its block of W_O), 4 * d_model * d_head in all."""
    return 4 * projection(d_model, d_head)


def block(d_model: int, d_head: int, n_heads: int) -> int:
    """The attention of one layer: all its heads. The multi-head attention of Vaswani et al. 2017, section 3.2.2."""
    _counted(n_heads=n_heads)
    return n_heads * head(d_model, d_head)


def attention(model: Model) -> int:
    """The attention of all layers."""
    return model.n_layers * block(model.d_model, model.d_head, model.n_heads)


def mlps(model: Model) -> int:
    """The MLPs of all layers: from d_model to 4 * d_model and back, 8 * d_model**2 a layer (Brown et al. 2020)."""
    return model.n_layers * 2 * MLP_WIDTH * model.d_model**2


def embedding(model: Model) -> int:
    """The table with a row for every token of the vocabulary. The unembedding has as many, or is the same table."""
    return model.vocabulary * model.d_model


def rest(model: Model) -> int:
    """Learned positions; the biases and norms of the layers; the last norm.

    Biases: of W_Q, W_K, W_V one for every number of all heads, d_model each for W_O and the MLP's way back, and
    4 * d_model for its way up. Norms: two a layer and a last one, each with 2 * d_model. As in the released GPT-2.
    """
    inner = 3 * model.n_heads * model.d_head + (1 + MLP_WIDTH + 1) * model.d_model
    norms = 2 * model.d_model
    return model.context * model.d_model + model.n_layers * (inner + 2 * norms) + norms


def total(model: Model, tied: bool = True) -> int:
    """All parameters: 124,439,808 in GPT-2 small as released, 174,600 million in GPT-3 (Brown et al. 2020, table D.1).

    `tied`: the unembedding is the embedding table used again, as in GPT-2, and counts once; else it counts again.
    """
    return attention(model) + mlps(model) + (1 if tied else 2) * embedding(model) + rest(model)


def significant(count: int, digits: int) -> int:
    """A count rounded to so many significant digits, half away from zero: 6,291,456 to two is 6,300,000.

    ValueError: fewer than one digit, a negative count.
    """
    if digits < 1 or count < 0:
        raise ValueError(f"{count} to {digits} digits: accepted are counts of at least 0 and at least one digit")
    unit: int = 10 ** max(0, len(str(count)) - digits)
    return (count + unit // 2) // unit * unit


def rounded_block(d_model: int, d_head: int, n_heads: int) -> int:
    """`block` as it comes out when a head is first rounded to two digits: 96 heads of 6.3 million are 604.8 million."""
    _counted(n_heads=n_heads)
    return n_heads * significant(head(d_model, d_head), 2)


def rounded_attention(model: Model) -> int:
    """`attention` from rounded heads: 58.06 billion for GPT-3, where the exact count is 57.98 billion."""
    return model.n_layers * rounded_block(model.d_model, model.d_head, model.n_heads)


def cells(n_queries: int, n_keys: int | None = None) -> int:
    """The cells of one attention pattern: n_queries * n_keys, and n squared within one text."""
    n_keys = n_queries if n_keys is None else n_keys
    _counted(n_queries=n_queries, n_keys=n_keys)
    return n_queries * n_keys


def causal_cells(n: int) -> int:
    """The cells of a pattern that a causal mask leaves: n * (n + 1) / 2."""
    _counted(n=n)
    return n * (n + 1) // 2


def earliest_steps(waits_for: Sequence[Sequence[int]]) -> list[int]:
    """The step, counted from 1, at which each result can be had at the earliest, if all that is ready is done at once.

    `waits_for` lists, for each result, the earlier ones it needs. The largest step is what table 1 of Vaswani et al.
    2017 calls sequential operations: n for a recurrent chain, 1 for attention.
    ValueError: a result waits for a later one.
    """
    steps: list[int] = []
    for place, others in enumerate(waits_for):
        if not all(0 <= other < place for other in others):
            raise ValueError(f"result {place} waits for {list(others)}; accepted are results before it")
        steps.append(1 + max((steps[other] for other in others), default=0))
    return steps


def _counted(**counts: int) -> None:
    for name, count in counts.items():
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise ValueError(f"{name}: {count!r}; accepted is an integer of at least 0")
