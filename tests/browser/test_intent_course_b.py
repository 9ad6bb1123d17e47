"""What the widgets of the course's parts 1 to 7 and 9 are there to let happen; and typing, wherever it is done."""

import re

import pytest
from browser.controllers import python_facts
from claims import alike
from playwright.sync_api import expect

from attention.examples import creature
from attention.language.words import LANGUAGES


def on(name, lang="en"):
    return pytest.mark.parametrize("standing", [(name, lang)], indirect=True, ids=[f"{name}-{lang}"])


def seen(standing, **params):
    """The facts once these parameters have been answered; they must be Python's own."""
    standing.until_facts(**params)
    assert alike(standing.facts, python_facts(standing.name, standing.params))
    return standing.facts


@on("meaning_in_context")
def test_one_vector_goes_to_three_senses_and_typed_neighbours_pull(standing):
    starts, ends = [], {}
    for sense in ("animal", "unit", "skin"):
        facts = seen(standing.choose("context", sense), context=sense)
        starts.append(facts["start"])
        ends[sense] = facts["moved_to"]
        assert facts["sense"] == sense
    assert starts[0] == starts[1] == starts[2]
    assert len({str(end) for end in ends.values()}) == 3
    for context, sense in (("tower", "open"), ("eiffel", "paris"), ("miniature", "small")):
        assert seen(standing.choose("context", context), context=context)["sense"] == sense
    standing.choose("context", "animal")
    facts = seen(standing.field("typed").type("炭素、 GRAM  wombat"), typed="炭素、 GRAM wombat")
    assert facts["sentence"] == "the gardener trapped a carbon gram mole"
    assert facts["moved_to"][0] > ends["animal"][0] + 1
    for said in ("wombat", "molecules", "gardener"):
        assert said in standing.text


@on("question_answer", "ja")
def test_each_asks_and_every_key_answers(standing):
    for name, best in (("creature", "fluffy"), ("forest", "verdant"), ("roamed", "creature")):
        standing.token(creature.tokens.index(name))
        facts = seen(standing, name=name)
        assert (facts["best"], len(facts["dot_products"])) == (best, 8)
        assert f"{name} の問い" in standing.text


@on("dot_grid")
def test_the_grid_shows_who_fits_whom_and_turns(standing):
    page, grid = standing.page, standing.element.get_by_role("grid")
    cells = grid.get_by_role("gridcell")
    assert cells.count() == 64
    cells.nth(3 * 8 + 1).focus()
    reading = standing.element.locator(".reading")
    expect(reading).to_have_text("query creature, key fluffy: 4.45")
    page.keyboard.press("ArrowRight")
    expect(reading).to_have_text("query creature, key blue: 4.21")
    standing.element.locator("button.turn").click()
    expect(reading).to_have_text("query blue, key creature: 0.51")
    standing.element.locator("button.turn").click()
    expect(reading).to_have_text("query creature, key blue: 4.21")
    standing.token(5)
    assert seen(standing, token=5)["n_strong"] == 0


@on("softmax_calculator")
def test_any_scores_are_shared_out(standing):
    box = standing.field("scores")
    facts = seen(box.type("４、１ ０"), scores=[4, 1, 0])
    assert [round(weight, 3) for weight in facts["weights"]] == [0.936, 0.047, 0.017]
    before = standing.pictures()[1]
    assert alike(seen(box.paste("14; 11; 10"), scores=[14, 11, 10])["weights"], facts["weights"])
    assert max(seen(box.paste("8 2 0 −20 1/2"), scores=[8, 2, 0, -20, 0.5])["weights"]) > 0.99
    assert (standing.pictures()[1] != before).any()
    assert max(seen(standing.slider("temperature").press("End"), temperature=10)["weights"]) < 0.5


