"""The tour: what each card lets happen, and cards as a reader turns, keeps, embeds and saves them."""

import io
import re

import numpy as np
import pytest
from browser.controllers import LIVE, WidgetDriver
from PIL import Image
from playwright.sync_api import expect

from attention.examples import bird
from attention.language.words import LANGUAGES
from attention.pictures import theme

PHONE = {"width": 360, "height": 640}
PROJECTOR = {"width": 1280, "height": 720}
CARDS = range(1, 8)

# How far a card's content reaches beyond it, down and to the right, and how wide the card is.
SIZES = "(card) => [card.scrollHeight - card.clientHeight, card.scrollWidth - card.clientWidth, card.clientWidth]"
LOW = "(all) => all.filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.9).length"


def on(name, lang="en"):
    return pytest.mark.parametrize("standing", [(name, lang)], indirect=True, ids=[f"{name}-{lang}"])


# What each card lets a reader do.


@on("every_word")
def test_a_tapped_word_shows_whom_it_looks_at(standing):
    looks_at = {}
    for place, token in enumerate(bird.tokens):
        standing.token(place).until_facts(token=place)
        looks_at[token] = standing.facts["most"]
        assert looks_at[token] in standing.text
    assert looks_at["it"] == looks_at["sang"] == "bird"
    assert looks_at["flew"] == "it"


@on("bank_sense", "ja")
def test_a_neighbour_decides_what_bank_means(standing):
    said = set()
    for neighbour, sense in (("none", "blur"), ("money", "money"), ("both", "blur"), ("river", "river")):
        standing.choose("neighbour", neighbour).until_facts(neighbour=neighbour, sense=sense)
        said.add(standing.text)
    assert len(said) == 4


@on("spotlight")
def test_raising_one_word_dims_the_others(standing):
    standing.token(2).until_facts(token=2)
    before = standing.facts["weights"]
    standing.slider("raised").press("End")
    standing.until_facts(token=2, raised=8.0, name="sang", brightest="sang")
    after = standing.facts["weights"]
    assert all((new > old) == (place == 2) for place, (new, old) in enumerate(zip(after, before, strict=True)))
    assert "100%" in standing.text


@on("gain")
def test_the_divisor_brings_the_detail_back(standing):
    assert standing.facts["clipped"] > 0.5
    before = standing.pictures()[0]
    standing.toggle("divided").until_facts(divided=True, clipped=0.0)
    assert (standing.pictures()[0] != before).any()
    mild = standing.facts["weights"]
    standing.slider("width").press("Home")
    standing.until_facts(width=1)
    assert standing.facts["weights"] == pytest.approx(mild)


@on("paint_mix")
def test_the_paint_on_the_screen_is_the_mix(standing):
    def there(paint):
        colour = [int(paint[place : place + 2], 16) for place in (1, 3, 5)]
        return (standing.pictures()[0] == colour).all(axis=-1).sum() > 1000

    assert there(standing.facts["paint"])
    standing.choose("neighbour", "money").until_facts(neighbour="money", brightest="red")
    standing.slider("score").press("Home")
    standing.until_facts(neighbour="money", score=-4.0)
    assert there(standing.facts["paint"])
    assert f"{standing.facts['light'][0]:.0%}" in standing.text, "the mix is told in numbers too"


@on("order_stamp")
def test_the_sentences_part_when_places_are_stamped_on(standing):
    assert standing.facts["same"]
    assert standing.facts["far_score"] == standing.facts["near_score"]
    standing.slider("far").press("Home")
    standing.until_facts(far=2)
    assert standing.facts["far_score"] == standing.facts["near_score"]
    standing.toggle("stamped").until_facts(stamped=True, same=False)
    assert standing.facts["moved"] > 0.1


# Cards.


