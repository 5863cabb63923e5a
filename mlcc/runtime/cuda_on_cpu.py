"""CUDA without a graphics card: libraries under the names of CUDA's driver and NVRTC that run kernels on the CPU.

They are C++ (see `mlcc/runtime/on_cpu`), made by g++ or clang++, which also compiles the kernels when a library is
first called. Meant for tests: every kernel runs as written, thread by thread, with barriers and shared memory.
"""

from __future__ import annotations

import atexit
import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
from importlib.resources import files
from pathlib import Path

from mlcc.diagnostics import MlccError

from .leftovers import temporary_prefix

#: What is compiled, and the name by which it is loaded.
_LIBRARIES = {"libcuda.cpp": "libcuda.so.1", "libnvrtc.cpp": "libnvrtc.so"}
_HEADERS = ("kernels.h", "module.h")
_OPTIONS = ("-std=c++17", "-O2", "-fPIC", "-shared", "-fvisibility=default")


def cuda_on_cpu_digest() -> str:
    """The digest of the C++ that :func:`write_cuda_on_cpu` compiles."""
    texts = [_text(name) for name in (*_HEADERS, *_LIBRARIES)]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def write_cuda_on_cpu(folder: str | os.PathLike[str]) -> Path:
    """Write the libraries into `folder`, unless they are there. A program with LD_LIBRARY_PATH set to it uses them.

    Raises MlccError R384 without a C++ compiler (that of the environment variable CXX, g++, clang++), or where it
    fails.
    """
    folder = Path(folder)
    if all((folder / name).is_file() for name in (*_HEADERS, *_LIBRARIES.values())):
        return folder
    compiler = _compiler()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=temporary_prefix("cuda-on-cpu"), dir=folder) as made:
        for name in (*_HEADERS, *_LIBRARIES):
            (Path(made) / name).write_text(_text(name), encoding="utf-8")
        for source, name in _LIBRARIES.items():
            _compile([compiler, *_OPTIONS, f"-Wl,-soname,{name}", "-o", name, source, "-ldl", "-lpthread"], made)
        for name in (*_HEADERS, *_LIBRARIES.values()):
            os.replace(Path(made) / name, folder / name)
    return folder


_loaded: list[ctypes.CDLL] = []


def use_cuda_on_cpu(folder: str | os.PathLike[str] | None = None) -> None:
    """Let libraries for `cuda` that this process calls from now on run on the CPU.

    The libraries are those of :func:`write_cuda_on_cpu` in `folder`, by default one for this process. Raises MlccError
    R384 as it does, and where a driver of CUDA is loaded already.
    """
    if _loaded:
        return
    if _is_loaded("libcuda.so.1"):
        raise MlccError(
            "R384", "this process has loaded a driver of CUDA",
            help="call it before the first library for `cuda` and before other packages that use CUDA",
        )  # fmt: skip
    if folder is None:
        folder = tempfile.mkdtemp(prefix=temporary_prefix("cuda-on-cpu"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    folder = write_cuda_on_cpu(folder)
    # Where a library of that SONAME is loaded, the system's loader gives it to all that ask for the name.
    _loaded.extend(ctypes.CDLL(str(folder / name)) for name in _LIBRARIES.values())


def _text(name: str) -> str:
    return (files("mlcc.runtime.on_cpu") / name).read_text(encoding="utf-8")


def _is_loaded(name: str) -> bool:
    try:
        ctypes.CDLL(name, mode=os.RTLD_NOLOAD | os.RTLD_NOW)
    except OSError:
        return False
    return True


def _compiler() -> str:
    chosen = os.environ.get("CXX")
    for name in [chosen] if chosen else ["g++", "clang++"]:
        path = shutil.which(name)
        if path is not None:
            return path
    raise MlccError(
        "R384", f"there is no C++ compiler{f' `{chosen}`' if chosen else ''} for CUDA on the CPU",
        help="install g++, or name another in the environment variable CXX",
    )  # fmt: skip


def _compile(command: list[str], folder: str) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise MlccError(
            "R384", f"`{command[0]}` does not compile CUDA on the CPU",
            notes=done.stderr.strip().splitlines()[:10], help="name another compiler in the environment variable CXX",
        )  # fmt: skip
