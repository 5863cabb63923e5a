"""Operands of attention as they are in memory: movements that its kernel does as it reads."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mlcc.analysis import Analyzer
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

Dims = tuple[Expr, ...]
#: Operators whose results are elements of their operand in another order.
MOVEMENTS = VIEWS | {"transpose", "strided_slice"}
#: Numbers that stand for symbolic dimensions where only the order of elements in memory is asked for.
_STAND_INS = (5, 7, 11, 13, 17, 19, 23)
#: Movements of larger values are not followed: a stand-in takes a byte for each element.
_LARGEST_STAND_IN = 1 << 30


@dataclass(frozen=True)
class Operand:
    """`moves`, first to last, of `source`."""

    source: GraphExpr
    moves: tuple[GraphCall, ...] = ()

    def layout(self) -> np.ndarray[Any, Any] | None:
        """An array of bytes that lies in memory as the operand lies in its source; None where it lies in pieces."""
        shapes = _stand_ins([dimensions(value) for value in (self.source, *self.moves)])
        if shapes is None or math.prod(shapes[0]) > _LARGEST_STAND_IN:
            return None
        found: np.ndarray[Any, Any] | None = np.empty(shapes[0], np.uint8)
        for call, shape in zip(self.moves, shapes[1:], strict=False):
            found = _moved(found, call, shape) if found is not None else None
        return found

    def bind(self, bindings: list[VarBinding]) -> GraphExpr:
        """The value that the moves give, each bound to a new variable."""
        value = self.source
        for call in self.moves:
            bindings.append(VarBinding(GraphVar("moved", call.sinfo), update(call, args=(value, *call.args[1:]))))
            value = bindings[-1].var
        return value


def _stand_ins(shapes: Sequence[Dims | None]) -> list[tuple[int, ...]] | None:
    """Shapes with a number of its own for each symbol, and for each quotient, minimum or the like of symbols; None
    where a shape is unknown, or no such numbers make it one."""
    analyzer = Analyzer()
    known = [[analyzer.poly(d).terms for d in shape] for shape in shapes if shape is not None]
    atoms = dict.fromkeys(atom for shape in known for terms in shape for product in terms for atom in product)
    if len(known) < len(shapes) or len(atoms) > len(_STAND_INS):
        return None
    sizes = dict(zip(atoms, _STAND_INS, strict=False))
    found = [tuple(_evaluated(terms, sizes) for terms in shape) for shape in known]
    return None if any(n < 0 for shape in found for n in shape) else found


def _evaluated(terms: Mapping[Any, int], sizes: Mapping[Any, int]) -> int:
    return sum(factor * math.prod(sizes[atom] for atom in product) for product, factor in terms.items())


def _moved(x: np.ndarray[Any, Any], call: GraphCall, shape: tuple[int, ...]) -> np.ndarray[Any, Any] | None:
    """The result of a movement as a view of `x`, or None where there is none."""
    attrs = call.attrs
    match operator_name(call):
        case "transpose":
            transposed: np.ndarray[Any, Any] = x.transpose(attrs.get("axes"))
            return transposed
        case "strided_slice":
            begin, axes = attrs.get("begin", ()), attrs.get("axes") or range(x.ndim)
            first = {a % x.ndim: as_int(b) for a, b in zip(axes, begin, strict=False)}
            if len(call.args) > 1 or any(as_int(n) != 1 for n in attrs.get("strides") or ()) or None in first.values():
                return None
            starts = [_clamped(first.get(a) or 0, n) for a, n in enumerate(x.shape)]
            cut: np.ndarray[Any, Any] = x[tuple(slice(a, a + n) for a, n in zip(starts, shape, strict=True))]
            return cut if cut.shape == shape else None
    if math.prod(shape) != x.size:
        return None  # for other sizes than the stand-ins it may fit
    flat = x.reshape(shape)
    return flat if np.may_share_memory(flat, x) or not flat.size else None


def _clamped(begin: int, size: int) -> int:
    return max(0, begin + size) if begin < 0 else min(begin, size)


def exchanged(axes: Sequence[int]) -> list[int]:
    """`axes` with the last two exchanged."""
    return [*axes[:-2], axes[-1], axes[-2]]


def exchange(operand: Operand, value: GraphExpr) -> Operand:
    """The operand `value` with its last two dimensions exchanged; two transposes in a row become one, or none."""
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