class Deck:
    """The cards of a page as a reader sees them."""

    def __init__(self, page, lang="en"):
        self.page, self.lang = page, lang
        self.place = page.locator(".place")
        self.back, self.on = page.locator(".foot .back"), page.locator(".foot .on")

    def card(self, n):
        return self.page.locator(f"#card-{n}")

    def at(self, n):
        """Waits until this card has come to rest, alone in view, told below and in the address."""
        card = self.page.locator(".leaf").nth(n - 1)
        expect(card).to_be_in_viewport(ratio=0.98)
        if n in CARDS:
            expect(self.place).to_contain_text(re.compile(rf"\b{n}\b.*\b7\b"))
            expect(self.page).to_have_url(re.compile(rf"#card-{n}$" if n > 1 else "(/|#card-1)$"))

    def live(self, n):
        expect(self.card(n).locator("attention-widget")).to_have_attribute("data-state", "live", timeout=LIVE)


def test_cards_turn_by_key_by_button_and_by_finger_and_the_address_keeps_the_place(page):
    page.emulate_media(reduced_motion="reduce")
    page.goto("en/tour/")
    deck = Deck(page)
    deck.live(1)
    expect(deck.back).to_be_disabled()
    expect(page.locator("attention-widget[data-state=static]")).to_have_count(6)  # Python works for what is seen alone

    page.keyboard.press("ArrowRight")
    deck.at(2)
    deck.on.click()
    deck.at(3)
    deck.live(3)
    slider = WidgetDriver(page, "three_roles").slider("stage")
    slider.press("ArrowRight")
    WidgetDriver(page, "three_roles").until_facts(stage=2)
    deck.at(3)  # the key was the slider's own
    page.locator("main").evaluate("(main) => main.scrollBy({ left: main.clientWidth })")  # as a finger does
    deck.at(4)
    page.go_back()
    deck.at(3)
    page.go_forward()
    deck.at(4)
    page.reload()
    deck.at(4)
    deck.live(4)
    assert len(page.workers) == 1
    expect(deck.card(1).locator("attention-widget")).to_have_attribute("data-state", "static")

    page.evaluate("() => document.activeElement.blur()")
    WidgetDriver(page, "spotlight").token(2).until_facts(token=2)
    page.locator("a.language").click()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    Deck(page, "ja").at(4)
    WidgetDriver(page, "spotlight", "ja").until_facts(token=2)  # what was moved has come along
    page.keyboard.press("End")
    deck.at(8)
    expect(deck.on).to_be_disabled()
    assert page.locator("#question a[href*='explorable/#order']").is_visible()


def test_a_card_can_be_asked_for_by_its_number_or_its_widget(page):
    for fragment, n in (("3", 3), ("card-6", 6), ("gain?width=16", 5), ("99", 1)):
        page.goto("about:blank")
        page.goto(f"en/tour/#{fragment}")
        expect(page.locator(".leaf").nth(n - 1)).to_be_in_viewport(ratio=0.98)
        expect(page.locator(".place")).to_contain_text(f"{n} of 7")
    page.goto("about:blank")
    page.goto("en/tour/#gain?width=16")
    WidgetDriver(page, "gain").until_facts(width=16)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_is_one_screen_of_a_phone_and_of_a_projector(open_page, lang):
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page.goto(f"{lang}/tour/")
    deck = Deck(page, lang)
    for n in (*CARDS, 8):
        deck.at(n)
        if n in CARDS:
            deck.live(n)
            assert deck.card(n).evaluate(SIZES) == [0, 0, PHONE["width"]], f"card {n}"
            assert deck.card(n).locator("button, .foot a").evaluate_all(LOW) == 0, f"card {n}"
            deck.on.tap()
    for button in (deck.back, page.locator("a.language"), page.locator(".home")):
        assert min(button.bounding_box()["height"], button.bounding_box()["width"]) >= 43.9
    page.set_viewport_size(PROJECTOR)
    for n in reversed(CARDS):
        page.keyboard.press("ArrowLeft")
        deck.at(n)
        assert deck.card(n).evaluate("(card) => card.scrollHeight - card.clientHeight") == 0, f"card {n}"
        assert deck.card(n).locator("> p").first.evaluate("(p) => parseFloat(getComputedStyle(p).fontSize)") > 20


