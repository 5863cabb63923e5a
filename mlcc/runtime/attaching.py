"""Adds the section of the weights to a finished object file: the one way in which weights get into an artefact.

LLVM never sees them. An ELF object gets a further section, with contents or only with the room for them; in a Mach-O or
COFF object the compiler has reserved the section, because there the order of symbols and the numbers of relocations
would change with a new one.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from mlcc.diagnostics import InternalError

from .objfile import Buffer, parse_object, symbol_entry
from .weights import DataSection

_PROGBITS, _NOBITS = 1, 8
_ALLOC = 2
_GLOBAL_OBJECT, _HIDDEN = 0x11, 2
_ALIGNMENT = 64
#: The flag of a section that linkers keep even if it is unreferenced, and the OS/ABI value that defines the flag.
_RETAIN, _GNU = 0x200000, 3
#: The contents of the sections before and after one without contents.
ROOM_MARK = b"@(#)mlcc weights: written into the finished library".ljust(_ALIGNMENT, b"\0")


def attach_data(code: bytes, data: DataSection, *, contents: bool = True) -> Iterator[bytes | memoryview]:
    """The bytes, in chunks, of the object `code` with the section that defines `data.symbol`.

    In ELF the symbol is one that `code` needs; an object that does not is returned unchanged. The section, a longer
    table of names and a longer table of sections are put after all else, so that nothing in between moves. Layout as
    in the System V ABI, "Object Files".

    Without `contents` (ELF only) the section has a size and no bytes. Two others of the same name, with the contents
    :data:`ROOM_MARK`, stand around it: a linker joins the three, and gives what has contents in part room in the file.
    """
    info = parse_object(code, "the object")
    if info.format in ("macho", "coff"):
        begin, size = info.sections[data.section]
        if size != data.nbytes:
            raise InternalError(f"`{data.section}` has {size} bytes, not {data.nbytes}")
        yield memoryview(code)[:begin]
        yield from data.chunks()
        yield memoryview(code)[begin + size :]
        return
    entry = symbol_entry(code, data.symbol)
    if entry is None:
        yield code
        return
    wide, order = code[4] == 2, "<" if code[5] == 1 else ">"
    word, table_at = ("Q", 40) if wide else ("I", 32)
    (table,) = struct.unpack_from(f"{order}{word}", code, table_at)
    entry_size, count, names = struct.unpack_from(f"{order}3H", code, 58 if wide else 46)
    headers = bytearray(code[table : table + entry_size * count])
    name_at = names * entry_size + (24 if wide else 16)
    strings_at, strings_size = struct.unpack_from(f"{order}2{word}", headers, name_at)
    strings = bytes(code[strings_at : strings_at + strings_size]) + data.section.encode() + b"\0"
    begin = len(code) + -len(code) % _ALIGNMENT
    strings_begin = begin + (data.nbytes if contents else 2 * len(ROOM_MARK))
    struct.pack_into(f"{order}2{word}", headers, name_at, strings_begin, len(strings))
    pad = -(strings_begin + len(strings)) % 8
    flags = _ALLOC | data.flags
    added = [(_PROGBITS if contents else _NOBITS, flags, begin, data.nbytes, 0, 0, _ALIGNMENT, 0)]
    if not contents:
        size, kept = len(ROOM_MARK), flags | _RETAIN
        before, after = ((_PROGBITS, kept, begin + at, size, 0, 0, _ALIGNMENT, 0) for at in (0, size))
        added = [before, *added, after]
    for words in added:
        headers += _section_header(wide, order, strings_size, words)
    patched = bytearray(code)
    struct.pack_into(f"{order}{word}", patched, table_at, strings_begin + len(strings) + pad)
    struct.pack_into(f"{order}H", patched, 60 if wide else 48, count + len(added))
    if not contents:
        patched[7] = _GNU
    (name,) = struct.unpack_from(f"{order}I", code, entry)
    index = count + len(added) // 2
    if wide:
        symbol = struct.pack(f"{order}IBBHQQ", name, _GLOBAL_OBJECT, _HIDDEN, index, 0, data.nbytes)
    else:
        symbol = struct.pack(f"{order}IIIBBH", name, 0, data.nbytes, _GLOBAL_OBJECT, _HIDDEN, index)
    patched[entry : entry + len(symbol)] = symbol
    yield bytes(patched) + bytes(begin - len(code))
    yield from data.chunks() if contents else (2 * ROOM_MARK,)
    yield strings + bytes(pad) + bytes(headers)


def find_room(library: Buffer, nbytes: int) -> int | None:
    """The offset in a library of `nbytes` without contents; None if its linker gave them no room in the file."""
    at = library.find(ROOM_MARK) + len(ROOM_MARK)
    end = at + nbytes + -nbytes % _ALIGNMENT
    return at if library[end : end + len(ROOM_MARK)] == ROOM_MARK else None


def _section_header(wide: bool, order: str, name: int, words: tuple[int, ...]) -> bytes:
    """One entry of the table of sections; `words` are type, flags, offset, size, link, info, alignment, entry size."""
    kind, flags, offset, size, link, info, align, entry = words
    form = f"{order}IIQQQQIIQQ" if wide else f"{order}10I"
    return struct.pack(form, name, kind, flags, 0, offset, size, link, info, align, entry)


def detach_data(whole: Buffer, begin: int, nbytes: int) -> bytes:
    """What :func:`attach_data` returned without the data at `begin`: the section is one of zeros, as small as can be.

    For a loader that uses the data in place.
    """
    wide, order = whole[4] == 2, "<" if whole[5] == 1 else ">"
    word, table_at = ("Q", 40) if wide else ("I", 32)
    (table,) = struct.unpack_from(f"{order}{word}", whole, table_at)
    size, count = struct.unpack_from(f"{order}2H", whole, 58 if wide else 46)
    headers = bytearray(whole[table : table + size * count])
    for at in range(0, len(headers), size):
        field = at + (24 if wide else 16)
        (offset,) = struct.unpack_from(f"{order}{word}", headers, field)
        if offset == begin:
            struct.pack_into(f"{order}I", headers, at + 4, _NOBITS)
            struct.pack_into(f"{order}{word}", headers, field + (8 if wide else 4), 1)
        elif offset > begin:
            struct.pack_into(f"{order}{word}", headers, field, offset - nbytes)
    rest = bytes(whole[:begin]) + bytes(whole[begin + nbytes : table])
    rest += bytes(-len(rest) % 8)
    slim = bytearray(rest)
    struct.pack_into(f"{order}{word}", slim, table_at, len(rest))
    return bytes(slim + headers)
