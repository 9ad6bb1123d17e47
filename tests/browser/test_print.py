"""On paper: each widget with its pictures within the width, its controls in words, its sentence, its numbers."""

import pytest

PAPER = {"width": 680, "height": 960}  # A4 without its margins, in CSS pixels
LAID_OUT = """() => [...document.querySelectorAll("attention-widget")].map((widget) => {
  const box = (one) => one.getBoundingClientRect(), shown = (one) => one.checkVisibility() && box(one).width > 0;
  const drawn = [...widget.querySelectorAll(".canvas")].map((one) => [...one.children].filter(shown));
  const sentence = [...widget.querySelectorAll(".sentence, .conclusion")].find(shown);
  const frames = [...widget.querySelectorAll(".frame")];
  return {
    name: widget.getAttribute("name"),
    pictures: drawn.every(({ length }) => length === 1),
    within: drawn.flat().every((one) => box(one).left >= 0 && box(one).right <= innerWidth && box(one).width > 150),
    settings: [...widget.querySelectorAll(".control")].every((one) => {
      const value = [...one.querySelectorAll(".setting b")].find(shown);
      const others = [...one.children].filter((child) => !child.matches(".label, .setting"));
      return value && value.textContent.trim() && !others.some(shown);
    }),
    sentence: !!sentence && frames.every((one) => box(one).bottom <= box(sentence).top + 1),
    numbers: [...widget.querySelectorAll(".numbers table")].filter(shown).length === 1,
  };
})"""
WHOLE = {"pictures", "within", "settings", "sentence", "numbers"}


def on_paper(page):
    """The widgets as they are laid out on paper."""
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.set_viewport_size(PAPER)
    page.emulate_media(media="print")
    return page.evaluate(LAID_OUT)


@pytest.mark.without_python
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_widget_is_whole_on_paper_wherever_the_reader_has_been(page, lang):
    page.goto(f"{lang}/explorable/")
    page.locator("attention-widget").first.scroll_into_view_if_needed()
    page.wait_for_selector("attention-widget[data-drawn]")
    widgets = on_paper(page)
    assert len(widgets) == 24
    assert [one for one in widgets if not all(one[part] for part in WHOLE)] == []


def test_what_was_moved_is_printed_as_it_is(visit):
    widget = visit("key_stretch", query="?stretch=4.5")
    widget.wait_live()
    page = widget.page
    [told] = on_paper(page)
    assert all(told[part] for part in WHOLE), told
    assert page.locator(".setting b").text_content() == "4.5"
    assert page.locator("canvas.printed").count() == 2
    colours = page.evaluate("""[...document.querySelectorAll("canvas.printed")].map((one) =>
      new Set(one.getContext("2d").getImageData(0, 0, one.width, one.height).data).size)""")
    assert all(count > 10 for count in colours)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("canvas.printed").count() == 0
    assert not page.locator(".numbers").evaluate("one => one.open")
