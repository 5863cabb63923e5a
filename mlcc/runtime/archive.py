"""Static libraries: the Unix `ar` format with GNU's symbol table, written directly."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .objfile import parse_object


class Member(NamedTuple):
    """An ELF object of an archive: its size, its bytes in chunks, and the symbols that it exports."""

    name: str
    nbytes: int
    chunks: Iterable[bytes | memoryview]
    symbols: tuple[str, ...]


def _header(name: bytes, nbytes: int) -> bytes:
    """Time, owner and mode are zero, so that equal inputs give equal bytes."""
    return b"%-16s%-12d%-6d%-6d%-8s%-10d`\n" % (name, 0, 0, 0, b"644", nbytes)


def _member(name: bytes, body: bytes) -> bytes:
    return _header(name, len(body)) + body + bytes(b"\n" * (len(body) % 2))


def exported(code: bytes, name: str) -> tuple[str, ...]:
    """The symbols that an object exports."""
    return tuple(s.name for s in parse_object(code, f"`{name}`").symbols if s.defined and not s.hidden)


def make_archive(members: Sequence[tuple[str, bytes]]) -> bytes:
    """The bytes of a `.a` with these ELF objects, in this order."""
    whole = [Member(name, len(body), [body], exported(body, name)) for name, body in members]
    return b"".join(archive_chunks(whole))


def archive_chunks(members: Sequence[Member]) -> Iterator[bytes | memoryview]:
    """The bytes of a `.a`, in chunks.

    The first member is the symbol table (count and offsets big-endian, then the names), the second
    the names that are longer than 15 characters.
    """
    long_names = b""
    names: list[bytes] = []
    for member in members:
        encoded = member.name.encode()
        if len(encoded) > 15:
            names.append(b"/%d" % len(long_names))
            long_names += encoded + b"/\n"
        else:
            names.append(encoded + b"/")
    extra = _member(b"//", long_names) if long_names else b""
    text = b"".join(name.encode() + b"\0" for member in members for name in member.symbols)
    count = sum(len(member.symbols) for member in members)
    table_size = len(_member(b"/", bytes(4 + 4 * count) + text))
    at = 8 + table_size + len(extra)
    offsets: list[int] = []
    for name, member in zip(names, members, strict=True):
        offsets += [at] * len(member.symbols)
        at += len(_header(name, member.nbytes)) + member.nbytes + member.nbytes % 2
    yield b"!<arch>\n" + _member(b"/", struct.pack(f">I{count}I", count, *offsets) + text) + extra
    for name, member in zip(names, members, strict=True):
        yield _header(name, member.nbytes)
        yield from member.chunks
        yield bytes(b"\n" * (member.nbytes % 2))
