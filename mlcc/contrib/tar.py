"""Tar files, with TVM's names."""

from __future__ import annotations

import os
import tarfile
from collections.abc import Sequence


def tar(output: str | os.PathLike[str], files: str | Sequence[str]) -> None:
    """Pack files, under their own names without folders."""
    with tarfile.open(output, "w") as archive:
        for file in [files] if isinstance(files, str) else files:
            archive.add(file, arcname=os.path.basename(file))


def untar(tar_file: str | os.PathLike[str], directory: str | os.PathLike[str]) -> None:
    """Unpack a tar file into a folder; members that would lie outside of it are refused by Python's own filter."""
    with tarfile.open(tar_file) as archive:
        archive.extractall(directory, filter="data")
