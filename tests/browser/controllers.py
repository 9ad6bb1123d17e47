"""A widget as its reader meets it: what can be moved, by the names that a reader reads, and what it then says.

Tests speak through these alone, so that a change of markup is a change here and nowhere else.
"""

import html
import io
import json
import re
from functools import cache

import numpy as np
from axe_playwright_python.sync_playwright import Axe
from claims import alike
from PIL import Image
from playwright.sync_api import expect

from attention.controls import controls
from attention.language.words import fill, speaking
from attention.widget import find
from sitebuild.drawing.prerender import prerender

LIVE = 90_000  # ms until Python must be there, on a machine that is busy with other things too
SOON = 30_000  # ms until an answer must be there

# Resolves when `good(element, wanted)` holds, asked again at every change and state; rejects with where things stand.
UNTIL = """([element, wanted, patience]) => new Promise((resolve, reject) => {
  const good = %s;
  const events = ["attention:change", "attention:state"];
  const done = (what, value) => {
    for (const name of events) element.removeEventListener(name, look);
    clearTimeout(timer);
    what(value);
  };
  const look = () => { if (good(element, wanted)) done(resolve, { params: element.params, facts: element.facts }); };
  const timer = setTimeout(() => done(reject, new Error("in vain: " + JSON.stringify(
  { wanted, state: element.state, params: element.params, facts: element.facts, said: element.innerText }))), patience);
  for (const name of events) element.addEventListener(name, look);
  look();
})"""
SAME = """(element, wanted) => {
  const near = (a, b) => typeof a === "number" && typeof b === "number" ? Math.abs(a - b) < 1e-9
    : !Array.isArray(a) || !Array.isArray(b) ? a === b
    : a.length === b.length && a.every((item, place) => near(item, b[place]));
  return Object.entries(wanted).every(([name, value]) => near(element.facts[name], value));
}"""
SETTLED = """(element) => element.state === "live" && !element.hasAttribute("aria-busy")
  && Object.entries(element.params)
    .every(([name, value]) => JSON.stringify(element.facts[name]) === JSON.stringify(value))"""
SET = """([element, params, patience]) => new Promise((resolve, reject) => {
  const timer = setTimeout(() => reject(new Error("no answer: " + element.innerText)), patience);
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const heard = ({ detail }) => {
    if (!Object.entries(params).every(([name, value]) => same(detail.facts[name], value))) return;
    element.removeEventListener("attention:change", heard);
    clearTimeout(timer);
    resolve(detail);
  };
  element.addEventListener("attention:change", heard);
  try {
    element.params = params;
  } catch (error) {
    element.removeEventListener("attention:change", heard);
    clearTimeout(timer);
    reject(error);
  }
})"""
LISTEN = """(element) => {
  const first = !element.heard;
  element.heard = [];
  if (first) for (const kind of ["attention:change", "attention:state"])
    element.addEventListener(kind, ({ detail }) => element.heard.push({ kind, at: element.heard.length, ...detail }));
}"""

# Bokeh's own figures of this element: those whose view stands in it.
COLUMNS = """(element) => {
  const [document] = Bokeh.documents.filter((one) => one.roots()
    .some((root) => element.contains(one.views_manager?.get(root)?.el)));
  const plain = (column) => Array.from(column, (item) => typeof item === "object" ? plain(item) : item);
  const each = (items, work) => Object.fromEntries(items.map(work));
  const sources = [...document._all_models.values()].filter(({ type, name }) => type === "ColumnDataSource" && name);
  return each(sources, ({ name, data }) => [name, each(Object.entries(data), ([key, column]) => [key, plain(column)])]);
}"""


@cache
def drawn(name):
    """What the build draws of a widget at its defaults."""
    return prerender(find(name)())


@cache
def kinds(name):
    """The kind of control of each parameter."""
    return {param: control.kind for param, control in controls(find(name)()).items()}


@cache
def chips(name, param, lang):
    """What is written on the chips of a token parameter."""
    with speaking(lang):
        return controls(find(name)())[param].schema["words"]


def pixels(image):
    """A screenshot as an array (height, width, 3)."""
    return np.asarray(Image.open(io.BytesIO(image)).convert("RGB")).astype(int)


