"""An ELF object file that holds nothing but data: weights reach the linker without passing through LLVM."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from pathlib import Path

_DATA_AT = 64
_PROGBITS, _SYMTAB, _STRTAB, _NOBITS = 1, 2, 3, 8
_ALLOC = 2
_GLOBAL_OBJECT, _HIDDEN = 0x11, 2


def write_data_object(
    path: Path, like: bytes, section: str, symbol: str, chunks: Iterable[bytes | memoryview] | None, nbytes: int
) -> None:
    """Write an object for the machine of the object `like`, with `nbytes` of read-only data under a hidden symbol.

    Without `chunks` the section has a size and no contents. The data is aligned to 64 bytes. Width, byte order, machine
    and flags are those of `like`, so that a linker takes both. Layout as in the System V ABI, "Object Files".
    """
    wide, order = like[4] == 2, "<" if like[5] == 1 else ">"
    names = b"\0".join([b"", section.encode(), b".note.GNU-stack", b".symtab", b".strtab", b".shstrtab", b""])
    strings = b"\0" + symbol.encode() + b"\0"
    symbols = _symbols(wide, order, nbytes)
    stored = nbytes + -nbytes % 8 if chunks is not None else 0
    at = _DATA_AT + stored
    tail = symbols + strings + names
    tail += bytes(-len(tail) % 8)
    # type, flags, offset, size, link, info, alignment, size of an entry
    sections = [
        (0, 0, 0, 0, 0, 0, 0, 0),
        (_PROGBITS if chunks is not None else _NOBITS, _ALLOC, _DATA_AT, nbytes, 0, 0, 64, 0),
        (_PROGBITS, 0, _DATA_AT, 0, 0, 0, 1, 0),
        (_SYMTAB, 0, at, len(symbols), 4, 1, 8, len(symbols) // 2),
        (_STRTAB, 0, at + len(symbols), len(strings), 0, 0, 1, 0),
        (_STRTAB, 0, at + len(symbols) + len(strings), len(names), 0, 0, 1, 0),
    ]
    with path.open("wb") as file:
        file.write(_header(like, wide, order, at + len(tail), len(sections)))
        for chunk in chunks or ():
            file.write(chunk)
        file.write(bytes(stored - nbytes if stored else 0))
        file.write(tail)
        name = 0
        for words in sections:
            file.write(_section(wide, order, name, words))
            name = names.index(b"\0", name) + 1 if words[0] else 1


def _header(like: bytes, wide: bool, order: str, sections_at: int, count: int) -> bytes:
    machine, version = struct.unpack_from(f"{order}HI", like, 18)
    flags = struct.unpack_from(f"{order}I", like, 48 if wide else 36)[0]
    word = "Q" if wide else "I"
    sizes = (64, 0, 0, 64, count, count - 1) if wide else (52, 0, 0, 40, count, count - 1)
    fields = struct.pack(f"{order}HHI3{word}I6H", 1, machine, version, 0, 0, sections_at, flags, *sizes)
    return (like[:16] + fields).ljust(_DATA_AT, b"\0")


def _symbols(wide: bool, order: str, nbytes: int) -> bytes:
    """The null symbol, and the one of the data: the first name, at the beginning of section 1."""
    if wide:
        return bytes(24) + struct.pack(f"{order}IBBHQQ", 1, _GLOBAL_OBJECT, _HIDDEN, 1, 0, nbytes)
    return bytes(16) + struct.pack(f"{order}IIIBBH", 1, 0, nbytes, _GLOBAL_OBJECT, _HIDDEN, 1)


def _section(wide: bool, order: str, name: int, words: tuple[int, ...]) -> bytes:
    kind, flags, offset, size, link, info, align, entry = words
    form = f"{order}IIQQQQIIQQ" if wide else f"{order}10I"
    return struct.pack(form, name, kind, flags, 0, offset, size, link, info, align, entry)
