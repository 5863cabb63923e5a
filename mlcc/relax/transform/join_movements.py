"""Chains of reshapes and transposes as one transpose: indices take no divisions by symbolic sizes.

Images are cut into patches, windows and rows by reshapes between transposes. Where sizes are symbolic, each reshape
that joins dimensions divides the index of an element, which takes longer than to move it. A chain regroups and permutes
the factors of the first value's dimensions:

    reshape    (n, c, h, w)           to (n * c * (h // 2), 2, w // 2, 2)
    transpose                         to (n * c * (h // 2), w // 2, 2, 2)
    reshape                           to (n, c, h // 2 * (w // 2), 4)
    transpose                         to (n, 4, h // 2 * (w // 2), c)

    view       (n, c, h // 2, 2, w // 2, 2)
    transpose  (n, 2, 2, h // 2, w // 2, c)
    view       (n, 4, h // 2 * (w // 2), c)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeGuard

from mlcc.analysis import ShapeFactors, symbolic_divisions, to_expr
from mlcc.diagnostics import joined
from mlcc.ir import Expr, GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule, Op, VarBinding, as_int, const, update

from ..operators import VIEWS, dimensions, fusion_kind, operator_name, reshape_to
from ..rewrite import Emitter, rewrite
from .move_ops import Uses
from .pass_ import FunctionPass

#: Conversions to channel blocks and back.
_BLOCKED = ("nn.to_blocked", "nn.from_blocked")
#: The kinds of calls that fuse with a movement of their result.
_FUSED = ("elemwise", "broadcast", "injective")


@dataclass(frozen=True)
class JoinMovements(FunctionPass):
    """Replace a chain of reshapes, transposes and conversions of whole channel blocks by one transpose between two
    views, if one of its reshapes divides indices by symbolic sizes: ``(n, h, w, c)`` to ``(n, h * w, c)`` by `w`.

    All dimensions after a reshape are products of factors of those before it. A size that is a factor only because both
    have as many elements, such as ``h == 2 * (h // 2)``, is one where no other size can make up for a difference; that
    they have as many is checked at run time, as it is for the reshape. Values in between are not used elsewhere.
    """

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        calls = (b.value for b in func.bindings() if isinstance(b, VarBinding))
        chains = _Chains(Uses(func), {call.args[0] for call in calls if _is_movement(call)})
        return rewrite(func, chains.rule, module)


def _is_movement(value: GraphExpr) -> TypeGuard[GraphCall]:
    """Whether a call gives the elements of its operand in an order of the factors of dimensions."""
    name, dims = operator_name(value), dimensions(value)
    if not isinstance(value, GraphCall) or dims is None or not value.args or dimensions(value.args[0]) is None:
        return False
    if all(as_int(dim) is not None for dim in dims):
        return False  # no size is symbolic
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


@dataclass
class _Factor:
    """A factor of a dimension: its size, and the factors that it is the product of."""

    size: Expr
    parts: list[_Factor] | None = None

    def leaves(self) -> list[_Factor]:
        """The factors that are not split."""
        return [self] if self.parts is None else _leaves(self.parts)


def _leaves(factors: Sequence[_Factor]) -> list[_Factor]:
    return [leaf for factor in factors for leaf in factor.leaves()]


@dataclass
class _Chain:
    """Movements of the elements of `source`, whose dimensions have the factors `own`.

    `dims` are the factors of each dimension of the last result. `divisions` counts the symbolic sizes by which the
    reshapes divide; `assumed` says whether one of them needs equal numbers of elements.
    """

    source: GraphExpr
    own: list[_Factor]
    dims: list[list[_Factor]]
    shapes: ShapeFactors
    calls: list[GraphCall] = field(default_factory=list)
    divisions: int = 0
    assumed: bool = False

    @staticmethod
    def of(source: GraphExpr) -> _Chain:
        """The chain before its first movement."""
        own = [_Factor(dim) for dim in dimensions(source) or ()]
        return _Chain(source, own, [[factor] for factor in own], ShapeFactors([factor.size for factor in own]))

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
        leaves = [leaf for dim in self.dims for leaf in _leaves(dim)]
        before, after = ([self.shapes.size(size) for size in sizes] for sizes in ([f.size for f in leaves], dims))
        found = self.shapes.factors(before, after)
        # The numbers of elements are compared once, of the first and the last shape.
        if found is None or (found.assumed and self.assumed):
            return False
        known = dict(zip(after, dims, strict=True))
        for leaf, size, parts in zip(leaves, before, found.parts, strict=True):
            if parts != (size,):
                leaf.parts = [_Factor(known[part] if part in known else to_expr(part, "int64")) for part in parts]
        left = iter(_leaves(leaves))
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


@dataclass
class _Chains:
    """The chains that end in values which only a movement reads."""

    uses: Uses
    moved: set[GraphExpr]
    chains: dict[GraphExpr, _Chain] = field(default_factory=dict)

    def rule(self, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        if not isinstance(value, GraphCall) or not isinstance(value.op, Op):
            return None
        if not out.in_dataflow or not _is_movement(value):
            return self.uses.define(out, value, like=var)
        chain = self.chains.pop(value.args[0], None)
        if chain is not None and not chain.extended(value):
            one = self.joined(out, chain)
            if one is not None:
                value = update(value, args=(self.uses.define(out, one), *value.args[1:]))
            chain = None
        if chain is None:
            chain = _Chain.of(value.args[0])
            if not chain.extended(value):
                return self.uses.define(out, value, like=var)
        if var.is_dataflow and self.uses.count_of(var) == 1 and var in self.moved:
            bound = self.uses.define(out, value, like=var)
            self.chains[bound] = chain
            return bound
        return self.uses.define(out, self.joined(out, chain) or value, like=var)

    def joined(self, out: Emitter, chain: _Chain) -> GraphCall | None:
        """The last call of a chain as one transpose; None where that is not faster."""
        if not chain.divisions or all(operator_name(call) in VIEWS for call in chain.calls):
            return None
        runs = _runs(chain)
        if operator_name(chain.calls[0]) not in VIEWS and self.is_fused(chain.source):
            # A view would keep apart what computes the elements and what moves them.
            if not chain.is_whole:
                return None
            runs = [[factor] for dim in chain.dims for factor in dim]
        span = joined(call.span for call in chain.calls)
        starts = [factor for factor in _leaves(chain.own) if any(factor is run[0] for run in runs)]
        axes = [next(n for n, first in enumerate(starts) if first is run[0]) for run in runs]
        sizes = [_product(next(run for run in runs if run[0] is first)) for first in starts]
        dims, last = dimensions(chain.calls[-1]) or (), chain.calls[-1].sinfo
        if axes == sorted(axes):
            return update(reshape_to(chain.source, dims), sinfo=last, span=span)
        value = chain.source
        if not chain.are_equal(dimensions(value) or (), sizes):
            value = self.uses.define(out, update(reshape_to(value, sizes), span=span))
        turned = GraphCall(Op("transpose"), (value,), {"axes": axes}, span=span)
        if chain.are_equal([sizes[axis] for axis in axes], dims):
            return update(turned, sinfo=last)
        return update(reshape_to(self.uses.define(out, turned), dims), sinfo=last, span=span)

    def is_fused(self, value: GraphExpr) -> bool:
        """Whether a value is computed where it is moved: not by the kernel of a convolution, product or reduction."""
        call = self.uses.only(value)
        return call is not None and fusion_kind(call) in _FUSED and not self.follows_anchor(call)

    def follows_anchor(self, call: GraphCall) -> bool:
        """Whether the kernel of an anchor computes a call: elementwise calls of its result."""
        if fusion_kind(call) not in ("elemwise", "broadcast"):
            return fusion_kind(call) in ("anchor", "reduce")
        return any(self.follows_anchor(before) for before in map(self.uses.only, call.args) if before is not None)


def _runs(chain: _Chain) -> list[list[_Factor]]:
    """The factors in the order of the result; those that stay adjacent are one dimension of the transpose."""
    following = dict(zip(map(id, own := [f for f in _leaves(chain.own) if as_int(f.size) != 1]), own[1:], strict=False))
    runs: list[list[_Factor]] = []
    for factor in (f for dim in chain.dims for f in dim if as_int(f.size) != 1):
        if runs and following.get(id(runs[-1][-1])) is factor:
            runs[-1].append(factor)
        else:
            runs.append([factor])
    return runs


def _product(run: Sequence[_Factor]) -> Expr:
    size = run[0].size
    for factor in run[1:]:
        size = size * factor.size
    return size
