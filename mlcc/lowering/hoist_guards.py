"""Moves a guard that everything a loop body in tile registers is for is under to the body as a whole.

Splitting blocks of rows by a factor that does not divide their number leaves a guard at each block of statements, but
not at copies of operands, which lie within their buffers in any case:

    for i in range(4):                             for i in range(4):
        registers: t                                   if b * 4 + i < m:
        for k in range(8):                                 registers: t
            t[0] = W[k]                 becomes            for k in range(8):
            if b * 4 + i < m:                                  t[0] = W[k]
                Y[b * 4 + i] += t[0] * X[k]                    Y[b * 4 + i] += t[0] * X[k]

Where the guard fails, the body would only fill registers that end with it. As the guard of the whole body it bounds the
loop (`partition_loops`). Bodies without tile registers have versions without their guards instead (`unswitch_loops`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mlcc.analysis import Analyzer, Poly, conjuncts, program_analyzer
from mlcc.ir import (
    TILE_SCOPE,
    Allocate,
    AssertStmt,
    Buffer,
    BufferStore,
    Call,
    Evaluate,
    Expr,
    For,
    IfThenElse,
    Node,
    PrimFunc,
    Stmt,
    Var,
    While,
    children,
    const,
    free_vars,
    is_instruction,
    map_children,
    meaning_of,
    update,
    walk,
)
from mlcc.target import Target

from .loop_guards import at_least_zero, with_conditions

#: Conditions by the polynomials that are >= 0 where they hold.
_Conditions = dict[Poly, list[Expr]]


def hoist_guards(func: PrimFunc, target: Target) -> PrimFunc:
    """Move the guards that all lasting effects of a loop body share, and that depend on its loop, around the body."""
    analyzer = program_analyzer(func)

    def visit(node: Any) -> Any:
        if not isinstance(node, Stmt):
            return node
        new = map_children(node, visit)
        if not isinstance(new, For) or new.kind not in ("serial", "parallel") or _is_branch(new.body):
            return new
        if not any(isinstance(n, Allocate) and n.buffer.scope == TILE_SCOPE for n in walk(new.body)):
            return new
        shared = _shared(analyzer, new)
        if not shared:
            return new
        # Inside, the guard holds.
        decided = {id(part): const(True, "bool") for parts in shared.values() for part in parts}
        body: Stmt = with_conditions(new.body, decided)
        for parts in shared.values():
            body = IfThenElse(parts[0], body)
        return update(new, body=body)

    return func.with_body(visit(func.body))


def _is_branch(body: Stmt) -> bool:
    return isinstance(body, IfThenElse) and body.else_body is None


def _shared(analyzer: Analyzer, loop: For) -> _Conditions:
    """The conditions over the loop's variable that each lasting effect in its body is under, empty if it has none."""
    found: _Conditions | None = None
    for above in _effects(analyzer, loop.body, {}, frozenset(), frozenset()):
        own = {poly: parts for poly, parts in above.items() if poly.uses({loop.var})}
        found = own if found is None else {p: [*found[p], *own[p]] for p in found if p in own}
        if not found:
            return {}
    return found or {}


def _effects(
    analyzer: Analyzer, node: Node, above: _Conditions, inner: frozenset[Var], ending: frozenset[Buffer]
) -> Iterator[_Conditions]:
    """For each effect that outlives a statement, the conditions that it is under. `inner` are the loops in between,
    `ending` the buffers that end within."""
    match node:
        case Allocate():
            yield from _effects(analyzer, node.body, above, inner, ending | {node.buffer})
        case For():
            yield from _effects(analyzer, node.body, above, inner | {node.var}, ending)
        case IfThenElse():
            own = {**above}
            for part in conjuncts(node.condition):
                # Two inequalities of one condition, or one over loops in between, are no guard of the whole body.
                polys = [] if inner.intersection(free_vars(part)) else at_least_zero(analyzer, part)
                if len(polys) == 1:
                    own[polys[0]] = [*own.get(polys[0], ()), part]
            yield from _effects(analyzer, node.then_body, own, inner, ending)
            if node.else_body is not None:
                yield from _effects(analyzer, node.else_body, above, inner, ending)
        case BufferStore():
            if node.buffer not in ending:
                yield above
        case Evaluate():
            if is_instruction(node):
                assert isinstance(node.value, Call)
                yield from _effects(analyzer, meaning_of(node.value), above, inner, ending)
            elif not (isinstance(node.value, Call) and node.value.op.startswith("prefetch")):
                yield above
        case AssertStmt() | While():
            yield above
        case _:
            for child in children(node):
                if isinstance(child, Stmt):
                    yield from _effects(analyzer, child, above, inner, ending)
