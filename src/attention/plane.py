"""Geometry of vectors on the plane, for what the figures say about them."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike


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
