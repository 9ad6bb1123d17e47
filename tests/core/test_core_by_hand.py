"""Small cases worked out by hand: the working stands beside each number."""

import dataclasses
from math import log, sqrt

import numpy as np
import pytest

from attention import core

pytestmark = pytest.mark.filterwarnings("error")

# d_k = 4, so sqrt(d_k) = 2. The query meets the keys with 2 ln 3 and 0; halved, ln 3 and 0; exp gives 3 and 1;
# shared out, 3/4 and 1/4; mixed, 3/4 * (4, 0) + 1/4 * (0, 8) = (3, 2).
QUERIES = [[2.0, 0.0, 0.0, 0.0]]
KEYS = [[log(3), 5.0, 0.0, 0.0], [0.0, 0.0, 7.0, 0.0]]
VALUES = [[4.0, 0.0], [0.0, 8.0]]


def test_one_query_and_two_keys():
    head = core.attend(QUERIES, KEYS, VALUES)
    np.testing.assert_allclose(head.dot_products, [[2 * log(3), 0]], rtol=1e-15)
    assert head.divided_by == 2.0
    np.testing.assert_allclose(head.scores, [[log(3), 0]], rtol=1e-15)
    np.testing.assert_allclose(head.weights, [[3 / 4, 1 / 4]], rtol=1e-15)
    np.testing.assert_allclose(head.outputs, [[3, 2]], rtol=1e-15)
    assert head.mask is None
    assert head.empty_rows.tolist() == [False]


@pytest.mark.parametrize(
    ("divided_by", "weights"),
    [
        ("none", [9 / 10, 1 / 10]),  # exp(2 ln 3) = 9 against 1
        ("sqrt_d", [3 / 4, 1 / 4]),  # exp(ln 3) = 3 against 1
        ("d", [sqrt(3) / (sqrt(3) + 1), 1 / (sqrt(3) + 1)]),  # exp(ln 3 / 2) = sqrt 3 against 1
    ],
)
def test_each_divisor(divided_by, weights):
    np.testing.assert_allclose(core.attend(QUERIES, KEYS, VALUES, divided_by=divided_by).weights, [weights], rtol=1e-15)
    np.testing.assert_allclose(core.softmax(core.scores(QUERIES, KEYS, divided_by=divided_by)), [weights], rtol=1e-15)


@pytest.mark.parametrize(
    ("how", "weights", "output"),
    [
        ("add", [0, 1], [0, 8]),  # the first key is gone, the second takes all
        ("multiply", [1 / 2, 1 / 2], [2, 4]),  # scores 0 and 0: the masked key gets as much as the other
        ("zero_after", [0, 1 / 4], [0, 2]),  # 3/4 is thrown away, the rest stays 1/4
    ],
)
def test_each_way_of_masking(how, weights, output):
    head = core.attend(QUERIES, KEYS, VALUES, mask=[[False, True]], masking=how)
    np.testing.assert_allclose(head.weights, [weights], rtol=1e-15)
    np.testing.assert_allclose(head.outputs, [output], rtol=1e-15)
    np.testing.assert_allclose(head.scores, [[log(3), 0]], rtol=1e-15)  # scores stand before the mask
    np.testing.assert_array_equal(core.masked_weights(head.scores, [[False, True]], how), head.weights)


def test_the_mask_adds_unless_told_otherwise():
    assert core.attend(QUERIES, KEYS, VALUES, mask=[[False, True]]).weights.tolist() == [[0.0, 1.0]]
    assert core.masked_weights([[log(3), 0.0]], [[False, True]]).tolist() == [[0.0, 1.0]]


def test_a_query_with_no_allowed_key_gets_zeros():
    head = core.attend(QUERIES * 2, KEYS, VALUES, mask=[[True, True], [False, False]])
    assert head.weights[1].tolist() == [0.0, 0.0]
    assert head.outputs[1].tolist() == [0.0, 0.0]
    assert head.empty_rows.tolist() == [False, True]


def test_no_keys_at_all_gives_zeros():
    head = core.attend(QUERIES, np.zeros((0, 4)), np.zeros((0, 2)))
    assert head.weights.shape == (1, 0)
    assert head.outputs.tolist() == [[0.0, 0.0]]
    assert head.empty_rows.tolist() == [True]


def test_project_is_w_times_each_column():
    # [[1, 2], [3, 4], [5, 6]] @ (5, 6): 5 + 12, 15 + 24, 25 + 36
    w = [[1, 2], [3, 4], [5, 6]]
    assert core.project([[5, 6], [1, 0]], w).tolist() == [[17, 39, 61], [1, 3, 5]]
    assert core.project([5, 6], w).tolist() == [17, 39, 61]


