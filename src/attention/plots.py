"""The figures that all widgets share, over the columns that marks.py lays out. Build time, `panel serve`, notebooks.

No tools, no toolbar, no callbacks: what a reader does goes through controls and handles, so a finger scrolls the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bokeh.core.properties import field, value
from bokeh.models import Arrow, ColumnDataSource, FixedTicker, NumeralTickFormatter, Range1d, VeeHead
from bokeh.plotting import figure

from attention import theme

PLANE = (-3.0, 3.0)
FONT = "system-ui, sans-serif"
ENDS: dict[str, Any] = {"x_start": field("x0"), "y_start": field("y0"), "x_end": field("x1"), "y_end": field("y1")}
TEXT: dict[str, Any] = {"text_font": value(FONT), "text_font_size": "13px", "text_align": "center"}


def blank(x: Sequence[float], y: Sequence[float], ratio: float, caption: Any, **more: Any) -> figure:
    """An empty frame without margins: the frame is the whole figure, `ratio` is its width to its height.

    The caption becomes the figure's name, which the page sets as text above it.
    """
    plot = figure(
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


def plane(caption: Any = "", x: Sequence[float] = PLANE, y: Sequence[float] = PLANE, tick: float = 1.0) -> figure:
    """A plane with equal units on both axes, as wide as it is high, its axes crossing at the origin."""
    plot = blank(x, y, (x[1] - x[0]) / (y[1] - y[0]), caption)
    line, quiet = theme.light("line"), theme.light("quiet")
    plot.segment([x[0], 0], [0, y[0]], [x[1], 0], [0, y[1]], color=line)
    for axis, (low, high) in enumerate((x, y)):
        stops = [
            tick * stop for stop in range(int(low / tick), int(high / tick) + 1) if stop and low < tick * stop < high
        ]
        plot.grid[axis].ticker, plot.grid[axis].grid_line_color = stops, theme.light("grid")
        names, zero = [f"{stop:g}".replace("-", "−") for stop in stops], [0.0] * len(stops)
        at = (zero, stops) if axis else (stops, zero)
        plot.text(
            *at,
            names,
            color=quiet,
            text_font=value(FONT),
            text_font_size="10px",
            text_align="right",
            text_baseline="top",
            x_offset=-2,
            y_offset=2,
        )
    return plot


def draw_arrows(plot: figure, source: ColumnDataSource, role: str, label: Any = None, width: float = 3) -> None:
    """Vectors from marks.arrows in a role's colour.

    `label` is one name for all of them; without it each has the one in the column "label", if there is such a column.
    """
    colour = theme.light(role)
    head = VeeHead(size=5 + 3 * width, line_color=colour, fill_color=colour)
    plot.add_layout(Arrow(source=source, **ENDS, line_color=colour, line_width=width, end=head))
    if label is not None or "label" in source.data:
        plot.text(
            "label_x",
            "label_y",
            "label" if label is None else value(str(label)),
            source=source,
            color=colour,
            text_baseline="middle",
            text_font_style="bold",
            **TEXT,
        )


def draw_ghosts(plot: figure, source: ColumnDataSource, role: str) -> None:
    """Where vectors stood before: thin, dashed, their heads hollow, without a name."""
    colour = theme.light(role)
    head = VeeHead(size=10, line_color=colour, line_alpha=0.6, fill_alpha=0)
    plot.add_layout(Arrow(source=source, **ENDS, line_color=colour, line_alpha=0.6, line_dash="dashed", end=head))


def bars(source: ColumnDataSource, role: str, low: float, high: float, caption: Any = "", n: int = 6) -> figure:
    """Bars from marks.bars between `low` and `high`: names below, numbers at the ends, negative ones hollow."""
    room = (high - low) * 0.13
    plot = blank((-0.6, n - 0.4), (low - room, high + room), 1.25, caption)
    colour, negative, ink = theme.light(role), theme.light("negative"), theme.light("ink")
    plot.segment([-0.6], [0], [n - 0.4], [0], color=theme.light("line"))
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
    plot.text("x", "number_y", "number", source=source, color=ink, text_baseline="bottom", y_offset=-3, **TEXT)
    plot.text(
        "x",
        value(low - room * 0.6),
        "name",
        source=source,
        color=ink,
        text_baseline="middle",
        text_font_style="bold",
        **TEXT,
    )
    return plot


def table(source: ColumnDataSource, role: str, names: Sequence[str], caption: Any = "") -> figure:
    """Squares from marks.table: queries in rows, keys in columns, area is size; hollow is negative, dashed dropped.

    The page may turn rows and columns round, and lets a reader walk through the cells; the tags tell it where.
    """
    n = len(names)
    plot = blank((-1.7, n - 0.4), (0.4 - n, 1.1), (n + 1.3) / (n + 0.7), caption)
    plot.tags, source.tags = [{"table": source.name, "n": n}], ["turns"]
    plot.rect("x", "y", width=1, height=1, source=source, fill_alpha=0, line_color=theme.light("grid"))
    size: dict[str, Any] = {"x": "x", "y": "y", "width": "side", "height": "side", "source": source}
    plot.rect(
        **size, fill_color=theme.light(role), line_color=theme.light(role), fill_alpha="solid", line_alpha="solid"
    )
    plot.rect(**size, fill_alpha=0, line_color=theme.light("negative"), line_alpha="hollow", line_width=2)
    plot.rect(**size, fill_alpha=0, line_color=theme.light("quiet"), line_alpha="dropped", line_dash="dashed")
    plot.rect(
        "x",
        "y",
        width=0.96,
        height=0.96,
        source=source,
        fill_alpha=0,
        line_color=theme.light("wrong"),
        line_alpha="wrong",
        line_width=2,
    )
    label: dict[str, Any] = TEXT | {"text_baseline": "middle", "text_font_style": "bold", "color": theme.light("ink")}
    plot.text(list(range(n)), [0.8] * n, list(names), **label)
    plot.text([-0.7] * n, [-row for row in range(n)], list(names), **label | {"text_align": "right"})
    return plot


def frame_row(plot: figure, source: ColumnDataSource) -> None:
    """The frame of marks.row_frame round the row that is being read."""
    source.tags = ["turns"]
    plot.rect("x", "y", width="w", height="h", source=source, fill_alpha=0, line_color=theme.light("ink"), line_width=2)


def curve(
    lines: Sequence[tuple[ColumnDataSource, str, str]],
    here: ColumnDataSource,
    x: Sequence[float],
    y: Sequence[float],
    x_ticks: Sequence[float],
    y_ticks: Sequence[float],
    caption: Any = "",
    log_y: bool = False,
) -> figure:
    """Lines from marks.path (source, role, dash) over a logarithmic x, and a dot where the reader is."""
    plot = blank(x, y, 1.25, caption, x_axis_type="log", y_axis_type="log" if log_y else "linear")
    plot.axis.visible, plot.min_border = True, 4
    plot.axis.axis_line_color = plot.axis.major_tick_line_color = theme.light("line")
    plot.axis.minor_tick_line_color = None
    plot.axis.major_label_text_color = theme.light("quiet")
    plot.axis.major_label_text_font, plot.axis.major_label_text_font_size = FONT, "11px"
    for axis, grid, ticks in ((plot.xaxis, plot.xgrid, x_ticks), (plot.yaxis, plot.ygrid, y_ticks)):
        axis.ticker = grid.ticker = FixedTicker(ticks=list(ticks))
        axis.formatter, grid.grid_line_color = NumeralTickFormatter(format="0,0[.]0"), theme.light("grid")
    for source, role, dash in lines:
        plot.line("x", "y", source=source, line_color=theme.light(role), line_width=2, line_dash=dash)
    plot.scatter("x", "y", source=here, size=11, line_color=theme.light("page"), fill_color=theme.light("ink"))
    return plot
