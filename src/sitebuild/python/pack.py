"""Every Python module the browser imports, as bytecode made by the browser's own Python."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import param

from attention import __file__ as package
from sitebuild.python.vendor import lock

HERE, PACKAGE, PARAM = Path(__file__).parent, Path(package).parent, Path(param.__file__).parent
BUILD_ONLY = {"pictures/canvas.py", "pictures/theme.py", "gallery.py", "controls.py"}

# Runs inside Pyodide, under Node, before either job: bytecode without docstrings (nobody asks for them there, and
# static/python/restore.js starts Python with the same PYTHONOPTIMIZE) and, unless KEEP_LINES, without the tables that
# say which line and column each instruction comes from. They are a sixth of what the reader fetches, and readers see
# nothing of them. The table that stands instead says, for eight units of code in a byte (Objects/locations.md of
# CPython), that nothing is known: without a table, traceback fails.
COMPILE = """
import importlib._bootstrap_external as external, importlib.util, os, types

UNIT, MOST, UNKNOWN = 2, 8, 0x80 | 15 << 3

def bare(code):
    inner = tuple(bare(one) if isinstance(one, types.CodeType) else one for one in code.co_consts)
    whole, rest = divmod(len(code.co_code) // UNIT, MOST)
    unknown = bytes([UNKNOWN | MOST - 1] * whole + [UNKNOWN | rest - 1] * bool(rest))
    return code.replace(co_consts=inner, co_linetable=code.co_linetable if KEEP_LINES else unknown)

def compiled(source, path, program=None):
    code = bare(compile(program or source, path, "exec", dont_inherit=True, optimize=2))
    # Unchecked: there is no source beside it to compare with, and a clock in the file would change every build.
    return bytes(external._code_to_hash_pyc(code, importlib.util.source_hash(source), checked=False))

def keep(path, data):
    os.makedirs(os.path.dirname("/job/packed/" + path), exist_ok=True)
    with open("/job/packed/" + path, "wb") as file:
        file.write(data)
"""

# Import all, work each widget once (lazy imports too), keep what was imported, without the functions that draw
# (`figure`, and whatever imports what stays at home): the browser calls none of them.
PACKAGES = """
import ast, sys
sys.path.insert(0, "/job/source")
import attention.runtime.browser

def draws(node):
    if not isinstance(node, ast.FunctionDef):
        return False
    imports = [one for one in ast.walk(node) if isinstance(one, ast.Import | ast.ImportFrom)]
    stay = {"bokeh", "canvas", "panel", "show"}
    named = {name.name.split(".")[0] for one in imports for name in one.names}
    return node.name in ("figure", "panel") or bool(named & stay)

for name in attention.runtime.browser.rehearse():
    pass
for name, module in sorted(sys.modules.items()):
    path = getattr(module, "__file__", None) or ""
    if not path.startswith(("/job/source/", "/lib/python3.12/site-packages/")):
        continue
    relative = path.removeprefix("/job/source/").removeprefix("/lib/python3.12/site-packages/")
    with open(path, "rb") as file:
        data = file.read()
    if path.endswith(".py"):
        tree = ast.parse(data)
        if path.startswith("/job/source/attention/"):
            for scope in [tree, *(node for node in tree.body if isinstance(node, ast.ClassDef))]:
                scope.body = [node for node in scope.body if not draws(node)]
        data, relative = compiled(data, "/lib/python3.12/site-packages/" + relative, tree), relative + "c"
    keep(relative, data)
"""

# The standard library as the maker of the image imports it.
STANDARD_LIBRARY = """
import zipfile
with zipfile.ZipFile("/lib/python312.zip") as library:
    for name in library.namelist():
        if name.endswith(".py"):
            keep(name + "c", compiled(library.read(name), "/lib/python312.zip/" + name))
"""


class Packed(NamedTuple):
    """What Python imports in the browser, as bytecode."""

    archive: bytes  # our package, param and NumPy: tar.gz, as the ordinary start unpacks it
    stdlib: bytes  # the standard library: zip, for whoever makes the image


def pack(vendor: Path, node: Path, cache: Path, lines: bool = False) -> Packed:
    """Both archives, each made anew only when a source of it, the vendored files or this recipe changed.

    With `lines` the bytecode knows its lines, for who looks for a fault in the browser.
    """
    recipe = [Path(__file__).read_bytes(), (HERE / "pack.mjs").read_bytes(), str(vendor).encode(), bytes([lines])]
    sources = sorted([*modules(PACKAGE), *modules(PARAM)])
    made = [str(path).encode() + path.read_bytes() for path in sources]
    return Packed(
        kept(cache, "python-{}.tar.gz", [*recipe, *made], lambda: make(PACKAGES, vendor, node, lines, archive)),
        kept(cache, "stdlib-{}.zip", recipe, lambda: make(STANDARD_LIBRARY, vendor, node, lines, zipped)),
    )


def kept(cache: Path, name: str, parts: list[bytes], make: Callable[[], bytes]) -> bytes:
    """What was made of these parts, from the cache if it is there."""
    path = cache / name.format(hashlib.sha256(b"".join(parts)).hexdigest()[:16])
    if not path.is_file():
        fresh = path.with_name(f"{path.name}.{os.getpid()}.part")
        fresh.write_bytes(make())
        fresh.replace(path)
    return path.read_bytes()


def modules(folder: Path) -> list[Path]:
    """The package's files that may travel."""
    return [path for path in folder.rglob("*.py") if not stays(path)]


def stays(path: Path) -> bool:
    """Whether a module of ours is for the build and notebooks alone."""
    return path.is_relative_to(PACKAGE) and path.relative_to(PACKAGE).as_posix() in BUILD_ONLY


def make(work: str, vendor: Path, node: Path, lines: bool, put_up: Callable[[Path], bytes]) -> bytes:
    """One archive, made anew: RuntimeError with what Python said when a module cannot be imported."""
    with tempfile.TemporaryDirectory() as scratch:
        job = Path(scratch)
        run(f"KEEP_LINES = {lines}\n{COMPILE}{work}", vendor, node, job)
        return put_up(job / "packed")


def run(program: str, vendor: Path, node: Path, job: Path) -> None:
    """Run a program in the browser's own Python, which has the folder `job` as /job and our modules in /job/source.

    RuntimeError with what Python said when it fails.
    """
    for folder in (PACKAGE, PARAM):
        for path in modules(folder):
            copy = job / "source" / path.relative_to(folder.parent)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)
    shutil.copy(next(vendor.glob("numpy-*.whl")), job / "numpy.whl")
    (job / "pyodide-lock.json").write_text(json.dumps({"info": lock()["info"], "packages": {}}))
    (job / "job.py").write_text(program)
    done = subprocess.run([node, HERE / "pack.mjs", vendor, job], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"the browser's Python failed:\n{done.stdout}{done.stderr}")


def archive(folder: Path) -> bytes:
    """The folder as tar.gz with neither clock nor owner in it: the same files give the same bytes."""
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w", format=tarfile.USTAR_FORMAT) as file:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = tarfile.TarInfo(path.relative_to(folder).as_posix())
                entry.size = path.stat().st_size
                file.addfile(entry, io.BytesIO(path.read_bytes()))
    return gzip.compress(tar.getvalue(), 9, mtime=0)


def zipped(folder: Path) -> bytes:
    """The folder as a zip, without a clock as well."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:  # never travels
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                file.writestr(zipfile.ZipInfo(path.relative_to(folder).as_posix()), path.read_bytes())
    return whole.getvalue()
