"""Assigns memory to each temporary: the stack, the caller's workspace, or the heap.

Small and `local` buffers are on the stack. Larger ones outside parallel loops get an offset in the
workspace that the caller provides; buffers with disjoint lifetimes share memory. Inside parallel
loops every thread needs its own copy: on the stack up to a limit, on the heap beyond it. Those on the
heap, and those of symbolic size, are allocated at the start of the parallel loop's body, where their
size is known there: code generation allocates these once for all iterations that a thread runs,
symbolic ones on the stack where they fit at run time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from mlcc.analysis import LARGEST_EXTENT, clamped, same
from mlcc.diagnostics import MlccError
from mlcc.ir import (
    TILE_SCOPE,
    Allocate,
    AssertStmt,
    AttrStmt,
    Binary,
    Buffer,
    BufferLoad,
    BufferStore,
    Call,
    Expr,
    For,
    IntImm,
    PrimFunc,
    SeqStmt,
    Stmt,
    StringImm,
    Var,
    as_int,
    cast,
    const,
    map_children,
    seq,
    substitute,
    update,
    walk,
    walk_once,
)
from mlcc.ir import dtype as dt
from mlcc.target import DEVICE_KINDS, Target

#: Up to so many bytes a buffer is on the stack, where allocation costs nothing.
_SMALL = 4 * 1024
#: The same where memory is the caller's: stacks of microcontrollers are short, and the workspace is reused.
_SMALL_BARE = 256
#: The same of buffers in scope `local`, which are mostly promoted to registers.
_SMALL_LOCAL = 64 * 1024
#: The limit in bytes for a parallel loop's temporaries on one thread's stack.
THREAD_STACK = 256 * 1024
#: A cache line, and the longest vector.
_ALIGN = 64


@dataclass
class _Life:
    """The lifetime of a buffer: its size, and the first and last top-level statement that uses it."""

    buffer: Buffer
    size: int
    begin: int
    end: int
    offset: int = 0


def plan_workspace(func: PrimFunc, target: Target) -> PrimFunc:
    """Assign memory to the temporaries and set the attribute `workspace_bytes`.

    The attribute is an integer, or an expression over symbolic dimensions. Workspace that is already in use
    (`workspace_bytes` of `func`) stays at the beginning.
    """
    small = _SMALL if target.has_heap else _SMALL_BARE
    # the function of a graph runs on the host, which reads the sizes and conditions that kernels compute
    of_graph = _is_of_graph(func)
    on_device = target.kind in DEVICE_KINDS and not of_graph
    planner = _Planner(func, on_device=on_device, small=small)
    planner.find(func.body, 0, False)
    if not planner.fixed and not planner.symbolic and not planner.heap:
        return func
    planned_only = target.kind in DEVICE_KINDS and of_graph
    if planner.heap and (planned_only or not target.has_heap):
        names = ", ".join(sorted(f"`{buffer.name}`" for buffer in planner.heap))
        why = "values on a device need a size before" if planned_only else "the runtime `none` has no heap"
        raise MlccError(
            "L121", f"the size of {names} is known only while the program runs, and {why}",
            help="give the model's sizes with --shape, or build "
            + ("for the processor" if planned_only else "with `--runtime minimal`"),
        )  # fmt: skip
    used: Any = func.attrs.get("workspace_bytes", 0)
    start: Expr = const(used, "int64") if isinstance(used, int) else used
    # Static sizes first: their offsets are constants. Symbolic ones follow without sharing, because whether one fits
    # into the memory of another is not known before the program runs.
    total = _assign(planner.fixed)
    offsets: dict[Buffer, Expr] = {}
    for life in planner.fixed:
        offsets[life.buffer] = start + const(life.offset, "int64")
    end = start + const(total, "int64")
    for buffer in planner.symbolic:
        offsets[buffer] = end
        end = end + _rounded(_bytes(buffer))
    body = _Rewriter(offsets, planner.heap, planner.dims).visit(func.body)
    size = as_int(end)
    return replace(func, body=body, attrs={**func.attrs, "workspace_bytes": end if size is None else size})


def _is_of_graph(func: PrimFunc) -> bool:
    """Whether a program is a graph function's: it calls kernels, or copies what it is given or constants."""
    calls = [node for node in walk(func.body) if isinstance(node, Call)]
    named = [node.args[0] for node in calls if node.op == "call_extern"]
    copies = any(isinstance(name, StringImm) and name.value == "memcpy" for name in named)
    return copies or any(node.op == "call_kernel" for node in calls)


