"""Named arrays in a file or in bytes, with TVM's names; the form is NumPy's `.npz`, and nothing in it is executed."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError, unreadable

from .atomic import write_atomic
from .ndarray import NDArray, aligned


def save_param_dict(params: Mapping[str, Any]) -> bytes:
    """Arrays by name as bytes."""
    stream = io.BytesIO()
    np.savez(stream, **{name: np.asarray(value) for name, value in params.items()})  # type: ignore[arg-type]
    return stream.getvalue()


def load_param_dict(data: bytes | bytearray) -> dict[str, NDArray]:
    """The arrays that :func:`save_param_dict` made bytes of. Raises R348 for other bytes."""
    try:
        with np.load(io.BytesIO(bytes(data)), allow_pickle=False) as archive:
            return {name: aligned(archive[name]).view(NDArray) for name in archive.files}
    except (ValueError, OSError, EOFError, KeyError) as error:
        raise MlccError("R348", f"these bytes are no saved arrays: {error}") from error


def save_param_dict_to_file(params: Mapping[str, Any], path: str | os.PathLike[str]) -> None:
    """Write arrays by name to a file."""
    write_atomic(path, save_param_dict(params))


def load_param_dict_from_file(path: str | os.PathLike[str]) -> dict[str, NDArray]:
    """Read arrays by name from a file. Raises R321 where it cannot be read, R348 for another file."""
    try:
        with open(path, "rb") as stream:
            data = stream.read()
    except OSError as error:
        raise unreadable(error, path, missing="R321", other="R321") from error
    return load_param_dict(data)
