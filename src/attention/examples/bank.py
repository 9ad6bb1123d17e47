"""The tour: "bank" and its company, as meanings and as paints.

Made by hand so that the pattern that is told comes out of the core; no model was trained.
"""

from attention.examples.fixed import fixed

# "bank" and its company. A meaning is a point on a plane, water to the left and money to the right, and bank itself
# in the middle: the blur of both. Each word as side, breadth (all its senses), whether it tells senses apart, and
# whether it is a small word.
embeddings = {
    "the": (0.0, 0.1, 0.0, 1.0),
    "river": (-1.4, 0.5, 1.0, 0.0),
    "money": (1.4, 0.5, 1.0, 0.0),
    "bank": (0.0, 1.0, 0.0, 0.0),
}  # (d_model,) each
w_q = fixed([0.0, 3.6, 0.0, 0.0], [0.0, 1.2, 0.0, 0.0])  # (d_k, d_model): what is broad looks for what is telling
w_k = fixed([0.0, 0.0, 1.0, -0.3], [0.0, 1.0, 0.0, 0.0])  # (d_k, d_model)
w_v = fixed([1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0])  # (d_v, d_model): the place on the plane
# The same words as paints: red, green and blue light from 0 to 1, linear, as light itself adds up.
paints = {
    "the": (0.75, 0.75, 0.72),
    "river": (0.01, 0.22, 0.62),
    "money": (0.87, 0.50, 0.02),
    "bank": (0.36, 0.16, 0.30),
}
