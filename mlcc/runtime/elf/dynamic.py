"""What the loader reads of a library: symbols, their hash table, and the list of facts."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

#: Tags of the list of facts (System V ABI; the last two are GNU's).
TAGS = {
    "needed": 1, "strtab": 5, "symtab": 6, "rela": 7, "relasz": 8, "relaent": 9, "strsz": 10, "syment": 11,
    "soname": 14, "flags": 30, "hash": 0x6FFFFEF5, "relacount": 0x6FFFFFF9, "flags_1": 0x6FFFFFFB,
}  # fmt: skip
#: All symbols are bound when the library is loaded; it is never unloaded: the threads of its pool run its code.
BIND_NOW, NOW_AND_NODELETE = 8, 9

#: Words of the filter in front of the hash table: a lookup that fails mostly ends there.
_SHIFT = 6


def strings(names: Sequence[str]) -> tuple[bytes, dict[str, int]]:
    """A table of strings, and where each begins."""
    table, at = bytearray(b"\0"), {"": 0}
    for name in names:
        if name not in at:
            at[name] = len(table)
            table += name.encode() + b"\0"
    return bytes(table), at


def hash_of(name: str) -> int:
    """The hash of a name in GNU's table."""
    value = 5381
    for byte in name.encode():
        value = (value * 33 + byte) & 0xFFFFFFFF
    return value


def buckets_of(count: int) -> int:
    """The number of buckets for so many names."""
    return max(1, count // 2 | 1)


def ordered(names: Sequence[str]) -> list[str]:
    """Names in the order that the hash table asks for: those of one bucket together."""
    return sorted(names, key=lambda name: hash_of(name) % buckets_of(len(names)))


def hash_table(names: Sequence[str], first: int) -> bytes:
    """GNU's hash table of names, which are in :func:`ordered` order from symbol `first` on."""
    count = buckets_of(len(names))
    words = 1 << max(len(names) // 8, 1).bit_length()
    filters, buckets, chain = [0] * words, [0] * count, []
    for index, name in enumerate(names):
        value = hash_of(name)
        filters[value // 64 % words] |= 1 << value % 64 | 1 << (value >> _SHIFT) % 64
        bucket = value % count
        buckets[bucket] = buckets[bucket] or first + index
        last = index + 1 == len(names) or hash_of(names[index + 1]) % count != bucket
        chain.append(value & ~1 | last)
    head = struct.pack("<4I", count, first, words, _SHIFT)
    return head + struct.pack(f"<{words}Q{count}I{len(chain)}I", *filters, *buckets, *chain)


def facts(entries: Sequence[tuple[str, int]]) -> bytes:
    """The list of facts, with the end mark."""
    return b"".join(struct.pack("<QQ", TAGS[tag], value) for tag, value in entries) + bytes(16)


def loaded_facts(needed: Sequence[int], soname: int, addresses: Mapping[str, int], relative: int) -> bytes:
    """The facts of a library: positions of names in the table of strings, addresses of tables and their sizes."""
    entries = [("needed", at) for at in needed]
    entries += [("soname", soname), *((tag, addresses[tag]) for tag in ("hash", "strtab", "symtab", "strsz"))]
    entries += [("syment", 24), *((tag, addresses[tag]) for tag in ("rela", "relasz")), ("relaent", 24)]
    entries += [("flags", BIND_NOW), ("flags_1", NOW_AND_NODELETE), ("relacount", relative)]
    return facts(entries)
