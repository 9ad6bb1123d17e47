"""BokehJS with the models of our figures and controls and nothing else: less than half of what Bokeh ships.

Made by esbuild from the sources on the JavaScript registry; bokehjs/package-lock.json pins them all by their integrity.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from sitebuild.python import vendor

ROOM = Path(__file__).with_name("bokehjs")
RECIPE, PACKAGES = ROOM / "bundle.mjs", (ROOM / "package.json", ROOM / "package-lock.json")


def models(document: Any) -> set[str]:
    """The names of all models in a Bokeh document as JSON; its configuration's own class comes with every document."""
    found = set()

    def walk(node: Any) -> None:
        if isinstance(node, dict):
            if node.get("type") == "object":
                found.add(node["name"])
            node = list(node.values())
        for inner in node if isinstance(node, list) else []:
            walk(inner)

    walk([document["roots"], document["config"]["attributes"]])
    return found


def bundle(documents: Iterable[Any], node: Path, cache: Path) -> bytes:
    """The script for these documents, from the cache if the same models were asked for before.

    RuntimeError when BokehJS lacks one of them, is not of the version that drew them, or cannot be had.
    """
    pinned = json.loads(PACKAGES[0].read_text())["dependencies"]["@bokeh/bokehjs"]
    if pinned != version("bokeh"):
        raise RuntimeError(f"{PACKAGES[0]} pins BokehJS {pinned}, but the documents are of Bokeh {version('bokeh')}")
    names = json.dumps(sorted(set().union(*map(models, documents)))).encode()
    stamp = hashlib.sha256(b"\0".join([names, RECIPE.read_bytes(), *(path.read_bytes() for path in PACKAGES)]))
    made = cache / f"bokeh-{stamp.hexdigest()[:16]}.min.js"
    if not made.is_file():
        with tempfile.TemporaryDirectory() as scratch:
            job = Path(scratch)
            (job / "models.json").write_bytes(names)
            (job / "node_modules").symlink_to(packages(node, cache))
            ran([node, RECIPE, job], job, "BokehJS cannot be bundled")
            fresh = made.with_name(f"{made.name}.{os.getpid()}.part")
            shutil.copy(job / "bokeh.min.js", fresh)
            fresh.replace(made)
    return made.read_bytes()


def packages(node: Path, cache: Path) -> Path:
    """The folder with the pinned packages, fetched by the npm that comes with Node if it is not in the cache."""
    stamp = hashlib.sha256(b"\0".join(path.read_bytes() for path in PACKAGES)).hexdigest()[:16]
    kept = cache / f"bokehjs-{stamp}"
    if not kept.is_dir():
        fresh = kept.with_name(f"{kept.name}.{os.getpid()}.part")
        fresh.mkdir()
        for path in PACKAGES:
            shutil.copy(path, fresh)
        npm = [node, vendor.npm(node), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        try:
            ran(npm, fresh, "the JavaScript registry does not give the pinned packages")
            fresh.rename(kept)
        except OSError:  # another build beside this one has just fetched the same
            if not kept.is_dir():
                raise
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    return kept / "node_modules"


def ran(command: list[Any], folder: Path, failure: str) -> None:
    """Run a command in a folder; RuntimeError with what it said when it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{failure}:\n{done.stdout}{done.stderr}")
