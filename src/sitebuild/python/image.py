"""The image: the memory of the browser's Python with everything imported, taken at build time (image.mjs, in Node).

static/python/restore.js puts it back in the reader's browser. It lies in two folders, each named by its content: what
changes with our own modules, and what only changes with Pyodide or NumPy, so that a reader who comes back after a new
build of ours has that still.
"""

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
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from sitebuild.output.squeeze import BEST, squeezed
from sitebuild.python import prune, split
from sitebuild.python.pack import Packed

Parted = Callable[[str, bytes, Path], dict[str, bytes]]  # a module's name and bytes, the cache -> files
HERE = Path(__file__).parent
RESTORE = HERE.parents[2] / "static" / "python" / "restore.js"
RUNTIME = ("pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip")
# These lie gzipped beside themselves: few hosts compress by themselves what they do not know.
PACKED = (".wasm", ".bin", ".tar")
OURS = ("image.bin", "image.json", "python.tar")  # all others are pinned
SITE_PACKAGES = "/lib/python3.12/site-packages/"

# Runs in the Python whose memory is taken. The modules named are those that Python imports when it has to say
# something: a warning must not wait for the standard library to be fetched. What is left then lives as long as the
# page, so the garbage collector need not look at it; nor often at the little that the steps of a drag leave.
PRELUDE = """
import gc, linecache, traceback, tracemalloc, warnings
import attention.runtime.browser
for name in attention.runtime.browser.rehearse():
    pass
del name
gc.collect()
gc.freeze()
gc.set_threshold(20_000)
"""


class Build(NamedTuple):
    """What the browser loads to run Python: files, the folder of each, and which of them are for what."""

    files: dict[str, bytes]
    folders: dict[str, str]
    image: list[str]
    aside: list[str]

    def listing(self) -> dict[str, Any]:
        """What the worker reads first. Sizes are bytes: of a file, and of what travels of it if that is compressed."""
        return {
            "folders": self.folders,
            "sizes": {
                name: [len(self.files[name]), len(self.files.get(f"{name}.gz", self.files[name]))]
                for name in self.folders
            },
            "groups": {
                "core": ["pyodide.asm.js", "pyodide.asm.wasm"],
                "image": self.image,
                "archive": ["python_stdlib.zip", "python.tar"],
                "aside": self.aside,
            },
        }

    def placed(self) -> dict[str, bytes]:
        """All files, compressed forms too, by their paths."""
        return {f"{self.folders[name.removesuffix('.gz')]}/{name}": content for name, content in self.files.items()}


def build(vendor: Path, packed: Packed, node: Path, cache: Path, parted: Parted = split.parted) -> Build:
    """Everything for both ways to start; the image is made anew only when what it is made of changed.

    `parted` says what files a module becomes.
    """
    tar = gzip.decompress(packed.archive)
    runtime = pruned({name: (vendor / name).read_bytes() for name in RUNTIME}, modules(tar))
    maker = runtime | {"python_stdlib.zip": packed.stdlib}
    recipe = [path.read_bytes() for path in (Path(__file__), HERE / "image.mjs", RESTORE)]
    made = cache / f"image-{stamp(*recipe, *maker.values(), tar)}"
    if not made.is_dir():
        make(maker, tar, node, made)
    description = (made / "image.json").read_bytes()
    image = {"image.bin": gzip.decompress((made / "image.bin.gz").read_bytes()), "image.json": description}
    image |= libraries(tar, json.loads(description))
    whole = {name: content for name, content in (runtime | image).items() if name.endswith(".wasm")}
    parts = {file: part for name, content in whole.items() for file, part in parted(name, content, cache).items()}
    files = runtime | image | parts | {"python.tar": tar}
    gzipped = {
        f"{name}.gz": squeezed(content, ".gz", BEST, cache) for name, content in files.items() if name.endswith(PACKED)
    }
    folders = {name: folder for group in together(files) for folder in [named(group)] for name in group}
    return Build(files | gzipped, folders, list(image), sorted(parts.keys() - whole.keys()))


def together(files: dict[str, bytes]) -> list[dict[str, bytes]]:
    """What changes with our modules, and what is pinned."""
    return [{name: files[name] for name in files if (name in OURS) is ours} for ours in (True, False)]


def named(files: dict[str, bytes]) -> str:
    """The name of the folder of these files."""
    return stamp(*(part for name in files for part in (name.encode(), files[name])))


def pruned(runtime: dict[str, bytes], libraries: list[bytes]) -> dict[str, bytes]:
    """Pyodide's files, with what only they, these libraries and our scripts ask of the core."""
    users = [path.read_text() for path in (RESTORE, HERE / "image.mjs")]
    script, core = prune.pruned(runtime["pyodide.asm.js"].decode(), runtime["pyodide.asm.wasm"], libraries, users)
    return runtime | {"pyodide.asm.js": script.encode(), "pyodide.asm.wasm": core}


def modules(tar: bytes) -> list[bytes]:
    """The libraries in the archive."""
    with tarfile.open(fileobj=io.BytesIO(tar)) as archive:
        found = [archive.extractfile(one) for one in archive if one.name.endswith(".so")]
        return [library.read() for library in found if library]


def stamp(*parts: bytes) -> str:
    """A name for these contents."""
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()[:16]


def make(runtime: dict[str, bytes], tar: bytes, node: Path, made: Path) -> None:
    """Fill the folder `made` with the image and its description; RuntimeError with what Python or Node said."""
    with tempfile.TemporaryDirectory() as scratch:
        job = Path(scratch)
        for name, content in (runtime | {"python.tar": tar, "prelude.py": PRELUDE.encode()}).items():
            (job / name).write_bytes(content)
        shutil.copy(RESTORE, job)
        done = subprocess.run(
            [node, HERE / "image.mjs", job],
            env={name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ} | {"TZ": "UTC"},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"no image of the browser's Python:\n{done.stdout}{done.stderr}")
        fresh = made.with_name(f"{made.name}.{os.getpid()}.part")
        fresh.mkdir()
        shutil.move(job / "image.json", fresh)
        (fresh / "image.bin.gz").write_bytes(gzip.compress((job / "image.bin").read_bytes(), 9, mtime=0))
        try:
            fresh.rename(made)
        except OSError:  # another build beside this one has just made the same
            shutil.rmtree(fresh)
            if not made.is_dir():
                raise


def libraries(tar: bytes, description: dict[str, Any]) -> dict[str, bytes]:
    """NumPy's libraries, which the browser compiles while they come in."""
    with tarfile.open(fileobj=io.BytesIO(tar)) as archive:
        return {
            library["file"]: content.read()
            for library in description["libraries"]
            if (content := archive.extractfile(library["path"].removeprefix(SITE_PACKAGES)))
        }
