"""Writes models to files: all or nothing, constants beside the model where they exceed what a protobuf can hold."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Protocol

import onnx
from onnx import numpy_helper

from mlcc.diagnostics import MlccError
from mlcc.driver.writing import atomic_path, is_replaceable, write_output

#: A protobuf message holds less than 2 GiB; names and structure need some of it.
LARGEST = (1 << 31) - (1 << 26)
#: Smaller constants stay in the model.
SMALL = 1 << 10


class Save(Protocol):
    """Writes a model to the output that was opened."""

    def __call__(self, model: onnx.ModelProto) -> None: ...


@contextmanager
def open_output(target: str) -> Iterator[Save]:
    """Open an output before long work, so that one that cannot be written fails at once; it appears when all is done.

    Raises MlccError D110 to D113.
    """
    if os.path.isdir(target):
        raise MlccError("D111", f"cannot write `{target}`: it is a folder", help="give the name of a file")
    with ExitStack() as files:
        path = files.enter_context(atomic_path(target)) if is_replaceable(target) else None

        def save(model: onnx.ModelProto) -> None:
            if _size(model) < LARGEST:
                data = model.SerializeToString(deterministic=True)
                write_output(target, data) if path is None else path.write_bytes(data)
                return
            name = f"{Path(target).name}.data"
            beside = files.enter_context(atomic_path(Path(target).with_name(name)))
            _write_beside(model, beside, name)
            (path or Path(target)).write_bytes(model.SerializeToString(deterministic=True))

        yield save


def _size(model: onnx.ModelProto) -> int:
    return sum(len(tensor.raw_data) for tensor in model.graph.initializer)


def _write_beside(model: onnx.ModelProto, path: Path, name: str) -> None:
    """Move the contents of large constants to a file, each at a multiple of the page size."""
    with path.open("wb") as file:
        for tensor in model.graph.initializer:
            if not tensor.HasField("raw_data"):
                tensor.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(tensor), tensor.name))
            if len(tensor.raw_data) < SMALL:
                continue
            file.write(bytes(-file.tell() % 4096))
            entries = {"location": name, "offset": file.tell(), "length": len(tensor.raw_data)}
            file.write(tensor.raw_data)
            tensor.ClearField("raw_data")
            tensor.data_location = onnx.TensorProto.EXTERNAL
            tensor.external_data.extend(
                onnx.StringStringEntryProto(key=key, value=str(value)) for key, value in entries.items()
            )
