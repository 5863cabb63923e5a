"""Movements of a tensor's elements as an order of the factors of its dimensions.

A reshape splits dimensions into factors and groups these anew, and a transpose permutes them: after

    reshape    (n, h, 2)              to (n, h // 2, 2, 2)
    transpose                         to (2, n, h // 2, 2)

the second dimension of the source has the factors ``h // 2`` and 2, and that last one is the first dimension.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeGuard

from mlcc.analysis import ShapeFactors, symbolic_divisions, to_expr
from mlcc.ir import Expr, GraphCall, GraphExpr, as_int, const

from ..operators import VIEWS, dimensions, operator_name

#: Conversions to channel blocks and back.
_BLOCKED = ("nn.to_blocked", "nn.from_blocked")


def is_movement(value: GraphExpr) -> TypeGuard[GraphCall]:
    """Whether a call gives the elements of its operand in an order of the factors of dimensions."""
    name = operator_name(value)
    if not isinstance(value, GraphCall) or not value.args or None in map(dimensions, (value, value.args[0])):
        return False
    # Blocks that are filled up with zeros have elements that the operand has not.
    return name in VIEWS or name == "transpose" or name in _BLOCKED and _block_of(value) is not None


def _block_of(call: GraphCall) -> tuple[int, int] | None:
    """The axis of the channels and the length of a block, if all blocks are whole."""
    blocked, plain = (dimensions(v) or () for v in (call, call.args[0]))
    if operator_name(call) == "nn.from_blocked":
        blocked, plain = plain, blocked
    axis = int(call.attrs.get("axis", 1)) % len(plain)
    channels, block = as_int(plain[axis]), as_int(blocked[-1])
    return (axis, block) if channels and block and channels % block == 0 else None


@dataclass(eq=False)
class Factor:
    """A factor of a dimension: its size, and the factors that it is the product of."""

    size: Expr
    parts: list[Factor] | None = None

    def leaves(self) -> list[Factor]:
        """The factors that are not split."""
        return [self] if self.parts is None else leaves_of(self.parts)


def leaves_of(factors: Sequence[Factor]) -> list[Factor]:
    """The factors of a product that are not split."""
    return [leaf for factor in factors for leaf in factor.leaves()]


@dataclass
class MovementChain:
    """Movements of the elements of `source`, whose dimensions have the factors `own`.

    `dims` are the factors of each dimension of the last result. `divisions` counts the symbolic sizes by which the
    reshapes divide; `assumed` says whether one of them needs equal numbers of elements.
    """

    source: GraphExpr
    own: list[Factor]
    dims: list[list[Factor]]
    shapes: ShapeFactors
    calls: list[GraphCall] = field(default_factory=list)
    divisions: int = 0
    assumed: bool = False

    @staticmethod
    def of(source: GraphExpr) -> MovementChain:
        """The chain before its first movement."""
        own = [Factor(dim) for dim in dimensions(source) or ()]
        return MovementChain(source, own, [[factor] for factor in own], ShapeFactors([factor.size for factor in own]))

    def extended(self, call: GraphCall) -> bool:
        """Apply a movement; False where its dimensions are no products of factors."""
        dims, name = [*(dimensions(call) or ())], operator_name(call)
        if name == "transpose":
            axes = call.attrs.get("axes")
            self.dims = [self.dims[a] for a in axes] if axes is not None else self.dims[::-1]
        elif name in VIEWS:
            if not self.regrouped(dims):
                return False
            self.divisions += symbolic_divisions(dimensions(call.args[0]) or (), dims)
        else:
            axis, block = _block_of(call) or (0, 1)
            if name == "nn.from_blocked":
                inner = self.dims.pop()
                self.dims[axis] = self.dims[axis] + inner
            elif self.regrouped([*dims[: axis + 1], const(block, "int64"), *dims[axis + 1 : -1]]):
                self.dims.append(self.dims.pop(axis + 1))
            else:
                return False
        self.calls.append(call)
        return True

    def regrouped(self, dims: Sequence[Expr]) -> bool:
        """Split factors, and group them to dimensions."""
        leaves = [leaf for dim in self.dims for leaf in leaves_of(dim)]
        before, after = ([self.shapes.size(size) for size in sizes] for sizes in ([f.size for f in leaves], dims))
        found = self.shapes.factors(before, after)
        # The numbers of elements are compared once, of the first and the last shape.
        if found is None or (found.assumed and self.assumed):
            return False
        known = dict(zip(after, dims, strict=True))
        for leaf, size, parts in zip(leaves, before, found.parts, strict=True):
            if parts != (size,):
                leaf.parts = [Factor(known[part] if part in known else to_expr(part, "int64")) for part in parts]
        left = iter(leaves_of(leaves))
        self.dims = [[next(left) for _ in range(count)] for count in found.counts]
        self.assumed |= found.assumed
        return True

    def are_equal(self, one: Sequence[Expr], other: Sequence[Expr]) -> bool:
        """Whether two shapes are equal for all sizes."""
        return len(one) == len(other) and list(map(self.shapes.size, one)) == list(map(self.shapes.size, other))

    @property
    def is_whole(self) -> bool:
        """Whether the first value's dimensions are not split."""
        return all(factor.parts is None for factor in self.own)
