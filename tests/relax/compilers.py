"""C compilers for the tests of code generators, and libraries with CBLAS: a stand-in, and OpenBLAS where it is."""

from __future__ import annotations

import ctypes
import functools
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from mlcc import MlccError
from mlcc.relax.generators import find_generator
from mlcc.runtime import find_linker, platform_of
from mlcc.target import Target


def has_compiler() -> bool:
    """Whether mlcc finds a C compiler or ziglang here."""
    try:
        find_linker(platform_of(Target.host().triple))
    except MlccError:
        return False
    return True


needs_compiler = pytest.mark.skipif(not has_compiler(), reason="needs a C compiler")


@functools.cache
def stand_in() -> str:
    """The path of a library with the functions of CBLAS that the generator calls; skips where no compiler makes it."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("needs a C compiler")
    path = Path(tempfile.mkdtemp(prefix="mlcc-blas-")) / "libstand_in.so"
    source = Path(__file__).with_name("stand_in.c")
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", str(source), "-o", str(path)], check=True)
    return str(path)


def is_found(library: str) -> bool:
    """Whether the system's loader finds a library."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def requests_of(generator: str) -> list[str]:
    """What `--extern` is given: the generator with the stand-in, and with its own library where there is one."""
    there = is_found(find_generator(generator).options["library"])
    return [f"{generator}:library={stand_in()}", *([generator] if there else [])]
