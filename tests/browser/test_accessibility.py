"""For those who do not see, do not point, or hold a phone."""

import re

import pytest
from browser.controllers import WidgetDriver, kinds, violations
from playwright.sync_api import expect

from attention.language.words import LANGUAGES
from attention.widget import find, names

BOTH = [(name, lang) for name in names() for lang in LANGUAGES]
every = pytest.mark.parametrize("standing", [(name, "en") for name in names()], indirect=True, ids="-".join)
PHONE = {"width": 360, "height": 740}

# Which of the targets has the focus, down through shadow roots, and whether a canvas has it.
FOCUSED = """(targets) => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  const inside = (one) => one && (one.closest(".canvas") || inside(one.getRootNode().host));
  return [targets.indexOf(at), Boolean(inside(at))];
}"""
# What is wider than the window, once the figures have had their time to follow its size; empty as soon as nothing is.
OVERFLOW = """() => new Promise((resolve) => {
  const root = document.documentElement, end = performance.now() + 15000;
  const beyond = () => [...document.querySelectorAll("main *")].filter((one) =>
    !one.closest(".scroll, math, pre, .heard")
    && one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML.slice(0, 120));
  const look = () => {
    const wide = [...(root.scrollWidth > root.clientWidth ? [`the page: ${root.scrollWidth} px`] : []), ...beyond()];
    if (!wide.length || performance.now() > end) resolve(wide);
    else requestAnimationFrame(look);
  };
  look();
})"""
# The height of everything that is pressed in a widget: buttons, the labels of radio buttons and checkboxes, summaries.
HEIGHTS = """(element) => {
  const all = (root) => [...root.querySelectorAll("*")]
    .flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])]);
  const pressed = "button, label:has(input), summary, input.field";
  return all(element).filter((one) => one.matches(pressed) && one.checkVisibility())
    .map((one) => [one.getAttribute("aria-label") ?? one.textContent, one.getBoundingClientRect().height])
    .filter(([, height]) => height > 0);
}"""


def test_axe_finds_nothing_serious_on_the_front_page(page):
    page.goto("")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert not violations(page), scheme


@every
def test_every_control_has_a_name_and_every_figure_too(standing):
    for target in standing.targets().values():
        expect(target).to_have_accessible_name(re.compile(r"\S"))
    figures = standing.element.get_by_role("img")
    assert figures.count() >= standing.figures.count() > 0
    for place in range(figures.count()):
        expect(figures.nth(place)).to_have_accessible_name(re.compile(r"\S"))


@every
def test_the_tab_key_reaches_each_control_in_order_and_no_canvas(standing):
    """In the order of the page; a handle stands with its figure, after the controls."""
    page = standing.page
    targets = standing.targets()
    handles = [target.element_handle() for target in targets.values()]
    page.evaluate("() => { document.activeElement?.blur(); document.body.tabIndex = -1; document.body.focus(); }")
    reached = []
    for _ in range(40):
        page.keyboard.press("Tab")
        at, on_canvas = page.evaluate(FOCUSED, handles)
        assert not on_canvas
        reached += [list(targets)[at]] if at >= 0 else []
        if len(reached) == len(targets):
            break
    assert sorted(reached) == sorted(targets)
    if "handle" in targets:
        assert reached[-1] == "handle"


@pytest.mark.parametrize(
    "standing", [(name, lang) for name, lang in BOTH if find(name).handle], indirect=True, ids="-".join
)
def test_a_handle_tells_where_it_is(standing):
    grip = standing.handle().grip
    said = {grip.get_attribute("aria-valuetext")}
    for key in ("ArrowLeft", "ArrowUp", "PageDown"):
        grip.press(key)
        standing.settled()
        said.add(grip.get_attribute("aria-valuetext"))
    assert len(said) == 4
    assert all(re.search(r"\d", words) for words in said)
    assert float(grip.get_attribute("aria-valuemin")) <= float(grip.get_attribute("aria-valuenow"))
    expect(grip).to_have_accessible_description(re.compile(r"\S"))


