"""Figures of the prose that can be pressed, and whatever is pointed at lit wherever it stands."""

import pytest
from browser.controllers import LIVE, WidgetDriver
from playwright.sync_api import expect

from attention.widget import find
from sitebuild.drawing.prerender import prerender

# Where the outline is, in shares of the frame it lies over.
OUTLINE = """(shape) => {
  const box = (one) => one.getBoundingClientRect(), frame = box(shape.closest(".frame"));
  const { left, top, width, height } = box(shape);
  return { left: (left - frame.left) / frame.width, right: (left + width - frame.left) / frame.width,
           top: (top - frame.top) / frame.height, bottom: (top + height - frame.top) / frame.height };
}"""
HEAR = """(widget) => {
  self.heard = [];
  widget.addEventListener("attention:change", ({ detail }) => self.heard.push(detail));
}"""


def story(page, widget, lang="en", query="?", live=True):
    """The full story at a widget, live."""
    page.goto(f"{lang}/explorable/#{widget}{query}")
    driver = WidgetDriver(page, widget, lang)
    if live:
        expect(driver.element).to_have_attribute("data-state", "live", timeout=LIVE)
    return driver


def claim(page, fact, nth=0):
    return page.locator(f'.claim[data-fact="{fact}"]').nth(nth)


def drawn(name):
    return prerender(find(name)())


def outlines(driver):
    return driver.element.locator(".lights > *")


@pytest.fixture
def page(open_page):
    return open_page(viewport={"width": 1280, "height": 900})


def test_a_pressed_figure_takes_its_widget_there_and_lights_its_mark(page):
    driver = story(page, "key_stretch")
    driver.element.evaluate(HEAR)
    figure = claim(page, "key_stretch.overtakes_at")
    expect(figure).to_have_role("button")
    expect(figure).to_have_accessible_description(
        "A key that wins by its length (length of the key of “and”, times: 4.4)"
    )
    figure.click()
    expect(driver.element.locator(".sentence")).to_contain_text("At 4.4 times its length")
    expect(outlines(driver)).to_have_count(1)
    assert driver.params == {"stretch": 4.4}
    ways = [one["params"]["stretch"] for one in page.evaluate("() => self.heard")]
    assert ways == sorted(ways), "it glides there, and does not come back"
    assert len(set(ways)) > 2, "by way of what lies between"
    driver.element.locator("button.undo").click()
    assert driver.params == {"stretch": 1}, "and that was one step"
    expect(driver.element.locator("button.undo")).to_have_attribute("aria-disabled", "true")


def test_the_outline_is_where_the_bar_is(page):
    driver = story(page, "renormalise", query="?token=1")
    claim(page, "renormalise.weights[1]").click()
    expect(outlines(driver)).to_have_count(1)
    box = outlines(driver).evaluate(OUTLINE)
    facts = driver.facts
    assert facts["token"] == 4
    figure = drawn("renormalise")["figures"][0]
    (x0, x1), (y0, y1) = figure["x"], figure["y"]
    assert box["left"] < (1 - x0) / (x1 - x0) < box["right"], "the second bar, that of the cat"
    assert box["right"] - box["left"] < 1 / 6
    assert box["top"] == pytest.approx((y1 - facts["weights"][1]) / (y1 - y0), abs=0.02)
    assert box["bottom"] == pytest.approx(y1 / (y1 - y0), abs=0.02)


def test_by_keyboard_from_out_of_sight_and_without_motion(open_page):
    page = open_page(viewport={"width": 1280, "height": 700}, reduced_motion="reduce")
    driver = story(page, "fold_diagonal", lang="ja")
    driver.element.evaluate(HEAR)
    figure = claim(page, "fold_diagonal.ate_cat")
    figure.focus()
    page.evaluate("() => scrollBy(0, 1500)")
    page.keyboard.press("Enter")
    expect(driver.element.locator(".figures")).to_be_in_viewport(ratio=0.5)
    expect(outlines(driver)).to_have_count(1)
    assert driver.params == {"fold": 1}
    assert {one["params"]["fold"] for one in page.evaluate("() => self.heard")} == {1}, "at once"
    place = page.evaluate("() => scrollY")
    figure.focus()
    page.evaluate("(y) => scrollTo(0, y)", place)
    page.keyboard.press(" ")
    expect(outlines(driver)).to_have_count(1)
    assert page.evaluate("() => scrollY") == place, "what is in sight stays where it is"


