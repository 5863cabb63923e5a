"""A loop in LLVM text."""

from __future__ import annotations

from mlcc.ir import For

from .emitter import Emitter


def run_loop(f: Emitter, stmt: For, low: str, high: str, *, may_be_empty: bool) -> None:
    """``for var in [low, high)`` with the exit test at the end of the body."""
    head, latch, after = f.label(), f.label(), f.label()
    f.enter_loop()
    if may_be_empty:
        some, entered = f.assign(f"icmp slt i64 {low}, {high}"), f.label()
        f.put(f"br i1 {some}, label %{entered}, label %{after}")
        f.start_block(entered)
        f.enter_if_any()
    before = f.block
    f.put(f"br label %{head}")
    f.start_block(head)
    var, following = f.fresh(), f.fresh()
    f.put(f"{var} = phi i64 [ {low}, %{before} ], [ {following}, %{latch} ]")
    f.index[stmt.var] = var
    f.statement(stmt.body)
    f.put(f"br label %{latch}")
    f.start_block(latch)
    f.put(f"{following} = add nsw i64 {var}, 1")
    more = f.assign(f"icmp slt i64 {following}, {high}")
    f.put(f"br i1 {more}, label %{head}, label %{after}")
    f.leave_loop()
    f.start_block(after)
