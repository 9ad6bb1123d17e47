"""The toy head: six tokens on a plane and the three matrices that make one head of attention of them.

The numbers come from a small head that was solved backwards, so that every figure quoted in the explorable comes
out of parameters with two decimals. They stand for nothing else: no model was trained.
"""

import numpy as np

from attention import core
from attention.examples.fixed import fixed

tokens = ("the", "cat", "ate", "and", "it", "ran")
THE, CAT, ATE, AND, IT, RAN = range(6)
FOLLOW = IT  # the token whose row the pages follow

embeddings = fixed(  # (n_tokens, d_model)
    [0.39, 0.35],
    [1.85, -0.32],
    [1.01, 1.75],
    [0.55, 0.83],
    [1.27, 0.10],
    [0.74, 0.08],
)
w_q = fixed([-0.57, -0.14], [0.85, -1.81])  # (d_k, d_model)
w_k = fixed([-0.83, -0.23], [0.33, -0.33])  # (d_k, d_model)
w_v = fixed([0.68, 0.13], [0.58, 0.44])  # (d_v, d_model)

head = core.head(embeddings, w_q, w_k, w_v)  # no mask

# One query against six keys, with mean 0 and spread 1: at width d the dot products are these times sqrt(d).
(spread_scores,) = fixed([1.76, 0.46, 0.33, -0.35, -0.96, -1.24])  # (n_keys,)

# Position p on the plane: a small circle walked in steps of 1 radian, sine and cosine as in sinusoidal encodings.
positions = fixed(
    *([0.4 * float(np.sin(place)), 0.4 * float(np.cos(place))] for place in range(len(tokens)))
)  # (n_tokens, d_model)
