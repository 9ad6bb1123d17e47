"""The toy head is the reference's, and from it alone the core yields the figures the pages quote."""

import json
from pathlib import Path

import numpy as np
import pytest

from attention import core
from attention.examples import toy

pytestmark = pytest.mark.filterwarnings("error")

REFERENCE = Path(__file__).parents[1] / "reference"
CLAIMS = json.loads((REFERENCE / "claims.json").read_text(encoding="utf-8"))
IT, CAT, ATE, AND = toy.IT, toy.CAT, toy.ATE, toy.AND


def test_the_toy_is_the_reference():
    given = json.loads((REFERENCE / "toy_head.json").read_text(encoding="utf-8"))
    assert list(toy.tokens) == given["tokens"]
    assert toy.tokens[toy.FOLLOW] == given["follow"]
    assert toy.embeddings.tolist() == given["embeddings"]
    assert [toy.w_q.tolist(), toy.w_k.tolist(), toy.w_v.tolist()] == [given["w_q"], given["w_k"], given["w_v"]]
    assert toy.spread_scores.tolist() == given["root_d_base_scores"]


def test_the_names_of_the_tokens_are_their_positions():
    places = (toy.THE, toy.CAT, toy.ATE, toy.AND, toy.IT, toy.RAN)
    assert [toy.tokens[place] for place in places] == ["the", "cat", "ate", "and", "it", "ran"]


@pytest.mark.parametrize("name", ["embeddings", "w_q", "w_k", "w_v", "spread_scores"])
def test_the_toy_cannot_be_changed_by_accident(name):
    with pytest.raises(ValueError, match="read-only"):
        getattr(toy, name)[...] = 0


def test_the_head_is_computed_from_the_toy_without_a_mask():
    assert toy.head.mask is None
    np.testing.assert_allclose(toy.head.queries, [toy.w_q @ x for x in toy.embeddings], rtol=1e-15)
    np.testing.assert_allclose(toy.head.keys, [toy.w_k @ x for x in toy.embeddings], rtol=1e-15)
    np.testing.assert_allclose(toy.head.values, [toy.w_v @ x for x in toy.embeddings], rtol=1e-15)
    assert toy.head.divided_by == 2**0.5


def test_the_spread_scores_have_mean_zero_and_spread_one():
    assert abs(toy.spread_scores.mean()) < 1e-12
    assert round(toy.spread_scores.std(), 3) == 1.0


# Claims: for each widget that needs nothing but the core and the toy, its facts at the given parameters.


def degrees(a, b):
    return np.degrees(np.arccos(a @ b / np.linalg.norm(a) / np.linalg.norm(b)))


def inside(point, corners):
    """In a plane, inside the convex hull: beyond none of the lines through two corners with all corners on one side."""
    for a in corners:
        for b in corners:
            across = np.array([a[1] - b[1], b[0] - a[0]])
            if across @ point > (corners @ across).max() + 1e-12:
                return False
    return True


def with_score_of_cat(score):
    """The row of `it` when cat's score is set by hand."""
    scores = toy.head.scores[IT].copy()
    scores[CAT] = score
    return core.softmax(scores)


def three_roles(stage, token):
    query, key, value = toy.head.queries[token], toy.head.keys[token], toy.head.values[token]
    return {
        "query": query,
        "key": key,
        "value": value,
        "angle_query_key": degrees(query, key),
        "angle_query_value": degrees(query, value),
        "angle_key_value": degrees(key, value),
    }


def drag_input(x, y):
    matrices = {"query": toy.w_q, "key": toy.w_k, "value": toy.w_v}
    own = toy.embeddings[IT]
    return {f"turned_{name}": degrees(core.project([x, y], w), core.project(own, w)) for name, w in matrices.items()}


def longest_shadow(token):
    products = core.dot_products(toy.head.queries[token], toy.head.keys)
    return {"dot_products": products, "winner": toy.tokens[products.argmax()]}


def blend_maps(blend):
    w_q = (1 - blend) * toy.w_q + blend * toy.w_k
    return {"scores": core.head(toy.embeddings, w_q, toy.w_k, toy.w_v).scores}


