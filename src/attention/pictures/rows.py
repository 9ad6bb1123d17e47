"""Lying bars, for names that are too long to stand under upright ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from attention.pictures.bars import shown
from attention.pictures.columns import Columns

if TYPE_CHECKING:
    from attention.pictures.canvas import Plot, Source


def columns(
    sizes: ArrayLike, names: Sequence[str], digits: int = 2, marked: int | None = None, shares: bool = False
) -> Columns:
    """One bar per name, lying, from the top down: for names that are too long to stand under upright bars.

    Negative ones are hollow. `marked` and `shares` are as for bars.columns().
    """
    ends = np.asarray(sizes, float).tolist()  # (n,)
    return {
        "y": [-float(place) for place in range(len(ends))],
        "end": ends,
        "number_x": [max(end, 0.0) for end in ends],
    } | shown(ends, names, digits, marked, shares)


def figure(source: Source, role: str, low: float, high: float, caption: Any = "", n: int = 8) -> Plot:
    """Lying bars from columns() between `low` and `high`: names to the left, numbers at the ends, negative hollow."""
    from attention.pictures import canvas

    span = high - low
    plot = canvas.blank((low - 0.5 * span, high + 0.3 * span), (0.4 - n, 0.6), canvas.FREE, caption)
    plot.segment([0], [0.5], [0], [0.5 - n], color=canvas.light("line"))
    colour, negative, ink = canvas.light(role), canvas.light("negative"), canvas.light("ink")
    bar: dict[str, Any] = {"y": "y", "right": "end", "source": source}
    plot.hbar(**bar, height=0.62, color=colour, fill_alpha="solid", line_alpha="solid")
    for outline, which, height in ((negative, "hollow", 0.62), (ink, "marked", 0.78)):
        plot.hbar(**bar, height=height, fill_alpha=0, line_color=outline, line_alpha=which, line_width=2)
    text: dict[str, Any] = canvas.TEXT | {"color": ink, "text_baseline": "middle", "source": source}
    plot.text("number_x", "y", "number", **text | {"text_align": "left"}, x_offset=6)
    plot.text(canvas.value(low - 0.03 * span), "y", "name", **text | {"text_align": "right", "text_font_style": "bold"})
    return plot
