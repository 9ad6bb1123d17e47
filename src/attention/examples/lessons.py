"""The sentences of the tour and of the course: words, embeddings and matrices, data and no logic.

All numbers are made by hand so that the pattern that is told comes out of the core; no model was trained.
"""

from collections.abc import Sequence

import numpy as np

from attention import core
from attention.examples.toy import _table
from attention.language.words import Words

# The course, parts 2 to 9: the running sentence. Queries and keys were laid out on a plane by hand, so that a noun's
# query points to the keys of the adjectives before it and the verb's to the noun that did it. Values were laid out on
# another plane: "fluffy" to the right, "blue" up, "verdant" up and to the left. The embeddings are random numbers with
# one decimal, and the matrices are what then takes the ones to the others, rounded to two decimals.

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
    [-1.82, -1.38, 0.08, -0.59, 0.03, -0.83, 0.17, -0.07],
    [-0.4, -0.71, -1.25, 0.21, -0.62, -0.33, 0.36, 0.39],
)
CREATURE_WRITES = (2, 6)  # the two numbers of an embedding that the head can change, counted from 0
creature_w_o = _table(
    *np.eye(8)[:, CREATURE_WRITES].tolist()
)  # (d_model, d_v): what brings values back to the width of embeddings
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


# The course, part 10: a value matrix of width 8 to be factored. Waves in, waves out, each weaker than the one before.

waves = (
    np.cos(np.pi / 8 * np.outer(np.arange(8), np.arange(8) + 0.5)) / np.where(np.arange(8) > 0, 2.0, 8**0.5)[:, None]
)
value_square = np.round((waves.T * [2.4, 1.7, 1.1, 0.6, 0.35, 0.2, 0.1, 0.05]) @ waves[[3, 1, 4, 0, 6, 2, 7, 5]], 2)

# The course, part 11: an English sentence being turned into Japanese. Solved from the pattern that is wanted: hot by
# 熱い, tea by お茶, drank by 飲ん and by the past だ, tea with some drank by を, which marks what is drunk.

english_tokens = ("I", "drank", "hot", "tea")
english_embeddings = _table(  # (n_keys, d_model)
    [1.2, -0.3, 0.1, 0.4],
    [-0.2, 1.4, 0.3, -0.5],
    [0.3, 0.2, -1.3, 0.6],
    [-0.4, 0.1, 0.5, 1.3],
)
japanese_tokens = ("熱い", "お茶", "を", "飲ん", "だ")
japanese_embeddings = _table(  # (n_queries, d_model)
    [0.5, 0.1, -1.1, 0.2],
    [-0.3, -0.2, 0.8, 1.2],
    [-0.6, 0.5, 0.4, 0.9],
    [0.1, 1.2, 0.2, -0.6],
    [0.6, 1.0, -0.2, -0.4],
)
cross_w_q = _table(
    [-0.94, -0.26, -0.39, -4.31], [-0.51, 0.95, -0.57, -2.8], [0.59, -1.1, -2.21, -0.32]
)  # (d_k, d_model)
cross_w_k = _table([0.9, -0.4, 0.2, 0.1], [-0.3, 1.1, 0.1, -0.4], [0.2, 0.3, -1.0, 0.6])  # (d_k, d_model)
cross_w_v = _table([-0.74, 0.42, -0.98, 0.27], [0.03, -0.49, 0.03, 1.04])  # (d_v, d_model)

# The course, part 12: four heads on one sentence. A token is a place on a plane of senses (magic to the upper left,
# royalty to the upper right, a wreck below), its kind, and its place in the sentence, as a number and on a circle.

