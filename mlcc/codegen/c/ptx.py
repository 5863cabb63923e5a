"""Kernels as LLVM text that becomes PTX, whose launches are those of CUDA."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager

from mlcc.codegen.llvm import KernelModule
from mlcc.ir import Expr, Stmt
from mlcc.target import Target

from .device import Kernels, Parameters


class PtxKernels(Kernels):
    """The kernels of a module for `target`. `functions` are those of libm that will be linked with them."""

    def __init__(self, target: Target, functions: Collection[str]) -> None:
        super().__init__()
        self.module = KernelModule(target, functions)

    @contextmanager
    def all_or_none(self) -> Iterator[None]:
        """What is added inside stays only if nothing is raised."""
        with super().all_or_none(), self.module.all_or_none():
            yield

    def translate(self, name: str, stmt: Stmt, given: Parameters, extents: Mapping[str, Expr]) -> str:
        """The kernel is kept in the module, whose text is one."""
        self.module.add(name, stmt, given.buffers, given.values, given.numbers, extents, apart=self.apart)
        return ""

    def text(self) -> str:
        """The LLVM text of all kernels."""
        return self.module.text()
