"""Controls, facts, figures, sentence and table tell of one state, whatever came between a question and its answer."""

import pytest
from playwright.sync_api import expect

from attention.language.words import LANGUAGES

# The page's `given` is called with each message between page and worker, before it arrives: "-> update", "<- mount".
OVERHEARD = """
  self.given = () => {};
  const post = Worker.prototype.postMessage, asked = new Map();
  Worker.prototype.postMessage = function (message, ...more) {
    const { do: act, seq } = typeof message === "string" ? JSON.parse(message) : {};
    asked.set(seq, act);
    post.call(this, message, ...more);
    if (act) self.given(`-> ${act}`, seq);
  };
  const { set } = Object.getOwnPropertyDescriptor(Worker.prototype, "onmessage");
  Object.defineProperty(Worker.prototype, "onmessage", { set(hear) {
    set.call(this, (event) => {
      if (typeof event.data === "string") self.given(`<- ${asked.get(JSON.parse(event.data).seq)}`);
      hear(event);
    });
  } });
"""
# Puts the widget into the page anew, and moves it when the given moment comes: an index into the messages of its start.
START = """([name, lang, moment, moves]) => {
  const element = document.createElement("attention-widget");
  for (const [key, value] of Object.entries({ name, lang, load: "eager" })) element.setAttribute(key, value);
  self.passed = [];
  const move = () => { for (const params of moves) element.params = params; };
  self.given = (what) => {
    if (what.endsWith("unmount")) return;             // of the one that stood there
    self.passed.push(what);
    if (self.passed.length === moment) move();
  };
  document.documentElement.lang = lang;
  document.querySelector("main").replaceChildren(document.querySelector("h1"), element);
  if (moment === 0) move();
}"""
# Mount asked and answered, its rehearsal asked and answered; 0 is before any of them.
MOMENTS = ["before anything", "-> mount", "<- mount", "-> update", "<- update"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_moved_at_any_moment_of_the_start_is_in_everything_that_is_shown(page, visit, lang):
    page.add_init_script(OVERHEARD)
    driver = visit("key_stretch", lang).wait_live()
    for moment, expected in enumerate(MOMENTS):
        for moves in ([{"stretch": 4.5}], [{"stretch": 4.5}, {"stretch": 1.0}]):
            page.evaluate(START, [driver.name, lang, moment, moves])
            driver.wait_live()
            assert driver.agrees() == moves[-1]
            passed = page.evaluate("() => self.passed")
            assert passed[max(0, moment - 1)] == (expected if moment else "-> mount")
    for stretch in (2.0, 1.0):
        driver.set(stretch=stretch)
        assert driver.agrees() == {"stretch": stretch}


def test_a_key_held_while_python_starts(page, visit, hold):
    release = hold("**/python/*/*")
    driver = visit("key_stretch").wait_state("booting")
    slider = driver.slider("stretch")
    slider.press("ArrowRight")
    release()
    while driver.state != "live":
        slider.press("ArrowRight", "ArrowRight", "ArrowLeft")
    driver.agrees()


@pytest.mark.expects_errors
def test_an_answer_that_breaks_while_it_is_shown_is_told_and_mended_by_the_next(visit, page):
    driver = visit("key_stretch").wait_live()
    driver.agrees()
    page.evaluate(
        """() => {
          const [one] = Bokeh.documents, last = [...one._all_models.values()].filter(({ name }) => name === "bars")[0];
          last.properties.data.change.connect(function breaks() {
            last.properties.data.change.disconnect(breaks);
            throw new Error("broken here");
          });
        }"""
    )
    driver.slider("stretch").press("ArrowRight")
    expect(driver.notice).to_contain_text("broken here")
    driver.slider("stretch").press("ArrowLeft")
    assert driver.agrees() == {"stretch": 1.0}
    expect(driver.notice).to_be_empty()
