"""Upright bars: one for each name, ghosts of them, and parts that begin where the one before ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from attention.language.numbers import number, share
from attention.pictures.columns import Columns

if TYPE_CHECKING:
    from attention.pictures.canvas import Plot, Source


def columns(
    heights: ArrayLike, names: Sequence[str], digits: int = 2, marked: int | None = None, shares: bool = False
) -> Columns:
    """One bar per name, left to right. Negative ones are hollow, so that the sign does not hang on a colour.

    `marked` is the place of the bar to be outlined. Where the bars are `shares` of a whole they are written as
    such, see numbers.share(), whatever the `digits`.
    """
    tops = np.asarray(heights, float).tolist()  # (n,)
    return {
        "x": [float(place) for place in range(len(tops))],
        "top": tops,
        "number_y": [max(top, 0.0) for top in tops],
    } | shown(tops, names, digits, marked, shares)


def shown(sizes: Sequence[float], names: Sequence[str], digits: int, marked: int | None, shares: bool) -> Columns:
    """What bars have that stand or lie: names, numbers, and which are solid, hollow and marked; as columns() says."""
    return {
        "name": list(names),
        "number": [share(size) if shares else number(size, digits) for size in sizes],
        "solid": [float(size >= 0) for size in sizes],
        "hollow": [float(size < 0) for size in sizes],
        "marked": [float(place == marked) for place in range(len(sizes))],
    }


def stack(parts: ArrayLike, names: Sequence[str], marked: int | None = None) -> Columns:
    """Parts (n,) that begin where the one before ends: the steps of a staircase, or the shares of one bar.

    Without `marked` all are in full colour, else that one alone. Parts too thin for a name in a bar have none there.
    """
    sizes = np.asarray(parts, float)  # (n,)
    ends = np.cumsum(sizes)  # (n,)
    return {
        "x": [float(place) for place in range(len(sizes))],
        "start": (ends - sizes).tolist(),
        "end": ends.tolist(),
        "middle": (ends - sizes / 2).tolist(),
        "number": [share(size) for size in sizes.tolist()],
        "name": [name if size > 0.08 else "" for name, size in zip(names, sizes.tolist(), strict=True)],
        "strength": [1.0 if marked in (None, place) else 0.4 for place in range(len(sizes))],
    }


def end_to_end(widths: np.ndarray[Any, Any]) -> Columns:
    """Where parts of those widths (n,) lie, each beginning where the one before ends."""
    rights = widths.cumsum()  # (n,)
    return {
        "left": (rights - widths).tolist(),
        "right": rights.tolist(),
        "middle": (rights - widths / 2).tolist(),
    }


def figure(source: Source, role: str, low: float, high: float, caption: Any = "", n: int = 6) -> Plot:
    """Bars from columns() between `low` and `high`: names below, numbers at the ends, negative ones hollow."""
    from attention.pictures import canvas

    room = (high - low) * 0.13
    plot = canvas.blank((-0.6, n - 0.4), (low - room, high + room), canvas.FREE, caption)
    plot.segment([-0.6], [0], [n - 0.4], [0], color=canvas.light("line"))
    draw(plot, source, role, low - room * 0.6)
    return plot


def draw(plot: Plot, source: Source, role: str, names_at: float) -> None:
    """The bars themselves, with their names at that height."""
    from attention.pictures import canvas

    colour, negative, ink = canvas.light(role), canvas.light("negative"), canvas.light("ink")
    plot.vbar(
        "x",
        top="top",
        width=0.68,
        source=source,
        fill_color=colour,
        line_color=colour,
        fill_alpha="solid",
        line_alpha="solid",
    )
    for outline, shown, width in ((negative, "hollow", 0.68), (ink, "marked", 0.8)):
        plot.vbar(
            "x", top="top", width=width, source=source, fill_alpha=0, line_color=outline, line_alpha=shown, line_width=2
        )
    plot.text("x", "number_y", "number", source=source, color=ink, text_baseline="bottom", y_offset=-5, **canvas.TEXT)
    label: dict[str, Any] = canvas.TEXT | {"text_baseline": "middle", "text_font_style": "bold"}
    plot.text("x", canvas.value(names_at), "name", source=source, color=ink, **label)


def draw_ghosts(plot: Plot, source: Source) -> None:
    """Where bars from columns() stood before: a dashed outline, a little wider than the bars."""
    from attention.pictures import canvas

    style: dict[str, Any] = {"fill_alpha": 0, "line_color": canvas.light("quiet"), "line_dash": "dashed"}
    plot.vbar("x", top="top", width=0.8, source=source, **style)
