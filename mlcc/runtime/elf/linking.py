"""Links objects into a shared library: gathers sections, gives them addresses, and writes what refers to them."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from ..objfile import map_file
from ..platform import Platform
from .dynamic import hash_table, loaded_facts, ordered, strings
from .imports import libraries
from .layout import Output, Part, gather, place, up
from .machines import MACHINES, Use
from .reading import (
    ABSOLUTE,
    ALLOC,
    EXECUTE,
    FILE_SYMBOL,
    GLOBAL,
    LOCAL,
    SECTION_SYMBOL,
    WEAK,
    WRITE,
    Object,
    Relocation,
    Section,
    read_object,
    refused,
)
from .symbols import Definition, Meaning, Outside, Symbols
from .tables import (
    HEADER,
    MOST_SEGMENTS,
    SEGMENT_ROW,
    file_header,
    program_headers,
    section_headers,
    symbol_row,
)
from .unwinding import descriptions, frame_table, table_size

#: The architectures of the libraries that can be linked.
ARCHITECTURES = tuple(MACHINES)
_FRAMES = ".eh_frame"


def link(
    objects: Sequence[bytes | Path],
    output: Path,
    platform: Platform,
    *,
    soname: str,
    strip: bool = True,
    entry: str = "",
) -> None:
    """Write the shared library of `objects` to `output`.

    `entry` names the function at which the library begins as a program; its objects have a section `.interp`. Without
    `strip` the library keeps its symbols and what debuggers read. Raises R333 for what cannot be linked, OSError for a
    file that cannot be written.
    """
    groups = set[str]()
    machine = MACHINES[platform.arch].number
    read = []
    for number, item in enumerate(objects):
        name = f"part{number}.o" if isinstance(item, bytes) else item.name
        read.append(read_object(item if isinstance(item, bytes) else map_file(item), name, machine, groups))
    _Link(read, platform, soname, strip=strip, entry=entry).write(output)


class _Link:
    """One library while it is made."""

    def __init__(self, objects: list[Object], platform: Platform, soname: str, *, strip: bool, entry: str) -> None:
        self.machine = MACHINES[platform.arch]
        self.objects, self.soname, self.strip, self.entry = objects, soname, strip, entry
        self.symbols = Symbols(objects)
        self.outputs = gather(objects, debug=not strip)
        self.at = {
            id(section): (output, begin) for output in self.outputs.values() for _, section, begin in output.pieces
        }
        self.slots: dict[Meaning, int] = {}  # pointers in the table of addresses
        self.stubs: dict[Meaning, int] = {}  # stubs of functions of other libraries
        self.addresses: list[tuple[Output, int, Meaning, int]] = []  # pointers in data: where, to what, addend
        self.outside: dict[str, Outside] = {}
        self._scan()
        weak = [name for name, found in self.outside.items() if found.weak]
        self.needed = libraries(self.outside, weak, platform)

    # ------------------------------------------------------------------ what the relocations ask for
    def _scan(self) -> None:
        for output in self.outputs.values():
            for item, section, begin in output.pieces:
                for relocation in section.relocations:
                    self._ask(output, begin, item, section, relocation)

    def _ask(self, output: Output, begin: int, item: Object, section: Section, relocation: Relocation) -> None:
        known = self.machine.relocations.get(relocation.kind)
        if known is None:
            raise refused(f"`{item.name}` has a relocation of the kind {relocation.kind}")
        meaning, use = self.symbols.meaning(item, relocation.symbol), known[0]
        outside = isinstance(meaning, Outside)
        if isinstance(meaning, Outside):
            self.outside[meaning.name] = meaning
        elif meaning.section is not None and id(meaning.section) not in self.at and section.flags & ALLOC:
            raise refused(f"`{item.name}` refers to its section `{meaning.section.name}`, which is not linked")
        if use is Use.SLOT or (use is Use.CALL and outside):
            self.slots.setdefault(meaning, len(self.slots) * 8)
        if use is Use.CALL and outside:
            self.stubs.setdefault(meaning, len(self.stubs) * self.machine.stub_size)
        elif use is Use.ADDRESS and section.flags & ALLOC:
            if not section.flags & WRITE:
                raise refused(f"`{item.name}` has an address in the read-only section `{section.name}`")
            self.addresses.append((output, begin + relocation.offset, meaning, relocation.addend))
        elif (use is Use.OFFSET and section.flags & ALLOC) or (use is Use.NEAR and outside):
            raise refused(f"`{item.name}` is not position-independent: it was compiled without `-fPIC`")

    # ------------------------------------------------------------------ the sections of the linker's own
    def _make(self) -> None:
        """Enter the linker's own sections with their sizes, and put all in the order of the parts."""
        exported = {found.symbol.name: found for found in self.symbols.exported}
        if self.entry and self.entry not in exported:
            raise refused(f"nothing defines `{self.entry}`, where the program begins")
        names = ordered(list(exported))
        self.exports = [exported[name] for name in names]
        self.imports = sorted(self.outside)
        table, self.string_at = strings([*self.imports, *names, *self.needed, self.soname])
        own = [
            Output(".gnu.hash", Part.READ, 0x6FFFFFF6, align=8, link=".dynsym",
                   contents=hash_table(names, 1 + len(self.imports))),
            Output(".dynsym", Part.READ, 11, align=8, entry=24, link=".dynstr", info=1,
                   size=24 * (1 + len(self.imports) + len(names))),
            Output(".dynstr", Part.READ, 3, contents=table),
            Output(".rela.dyn", Part.READ, 4, align=8, entry=24, link=".dynsym",
                   size=24 * (len(self.slots) + len(self.addresses))),
            Output(".plt", Part.CODE, flags=ALLOC | EXECUTE, align=16, size=len(self.stubs) * self.machine.stub_size),
            Output(".dynamic", Part.SEALED, 6, ALLOC | WRITE, align=8, entry=16, link=".dynstr",
                   contents=loaded_facts([0] * len(self.needed), 0, dict.fromkeys(_LOADED, 0), 0)),
            Output(".got", Part.SEALED, flags=ALLOC | WRITE, align=8, size=8 * len(self.slots)),
        ]  # fmt: skip
        frames = self.outputs.pop(_FRAMES, None)
        if frames is not None:
            count = sum(len(list(descriptions(bytes(section.data)))) for _, section, _ in frames.pieces)
            own.append(Output(".eh_frame_hdr", Part.READ, align=4, size=table_size(count)))
            frames.size += 4  # the end mark
            own.append(frames)
        for output in own:
            output.size = output.size if output.contents is None else len(output.contents)
        first = [self.outputs.pop(".interp")] if ".interp" in self.outputs else []
        kept = [output for output in own if output.size]
        everything = sorted([*first, *kept, *self.outputs.values()], key=lambda output: output.part)
        self.outputs = {output.name: output for output in everything}

    # ------------------------------------------------------------------ addresses
    def _address(self, meaning: Meaning) -> int:
        """The address of a symbol; 0 for one of another library."""
        if isinstance(meaning, Outside):
            return 0
        if meaning.section is None:
            return meaning.symbol.value
        output, begin = self.at.get(id(meaning.section), (None, 0))
        return 0 if output is None else output.address + begin + meaning.symbol.value

    def _relocated(self, output: Output, item: Object, section: Section, begin: int) -> bytes | bytearray | memoryview:
        if not section.relocations:
            return section.data
        code = bytearray(section.data)
        for relocation in section.relocations:
            use, write = self.machine.relocations[relocation.kind]
            meaning = self.symbols.meaning(item, relocation.symbol)
            value = self._address(meaning)
            if use is Use.SLOT:
                value = self.outputs[".got"].address + self.slots[meaning]
            elif use is Use.CALL and isinstance(meaning, Outside):
                value = self.outputs[".plt"].address + self.stubs[meaning]
            write(code, relocation.offset, value + relocation.addend, output.address + begin + relocation.offset)
        return code

    def _loader_rows(self) -> tuple[bytes, int]:
        """The relocations that the loader applies, those of addresses in the library first; and how many these are."""
        relative, slot, plain = self.machine.loader
        here, elsewhere = [], []
        got = self.outputs[".got"].address if self.slots else 0
        rows = [(got + at, meaning, 0, slot) for meaning, at in self.slots.items()]
        rows += [(output.address + at, meaning, addend, plain) for output, at, meaning, addend in self.addresses]
        for at, meaning, addend, kind in rows:
            if isinstance(meaning, Outside):
                index = 1 + self.imports.index(meaning.name)
                elsewhere.append(struct.pack("<QQq", at, index << 32 | kind, addend))
            else:
                here.append(struct.pack("<QQq", at, relative, self._address(meaning) + addend))
        return b"".join([*here, *elsewhere]), len(here)

    def _loader_symbols(self) -> bytes:
        rows = [bytes(24)]
        for name in self.imports:
            binding = WEAK if self.outside[name].weak else GLOBAL
            rows.append(symbol_row(self.string_at[name], binding << 4, 0, 0, 0, 0))
        return b"".join([*rows, *(self._row(found, self.string_at[found.symbol.name]) for found in self.exports)])

    def _row(self, found: Definition, name: int, binding: int | None = None) -> bytes:
        symbol, index = found.symbol, ABSOLUTE
        binding = symbol.binding if binding is None else binding
        if found.section is not None:
            index = 1 + list(self.outputs.values()).index(self.at[id(found.section)][0])
        where = self._address(found)
        return symbol_row(name, binding << 4 | symbol.kind, symbol.visibility, index, where, symbol.size)

    def _fill(self) -> None:
        """The contents of the linker's own sections, which need the addresses."""
        outputs = self.outputs
        if ".plt" in outputs:
            got, begin = outputs[".got"].address, outputs[".plt"].address
            stubs = [self.machine.stub(begin + at, got + self.slots[found]) for found, at in self.stubs.items()]
            outputs[".plt"].contents = b"".join(stubs)
        rows, relative = self._loader_rows()
        if ".rela.dyn" in outputs:
            outputs[".rela.dyn"].contents = rows
        outputs[".dynsym"].contents = self._loader_symbols()
        addresses = {tag: outputs[name].address if name in outputs else 0 for tag, name in _LOADED.items()}
        addresses |= {"strsz": outputs[".dynstr"].size, "relasz": len(rows)}
        needed = [self.string_at[name] for name in self.needed]
        outputs[".dynamic"].contents = loaded_facts(needed, self.string_at[self.soname], addresses, relative)
        if ".got" in outputs:
            outputs[".got"].contents = bytes(outputs[".got"].size)
        frames = outputs.get(_FRAMES)
        if frames is not None:
            whole = bytearray(frames.size)
            for item, section, begin in frames.pieces:
                whole[begin : begin + section.size] = self._relocated(frames, item, section, begin)
            frames.contents = bytes(whole)
            table = outputs[".eh_frame_hdr"]
            table.contents = frame_table(whole, frames.address, table.address)

    # ------------------------------------------------------------------ the file
    def write(self, path: Path) -> None:
        """Write the library."""
        self._make()
        segments, end = place(self.outputs.values(), HEADER + SEGMENT_ROW * MOST_SEGMENTS, self.machine.page)
        self._fill()
        tables = self._tables()
        names, at = strings([*self.outputs, *(output.name for output in tables), ".shstrtab"])
        tables.append(Output(".shstrtab", Part.APART, 3, 0, contents=names))
        for output in tables:
            output.size = len(output.contents or b"")
            output.offset = up(end, output.align)
            end = output.offset + output.size
        sections = [*self.outputs.values(), *tables]
        entry = self._address(self.symbols.globals[self.entry]) if self.entry else 0
        headers = program_headers(segments, self.outputs, self.machine.page)
        count = len(headers) // SEGMENT_ROW
        with path.open("wb") as file:
            file.write(file_header(self.machine.number, entry, up(end, 8), count, len(sections) + 1))
            file.write(headers)
            for output in sections:
                self._write(file, output)
            file.seek(up(end, 8))
            file.write(section_headers(sections, at))

    def _write(self, file: BinaryIO, output: Output) -> None:
        """Write a section. What has no contents is left out, and reads as zeros."""
        if output.contents is not None:
            file.seek(output.offset)
            file.write(output.contents)
        elif output.in_file:
            for item, section, begin in output.pieces:
                data = self._relocated(output, item, section, begin)
                if data:
                    file.seek(output.offset + begin)
                    file.write(data)

    def _tables(self) -> list[Output]:
        """The symbols of all functions and data, for debuggers; local ones first."""
        if self.strip:
            return []
        here = [
            Definition(symbol, item.sections[symbol.section])
            for item in self.objects
            for symbol in item.symbols
            if symbol.binding == LOCAL
            and symbol.name
            and symbol.kind not in (SECTION_SYMBOL, FILE_SYMBOL)
            and symbol.section < len(item.sections)
        ]
        hidden = [found for found in self.symbols.globals.values() if found.symbol.visibility]
        local = [found for found in [*here, *hidden] if found.section is None or id(found.section) in self.at]
        table, at = strings([found.symbol.name for found in [*local, *self.exports]])
        rows = [bytes(24), *(self._row(found, at[found.symbol.name], LOCAL) for found in local)]
        rows += [self._row(found, at[found.symbol.name]) for found in self.exports]
        return [
            Output(".symtab", Part.APART, 2, 0, 8, entry=24, link=".strtab", info=len(local) + 1,
                   contents=b"".join(rows)),
            Output(".strtab", Part.APART, 3, 0, contents=table),
        ]  # fmt: skip


#: The sections that the facts for the loader name.
_LOADED = {
    "hash": ".gnu.hash", "strtab": ".dynstr", "symtab": ".dynsym", "rela": ".rela.dyn", "strsz": ".dynstr",
    "relasz": ".rela.dyn",
}  # fmt: skip
