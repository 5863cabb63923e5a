"""Reading model files: bytes to a ModelProto, external weights, and errors for invalid files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

import onnx
from google.protobuf.message import Message

from mlcc.diagnostics import MlccError, unreadable
from mlcc.mapping import map_file

from ..other_formats import other_format
from .protos import subgraphs
from .raw_data import LARGE, RawData, is_plain, without_raw_data
from .structure import initial_types

#: A model: its file, its contents, or itself.
Source: TypeAlias = str | os.PathLike[str] | bytes | bytearray | onnx.ModelProto


def load_model(source: Source) -> onnx.ModelProto:
    """A ModelProto from a path, bytes, or a ModelProto; external weights are read from its folder.

    Raises I101 for what is no ONNX model, I102 for missing external data, D codes for unreadable files.
    """
    return _load(source, False, whole=True)[0]


def open_model(source: Source, mapped: bool = False) -> tuple[onnx.ModelProto, RawData]:
    """As :func:`load_model`, but the contents of large initializers may come beside the model, by name.

    `mapped`: a file is not read but mapped, and must stay as it is for as long as any of its weights is in use.
    """
    return _load(source, mapped, whole=False)


def replaceable(source: Source) -> dict[str, tuple[str, tuple[int, ...]]]:
    """The element types and the shapes of the tensors that a build may replace (`from_onnx(tensors=…)`), by name.

    Their contents are not read. Raises as :func:`load_model`.
    """
    return initial_types(open_model(source, mapped=True)[0])


def _load(source: Source, mapped: bool, whole: bool) -> tuple[onnx.ModelProto, RawData]:
    if isinstance(source, onnx.ModelProto):
        return source, {}
    name = "<bytes>" if isinstance(source, (bytes, bytearray)) else f"`{os.fspath(source)}`"
    if isinstance(source, (bytes, bytearray)):
        data, folder = memoryview(bytes(source)), Path()
    else:
        folder = Path(source).resolve().parent
        try:
            data = memoryview(map_file(Path(source)) if mapped else Path(source).read_bytes())
        except OSError as error:
            raise unreadable(error, source) from error
    rest, raw = (data, {}) if whole else without_raw_data(data)
    model = _parse(bytes(rest), name)
    if not model.graph.node and not model.graph.output:
        raise MlccError("I101", f"not an ONNX model: {name} has no graph", help="is the file an .onnx model?")
    if mapped and not whole:
        raw |= _mapped_external(model, folder, raw)
    _load_external(model, folder)
    return model, raw


def _parse(data: bytes, name: str) -> onnx.ModelProto:
    if not data:
        raise MlccError("I101", f"not an ONNX model: {name} is empty")
    try:
        return onnx.load_model_from_string(data)
    except Exception as error:  # protobuf raises its own DecodeError classes
        if (known := other_format(data)) is not None:
            raise MlccError("I101", f"not an ONNX model: {name} is {known.what}", help=known.help) from error
        raise MlccError(
            "I101",
            f"not an ONNX model: {name} cannot be decoded",
            notes=[f"the protobuf reader says: {str(error).strip()[:200]}"],
            help="the file may be truncated, or of another format; copy or export it again",
        ) from error


def check_model(source: Source) -> None:
    """Raises I101 when a model breaks the standard (as ONNX's own checker sees it), or is garbled text."""
    name = f"`{source}`" if isinstance(source, (str, os.PathLike)) else "the model"
    model = load_model(source)
    try:
        onnx.checker.check_model(model)
        # The protobuf reader leaves text that is not UTF-8 as bytes.
        said = "" if _is_text(model) else "a name in it is not UTF-8"
    except Exception as error:
        said = str(error).strip()
    if said:
        raise MlccError(
            "I101",
            f"not a valid ONNX model: {name}",
            notes=[f"ONNX's checker says: {said.splitlines()[0][:200]}"],
            help="the file may be damaged; copy or export it again",
        )


def _is_text(message: Message) -> bool:
    """Whether every string of a protobuf message is valid UTF-8."""
    for field, value in message.ListFields():
        items = value if isinstance(value, Iterable) and not isinstance(value, (str, bytes)) else [value]
        for item in items:
            if hasattr(item, "ListFields"):
                if not _is_text(item):
                    return False
            elif field.type == field.TYPE_STRING and not isinstance(item, str):
                return False
    return True


def _tensors(graph: onnx.GraphProto) -> Iterator[onnx.TensorProto]:
    yield from graph.initializer
    for node in graph.node:
        for attr in node.attribute:
            if attr.type == onnx.AttributeProto.TENSOR:
                yield attr.t
        for inner in subgraphs(node):
            yield from _tensors(inner)


def _mapped_external(model: onnx.ModelProto, folder: Path, taken: RawData) -> RawData:
    """The contents of large external initializers by name, as parts of their mapped files: neither the protobuf nor an
    array has to hold a copy. What is unusual in any way is left to ONNX's own reader."""
    from onnx.external_data_helper import ExternalDataInfo, uses_external_data

    files: dict[Path, memoryview] = {}
    contents: RawData = {}
    for tensor in model.graph.initializer:
        if not uses_external_data(tensor) or not is_plain(tensor) or tensor.name in taken or tensor.name in contents:
            continue
        try:
            info = ExternalDataInfo(tensor)
            path = (folder / info.location).resolve()
            if not path.is_relative_to(folder):
                continue
            if path not in files:
                files[path] = memoryview(map_file(path))
        except (OSError, ValueError):
            continue
        start, data = info.offset or 0, files[path]
        length = len(data) - start if info.length is None else info.length
        if length >= LARGE and start + length <= len(data):
            contents[tensor.name] = data[start : start + length]
            tensor.data_location = onnx.TensorProto.DEFAULT
            del tensor.external_data[:]
    return contents


def _load_external(model: onnx.ModelProto, folder: Path) -> None:
    """Load external tensors into the model. Raises I102 naming every file that is missing."""
    from onnx.external_data_helper import load_external_data_for_tensor, uses_external_data

    external = [t for t in _tensors(model.graph) if uses_external_data(t)]
    missing: dict[str, str] = {}
    for tensor in external:
        location = next((e.value for e in tensor.external_data if e.key == "location"), "")
        if not os.path.isfile(folder / location):  # a name that is too long is no error here
            missing.setdefault(location, tensor.name)
    if missing:
        raise MlccError.many(
            [
                MlccError(
                    "I102",
                    f"the weight file `{location}` of tensor `{tensor}` is missing",
                    help=f"put it into `{folder}`, beside the model",
                )
                for location, tensor in missing.items()
            ]
        )
    for tensor in external:
        try:
            load_external_data_for_tensor(tensor, str(folder))
            tensor.data_location = onnx.TensorProto.DEFAULT
            del tensor.external_data[:]
        except Exception as error:  # checks of paths, sizes and offsets raise many kinds
            raise MlccError("I102", f"the external data of tensor `{tensor.name}` cannot be read: {error}") from error
