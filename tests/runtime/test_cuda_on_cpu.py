"""CUDA on the CPU: barriers, shared memory, and the faults of kernels that a device would not report."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from on_cpu import cuda_on_cpu

from mlcc.diagnostics import MlccError
from mlcc.runtime import DeviceModule, Launch, write_cuda_on_cpu

#: Each thread hands a value to its neighbour, twice: values in variables live across barriers, also in a loop.
ROTATE = """
extern "C" __global__ void rotate(const int *x, int *y) {
  __shared__ int held[4][8];
  int mine = x[(blockIdx.x * blockDim.y + threadIdx.y) * 8 + threadIdx.x];
  for (int turn = 0; turn < 2; ++turn) {
    held[threadIdx.y][threadIdx.x] = mine;
    __syncthreads();
    mine = mine * 10 + held[threadIdx.y][(threadIdx.x + 1) % 8];
    __syncthreads();
  }
  y[(blockIdx.x * blockDim.y + threadIdx.y) * 8 + threadIdx.x] = mine;
}
"""
FAULTS = {
    # what has no barrier depends on the order of threads; here shared memory is read that nothing has written
    "unwritten": "__shared__ float s[8]; y[threadIdx.x] = s[threadIdx.x];",
    "some return": "if (threadIdx.x < 3) return; __syncthreads(); y[threadIdx.x] = 0;",
    "two barriers": "if (threadIdx.x < 3)\n __syncthreads();\n else\n __syncthreads();\n y[threadIdx.x] = 0;",
}

BEYOND = """
import sys
import numpy
from mlcc.runtime import DeviceModule, Launch, use_cuda_on_cpu
use_cuda_on_cpu(sys.argv[1])
text = 'extern "C" __global__ void f(float *y) { y[0] = y[16]; }'
DeviceModule("cuda", text, {"f": Launch("f", (1, 1, 1), (1, 1, 1), ("float32",))})(numpy.zeros(16, "float32"))
"""


def kernel(source: str, name: str, threads: tuple[int, int, int], *dtypes: str, blocks: int = 1) -> DeviceModule:
    return DeviceModule("cuda", source, {name: Launch(name, (blocks, 1, 1), threads, dtypes)})


@pytest.mark.parametrize("order", ["forward", "reverse", "7"])
def test_threads_meet_at_barriers_in_any_order(order: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cuda_on_cpu()
    monkeypatch.setenv("MLCC_CUDA_ORDER", order)
    x = np.random.default_rng(1).integers(0, 10, (3, 4, 8)).astype(np.int32)
    y = np.zeros_like(x)
    kernel(ROTATE, "rotate", (8, 4, 1), "int32", "int32", blocks=3)(x, y)
    once = x * 10 + np.roll(x, -1, 2)
    np.testing.assert_array_equal(y, once * 10 + np.roll(once, -1, 2))


@pytest.mark.parametrize("name", FAULTS)
def test_what_a_device_leaves_undefined_is_seen(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    cuda_on_cpu()
    y = np.zeros(8, np.float32)
    module = kernel(f'extern "C" __global__ void f(float *y) {{\n{FAULTS[name]}\n}}', "f", (8, 1, 1), "float32")
    if name == "unwritten":
        module(y)
        assert np.isnan(y).all()
        return
    with pytest.raises(MlccError, match="719"):
        module(y)
    said = {"some return": "have returned while others wait", "two barriers": "different barriers"}[name]
    assert said in capfd.readouterr().err
    # and the next launch is not disturbed
    kernel('extern "C" __global__ void g(float *y) { y[threadIdx.x] = 1; }', "g", (8, 1, 1), "float32")(y)
    assert (y == 1).all()


def test_a_read_beyond_the_end_of_memory_ends_the_process(tmp_path: Path) -> None:
    cuda_on_cpu()
    program = tmp_path / "beyond.py"
    program.write_text(BEYOND)
    made = write_cuda_on_cpu(tmp_path / "made")
    done = subprocess.run([sys.executable, str(program), str(made)], capture_output=True)
    assert done.returncode < 0


@pytest.mark.parametrize("threads", [(2048, 1, 1), (64, 32, 1), (1, 1, 128)])
def test_launches_have_the_limits_of_devices(threads: tuple[int, int, int]) -> None:
    cuda_on_cpu()
    with pytest.raises(MlccError, match="cuLaunchKernel: error"):
        kernel('extern "C" __global__ void f(float *y) {}', "f", threads, "float32")(np.zeros(8, np.float32))


def test_without_a_compiler_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "no-such-compiler")
    with pytest.raises(MlccError, match="R384") as caught:
        write_cuda_on_cpu(tmp_path / "made")
    assert "`no-such-compiler`" in str(caught.value)
    assert not (tmp_path / "made").exists()
    refuses = tmp_path / "refuses"
    refuses.write_text("#!/bin/sh\necho it is too old >&2\nexit 1\n")
    os.chmod(refuses, 0o755)
    monkeypatch.setenv("CXX", str(refuses))
    with pytest.raises(MlccError, match="R384") as caught:
        write_cuda_on_cpu(tmp_path / "made")
    assert caught.value.diagnostics[0].notes == ("it is too old",)
    assert list((tmp_path / "made").iterdir()) == []
