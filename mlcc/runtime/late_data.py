"""Links libraries with weights, which are written once, into the finished library.

A linker would read the data from an object and write it again, through buffers as large as the data. So it links an
object whose data section has a size and no contents, and the data is written into the room that it left in the file.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from .atomic import atomic_path
from .attaching import attach_data, find_room
from .link import link_shared, work_folder
from .objfile import map_file, symbol_entry
from .weights import DataSection


def link_with_data(
    codes: Sequence[bytes],
    data: DataSection,
    output: str | os.PathLike[str],
    triple: str,
    *,
    soname: str | None = None,
    strip: bool = True,
    linker: str = "auto",
    entry: str = "",
) -> None:
    """Links ELF objects and their data into a shared library; parameters and errors as those of :func:`link_shared`."""
    name = soname or Path(output).name
    holder = next((n for n, code in enumerate(codes) if symbol_entry(code, data.symbol) is not None), None)
    if holder is None:
        link_shared(codes, output, triple, soname=name, strip=strip, linker=linker, entry=entry)
        return
    before, code, after = codes[:holder], codes[holder], codes[holder + 1 :]
    with atomic_path(output, executable=True) as temporary, work_folder() as folder:
        path = Path(folder) / "data.o"
        for contents in (False, True):
            with path.open("wb") as file:
                file.writelines(attach_data(code, data, contents=contents))
            link_shared(
                [*before, path, *after], temporary, triple, soname=name, strip=strip, linker=linker, entry=entry
            )
            # A linker that gives the section no room in the file copies the data after all.
            offset = None if contents else find_room(map_file(temporary), data.nbytes)
            if offset is not None:
                _write(temporary, offset, data)
                break


def _write(path: Path, offset: int, data: DataSection) -> None:
    """Write the data at `offset` of a file; the system may accept fewer bytes per call than a chunk has."""
    with path.open("r+b", buffering=0) as file:
        file.seek(offset)
        for chunk in data.chunks():
            rest = memoryview(chunk)
            while rest:
                rest = rest[file.write(rest) :]
