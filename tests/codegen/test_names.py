"""Names of programs that mean something to C, to LLVM or to the runtime, and such as are no identifiers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.script import parse_module

NAMES = (
    "malloc", "main", "free", "memcpy", "expf", "mlcc_main", "mlcc_rt_parallel", "mlcc_rt_take", "mlcc_weights",
    "mlcc_kernel_message", "mlcc_rt_arena", "_GLOBAL_OFFSET_TABLE_", "_init", "é", "名前", "x" * 3000,
)  # fmt: skip
KERNEL = """
@T.prim_func
def {name}(a: T.handle, b: T.handle):
    n = T.int64()
    A = T.match_buffer(a, (n, 16), "float32")
    B = T.match_buffer(b, (n, 16), "float32")
    C = T.alloc_buffer((n, 16), "float32")
    for i, j in T.grid(n, 16):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = T.exp(A[vi, vj])
    for i in T.parallel(n):
        for j in range(16):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = {value}
"""


def kernel(name: str, value: str = "C[vi, vj] + T.float32(1)") -> Any:
    return parse_module(KERNEL.format(name=name, value=value))


@pytest.mark.every(2)
@pytest.mark.parametrize("name", NAMES, ids=lambda name: name[:30])
def test_any_name(name: str, linker: str) -> None:
    x = np.linspace(-1, 1, 48, dtype=np.float32).reshape(3, 16)
    np.testing.assert_allclose(mlcc.build(kernel(name))(x), np.exp(x) + 1, rtol=1e-6)


@pytest.mark.parametrize("name", ["malloc", "mlcc_rt_take", "llvm.exp.f32", 'q"uo', "a b", "new\nline", ""])
def test_any_name_of_a_program_that_a_graph_calls(name: str, linker: str) -> None:
    text = """
@R.function
def main(x: R.Tensor((3, 16), "float32")):
    cls = Module
    with R.dataflow():
        y = R.call_tir(cls.inner, (x,), out_sinfo=R.Tensor((3, 16), "float32"))
        R.output(y)
    return y
"""
    inner = kernel("inner").prim_funcs["inner"].with_attr({"global_symbol": name})
    both = _indented(KERNEL.format(name="inner", value="C[vi, vj]")) + _indented(text)
    module = parse_module("@I.ir_module\nclass Module:\n" + both)
    x = np.linspace(-1, 1, 48, dtype=np.float32).reshape(3, 16)
    np.testing.assert_allclose(mlcc.build(module.with_function("inner", inner))(x), np.exp(x) + 1, rtol=1e-6)


def _indented(text: str) -> str:
    return "".join(f"    {line}\n" if line else "\n" for line in text.splitlines())


@pytest.mark.parametrize("name", ["llvm.memcpy.p0.p0.i64", "", "a b", 'q"x', "é"])
def test_what_is_no_c_function_is_not_called(name: str) -> None:
    module = kernel("main")
    text = module.script().replace("C[vi, vj] + T.float32(1)", f'T.call_extern("float32", {name!r}, C[vi, vj])')
    with pytest.raises(MlccError) as caught:
        mlcc.build(parse_module(text.replace("'", '"') if '"' not in name else text))
    assert caught.value.code == "G201"


def test_the_exported_names_stay(tmp_path: Path, linker: str) -> None:
    mlcc.build(kernel("scale"), output=tmp_path / "k.so")
    assert b"mlcc_scale\0" in (tmp_path / "k.so").read_bytes()
