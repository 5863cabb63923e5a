"""Tensors of the Open Inference Protocol: JSON, and its extension for raw bytes, to arrays and back.

A request is a JSON object with `inputs`, each with `name`, `shape`, `datatype` and `data` (nested or flat). With the
header `Inference-Header-Content-Length: N`, the JSON is the first N bytes of the body, and an input with
`parameters: {binary_data_size: M}` has its M bytes after it, in order, little-endian. A response has outputs in raw
bytes where the request asks for `binary_data` of an output, or for `binary_data_output` of all.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import orjson

from mlcc.diagnostics import MlccError
from mlcc.runtime import FunctionSpec, aligned
from mlcc.runtime.dtypes import numpy_dtype

Array = np.ndarray[Any, np.dtype[Any]]

#: The protocol's names of element types.
DATATYPES = {
    "bool": "BOOL", "uint8": "UINT8", "uint16": "UINT16", "uint32": "UINT32", "uint64": "UINT64", "int8": "INT8",
    "int16": "INT16", "int32": "INT32", "int64": "INT64", "float16": "FP16", "float32": "FP32", "float64": "FP64",
    "bfloat16": "BF16",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Request:
    """The arrays of a request by name, its id, and the outputs asked for: in what order, and which as raw bytes."""

    arrays: dict[str, Array]
    identity: str | None
    outputs: tuple[str, ...]
    binary: frozenset[str]


def _wrong(what: str) -> MlccError:
    return MlccError("R371", what)


def read_request(body: bytes, header_size: str | None, function: FunctionSpec) -> Request:
    """The request in a body. Raises R371 for what the protocol does not allow."""
    size = len(body) if header_size is None else _natural(header_size, "Inference-Header-Content-Length")
    if size > len(body):
        raise _wrong(f"the JSON is said to have {size} bytes, the body has {len(body)}")
    try:
        header = orjson.loads(body[:size])
    except orjson.JSONDecodeError as error:
        raise _wrong(f"the body is not JSON: {error}") from error
    if not isinstance(header, dict) or not isinstance(header.get("inputs"), list):
        raise _wrong("the body must be an object with a list `inputs`")
    dtypes = {param.name: param.dtype for param in function.inputs}
    arrays: dict[str, Array] = {}
    raw = memoryview(body)[size:]
    for item in header["inputs"]:
        name = item.get("name") if isinstance(item, dict) else None
        if name not in dtypes:
            raise _wrong(f"there is no input `{str(name)[:80]}`; the inputs are {', '.join(dtypes)}")
        if name in arrays:
            raise _wrong(f"the input `{name}` is given twice")
        arrays[name], used = _array(item, name, dtypes[name], raw)
        raw = raw[used:]
    if len(raw):
        raise _wrong(f"{len(raw)} bytes after the JSON belong to no input")
    missing = [name for name in dtypes if name not in arrays]
    if missing:
        raise _wrong(f"the inputs {', '.join(missing)} are missing")
    names = tuple(param.name for param in function.outputs)
    outputs, binary = _wanted(header, names)
    identity = header.get("id")
    return Request(arrays, None if identity is None else str(identity), outputs, binary)


def _natural(value: object, what: str) -> int:
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 16:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise _wrong(f"`{what}` must be a number of bytes, given {str(value)[:40]}")
    return value


def _array(item: Mapping[str, Any], name: str, dtype: str, raw: memoryview) -> tuple[Array, int]:
    """The array of one input, and how many of the raw bytes it took."""
    wanted, shape, parameters = DATATYPES[dtype], item.get("shape"), item.get("parameters") or {}
    if item.get("datatype") != wanted:
        raise _wrong(f"the input `{name}` has the datatype {wanted}, given {str(item.get('datatype'))[:40]}")
    if not isinstance(shape, list) or len(shape) > 64 or not all(_is_extent(n) for n in shape):
        raise _wrong(f"the shape of the input `{name}` must be a list of sizes")
    kind, count = numpy_dtype(dtype), math.prod(shape)
    size = parameters.get("binary_data_size") if isinstance(parameters, dict) else None
    if size is not None:
        size = _natural(size, "binary_data_size")
        if size != count * kind.itemsize or size > len(raw):
            raise _wrong(f"the input `{name}` of shape {shape} has {size} raw bytes, {len(raw)} are there")
        return aligned(np.frombuffer(raw[:size], kind).reshape(shape)), size
    if dtype in ("float16", "bfloat16"):
        raise _wrong(f"the input `{name}` is {wanted}, which JSON cannot hold: send it as raw bytes")
    return aligned(_from_json(item.get("data"), name, kind, count).reshape(shape)), 0


def _is_extent(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**48


def _from_json(data: object, name: str, kind: np.dtype[Any], count: int) -> Array:
    """The numbers of a nested or flat list. A number is never cut: 1.5 or 300 is not an 8-bit integer."""
    if not isinstance(data, list):
        raise _wrong(f"the input `{name}` has no list `data`")
    try:
        values = np.asarray(data)
    except (ValueError, OverflowError) as error:
        raise _wrong(f"the data of the input `{name}` are not lists of equal lengths") from error
    if values.size != count:
        raise _wrong(f"the input `{name}` has {values.size} numbers, its shape holds {count}")
    if not count:
        return np.empty(0, kind)
    if values.dtype.kind not in {"f": "fiu", "i": "iu", "u": "iu", "b": "b"}[kind.kind]:
        raise _wrong(f"the data of the input `{name}` are not of the type {DATATYPES[kind.name]}")
    converted = values.astype(kind)
    if kind.kind in "iu" and not np.array_equal(converted.astype(object), values.astype(object)):
        raise _wrong(f"the data of the input `{name}` are beyond what {DATATYPES[kind.name]} holds")
    return converted


def _wanted(header: Mapping[str, Any], names: Sequence[str]) -> tuple[tuple[str, ...], frozenset[str]]:
    def flag(owner: object, key: str) -> bool:
        parameters = owner.get("parameters") if isinstance(owner, dict) else None
        return isinstance(parameters, dict) and parameters.get(key) is True

    everything = flag(header, "binary_data_output")
    asked = header.get("outputs")
    if not asked:
        return tuple(names), frozenset(names if everything else ())
    if not isinstance(asked, list):
        raise _wrong("`outputs` must be a list")
    order = [str(item.get("name")) if isinstance(item, dict) else "" for item in asked]
    for name in order:
        if name not in names:
            raise _wrong(f"there is no output `{str(name)[:80]}`; the outputs are {', '.join(names)}")
    binary = {item["name"] for item in asked if everything or flag(item, "binary_data")}
    return tuple(order), frozenset(binary)


def write_response(
    request: Request, arrays: Mapping[str, Array], dtypes: Mapping[str, str], model: str
) -> tuple[bytes, dict[str, str]]:
    """The body of a response and its headers. JSON has no infinities and NaN: they become null there."""
    described: list[dict[str, Any]] = []
    raw: list[bytes] = []
    for name in request.outputs:
        array, dtype = np.ascontiguousarray(arrays[name]), dtypes[name]
        item: dict[str, Any] = {"name": name, "datatype": DATATYPES[dtype], "shape": list(arrays[name].shape)}
        if name in request.binary or dtype in ("float16", "bfloat16"):
            data = array.tobytes() if sys.byteorder == "little" else array.byteswap().tobytes()
            item["parameters"] = {"binary_data_size": len(data)}
            raw.append(data)
        else:
            item["data"] = array.reshape(-1)
        described.append(item)
    whole: dict[str, Any] = {"model_name": model, "outputs": described}
    if request.identity is not None:
        whole["id"] = request.identity
    text = orjson.dumps(whole, option=orjson.OPT_SERIALIZE_NUMPY)
    if not raw:
        return text, {"content-type": "application/json"}
    sizes = {"content-type": "application/octet-stream", "inference-header-content-length": str(len(text))}
    return b"".join([text, *raw]), sizes


def describe(function: FunctionSpec, name: str) -> dict[str, Any]:
    """The metadata of a model; a symbolic size is -1."""

    def tensors(params: Sequence[Any]) -> list[dict[str, Any]]:
        return [
            {
                "name": param.name,
                "datatype": DATATYPES[param.dtype],
                "shape": [dim if isinstance(dim, int) else -1 for dim in param.shape],
            }
            for param in params
        ]

    return {
        "name": name, "versions": ["1"], "platform": "mlcc",
        "inputs": tensors(function.inputs), "outputs": tensors(function.outputs),
    }  # fmt: skip