class WidgetDriver:
    """One widget of a page; `place` is for the same widget standing more than once."""

    def __init__(self, page, name, lang="en", place=0):
        self.page, self.name, self.lang = page, name, lang
        self.element = page.locator(f'attention-widget[name="{name}"]').nth(place)

    # What it says.

    def wait_live(self, patience=LIVE):
        expect(self.element).to_have_attribute("data-state", "live", timeout=patience)
        return self

    def wait_drawn(self, patience=LIVE):
        """Waits for figures and controls, which need no Python."""
        expect(self.element).to_have_attribute("data-drawn", "", timeout=patience)
        return self

    def wait_state(self, state, patience=LIVE):
        expect(self.element).to_have_attribute("data-state", state, timeout=patience)
        return self

    def get(self, what):
        return self.element.evaluate("(element, what) => element[what]", what)

    @property
    def state(self):
        return self.get("state")

    @property
    def params(self):
        return self.get("params")

    @property
    def facts(self):
        return self.get("facts")

    @property
    def text(self):
        return self.get("text").strip()

    @property
    def notice(self):
        """What the widget tells its reader outside the sentence: a warning or an error."""
        return self.element.locator(".notice")

    @property
    def retry(self):
        return self.notice.get_by_role("button")

    @property
    def progress(self):
        return self.element.locator(".progress")

    @property
    def reset(self):
        return self.element.locator("button.reset")

    @property
    def announcer(self):
        return self.element.locator(".announcer")

    @property
    def sentence(self):
        return self.element.locator(".sentence")

    @property
    def numbers(self):
        """The table of numbers, folded away at first."""
        return self.element.locator("details.numbers")

    @property
    def checks(self):
        """The panel of assertions, one line each."""
        return self.element.locator(".checks li")

    @property
    def figures(self):
        return self.element.locator(".frame")

    def pictures(self):
        """Screenshots of the figures, as arrays."""
        return [pixels(self.figures.nth(place).screenshot()) for place in range(self.figures.count())]

    def columns(self):
        """What its figures draw: the columns of each of Bokeh's sources."""
        return self.element.evaluate(COLUMNS)

    def agrees(self):
        """Asserts that controls, facts, figures, sentences and table tell of one state; gives its parameters."""
        params = self.settled()["params"]
        with speaking(self.lang):
            columns, facts = json.loads(json.dumps(find(self.name)(**params).answer()))
            told = self.element.evaluate(
                "(e) => [...e.querySelectorAll('[data-says]')].map((s) => [s.dataset.says, s.textContent])"
            )
            for template, text in told:
                assert text == html.unescape(re.sub("<[^>]*>", "", fill(template, facts)))
        assert len(told) > 1
        assert alike(self.facts, facts)
        assert alike(self.columns(), columns)
        return params

    # Waiting for what it does.

    def until(self, good, wanted=None, patience=SOON):
        handle = self.element.element_handle()
        return self.page.evaluate(UNTIL % good, [handle, wanted, patience])

    def settled(self):
        """Waits until the facts shown are those of the parameters, and gives both."""
        return self.until(SETTLED)

    def until_facts(self, **wanted):
        """Waits until these facts are shown."""
        return self.until(SAME, wanted)

    def listen(self):
        """From here on, heard() has every event."""
        self.element.evaluate(LISTEN)

    def heard(self, kind=None):
        events = self.get("heard")
        return [event for event in events if kind in (None, event["kind"])]

    def hear(self, kind, number=1):
        """Waits until so many events of the kind were heard."""
        counted = "(element, [kind, n]) => element.heard.filter((event) => event.kind === kind).length >= n"
        self.until(counted, [kind, number])
        return self.heard(kind)

    # Setting it from outside.

    def set(self, **params):
        """What a host page does: sets parameters, and gives the answer's event."""
        return self.page.evaluate(SET, [self.element.element_handle(), params, SOON])

    def refuse(self, **params):
        """Sets parameters that must be refused; the message of what is thrown."""
        return self.element.evaluate(
            """(element, params) => {
              try { element.params = params; } catch (error) { return `${error.constructor.name}: ${error.message}`; }
              return null;
            }""",
            params,
        )

    def restart(self):
        return self.set(**{param: parameter.default for param, parameter in find(self.name).parameters().items()})

    # Its controls, by what is written on them.

    def word(self, name):
        with speaking(self.lang):
            return str(find(self.name).word(name))

    def group(self, param):
        return self.element.get_by_role("group", name=self.word(param), exact=True)

    def slider(self, param):
        return Slider(self, param)

    def handle(self):
        return Handle(self)

    def order(self, param="order"):
        return Order(self, param)

    def field(self, param):
        return Field(self, param)

    def radio(self, param, option):
        return self.group(param).get_by_role("radio", name=self.word(f"{param}.{option}"), exact=True)

    def choose(self, param, option):
        press(self.radio(param, option))
        return self

    def token_button(self, place, param="token"):
        return self.group(param).get_by_role("radio", name=chips(self.name, param, self.lang)[place], exact=True)

    def token(self, place, param="token"):
        press(self.token_button(place, param))
        return self

    def preset(self, name):
        """Presses a button that sets several parameters at once."""
        self.element.get_by_role("button", name=self.word(f"preset.{name}"), exact=True).click()
        return self

    def checkbox(self, param):
        return self.element.get_by_role("checkbox", name=self.word(param), exact=True)

    def toggle(self, param):
        press(self.checkbox(param))
        return self

    def focus_target(self, param):
        """What takes the keyboard for a parameter."""
        kind = kinds(self.name)[param]
        if kind in ("slider", "steps"):
            return self.slider(param).grip
        if kind == "order":
            return self.order(param).chip(0)
        if kind in ("numbers", "text"):
            return self.field(param).box
        if kind == "cells":
            return self.element.locator(".painter button[tabindex='0']")
        if kind == "flag":
            return self.checkbox(param)
        return self.group(param).get_by_role("radio", checked=True)

    def targets(self):
        """Everything of it that takes the keyboard, in the order of the page, without the table of numbers."""
        targets = {param: self.focus_target(param) for param in kinds(self.name)}
        if find(self.name).handle:
            targets["handle"] = self.handle().grip
        return targets

    # Moving any parameter somewhere else, whatever its control: for tests that hold for every widget.

    def move_by_keyboard(self, param):
        kind, before = kinds(self.name)[param], self.params[param]
        target = self.focus_target(param)
        target.focus()
        if kind in ("numbers", "text"):
            self.field(param).type(other_text(self.name, param))
        elif kind in ("flag", "cells"):
            target.press("Space")
        elif kind in ("choice", "tokens", "order"):
            target.press("ArrowRight")
        else:
            low = find(self.name).parameters()[param].bounds[0]
            target.press("ArrowRight" if before == low else "ArrowLeft")
        return self

    def move_by_mouse(self, param):
        kind, before = kinds(self.name)[param], self.params[param]
        parameter = find(self.name).parameters()[param]
        if kind in ("numbers", "text"):
            self.field(param).box.click(click_count=3)
            self.page.keyboard.insert_text(other_text(self.name, param))
        elif kind == "flag":
            self.toggle(param)
        elif kind == "choice":
            self.choose(param, next(option for option in parameter.objects if option != before))
        elif kind == "tokens":
            self.token((before + 1) % len(parameter.tokens), param)
        elif kind == "cells":
            self.element.locator(".painter button").nth(1).click()
        elif kind == "order":
            self.order(param).drag(before[0], 3)
        else:
            low, high = parameter.bounds
            stops = getattr(parameter, "stops", None) or (low, high)
            self.slider(param).drag_to(stops[-1] if before != stops[-1] else stops[0])
        return self


