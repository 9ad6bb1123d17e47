"""The kept transformer of fact_language: its numbers come from a file beside this one or with its widget.

In a browser it is the latter, so they travel to nobody who does not open that widget. `make weights` makes them, in
sitebuild/python/weights.py.
"""

from functools import cache

import numpy as np

from attention.core import draws
from attention.core.training import Integers
from attention.core.transformer import Head, Weights, forward, unpacked
from attention.examples import fact_language as language

FIRST = language.SHIFT // 2  # the place at which a text begins
TRIED = 100  # fresh texts, to see what becomes of the answers
PAIRS = [(0, 1), (1, 0), (3, 2), (2, 3), (0, 2), (2, 0), (3, 1), (1, 3)]  # subject and object: one of each number
MANY = (False, True, True, False)  # of the four facts
came: list[bytes] = []


def provide(content: bytes) -> None:
    """Where there is no file: what would be in it."""
    came[:] = [content]
    weights.cache_clear()


@cache
def weights() -> Weights:
    """All numbers by matrix, as float64. ValueError: there are not as many; OSError: they have not come."""
    if not came:
        with open(f"{__file__.rpartition('/')[0]}/two_layers.bin", "rb") as file:
            came.append(file.read())
    return {name: of.astype(float) for name, of in unpacked(came[0], language.SHAPE).items()}


def encode(words: list[str]) -> Integers:
    """Words by their places in the language, one text: (1, length)."""
    return np.array([[language.ID[word] for word in words]])


@cache
def fresh() -> tuple[Integers, Integers]:
    """Texts drawn with a seed each, up to the pronoun, and their answers."""
    texts = []
    for seed in range(TRIED):
        kinds, moves = draws.permutation(seed, len(language.KINDS)), draws.permutation(seed + 5000, len(language.MOVES))
        facts = [language.Fact(*of) for of in zip(kinds[:4], MANY, moves[:4], strict=True)]
        subject, object = PAIRS[seed % len(PAIRS)]
        texts.append(encode(language.text(facts, subject, object, (subject, object)[seed // 8 % 2], seed % 3))[0])
    ids = np.array(texts)
    return ids[:, : language.PRONOUN + 1], ids[:, language.ANSWER]


@cache
def share_right(off: frozenset[Head]) -> float:
    """The share of those texts that are answered right while these heads add nothing."""
    ids, answers = fresh()
    predicted = forward(weights(), language.SHAPE, ids, FIRST, off).predicted[:, -1]
    return float((predicted.argmax(-1) == answers).mean())
