"""Device code: programs whose loops are bound to blocks and threads, as kernels of OpenCL C or CUDA C.

The loops around a kernel that are bound to ``blockIdx.*`` and ``threadIdx.*`` become its launch extents. Buffers of the
scope ``shared`` belong to a block: barriers stand around every statement that writes one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from mlcc.codegen.llvm import has_workspace, parameters
from mlcc.ir import (
    Allocate,
    AssertStmt,
    Buffer,
    BufferStore,
    For,
    IfThenElse,
    Node,
    PrimFunc,
    SeqStmt,
    Stmt,
    While,
    as_int,
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

    def __init__(self, library: Library, dialect: Dialect, extents: dict[str, int]) -> None:
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
        low, extent = as_int(stmt.min), as_int(stmt.extent)
        own = self.define("int64_t", stmt.var.name, number if low == 0 else f"{number} + {index(self, stmt.min)}")
        self.index[stmt.var] = own
        if extent == self.extents[tag]:
            self.statement(stmt.body)
            return
        self.open(f"if ({number} < {extent})")
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


def emit_device(func: PrimFunc, name: str, kind: str) -> tuple[str, DeviceKernel]:
    """The text of a lowered program as one kernel of `kind`, ``opencl`` or ``cuda``, and how it is launched.

    Raises MlccError G109 for a program without bound loops, or with what device code cannot have.
    """
    dialect, library = DIALECTS[kind], Library()
    if has_workspace(func):
        raise refused("a buffer between nests of loops", func)
    extents = _launch(func)
    check_threads(func.body, extents)
    f = DeviceEmitter(library, dialect, extents)
    handles, scalars, dims = parameters(func)
    written, _ = used_of(func)
    signature = []
    for handle in handles:
        buffer = func.buffer_map.get(handle)
        if buffer is None:
            raise refused("a pointer without a buffer", func)
        signature.append(_pointer(f, buffer, buffer in written, dialect))
    for scalar in scalars:
        own = f.values[scalar] = f.fresh(scalar.name)
        signature.append(f"{'int8_t' if dt.is_bool(scalar.dtype) else scalar_type(scalar.dtype)} {own}")
    for dim in dims:
        own = f.fresh(dim.name)
        f.index[dim] = own
        signature.append(f"int64_t {own}")
    f.statement(func.body)
    own_name = identifier(name) if name != "main" else "main_kernel"
    head = f"{dialect.kernel} {own_name}({', '.join(signature)}) {{"
    text = "\n".join([library.text(), head, *f.declarations, *f.used_lines(), "}\n"])
    sizes = [extents.get(tag, 1) for tag in TAGS]
    return text, DeviceKernel(own_name, (sizes[0], sizes[1], sizes[2]), (sizes[3], sizes[4], sizes[5]))


def _pointer(f: Emitter, buffer: Buffer, written: bool, dialect: Dialect) -> str:
    own = f.buffers[buffer] = f.fresh(buffer.name)
    constant = "" if written else "const "
    return f"{dialect.pointer}{constant}{memory_type(buffer.dtype)} *{dialect.restrict}{own}"


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
