"""The way back: one step at a time, a gesture is one; and gestures that are disturbed."""

import pytest
from playwright.sync_api import expect

TIP = [("drag_input", "en")]
ORDER = [("shuffle", "ja")]


def undo(driver):
    return driver.element.locator("button.undo")


@pytest.mark.parametrize("standing", TIP, indirect=True)
def test_a_drag_is_one_step_and_so_is_a_key(standing):
    first = standing.params  # others have had this widget before: there may be more to go back to
    standing.handle().drag_by(0.5, -0.4)
    dragged = standing.params
    assert dragged != first
    standing.handle().press("ArrowLeft")
    standing.handle().press("ArrowLeft")
    assert standing.params["x"] == pytest.approx(dragged["x"] - 0.2)
    standing.page.keyboard.press("Control+z")
    assert standing.params["x"] == pytest.approx(dragged["x"] - 0.1)
    standing.page.keyboard.press("Meta+z")
    assert standing.params == dragged
    undo(standing).click()
    assert standing.params == first
    standing.settled()
    standing.agrees()


@pytest.mark.parametrize("standing", TIP, indirect=True)
def test_what_was_reset_comes_back(standing):
    standing.handle().drag_by(0.5, -0.4)
    dragged = standing.params
    standing.element.locator("button.reset").click()
    assert standing.params != dragged
    undo(standing).click()
    assert standing.params == dragged


@pytest.mark.parametrize("standing", TIP, indirect=True)
def test_escape_takes_a_running_drag_back(standing):
    first = standing.params
    with standing.handle().drag() as pointer:
        x, y = pointer.at
        pointer.to(x + 30, y + 20)
        assert standing.params != first
        standing.page.keyboard.press("Escape")
        assert standing.params == first
        pointer.to(x + 60, y + 40)
        assert standing.params == first
    assert standing.params == first
    standing.handle().drag_by(0.3, 0.3)
    assert standing.params != first, "the next drag counts again"


@pytest.mark.parametrize("standing", [("key_stretch", "en")], indirect=True)
def test_sliders_too_and_escape_closes_what_is_open(standing):
    first = standing.params
    standing.slider("stretch").drag_to(3.0)
    dragged = standing.params
    assert dragged != first
    with standing.slider("stretch").drag() as pointer:
        x, y = pointer.at
        pointer.to(x + 40, y)
        assert standing.params != dragged
        standing.page.keyboard.press("Escape")
        assert standing.params == dragged
        pointer.to(x + 80, y)
    standing.page.wait_for_function(
        "(value) => document.querySelector('attention-widget').params.stretch === value", arg=dragged["stretch"]
    )
    standing.settled()
    undo(standing).click()
    assert standing.params == first
    embed = standing.element.locator("button.embed")
    embed.click()
    expect(standing.element.locator(".share")).to_be_visible()
    standing.element.locator(".share select").press("Escape")
    expect(standing.element.locator(".share")).to_be_hidden()
    expect(embed).to_be_focused()
    standing.element.locator("details.numbers summary").click()
    standing.page.keyboard.press("Escape")
    expect(standing.element.locator("details.numbers")).not_to_have_attribute("open", "")


@pytest.mark.parametrize("standing", ORDER, indirect=True)
def test_a_token_that_is_carried_goes_back(standing):
    first = standing.params
    standing.order().drag(1, 4)
    assert standing.params != first
    standing.page.keyboard.press("Control+z")
    assert standing.params == first


# Playwright has one finger; these are events as a browser sends them.
FINGER = """(grip, [type, id, dx]) => {
  const box = (grip.at ??= grip.getBoundingClientRect());
  grip.setPointerCapture = () => {};
  grip.dispatchEvent(new PointerEvent(type, { pointerId: id, bubbles: true, composed: true, cancelable: true,
    clientX: box.x + box.width / 2 + dx, clientY: box.y + box.height / 2 }));
}"""


@pytest.mark.parametrize("standing", TIP, indirect=True)
def test_a_second_finger_does_not_fight_with_the_first(standing):
    grip, first = standing.handle().grip, standing.params
    for event in (["pointerdown", 7, 0], ["pointermove", 7, 30]):
        grip.evaluate(FINGER, event)
    moved = standing.params
    assert moved["x"] > first["x"]
    for event in (["pointerdown", 8, -60], ["pointermove", 8, -90], ["pointerup", 8, -90]):
        grip.evaluate(FINGER, event)
    assert standing.params == moved
    grip.evaluate(FINGER, ["pointermove", 7, 40])
    assert standing.params["x"] > moved["x"], "the first still has it"
    grip.evaluate(FINGER, ["pointerup", 7, 40])


@pytest.mark.parametrize("standing", TIP, indirect=True)
def test_a_screen_that_turns_during_a_drag_leaves_the_tip_where_it_is(standing):
    page = standing.page
    try:
        with standing.handle().drag() as pointer:
            x, y = pointer.at
            pointer.to(x + 20, y)
            before = standing.params
            page.set_viewport_size({"width": 500, "height": 900})
            page.wait_for_function("innerWidth === 500")
            pointer.to(x + 21, y + 1)
            assert standing.params == before
    finally:
        page.set_viewport_size({"width": 1280, "height": 720})


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_without_an_input_there_is_no_angle(visit, lang):
    driver = visit("drag_input", lang, "?x=0&y=0").wait_live()
    driver.settled()
    assert "–" not in driver.text
    assert "°" not in driver.text


@pytest.mark.parametrize("standing", [("longest_shadow", "en")], indirect=True)
def test_a_player_plays_to_the_end_and_the_start_stops_it(standing):
    play = standing.element.locator(".player button").nth(1)
    standing.set(token=3)
    play.click()
    standing.until("(element) => element.params.token === 5")
    expect(play).to_have_attribute("aria-label", "Play: whose query")
    play.click()  # from the beginning
    standing.until("(element) => element.params.token === 1")
    standing.element.locator("button.reset").click()
    expect(play).to_have_attribute("aria-label", "Play: whose query")