def dot_product(x, y, key):
    return {"dot_product": core.dot_products([x, y], toy.head.keys[[key]])[0]}


def key_stretch(stretch):
    keys = toy.head.keys.copy()
    keys[AND] *= stretch
    products = core.dot_products(toy.head.queries[IT], keys)
    return {
        "and_score": products[AND],
        "cat_score": products[CAT],
        "winner": toy.tokens[products.argmax()],
        "overtakes_at": toy.head.dot_products[IT, CAT] / toy.head.dot_products[IT, AND],
    }


def read_rows(token):
    scores = toy.head.scores[token]
    return {"scores": scores, "largest": toy.tokens[scores.argmax()], "range": np.ptp(scores)}


def softmax_stairs(token):
    weights = core.softmax(toy.head.scores[token])
    return {
        "weights": weights,
        "largest": toy.tokens[weights.argmax()],
        "smallest": toy.tokens[weights.argmin()],
        "total": np.cumsum(weights)[-1],
    }


def never_zero(score):
    weight = with_score_of_cat(score)[CAT]
    assert weight > 0
    return {"weight": f"{weight:.1e}"}


def collapse(width):
    return root_d(width, "none")


def root_d(width, divisor):
    divided_by = core.divisor(divisor, width)
    weights = core.softmax(toy.spread_scores * np.sqrt(width) / divided_by)
    return {"largest_weight": weights.max(), "divided_by": divided_by}


def score_spread(width):
    dot_products = toy.spread_scores * core.divisor("sqrt_d", width)
    return {"spread": dot_products.std()}


def causal_mask(rows):
    mask = core.causal_mask(rows)
    return {"kept": mask.sum(), "removed": (~mask).sum()}


def renormalise(token):
    head = core.head(toy.embeddings, toy.w_q, toy.w_k, toy.w_v, core.causal_mask(6))
    return {"weights": head.weights[token], "n_allowed": head.mask[token].sum()}


def mask_add_or_multiply(mode, token):
    weights = core.masked_weights(toy.head.scores, core.causal_mask(6), mode)[token]
    return {"weights": weights, "total": weights.sum()}


def value_steps(terms):
    steps = toy.head.weights[IT, :, None] * toy.head.values
    return {"output": steps[:terms].sum(axis=0)}


def inside_the_hull(score):
    output = core.mix(with_score_of_cat(score), toy.head.values)
    return {"output": output, "value_cat": toy.head.values[CAT], "inside": inside(output, toy.head.values)}


def shuffle(order, positions, mask):
    assert (positions, mask) == ("none", False)
    head = core.head(toy.embeddings[order], toy.w_q, toy.w_k, toy.w_v)
    return {"output": head.outputs[order.index(IT)]}


def attention_map(mask, token):
    return {"weights": core.attend(*qkv(), core.causal_mask(6) if mask else None).weights}


def qkv():
    return toy.head.queries, toy.head.keys, toy.head.values


def residual_update():
    return {"delta": core.mix([0.5, 0.4, 0.1], [[2, 0, 1], [0, 4, 2], [1, 1, 1]])}


FACTS = {
    "three_roles": three_roles,
    "drag_input": drag_input,
    "longest_shadow": longest_shadow,
    "blend_maps": blend_maps,
    "dot_product": dot_product,
    "score_row": longest_shadow,
    "key_stretch": key_stretch,
    "read_rows": read_rows,
    "fold_diagonal": lambda fold: {"cat_ate": toy.head.scores[CAT, ATE], "ate_cat": toy.head.scores[ATE, CAT]},
    "softmax_stairs": softmax_stairs,
    "shared_budget": lambda score: {"total": with_score_of_cat(score).sum()},
    "never_zero": never_zero,
    "score_spread": score_spread,
    "collapse": collapse,
    "root_d": root_d,
    "causal_mask": causal_mask,
    "renormalise": renormalise,
    "mask_add_or_multiply": mask_add_or_multiply,
    "value_steps": value_steps,
    "inside_the_hull": inside_the_hull,
    "shuffle": shuffle,
    "attention_map": attention_map,
    "softmax_calculator": lambda scores: {"weights": core.softmax(scores)},
    "residual_update": residual_update,
}
# What these count follows from their parameters alone: nothing of it goes through the core.
ARITHMETIC = {"score_table", "quadratic_cost", "context_growth", "low_rank_value", "parameter_count", "many_examples"}


