"""What holds for every widget, whoever adds one: asked of the widgets themselves, so that no list has to be kept."""

import ast
import json
from pathlib import Path

import pytest
from claims import CLAIMS, check, title
from conftest import release
from settings import settings

from attention import widgets
from attention.controls import controls
from attention.language.words import LANGUAGES, Words, fill, speaking
from attention.parameters import Steps
from attention.widget import find, names
from sitebuild.drawing.prerender import rows

FOLDER = Path(widgets.__path__[0])
every = pytest.mark.parametrize("name", names())


@pytest.fixture
def drawn(site):
    """What the build has drawn of a widget."""
    return lambda name, lang="en": json.loads((release(site) / f"widgets/{lang}/{name}.json").read_text())


def kinds(values):
    """The types of a column's items."""
    return {type(value) for value in values}


@every
def test_the_file_says_what_the_widget_shows_and_bears_its_name(name):
    module = ast.parse((FOLDER / f"{name}.py").read_text())
    assert ast.get_docstring(module)
    assert find(name).slug() == name
    assert find(name).__name__ == "".join(part.title() for part in name.split("_"))


@every
def test_it_stands_at_its_defaults(name):
    widget = find(name)()
    assert widget.state() == {param: json.loads(json.dumps(p.default)) for param, p in widget.parameters().items()}


def test_what_builds_up_step_by_step_begins_at_the_first_and_knows_when_it_is_done():
    built = {name for name in names() if find(name).finished}
    assert built == {"three_roles", "score_table", "softmax_stairs", "causal_mask", "value_steps", "attention_map"}
    for name in built:
        for param, last in find(name).finished.items():
            parameter = find(name).parameters()[param]
            assert (parameter.default, last) == parameter.bounds, name
            assert isinstance(parameter, Steps), "whole steps: half a matrix means nothing"


@every
def test_its_answer_is_json_at_every_setting(name):
    for params in settings(name):
        columns, facts = find(name)(**params).answer()
        assert columns, params
        assert facts, params
        through = json.loads(json.dumps([columns, facts], allow_nan=False))
        assert through == [columns, facts], f"{params}: tuples or keys that JSON would change"


@every
def test_its_answer_depends_on_nothing_but_the_parameters(name):
    widget = find(name)()
    for params in settings(name):
        widget.param.update(**params)
        first = json.dumps(widget.answer())
        assert widget.state() == params, "answering has moved a parameter"
        assert json.dumps(widget.answer()) == first, f"{params}: the second answer is another"
        assert json.dumps(find(name)(**params).answer()) == first, f"{params}: a fresh widget answers otherwise"


@every
def test_it_leaves_the_default_parameters_alone(name):
    before = find(name)().state()
    for params in settings(name):
        find(name)(**params).answer()
    assert find(name)().state() == before


@every
def test_its_facts_include_the_parameters_and_have_the_same_names_everywhere(name):
    widget = find(name)()
    _, at_rest = widget.answer()
    for params in settings(name):
        _, facts = find(name)(**params).answer()
        assert list(facts) == list(at_rest), params
        assert {param: facts[param] for param in params} == params


@every
def test_its_sources_have_the_same_columns_everywhere_and_each_is_full(name):
    at_rest, _ = find(name)().answer()
    shape = {source: set(columns) for source, columns in at_rest.items()}
    for params in settings(name):
        columns, _ = find(name)(**params).answer()
        assert {source: set(data) for source, data in columns.items()} == shape, params
        for source, data in columns.items():
            assert len({len(column) for column in data.values()}) <= 1, f"{params}: {source} has uneven columns"


@every
def test_columns_that_move_are_floats(name):
    # Whole numbers travel as integers, and a typed integer array would swallow a small move.
    at_rest, _ = find(name)().answer()
    for params in settings(name):
        columns, _ = find(name)(**params).answer()
        for source, data in columns.items():
            for column, values in data.items():
                where = f"{source}.{column} at {params}"
                assert len(kinds(values)) <= 1, f"{where} mixes {kinds(values)}"
                assert kinds(values) <= {float, str, int}, where
                if kinds(values) == {int}:
                    assert values == at_rest[source][column], f"{where} moves, but is made of whole numbers"


@every
def test_every_parameter_has_a_control(name):
    panels = controls(find(name)())
    assert list(panels) == list(find(name).parameters())
    for control in panels.values():
        json.dumps(control.schema, allow_nan=False)


