"""Simplifies indices, conditions and loops, using the ranges of the loops around them.

Loops of extent 1 are inlined, branches on conditions that always or never hold are folded,
loop-invariant branches are hoisted, and floor divisions of values that are proven non-negative become truncating
ones, which are cheaper.
"""

from __future__ import annotations

from typing import Any

from mlcc.analysis import Analyzer, conjuncts, program_analyzer
from mlcc.ir import (
    INTRINSICS,
    Allocate,
    Binary,
    BufferLoad,
    BufferStore,
    Call,
    Evaluate,
    Expr,
    For,
    IfThenElse,
    IntImm,
    LetStmt,
    Node,
    PrimFunc,
    Select,
    SeqStmt,
    Stmt,
    Var,
    While,
    all_of,
    as_int,
    const,
    free_vars,
    if_then_else,
    logical_not,
    map_children,
    select,
    seq,
    substitute,
    update,
    walk,
    walk_once,
)
from mlcc.ir import dtype as dt
from mlcc.target import Target

_DIVISIONS = {"floordiv": "truncdiv", "floormod": "truncmod"}
NOTHING: Stmt = Evaluate(const(0))


def simplify_loops(func: PrimFunc, _target: Target) -> PrimFunc:
    """Simplify the body of a function."""
    return func.with_body(simplify_statement(func.body, program_analyzer(func)))


def is_nothing(stmt: Stmt) -> bool:
    """True for a statement without effect."""
    return isinstance(stmt, Evaluate) and isinstance(stmt.value, IntImm)


def simplify_statement(stmt: Any, analyzer: Analyzer) -> Any:
    """One statement, simplified under the ranges and assumptions of `analyzer`."""
    match stmt:
        case For():
            return _loop(stmt, analyzer)
        case IfThenElse():
            return _branch(stmt, analyzer)
        case SeqStmt():
            parts = [simplify_statement(s, analyzer) for s in stmt.stmts]
            kept = [p for p in parts if not is_nothing(p)]
            return seq(*kept) if kept else NOTHING
        case Allocate():
            body = simplify_statement(stmt.body, analyzer)
            return NOTHING if is_nothing(body) else map_children(stmt, lambda c: body if c is stmt.body else c)
        case BufferStore() | Evaluate() | LetStmt() | While():
            return map_children(
                stmt,
                lambda c: simplify_statement(c, analyzer) if isinstance(c, Stmt) else _expr(c, analyzer),
            )
        case Stmt():
            return map_children(
                stmt,
                lambda c: simplify_statement(c, analyzer) if isinstance(c, Stmt) else _expr(c, analyzer),
            )
    return _expr(stmt, analyzer)


def _loop(loop: For, analyzer: Analyzer) -> Stmt:
    low, extent = _expr(loop.min, analyzer), _expr(loop.extent, analyzer)
    count = as_int(extent)
    if count == 1 and loop.kind != "thread_binding":
        return simplify_statement(substitute(loop.body, {loop.var: low}), analyzer)  # type: ignore[no-any-return]
    if count is not None and count <= 0:
        return NOTHING
    with analyzer.iterating(loop.var, low, extent):
        body = simplify_statement(loop.body, analyzer)
    if is_nothing(body):
        return NOTHING
    if isinstance(body, IfThenElse) and body.else_body is None:
        outer, inner = _parted(body.condition, loop.var)
        if outer:
            kept = IfThenElse(all_of(*inner), body.then_body) if inner else body.then_body
            return IfThenElse(all_of(*outer), update(loop, min=low, extent=extent, body=kept))
    if low is loop.min and extent is loop.extent and body is loop.body:
        return loop
    return update(loop, min=low, extent=extent, body=body)


def _parted(condition: Expr, var: Var) -> tuple[list[Expr], list[Expr]]:
    """The conjuncts of a condition that are invariant in the loop over `var`, and the others."""
    outer: list[Expr] = []
    inner: list[Expr] = []
    for part in conjuncts(condition):
        varies = var in free_vars(part) or any(isinstance(n, (BufferLoad, Call)) for n in walk(part))
        (inner if varies or inner else outer).append(part)
    return outer, inner