def test_dot_products_put_queries_in_rows():
    # (1, 2) meets (3, 4) with 11, (5, 6) with 17 and (0, 1) with 2; (0, 1) reads off the second component.
    keys = [[3, 4], [5, 6], [0, 1]]
    assert core.dot_products([[1, 2], [0, 1]], keys).tolist() == [[11, 17, 2], [4, 6, 1]]
    assert core.dot_products([1, 2], keys).tolist() == [11, 17, 2]
    assert core.dot_products([1, 2], [keys, keys]).tolist() == [[11, 17, 2], [11, 17, 2]]


def test_scores_of_one_query():
    assert core.scores([2, 0, 0, 0], [[3, 0, 0, 0], [0, 1, 0, 0]]).tolist() == [3.0, 0.0]  # 6 / 2 and 0 / 2


def test_mix_sums_rows_of_values():
    values = [[4, 0], [0, 8]]
    assert core.mix([0.5, 0.25], values).tolist() == [2, 2]
    assert core.mix([[0.5, 0.25], [0, 1]], values).tolist() == [[2, 2], [0, 8]]


def test_softmax_of_logarithms_is_the_numbers_shared_out():
    np.testing.assert_allclose(core.softmax([log(1), log(2), log(5)]), [1 / 8, 2 / 8, 5 / 8], rtol=1e-15)
    assert core.softmax([[0, 0], [0, -np.inf], [-np.inf, -np.inf]]).tolist() == [[0.5, 0.5], [1, 0], [0, 0]]
    assert core.softmax([]).tolist() == []


def test_divisors():
    assert [core.divisor("none", 64), core.divisor("sqrt_d", 64), core.divisor("d", 64)] == [1.0, 8.0, 64.0]
    assert core.divisor("sqrt_d", np.int64(2)) == sqrt(2)


@pytest.mark.parametrize(
    ("counts", "rows"),
    [
        ((3,), ["x..", "xx.", "xxx"]),
        ((2, 4), ["xxx.", "xxxx"]),  # two new queries after two cached keys
        ((1, 3), ["xxx"]),
        ((3, 2), ["..", "x.", "xx"]),  # the first query comes before every key
        ((0,), []),
    ],
)
def test_causal_mask_lines_up_the_last_query_with_the_last_key(counts, rows):
    mask = core.causal_mask(*counts)
    assert mask.dtype == np.bool_
    assert mask.shape == (counts[0], counts[-1])
    assert ["".join("x" if allowed else "." for allowed in row) for row in mask] == rows


def test_a_mask_broadcasts_and_is_kept_at_full_shape():
    padding = [[[True, False]], [[True, True]]]  # (batch, 1, n_keys)
    head = core.attend([QUERIES * 3] * 2, KEYS, VALUES, mask=padding)
    assert head.mask.shape == head.scores.shape == (2, 3, 2)
    assert head.weights[0].tolist() == [[1.0, 0.0]] * 3
    np.testing.assert_allclose(head.weights[1], [[3 / 4, 1 / 4]] * 3)
    assert head.empty_rows.shape == (2, 3)


def test_head_projects_the_same_embeddings_three_times():
    embeddings = [[1.0, 2.0], [3.0, 4.0]]
    w_q, w_k, w_v = [[1.0, 0.0]], [[0.0, 1.0]], [[1.0, 1.0], [1.0, -1.0]]
    head = core.head(embeddings, w_q, w_k, w_v, core.causal_mask(2))
    assert head.queries.tolist() == [[1], [3]]
    assert head.keys.tolist() == [[2], [4]]
    assert head.values.tolist() == [[3, -1], [7, -1]]
    assert head.dot_products.tolist() == [[2, 4], [6, 12]]
    assert head.weights[0].tolist() == [1, 0]
    assert core.head(embeddings, w_q, w_k, w_v).weights[0, 1] > 0


def arrays_of(head):
    return {
        field.name: getattr(head, field.name)
        for field in dataclasses.fields(head)
        if isinstance(getattr(head, field.name), np.ndarray)
    }


def test_the_arrays_are_read_only_and_nothing_can_be_reassigned():
    head = core.attend(QUERIES, KEYS, VALUES, mask=[[True, True]])
    arrays = arrays_of(head)
    assert set(arrays) == {"queries", "keys", "values", "dot_products", "scores", "mask", "weights", "outputs"}
    for array in arrays.values():
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
    with pytest.raises(dataclasses.FrozenInstanceError):
        head.weights = np.zeros((1, 2))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_caller_keeps_arrays_that_can_be_written_and_share_nothing(dtype):
    given = {"queries": np.array(QUERIES, dtype), "keys": np.array(KEYS, dtype), "values": np.array(VALUES, dtype)}
    given["mask"] = np.ones((1, 2), bool)
    before = {name: array.copy() for name, array in given.items()}
    head = core.attend(**given)
    for name, array in given.items():
        assert array.flags.writeable
        np.testing.assert_array_equal(array, before[name])
        array[...] = 0
        np.testing.assert_array_equal(getattr(head, name), before[name])
