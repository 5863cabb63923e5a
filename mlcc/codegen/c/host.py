"""The host's part of a program whose loops are bound: one launch for each nest, in C.

The statements outside of bound loops stay on the host: order, loops around launches, checks of sizes. Everything else
is a launch of its own, and what a nest without bound loops computes is the work of a single thread.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from mlcc.analysis import simplify
from mlcc.codegen.blocks import TAGS
from mlcc.codegen.llvm import has_workspace, parameters
from mlcc.codegen.threads import refused
from mlcc.ir import (
    Allocate,
    AssertStmt,
    AttrStmt,
    Buffer,
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
    SeqStmt,
    Stmt,
    StringImm,
    While,
    const,
    free_vars,
    map_children,
    update,
    walk,
)
from mlcc.ir import dtype as dt
from mlcc.ir import maximum as larger

from .device import Kernels
from .emitter import Emitter
from .index import index
from .names import memory_type, scalar_type


@dataclass(frozen=True, slots=True)
class Signature:
    """A C function of a program: its parameters with their types, and the names alone."""

    params: tuple[str, ...]
    names: tuple[str, ...]


def declare(f: Emitter, func: PrimFunc) -> Signature:
    """The parameters of a program as :func:`.function.emit_function` has them, known to the emitter."""
    handles, scalars, dims = parameters(func)
    params, names = [], []
    for handle in handles:
        buffer = func.buffer_map.get(handle)
        if buffer is None:
            raise refused("a pointer without a buffer", func)
        own = f.values[handle] = f.buffers[buffer] = f.fresh(buffer.name)
        params.append(f"{memory_type(buffer.dtype)} *{own}")
        names.append(own)
    for scalar in scalars:
        own = f.values[scalar] = f.fresh(scalar.name)
        params.append(f"{scalar_type(scalar.dtype)} {own}")
        names.append(own)
    for dim in dims:
        own = f.index[dim] = f.fresh(dim.name)
        params.append(f"int64_t {own}")
        names.append(own)
    if has_workspace(func):
        f.workspace = f.fresh("workspace")
        params.append(f"void *{f.workspace}")
        names.append(f.workspace)
    return Signature(tuple(params), tuple(names))


def emit_launches(kernels: Kernels, parts: dict[str, str], func: PrimFunc, name: str) -> str:
    """The text of the C function `name` that launches the kernels of a program, which are added to `kernels`.

    Raises MlccError G109 for what a device cannot run; then nothing is added.
    """
    f = _Host(kernels, parts)
    signature = declare(f, func)
    with kernels.all_or_none():
        f.statement(func.body)
    f.put("return 0;")
    unused = [f"  (void){own};" for own in signature.names]
    head = f"static int32_t {name}({', '.join(signature.params) or 'void'})"
    return "\n".join([f"{head} {{", *unused, *f.used_lines(), "}"])


class _Host(Emitter):
    """The host's function of one program."""

    def __init__(self, kernels: Kernels, parts: dict[str, str]) -> None:
        super().__init__(kernels.host_library, parts)
        self.kernels = kernels

    def statement(self, stmt: Stmt) -> None:
        match stmt:
            case SeqStmt() | AttrStmt():
                super().statement(stmt)
            case Evaluate(value=IntImm()):
                return
            case AssertStmt() if not _loads(stmt):
                super().statement(stmt)
            case LetStmt() if not _loads(stmt.value):
                super().statement(stmt)
            case For() if stmt.thread is None and _has_bound(stmt) and not _loads(stmt.min, stmt.extent):
                super().statement(stmt)
            case IfThenElse() if _has_bound(stmt) and not _loads(stmt.condition):
                super().statement(stmt)
            case For() | BufferStore() | IfThenElse() | Allocate() | LetStmt() | While():
                self._launch(stmt)
            case _:
                raise refused("such a statement between nests of loops", stmt)

    def _launch(self, stmt: Stmt) -> None:
        extents = _extents(stmt)
        inner = {node.buffer for node in walk(stmt) if isinstance(node, Allocate)}
        buffers = [b for b in dict.fromkeys(_buffers(stmt)) if b not in inner]
        numbers = list(dict.fromkeys(v for part in (stmt, *extents.values()) for v in free_vars(part)))
        for var in numbers:
            if var not in self.index and not (var in self.values and dt.is_int(var.dtype)):
                raise refused(f"the value `{var.name}`, which is no integer of the host", stmt)
        kernel = self.kernels.add(stmt, buffers, numbers, extents)
        given = [f"{{{self.buffers[b]}, 0}}" for b in buffers]
        given += [f"{{NULL, (int64_t){index(self, var)}}}" for var in numbers]
        sizes = [index(self, extents.get(tag, const(1, "int64"))) for tag in TAGS]
        arguments = f"(const device_argument[]){{{', '.join(given)}}}"
        call = f"mlcc_device_launch({kernel}, (const int64_t[]){{{', '.join(sizes)}}}, {arguments}, {len(given)})"
        code = self.define("int32_t", "code", call)
        self.leave_if(f"{code} != 0", code)