def claim_id(claim):
    params = ",".join(f"{name}={value}" for name, value in claim["params"].items())
    return f"{claim['widget']}({params}).{claim['fact']}{claim.get('index', '')}".replace(" ", "")


def rounded(fact, decimals):
    return (np.round(np.asarray(fact, float), decimals) + 0.0).tolist()  # + 0.0 turns -0.0 into 0.0


@pytest.mark.parametrize("claim", [claim for claim in CLAIMS if claim["widget"] in FACTS], ids=claim_id)
def test_claim(claim):
    fact = FACTS[claim["widget"]](**claim["params"])[claim["fact"]]
    if "index" in claim:
        fact = fact[tuple(np.atleast_1d(claim["index"]))]
    if "decimals" in claim:
        np.testing.assert_allclose(rounded(fact, claim["decimals"]), claim["expected"], rtol=0, atol=1e-12)
    else:
        assert fact == claim["expected"]


def test_every_claim_is_either_tested_here_or_plain_arithmetic():
    assert {claim["widget"] for claim in CLAIMS} == set(FACTS) | ARITHMETIC


# What the notes of the claims, and the known slips of the specification, say beyond the claims themselves.


def test_extremes_of_the_table_of_dot_products():
    products = toy.head.dot_products
    assert np.unravel_index(products.argmax(), products.shape) == (CAT, CAT)
    assert np.unravel_index(products.argmin(), products.shape) == (ATE, CAT)


def test_a_masked_weight_is_exactly_zero():
    assert mask_add_or_multiply("add", IT)["weights"][toy.RAN] == 0.0


def test_a_full_blend_makes_the_table_symmetric():
    blended, plain = blend_maps(1)["scores"], blend_maps(0)["scores"]
    np.testing.assert_allclose(blended, blended.T, rtol=1e-15)
    assert np.abs(plain - plain.T).max() > 0.5


def test_shadows_name_the_same_winner_as_dot_products():
    shadows = toy.head.dot_products[IT] / np.linalg.norm(toy.head.keys, axis=1)
    assert rounded(shadows[[CAT, IT]], 2) == [1.06, 1.0]
    assert shadows.argmax() == CAT


def test_one_long_key_takes_every_row_from_6_7_times_its_length():
    def rows_won(stretch):
        keys = toy.head.keys.copy()
        keys[AND] *= stretch
        return (core.dot_products(toy.head.queries, keys).argmax(axis=1) == AND).sum()

    assert rows_won(6.6) == 5
    assert rows_won(6.7) == 6


def test_the_values_point_nearly_the_same_way():
    angles = np.degrees(np.arctan2(toy.head.values[:, 1], toy.head.values[:, 0]))
    assert 18 < np.ptp(angles) < 19


def test_under_the_mask_order_matters():
    masked = core.attend(*qkv(), core.causal_mask(6))
    assert rounded(masked.outputs[IT], 2) == [0.87, 0.86]
    order = [5, 3, 1, 0, 4, 2]
    shuffled = core.head(toy.embeddings[order], toy.w_q, toy.w_k, toy.w_v, core.causal_mask(6))
    assert np.abs(shuffled.outputs[order.index(IT)] - masked.outputs[IT]).max() > 0.01


def test_largest_to_smallest_weight_of_it():
    weights = toy.head.weights[IT]
    assert rounded(weights.max() / weights.min(), 1) == 2.7


def test_how_near_the_output_of_it_comes_to_the_value_of_cat():
    values = toy.head.values
    points = [toy.head.outputs[IT], values[IT], values.mean(axis=0)]
    assert [rounded(np.linalg.norm(point - values[CAT]), 2) for point in points] == [0.41, 0.37, 0.52]
    at_eight = inside_the_hull(8.0)["output"]
    assert rounded(np.linalg.norm(at_eight - values[CAT]), 4) == 0.0016
