"""Launches of single kernels of CUDA C from Python: the driver and NVRTC by ctypes."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError

from .nvrtc import open_nvrtc

#: Attributes of a device: the parts of its compute capability.
_MAJOR, _MINOR = 75, 76


class CudaKernels:
    """Kernels of CUDA C, or PTX, on the first device. Raises MlccError R350 where there is none or it refuses them."""

    def __init__(self, text: str, *, is_ptx: bool) -> None:
        self.driver = _driver()
        number, context, self._module = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_void_p()
        self.call("cuInit", 0)
        self.call("cuDeviceGet", ctypes.byref(number), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), number)
        self.call("cuCtxSetCurrent", context)
        image = text.encode() if is_ptx else _compiled(text, self._architecture(number))
        self.call("cuModuleLoadData", ctypes.byref(self._module), image)

    def bind(self, name: str, blocks: Sequence[int], threads: Sequence[int], arrays: Sequence[Any]) -> BoundKernel:
        """A kernel with copies of NumPy arrays on the device."""
        function = ctypes.c_void_p()
        self.call("cuModuleGetFunction", ctypes.byref(function), self._module, name.encode())
        return BoundKernel(self, function, (*blocks, *threads), arrays)

    def _architecture(self, device: ctypes.c_int) -> str:
        """The processor, such as sm_90."""
        major, minor = ctypes.c_int(), ctypes.c_int()
        self.call("cuDeviceGetAttribute", ctypes.byref(major), _MAJOR, device)
        self.call("cuDeviceGetAttribute", ctypes.byref(minor), _MINOR, device)
        return f"sm_{major.value}{minor.value}"

    def call(self, name: str, *arguments: Any) -> None:
        """Call a function of the driver. Raises MlccError R350 where it fails."""
        code = getattr(self.driver, name)(*arguments)
        if code != 0:
            raise MlccError("R350", f"{name}: error {code} of CUDA's driver")


class BoundKernel:
    """A launch whose arrays are on the device until :meth:`close`."""

    def __init__(
        self, kernels: CudaKernels, function: ctypes.c_void_p, sizes: Sequence[int], arrays: Sequence[Any]
    ) -> None:
        self._kernels, self._function, self._arrays = kernels, function, arrays
        self._sizes = [ctypes.c_uint(size) for size in sizes]
        self._held: list[ctypes.c_uint64] = []
        try:
            for array in arrays:
                address = ctypes.c_uint64()
                kernels.call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(max(array.nbytes, 1)))
                self._held.append(address)
                kernels.call("cuMemcpyHtoD_v2", address, _pointer(array), ctypes.c_size_t(array.nbytes))
        except MlccError:
            self.close()
            raise

    def run(self, count: int) -> None:
        """Launch it so often, and wait for the device."""
        held = self._held
        given = (ctypes.c_void_p * max(len(held), 1))(*(ctypes.addressof(item) for item in held))
        for _ in range(count):
            self._kernels.call("cuLaunchKernel", self._function, *self._sizes, 0, None, given, None)
        self._kernels.call("cuCtxSynchronize")

    def fetch(self) -> None:
        """Copy the arrays back."""
        for array, address in zip(self._arrays, self._held, strict=True):
            self._kernels.call("cuMemcpyDtoH_v2", _pointer(array), address, ctypes.c_size_t(array.nbytes))

    def close(self) -> None:
        """Give the memory back."""
        while self._held:
            self._kernels.driver.cuMemFree_v2(self._held.pop())


def _pointer(array: np.ndarray[Any, Any]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def _driver() -> ctypes.CDLL:
    try:
        return ctypes.CDLL("libcuda.so.1")
    except OSError:
        raise MlccError(
            "R350", "there is no libcuda.so.1",
            help="this machine has no driver of CUDA; `get_source()` is the kernels' text; "
            "`mlcc.runtime.use_cuda_on_cpu()` runs them on the CPU",
        ) from None  # fmt: skip


def _compiled(source: str, architecture: str) -> bytes:
    """The code of CUDA C for a processor."""
    rtc = open_nvrtc()
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    code = rtc.nvrtcCreateProgram(ctypes.byref(program), source.encode(), b"kernels.cu", 0, None, None)
    try:
        options = (ctypes.c_char_p * 2)(b"--std=c++17", f"--gpu-architecture={architecture}".encode())
        code = code or rtc.nvrtcCompileProgram(program, 2, options)
        if code != 0:
            rtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
            log = ctypes.create_string_buffer(size.value)
            rtc.nvrtcGetProgramLog(program, log)
            lines = log.value.decode().splitlines()[:10]
            raise MlccError("R350", f"NVRTC refuses the kernels for {architecture}", notes=lines)
        rtc.nvrtcGetCUBINSize(program, ctypes.byref(size))
        text = ctypes.create_string_buffer(size.value)
        rtc.nvrtcGetCUBIN(program, text)
        return text.raw
    finally:
        rtc.nvrtcDestroyProgram(ctypes.byref(program))
