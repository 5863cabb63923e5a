"""Device code: programs whose loops are bound to blocks and threads, as kernels of OpenCL C or CUDA C.

The loops around a kernel that are bound to ``blockIdx.*`` and ``threadIdx.*`` become its launch extents. Buffers of the
scope ``shared`` belong to a block: barriers stand around every statement that writes one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from mlcc.analysis import same
from mlcc.codegen.llvm import has_workspace, parameters
from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Allocate,
    AssertStmt,
    Buffer,
    BufferStore,
    Expr,
    For,
    IfThenElse,
    Node,
    PrimFunc,
    SeqStmt,
    Stmt,
    Var,
    While,
    as_int,
    const,
    update,
    walk,
)
from mlcc.ir import dtype as dt

from .emitter import Emitter
from .function import used_of
from .index import index
from .library import Library
from .names import identifier, memory_type, scalar_type
from .threads import check_threads, refused

TAGS = ("blockIdx.x", "blockIdx.y", "blockIdx.z", "threadIdx.x", "threadIdx.y", "threadIdx.z")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a language of device code spells what C has not."""

    prelude: str
    kernel: str
    pointer: str
    restrict: str
    shared: str
    barrier: str
    blocks: str
    threads: str

    def index_of(self, tag: str) -> str:
        """The number of the block or thread along an axis."""
        where, axis = tag.split(".")
        form = self.blocks if where == "blockIdx" else self.threads
        return form.format(axis=axis, number="xyz".index(axis))


_CUDA_PRELUDE = """\
#include <math.h>
#include <stdint.h>
#define MLCC_INLINE static __device__ __forceinline__
#define MLCC_ALIGNED
"""
_OPENCL_PRELUDE = """\
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
typedef char int8_t;
typedef uchar uint8_t;
typedef short int16_t;
typedef ushort uint16_t;
typedef int int32_t;
typedef uint uint32_t;
typedef long int64_t;
typedef ulong uint64_t;
#define INT64_C(n) n##L
#define UINT64_C(n) n##UL
#define INT8_MIN CHAR_MIN
#define INT8_MAX CHAR_MAX
#define UINT8_MAX UCHAR_MAX
#define INT16_MIN SHRT_MIN
#define INT16_MAX SHRT_MAX
#define UINT16_MAX USHRT_MAX
#define INT32_MIN INT_MIN
#define INT32_MAX INT_MAX
#define UINT32_MAX UINT_MAX
#define INT64_MIN LONG_MIN
#define INT64_MAX LONG_MAX
#define UINT64_MAX ULONG_MAX
#define MLCC_INLINE static inline
#define MLCC_ALIGNED
"""
#: Functions of C's float type that OpenCL has under the name for double.
_SINGLE = (
    "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "sinh", "cosh", "tanh", "asin",
    "acos", "atan", "asinh", "acosh", "atanh", "erf", "tgamma", "lgamma", "pow", "atan2", "hypot", "nextafter", "sqrt",
    "floor", "ceil", "trunc", "fabs", "round", "copysign", "fma", "fmod",
)  # fmt: skip

