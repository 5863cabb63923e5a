"""How many devices of a kind this machine has, as their drivers say."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from importlib.util import find_spec


def count_of(kind: str) -> int:
    """The number of devices: one CPU, and those that the drivers of CUDA and of OpenCL count, 0 without a driver."""
    counter = _COUNTERS.get(kind)
    return 0 if counter is None else counter()


def enabled(kind: str) -> bool:
    """Whether this machine compiles and runs code of a kind of target: ``llvm`` where llvmlite is installed, ``c``, or
    a device's where there is one."""
    kind = kind.split()[0] if kind.strip() else "llvm"
    if kind == "llvm":
        return find_spec("llvmlite") is not None
    return kind in ("c", "cpu") or count_of({"nvptx": "cuda"}.get(kind, kind)) > 0


def _cuda() -> int:
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return 0
    count = ctypes.c_int(0)
    return count.value if driver.cuInit(0) == 0 and driver.cuDeviceGetCount(ctypes.byref(count)) == 0 else 0


def _opencl() -> int:
    for name in ("libOpenCL.so.1", "libOpenCL.so"):
        try:
            driver = ctypes.CDLL(name)
        except OSError:
            continue
        platforms = (ctypes.c_void_p * 16)()
        count = ctypes.c_uint(0)
        if driver.clGetPlatformIDs(16, platforms, ctypes.byref(count)) != 0:
            return 0
        return sum(map(_of_platform(driver), platforms[: min(count.value, 16)]))
    return 0


def _of_platform(driver: ctypes.CDLL) -> Callable[[int | None], int]:
    def count(platform: int | None) -> int:
        found = ctypes.c_uint(0)
        every = ctypes.c_uint64(0xFFFFFFFF)
        code = driver.clGetDeviceIDs(ctypes.c_void_p(platform), every, 0, None, ctypes.byref(found))
        return found.value if code == 0 else 0

    return count


_COUNTERS: dict[str, Callable[[], int]] = {"cpu": lambda: 1, "cuda": _cuda, "opencl": _opencl}
