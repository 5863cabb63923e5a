"""Parallel loops: the body is outlined to a function of an index range, run by the artefact's thread pool.

The values that the body captures are passed in a record on the caller's stack. A small wrapper unpacks it and
calls the body with plain arguments, so that the body's pointers can be declared `noalias`.
"""

from __future__ import annotations

from mlcc.diagnostics import Span
from mlcc.ir import (
    Allocate,
    AssertStmt,
    AttrStmt,
    Buffer,
    BufferLoad,
    BufferStore,
    Call,
    For,
    SeqStmt,
    Stmt,
    Var,
    as_int,
    free_vars,
    update,
    walk,
)

from .address import index_value
from .debug import span_of
from .emitter import Emitter, Pointer
from .heap import close_heap, elements, open_heap, open_thread
from .loops import run_loop
from .module import CODE_ALIGNMENT
from .tiles import begin_tiles, configure
from .types import symbol


def _captured(f: Emitter, stmt: For) -> tuple[list[Buffer], list[Var], bool]:
    """The buffers and variables that the loop captures, in order of use; and whether it uses the workspace."""
    buffers: dict[Buffer, None] = {}
    variables: dict[Var, None] = dict.fromkeys(free_vars(stmt.body))
    own: set[Buffer] = set()
    workspace = False
    for node in walk(stmt.body):
        if isinstance(node, (BufferLoad, BufferStore)) and node.buffer not in own:
            buffers[node.buffer] = None
        elif isinstance(node, Allocate):
            own.add(node.buffer)
            for dim in node.buffer.shape:
                variables.update(dict.fromkeys(free_vars(dim)))
        elif isinstance(node, Call) and node.op == "workspace_ptr":
            workspace = True
        elif isinstance(node, AttrStmt) and node.key == "workspace_offset":
            workspace = True
            own.add(node.node)
    # Variables with no value outside are defined in the body itself.
    captured = [v for v in variables if v in f.index or v in f.values]
    return list(buffers), captured, workspace


def emit_parallel(f: Emitter, stmt: For) -> None:
    """Outline the body of a parallel loop and call the pool."""
    buffers, variables, needs_workspace = _captured(f, stmt)
    name = f"{f.name}.parallel{f.module.number(f.name)}"
    body = Emitter(f.module, name)
    body.in_parallel = True
    body.program = f.program
    described = body.describe(f.program, span_of(stmt))
    body.noalias = f.noalias
    body.shared, body.unchanged = f.shared, f.unchanged
    body.has_numbers = f.has_numbers
    fields: list[tuple[str, str]] = []
    params: list[str] = []
    shared: dict[str, str] = {}
    for buffer in buffers:
        outer = f.buffers[buffer]
        # Several buffers may be views of one pointer: it is passed once.
        if outer.operand not in shared:
            shared[outer.operand] = f"%p{len(fields)}"
            # Pointers of the function are distinct if its caller promises it; its own allocations always are.
            alone = f.noalias and buffer not in f.shared
            alias = "noalias " if alone or outer.operand.startswith("%s") else ""
            params.append(f"ptr {alias}align {outer.align} {shared[outer.operand]}")
            fields.append(("ptr", outer.operand))
        body.buffers[buffer] = Pointer(shared[outer.operand], outer.align)
    for var in variables:
        have = f.index.get(var)
        # A constant is known inside too, and folded there.
        if isinstance(have, int):
            body.index[var] = have
            continue
        kind = "i64" if have is not None else f.type_of(var.dtype)
        inner = f"%p{len(fields)}"
        (body.index if have is not None else body.values)[var] = inner
        params.append(f"{kind} {inner}")
        fields.append((kind, have if have is not None else f.values[var]))
    if needs_workspace and f.workspace is not None:
        body.workspace = f"%p{len(fields)}"
        params.append(f"ptr {body.workspace}")
        fields.append(("ptr", f.workspace))
    # The pool counts from 0: the body adds where the loop begins.
    low, extent = index_value(f, stmt.min), index_value(f, stmt.extent)
    shifted = low != "0"
    if shifted:
        fields.append(("i64", low))
        params.append("i64 %low")
    _write_body(body, stmt, params, shifted, described)
    _write_wrapper(f, name, fields, body.may_fail, span_of(stmt) if described else None)
    _launch(f, name, fields, extent, body.may_fail)


def _write_body(body: Emitter, stmt: For, params: list[str], shifted: bool, described: str) -> None:
    """The loop over [begin, end) as a function of the captured values."""
    low, high = "%begin", "%end"
    if shifted:
        low = body.pure("add nsw i64 %begin, %low")
        high = body.pure("add nsw i64 %end, %low")
    begin_tiles(body, stmt.body)
    chunk, blocks = _chunk_memory(body, stmt)
    run_loop(body, chunk, low, high, may_be_empty=True)
    for _ in range(blocks):
        close_heap(body)
    body.leave("0")
    signature = ", ".join([*params, "i64 %begin", "i64 %end"])
    head = f"define internal i32 {symbol(body.name)}({signature}) #0 align {CODE_ALIGNMENT}{described}"
    body.module.functions.append(f"{head} {{\nentry:\n{body.text()}\n}}\n")
    body.module.defined.add(body.name)