@pytest.mark.parametrize("standing", [("key_stretch", lang) for lang in LANGUAGES], indirect=True, ids="-".join)
def test_the_sentence_is_spoken_when_the_movement_is_over(standing):
    standing.slider("stretch").press("End")
    standing.until_facts(stretch=6.0)
    expect(standing.announcer).to_have_text(re.compile(re.escape(standing.text)))
    expect(standing.announcer).to_have_attribute("role", "status")


@pytest.mark.parametrize(
    "standing", [("mask_add_or_multiply", lang) for lang in LANGUAGES], indirect=True, ids="-".join
)
def test_a_broken_check_is_told_by_a_sign_and_not_by_colour_alone(standing):
    standing.choose("mode", "multiply").until_facts(mode="multiply")
    expect(standing.checks.nth(0)).to_contain_text("✗")
    expect(standing.checks.nth(1)).to_contain_text("✓")


@every
def test_nothing_runs_over_the_edge_of_a_phone(standing):
    page, before = standing.page, standing.page.viewport_size
    page.set_viewport_size(PHONE)
    try:
        wide = page.evaluate(OVERFLOW)
        assert not wide
    finally:
        page.set_viewport_size(before)


@pytest.mark.without_python
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_finger_finds_every_control_on_a_phone(open_page, site, lang):
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True)
    seen = set()
    for path in sorted(site.glob(f"{lang}/**/index.html"), key=lambda path: len(path.parts)):
        page.goto(f"{path.parent.relative_to(site)}/")
        widgets = page.locator("attention-widget")
        for place in range(widgets.count()):
            name = widgets.nth(place).get_attribute("name")
            if name in seen or lang != "en":  # controls are as high in every language
                continue
            seen.add(name)
            driver = WidgetDriver(page, name, lang)
            driver.element = widgets.nth(place)
            driver.element.scroll_into_view_if_needed()
            low = too_low(driver.wait_drawn())
            assert not low, f"{name}: {low}"
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), (
            f"{path.parent} is wider than the phone"
        )
        low = page.locator(".part a, .parts a, .turning a").evaluate_all(
            """(links) => links.filter((link) => link.getBoundingClientRect().height < 43.9)
              .map((link) => link.textContent)"""
        )
        assert not low, f"{path.parent}: {low}"


def too_low(driver):
    """The controls of a widget that a finger could miss: less than 44 px high."""
    low = [f"{words}: {height} px" for words, height in driver.element.evaluate(HEIGHTS) if height < 43.9]
    for param, kind in kinds(driver.name).items():
        if kind in ("slider", "steps"):
            grip = driver.slider(param).grip
            grip.evaluate("(grip) => grip.scrollIntoView({ block: 'center' })")  # not under the bar at the foot
            # What a finger would hit just above and just below the middle of the grip, down through shadow roots.
            hit = grip.evaluate(
                """(grip) => {
                  const box = grip.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
                  return [-21, 21].every((away) => {
                    const over = grip.getRootNode().elementFromPoint(x, y + away);
                    return over === grip || grip.contains(over);
                  });
                }"""
            )
            if not hit:
                low.append(f"slider {param}")
    if find(driver.name).handle:
        box = driver.handle().grip.bounding_box()
        if min(box["height"], box["width"]) < 43.9:
            low.append("handle")
    return low


def test_a_finger_drags_the_handle_and_the_page_stays(open_page):
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto("embed/en/drag_input/")
    driver = WidgetDriver(page, "drag_input").wait_live()
    grip = driver.handle().grip
    assert grip.evaluate("(grip) => getComputedStyle(grip).touchAction") == "none"
    frame = driver.figures.first
    assert frame.evaluate("(frame) => getComputedStyle(frame).touchAction") == "auto", (
        "a finger cannot scroll over the figure"
    )


def test_nothing_moves_by_itself(visit, page):
    page.emulate_media(reduced_motion="reduce")
    driver = visit("key_stretch").wait_live()
    first = driver.pictures()
    driver.restart()
    assert all((one == other).all() for one, other in zip(first, driver.pictures(), strict=True))
    running = page.evaluate("() => document.getAnimations().filter((one) => one.playState === 'running').length")
    assert running == 0
