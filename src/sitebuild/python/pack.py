"""One archive of every Python module the browser imports, as bytecode made by the browser's own Python."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

import param

from attention import __file__ as package
from sitebuild.python.vendor import lock

HERE, PACKAGE, PARAM = Path(__file__).parent, Path(package).parent, Path(param.__file__).parent
BUILD_ONLY = {"pictures/canvas.py", "pictures/theme.py", "gallery.py", "controls.py"}

# Runs inside Pyodide, under Node: import all, work each widget once (lazy imports too), keep what was imported, without
# the functions that draw (`figure`, and whatever imports what stays at home): the browser calls none of them. Without
# docstrings: nobody asks for them there, and static/python/restore.js starts Python with the same PYTHONOPTIMIZE.
JOB = """
import sys
sys.path.insert(0, "/job/source")
import ast, os, importlib._bootstrap_external as external, importlib.util
import attention.runtime.browser
def draws(node):
    if not isinstance(node, ast.FunctionDef):
        return False
    imports = [one for one in ast.walk(node) if isinstance(one, ast.Import | ast.ImportFrom)]
    stay = {"bokeh", "canvas", "panel", "show"}
    return node.name == "figure" or any(name.name.split(".")[0] in stay for one in imports for name in one.names)
for name in attention.runtime.browser.rehearse():
    pass
for name, module in sorted(sys.modules.items()):
    path = getattr(module, "__file__", None) or ""
    if not path.startswith(("/job/source/", "/lib/python3.12/site-packages/")):
        continue
    relative = path.removeprefix("/job/source/").removeprefix("/lib/python3.12/site-packages/")
    if path.endswith(".py"):
        with open(path, "rb") as file:
            source = file.read()
        tree = ast.parse(source)
        if path.startswith("/job/source/attention/"):
            for scope in [tree, *(node for node in tree.body if isinstance(node, ast.ClassDef))]:
                scope.body = [node for node in scope.body if not draws(node)]
        code = compile(tree, "/lib/python3.12/site-packages/" + relative, "exec", dont_inherit=True, optimize=2)
        # Unchecked: there is no source beside it to compare with, and a clock in the file would change every build.
        data = external._code_to_hash_pyc(code, importlib.util.source_hash(source), checked=False)
        relative += "c"
    else:
        with open(path, "rb") as file:
            data = file.read()
    target = "/job/packed/" + relative
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with open(target, "wb") as file:
        file.write(data)
"""


def pack(vendor: Path, node: Path, cache: Path) -> bytes:
    """The archive (tar.gz); made anew only when a source, the vendored files or this recipe changed."""
    sources = sorted([*modules(PACKAGE), *modules(PARAM)])
    stamp = hashlib.sha256(
        b"".join(
            [
                Path(__file__).read_bytes(),
                (HERE / "pack.mjs").read_bytes(),
                str(vendor).encode(),
                *(str(path).encode() + path.read_bytes() for path in sources),
            ]
        )
    ).hexdigest()
    archive = cache / f"python-{stamp[:16]}.tar.gz"
    if not archive.is_file():
        archive.write_bytes(make(vendor, node))
    return archive.read_bytes()


def modules(folder: Path) -> list[Path]:
    """The package's files that may travel."""
    return [path for path in folder.rglob("*.py") if not stays(path)]


def stays(path: Path) -> bool:
    """Whether a module of ours is for the build and notebooks alone."""
    return path.is_relative_to(PACKAGE) and path.relative_to(PACKAGE).as_posix() in BUILD_ONLY


def make(vendor: Path, node: Path) -> bytes:
    """The archive, made anew: RuntimeError with what Python said when a module cannot be imported."""
    with tempfile.TemporaryDirectory() as scratch:
        job = Path(scratch)
        run(JOB, vendor, node, job)
        return archive(job / "packed")


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