def press(button):
    """Presses what a reader sees of a radio button or a checkbox: its label, if there is one round it."""
    label = button.locator("xpath=ancestor::label[1]")
    (label if label.count() else button).click()


class Dragged:
    """A pointer that takes something along: down, in steps, up; each step can be looked at."""

    def __init__(self, page, start):
        self.page, self.at = page, start

    def __enter__(self):
        self.page.mouse.move(*self.at)
        self.page.mouse.down()
        return self

    def to(self, x, y, steps=12):
        self.page.mouse.move(x, y, steps=steps)
        self.at = x, y
        return self

    def __exit__(self, *_):
        self.page.mouse.up()


def middle(locator):
    locator.scroll_into_view_if_needed()
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Slider:
    """A slider by its label."""

    def __init__(self, driver, param):
        self.driver, self.param = driver, param
        self.grip = driver.group(param).get_by_role("slider")

    def press(self, *keys):
        self.grip.focus()
        for key in keys:
            self.grip.press(key)
        return self.driver

    def place(self, value):
        """Where on the screen the slider stands at a value."""
        parameter = find(self.driver.name).parameters()[self.param]
        if stops := getattr(parameter, "stops", None):
            share = stops.index(value) / (len(stops) - 1)
        else:
            low, high = parameter.bounds
            share = (value - low) / (high - low)
        self.grip.scroll_into_view_if_needed()
        track = self.grip.evaluate(
            """(grip) => {
              const { left, width, top, height } = grip.closest(".noUi-base").getBoundingClientRect();
              return [left, width, top + height / 2];
            }"""
        )
        return track[0] + share * track[1], track[2]

    def drag(self):
        """Takes hold of it, for tests that look while it is held."""
        return Dragged(self.driver.page, middle(self.grip))

    def drag_to(self, value):
        with self.drag() as pointer:
            pointer.to(*self.place(value))
        return self.driver


