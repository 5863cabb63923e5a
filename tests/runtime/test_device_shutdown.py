"""What a library holds on a device is given back when it is released or shut down, and made again by the next call."""

from __future__ import annotations

import gc
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from on_cpu import cuda_on_cpu

from mlcc.driver import build

MODEL = Path(__file__).parents[2] / "samples" / "models" / "convnet.onnx"
DRIVER = Path(__file__).parent / "counting_opencl.c"
#: In a process of its own, whose driver of OpenCL is the one that counts.
PROGRAM = """
import ctypes, gc, sys
import numpy as np
from mlcc.diagnostics import MlccError
from mlcc.driver import build

driver = ctypes.CDLL(sys.argv[1], ctypes.RTLD_GLOBAL)
alive, refuse = (ctypes.c_int * 5).in_dll(driver, "alive"), ctypes.c_int.in_dll(driver, "refuse")
library = build(sys.argv[2], target="opencl")
x = np.zeros(library.spec.functions[0].inputs[0].shape, np.float32)
refuse.value = 1
try:
    library(x)
except MlccError as error:
    print(error.code, list(alive))
refuse.value = 0
library(x)
held = list(alive)
end = library.foreign("mlcc_shutdown", None, [])
end()
print(min(held) > 0, list(alive))
library(x)
print(list(alive) == held)
del library, end
gc.collect()  # a library and its functions know each other
print(list(alive))
"""


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
def test_no_object_of_opencl_is_left(tmp_path: Path) -> None:
    driver = tmp_path / "libOpenCL.so.1"
    subprocess.run(
        ["gcc", "-shared", "-fPIC", "-Wl,-soname,libOpenCL.so.1", str(DRIVER), "-o", str(driver)], check=True
    )
    command = [sys.executable, "-c", PROGRAM, str(driver), str(MODEL)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    none = [0] * 5
    assert done.stdout.splitlines() == [f"R350 {none}", f"True {none}", "True", f"{none}"], done.stderr


def modules_of_cuda() -> int:
    """How many modules with kernels are loaded where the CPU is the device of CUDA."""
    return len({line.split()[5] for line in Path("/proc/self/maps").read_text().splitlines() if "/mlcc-cuda-" in line})


def test_a_module_of_cuda_goes_with_its_library() -> None:
    cuda_on_cpu()
    library = build(str(MODEL), target="cuda")  # which opens no device
    x = np.ones((1, 1, 28, 28), np.float32)
    gc.collect()  # libraries of other tests
    before = modules_of_cuda()
    want = library(x)
    assert modules_of_cuda() == before + 1
    end = library.foreign("mlcc_shutdown", None, [])
    end()
    assert modules_of_cuda() == before
    np.testing.assert_array_equal(library(x), want)
    assert modules_of_cuda() == before + 1
    del library, end
    gc.collect()
    assert modules_of_cuda() == before