class _Planner:
    def __init__(self, func: PrimFunc, *, on_device: bool, small: int) -> None:
        self.small = small
        #: On a device every nest is a launch: what one leaves to another is in the workspace.
        self.on_device = on_device
        self.dims = set(func.symbolic_vars()) | set(func.params)
        self.fixed: list[_Life] = []
        self.symbolic: list[Buffer] = []
        self.heap: set[Buffer] = set()
        #: Top-level statements so far: within one, all buffers are taken to be in use at the same time.
        self.clock = 0

    def find(self, stmt: Stmt, depth: int, parallel: bool) -> None:
        match stmt:
            case Allocate():
                self._classify(stmt, depth, parallel)
                self.find(stmt.body, depth, parallel)
            case For():
                self._tick(depth)
                self.find(stmt.body, depth + 1, parallel or stmt.kind == "parallel" or self._is_thread(stmt))
            case SeqStmt():
                for item in stmt.stmts:
                    self._tick(depth)
                    self.find(item, depth, parallel)
            case _:
                for name in ("body", "then_body", "else_body"):
                    inner = getattr(stmt, name, None)
                    if isinstance(inner, Stmt):
                        self.find(inner, depth, parallel)

    def _is_thread(self, loop: For) -> bool:
        return self.on_device and loop.thread is not None

    def _tick(self, depth: int) -> None:
        if depth == 0:
            self.clock += 1

    def _classify(self, stmt: Allocate, depth: int, parallel: bool) -> None:
        buffer = stmt.buffer
        if buffer.scope == TILE_SCOPE or (self.on_device and buffer.scope == "shared"):
            return
        size = as_int(_bytes(buffer))
        if size is None:
            # The caller asks for the workspace before the program runs: only sizes of arguments are known then.
            if _is_known(buffer.shape[0], self.dims) and not parallel:
                self.symbolic.append(buffer)
            else:
                self.heap.add(buffer)
            return
        between_launches = self.on_device and not parallel
        if not between_launches and size <= (_SMALL_LOCAL if buffer.scope == "local" else self.small):
            return
        # One offset in the workspace would be shared by all threads.
        if parallel:
            if size > THREAD_STACK:
                self.heap.add(buffer)
            return
        # Allocated inside a loop, a buffer lives within the statement that is that loop.
        begin, end = self.clock, self.clock
        if depth == 0:
            begin, end = _span(stmt, self.clock)
        self.fixed.append(_Life(buffer, _up(size), begin, end))


def _is_known(size: Expr, dims: set[Var]) -> bool:
    """Whether a size follows from the sizes of arguments: it uses no loop, and nothing in memory."""
    items = list(walk_once(size))
    return all(item in dims for item in items if isinstance(item, Var)) and not any(
        isinstance(item, BufferLoad) for item in items
    )


def _span(stmt: Allocate, clock: int) -> tuple[int, int]:
    """First and last tick at which the top-level statements below use the buffer.

    Counts ticks exactly as the planner does.
    """
    first: list[int] = []
    last = clock
    now = clock

    # A loop is one statement of its lifetime, whatever is inside: a buffer that a later iteration reads must survive
    # until the loop ends.
    def visit(item: Stmt, depth: int) -> None:
        nonlocal now, last
        if isinstance(item, SeqStmt) and depth == 0:
            for part in item.stmts:
                now += 1
                visit(part, depth)
            return
        if isinstance(item, For) and depth == 0:
            now += 1
        if isinstance(item, (Allocate, AttrStmt)) and depth == 0:
            visit(item.body, depth)
            return
        if _uses(item, stmt.buffer):
            first.append(now)
            last = now

    visit(stmt.body, 0)
    return (first[0] if first else clock), last


def _uses(stmt: Stmt, buffer: Buffer) -> bool:
    return any(isinstance(n, (BufferLoad, BufferStore)) and n.buffer is buffer for n in walk(stmt))