class Handle:
    """The tip of a vector on a plane, by its name."""

    def __init__(self, driver):
        self.driver = driver
        self.grip = driver.element.get_by_role("slider", name=driver.word("handle"), exact=True)

    @property
    def says(self):
        return self.grip.get_attribute("aria-valuetext")

    def press(self, *keys):
        self.grip.focus()
        for key in keys:
            self.grip.press(key)
        return self.driver

    def unit(self):
        """How many pixels a unit of the plane is."""
        figure = drawn(self.driver.name)["figures"][drawn(self.driver.name)["handle"]["figure"]]
        box = self.driver.figures.nth(drawn(self.driver.name)["handle"]["figure"]).bounding_box()
        return box["width"] / (figure["x"][1] - figure["x"][0])

    def drag(self):
        return Dragged(self.driver.page, middle(self.grip))

    def drag_by(self, dx, dy):
        """By so many units of the plane, upwards positive."""
        with self.drag() as pointer:
            x, y = pointer.at
            pointer.to(x + dx * self.unit(), y - dy * self.unit())
        return self.driver


def other_text(name, param):
    """What can be typed for a parameter that is not what stands there at first."""
    parameter = find(name).parameters()[param]
    other = next(value for value in parameter.worth_trying()[1:] if value != parameter.default)
    return other if isinstance(other, str) else ", ".join(f"{number:g}" for number in other)


class Field:
    """A field for numbers or a text, by its label."""

    def __init__(self, driver, param):
        self.driver = driver
        self.box = driver.element.get_by_role("textbox", name=driver.word(param), exact=True)

    @property
    def mistake(self):
        """What is said beside the field about what stands in it."""
        return self.driver.element.locator(f'[id="{self.box.get_attribute("aria-describedby").split()[1]}"]')

    def type(self, text):
        """Key by key, in place of what stands there."""
        self.box.focus()
        self.box.press("ControlOrMeta+a")
        self.box.press_sequentially(text)
        return self.driver

    def paste(self, text):
        self.box.fill(text)
        return self.driver


class Order:
    """The row of tokens that can be put in another order."""

    def __init__(self, driver, param):
        self.driver, self.param = driver, param
        self.row = driver.group(param)

    def chip(self, token):
        """The chip of a token of the sentence, by its position in the first order."""
        words = find(self.driver.name).parameters()[self.param].tokens
        return self.row.get_by_role("button", name=re.compile(rf"^{re.escape(str(words[token]))}\b"))

    def words(self):
        """The tokens as they stand."""
        return [chip.inner_text() for chip in self.row.get_by_role("button").all()]

    def press(self, token, *keys):
        self.chip(token).focus()
        for key in keys:
            self.chip(token).press(key)
        return self.driver

    def drag(self, token, place):
        """To where another token stands now."""
        goal = middle(self.row.get_by_role("button").nth(place))
        with Dragged(self.driver.page, middle(self.chip(token))) as pointer:
            pointer.to(*goal, steps=20)
        return self.driver

    def shuffle(self):
        self.driver.element.get_by_role("button", name=interface(self.driver.lang)["shuffle"]).click()
        return self.driver

    def restore(self):
        self.driver.element.get_by_role("button", name=interface(self.driver.lang)["unshuffle"]).click()
        return self.driver


@cache
def interface(lang, part="widget"):
    """The words of a part of the interface, as the pages have them."""
    import tomllib
    from pathlib import Path

    return tomllib.loads((Path(__file__).parents[2] / "pages/_strings.toml").read_text())[lang][part]


def python_facts(name, params):
    """What CPython says of these parameters, as JSON would carry it."""
    return json.loads(json.dumps(find(name)(**params).answer()[1]))


def violations(page, only=None):
    """What axe finds serious or critical, in words; by all its rules, or by `only` one."""
    options = {"resultTypes": ["violations"]} | ({"runOnly": [only]} if only else {})
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{one['id']} ({one['impact']}): {node['target']} {node['html'][:160]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]
