"""Reads symbols, sections and descriptions of object files and libraries of any architecture, without executing them.

ELF: kind, architecture, sections and symbols. Mach-O, COFF and PE: kind, architecture and sections. The description of
an artefact is found by its section, else by the mark in front of it.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mlcc import mapping
from mlcc.diagnostics import MlccError, unreadable

from .spec import ModuleSpec, from_json
from .weights import DESCRIPTION_SECTION, MARK

_ELF_MACHINES = {
    3: "i386", 40: "arm", 62: "x86_64", 183: "aarch64", 243: "riscv", 21: "powerpc64",
    22: "s390x", 258: "loongarch64",
}  # fmt: skip
_MACHO_CPUS = {0x01000007: "x86_64", 0x0100000C: "aarch64"}
_COFF_MACHINES = {0x8664: "x86_64", 0xAA64: "aarch64"}
_ELF_KINDS = {1: "object", 2: "executable", 3: "shared"}

Buffer = bytes | mmap.mmap


@dataclass(frozen=True, slots=True)
class Symbol:
    """A global symbol: defined here or not, weak or not, visible from outside or hidden."""

    name: str
    defined: bool
    weak: bool
    hidden: bool


@dataclass(frozen=True, slots=True)
class ObjectFile:
    """`format` elf, macho, coff or archive; `kind` object, shared, executable or archive."""

    format: str
    kind: str
    arch: str
    sections: dict[str, tuple[int, int]]
    symbols: tuple[Symbol, ...]
    dynamic: tuple[Symbol, ...]


class _Elf:
    """The header and the section table of one ELF file."""

    def __init__(self, data: Buffer) -> None:
        self.data = data
        self.wide = data[4] == 2
        self.order = "<" if data[5] == 1 else ">"
        layout = "HHIQQQIHHHHHH" if self.wide else "HHIIIIIHHHHHH"
        fields = struct.unpack_from(self.order + layout, data, 16)
        self.kind, self.machine = fields[0], fields[1]
        self.offset, self.entry, self.count, self.names = (fields[i] for i in (5, 10, 11, 12))
        self.table = [self._section(i) for i in range(self.count)]

    def _section(self, index: int) -> tuple[int, ...]:
        """(name, type, flags, address, offset, size, link, info, alignment, entry size)"""
        layout = "IIQQQQIIQQ" if self.wide else "IIIIIIIIII"
        return struct.unpack_from(self.order + layout, self.data, self.offset + index * self.entry)

    def text(self, table: int, offset: int) -> str:
        """The string at `offset` of string table `table`."""
        start = self.table[table][4] + offset
        end = self.data.find(b"\0", start)
        return bytes(self.data[start:end]).decode("utf-8", "replace")

    def sections(self) -> dict[str, tuple[int, int]]:
        """Offset and size in the file, by name."""
        return {self.text(self.names, s[0]): (s[4], s[5]) for s in self.table if s[1] != 0}

    def symbols(self, kind: int) -> Iterator[Symbol]:
        """Global symbols of the tables of one type: 2 is .symtab, 11 is .dynsym."""
        for section in self.table:
            if section[1] != kind:
                continue
            size = 24 if self.wide else 16
            for at in range(section[4] + size, section[4] + section[5], size):
                if self.wide:
                    name, info, other, where = struct.unpack_from(self.order + "IBBH", self.data, at)
                else:
                    name, _, _, info, other, where = struct.unpack_from(self.order + "IIIBBH", self.data, at)
                bind = info >> 4
                if bind in (1, 2):
                    text = self.text(section[6], name)
                    yield Symbol(text, where != 0, bind == 2, other & 3 in (1, 2))

    def functions(self) -> Iterator[tuple[str, int]]:
        """Names and sizes of defined functions, local ones included."""
        size, layout = (24, "IBBHQQ") if self.wide else (16, "IIIBBH")
        for section in (s for s in self.table if s[1] == 2):
            for at in range(section[4] + size, section[4] + section[5], size):
                fields = struct.unpack_from(self.order + layout, self.data, at)
                info, where, nbytes = (fields[1], fields[3], fields[5]) if self.wide else (*fields[3:6:2], fields[2])
                if info & 15 == 2 and where:  # STT_FUNC
                    yield self.text(section[6], fields[0]), nbytes

    def symbol_entry(self, name: str) -> int | None:
        """Where in the file the entry of a symbol of .symtab is, local ones included."""
        size = 24 if self.wide else 16
        for section in (s for s in self.table if s[1] == 2):
            for at in range(section[4] + size, section[4] + section[5], size):
                if self.text(section[6], struct.unpack_from(self.order + "I", self.data, at)[0]) == name:
                    return at
        return None


def _macho_sections(data: Buffer) -> dict[str, tuple[int, int]]:
    """Offset and size of the sections of a Mach-O file of 64 bits, by ``segment,section`` (`mach-o/loader.h`)."""
    sections: dict[str, tuple[int, int]] = {}
    (count,) = struct.unpack_from("<I", data, 16)
    command = 32
    for _ in range(count):
        kind, size = struct.unpack_from("<II", data, command)
        if kind == 0x19:  # LC_SEGMENT_64
            (held,) = struct.unpack_from("<I", data, command + 64)
            for at in range(command + 72, command + 72 + 80 * held, 80):
                section, segment, _, nbytes, offset = struct.unpack_from("<16s16sQQI", data, at)
                name = b",".join(part.rstrip(b"\0") for part in (segment, section))
                sections[name.decode("utf-8", "replace")] = (offset, nbytes)
        command += size
    return sections


def _coff(data: Buffer) -> ObjectFile | None:
    """A COFF object, or a PE image, which has a header of DOS before it; None for anything else."""
    image = data[:2] == b"MZ"
    at = 0
    if image:
        (at,) = struct.unpack_from("<I", data, 60)
        if data[at : at + 4] != b"PE\0\0":
            return None
        at += 4
    machine, count, _, _, _, optional, flags = struct.unpack_from("<HHIIIHH", data, at)
    if machine not in _COFF_MACHINES:
        return None
    sections = {}
    for entry in range(at + 20 + optional, at + 20 + optional + 40 * count, 40):
        name, virtual, _, nbytes, offset = struct.unpack_from("<8sIIII", data, entry)
        # The bytes in the file of an image fill its pages.
        sections[name.rstrip(b"\0").decode("utf-8", "replace")] = (offset, min(virtual, nbytes) if image else nbytes)
    kind = ("shared" if flags & 0x2000 else "executable") if image else "object"
    return ObjectFile("coff", kind, _COFF_MACHINES[machine], sections, (), ())


def without_times(image: bytes) -> bytes:
    """A PE image of 64 bits whose header and table of exports do not say when it was linked."""
    (at,) = struct.unpack_from("<I", image, 60)
    times = [at + 8]
    count, optional = struct.unpack_from("<2xH12xH", image, at + 4)
    (exports,) = struct.unpack_from("<I", image, at + 24 + 112)  # the address of the first directory
    for entry in range(at + 24 + optional, at + 24 + optional + 40 * count, 40):
        size, address, _, offset = struct.unpack_from("<IIII", image, entry + 8)
        if exports and address <= exports < address + size:
            times.append(exports - address + offset + 4)
    patched = bytearray(image)
    for time in times:
        patched[time : time + 4] = bytes(4)
    return bytes(patched)


def elf_sections(data: Buffer) -> Iterator[tuple[str, int, int, int]]:
    """Name, type, flags and size in bytes of the sections of an ELF file."""
    elf = _Elf(data)
    return ((elf.text(elf.names, s[0]), s[1], s[2], s[5]) for s in elf.table if s[1] != 0)


def elf_functions(data: Buffer) -> Iterator[tuple[str, int]]:
    """Name and size in bytes of the functions of an ELF file that its table of symbols has."""
    return _Elf(data).functions()


def symbol_entry(data: Buffer, symbol: str) -> int | None:
    """The offset of the entry of a symbol in an ELF file's table; None if it is absent."""
    return _Elf(data).symbol_entry(symbol)


