"""Tables as squares, area by size, with frames round what is being read."""

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
    values: ArrayLike,
    names: Sequence[str],
    largest: float,
    digits: int = 2,
    dropped: ArrayLike = False,
    wrong: ArrayLike = False,
    keys: Sequence[str] | None = None,
    shares: bool = False,
) -> Columns:
    """A table (n_queries, n_keys) as squares: area is size against `largest`, and negative ones are hollow.

    Rows are queries and run downwards, columns are keys; the keys have the queries' `names` unless they have their own.
    Cells that are `dropped` (bool, broadcast) are dashed outlines, never too small to be seen, and those that are
    `wrong` wear a frame. `shares` are written as in bars.columns(). NaN is a cell that has no number yet: it is empty.
    """
    numbers = np.asarray(values, float)  # (n_queries, n_keys)
    rows, columns = (index.ravel() for index in np.indices(numbers.shape))
    out = np.broadcast_to(dropped, numbers.shape).ravel()
    flat = numbers.ravel()
    nothing = np.isnan(flat)
    sizes = np.where(nothing, 0.0, np.abs(flat) / largest)
    flags = {
        "solid": (flat >= 0) & ~out,
        "hollow": (flat < 0) & ~out,
        "dropped": out,
        "wrong": np.broadcast_to(wrong, numbers.shape).ravel(),
    }
    return {
        "x": columns.astype(float).tolist(),
        "y": (-rows).astype(float).tolist(),
        "side": np.maximum(0.92 * np.sqrt(np.minimum(sizes, 1.0)), 0.24 * out).tolist(),
        "number": [
            "–" if empty else share(n) if shares else number(n, digits)
            for n, empty in zip(flat.tolist(), nothing.tolist(), strict=True)
        ],
        "query": [names[row] for row in rows],
        "key": [(names if keys is None else keys)[column] for column in columns],
    } | {name: flag.astype(float).tolist() for name, flag in flags.items()}


def sides(queries: Sequence[str], keys: Sequence[str]) -> Columns:
    """The names beside and above a table whose rows and columns are not the same; they turn with it."""
    rows, columns = len(queries), len(keys)
    return {
        "x": [-0.75] * rows + [float(column) for column in range(columns)],
        "y": [-float(row) for row in range(rows)] + [0.75] * columns,
        "name": [*queries, *keys],
        "align": ["right"] * rows + ["center"] * columns,
    }


def row_frame(row: int, n: int) -> Columns:
    """The frame round one row of a table of n by n."""
    return {"x": [(n - 1) / 2], "y": [-float(row)], "w": [float(n)], "h": [1.0]}


def cell_frames(cells: ArrayLike) -> Columns:
    """Frames round single cells, each (row, column) in units of the table; drawn as the one of row_frame() is."""
    places = np.asarray(cells, float).reshape(-1, 2)  # (n, 2)
    ones = [1.0] * len(places)
    return {"x": places[:, 1].tolist(), "y": (-places[:, 0]).tolist(), "w": ones, "h": ones}


def figure(
    source: Source,
    role: str,
    names: Sequence[str],
    caption: Any = "",
    keys: Sequence[str] | None = None,
    sides: Source | None = None,
    long: bool = False,
) -> Plot:
    """Squares from columns(): queries in rows, keys in columns, area is size; hollow is negative, dashed dropped.

    Where the keys have names of their own, `sides` holds all of them, from sides(). The page may turn rows and
    columns round, and lets a reader walk through the cells; the tags tell it where. Names that are `long` have more
    room, and stand aslant above their columns.
    """
    from attention.pictures import canvas

    shape = len(names), len(names if keys is None else keys)
    n = max(shape)  # a table that is not square still has the room to be turned
    left, top = (3.4, 2.9) if long else (1.7, 1.1)
    right = n + 0.8 if long else n - 0.4  # the last of the names aslant goes beyond its column
    plot = canvas.blank((-left, right), (0.4 - n, top), (right + left) / (n - 0.4 + top), caption)
    plot.tags, source.tags = [{"table": source.name, "rows": shape[0], "columns": shape[1]}], ["turns"]
    plot.rect("x", "y", width=1, height=1, source=source, fill_alpha=0, line_color=canvas.light("grid"))
    size: dict[str, Any] = {"x": "x", "y": "y", "width": "side", "height": "side", "source": source}
    plot.rect(
        **size, fill_color=canvas.light(role), line_color=canvas.light(role), fill_alpha="solid", line_alpha="solid"
    )
    plot.rect(**size, fill_alpha=0, line_color=canvas.light("negative"), line_alpha="hollow", line_width=2)
    plot.rect(**size, fill_alpha=0, line_color=canvas.light("quiet"), line_alpha="dropped", line_dash="dashed")
    plot.rect(
        "x",
        "y",
        width=0.96,
        height=0.96,
        source=source,
        fill_alpha=0,
        line_color=canvas.light("wrong"),
        line_alpha="wrong",
        line_width=2,
    )
    label: dict[str, Any] = canvas.TEXT | {"text_baseline": "middle", "text_font_style": "bold"}
    label |= {"color": canvas.light("ink")}
    if sides is not None:
        sides.tags = ["turns"]
        plot.text("x", "y", "name", source=sides, **label | {"text_align": canvas.field("align")})
        return plot
    aslant: dict[str, Any] = {"angle": 0.9, "text_align": "left"} if long else {}
    plot.text(list(range(n)), [0.8] * n, list(names), **label | aslant)
    plot.text([-0.7] * n, [-row for row in range(n)], list(names), **label | {"text_align": "right"})
    return plot


def draw_frames(plot: Plot, source: Source) -> None:
    """The frame of row_frame() round the row that is being read, or those of cell_frames()."""
    from attention.pictures import canvas

    source.tags = ["turns"]
    frame: dict[str, Any] = {"width": "w", "height": "h", "line_color": canvas.light("ink"), "line_width": 2}
    plot.rect("x", "y", source=source, fill_alpha=0, **frame)
