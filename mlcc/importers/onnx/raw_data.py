"""Large weights are mapped from the file: the protobuf reader gets the model without their contents.

A model is read as protobuf's wire format (https://protobuf.dev/programming-guides/encoding): a message is a sequence of
fields, each a tag (number and kind of the field) and its contents. The numbers are those of onnx.proto.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import onnx

from mlcc.diagnostics import MlccError

#: Contents of fewer bytes stay in the model.
LARGE = 1 << 14
_GRAPH, _INITIALIZER, _DATA_TYPE, _NAME, _RAW, _LOCATION = 7, 5, 2, 8, 9, 14
_BYTES = 2
#: Bytes of fields whose kind says how many there are: fixed64 and fixed32.
_FIXED = {1: 8, 5: 4}

_Type = onnx.TensorProto
#: Element types whose bytes in a file are those of an array (little-endian, as every machine that we run on).
_PLAIN = frozenset(
    (_Type.FLOAT, _Type.UINT8, _Type.INT8, _Type.UINT16, _Type.INT16, _Type.INT32, _Type.INT64, _Type.FLOAT16)
    + (_Type.DOUBLE, _Type.UINT32, _Type.UINT64)
)

RawData = dict[str, memoryview]


def without_raw_data(model: memoryview) -> tuple[bytes | memoryview, RawData]:
    """A serialised model without the contents of its large initializers, and these by name: parts of `model`.

    Data that is no model, or has an unexpected structure, is returned unchanged.
    """
    contents: RawData = {}
    try:
        parts = _without(model, 0, len(model), contents)
    except (ValueError, IndexError, UnicodeDecodeError):
        return model, {}
    return (b"".join(parts), contents) if contents else (model, {})


def is_plain(tensor: onnx.TensorProto) -> bool:
    """Whether a tensor has a name, and elements whose bytes in a file are those of an array."""
    return bool(tensor.name) and tensor.data_type in _PLAIN


def array_of(tensor: onnx.TensorProto, raw: memoryview) -> np.ndarray[tuple[int, ...], np.dtype[np.generic]]:
    """A tensor of the elements `raw`. Raises I108 where they do not fit its shape."""
    dtype = onnx.helper.tensor_dtype_to_np_dtype(tensor.data_type)
    try:
        return np.frombuffer(raw, dtype=dtype).reshape(tuple(tensor.dims))
    except ValueError as error:
        raise MlccError("I108", f"tensor `{tensor.name}` is damaged: {error}") from error


def _without(data: memoryview, at: int, end: int, contents: RawData, depth: int = 0) -> list[bytes | memoryview]:
    """The bytes of a model (at depth 0) or of its graph (1) without large contents, in chunks."""
    parts: list[bytes | memoryview] = []
    for number, kind, start, body, stop in _fields(data, at, end):
        inner: list[bytes | memoryview] | None = None
        if kind == _BYTES and (depth, number) == (0, _GRAPH):
            inner = _without(data, body, stop, contents, 1)
        elif kind == _BYTES and (depth, number) == (1, _INITIALIZER) and stop - body > LARGE:
            inner = _tensor(data, body, stop, contents)
        if inner is None:
            parts.append(data[start:stop])
        else:
            parts += [_tag(number, _BYTES), _varint_bytes(sum(map(len, inner))), *inner]
    return parts


def _tensor(data: memoryview, at: int, end: int, contents: RawData) -> list[bytes | memoryview] | None:
    """The bytes of a tensor without its contents; None where they have to stay."""
    name, elements, raw, stays = "", 0, None, False
    parts: list[bytes | memoryview] = []
    for number, kind, start, body, stop in _fields(data, at, end):
        if number == _RAW and kind == _BYTES:
            stays |= raw is not None
            raw = data[body:stop]
            continue
        if number == _NAME and kind == _BYTES:
            name = bytes(data[body:stop]).decode()
        elif number == _DATA_TYPE:
            elements = _varint(data, body)[0]
        elif number == _LOCATION:
            stays = True
        parts.append(data[start:stop])
    if raw is None or stays or len(raw) < LARGE or elements not in _PLAIN or not name or name in contents:
        return None
    contents[name] = raw
    return parts


def _fields(data: memoryview, at: int, end: int) -> Iterator[tuple[int, int, int, int, int]]:
    """(number, kind, start, start of the contents, end) of each field. Raises ValueError for malformed messages."""
    while at < end:
        start = at
        tag, at = _varint(data, at)
        kind = tag & 7
        if kind == 0:
            body, at = at, _varint(data, at)[1]
        elif kind == _BYTES:
            length, body = _varint(data, at)
            at = body + length
        elif kind in _FIXED:
            body, at = at, at + _FIXED[kind]
        else:
            raise ValueError("a kind of field that ONNX does not have")
        if at > end:
            raise ValueError("a field that ends behind its message")
        yield tag >> 3, kind, start, body, at


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    """A number in groups of seven bits, the lowest first, and where it ends."""
    value = shift = 0
    while shift < 70:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7
    raise ValueError("a number of more than ten bytes")


def _varint_bytes(value: int) -> bytes:
    groups = []
    while value > 127:
        groups.append(value & 127 | 128)
        value >>= 7
    return bytes([*groups, value])


def _tag(number: int, kind: int) -> bytes:
    return _varint_bytes(number << 3 | kind)
