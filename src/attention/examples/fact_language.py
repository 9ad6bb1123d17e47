"""A language that one layer cannot answer: four facts that hold in one text only, then a sentence that needs one.

    the cat hopped . the birds ran . the frogs hid . the cow swam . the cat saw the birds and they ran .

To tell the last word, *they* has to find the noun it means, and then what that noun did in the facts. What stood behind
*birds* is known only to a word that has looked back before it is looked at: the second look needs a second layer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from attention.core.transformer import Shape

KINDS = ("cat", "bird", "duck", "frog", "cow", "hen")
MOVES = ("ran", "flew", "swam", "hopped", "slept", "hid")
VERBS = ("saw", "met", "heard")
WORDS = ("the", ".", "and", "it", "they", *VERBS, *KINDS, *(f"{kind}s" for kind in KINDS), *MOVES)
ID = {word: place for place, word in enumerate(WORDS)}
LENGTH = 25  # words of a text
FACTS, SUBJECT, VERB, OBJECT, PRONOUN, ANSWER = (
    (1, 5, 9, 13),
    17,
    18,
    20,
    22,
    23,
)  # places; a fact's move is one further
SHIFT = 8  # a text may begin at any of so many places, so that no head can rely on the place alone
SHAPE = Shape(words=len(WORDS), places=LENGTH - 1 + SHIFT)


class Fact(NamedTuple):
    """One noun and what it did."""

    kind: int
    many: bool
    move: int


def text(facts: Sequence[Fact], subject: int, object: int, meant: int, verb: int = 0) -> list[str]:
    """The words of a text: four facts, and the sentence about two of them, of which the pronoun means fact `meant`.

    ValueError: not four facts; a kind or a move that stands twice; subject and object alike in number, so that nobody
    could tell which is meant; `meant` is neither.
    """
    if len(facts) != len(FACTS):
        raise ValueError(f"facts: {len(facts)}; accepted are {len(FACTS)}")
    for name in ("kind", "move"):
        if len({getattr(fact, name) for fact in facts}) < len(facts):
            raise ValueError(f"facts: a {name} stands twice; accepted are four different ones")
    if facts[subject].many == facts[object].many:
        raise ValueError("subject, object: both one, or both many; accepted is one of each, or the pronoun means both")
    if meant not in (subject, object):
        raise ValueError(f"meant: fact {meant}; accepted are the subject, {subject}, and the object, {object}")
    told = [word for fact in facts for word in ("the", noun(fact), MOVES[fact.move], ".")]
    pronoun = "they" if facts[meant].many else "it"
    sentence = ["the", noun(facts[subject]), VERBS[verb], "the", noun(facts[object]), "and", pronoun]
    return [*told, *sentence, MOVES[facts[meant].move], "."]


def noun(fact: Fact) -> str:
    """The noun of a fact, in its number."""
    return KINDS[fact.kind] + "s" * fact.many
