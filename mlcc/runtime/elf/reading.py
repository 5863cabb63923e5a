"""Relocatable ELF objects of 64 bits, little-endian: their sections, symbols and relocations."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

from mlcc.diagnostics import MlccError

from ..objfile import Buffer

WRITE, ALLOC, EXECUTE, TLS = 1, 2, 4, 0x400
PROGBITS, SYMTAB, RELA, NOBITS, INIT_ARRAY, FINI_ARRAY, GROUP = 1, 2, 4, 8, 14, 15, 17
#: Of symbols: binding, kind, visibility, and the section indices that are none.
LOCAL, GLOBAL, WEAK = 0, 1, 2
OBJECT_SYMBOL, SECTION_SYMBOL, FILE_SYMBOL, TLS_SYMBOL = 1, 3, 4, 6
UNDEFINED, ABSOLUTE, COMMON = 0, 0xFFF1, 0xFFF2


@dataclass(frozen=True, slots=True)
class Relocation:
    """At `offset` of a section, the value of a symbol plus `addend` is put in the way `kind`."""

    offset: int
    kind: int
    symbol: int
    addend: int


@dataclass(eq=False, slots=True)
class Section:
    """A section of an object; one of the type NOBITS has a size and no contents."""

    name: str
    type: int
    flags: int
    size: int
    align: int
    data: bytes | memoryview
    relocations: tuple[Relocation, ...] = ()


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol: `section` is an index, or one of UNDEFINED, ABSOLUTE and COMMON."""

    name: str
    binding: int
    kind: int
    visibility: int
    section: int
    value: int
    size: int


@dataclass(eq=False, slots=True)
class Object:
    """One object file; `dropped` are the sections that another object has too (those of a group)."""

    name: str
    sections: list[Section]
    symbols: list[Symbol]
    dropped: set[int] = field(default_factory=set)


def refused(message: str) -> MlccError:
    """What mlcc's linker cannot do, and who can."""
    return MlccError(
        "R333",
        message,
        help="a C compiler links it (MLCC_CC, cc, clang, gcc), and so does `pip install ziglang`",
    )


def read_object(data: Buffer, name: str, machine: int, groups: set[str]) -> Object:
    """The object in `data`. `groups` are the names of the groups of sections so far; those of this one are added.

    Raises R333 for another format, another machine or sections that this linker does not know.
    """
    if data[:6] != b"\x7fELF\x02\x01" or struct.unpack_from("<HH", data, 16) != (1, machine):
        raise refused(f"`{name}` is no relocatable object for this target")
    (table,) = struct.unpack_from("<Q", data, 40)
    size, count, names = struct.unpack_from("<3H", data, 58)
    raw = [struct.unpack_from("<IIQQQQIIQQ", data, table + number * size) for number in range(count)]

    def text(strings: int, at: int) -> str:
        begin = raw[strings][4] + at
        return bytes(data[begin : data.find(b"\0", begin)]).decode("utf-8", "replace")

    view = memoryview(data)
    sections, symbols = [], list[Symbol]()
    for label, kind, flags, _, offset, nbytes, link, _, align, _ in raw:
        contents = b"" if kind == NOBITS else view[offset : offset + nbytes]
        sections.append(Section(text(names, label), kind, flags, nbytes, max(align, 1), contents))
        if kind == SYMTAB:
            for label, info, other, where, value, extent in struct.iter_unpack("<IBBHQQ", contents):
                symbols.append(Symbol(text(link, label), info >> 4, info & 15, other & 3, where, value, extent))
    for section, fields in zip(sections, raw, strict=True):
        if section.type == RELA:
            sections[fields[7]].relocations = tuple(_relocations(section.data))
        elif section.flags & TLS or section.type in (INIT_ARRAY, FINI_ARRAY):
            raise refused(f"`{name}` has a section `{section.name}`, which mlcc's linker does not know")
    result = Object(name, sections, symbols)
    for section, fields in zip(sections, raw, strict=True):
        if section.type == GROUP:
            _enter_group(result, section, symbols[fields[7]].name, groups)
    return result


def _relocations(data: bytes | memoryview) -> Iterator[Relocation]:
    for offset, info, addend in struct.iter_unpack("<QQq", data):
        yield Relocation(offset, info & 0xFFFFFFFF, info >> 32, addend)


def _enter_group(whole: Object, section: Section, name: str, groups: set[str]) -> None:
    """A group of sections is linked once: those of later objects are dropped."""
    flags, *members = (word for (word,) in struct.iter_unpack("<I", section.data))
    if flags & 1 and name in groups:
        whole.dropped.update(members)
    groups.add(name)
