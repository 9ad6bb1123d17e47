"""Pyodide's core without the exports that nobody here asks for: nine in ten are for libraries that others may load."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sitebuild.python import wasm
from sitebuild.python.wasm import Module, Section

# How Emscripten's script gives others an exported function, which is found when it is first called; a datum's address.
FUNCTION = re.compile(
    r'var ([\w$]+)=Module\["([\w$]+)"\]=\(([\w$,]*)\)=>\(\1=Module\["\2"\]=wasmExports\["([^"]+)"\]\)\(\3\);'
)
DATUM = re.compile(r'var ([\w$]+)=Module\["([\w$]+)"\]=\d+;')
WORD = re.compile(r"[\w$]+")


def pruned(script: str, core: bytes, libraries: Iterable[bytes], users: Iterable[str]) -> tuple[str, bytes]:
    """Script and core with the exports that are named in the script itself, in `users` (other scripts), by libraries.

    RuntimeError when the script is not written as Emscripten wrote it for this Pyodide.
    """
    rest = DATUM.sub("", FUNCTION.sub("", script))
    if len(rest) == len(script):
        raise RuntimeError("the exports of Pyodide's core stand otherwise in its script: see prune.py")
    words = {word for text in (rest, *users) for word in WORD.findall(text)}
    linked = {one.name.decode() for module in (core, *libraries) for one in Module(module).imports}
    # C's names have an underscore before them in the script.
    wanted = linked | words | {word[1:] for word in words if word.startswith("_")}

    def function(found: re.Match[str]) -> str:
        return found[0] if found[4] in wanted or words & {found[1], found[2]} else ""

    def datum(found: re.Match[str]) -> str:
        return found[0] if found[2][1:] in wanted or words & {found[1], found[2]} else ""

    script = DATUM.sub(datum, FUNCTION.sub(function, script))
    wanted |= {found[4] for found in FUNCTION.finditer(script)}
    module = Module(core)
    exports = [export.written() for export in module.exports if export.name.decode() in wanted]
    return script, module.written({Section.EXPORT: wasm.vector(exports)})
