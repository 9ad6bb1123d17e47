"""Heads beside one another and between two texts, against loops that spell the sums out."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from attention import core
from attention.core import heads

pytestmark = pytest.mark.filterwarnings("error")
thorough = settings(max_examples=60)


def tables(*shape):
    return arrays(np.float64, shape, elements=st.floats(-3, 3, allow_subnormal=False))


@st.composite
def layers(draw, most=4):
    """Embeddings, the four matrices of a row of heads, how many there are, and a mask that leaves each query a key."""
    n_tokens, n_heads, d_k, d_v, d_model = (draw(st.integers(1, most)) for _ in range(5))
    mask = draw(arrays(np.bool_, (n_tokens, n_tokens))) | np.eye(n_tokens, dtype=bool)
    return (
        draw(tables(n_tokens, d_model)),
        draw(tables(n_heads * d_k, d_model)),
        draw(tables(n_heads * d_k, d_model)),
        draw(tables(n_heads * d_v, d_model)),
        draw(tables(d_model, n_heads * d_v)),
        n_heads,
        mask,
    )


def loops(embeddings, w_q, w_k, w_v, w_o, n_heads, mask):
    """Multi-head attention as in the paper's text, one number at a time: what each head adds to each token."""
    d_k, d_v, d_model = len(w_q) // n_heads, len(w_v) // n_heads, len(w_o)
    changes = np.zeros((n_heads, len(embeddings), d_model))
    for head in range(n_heads):
        k_rows, v_rows = range(head * d_k, (head + 1) * d_k), range(head * d_v, (head + 1) * d_v)
        for at, x in enumerate(embeddings):
            allowed = [other for other in range(len(embeddings)) if mask[at, other]]
            scores = [
                sum(sum(w_q[row] * x) * sum(w_k[row] * embeddings[other]) for row in k_rows) / d_k**0.5
                for other in allowed
            ]
            shares = [np.exp(score - max(scores)) for score in scores]
            for share, other in zip(shares, allowed, strict=True):
                for row in v_rows:
                    value = sum(w_v[row] * embeddings[other])
                    for out in range(d_model):
                        changes[head, at, out] += share / sum(shares) * value * w_o[out, row]
    return changes


@thorough
@given(layers())
def test_heads_are_the_loops(layer):
    *matrices, n_heads, mask = layer
    computed = heads.multi_head(*matrices, n_heads, mask)
    np.testing.assert_allclose(computed.changes, loops(*layer), rtol=1e-9, atol=1e-9)


@thorough
@given(layers())
def test_the_sum_of_the_changes_is_concatenate_then_w_o(layer):
    *matrices, n_heads, mask = layer
    computed = heads.multi_head(*matrices, n_heads, mask)
    np.testing.assert_allclose(computed.changes.sum(axis=0), computed.outputs, rtol=1e-9, atol=1e-9)
    concatenated = heads.merge(computed.heads.outputs)
    np.testing.assert_allclose(concatenated @ matrices[-1].T, computed.outputs, rtol=1e-12, atol=1e-12)


@thorough
@given(layers())
def test_each_head_is_a_head_of_its_own(layer):
    embeddings, w_q, w_k, w_v, w_o, n_heads, mask = layer
    computed = heads.multi_head(embeddings, w_q, w_k, w_v, w_o, n_heads, mask)
    d_k, d_v = len(w_q) // n_heads, len(w_v) // n_heads
    for head in range(n_heads):
        own_k, own_v = slice(head * d_k, (head + 1) * d_k), slice(head * d_v, (head + 1) * d_v)
        alone = core.head(embeddings, w_q[own_k], w_k[own_k], w_v[own_v], mask)
        np.testing.assert_allclose(computed.heads.weights[head], alone.weights, rtol=1e-12)
        np.testing.assert_allclose(computed.changes[head], alone.outputs @ w_o[:, own_v].T, rtol=1e-9, atol=1e-9)


