"""What eight settings of three matrices do to five words on a circle: the figures of ../spec/lab.md section 4."""

from urllib.parse import urlencode

import numpy as np
import pytest

from attention import core
from attention.widget import find

OwnSentence = find("own_sentence")


def told(name, **more):
    return OwnSentence(**OwnSentence.presets[name], **more).answer()[1]


@pytest.mark.parametrize(
    ("name", "row", "diagonal", "off"),
    [
        ("itself", [0.814, 0.090, 0.003, 0.003, 0.090], 0.814, 0.201),
        ("sharp", [0.976, 0.012, 0.0, 0.0, 0.012], 0.976, 0.025),
        ("further", [0.012, 0.976, 0.012, 0.0, 0.0], 0.012, 1.749),
        ("average", [0.2] * 5, 0.2, 1.5),
        ("opposites", [0.0, 0.0, 0.5, 0.5, 0.0], 5e-6, 2.712),
        ("rank_one", [0.814, 0.090, 0.003, 0.003, 0.090], 0.438, 1.427),
        ("turned", [0.066, 0.641, 0.269, 0.016, 0.007], 0.066, 1.834),
        ("silent", [0.814, 0.090, 0.003, 0.003, 0.090], 0.814, 1.5),
    ],
)
def test_the_presets(name, row, diagonal, off):
    facts = told(name)
    np.testing.assert_allclose(facts["weights_row"], row, atol=0.0006)
    assert facts["diagonal"] == pytest.approx(diagonal, abs=0.0006)
    assert facts["off"] == pytest.approx(off, abs=0.0006)


def scores(name):
    _, head = OwnSentence(**OwnSentence.presets[name]).compute()
    assert isinstance(head, core.Attention)
    return head.scores


def test_what_their_scores_are():
    turned, one = scores("turned"), scores("rank_one")
    assert np.abs(turned + turned.T).max() < 1e-14
    assert np.linalg.matrix_rank(one, tol=1e-9) == 1
    assert np.abs(scores("itself") - scores("itself").T).max() < 1e-12


def test_words_are_cut_and_counted_and_none_is_no_error():
    facts = OwnSentence(said="a b c d e f g h i j k l").answer()[1]
    assert (facts["n"], facts["left_out"]) == (10, 2)
    assert OwnSentence(said="").answer()[1]["n"] == 1
    assert OwnSentence(said="犬　が 吠える").answer()[1]["tokens"] == ["犬", "が", "吠える"]
    assert OwnSentence(said="two words", row=9).answer()[1]["name"] == "words"


def test_the_whole_state_fits_into_a_link():
    state = OwnSentence(
        said="every wonderful sentence has about ten little words in it", w_q=[-1.25, 0.5, 8.75, -3.5], row=3
    ).state()
    written = {name: ",".join(map(str, of)) if isinstance(of, list) else of for name, of in state.items()}
    assert len(f"#own_sentence?{urlencode(written)}") < 400
