"""How numbers are written for a reader, everywhere: sentences, tables, figures, ticks, controls and what is read aloud.

A true minus and never a negative zero; thousands in groups; powers of ten as 1.2 × 10⁻¹⁴; a weight always with the same
digits, and never as nothing or as the whole where it is not. (`shown` in static/element/check.js does the same for what
is written before Python is there.)
"""

from __future__ import annotations

import re
from functools import cache

WEIGHT = 3  # digits of a weight or another share of a whole of 1
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
POWER = re.compile(r"(?:(.+))?e([-+])0*(\d+)$")


def written(value: float, spec: str = "") -> str:
    """A number in a format of Python's, or as a "share", or "small": three digits, or a power of ten below them.

    Whole numbers have no format and are written out.
    """
    if spec == "share":
        return share(value)
    if spec == "small":
        return number(value, WEIGHT) if value == 0 or abs(value) >= 10.0**-WEIGHT else written(value, ".1e")
    if spec[-1:] == "%":
        return percent(value, int(spec[1:-1]))
    return power(format(value, grouped(spec, isinstance(value, float)))).replace("-", "−")


@cache
def grouped(spec: str, decimal: bool) -> str:
    """The format with groups of thousands and, for decimals, without a negative zero."""
    if spec[-1:] not in ("", *"dfeg,"):
        return spec
    align, aside, width, digits = re.fullmatch(r"((?:.?[<>=^])?)([-+ ]?z?#?0?)(\d*),?(.*)", spec).groups()  # type: ignore[union-attr]
    zeroless = decimal and digits[-1:] in tuple("feg") and "z" not in aside
    if zeroless:  # z stands behind the sign
        aside = re.sub(r"^[-+ ]?", r"\g<0>z", aside)
    return f"{align}{aside}{width},{digits}"


def power(text: str) -> str:
    """What Python writes as 1.2e-14, as 1.2 × 10⁻¹⁴; of a 1 in front nothing is left."""
    if not (found := POWER.fullmatch(text)):
        return text
    factor, sign, digits = found.groups()
    raised = "10" + (digits if sign == "+" else f"-{digits}").translate(SUPERSCRIPTS)
    return raised if factor == "1" else f"{factor}\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}{raised}"


def number(value: float, digits: int = 2) -> str:
    """A number with so many decimals."""
    return written(float(value), f".{digits}f")


def share(size: float, digits: int = WEIGHT) -> str:
    """A share of a whole of 1: what is above zero is never written as zero, what is below one never as one."""
    return part(size, 1, digits)


def percent(size: float, digits: int = 0) -> str:
    """A share of a whole of 1 as percent; what is not all or nothing never reads as if it were."""
    return f"{part(100 * size, 100, digits)}%"


def part(size: float, whole: int, digits: int) -> str:
    """A part of that whole with so many decimals."""
    text, least = number(size, digits), 10.0**-digits
    if size > 0 and text == number(0, digits):
        return f"<{number(least, digits)}"
    below = size < whole * (1 - 1e-12)
    return f">{number(whole - least, digits)}" if below and text == number(whole, digits) else text


def tick(value: float) -> str:
    """A mark on an axis: 1,024 or −60, and very small and very large ones as 10⁻⁵."""
    return written(float(value), ".7g")


def plain(value: float, digits: int = 15) -> str:
    """A number as whoever set it wrote it, with as many digits as it has, or the first of them."""
    return written(value) if isinstance(value, int) else written(float(value), f".{digits}g")


def counted(letter: str, n: int) -> list[str]:
    """Names of n things: k₁, k₂, and so on."""
    return [f"{letter}{str(place + 1).translate(SUBSCRIPTS)}" for place in range(n)]
