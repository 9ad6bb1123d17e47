"""The floor: bare Pyodide and `import numpy` in a worker, and the lock file by which Pyodide finds a wheel."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sitebuild.python import vendor

RUNTIME = ("pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip")
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Floor</title>
<body data-state="booting"><p>Pyodide and NumPy.</p><script>
new Worker("worker.js").onmessage = () => { document.body.dataset.state = "live"; };
</script></body></html>"""
WORKER = """importScripts("pyodide.js");
loadPyodide({ indexURL: "./", packages: ["numpy"] }).then((python) => {
  self.pyodide = python;
  python.runPython("import numpy");
  self.postMessage("live");
});"""


def build(folder: Path) -> None:
    """The page, its worker, and the runtime's own files beside them."""
    folder.mkdir(parents=True, exist_ok=True)
    files = vendor.collect()
    numpy = next(files.glob("numpy-*.whl"))
    link([*(files / name for name in RUNTIME), numpy], folder)
    (folder / "pyodide-lock.json").write_text(lock([numpy], {}))
    (folder / "index.html").write_text(PAGE)
    (folder / "worker.js").write_text(WORKER)


def link(paths: Iterable[Path], folder: Path) -> None:
    """The files under their own names in the folder, without a copy."""
    for path in paths:
        (folder / path.name).unlink(missing_ok=True)
        (folder / path.name).symlink_to(path.resolve())


def lock(wheels: Iterable[Path], depends: Mapping[str, list[str]]) -> str:
    """A lock file that names these wheels and nothing else."""
    return json.dumps({"info": vendor.lock()["info"], "packages": {name(one): entry(one, depends) for one in wheels}})


def name(wheel: Path) -> str:
    """The distribution's name as Pyodide looks it up."""
    return re.sub(r"[-_.]+", "-", wheel.name.split("-")[0]).lower()


def entry(wheel: Path, depends: Mapping[str, list[str]]) -> dict[str, Any]:
    return {
        "name": name(wheel),
        "version": wheel.name.split("-")[1],
        "file_name": wheel.name,
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "depends": depends.get(name(wheel), []),
        "imports": [name(wheel).replace("-", "_")],
        "package_type": "package",
        "install_dir": "site",
        "unvendored_tests": False,
    }
