"""The course, part 1: words that a neighbour moves.

On a plane of senses such a word has a place; a neighbour has what it hands on to others, on the same plane, and how
much it tells of its subject (articles next to nothing).

Made by hand so that the pattern that is told comes out of the core; no model was trained.
"""

from collections.abc import Sequence

from attention import core
from attention.examples.fixed import fixed
from attention.language.words import Words

SENSES = {  # by the word that is moved: its place, and what it may come to mean (name, place)
    "mole": (
        (0.3, 0.2),
        {
            "animal": (Words(en="animal", ja="動物"), (-2.2, 1.6)),
            "unit": (Words(en="unit", ja="単位"), (2.2, 1.7)),
            "skin": (Words(en="on the skin", ja="ほくろ"), (0.9, -2.4)),
        },
    ),
    "tower": (
        (-1.1, 1.0),
        {
            "tall": (Words(en="tall building", ja="高い建物"), (-1.5, 2.0)),
            "paris": (Words(en="in Paris", ja="パリの塔"), (2.2, 1.7)),
            "small": (Words(en="fits in a hand", ja="手に乗る塔"), (1.1, -2.5)),
        },
    ),
}
NEIGHBOURS = {  # (x, y, tells) of what it hands on, by the word that is moved
    "mole": {
        **dict.fromkeys(("the", "a", "one", "her", "his", "of", "on", "in"), (0.0, 0.0, 0.1)),
        "gardener": (-2.0, 1.0, 0.8),
        "trapped": (-2.6, 1.3, 1.0),
        "digs": (-2.5, 1.2, 1.0),
        "tunnel": (-2.4, 1.0, 1.0),
        "fur": (-2.0, 1.4, 0.9),
        "chemist": (2.2, 0.9, 0.8),
        "weighed": (2.3, 1.3, 0.9),
        "carbon": (2.6, 1.1, 1.0),
        "gram": (2.4, 1.4, 1.0),
        "molecules": (2.7, 1.2, 1.0),
        "doctor": (0.8, -2.4, 0.9),
        "examined": (0.5, -2.6, 1.0),
        "cheek": (0.4, -2.5, 1.0),
        "skin": (0.7, -2.7, 1.0),
    },
    "tower": {
        **dict.fromkeys(("the", "a", "of", "in"), (0.0, 0.0, 0.1)),
        "Eiffel": (3.6, 0.2, 1.0),
        "Paris": (3.4, 0.1, 0.9),
        "iron": (2.2, 0.1, 0.7),
        "miniature": (0.3, -4.4, 1.1),
        "tiny": (0.2, -4.0, 1.0),
        "toy": (0.6, -3.6, 0.9),
        "tall": (-0.1, 1.0, 0.9),
    },
}
ALSO = {  # what else a neighbour may be typed as
    "庭師": "gardener",
    "捕まえた": "trapped",
    "掘る": "digs",
    "トンネル": "tunnel",
    "毛皮": "fur",
    "化学者": "chemist",
    "量った": "weighed",
    "炭素": "carbon",
    "グラム": "gram",
    "分子": "molecules",
    "医者": "doctor",
    "診た": "examined",
    "頬": "cheek",
    "肌": "skin",
    "エッフェル": "Eiffel",
    "パリ": "Paris",
    "鉄": "iron",
    "ミニチュア": "miniature",
    "小さな": "tiny",
    "おもちゃ": "toy",
    "高い": "tall",
}
# An embedding here: its place (2), what it hands on (2), how much it asks, how much it tells.
w_q = fixed([0.0, 0.0, 0.0, 0.0, 2.0, 0.0])  # (d_k, d_model)
w_k = fixed([0.0, 0.0, 0.0, 0.0, 0.0, 1.6])  # (d_k, d_model)
w_v = fixed([0.0, 0.0, 1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0, 0.0, 0.0])  # (d_v, d_model)


def neighbour(word: str, typed: str) -> str | None:
    """The neighbour of `word` that someone has typed, in either language and whatever the capitals; None if unknown."""
    known = {name.lower(): name for name in NEIGHBOURS[word]}
    return known.get(ALSO.get(typed, typed).lower())


def embeddings(neighbours: Sequence[str], word: str) -> core.Floats:
    """Embeddings (n + 1, d_model) of known neighbours and, last, of the word that they move."""
    rows = [[0.0, 0.0, x, y, 0.0, tells] for x, y, tells in (NEIGHBOURS[word][name] for name in neighbours)]
    return fixed(*rows, [*SENSES[word][0], 0.0, 0.0, 1.0, 0.2])
