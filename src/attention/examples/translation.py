"""The course, part 11: an English sentence being turned into Japanese.

Solved from the pattern that is wanted: hot by 熱い, tea by お茶, drank by 飲ん and by the past だ, tea with some drank
by を, which marks what is drunk.

Made by hand so that the pattern that is told comes out of the core; no model was trained.
"""

from attention.examples.fixed import fixed

english_tokens = ("I", "drank", "hot", "tea")
english_embeddings = fixed(  # (n_keys, d_model)
    [1.2, -0.3, 0.1, 0.4],
    [-0.2, 1.4, 0.3, -0.5],
    [0.3, 0.2, -1.3, 0.6],
    [-0.4, 0.1, 0.5, 1.3],
)
japanese_tokens = ("熱い", "お茶", "を", "飲ん", "だ")
japanese_embeddings = fixed(  # (n_queries, d_model)
    [0.5, 0.1, -1.1, 0.2],
    [-0.3, -0.2, 0.8, 1.2],
    [-0.6, 0.5, 0.4, 0.9],
    [0.1, 1.2, 0.2, -0.6],
    [0.6, 1.0, -0.2, -0.4],
)
w_q = fixed([-0.94, -0.26, -0.39, -4.31], [-0.51, 0.95, -0.57, -2.8], [0.59, -1.1, -2.21, -0.32])  # (d_k, d_model)
w_k = fixed([0.9, -0.4, 0.2, 0.1], [-0.3, 1.1, 0.1, -0.4], [0.2, 0.3, -1.0, 0.6])  # (d_k, d_model)
w_v = fixed([-0.74, 0.42, -0.98, 0.27], [0.03, -0.49, 0.03, 1.04])  # (d_v, d_model)
