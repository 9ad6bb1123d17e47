"""Our heads against PyTorch's own attention, where PyTorch is installed: two conventions of masks, several heads."""

import numpy as np
import pytest

from attention import core
from attention.core import heads

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

SHAPES = [(1, 4, 4), (2, 5, 5), (4, 6, 3), (4, 2, 7)]  # heads, queries, keys
D_MODEL = 8


def drawn(n_heads, n_queries, n_keys):
    draw = np.random.default_rng([n_heads, n_queries, n_keys])
    here, there = draw.normal(size=(n_queries, D_MODEL)), draw.normal(size=(n_keys, D_MODEL))
    return here, there, [draw.normal(size=(D_MODEL, D_MODEL)) for _ in range(4)], draw.random((n_queries, n_keys)) < 0.6


def masks(shape, random):
    """None, the causal one, and one at random that leaves each query its first key. Ours: True may attend."""
    random = random.copy()
    random[:, 0] = True
    return [None, np.tri(*shape, dtype=bool), random]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("which", range(3))
def test_scaled_dot_product_attention_has_our_mask(shape, which):
    here, there, (w_q, w_k, w_v, _), random = drawn(*shape)
    mask = masks(shape[1:], random)[which]
    queries, keys, values = (
        heads.split(core.project(rows, w), shape[0]) for rows, w in ((here, w_q), (there, w_k), (there, w_v))
    )
    theirs = torch.nn.functional.scaled_dot_product_attention(
        *(torch.from_numpy(np.array(array)) for array in (queries, keys, values)),
        attn_mask=None if mask is None else torch.from_numpy(mask),  # True may attend, as ours
    )
    ours = core.attend(queries, keys, values, mask).outputs
    np.testing.assert_allclose(ours, theirs.numpy(), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("which", range(3))
def test_multihead_attention_has_the_mask_the_other_way_round(shape, which):
    here, there, matrices, random = drawn(*shape)
    mask = masks(shape[1:], random)[which]
    layer = torch.nn.MultiheadAttention(D_MODEL, shape[0], bias=False, batch_first=True, dtype=torch.float64)
    with torch.no_grad():
        layer.in_proj_weight.copy_(torch.from_numpy(np.vstack(matrices[:3])))
        layer.out_proj.weight.copy_(torch.from_numpy(matrices[3]))
        context = torch.from_numpy(there)[None]
        outputs, weights = layer(
            torch.from_numpy(here)[None],
            context,
            context,
            attn_mask=None if mask is None else torch.from_numpy(~mask),  # True may not attend
            average_attn_weights=False,
        )
    ours = heads.multi_head(here, *matrices, shape[0], mask, context=there)
    np.testing.assert_allclose(ours.outputs, outputs[0].numpy(), rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(ours.changes.sum(axis=0), outputs[0].numpy(), rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(ours.heads.weights, weights[0].numpy(), rtol=1e-10, atol=1e-12)
    if mask is not None:
        assert not np.allclose(ours.outputs, heads.multi_head(here, *matrices, shape[0], ~mask, context=there).outputs)
