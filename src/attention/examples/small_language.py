"""A language small enough to be learned in a second: *the cat ate and it ran*, and who ran can be told.

    the NOUN ate|slept and PRONOUN MOVE .              the cat ate and it ran .
    the NOUN saw|met|heard the NOUN and PRONOUN MOVE . the cat saw the birds and they flew .

Cats run, birds fly, ducks swim, frogs hop: the word after the pronoun is known only to whoever found the noun. By
"number" one noun is singular and one plural, and *it* or *they* says which; by "order" both are singular, and *it* is
the first.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Literal

import numpy as np

from attention.core import draws
from attention.core.training import Examples, History, Setting

Rule = Literal["number", "order"]
KINDS, MOVES = ("cat", "bird", "duck", "frog"), ("ran", "flew", "swam", "hopped")
ALONE, WITH = ("ate", "slept"), ("saw", "met", "heard")
WORDS = ("the", "and", "it", "they", *KINDS, *(f"{kind}s" for kind in KINDS), *ALONE, *WITH, *MOVES, ".")
ID = {word: place for place, word in enumerate(WORDS)}
SINGULAR, PLURAL = [ID[kind] for kind in KINDS], [ID[f"{kind}s"] for kind in KINDS]
LENGTH = 9  # of the longest sentence, with its full stop
KEPT = 0.25  # of the long sentences, so many are kept back


def encode(sentence: str) -> list[int]:
    """A sentence's words by their places in WORDS; ValueError names a word that the language does not have."""
    words = sentence.split()
    if unknown := [word for word in words if word not in ID]:
        raise ValueError(f"sentence: {', '.join(unknown)}; accepted are the words {' '.join(WORDS)}")
    return [ID[word] for word in words]


def texts(some: Examples) -> list[str]:
    """As they are written."""
    return [" ".join(WORDS[word] for word in row[real]) for row, real in zip(some.ids, some.real, strict=True)]


def meant(words: Sequence[str]) -> tuple[int, str]:
    """Of a sentence by number up to its pronoun: where the noun stands that it means, and the verb that is right."""
    many = words[-1] == "they"
    [noun] = [place for place, word in enumerate(words) if word in (f"{kind}{'s' * many}" for kind in KINDS)]
    return noun, MOVES[KINDS.index(words[noun].removesuffix("s"))]


@cache
def sentences(rule: Rule = "number") -> Examples:
    """Every sentence of the language, always in the same order: 160 by number, 44 by order."""
    made = [*short(rule), *long(rule)]
    ids, real = np.full((len(made), LENGTH), ID["."]), np.zeros((len(made), LENGTH), bool)
    for row, (words, _) in enumerate(made):
        ids[row, : len(words)] = [ID[word] for word in words]
        real[row, : len(words) + 1] = True
    ends = real.sum(1)
    return Examples(ids, real, ends - 3, np.array([noun for _, noun in made]), ids[np.arange(len(made)), ends - 2])


def short(rule: Rule) -> list[tuple[list[str], int]]:
    """Those with one noun: words without the full stop, and where the noun stands."""
    return [
        (["the", KINDS[kind] + "s" * many, verb, "and", ("it", "they")[many], MOVES[kind]], 1)
        for kind, many, verb in product(range(len(KINDS)), (0, 1) if rule == "number" else (0,), ALONE)
    ]


def long(rule: Rule) -> list[tuple[list[str], int]]:
    """Those with two, and where the noun stands that the pronoun means."""
    made = []
    for one, other, verb in product(range(len(KINDS)), range(len(KINDS)), WITH):
        if one == other:
            continue
        for many, pronoun in product((0, 1), (0, 1)) if rule == "number" else [(0, 0)]:
            first = rule == "order" or pronoun == many
            nouns = [KINDS[one] + "s" * many, KINDS[other] + "s" * (1 - many if rule == "number" else 0)]
            words = ["the", nouns[0], verb, "the", nouns[1], "and", ("it", "they")[pronoun]]
            made.append(([*words, MOVES[one if first else other]], 1 if first else 4))
    return made


@cache
def split(rule: Rule = "number") -> tuple[Examples, Examples]:
    """The sentences to learn from, and those kept back to see what was understood.

    By number a quarter of the long ones, drawn once. By order a sentence and its mirror stay on the same side: else the
    mirror, learned, would answer for the one kept back.
    """
    every = sentences(rule)
    kept = np.zeros(len(every), bool)
    if rule == "number":
        longs = np.flatnonzero(every.pronoun == LENGTH - 3)
        kept[longs[draws.permutation(0, len(longs))[: int(len(longs) * KEPT)]]] = True
        return every[~kept], every[kept]
    alike = defaultdict(list)
    for row, words in enumerate(every.ids):
        alike[tuple(sorted(words[: every.pronoun[row]]))].append(row)
    pairs = [rows for rows in alike.values() if len(rows) == 2]
    kept[[row for rows in pairs[:: round(1 / KEPT)] for row in rows]] = True
    return every[~kept], every[kept]


@lru_cache(maxsize=6)  # a hundred kilobytes each, wide ones eight hundred
def history(setting: Setting, rule: Rule = "number") -> History:
    """The run of this setting, as far as anybody has asked for it."""
    return History(*split(rule), setting)


def floor(some: Examples) -> float:
    """The least mean loss, in nats a word, of whoever sees only the words before: the language's own uncertainty,
    counted over these sentences."""
    following: dict[tuple[int, ...], Counter[int]] = defaultdict(Counter)
    for row, real in zip(some.ids.tolist(), some.real.sum(1).tolist(), strict=True):
        for end in range(1, real):
            following[tuple(row[:end])][row[end]] += 1
    counts = [np.array(list(next_words.values())) for next_words in following.values()]
    return float(-sum((of * np.log(of / of.sum())).sum() for of in counts) / sum(of.sum() for of in counts))