@thorough
@given(st.integers(1, 3), st.integers(1, 4), st.integers(1, 4), st.integers(1, 4))
def test_merging_undoes_splitting(batch, n, n_heads, width):
    rows = np.arange(batch * n * n_heads * width, dtype=float).reshape(batch, n, n_heads * width)
    pieces = heads.split(rows, n_heads)
    assert pieces.shape == (batch, n_heads, n, width)
    for head in range(n_heads):
        np.testing.assert_array_equal(pieces[:, head], rows[..., head * width : (head + 1) * width])
    np.testing.assert_array_equal(heads.merge(pieces), rows)


def test_a_batch_is_its_texts_one_by_one():
    draw = np.random.default_rng(6)
    texts, matrices = draw.normal(size=(3, 5, 4)), [draw.normal(size=(6, 4)) for _ in range(3)]
    w_o = draw.normal(size=(4, 6))
    together = heads.multi_head(texts, *matrices, w_o, 2, core.causal_mask(5))
    for place, text in enumerate(texts):
        alone = heads.multi_head(text, *matrices, w_o, 2, core.causal_mask(5))
        np.testing.assert_allclose(together.outputs[place], alone.outputs, rtol=1e-12)
        np.testing.assert_allclose(together.changes[place], alone.changes, rtol=1e-12)


def test_by_hand_two_heads_of_width_one():
    # x = (1, 0) and (0, 1); no query, so both tokens are mixed evenly. Head 1 hands on the first number and writes it
    # to the first place doubled: 2 * 1/2 = 1. Head 2 hands on the second and writes it to the second, tripled: 3/2.
    computed = heads.multi_head(np.eye(2), np.zeros((2, 2)), np.eye(2), np.eye(2), np.diag([2.0, 3.0]), 2)
    np.testing.assert_array_equal(computed.changes[0], [[1, 0], [1, 0]])
    np.testing.assert_array_equal(computed.changes[1], [[0, 1.5], [0, 1.5]])
    np.testing.assert_array_equal(computed.outputs, [[1, 1.5], [1, 1.5]])
    np.testing.assert_array_equal(heads.residual(np.eye(2), computed.outputs), [[2, 1.5], [1, 2.5]])


def test_what_was_computed_cannot_be_written_to():
    computed = heads.multi_head(np.eye(2), np.eye(2), np.eye(2), np.eye(2), np.eye(2), 2)
    for array in (computed.changes, computed.outputs, computed.heads.weights):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


@thorough
@given(st.data())
def test_across_two_texts_the_pattern_is_rectangular(data):
    n_q, n_k, d_q, d_c, d_k, d_v = (data.draw(st.integers(1, 4)) for _ in range(6))
    embeddings, context = data.draw(tables(n_q, d_q)), data.draw(tables(n_k, d_c))
    w_q, w_k, w_v = data.draw(tables(d_k, d_q)), data.draw(tables(d_k, d_c)), data.draw(tables(d_v, d_c))
    head = heads.cross(embeddings, context, w_q, w_k, w_v)
    assert head.weights.shape == (n_q, n_k)
    for at in range(n_q):
        scores = [(w_q @ embeddings[at]) @ (w_k @ other) / d_k**0.5 for other in context]
        shares = np.exp(np.array(scores) - max(scores))
        expected = sum(share * (w_v @ other) for share, other in zip(shares / shares.sum(), context, strict=True))
        np.testing.assert_allclose(head.outputs[at], expected, rtol=1e-9, atol=1e-9)


@thorough
@given(layers())
def test_with_its_own_text_for_context_cross_is_self(layer):
    embeddings, w_q, w_k, w_v, w_o, n_heads, mask = layer
    crossed, own = heads.cross(embeddings, embeddings, w_q, w_k, w_v), core.head(embeddings, w_q, w_k, w_v)
    np.testing.assert_array_equal(crossed.outputs, own.outputs)
    many = heads.multi_head(embeddings, w_q, w_k, w_v, w_o, n_heads, mask, context=embeddings)
    np.testing.assert_array_equal(many.outputs, heads.multi_head(embeddings, w_q, w_k, w_v, w_o, n_heads, mask).outputs)


