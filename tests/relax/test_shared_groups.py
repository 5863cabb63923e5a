"""Kernels that differ in numbers only are one, and give what they gave."""

from __future__ import annotations

import numpy as np
import pytest

import mlcc
from mlcc.ir import IRModule
from mlcc.relax.transform import FuseOps, LegalizeOps, Normalize
from mlcc.script import parse_module

TEXT = """
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((3, 5), "float32")):
        with R.dataflow():
            a = R.multiply(x, R.const({0}, "float32"))
            b = R.cumsum(a, axis=1)
            c = R.multiply(b, R.const({1}, "float32"))
            d = R.cumsum(c, axis=1)
            e = R.add(d, R.const({2}, "{3}"))
            R.output(e)
        return e
"""


def module(*values: object) -> IRModule:
    result = parse_module(TEXT.format(*values))
    assert isinstance(result, IRModule)
    return result


@pytest.mark.parametrize(
    ("values", "kernels"),
    [
        ((0.5, 0.25, 1.0, "float32"), 3),  # multiply, cumsum, add
        ((0.5, 0.5, 1.0, "float32"), 3),
    ],
)
def test_programs(values: tuple[object, ...], kernels: int) -> None:
    legal = LegalizeOps()(FuseOps()(Normalize()(module(*values))))
    assert len(legal.prim_funcs) == kernels
    multiply = next(func for name, func in legal.prim_funcs.items() if "multiply" in name)
    assert len(multiply.params) == (2 if values[0] == values[1] else 3)


@pytest.mark.parametrize(("first", "second"), [(0.5, 0.25), (0.5, 0.5), (float("1e-3"), -7.0)])
def test_results(first: float, second: float) -> None:
    x = np.random.default_rng(3).standard_normal((3, 5)).astype("float32")
    got = mlcc.build(module(first, second, 1.0, "float32"))["main"](x)
    want = np.cumsum(np.cumsum(x * np.float32(first), 1) * np.float32(second), 1) + 1
    np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-6)
