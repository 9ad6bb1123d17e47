"""The tour: two sentences of the same three words, and stamps for places: a step on a circle, by sine and cosine.

Made by hand so that the pattern that is told comes out of the core; no model was trained.
"""

import numpy as np

from attention import core
from attention.examples.fixed import fixed

tokens = ("dog", "bites", "man")
embeddings = fixed([1.6, 0.3], [0.2, 1.5], [1.0, -1.1])  # (n_tokens, d_model)
w_q = fixed([0.9, 0.4], [-0.5, 1.0])  # (d_k, d_model)
w_k = fixed([1.0, -0.3], [0.4, 0.8])  # (d_k, d_model)
w_v = fixed([-0.1, 0.9], [0.9, 0.1])  # (d_v, d_model)


def stamps(places: core.Floats) -> core.Floats:
    """What is added to the embedding at each of the places (n,), counted from 0: (n, d_model)."""
    stamps: core.Floats = 0.7 * np.stack([np.sin(places), np.cos(places)], axis=-1)
    return stamps
