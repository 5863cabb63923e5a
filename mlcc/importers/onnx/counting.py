"""Numbers that count along a dimension of symbolic size, as the indices of a batch do in what assigns to slices.

``x[:, :k] = v`` is exported as a ScatterND whose indices are ``range(batch)``, expanded, beside numbers that are known.
Such a value has two cores (see `repeated`): the elements at the first index of the dimension, and what each next index
adds. Where the first of the numbers of an index counts from 0, each item of a batch is assigned to on its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import onnx

from mlcc.analysis import same
from mlcc.ir import Constant, Expr, GraphExpr, TensorStructInfo, as_int

from .context import Context
from .folding import fold_node
from .values import Array, Value

Shape = tuple[Expr, ...]
#: The core of a result by the core and the shape of the first operand, and the shape of the result.
Rule = Callable[[Array, Shape, Shape], Array | None]
#: Operators that move numbers, of which the first operand, or all, are numbers.
_MOVES = frozenset({"Concat", "Transpose", "Unsqueeze"})


def note_counting(
    ctx: Context, node: onnx.NodeProto, inputs: Sequence[Value], results: Sequence[Value], rule: Rule | None,
    opsets: Mapping[str, int],
) -> None:  # fmt: skip
    """Notes whether a result counts: that of a Range, or what moves numbers that count. `rule` makes the core of one
    that takes another shape."""
    if len(results) != 1 or not isinstance(results[0], GraphExpr) or (target := shape_of(results[0])) is None:
        return
    if node.op_type == "Range":
        start, _, step = (value.data if isinstance(value, Constant) else None for value in inputs)
        if start is not None and step is not None and len(_symbolic(target)) == 1 and start.dtype.kind == "i":
            ctx.counting[results[0]] = start.reshape(1), step.reshape(1)
        return
    parts = [_parts(ctx, value) for value in inputs]
    dims = [_symbolic(shape) for value in inputs if value in ctx.counting and (shape := shape_of(value)) is not None]
    if not dims or len(_symbolic(target)) != 1 or not all(_equal(one, _symbolic(target)) for one in dims):
        return
    made: list[Array] = []
    for index in (0, 1):
        operands = [None if part is None else part[index] for part in parts]
        if rule is not None:
            shape = shape_of(inputs[0])
            core = None if operands[0] is None or shape is None else rule(operands[0], shape, target)
        elif node.op_type in _MOVES and all(operand is not None for operand in operands):
            # the axes of Unsqueeze are no numbers that count
            whole = [o if node.op_type == "Concat" or not n else parts[n][0] for n, o in enumerate(operands)]  # type: ignore[index]
            folded = fold_node(node, whole, opsets, 1 << 16)
            core = folded[0] if folded is not None else None
        else:
            return
        if core is None or core.shape != tuple(1 if as_int(d) is None else as_int(d) for d in target):
            return
        made.append(core)
    ctx.counting[results[0]] = made[0], made[1]


def scattered(
    ctx: Context, node: onnx.NodeProto, inputs: Sequence[Value], opsets: Mapping[str, int], limit: int
) -> list[Array] | None:
    """The core of a batch of which each item is assigned to at the same indices."""
    data, indices, updates = inputs[:3]
    shapes = [shape_of(value) for value in (data, indices, updates)]
    cores = [ctx.repeated.get(value) if isinstance(value, GraphExpr) else None for value in (data, updates)]
    if indices not in ctx.counting or cores[0] is None or cores[1] is None:
        return None
    numbers, steps = ctx.counting[indices]
    dims = [_symbolic(shape) for shape in shapes if shape is not None]
    if len(dims) < 3 or len(dims[0]) != 1 or not all(_equal(dims[0], other) for other in dims):
        return None
    of_items = shapes[0] is not None and as_int(shapes[0][0]) is None and not numbers[..., 0].any()
    if not of_items or not (steps[..., 0] == 1).all() or steps[..., 1:].any():
        return None
    folded = fold_node(node, [cores[0], numbers, cores[1]], opsets, limit)
    return None if folded is None or folded[0] is None else [folded[0]]


def _parts(ctx: Context, value: Value) -> tuple[Array, Array] | None:
    """The elements at the first index and what each next one adds."""
    if not isinstance(value, GraphExpr):
        return None
    if value in ctx.counting:
        return ctx.counting[value]
    core = value.data if isinstance(value, Constant) else ctx.repeated.get(value)
    return None if core is None or core.dtype.kind != "i" else (core, np.zeros_like(core))


def shape_of(value: Value) -> Shape | None:
    """The shape of a tensor; None for what has none."""
    info = value.sinfo if isinstance(value, GraphExpr) else None
    return info.shape if isinstance(info, TensorStructInfo) else None


def _symbolic(shape: Shape) -> list[Expr]:
    return [dim for dim in shape if as_int(dim) is None]


def _equal(dims: Sequence[Expr], others: Sequence[Expr]) -> bool:
    return len(dims) == len(others) and all(map(same, dims, others))
