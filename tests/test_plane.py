"""The hull of points on the plane, against what a hull is."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention import core
from attention.core import plane
from attention.examples import toy

coordinates = st.floats(-3, 3).map(lambda number: round(number, 2))
points = st.lists(st.tuples(coordinates, coordinates), min_size=3, max_size=12, unique=True)


def test_a_square_with_points_on_its_edges_and_within_has_four_corners():
    square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    assert plane.convex_hull([*square[::-1], (0.5, 0.0), (0.5, 0.5), (1.0, 0.25)]) == square


@given(points)
def test_the_hull_holds_every_point_and_turns_left_at_each_corner(cloud):
    corners = plane.convex_hull(cloud)
    if len(corners) > 2:
        assert set(corners) <= set(cloud)
        assert all(plane.inside(point, corners) for point in cloud)
        twice = corners * 2
        assert all(plane.turn(*twice[place : place + 3]) > 0 for place in range(len(corners)))


@given(points, st.lists(st.floats(-6, 6), min_size=12, max_size=12))
def test_a_mixture_lies_inside(cloud, scores):
    corners = plane.convex_hull(cloud)
    if len(corners) > 2:
        assert plane.inside(core.mix(core.softmax(scores[: len(cloud)]), cloud), corners)


@pytest.mark.parametrize("away", [(1.3, 0.9), (0.0, 0.0), (0.9, 1.4), (0.88, 0.70)])
def test_what_is_outside_is_told_apart(away):
    assert not plane.inside(away, plane.convex_hull(toy.head.values))


@pytest.mark.parametrize("scale", [1e-3, 1e-2])
def test_a_step_beyond_a_corner_is_outside(scale):
    corners = plane.convex_hull(toy.head.values)
    middle = np.mean(corners, axis=0)
    for corner in corners:
        assert plane.inside(corner, corners)
        assert not plane.inside(np.asarray(corner) + scale * (corner - middle), corners)
