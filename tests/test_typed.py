"""What is typed: the parameters Numbers and Text, their controls, what links and fields say (element/check.js)."""

import re
import tomllib
from functools import cache

import panel as pn
import pytest
from test_numbers import STATIC, run

from attention.controls import controls
from attention.gallery import show
from attention.language.words import LANGUAGES, Words
from attention.parameters import Numbers, Text
from attention.pictures import arrows, curves
from attention.widget import Widget

ROOT = STATIC.parent
STRINGS = tomllib.loads((ROOT / "pages/_strings.toml").read_text())


class Typed(Widget):
    words = {name: Words(en=name, ja=name) for name in ("title", "some", "three", "said")}
    some = Numbers([4, 1, 0], low=-20, high=20, length=(2, 8))
    three = Numbers([0.5, 0.4, 0.1], low=0, high=1)
    said = Text("blue", most=12)

    def compute(self):
        return self.some

    def facts(self, computed):
        return {"n": len(computed)}

    def columns(self, computed):
        return {"path": curves.path([(0.0, number) for number in computed])}

    def figure(self, sources):
        plane = arrows.plane("all")
        curves.draw(plane, sources["path"], "score")
        return [plane]


def schema():
    return {name: control.schema for name, control in controls(Typed()).items()}


def test_the_schema_says_what_is_taken():
    kinds = {name: {key: value for key, value in spec.items() if key != "label"} for name, spec in schema().items()}
    assert kinds == {
        "some": {"default": [4, 1, 0], "kind": "numbers", "min": -20, "max": 20, "fewest": 2, "most": 8},
        "three": {"default": [0.5, 0.4, 0.1], "kind": "numbers", "min": 0, "max": 1, "fewest": 3, "most": 3},
        "said": {"default": "blue", "kind": "text", "most": 12},
    }
    assert all(control.panel is None for control in controls(Typed()).values())


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("some", [1]),
        ("some", [0] * 9),
        ("some", [21, 0]),
        ("some", [float("nan"), 0]),
        ("some", ["1", 0]),
        ("some", [True, 0]),
        ("three", [0.5, 0.5]),
        ("said", "x" * 13),
        ("said", "two\nlines"),
        ("said", 3),
    ],
)
def test_python_refuses_what_does_not_fit(name, value):
    widget = Typed()
    with pytest.raises(ValueError, match=name):
        setattr(widget, name, value)
    assert widget.state() == Typed().state()


def test_two_widgets_share_no_list():
    one = Typed()
    one.some.append(7)
    assert Typed().some == [4, 1, 0]


def test_in_a_notebook_a_field_is_typed_into_and_a_mistake_is_told():
    widget = Typed()
    pane = show(widget)
    some, _, said = pane.select(pn.widgets.TextInput)
    some.value = "２、−1"
    said.value = "fluffy"
    assert (widget.some, widget.said) == ([2.0, -1.0], "fluffy")
    for bad in ("2, x", "2", "30 1"):
        some.value = bad
        assert widget.some == [2.0, -1.0]
        assert some.value == bad
        assert any(said.object for said in pane.select(pn.pane.Str)), "nobody is told"
    widget.some = [0.25, 3.0]
    assert some.value == "0.25, 3"


