"""Adds data to a finished object file, so that weights do not pass through LLVM.

An ELF object gets a further section. In a Mach-O object the compiler has reserved the section, because there the order
of symbols and the numbers of relocations would change with a new one.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from mlcc.diagnostics import InternalError

from .data_object import ALLOC, DataSection, section_header
from .objfile import Buffer, parse_object, symbol_entry

_PROGBITS, _NOBITS = 1, 8
_GLOBAL_OBJECT, _HIDDEN = 0x11, 2
_ALIGNMENT = 64


def attach_data(code: bytes, data: DataSection) -> Iterator[bytes | memoryview]:
    """The bytes, in chunks, of the object `code` with the section that defines `data.symbol`.

    In ELF the symbol is one that `code` needs; an object that does not is given back as it is. The section, a longer
    table of names and a longer table of sections are put after all else, so that nothing in between moves. Layout as
    in the System V ABI, "Object Files".
    """
    info = parse_object(code, "the object")
    if info.format == "macho":
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
    size, count, names = struct.unpack_from(f"{order}3H", code, 58 if wide else 46)
    headers = bytearray(code[table : table + size * count])
    name_at = names * size + (24 if wide else 16)
    strings_at, strings_size = struct.unpack_from(f"{order}2{word}", headers, name_at)
    strings = bytes(code[strings_at : strings_at + strings_size]) + data.section.encode() + b"\0"
    begin = len(code) + -len(code) % _ALIGNMENT
    strings_begin = begin + data.nbytes
    struct.pack_into(f"{order}2{word}", headers, name_at, strings_begin, len(strings))
    pad = -(strings_begin + len(strings)) % 8
    words = (_PROGBITS, ALLOC | data.flags, begin, data.nbytes, 0, 0, _ALIGNMENT, 0)
    headers += section_header(wide, order, strings_size, words)
    patched = bytearray(code)
    struct.pack_into(f"{order}{word}", patched, table_at, strings_begin + len(strings) + pad)
    struct.pack_into(f"{order}H", patched, 60 if wide else 48, count + 1)
    (name,) = struct.unpack_from(f"{order}I", code, entry)
    if wide:
        symbol = struct.pack(f"{order}IBBHQQ", name, _GLOBAL_OBJECT, _HIDDEN, count, 0, data.nbytes)
    else:
        symbol = struct.pack(f"{order}IIIBBH", name, 0, data.nbytes, _GLOBAL_OBJECT, _HIDDEN, count)
    patched[entry : entry + len(symbol)] = symbol
    yield bytes(patched) + bytes(begin - len(code))
    yield from data.chunks()
    yield strings + bytes(pad) + bytes(headers)


def detach_data(whole: Buffer, begin: int, nbytes: int) -> bytes:
    """What :func:`attach_data` made without the data at `begin`: the section is one of zeros, as small as can be.

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
