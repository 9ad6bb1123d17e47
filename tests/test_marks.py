"""Figures of the prose that can be pressed: each leads to a state that gives it, and to a mark that shows it."""

import json
import math
import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from settings import settings

from attention.language.words import language
from attention.widget import find, names
from sitebuild.pages import claims, pages

SOURCES = Path(__file__).parents[1] / "pages"
FEW = 12  # states of each widget
# Of these the mark is what the fact is about; it does not show it as a length, a place or a number.
ABOUT = {
    "context_growth.cells", "context_growth.causal_cells", "cross_attention.cells", "drag_input.turned_query",
    "drag_input.turned_key", "drag_input.turned_value", "inside_the_hull.distance", "key_stretch.overtakes_at",
    "read_rows.range", "residual_update.delta", "sentence_head.row_scores", "shared_budget.total", "spotlight.share",
    "sentence_head.change", "never_zero.score", "score_spread.spread",
    "sentence_head.row_products", "value_steps.output",  # at their own step alone
}  # fmt: skip
MARKED = [(name, fact) for name in names() for fact in find(name).marks]


def rows_of(mark, columns, facts):
    """The rows of its source that a mark means, and the source's columns; as static/element/lights.js reads it."""
    source, by = re.fullmatch(r"(\w+)(?:\[(.*)\])?", mark).groups()
    data = columns[source]
    rows = range(len(next(iter(data.values()))))
    if by is None:
        return list(rows), data
    who = by.format(**facts).split(",")
    if who[0].isdecimal():
        return [int(who[0])], data
    asks, answers, called = (data.get(kind) for kind in ("query", "key", "name" if "name" in data else "label"))
    if asks is None:
        return [row for row in rows if called[row] == who[0]], data
    return [row for row in rows if asks[row] == who[0] and who[1:] in ([], [answers[row]])], data


def shown(data, row):
    """Every number that a reader takes from a row: where it ends, how long it is, what is written on it."""
    at = {name: column[row] for name, column in data.items()}
    written = str(at.get("number", "")).replace("−", "-").replace(",", "")
    numbers = [at[name] for name in ("top", "end", "x1", "y1", "x", "y") if isinstance(at.get(name), int | float)]
    numbers += [at["end"] - at["start"]] if isinstance(at.get("start"), float) else []
    numbers += [math.hypot(at["foot_x"], at["foot_y"])] if "foot_x" in at else []
    numbers += [at["x1"] - at["x0"], at["y1"] - at["y0"]] if "x0" in at else []
    return numbers, float(written) if re.fullmatch(r"-?[\d.]+", written) else None


def items(fact):
    """The numbers of a fact in the order of its rows: a vector, or one row of a table after the other."""
    return [one for row in fact for one in items(row)] if isinstance(fact, list) else [fact]


@pytest.mark.parametrize(("name", "fact"), MARKED, ids=[".".join(one) for one in MARKED])
def test_a_mark_shows_the_fact(name, fact):
    all_of_it = settings(name)
    seen = 0
    for setting in all_of_it[:: max(1, len(all_of_it) // FEW)]:
        columns, facts = find(name)(**setting).answer()
        assert fact in facts
        rows, data = rows_of(find(name).marks[fact], columns, facts)
        told = [one for one in items(facts[fact]) if isinstance(one, int | float)]
        if f"{name}.{fact}" in ABOUT or not rows or not told:
            seen += bool(rows)
            continue
        for place, value in enumerate(told):
            if ("number" in data and data["number"][rows[0]] == "–") or (len(rows) > 1 and place >= len(rows)):
                continue  # not there yet
            numbers, written = shown(data, rows[place if len(rows) > 1 else 0])
            near = any(math.isclose(abs(value), abs(number), rel_tol=1e-6, abs_tol=1e-9) for number in numbers)
            assert near or (written is not None and abs(value - written) < 0.006), f"{value} at {setting}: {numbers}"
            seen += 1
    assert seen, "no state of the widget shows it"


def pressed(page):
    """The facts of a page that can be pressed: name, fact, the state that gives it, and what it says."""
    found = re.findall(
        r'<data class="fact" data-fact="(\w+)\.([^"]+)" data-to="([^"]*)"[^>]*>([^<]*)</data>', page.html
    )
    return [
        (name, which, dict(parse_qsl(unescape(to), keep_blank_values=True)), says) for name, which, to, says in found
    ]


def read(name, param, value):
    """A parameter out of a link."""
    parameter = find(name).param[param]
    for option in getattr(parameter, "objects", ()):
        if str(option) == value:
            return option
    if isinstance(parameter.default, list):
        return json.loads(f"[{value}]")
    return value if isinstance(parameter.default, str) else json.loads(value)


def item(facts, which):
    for place in re.findall(r"\w+", which):
        facts = facts[int(place) if place.isdecimal() else place]
    return facts


@pytest.mark.parametrize("source", sorted(SOURCES.rglob("*.en.md")), ids=lambda path: path.stem)
def test_the_widget_on_the_page_gives_what_the_prose_says(source):
    """The widget goes there from where the page has put it; what it was placed with must not change the figure."""
    page = pages.read(source, source.parent.name if source.parent != SOURCES else "")
    for name, which, to, says in pressed(page):
        widget, fact = find(name), re.match(r"\w+", which)[0]
        for placed in (one.params for one in page.placements if one.name == name):
            state = {param: read(name, param, value) for param, value in to.items()}
            columns, facts = widget(**placed | state).answer()
            alone, here = item(widget(**state).answer()[1], which), item(facts, which)
            assert alone == here, f"{name}.{which} at {to} is {says}, and {here} where the page has put the widget"
            if fact in widget.marks:
                rows, data = rows_of(widget.marks[fact], columns, facts)
                assert rows, f"{name}.{which} at {to}: no mark"
                assert "number" not in data or data["number"][rows[0]] != "–", f"{name}.{which}: an empty mark"


def test_a_state_is_said_as_its_controls_say_it():
    token = language.set("en")
    try:
        told = claims.state(find("key_stretch"), {"stretch": 4.4})
        assert 'data-to="stretch=4.4"' in told
        assert 'data-state="A key that wins by its length (length of the key of “and”, times: 4.4)"' in told
        assert claims.linked([5, 3, 1]) == "5,3,1"
        assert [claims.linked(value) for value in (True, -3.5, "sqrt_d")] == ["true", "-3.5", "sqrt_d"]
    finally:
        language.reset(token)
