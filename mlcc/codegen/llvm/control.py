"""Lazy choices inside expressions: only the side that is selected is evaluated."""

from __future__ import annotations

from collections.abc import Callable

from mlcc.ir import Binary, Call, Expr
from mlcc.ir import dtype as dt

from ..speculation import needs_branch
from .emitter import Emitter
from .types import with_lanes


def if_then_else(f: Emitter, expr: Call) -> str:
    """The intrinsic of the same name, with one condition or one per lane."""
    condition, yes, no = expr.args
    chosen = f.value(condition)
    if chosen in ("true", "false"):
        return f.value(yes if chosen == "true" else no)
    lanes = dt.lanes(condition.dtype)
    kind = f.type_of(expr.dtype)
    if lanes > 1:
        a = under_mask(f, chosen, lanes, lambda: f.value(yes))
        b = under_mask(f, inverted(f, chosen, lanes), lanes, lambda: f.value(no))
        flags = with_lanes("i1", lanes)
        return f.pure(f"select {flags} {chosen}, {kind} {a}, {kind} {b}", chosen, a, b)
    if not needs_branch(yes) and not needs_branch(no):
        a, b = f.value(yes), f.value(no)
        return f.pure(f"select i1 {chosen}, {kind} {a}, {kind} {b}", chosen, a, b)
    return branch(f, chosen, kind, lambda: f.value(yes), lambda: f.value(no))


def inverted(f: Emitter, flags: str, lanes: int) -> str:
    """The complement of a lane mask."""
    return f.pure(f"xor {with_lanes('i1', lanes)} {flags}, splat (i1 true)", flags)


def under_mask(f: Emitter, flags: str, lanes: int, emit: Callable[[], str], count: Expr | None = None) -> str:
    """Emit with memory accesses limited to the lanes of `flags` (and of the mask in force). Where these are the first
    lanes, `count` is their number."""
    saved, saved_lanes, saved_count = f.mask, f.mask_lanes, f.mask_count
    if saved is not None and saved_lanes == lanes:
        count = None
        flags = f.pure(f"and {with_lanes('i1', lanes)} {saved}, {flags}", saved, flags)
    f.mask, f.mask_lanes, f.mask_count = flags, lanes, count
    try:
        return emit()
    finally:
        f.mask, f.mask_lanes, f.mask_count = saved, saved_lanes, saved_count


def branch(f: Emitter, condition: str, kind: str, yes: Callable[[], str], no: Callable[[], str]) -> str:
    """The value of one of two sides, selected by a branch."""
    on_yes, on_no, after = f.label(), f.label(), f.label()
    f.put(f"br i1 {condition}, label %{on_yes}, label %{on_no}")
    arms = []
    for label, emit in ((on_yes, yes), (on_no, no)):
        f.start_block(label)
        f.push_scope()
        value = emit()
        f.pop_scope()
        arms.append(f"[ {value}, %{f.block} ]")
        f.put(f"br label %{after}")
    f.start_block(after)
    return f.assign(f"phi {kind} {arms[0]}, {arms[1]}")


def short_circuit(f: Emitter, expr: Binary) -> str:
    """``and``/``or`` of scalars; the right operand is not evaluated where the left one decides."""
    a = f.value(expr.a)
    decides = "false" if expr.op == "and" else "true"
    if a in ("true", "false"):
        return a if a == decides else f.value(expr.b)
    if not needs_branch(expr.b, expr.a):
        b = f.value(expr.b)
        if b in ("true", "false"):
            return b if b == decides else a
        return f.pure(f"{expr.op} i1 {a}, {b}", a, b)
    if expr.op == "and":
        return branch(f, a, "i1", lambda: f.value(expr.b), lambda: "false")
    return branch(f, a, "i1", lambda: "true", lambda: f.value(expr.b))


def lane_by_lane(f: Emitter, expr: Binary) -> str:
    """``and``/``or`` of vectors; the right operand accesses memory only in lanes that the left one does not decide."""
    lanes = dt.lanes(expr.a.dtype)
    a = f.value(expr.a)
    if needs_branch(expr.b, expr.a):
        undecided = a if expr.op == "and" else inverted(f, a, lanes)
        b = under_mask(f, undecided, lanes, lambda: f.value(expr.b))
    else:
        b = f.value(expr.b)
    return f.pure(f"{expr.op} {with_lanes('i1', lanes)} {a}, {b}", a, b)
