"""Objects run through LLVM's JIT, wherever the process has room for their sections."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import mlcc
from mlcc import relax
from mlcc.ir import Constant, GraphCall, Op, TensorStructInfo

#: Loads an object where the process has small holes only, 3 GB apart.
LOADING = """
import ctypes, sys
import numpy as np
import mlcc

libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
reserved, hole = 3 << 30, int(sys.argv[2]) << 10
PRIVATE_ANONYMOUS_NORESERVE = 0x4022
blocks = [libc.mmap(None, reserved, 0, PRIVATE_ANONYMOUS_NORESERVE, -1, 0) for _ in range(12)]
for block in blocks:
    libc.munmap(block + reserved - hole, hole)
print(mlcc.load(sys.argv[1])(np.ones((1, 784), "float32")).tolist())
"""


def build(path: Path) -> None:
    """A product with 400 KB of weights, which are a section of their own."""
    x = relax.Var("x", TensorStructInfo((1, 784), "float32"))
    bb = relax.BlockBuilder()
    with bb.function("main", [x]):
        with bb.dataflow():
            y = bb.emit_output(bb.emit(GraphCall(Op("matmul"), (x, Constant(np.ones((784, 128), "float32"))))))
        bb.emit_func_output(y)
    mlcc.build(bb.get(), output=path)


@pytest.mark.skipif(sys.platform != "linux", reason="reserves memory as Linux does")
@pytest.mark.parametrize("hole", [8, 64])
def test_sections_stand_together(hole: int, tmp_path: Path) -> None:
    """LLVM ended the process where they did not."""
    path = tmp_path / "f.o"
    build(path)
    command = [sys.executable, "-c", LOADING, str(path), str(hole)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"{[[784.0] * 128]}\n"), done.stderr
