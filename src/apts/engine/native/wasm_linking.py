"""An object file of LLVM for WebAssembly as a module that a browser loads.

The object file is a module already: LLVM has written every index of a function, a type, a global and a table entry, and
every address of constant data, as if nothing were to be linked to it (data from address 0 on, table entries from 1 on).
With all code in one object file these numbers are final. What is missing is an export section: names and indices of
functions are only in the custom section "linking". So linking is: read the symbols there, write the exports, check that
nothing is wanted from outside that nobody gives, and leave out the custom sections.

The format is that of https://webassembly.github.io/spec/core/binary/ (sections, numbers in LEB128) and of
https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md (the custom sections "linking" and "reloc.*").
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

MAGIC = b"\0asm\1\0\0\0"
MEMORY, STACK, TABLE = "__linear_memory", "__stack_pointer", "__indirect_function_table"
GIVEN = {MEMORY, STACK, TABLE, "cos", "exp", "log", "pow"}
"""What whoever loads a module has to give: memory, where the stack ends in it, a table where functions are called by their
address, and the functions of mathematics that searches with networks call."""

_CUSTOM, _IMPORT, _EXPORT, _ELEMENTS, _DATA = 0, 2, 7, 9, 11
_CONSTANT = 0x41  # the instruction i32.const
_ORDER = (1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 10, 11)
"""The sections of a module in the order that they must have; 12 tells the number of data segments before the code."""

_FUNCTION_IMPORT, _TABLE_IMPORT, _MEMORY_IMPORT, _GLOBAL_IMPORT = range(4)
_SYMBOL_TABLE = 8
_FUNCTION_SYMBOL, _DATA_SYMBOL, _SECTION_SYMBOL = 0, 1, 3
_UNDEFINED, _NAMED = 0x10, 0x40
_KNOWN_RELOCATIONS = {
    0,  # the index of a function
    1,  # an entry of the table, in code
    2,  # the same, in data
    3,  # an address of data, in code
    4,  # the same, with sign
    5,  # the same, in data
    6,  # the index of a type
    7,  # the index of a global
    20,  # the number of a table
}


class LinkingError(Exception):
    """An object file that needs more than exports; a mistake of the compiler, never of a user."""


class _Reader:
    """Bytes that are read from the front."""

    def __init__(self, content: bytes):
        self.content, self.at = content, 0

    @property
    def more(self) -> bool:
        return self.at < len(self.content)

    def octet(self) -> int:
        self.at += 1
        return self.content[self.at - 1]

    def number(self) -> int:
        """A number without sign in LEB128: seven bits an octet, the lowest first."""
        value = shift = 0
        while True:
            octet = self.octet()
            value |= (octet & 127) << shift
            shift += 7
            if octet < 128:
                return value

    def taken(self, size: int) -> bytes:
        self.at += size
        return self.content[self.at - size : self.at]

    def name(self) -> str:
        return self.taken(self.number()).decode()

    def limits(self) -> None:
        """The least size of a memory or table; a largest one may follow it."""
        bounded = self.octet() & 1
        self.number()
        if bounded:
            self.number()


def linked(content: bytes, entries: Collection[str]) -> bytes:
    """The object file as a module that exports the functions named in ``entries``."""
    sections: dict[int, bytes] = {}
    found: dict[str, int] = {}
    for number, body in _sections(content):
        if number != _CUSTOM:
            sections[number] = body
            continue
        reader = _Reader(body)
        name = reader.name()
        if name == "linking":
            found = _functions(reader)
        elif name.startswith("reloc."):
            _check_relocations(reader)
    unknown = module_imports(content) - GIVEN
    missing = set(entries) - set(found)
    if unknown or missing:
        raise LinkingError(f"nobody gives {sorted(unknown)}, nobody defines {sorted(missing)}")
    exports = [_named(name) + b"\0" + _leb(found[name]) for name in sorted(entries)]
    sections[_EXPORT] = _leb(len(exports)) + b"".join(exports)
    parts = [
        bytes([number]) + _leb(len(sections[number])) + sections[number] for number in _ORDER if number in sections
    ]
    return MAGIC + b"".join(parts)


def module_imports(content: bytes) -> set[str]:
    """The names of what a module takes from outside."""
    names = set()
    for number, body in _sections(content):
        if number != _IMPORT:
            continue
        reader = _Reader(body)
        for _ in range(reader.number()):
            reader.name()
            names.add(reader.name())
            kind = reader.octet()
            if kind == _FUNCTION_IMPORT:
                reader.number()
            elif kind == _GLOBAL_IMPORT:
                reader.taken(2)
            elif kind == _TABLE_IMPORT:
                reader.octet()
                reader.limits()
            elif kind == _MEMORY_IMPORT:
                reader.limits()
            else:
                raise LinkingError(f"an import of kind {kind}")
    return names


def data_end(content: bytes) -> int:
    """The first address behind the constant data of a module."""
    return _segments_end(content, _DATA)


def table_size(content: bytes) -> int:
    """How many entries the table of functions needs; the import tells fewer, because a linker would shift them."""
    return _segments_end(content, _ELEMENTS)


def _segments_end(content: bytes, section: int) -> int:
    """Where the last of the segments of a section ends: octets of data, or entries of the table with their functions."""
    end = 0
    for number, body in _sections(content):
        if number != section:
            continue
        reader = _Reader(body)
        for _ in range(reader.number()):
            if reader.number() != 0 or reader.octet() != _CONSTANT:
                raise LinkingError("a segment without a fixed place")
            start = reader.number()  # written with sign, which makes no difference below 2^31
            reader.octet()
            size = reader.number()
            end = max(end, start + size)
            if section == _DATA:
                reader.taken(size)
            else:
                for _ in range(size):
                    reader.number()
    return end


def _sections(content: bytes) -> Iterator[tuple[int, bytes]]:
    reader = _Reader(content)
    if reader.taken(len(MAGIC)) != MAGIC:
        raise LinkingError("no object file for WebAssembly")
    while reader.more:
        number = reader.octet()
        yield number, reader.taken(reader.number())


def _functions(reader: _Reader) -> dict[str, int]:
    """The indices of the functions that an object file defines, by name."""
    found = {}
    if reader.number() != 2:
        raise LinkingError("another version of the linking section")
    while reader.more:
        kind, size = reader.octet(), reader.number()
        part = _Reader(reader.taken(size))
        if kind != _SYMBOL_TABLE:
            continue
        for _ in range(part.number()):
            symbol, flags = part.octet(), part.number()
            if symbol == _SECTION_SYMBOL:
                part.number()
            elif symbol == _DATA_SYMBOL:
                part.name()
                if not flags & _UNDEFINED:
                    part.number(), part.number(), part.number()
            else:  # functions, globals, tables: an index, and a name unless it is that of the import
                index = part.number()
                name = part.name() if not flags & _UNDEFINED or flags & _NAMED else ""
                if symbol == _FUNCTION_SYMBOL and not flags & _UNDEFINED:
                    found[name] = index
    return found


def _check_relocations(reader: _Reader) -> None:
    """Places that a linker would change; those of known kinds are right as they stand when there is one object file."""
    reader.number()
    for _ in range(reader.number()):
        kind = reader.octet()
        if kind not in _KNOWN_RELOCATIONS:
            raise LinkingError(f"a relocation of kind {kind}")
        reader.number(), reader.number()
        if kind in (3, 4, 5):
            reader.number()


def _leb(value: int) -> bytes:
    octets = []
    while value > 127:
        octets.append(value & 127 | 128)
        value >>= 7
    return bytes([*octets, value])


def _named(name: str) -> bytes:
    return _leb(len(name.encode())) + name.encode()
