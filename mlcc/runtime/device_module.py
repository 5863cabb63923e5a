"""Kernels for a device: their source text, and their launch by OpenCL (the package pyopencl) or CUDA's driver."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError, choices_help

from .dtypes import accepts


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
        if name not in self.launches:
            raise MlccError(
                "R313", f"the module has no kernel `{name}`", help=choices_help(name, self.functions, "kernels")
            )
        return lambda *arrays: self._run(self.launches[name], arrays)

    def __call__(self, *arrays: Any) -> None:
        """Launch the only kernel, or `main`."""
        self["main" if "main" in self.launches else self.functions[0]](*arrays)

    def _run(self, launch: Launch, arrays: tuple[Any, ...]) -> None:
        """Copy arrays to the device, launch, and copy them back."""
        if len(arrays) != len(launch.dtypes):
            raise MlccError("R301", f"`{launch.kernel}` takes {len(launch.dtypes)} arrays, given {len(arrays)}")
        held = [np.ascontiguousarray(a.numpy() if hasattr(a, "numpy") else a) for a in arrays]
        for array, dtype in zip(held, launch.dtypes, strict=True):
            if not accepts(array.dtype, dtype):
                raise MlccError("R304", f"`{launch.kernel}` takes {dtype}, given {array.dtype}")
        _LAUNCHED_BY[self.type_key](self, launch, held)
        for array, given in zip(held, arrays, strict=True):
            if hasattr(given, "copyfrom"):
                given.copyfrom(array)
            elif array is not given:
                given[...] = array

    def _by_opencl(self, launch: Launch, held: Sequence[Any]) -> None:
        cl, context, queue = _opencl()
        flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        buffers = [cl.Buffer(context, flags, hostbuf=array) for array in held]
        if self._program is None:
            self._program = cl.Program(context, self._source).build()
        kernel = cl.Kernel(self._program, launch.kernel)
        size = tuple(b * t for b, t in zip(launch.blocks, launch.threads, strict=True))
        kernel(queue, size, launch.threads, *buffers)
        for array, buffer in zip(held, buffers, strict=True):
            cl.enqueue_copy(queue, array, buffer)
        queue.finish()

    def _by_cuda(self, launch: Launch, held: Sequence[Any]) -> None:
        from .cuda_launch import CudaKernels

        if self._program is None:
            self._program = CudaKernels(self._source, is_ptx=self.type_key == "nvptx")
        self._program.launch(launch.kernel, launch.blocks, launch.threads, held)


_LAUNCHED_BY = {"opencl": DeviceModule._by_opencl, "cuda": DeviceModule._by_cuda, "nvptx": DeviceModule._by_cuda}


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
