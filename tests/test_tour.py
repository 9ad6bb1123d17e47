"""The facts of the tour's widgets, and the pages of cards."""

import json
import re
from itertools import pairwise

import numpy as np
import pytest

from attention import core
from attention.examples import bank, bird
from attention.language.numbers import percent
from attention.widget import find
from attention.widgets import paint_mix
from attention.widgets.order_stamp import OrderStamp
from sitebuild.pages import pages
from sitebuild.pages.pages import PageError


def facts(name, **params):
    return find(name)(**params).answer()[1]


def columns(name, **params):
    return find(name)(**params).answer()[0]


def test_every_word_draws_a_line_to_each_other_one_as_thick_as_its_weight():
    for token, row in enumerate(core.softmax(bird.scores)):
        threads = columns("every_word", token=token)["threads"]
        others = np.delete(row, token)
        thick = np.array(threads["thick"])
        assert len(thick) == len(bird.tokens) - 1
        assert np.allclose((thick - thick.min()) / (thick.max() - thick.min()),
                           (others - others.min()) / (others.max() - others.min()))  # fmt: skip
    assert facts("every_word", token=bird.IT)["most"] == "bird"


def test_bank_is_a_blur_until_one_neighbour_turns_it():
    senses = {company: facts("bank_sense", neighbour=company) for company in ("none", "river", "money", "both")}
    assert [senses[company]["sense"] for company in senses] == ["blur", "river", "money", "blur"]
    assert senses["river"]["output"][0] == pytest.approx(-senses["money"]["output"][0])
    assert senses["none"]["lean"] == pytest.approx(0, abs=1e-9) == senses["both"]["lean"]
    assert senses["river"]["lean"] > 45


def test_what_one_word_gains_the_others_lose():
    rows = [np.array(facts("spotlight", token=2, raised=raised)["weights"]) for raised in (-4.0, 0.0, 3.0, 8.0)]
    for before, after in pairwise(rows):
        assert after[2] > before[2]
        assert (np.delete(after, 2) < np.delete(before, 2)).all()
        assert np.delete(after / before, 2) == pytest.approx(np.delete(after / before, 2)[0])  # all by the same factor
    for row in rows:
        assert row.sum() == pytest.approx(1)
    assert columns("spotlight", token=2, raised=8.0)["total"]["total"] == ["100%"]


def test_the_wave_is_the_weight_of_a_swinging_score():
    for width, divided in ((1, False), (16, False), (256, False), (256, True)):
        spread = facts("gain", width=width, divided=divided)["spread"]
        wave = np.array(columns("gain", width=width, divided=divided)["wave"]["y"])
        with np.errstate(divide="ignore"):
            score = np.log(wave) - np.log(1 - wave)  # of a word against one that scores nothing
        seen = np.isfinite(score) & (np.abs(score) < 20)  # beyond, 1 - wave has no digits left
        swing = np.sqrt(2) * spread * np.sin(np.linspace(0, 4 * np.pi, len(wave)))
        assert score[seen] == pytest.approx(swing[seen], abs=1e-5)
        assert np.std(swing[:-1]) == pytest.approx(spread)


def test_too_loud_it_clips_and_learns_nothing_and_the_divisor_undoes_it():
    clipped = [facts("gain", width=width, divided=False)["clipped"] for width in (1, 4, 16, 64, 256)]
    assert clipped == sorted(clipped)
    assert clipped[0] == 0
    assert clipped[-1] > 0.8
    loud, mild = facts("gain", width=64, divided=False), facts("gain", width=64, divided=True)
    assert (loud["largest_share"], loud["signal"]) == (">99%", "<1%")
    assert mild["weights"] == pytest.approx(facts("gain", width=1, divided=False)["weights"])
    assert mild["clipped"] == 0


def test_paints_mix_as_light_and_the_screen_shows_the_mix():
    for neighbour in ("river", "money"):
        seen = facts("paint_mix", neighbour=neighbour)
        by_hand = sum(
            weight * np.array(bank.paints[token])
            for weight, token in zip(seen["weights"], ("the", neighbour, "bank"), strict=True)
        )
        assert seen["light"] == pytest.approx(by_hand)
    assert facts("paint_mix", neighbour="river")["paint"] != facts("paint_mix", neighbour="money")["paint"]
    # The same weights as those that turn the meaning, at the score that the words have by themselves.
    assert facts("paint_mix")["neighbour_weight"] == pytest.approx(facts("bank_sense")["neighbour_weight"], abs=0.01)


def test_linear_light_as_srgb():
    assert paint_mix.paint([[0, 0, 0], [1, 1, 1], [2, -1, 0.5]]) == ["#000000", "#ffffff", "#ff00bc"]
    assert paint_mix.paint([0.2140, 0.0023, 0.0331]) == ["#7f0833"]  # 0.2140 is half of what a screen's numbers reach


def test_without_stamps_the_two_sentences_agree_word_by_word():
    (one, other), (near, far) = OrderStamp(stamped=False, far=1000).compute()
    assert np.abs(one - other).max() < 1e-12
    assert near == far
    (one, other), (near, far) = OrderStamp(stamped=True, far=1000).compute()
    assert (np.linalg.norm(one - other, axis=-1) > 0.05).all()
    assert near != far
    assert not facts("order_stamp", stamped=True)["same"]


def test_a_share_reads_as_all_or_nothing_only_when_it_is():
    parts = (0.0, 1e-9, 0.0049, 0.005, 0.5, 0.994, 0.996, 1 - 1e-9, 1.0, 0.9999999999999998)
    assert [percent(part) for part in parts] == [
        "0%", "<1%", "<1%", "<1%", "50%", "99%", ">99%", ">99%", "100%", "100%",
    ]  # fmt: skip


# Pages of cards.


def test_a_page_becomes_cards(tmp_path):
    path = tmp_path / "tale.en.md"
    path.write_text(
        '# Tale\n\n{#one}\n## The *first*\n\nwords\n\n{{ widget("gain") }}\n: s\n\n{#two}\n## Second\n\nmore\n'
    )
    first, second = pages.cards(pages.read(path), ["<b>drawn</b>"])
    assert (first.id, first.title) == ("one", "The <em>first</em>")
    assert re.sub(r"\s+", " ", first.body).strip() == "<p>words</p> <b>drawn</b>"
    assert (second.id, "more" in second.body, "drawn" in second.body) == ("two", True, False)


def test_words_on_no_card_stop_the_build(tmp_path):
    path = tmp_path / "tale.en.md"
    path.write_text("# Tale\n\nlost words\n\n{#one}\n## First\n\nwords\n")
    with pytest.raises(PageError, match="lost words"):
        pages.cards(pages.read(path), [])


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_each_card_has_its_page_to_be_embedded(site, lang):
    tour = (site / lang / "tour/index.html").read_text()
    for n in range(1, 8):
        card = (site / f"embed/{lang}/card-{n}/index.html").read_text()
        [widget] = re.findall(r"<attention-widget[^>]*>", card)
        assert widget in tour
        assert f'id="card-{n}"' in card
    assert not (site / f"embed/{lang}/question").exists()
    assert set(json.loads((site / "embed/schema.json").read_text())) & {f"card-{n}" for n in range(1, 8)} == set()
