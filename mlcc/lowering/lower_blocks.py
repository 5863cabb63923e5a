"""Lowers blocks to loops: axes are replaced by their bindings, predicates become branches, `init` becomes statements.

The initialisation of a reduction gets loops of its own before the reduction loop, if that is legal: the
reduction loops drive reduction axes only, nothing else in them accesses the result or
writes what the initialisation reads, and no two results share an element. That keeps a branch out of the
innermost loop. Loops that drive both spatial and reduction axes are copied for the initialisation. Otherwise the
initialisation is a branch on "all reduction axes are at their start". The same holds for a block annotated with
``init_in_place: 1``, whose reduction loop iterates over so many results that they would be evicted from the cache.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mlcc.analysis import Analyzer, conjuncts
from mlcc.analysis.instances import Instances
from mlcc.ir import (
    Allocate,
    Binary,
    BlockRealize,
    BufferLoad,
    BufferStore,
    Call,
    Evaluate,
    Expr,
    For,
    IfThenElse,
    Node,
    PrimFunc,
    SeqStmt,
    Stmt,
    Var,
    all_of,
    children,
    const,
    free_vars,
    map_children,
    seq,
    substitute,
    update,
    walk,
)
from mlcc.target import Target

IN_PLACE = "init_in_place"
_DIVISIONS = frozenset({"floordiv", "floormod"})


def lower_blocks(func: PrimFunc, _target: Target) -> PrimFunc:
    """Remove every block."""
    body: Stmt = func.body
    # The body of a block with `init` is not visited until its `init` has its location. Blocks nested in it are lowered
    # by the next round.
    while any(isinstance(n, BlockRealize) for n in walk(body)):
        body = _inline_plain(body)
        reductions = _reductions(body)
        if not reductions:
            continue
        before: dict[int, list[Stmt]] = {}
        inline: set[int] = set()
        for item in reductions:
            init = _hoisted_init(item)
            if init is None:
                inline.add(id(item.realize))
            else:
                before.setdefault(id(init[0]), []).append(init[1])
        body = _place(body, before, inline)
    return func.with_body(body)


def _bindings(realize: BlockRealize) -> dict[Var, Expr]:
    return {axis.var: value for axis, value in zip(realize.block.iters, realize.values, strict=True)}


def _guarded(realize: BlockRealize, body: Stmt) -> Stmt:
    conditions = conjuncts(realize.predicate)
    return IfThenElse(all_of(*conditions), body) if conditions else body


def _in_domain(realize: BlockRealize) -> Stmt:
    """The body of a guarded block, its indices simplified by the domains of axes, which their bindings may exceed:
    ``(b * 68 + c) // 68`` is ``b``, but not for ``c = c_0 * 16 + c_1``."""
    block = realize.block
    if not conjuncts(realize.predicate):
        return block.body
    analyzer = Analyzer({axis.var: (axis.dom.min, axis.dom.extent) for axis in block.iters})

    def visit(node: Any) -> Any:
        node = map_children(node, visit)
        if not isinstance(node, (BufferLoad, BufferStore)):
            return node
        divided = [any(isinstance(n, Binary) and n.op in _DIVISIONS for n in walk(i)) for i in node.indices]
        if not any(divided):
            return node
        indices = tuple(analyzer.simplify(i) if d else i for i, d in zip(node.indices, divided, strict=True))
        return update(node, indices=indices)

    body: Stmt = visit(block.body)
    return body


def _inline_plain(node: Any) -> Any:
    """Replace blocks without `init`; those with one are kept for now."""
    if isinstance(node, BlockRealize) and node.block.init is None:
        body = substitute(_in_domain(node), _bindings(node))
        return _guarded(node, _inline_plain(body))
    if isinstance(node, BlockRealize):
        return node
    # An assumption serves the analysis of blocks and computes nothing.
    if isinstance(node, Evaluate) and isinstance(node.value, Call) and node.value.op == "assume":
        return Evaluate(const(0), span=node.span)
    if isinstance(node, Stmt):
        return map_children(node, _inline_plain)
    return node


@dataclass
class _Reduction:
    """A block with `init`, and the statements that enclose it, outermost first."""

    realize: BlockRealize
    path: tuple[Stmt, ...]


