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
from typing import Any, NamedTuple

from sitebuild.python import vendor

ROOM = Path(__file__).with_name("bokehjs")
RECIPE, PACKAGES = ROOM / "bundle.mjs", (ROOM / "package.json", ROOM / "package-lock.json")


class Package(NamedTuple):
    """A package of which something is in the bundle, with its licence's name and text."""

    name: str
    version: str
    licence: str
    address: str
    text: str


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


def bundle(documents: Iterable[Any], node: Path, cache: Path) -> tuple[bytes, list[Package]]:
    """The script for these documents, from the cache if the same models were asked for before, and what is in it.

    RuntimeError when BokehJS lacks one of them, is not of the version that drew them, or cannot be had; when a package
    that is in it brings no licence text.
    """
    pinned = json.loads(PACKAGES[0].read_text())["dependencies"]["@bokeh/bokehjs"]
    if pinned != version("bokeh"):
        raise RuntimeError(f"{PACKAGES[0]} pins BokehJS {pinned}, but the documents are of Bokeh {version('bokeh')}")
    names = json.dumps(sorted(set().union(*map(models, documents)))).encode()
    stamp = hashlib.sha256(b"\0".join([names, RECIPE.read_bytes(), *(path.read_bytes() for path in PACKAGES)]))
    made = cache / f"bokeh-{stamp.hexdigest()[:16]}.min.js"
    listed = made.with_suffix(".json")
    if not made.is_file() or not listed.is_file():
        with tempfile.TemporaryDirectory() as scratch:
            job = Path(scratch)
            (job / "models.json").write_bytes(names)
            (job / "node_modules").symlink_to(packages(node, cache))
            ran([node, RECIPE, job], job, "BokehJS cannot be bundled")
            inside = json.loads((job / "packages.json").read_text())
            told = json.dumps([told_by(job / "node_modules" / name) for name in inside])
            for kept, content in ((listed, told.encode()), (made, (job / "bokeh.min.js").read_bytes())):
                fresh = kept.with_name(f"{kept.name}.{os.getpid()}.part")
                fresh.write_bytes(content)
                fresh.replace(kept)
    return made.read_bytes(), [Package(*one) for one in json.loads(listed.read_text())]


def told_by(folder: Path) -> Package:
    """What a package says of itself. RuntimeError when it brings no licence text."""
    said = json.loads((folder / "package.json").read_text())
    texts = sorted(path for path in folder.iterdir() if path.name.lower().startswith(("licen", "copying", "notice")))
    if not texts:
        raise RuntimeError(f"the package {said['name']} is in the bundle and brings no licence text")
    text = "\n\n".join(path.read_text() for path in texts)
    address = said.get("homepage") or (said.get("repository") or {}).get("url", "")
    licence = said.get("license") or " / ".join(one["type"] for one in said["licenses"])
    return Package(said["name"], said["version"], licence, address, text)


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