@on("softmax_calculator", "ja")
def test_what_cannot_be_read_stands_and_is_told(standing):
    box = standing.field("scores")
    good = seen(box.type("3 2"), scores=[3, 2])["weights"]
    for typed, named in (("3 2 x", "「x」"), ("3", "2〜8"), ("3 99", "99"), ("", "2〜8")):
        box.paste(typed)
        box.box.press("Enter")
        expect(box.mistake).to_contain_text(named)
        expect(box.mistake).to_contain_text("−20 から 20")
        expect(box.box).to_have_attribute("aria-invalid", "true")
        expect(box.box).to_have_accessible_description(re.compile(re.escape(box.mistake.inner_text())))
        expect(box.box).to_have_value(typed)
        assert standing.facts["weights"] == good
    box.paste("1 2 3 rubbish")
    standing.slider("temperature").press("ArrowRight")  # the rest of the widget goes on, and the text stands
    standing.until_facts(temperature=1.1)
    expect(box.box).to_have_value("1 2 3 rubbish")
    expect(box.mistake).to_contain_text("rubbish")
    standing.reset.click()
    expect(box.box).to_have_value("4, 1, 0")
    expect(box.box).not_to_have_attribute("aria-invalid", "true")
    expect(box.mistake).to_be_empty()
    assert "「x」" in standing.refuse(scores=[9, 9, "x"])
    standing.settled()
    assert standing.params == {"scores": [4, 1, 0], "temperature": 1}


@on("softmax_calculator", "ja")
def test_what_is_being_composed_is_not_yet_typed(standing):
    page, box = standing.page, standing.field("scores").box
    session = page.context.new_cdp_session(page)
    box.click(click_count=3)
    for text in ("７", "７、", "７、７"):
        session.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})
    expect(box).to_have_value("７、７")
    # Its own Enter takes the word and is not the reader's.
    box.evaluate("(box) => box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true }))")
    assert standing.params["scores"] == [4, 1, 0]
    expect(box).not_to_have_attribute("aria-invalid", "true")
    session.send("Input.insertText", {"text": "７、７"})
    assert seen(standing, scores=[7, 7])["weights"] == [0.5, 0.5]
    session.detach()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_link_sets_what_is_typed_and_a_bad_one_is_told(visit, lang):
    driver = visit("softmax_calculator", lang, "?scores=２,−1.5&temperature=2").wait_live()
    assert driver.params == {"scores": [2, -1.5], "temperature": 2}
    expect(driver.field("scores").box).to_have_value("2, −1.5")
    driver.element.locator("button.embed").click()
    assert "scores=2%2C-1.5" in driver.element.locator(".share code").inner_text() or 'scores="2,-1.5"' in (
        driver.element.locator(".share code").inner_text()
    )
    driver = visit("softmax_calculator", lang, "?scores=2,two").wait_live()
    assert driver.params["scores"] == [4, 1, 0]
    for named in ("two", "scores", "−20"):
        expect(driver.notice).to_contain_text(named)


@on("many_examples")
def test_any_text_is_made_into_exercises(standing):
    assert seen(standing, n_tokens=8)["n_predictions"] == 7
    facts = seen(standing.slider("n_tokens").press("Home"), n_tokens=2)
    assert facts["examples"] == ["a → fluffy"]
    standing.slider("n_tokens").press("End")
    facts = seen(standing.field("text").type("To be, or not."), text="To be, or not.")
    assert facts["examples"] == ["To → be", "To be → ,", "To be , → or", "To be , or → not", "To be , or not → ."]
    assert seen(standing.field("text").paste("吾輩は猫"), text="吾輩は猫")["n_predictions"] == 3
    assert seen(standing.field("text").paste(""), text="")["n_predictions"] == 0
    assert "type a few words" in standing.text


@on("residual_update")
def test_weights_and_values_move_the_noun(standing):
    assert [round(one, 1) for one in seen(standing, weights=[0.5, 0.4, 0.1])["delta"]] == [1.1, 1.7, 1.4]
    plane, bars = standing.pictures()
    facts = seen(standing.field("weights").type("0 1 0"), weights=[0, 1, 0])
    assert facts["delta"] == [0, 4, 2]
    facts = seen(standing.field("value_2").type("−1 0 1/2"), value_2=[-1, 0, 0.5])
    assert facts["updated"] == [0, -1, 1]
    assert all((old != new).any() for old, new in zip((plane, bars), standing.pictures(), strict=True))
    expect(standing.checks.first).to_contain_text("✓")
    seen(standing.field("weights").type("50% 40 % 20％"), weights=[0.5, 0.4, 0.2])
    expect(standing.checks.first).to_contain_text("✗")
    assert "1.10" in standing.text
