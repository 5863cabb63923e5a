"""Several graph functions, conditionals, casts, library functions: what is not a straight line of operators."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc import relax
from mlcc.diagnostics import MlccError
from mlcc.ir import IRModule
from mlcc.relax.transform import ConvertToDataflow, Normalize
from mlcc.script import parse_module

from .graphs import CALLS, Array, assert_close, compiled, interpret, normal

BRANCH = """
@R.function
def main(c: R.Tensor((), "bool"), x: R.Tensor((4,), "float32"), y: R.Tensor((4,), "float32")):
    s = R.add(x, y)
    if c:
        t = R.multiply(s, s)
        r = R.exp(t)
    else:
        r = {other}
    u = R.add(r, s)
    return {result}
"""


@pytest.mark.cover(1)
@pytest.mark.parametrize("flag", [True, False])
@pytest.mark.parametrize("other", ["R.negative(x)", "s", "R.negative(R.exp(s))"])
@pytest.mark.parametrize("result", ["u", "r", "(r, u, s)"])
def test_conditionals(flag: bool, other: str, result: str) -> None:
    module = parse_module(BRANCH.format(other=other, result=result))
    x, y = normal(4), normal(4, seed=1)
    s = x + y
    otherwise = {"R.negative(x)": -x, "s": s, "R.negative(R.exp(s))": -np.exp(s)}[other]
    r = np.exp(s * s) if flag else otherwise
    want = {"u": [r + s], "r": [r], "(r, u, s)": [r, r + s, s]}[result]
    assert_close(compiled(module, np.asarray(flag), x, y), want)


def test_branches_are_fused_too() -> None:
    from mlcc.relax.transform import FuseOps

    module = ConvertToDataflow()(Normalize()(parse_module(BRANCH.format(other="R.negative(x)", result="u"))))
    assert "fused_multiply_exp" in FuseOps()(module)


def test_nested_conditionals_and_a_computed_condition() -> None:
    text = """
@R.function
def main(x: R.Tensor((4,), "float32"), k: R.Tensor((), "float32")) -> R.Tensor((4,), "float32"):
    c = R.greater(k, R.const(0.0, "float32"))
    d = R.greater(k, R.const(1.0, "float32"))
    if c:
        if d:
            r = R.exp(x)
        else:
            r = R.negative(x)
        q = R.add(r, x)
    else:
        q = x
    return q
"""
    library = mlcc.build(parse_module(text))
    x = normal(4)
    for k, want in ((2.0, np.exp(x) + x), (0.5, x * 0), (-1.0, x)):
        assert_close([np.array(library(x, np.asarray(k, "float32")))], [want])


CAST = """
@R.function
def main(x: R.Tensor(("n", 4), "float32"), z: R.Tensor(("k",), "float32")):
    n = T.int64()
    m = T.int64()
    y = R.match_cast(x, R.Tensor({to}, "float32"))
    r = R.negative(y)
    return r
"""


def cast(to: str) -> IRModule:
    return parse_module(CAST.format(to=to))


def test_a_cast_names_a_dimension() -> None:
    assert_close(compiled(cast("(m, 4)"), normal(3, 4), normal(2)), [-normal(3, 4)])


def test_a_cast_is_checked_at_run_time() -> None:
    library = mlcc.build(cast("(3, 4)"))
    assert_close([np.array(library(normal(3, 4), normal(2)))], [-normal(3, 4)])
    with pytest.raises(MlccError, match="dimension 0 is not 3"):
        library(normal(5, 4), normal(2))


def test_a_cast_that_always_fails() -> None:
    with pytest.raises(MlccError) as caught:
        mlcc.build(cast("(m, 5)"))
    assert caught.value.code in ("L307", "V067")


EXTERN = """
@R.function
def main(x: R.Tensor(("n", 4), "float32")) -> R.Tensor(("n", 4), "float32"):
    n = T.int64()
    with R.dataflow():
        a = R.negative(x)
        b = R.call_dps_packed("tests.relax.halve", (a,), out_sinfo=R.Tensor((n, 4), "float32"))
        c = R.exp(b)
        R.output(c)
    return c
"""


def test_a_library_function_of_python() -> None:
    def halve(a: Array, b: Array) -> None:
        b[:] = a / 2

    mlcc.register_func("tests.relax.halve", halve, override=True)
    assert_close(compiled(parse_module(EXTERN), normal(3, 4)), [np.exp(-normal(3, 4) / 2)])


def test_a_library_function_that_nobody_provides() -> None:
    with pytest.raises(MlccError) as caught:
        mlcc.build(parse_module(EXTERN.replace("halve", "nobody")))
    assert caught.value.code == "L302"


def test_a_tensor_that_is_allocated() -> None:
    text = """
@R.function
def main(x: R.Tensor((4,), "float32")):
    y = R.builtin.alloc_tensor(R.shape([4]), dtype="float32", runtime_device_index=0)
    z = R.multiply(R.subtract(y, y), R.const(0.0, "float32"))
    r = R.negative(x)
    return r
"""
    assert_close(compiled(parse_module(text), normal(4)), [-normal(4)])


def test_numbers_of_a_program_come_as_tir_vars() -> None:
    text = """
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def scale(a: T.handle, k: T.int64, b: T.handle):
        A = T.match_buffer(a, (4,), "float32")
        B = T.match_buffer(b, (4,), "float32")
        for i in range(4):
            with T.block("scale"):
                vi = T.axis.spatial(4, i)
                B[vi] = A[vi] * T.cast(k, "float32")

    @R.function
    def main(x: R.Tensor((4,), "float32"), z: R.Tensor(("n",), "float32")) -> R.Tensor((4,), "float32"):
        n = T.int64()
        cls = Module
        r = R.call_tir(cls.scale, (x,), out_sinfo=R.Tensor((4,), "float32"), tir_vars=R.shape([n]))
        return r
"""
    assert_close(compiled(parse_module(text), normal(4), normal(3)), [3 * normal(4)])


def test_the_virtual_machine_of_the_course() -> None:
    executable = relax.vm.build(parse_module(CALLS), target="llvm")
    machine: Any = relax.VirtualMachine(executable, mlcc.cpu())
    x, y = normal(4), normal(6)
    assert_close([np.array(v) for v in machine["main"](x, y)], interpret(Normalize()(parse_module(CALLS)), x, y))