@pytest.mark.expects_errors  # the scripts that the page asks for are refused
def test_without_scripts_the_cards_are_a_list(open_page):
    page = open_page(java_script_enabled=False, viewport=PHONE)
    page.goto("en/tour/")
    tops = [page.locator(f"#card-{n} h2").bounding_box()["y"] for n in CARDS]
    assert tops == sorted(tops)
    assert len(set(tops)) == 7
    expect(page.locator("#card-4 .sentence")).to_be_visible()
    expect(page.locator("#card-4 table")).to_be_attached()
    expect(page.locator(".foot")).to_be_hidden()


# A card as a picture.


def saved(page):
    with page.expect_download() as download:
        page.locator(".save").click()
    expect(page.locator(".place")).to_contain_text("PNG")
    image = Image.open(io.BytesIO(download.value.path().read_bytes()))
    assert image.format == "PNG"
    return download.value.suggested_filename, np.asarray(image.convert("RGB")).astype(int)


def ink(picture, ground):
    """Where something is drawn."""
    return (np.abs(picture - ground).max(axis=-1) > 40).astype(bool)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_is_saved_as_a_picture_of_what_is_seen(open_page, lang):
    page = open_page(viewport=PROJECTOR, color_scheme="dark" if lang == "ja" else "light")
    page.goto(f"{lang}/tour/#card-6")
    Deck(page, lang).live(6)
    name, picture = saved(page)
    assert name == f"attention-card-6-{lang}.png"
    assert picture.shape == (900, 1600, 3)
    ground = [
        int(getattr(theme.surfaces["page"], "dark" if lang == "ja" else "light")[at : at + 2], 16) for at in (1, 3, 5)
    ]
    assert (picture[2, 2] == ground).all()
    drawn = ink(picture, ground)
    for where, part in {
        "title": drawn[80:200, 80:640],
        "sentence": drawn[260:640, 80:640],
        "notation": drawn[720:820, 80:640],
        "figure": drawn[80:500, 710:1520],
        "what the figure shows": drawn[520:820, 710:1520],
    }.items():
        assert part.sum() > 500, where
    assert not drawn[:, :70].any()
    assert not drawn[:, 1530:].any()  # lines were broken in time
    assert not drawn[:, 650:700].any()
    driver = WidgetDriver(page, "paint_mix", lang)
    driver.choose("neighbour", "money").until_facts(neighbour="money")
    paint = driver.facts["paint"]
    _, other = saved(page)
    assert (other != picture).any(), "the picture is of another moment"
    colour = [int(paint[at : at + 2], 16) for at in (1, 3, 5)]
    assert (np.abs(other - colour).max(axis=-1) < 4).sum() > 10_000


# A card in somebody's page.


def test_a_card_stands_alone(page):
    page.goto("embed/ja/card-4/?raised=3")
    driver = WidgetDriver(page, "spotlight", "ja").wait_live()
    driver.until_facts(raised=3.0)
    expect(page.locator("h2")).to_be_visible()
    expect(page.locator(".notation math")).to_be_visible()
    expect(page.locator(".leaf")).to_have_count(1)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    name, picture = saved(page)
    assert name == "attention-card-4-ja.png"
    assert picture.shape == (900, 1600, 3)
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("card-4/"))
    expect(page.get_by_role("link")).to_have_attribute("href", re.compile(r"ja/tour/#card-4$"))


@pytest.mark.without_python
def test_an_address_that_is_no_text_opens_the_first_card(page):
    page.goto("en/tour/#%")
    expect(page.locator(".foot .back")).to_be_disabled()
    expect(page.locator(".foot .said")).not_to_be_empty()