@every
def test_its_figures_use_bokehs_own_models_and_every_source(name):
    bokeh = pytest.importorskip("bokeh")
    from bokeh.core.validation.check import check_integrity

    columns, _ = find(name)().answer()
    sources = {source: bokeh.models.ColumnDataSource(data=data, name=source) for source, data in columns.items()}
    plots = list(find(name)().figure(sources))
    assert plots
    document = bokeh.document.Document()
    for plot in plots:
        document.add_root(plot)
    foreign = {type(model).__qualname__ for model in document.models if type(model).__module__.split(".")[0] != "bokeh"}
    assert not foreign, "Bokeh's own JavaScript does not know these"
    drawn = {model.name for model in document.models if isinstance(model, bokeh.models.ColumnDataSource) and model.name}
    assert drawn == set(sources), "a source that no figure draws, or one that columns() does not fill"
    issues = check_integrity(document.models)
    assert not issues.error
    assert not issues.warning


@every
@pytest.mark.parametrize("lang", LANGUAGES)
def test_several_figures_have_a_caption_each(drawn, name, lang):
    captions = [figure["caption"] for figure in drawn(name, lang)["figures"]]
    assert len(captions) == 1 or all(captions)
    assert len(set(captions)) == len(captions)


@every
def test_both_languages_have_its_words(name):
    widget = find(name)
    wanted = ["title", *widget.parameters(), *widget.checks, *(["handle"] if widget.handle else [])]
    wanted += [f"preset.{preset}" for preset in widget.presets]
    for param, parameter in widget.parameters().items():
        wanted += [f"{param}.{option}" for option in getattr(parameter, "objects", [])]
    for words in [*map(widget.word, wanted), *widget.words.values()]:
        assert isinstance(words, Words)
        for lang in LANGUAGES:
            with speaking(lang):
                assert str(words).strip() == str(words) != ""


@every
def test_every_word_is_the_name_of_something(name):
    from bokeh.models import ColumnDataSource

    widget, drawn = find(name), set()

    class Asked(widget):
        @classmethod
        def word(cls, name):
            drawn.add(name)
            return super().word(name)

    columns, facts = widget().answer()
    Asked().figure({source: ColumnDataSource(data=data, name=source) for source, data in columns.items()})
    options = {f"{param}.{o}" for param, p in widget.parameters().items() for o in getattr(p, "objects", [])}
    used = {
        "title",
        "handle",
        *(f"preset.{preset}" for preset in widget.presets),
        *facts,
        *options,
        *drawn,
    }
    assert set(widget.words) <= used, "words that nobody says"


@every
def test_its_checks_are_true_or_false_and_its_handle_moves_numbers(drawn, name):
    widget = find(name)
    for params in settings(name):
        _, facts = widget(**params).answer()
        assert all(isinstance(facts[check], bool) for check in widget.checks)
    if widget.handle:
        assert {widget.handle.x, widget.handle.y} <= set(widget.parameters())
        assert widget.handle.figure < len(drawn(name)["figures"])


@every
def test_its_presets_are_settings_it_accepts(name):
    widget = find(name)
    for params in widget.presets.values():
        facts = widget(**params).answer()[1]
        assert {param: facts[param] for param in params} == params


@every
@pytest.mark.parametrize("lang", LANGUAGES)
def test_its_table_of_numbers_can_be_filled_at_every_setting(name, lang):
    with speaking(lang):
        _, facts = find(name)().answer()
        table = rows(find(name), facts, "")
        assert table, "no fact of it has a name in words"
        for params in settings(name):
            _, facts = find(name)(**params).answer()
            for row in table:
                for template in (cell for cells in row["cells"] for cell in cells):
                    assert fill(template, facts).strip()


@pytest.mark.parametrize("claim", CLAIMS, ids=title)
def test_claim(claim):
    _, facts = find(claim["widget"])(**claim["params"]).answer()
    check(claim, facts)


def test_a_claim_can_fail():
    claim = {"widget": "w", "params": {}, "fact": "f", "expected": 0.31, "decimals": 2}
    check(claim, {"f": 0.3149})
    for wrong in (0.3151, True):
        with pytest.raises(AssertionError):
            check(claim, {"f": wrong})
    check(claim | {"index": [1, 0], "expected": [0.0]}, {"f": [[], [[-0.001]]]})
    check({"widget": "w", "params": {}, "fact": "f", "expected": "1.2e-14"}, {"f": 1.23e-14})
    with pytest.raises(AssertionError):
        check({"widget": "w", "params": {}, "fact": "f", "expected": True}, {"f": 1})


def test_an_unknown_widget_is_answered_with_those_there_are():
    with pytest.raises(LookupError, match=names()[0]):
        find("no_such_widget")
