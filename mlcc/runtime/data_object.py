"""Writes an ELF object file that contains only data, so that weights reach the linker without passing through LLVM."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

_DATA_AT = 64
#: The index of the section with the section names.
_NAMES = 5
_PROGBITS, _SYMTAB, _STRTAB, _NOBITS = 1, 2, 3, 8
ALLOC = 2
_GLOBAL_OBJECT, _HIDDEN = 0x11, 2
#: The flag of a section that linkers keep even if it is unreferenced, and the OS/ABI value that defines the flag.
_RETAIN, _GNU = 0x200000, 3


@dataclass(frozen=True, slots=True)
class DataSection:
    """`nbytes` of read-only data at a hidden symbol; `chunks` yields them in order and can be called repeatedly.

    `flags` are those of the section in an ELF file, besides that it is loaded.
    """

    section: str
    symbol: str
    nbytes: int
    chunks: Callable[[], Iterable[bytes | memoryview]]
    flags: int = 0


def write_data_object(path: Path, like: bytes, data: DataSection, *, contents: bool = True) -> None:
    """Write an object for the machine of the object `like` with nothing but `data`.

    Without `contents` the section has a size only. The data is aligned to 64 bytes. Width, byte order, machine and
    flags are those of `like`, so that a linker takes both. Layout as in the System V ABI, "Object Files".
    """
    wide, order = like[4] == 2, "<" if like[5] == 1 else ">"
    names = b"\0".join([b"", data.section.encode(), b".note.GNU-stack", b".symtab", b".strtab", b".shstrtab", b""])
    strings = b"\0" + data.symbol.encode() + b"\0"
    symbols = _symbols(wide, order, data.nbytes)
    stored = data.nbytes + -data.nbytes % 8 if contents else 0
    word = bytes(8) if data.flags else b""
    at = _DATA_AT + stored + len(word)
    tail = symbols + strings + names
    tail += bytes(-len(tail) % 8)
    kind = _PROGBITS if contents else _NOBITS
    # name, and: type, flags, offset, size, link, info, alignment, size of an entry
    sections = [
        (b"", (0, 0, 0, 0, 0, 0, 0, 0)),
        (data.section.encode(), (kind, ALLOC | data.flags, _DATA_AT, data.nbytes, 0, 0, 64, 0)),
        (b".note.GNU-stack", (_PROGBITS, 0, _DATA_AT, 0, 0, 0, 1, 0)),
        (b".symtab", (_SYMTAB, 0, at, len(symbols), 4, 1, 8, len(symbols) // 2)),
        (b".strtab", (_STRTAB, 0, at + len(symbols), len(strings), 0, 0, 1, 0)),
        (b".shstrtab", (_STRTAB, 0, at + len(symbols) + len(strings), len(names), 0, 0, 1, 0)),
    ]
    if word:  # Nothing else is where this goes: a place in the file is only made for what has contents.
        words = (_PROGBITS, ALLOC | _RETAIN | data.flags, _DATA_AT + stored, len(word), 0, 0, 8, 0)
        sections.append((data.section.encode(), words))
    with path.open("wb") as file:
        file.write(_header(like, wide, order, at + len(tail), len(sections)))
        for chunk in data.chunks() if contents else ():
            file.write(chunk)
        file.write(bytes(stored - data.nbytes if stored else 0) + word + tail)
        for name, words in sections:
            file.write(section_header(wide, order, names.index(b"\0" + name + b"\0") + 1 if name else 0, words))


def _header(like: bytes, wide: bool, order: str, sections_at: int, count: int) -> bytes:
    machine, version = struct.unpack_from(f"{order}HI", like, 18)
    flags = struct.unpack_from(f"{order}I", like, 48 if wide else 36)[0]
    word = "Q" if wide else "I"
    sizes = (64, 0, 0, 64, count, _NAMES) if wide else (52, 0, 0, 40, count, _NAMES)
    fields = struct.pack(f"{order}HHI3{word}I6H", 1, machine, version, 0, 0, sections_at, flags, *sizes)
    return (like[:7] + bytes([_GNU]) + like[8:16] + fields).ljust(_DATA_AT, b"\0")


def _symbols(wide: bool, order: str, nbytes: int) -> bytes:
    """The null symbol, and the one of the data: the first name, at the beginning of section 1."""
    if wide:
        return bytes(24) + struct.pack(f"{order}IBBHQQ", 1, _GLOBAL_OBJECT, _HIDDEN, 1, 0, nbytes)
    return bytes(16) + struct.pack(f"{order}IIIBBH", 1, 0, nbytes, _GLOBAL_OBJECT, _HIDDEN, 1)


def section_header(wide: bool, order: str, name: int, words: tuple[int, ...]) -> bytes:
    """One entry of the table of sections; `words` are type, flags, offset, size, link, info, alignment, entry size."""
    kind, flags, offset, size, link, info, align, entry = words
    form = f"{order}IIQQQQIIQQ" if wide else f"{order}10I"
    return struct.pack(form, name, kind, flags, 0, offset, size, link, info, align, entry)
