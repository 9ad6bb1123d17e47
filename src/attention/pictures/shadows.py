"""Perpendicular shadows of one vector on the lines of others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from attention.pictures.arrows import WIDTH
from attention.pictures.columns import Columns

if TYPE_CHECKING:
    from attention.pictures.canvas import Plot, Source


def columns(tip: ArrayLike, lines: ArrayLike, marked: int | None = None, reach: float = 2 * WIDTH) -> Columns:
    """The perpendicular shadows of a vector (2,) on the lines of others, (n, 2) or one (2,), none without length.

    A shadow runs from the origin to its foot; those that point against their line's vector are hollow. `marked` is
    the one drawn thick, or all are when there is but one. The lines reach so far either way.
    """
    end = np.asarray(tip, float)  # (2,)
    vectors = np.atleast_2d(np.asarray(lines, float))  # (n, 2)
    directions = vectors / np.hypot(vectors[:, :1], vectors[:, 1:])  # (n, 2)
    lengths = directions @ end  # (n,)
    feet, far = lengths[:, None] * directions, reach * directions  # (n, 2)
    thick = [9.0 if len(vectors) == 1 or place == marked else 4.0 for place in range(len(vectors))]
    return {
        "foot_x": feet[:, 0].tolist(),
        "foot_y": feet[:, 1].tolist(),
        "tip_x": [float(end[0])] * len(thick),
        "tip_y": [float(end[1])] * len(thick),
        "far_x": far[:, 0].tolist(),
        "far_y": far[:, 1].tolist(),
        "near_x": (-far[:, 0]).tolist(),
        "near_y": (-far[:, 1]).tolist(),
        "solid": [float(length >= 0) for length in lengths],
        "hollow": [float(length < 0) for length in lengths],
        "thick": thick,
        "core": [width - 3 for width in thick],
        "strength": [1.0 if width > 4 else 0.5 for width in thick],
    }


def draw(plot: Plot, source: Source, line: str, role: str) -> None:
    """Shadows from columns(): the lines they fall on (the role `line`), the perpendiculars, and the shadows."""
    from attention.pictures import canvas

    foot: dict[str, Any] = {"x1": "foot_x", "y1": "foot_y", "source": source}
    plot.segment("near_x", "near_y", "far_x", "far_y", source=source, line_color=canvas.light(line), line_alpha=0.35)
    plot.segment("tip_x", "tip_y", **foot, line_color=canvas.light("quiet"), line_alpha="strength", line_dash="dashed")
    for colour, shown, width in ((role, "solid", "thick"), ("negative", "hollow", "thick"), ("card", "hollow", "core")):
        plot.segment(0, 0, **foot, line_color=canvas.light(colour), line_alpha=shown, line_width=width)
