"""The sentences of the tour and of the course: words, embeddings and matrices, data and no logic.

All numbers are made by hand so that the pattern that is told comes out of the core; no model was trained.
"""

import numpy as np

from attention import core
from attention.toy import _table

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