def _reductions(body: Stmt) -> list[_Reduction]:
    result: list[_Reduction] = []

    def visit(stmt: Stmt, path: tuple[Stmt, ...]) -> None:
        if isinstance(stmt, BlockRealize):
            result.append(_Reduction(stmt, path))
            return
        if isinstance(stmt, SeqStmt):
            for item in stmt.stmts:
                visit(item, (*path, stmt))
            return
        for name in ("body", "then_body", "else_body"):
            inner = getattr(stmt, name, None)
            if isinstance(inner, Stmt):
                visit(inner, (*path, stmt))

    visit(body, ())
    return result


def _hoisted_init(item: _Reduction) -> tuple[For, Stmt] | None:
    """The outermost reduction loop, and the loops that initialise before it; None: not possible."""
    realize, block = item.realize, item.realize.block
    assert block.init is not None
    bindings = list(zip(block.iters, realize.values, strict=True))
    # The loops that drive reduction axes: with k = k_0 * 4 + k_1, both k_0 and k_1. The initialisation belongs before
    # the outermost of them.
    reduce_vars = {v for a, value in bindings if a.kind == "reduce" for v in free_vars(value)}
    loops = [s for s in item.path if isinstance(s, For)]
    first = next((loop for loop in loops if loop.var in reduce_vars), None)
    if first is None:
        return None
    inner = item.path[next(k for k, s in enumerate(item.path) if s is first) :]
    # Anything else between the loop and the block (a condition bound by a let, an assertion) might define what the
    # initialisation uses.
    if not all(isinstance(s, (For, SeqStmt, IfThenElse, Allocate)) for s in inner):
        return None
    inside = [s for s in inner if isinstance(s, For)]
    reducing = [loop for loop in inside if loop.var in reduce_vars]
    kept = [loop for loop in inside if loop.var not in reduce_vars]
    moving = {loop.var for loop in reducing}
    start: dict[Var, Expr] = {loop.var: loop.min for loop in reducing}
    guards = [realize.predicate, *(s.condition for s in inner if isinstance(s, IfThenElse))]
    # The initialisation moves before statements that ran between the results: they must not read or write these, and a
    # result must not be initialised again after another one that shares its element.
    if _touched_elsewhere(first, realize, guards) or not _apart(realize):
        return None
    # A fused loop f with i = f // 8 and k = f % 8 moves both axes. Without f there is no way to enumerate the results,
    # so that the loops are copied with it.
    if not _separable(bindings, kept, moving, start):
        return _copied_init(first, inner, realize)
    if block.annotations.get(IN_PLACE):
        return None
    conditions = _start_conditions(inner, realize, moving, start)
    if conditions is None:
        return None
    # The reduce axes have no value before the reduction: an initialisation that depends on them, or on a buffer that is
    # allocated inside, stays where it is.
    body = substitute(block.init, {a.var: v for a, v in bindings if a.kind != "reduce"})
    if {v for v in free_vars(body) if v in moving}:
        return None
    hidden = {s.buffer for s in inner if isinstance(s, Allocate)}
    if any(isinstance(n, BufferLoad) and n.buffer in hidden for n in walk(body)):
        return None
    if conditions:
        body = IfThenElse(all_of(*conditions), body)
    return first, _copied_loops(kept, body)


def _copied_init(first: For, inner: tuple[Stmt, ...], realize: BlockRealize) -> tuple[For, Stmt] | None:
    """A copy of all the loops before the reduction, for loops that drive both spatial and reduction axes.

    Such loops may reach the start of a result's reduction after other steps of it, so that a branch inside
    them would initialise the result too late.
    """
    guards = [s for s in inner if isinstance(s, IfThenElse)]
    hidden = {s.buffer for s in inner if isinstance(s, Allocate)}
    block = realize.block
    assert block.init is not None
    uses_hidden = any(isinstance(n, BufferLoad) and n.buffer in hidden for n in walk(block.init))
    if uses_hidden or any(g.else_body is not None for g in guards):
        return None
    # Of the copied iterations, only those at the start of a reduction initialise: once per result.
    at_start = [a.var.equal(a.dom.min) for a in block.iters if a.kind == "reduce"]
    bound = _bindings(realize)
    conditions = [p for g in guards for p in conjuncts(g.condition)]
    conditions += [*conjuncts(realize.predicate), *(substitute(c, bound) for c in at_start)]
    body: Stmt = substitute(block.init, bound)
    if conditions:
        body = IfThenElse(all_of(*conditions), body)
    return first, _copied_loops([s for s in inner if isinstance(s, For)], body)


