"""The lab as its reader meets it: what is painted, trained and looked into."""

from browser.test_intent import on
from playwright.sync_api import expect

from attention.core import masks

BEFORE = masks.bits(masks.patterns()["before"])


@on("mask_painter")
def test_a_stroke_paints_what_its_first_cell_became_and_keys_change_one_cell(standing):
    cells = standing.element.locator(".painter button")
    cells.first.scroll_into_view_if_needed()
    boxes = [cells.nth(place).bounding_box() for place in (1, 3, 5)]  # the row of "the": cat, and, ran
    mouse, before = standing.page.mouse, standing.params["cells"]
    for place, box in enumerate(boxes):
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=8)
        if place == 0:
            mouse.down()
    mouse.up()
    standing.until_facts(cells=before | 0b111110)
    expect(cells.nth(4)).to_have_attribute("aria-pressed", "true")
    cells.nth(1).focus()
    standing.page.keyboard.press("ArrowDown")
    standing.page.keyboard.press("Space")
    standing.until_facts(cells=(before | 0b111110) & ~(1 << 7))  # cat no longer hears itself


@on("mask_painter", "ja")
def test_an_empty_row_has_three_fates(standing):
    standing.preset("before").until_facts(cells=BEFORE, empty_rows=1)
    standing.token(0).until_facts(token=0, weights=[0.0] * 6)
    standing.choose("forbidden", "plain").until_facts(weights=[None] * 6)
    assert "NaN" in standing.text
    standing.choose("forbidden", "billion").until_facts(weights=[1 / 6] * 6)
    expect(standing.checks.first).to_contain_text("不成立")
    expect(standing.checks.nth(1)).not_to_contain_text("不成立")
