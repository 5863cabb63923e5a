"""Operands of attention before their transposes, slices and reshapes, which the kernel applies as it reads them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mlcc.analysis import Analyzer, Poly
from mlcc.ir import (
    Expr,
    GraphCall,
    GraphExpr,
    GraphVar,
    Op,
    TensorStructInfo,
    VarBinding,
    as_int,
    update,
)

from ..operators import VIEWS, dimensions, operator_name
from .strided_layout import StridedLayout

Dims = tuple[Expr, ...]
#: Operators whose results are a selection or permutation of their operand's elements.
MOVEMENTS = VIEWS | {"transpose", "strided_slice"}


@dataclass(frozen=True)
class Operand:
    """The value of `source` after `moves`, which are applied in order."""

    source: GraphExpr
    moves: tuple[GraphCall, ...] = ()

    def layout(self) -> StridedLayout | None:
        """The strides of the operand within its source, for all values of symbolic sizes; None if it is not a view.

        Reading (B, S, H, D) as (B, H, S, D) is a view; merging B and H of the latter is not.
        """
        analyzer = Analyzer()
        shapes: list[list[Poly]] = []
        for value in (self.source, *self.moves):
            dims = dimensions(value)
            if dims is None:
                return None
            shapes.append([analyzer.poly(dim) for dim in dims])
        layout: StridedLayout | None = StridedLayout.contiguous(shapes[0])
        for call, shape in zip(self.moves, shapes[1:], strict=True):
            layout = _moved(layout, call, shape) if layout is not None else None
        return layout

    def bind(self, bindings: list[VarBinding]) -> GraphExpr:
        """Append the moves to `bindings`, each bound to a new variable; returns the last of them."""
        value = self.source
        for call in self.moves:
            bindings.append(VarBinding(GraphVar("moved", call.sinfo), update(call, args=(value, *call.args[1:]))))
            value = bindings[-1].var
        return value


def _moved(layout: StridedLayout, call: GraphCall, shape: Sequence[Poly]) -> StridedLayout | None:
    """The layout of a movement's result with the extents `shape`, or None if it is not a view."""
    attrs = call.attrs
    match operator_name(call):
        case "transpose":
            return layout.transposed(attrs.get("axes"))
        case "strided_slice":
            steps, begin = attrs.get("strides") or (), attrs.get("begin", ())
            if len(call.args) > 1 or any(as_int(n) != 1 for n in steps) or any(as_int(n) is None for n in begin):
                return None
            return layout.sliced(shape)
    return layout.reshaped(shape)


def exchanged(axes: Sequence[int]) -> list[int]:
    """`axes` with the last two exchanged."""
    return [*axes[:-2], axes[-1], axes[-2]]


def exchange(operand: Operand, value: GraphExpr) -> Operand:
    """The operand `value` with its last two dimensions exchanged; consecutive transposes are merged or cancel."""
    info = value.sinfo
    assert isinstance(info, TensorStructInfo)
    assert info.shape is not None
    before, axes = operand.moves, list(range(info.ndim))
    if before and operator_name(before[-1]) == "transpose" and before[-1].attrs.get("axes"):
        axes = [int(a) % info.ndim for a in before[-1].attrs["axes"]]
        before = before[:-1]
    if exchanged(axes) == list(range(info.ndim)):
        return replace(operand, moves=before)
    transposed = TensorStructInfo(tuple(info.shape[a] for a in exchanged(range(info.ndim))), info.dtype)
    call = GraphCall(Op("transpose"), (operand.source,), {"axes": exchanged(axes)}, sinfo=transposed)
    return replace(operand, moves=(*before, call))