def test_many_heads_across_two_texts():
    draw = np.random.default_rng(2)
    here, there = draw.normal(size=(3, 4)), draw.normal(size=(5, 4))
    w_q, w_k, w_v, w_o = (draw.normal(size=(4, 4)) for _ in range(4))
    computed = heads.multi_head(here, w_q, w_k, w_v, w_o, 2, context=there)
    assert computed.heads.weights.shape == (2, 3, 5)
    alone = heads.cross(here, there, w_q[2:], w_k[2:], w_v[2:])
    np.testing.assert_allclose(computed.heads.weights[1], alone.weights, rtol=1e-12)


@thorough
@given(st.data())
def test_the_factors_of_a_value(data):
    w = data.draw(tables(data.draw(st.integers(1, 5)), data.draw(st.integers(1, 5))))
    smaller = min(w.shape)
    shares = [heads.lost(w, rank) for rank in range(smaller + 1)]
    assert shares[0] == (1.0 if w.any() else 0.0)
    assert shares[-1] == pytest.approx(0, abs=1e-12)
    assert all(more >= less - 1e-12 for more, less in pairwise(shares))
    for rank in range(smaller + 1):
        down, up = heads.factored(w, rank)
        assert (down.shape, up.shape) == ((rank, w.shape[1]), (w.shape[0], rank))
        assert np.linalg.matrix_rank(up @ down, tol=1e-9) <= rank
        # Eckart and Young: what is missing is the singular values left out.
        left_out = (heads.strengths(w)[rank:] ** 2).sum()
        np.testing.assert_allclose(((w - up @ down) ** 2).sum(), left_out, rtol=1e-6, atol=1e-12)


@thorough
@given(tables(4, 3), tables(2, 3), tables(4, 2))
def test_no_other_factors_come_nearer(w, down, up):
    best_down, best_up = heads.factored(w, 2)
    assert ((w - best_up @ best_down) ** 2).sum() <= ((w - up @ down) ** 2).sum() + 1e-9


def test_a_matrix_of_rank_one_loses_nothing():
    assert heads.lost(np.outer([1.0, 2, 3], [4.0, 5]), 1) == pytest.approx(0, abs=1e-15)
    # diag(4, 3): squares 16 and 9, so rank 1 misses 9 of 25.
    assert heads.lost(np.diag([4.0, 3.0]), 1) == pytest.approx(9 / 25)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: heads.split(np.ones((2, 5)), 2), r"rows: shape \(2, 5\).*2 heads divide"),
        (lambda: heads.split(np.ones((2, 4)), 0), "n_heads: 0; accepted is an integer of at least 1"),
        (lambda: heads.split(np.ones((2, 4)), True), "n_heads: True"),
        (lambda: heads.split(np.ones(4), 2), "rows: shape .*2 axes"),
        (lambda: heads.merge(np.ones((2, 2))), "pieces: shape .*3 axes"),
        (lambda: heads.cross(np.ones((2, 3)), np.ones((2, 4)), np.eye(3), np.eye(3), np.eye(3)), "w_k: shape"),
        (lambda: heads.multi_head(np.eye(2), *[np.eye(2)] * 3, np.eye(3), 2), "w_o: shape"),
        (lambda: heads.residual(np.ones((2, 3)), np.ones((3, 2))), r"change: shape \(3, 2\).*\(2, 3\)"),
        (lambda: heads.residual([1e308], [1e308]), "overflow"),
        (lambda: heads.residual([np.nan], [1.0]), "embeddings: nan"),
        (lambda: heads.factored(np.eye(3), 4), "rank: 4; accepted is an integer from 0 to 3"),
        (lambda: heads.factored(np.eye(3), -1), "rank: -1"),
        (lambda: heads.factored(np.eye(3), 1.0), "rank: 1.0"),
        (lambda: heads.factored(np.ones((2, 3, 3)), 1), "w: shape .*one matrix"),
        (lambda: heads.lost([[np.inf]], 0), "w: inf"),
    ],
)
def test_what_does_not_fit_is_named(call, says):
    with pytest.raises(ValueError, match=says):
        call()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_dtypes_stay(dtype):
    given = [np.eye(4, dtype=dtype)] * 5
    assert heads.multi_head(*given, 2).outputs.dtype == dtype
    assert heads.residual(given[0], given[1]).dtype == dtype
    assert heads.cross(*given).outputs.dtype == dtype
