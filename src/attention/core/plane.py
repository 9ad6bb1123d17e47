"""Geometry of vectors on the plane, for what the figures say about them."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

ROUNDING = 1e-12  # what a cross product of numbers of about 1 may be off by


def angle(u: ArrayLike, v: ArrayLike) -> float | None:
    """The angle between two vectors (2,) in degrees, 0 to 180; None when one of them has no length."""
    (a, b), (c, d) = np.asarray(u, float), np.asarray(v, float)
    if not (a or b) or not (c or d):
        return None
    return float(np.degrees(abs(np.arctan2(a * d - b * c, a * c + b * d))))


def right_angle(u: ArrayLike, line: ArrayLike, side: float) -> ArrayLike:
    """The little corner, (3, 2), that marks where u's perpendicular meets the line; (0, 2) where that is too short."""
    tip, direction = np.asarray(u, float), np.asarray(line, float) / np.hypot(*np.asarray(line, float))
    length = float(tip @ direction)
    foot, height = length * direction, float(np.hypot(*(tip - length * direction)))
    if height < 2 * side:
        return np.empty((0, 2))
    along, up = np.copysign(side, -length) * direction, side / height * (tip - foot)
    return np.array([foot + along, foot + along + up, foot + up])


def shadow(u: ArrayLike, line: ArrayLike) -> float | None:
    """Signed length of u's perpendicular shadow on the line through the other vector; None when that has no length."""
    direction = np.asarray(line, float)
    length = float(np.hypot(*direction))
    return float(np.asarray(u, float) @ direction) / length if length else None


def convex_hull(points: ArrayLike) -> list[tuple[float, float]]:
    """The corners of the smallest convex polygon round points (n, 2), counterclockwise from the leftmost.

    Points on an edge are no corners. (Andrew's monotone chain, 1979: from left to right below, and back above.)
    """
    ordered = sorted({(x, y) for x, y in np.asarray(points, float).tolist()})
    corners: list[tuple[float, float]] = []
    for way in (ordered, ordered[::-1]):
        side: list[tuple[float, float]] = []
        for point in way:
            while len(side) > 1 and turn(side[-2], side[-1], point) <= ROUNDING:
                side.pop()
            side.append(point)
        corners += side[:-1]
    return corners or ordered


def turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    """Positive where the way from a by b to c turns left, negative to the right, 0 straight on."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def inside(point: ArrayLike, corners: list[tuple[float, float]]) -> bool:
    """Whether a point (2,) lies in a convex polygon of three corners or more, counterclockwise; its edge counts."""
    x, y = np.asarray(point, float).tolist()
    following = corners[1:] + corners[:1]
    return all(turn(a, b, (x, y)) >= -ROUNDING for a, b in zip(corners, following, strict=True))
