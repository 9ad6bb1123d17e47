"""The course, part 12: four heads on one sentence.

A token is a place on a plane of senses (magic to the upper left, royalty to the upper right, a wreck below), its kind,
and its place in the sentence, as a number and on a circle.

Made by hand so that the pattern that is told comes out of the core; no model was trained.
"""

import numpy as np

from attention import core
from attention.examples.fixed import fixed

HEADS = 4
tokens = ("the", "wizard", "saw", "Harry", "crash", "the", "car")
queen_tokens = ("the", "queen", *tokens[2:])
HARRY, CRASH, CAR = 3, 4, 6
kinds = fixed(  # (n_tokens, 7): sense (2), who holds an office, name, thing, verb, doing harm
    [0.1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [-1.6, 1.1, 1.0, 0.0, 0.0, 0.0, 0.0],
    [0.4, 0.2, 0.0, 0.0, 0.0, 1.0, 0.0],
    [0.0, 0.6, 0.0, 1.0, 0.0, 0.0, 0.0],
    [0.3, -1.6, 0.0, 0.0, 0.0, 1.0, 1.0],
    [0.1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [1.4, 0.3, 0.0, 0.0, 1.0, 0.0, 0.0],
)
QUEEN_SENSE = (1.6, 1.1)
places = np.stack(  # (n_tokens, 3)
    [np.arange(7) / 6, *(wave(2 * np.pi / 7 * np.arange(7)) for wave in (np.sin, np.cos))], axis=1
)


def embeddings(tokens: tuple[str, ...]) -> core.Floats:
    """The embeddings (n_tokens, d_model) of the sentence with the wizard or with the queen."""
    rows = kinds.copy()
    if "queen" in tokens:
        rows[1, :2] = QUEEN_SENSE
    return np.hstack([rows, places])


BACK = 2 * np.pi / 7  # one place back on the circle
# Each head's two rows. 1: a name asks who holds an office. 2: a thing asks what harm is done. 3: a verb asks who acts,
# the later one rather than the earlier. 4: every token asks for the one before it.
w_q = fixed(  # (n_heads * d_k, d_model)
    [0.0, 0.0, 0.0, 2.4, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 2.8, 0.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 2.2, 0.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 2.2, 0.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 4 * np.cos(BACK), -4 * np.sin(BACK)],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 4 * np.sin(BACK), 4 * np.cos(BACK)],
)
w_k = fixed(  # (n_heads * d_k, d_model)
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
w_v = np.vstack([np.eye(2, 10)] * HEADS)  # (n_heads * d_v, d_model)
w_o = np.hstack([share * np.eye(10, 2) for share in (1.0, 0.9, 0.5, 0.3)])  # (d_model, n_heads * d_v)
