"""The tour: six words by kind and by clause.

Made by hand so that the pattern that is told comes out of the core; no model was trained.
"""

from attention import core
from attention.examples.fixed import fixed

# Six words by kind (article, noun, verb, joiner, pronoun) and by clause. What a word asks for and what it announces has
# four channels: a thing, an action, a small word, and which clause it stands in.
tokens = ("the", "bird", "sang", "while", "it", "flew")
embeddings = fixed(  # (n_tokens, d_model): article, noun, verb, joiner, pronoun, clause
    [1.0, 0.0, 0.0, 0.0, 0.0, 1.0],
    [0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
    [0.0, 0.0, 1.0, 0.0, 0.0, 1.0],
    [0.0, 0.0, 0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 1.0, -1.0],
    [0.0, 0.0, 1.0, 0.0, 0.0, -1.0],
)
w_q = fixed(  # (d_k, d_model): each kind's wishes, in columns
    [5.0, 1.0, 7.0, 0.5, 7.4, 0.0],
    [0.0, 4.0, 0.5, 5.5, 2.5, 0.0],
    [0.0, 1.0, 0.5, 1.0, -2.0, 0.0],
    [0.0, 0.5, 0.0, 0.0, 3.0, 2.0],
)
w_k = fixed(  # (d_k, d_model): what each kind announces
    [0.0, 1.0, 0.0, 0.0, 0.5, 0.0],
    [0.0, 0.0, 1.0, 0.0, 0.0, 0.0],
    [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 1.0],
)
BIRD, IT = 1, 4
scores = core.scores(core.project(embeddings, w_q), core.project(embeddings, w_k))  # (6, 6)
