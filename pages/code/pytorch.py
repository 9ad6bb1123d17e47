"""PyTorch"""


def attend(queries, keys, values, mask):
    scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
    scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ values
