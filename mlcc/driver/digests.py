"""Digests of files: what a result was made from."""

from __future__ import annotations

import hashlib
from pathlib import Path

from .files import file_error


def file_digest(path: Path) -> str:
    """The SHA-256 digest of a file. Raises MlccError D101, D102."""
    state = hashlib.sha256()
    try:
        with open(path, "rb") as file:
            while chunk := file.read(1 << 20):
                state.update(chunk)
    except OSError as error:
        raise file_error(error, str(path), writing=False) from error
    return str(state.hexdigest())
