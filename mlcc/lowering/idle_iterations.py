"""The iterations of a loop that leave nothing behind: where all that others could read is stored under a guard.

The rows of a tile are summed in registers, and those that exist are stored:

    for t in range(8):
        sums = decl_buffer(2)
        for k in range(100): for r in unroll(2): sums[r] = sums[r] + A[2 * t + r, k]
        for r in unroll(2): if 2 * t + r < n: B[2 * t + r] = sums[r]

``n - 2 * t - r - 1 >= 0`` is at most ``n - 2 * t - 1`` for the rows r of a tile: where that is below 0, the tile need
not be computed, so that the loop ends at ``t = (n + 1) // 2``.
"""

from __future__ import annotations

from collections.abc import Iterator

from mlcc.analysis import Analyzer, Poly, conjuncts
from mlcc.ir import (
    Allocate,
    AssertStmt,
    Buffer,
    BufferStore,
    Evaluate,
    Expr,
    For,
    IfThenElse,
    LetStmt,
    Node,
    Stmt,
    Var,
    While,
    children,
    free_vars,
)

from .loop_guards import at_least_zero, only_prefetches, relaxed, turn

#: A guard, and the loops between it and the loop in question.
_Guard = tuple[Expr, dict[Var, For]]


def last_needed(analyzer: Analyzer, loop: For) -> Expr | None:
    """The value of a loop's variable from which on no iteration leaves anything behind; None where none is known."""
    common: list[Poly] | None = None
    for guards in _effects(loop.body, (), {}, frozenset()):
        polys = [poly for guard, inner in guards for poly in _possible(analyzer, guard, inner)]
        common = polys if common is None else [poly for poly in common if poly in polys]
        if not common:
            return None
    for poly in common or ():
        if poly.terms.get((loop.var,), 0) < 0 and (bound := turn(poly, loop.var)) is not None:
            return bound
    return None


def _possible(analyzer: Analyzer, guard: Expr, inner: dict[Var, For]) -> list[Poly]:
    """Polynomials that are >= 0 where a guard holds for some iterations of the inner loops."""
    ranges = (relaxed(analyzer, poly, inner) for poly in at_least_zero(analyzer, guard))
    return [found.high for found in ranges if found is not None]


def _effects(
    node: Node, guards: tuple[_Guard, ...], inner: dict[Var, For], own: frozenset[Buffer]
) -> Iterator[tuple[_Guard, ...]]:
    """The guards around each statement whose effect outlives the iteration: `own` buffers live in it."""
    match node:
        case BufferStore():
            if node.buffer not in own:
                yield guards
            return
        case AssertStmt() | While():
            yield ()
            return
        case Evaluate():
            if not only_prefetches(node):
                yield guards
            return
        case Allocate():
            own |= {node.buffer}
        case For():
            inner = {**inner, node.var: node}
        case LetStmt():
            yield from (_without(found, node.var) for found in _effects(node.body, guards, inner, own))
            return
        case IfThenElse():
            under = tuple((part, inner) for part in conjuncts(node.condition))
            yield from _effects(node.then_body, (*guards, *under), inner, own)
            if node.else_body is not None:
                yield from _effects(node.else_body, guards, inner, own)
            return
    for child in children(node):
        if isinstance(child, Stmt):
            yield from _effects(child, guards, inner, own)


def _without(guards: tuple[_Guard, ...], var: Var) -> tuple[_Guard, ...]:
    """The guards that mean the same where a variable is not defined."""
    return tuple((guard, inner) for guard, inner in guards if var not in free_vars(guard))
