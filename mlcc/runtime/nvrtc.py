"""Where NVRTC is, the compiler of CUDA C: in the toolkit, or in the packages of pip that have it alone."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from mlcc.diagnostics import MlccError

#: The names that the system's loader may know it by.
_NAMES = ("libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12")
#: Its folder in packages of pip: since version 13, and before.
_PACKAGES = ("nvidia/cu13/lib", "nvidia/cuda_nvrtc/lib")


def open_nvrtc() -> ctypes.CDLL:
    """The library; what else of this process asks for it by its name gets the same. Raises MlccError R350."""
    for name in (*_NAMES, *_files()):
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    raise MlccError(
        "R350", "there is no libnvrtc.so",
        help="install CUDA's toolkit, or `pip install nvidia-cuda-nvrtc`; "
        "`mlcc.runtime.use_cuda_on_cpu()` runs kernels on the CPU",
    )  # fmt: skip


def find_nvrtc() -> bool:
    """Let a library for `cuda` find NVRTC by its name where pip has installed it; whether there is any."""
    try:
        open_nvrtc()
    except MlccError:
        return False
    return True


def _files() -> Iterator[str]:
    roots = [Path(os.environ[name], "lib64") for name in ("CUDA_HOME", "CUDA_PATH") if os.environ.get(name)]
    roots += [Path("/usr/local/cuda/lib64")]
    roots += [Path(path, package) for path in sys.path for package in _PACKAGES]
    for root in roots:
        for name in _NAMES:
            if (root / name).is_file():
                yield str(root / name)
