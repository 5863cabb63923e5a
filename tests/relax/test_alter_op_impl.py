"""Other programs for operators, with other layouts around them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc import relax, tir
from mlcc.diagnostics import MlccError
from mlcc.relax.transform import AlterOpImpl
from mlcc.script import parse_module

TEXT = """
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def scale(x: T.Buffer((16, 6), "float32"), y: T.Buffer((16, 6), "float32")):
        T.func_attr({"operator_name": "relax.scale"})
        for i, j in T.grid(16, 6):
            with T.block("y"):
                vi, vj = T.axis.remap("SS", [i, j])
                y[vi, vj] = x[vi, vj] * T.float32(2)

    @R.function
    def main(x: R.Tensor((16, 6), "float32")):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.scale, (x,), out_sinfo=R.Tensor((16, 6), "float32"))
            b = R.call_tir(cls.scale, (a,), out_sinfo=R.Tensor((16, 6), "float32"))
            c = R.add(b, x)
            R.output(c)
        return c
"""
PROGRAM = """
@T.prim_func
def scale(x: T.Buffer((4, 6, 4), "float32"), y: T.Buffer((6, 16), "float32")):
    for i, j, k in T.grid(4, 6, 4):
        with T.block("y"):
            vi, vj, vk = T.axis.remap("SSS", [i, j, k])
            y[vj, vi * 4 + vk] = x[vi, vj, vk] * T.float32(3)
"""
NEW: Any = parse_module(PROGRAM)["scale"]


def split(i: Any, j: Any) -> tuple[Any, ...]:
    return i // 4, j, i % 4


def altered(maps: Any) -> Any:
    return AlterOpImpl({"relax.scale": NEW}, {"relax.scale": maps})(parse_module(TEXT))


def test_layouts_before_and_behind() -> None:
    module = altered([split, tir.IndexMap.from_func(lambda i, j: (j, i))])
    assert relax.analysis.well_formed(module)
    assert parse_module(module.script()).script() == module.script()
    assert "scale" not in module.functions
    x = np.random.default_rng(0).standard_normal((16, 6)).astype("float32")
    np.testing.assert_allclose(mlcc.build(module)["main"](x), x * 10, rtol=1e-6)


def test_other_programs_stay() -> None:
    module = parse_module(TEXT)
    assert sorted(AlterOpImpl({"relax.other": NEW}, {})(module).functions) == ["main", "scale"]


def test_what_is_refused() -> None:
    with pytest.raises(MlccError, match="2 buffers, and 1 maps"):
        altered([split])
    with pytest.raises(MlccError, match="no inverse"):
        altered([lambda i, j: (i // 4, j), None])
    with pytest.raises(MlccError, match="a map of 1 indices"):
        altered([lambda i: i, None])
