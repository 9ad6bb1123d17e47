"""The sentences of the tour and of the course: words, embeddings and matrices, data and no logic.

All numbers are made by hand so that the pattern that is told comes out of the core; no model was trained.
"""

import numpy as np

from attention import core
from attention.toy import _table

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

# The course, part 14: the sentence of the whole course.

creature_tokens = ("a", "fluffy", "blue", "creature", "roamed", "the", "verdant", "forest")
