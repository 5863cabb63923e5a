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

from mlcc.diagnostics import joined
from mlcc.ir import Expr, GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule, Op, VarBinding, as_int, update

from ..operators import VIEWS, dimensions, fusion_kind, operator_name, reshape_to
from ..rewrite import Emitter, rewrite
from .move_ops import Uses
from .movement_chain import Factor, MovementChain, is_movement, leaves_of
from .pass_ import FunctionPass

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
    """Whether a call is a movement to a shape of which a size is symbolic."""
    return is_movement(value) and any(as_int(dim) is None for dim in dimensions(value) or ())


@dataclass
class _Chains:
    """The chains that end in values which only a movement reads."""

    uses: Uses
    moved: set[GraphExpr]
    chains: dict[GraphExpr, MovementChain] = field(default_factory=dict)

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
            chain = MovementChain.of(value.args[0])
            if not chain.extended(value):
                return self.uses.define(out, value, like=var)
        if var.is_dataflow and self.uses.count_of(var) == 1 and var in self.moved:
            bound = self.uses.define(out, value, like=var)
            self.chains[bound] = chain
            return bound
        return self.uses.define(out, self.joined(out, chain) or value, like=var)

    def joined(self, out: Emitter, chain: MovementChain) -> GraphCall | None:
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
        starts = [factor for factor in leaves_of(chain.own) if any(factor is run[0] for run in runs)]
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


def _runs(chain: MovementChain) -> list[list[Factor]]:
    """The factors in the order of the result; those that stay adjacent are one dimension of the transpose."""
    following = dict(
        zip(map(id, own := [f for f in leaves_of(chain.own) if as_int(f.size) != 1]), own[1:], strict=False)
    )
    runs: list[list[Factor]] = []
    for factor in (f for dim in chain.dims for f in dim if as_int(f.size) != 1):
        if runs and following.get(id(runs[-1][-1])) is factor:
            runs[-1].append(factor)
        else:
            runs.append([factor])
    return runs


def _product(run: Sequence[Factor]) -> Expr:
    size = run[0].size
    for factor in run[1:]:
        size = size * factor.size
    return size
