"""Whoever computes may die or hang, and whoever asks may go: what is told, what is kept, what is let go."""

import pytest
from browser.controllers import WidgetDriver, interface
from playwright.sync_api import expect

from attention.language.words import LANGUAGES

# How a worker stops without a word that a page would hear.
HANGS = "() => { for (const client of clients) client.onmessage = () => { for (;;); }; }"  # at the next question
CLOSES = "() => { self.close(); }"
THROWS = "() => { setTimeout(() => { throw new Error('broken inside'); }); }"


@pytest.mark.expects_errors
@pytest.mark.parametrize("end", [HANGS, CLOSES, THROWS], ids=["hangs", "closes", "throws"])
def test_a_python_that_stops_is_started_again_by_itself_once_and_nothing_set_is_lost(visit, page, end):
    page.clock.install()
    driver = visit("key_stretch").wait_live()
    driver.set(stretch=3.0)
    driver.listen()
    page.workers[-1].evaluate(end)
    driver.slider("stretch").press("ArrowRight")
    page.clock.run_for(9_000)
    driver.wait_live().until_facts(stretch=3.1)
    assert driver.agrees() == {"stretch": 3.1}
    states = [event["state"] for event in driver.heard("attention:state")]
    assert states == ["booting", "live"]
    assert driver.heard("attention:change")[-1]["by"] == "reader"
    page.workers[-1].evaluate(end)
    driver.slider("stretch").press("ArrowRight")
    page.clock.run_for(9_000)
    driver.wait_state("failed")
    expect(driver.notice).to_contain_text("kept")
    driver.slider("stretch").press("ArrowRight")
    driver.retry.click()
    driver.wait_live().until_facts(stretch=3.3)
    assert driver.agrees() == {"stretch": 3.3}
    expect(driver.notice).to_be_empty()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_that_it_is_started_again_is_said_while_it_starts(visit, page, hold, lang):
    driver = visit("key_stretch", lang).wait_live()
    release = hold("**/python/*/*")
    page.workers[0].evaluate(THROWS)
    driver.wait_state("booting")
    expect(driver.progress).to_contain_text(interface(lang)["revived"].strip())
    release()
    driver.wait_live()


def test_a_slow_line_that_flows_is_waited_for_and_a_slow_start_too(visit, page):
    page.clock.install()
    page.add_init_script(
        """
        const { set } = Object.getOwnPropertyDescriptor(Worker.prototype, "onmessage");
        Object.defineProperty(Worker.prototype, "onmessage", { set(hear) {
          self.say = (data) => hear({ data });
          set.call(this, (event) => { if (!self.mute || typeof event.data === "string") hear(event);
            else self.mute.push(event); });
        } });
        self.mute = [];
        """
    )
    driver = visit("key_stretch").wait_state("booting")
    for kilobytes in range(100, 800, 100):  # at 2 kB/s
        page.evaluate("(done) => self.say({ kind: 'progress', step: 'fetching', done, all: 8e6 })", kilobytes * 1000)
        page.clock.run_for(50_000)
        assert driver.state == "booting"
    page.evaluate("() => self.say({ kind: 'progress', step: 'starting', done: 8e6, all: 8e6 })")
    page.clock.run_for(100_000)
    assert driver.state == "booting"
    expect(driver.progress).to_contain_text(interface("en")["long"])
    page.wait_for_function("() => self.mute.some(({ data }) => data.kind === 'live')")
    page.evaluate("() => { self.say({ kind: 'live' }); self.mute = null; }")
    driver.wait_live()
    driver.slider("stretch").press("End")
    driver.until_facts(stretch=6.0)


GO_AND_COME = """async ([name, times]) => {
  const main = document.querySelector("main");
  const rounds = [];
  for (let round = 0; round < times; round++) {
    const element = document.createElement("attention-widget");
    for (const [key, value] of Object.entries({ name, lang: "en", load: "eager" })) element.setAttribute(key, value);
    const live = new Promise((done) => element.addEventListener("attention:state", ({ detail }) => {
      if (detail.state === "live") done();
    }));
    main.append(element);
    await live;
    element.remove();
    await new Promise(requestAnimationFrame);
    rounds.push(Bokeh.documents.length);
  }
  return rounds;
}"""


def test_of_widgets_that_come_and_go_nothing_stays(visit, page):
    driver = visit("key_stretch").wait_live()
    models = "() => Bokeh.documents.reduce((sum, one) => sum + one._all_models.size, 0)"
    before = page.evaluate(models)
    assert page.evaluate(GO_AND_COME, ["root_d", 20]) == [1] * 20
    assert page.evaluate(models) == before
    driver.slider("stretch").press("End")
    driver.until_facts(stretch=6.0)
    driver.agrees()


# One over the other: what is out of sight would not begin.
FRAME = """(src) => {
  const frame = Object.assign(document.createElement("iframe"), { src, width: 900, height: 700 });
  frame.style.position = "absolute";
  document.body.prepend(frame);
}"""


@pytest.fixture
def framed(page):
    """A page of the same site with widgets in frames; gives the driver of the widget in each frame that is added."""
    page.route(
        "**/host.html", lambda route: route.fulfill(content_type="text/html", body="<!doctype html><title>.</title>")
    )
    page.goto("host.html")

    def add(name="key_stretch"):
        source = f"embed/en/{name}/"
        with page.expect_event("framenavigated", lambda frame: frame.url.endswith(source)) as come:
            page.evaluate(FRAME, source)
        return WidgetDriver(come.value, name).wait_live()

    return add


@pytest.mark.expects_errors
@pytest.mark.parametrize("end", [THROWS, pytest.param(HANGS, marks=pytest.mark.slow)], ids=["throws", "hangs"])
def test_frames_that_borrow_python_hear_that_it_is_gone(page, framed, end):
    lender, borrower = framed(), framed()
    borrower.set(stretch=5.0)
    borrower.listen()
    page.workers[-1].evaluate(end)
    borrower.slider("stretch").press("ArrowRight")
    borrower.hear("attention:state", 2)
    assert [event["state"] for event in borrower.heard("attention:state")] == ["booting", "live"]
    borrower.until_facts(stretch=5.1, winner="and")
    assert borrower.agrees() == {"stretch": 5.1}
    lender.wait_live()
    for _ in range(100):  # one that hangs takes its time to go
        if len(page.workers) == 1:
            break
        page.wait_for_timeout(100)
    assert len(page.workers) == 1


def held(page):
    """How many documents the browser keeps for this page once it has looked for what nobody uses."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return metrics["Documents"], metrics["JSHeapUsedSize"] / 1e6


def test_of_frames_that_borrowed_python_and_went_nothing_stays(page, framed):
    lender = framed()
    goes = "() => document.querySelectorAll('iframe')[0].remove()"
    framed()
    page.evaluate(goes)
    documents, megabytes = held(page)
    for _ in range(19):
        framed()
        page.evaluate(goes)
    after = held(page)
    assert after[0] <= documents + 2
    assert after[1] < megabytes + 5
    assert page.workers[0].evaluate("() => clients.size") == 1
    lender.slider("stretch").press("End")
    lender.until_facts(stretch=6.0)
