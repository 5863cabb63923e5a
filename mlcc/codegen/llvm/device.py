"""Device code by LLVM: nests whose loops are bound to blocks and threads, as kernels of PTX.

A kernel takes a pointer per buffer and an i64 per integer. Buffers of the scope ``shared`` are globals of address space
3, which LLVM finds behind the generic pointers that loads and stores use. Functions of libm that remain after lowering
are those of the runtime, so that neither libdevice nor CUDA's toolkit is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from mlcc.codegen.blocks import write_device
from mlcc.codegen.threads import refused
from mlcc.ir import Allocate, Buffer, Expr, For, Stmt, Var, as_int
from mlcc.target import DEVICE_TRIPLE, Target

from .address import index_value
from .emitter import Emitter, Pointer
from .function import TRANSLATORS, param_align
from .module import ModuleWriter
from .types import symbol

#: The translators of expressions and statements are registered when their modules are imported.
assert TRANSLATORS
#: The registers that number blocks and threads, and the barrier.
_REGISTERS = {"blockIdx": "ctaid", "threadIdx": "tid"}
_BARRIER = "llvm.nvvm.barrier.cta.sync.aligned.all"
#: Bytes that shared memory is aligned to: the widest load of a thread.
_SHARED_ALIGN = 16


def device_target(target: Target) -> Target:
    """What kernels are compiled for, where `target` is a host with such a device (`--target nvptx`)."""
    return replace(
        target, triple=DEVICE_TRIPLE, kind="llvm", features=frozenset(), mattr=(), is_host=False, exact=False
    )


class KernelModule:
    """The kernels of a module as LLVM text. `functions` are those of libm that will be linked with it."""

    def __init__(self, target: Target, functions: Collection[str]) -> None:
        self.target = device_target(target)
        self.functions = functions
        self.writer = ModuleWriter(self.target)

    @contextmanager
    def all_or_none(self) -> Iterator[None]:
        """What is added inside stays only if nothing is raised."""
        with self.writer.all_or_none():
            yield

    def add(
        self,
        name: str,
        stmt: Stmt,
        buffers: Sequence[Buffer],
        values: Sequence[Var],
        numbers: Sequence[Var],
        extents: Mapping[str, Expr],
        *,
        apart: bool,
    ) -> None:
        """Add the kernel of a nest, which takes buffers, values in their own type and integers; with `apart`, no two
        buffers share memory. Raises MlccError G109."""
        f = _Kernel(self.writer, name, extents)
        f.noalias = apart
        signature = []
        for k, buffer in enumerate(buffers):
            align = param_align(buffer)
            signature.append(f"ptr {'noalias ' if apart else ''}align {align} %p{k}")
            f.buffers[buffer] = Pointer(f"%p{k}", align)
        for k, var in enumerate(values):
            signature.append(f"{f.type_of(var.dtype)} %a{k}")
            f.values[var] = f"%a{k}"
        for k, var in enumerate(numbers):
            signature.append(f"i64 %n{k}")
            f.index[var] = f"%n{k}"
        f.statement(stmt)
        f.put("ret void")
        for function in self.writer.declared:
            if not function.startswith("llvm.") and function not in self.functions:
                raise refused(f"the function `{function}`, which is none of the runtime", stmt)
        text = f"define ptx_kernel void {symbol(name)}({', '.join(signature)}) #0 {{\nentry:\n{f.text()}\n}}\n"
        self.writer.functions.append(text)

    @property
    def libm(self) -> tuple[str, ...]:
        """The functions of libm that kernels call."""
        return tuple(name for name in self.writer.declared if not name.startswith("llvm."))

    def text(self) -> str:
        """The text of the module."""
        return self.writer.text()


class _Kernel(Emitter):
    """One kernel (see :class:`mlcc.codegen.blocks.DeviceCode`)."""

    def __init__(self, module: ModuleWriter, name: str, extents: Mapping[str, Expr]) -> None:
        super().__init__(module, name)
        self.extents = extents

    def statement(self, stmt: Stmt) -> None:
        write_device(self, stmt, super().statement)

    def leave(self, code: str) -> None:
        raise refused("a way out with an error", None)

    def _number(self, tag: str) -> str:
        where, axis = tag.split(".")
        name = f"llvm.nvvm.read.ptx.sreg.{_REGISTERS[where]}.{axis}"
        narrow = self.call(name, "i32", pure=True)
        return self.pure(f"zext i32 {narrow} to i64", narrow)

    def name_number(self, loop: For, tag: str) -> None:
        number = self._number(tag)
        if as_int(loop.min) != 0:
            low = index_value(self, loop.min)
            number = self.pure(f"add nsw i64 {number}, {low}", number, low)
        self.index[loop.var] = number

    def inside(self, loop: For, tag: str, body: Callable[[], None]) -> None:
        number, extent = self._number(tag), index_value(self, loop.extent)
        within = self.pure(f"icmp slt i64 {number}, {extent}", number, extent)
        some, after = self.label(), self.label()
        self.put(f"br i1 {within}, label %{some}, label %{after}")
        self.start_block(some)
        self.push_scope()
        body()
        self.pop_scope()
        self.put(f"br label %{after}")
        self.start_block(after)

    def barrier(self) -> None:
        self.module.declare(_BARRIER, f"declare void @{_BARRIER}(i32)")
        self.put(f"call void @{_BARRIER}(i32 0)")

    def share(self, stmt: Allocate, size: int) -> None:
        buffer = stmt.buffer
        name = f"@{self.name}.shared{self.module.number(self.name)}"
        element = self.memory_type(buffer.dtype)
        place = f"internal addrspace(3) global [{size} x {element}] undef, align {_SHARED_ALIGN}"
        self.module.global_constant(name, place)
        generic = self.pure(f"addrspacecast ptr addrspace(3) {name} to ptr")
        self.buffers[buffer] = Pointer(generic, _SHARED_ALIGN)
        self.statement(stmt.body)
