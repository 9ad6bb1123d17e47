"""What every figure is drawn on: an empty frame, its scales and its lettering. Build time, `panel serve`, notebooks.

No tools, no toolbar, no callbacks: what a reader does goes through controls and handles, so a finger scrolls the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bokeh.core.properties import field, value
from bokeh.models import Arrow, FixedTicker, Range1d, Text, VeeHead
from bokeh.models import ColumnDataSource as Source
from bokeh.plotting import figure as Plot  # noqa: N812

from attention.language.numbers import tick
from attention.pictures.theme import light

__all__ = ["Arrow", "Plot", "Source", "VeeHead", "field", "light", "value"]

FONT = "system-ui, sans-serif"
ENDS: dict[str, Any] = {"x_start": field("x0"), "y_start": field("y0"), "x_end": field("x1"), "y_end": field("y1")}
TEXT: dict[str, Any] = {"text_font": value(FONT), "text_font_size": "13px", "text_align": "center"}
# The figures of the tour: wide, so that a card with one is one screen, and without captions: the prose is one.
CARD = 1.8  # width to height
SAID: dict[str, Any] = {"text_font": value(FONT), "text_align": "center", "text_baseline": "middle"}
LARGE = SAID | {"text_font_size": "15px", "text_font_style": "bold"}
SMALL = SAID | {"text_font_size": "13px"}


def blank(x: Sequence[float], y: Sequence[float], ratio: float, caption: Any, **more: Any) -> Plot:
    """An empty frame without margins: the frame is the whole figure, `ratio` is its width to its height.

    The caption becomes the figure's name, which the page sets as text above it.
    """
    plot = Plot(
        x_range=Range1d(*x),
        y_range=Range1d(*y),
        sizing_mode="stretch_width",
        aspect_ratio=ratio,
        tools="",
        toolbar_location=None,
        min_border=0,
        outline_line_color=None,
        name=str(caption),
        **more,
    )
    plot.background_fill_alpha = plot.border_fill_alpha = 0
    plot.axis.visible = False
    plot.grid.grid_line_color = None
    return plot


FREE = 1.25  # width to height of a figure that could as well be higher: its axes are not of one kind


def level(plots: Sequence[Plot]) -> None:
    """Figures that stand side by side become equally high, where one of the two can be of any height."""
    for pair in zip(plots[::2], plots[1::2], strict=False):
        fixed = [plot for plot in pair if plot.aspect_ratio != FREE]
        for plot in pair if len(fixed) == 1 else ():
            plot.aspect_ratio = fixed[0].aspect_ratio


def lift(plot: Plot) -> None:
    """Put what moves (it has a source with a name), and what lies over it, onto the figure's upper canvas.

    So a step does not paint what stands still below. Arrows come after the other glyphs, and what is written of all
    that moves comes last.
    """
    arrows = [one for one in plot.center if isinstance(one, Arrow)]
    words = [one for one in plot.renderers if isinstance(one.glyph, Text) and one.data_source.name]
    plot.center = [one for one in plot.center if one not in arrows]
    plot.renderers = [*(one for one in plot.renderers if one not in words), *arrows, *words]
    moving = False
    for one in plot.renderers:
        moving = moving or bool((one.source if isinstance(one, Arrow) else one.data_source).name)
        if moving:
            one.level = "overlay"


def scales(plot: Plot, x_ticks: Sequence[float], y_ticks: Sequence[float]) -> None:
    """Axes outside the frame with numbers and a grid at these ticks; an axis without ticks stays hidden."""
    plot.min_border = 4
    for axis, grid, ticks in ((plot.xaxis, plot.xgrid, x_ticks), (plot.yaxis, plot.ygrid, y_ticks)):
        axis.visible = bool(ticks)
        axis.axis_line_color = axis.major_tick_line_color = light("line")
        axis.minor_tick_line_color = None
        axis.major_label_text_color = light("quiet")
        axis.major_label_text_font, axis.major_label_text_font_size = FONT, "11px"
        axis.ticker = grid.ticker = FixedTicker(ticks=list(ticks))
        axis.major_label_overrides = {stop: tick(stop) for stop in ticks}
        grid.grid_line_color = light("grid")
