"""Static libraries: the Unix `ar` format with GNU's symbol table, written directly."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from .objfile import parse_object


def _member(name: bytes, body: bytes) -> bytes:
    """Header and body; time, owner and mode are zero, so that equal inputs give equal bytes."""
    header = b"%-16s%-12d%-6d%-6d%-8s%-10d`\n" % (name, 0, 0, 0, b"644", len(body))
    return header + body + (b"\n" if len(body) % 2 else b"")


def make_archive(members: Sequence[tuple[str, bytes]]) -> bytes:
    """The bytes of a `.a` with these ELF objects, in this order.

    The first member is the symbol table (count and offsets big-endian, then the names), the second
    the names that are longer than 15 characters.
    """
    long_names = b""
    names: list[bytes] = []
    for name, _ in members:
        encoded = name.encode()
        if len(encoded) > 15:
            names.append(b"/%d" % len(long_names))
            long_names += encoded + b"/\n"
        else:
            names.append(encoded + b"/")
    bodies = [_member(n, body) for n, (_, body) in zip(names, members, strict=True)]
    listed = [
        [s.name for s in parse_object(body, f"`{name}`").symbols if s.defined and not s.hidden]
        for name, body in members
    ]
    extra = _member(b"//", long_names) if long_names else b""
    text = b"".join(name.encode() + b"\0" for group in listed for name in group)
    count = sum(len(group) for group in listed)
    table_size = len(_member(b"/", bytes(4 + 4 * count) + text))
    at = 8 + table_size + len(extra)
    offsets: list[int] = []
    for group, body in zip(listed, bodies, strict=True):
        offsets += [at] * len(group)
        at += len(body)
    table = _member(b"/", struct.pack(f">I{count}I", count, *offsets) + text)
    return b"!<arch>\n" + table + extra + b"".join(bodies)
