"""Launches of single kernels of CUDA C from Python: the driver and NVRTC by ctypes."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError


class CudaKernels:
    """Kernels of CUDA C, or PTX, on the first device. Raises MlccError R350 where there is none or it refuses them."""

    def __init__(self, text: str, *, is_ptx: bool) -> None:
        self._cuda = _opened("libcuda.so.1", "this machine has no driver of CUDA; `get_source()` is the kernels' text")
        number, context, self._module = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_void_p()
        self._call("cuInit", 0)
        self._call("cuDeviceGet", ctypes.byref(number), 0)
        self._call("cuDevicePrimaryCtxRetain", ctypes.byref(context), number)
        self._call("cuCtxSetCurrent", context)
        self._call("cuModuleLoadData", ctypes.byref(self._module), text.encode() if is_ptx else _compiled(text))

    def launch(self, name: str, blocks: Sequence[int], threads: Sequence[int], arrays: Sequence[Any]) -> None:
        """Run a kernel on copies of NumPy arrays, and copy them back."""
        function = ctypes.c_void_p()
        self._call("cuModuleGetFunction", ctypes.byref(function), self._module, name.encode())
        held: list[ctypes.c_uint64] = []
        try:
            for array in arrays:
                address = ctypes.c_uint64()
                self._call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(max(array.nbytes, 1)))
                held.append(address)
                self._call("cuMemcpyHtoD_v2", address, _pointer(array), ctypes.c_size_t(array.nbytes))
            given = (ctypes.c_void_p * max(len(held), 1))(*(ctypes.addressof(item) for item in held))
            sizes = (ctypes.c_uint(size) for size in (*blocks, *threads))
            self._call("cuLaunchKernel", function, *sizes, 0, None, given, None)
            for array, address in zip(arrays, held, strict=True):
                self._call("cuMemcpyDtoH_v2", _pointer(array), address, ctypes.c_size_t(array.nbytes))
        finally:
            for address in held:
                self._cuda.cuMemFree_v2(address)

    def _call(self, name: str, *arguments: Any) -> None:
        code = getattr(self._cuda, name)(*arguments)
        if code != 0:
            raise MlccError("R350", f"{name}: error {code} of CUDA's driver")


def _pointer(array: np.ndarray[Any, Any]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def _opened(name: str, else_: str) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(name)
    except OSError:
        raise MlccError(
            "R350", f"there is no {name}", help=f"{else_}; `mlcc.runtime.use_cuda_on_cpu()` runs them on the CPU"
        ) from None


def _compiled(source: str) -> bytes:
    """The PTX of CUDA C."""
    rtc = _opened("libnvrtc.so", "install CUDA's toolkit")
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    code = rtc.nvrtcCreateProgram(ctypes.byref(program), source.encode(), b"kernels.cu", 0, None, None)
    try:
        options = (ctypes.c_char_p * 1)(b"--std=c++17")
        code = code or rtc.nvrtcCompileProgram(program, 1, options)
        if code != 0:
            rtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
            log = ctypes.create_string_buffer(size.value)
            rtc.nvrtcGetProgramLog(program, log)
            raise MlccError("R350", "NVRTC refuses the kernels", notes=log.value.decode().splitlines()[:10])
        rtc.nvrtcGetPTXSize(program, ctypes.byref(size))
        text = ctypes.create_string_buffer(size.value)
        rtc.nvrtcGetPTX(program, text)
        return text.value
    finally:
        rtc.nvrtcDestroyProgram(ctypes.byref(program))
