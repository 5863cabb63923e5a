"""Statements: loops, branches, allocation, assertions."""

from __future__ import annotations

from mlcc.codegen.llvm import NO_MEMORY, error_number
from mlcc.diagnostics import InternalError, MlccError
from mlcc.ir import (
    Allocate,
    AssertStmt,
    AttrStmt,
    Block,
    BlockRealize,
    BufferLoad,
    Evaluate,
    Expr,
    For,
    IfThenElse,
    IntImm,
    LetStmt,
    Node,
    SeqStmt,
    While,
    as_int,
    walk,
)
from mlcc.ir import dtype as dt

from .emitter import Emitter, statement
from .expressions import bind, inverted, mask_bits, name_mask, under_mask
from .index import constant, index
from .names import memory_type

#: The bytes that allocated buffers are aligned to.
_ALIGN = 64


@statement(SeqStmt)
def emit_seq(f: Emitter, stmt: SeqStmt) -> None:
    """Statements in order."""
    for item in stmt.stmts:
        f.statement(item)


@statement(Evaluate)
def emit_evaluate(f: Emitter, stmt: Evaluate) -> None:
    """An expression for its effect: what has one writes its own statement."""
    if not isinstance(stmt.value, IntImm):
        f.value(stmt.value)


@statement(LetStmt)
def emit_let(f: Emitter, stmt: LetStmt) -> None:
    """A named value for the statements below."""
    bind(f, stmt.var, stmt.value)
    f.statement(stmt.body)


@statement(AttrStmt)
def emit_attr(f: Emitter, stmt: AttrStmt) -> None:
    """`workspace_offset` binds a buffer to an offset in the workspace; other attributes are ignored. A function has no
    workspace if all that would be in it is empty."""
    if stmt.key == "workspace_offset":
        kind = memory_type(stmt.node.dtype)
        at = f"({kind} *)0"
        if f.workspace is not None:
            at = f"({kind} *)(void *)((char *){f.workspace} + {index(f, stmt.value)})"
        f.buffers[stmt.node] = f.define(f"{kind} *", stmt.node.name, at)
    f.statement(stmt.body)


@statement(Block, BlockRealize)
def refuse_block(_f: Emitter, _stmt: Block) -> None:
    """Lowered code has no blocks: an internal error."""
    raise InternalError("a block reached code generation: the function was not lowered")


@statement(IfThenElse)
def emit_if(f: Emitter, stmt: IfThenElse) -> None:
    """A branch, or masked execution when the condition is a vector."""
    lanes = dt.lanes(stmt.condition.dtype)
    if lanes > 1:
        active = name_mask(f, stmt.condition, mask_bits(f, stmt.condition), lanes)
        under_mask(f, active, lambda: _done(f, stmt.then_body))
        other = stmt.else_body
        if other is not None:
            under_mask(f, inverted(f, active), lambda: _done(f, other))
        return
    if isinstance(stmt.condition, IntImm):
        taken = stmt.then_body if stmt.condition.value else stmt.else_body
        if taken is not None:
            f.statement(taken)
        return
    f.open(f"if ({_condition(f, stmt.condition)})")
    f.statement(stmt.then_body)
    if stmt.else_body is not None:
        f.close("} else {")
        f.depth += 1
        f.statement(stmt.else_body)
    f.close()


def _condition(f: Emitter, expr: Expr) -> str:
    from .memory import bare

    return bare(f.value(expr))


def _done(f: Emitter, stmt: Node) -> str:
    f.statement(stmt)  # type: ignore[arg-type]
    return ""


