"""Functions inside of functions become functions of the module."""

from __future__ import annotations

import numpy as np
import pytest

from mlcc import reference, script
from mlcc.diagnostics import MlccError
from mlcc.ir import verify
from mlcc.relax.transform import InlineCalls, LambdaLift, LegalizeOps, Normalize

from .graphs import compiled, normal

TEXT = """
@R.function
def main(x: R.Tensor(("n", 4), "float32"), flag: R.Tensor((), "bool")):
    n = T.int64()
    w = R.exp(x)

    @R.function
    def outer(y: R.Tensor(("n", 4), "float32")):
        n = T.int64()

        @R.function
        def scaled(z: R.Tensor((4,), "float32")):
            a = R.add(z, R.sum(w, axis=[0]))
            return a

        s = scaled(R.max(y, axis=[0]))
        b = R.multiply(y, s)
        return b

    again = outer
    if flag:
        r = again(x)
    else:
        u = outer(w)
        r = outer(u)
    return r
"""


def test_what_is_read_from_outside_is_a_parameter() -> None:
    module = LambdaLift()(script.parse(TEXT))
    verify(module)
    assert sorted(module.functions) == ["main", "main_outer", "main_scaled"]
    assert [p.name for p in module.graph_funcs["main_scaled"].params] == ["z", "w"]
    assert [p.name for p in module.graph_funcs["main_outer"].params] == ["y", "w"]
    assert "def" not in module.graph_funcs["main"].script().split("\n", 2)[2]
    x = normal(3, 4)
    w = np.exp(x)
    for flag in (True, False):
        want = x
        for value in (x,) if flag else (w, None):
            value = want if value is None else value
            want = value * (value.max(0) + w.sum(0))
        for got in (
            reference.run(LegalizeOps()(InlineCalls()(module)), [x, np.array(flag)]),
            compiled(script.parse(TEXT), x, np.array(flag)),
        ):
            np.testing.assert_allclose(got[0], want, rtol=1e-5)


SIZES = """
@R.function
def main(x: R.Tensor(("n",), "float32")):
    n = T.int64()

    @R.function
    def ones(k: R.Tensor((2,), "float32")):
        o = R.full(R.shape([n]), k[0])
        return o

    y = ones(R.const([2.0, 1.0], "float32"))
    return y
"""


def test_symbolic_sizes_from_outside_are_passed() -> None:
    text = SIZES.replace("R.full(R.shape([n]), k[0])", "R.broadcast_to(R.sum(k), R.shape([n]))")
    module = LambdaLift()(script.parse(text))
    verify(module)
    assert "R.shape([n])" in module.graph_funcs["main"].script()
    np.testing.assert_array_equal(compiled(script.parse(text), normal(3))[0], [3.0, 3.0, 3.0])


def test_calls_have_as_many_arguments_as_parameters() -> None:
    with pytest.raises(MlccError, match="V066"):
        script.parse(TEXT.replace("again(x)", "again(x, w)"))


def test_functions_are_no_values() -> None:
    text = TEXT.replace("    again = outer\n", "    again = (outer, x)\n").replace("again(x)", "outer(x)")
    with pytest.raises(MlccError, match="T143"):
        LambdaLift()(Normalize()(script.parse(text)))
