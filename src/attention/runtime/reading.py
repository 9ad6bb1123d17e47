"""Reads the numbers that people type as answers: one, or a row of them, as they are written in English and Japanese.

What is read as a number, and why:

    150,994,944  150 994 944  150'994'944   groups of three; a comma before three digits is of thousands, as both
                                            languages write it, so "64,000" is never 64
    11,3  0,021  1.234,5                    a comma of decimals where it can be nothing else, as half of Europe writes
    ０．０２１  －５  ー5  150、994、944  8。  what a Japanese keyboard gives
    −5  – 5  +5  .5  8.  = 8  about 8  約 8  any minus, any dash; words and signs that only say "it is"
    1.5e8  4×10^6  10⁶  2^10  2**10         powers
    1/96  ½  96分の1  2.1 %  2.1 percent     parts: a percentage is a hundredth of what it says
    √128  8√2  sqrt(128)  ルート128          roots
    1×2 + 3×(−1)  2*1+3*4  8 = 2×4          working: sums and products, brackets; of "a = b", b
    1.5億  1億5099万4944  604 million  12k   numbers in words
    64倍  64 times  7 個                     with what is counted

Several stand between commas, semicolons, spaces, lines, "and", と; in brackets or not. Whoever is asked for one number
and types "4 1" has typed two: a space between numbers is no product. Nothing is looked up or called but a root.
"""

from __future__ import annotations

import math
import re
import unicodedata
from typing import NamedTuple

QUOTED = 40  # characters of what was typed, in an answer to it
LONGEST = 1_000  # characters that are looked at, and of them
MOST = 200  # numbers and signs in one piece: working of more is beyond what an answer needs
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
TENS = {"十": 1, "百": 2, "千": 3, "万": 4, "億": 8, "兆": 12}
NAMED = {"k": 3, "thousand": 3, "m": 6, "mn": 6, "million": 6, "b": 9, "bn": 9, "billion": 9, "t": 12, "trillion": 12}
UNIT = "[十百千]?[万億兆]|[十百千]|(?:thousand|million|billion|trillion|mn|bn|[kmbt])(?![a-z])"
COUNTED = "(?:倍|個|times|(?<=\\d)x)"
TOKEN = re.compile(rf"[\d.,]+(?:e[+-]?\d+)?(?:(?:{UNIT})[\d.,]*)*|[-+×/^()√%]", re.IGNORECASE)
PIECE = re.compile(rf"([\d.,]+)({UNIT})?", re.IGNORECASE)
PLAIN = re.compile(r"\d+\.?\d*|\.\d+")
TIDIED = (  # what is written in many ways is written in one
    (r"(\d)\s*([¼-¾⅐-⅞])", r"\1?\2"),  # one and a half, which would else become eleven halves
    (r"[⁰¹²³⁴-⁹⁺⁻]+", lambda raised: f"^{raised[0].translate(RAISED)}"),
    ("", ""),  # here NFKC
    (r"[‐‑‒–—―−]|ー(?=\s*[\d.(√])", "-"),
    (r"(?<=\d)。(?=\d)", "."),
    (r"[。.]\s*$", ""),
    (r"\*\*", "^"),
    (r"[*∗✕⋅·]", "×"),
    (r"(?<![\da-z])(\d[\d.,]*\s*)x(?=\s*\d)", lambda found: found[0] if found[1] == "0" else f"{found[1]}×"),
    (r"[⁄∕÷]", "/"),
    (r"(?:\bsqrt|\b(?:the )?square root of|ルート|√)\s*", "√"),
    (r"([\d.,]+)\s*分の\s*([\d.,]+)", r"\2/\1"),
    (r"パーセント|per ?cent\b", "%"),
    (r"(?<=\d)['’_](?=\d{3})", ""),
    (r"^\s*(?:約|およそ|だいたい|about|approximately|approx\.?|roughly|[≈≒~〜∼])\s*", ""),
    (r"\s*[=≈≒]\s*", "="),
    (r"[「」{}]", ""),
    (r"[\[\]]", lambda bracket: "()"["[]".index(bracket[0])]),
    (r"\s*([×/^])\s*|\s+(?=[%)])|(?<=[(√])\s+", lambda found: found[1] or ""),
    (rf"(?<=\d)\s+(?=(?:{UNIT}|{COUNTED})(?![a-z]))", ""),
)
BETWEEN = r"\s*(?:[;\n、]|\band\b|&|と|および|及び)\s*"  # separates, whatever a comma is


