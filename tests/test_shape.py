"""The architecture, as tests: who may know whom, and what nobody may do."""

import ast
import re
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from attention import widgets
from attention.widget import Widget, find, names
from sitebuild.python import pack

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "attention"
MODULES = sorted([*PACKAGE.rglob("*.py"), *(ROOT / "src" / "sitebuild").rglob("*.py")])
PICTURES = sorted(
    path for path in (PACKAGE / "pictures").glob("[!_]*.py") if path.stem not in ("canvas", "theme", "columns")
)
WIDGETS = sorted(Path(widgets.__path__[0]).glob("[!_]*.py"))

# Spelled in halves, or this file would be the first to break its own rule.
REGISTRIES = tuple(
    "".join(parts) for parts in (("py", "pi.org"), ("python", "hosted.org"), ("npm", "js.org"), ("npm", "js.com"))
)
HERE = ("/" + "work/", "/" + "root/", "/" + "home/", "/" + "tmp/", "/" + "Users/")


def named(path):
    return path.relative_to(ROOT / "src").as_posix()


def imported(nodes):
    """The dotted names that these statements import; `from a import b` counts as a.b."""
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            found |= {f"{node.module or '.'}.{alias.name}" for alias in node.names}
    return found


def at_top(path):
    """What a module imports when it is imported, inside conditions and try blocks too; not what types alone need."""
    pending, found = list(ast.parse(path.read_text()).body), []
    while pending:
        node = pending.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.append(node)
            pending += ast.iter_child_nodes(node)
    return imported(found)


def anywhere(path):
    return imported(ast.walk(ast.parse(path.read_text())))


def tops(dotted):
    return {name.split(".")[0] for name in dotted}


