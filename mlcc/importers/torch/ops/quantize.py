"""Quantised values: the operators of pt2e (`quantized_decomposed`) and of torchao, and products with bytes.

Constant weights stay integers behind one `dequantize_linear`, and values with constant scales between `quantize_linear`
and `dequantize_linear`: that is the form which graph passes turn into products of integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mlcc.importers.onnx.context import shape_arg
from mlcc.ir import Constant, GraphExpr

from ..registry import aten
from ..tensors import Dim, dtype_of
from ..translation import Dequantized, Rounded, Translation

#: A scale or a zero point: a number, or a tensor.
Quantum = Any
_PT2E, _AO = "quantized_decomposed.", "torchao."
#: The largest magnitude of int8, the least scale, and the least float32 that PyTorch takes for scales per row.
_LARGEST_BYTE, _LEAST_RANGE = 127, 1e-5


def _factor(t: Translation, scale: Quantum) -> GraphExpr:
    """A scale as float32."""
    if isinstance(scale, GraphExpr):
        return t.cast(scale, "float32") if not isinstance(scale, Constant) else t.constant(scale.data, "float32")
    return t.constant(float(scale), "float32")


def _zero(t: Translation, zero: Quantum, dtype: str) -> GraphExpr:
    """A zero point as `dtype`; 0 where there is none."""
    if isinstance(zero, GraphExpr) and not isinstance(zero, Constant):
        return t.cast(zero, dtype)
    return t.constant(np.asarray(0 if zero is None else zero.data if isinstance(zero, Constant) else zero), dtype)


def quantized(
    t: Translation, x: GraphExpr, scale: Quantum, zero: Quantum, low: Any, high: Any, dtype: str, late: bool = False
) -> GraphExpr:
    """clamp(round(x / scale) + zero, low, high); scale and zero broadcast. `late`: zero is rounded with the rest."""
    factor, shift = _factor(t, scale), _zero(t, zero, dtype)
    limits = np.iinfo(dtype)
    low, high = int(_number(t, low, limits.min)), int(_number(t, high, limits.max))
    single = [isinstance(v, Constant) and v.data.size == 1 for v in (factor, shift)]
    if all(single) and t.ctx.dtype(x) == "float32":
        numbers = [Constant(v.data.reshape(())) for v in (factor, shift) if isinstance(v, Constant)]
        q = t.emit("quantize_linear", x, *numbers)
        narrower = low > limits.min or high < limits.max
        return t.cast(t.emit("clip", t.cast(q, "int32"), min=low, max=high), dtype) if narrower else q
    x, shift = t.cast(x, "float32"), t.cast(shift, "float32")
    y = t.emit("multiply", x, t.emit("divide", t.constant(1.0, "float32"), factor))
    y = t.emit("round", t.emit("add", y, shift)) if late else t.emit("add", t.emit("round", y), shift)
    return t.cast(t.emit("clip", y, min=float(low), max=float(high)), dtype)


def _number(t: Translation, value: Any, default: int) -> Any:
    if isinstance(value, Constant):
        return value.data.reshape(())
    if isinstance(value, GraphExpr):
        raise t.error("I121", "the range of the integers is computed")
    return default if value is None else value


def dequantized(
    t: Translation, q: GraphExpr, scale: Quantum, zero: Quantum, axis: int | None, block: int, dtype: str
) -> GraphExpr:
    """(q - zero) * scale as `dtype`: one scale (`axis` None), one per index of `axis`, or per block along it."""
    factor, shift = _factor(t, scale), _zero(t, zero, "int32")
    if isinstance(factor, Constant) and isinstance(shift, Constant):
        scales = factor.data.reshape(()) if axis is None else factor.data if block else factor.data.reshape(-1)
        zeros = np.broadcast_to(shift.data if block else shift.data.reshape(-1) if axis is not None else
                                shift.data.reshape(()), scales.shape)  # fmt: skip
        multiple = t.constant(scales, "float32")
        offset = t.constant(zeros, t.ctx.dtype(q) if _fits(zeros, q) else "int32")
        made = t.onnx("DequantizeLinear", q, multiple, offset, axis=axis or 0, block_size=block)
        result = t.cast(made, dtype)
        if isinstance(q, Constant):
            t.dequantized[result] = Dequantized(q, multiple, offset, axis, block)
        return result
    if block:
        raise t.error("I121", "scales that are computed for blocks of a row")
    if axis is not None and t.rank(factor) == 1 and t.rank(q) > 1:
        dims = [t.shape(q)[n] if n == axis else 1 for n in range(t.rank(q))]
        factor = t.reshape(factor, dims)
        shift = t.reshape(shift, dims) if t.rank(shift) else shift
    numbers = t.emit("subtract", t.cast(q, "int32"), shift)
    result = t.cast(t.emit("multiply", t.cast(numbers, "float32"), factor), dtype)
    if axis is None and t.ctx.dtype(q) in ("int8", "uint8"):
        t.rounded[result] = Rounded(q, factor, t.cast(shift, t.ctx.dtype(q)))
    return result


def _fits(zeros: np.ndarray[Any, Any], q: GraphExpr) -> bool:
    if not isinstance(q, Constant) or q.data.dtype.itemsize > 1:
        return False
    limits = np.iinfo(q.data.dtype)
    return bool((zeros >= limits.min).all() and (zeros <= limits.max).all())


# ---------------------------------------------------------------- pt2e
@aten(_PT2E + "quantize_per_tensor")
def quantize_per_tensor(
    t: Translation, x: GraphExpr, scale: Quantum, zero: Quantum, low: Any, high: Any, dtype: Any
) -> GraphExpr:
    return quantized(t, x, _scalar(t, scale), _scalar(t, zero), low, high, dtype_of(dtype))


def _scalar(t: Translation, value: Quantum) -> Quantum:
    """A tensor of one element without dimensions; numbers as they are."""
    return t.reshape(value, []) if isinstance(value, GraphExpr) and not isinstance(value, Constant) else value


@aten(_PT2E + "dequantize_per_tensor")
def dequantize_per_tensor(
    t: Translation, q: GraphExpr, scale: Quantum, zero: Quantum, low: Any, high: Any, dtype: Any, out_dtype: Any = None
) -> GraphExpr:
    return dequantized(t, q, _scalar(t, scale), _scalar(t, zero), None, 0, t.dtype)


@aten(_PT2E + "quantize_per_channel")
def quantize_per_channel(
    t: Translation, x: GraphExpr, scale: Quantum, zero: Quantum, axis: int, low: int, high: int, dtype: Any
) -> GraphExpr:
    dims = [t.shape(x)[n] if n == axis else 1 for n in range(t.rank(x))]
    return quantized(t, x, t.reshape(scale, dims), t.reshape(zero, dims), low, high, dtype_of(dtype))


@aten(_PT2E + "dequantize_per_channel")
def dequantize_per_channel(
    t: Translation, q: GraphExpr, scale: Quantum, zero: Quantum, axis: int, low: Any, high: Any, dtype: Any,
    out_dtype: Any = None,
) -> GraphExpr:  # fmt: skip
    return dequantized(t, q, scale, zero, axis, 0, t.dtype)


@aten(_PT2E + "quantize_per_token")
def quantize_per_token(
    t: Translation, x: GraphExpr, scale: Quantum, zero: Quantum, low: int, high: int, dtype: Any
) -> GraphExpr:
    dims = [*t.shape(x)[:-1], 1]
    return quantized(t, x, t.reshape(scale, dims), t.reshape(zero, dims), low, high, dtype_of(dtype), late=True)


@aten(_PT2E + "dequantize_per_token")
def dequantize_per_token(
    t: Translation, q: GraphExpr, scale: Quantum, zero: Quantum, low: Any, high: Any, dtype: Any, output_dtype: Any
) -> GraphExpr:
    factor, shift = (t.reshape(v, [*t.shape(q)[:-1], 1]) for v in (scale, zero))
    numbers = t.emit("subtract", t.cast(q, "float32"), t.cast(shift, "float32"))
    return t.cast(t.emit("multiply", numbers, t.cast(factor, "float32")))


@aten(_PT2E + "dequantize_per_channel_group")
def dequantize_per_channel_group(
    t: Translation, q: GraphExpr, scale: Quantum, zero: Quantum, low: Any, high: Any, dtype: Any, group_size: int,
    output_dtype: Any = None,
) -> GraphExpr:  # fmt: skip
    rows, inner = t.shape(q)
    count = t.static(inner, "row") // min(group_size, t.static(inner, "row"))
    shift = None if zero is None else t.reshape(zero, [rows, count])
    return dequantized(t, q, t.reshape(scale, [rows, count]), shift, 1, group_size, t.dtype)


@aten(_PT2E + "choose_qparams", _PT2E + "choose_qparams_symmetric")
def choose_qparams(t: Translation, x: GraphExpr, low: int, high: int, eps: float, dtype: Any) -> list[GraphExpr]:
    assert t.node is not None
    symmetric = "symmetric" in str(t.node.target)
    axes = list(range(t.rank(x)))
    scale, zero = _scales(t, x, axes, low, high, eps, symmetric)
    if symmetric:
        zero = t.full(t.shape(scale), 128 if dtype_of(dtype) == "uint8" else 0, "int64")
    return [t.cast(t.reshape(scale, [1]), "float64"), t.cast(t.reshape(zero, [1]), "int64")]


@aten(_PT2E + "choose_qparams_per_token")
def choose_qparams_per_token(t: Translation, x: GraphExpr, dtype: Any) -> list[GraphExpr]:
    largest = t.emit("max", t.emit("abs", t.cast(x, "float32")), axis=[t.rank(x) - 1], keepdims=True)
    scale = t.emit("divide", t.emit("maximum", largest, t.constant(_LEAST_RANGE, "float32")),
                   t.constant(_LARGEST_BYTE, "float32"))  # fmt: skip
    return [scale, t.full(t.shape(scale), 0, "float32")]


@aten(_PT2E + "choose_qparams_per_token_asymmetric", _PT2E + "_choose_qparams_per_token_asymmetric_impl")
def choose_qparams_per_token_asymmetric(t: Translation, x: GraphExpr, dtype: Any) -> list[GraphExpr]:
    """The zero point is rounded from the end of the range that is nearer to one."""
    low, high = -_LARGEST_BYTE - 1, _LARGEST_BYTE
    scale, _, bottom, top = _ranges(t, x, [t.rank(x) - 1], low, high, float(np.finfo(np.float32).eps), False)
    bottom, top = t.emit("divide", bottom, scale), t.emit("divide", top, scale)
    ends = [t.constant(v, "float32") for v in (low, high)]
    error = t.emit("add", t.emit("add", ends[0], bottom), t.emit("add", ends[1], top))
    zero = t.emit("where", t.emit("greater", error, t.constant(0, "float32")), t.emit("subtract", ends[0], bottom),
                  t.emit("subtract", ends[1], top))  # fmt: skip
    zero = t.emit("round", t.emit("clip", zero, min=float(low), max=float(high)))
    return [t.cast(scale, "float64"), t.cast(zero, "int64")]


def _ranges(
    t: Translation, x: GraphExpr, axes: list[int], low: float, high: float, eps: float, symmetric: bool
) -> tuple[GraphExpr, GraphExpr, GraphExpr, GraphExpr]:
    """Scale, 1, least and largest value (with 0) of a value over `axes`, which stay as axes of one element."""
    x, nothing = t.cast(x, "float32"), t.constant(0, "float32")
    top = t.emit("maximum", t.emit("max", x, axis=axes, keepdims=True), nothing)
    bottom = t.emit("minimum", t.emit("min", x, axis=axes, keepdims=True), nothing)
    if symmetric:
        span, steps = t.emit("maximum", t.emit("negative", bottom), top), float(high - low) / 2
    else:
        span, steps = t.emit("subtract", top, bottom), float(high - low)
    scale = t.emit("divide", span, t.constant(steps, "float32"))
    return t.emit("maximum", scale, t.constant(eps, "float32")), nothing, bottom, top


def _scales(
    t: Translation, x: GraphExpr, axes: list[int], low: float, high: float, eps: float, symmetric: bool
) -> tuple[GraphExpr, GraphExpr]:
    """Scale and zero point, float32."""
    scale, _, bottom, _ = _ranges(t, x, axes, low, high, eps, symmetric)
    if symmetric:
        return scale, t.full(t.shape(scale), int((high + low + 1) / 2), "float32")
    zero = t.emit("subtract", t.constant(low, "float32"), t.emit("round", t.emit("divide", bottom, scale)))
    return scale, t.emit("clip", zero, min=float(low), max=float(high))


# ---------------------------------------------------------------- torchao
def _places(t: Translation, x: GraphExpr, block_size: Sequence[Any]) -> tuple[list[Dim], list[int]]:
    """The dimensions of scales that broadcast over `x`, and the axes along which a scale is shared: of blocks that are
    one element or a whole axis."""
    dims = t.shape(x)
    whole = [n for n, (dim, block) in enumerate(zip(dims, block_size, strict=True)) if block != 1 or dim == 1]
    if any(not _is(block_size[n], dims[n]) and not (dims[n] == 1 == block_size[n]) for n in whole):
        raise t.error("I121", f"values of {dims} in blocks of {list(block_size)}")
    return [1 if n in whole else dim for n, dim in enumerate(dims)], whole


def _is(block: Any, dim: Dim) -> bool:
    """Whether a block is all of an axis; symbolic sizes are compared as text."""
    return str(block) == str(dim)


@aten(_AO + "choose_qparams_affine")
def choose_qparams_affine(
    t: Translation, x: GraphExpr, mapping: str, block_size: Sequence[Any], target: Any, low: Any = None,
    high: Any = None, eps: float | None = None, scale_dtype: Any = None, zero_dtype: Any = None, keepdim: bool = False,
) -> list[GraphExpr]:  # fmt: skip
    _, axes = _places(t, x, block_size)
    if mapping not in ("SYMMETRIC", "ASYMMETRIC") or low is None or high is None:
        raise t.error("I121", f"scales of the kind {mapping} for integers from {low} to {high}")
    least = float(np.finfo(np.float32).tiny) if eps is None else eps
    pair = _scales(t, x, axes, low, high, least, mapping == "SYMMETRIC")
    assert t.node is not None
    fakes = t.node.meta["val"]
    dims = [[t.symbols.dim(size) for size in fake.shape] for fake in fakes]
    return [t.cast(t.reshape(v, d), dtype_of(f.dtype)) for v, d, f in zip(pair, dims, fakes, strict=True)]


@aten(_AO + "quantize_affine")
def quantize_affine(
    t: Translation, x: GraphExpr, block_size: Sequence[Any], scale: GraphExpr, zero: GraphExpr | None, dtype: Any,
    low: Any = None, high: Any = None,
) -> GraphExpr:  # fmt: skip
    dims, _ = _places(t, x, block_size)
    zero = _given(t, zero)
    shift = None if zero is None else t.reshape(zero, dims)
    return quantized(t, x, t.reshape(scale, dims), shift, low, high, t.dtype)


def _given(t: Translation, zero: GraphExpr | None) -> GraphExpr | None:
    """Zero points; torchao says that there are none by None, or by a tensor without elements."""
    return None if zero is None or t.shape(zero) == [0] else zero


@aten(_AO + "dequantize_affine")
def dequantize_affine(
    t: Translation, q: GraphExpr, block_size: Sequence[Any], scale: GraphExpr, zero: GraphExpr | None, dtype: Any,
    low: Any = None, high: Any = None, output_dtype: Any = None,
) -> GraphExpr:  # fmt: skip
    kind, zero = t.dtype, _given(t, zero)
    if isinstance(q, Constant):
        sizes = [int(size) for size in q.data.shape]
        counts = [size // block for size, block in zip(sizes, block_size, strict=True)]
        several = [n for n, count in enumerate(counts) if count > 1]
        if not several:
            return dequantized(t, q, scale, zero, None, 0, kind)
        if len(several) == 1 and block_size[several[0]] == 1:
            return dequantized(t, q, scale, zero, several[0], 0, kind)
        if len(sizes) == 2 and block_size[0] == 1:
            shift = None if zero is None else t.reshape(zero, counts)
            return dequantized(t, q, t.reshape(scale, counts), shift, 1, int(block_size[1]), kind)
    dims, _ = _places(t, q, block_size)
    factor = t.reshape(scale, dims)
    numbers = t.cast(q, "float32")
    if zero is not None:
        numbers = t.emit("subtract", numbers, t.cast(t.reshape(zero, dims), "float32"))
    return t.cast(t.emit("multiply", numbers, t.cast(factor, "float32")), kind)


# ---------------------------------------------------------------- products
@aten("_int_mm")
def int_mm(t: Translation, a: GraphExpr, b: GraphExpr) -> GraphExpr:
    return t.onnx("MatMulInteger", a, b)


@aten("_weight_int8pack_mm")
def weight_int8pack_mm(t: Translation, x: GraphExpr, weight: GraphExpr, scales: GraphExpr) -> GraphExpr:
    """x @ (weight * scales).T, with a scale per row of the weight."""
    real = dequantized(t, weight, scales, None, 0, 0, t.ctx.dtype(x))
    return t.emit("nn.dense", x, real)


def integer_sums(t: Translation, x: GraphExpr, weight: GraphExpr, **conv: Any) -> tuple[GraphExpr, GraphExpr] | None:
    """The sums of products of a value's bytes with a weight's, int32, and their scale: one, or one per row of the
    weight. With attributes of ONNX's ConvInteger a convolution; None where either is no value of bytes."""
    given, held = t.rounded.get(x), t.dequantized.get(weight)
    if given is None or held is None or held.block or held.axis not in (None, 0) or held.zero.data.any():
        return None
    if conv:
        sums = t.onnx("ConvInteger", given.data, held.data, given.zero, **conv)
    else:
        sums = t.onnx("MatMulInteger", given.data, Constant(np.ascontiguousarray(held.data.data.T)), given.zero)
    return sums, t.emit("multiply", given.scale, held.scale)


