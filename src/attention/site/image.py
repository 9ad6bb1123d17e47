"""The image: the memory of the browser's Python with everything imported, taken at build time (image.mjs, in Node).

static/restore.js puts it back in the reader's browser. All that belongs to one image lies in one folder that is named
by its content, for its parts fit no others.
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
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
RESTORE = HERE.parents[2] / "static" / "restore.js"
RUNTIME = ("pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip")
SITE_PACKAGES = "/lib/python3.12/site-packages/"

# Runs in the Python whose memory is taken. The modules named are those that Python imports when it has to say
# something: a warning must not wait for the standard library to be fetched. What is left then lives as long as the
# page, so the garbage collector need not look at it.
PRELUDE = """
import gc, linecache, traceback, tracemalloc, warnings
import attention.browser
for name in attention.browser.rehearse():
    pass
del name
gc.collect()
gc.freeze()
"""


class Build(NamedTuple):
    """What the browser loads to run Python: the folder's name, its files, and which of them are for what."""

    folder: str
    files: dict[str, bytes]
    image: list[str]

    def listing(self) -> dict[str, Any]:
        """What the worker reads first."""
        return {
            "folder": self.folder,
            "sizes": {name: len(content) for name, content in self.files.items()},
            "groups": {
                "core": ["pyodide.asm.js", "pyodide.asm.wasm"],
                "image": self.image,
                "archive": ["python_stdlib.zip", "python.tar.gz"],
            },
        }


def build(vendor: Path, archive: bytes, node: Path, cache: Path) -> Build:
    """Everything for both ways to start; the image is made anew only when what it is made of changed."""
    tar = gzip.decompress(archive)
    runtime = {name: (vendor / name).read_bytes() for name in RUNTIME}
    recipe = [path.read_bytes() for path in (Path(__file__), HERE / "image.mjs", RESTORE)]
    made = cache / f"image-{stamp(*recipe, *runtime.values(), tar)}"
    if not made.is_dir():
        make(runtime, tar, node, made)
    image = {path.name: path.read_bytes() for path in sorted(made.iterdir())}
    image |= libraries(tar, json.loads(image["image.json"]))
    files = runtime | image | {"python.tar.gz": archive}
    return Build(stamp(*(part for name in files for part in (name.encode(), files[name]))), files, list(image))


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
        # Sent compressed: it shrinks to a quarter, and not every host compresses what it does not know.
        (fresh / "image.bin.gz").write_bytes(gzip.compress((job / "image.bin").read_bytes(), 9, mtime=0))
        try:
            fresh.rename(made)
        except OSError:  # another build beside this one has just made the same
            shutil.rmtree(fresh)
            if not made.is_dir():
                raise


def libraries(tar: bytes, description: dict[str, Any]) -> dict[str, bytes]:
    """NumPy's libraries, compressed like the image: no host needs to know what they are."""
    with tarfile.open(fileobj=io.BytesIO(tar)) as archive:
        return {
            f"{library['file']}.gz": gzip.compress(content.read(), 9, mtime=0)
            for library in description["libraries"]
            if (content := archive.extractfile(library["path"].removeprefix(SITE_PACKAGES)))
        }
