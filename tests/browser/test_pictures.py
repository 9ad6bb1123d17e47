"""The picture that the build writes of each figure: as the canvas shows it, and there without any program."""

import io

import numpy as np
import pytest
from PIL import Image, ImageFilter

from attention.widget import names

EXPLORABLE = 24  # widgets
NEAR, TOLD = 5, 40  # a mark may lie two pixels aside and be 40 of 255 lighter
STRAY = 0.005  # of the pixels, at most, are something else: corners, dashes that begin elsewhere

# All widgets on one page, each as its own page brings it.
GATHER = """async ([names, lang]) => {
  document.querySelector("main").replaceChildren();
  for (const name of names) {
    const text = await (await fetch(`/embed/${lang}/${name}/`)).text();
    const own = new DOMParser().parseFromString(text, "text/html").querySelector("attention-widget");
    const widget = document.importNode(own, true);
    widget.setAttribute("load", "eager");
    document.querySelector("main").append(widget);
  }
}"""
SHOW = {
    "canvas": ".handle { display: none }",
    "picture": """.handle { display: none } .canvas > :not(.picture) { visibility: hidden !important }
        [data-drawn] svg.picture { display: block !important } [data-drawn] div.picture { display: flex !important }""",
}
VISIBLE = """() => [...document.querySelectorAll("attention-widget")].map((widget) =>
  [...widget.querySelectorAll(".frame")].every((frame) => {
    const picture = [...frame.querySelectorAll(".picture")].find((one) => one.checkVisibility());
    if (!picture) return false;
    const [box, own] = [frame, picture].map((one) => one.getBoundingClientRect());
    return picture.querySelectorAll("path, text").length > 1
      && Math.abs(own.width - box.width) < 1 && Math.abs(own.height - box.height) < 1 && box.width > 200;
  }))"""


def strays(one, other):
    """The share of pixels of one that have nothing like them near by in the other, whichever has more."""
    shares = []
    for here, there in ((one, other), (other, one)):
        low, high = (
            np.asarray(there.filter(kind(NEAR))).astype(int) for kind in (ImageFilter.MinFilter, ImageFilter.MaxFilter)
        )
        seen = np.asarray(here).astype(int)
        shares.append(((seen < low - TOLD) | (seen > high + TOLD)).any(axis=2).mean())
    return max(shares)


def test_strays_tells_a_missing_mark_from_one_that_is_moved_a_little():
    blank, first, moved = (Image.new("RGB", (100, 60), "white") for _ in range(3))
    first.paste("#0068a8", (20, 20, 40, 40))
    moved.paste("#0068a8", (21, 20, 41, 40))
    assert strays(first, moved) == 0
    assert strays(first, blank) > STRAY
    assert strays(blank, first) > STRAY


@pytest.mark.slow
@pytest.mark.without_python
@pytest.mark.parametrize(("lang", "scheme", "width"), [("en", "light", 1280), ("ja", "dark", 360)])
def test_every_picture_is_what_the_canvas_shows(open_page, lang, scheme, width):
    page = open_page(color_scheme=scheme, viewport={"width": width, "height": 900})
    page.goto(f"embed/{lang}/key_stretch/", wait_until="commit")
    page.wait_for_selector("attention-widget[data-drawn]")
    page.evaluate(GATHER, [names(), lang])
    page.wait_for_function(
        "n => document.querySelectorAll('[data-drawn]').length === n", arg=len(names()), timeout=120_000
    )
    style = page.add_style_tag(content="/* */")
    wrong = {}
    for place, name in enumerate(names()):
        figures = page.locator("attention-widget").nth(place).locator(".figures")
        figures.scroll_into_view_if_needed()
        shots = []
        for rules in SHOW.values():
            style.evaluate("(style, rules) => { style.textContent = rules; }", rules)
            shots.append(Image.open(io.BytesIO(figures.screenshot())).convert("RGB"))
        assert len(shots[0].getcolors(1 << 20)) > 2, f"{name} is blank"
        if (share := strays(*shots)) > STRAY:
            wrong[name] = round(share, 4)
    assert not wrong


@pytest.mark.expects_errors  # scripts that may not come
@pytest.mark.parametrize("options", [{"java_script_enabled": False}, {"viewport": {"width": 360, "height": 700}}])
@pytest.mark.without_python
def test_pictures_stand_without_scripts_and_until_scripts_come(open_page, options):
    page = open_page(**options)
    page.route("**/bokeh*.js", lambda route: None)  # on their way for ever
    page.goto("en/explorable/", wait_until="commit")
    page.wait_for_selector("footer, .whereabouts", state="attached")
    if options.get("java_script_enabled", True):
        assert page.evaluate(VISIBLE) == [True] * EXPLORABLE
    else:
        boxes = page.locator("attention-widget .picture:visible")  # of what builds up, the one that is done
        assert page.locator("attention-widget").count() == EXPLORABLE
        assert boxes.count() == page.locator("attention-widget .canvas").count()


@pytest.mark.expects_errors  # Chromium would rather that canvases were not read
@pytest.mark.without_python
def test_the_canvas_takes_the_place_of_the_picture_without_a_blank_frame(page):
    page.add_init_script("""
      window.frames_seen = [];
      const canvases = (root) => [...root.querySelectorAll("*")].flatMap((one) =>
        one.tagName === "CANVAS" ? [one] : one.shadowRoot ? canvases(one.shadowRoot) : []);
      const pixels = ({ width, height }, pen) => pen.getImageData(0, 0, width, height).data;
      const inked = (one) => one.width && pixels(one, one.getContext("2d")).some(Boolean);
      const look = () => {
        const all = [...document.querySelectorAll(".canvas")];
        const shown = (one) => one.querySelector(".picture").checkVisibility() || canvases(one).some(inked);
        if (all.length) frames_seen.push(all.every(shown));
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);""")
    page.goto("embed/en/key_stretch/")
    page.wait_for_selector("attention-widget[data-drawn]")
    before = page.evaluate("frames_seen.length")
    page.wait_for_function("before => frames_seen.length > before + 10", arg=before)
    assert page.evaluate("frames_seen.every(Boolean)")
    assert not page.locator(".picture").first.is_visible()
