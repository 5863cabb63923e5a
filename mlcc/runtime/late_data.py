"""Links libraries with large data, which is written once, into the finished library.

A linker would read the data from an object and write it again, through buffers as large as the data. So it links an
object whose data section has a size and no contents; the section stands among sections with contents, so the file has
room for it, and the data is written there. The offset is the address of a symbol in a second library, which is linked
in the same way and not stripped.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from mlcc.diagnostics import MlccError

from .atomic import atomic_path
from .data_object import DataSection, write_data_object
from .link import link_shared, work_folder
from .objfile import contents_at, map_file, symbol_address

#: The size in bytes from which avoiding a copy by the linker outweighs a second link.
LATE_BYTES = 1 << 22


def link_with_data(
    codes: Sequence[bytes],
    data: DataSection,
    output: str | os.PathLike[str],
    triple: str,
    *,
    soname: str | None = None,
) -> None:
    """Links ELF objects and their data into a shared library at `output`. Errors are those of :func:`link_shared`."""
    name = soname or Path(output).name
    with atomic_path(output, executable=True) as temporary, work_folder() as folder:
        path = Path(folder) / "data.o"
        if data.nbytes >= LATE_BYTES and _linked_late(codes, data, path, temporary, triple, name):
            return
        write_data_object(path, codes[0], data)
        link_shared([*codes, path], temporary, triple, soname=name)


def _linked_late(codes: Sequence[bytes], data: DataSection, path: Path, output: Path, triple: str, soname: str) -> bool:
    """Whether the library could be made so: another linker may give the section no room in the file."""
    write_data_object(path, codes[0], data, contents=False)
    probe = path.with_name("probe.so")
    with suppress(MlccError, struct.error, IndexError):
        link_shared([*codes, path], probe, triple, soname=soname, strip=False)
        probed = map_file(probe)
        address = symbol_address(probed, data.symbol)
        if address is None:
            return False
        link_shared([*codes, path], output, triple, soname=soname)
        offset = contents_at(map_file(output), address, data.nbytes)
        if offset is None or contents_at(probed, address, data.nbytes) != offset:
            return False
        with output.open("r+b", buffering=0) as file:
            file.seek(offset)
            for chunk in data.chunks():
                _write(file.fileno(), chunk)
        return True
    return False


def _write(number: int, chunk: bytes | memoryview) -> None:
    """Write a chunk completely; the system may accept fewer bytes per call."""
    rest = memoryview(chunk)
    while rest:
        rest = rest[os.write(number, rest) :]
