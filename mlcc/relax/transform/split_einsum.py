"""Rewrites einsums of two operands to matrix products between transposes, which later passes optimise.

Example: ``bshd,bthd->bhst`` has batch letters b h (in both operands and the result), rows s, columns t and the
reduction d: ``matmul(x.transpose(b, h, s, d), y.transpose(b, h, t, d), transpose_b)``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from mlcc.analysis import same
from mlcc.ir import Constant, Expr, GraphCall, GraphExpr, GraphFunction, GraphTuple, GraphVar, IRModule, Op, as_int
from mlcc.target import Costs, costs_of
from mlcc.topi.shapes import product

from ..operators import dimensions, reshape_to
from ..rewrite import Emitter, rewrite
from .pass_ import FunctionPass


@dataclass(frozen=True)
class SplitEinsum(FunctionPass):
    """Replace ``einsum`` of two operands by `matmul`, with the transposes and reshapes that its letters require:
    letters of both operands and the result are batch dimensions, those of one operand and the result are rows or
    columns, and those of both operands only are reduced. A letter of two sizes that are not provably equal, and other
    einsums, stay."""

    costs: Costs = costs_of()

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        return rewrite(func, partial(_rule, self.costs), module)


def _rule(costs: Costs, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
    if not isinstance(value, GraphCall) or not isinstance(value.op, Op) or value.op.name != "einsum":
        return None
    operands = value.args[0].fields if isinstance(value.args[0], GraphTuple) else ()
    shapes = [dimensions(o) for o in operands]
    if len(operands) != 2 or None in shapes or not out.in_dataflow:
        return None
    letters = _letters(str(value.attrs.get("equation", "")))
    if letters is None or any(len(s or ()) != len(a) for s, a in zip(shapes, letters[:2], strict=True)):
        return None
    sizes: dict[str, Expr] = {}
    for shape, names in zip(shapes, letters[:2], strict=True):
        for letter, size in zip(names, shape or (), strict=True):
            if not same(sizes.setdefault(letter, size), size):
                return None
    return _Product(out, costs, sizes, *letters).emit(*operands)


def _letters(equation: str) -> tuple[str, str, str] | None:
    """The letters of the operands and the result if the einsum is a (batched) matrix product, else None."""
    inputs, arrow, result = equation.replace(" ", "").partition("->")
    left, comma, right = inputs.partition(",")
    if not arrow or not comma or not all(t.isalpha() and len(set(t)) == len(t) for t in (left, right, result)):
        return None
    a, b, c = set(left), set(right), set(result)
    if a ^ b ^ c != a & b & c or not (a & b) - c:  # each letter is in all three, or in two of them
        return None
    return left, right, result


@dataclass(frozen=True)
class _Product:
    """Emits the calls of an einsum; letters of a group are merged in the order of the result or the left operand."""

    out: Emitter
    costs: Costs
    sizes: dict[str, Expr]
    left: str
    right: str
    result: str

    def emit(self, x: GraphExpr, y: GraphExpr) -> GraphExpr:
        batch = [c for c in self.result if c in self.left and c in self.right]
        rows = [c for c in self.result if c not in self.right]
        columns = [c for c in self.result if c not in self.left]
        summed = [c for c in self.left if c not in self.result]
        many = all(self.assumed(group) >= self.costs.transpose_rows for group in (rows, columns))
        # transposing a matrix pays for itself if many rows are multiplied with it
        stays = [*self.right] == [*batch, *columns, *summed] and not (many and isinstance(y, GraphVar))
        x = self.matrices(x, self.left, batch, rows, summed)
        y = self.matrices(y, self.right, batch, *((columns, summed) if stays else (summed, columns)))
        attrs: dict[str, Any] = {"transpose_b": True} if stays else {}
        value: GraphExpr = GraphCall(Op("matmul"), (x, y), attrs)
        have = [*batch, *rows, *columns]
        if len(rows) != 1 or len(columns) != 1:
            value = reshape_to(self.out.emit(value), [self.sizes[c] for c in have])
        if have != [*self.result]:
            value = GraphCall(Op("transpose"), (self.out.emit(value),), {"axes": [have.index(c) for c in self.result]})
        return value

    def matrices(
        self, value: GraphExpr, have: str, batch: Sequence[str], first: Sequence[str], second: Sequence[str]
    ) -> GraphExpr:
        """An operand transposed to `batch` letters, then one merged dimension for each of the other groups."""
        axes = [have.index(c) for c in (*batch, *first, *second)]
        merged = (product([self.sizes[c] for c in group]) for group in (first, second))
        shape = [*(self.sizes[c] for c in batch), *merged]
        if isinstance(value, Constant):
            return Constant(value.data.transpose(axes).reshape([as_int(dim) or 0 for dim in shape]))
        if axes != sorted(axes):
            value = self.out.emit(GraphCall(Op("transpose"), (value,), {"axes": axes}))
        if len(first) != 1 or len(second) != 1:
            value = self.out.emit(reshape_to(value, shape))
        return value

    def assumed(self, group: Sequence[str]) -> float:
        """The rows or columns of a product, where those of symbolic size are many."""
        sizes = (as_int(self.sizes[c]) for c in group)
        return math.prod(self.costs.assumed_rows if size is None else size for size in sizes)