class Read(NamedTuple):
    """The numbers, or why there are none: "empty", "not_number", "too_large" (`part`: which), "count" (`given`)."""

    values: list[float] | None = None
    reason: str | None = None
    part: str = ""
    given: int = 0


class UnreadableError(ValueError):
    """What was typed is no number; or, if `large`, none that can be worked with."""

    def __init__(self, large: bool = False) -> None:
        super().__init__("too large" if large else "no number")
        self.large = large


def read(text: str, count: int) -> Read:
    """The `count` numbers that a text means. What must be told of it is cut to a few words: it may be of any length."""
    if len(text) > LONGEST:
        return Read(reason="too_large", part=cut(text))
    plain = tidied(text)
    if not plain:
        return Read(reason="empty")
    tried = [reading(pieces, comma) for pieces, comma in ways(plain, count)]
    for found in tried:
        if found.values is not None and len(found.values) == count:
            return found
    counted = next((found for found in tried if found.values is not None), None)
    if counted and counted.values is not None:
        return Read(reason="count", given=len(counted.values))
    large = next((found for found in tried if found.reason == "too_large"), None)
    return large or reading(apart(joined(plain)), "none")


def tidied(text: str) -> str:
    """The text with one sign for each thing."""
    for pattern, sign in TIDIED:
        text = re.sub(pattern, sign, text, flags=re.IGNORECASE) if pattern else unicodedata.normalize("NFKC", text)
    text = re.sub(r"\s*[,;、]\s*$", "", text.strip())
    return text[1:-1].strip() if enclosed(text) else text


def enclosed(text: str) -> bool:
    """Whether one pair of brackets holds all of it."""
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return sign == ")" and place == len(text) - 1
    return False


def ways(text: str, count: int) -> list[tuple[list[str], str]]:
    """The ways to take a text apart, each with what a comma is in it; the first that fits is meant."""
    if count == 1:
        grouped = re.sub(r"(?<=\d)\s(?=\d{3}(?!\d))|(?<=[万億兆])\s+(?=\d)", "", text.replace("、", ","))
        one = re.sub(r"\s*([-+√(])\s*", r"\1", grouped)
        return [([one], "groups"), ([one], "decimal"), (apart(joined(text)), "none")]
    found = []
    for sign in (joined(text), signed(text)):  # "2×3 + 1×2, 4" has a sum, "8 − 5" for two numbers a sign
        inside = re.split(rf"{BETWEEN}|,?\s+", sign)
        commas = [(inside, "groups"), (inside, "decimal")]
        if re.search(r"\d,\d", sign) and len(inside) > 1:
            found += [commas[0], (apart(sign), "none"), commas[1]]
        else:
            found += [(apart(sign), "none"), *commas]
    return found


def apart(text: str) -> list[str]:
    """The pieces of a text in which every comma and every space separates."""
    return re.split(rf"{BETWEEN}|\s*,\s*|\s+", text)


def joined(text: str) -> str:
    """With no space round a sign between two terms: "2 + 3, - 1" is "2+3, -1"."""
    return re.sub(r"(?<=[\d)%])\s*([-+])\s+(?=[\d.(√])", r"\1", signed(text, "[,;、(]"))


def signed(text: str, after: str = r"[\s,;、(]") -> str:
    """With no space between a sign and its number, where the sign stands first or `after` one of these."""
    return re.sub(rf"(^|{after}\s*)([-+])\s+(?=[\d.(√])", r"\1\2", text)


def reading(pieces: list[str], comma: str) -> Read:
    """All pieces read with commas meaning the same, or the first that is no number."""
    values = []
    for piece in pieces:
        try:
            values.append(Expression(piece, comma).value())
        except UnreadableError as error:
            return Read(reason="too_large" if error.large else "not_number", part=cut(piece))
    return Read(values=values)


def cut(text: str) -> str:
    """As much of what was typed as is said back."""
    return text if len(text) <= QUOTED else f"{text[:QUOTED]}…"