def _assign(lives: list[_Life]) -> int:
    """Assign offsets, largest buffer first, each at the lowest free offset; the result is the total size."""
    # Largest first: small buffers fill the gaps that large ones leave. For example, A (8 KiB, statements 1-2),
    # B (8 KiB, 2-3) and C (4 KiB, 3-4): A is at 0, B meets A at statement 2 and is at 8 KiB, C meets B only and shares
    # the memory of A.
    placed: list[_Life] = []
    for life in sorted(lives, key=lambda x: -x.size):
        offset = 0
        for other in sorted(placed, key=lambda x: x.offset):
            # Buffers with disjoint lifetimes may overlap; of the others, by rising offset, each in the way is passed.
            meets = life.begin <= other.end and other.begin <= life.end
            if meets and offset < other.offset + other.size and other.offset < offset + life.size:
                offset = other.offset + other.size
        life.offset = offset
        placed.append(life)
    return max((x.offset + x.size for x in placed), default=0)


def _up(size: int) -> int:
    return -(-size // _ALIGN) * _ALIGN


def _bytes(buffer: Buffer) -> Expr:
    return clamped(buffer.shape[0].astype("int64")) * const(dt.nbytes(buffer.dtype), "int64")


def _fits(buffer: Buffer) -> Expr:
    """The condition that a size is within the address space, computed in floating point, which does not overflow."""
    size = _float(buffer.shape[0]) * const(float(dt.nbytes(buffer.dtype)), "float64")
    return size <= const(float(LARGEST_EXTENT), "float64")


def _float(size: Expr) -> Expr:
    """A size as a float64, which is at least as large, computed without integers that could wrap around."""
    if isinstance(size, Binary) and size.op in ("add", "sub", "mul", "min", "max"):
        return Binary(size.op, _float(size.a), _float(size.b))
    if isinstance(size, Binary) and size.op == "floordiv" and isinstance(size.b, IntImm) and size.b.value > 0:
        return _float(size.a) * const(1.0 / size.b.value, "float64")
    return cast("float64", size)


def _rounded(size: Expr) -> Expr:
    align = IntImm(_ALIGN, "int64")
    return (size + IntImm(_ALIGN - 1, "int64")) // align * align


class _Rewriter:
    """Puts the decisions into a program."""

    def __init__(self, offsets: dict[Buffer, Expr], heap: set[Buffer], dims: set[Var]) -> None:
        self.offsets = offsets
        self.heap = heap
        self.dims = dims
        #: The heap memory of the parallel loop that is being visited, if any; and what of it is not in use.
        self.chunk: list[Buffer] | None = None
        self.free: list[Buffer] = []

    def visit(self, node: Any) -> Any:
        match node:
            case For(kind="parallel") if self.chunk is None:
                return self._parallel(node)
            case Allocate() if node.buffer in self.offsets:
                return AttrStmt(node.buffer, "workspace_offset", self.offsets[node.buffer], self.visit(node.body))
            case Allocate() if node.buffer in self.heap:
                return self._on_heap(node)
            case Stmt():
                return map_children(node, self.visit)
        return node

    def _parallel(self, loop: For) -> For:
        self.chunk, self.free = [], []
        body = self.visit(loop.body)
        for buffer in reversed(self.chunk):
            body = _allocated(buffer, body)
        self.chunk = None
        return update(loop, body=body)

    def _on_heap(self, node: Allocate) -> Stmt:
        moved = replace(node.buffer, scope="heap", shape=tuple(map(clamped, node.buffer.shape)))
        # With a size that is known where the parallel loop begins, one allocation serves all iterations of a thread.
        shared = self.chunk is not None and all(_is_known(dim, self.dims) for dim in moved.shape)
        if shared:
            moved = self._of_chunk(moved)
        body: Stmt = substitute(self.visit(node.body), {}, {node.buffer: moved})
        if not shared:
            return _allocated(moved, body)
        # Not in use after this statement: a later buffer of the same size takes it over.
        self.free.append(moved)
        return body

    def _of_chunk(self, buffer: Buffer) -> Buffer:
        """The memory of a thread for a buffer: that of another of its size which is not in use, or new."""
        assert self.chunk is not None
        for other in self.free:
            if other.dtype == buffer.dtype and same(other.shape[0], buffer.shape[0]):
                self.free.remove(other)
                return other
        self.chunk.append(buffer)
        return buffer


def _allocated(buffer: Buffer, body: Stmt) -> Stmt:
    # Before the allocation: its size is a product in 64 bits, which may have wrapped around to a small number.
    fits = AssertStmt(_fits(buffer), f"`{buffer.name}` would be larger than memory can be")
    return seq(fits, Allocate(buffer, body))