def parse_object(data: Buffer, where: str) -> ObjectFile:
    """The kind of a file; R322 (naming `where`) if it is no object file or is damaged."""
    if data[:4] == b"\0asm":
        raise MlccError(
            "R322", f"{where} is WebAssembly, which runs in a browser, in Node.js or in another machine of its own",
            help="the `.mjs` that is built beside a `.wasm` loads it; its first lines show how",
        )  # fmt: skip
    try:
        if data[:4] == b"\x7fELF":
            elf = _Elf(data)
            arch = _ELF_MACHINES.get(elf.machine, f"ELF machine {elf.machine}")
            if arch == "riscv":
                arch = "riscv64" if elf.wide else "riscv32"
            if arch == "powerpc64" and elf.order == "<":
                arch = "powerpc64le"
            kind = _ELF_KINDS.get(elf.kind, "unknown")
            symbols, dynamic = tuple(elf.symbols(2)), tuple(elf.symbols(11))
            return ObjectFile("elf", kind, arch, elf.sections(), symbols, dynamic)
        if data[:4] == b"\xcf\xfa\xed\xfe":
            cpu, _, kind_code = struct.unpack_from("<III", data, 4)
            kind = {1: "object", 2: "executable", 6: "shared"}.get(kind_code, "unknown")
            return ObjectFile("macho", kind, _MACHO_CPUS.get(cpu, f"cpu {cpu:#x}"), _macho_sections(data), (), ())
        if (found := _coff(data)) is not None:
            return found
        if data[:8] == b"!<arch>\n":
            return ObjectFile("archive", "archive", "", {}, (), ())
    except (struct.error, IndexError, OverflowError, ValueError):
        raise MlccError(
            "R322",
            f"{where} is damaged",
            notes=["its headers point outside the file; it may be truncated"],
        ) from None
    raise MlccError(
        "R322",
        f"{where} is not an object file or a library",
        help="give a `.so` or `.o` that `mlcc build` made",
    )


