"""Values that repeat along dimensions of symbolic size: a constant that is expanded to a batch, and what follows of it.

Such a value is a constant with one element in each of these dimensions, its core, and a shape:

    zeros of (batch, 10, 48) -> times (48, 48) -> plus (48,)        a core of (1, 10, 48), and the shape (batch, 10, 48)

The core of a result is what the node makes of the cores of its inputs. So queries and positions that no input of a
model has a part in are computed while importing, as those of a model without symbolic sizes are.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import onnx

from mlcc.analysis import same
from mlcc.ir import Constant, Expr, GraphExpr, GraphVar, ShapeExpr, all_roots, as_int

from .context import Context
from .counting import Rule, Shape, note_counting, scattered, shape_of
from .folding import fold_node, is_foldable
from .ops.elementwise import BINARY, UNARY, WITH_ATTRIBUTES
from .protos import attributes
from .values import Array, Value

#: Operators of which an element of the result depends on the elements of the inputs at its index, as broadcast.
_OF_ELEMENTS = frozenset({
    *UNARY, *BINARY, *WITH_ATTRIBUTES, "Cast", "Clip", "Div", "Gelu", "Identity", "IsInf", "Max", "Min", "Mod", "Where",
})  # fmt: skip
#: Operators that move elements: along a dimension of which all elements are equal, these are taken from the only one.
_MOVES = frozenset({"Concat", "Gather", "Slice", "Split", "Squeeze", "Transpose", "Unsqueeze"})
#: Operators that make all elements of an axis, or of several, one.
_REDUCE = frozenset(f"Reduce{name}" for name in ("L1", "L2", "Max", "Mean", "Min", "Prod", "Sum", "SumSquare"))


def repeat_results(
    ctx: Context, node: onnx.NodeProto, inputs: Sequence[Value], results: Sequence[Value], opsets: Mapping[str, int],
    limit: int,
) -> Sequence[Value]:  # fmt: skip
    """The results of a node as constants that are broadcast, where they repeat along all symbolic dimensions.

    `results` are what its converter made of it, and stay where that is not known; `limit` is the largest core, in
    elements, of a result that is larger than the cores of the inputs.
    """
    values = [value for value in inputs if isinstance(value, GraphExpr)]
    if node.op_type == "Range" or any(value in ctx.counting for value in values):
        note_counting(ctx, node, inputs, results, _SHAPED.get(node.op_type), opsets)
    of_repeated, is_source = any(value in ctx.repeated for value in values), node.op_type in _SOURCES
    if not (of_repeated or is_source) or not is_foldable(node):
        return results
    targets = [target for value in results if (target := shape_of(value)) is not None and _is_sized(ctx, target)]
    if len(targets) < len(results):
        return results
    wanted = [_core_shape(target) for target in targets]
    if all(map(_static, targets)) and not of_repeated:
        return results
    operands = [_core(ctx, value) for value in inputs]
    if node.op_type == "ScatterND":
        cores = scattered(ctx, node, inputs, opsets, limit)
    else:
        cores = _cores(node, inputs, operands, targets[0], opsets, limit)
    if cores is None or [core.shape for core in cores] != wanted or any(value in values for value in results):
        return results
    made: list[Value] = []
    for core, target, value in zip(cores, targets, results, strict=True):
        if core.dtype.kind not in "biuf" or core.dtype.name != ctx.info(value).dtype:
            return results
        result: GraphExpr = Constant(core)
        if not _static(target):
            # what makes values that repeat broadcasts weights that others may share
            result = ctx.tensor(value) if is_source else ctx.emit("broadcast_to", result, ShapeExpr(target))
            ctx.repeated[result] = core
        made.append(result)
    return made


def _is_sized(ctx: Context, shape: Shape) -> bool:
    """Whether the sizes of inputs determine a shape: others are known by the values that have them."""
    return not any(var in ctx.computed for dim in shape for var in all_roots(dim))


def _core_shape(shape: Shape) -> tuple[int, ...]:
    return tuple(1 if (number := as_int(dim)) is None else number for dim in shape)


def _core(ctx: Context, value: Value) -> Array | None:
    if isinstance(value, Constant):
        return None if value in ctx.narrow or value in ctx.texts else value.data
    return ctx.repeated.get(value) if isinstance(value, GraphVar) else None


def _cores(
    node: onnx.NodeProto, inputs: Sequence[Value], operands: Sequence[Array | None], target: Shape,
    opsets: Mapping[str, int], limit: int,
) -> list[Array] | None:  # fmt: skip
    """The cores of the results; None where the rules do not say. Those of a wrong shape are no cores."""
    shapes = [shape_of(value) for value in inputs]
    known = all(operand is not None or value is None for operand, value in zip(operands, inputs, strict=True))
    rule = _RULES.get(node.op_type)
    if rule is None and (node.op_type == "Gather" and not known or _takes_nearest(node)):
        rule = _chosen
    if rule is not None:
        if operands[0] is None or shapes[0] is None or math.prod(_core_shape(target)) > limit:
            return None
        core = rule(operands[0], shapes[0], target)
        return None if core is None else [np.ascontiguousarray(core)]
    if node.op_type == "ConstantOfShape":
        operands = [np.array(_core_shape(target), np.int64)]
    elif not known or not _commutes(node, operands, shapes):
        return None
    folded = fold_node(node, operands, opsets, limit)
    return None if folded is None or any(core is None for core in folded) else [c for c in folded if c is not None]


def _commutes(node: onnx.NodeProto, operands: Sequence[Array | None], shapes: Sequence[Shape | None]) -> bool:
    """Whether a node makes the core of its result of the cores of its operands."""
    if node.op_type in _OF_ELEMENTS or node.op_type in _MOVES:
        return True
    first, second = shapes[0], shapes[1] if len(shapes) > 1 else None
    if first is None:
        return False
    if node.op_type == "MatMul":
        return second is not None and bool(first and second) and _static(first[-1:]) and _static(second[-2:][:1])
    if node.op_type == "Gemm":
        attrs = attributes(node)
        inner = [0 if attrs.get("transA") else 1, 1 if attrs.get("transB") else 0]
        return second is not None and _static((first[inner[0]], second[inner[1]]))
    if node.op_type in _REDUCE:
        given = attributes(node).get("axes", operands[1] if len(operands) > 1 else None)
        axes = [] if given is None else np.asarray(given).ravel().tolist()
        return bool(axes) and all(-len(first) <= axis < len(first) and _static((first[axis],)) for axis in axes)
    if node.op_type == "CumSum":
        axis = int(np.asarray(operands[1]).ravel()[0])
        return -len(first) <= axis < len(first) and _static((first[axis],))
    return False


def _takes_nearest(node: onnx.NodeProto) -> bool:
    """Whether all elements of a result are such of the first operand: an image that is resized so."""
    if node.op_type != "Resize":
        return False
    attrs = attributes(node)
    outside = attrs.get("coordinate_transformation_mode", b"half_pixel")
    return attrs.get("mode", "nearest") == "nearest" and outside != "tf_crop_and_resize"


def _static(dims: Sequence[Expr]) -> bool:
    return all(as_int(dim) is not None for dim in dims)


def _expanded(core: Array, shape: Shape, target: Shape) -> Array | None:
    """Of an expanded value: dimensions of symbolic size hold copies of one element."""
    try:
        return np.broadcast_to(core, _core_shape(target))
    except ValueError:
        return None


def _expanded_beside(core: Array, shape: Shape, target: Shape) -> Array | None:
    """Of a value that is not expanded along its symbolic dimensions: each stays where it is, from the last one on."""
    stay = [as_int(dim) is None for dim in shape] == [as_int(dim) is None for dim in target[len(target) - len(shape) :]]
    return _expanded(core, shape, target) if stay else None


def _tiled(core: Array, shape: Shape, target: Shape) -> Array | None:
    """Of a value that is repeated whole: a symbolic number of times only where it has one element, or is repeated."""
    repeats = []
    for have, dim in zip(core.shape, target, strict=True):
        size = as_int(dim)
        if (size is None and have != 1) or (size is not None and (not have or size % have)):
            return None
        repeats.append(1 if size is None else size // have)
    return np.tile(core, repeats)


def _reshaped(core: Array, shape: Shape, target: Shape) -> Array | None:
    """Of a value of another shape: its symbolic dimensions stay, and so do the elements between each two of them; or
    all elements are equal."""
    equal = _chosen(core, shape, target)
    return _of_shape(core, shape, target) if equal is None else equal


def _of_shape(core: Array, shape: Shape, target: Shape) -> Array | None:
    (have, sizes), (want, others) = _runs(shape), _runs(target)
    stays = sizes == others and len(have) == len(want) and all(map(same, have, want))
    return core.reshape(_core_shape(target)) if stays else None


def _chosen(core: Array, shape: Shape, target: Shape) -> Array | None:
    """Of elements that are chosen from a value: whichever these are, if all are equal."""
    if not core.size or not (core == core.flat[0]).all():
        return None
    return np.full(_core_shape(target), core.flat[0], core.dtype)


def _runs(shape: Shape) -> tuple[list[Expr], list[int]]:
    """The symbolic dimensions, and the elements before, between and after them."""
    symbolic: list[Expr] = []
    runs = [1]
    for dim in shape:
        size = as_int(dim)
        if size is None:
            symbolic.append(dim)
            runs.append(1)
        else:
            runs[-1] *= size
    return symbolic, runs


#: What makes values that repeat of others.
_SOURCES = frozenset({"ConstantOfShape", "Expand", "Tile"})
#: The core of a result by that of the first operand and by both shapes; other operands are parts of the shape.
_RULES: Mapping[str, Rule] = {
    "Expand": _expanded, "Tile": _tiled, "Reshape": _reshaped, "Flatten": _reshaped,
}  # fmt: skip
#: The same for numbers that are not the same at each index.
_SHAPED: Mapping[str, Rule] = {"Expand": _expanded_beside, "Reshape": _of_shape, "Flatten": _of_shape}
