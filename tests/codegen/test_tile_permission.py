"""A process to which the system refuses tile registers: a clear error, and another form of the kernels if there is."""

import subprocess
import sys
from textwrap import dedent

import pytest

from mlcc.target import Target

#: Refuses `arch_prctl(ARCH_REQ_XCOMP_PERM, …)` to this process by a filter of system calls (seccomp), whose steps are:
#: load the number of the call, compare, load its first argument, compare, fail with EPERM, allow.
REFUSE = """
import ctypes, struct, sys
code = [(0x20, 0, 0, 0), (0x15, 0, 3, 158), (0x20, 0, 0, 16), (0x15, 0, 1, 0x1023)]
code += [(6, 0, 0, 0x50001), (6, 0, 0, 0x7FFF0000)]
text = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *c) for c in code))
program = ctypes.create_string_buffer(struct.pack("=H6xQ", len(code), ctypes.addressof(text)))
libc = ctypes.CDLL(None)
if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, ctypes.c_void_p(ctypes.addressof(program)), 0, 0):
    sys.exit(77)
"""
PRODUCT = """
import ml_dtypes, numpy as np, mlcc, onnx
from onnx import helper
x, w, y = (helper.make_tensor_value_info(n, 16, s) for n, s in (("X", (40, 64)), ("W", (64, 64)), ("Y", (40, 64))))
w = onnx.numpy_helper.from_array(np.ones((64, 64), ml_dtypes.bfloat16), "W")
graph = helper.make_graph([helper.make_node("MatMul", ["X", "W"], ["Y"])], "product", [x], [y], [w])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
def call(target):
    try:
        result = mlcc.build(model, target)["main"](np.ones((40, 64), ml_dtypes.bfloat16))
        print((np.asarray(result).astype(np.float32) == 64).all())
    except mlcc.MlccError as error:
        print(error.code, error.message)
"""


def run(*parts: str) -> str:
    done = subprocess.run([sys.executable, "-c", "\n".join(dedent(p) for p in parts)], capture_output=True, text=True)
    if done.returncode == 77:
        pytest.skip("the system has no filters of system calls")
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(not Target.host().has_tiles("bfloat16"), reason="no tile registers")
def test_refused_registers() -> None:
    calls = 'call("llvm -mcpu=sapphirerapids")\ncall("llvm -mcpu=x86-64-v4,sapphirerapids")'
    assert run(PRODUCT, calls).split() == ["True", "True"]
    error, other = run(REFUSE, PRODUCT, calls).splitlines()
    assert error.startswith("R312")
    assert "does not grant the tile registers of AMX" in error
    assert other == "True"
