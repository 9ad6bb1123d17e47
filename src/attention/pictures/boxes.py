"""Rectangles to one scale, to be compared by their areas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from attention.pictures.columns import Columns

if TYPE_CHECKING:
    from attention.pictures.canvas import Plot, Source


def columns(left: float, right: float, top: float) -> Columns:
    """One upright rectangle that stands on zero."""
    return {"left": [float(left)], "right": [float(right)], "top": [float(top)]}


def figure(sources: Sequence[tuple[Source, str]], names: Sequence[tuple[str, str, str]], caption: Any = "") -> Plot:
    """Rectangles from columns() with their roles, left and right of a middle line and at most 1 wide and high.

    The names (text, role, "left" or "right") stand below their side.
    """
    from attention.pictures import canvas

    plot = canvas.blank((-1.04, 1.04), (-0.24, 1.04), 2.08 / 1.28, caption)
    for source, role in sources:
        plot.quad("left", "right", "top", 0, source=source, color=canvas.light(role), fill_alpha=0.35)
    for text, role, side in names:
        away = {"left": -1, "right": 1}[side]
        style = canvas.TEXT | {"text_align": "right" if away < 0 else "left", "text_baseline": "middle"}
        plot.text([0.06 * away], [-0.13], [text], color=canvas.light(role), text_font_style="bold", **style)
    return plot
