"""What must hold for every head, whatever its numbers: one property a test."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from attention import core

pytestmark = pytest.mark.filterwarnings("error")
thorough = settings(max_examples=60)

DTYPES = (np.float16, np.float32, np.float64)
WIDENED = {np.float16: np.float32, np.float32: np.float32, np.float64: np.float64}


def tables(*shape):
    return arrays(np.float64, shape, elements=st.floats(-3, 3, allow_subnormal=False))


@st.composite
def self_attention(draw, least=1):
    n_tokens, d_model, d_k, d_v = draw(st.integers(least, 6)), *(draw(st.integers(1, 4)) for _ in range(3))
    return (
        draw(tables(n_tokens, d_model)),
        draw(tables(d_k, d_model)),
        draw(tables(d_k, d_model)),
        draw(tables(d_v, d_model)),
    )


@st.composite
def extreme_scores(draw):
    """Any scores the dtype can hold, up to its largest number, with -inf among them."""
    dtype = draw(st.sampled_from(DTYPES))
    width = np.dtype(dtype).itemsize * 8
    top = float(np.finfo(dtype).max)
    elements = st.one_of(st.floats(-top, top, width=width), st.sampled_from([-np.inf, top, -top, 0.0]))
    return draw(arrays(dtype, (draw(st.integers(1, 4)), draw(st.integers(1, 6))), elements=elements))


@thorough
@given(extreme_scores())
def test_weights_are_a_share_of_one_at_any_size_of_score(scores):
    weights = core.softmax(scores)
    assert weights.dtype == WIDENED[scores.dtype.type]
    assert weights.shape == scores.shape
    assert np.isfinite(weights).all()
    assert (weights >= 0).all()
    assert (weights[np.isneginf(scores)] == 0).all()
    empty = np.isneginf(scores).all(axis=-1)
    np.testing.assert_allclose(weights.sum(axis=-1), ~empty, rtol=1e-6)
    assert (weights[empty] == 0).all()


@pytest.mark.parametrize("dtype", DTYPES)
def test_scores_of_ten_thousand_give_finite_rows(dtype):
    np.testing.assert_array_equal(core.softmax(np.array([1e4, -1e4, 1e4, 0], dtype)), [0.5, 0, 0.5, 0])


@thorough
@given(extreme_scores(), st.data())
def test_larger_scores_never_get_smaller_weights(scores, data):
    weights = core.softmax(scores)
    i = data.draw(st.integers(0, len(scores) - 1))
    order = np.argsort(scores[i], kind="stable")
    assert (np.diff(weights[i][order]) >= 0).all()


@thorough
@given(
    arrays(np.int64, (3, 4), elements=st.integers(-60, 60)),
    st.one_of(st.integers(-(2**50), 2**50), st.sampled_from([700, -700, 10**6, -(10**15)])),
)
def test_a_shift_of_all_scores_changes_nothing(scores, shift):
    # Whole numbers below 2**53 add up without rounding, so the two must agree to the last bit.
    np.testing.assert_array_equal(core.softmax(scores + shift), core.softmax(scores))


@thorough
@given(st.floats(-5, 5), st.floats(-5, 5), st.floats(-5, 5))
def test_the_ratio_of_two_weights_is_exp_of_the_gap(a, b, c):
    weights = core.softmax([a, b, c])
    np.testing.assert_allclose(weights[0] / weights[1], np.exp(a - b), rtol=1e-12)


@thorough
@given(self_attention())
def test_rows_of_weights_sum_to_one_and_none_is_zero_before_a_mask(case):
    head = core.head(*case)
    np.testing.assert_allclose(head.weights.sum(axis=-1), 1.0, rtol=1e-12)
    assert (head.weights >= 0).all()
    near = head.scores > head.scores.max(axis=-1, keepdims=True) - 700  # exp underflows near -745
    assert (head.weights[near] > 0).all()


@thorough
@given(self_attention(), st.data())
def test_permutation_equivariance(case, data):
    embeddings, *matrices = case
    order = np.array(data.draw(st.permutations(range(len(embeddings)))))
    plain, shuffled = core.head(embeddings, *matrices), core.head(embeddings[order], *matrices)
    np.testing.assert_allclose(shuffled.outputs, plain.outputs[order], rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(shuffled.weights, plain.weights[order][:, order], rtol=1e-9, atol=1e-12)


def test_the_causal_mask_breaks_permutation_equivariance():
    embeddings, same = np.eye(3), np.eye(3)
    mask, order = core.causal_mask(3), [2, 1, 0]
    plain = core.head(embeddings, same, same, same, mask)
    shuffled = core.head(embeddings[order], same, same, same, mask)
    assert np.abs(shuffled.outputs - plain.outputs[order]).max() > 0.1


@thorough
@given(self_attention(least=2), st.data())
def test_causality_later_tokens_cannot_change_earlier_outputs(case, data):
    embeddings, *matrices = case
    cut = data.draw(st.integers(1, len(embeddings) - 1))
    other = embeddings.copy()
    other[cut:] = data.draw(tables(*other[cut:].shape))
    mask = core.causal_mask(len(embeddings))
    before, after = core.head(embeddings, *matrices, mask), core.head(other, *matrices, mask)
    np.testing.assert_array_equal(after.outputs[:cut], before.outputs[:cut])
    np.testing.assert_array_equal(after.weights[:cut], before.weights[:cut])


@thorough
@given(self_attention(least=2), st.data())
def test_a_cache_of_keys_gives_the_last_rows_of_the_whole(case, data):
    embeddings, *matrices = case
    n_tokens = len(embeddings)
    n_new = data.draw(st.integers(1, n_tokens))
    whole = core.head(embeddings, *matrices, core.causal_mask(n_tokens))
    queries = whole.queries[n_tokens - n_new :]
    cached = core.attend(queries, whole.keys, whole.values, core.causal_mask(n_new, n_tokens))
    np.testing.assert_allclose(cached.outputs, whole.outputs[n_tokens - n_new :], rtol=1e-9, atol=1e-9)


@thorough
@given(self_attention(), arrays(np.float64, (8, 1), elements=st.floats(0, 2 * np.pi)), st.booleans())
def test_outputs_stay_inside_the_convex_hull_of_the_allowed_values(case, angles, masked):
    mask = core.causal_mask(len(case[0])) if masked else None
    head = core.head(*case, mask)
    # Seen along any direction, an output lies between the furthest allowed values.
    directions = np.cos(angles + np.arange(head.values.shape[-1]))  # (n_directions, d_v)
    along = head.values @ directions.T  # (n_keys, n_directions)
    outputs = head.outputs @ directions.T  # (n_queries, n_directions)
    allowed = np.ones(head.scores.shape, bool) if mask is None else mask
    for i in range(len(outputs)):
        seen = along[allowed[i]]
        assert (outputs[i] <= seen.max(axis=0) + 1e-9).all()
        assert (outputs[i] >= seen.min(axis=0) - 1e-9).all()


# The three ways to mask and the two invariants: what is masked gets nothing; each row sums to 1.


@st.composite
def half_masked(draw):
    """Scores of modest size and a mask that leaves each row a key and takes one away."""
    n_queries, n_keys = draw(st.integers(1, 4)), draw(st.integers(2, 6))
    mask = draw(arrays(np.bool_, (n_queries, n_keys)))
    for row in mask:
        spared, taken = draw(st.permutations(range(n_keys)))[:2]
        row[spared], row[taken] = True, False
    return draw(tables(n_queries, n_keys)), mask


@thorough
@given(half_masked())
def test_adding_minus_infinity_keeps_both_invariants(case):
    scores, mask = case
    weights = core.masked_weights(scores, mask, "add")
    assert (weights[~mask] == 0).all()
    np.testing.assert_allclose(weights.sum(axis=-1), 1.0, rtol=1e-12)
    # and what is allowed shares the budget as if the rest had never been there
    for i in range(len(scores)):
        np.testing.assert_allclose(weights[i][mask[i]], core.softmax(scores[i][mask[i]]), rtol=1e-12)


@thorough
@given(half_masked())
def test_multiplying_by_zero_breaks_only_the_first(case):
    scores, mask = case
    weights = core.masked_weights(scores, mask, "multiply")
    assert (weights[~mask] > 0).all()
    np.testing.assert_allclose(weights.sum(axis=-1), 1.0, rtol=1e-12)


@thorough
@given(half_masked())
def test_zeroing_after_softmax_breaks_only_the_second(case):
    scores, mask = case
    weights = core.masked_weights(scores, mask, "zero_after")
    assert (weights[~mask] == 0).all()
    assert (weights.sum(axis=-1) < 1 - 1e-6).all()
    np.testing.assert_array_equal(weights[mask], core.softmax(scores)[mask])


@pytest.mark.parametrize(("how", "sees_the_future"), [("add", False), ("multiply", True), ("zero_after", True)])
def test_only_adding_hides_the_future(how, sees_the_future):
    head = core.attend(np.eye(3), np.eye(3), np.eye(3), core.causal_mask(3), masking=how)
    keys, values = np.eye(3), np.eye(3)
    keys[2], values[2] = 4.0, 5.0
    other = core.attend(np.eye(3), keys, values, core.causal_mask(3), masking=how)
    assert (np.abs(other.outputs[:2] - head.outputs[:2]).max() > 0.01) == sees_the_future


@pytest.mark.parametrize("how", ["add", "multiply", "zero_after"])
def test_scores_of_minus_infinity_pass_every_way_of_masking(how):
    scores = np.array([[-np.inf, 0.0, 0.0], [-np.inf, -np.inf, -np.inf]])
    weights = core.masked_weights(scores, [[False, True, True], [True, False, True]], how)
    expected = {
        "add": [[0, 0.5, 0.5], [0, 0, 0]],
        "multiply": [[1 / 3, 1 / 3, 1 / 3], [0, 1, 0]],
        "zero_after": [[0, 0.5, 0.5], [0, 0, 0]],
    }
    np.testing.assert_allclose(weights, expected[how], rtol=1e-15)


# Numbers of every width.


@pytest.mark.parametrize("dtype", [*DTYPES, np.int8, np.uint16, np.int64, ">f2", ">f4", "<f8"])
@pytest.mark.parametrize("mask", [None, core.causal_mask(2)])
def test_what_dtype_comes_back(dtype, mask):
    table = np.array([[1, 0], [1, 2]], dtype)
    expected = WIDENED.get(table.dtype.newbyteorder("=").type, np.float64)
    head = core.head(table, table, table, table, mask)
    for array in (head.queries, head.keys, head.values, head.dot_products, head.scores, head.weights, head.outputs):
        assert array.dtype == expected
    assert core.softmax(table).dtype == core.mix(table, table).dtype == core.scores(table, table).dtype == expected
    for how in ("add", "multiply", "zero_after"):
        assert core.masked_weights(table, core.causal_mask(2), how).dtype == expected


def test_the_wider_of_two_dtypes_wins():
    narrow, wide = np.ones((2, 2), np.float32), np.ones((2, 2), np.float64)
    assert core.dot_products(narrow, wide).dtype == np.float64
    assert core.dot_products(narrow, np.ones((2, 2), np.float16)).dtype == np.float32


def test_half_precision_is_computed_in_single():
    # 300 * 300 is beyond the largest float16, 65504.
    head = core.attend(np.full((1, 1), 300, np.float16), np.full((2, 1), 300, np.float16), np.ones((2, 1), np.float16))
    assert head.dot_products.tolist() == [[90000.0, 90000.0]]
    assert head.weights.tolist() == [[0.5, 0.5]]


@thorough
@given(st.data())
def test_any_finite_input_is_either_refused_as_overflow_or_gives_finite_numbers(data):
    dtype = data.draw(st.sampled_from(DTYPES))
    top = float(np.finfo(dtype).max)
    elements = st.floats(-top, top, width=np.dtype(dtype).itemsize * 8)
    queries, keys, values = (data.draw(arrays(dtype, (2, 2), elements=elements)) for _ in range(3))
    try:
        head = core.attend(queries, keys, values, core.causal_mask(2))
    except ValueError as error:
        assert "overflow" in str(error)
        return
    for array in (head.dot_products, head.scores, head.weights, head.outputs):
        assert np.isfinite(array).all()


@pytest.mark.parametrize("state", ["raise", "warn"])
def test_softmax_is_quiet_whatever_the_callers_error_state(state):
    with np.errstate(all=state):
        assert core.softmax([1.7e308, -1.7e308, -800.0]).tolist() == [1.0, 0.0, 0.0]
        assert core.softmax([-np.inf, -np.inf]).tolist() == [0.0, 0.0]