CRASH_HEADS = 4
crash_tokens = ("the", "wizard", "saw", "Harry", "crash", "the", "car")
queen_tokens = ("the", "queen", *crash_tokens[2:])
HARRY, CRASH, CAR = 3, 4, 6
crash_kinds = _table(  # (n_tokens, 7): sense (2), who holds an office, name, thing, verb, doing harm
    [0.1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [-1.6, 1.1, 1.0, 0.0, 0.0, 0.0, 0.0],
    [0.4, 0.2, 0.0, 0.0, 0.0, 1.0, 0.0],
    [0.0, 0.6, 0.0, 1.0, 0.0, 0.0, 0.0],
    [0.3, -1.6, 0.0, 0.0, 0.0, 1.0, 1.0],
    [0.1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [1.4, 0.3, 0.0, 0.0, 1.0, 0.0, 0.0],
)
QUEEN_SENSE = (1.6, 1.1)
crash_places = np.stack(  # (n_tokens, 3)
    [np.arange(7) / 6, *(wave(2 * np.pi / 7 * np.arange(7)) for wave in (np.sin, np.cos))], axis=1
)


def crash_embeddings(tokens: tuple[str, ...]) -> core.Floats:
    """The embeddings (n_tokens, d_model) of the sentence with the wizard or with the queen."""
    kinds = crash_kinds.copy()
    if "queen" in tokens:
        kinds[1, :2] = QUEEN_SENSE
    return np.hstack([kinds, crash_places])


BACK = 2 * np.pi / 7  # one place back on the circle
# Each head's two rows. 1: a name asks who holds an office. 2: a thing asks what harm is done. 3: a verb asks who acts,
# the later one rather than the earlier. 4: every token asks for the one before it.
crash_w_q = _table(  # (n_heads * d_k, d_model)
    [0.0, 0.0, 0.0, 2.4, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 2.8, 0.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 2.2, 0.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 2.2, 0.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 4 * np.cos(BACK), -4 * np.sin(BACK)],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 4 * np.sin(BACK), 4 * np.cos(BACK)],
)
crash_w_k = _table(  # (n_heads * d_k, d_model)
    [0.0, 0.0, 2.4, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.4, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 2.2, 2.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.4, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0],
)
# Down to the sense of the token, and up again into the sense of the one that asked, more or less of it.
crash_w_v = np.vstack([np.eye(2, 10)] * CRASH_HEADS)  # (n_heads * d_v, d_model)
crash_w_o = np.hstack([share * np.eye(10, 2) for share in (1.0, 0.9, 0.5, 0.3)])  # (d_model, n_heads * d_v)

# The tour: attention in seven cards.

# Six words by kind (article, noun, verb, joiner, pronoun) and by clause. What a word asks for and what it announces has
# four channels: a thing, an action, a small word, and which clause it stands in.
bird_tokens = ("the", "bird", "sang", "while", "it", "flew")
bird_embeddings = _table(  # (n_tokens, d_model): article, noun, verb, joiner, pronoun, clause
    [1.0, 0.0, 0.0, 0.0, 0.0, 1.0],
    [0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
    [0.0, 0.0, 1.0, 0.0, 0.0, 1.0],
    [0.0, 0.0, 0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 1.0, -1.0],
    [0.0, 0.0, 1.0, 0.0, 0.0, -1.0],
)
bird_w_q = _table(  # (d_k, d_model): each kind's wishes, in columns
    [5.0, 1.0, 7.0, 0.5, 7.4, 0.0],
    [0.0, 4.0, 0.5, 5.5, 2.5, 0.0],
    [0.0, 1.0, 0.5, 1.0, -2.0, 0.0],
    [0.0, 0.5, 0.0, 0.0, 3.0, 2.0],
)
bird_w_k = _table(  # (d_k, d_model): what each kind announces
    [0.0, 1.0, 0.0, 0.0, 0.5, 0.0],
    [0.0, 0.0, 1.0, 0.0, 0.0, 0.0],
    [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 1.0],
)
BIRD, IT = 1, 4
bird_scores = core.scores(core.project(bird_embeddings, bird_w_q), core.project(bird_embeddings, bird_w_k))  # (6, 6)

# "bank" and its company. A meaning is a point on a plane, water to the left and money to the right, and bank itself
# in the middle: the blur of both. Each word as side, breadth (all its senses), whether it tells senses apart, and
# whether it is a small word.
bank_embeddings = {
    "the": (0.0, 0.1, 0.0, 1.0),
    "river": (-1.4, 0.5, 1.0, 0.0),
    "money": (1.4, 0.5, 1.0, 0.0),
    "bank": (0.0, 1.0, 0.0, 0.0),
}  # (d_model,) each
bank_w_q = _table([0.0, 3.6, 0.0, 0.0], [0.0, 1.2, 0.0, 0.0])  # (d_k, d_model): what is broad looks for what is telling
bank_w_k = _table([0.0, 0.0, 1.0, -0.3], [0.0, 1.0, 0.0, 0.0])  # (d_k, d_model)
bank_w_v = _table([1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0])  # (d_v, d_model): the place on the plane
# The same words as paints: red, green and blue light from 0 to 1, linear, as light itself adds up.
paints = {
    "the": (0.75, 0.75, 0.72),
    "river": (0.01, 0.22, 0.62),
    "money": (0.87, 0.50, 0.02),
    "bank": (0.36, 0.16, 0.30),
}

# Two sentences of the same three words. Stamped on at place p: a step along a circle, by sine and cosine.
bite_tokens = ("dog", "bites", "man")
bite_embeddings = _table([1.6, 0.3], [0.2, 1.5], [1.0, -1.1])  # (n_tokens, d_model)
bite_w_q = _table([0.9, 0.4], [-0.5, 1.0])  # (d_k, d_model)
bite_w_k = _table([1.0, -0.3], [0.4, 0.8])  # (d_k, d_model)
bite_w_v = _table([-0.1, 0.9], [0.9, 0.1])  # (d_v, d_model)


def bite_stamps(places: core.Floats) -> core.Floats:
    """What is added to the embedding at each of the places (n,), counted from 0: (n, d_model)."""
    stamps: core.Floats = 0.7 * np.stack([np.sin(places), np.cos(places)], axis=-1)
    return stamps
