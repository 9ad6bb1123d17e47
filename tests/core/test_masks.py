"""Nine masks and three programs: the figures of ../spec/lab.md section 6."""

import numpy as np
import pytest

from attention import core
from attention.core import masks
from attention.examples import toy

N = len(toy.tokens)
FIGURES = {  # cells, leak in the row of "it" when multiplied, sums of the rows when zeroed after
    "causal": (21, 0.092, [0.156, 0.518, 0.576, 0.710, 0.860, 1]),
    "window": (15, 0.366, [0.156, 0.518, 0.576, 0.554, 0.455, 0.476]),
    "prefix": (24, 0.092, [0.513, 0.606, 0.576, 0.710, 0.860, 1]),
    "both_ways": (16, 0.368, None),
    "padding": (24, 0.209, [0.680, 0.679, 0.770, 0.710, 0.664, 0.662]),
    "blocks": (12, 0.529, [0.156, 0.518, 0.576, 0.182, 0.312, 0.476]),
    "first_and_window": (15, 0.384, [0.156, 0.518, 0.576, 0.581, 0.421, 0.471]),
    "documents": (18, 0.368, [0.513, 0.606, 0.576, 0.472, 0.452, 0.476]),
    "before": (15, 0.209, [0.0, 0.072, 0.225, 0.528, 0.664, 0.847]),
}


def test_nine_masks():
    assert list(masks.patterns()) == list(FIGURES)


@pytest.mark.parametrize("name", FIGURES)
def test_what_each_mask_lets_through(name):
    mask, (cells, leak, sums) = masks.patterns()[name], FIGURES[name]
    assert mask.sum() == cells
    multiplied = core.masked_weights(toy.head.scores, mask, "multiply")
    assert masks.leaks(multiplied, mask)[toy.IT] == pytest.approx(leak, abs=0.0006)
    zeroed = core.masked_weights(toy.head.scores, mask, "zero_after")
    if sums:
        np.testing.assert_allclose(zeroed.sum(axis=1), sums, atol=0.0006)
    added = masks.hidden(toy.head.scores, mask, "guarded")
    assert (masks.leaks(added, mask) == 0).all()
    assert masks.sums_to_one(added) == bool(mask.any(axis=1).all())
    np.testing.assert_array_equal(masks.cells(masks.bits(mask), N), mask)


def test_the_three_fates_of_an_empty_row():
    mask = masks.patterns()["before"]
    fates = {how: masks.hidden(toy.head.scores, mask, how) for how in ("guarded", "plain", "billion")}
    assert (fates["guarded"][0] == 0).all()
    assert np.isnan(fates["plain"][0]).all()
    np.testing.assert_allclose(fates["billion"][0], 1 / 6)  # all of it on what was forbidden
    for weights in fates.values():
        np.testing.assert_allclose(weights[1:], fates["guarded"][1:], atol=1e-12)
    assert not masks.sums_to_one(fates["plain"])


def test_how_far_a_window_hears_through_layers():
    window = masks.patterns(12)["window"]
    assert masks.heard(window, 4) == [3, 5, 7, 9]  # 1 + layers * (window - 1)
    assert masks.heard(masks.patterns(12)["documents"], 3) == [6, 6, 6]


def test_a_mask_that_does_not_fit_and_an_unknown_way():
    with pytest.raises(ValueError, match="mask"):
        masks.hidden(np.zeros((6, 6)), np.ones((5, 5), bool), "plain")
    with pytest.raises(ValueError, match="how"):
        masks.hidden(np.zeros((6, 6)), np.ones((6, 6), bool), "half")


def test_the_goal_of_the_chapter_can_be_reached():
    i, j = np.indices((N, N))
    mask = (j == i - 1) | (j == i - 2)
    assert mask.sum() == 9
    assert mask.sum(axis=1).max() == 2
    assert masks.heard(mask) == [3, 5, 6]
