"""Constant folding at import time: nodes with constant inputs are evaluated by onnx's reference implementation.

The reference adds numbers of 16 bits in 16 bits: of the mean of 30,000 bfloat16 it has the first percent. Such numbers
are widened to float32, and what the standard gives the same type is rounded once, at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import ml_dtypes
import numpy as np
import onnx
from numpy.typing import ArrayLike

from mlcc.ir import dtype as dt
from mlcc.narrow_types import format_of
from mlcc.string_rows import is_text

from .evaluator import evaluate
from .functions import schema_of
from .protos import normal_domain
from .values import Array

#: Operators whose results are not functions of their inputs, and control flow.
_NEVER = frozenset(
    [
        *("RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike", "Multinomial", "Bernoulli"),
        *("Dropout", "If", "Loop", "Scan", "SequenceMap", "SequenceEmpty", "SequenceConstruct", "SplitToSequence"),
        *("Optional", "OptionalHasElement", "OptionalGetElement"),
        # the reference has coordinates in float32, whatever their type
        *("GridSample", "AffineGrid"),
        # the reference takes the logarithm of what underflowed, and has the axes of opset 13 in all opsets
        *("LogSoftmax", "SoftmaxCrossEntropyLoss", "Softmax", "Hardmax"),
        # until opset 7 it counts what is padded
        "AveragePool",
    ]
)
#: Operators whose folding would only store weights again, larger.
_GROWING = frozenset({"Expand", "Tile", "ConstantOfShape", "Range", "Pad", "OneHot", "Resize", "Upsample"})
#: Operators that compute nothing: weights that they move stay as they are.
_MOVES = frozenset(
    [
        *("Transpose", "Reshape", "Flatten", "Squeeze", "Unsqueeze", "Identity", "Concat", "Split", "Slice", "Gather"),
        *("GatherElements", "GatherND", "Expand", "Tile", "Pad", "Where", "DepthToSpace", "SpaceToDepth"),
    ]
)
#: Floats of 16 bits.
_SHORT = (np.dtype(np.float16), np.dtype(ml_dtypes.bfloat16))
#: The largest result (in elements) that is folded; larger ones are computed at run time.
_MOST = 1 << 29


def is_foldable(node: onnx.NodeProto) -> bool:
    """True for operators whose result the reference may compute while importing."""
    return node.op_type not in _NEVER and node.domain in ("", "ai.onnx")


def fold_node(
    node: onnx.NodeProto, inputs: Sequence[Array | None], opsets: Mapping[str, int], limit: int
) -> list[Array | None] | None:
    """The outputs, or None if the reference cannot compute them, or they would be much larger than its inputs."""
    if _size(node, inputs) > (limit if node.op_type in _GROWING else _MOST):
        return None
    if node.op_type == "DequantizeLinear" and inputs[0] is not None and inputs[0].size > 1:
        return None  # integer matrix multiplications need the integers
    if node.op_type == "QuantizeLinear" and not _fits_int32(inputs):
        return None  # the reference converts to int32 before it saturates
    wide, types = _widened(node, inputs, opsets)
    feeds = {name: array for name, array in zip(node.input, wide, strict=False) if array is not None}
    try:
        with np.errstate(all="ignore"):
            results = _narrowed(node, _evaluate(node, feeds, opsets), types, opsets)
    except Exception:  # the reference raises many kinds of errors; the converter then decides
        return None
    folded: list[Array | None] = []
    for name in node.output:
        value = results.get(name)
        if value is None:
            folded.append(None)
            continue
        array = np.asarray(value)
        if is_text(array):
            array = array.astype(object)
        elif array.dtype.name not in dt.SCALARS and format_of(array) is None:
            return None
        folded.append(np.ascontiguousarray(array) if array.ndim else array)
    return folded


def _widened(
    node: onnx.NodeProto, inputs: Sequence[Array | None], opsets: Mapping[str, int]
) -> tuple[list[Array | None], dict[str, np.dtype[Any]]]:
    """The inputs with floats of 16 bits as float32, and which types of the operator these were, by the names that its
    definition gives them."""
    types: dict[str, np.dtype[Any]] = {}
    if node.op_type in _MOVES or not any(array is not None and array.dtype in _SHORT for array in inputs):
        return [*inputs], types
    wide: list[Array | None] = []
    for array, kind in zip(inputs, _type_names(node, opsets, "inputs", len(inputs)), strict=True):
        if array is not None and array.dtype in _SHORT and kind is not None:
            types[kind] = array.dtype
            array = array.astype(np.float32)
        wide.append(array)
    return wide, types


def _narrowed(
    node: onnx.NodeProto, results: dict[str, Any], types: Mapping[str, np.dtype[Any]], opsets: Mapping[str, int]
) -> dict[str, Any]:
    """The results in the types that they have by the operator's definition, where an input of a type was widened."""
    if not types:
        return results
    done = dict(results)
    for name, kind in zip(node.output, _type_names(node, opsets, "outputs", len(node.output)), strict=True):
        if kind is not None and kind in types and name in done:
            done[name] = np.asarray(done[name]).astype(types[kind])
    return done