@statement(For)
def emit_for(f: Emitter, stmt: For) -> None:
    """A loop of a kind that remains after lowering: serial, unrolled, parallel."""
    if stmt.kind == "thread_binding":
        raise MlccError(
            "G202", f"loop `{stmt.var.name}` is bound to `{stmt.thread}`, and the target is a CPU",
            span=stmt.span, help="use `parallel`, `vectorize` or `unroll` on this loop",
        )  # fmt: skip
    extent, low = constant(f, stmt.extent), constant(f, stmt.min)
    if extent is not None and extent <= 0:
        return
    if extent is not None and low is not None and (extent == 1 or stmt.kind == "unroll"):
        for value in range(low, low + extent):
            f.index[stmt.var] = value
            f.statement(stmt.body)
        return
    first = index(f, stmt.min)
    end = index(f, stmt.extent if low == 0 else stmt.min + stmt.extent)
    if not end.isidentifier() and not end.isdigit():
        end = f.define("int64_t", f"{stmt.var.name}_end", end)
    name = f.fresh(stmt.var.name)
    f.index[stmt.var] = name
    head = f"for (int64_t {name} = {first}; {name} < {end}; ++{name})"
    if stmt.kind == "parallel" and f.parallel is None:
        _parallel(f, stmt, head)
        return
    f.open(head)
    f.statement(stmt.body)
    f.close()


def _parallel(f: Emitter, stmt: For, head: str) -> None:
    """A loop whose iterations OpenMP may run at the same time; a failure is kept until its end."""
    failed = f.fresh("failed")
    before, was, mask = f.lines, f.may_fail, f.mask
    f.lines, f.parallel, f.may_fail, f.mask = [], (failed, len(f.heap)), False, None
    f.depth += 1
    f.statement(stmt.body)
    f.depth -= 1
    body, fails = f.lines, f.may_fail
    f.lines, f.parallel, f.may_fail, f.mask = before, None, was or fails, mask
    if fails:
        f.put(f"int32_t {failed} = 0;")
    f.put("MLCC_PARALLEL")
    f.open(head)
    if fails:  # the body is a block of its own: a label stands before a statement
        f.put("{")
        f.put_apart(body)
        f.put("}")
        f.lines.append(f"next_{failed}:;")
    else:
        f.lines += body
    f.close()
    if fails:
        f.leave_if(f"{failed} != 0", failed)


@statement(While)
def emit_while(f: Emitter, stmt: While) -> None:
    """A loop with its condition tested first."""
    f.open("for (;;)")
    f.put(f"if (!{_parenthesised(f.value(stmt.condition))}) break;")
    f.statement(stmt.body)
    f.close()


def _parenthesised(text: str) -> str:
    return text if text.isidentifier() else f"({text})"


# ---------------------------------------------------------------- memory
@statement(Allocate)
def emit_allocate(f: Emitter, stmt: Allocate) -> None:
    """Memory for the statements below: an array if its size is constant, else on the heap."""
    buffer = stmt.buffer
    total: Expr = IntImm(1, "int64")
    for dim in buffer.shape:
        total = total * dim.astype("int64")
    size, kind = as_int(total), memory_type(buffer.dtype)
    if size is None or buffer.scope == "heap":
        _on_heap(f, stmt, index(f, total), kind)
        return
    name = f.buffers[buffer] = f.fresh(buffer.name)
    f.open("")
    f.put(f"MLCC_ALIGNED {kind} {name}[{max(size, 1)}];")
    if not any(isinstance(n, BufferLoad) and n.buffer is buffer for n in walk(stmt.body)):
        f.put(f"(void){name};")
    f.statement(stmt.body)
    f.close()


def _on_heap(f: Emitter, stmt: Allocate, count: str, kind: str) -> None:
    block = f.fresh(f"{stmt.buffer.name}_block")
    nbytes = f"(size_t)({count}) * sizeof({kind}) + {_ALIGN - 1}"
    f.open("")
    f.put(f"void *const {block} = malloc({nbytes});")
    f.leave_if(f"{block} == NULL", str(error_number(NO_MEMORY)))
    at = f"({kind} *)(((uintptr_t){block} + {_ALIGN - 1}) & ~(uintptr_t){_ALIGN - 1})"
    f.buffers[stmt.buffer] = f.define(f"{kind} *", stmt.buffer.name, at)
    f.heap.append(block)
    f.statement(stmt.body)
    f.heap.pop()
    f.put(f"free({block});")
    f.close()


@statement(AssertStmt)
def emit_assert(f: Emitter, stmt: AssertStmt) -> None:
    """Return an error when the condition does not hold."""
    f.leave_if(f"!{_parenthesised(f.value(stmt.condition))}", str(error_number(stmt.message)))
