"""Weight, influence in two measures, and the sink: the figures of ../spec/lab.md section 7."""

import numpy as np
import pytest

from attention.core import influence, plane
from attention.examples import toy

ROW, VALUES = toy.head.weights[toy.IT], toy.head.values
FRONT = np.array([0.03, -0.02])


def test_weight_is_not_influence_with_the_values_as_they_are():
    lengths, moved = influence.lengths(ROW, VALUES), influence.moved_without(ROW, VALUES)
    np.testing.assert_allclose([ROW[toy.CAT], lengths[toy.CAT], moved[toy.CAT]], [0.296, 0.453, 0.173], atol=0.001)
    np.testing.assert_allclose([ROW[toy.IT], lengths[toy.IT], moved[toy.IT]], [0.196, 0.230, 0.014], atol=0.001)
    assert lengths.argmax() == moved.argmax() == toy.CAT


def test_the_idle_winner_and_two_measures_that_disagree():
    values = np.array(VALUES)
    values[toy.CAT] *= 0.1
    lengths, moved = influence.lengths(ROW, values), influence.moved_without(ROW, values)
    assert lengths[toy.CAT] == pytest.approx(0.045, abs=0.001) == lengths.min()
    assert (lengths.argmax(), lengths.max()) == (toy.ATE, pytest.approx(0.234, abs=0.001))
    assert moved[toy.CAT] == pytest.approx(0.253, abs=0.001) == moved.max()


def test_what_is_left_when_a_word_is_taken_out():
    moved = influence.moved_without(ROW, VALUES)
    for word in range(len(ROW)):
        rest = np.delete(ROW, word) @ np.delete(VALUES, word, axis=0) / (1 - ROW[word])
        assert moved[word] == pytest.approx(np.linalg.norm(ROW @ VALUES - rest), abs=1e-12)
    assert np.isnan(influence.moved_without([1.0, 0.0], [[1, 1], [2, 2]])[0])


@pytest.mark.parametrize(
    ("strength", "weight", "share", "shrunk", "turned"),
    [(2, 0.43, 0.02, 0.57, 1), (3, 0.67, 0.06, 0.33, 3), (4, 0.85, 0.14, 0.16, 9), (5, 0.94, 0.31, 0.07, 22)],
)
def test_the_sink_is_a_brake(strength, weight, share, shrunk, turned):
    row = influence.sink_weights(toy.head.queries, toy.head.keys, strength)[toy.IT]
    values, lengths = np.vstack([FRONT, VALUES]), influence.lengths(row, np.vstack([FRONT, VALUES]))
    bare = influence.sink_weights(toy.head.queries, toy.head.keys, -1e9)[toy.IT, 1:] @ VALUES
    output = row @ values
    assert row[0] == pytest.approx(weight, abs=0.005)
    assert lengths[0] / lengths.sum() == pytest.approx(share, abs=0.006)
    assert np.linalg.norm(output) / np.linalg.norm(bare) == pytest.approx(shrunk, abs=0.005)
    assert plane.angle(output, bare) == pytest.approx(turned, abs=0.5)


def test_no_key_of_the_plane_is_a_sink():
    side = np.arange(-6, 6.01, 0.3)
    best = 0.0
    for x in side:
        for y in side:
            scores = np.hstack([toy.head.queries @ [[x], [y]], toy.head.queries @ toy.head.keys.T]) / np.sqrt(2)
            weights = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
            best = max(best, weights[:, 0].min())
    assert 0.3 < best < 0.36


def test_a_third_number_makes_one():
    queries, keys = toy.head.queries, toy.head.keys
    wide = (
        np.hstack([queries, np.ones((6, 1))]),
        np.vstack([[0, 0, 3 * np.sqrt(2)], np.hstack([keys, np.zeros((6, 1))])]),
    )
    scores, mask = influence.with_sink(queries, keys, 3.0)
    np.testing.assert_allclose(wide[0] @ wide[1].T / np.sqrt(2), scores, atol=1e-12)
    assert mask.sum() == 21 + 6