def _type_names(node: onnx.NodeProto, opsets: Mapping[str, int], what: str, count: int) -> list[str | None]:
    """The name of the type of each input or output by the operator's definition; the last one holds for all others."""
    schema = schema_of(node, opsets.get(normal_domain(node.domain), 1))
    formal = getattr(schema, what) if schema is not None else ()
    return [formal[min(n, len(formal) - 1)].type_str if formal else None for n in range(count)]


def _fits_int32(inputs: Sequence[Array | None]) -> bool:
    """Whether numbers by the least scale are far from the ends of int32, zero points included."""
    x, scale, *_ = inputs
    if x is None or scale is None or not x.size:
        return True
    with np.errstate(all="ignore"):
        most = np.abs(np.asarray(x, np.float64)).max() / np.abs(np.asarray(scale, np.float64)).min()
    return bool(most < np.iinfo(np.int32).max / 2)


def _size(node: onnx.NodeProto, inputs: Sequence[Array | None]) -> float:
    """The number of elements of a result that may be much larger than the inputs."""
    operands = [array for array in inputs if array is not None]
    try:
        with np.errstate(all="ignore"):
            return _SIZES.get(node.op_type, _spread)(*operands)
    except (TypeError, ValueError, IndexError, ZeroDivisionError):  # malformed: the reference will say
        return 0


def _product(numbers: ArrayLike) -> float:
    """The product of numbers that may be huge, as a float; negative ones count as 1."""
    return float(np.prod(np.maximum(np.asarray(numbers, np.float64), 1)))


def _spread(*arrays: Array) -> float:
    """For results of about the size of the broadcast, or of the concatenation, of the operands."""
    try:
        common = _product(np.broadcast_shapes(*(array.shape for array in arrays)))
    except ValueError:
        common = 0
    return max(common, sum(array.size for array in arrays))


def _outer(a: Array, b: Array, *_: Array) -> float:
    """Rows of `a` times columns of `b`."""
    return float(a.size / max(a.shape[-1], 1) * b.shape[-1])


def _padded(data: Array, pads: Array, *_: Array) -> float:
    grown = np.abs(pads.astype(np.float64)).reshape(2, -1).sum(0)
    return _product(np.array(data.shape) + grown)


def _resized(data: Array, *others: Array) -> float:
    """The last operand holds sizes or scale factors."""
    last = others[-1] if others else np.ones(1)
    return _product(last) if last.dtype.kind in "iu" else _product(last) * data.size


#: The size of an operator's result by its operands.
_SIZES: Mapping[str, Callable[..., float]] = {
    "ConstantOfShape": lambda shape: _product(shape),
    "Expand": lambda data, shape: _product(shape) if shape.size >= data.ndim else _product(shape) * data.size,
    "Tile": lambda data, *repeats: _product(repeats[-1]) * data.size,
    "Range": lambda start, limit, delta: max(float((float(limit) - float(start)) / float(delta)), 0.0),
    "OneHot": lambda indices, depth, *_: _product(depth) * indices.size,
    "Pad": _padded, "Resize": _resized, "Upsample": _resized, "MatMul": _outer, "Gemm": _outer,
}  # fmt: skip


def _evaluate(node: onnx.NodeProto, feeds: Mapping[str, Array], opsets: Mapping[str, int]) -> dict[str, Any]:
    graph = onnx.GraphProto()
    graph.name = "fold"
    graph.node.append(node)
    for name, array in feeds.items():
        kind = onnx.helper.np_dtype_to_tensor_dtype(array.dtype)
        graph.input.append(onnx.helper.make_tensor_value_info(name, kind, array.shape))
    wanted = [name for name in node.output if name]
    for name in wanted:
        result = onnx.ValueInfoProto()
        result.name = name
        graph.output.append(result)
    imports = [onnx.helper.make_opsetid(d, v) for d, v in opsets.items()]
    model = onnx.helper.make_model(graph, opset_imports=imports, ir_version=10)
    return dict(zip(wanted, evaluate(model, feeds), strict=False))
