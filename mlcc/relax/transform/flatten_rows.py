"""Flattens the leading dimensions of matrix products: (2, 7, 768) by (768, 64) is computed as (14, 768) by (768, 64).

A kernel keeps a tile of rows in registers. Tiles of a single row dimension may extend across batches: 14 rows are two
tiles of 7 or one of 14, while 7 rows per batch limit every tile to 7. Row-wise operators that follow the product stay
in flattened form, so that they fuse with it as an epilogue. Reshapes of complete tensors are views.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mlcc.analysis import Analyzer, same
from mlcc.ir import (
    Constant,
    Expr,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    Op,
    ShapeExpr,
    VarBinding,
    as_int,
    const,
)  # fmt: skip

from ..operators import VIEWS, are_same, dimensions, fusion_kind, is_null, operator_name
from ..rewrite import Emitter, rewrite
from .pass_ import FunctionPass

Dims = tuple[Expr, ...]
#: Products of rows with a matrix, and the numbers of dimensions that their second operand may have.
_PRODUCTS = {
    "matmul": (2,),
    "nn.dense": (2,),
    "nn.dense_packed": (3, 4),
    "qnn.dense_packed": (3,),
    "nn.dense_pairs": (3,),
    "nn.dense_widened": (3,),
    "nn.dense_parts": (4,),
    "nn.dense_bits": (3,),
    "qnn.dense_bits": (3,),
}
#: How many operands of a product have its rows, where that is not one: bytes with the factors of their blocks.
_WITH_ROWS = {"qnn.dense_bits": 2}
#: Those that only schedules of rows and columns compute.
_OF_MATRICES = frozenset({"nn.dense_widened"})
#: The dimensions of a matrix that is packed for tile registers, or as words.
_GROUPED = 4
#: Normalisations, which keep the shape, by the attribute that names their axes (default: the last one).
_ALONG = {"nn.layer_norm": "axes", "nn.rms_norm": "axes", "nn.softmax": "axis", "nn.log_softmax": "axis"}


@dataclass(frozen=True)
class FlattenRows(FunctionPass):
    """Rewrite the products of N-dimensional tensors with matrices to products of all rows at once. Elementwise
    operators, and normalisations along the last axis, of such results are flattened too; any other operator reads a
    view with all dimensions. Tensors with only one row dimension that is not 1 are left alone where it is the last one
    or the matrix is packed, unless tile registers hold several rows, whose schedules take rows and columns alone; sizes
    may be symbolic."""

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        flattener = _Flattener()
        return rewrite(func, flattener.rule, module, settle=flattener.whole)


@dataclass
class _Flattener:
    """The flattened forms of the values of one function.

    `rows` maps a value to its matrix; `made` maps values that exist as matrices only to their view with all dimensions,
    once one is needed; `views` maps (block, value) to the matrix view of a value that exists with all dimensions.
    `counts` are the symbolic row counts, kept because fusion considers shapes equal if they are the same objects.
    """

    rows: dict[GraphExpr, GraphVar] = field(default_factory=dict)
    made: dict[GraphVar, GraphVar | None] = field(default_factory=dict)
    views: dict[tuple[int, GraphVar], GraphVar] = field(default_factory=dict)
    counts: list[Expr] = field(default_factory=list)

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
        """The replacement for the result of a row-wise call, or None."""
        dims = dimensions(var)
        if not dims or not call.args:
            return None
        first, *others = call.args
        if name in VIEWS and first in self.rows:
            return self.view(var, self.rows[first], dims)
        operands: list[GraphExpr] | None = None
        attrs = dict(call.attrs)
        # Each operator keeps the flattened form (rows, columns), with its axes renumbered; the result is viewed in its
        # own shape.
        if name in _PRODUCTS:
            count = _WITH_ROWS.get(name, 1)
            if self.is_product(call, call.args[count], _PRODUCTS[name]):
                operands = [self.matrix(out, a) for a in call.args[:count]]
                operands += [self.whole(out, a) for a in call.args[count:]]
        elif name in _ALONG:
            if first in self.rows and _is_last_axis(attrs.get(_ALONG[name], -1), len(dims)):
                attrs[_ALONG[name]] = [1] if _ALONG[name] == "axes" else 1
                operands = [self.rows[first], *(self.whole(out, a) for a in others)]
        elif fusion_kind(call) in ("elemwise", "broadcast") and any(a in self.rows for a in call.args):
            operands = self.elementwise(out, call, dims)
            if attrs.get("axis") is not None:
                attrs["axis"] = 1
        if operands is None:
            return None
        return self.view(var, out.emit(GraphCall(call.op, tuple(operands), attrs), "rows"), dims)

    def is_product(self, call: GraphCall, weight: GraphExpr, ranks: tuple[int, ...]) -> bool:
        x = call.args[0]
        dims, other = dimensions(x), dimensions(weight)
        if dims is None or other is None or len(other) not in ranks or call.attrs.get("transpose_a"):
            return False
        several = sum(as_int(d) != 1 for d in dims[:-1])
        # (128, 1, 768): 128 products of one row to the schedules of matrices that are not packed
        outer = len(other) == 2 and several == 1 and as_int(dims[-2]) == 1
        of_matrices = len(other) == _GROUPED or operator_name(call) in _OF_MATRICES
        return x in self.rows or several > 1 or outer or of_matrices and len(dims) > 2

    def elementwise(self, out: Emitter, call: GraphCall, dims: Dims) -> list[GraphExpr] | None:
        """The operands of an elementwise call on matrices: matrices, and vectors that broadcast over the rows."""
        from mlcc import topi

        assert isinstance(call.op, Op)
        sizes = [dimensions(a) for a in call.args]
        if "axis" in topi.get_op(call.op.name).attrs:
            axis = call.attrs.get("axis", 1)
            single = all(s is not None and _is_one(s) for s in sizes[1:])
            if not single and axis is not None and axis % len(dims) != len(dims) - 1:
                return None
        operands: list[GraphExpr] = []
        for arg, own in zip(call.args, sizes, strict=True):
            if is_null(arg):
                operands.append(arg)
            elif own is not None and len(own) == len(dims) and _are_equal(own[:-1], dims[:-1]):
                operands.append(self.matrix(out, arg))
            elif own is not None and _is_one(own[:-1]):
                operands.append(_reshaped(out, self.whole(out, arg), own[-1:]))
            else:
                return None
        return operands

    def matrix(self, out: Emitter, value: GraphExpr) -> GraphExpr:
        """The matrix of all rows of a value: a view, emitted once per block, unless it exists as a matrix."""
        if value in self.rows:
            return self.rows[value]
        dims = dimensions(value)
        assert dims is not None
        if not isinstance(value, GraphVar):
            return _reshaped(out, value, self.matrix_dims(dims))
        key = (len(out.blocks), value)
        if key not in self.views:
            cast = _cast_of(out, value)
            if cast is None:
                self.views[key] = out.emit(_reshape(value, self.matrix_dims(dims)), "rows")
            else:  # a view between a cast and the product that reads it alone would keep them apart
                rows = self.matrix(out, cast.args[0])
                self.views[key] = out.emit(GraphCall(cast.op, (rows,), dict(cast.attrs)), "rows")
        return self.views[key]

    def matrix_dims(self, dims: Dims) -> Dims:
        """(number of rows, length of a row)"""
        static, count = 1, None
        for dim in dims[:-1]:
            size = as_int(dim)
            if size is not None:
                static *= size
            else:
                count = dim if count is None else count * dim
        if count is None:
            return const(static, "int64"), dims[-1]
        total = count if static == 1 else count * static
        have = next((c for c in self.counts if _are_equal((c,), (total,))), None)
        if have is None:
            self.counts.append(total)
        return total if have is None else have, dims[-1]

    def view(self, var: GraphVar, rows: GraphVar, dims: Dims) -> GraphExpr:
        """The replacement for `var`, which has the elements of the matrix `rows`; `rows` itself if the shapes match."""
        own = dimensions(rows)
        assert own is not None
        if _are_equal(own, dims):
            return rows
        if not _are_equal(own, self.matrix_dims(dims)) or not var.is_dataflow:
            return _reshape(rows, dims)
        placeholder = GraphVar(var.name, var.sinfo, var.is_dataflow)
        self.rows[placeholder] = rows
        self.made[placeholder] = None
        return placeholder

    def whole(self, out: Emitter, value: GraphExpr) -> GraphExpr:
        """`value` with all its dimensions."""
        if isinstance(value, GraphTuple):
            return GraphTuple(tuple(self.whole(out, f) for f in value.fields))
        if not isinstance(value, GraphVar) or value not in self.made:
            return value
        have = self.made[value]
        if have is None:
            dims = dimensions(value)
            assert dims is not None
            have = self.made[value] = out.emit(_reshape(self.rows[value], dims), like=value)
        return have


def _cast_of(out: Emitter, value: GraphVar) -> GraphCall | None:
    """The cast of another type that a value of this block is."""
    if not value.is_dataflow:
        return None
    bound = next((b for b in reversed(out.bindings) if b.var is value), None)
    call = bound.value if isinstance(bound, VarBinding) else None
    return call if isinstance(call, GraphCall) and operator_name(call) == "cast" else None


def _are_equal(a: Dims, b: Dims) -> bool:
    """Whether two shapes are equal, such as (n * (h * w),) and (w * n * h,): types of results are in normal form."""
    analyzer = Analyzer()
    return len(a) == len(b) and all(same(x, y) or analyzer.equal(x, y) for x, y in zip(a, b, strict=True))


def _is_one(dims: Dims) -> bool:
    return all(as_int(d) == 1 for d in dims)


def _reshape(value: GraphExpr, dims: Dims) -> GraphCall:
    return GraphCall(Op("reshape"), (value, ShapeExpr(dims)))


def _reshaped(out: Emitter, value: GraphExpr, dims: Dims) -> GraphExpr:
    have, sizes = dimensions(value), tuple(as_int(d) for d in dims)
    if have is not None and are_same(have, dims):
        return value
    if isinstance(value, Constant) and None not in sizes:
        return Constant(value.data.reshape([s for s in sizes if s is not None]))
    return out.emit(_reshape(value, dims))


def _is_last_axis(axes: object, ndim: int) -> bool:
    listed = axes if isinstance(axes, (list, tuple)) else [axes]
    return len(listed) == 1 and listed[0] in (-1, ndim - 1)
