"""Counts against matrices that are really there, and against the totals that were published."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attention import core
from attention.core import costs
from attention.core.costs import GPT2_SMALL, GPT3, Model

small = st.integers(1, 6)
shapes = st.builds(Model, small, small, small, small, st.integers(0, 9), st.integers(0, 9))


def built(model, tied=True):
    """Every array of such a model, by what it belongs to."""
    d, inner, hidden = model.d_model, model.n_heads * model.d_head, 4 * model.d_model
    arrays = {"attention": [], "mlps": [], "rest": [np.empty((model.context, d))], "embedding": []}
    arrays["embedding"] += [np.empty((model.vocabulary, d))] * (1 if tied else 2)
    for _ in range(model.n_layers):
        for _ in range(model.n_heads):
            arrays["attention"] += [np.empty((model.d_head, d)) for _ in range(3)] + [np.empty((d, model.d_head))]
        arrays["mlps"] += [np.empty((hidden, d)), np.empty((d, hidden))]
        arrays["rest"] += [np.empty(inner) for _ in range(3)] + [np.empty(d), np.empty(hidden), np.empty(d)]
        arrays["rest"] += [np.empty(d) for _ in range(4)]  # two norms
    arrays["rest"] += [np.empty(d), np.empty(d)]
    return {part: sum(array.size for array in them) for part, them in arrays.items()}


@settings(max_examples=60)
@given(shapes, st.booleans())
def test_counts_are_those_of_arrays(model, tied):
    there = built(model, tied)
    assert costs.attention(model) == there["attention"]
    assert costs.mlps(model) == there["mlps"]
    assert costs.rest(model) == there["rest"]
    assert costs.embedding(model) * (1 if tied else 2) == there["embedding"]
    assert costs.total(model, tied) == sum(there.values())


@settings(max_examples=40)
@given(st.integers(0, 12), st.integers(0, 12))
def test_cells_are_those_of_a_mask(n_queries, n_keys):
    assert costs.cells(n_queries, n_keys) == np.ones((n_queries, n_keys)).size
    assert costs.cells(n_queries) == n_queries**2
    assert costs.causal_cells(n_queries) == core.causal_mask(n_queries).sum()


def test_the_totals_that_were_published():
    assert costs.total(GPT2_SMALL) == 124_439_808  # the released model
    assert costs.significant(costs.total(GPT3), 4) == 174_600_000_000  # Brown et al. 2020, table D.1, in millions


def test_the_figures_of_gpt3():
    assert costs.projection(12_288, 128) == 1_572_864
    assert costs.square(12_288) == 150_994_944
    assert costs.factors(12_288, 128) == 3_145_728
    assert costs.head(12_288, 128) == 6_291_456
    assert costs.block(12_288, 128, 96) == 603_979_776
    assert costs.rounded_block(12_288, 128, 96) == 604_800_000
    assert costs.attention(GPT3) == 57_982_058_496
    assert costs.rounded_attention(GPT3) == 58_060_800_000
    assert round(costs.attention(GPT3) / 175e9, 2) == 0.33
    assert round((175e9 - costs.rounded_attention(GPT3)) / 1e9, 1) == 116.9
    assert costs.embedding(GPT3) == 617_558_016


@pytest.mark.parametrize(
    ("count", "digits", "rounded"),
    [(6_291_456, 2, 6_300_000), (6_250_000, 2, 6_300_000), (96, 2, 96), (7, 3, 7), (0, 2, 0), (995, 2, 1_000)],
)
def test_significant_digits(count, digits, rounded):
    assert costs.significant(count, digits) == rounded


@settings(deadline=None)
@given(st.integers(0, 10**15), st.integers(1, 6))
def test_rounding_is_as_near_as_printing(count, digits):
    assert abs(costs.significant(count, digits) - count) <= abs(int(float(f"{count:.{digits - 1}e}")) - count)


def test_steps_are_the_longest_wait():
    assert costs.earliest_steps([range(max(0, place - 1), place) for place in range(8)]) == list(range(1, 9))
    assert costs.earliest_steps([[]] * 8) == [1] * 8
    # 2 waits for 0 and 1, which is two steps in; 3 for 0 alone.
    assert costs.earliest_steps([[], [0], [0, 1], [0]]) == [1, 2, 3, 2]
    assert costs.earliest_steps([]) == []


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: costs.projection(-1, 2), "d_model: -1; accepted is an integer of at least 0"),
        (lambda: costs.block(2, 2, 1.5), "n_heads: 1.5"),
        (lambda: costs.square(True), "d_model: True"),
        (lambda: costs.cells(3, -1), "n_keys: -1"),
        (lambda: costs.causal_cells(-1), "n: -1"),
        (lambda: costs.significant(5, 0), "at least one digit"),
        (lambda: costs.earliest_steps([[], [1]]), "result 1 waits for .*accepted are results before it"),
    ],
)
def test_what_is_no_count_is_named(call, says):
    with pytest.raises(ValueError, match=says):
        call()