RUN = """
const { checked } = await import(process.argv[1]);
const { schema, words, cases } = JSON.parse(await new Response(process.stdin).text());
console.log(JSON.stringify(cases.map(([name, value]) => {
  try { return [checked(name, value, schema, words), ""]; } catch (error) { return [null, error.message]; }
})));
"""
GOOD = [  # parameter, as a link or a host page gives it, what it is
    ("some", "4,1,0", [4, 1, 0]),
    ("some", "４　１，０、−１", [4, 1, 0, -1]),
    ("some", "[4.0, 1.0]", [4, 1]),
    ("some", [4, 1], [4, 1]),
    ("some", ["４", "1"], [4, 1]),
    ("three", "50% 40% 10%", [0.5, 0.4, 0.1]),
    ("three", "0,5 0,4 0,1", [0.5, 0.4, 0.1]),
    ("said", "  青い\n猫 ", "青い 猫"),
    ("said", "", ""),
    ("said", "🐈" * 12, "🐈" * 12),
]
BAD = [  # parameter, what is given, what the message must name
    ("some", "", ["some", "2", "8", "−20", "20"]),
    ("some", "4, one, 0", ["“one”|「one」", "2", "8"]),
    ("some", "4", ["1", "2", "8"]),
    ("some", [4, None], ["null", "2", "8"]),
    ("some", 4, ["1", "2", "8"]),
    ("some", "4, 21", ["21", "−20", "20"]),
    ("some", {"a": 1}, ['{"a":1}', "−20"]),
    ("three", "0.5 0.5", ["2", "3"]),
    ("said", "x" * 13, ["12", "13"]),
    ("said", 3, ["12"]),
]


PARAMETERS = {
    "some": {"kind": "numbers", "min": 0, "max": 1, "fewest": 1, "most": 2},
    "size": {"kind": "number", "min": 0, "max": 1},
    "whole": {"kind": "integer", "min": 0, "max": 1},
    "which": {"kind": "choice", "options": ["a", "b"]},
    "flag": {"kind": "flag"},
    "order": {"kind": "order", "length": 2, "options": ["a", "b"]},
    "said": {"kind": "text", "most": 12},
}
ODD_RUN = """
const { ParameterError, checked, meant } = await import(process.argv[1]);
const { schema, words, foreign } = JSON.parse(await new Response(process.stdin).text());
const cycle = {};
cycle.self = cycle;
const values = ["constructor", "__proto__", "x".repeat(1e6), 3n, [3n, 3n], cycle, [cycle, 1],
  { toString: 1, valueOf: 1 }, null, undefined, NaN, { length: 1e9 }, new Map(), [[]]];
const names = [...Object.keys(schema), "constructor", "toString", "__proto__", "hasOwnProperty", "x".repeat(1e6)];
const said = names.flatMap((name) => values.map((value, place) => {
  if (name === "said" && place < 2) return "";
  try { return `taken: ${name} ${place} ${checked(name, value, schema, words)}`; }
  catch (error) { return error instanceof ParameterError ? error.message : `thrown: ${name} ${place} ${error}`; }
}));
console.log(JSON.stringify({ said, meant: foreign.filter((name) => meant([name])) }));
"""
FOREIGN = [
    "utm_source",
    "fbclid",
    "gclid",
    "mc_eid",
    "_ga",
    "_x_tr_sl",
    "_msthash",
    "hl",
    "translate",
    "data-a",
    "onclick",
]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_odd_is_taken_or_thrown_and_messages_stay_short(lang):
    message = {"schema": PARAMETERS, "words": STRINGS[lang]["widget"], "foreign": [*FOREIGN, "strech", "constructor"]}
    told = run(ODD_RUN, "element/check.js", message)
    assert len(told["said"]) > 100
    assert not [said for said in told["said"] if said.startswith(("taken", "thrown"))]
    assert max(len(said) for said in told["said"]) < 300
    assert told["meant"] == ["strech", "constructor"]  # slips are told, what others add is not


@cache
def told(lang):
    message = {"schema": schema(), "words": STRINGS[lang]["widget"], "cases": [case[:2] for case in (*GOOD, *BAD)]}
    return run(RUN, "element/check.js", message)


@pytest.mark.parametrize("place", range(len(GOOD)))
def test_a_link_or_a_field_is_read(place):
    name, _, wanted = GOOD[place]
    assert told("en")[place] == [wanted, ""]
    Typed(**{name: wanted})  # what JavaScript lets through, Python takes


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("place", range(len(BAD)))
def test_a_mistake_is_told_with_what_is_accepted(place, lang):
    name, _, named = BAD[place]
    value, message = told(lang)[len(GOOD) + place]
    assert value is None
    assert not re.search(r"\{\w+\}", message)
    for part in (name, *named):
        assert any(option in message for option in part.split("|")), message
