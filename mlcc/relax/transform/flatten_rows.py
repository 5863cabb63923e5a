"""Products of tensors with several leading dimensions become products of matrices.

A kernel keeps a tile of rows in registers; where the rows are counted by one dimension any number of them makes a tile.
So the left operand of a product is taken as a matrix of all its rows, and what follows row by row stays one: the
epilogue is fused with the product. Reshapes of whole tensors move nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import ClassVar

from mlcc.ir import GraphCall, GraphExpr, GraphFunction, GraphTuple, GraphVar, IRModule, Op

from ..operators import VIEWS, fusion_kind, is_null, reshape_to
from ..rewrite import Emitter, rewrite
from .blocked_weights import reshaped, static_shape
from .pass_ import FunctionPass

#: Products of rows with a matrix, and the number of dimensions of their second operand.
_PRODUCTS = {"matmul": 2, "nn.dense": 2, "nn.dense_packed": 3}
#: Operators along given axes that keep the shape, by the attribute that names the axes: its default is the last one.
_ALONG = {"nn.layer_norm": "axes", "nn.rms_norm": "axes", "nn.softmax": "axis", "nn.log_softmax": "axis"}


@dataclass(frozen=True)
class FlattenRows(FunctionPass):
    """Rewrite the products of N-dimensional tensors with matrices to products of all rows at once. Elementwise
    operators, and normalisations along the last axis, of such results work on the rows too; where another operator
    needs the dimensions, it gets a view. Tensors with one dimension of rows that is not 1 are left alone; shapes must
    be known."""

    name: ClassVar[str] = "FlattenRows"

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        flattener = _Flattener()
        return rewrite(func, flattener.rule, module, settle=flattener.whole)


@dataclass
class _Flattener:
    """The matrices that stand for the values of one function.

    `rows` has them by value; `made` the values that exist as matrices only, and, once something needed it, the view
    with all dimensions; `views` the matrices made of other values, each of them in one block of bindings.
    """

    rows: dict[GraphExpr, GraphVar] = field(default_factory=dict)
    made: dict[GraphVar, GraphVar | None] = field(default_factory=dict)
    views: dict[tuple[int, GraphVar], GraphVar] = field(default_factory=dict)

    def rule(self, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        if not isinstance(value, GraphCall):
            plain = self.whole(out, value)
            return None if plain is value else plain
        if out.in_dataflow and isinstance(value.op, Op):
            new = self.flatten(out, var, value, value.op.name)
            if new is not None:
                return new
        args = tuple(self.whole(out, a) for a in value.args)
        if all(a is b for a, b in zip(args, value.args, strict=True)):
            return None
        return GraphCall(value.op, args, value.attrs, value.sinfo_args, value.sinfo)

    def flatten(self, out: Emitter, var: GraphVar, call: GraphCall, name: str) -> GraphExpr | None:
        """What stands for the result of a call that works row by row."""
        shape = static_shape(var)
        if shape is None or not shape or not call.args:
            return None
        first, *others = call.args
        if name in VIEWS and first in self.rows:
            return self.view(var, self.rows[first], shape)
        if len(shape) < 3 and first not in self.rows:
            return None
        operands: list[GraphExpr] | None = None
        attrs = dict(call.attrs)
        if name in _PRODUCTS:
            if self.is_product(call, _PRODUCTS[name]):
                operands = [self.matrix(out, first), *(self.whole(out, a) for a in others)]
        elif first in self.rows and name in _ALONG:
            if _last_axis_only(attrs.get(_ALONG[name], -1), len(shape)):
                attrs[_ALONG[name]] = [1] if _ALONG[name] == "axes" else 1
                operands = [self.rows[first], *(self.whole(out, a) for a in others)]
        elif fusion_kind(call) in ("elemwise", "broadcast") and any(a in self.rows for a in call.args):
            operands = self.elementwise(out, call, shape)
            if attrs.get("axis") is not None:
                attrs["axis"] = 1
        if operands is None:
            return None
        return self.born(out, var, GraphCall(call.op, tuple(operands), attrs), shape)

    def is_product(self, call: GraphCall, ndim: int) -> bool:
        x, weight = call.args[0], call.args[1]
        shape, other = static_shape(x), static_shape(weight)
        if shape is None or other is None or len(other) != ndim or call.attrs.get("transpose_a"):
            return False
        return x in self.rows or (len(shape) > 2 and sum(d != 1 for d in shape[:-1]) > 1)

    def elementwise(self, out: Emitter, call: GraphCall, shape: tuple[int, ...]) -> list[GraphExpr] | None:
        """The operands of an elementwise call of matrices: rows for rows, and vectors that are the same for each."""
        from mlcc import topi

        assert isinstance(call.op, Op)
        shapes = [static_shape(a) for a in call.args]
        if "axis" in topi.get_op(call.op.name).attrs:
            axis = call.attrs.get("axis", 1)
            single = all(s is not None and math.prod(s) == 1 for s in shapes[1:])
            if not single and axis is not None and axis % len(shape) != len(shape) - 1:
                return None
        operands: list[GraphExpr] = []
        for arg, own in zip(call.args, shapes, strict=True):
            if is_null(arg):
                operands.append(arg)
            elif own is not None and len(own) == len(shape) and own[:-1] == shape[:-1]:
                operands.append(self.matrix(out, arg))
            elif own is not None and math.prod(own[:-1]) == 1:
                operands.append(reshaped(out, self.whole(out, arg), own[-1:]))
            else:
                return None
        return operands

    def matrix(self, out: Emitter, value: GraphExpr) -> GraphExpr:
        """All rows of a value: a view, made once, where it does not exist as a matrix."""
        if value in self.rows:
            return self.rows[value]
        shape = static_shape(value)
        assert shape is not None
        if not isinstance(value, GraphVar):
            return reshaped(out, value, _matrix_shape(shape))
        place = (len(out.blocks), value)
        if place not in self.views:
            self.views[place] = out.emit(reshape_to(value, _matrix_shape(shape)), "rows")
        return self.views[place]

    def born(self, out: Emitter, var: GraphVar, call: GraphCall, shape: tuple[int, ...]) -> GraphExpr:
        """Bind a matrix in the place of `var`."""
        return self.view(var, out.emit(call, "rows"), shape)

    def view(self, var: GraphVar, rows: GraphVar, shape: tuple[int, ...]) -> GraphExpr:
        """What stands for `var` whose elements are those of a matrix: nothing is done where it has the same rows."""
        own = static_shape(rows)
        if own == shape:
            return rows
        if own != _matrix_shape(shape) or not var.is_dataflow:
            return reshape_to(rows, shape)
        stand_in = GraphVar(var.name, var.sinfo, var.is_dataflow)
        self.rows[stand_in] = rows
        self.made[stand_in] = None
        return stand_in

    def whole(self, out: Emitter, value: GraphExpr) -> GraphExpr:
        """`value` with all its dimensions."""
        if isinstance(value, GraphTuple):
            return GraphTuple(tuple(self.whole(out, f) for f in value.fields))
        if not isinstance(value, GraphVar) or value not in self.made:
            return value
        have = self.made[value]
        if have is None:
            shape = static_shape(value)
            assert shape is not None
            have = self.made[value] = out.emit(reshape_to(self.rows[value], shape), like=value)
        return have


def _matrix_shape(shape: tuple[int, ...]) -> tuple[int, ...]:
    return (math.prod(shape[:-1]), shape[-1])


def _last_axis_only(axes: object, ndim: int) -> bool:
    listed = axes if isinstance(axes, (list, tuple)) else [axes]
    return len(listed) == 1 and listed[0] in (-1, ndim - 1)