class Expression:
    """One piece as arithmetic: signs, sums, products, quotients, powers, roots, brackets, percent."""

    def __init__(self, text: str, comma: str) -> None:
        text = re.sub(rf"{COUNTED}$", "", text.rpartition("=")[2], flags=re.IGNORECASE)  # of "a = b", b
        self.tokens, self.comma, self.at = TOKEN.findall(text), comma, 0
        if "".join(self.tokens) != text or len(self.tokens) > MOST:
            raise UnreadableError

    def value(self) -> float:
        """What it comes to; UnreadableError if it is no arithmetic, or leads beyond what can be worked with."""
        found = self.sum()
        if self.at < len(self.tokens) or math.isnan(found):
            raise UnreadableError
        if math.isinf(found):
            raise UnreadableError(large=True)
        return found + 0.0  # no negative zero

    def next(self, *wanted: str) -> str | None:
        """The next token, taken, if it is one of these."""
        if self.at < len(self.tokens) and self.tokens[self.at] in wanted:
            self.at += 1
            return str(self.tokens[self.at - 1])
        return None

    def sum(self) -> float:
        sign = self.next("+", "-")
        found = -self.product() if sign == "-" else self.product()
        while sign := self.next("+", "-"):
            found += -self.product() if sign == "-" else self.product()
        return found

    def product(self) -> float:
        found = self.power()
        while True:
            if self.next("%"):
                found /= 100
            elif self.next("/"):
                below = self.power(signed=True)
                found = found / below if below else found * math.inf
            elif self.next("×"):
                found *= self.power(signed=True)
            elif self.at < len(self.tokens) and self.tokens[self.at] in ("√", "("):
                found *= self.power()  # 8√2
            else:
                return found

    def power(self, signed: bool = False) -> float:
        sign = -1 if signed and self.next("-") else 1
        base = self.atom()
        if not self.next("^"):
            return sign * base
        below = self.next("+", "-") == "-"
        exponent = self.power()
        try:
            found: float | complex = base ** (-exponent if below else exponent)
        except OverflowError:
            found = math.inf
        except ZeroDivisionError as error:
            raise UnreadableError(large=True) from error
        if isinstance(found, complex):
            raise UnreadableError
        return sign * found

    def atom(self) -> float:
        if self.next("√"):
            under = self.atom()
            if under < 0:
                raise UnreadableError
            return math.sqrt(under)
        if self.next("("):
            found = self.sum()
            if not self.next(")"):
                raise UnreadableError
            return found
        if self.at == len(self.tokens) or not (self.tokens[self.at][0].isdigit() or self.tokens[self.at][0] in ".,"):
            raise UnreadableError
        self.at += 1
        return magnitude(self.tokens[self.at - 1], self.comma)


def magnitude(text: str, comma: str) -> float:
    """12,288 or 1.5e8 or 1億5099万4944."""
    if found := re.fullmatch(r"([\d.,]+)(e[+-]?\d+)", text, re.IGNORECASE):
        return float(digits(found[1], comma) + found[2])
    total, before, at = 0.0, math.inf, 0
    while at < len(text):
        piece = PIECE.match(text, at)
        if not piece:
            raise UnreadableError
        unit = (piece[2] or "").lower()
        tens = NAMED[unit] if unit in NAMED else sum(TENS[sign] for sign in unit)
        if tens >= before:
            raise UnreadableError
        before, at = tens, piece.end()
        total += float(f"{digits(piece[1], comma)}e{tens}")
    return total


def digits(text: str, comma: str) -> str:
    """Digits as Python writes them. `comma` says what a comma is: "none", "groups" of thousands, or "decimal"."""
    if PLAIN.fullmatch(text):
        return text
    if comma == "groups" and re.fullmatch(r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?", text):
        return text.replace(",", "")
    if comma == "decimal" and not re.fullmatch(r"[1-9]\d{0,2},\d{3}", text):
        if re.fullmatch(r"\d*,\d+", text):
            return text.replace(",", ".")
        if re.fullmatch(r"[1-9]\d{0,2}(?:\.\d{3})+,\d+|[1-9]\d{0,2}(?:\.\d{3}){2,}", text):
            return text.replace(".", "").replace(",", ".")
    raise UnreadableError
