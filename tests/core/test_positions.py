"""Places told in four ways: what is exact, and how exact (../spec/lab.md section 5)."""

import numpy as np
import pytest

from attention import core
from attention.core import positions

TURN = np.pi / 6  # twelve places once round
PLACES = np.arange(12)


def test_stamps_repeat_after_a_turn_and_their_products_know_offsets_alone():
    stamps = positions.stamps(np.arange(13), [TURN])
    np.testing.assert_allclose(stamps[0], [0, 1])
    np.testing.assert_allclose(stamps[3], [1, 0], atol=1e-15)
    assert np.abs(stamps[0] - stamps[12]).max() < 1e-15
    assert positions.spread_by_offset(stamps @ stamps.T) < 1e-15


def test_two_hands_tell_sixty_places_apart():
    stamps = positions.stamps(np.arange(60), [TURN, TURN / 10])
    apart = np.linalg.norm(stamps[:, None] - stamps[None], axis=-1) + 9 * np.eye(60)
    assert apart.min() == pytest.approx(0.5203, abs=5e-5)


@pytest.mark.parametrize(
    ("query", "key", "turns", "by_offset"),
    [
        ([1.2, 0.5], [0.9, -0.4], [TURN], [0.88, 0.2971, -0.3654, -0.93, -1.2454]),
        ([1.2, 0.5, 0.7, -0.3], [0.9, -0.4, 0.8, 0.2], [TURN, TURN / 10], [1.38, 0.8163, 0.1716, -0.3767, -0.6773]),
    ],
)
def test_rotary_scores_know_offsets_alone(query, key, turns, by_offset):
    def scores(first):
        queries, keys = (positions.rotated(np.tile(of, (12, 1)), PLACES + first, turns) for of in (query, key))
        assert np.abs(np.linalg.norm(queries, axis=1) - np.linalg.norm(query)).max() < 1e-15
        return core.dot_products(queries, keys)

    assert positions.spread_by_offset(scores(0)) < 2e-15
    np.testing.assert_allclose(scores(0)[:5, 0], by_offset, atol=5e-5)
    assert np.abs(scores(1000) - scores(0)).max() < 1e-12


@pytest.mark.parametrize(("slope", "own", "half_within"), [(0.5, 0.3944, 2), (0.25, 0.2328, 3), (0.0625, 0.1148, 5)])
def test_a_slope_makes_neighbours_keep_one_ratio(slope, own, half_within):
    row = core.masked_weights(positions.slopes(12, slope), core.causal_mask(12))[-1]
    np.testing.assert_allclose(row[:-1] / row[1:], np.exp(-slope), rtol=1e-14)
    assert row[-1] == pytest.approx(own, abs=5e-5)
    assert int(np.argmax(np.cumsum(row[::-1]) >= 0.5)) + 1 == half_within


def test_slopes_of_the_last_queries_only():
    np.testing.assert_array_equal(positions.slopes(1, 2.0, 3), [[-4, -2, 0]])
    np.testing.assert_array_equal(positions.slopes(2, 1.0), [[0, 0], [-1, 0]])


def test_vectors_that_do_not_fit_the_turns():
    with pytest.raises(ValueError, match="vectors: shape"):
        positions.rotated(np.ones((3, 4)), np.arange(3), [TURN])


@pytest.mark.parametrize(("radius", "least"), [(1, 0.27), (2, 0.51), (3, 0.76), (4, 0.93), (5, 0.99)])
def test_places_alone_find_the_previous_word_when_their_circle_is_large(radius, least):
    turn = np.pi / 4
    queries, keys = (radius * positions.stamps(np.arange(6) - back, [turn]) for back in (1, 0))
    weights = core.masked_weights(core.scores(queries, keys), core.causal_mask(6))
    assert np.diagonal(weights, -1).min() == pytest.approx(least, abs=0.005)
