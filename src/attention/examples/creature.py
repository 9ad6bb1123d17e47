"""The sentence of the whole course (parts 2 to 9, and 14), as a head without a mask.

Queries and keys were laid out on a plane by hand, so that a noun's query points to the keys of the adjectives before it
and the verb's to the noun that did it. Values were laid out on another plane: "fluffy" to the right, "blue" up,
"verdant" up and to the left. The embeddings are random numbers with one decimal, and the matrices are what then takes
the ones to the others, rounded to two decimals.

Made by hand so that the pattern that is told comes out of the core; no model was trained.
"""

from attention import core
from attention.examples.fixed import fixed

tokens = ("a", "fluffy", "blue", "creature", "roamed", "the", "verdant", "forest")
FLUFFY, BLUE, CREATURE, ROAMED, VERDANT, FOREST = 1, 2, 3, 4, 6, 7
embeddings = fixed(  # (n_tokens, d_model)
    [-0.2, -0.7, 0.1, -0.5, 0.1, 2.0, 0.4, 0.6],
    [-0.6, -0.7, 0.6, -0.8, -0.7, 0.3, -0.4, 0.5],
    [-0.7, 0.7, -1.8, -0.7, -1.1, 0.1, -1.2, 0.8],
    [-0.8, 0.8, 0.0, 0.8, 0.9, -0.5, 0.1, 0.6],
    [0.1, 1.0, 1.0, -0.2, -1.5, 0.0, 1.1, -0.2],
    [-0.4, -0.3, 0.5, 1.1, -1.5, 0.6, -0.4, -1.2],
    [0.8, -0.2, -0.5, -0.1, -0.8, 0.5, -0.5, 1.6],
    [0.5, -0.3, -0.1, -0.8, 0.5, 0.5, -1.5, 0.1],
)
w_q = fixed(  # (d_k, d_model)
    [-0.29, -0.01, -0.17, 0.07, -0.75, -0.43, 1.02, 0.34],
    [-0.81, -0.11, 0.0, 1.27, 0.37, -0.04, -0.06, 0.79],
)
w_k = fixed(  # (d_k, d_model)
    [-0.88, 1.13, 0.23, -0.19, 0.66, 0.53, -0.32, -0.35],
    [-1.3, -1.03, -0.49, -0.88, -0.47, -0.59, 0.21, -0.21],
)
w_v = fixed(  # (d_v, d_model)
    [-1.82, -1.38, 0.08, -0.59, 0.03, -0.83, 0.17, -0.07],
    [-0.4, -0.71, -1.25, 0.21, -0.62, -0.33, 0.36, 0.39],
)
WRITES = (2, 6)  # the two numbers of an embedding that the head can change, counted from 0
w_o = fixed(*[[float(place == at) for at in WRITES] for place in range(8)])  # (d_model, d_v): values at full width
head = core.head(embeddings, w_q, w_k, w_v)  # no mask
