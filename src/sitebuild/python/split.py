"""Pyodide and NumPy without the functions that nobody runs: a second module has those, and is fetched if one is called.

Which have ever been run, says profile.json (`make profile`). Nothing is numbered anew, so that both parts fit the image
and each other: `hot` keeps the bodies of those that run, and in place of another a call through a table of its own;
`cold` has the other bodies under the same indices, takes memory, tables and globals from `hot`, and puts its functions
into that table. static/python/restore.js brings them together (`opened`).
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import zlib
from collections.abc import Iterable
from pathlib import Path

from sitebuild.python import wasm
from sitebuild.python.wasm import FUNCTION, GLOBAL, TABLE, Export, Global, Import, Module, Section, Signature

PROFILE = Path(__file__).with_name("profile.json")
RECIPE = (Path(__file__), Path(wasm.__file__))
OWN = b"~"  # names that are added begin with it; restore.js hides them from Emscripten
FLAG = Global(b"\x7f\x01", b"\x41\x00\x0b")  # a 32-bit number that changes, 0 at first
NOTHING, NO_ENTRY = Signature(b"", b""), wasm.number(0)
FUNCREF, END = b"\x70", b"\x0b"
LOCAL_GET, GLOBAL_GET, GLOBAL_SET = b"\x20", b"\x23", b"\x24"
CALL, CALL_INDIRECT, RETURN_IF = b"\x10", b"\x11", b"\x0d\x00"


def parted(name: str, content: bytes, cache: Path) -> dict[str, bytes]:
    """The two files that a module becomes; RuntimeError when the profile is not of this one."""
    known = json.loads(PROFILE.read_text()).get(name, {})
    if known.get("code") != fingerprint(content):
        raise RuntimeError(f"{PROFILE.name} does not know which functions of this {name} are run: `make profile`")
    recipe = hashlib.sha256(b"".join(map(Path.read_bytes, RECIPE)) + known["run"].encode() + content)
    kept = [cache / f"split-{recipe.hexdigest()[:16]}.{part}.wasm" for part in ("hot", "cold")]
    if not all(path.is_file() for path in kept):
        for path, part in zip(kept, split(Module(content), unpacked(known["run"])), strict=True):
            fresh = path.with_name(f"{path.name}.{os.getpid()}.part")
            fresh.write_bytes(part)
            fresh.replace(path)
    return dict(zip((name, cold_name(name)), map(Path.read_bytes, kept), strict=True))


def cold_name(name: str) -> str:
    """The file with what was put aside."""
    return name.removesuffix(".wasm") + ".cold.wasm"


def whole_name(cold: str) -> str:
    """The file that it was put aside from."""
    return cold.removesuffix(".cold.wasm") + ".wasm"


def fingerprint(content: bytes) -> str:
    """What functions a module has: by this a profile belongs to it, whatever it exports."""
    _, sections = wasm.taken_apart(content)
    return hashlib.sha256(sections[Section.CODE]).hexdigest()


def packed(run: Iterable[int]) -> str:
    """A set of small numbers as text: a bit for each, deflated."""
    bits = sum(1 << one for one in set(run))
    return base64.b64encode(zlib.compress(bits.to_bytes(bits.bit_length() // 8 + 1, "little"), 9)).decode()


def unpacked(text: str) -> set[int]:
    """The set that `packed` has written."""
    bits = int.from_bytes(zlib.decompress(base64.b64decode(text)), "little")
    return {place for place in range(bits.bit_length()) if bits >> place & 1}


def counted(name: str, content: bytes, _cache: Path) -> dict[str, bytes]:
    """A module that notes which of its functions have run: one exported flag for each, `~<file> <place>`."""
    module = Module(content)
    first = module.from_outside(GLOBAL) + len(module.globals)
    bodies = []
    for place, body in enumerate(module.bodies):
        reader = wasm.Reader(body)
        reader.all(lambda local: (local.number(), local.take(1)))
        note = wasm.constant(1) + GLOBAL_SET + wasm.number(first + place)
        bodies.append(body[: reader.at] + note + body[reader.at :])
    flags = [Export(b"~%s %d" % (name.encode(), place), GLOBAL, first + place) for place in range(len(bodies))]
    noting = module.written(
        {
            Section.GLOBAL: globals_section([*module.globals, *[FLAG] * len(bodies)]),
            Section.EXPORT: wasm.vector(export.written() for export in [*module.exports, *flags]),
            Section.CODE: wasm.vector(map(wasm.string, bodies)),
        }
    )
    return {name: noting}


def split(module: Module, run: set[int]) -> tuple[bytes, bytes]:
    """The part with the functions in `run` (places among the module's own, from 0) and the part with the others."""
    return Split(module, run).parts()


class Split:
    """One module on its way to become two."""

    def __init__(self, module: Module, run: set[int]) -> None:
        # What an engine runs at once, nothing can be fetched for: the table has no way to it yet.
        self.module, self.run, self.count = module, run | set(module.started()), len(module.functions)
        self.types = module.types if NOTHING in module.types else [*module.types, NOTHING]
        self.nothing = self.types.index(NOTHING)
        # What is added: a table with a place for each function and one for what loads the rest, and whether it has.
        self.table = module.from_outside(TABLE) + len(module.tables)
        self.table_type = FUNCREF + b"\0" + wasm.number(self.count + 1)
        self.loaded = module.from_outside(GLOBAL) + len(module.globals)
        self.ensure = module.from_outside(FUNCTION) + self.count

    def parts(self) -> tuple[bytes, bytes]:
        """Both modules."""
        types = wasm.vector(b"\x60" + wasm.string(one.params) + wasm.string(one.results) for one in self.types)
        return self.hot(types), self.cold(types)

    def hot(self, types: bytes) -> bytes:
        """With the memory's first content, all exports, and everything that `cold` needs."""
        module = self.module
        bodies = [
            body if place in self.run else self.through(place, CALL + wasm.number(self.ensure))
            for place, body in enumerate(module.bodies)
        ]
        return module.written(
            {
                Section.TYPE: types,
                Section.FUNCTION: wasm.vector(map(wasm.number, [*module.functions, self.nothing])),
                Section.TABLE: wasm.vector([*module.tables, self.table_type]),
                Section.GLOBAL: globals_section([*module.globals, FLAG]),
                Section.EXPORT: wasm.vector(export.written() for export in [*module.exports, *self.added()]),
                Section.ELEMENT: self.elements(self.run, module.sections.get(Section.ELEMENT, NO_ENTRY)),
                Section.CODE: wasm.vector(map(wasm.string, [*bodies, self.ensuring()])),
            }
        )

    def cold(self, types: bytes) -> bytes:
        """With no memory, table or global of its own, and nothing to export."""
        module = self.module
        bodies = [self.through(place) if place in self.run else body for place, body in enumerate(module.bodies)]
        left = (Section.TABLE, Section.GLOBAL, Section.EXPORT, Section.START, Section.DATA_COUNT, Section.DATA)
        return module.written(
            dict.fromkeys(left)
            | {
                Section.TYPE: types,
                Section.IMPORT: wasm.vector(one.written() for one in [*module.imports, *self.handed()]),
                Section.ELEMENT: self.elements(set(range(self.count)) - self.run, NO_ENTRY),
                Section.CODE: wasm.vector(map(wasm.string, bodies)),
            }
        )

    def handed(self) -> list[Import]:
        """What `cold` takes from `hot`: the module's own tables and globals, and the table that was added."""
        names = {(export.kind, export.at): export.name for export in [*self.module.exports, *self.added()]}
        tables, globals = self.module.from_outside(TABLE), self.module.from_outside(GLOBAL)
        return [
            *(
                Import(OWN, names[TABLE, tables + place], TABLE, table)
                for place, table in enumerate(self.module.tables)
            ),
            Import(OWN, b"~table", TABLE, self.table_type),
            *(
                Import(OWN, names[GLOBAL, globals + place], GLOBAL, one.type)
                for place, one in enumerate(self.module.globals)
            ),
        ]

    def added(self) -> list[Export]:
        """What `hot` gives out beside the module's own exports."""
        module = self.module
        out = {(export.kind, export.at) for export in module.exports}
        inside = [(TABLE, module.from_outside(TABLE) + place) for place in range(len(module.tables))]
        inside += [(GLOBAL, module.from_outside(GLOBAL) + place) for place in range(len(module.globals))]
        named = [Export(b"~%d.%d" % thing, *thing) for thing in inside if thing not in out]
        return [*named, Export(b"~table", TABLE, self.table), Export(b"~loaded", GLOBAL, self.loaded)]

    def through(self, place: int, first: bytes = b"") -> bytes:
        """A function's body that passes what it was given on to the function in that place of the table."""
        kind = self.module.functions[place]
        params = b"".join(LOCAL_GET + wasm.number(param) for param in range(len(self.module.types[kind].params)))
        return NO_ENTRY + first + params + self.call(place, kind) + END

    def ensuring(self) -> bytes:
        """The body of the function that has the rest loaded, once."""
        return NO_ENTRY + GLOBAL_GET + wasm.number(self.loaded) + RETURN_IF + self.call(self.count, self.nothing) + END

    def call(self, place: int, kind: int) -> bytes:
        """The call of what is in a place of the table, a function of this type."""
        return wasm.constant(place) + CALL_INDIRECT + wasm.number(kind) + wasm.number(self.table)

    def elements(self, places: set[int], before: bytes) -> bytes:
        """The section that puts these functions into the table, after the module's own entries."""
        reader = wasm.Reader(before)
        count, others = reader.number(), before[reader.at :]
        first = self.module.from_outside(FUNCTION)
        runs = [
            b"\x02"
            + wasm.number(self.table)
            + wasm.constant(start)
            + END
            + b"\0"
            + wasm.vector(wasm.number(first + place) for place in range(start, end))
            for start, end in together(places)
        ]
        return wasm.number(count + len(runs)) + others + b"".join(runs)


def together(places: set[int]) -> list[tuple[int, int]]:
    """Numbers as the ranges that they fill, each with its end behind it."""
    starts = sorted(place for place in places if place - 1 not in places)
    ends = sorted(place + 1 for place in places if place + 1 not in places)
    return list(zip(starts, ends, strict=True))


def globals_section(all: list[Global]) -> bytes:
    """The section of these globals."""
    return wasm.vector(one.type + one.value for one in all)
