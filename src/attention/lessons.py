"""The sentences of the tour and of the course: words, embeddings and matrices, data and no logic.

All numbers are made by hand so that the pattern that is told comes out of the core; no model was trained.
"""

from collections.abc import Sequence

from attention import core
from attention.toy import _table
from attention.words import Words

# The course, parts 2 to 7: the running sentence. Queries and keys were laid out on a plane by hand, so that a noun's
# query points to the keys of the adjectives before it and the verb's to the noun that did it; the embeddings are random
# numbers with one decimal, and the matrices are what then takes the ones to the others, rounded to two decimals.

creature_tokens = ("a", "fluffy", "blue", "creature", "roamed", "the", "verdant", "forest")
FLUFFY, BLUE, CREATURE, ROAMED, VERDANT, FOREST = 1, 2, 3, 4, 6, 7
creature_embeddings = _table(  # (n_tokens, d_model)
    [-0.2, -0.7, 0.1, -0.5, 0.1, 2.0, 0.4, 0.6],
    [-0.6, -0.7, 0.6, -0.8, -0.7, 0.3, -0.4, 0.5],
    [-0.7, 0.7, -1.8, -0.7, -1.1, 0.1, -1.2, 0.8],
    [-0.8, 0.8, 0.0, 0.8, 0.9, -0.5, 0.1, 0.6],
    [0.1, 1.0, 1.0, -0.2, -1.5, 0.0, 1.1, -0.2],
    [-0.4, -0.3, 0.5, 1.1, -1.5, 0.6, -0.4, -1.2],
    [0.8, -0.2, -0.5, -0.1, -0.8, 0.5, -0.5, 1.6],
    [0.5, -0.3, -0.1, -0.8, 0.5, 0.5, -1.5, 0.1],
)
creature_w_q = _table(  # (d_k, d_model)
    [-0.29, -0.01, -0.17, 0.07, -0.75, -0.43, 1.02, 0.34],
    [-0.81, -0.11, 0.0, 1.27, 0.37, -0.04, -0.06, 0.79],
)
creature_w_k = _table(  # (d_k, d_model)
    [-0.88, 1.13, 0.23, -0.19, 0.66, 0.53, -0.32, -0.35],
    [-1.3, -1.03, -0.49, -0.88, -0.47, -0.59, 0.21, -0.21],
)
creature_w_v = _table(  # (d_v, d_model)
    [-0.38, -0.83, 0.6, -0.11, 0.18, -0.33, -0.18, 0.24],
    [-1.3, -0.16, -0.15, -0.38, 0.03, -0.22, 0.08, -0.25],
)
creature = core.head(creature_embeddings, creature_w_q, creature_w_k, creature_w_v)  # no mask

# The course, part 1: words that a neighbour moves. On a plane of senses such a word has a place; a neighbour has what
# it hands on to others, on the same plane, and how much it tells of its subject (articles next to nothing).

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
sense_w_q = _table([0.0, 0.0, 0.0, 0.0, 2.0, 0.0])  # (d_k, d_model)
sense_w_k = _table([0.0, 0.0, 0.0, 0.0, 0.0, 1.6])  # (d_k, d_model)
sense_w_v = _table([0.0, 0.0, 1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0, 0.0, 0.0])  # (d_v, d_model)


def neighbour(word: str, typed: str) -> str | None:
    """The neighbour of `word` that someone has typed, in either language and whatever the capitals; None if unknown."""
    known = {name.lower(): name for name in NEIGHBOURS[word]}
    return known.get(ALSO.get(typed, typed).lower())


def sense_embeddings(neighbours: Sequence[str], word: str) -> core.Floats:
    """Embeddings (n + 1, d_model) of known neighbours and, last, of the word that they move."""
    rows = [[0.0, 0.0, x, y, 0.0, tells] for x, y, tells in (NEIGHBOURS[word][name] for name in neighbours)]
    return _table(*rows, [*SENSES[word][0], 0.0, 0.0, 1.0, 0.2])
