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
        self._cuda = _driver()
        number, context, self._module = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_void_p()
        self._call("cuInit", 0)
        self._call("cuDeviceGet", ctypes.byref(number), 0)
        self._call("cuDevicePrimaryCtxRetain", ctypes.byref(context), number)
        self._call("cuCtxSetCurrent", context)
        image = text.encode() if is_ptx else _compiled(text, self._architecture(number))
        self._call("cuModuleLoadData", ctypes.byref(self._module), image)

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

    def _architecture(self, device: ctypes.c_int) -> str:
        """The processor, such as sm_90."""
        major, minor = ctypes.c_int(), ctypes.c_int()
        self._call("cuDeviceGetAttribute", ctypes.byref(major), _MAJOR, device)
        self._call("cuDeviceGetAttribute", ctypes.byref(minor), _MINOR, device)
        return f"sm_{major.value}{minor.value}"

    def _call(self, name: str, *arguments: Any) -> None:
        code = getattr(self._cuda, name)(*arguments)
        if code != 0:
            raise MlccError("R350", f"{name}: error {code} of CUDA's driver")


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
