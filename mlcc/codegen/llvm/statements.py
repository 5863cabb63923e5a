"""Statements: loops, branches, allocation, assertions."""

from __future__ import annotations

from mlcc.diagnostics import InternalError, MlccError
from mlcc.ir import (
    FINALLY,
    TILE_SCOPE,
    Allocate,
    AssertStmt,
    AttrStmt,
    Block,
    BlockRealize,
    Evaluate,
    Expr,
    For,
    IfThenElse,
    IntImm,
    LetStmt,
    SeqStmt,
    While,
    as_int,
)
from mlcc.ir import dtype as dt

from .address import index_constant, index_value
from .control import inverted, under_mask
from .emitter import Emitter, Pointer, statement
from .first_lanes import first_lanes
from .heap import STACK_ALIGN, close_heap, elements, open_heap
from .loops import run_loop
from .parallel import emit_parallel
from .tiles import allocate_tiles
from .values import bind


@statement(SeqStmt)
def emit_seq(f: Emitter, stmt: SeqStmt) -> None:
    """Statements in order."""
    for item in stmt.stmts:
        f.statement(item)


@statement(Evaluate)
def emit_evaluate(f: Emitter, stmt: Evaluate) -> None:
    """An expression for its effect."""
    if not isinstance(stmt.value, IntImm):
        f.value(stmt.value)


@statement(LetStmt)
def emit_let(f: Emitter, stmt: LetStmt) -> None:
    """A named value for the statements below."""
    bind(f, stmt.var, stmt.value)
    f.statement(stmt.body)


@statement(AttrStmt)
def emit_attr(f: Emitter, stmt: AttrStmt) -> None:
    """`workspace_offset` binds a buffer to an offset in the workspace, `threads_pay` is the condition for threads in
    parallel loops, `finally` is evaluated on every way out; other attributes are ignored."""
    if stmt.key == "workspace_offset":
        if f.workspace is None:
            raise InternalError("a buffer lives in the workspace of a function without one")
        offset = index_value(f, stmt.value)
        at = f.pure(f"getelementptr inbounds i8, ptr {f.workspace}, i64 {offset}", offset)
        f.buffers[stmt.node] = Pointer(at, STACK_ALIGN)
    around = f.threads_pay
    if stmt.key == "threads_pay" and not f.in_parallel:
        f.threads_pay = f.value(stmt.value)
    if stmt.key == FINALLY:
        f.releases.append(lambda: _apart(f, stmt.value))
    f.statement(stmt.body)
    f.threads_pay = around
    if stmt.key == FINALLY:
        f.releases.pop()()


def _apart(f: Emitter, value: Expr) -> None:
    """Evaluate an expression of which nothing is known afterwards: not every path comes by."""
    f.push_scope()
    f.value(value)
    f.pop_scope()


@statement(Block, BlockRealize)
def refuse_block(_f: Emitter, _stmt: Block) -> None:
    """Lowered code has no blocks: an internal error."""
    raise InternalError("a block reached code generation: the function was not lowered")


@statement(IfThenElse)
def emit_if(f: Emitter, stmt: IfThenElse) -> None:
    """A branch, or masked execution when the condition is a vector."""
    condition = f.value(stmt.condition)
    if condition in ("true", "false"):
        taken = stmt.then_body if condition == "true" else stmt.else_body
        if taken is not None:
            f.statement(taken)
        return
    lanes = dt.lanes(stmt.condition.dtype)
    if lanes > 1:
        under_mask(f, condition, lanes, lambda: _done(f, stmt.then_body), first_lanes(stmt.condition))
        other = stmt.else_body
        if other is not None:
            under_mask(f, inverted(f, condition, lanes), lanes, lambda: _done(f, other))
        return
    on_yes, after = f.label(), f.label()
    on_no = f.label() if stmt.else_body is not None else after
    f.put(f"br i1 {condition}, label %{on_yes}, label %{on_no}")
    _arm(f, on_yes, after, stmt.then_body)
    if stmt.else_body is not None:
        _arm(f, on_no, after, stmt.else_body)
    f.start_block(after)


def _done(f: Emitter, stmt: object) -> str:
    f.statement(stmt)  # type: ignore[arg-type]
    return ""


def _arm(f: Emitter, label: str, after: str, body: object) -> None:
    f.start_block(label)
    f.push_scope()
    f.statement(body)  # type: ignore[arg-type]
    f.pop_scope()
    f.put(f"br label %{after}")


@statement(For)
def emit_for(f: Emitter, stmt: For) -> None:
    """A loop of a kind that remains after lowering: serial, unrolled, parallel."""
    if stmt.kind == "thread_binding":
        raise MlccError(
            "G202", f"loop `{stmt.var.name}` is bound to `{stmt.thread}`, and the target is a CPU",
            span=stmt.span, help="use `parallel`, `vectorize` or `unroll` on this loop",
        )  # fmt: skip
    extent = index_constant(f, stmt.extent)
    if extent is not None and extent <= 0:
        return
    low = index_constant(f, stmt.min)
    if extent == 1 and low is not None:
        _numbered(f, stmt, range(low, low + 1))
    elif stmt.kind == "unroll" and extent is not None and low is not None:
        _numbered(f, stmt, range(low, low + extent))
    elif stmt.kind == "parallel" and not f.in_parallel:
        emit_parallel(f, stmt)
    else:
        _serial(f, stmt, extent)


def _numbered(f: Emitter, stmt: For, values: range) -> None:
    """The body once per value, with a constant loop variable."""
    saved = f.has_numbers
    f.has_numbers = True
    for value in values:
        f.index[stmt.var] = value
        f.statement(stmt.body)
    f.has_numbers = saved


def _serial(f: Emitter, stmt: For, extent: int | None) -> None:
    low = index_value(f, stmt.min)
    if low == "0":
        high = index_value(f, stmt.extent)
    else:
        high = index_value(f, stmt.min + stmt.extent)
    run_loop(f, stmt, low, high, may_be_empty=extent is None)


@statement(While)
def emit_while(f: Emitter, stmt: While) -> None:
    """A loop with its condition tested first; the condition may read memory, so nothing is hoisted out of the loop."""
    head, body, after = f.label(), f.label(), f.label()
    f.enter_loop()
    f.put(f"br label %{head}")
    f.start_block(head)
    condition = f.value(stmt.condition)
    f.put(f"br i1 {condition}, label %{body}, label %{after}")
    f.start_block(body)
    f.push_scope()
    f.statement(stmt.body)
    f.pop_scope()
    f.put(f"br label %{head}")
    f.leave_loop()
    f.start_block(after)


# ---------------------------------------------------------------- memory
@statement(Allocate)
def emit_allocate(f: Emitter, stmt: Allocate) -> None:
    """Memory for the statements below: on the stack if its size is constant, else on the heap."""
    buffer = stmt.buffer
    if buffer.scope == TILE_SCOPE:
        allocate_tiles(f, stmt)
        return
    size = as_int(elements(buffer.shape))
    element = f.memory_type(buffer.dtype)
    if size is not None and buffer.scope != "heap":
        f.buffers[buffer] = Pointer(f.alloca(element, max(size, 1), STACK_ALIGN), STACK_ALIGN)
        f.private[buffer] = size
        f.statement(stmt.body)
        return
    open_heap(f, buffer)
    f.statement(stmt.body)
    close_heap(f)


@statement(AssertStmt)
def emit_assert(f: Emitter, stmt: AssertStmt) -> None:
    """Return an error when the condition does not hold."""
    condition = f.value(stmt.condition)
    failed = f.pure(f"xor i1 {condition}, true", condition)
    f.return_if(failed, stmt.message)
