"""The core against attention written a second time, number by number, without NumPy's array operations."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from attention import core

pytestmark = pytest.mark.filterwarnings("error")
thorough = settings(max_examples=60)


def naive(queries, keys, values, mask, divided_by, masking):
    """Attention of nested lists, one query at a time; the largest score is not subtracted, so scores stay small."""
    d_k = len(queries[0])
    by = {"none": 1.0, "sqrt_d": d_k**0.5, "d": d_k}[divided_by]
    all_scores, all_weights, outputs = [], [], []
    for i, query in enumerate(queries):
        row_scores, shares = [], []
        for j, key in enumerate(keys):
            score = 0.0
            for a, b in zip(query, key, strict=True):
                score += a * b
            score /= by
            row_scores.append(score)
            if mask[i][j] or masking == "zero_after":
                shares.append(math.exp(score))
            else:
                shares.append({"add": 0.0, "multiply": 1.0}[masking])
        total = sum(shares)
        weights = [share / total if total else 0.0 for share in shares]
        if masking == "zero_after":
            weights = [weight if mask[i][j] else 0.0 for j, weight in enumerate(weights)]
        output = [
            sum(weight * value[c] for weight, value in zip(weights, values, strict=True)) for c in range(len(values[0]))
        ]
        all_scores.append(row_scores)
        all_weights.append(weights)
        outputs.append(output)
    return all_scores, all_weights, outputs


def tables(*shape):
    return arrays(np.float64, shape, elements=st.floats(-4, 4, allow_subnormal=False))


@st.composite
def heads(draw, batch=()):
    n_queries, n_keys, d_k, d_v = (draw(st.integers(1, 5)) for _ in range(4))
    return {
        "queries": draw(tables(*batch, n_queries, d_k)),
        "keys": draw(tables(*batch, n_keys, d_k)),
        "values": draw(tables(*batch, n_keys, d_v)),
        "mask": draw(arrays(np.bool_, (*batch, n_queries, n_keys))),
        "divided_by": draw(st.sampled_from(["none", "sqrt_d", "d"])),
        "masking": draw(st.sampled_from(["add", "multiply", "zero_after"])),
    }


def agrees(head, expected):
    scores, weights, outputs = expected
    np.testing.assert_allclose(head.scores, scores, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(head.weights, weights, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(head.outputs, outputs, rtol=1e-10, atol=1e-12)


@thorough
@given(heads())
def test_masked_attention(case):
    head = core.attend(**case)
    agrees(
        head,
        naive(
            *(case[name].tolist() for name in ("queries", "keys", "values", "mask")),
            case["divided_by"],
            case["masking"],
        ),
    )
    np.testing.assert_array_equal(head.empty_rows, [not any(row) for row in case["mask"].tolist()])


@thorough
@given(heads())
def test_no_mask_is_a_mask_that_allows_everything(case):
    case["mask"] = np.ones_like(case["mask"])
    expected = naive(
        *(case[name].tolist() for name in ("queries", "keys", "values", "mask")), case["divided_by"], "add"
    )
    agrees(core.attend(**case), expected)
    agrees(core.attend(**{**case, "mask": None}), expected)


@thorough
@given(st.integers(1, 4).flatmap(lambda batch: heads(batch=(batch, 2))))
def test_leading_axes_are_heads_computed_side_by_side(case):
    together = core.attend(**case)
    for at in np.ndindex(case["queries"].shape[:-2]):
        one = {name: given[at] if isinstance(given, np.ndarray) else given for name, given in case.items()}
        expected = naive(
            *(one[name].tolist() for name in ("queries", "keys", "values", "mask")), one["divided_by"], one["masking"]
        )
        np.testing.assert_allclose(together.scores[at], expected[0], rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(together.weights[at], expected[1], rtol=1e-10, atol=1e-12)
        np.testing.assert_allclose(together.outputs[at], expected[2], rtol=1e-10, atol=1e-12)


@thorough
@given(heads(batch=(3,)))
def test_keys_and_values_may_be_shared_by_a_batch_of_queries(case):
    shared = {**case, "keys": case["keys"][0], "values": case["values"][0], "mask": case["mask"][0]}
    repeated = {**case, **{name: np.stack([shared[name]] * 3) for name in ("keys", "values", "mask")}}
    np.testing.assert_allclose(core.attend(**shared).outputs, core.attend(**repeated).outputs, rtol=1e-10, atol=1e-12)


@thorough
@given(st.integers(0, 7), st.integers(0, 7))
def test_causal_mask_counts_back_from_the_last_key(n_queries, n_keys):
    mask = core.causal_mask(n_queries, n_keys)
    assert mask.shape == (n_queries, n_keys)
    for i in range(n_queries):
        for j in range(n_keys):
            assert mask[i, j] == (n_keys - j >= n_queries - i)


@thorough
@given(heads(), st.data())
def test_one_row_is_the_row_of_the_whole(case, data):
    queries, keys, values = case["queries"], case["keys"], case["values"]
    i = data.draw(st.integers(0, len(queries) - 1))
    head = core.attend(queries, keys, values)
    scores = core.scores(queries[i], keys)
    np.testing.assert_allclose(scores, head.scores[i], rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(core.mix(core.softmax(scores), values), head.outputs[i], rtol=1e-10, atol=1e-12)
