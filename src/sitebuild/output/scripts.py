"""The modules of our pages, put together: a page asks for a few files, without the comments and types of many.

By esbuild, which also makes our BokehJS. What runs by itself stays as it is written: workers, what runs before the
first paint, what other people's pages load.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from sitebuild.drawing.bundle import packages, ran

ENTRIES = ("page/page.js", "page/cards.js")  # that pages name


class Scripts(NamedTuple):
    """The files to be written, and those in which every page's own is, itself first; the modules that they are of."""

    files: dict[str, bytes]
    first: list[str]
    sources: set[str]


def together(static: Path, node: Path, cache: Path) -> Scripts:
    """The modules below the folder `static`; paths are relative to it. RuntimeError when one cannot be read.

    All files come to lie in page/, as deep as their modules do: what these say of addresses beside them stays true.
    """
    with tempfile.TemporaryDirectory() as scratch:
        out, told = Path(scratch) / "out", Path(scratch) / "told.json"
        esbuild = packages(node, cache) / "esbuild" / "bin" / "esbuild"
        ways = ["--bundle", "--splitting", "--format=esm", "--target=es2022", "--charset=utf8"]
        ways += ["--minify-whitespace", "--minify-syntax"]  # names stay, for who reads an error
        where = [f"--outdir={out}", "--outbase=.", "--chunk-names=page/[name]-[hash]", f"--metafile={told}"]
        ran([node, esbuild, *ENTRIES, *ways, *where, "--log-level=error"], static, "the scripts cannot be bundled")
        made: dict[str, Any] = json.loads(told.read_text())
        files = {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*.js"))}
    outputs = {name.partition("/out/")[2]: about for name, about in made["outputs"].items()}
    first = [ENTRIES[0]]
    for name in first:
        asked = (
            one["path"].partition("/out/")[2] for one in outputs[name]["imports"] if one["kind"] != "dynamic-import"
        )
        first += [one for one in asked if one not in first]
    return Scripts(files, first, set(made["inputs"]))