def _separable(bindings: list[Any], kept: list[For], moving: set[Var], start: dict[Var, Expr]) -> bool:
    """Whether spatial axes and loops are independent of the reduction loops, and these begin at the start."""
    analyzer = Analyzer()
    for axis, value in bindings:
        if axis.kind != "reduce":
            if any(v in moving for v in free_vars(value)):
                return False
        elif not analyzer.equal(substitute(value, start), axis.dom.min):
            return False
    return not any(v in moving for loop in kept for e in (loop.min, loop.extent) for v in free_vars(e))


def _start_conditions(
    inner: tuple[Stmt, ...], realize: BlockRealize, moving: set[Var], start: dict[Var, Expr]
) -> list[Expr] | None:
    """The guards around the block, at the start of the reduction; None where it is inside an `else`."""
    result: list[Expr] = []
    guards = [s for s in inner if isinstance(s, IfThenElse)]
    if any(g.else_body is not None for g in guards):
        return None
    for condition in (*(g.condition for g in guards), realize.predicate):
        for part in conjuncts(condition):
            # A guard of a split reduction, `k_0 * 4 + k_1 < n`, is `0 < n` at the start: with an empty reduction, no
            # result was initialised in the original program either.
            result.append(substitute(part, start) if moving & set(free_vars(part)) else part)
    return [c for c in result if not _literally_true(c)]


def _literally_true(condition: Expr) -> bool:
    return Analyzer().can_prove(condition)


def _apart(realize: BlockRealize) -> bool:
    """Whether no two results share an element: only then are their initialisations independent."""
    analyzer = Analyzer()
    for axis in realize.block.iters:
        analyzer.bind(axis.var, axis.dom.min, axis.dom.extent)
    return Instances(analyzer).apart(realize.block)


def _touched_elsewhere(loop: For, realize: BlockRealize, guards: list[Expr]) -> bool:
    """Whether the loop accesses a block's results elsewhere, or writes inputs of the initialisation or its guards."""
    block = realize.block
    assert block.init is not None
    written = {n.buffer for n in walk(block.body) if isinstance(n, BufferStore)}
    parts: list[Node] = [block.init, *guards]
    read = {n.buffer for part in parts for n in walk(part) if isinstance(n, BufferLoad)}

    def visit(node: Any) -> bool:
        if node is realize:
            return False
        if isinstance(node, (BufferLoad, BufferStore)) and node.buffer in written:
            return True
        if isinstance(node, BufferStore) and node.buffer in read:
            return True
        return any(visit(c) for c in children(node))

    return bool(written & read) or visit(loop.body)


def _copied_loops(loops: list[For], body: Stmt) -> Stmt:
    """Copies of the given loops around `body`, with new variables; loops that it does not use are left out."""
    for loop in reversed(loops):
        # A loop over something else would only repeat the same initialisation.
        if loop.var not in free_vars(body):
            continue
        var = Var(f"{loop.var.name}_init", loop.var.dtype)
        body = For(var, loop.min, loop.extent, loop.kind, substitute(body, {loop.var: var}))
    return body


def _place(node: Any, before: dict[int, list[Stmt]], inline: set[int]) -> Any:
    if isinstance(node, BlockRealize):
        block = node.block
        body = block.body
        if id(node) in inline and block.init is not None:
            reducing = [a for a in block.iters if a.kind == "reduce"]
            if block.annotations.get(IN_PLACE):  # as an inequality, so that the first iteration is peeled
                at_start: list[Expr] = [a.var < a.dom.min + 1 for a in reducing]
            else:
                at_start = [a.var.equal(a.dom.min) for a in reducing]
            first = IfThenElse(all_of(*at_start), block.init) if at_start else block.init
            body = seq(first, body)
        return _guarded(node, substitute(body, _bindings(node)))
    if not isinstance(node, Stmt):
        return node
    new = map_children(node, lambda c: _place(c, before, inline))
    inits = before.get(id(node))
    return seq(*inits, new) if inits else new