def undefined(data: Buffer) -> frozenset[str]:
    """The symbols that an ELF object expects from elsewhere."""
    return frozenset(s.name for s in parse_object(data, "the object").symbols if not s.defined)


def map_file(path: Path) -> Buffer:
    """The bytes of a file without reading them all; R321 when it cannot be read."""
    try:
        return mapping.map_file(path)
    except OSError as error:
        raise unreadable(error, path, missing="R321", other="R321") from error


def find_description(data: Buffer, info: ObjectFile, where: str) -> str:
    """The JSON text of the description; R322 when the file has none."""
    start, end = 0, len(data)
    if info.format == "elf":
        start, size = info.sections.get(DESCRIPTION_SECTION["elf"], (0, 0))
        end = start + size
    at = data.find(MARK, start, end)
    if at < 0:
        raise MlccError(
            "R322",
            f"{where} was not made by mlcc",
            notes=[f"it is a {info.kind} file ({info.format}) without mlcc's description"],
            help="give a `.so` or `.o` that `mlcc build` made",
        )
    stop = data.find(b"\0", at, end)
    if stop < 0:
        raise MlccError("R322", f"{where} is damaged", notes=["its description has no end"])
    return bytes(data[at + len(MARK) : stop]).decode("utf-8", "replace")


def inspect(path: str | Path) -> tuple[ObjectFile, ModuleSpec]:
    """The kind and the description of an artefact of any architecture; nothing is executed.

    R321 for a file that cannot be read, R322 for one that mlcc did not build, R325 for a newer format.
    """
    file = Path(path)
    data, where = map_file(file), f"`{file}`"
    info = parse_object(data, where)
    return info, from_json(find_description(data, info, where), where)
