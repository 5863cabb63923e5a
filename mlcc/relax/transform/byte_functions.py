"""Functions of one byte: what elementwise operators compute from a dequantised tensor has at most 256 values.

The values are computed at compile time, by the operators' own definitions. A chain that ends in a quantisation, such as
``quantize(x * sigmoid(x))`` of ``x = dequantize(bytes)``, is then a table of 256 bytes.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from mlcc import te, topi
from mlcc.ir import Constant, GraphCall, GraphExpr, GraphVar, Op, TensorStructInfo, as_int

from ..operators import operator_name, same_dimensions

Array = np.ndarray[Any, Any]

#: Every byte.
_BYTES: Array = np.arange(256)
#: Kinds of operators that compute an element from the elements at its own index.
_KINDS = ("elemwise", "broadcast")


@dataclass(frozen=True)
class ByteFunction:
    """A tensor whose elements are ``values[data]``; `data` is uint8 and has its shape, `values` has 256 elements."""

    data: GraphVar
    values: Array

    @classmethod
    def affine(cls, data: GraphVar, scale: np.float32, zero: int) -> ByteFunction:
        """``(data - zero) * scale``"""
        return cls(data, (_BYTES - zero).astype(np.float32) * scale)

    def after(self, inner: ByteFunction) -> ByteFunction:
        """This function of what `inner` computes, whose values are bytes."""
        return ByteFunction(inner.data, self.values[inner.values])

    def quantized(self, scale: np.float32, zero: int) -> ByteFunction:
        """``round(value / scale) + zero``, ties to even, clamped to uint8; NaN becomes 0."""
        with np.errstate(all="ignore"):
            counts = np.rint(self.values / scale) + np.float32(zero)
        return ByteFunction(self.data, np.nan_to_num(np.clip(counts, 0, _BYTES.size - 1), nan=0).astype(np.uint8))


def applied(call: GraphCall, like: GraphVar, functions: Mapping[GraphExpr, ByteFunction]) -> ByteFunction | None:
    """An elementwise operator of one tensor of bytes, by way of the `functions` of it, and of numbers; else None.

    `like` has the shape of the result, which is that of the bytes.
    """
    parts = [functions.get(arg) for arg in call.args]
    data = next((p.data for p in parts if p is not None), None)
    info, name = like.sinfo, operator_name(call)
    if data is None or not isinstance(info, TensorStructInfo) or not same_dimensions(data, like):
        return None
    numbers = all(p is not None or _is_number(arg) for p, arg in zip(parts, call.args, strict=True))
    if not numbers or any(p is not None and p.data is not data for p in parts) or not topi.has_op(name):
        return None
    if topi.get_op(name).kind not in _KINDS:
        return None
    shape = _shape_of_bytes(name, call.attrs, info.ndim)
    values = None if shape is None else _evaluated(call, parts, shape)
    return None if values is None or values.size != _BYTES.size else ByteFunction(data, values.reshape(_BYTES.size))


def _is_number(value: GraphExpr) -> bool:
    return isinstance(value, Constant) and value.data.size == 1


def _shape_of_bytes(name: str, attrs: Mapping[str, Any], rank: int) -> tuple[int, ...] | None:
    """A shape of all bytes with `rank` dimensions, of which the one that parameters lie along (`axis`, as of a batch
    norm of one channel) is 1; None if there is no such shape."""
    known = inspect.signature(topi.get_op(name).fn).parameters.get("axis")
    axis = attrs.get("axis", known.default) if known is not None else None
    if axis is None:
        return (_BYTES.size, *[1] * (rank - 1))
    if rank < 2 or not -rank <= axis < rank:
        return None
    at = 1 if axis % rank == 0 else 0
    return tuple(_BYTES.size if n == at else 1 for n in range(rank))


def _evaluated(call: GraphCall, parts: list[ByteFunction | None], shape: tuple[int, ...]) -> Array | None:
    """The result of the operator's definition on the values of its operands; None if it is not one tensor."""
    from mlcc.reference import run  # few builds need the interpreter

    assert isinstance(call.op, Op)
    operands: list[te.Tensor] = []
    inputs: list[te.Tensor] = []
    values: list[Array] = []
    for part, arg in zip(parts, call.args, strict=True):
        if part is None:
            assert isinstance(arg, Constant)
            kind = arg.sinfo.dtype if isinstance(arg.sinfo, TensorStructInfo) else str(arg.data.dtype)
            value = te.const(arg.data.item(), kind)
            operands.append(te.compute(arg.data.shape, lambda *_, value=value: value, name="number"))
            continue
        operands.append(te.placeholder(shape, str(part.values.dtype), name=f"x{len(inputs)}"))
        inputs.append(operands[-1])
        values.append(part.values.reshape(shape))
    result = topi.call_operator(call.op.name, operands, dict(call.attrs))
    if not isinstance(result, te.Tensor) or any(as_int(d) is None for d in result.shape):
        return None
    with np.errstate(all="ignore"):
        computed: Array = run(te.create_prim_func([*inputs, result]), values)[0]
    return computed
