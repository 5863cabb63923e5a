"""Device code: programs whose loops are bound to blocks and threads, as kernels of OpenCL C or CUDA C.

The loops around a kernel that are bound to ``blockIdx.*`` and ``threadIdx.*`` become its launch extents. Buffers of the
scope ``shared`` belong to a block.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from mlcc.codegen.barriers import with_barriers
from mlcc.codegen.blocks import TAGS, write_device
from mlcc.codegen.llvm import has_workspace, parameters
from mlcc.codegen.threads import check_threads, refused
from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Allocate,
    Buffer,
    BufferStore,
    Expr,
    For,
    PrimFunc,
    Stmt,
    Var,
    as_int,
    const,
    walk,
)
from mlcc.ir import dtype as dt

from .emitter import Emitter
from .index import index
from .library import Library
from .names import LIBM, identifier, memory_type, scalar_type


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


# NVRTC has the functions of C and none of its headers.
_CUDA_PRELUDE = """\
#ifdef __CUDACC_RTC__
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
#define INT64_C(n) n##LL
#define UINT64_C(n) n##ULL
#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32768)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295U
#define INT64_MIN (-9223372036854775807LL - 1)
#define INT64_MAX 9223372036854775807LL
#define UINT64_MAX 18446744073709551615ULL
#define INFINITY __int_as_float(0x7f800000)
#define NAN __int_as_float(0x7fffffff)
#else
#include <math.h>
#include <stdint.h>
#endif
#define MLCC_INLINE static __device__ __forceinline__
#define MLCC_APART MLCC_INLINE
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
#define MLCC_APART static
#define MLCC_ALIGNED
"""
#: Functions of C's float type that OpenCL has under the name for double.
_SINGLE = sorted(LIBM - {"nearbyint"})

DIALECTS = {
    "cuda": Dialect(
        _CUDA_PRELUDE, 'extern "C" __global__ void', "", "__restrict__ ", "__shared__ __align__(16) ",
        "__syncthreads();",
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


class Parameters(NamedTuple):
    """What a kernel takes, in this order: buffers, values in their own type, integers of 64 bits.

    With `offsets`, memory is not given as an address where a language has memory and an offset for that.
    """

    buffers: Sequence[Buffer]
    values: Sequence[Var]
    numbers: Sequence[Var]
    offsets: bool = False


class DeviceEmitter(Emitter):
    """One kernel of source text (see :class:`mlcc.codegen.blocks.DeviceCode`)."""

    def __init__(self, library: Library, dialect: Dialect, extents: Mapping[str, Expr]) -> None:
        super().__init__(library, {})
        self.dialect = dialect
        self.extents = extents
        self.declarations: list[str] = []

    def statement(self, stmt: Stmt) -> None:
        write_device(self, stmt, super().statement)

    def name_number(self, loop: For, tag: str) -> None:
        number = f"(int64_t){self.dialect.index_of(tag)}"
        if as_int(loop.min) != 0:
            number = f"{number} + {index(self, loop.min)}"
        self.index[loop.var] = self.define("int64_t", loop.var.name, number)

    def inside(self, loop: For, tag: str, body: Callable[[], None]) -> None:
        self.open(f"if ((int64_t){self.dialect.index_of(tag)} < {index(self, loop.extent)})")
        body()
        self.close()

    def barrier(self) -> None:
        self.put(self.dialect.barrier)

    def share(self, stmt: Allocate, size: int) -> None:
        buffer = stmt.buffer
        own = self.buffers[buffer] = self.fresh(buffer.name)
        self.declarations.append(f"  {self.dialect.shared}{memory_type(buffer.dtype)} {own}[{size}];")
        self.statement(stmt.body)


class Kernels(ABC):
    """The kernels of a module, numbered in order, in the language of a device.

    `host_library` has the small functions that the host's part uses. With `apart`, no two buffers share memory.
    """

    #: Whether barriers stand around all stores of shared memory, needed or not.
    barriers_around = False

    def __init__(self) -> None:
        self.host_library = Library()
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
        self.add_named(name, stmt, Parameters(buffers, (), numbers, offsets=True), extents)
        return len(self.names) - 1

    def add_named(self, name: str, stmt: Stmt, given: Parameters, extents: Mapping[str, Expr]) -> None:
        """Add a kernel that has this name."""
        check_threads(stmt, extents)
        stmt = with_barriers(stmt, extents, around=self.barriers_around)
        self._texts.append(self.translate(name, stmt, given, extents))
        self.names.append(name)
        self.arguments = max(self.arguments, len(given.buffers) + len(given.values) + len(given.numbers))

    @abstractmethod
    def translate(self, name: str, stmt: Stmt, given: Parameters, extents: Mapping[str, Expr]) -> str:
        """The text of a kernel. Raises MlccError G109."""

    @abstractmethod
    def text(self) -> str:
        """The text of all kernels."""


class SourceKernels(Kernels):
    """Kernels as source text. Host code gives each buffer as memory and an offset in OpenCL, whose memory has no
    addresses there, and as an address in CUDA."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind, self.dialect, self.library = kind, DIALECTS[kind], Library()
        # pocl 3.1 loses track of threads where one condition stands before and after a barrier, with another between
        self.barriers_around = kind == "opencl"

    def translate(self, name: str, stmt: Stmt, given: Parameters, extents: Mapping[str, Expr]) -> str:
        f = DeviceEmitter(self.library, self.dialect, extents)
        signature: list[str] = []
        written = {node.buffer for node in walk(stmt) if isinstance(node, BufferStore)}
        for buffer in given.buffers:
            if given.offsets and self.kind == "opencl":
                signature += _with_offset(f, buffer, buffer in written, self.apart)
            else:
                signature.append(_pointer(f, buffer, buffer in written, self.dialect, self.apart))
        for var in given.values:
            own = f.values[var] = f.fresh(var.name)
            signature.append(f"{'int8_t' if dt.is_bool(var.dtype) else scalar_type(var.dtype)} {own}")
        for var in given.numbers:
            own = f.fresh(var.name)
            f.index[var] = own
            signature.append(f"int64_t {own}")
        f.statement(stmt)
        return _text(f, name, signature)

    def text(self) -> str:
        return "\n".join([self.dialect.prelude, self.library.text(), *self._texts])


def _text(f: DeviceEmitter, name: str, signature: Sequence[str]) -> str:
    head = f"{f.dialect.kernel} {name}({', '.join(signature)}) {{"
    return "\n".join([head, *f.declarations, *f.used_lines(), "}\n"])


def emit_device(func: PrimFunc, name: str, kernels: Kernels) -> DeviceKernel:
    """Add a lowered program to `kernels` as one kernel, which the user's program launches; how it is launched.

    Its parameters are those of the program, each buffer as an address. Raises MlccError G109 for a program that is not
    one nest of bound loops, or with what device code cannot have.
    """
    if has_workspace(func):
        raise refused("a buffer between nests of loops", func)
    extents = _launch(func)
    handles, scalars, dims = parameters(func)
    if any(handle not in func.buffer_map for handle in handles):
        raise refused("a pointer without a buffer", func)
    own_name = identifier(name) if name != "main" else "main_kernel"
    tensors = [func.buffer_map[handle] for handle in handles]
    taken = {tag: const(extent, "int64") for tag, extent in extents.items()}
    kernels.add_named(own_name, func.body, Parameters(tensors, scalars, dims), taken)
    sizes = [extents.get(tag, 1) for tag in TAGS]
    return DeviceKernel(own_name, (sizes[0], sizes[1], sizes[2]), (sizes[3], sizes[4], sizes[5]))


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
