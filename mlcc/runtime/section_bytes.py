"""How many bytes of a machine's memory the sections of a compiled file take, without executing it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import starmap

from .objfile import Buffer, elf_functions, elf_sections
from .weights import DESCRIPTION_SECTION

_NOBITS, _WRITE, _ALLOC, _EXECUTE = 8, 1, 2, 4


@dataclass(frozen=True, slots=True)
class Occupied:
    """Bytes: `code` of functions; `constants` that are read only, weights included; `description`, which linkers may
    leave out of a program; `data` of variables, and `zeros` of those that begin as zeros. `functions` are the sizes of
    the functions by name."""

    code: int
    constants: int
    description: int
    data: int
    zeros: int
    functions: Mapping[str, int]

    def __add__(self, other: Occupied) -> Occupied:
        return Occupied(
            self.code + other.code, self.constants + other.constants, self.description + other.description,
            self.data + other.data, self.zeros + other.zeros, {**self.functions, **other.functions},
        )  # fmt: skip


def occupied(data: Buffer) -> Occupied | None:
    """What an ELF file, or a static library of them, takes; None for other formats."""
    if data[:4] == b"\x7fELF":
        return _of_elf(data)
    if data[:8] == b"!<arch>\n":
        parts = [occupied(member) for member in _members(data)]
        total = Occupied(0, 0, 0, 0, 0, {})
        for part in parts:
            total = total if part is None else total + part
        return total
    return None


def _of_elf(data: Buffer) -> Occupied:
    sums = dict.fromkeys(("code", "constants", "description", "data", "zeros"), 0)
    for kind, nbytes in starmap(_kind, elf_sections(data)):
        if kind:
            sums[kind] += nbytes
    return Occupied(**sums, functions=dict(elf_functions(data)))


def _kind(name: str, type_: int, flags: int, nbytes: int) -> tuple[str, int]:
    """What a section holds; nothing for those that are not in the memory of a program."""
    if not flags & _ALLOC:
        return "", nbytes
    if name == DESCRIPTION_SECTION["elf"]:
        return "description", nbytes
    if flags & _EXECUTE:
        return "code", nbytes
    if flags & _WRITE:
        return "zeros" if type_ == _NOBITS else "data", nbytes
    return "constants", nbytes


def _members(archive: Buffer) -> Iterator[bytes]:
    """The object files in a static library: after a header of 60 bytes each, at even offsets (System V's `ar`)."""
    at = 8
    while at + 60 <= len(archive):
        size = int(bytes(archive[at + 48 : at + 58]))
        member = bytes(archive[at + 60 : at + 60 + size])
        if member[:4] == b"\x7fELF":
            yield member
        at += 60 + size + size % 2
