"""The sorted table by which debuggers and unwinders find the frame description of an address (`.eh_frame_hdr`)."""

from __future__ import annotations

import struct
from collections.abc import Iterator

#: Version 1; the pointer is relative to itself, the count is plain, entries are relative to the table: 4 bytes each.
_HEAD = bytes((1, 0x1B, 0x03, 0x3B))


def descriptions(frames: bytes | bytearray) -> Iterator[int]:
    """Where the description of each function begins in the section of frames; the others are common parts."""
    at = 0
    while at + 4 <= len(frames):
        (length,) = struct.unpack_from("<I", frames, at)
        if length == 0:
            return
        (common,) = struct.unpack_from("<I", frames, at + 4)
        if common:
            yield at
        at += 4 + length


def table_size(count: int) -> int:
    """The bytes of the table of so many descriptions."""
    return 12 + 8 * count


def frame_table(frames: bytes | bytearray, frames_at: int, table_at: int) -> bytes:
    """The table of the frames at an address, to stand at `table_at`. LLVM writes addresses relative to their place."""
    rows = []
    for at in descriptions(frames):
        (begin,) = struct.unpack_from("<i", frames, at + 8)
        rows.append((frames_at + at + 8 + begin - table_at, frames_at + at - table_at))
    head = _HEAD + struct.pack("<iI", frames_at - table_at - 4, len(rows))
    return head + b"".join(struct.pack("<ii", *row) for row in sorted(rows))
