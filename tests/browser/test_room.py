"""Room: a control is seen with its picture, frames are as high as their widget, and large text is large."""

import re

import pytest
from browser.controllers import LIVE
from chromium import launch
from playwright.sync_api import expect

from attention.widget import names

WIDTHS = {"phone": (360, 740), "column": (688, 800), "desk": (1280, 800)}
PUT = """([name, lang]) => {
  const element = document.createElement("attention-widget");
  for (const [key, value] of Object.entries({ name, lang, load: "eager" })) element.setAttribute(key, value);
  document.querySelector("main").replaceChildren(element);
}"""
# The controls that no scrolling brings onto one screen with nine tenths of a picture, not one behind the other.
APART = """async () => {
  const widget = document.querySelector("attention-widget"), panel = widget.querySelector(".controls");
  const box = (one) => one.getBoundingClientRect(), frames = [...widget.querySelectorAll(".frame")];
  const head = document.querySelector(".top"), bar = document.querySelector(".whereabouts");
  const sticks = (one) => one?.checkVisibility() && getComputedStyle(one).position === "sticky";
  const together = (control) => {
    const foot = innerHeight - (sticks(bar) ? box(bar).height : 0), over = sticks(head) ? box(head).height : 0;
    const { top, bottom } = box(control), covered = sticks(panel) ? box(panel).bottom : 0;
    if (top < over - 1 || bottom > foot + 1) return false;
    return frames.some((frame) => {
      const seen = Math.min(box(frame).bottom, foot) - Math.max(box(frame).top, over, covered);
      return seen >= 0.9 * box(frame).height;
    });
  };
  const apart = [];
  for (const control of widget.querySelectorAll(".control")) {
    let found = false;
    for (let y = 0; y < document.documentElement.scrollHeight && !found; y += 20) {
      scrollTo(0, y);
      panel.scrollTop += box(control).top - box(panel).top;
      found = together(control);
    }
    if (!found) apart.push(control.dataset.param);
  }
  return apart;
}"""
pytestmark = pytest.mark.without_python


@pytest.mark.parametrize("width", WIDTHS)
def test_each_control_and_a_picture_are_seen_together(open_page, width):
    wide, high = WIDTHS[width]
    page = open_page(viewport={"width": wide, "height": high})
    page.goto("en/explorable/")
    apart = {}
    for name in names():
        page.evaluate(PUT, [name, "en"])
        page.locator(f'attention-widget[name="{name}"][data-drawn]').wait_for(timeout=LIVE)
        if away := page.evaluate(APART):
            apart[name] = away
    assert not apart


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_frame_is_as_high_as_its_widget_needs(open_page, lang):
    page, host = open_page(viewport={"width": 1280, "height": 900}), open_page(viewport={"width": 688, "height": 900})
    wrong = {}
    for name in names():
        page.goto(f"embed/{lang}/{name}/")
        widget = page.locator("attention-widget[data-drawn]")
        widget.wait_for(timeout=LIVE)
        widget.locator(".embed").click()
        widget.locator(".share select").select_option("HTML (iframe)")
        said = int(re.search(r"height: (\d+)px", widget.locator(".share code").text_content())[1])
        host.goto(f"embed/{lang}/{name}/")
        host.locator("attention-widget[data-drawn]").wait_for(timeout=LIVE)
        needed = host.evaluate("() => document.body.getBoundingClientRect().height")
        if not needed <= said <= needed + 40:
            wrong[name] = said, needed
    assert not wrong


@pytest.fixture
def large(chromium, address):
    """Opens pages for a reader whose browser writes all text at twice the usual size."""
    browser = launch(chromium.browser_type, "--blink-settings=defaultFontSize=32")
    yield lambda **options: browser.new_context(base_url=address, service_workers="block", **options).new_page()
    browser.close()


SIZES = """(widget) => widget.figures.flatMap(({ view }) => view.model.renderers
  .map(({ glyph }) => parseFloat(glyph?.text_font_size?.value)).filter(Boolean))"""


@pytest.mark.parametrize("width", ["phone", "desk"])
def test_large_text_is_large_in_figures_too(large, open_page, width):
    """In the build's picture and on the canvas; nothing is wider than the screen for it."""
    wide, high = WIDTHS[width]
    usual, twice = open_page(viewport={"width": wide, "height": high}), large(viewport={"width": wide, "height": high})
    for page in (usual, twice):
        page.goto("en/explorable/#key_stretch?stretch=3")
        page.locator('attention-widget[name="key_stretch"][data-drawn]').wait_for(timeout=LIVE)
    for found in (
        lambda page: page.locator('attention-widget[name="key_stretch"]').evaluate(SIZES),
        lambda page: page.locator(".still text, .picture text").evaluate_all(
            "(texts) => texts.slice(0, 40).map((text) => parseFloat(getComputedStyle(text).fontSize))"
        ),
    ):
        assert found(usual)
        assert found(twice) == [pytest.approx(2 * size) for size in found(usual)]
    assert twice.evaluate("() => document.documentElement.scrollWidth") <= wide


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_keep_what_is_pressed_and_where_sliders_run(open_page, scheme):
    page = open_page(forced_colors="active", color_scheme=scheme)
    page.goto("embed/en/mask_painter/")
    page.locator("attention-widget[data-drawn]").wait_for(timeout=LIVE)
    ground = """(element) => getComputedStyle(element).backgroundColor"""
    cells = page.locator(".painter button")
    pressed = {cell.get_attribute("aria-pressed"): cell.evaluate(ground) for cell in cells.all()}
    assert pressed["true"] != pressed["false"]
    presets = page.locator(".presets button")
    assert len({preset.evaluate(ground) for preset in presets.all()}) == 2
    page.goto("embed/en/key_stretch/")
    page.locator("attention-widget[data-drawn]").wait_for(timeout=LIVE)
    track = page.locator(".noUi-target")
    assert track.evaluate(ground) != page.locator("body").evaluate(ground)
    expect(track).to_be_visible()