DIALECTS = {
    "cuda": Dialect(
        _CUDA_PRELUDE, 'extern "C" __global__ void', "", "__restrict__ ", "__shared__ ", "__syncthreads();",
        "blockIdx.{axis}", "threadIdx.{axis}",
    ),
    "opencl": Dialect(
        _OPENCL_PRELUDE + "".join(f"#define {op}f {op}\n" for op in _SINGLE) + "#define nearbyintf rint\n",
        "__kernel void", "__global ", "restrict ", "__local ", "barrier(CLK_LOCAL_MEM_FENCE);",
        "get_group_id({number})", "get_local_id({number})",
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class DeviceKernel:
    """One kernel: its name, and the extents of its launch along x, y, z."""

    name: str
    blocks: tuple[int, int, int]
    threads: tuple[int, int, int]


class DeviceEmitter(Emitter):
    """One kernel. `extents` are those of the launch, by tag."""

    def __init__(self, library: Library, dialect: Dialect, extents: Mapping[str, Expr]) -> None:
        super().__init__(library, {})
        self.dialect = dialect
        self.extents = extents
        self.declarations: list[str] = []
        #: Whether the threads of a block may be apart here, so that there can be no barrier.
        self.apart_here = False

    def statement(self, stmt: Stmt) -> None:
        match stmt:
            case For() if stmt.thread is not None:
                self._bound(stmt, stmt.thread)
            case For() if _writes_shared(stmt.body) and not isinstance(stmt.body, SeqStmt):
                super().statement(update(stmt, body=SeqStmt((stmt.body,))))
            case SeqStmt():
                for item in stmt.stmts:
                    self._between_barriers(item)
            case Allocate() if stmt.buffer.scope == "shared":
                self._shared(stmt)
            case AssertStmt():
                raise refused("a run-time check", stmt)
            case Allocate() if stmt.buffer.scope == "heap" or any(as_int(d) is None for d in stmt.buffer.shape):
                raise refused(f"the buffer `{stmt.buffer.name}`, whose size is known at run time only", stmt)
            case IfThenElse() | While():
                self._diverging(lambda: super(DeviceEmitter, self).statement(stmt))
            case _:
                super().statement(stmt)

    def _diverging(self, emit: Callable[[], None]) -> None:
        before, self.apart_here = self.apart_here, True
        emit()
        self.apart_here = before

    def _bound(self, stmt: For, tag: str) -> None:
        """A loop over blocks or threads: its variable is the number of this one."""
        number = f"(int64_t){self.dialect.index_of(tag)}"
        low = as_int(stmt.min)
        own = self.define("int64_t", stmt.var.name, number if low == 0 else f"{number} + {index(self, stmt.min)}")
        self.index[stmt.var] = own
        if same(stmt.extent.astype("int64"), self.extents[tag]):
            self.statement(stmt.body)
            return
        self.open(f"if ({number} < {index(self, stmt.extent)})")
        self._diverging(lambda: self.statement(stmt.body))
        self.close()

    def _between_barriers(self, stmt: Stmt) -> None:
        writes = _writes_shared(stmt)
        if writes:
            self._barrier(stmt)
        self.statement(stmt)
        if writes:
            self._barrier(stmt)

    def _barrier(self, stmt: Stmt) -> None:
        if self.apart_here:
            raise refused("a store to shared memory where only some threads of a block are", stmt)
        if not self.lines or self.lines[-1].strip() != self.dialect.barrier:
            self.put(self.dialect.barrier)

    def _shared(self, stmt: Allocate) -> None:
        buffer = stmt.buffer
        sizes = [as_int(dim) for dim in buffer.shape]
        if None in sizes:
            raise refused(f"the shared buffer `{buffer.name}`, whose size is known at run time only", stmt)
        size = math.prod(size or 0 for size in sizes)
        own = self.buffers[buffer] = self.fresh(buffer.name)
        self.declarations.append(f"  {self.dialect.shared}{memory_type(buffer.dtype)} {own}[{max(size, 1)}];")
        self.statement(stmt.body)


def _writes_shared(node: Node) -> bool:
    return any(isinstance(n, BufferStore) and n.buffer.scope == "shared" for n in walk(node))


class Kernels:
    """The kernels of a module, numbered in order. Host code gives each buffer as memory and an offset in OpenCL, whose
    memory has no addresses there, and as an address in CUDA.

    `host_library` has the small functions that the host's part uses. With `apart`, no two buffers share memory.
    """

    def __init__(self, kind: str) -> None:
        self.kind, self.dialect = kind, DIALECTS[kind]
        self.library, self.host_library = Library(), Library()
        self.names: list[str] = []
        self.arguments = 0
        self.label, self.apart = "kernel", True
        self._texts: list[str] = []

    def begin(self, label: str, *, apart: bool) -> None:
        """The next kernels are of the program `label`."""
        self.label, self.apart = label, apart

    @contextmanager
    def all_or_none(self) -> Iterator[None]:
        """What is added inside stays only if nothing is raised."""
        count = len(self.names)
        try:
            yield
        except MlccError:
            del self.names[count:], self._texts[count:]
            raise

    def add(self, stmt: Stmt, buffers: Sequence[Buffer], numbers: Sequence[Var], extents: Mapping[str, Expr]) -> int:
        """Add the kernel of a nest, which takes these buffers and then these integers; its number."""
        base = name = identifier(f"{self.label}_kernel")
        while name in self.names:
            name = f"{base}_{len(self.names)}"
        check_threads(stmt, extents)
        f = DeviceEmitter(self.library, self.dialect, extents)
        offsets = self.kind == "opencl"
        signature: list[str] = []
        written = {node.buffer for node in walk(stmt) if isinstance(node, BufferStore)}
        for buffer in buffers:
            if offsets:
                signature += _with_offset(f, buffer, buffer in written, self.apart)
            else:
                signature.append(_pointer(f, buffer, buffer in written, self.dialect, self.apart))
        for var in numbers:
            own = f.fresh(var.name)
            f.index[var] = own
            signature.append(f"int64_t {own}")
        f.statement(stmt)
        self._texts.append(_text(f, name, signature))
        self.names.append(name)
        self.arguments = max(self.arguments, len(buffers) + len(numbers))
        return len(self.names) - 1

    def text(self) -> str:
        """The source text of all kernels."""
        return "\n".join([self.dialect.prelude, self.library.text(), *self._texts])


def _text(f: DeviceEmitter, name: str, signature: Sequence[str]) -> str:
    head = f"{f.dialect.kernel} {name}({', '.join(signature)}) {{"
    return "\n".join([head, *f.declarations, *f.used_lines(), "}\n"])


def emit_device(func: PrimFunc, name: str, kind: str, library: Library) -> tuple[str, DeviceKernel]:
    """The text of a lowered program as one kernel of `kind`, ``opencl`` or ``cuda``, and how it is launched.

    Its parameters are those of the program; `library` gets the small functions that it uses. Raises MlccError G109 for
    a program that is not one nest of bound loops, or with what device code cannot have.
    """
    dialect = DIALECTS[kind]
    if has_workspace(func):
        raise refused("a buffer between nests of loops", func)
    extents = _launch(func)
    check_threads(func.body, extents)
    f = DeviceEmitter(library, dialect, {tag: const(extent, "int64") for tag, extent in extents.items()})
    handles, scalars, dims = parameters(func)
    written, _ = used_of(func)
    signature = []
    for handle in handles:
        buffer = func.buffer_map.get(handle)
        if buffer is None:
            raise refused("a pointer without a buffer", func)
        signature.append(_pointer(f, buffer, buffer in written, dialect, True))
    for scalar in scalars:
        own = f.values[scalar] = f.fresh(scalar.name)
        signature.append(f"{'int8_t' if dt.is_bool(scalar.dtype) else scalar_type(scalar.dtype)} {own}")
    for dim in dims:
        own = f.fresh(dim.name)
        f.index[dim] = own
        signature.append(f"int64_t {own}")
    f.statement(func.body)
    own_name = identifier(name) if name != "main" else "main_kernel"
    sizes = [extents.get(tag, 1) for tag in TAGS]
    text = _text(f, own_name, signature)
    return text, DeviceKernel(own_name, (sizes[0], sizes[1], sizes[2]), (sizes[3], sizes[4], sizes[5]))


def _pointer(f: Emitter, buffer: Buffer, written: bool, dialect: Dialect, apart: bool) -> str:
    own = f.buffers[buffer] = f.fresh(buffer.name)
    constant = "" if written else "const "
    restrict = dialect.restrict if apart else ""
    return f"{dialect.pointer}{constant}{memory_type(buffer.dtype)} *{restrict}{own}"


def _with_offset(f: Emitter, buffer: Buffer, written: bool, apart: bool) -> tuple[str, str]:
    """A buffer as memory and the byte at which it begins there."""
    memory, at = f.fresh(f"{buffer.name}_memory"), f.fresh(f"{buffer.name}_at")
    own = f.buffers[buffer] = f.fresh(buffer.name)
    kind = f"__global {'' if written else 'const '}{memory_type(buffer.dtype)} *"
    f.put(f"{kind}{'restrict ' if apart else ''}const {own} = ({kind})({memory} + {at});")
    return f"__global {'' if written else 'const '}uchar *{memory}", f"int64_t {at}"


def _launch(func: PrimFunc) -> dict[str, int]:
    """The extents of the launch: of each tag, the largest of its loops."""
    extents: dict[str, int] = {}
    for node in walk(func.body):
        if isinstance(node, For) and node.thread is not None:
            extent = as_int(node.extent)
            if node.thread not in TAGS or extent is None:
                raise refused(f"the loop `{node.var.name}`, bound to `{node.thread}` with an extent of run time", node)
            extents[node.thread] = max(extents.get(node.thread, 1), extent)
    if not extents or not _all_bound(func.body):
        raise refused("statements outside of loops that are bound to threads", func)
    return extents


def _all_bound(stmt: Stmt) -> bool:
    """Whether the body is one nest whose outermost loop is bound."""
    if isinstance(stmt, For):
        return stmt.thread is not None
    return isinstance(stmt, Allocate) and stmt.buffer.scope == "shared" and _all_bound(stmt.body)