def test_a_figure_of_a_widget_that_sleeps_wakes_it(page):
    page.goto("en/explorable/#order")
    driver = WidgetDriver(page, "shuffle", "en")
    claim(page, "shuffle.output[1]").press("Enter")
    expect(outlines(driver)).to_have_count(1, timeout=LIVE)
    assert driver.params["order"] == [5, 3, 1, 0, 4, 2]


def test_a_figure_without_a_mark_lights_the_sentence(page):
    driver = story(page, "causal_mask")
    claim(page, "causal_mask.removed").click()
    expect(driver.element.locator(".sentence")).to_have_class("sentence lit-word")
    expect(driver.element.locator(".sentence")).to_contain_text("15 cells are dropped")


def test_whoever_takes_hold_on_the_way_keeps_it(page):
    driver = story(page, "key_stretch")
    claim(page, "key_stretch.overtakes_at").click()
    driver.element.evaluate(
        "(widget) => new Promise(requestAnimationFrame).then(() => { widget.params = { stretch: 2 }; })"
    )
    page.wait_for_timeout(700)  # longer than it would have taken
    assert driver.params == {"stretch": 2}


def test_a_word_lights_its_marks_and_a_mark_its_words(page):
    driver = story(page, "key_stretch")
    word = driver.element.locator(".sentence em", has_text="cat").first
    word.hover()
    expect(word).to_have_class("lit-word")
    expect(outlines(driver)).to_have_count(2)  # an arrow and a bar
    page.mouse.move(5, 5)
    expect(outlines(driver)).to_have_count(0)
    expect(word).not_to_have_class("lit-word")
    bars = driver.element.locator(".frame").nth(1).bounding_box()
    figure = drawn("key_stretch")["figures"][1]
    (x0, x1), (y0, y1) = figure["x"], figure["y"]
    x, y = bars["x"] + bars["width"] * (1 - x0) / (x1 - x0), bars["y"] + bars["height"] * (y1 - 0.5) / (y1 - y0)
    page.mouse.move(x, y)
    expect(word).to_have_class("lit-word")
    expect(outlines(driver)).to_have_count(2)
    assert "cat" in page.locator("p > em.lit-word").first.text_content(), "in the prose round it too"


def test_a_term_lights_what_wears_its_colour(page):
    driver = story(page, "drag_input")
    driver.element.locator(".sentence .term-key").hover()
    expect(outlines(driver)).to_have_count(2)  # as it is, and as it was at rest


def test_a_cell_lights_its_query_and_its_key(page):
    driver = story(page, "blend_maps")
    cell = driver.element.get_by_role("gridcell").nth(1 * 6 + 2)
    cell.focus()
    expect(outlines(driver)).to_have_count(3)
    lit = outlines(driver).evaluate_all("(marks) => marks.map(({ nodeName }) => nodeName).sort()")
    assert lit == ["line", "line", "rect"], "the cell, the query of cat, the key of ate"


def test_what_is_lit_goes_along_with_what_moves(page):
    driver = story(page, "key_stretch")
    claim(page, "key_stretch.overtakes_at").click()
    expect(outlines(driver)).to_have_count(1)
    expect(driver.element.locator(".sentence")).to_contain_text("At 4.4 times")
    before = outlines(driver).evaluate(OUTLINE)
    driver.element.evaluate("(widget) => { widget.params = { stretch: 2 }; }")
    expect(driver.element.locator(".sentence")).to_contain_text("At 2.0 times")
    assert outlines(driver).evaluate(OUTLINE) != before


@pytest.mark.expects_errors  # the scripts that the page would preload
def test_without_scripts_and_on_paper_it_is_text(open_page):
    page = open_page(java_script_enabled=False)
    page.goto("en/explorable/")
    figure = page.locator('data[data-fact="key_stretch.overtakes_at"]')
    expect(figure).to_have_text("4.4")
    expect(figure).not_to_have_attribute("role", "button")


@pytest.mark.parametrize("path", ["course/softmax/", "course/value/"])
def test_in_the_course_too(page, path):
    page.goto(f"ja/{path}")
    driver = WidgetDriver(page, "sentence_head", "ja")
    figure = page.locator('.claim[data-fact="sentence_head.row_weights[1]"]').first
    figure.press("Enter")
    expect(outlines(driver)).to_have_count(1, timeout=LIVE)
    assert driver.params["token"] == 3
