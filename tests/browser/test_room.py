"""Room: a control is seen with its picture, frames are as high as their widget, and large text is large."""

import re

import pytest
from browser.controllers import LIVE
from chromium import launch
from playwright.sync_api import Error, expect

from attention.language.words import LANGUAGES
from attention.widget import names

SLACK = 12  # px; the most that any of them is off is a gap between the rows of the lab's painter
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
still = pytest.mark.without_python


@still
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


@still
@pytest.mark.parametrize("width", ["phone", "desk"])
def test_controls_take_the_room_that_was_kept_for_them(open_page, width):
    """Or all that stands below would jump when they come."""
    wide, high = WIDTHS[width]
    page, jumps = open_page(viewport={"width": wide, "height": high}), {}
    height = "() => document.querySelector('.controls').getBoundingClientRect().height"
    held = []

    def hold(route):
        held.append(route)

    page.route("**/bokeh.min.js*", hold)
    for name in names():
        page.goto(f"embed/en/{name}/", wait_until="domcontentloaded")
        before = page.evaluate(height)
        page.wait_for_function("() => document.querySelector('script[src*=bokeh]')")
        while held:
            held.pop().continue_()
        page.locator("attention-widget[data-drawn]").wait_for(timeout=LIVE)
        if abs(page.evaluate(height) - before) > SLACK:
            jumps[name] = before, page.evaluate(height)
    assert not jumps


@still
@pytest.mark.parametrize("lang", LANGUAGES)
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


@still
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_page_is_wider_than_its_screen_and_a_phones_begins_with_its_title(open_page, site, lang):
    page = open_page()
    wide, late = [], []
    for path in sorted(site.glob(f"{lang}/**/index.html")):
        where = path.parent.relative_to(site).as_posix()
        page.goto(f"{where}/")
        for width in (320, 360, 390, 768):
            page.set_viewport_size({"width": width, "height": 740})
            try:  # figures follow a frame later
                page.wait_for_function(f"() => document.documentElement.scrollWidth <= {width}", timeout=5000)
            except Error:
                wide.append(f"{where}: {page.evaluate('() => document.documentElement.scrollWidth')} px at {width}")
        page.set_viewport_size({"width": 360, "height": 740})
        head = page.locator("body:not(.in-cards) .top")
        title = page.locator("main h1:visible").first
        if head.count() and title.count():
            high, top = head.bounding_box()["height"], title.bounding_box()["y"]
            if high > 99 or top > 280:
                late.append(f"{where}: a head of {high} px, the title at {top}")
    assert not wide
    assert not late


@still
def test_the_contents_open_on_a_phone_and_close_when_one_is_chosen(open_page):
    page = open_page(viewport={"width": 360, "height": 740})
    page.goto("en/explorable/")
    link = page.locator(".contents a", has_text="Why divide by")
    expect(link).to_be_hidden()
    page.get_by_text("Contents", exact=True).click()
    link.click()
    expect(link).to_be_hidden()
    expect(page.locator("#root-d")).to_be_in_viewport()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(link).to_be_visible()


# What has moved without the reader's doing since the page began, in shares of the screen.
SHIFTS = """() => new Promise((done) => new PerformanceObserver((list) =>
  done(list.getEntries().filter(({ hadRecentInput }) => !hadRecentInput)
    .map(({ value, sources }) => [value, ...sources.map(({ node, previousRect: was, currentRect: now }) =>
      `${node?.nodeName} ${node?.className} ${node?.textContent}: ${was.x},${was.y} to ${now.x},${now.y}`)])))
  .observe({ type: "layout-shift", buffered: true }) || setTimeout(() => done([]), 500))"""


@pytest.mark.parametrize("path", ["en/explorable/", "ja/explorable/", "en/course/value/", "ja/", "en/lab/learning/"])
@pytest.mark.parametrize("width", ["phone", "desk"])
def test_nothing_moves_while_python_comes(open_page, path, width):
    """Neither at the top nor below the fold, where the next widget wakes."""
    wide, high = WIDTHS[width]
    page = open_page(viewport={"width": wide, "height": high})
    page.goto(path)
    page.locator("attention-widget").first.scroll_into_view_if_needed()
    page.locator("attention-widget[data-state=live]").first.wait_for(timeout=LIVE)
    page.evaluate("() => scrollBy(0, innerHeight)")
    page.wait_for_timeout(1500)
    moved = [shift for shift in page.evaluate(SHIFTS) if shift[0] > 0.001]
    assert not moved


@pytest.fixture
def large(chromium, address):
    """Opens pages for a reader whose browser writes all text at twice the usual size."""
    browser = launch(chromium.browser_type, "--blink-settings=defaultFontSize=32")
    yield lambda **options: browser.new_context(base_url=address, service_workers="block", **options).new_page()
    browser.close()


SIZES = """(widget) => widget.figures.flatMap(({ view }) => view.model.renderers
  .map(({ glyph }) => parseFloat(glyph?.text_font_size?.value)).filter(Boolean))"""


@still
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


@still
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
