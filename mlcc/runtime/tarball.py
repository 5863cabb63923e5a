"""Libraries as `.tar`: the object file under its name, as TVM's `export_library("m.tar")` packs it for a device.

Such a file needs no linker where it is made, and none where it is loaded: the object goes through LLVM's JIT.
"""

from __future__ import annotations

import io
import tarfile
from collections.abc import Iterable, Iterator

from mlcc.diagnostics import MlccError

from .objfile import Buffer

_MAGIC = slice(257, 262)  # where POSIX says that the first header states its format


def tar_chunks(name: str, nbytes: int, chunks: Iterable[bytes | memoryview]) -> Iterator[bytes | memoryview]:
    """The bytes of a `.tar` with one file of `nbytes`, in chunks. The same content gives the same bytes."""
    info = tarfile.TarInfo(name)
    info.size = nbytes
    yield info.tobuf(tarfile.PAX_FORMAT)
    yield from chunks
    yield bytes(-nbytes % tarfile.BLOCKSIZE + 2 * tarfile.BLOCKSIZE)


def is_tar(data: Buffer) -> bool:
    """Whether a file begins as a `.tar` does."""
    return bytes(data[_MAGIC]) == b"ustar"


def object_in_tar(data: Buffer, where: str) -> bytes:
    """The object file in a `.tar`. Raises R322 unless there is exactly one."""
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
            objects = [item for item in archive.getmembers() if item.isfile() and item.name.endswith(".o")]
            content = archive.extractfile(objects[0]) if len(objects) == 1 else None
            if content is not None:
                return content.read()
    except tarfile.TarError as error:
        raise MlccError("R322", f"{where} is a damaged tar file: {error}") from error
    raise MlccError("R322", f"{where} holds {len(objects)} object files, and a library that mlcc packs holds one")
