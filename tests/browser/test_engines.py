"""Firefox and WebKit: Python from its image, a slider, a tip, an exercise, and the site without a network."""

import pytest
from browser.controllers import interface
from browser.engines import NEEDS, PATIENCE, visit

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser_test_engines")]

ENTER = "\ue007"
# Resolves to the page's first widget when it is live and shows the facts of its parameters; else to what it says.
SETTLED = """async (patience, before) => {
  const widget = document.querySelector("attention-widget"), until = Date.now() + patience;
  widget.scrollIntoView();
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  for (;;) {
    const { state, params, facts, text } = widget;
    const shown = params && Object.entries(params).every(([name, value]) => same(facts[name], value));
    if (state === "live" && shown && !same(params, before)) return { params, facts, text };
    if (state === "failed" || Date.now() > until) throw new Error(`${state}: ${widget.innerText}`);
    await new Promise(requestAnimationFrame);
  }
}"""
# Where the middle of something is to be seen, also inside of Bokeh's controls.
MIDDLE = """async (selector) => {
  const inside = (one) => (one.shadowRoot ? [one, ...all(one.shadowRoot)] : [one]);
  const all = (root) => [...root.querySelectorAll("*")].flatMap(inside);
  const found = all(document).find((one) => one.matches(selector));
  found.scrollIntoView({ block: "center" });
  const { left, width, top, height } = found.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""
# Resolves when the exercise listens.
LISTENS = """async () => {
  while (!document.querySelector("attention-exercise form").onsubmit) await new Promise(requestAnimationFrame);
  return true;
}"""
VERDICT = """async (patience) => {
  const verdict = document.querySelector(".verdict"), until = Date.now() + patience;
  while (!["right", "wrong"].includes(verdict.dataset.kind)) {
    if (Date.now() > until) throw new Error(document.body.innerText);
    await new Promise(requestAnimationFrame);
  }
  return verdict.textContent;
}"""
# Asks the service worker, which the page registers by itself, for the whole site.
KEPT = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage("keep");
  return new Promise((resolve) => { navigator.serviceWorker.onmessage = ({ data }) => resolve(data); });
}"""


@pytest.mark.parametrize("engine", NEEDS)
def test_it_lives_moves_answers_and_needs_no_network(host, tmp_path, engine):
    def live(tab, path):
        tab.go(host.address + path)
        return tab.evaluate(SETTLED, PATIENCE)

    def drags(tab, path, selector, dx, dy=0):
        before = live(tab, path)
        x, y = tab.evaluate(MIDDLE, selector)
        tab.drag((x, y), (x + dx / 2, y + dy / 2), (x + dx, y + dy))
        after = tab.evaluate(SETTLED, PATIENCE, before["params"])
        assert after["text"] != before["text"]
        return after["params"]

    def act(tab):
        assert drags(tab, "embed/en/key_stretch/", ".noUi-handle", 150)["stretch"] > 1
        tip = drags(tab, "embed/en/drag_input/", ".handle", -40, 20)
        assert {"x", "y"} <= set(tip)
        tab.go(f"{host.address}embed/en/exercise/two-dot-products/")
        tab.evaluate(LISTENS)
        tab.drag(tab.evaluate(MIDDLE, "attention-exercise form > .field"))
        tab.type(["8", ",", " ", "-", "5", ENTER])
        assert tab.evaluate(VERDICT, PATIENCE) == interface("en", "exercise")["right"]
        asked = {path.rpartition("/")[2] for path in host.asked}
        live(tab, "embed/ja/key_stretch/")
        assert tab.evaluate(KEPT) == "kept what there is"
        host.down = True
        assert live(tab, "embed/ja/shuffle/?order=5,4,3,2,1,0")["params"]["order"] == [5, 4, 3, 2, 1, 0]
        live(tab, "en/explorable")
        return asked

    asked = visit(engine, tmp_path, act)
    assert "image.bin" in asked
    assert not {"python.tar", "python.tar.gz", "python_stdlib.zip"} & asked, "Python started as usual"
