"""Kernels for a device: their source text, and their launch by OpenCL (the package pyopencl) or CUDA's driver."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from mlcc.diagnostics import MlccError, choices_help

from .dtypes import accepts
from .timing import Evaluator


@dataclass(frozen=True, slots=True)
class Launch:
    """How a kernel is launched: blocks and threads along x, y, z; the element types of its arrays."""

    kernel: str
    blocks: tuple[int, int, int]
    threads: tuple[int, int, int]
    dtypes: tuple[str, ...]


class DeviceModule:
    """What a build for a device returns: kernels, of which each is launched by one call.

    As in TVM, the module is the host's part, and `imported_modules` has the device's with its source text.
    """

    def __init__(self, kind: str, source: str, launches: Mapping[str, Launch]) -> None:
        self.type_key, self.launches = kind, launches
        self._source = source
        self._program: Any = None

    @property
    def imported_modules(self) -> tuple[DeviceModule, ...]:
        """The module with the kernels."""
        return (self,)

    @property
    def functions(self) -> tuple[str, ...]:
        """The names of the programs."""
        return tuple(self.launches)

    def get_source(self) -> str:
        """The text of all kernels."""
        return self._source

    def __repr__(self) -> str:
        return f"Module({self.type_key}, {', '.join(self.functions)})"

    def __getitem__(self, name: str) -> Callable[..., None]:
        launch = self._launch(name)
        return lambda *arrays: self._run(launch, arrays)

    def __call__(self, *arrays: Any) -> None:
        """Launch the only kernel, or `main`."""
        self[self._default](*arrays)

    @property
    def _default(self) -> str:
        return "main" if "main" in self.launches else self.functions[0]

    def _launch(self, name: str) -> Launch:
        if name not in self.launches:
            raise MlccError(
                "R313", f"the module has no kernel `{name}`", help=choices_help(name, self.functions, "kernels")
            )
        return self.launches[name]

    def time_evaluator(
        self,
        name: str | None = None,
        device: object = None,
        number: int = 10,
        repeat: int = 1,
        min_repeat_ms: float = 0,
    ) -> Evaluator:
        """A callable that times the launches of a kernel (the default one) on its arguments, which are copied to the
        device before: `ev(a, b).mean` is seconds per launch. `device` is accepted for TVM's sake and unused."""

        def bind(arrays: Sequence[Any]) -> Callable[[int], None]:
            launch = self._launch(self._default if name is None else name)
            bound = _BOUND_BY[self.type_key](self, launch, _checked(launch, arrays))

            def run(count: int) -> None:
                bound.run(count)

            weakref.finalize(run, bound.close)
            return run

        return Evaluator(bind, number, repeat, min_repeat_ms)

    def _run(self, launch: Launch, arrays: tuple[Any, ...]) -> None:
        """Copy arrays to the device, launch, and copy them back."""
        held = _checked(launch, arrays)
        bound = _BOUND_BY[self.type_key](self, launch, held)
        try:
            bound.run(1)
            bound.fetch()
        finally:
            bound.close()
        for array, given in zip(held, arrays, strict=True):
            if hasattr(given, "copyfrom"):
                given.copyfrom(array)
            elif array is not given:
                given[...] = array

    def _by_opencl(self, launch: Launch, held: Sequence[Any]) -> BoundLaunch:
        cl, context, queue = _opencl()
        if self._program is None:
            self._program = cl.Program(context, self._source).build()
        return _OnOpenCL(cl, context, queue, cl.Kernel(self._program, launch.kernel), launch, held)

    def _by_cuda(self, launch: Launch, held: Sequence[Any]) -> BoundLaunch:
        from .cuda_launch import CudaKernels

        if self._program is None:
            self._program = CudaKernels(self._source, is_ptx=self.type_key == "nvptx")
        bound: BoundLaunch = self._program.bind(launch.kernel, launch.blocks, launch.threads, held)
        return bound


class BoundLaunch(Protocol):
    """A launch whose arrays are on a device."""

    def run(self, count: int) -> None:
        """Launch it so often, and wait for the device."""

    def fetch(self) -> None:
        """Copy the arrays back."""

    def close(self) -> None:
        """Give the memory back."""


class _OnOpenCL:
    """A launch by pyopencl, which gives the memory back by itself."""

    def __init__(self, cl: Any, context: Any, queue: Any, kernel: Any, launch: Launch, held: Sequence[Any]) -> None:
        flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        self._cl, self._queue, self._kernel, self._launch, self._held = cl, queue, kernel, launch, held
        self._buffers = [cl.Buffer(context, flags, hostbuf=array) for array in held]

    def run(self, count: int) -> None:
        blocks, threads = self._launch.blocks, self._launch.threads
        size = tuple(b * t for b, t in zip(blocks, threads, strict=True))
        for _ in range(count):
            self._kernel(self._queue, size, threads, *self._buffers)
        self._queue.finish()

    def fetch(self) -> None:
        for array, buffer in zip(self._held, self._buffers, strict=True):
            self._cl.enqueue_copy(self._queue, array, buffer)
        self._queue.finish()

    def close(self) -> None:
        self._buffers = []


_BOUND_BY = {"opencl": DeviceModule._by_opencl, "cuda": DeviceModule._by_cuda, "nvptx": DeviceModule._by_cuda}


def _checked(launch: Launch, arrays: Sequence[Any]) -> list[Any]:
    """The arguments of a launch as compact arrays. Raises MlccError R301 and R304."""
    if len(arrays) != len(launch.dtypes):
        raise MlccError("R301", f"`{launch.kernel}` takes {len(launch.dtypes)} arrays, given {len(arrays)}")
    held = [np.ascontiguousarray(a.numpy() if hasattr(a, "numpy") else a) for a in arrays]
    for array, dtype in zip(held, launch.dtypes, strict=True):
        if not accepts(array.dtype, dtype):
            raise MlccError("R304", f"`{launch.kernel}` takes {dtype}, given {array.dtype}")
    return held


def _opencl() -> tuple[Any, Any, Any]:
    """pyopencl, a context and a queue of the first device. Raises R350 where there is none."""
    try:
        import pyopencl as cl  # type: ignore[import-not-found, unused-ignore]

        context = cl.create_some_context(interactive=False)
    except ImportError:
        raise MlccError("R350", "there is no pyopencl", help="`pip install pyopencl`") from None
    except Exception as error:
        raise MlccError("R350", f"OpenCL has no device: {error}", help="install a driver, such as pocl") from error
    return cl, context, cl.CommandQueue(context)
