"""Rows of numbers that nobody can change."""

import numpy as np

from attention import core


def fixed(*rows: list[float]) -> core.Floats:
    """The rows as one array, which cannot be written to."""
    table = np.array(rows)
    table.flags.writeable = False
    return table
