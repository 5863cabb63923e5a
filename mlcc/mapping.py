"""Files as memory: what is read of them is read when it is used."""

from __future__ import annotations

import mmap
from pathlib import Path


def map_file(path: Path) -> bytes | mmap.mmap:
    """The contents of a file, read when they are used; an empty one is empty. Raises OSError."""
    with path.open("rb") as file:
        if not path.stat().st_size:
            return b""  # there is no map of nothing
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
