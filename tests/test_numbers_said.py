"""Every number that a reader sees is written in one way: asked of all widgets, in both languages, where they can go."""

import re
from pathlib import Path

import pytest
from settings import settings

from attention.language.numbers import percent, plain, share, tick, written
from attention.language.words import choose, fill, parsed, pick, speaking
from attention.widget import find
from sitebuild.drawing.prerender import rows
from sitebuild.pages.pages import all_in

PAGES = Path(__file__).parents[1] / "pages"
PLACED = {
    (page.lang, placement.name): placement.sentence
    for page in all_in(PAGES)
    for placement in page.placements
    if placement.sentence
}
# Bars as high as their share of the largest, which say the number itself; twelve bars with room for percent alone.
SCALED = ("softmax_stairs", "places")
TYPED = ("many_examples", "meaning_in_context")  # they quote what a reader has typed
WRONG = {
    "a hyphen for a minus": r"(?<![\w.])-\d",
    "a minus before nothing": r"−0(\.0*)?(?![\d.])",
    "thousands without groups": r"(?<![\d.,])\d{4,}",
    "a power of ten as e": r"\de[-+−]?\d",
    "room before a percent sign": r"\d\s%",
}


def quoted(template, facts):
    """The numbers that a template quotes, with what is written for each; those that it has not chosen are left out."""
    for _, name, path, spec in parsed(template):
        if name is None:
            continue
        value = pick(facts, name, path)
        if spec.startswith("?"):
            yield from quoted(choose(value, spec), facts)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield value, written(value, spec)


def drawn(columns):
    """The numbers that stand at bars, with the bars' sizes."""
    for column in columns.values():
        size = "top" if "number_y" in column else "end" if "number_x" in column else None
        if size and column[size] and len(column["number"]) == len(column[size]):
            yield from zip(column[size], column["number"], strict=True)


def texts(columns, *said):
    """All that is to be read."""
    yield from said
    yield from (text for one in columns.values() for column in one.values() for text in column if isinstance(text, str))


@pytest.mark.parametrize(("lang", "name"), sorted(PLACED))
def test_one_number_is_written_in_one_way_and_none_as_a_machine_would(lang, name):
    sentence = PLACED[lang, name]
    with speaking(lang):
        for params in settings(name):
            columns, facts = find(name)(**params).answer()
            cells = [cell for row in rows(find(name), facts, sentence) for line in row["cells"] for cell in line]
            told = [*quoted(sentence, facts), *(number for cell in cells for number in quoted(cell, facts))]
            seen = {}
            for value, text in told if name in SCALED else [*told, *drawn(columns)]:
                if not float(value).is_integer() and text[0] not in "<>":
                    said = seen.setdefault(f"{value:.11g}", text)
                    assert said == text, f"{params}: {value} is {said} here and {text} there"
            written_out = () if name in TYPED else texts(columns, *(fill(text, facts) for text in (sentence, *cells)))
            for text in written_out:
                plainly = re.sub(r"<[^>]+>|#[0-9a-f]{6}\b", "", text)
                for what, pattern in WRONG.items():
                    assert not re.search(pattern, plainly), f"{params}: {what}: {plainly}"


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (written(12288), "12,288"),
        (written(-0.74, ".2f"), "−0.74"),
        (written(12288.4, ".1f"), "12,288.4"),
        (written(1e-5, ".0e"), "10⁻⁵"),
        (written(1.2e-14, "small"), "1.2\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}10⁻¹⁴"),
        (written(0.25, "small"), "0.250"),
        (written(-0.0, ".2f"), "0.00"),
        (tick(1e-25), "10⁻²⁵"),
        (tick(1024), "1,024"),
        (tick(-0.5), "−0.5"),
        (plain(-1.25), "−1.25"),
        (share(0.0), "0.000"),
        (share(1e-9), "<0.001"),
        (share(0.99999), ">0.999"),
        (share(1.0), "1.000"),
        (percent(0.3321), "33%"),
        (percent(0.00001, 1), "<0.1%"),
        (percent(0.9999), ">99%"),
    ],
)
def test_a_number_is_written_for_readers(said, text):
    assert said == text
