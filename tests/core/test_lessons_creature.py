"""What the course tells of its running sentence, from dot products to the vector that moves, comes out of the core."""

import numpy as np
import pytest

from attention.examples.creature import BLUE, CREATURE, FLUFFY, FOREST, ROAMED, VERDANT, WRITES, embeddings
from attention.widget import find


def row(token, **params):
    return find("sentence_head")(token=token, **params).answer()[1]


@pytest.mark.parametrize("mask", [True, False])
def test_nouns_attend_to_their_adjectives_and_the_verb_to_its_subject(mask):
    wanted = {CREATURE: {FLUFFY, BLUE}, FOREST: {VERDANT}, ROAMED: {CREATURE}}
    for token, found in wanted.items():
        weights = np.array(row(token, mask=mask)["row_weights"])
        assert set(weights.argsort()[::-1][: len(found)]) == found
        assert weights[[*found]].sum() > 0.6


def test_scores_are_dot_products_over_the_root_of_two_and_the_mask_hides_what_comes_later():
    told = row(CREATURE)
    np.testing.assert_allclose(np.array(told["row_products"]) / told["row_scores"], 2**0.5, rtol=1e-12)
    assert told["row_weights"][CREATURE + 1 :] == [0.0] * 4
    assert sum(told["row_weights"]) == pytest.approx(1.0)


def test_creature_moves_towards_fluffy_and_blue_by_its_weighted_values():
    told = row(CREATURE)
    by_hand = sum(w * np.array(v) for w, v in zip(told["row_weights"], told["values"], strict=True))
    np.testing.assert_allclose(told["change"], by_hand, rtol=1e-12)
    np.testing.assert_allclose(told["before"], embeddings[CREATURE, list(WRITES)])
    np.testing.assert_allclose(np.array(told["after"]) - told["before"], by_hand, rtol=1e-12)
    assert min(told["change"]) > 1.0, "to the right, where fluffy points, and up, where blue does"
    for token, along in ((FLUFFY, 0), (BLUE, 1)):
        assert told["values"][token][along] > 2
        assert told["values"][token][1 - along] < 0.5