def _has_bound(stmt: Node) -> bool:
    return any(isinstance(node, For) and node.thread is not None for node in walk(stmt))


def _loads(*nodes: Node) -> bool:
    return any(isinstance(part, BufferLoad) for node in nodes for part in walk(node))


def _buffers(stmt: Node) -> Iterator[Buffer]:
    for node in walk(stmt):
        if isinstance(node, BufferLoad | BufferStore):
            yield node.buffer


def _extents(stmt: Stmt) -> dict[str, Expr]:
    """The extents of a launch: of each tag, the largest of its loops."""
    extents: dict[str, Expr] = {}
    inside = {node.var for node in walk(stmt) if isinstance(node, For | LetStmt)}
    for node in walk(stmt):
        if isinstance(node, For) and node.thread is not None:
            if node.thread not in TAGS or not inside.isdisjoint(free_vars(node.extent)) or _loads(node.extent):
                raise refused(f"the loop `{node.var.name}`, bound to `{node.thread}`, whose extent varies", node)
            own, before = node.extent.astype("int64"), extents.get(node.thread)
            extents[node.thread] = own if before is None else simplify(larger(before, own))
    return extents


# ---------------------------------------------------------------- programs on the host, and entries
def emit_on_host(parts: dict[str, str], kernels: Kernels, func: PrimFunc, name: str, inner: str) -> str:
    """The C function `name` that runs `inner`, the program for the CPU, between copies of its operands."""
    f = Emitter(kernels.host_library, parts)
    signature = declare(f, func)
    handles, _, _ = parameters(func)
    for way in ("fetch", "send"):
        for handle in handles:
            buffer = func.buffer_map[handle]
            _step(f, f"mlcc_device_{way}({f.buffers[buffer]}, {index(f, nbytes(buffer))})")
        if way == "fetch":
            _step(f, f"{inner}({', '.join(signature.names)})")
    f.put("return 0;")
    head = f"static int32_t {name}({', '.join(signature.params) or 'void'})"
    return "\n".join([f"{head} {{", *f.used_lines(), "}"])


def emit_entry(kernels: Kernels, func: PrimFunc, name: str, inner: str, constants: str, written: Sequence[bool]) -> str:
    """The C function `name` that gives a program's arguments memory on the device, runs `inner`, and fetches results.

    `constants` are the address and the bytes of the weights; `written` says it of each tensor.
    """
    f = Emitter(kernels.host_library, {})
    signature = declare(f, func)
    handles, _, _ = parameters(func)
    steps = [f"mlcc_device_begin({constants})"]
    for handle, writes in zip(handles, written, strict=True):
        buffer = func.buffer_map[handle]
        use = "DEVICE_WRITTEN" if writes else "DEVICE_READ"
        steps.append(f"mlcc_device_map({f.buffers[buffer]}, {index(f, nbytes(buffer))}, {use})")
    if f.workspace is not None:
        need = func.attrs["workspace_bytes"]
        size = need if isinstance(need, int) else index(f, need)
        steps.append(f"mlcc_device_map({f.workspace}, {size}, DEVICE_SCRATCH)")
    steps.append(f"{inner}({', '.join(signature.names)})")
    code = f.fresh("code")
    f.put(f"int32_t {code} = {steps[0]};")
    for step in steps[1:]:
        f.put(f"if ({code} == 0) {code} = {step};")
    f.put(f"return mlcc_device_end({code});")
    head = f"static int32_t {name}({', '.join(signature.params) or 'void'})"
    return "\n".join([f"{head} {{", *f.used_lines(), "}"])


def _step(f: Emitter, call: str) -> None:
    code = f.define("int32_t", "code", call)
    f.leave_if(f"{code} != 0", code)


def nbytes(buffer: Buffer) -> Expr:
    """The bytes of a buffer."""
    size: Expr = const(dt.nbytes(buffer.dtype), "int64")
    for dim in buffer.shape:
        size = size * dim.astype("int64")
    return simplify(size)


#: By this name a graph function's program copies memory that may be the device's.
COPY = "copy on the device"


def with_device_copies(func: PrimFunc) -> PrimFunc:
    """A graph function's program whose copies may be of memory of the device."""

    def visit(node: Node) -> Node:
        node = map_children(node, visit)
        if isinstance(node, Call) and node.op == "call_extern":
            name = node.args[0]
            if isinstance(name, StringImm) and name.value == "memcpy":
                return Call("call_kernel", (StringImm(COPY), *node.args[1:]), "int32")
        return node

    body = visit(func.body)
    assert isinstance(body, Stmt)
    return replace(func, body=body)


def without_threads(func: PrimFunc) -> PrimFunc:
    """A program whose bound loops run one after the other, which means the same."""

    def visit(node: Node) -> Node:
        node = map_children(node, visit)
        return update(node, kind="serial", thread=None) if isinstance(node, For) and node.thread is not None else node

    body = visit(func.body)
    assert isinstance(body, Stmt)
    return replace(func, body=body)
