"""What travels from a widget to a figure at each step: columns by name, one row for each glyph."""

from typing import Any

Columns = dict[str, list[Any]]
