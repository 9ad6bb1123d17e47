"""What the course tells of its sentences in parts 10 to 12 comes out of the core, and not of the telling."""

import numpy as np
import pytest

from attention import core
from attention.core import heads
from attention.examples import crash, squares, translation
from attention.widget import find


def heard(tokens, mask=True):
    return heads.multi_head(
        crash.embeddings(tokens),
        crash.w_q,
        crash.w_k,
        crash.w_v,
        crash.w_o,
        crash.HEADS,
        core.causal_mask(len(tokens)) if mask else None,
    )


def test_the_value_square_has_eight_directions_each_weaker_than_the_one_before():
    strengths = heads.strengths(squares.value_square)
    assert squares.value_square.shape == (8, 8)
    assert (np.diff(strengths) < -0.01).all()
    assert strengths[-1] > 0.01


def test_every_japanese_token_finds_its_english_word():
    asked = heads.cross(
        translation.japanese_embeddings,
        translation.english_embeddings,
        translation.w_q,
        translation.w_k,
        translation.w_v,
    )
    assert asked.weights.shape == (5, 4)
    told = {"熱い": "hot", "お茶": "tea", "を": "tea", "飲ん": "drank", "だ": "drank"}
    for token, row in zip(translation.japanese_tokens, asked.weights, strict=True):
        assert translation.english_tokens[row.argmax()] == told[token]
    marker = asked.weights[translation.japanese_tokens.index("を")]
    assert translation.english_tokens[np.argsort(marker)[-2]] == "drank"  # を divides its weight
    assert asked.weights[:, translation.english_tokens.index("I")].max() < 0.15  # no subject is asked for


def test_each_head_has_its_question():
    tokens = crash.tokens
    names, things, verbs, back = heard(tokens).heads.weights
    assert names[crash.HARRY].argmax() == tokens.index("wizard")
    assert things[crash.CAR].argmax() == crash.CRASH
    assert verbs[crash.CRASH].argmax() == crash.HARRY
    assert verbs[tokens.index("saw")].argmax() == tokens.index("wizard")
    assert [row.argmax() for row in back[1:]] == list(range(6))
    for head, weights in enumerate((names, things)):  # whoever has no question spreads evenly
        asking = (crash.HARRY, crash.CAR)[head]
        for row in set(range(7)) - {asking}:
            np.testing.assert_allclose(weights[row, : row + 1], 1 / (row + 1), rtol=1e-12)


def test_only_the_company_decides_which_harry_it_is():
    moved = {}
    for who, tokens in (("wizard", crash.tokens), ("queen", crash.queen_tokens)):
        embeddings = crash.embeddings(tokens)
        moved[who] = heads.residual(embeddings, heard(tokens).outputs)[crash.HARRY, :2]
        assert find("multi_head")(who=who).answer()[1]["sense"] == {"wizard": "magic", "queen": "royal"}[who]
    np.testing.assert_array_equal(
        crash.embeddings(crash.tokens)[crash.HARRY],
        crash.embeddings(crash.queen_tokens)[crash.HARRY],
    )
    assert moved["wizard"][0] < -1 < 1 < moved["queen"][0]


@pytest.mark.parametrize("token", range(7))
def test_a_head_that_is_off_adds_nothing(token):
    _, whole = find("multi_head")(token=token).answer()
    changes = np.array(whole["changes"])
    for head in range(4):
        _, facts = find("multi_head")(token=token, **{f"head_{head + 1}": False}).answer()
        np.testing.assert_allclose(facts["change"], np.delete(changes, head, axis=0).sum(axis=0), atol=1e-12)
        assert facts["same"]
    _, silent = find("multi_head")(token=token, **{f"head_{head + 1}": False for head in range(4)}).answer()
    assert silent["after"] == silent["before"]


def test_without_its_second_head_the_car_has_no_accident():
    assert find("multi_head")(token=crash.CAR).answer()[1]["sense"] == "wreck"
    assert find("multi_head")(token=crash.CAR, head_2=False).answer()[1]["sense"] != "wreck"