def tracked():
    """Every file that is, or is about to be, in the repository."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, check=False
    )
    if listed.returncode:
        pytest.skip("no repository here")
    return [ROOT / name for name in listed.stdout.decode().splitlines() if (ROOT / name).is_file()]


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_only_browser_py_knows_of_the_browser(path):
    if path != PACKAGE / "runtime" / "browser.py":
        assert not tops(anywhere(path)) & {"js", "pyodide", "pyodide_js", "_pyodide"}


def test_the_core_needs_numpy_and_nothing_else():
    for path in (PACKAGE / "core").glob("*.py"):
        assert tops(anywhere(path)) <= {"numpy", "attention", *sys.stdlib_module_names}, path
        assert all(one.startswith("attention.core") for one in anywhere(path) if one.startswith("attention.")), path
    for path in (PACKAGE / "examples").glob("*.py"):
        ours = {name for name in anywhere(path) if name.startswith("attention.")}
        assert tops(anywhere(path)) <= {"numpy", "attention", *sys.stdlib_module_names}, path
        assert all(name.split(".")[1] in ("core", "examples", "language") for name in ours), path


def test_no_module_imports_its_way_back_to_itself():
    modules = {".".join(path.relative_to(ROOT / "src").with_suffix("").parts): path for path in MODULES}
    modules = {name.removesuffix(".__init__"): path for name, path in modules.items()}

    def ours(name):
        """The modules that one imports at its top; `from a import b` is a.b if that is a module."""
        found = at_top(modules[name])
        return {one if one in modules else one.rpartition(".")[0] for one in found} & set(modules) - {name}

    assert list(TopologicalSorter({name: ours(name) for name in modules}).static_order())  # CycleError names the circle


@pytest.mark.parametrize(("module", "most"), [("core/attention.py", 250), ("runtime/browser.py", 40)])
def test_the_small_stay_small(module, most):
    assert len((PACKAGE / module).read_text().splitlines()) <= most


@pytest.mark.parametrize("path", WIDGETS, ids=named)
def test_a_widget_is_short_and_stands_on_little(path):
    assert len(path.read_text().splitlines()) <= 140
    ours = {
        "attention.core",
        "attention.examples",
        "attention.language",
        "attention.parameters",
        "attention.pictures",
        "attention.widget",
    }
    for name in at_top(path):
        first = name.split(".")[0]
        inside = any(name == one or name.startswith(f"{one}.") for one in ours)
        assert inside or first in {"numpy", "param", *sys.stdlib_module_names} - {"os", "pathlib", "io"}, name


@pytest.mark.parametrize("path", [*WIDGETS, *PICTURES], ids=named)
def test_whoever_draws_has_bokeh_from_the_canvas(path):
    assert not tops(anywhere(path)) & {"bokeh", "panel"}
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            assert imported(ast.walk(node)) <= {"attention.pictures.canvas"}, f"{node.name} imports"


@pytest.mark.parametrize("path", PICTURES, ids=named)
def test_both_halves_of_a_shared_picture_stand_together_and_two_need_it(path):
    tree = ast.parse(path.read_text())
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    draws = {node.name for node in functions if imported(ast.walk(node))}
    assert draws
    assert {node.name for node in functions} - draws
    users = [one for one in WIDGETS if re.search(rf"(?<![\w.]){path.stem}\.\w+\(", one.read_text())]
    assert len(users) > 1 or path.stem == "patterns", users  # a widget with these patterns in it would be too long


@pytest.mark.parametrize("path", WIDGETS, ids=named)
def test_a_widget_names_no_colour_and_opens_no_file(path):
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            assert not re.search(r"#[0-9a-fA-F]{3,8}\b|\b(rgb|hsl)a?\(", node.value), node.value
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"open", "print", "eval", "exec", "__import__"}


@pytest.mark.parametrize("path", WIDGETS, ids=named)
def test_a_widget_does_nothing_when_it_is_imported(path):
    for node in ast.parse(path.read_text()).body:
        assert isinstance(
            node, ast.Import | ast.ImportFrom | ast.ClassDef | ast.FunctionDef | ast.Assign | ast.AnnAssign
        ) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)), ast.unparse(node)


@pytest.mark.parametrize(
    "path", [path for path in MODULES if path.is_relative_to(PACKAGE) and not pack.stays(path)], ids=named
)
def test_what_travels_imports_neither_bokeh_nor_panel(path):
    assert not tops(at_top(path)) & {"bokeh", "panel", "sitebuild"}
    stays = {one.relative_to(PACKAGE.parent).with_suffix("") for one in MODULES if pack.stays(one)}
    assert not at_top(path) & {".".join(one.parts) for one in stays}


def test_the_browsers_python_comes_up_without_bokeh_and_panel():
    code = (
        "import sys, types\n"
        "for name in ('bokeh', 'panel', 'pandas'): sys.modules[name] = None\n"
        "js = sys.modules['js'] = types.ModuleType('js'); js.postMessage = print\n"
        "import attention.runtime.browser\n"
        "from attention.widget import find, names\n"
        "for name in names(): find(name)().answer()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT / "src",
        env={"PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", names())
def test_a_file_is_one_widget(name):
    module = ast.parse((Path(widgets.__path__[0]) / f"{name}.py").read_text())
    classes = [node for node in module.body if isinstance(node, ast.ClassDef)]
    assert find(name).__name__ in {node.name for node in classes}
    assert issubclass(find(name), Widget)


def test_no_drawer_for_odds_and_ends():
    for path in tracked():
        assert not {"utils", "util", "helpers", "helper", "misc", "common"} & {
            *path.relative_to(ROOT).parts,
            path.stem,
        }, path


def test_nothing_is_run_that_was_put_together_as_text():
    for path in (*(ROOT / "static").rglob("*.[!w]*"), *MODULES):
        text = path.read_text()
        assert not re.search(
            r"(?<![\w.-])eval\(|\bnew Function\b|\bCustomJS\s*\(|\bset(?:Timeout|Interval)\(\s*[\"'`]", text
        ), path


def test_no_file_names_a_registry_or_this_machine():
    for path in tracked():
        try:
            text = path.read_text()
        except UnicodeDecodeError:
            continue
        for host in REGISTRIES:
            assert host not in text, f"{path} names a registry"
        for folder in HERE:
            # A folder of the browser's own Python, such as /home/web_user, would be no path of this machine.
            assert not re.search(rf"(?<![\w.~${{}}/])({re.escape(folder)})(?!web_user|pyodide)\w", text), (
                f"{path}: {folder}"
            )


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_whatever_others_use_says_what_it_is_for(path):
    tree = ast.parse(path.read_text())
    assert ast.get_docstring(tree), "the module"
    in_widgets = path in WIDGETS
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            if in_widgets and isinstance(node, ast.ClassDef):
                continue  # the module's docstring is the widget's
            assert ast.get_docstring(node), f"{node.name} has no docstring"


def test_one_way_for_data_to_flow():
    stage = (PACKAGE / "runtime" / "stage.py").read_text()
    assert "postMessage" not in stage
    assert tops(anywhere(PACKAGE / "runtime" / "stage.py")) <= {"attention", *sys.stdlib_module_names}
    for path in (PACKAGE / "pictures").glob("*.py"):
        assert not {name for name in anywhere(path) if name.startswith(("attention.widget", "attention.examples"))}, (
            path
        )


def test_theme_alone_knows_the_colours():
    for path in MODULES:
        if path.name != "theme.py":
            assert not re.search(r"[\"']#[0-9a-fA-F]{6}\b", path.read_text()), path
    for path in (ROOT / "static").rglob("*.[jc]s*"):
        assert not re.search(r"(?<![\w&])#[0-9a-fA-F]{6}\b", path.read_text()), path


def test_the_darks_and_the_lights_can_be_told_from_their_ground():
    from attention.pictures import theme

    def luminance(colour):
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    def contrast(one, other):
        low, high = sorted((luminance(one), luminance(other)))
        return (high + 0.05) / (low + 0.05)

    grounds = [theme.surfaces["page"], theme.surfaces["card"]]
    inks = theme.roles | {role: theme.surfaces[role] for role in ("ink", "quiet", "right", "wrong")}
    for role, ink in inks.items():
        for ground in grounds:
            for tone in ("light", "dark"):
                assert contrast(getattr(ink, tone), getattr(ground, tone)) >= 4.5, f"{role}, {tone}"


def test_a_colour_has_one_partner_in_the_dark():
    from attention.pictures import theme

    lights = [ink.light for ink in theme.colours.values()]
    darks = [ink.dark for ink in theme.colours.values()]
    assert len(set(lights)) == len(lights), "two roles of one light colour: the page could not tell them apart"
    assert len(set(darks)) == len(darks)
    assert not set(lights) & set(darks)
