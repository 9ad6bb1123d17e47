"""Several heads’ attention patterns beside each other, their lower triangles as squares by weight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from attention.pictures import tables
from attention.pictures.columns import Columns

if TYPE_CHECKING:
    from attention.pictures.canvas import Plot, Source


def columns(weights: ArrayLike, on: Sequence[bool]) -> Columns:
    """The lower triangles of several heads' patterns (n_heads, n, n), two beside each other, as squares by weight.

    Those of heads that are not `on` are hollow. Where a pattern lies: see place_of().
    """
    tables = np.asarray(weights, float)  # (n_heads, n_queries, n_keys)
    head, row, column = (index.ravel() for index in np.indices(tables.shape))
    seen = column <= row
    head, row, column = head[seen], row[seen], column[seen]
    right, up = place_of(head, tables.shape[-1])
    shown = np.asarray(on, float)[head]
    return {
        "x": (right + column).tolist(),
        "y": (up - row).tolist(),
        "side": (0.92 * np.sqrt(tables[head, row, column])).tolist(),
        "solid": shown.tolist(),
        "hollow": (1.0 - shown).tolist(),
    }


def place_of(head: ArrayLike, n: int) -> tuple[Any, Any]:
    """The first cell of a head's pattern of n by n among others: how far right, and how far up (it is below 0)."""
    return np.asarray(head) % 2 * (n + 0.7), np.asarray(head) // 2 * -(n + 0.5)


def rows(row: int, n_heads: int, n: int) -> Columns:
    """The frames round the same row of each of several patterns; drawn as the one of tables.row_frame() is."""
    right, up = place_of(np.arange(n_heads), n)
    return {
        "x": (right + row / 2).tolist(),
        "y": (up - row).tolist(),
        "w": [row + 1.0] * n_heads,
        "h": [1.0] * n_heads,
    }


def names(names: Sequence[str], n_heads: int) -> tuple[Columns, Columns]:
    """The names of the tokens along several patterns: those to the left, and those above."""
    n = len(names)
    left = sorted({float(up) for up in place_of(np.arange(n_heads), n)[1]}, reverse=True)
    above = sorted({float(right) for right in place_of(np.arange(n_heads), n)[0]})
    return (
        {"x": [-0.7] * n * len(left), "y": [up - row for up in left for row in range(n)], "name": [*names] * len(left)},
        {"x": [at + k for at in above for k in range(n)], "y": [0.7] * n * len(above), "name": [*names] * len(above)},
    )


def figure(
    source: Source,
    rows: Source,
    names: Sequence[Source],
    n_heads: int,
    n: int,
    caption: Any,
) -> Plot:
    """Several heads' patterns from columns(), numbered, with names beside and above; `rows` frames one of each."""
    from attention.pictures import canvas

    wide, high = 2.0 * n + 0.7, n_heads // 2 * (n + 0.5)
    plot = canvas.blank((-3.0, wide - 0.4), (0.9 - high, 3.0), (wide + 2.6) / (high + 2.1), caption)
    plot.rect("x", "y", width=1, height=1, source=source, fill_alpha=0, line_color=canvas.light("grid"))
    size: dict[str, Any] = {"x": "x", "y": "y", "width": "side", "height": "side", "source": source}
    colour, quiet, ink = canvas.light("weight"), canvas.light("quiet"), canvas.light("ink")
    plot.rect(**size, fill_color=colour, line_color=colour, fill_alpha="solid", line_alpha="solid")
    plot.rect(**size, fill_alpha=0, line_color=quiet, line_alpha="hollow", line_dash="dashed")
    tables.draw_frames(plot, rows)
    rows.tags = []  # these patterns do not turn
    text = canvas.TEXT | {"text_font_size": "11px", "text_baseline": "middle", "color": ink}
    plot.text("x", "y", "name", source=names[0], **text | {"text_align": "right"})
    plot.text("x", "y", "name", source=names[1], **text | {"text_align": "left", "angle": 1.5708})
    tops, ups = place_of(range(n_heads), n)
    text |= {"text_font_size": "24px", "text_font_style": "bold", "color": quiet}
    plot.text((tops + n - 2.5).tolist(), (ups - 1.5).tolist(), [str(head + 1) for head in range(n_heads)], **text)
    return plot
