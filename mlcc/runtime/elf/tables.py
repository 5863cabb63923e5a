"""The headers of a library: of the file, of its segments and of its sections; and rows of its tables of symbols."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

from .layout import Output, Part, Segment, up

#: Sizes of the headers, and the most segments that a library has.
HEADER, SEGMENT_ROW, SECTION_ROW, MOST_SEGMENTS = 64, 56, 64, 12
_LOAD, _DYNAMIC, _INTERP, _PHDR = 1, 2, 3, 6
_FRAMES, _STACK, _SEALED = 0x6474E550, 0x6474E551, 0x6474E552
_SHARED = 3


def file_header(machine: int, entry: int, sections_at: int, segments: int, sections: int) -> bytes:
    """The first bytes of a library, whose table of sections ends with that of names."""
    head = b"\x7fELF" + bytes((2, 1, 1)) + bytes(9)
    fields = (_SHARED, machine, 1, entry, HEADER, sections_at, 0, HEADER, SEGMENT_ROW, segments, SECTION_ROW, sections)
    return head + struct.pack("<HHIQQQIHHHHHH", *fields, sections - 1)


def _row(kind: int, flags: int, offset: int, address: int, in_file: int, size: int, align: int) -> bytes:
    return struct.pack("<IIQQQQQQ", kind, flags, offset, address, address, in_file, size, align)


def _extent(sections: Sequence[Output]) -> tuple[int, int, int, int]:
    """Place in the file, address, bytes in the file and in memory of what is mapped at once."""
    first, last = sections[0], sections[-1]
    in_file = max(output.offset + output.in_file for output in sections) - first.offset
    return first.offset, first.address, in_file, last.address + last.size - first.address


def program_headers(segments: Sequence[Segment], outputs: Mapping[str, Output], page: int) -> bytes:
    """The table of segments. The first maps the headers too."""
    rows = []
    for segment in segments:
        offset, address, in_file, size = _extent(segment.sections)
        if segment is segments[0]:
            offset, address, in_file, size = 0, 0, in_file + offset, size + address
        if segment.sections[0].part is Part.SEALED:
            # The loader seals whole pages.
            size = up(address + size, page) - address
            rows.append(_row(_SEALED, 4, offset, address, in_file, size, 1))
        rows.append(_row(_LOAD, segment.flags, offset, address, in_file, size, page))
    for kind, name, flags in ((_DYNAMIC, ".dynamic", 6), (_FRAMES, ".eh_frame_hdr", 4)):
        if name in outputs:
            rows.append(_row(kind, flags, *_extent([outputs[name]]), outputs[name].align))
    rows.append(_row(_STACK, 6, 0, 0, 0, 0, 16))
    if ".interp" in outputs:
        nbytes = SEGMENT_ROW * (len(rows) + 2)
        itself = _row(_PHDR, 4, HEADER, HEADER, nbytes, nbytes, 8)
        rows = [itself, _row(_INTERP, 4, *_extent([outputs[".interp"]]), 1), *rows]
    return b"".join(rows)


def section_headers(sections: Sequence[Output], names: Mapping[str, int]) -> bytes:
    """The table of sections, after the empty one."""
    numbers = {output.name: number for number, output in enumerate(sections, 1)}
    rows = [bytes(SECTION_ROW)]
    for item in sections:
        link = numbers.get(item.link, 0)
        rows.append(
            struct.pack("<IIQQQQIIQQ", names[item.name], item.type, item.flags, item.address, item.offset, item.size,
                        link, item.info, item.align, item.entry)
        )  # fmt: skip
    return b"".join(rows)


def symbol_row(name: int, info: int, visibility: int, section: int, value: int, size: int) -> bytes:
    """One symbol; `name` is its place in the table of strings."""
    return struct.pack("<IBBHQQ", name, info, visibility, section, value, size)
