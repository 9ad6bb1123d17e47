"""Lines through points: thin ones on another picture, or curves with ticks and a dot where the reader is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from attention.pictures.columns import Columns

if TYPE_CHECKING:
    from attention.pictures.canvas import Plot, Source


def path(points: ArrayLike) -> Columns:
    """A line through points (n, 2)."""
    line = np.asarray(points, float).reshape(-1, 2)
    return {"x": line[:, 0].tolist(), "y": line[:, 1].tolist()}


def draw(plot: Plot, source: Source, role: str, dash: str = "solid") -> None:
    """A thin line from path()."""
    from attention.pictures import canvas

    plot.line("x", "y", source=source, line_color=canvas.light(role), line_width=1.5, line_dash=dash)


def figure(
    lines: Sequence[tuple[Source, str, str]],
    here: Source,
    x: Sequence[float],
    y: Sequence[float],
    x_ticks: Sequence[float],
    y_ticks: Sequence[float],
    caption: Any = "",
    log_y: bool = False,
    log_x: bool = True,
    y_names: Sequence[str] = (),
) -> Plot:
    """Lines from path() (source, role, dash), and a dot where the reader is.

    A line whose dash is "dots" is drawn as points. `y_names` stand at the ticks of y instead of its numbers.
    """
    from attention.pictures import canvas

    kinds = {"x_axis_type": "log" if log_x else "linear", "y_axis_type": "log" if log_y else "linear"}
    plot = canvas.blank(x, y, canvas.FREE, caption, **kinds)
    canvas.scales(plot, x_ticks, y_ticks)
    if y_names:
        plot.yaxis.major_label_overrides = dict(zip(y_ticks, y_names, strict=True))
    for source, role, dash in lines:
        if dash == "dots":
            plot.scatter("x", "y", source=source, size=6, line_color=canvas.light(role), fill_alpha=0)
        else:
            plot.line("x", "y", source=source, line_color=canvas.light(role), line_width=2, line_dash=dash)
    plot.scatter("x", "y", source=here, size=11, line_color=canvas.light("page"), fill_color=canvas.light("ink"))
    return plot
