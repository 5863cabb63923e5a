"""The constants of a text in the form that TVM 0.27 loads: JSON of its object graph, before the program."""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import dtype as dt
from ..graph import Constant

KEY = "ir.GenericConst"
_MAGIC = 0xDD5E40F096B4A13F
_KINDS = {"int": 0, "uint": 1, "float": 2, "bfloat": 4, "bool": 6}


def tvm_metadata(items: list[Constant], load_json: str) -> list[str]:
    """The first line of the text, as strings to be concatenated."""
    nodes: list[dict[str, Any]] = [{"type": "ffi.String", "data": KEY}, {"type": "None"}]

    def add(kind: str, data: Any) -> int:
        nodes.append({"type": kind, "data": data})
        return len(nodes) - 1

    index = add("ir.PrimType", {"span": 1, "dtype": "int64"})
    constants = [_constant(add, index, item.data) for item in items]
    root = add("ffi.Map", [0, add("ffi.Array", constants)])
    graph = {"root_index": root, "nodes": nodes, "metadata": {"tvm_version": "0.27.0"}}
    return [f'metadata = {load_json}("""', json.dumps(graph), '""")\n']


def _constant(add: Callable[[str, Any], int], index: int, data: np.ndarray[Any, Any]) -> int:
    dims = [add("ir.IntImm", {"span": 1, "ty": index, "value": add("int", d)}) for d in data.shape]
    values = add("ffi.Array", dims)
    kind = add("relax.ShapeType", {"span": 1, "values": values, "ndim": data.ndim})
    shape = add("relax.expr.ShapeExpr", {"span": 1, "ty": kind, "values": values})
    element = add("ir.PrimType", {"span": 1, "dtype": dt.from_numpy(data.dtype)})
    fields = {"span": 1, "shape": shape, "dtype": element, "vdevice": 1, "ndim": data.ndim}
    return add(KEY, {"span": 1, "ty": add("relax.TensorType", fields), "value": add("ffi.Tensor", _tensor(data))})


def _tensor(data: np.ndarray[Any, Any]) -> str:
    """Magic number, device, rank, type, shape, byte count, bytes; all little-endian, in base64."""
    plain = np.ascontiguousarray(data)
    if plain.dtype.byteorder == ">":
        plain = plain.astype(plain.dtype.newbyteorder("<"))
    dtype = dt.from_numpy(data.dtype)
    kind = dtype.rstrip("0123456789")
    bits = 8 if kind == "bool" else int(dtype[len(kind) :])
    head = struct.pack("<QQiiiBBH", _MAGIC, 0, 1, 0, data.ndim, _KINDS[kind], bits, 1)
    head += struct.pack(f"<{data.ndim + 1}q", *data.shape, plain.nbytes)
    return base64.b64encode(head + plain.tobytes()).decode("ascii")