def _branch(stmt: IfThenElse, analyzer: Analyzer) -> Stmt:
    condition = _expr(stmt.condition, analyzer)
    if isinstance(condition, IntImm):
        taken = stmt.then_body if condition.value else stmt.else_body
        return NOTHING if taken is None else simplify_statement(taken, analyzer)
    with analyzer.assuming(lasting(condition, stmt.then_body)):
        then_body = simplify_statement(stmt.then_body, analyzer)
    else_body = stmt.else_body
    if else_body is not None:
        with analyzer.assuming(lasting(logical_not(condition), else_body)):
            else_body = simplify_statement(else_body, analyzer)
        if is_nothing(else_body):
            else_body = None
    if is_nothing(then_body) and else_body is None:
        return NOTHING
    if else_body is None and isinstance(then_body, IfThenElse) and then_body.else_body is None:
        return IfThenElse(all_of(condition, then_body.condition), then_body.then_body)
    return update(stmt, condition=condition, then_body=then_body, else_body=else_body)


def lasting(condition: Expr, body: Stmt) -> Expr:
    """What a condition says while all of a body runs: nothing if the body may change what the condition reads."""
    nodes = list(walk(condition))
    if any(isinstance(n, Call) and not INTRINSICS[n.op].pure for n in nodes):
        return const(True, "bool")
    read = {n.buffer for n in nodes if isinstance(n, BufferLoad)}
    changed = (
        n.buffer in read if isinstance(n, BufferStore) else isinstance(n, Call) and not INTRINSICS[n.op].pure
        for n in (walk(body) if read else ())
    )
    return const(True, "bool") if any(changed) else condition


def _expr(expr: Any, analyzer: Analyzer) -> Any:
    """Simplify conditions and divisions; sums are left to the code generator's address computation."""
    if not isinstance(expr, Node):
        return expr
    match expr:
        case Binary():
            if dt.lanes(expr.a.dtype) == 1:
                if expr.dtype == "bool":
                    return _condition(expr, analyzer)
                if dt.is_int(expr.dtype) and _has_division(expr):
                    return division_free(analyzer.simplify(expr), analyzer)
        case Select():
            condition = _expr(expr.condition, analyzer)
            yes, no = _expr(expr.true_value, analyzer), _expr(expr.false_value, analyzer)
            if condition is expr.condition and yes is expr.true_value and no is expr.false_value:
                return expr
            return select(condition, yes, no)
        case Call(op="if_then_else"):
            return _lazy_choice(expr, analyzer)
    return map_children(expr, lambda c: _expr(c, analyzer))


def _lazy_choice(expr: Call, analyzer: Analyzer) -> Expr:
    condition = _expr(expr.args[0], analyzer)
    if isinstance(condition, IntImm):
        return _expr(expr.args[1 if condition.value else 2], analyzer)  # type: ignore[no-any-return]
    with analyzer.assuming(condition if dt.lanes(condition.dtype) == 1 else const(True)):
        yes = _expr(expr.args[1], analyzer)
    no = _expr(expr.args[2], analyzer)
    if all(a is b for a, b in zip((condition, yes, no), expr.args, strict=True)):
        return expr
    return if_then_else(condition, yes, no)


def _condition(expr: Binary, analyzer: Analyzer) -> Expr:
    """Simplify a comparison or a connective; simple forms stay as they are."""
    if expr.op in ("and", "or"):
        a, b = _expr(expr.a, analyzer), _expr(expr.b, analyzer)
        if a is expr.a and b is expr.b:
            return expr
        from mlcc.ir import binary

        return binary(expr.op, a, b)
    if dt.is_int(expr.a.dtype):
        if analyzer.can_prove(expr):
            return const(True)
        if analyzer.can_disprove(expr):
            return const(False)
    return map_children(expr, lambda c: _expr(c, analyzer))


def _has_division(expr: Expr) -> bool:
    return any(isinstance(n, Binary) and n.op in ("floordiv", "floormod", "min", "max") for n in walk_once(expr))


def division_free(expr: Expr, analyzer: Analyzer) -> Expr:
    """Replace floor divisions by truncating ones where both operands are proven non-negative."""

    return analyzer.once(_division_free, expr)  # type: ignore[no-any-return]


def _division_free(node: Any, analyzer: Analyzer) -> Any:
    if isinstance(node, (BufferLoad, Var, IntImm)):
        return node
    new = map_children(node, lambda c: analyzer.once(_division_free, c))
    if (
        isinstance(new, Binary)
        and new.op in _DIVISIONS
        and dt.is_signed(new.dtype)
        and analyzer.nonneg(analyzer.poly(new.a))
        and analyzer.positive(analyzer.poly(new.b))
    ):
        return Binary(_DIVISIONS[new.op], new.a, new.b, span=new.span)
    return new