def transposed(t: Translation, x: GraphExpr, axes: list[int]) -> GraphExpr | None:
    """A constant of bytes, or one that is dequantised by one scale per row, with its axes in another order."""
    if isinstance(x, Constant):
        return Constant(np.ascontiguousarray(x.data.transpose(axes))) if x.data.dtype.itemsize == 1 else None
    held = t.dequantized.get(x)
    if held is None or held.block:
        return None
    data = Constant(np.ascontiguousarray(held.data.data.transpose(axes)))
    axis = None if held.axis is None else axes.index(held.axis)
    return dequantized(t, data, held.scale, held.zero, axis, 0, t.ctx.dtype(x))


def embedded(t: Translation, table: Dequantized, indices: GraphExpr, dtype: str) -> GraphExpr:
    """The rows of a dequantised table: rows of integers are taken, and only these are scaled."""
    rows = t.onnx("Gather", table.data, indices, axis=0)
    if table.axis is None:
        pair: list[GraphExpr] = [table.scale, table.zero]
    else:
        pair = [t.onnx("Gather", part, indices, axis=0) for part in (table.scale, table.zero)]
    dims, width = t.shape(rows), table.data.data.shape[1]
    count = width // table.block if table.block else 1
    rows = t.reshape(rows, [*dims[:-1], count, width // count])
    if table.axis is not None:
        pair = [t.reshape(part, [*dims[:-1], count, 1]) for part in pair]
    numbers = t.emit("subtract", t.cast(rows, "int32"), t.cast(pair[1], "int32"))
    made = t.emit("multiply", t.cast(numbers, "float32"), pair[0])
    return t.cast(t.emit("reshape", made, shape_arg([*dims[:-1], width])), dtype)