def _chunk_memory(body: Emitter, stmt: For) -> tuple[For, int]:
    """Allocate what the body of a loop begins with once for all its iterations; the loop without it, and the number."""
    blocks, inner, used = 0, stmt.body, "0"
    while True:
        checks = inner.stmts[:-1] if isinstance(inner, SeqStmt) else ()
        last = inner.stmts[-1] if isinstance(inner, SeqStmt) else inner
        if not isinstance(last, Allocate) or last.buffer.scope != "heap" or not all(map(_is_check, checks)):
            return update(stmt, body=inner), blocks
        # A size or check that depends on the iteration must be evaluated in each one.
        if any(stmt.var in free_vars(item) for item in (*last.buffer.shape, *checks)):
            return update(stmt, body=inner), blocks
        for check in checks:
            body.statement(check)
        if as_int(elements(last.buffer.shape)) is None:
            used = open_thread(body, last.buffer, used)
        else:
            open_heap(body, last.buffer)
        blocks, inner = blocks + 1, last.body


def _is_check(stmt: Stmt) -> bool:
    return isinstance(stmt, AssertStmt)


def _record(fields: list[tuple[str, str]]) -> str:
    return "{ " + ", ".join(["i32", *(kind for kind, _ in fields)]) + " }"


def _write_wrapper(f: Emitter, name: str, fields: list[tuple[str, str]], may_fail: bool, span: Span | None) -> None:
    """The function that the pool calls: it unpacks the record, runs the body, and records its error."""
    wrapper = Emitter(f.module, f"{name}.run")
    described = wrapper.describe(f.program, span)
    record = _record(fields)
    lines = []
    args = []
    # Field 0 of the record is the error code.
    for k, (kind, _) in enumerate(fields):
        lines.append(f"  %f{k} = getelementptr inbounds {record}, ptr %ctx, i64 0, i32 {k + 1}")
        lines.append(f"  %x{k} = load {kind}, ptr %f{k}")
        args.append(f"{kind} %x{k}")
    args += ["i64 %begin", "i64 %end"]
    lines.append(f"  %code = call i32 {symbol(name)}({', '.join(args)})")
    # Several threads may fail at a time. Any of their codes will do: the store is atomic, but orders nothing.
    if may_fail:
        lines += [
            "  %bad = icmp ne i32 %code, 0",
            "  br i1 %bad, label %failed, label %done",
            "failed:",
            "  store atomic i32 %code, ptr %ctx monotonic, align 8",
            "  br label %done",
            "done:",
        ]
    lines.append("  ret void")
    run = symbol(f"{name}.run")
    head = f"define internal void {run}(ptr %ctx, i64 %begin, i64 %end) #0{described} {{\nentry:\n"
    located = [line if line.endswith(":") else line + wrapper.location for line in lines]
    f.module.functions.append(head + "\n".join(located) + "\n}\n")


def _launch(f: Emitter, name: str, fields: list[tuple[str, str]], extent: str, may_fail: bool) -> None:
    """Call the pool; or the body itself, without a record, where threads do not pay."""
    if f.threads_pay is None:
        _call_pool(f, name, fields, extent, may_fail)
        return
    threads, alone, after = f.label(), f.label(), f.label()
    f.put(f"br i1 {f.threads_pay}, label %{threads}, label %{alone}")
    f.start_block(threads)
    _call_pool(f, name, fields, extent, may_fail)
    f.put(f"br label %{after}")
    f.start_block(alone)
    args = ", ".join([*(f"{kind} {value}" for kind, value in fields), "i64 0", f"i64 {extent}"])
    code = f.assign(f"call i32 {symbol(name)}({args})")
    configure(f)
    if may_fail:
        f.return_if_failed(code)
    f.put(f"br label %{after}")
    f.start_block(after)


def _call_pool(f: Emitter, name: str, fields: list[tuple[str, str]], extent: str, may_fail: bool) -> None:
    record = _record(fields)
    # On the stack: the pool returns only when all workers are done with it.
    context = f.alloca(record, 1, 16)
    for k, (kind, value) in enumerate(fields):
        at = f.pure(f"getelementptr inbounds {record}, ptr {context}, i64 0, i32 {k + 1}")
        f.put(f"store {kind} {value}, ptr {at}")
    if may_fail:
        f.put(f"store i32 0, ptr {context}, align 8")
    run = symbol(f"{name}.run")
    f.call("mlcc_rt_parallel", "void", ("ptr", run), ("ptr", context), ("i64", extent))
    configure(f)  # the calling thread ran a part, and released its registers
    if may_fail:
        f.return_if_failed(f.assign(f"load i32, ptr {context}, align 8"))
