"""A WebAssembly module taken apart into its sections and put together again: as much of the format as split.py needs.

See the binary format in the specification of WebAssembly. ValueError for what Pyodide's modules do not have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from typing import NamedTuple, TypeVar

MAGIC = b"\0asm\1\0\0\0"
FUNCTION, TABLE, MEMORY, GLOBAL = range(4)  # kinds of imports and exports
Item = TypeVar("Item")


class Section(IntEnum):
    """The numbers of the sections."""

    CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT, START, ELEMENT, CODE, DATA, DATA_COUNT = range(13)


# In the order in which they must stand: the count of the data comes before the code.
ORDER = [*(one for one in Section if 0 < one < Section.CODE), Section.DATA_COUNT, Section.CODE, Section.DATA]


class Signature(NamedTuple):
    """The type of a function: a byte for each parameter and result."""

    params: bytes
    results: bytes


class Import(NamedTuple):
    """What comes from outside: `kind` as above, and its type as it is written."""

    module: bytes
    name: bytes
    kind: int
    type: bytes

    def written(self) -> bytes:
        """As an entry of its section."""
        return string(self.module) + string(self.name) + bytes([self.kind]) + self.type


class Export(NamedTuple):
    """What is given out: `at` counts things of its kind, imported ones first."""

    name: bytes
    kind: int
    at: int

    def written(self) -> bytes:
        """As an entry of its section."""
        return string(self.name) + bytes([self.kind]) + number(self.at)


class Global(NamedTuple):
    """A global variable: its type and whether it changes, as two bytes, and the expression of its first value."""

    type: bytes
    value: bytes


def number(value: int) -> bytes:
    """An unsigned number in LEB128."""
    out = bytearray()
    while True:
        value, low = value >> 7, value & 127
        out.append(low | (128 if value else 0))
        if not value:
            return bytes(out)


def constant(value: int) -> bytes:
    """The instruction that puts a whole number, at least 0, on the stack: i32.const, with a signed LEB128."""
    plain = number(value)
    # The highest bit of seven is the sign.
    return b"\x41" + (plain[:-1] + bytes([plain[-1] | 128, 0]) if plain[-1] & 64 else plain)


def string(text: bytes) -> bytes:
    """Bytes with their length before them: a name, a function's body, a list of types."""
    return number(len(text)) + text


def vector(items: Iterable[bytes]) -> bytes:
    """A list of entries with their number before them."""
    listed = list(items)
    return number(len(listed)) + b"".join(listed)


class Reader:
    """Reads from the front to the back."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def number(self) -> int:
        """An unsigned LEB128."""
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def take(self, length: int) -> bytes:
        """So many bytes."""
        self.at += length
        return self.data[self.at - length : self.at]

    def string(self) -> bytes:
        """Bytes that have their length before them."""
        return self.take(self.number())

    def all(self, item: Callable[[Reader], Item]) -> list[Item]:
        """A list that has its number before it."""
        return [item(self) for _ in range(self.number())]

    def raw(self, pass_over: Callable[[Reader], object]) -> bytes:
        """The bytes that something takes."""
        start = self.at
        pass_over(self)
        return self.data[start : self.at]


def signature(reader: Reader) -> Signature:
    """An entry of the section of types."""
    if reader.take(1) != b"\x60":
        raise ValueError("a type that is no function's")
    return Signature(reader.string(), reader.string())


def limits(reader: Reader) -> None:
    """The size of a memory or a table, with an upper limit or without."""
    bounded = reader.take(1)[0] & 1
    for _ in range(2 if bounded else 1):
        reader.number()


def table(reader: Reader) -> None:
    """The type of a table."""
    reader.take(1)
    limits(reader)


TYPES: dict[int, Callable[[Reader], object]] = {
    FUNCTION: Reader.number,
    TABLE: table,
    MEMORY: limits,
    GLOBAL: lambda reader: reader.take(2),
}


def imported(reader: Reader) -> Import:
    """An entry of the section of imports."""
    module, name, [kind] = reader.string(), reader.string(), reader.take(1)
    if kind not in TYPES:
        raise ValueError(f"an import of kind {kind}")
    return Import(module, name, kind, reader.raw(TYPES[kind]))


def nothing(_: Reader) -> None:
    """What an operation has that needs no more than its own byte."""


# What a constant expression consists of, by its operation, and how what follows that is passed over.
CONSTANTS: dict[int, Callable[[Reader], object]] = {
    0x0B: nothing,  # end
    0x23: Reader.number,  # global.get
    0x41: Reader.number,  # i32.const: signed, but as long as if it were not
    0x42: Reader.number,  # i64.const
    0x43: lambda reader: reader.take(4),  # f32.const
    0x44: lambda reader: reader.take(8),  # f64.const
    0x6A: nothing,  # i32.add
    0xD0: Reader.number,  # ref.null
}


def expression(reader: Reader) -> None:
    """A constant expression."""
    operation = -1
    while operation != 0x0B:
        [operation] = reader.take(1)
        if operation not in CONSTANTS:
            raise ValueError(f"operation {operation:#x} in a constant")
        CONSTANTS[operation](reader)


def taken_apart(data: bytes) -> tuple[list[bytes], dict[Section, bytes]]:
    """The custom sections, which all stand in front (what Emscripten tells its loader), and the others."""
    if data[: len(MAGIC)] != MAGIC:
        raise ValueError("not a WebAssembly module")
    custom, sections, reader = [], {}, Reader(data, len(MAGIC))
    while reader.at < len(data):
        [section], body = reader.take(1), reader.string()
        if section == Section.CUSTOM:
            custom.append(body)
        else:
            sections[Section(section)] = body
    return custom, sections


class Module:
    """A module's parts, as far as they are changed here; the other sections stay as they are."""

    def __init__(self, data: bytes) -> None:
        self.custom, self.sections = taken_apart(data)
        self.types = self.read(Section.TYPE, signature)
        self.imports = self.read(Section.IMPORT, imported)
        self.functions = self.read(Section.FUNCTION, Reader.number)  # each one's place among the types
        self.tables = self.read(Section.TABLE, lambda reader: reader.raw(table))
        self.globals = self.read(Section.GLOBAL, lambda reader: Global(reader.take(2), reader.raw(expression)))
        self.exports = self.read(
            Section.EXPORT, lambda reader: Export(reader.string(), reader.take(1)[0], reader.number())
        )
        self.bodies = self.read(Section.CODE, Reader.string)

    def read(self, section: Section, item: Callable[[Reader], Item]) -> list[Item]:
        """The entries of a section."""
        return Reader(self.sections[section]).all(item) if section in self.sections else []

    def from_outside(self, kind: int) -> int:
        """How many things of a kind are imported: the first of the module's own has this index."""
        return sum(one.kind == kind for one in self.imports)

    def started(self) -> list[int]:
        """The place of the function that runs when the module is made, if it has one."""
        start = self.sections.get(Section.START)
        return [Reader(start).number() - self.from_outside(FUNCTION)] if start else []

    def written(self, changed: Mapping[Section, bytes | None]) -> bytes:
        """The module with other sections in place of its own; without those that are None."""
        sections: dict[Section, bytes | None] = {**self.sections, **changed}
        parts = [bytes([Section.CUSTOM]) + string(body) for body in self.custom]
        parts += [bytes([place]) + string(body) for place in ORDER if (body := sections.get(place)) is not None]
        return MAGIC + b"".join(parts)
