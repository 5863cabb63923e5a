"""Where the sections of a library are: in which segment, at which address, at which place of the file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from ..weights import FAR_SECTION
from .reading import ALLOC, EXECUTE, NOBITS, OBJECT_SYMBOL, PROGBITS, WRITE, Object, Section

_PARTS = (".text", ".rodata", ".data.rel.ro", ".data", ".bss")
_FAR = frozenset(name for name, _ in FAR_SECTION.values())
#: The section of the weights before they are written: part of it has no contents.
_WEIGHTS = ".rodata.mlcc_weights"


class Part(IntEnum):
    """The parts of a library, in the order of their addresses; SEALED is read-only once the loader is done."""

    READ, CODE, SEALED, DATA, ZEROS, FAR, APART = range(7)


@dataclass(eq=False, slots=True)
class Output:
    """A section of the library: pieces of objects, or `contents` that the linker makes."""

    name: str
    part: Part
    type: int = PROGBITS
    flags: int = ALLOC
    align: int = 1
    size: int = 0
    address: int = 0
    offset: int = 0
    entry: int = 0
    link: str = ""
    info: int = 0
    pieces: list[tuple[Object, Section, int]] = field(default_factory=list)
    contents: bytes | None = None

    def add(self, item: Object, section: Section) -> None:
        """Append a section of an object."""
        self.align = max(self.align, section.align)
        begin = up(self.size, section.align)
        self.pieces.append((item, section, begin))
        self.size = begin + section.size

    @property
    def in_file(self) -> int:
        """The bytes that it takes in the file."""
        return 0 if self.type == NOBITS else self.size


@dataclass(frozen=True, slots=True)
class Segment:
    """What the loader maps at once."""

    flags: int
    sections: tuple[Output, ...]


def up(value: int, align: int) -> int:
    """The next multiple."""
    return -(-value // align) * align


def gather(objects: Sequence[Object], *, debug: bool) -> dict[str, Output]:
    """The sections of the library from those of the objects, by name; with `debug` also what debuggers read."""
    outputs: dict[str, Output] = {}
    for item in objects:
        # An object of no bytes, such as an arena that no kernel needs, has an address too.
        named = {symbol.section for symbol in item.symbols if symbol.kind == OBJECT_SYMBOL}
        for number, section in enumerate(item.sections):
            is_empty = not section.size and number not in named
            if number in item.dropped or is_empty or section.name.startswith(".note"):
                continue
            if not section.flags & ALLOC:
                if debug and section.name.startswith(".debug_"):
                    name = section.name
                    outputs.setdefault(name, Output(name, Part.APART, flags=0)).add(item, section)
                continue
            name, part = _name(section), _part(section)
            if name not in outputs:
                type_ = NOBITS if part is Part.ZEROS else PROGBITS
                outputs[name] = Output(name, part, type_, section.flags & (ALLOC | WRITE | EXECUTE))
            outputs[name].add(item, section)
    return outputs


def _name(section: Section) -> str:
    if section.name == _WEIGHTS:
        return section.name
    return next((name for name in _PARTS if section.name == name or section.name.startswith(f"{name}.")), section.name)


def _part(section: Section) -> Part:
    if section.flags & EXECUTE:
        return Part.CODE
    if not section.flags & WRITE:
        return Part.FAR if section.name in _FAR else Part.READ
    if section.type == NOBITS:
        return Part.ZEROS
    return Part.SEALED if section.name.startswith(".data.rel.ro") else Part.DATA


#: By part: what may be done in memory, as a segment's flags (4 is reading, 2 writing, 1 executing).
_RIGHTS = {Part.READ: 4, Part.CODE: 5, Part.SEALED: 6, Part.DATA: 6, Part.ZEROS: 6, Part.FAR: 4}


def place(outputs: Iterable[Output], begin: int, page: int) -> tuple[list[Segment], int]:
    """Give each section its address and its place in the file, from `begin` on, in the order of the parts.

    Returns the segments, and the end of the file. A segment begins in a page of its own in memory; in the file it
    follows the one before, at the same distance from the begin of a page.
    """
    segments: list[Segment] = []
    address = offset = begin
    before: Part | None = None
    for output in sorted(outputs, key=lambda output: output.part):
        if output.part is Part.APART:
            output.offset = up(offset, output.align)
            offset = output.offset + output.in_file
            continue
        begins = before is None or {before, output.part} not in ({output.part}, {Part.DATA, Part.ZEROS})
        if begins:
            if before is not None:
                address = up(address, page) + offset % page
            segments.append(Segment(_RIGHTS[output.part], ()))
        before = output.part
        output.address = up(address, output.align)
        output.offset = offset + (output.address - address if output.in_file or begins else 0)
        address = output.address + output.size
        offset = output.offset + output.in_file
        segments[-1] = Segment(segments[-1].flags, (*segments[-1].sections, output))
    return segments, offset
