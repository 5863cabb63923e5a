"""Recursion at the end of branches becomes a loop."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tolerances import assert_close

import mlcc
from mlcc import reference
from mlcc.diagnostics import MlccError
from mlcc.ir import GraphLoop, verify, walk
from mlcc.relax.transform import InlineCalls, LegalizeOps, Normalize
from mlcc.script import parse_module

from .graphs import normal

HEAD = """
@I.ir_module
class Module:
"""
POWER = """
    @R.function{private}
    def power(n: R.Tensor((), "int64"), x: R.Tensor(("m", 3), "float32"), y: R.Tensor(("m", 3), "float32")) -> R.Tensor(
            ("m", 3), "float32"):
        cls = Module
        more = R.greater(n, R.const(0, "int64"))
        if more:
            less = R.subtract(n, R.const(1, "int64"))
            z = R.multiply(x, y)
            r = cls.power(less, x, z)
        else:
            r = y
        return r
"""
#: Euclid's algorithm and Fibonacci numbers: two conditionals, and several results.
PAIRS = """
    @R.function
    def gcd(a: R.Tensor((), "int64"), b: R.Tensor((), "int64")) -> R.Tensor((), "int64"):
        cls = Module
        done = R.equal(b, R.const(0, "int64"))
        if done:
            r = a
        else:
            small = R.less(a, b)
            if small:
                r = cls.gcd(b, a)
            else:
                c = R.subtract(a, b)
                r = cls.gcd(c, b)
        return r

    @R.function
    def fib(n: R.Tensor((), "int64"), p: R.Tensor((), "float32"), q: R.Tensor((), "float32")) -> R.Tuple(
            R.Tensor((), "float32"), R.Tensor((), "float32")):
        cls = Module
        more = R.greater(n, R.const(0, "int64"))
        if more:
            m = R.subtract(n, R.const(1, "int64"))
            s = R.add(p, q)
            r = cls.fib(m, q, s)
        else:
            r = (p, q)
        return r
"""
MUTUAL = """
    @R.function
    def even(n: R.Tensor((), "int64")) -> R.Tensor((), "bool"):
        cls = Module
        more = R.greater(n, R.const(0, "int64"))
        if more:
            m = R.subtract(n, R.const(1, "int64"))
            r = cls.odd(m)
        else:
            r = R.equal(n, R.const(0, "int64"))
        return r

    @R.function
    def odd(n: R.Tensor((), "int64")) -> R.Tensor((), "bool"):
        cls = Module
        more = R.greater(n, R.const(0, "int64"))
        if more:
            m = R.subtract(n, R.const(1, "int64"))
            r = cls.even(m)
        else:
            r = R.less(n, R.const(0, "int64"))
        return r
"""


def number(value: int) -> Any:
    return np.asarray(value, np.int64)


@pytest.mark.parametrize(("times", "rows"), [(0, 2), (1, 1), (5, 7)])
def test_a_tail_call_is_a_loop(times: int, rows: int) -> None:
    module = parse_module(HEAD + POWER.format(private=""))
    looped = InlineCalls()(Normalize()(module))
    verify(looped)
    assert any(isinstance(node, GraphLoop) for node in walk(looped["power"]))
    x, y = normal(rows, 3), normal(rows, 3, seed=1)
    want = y * x**times
    (got,) = reference.run(LegalizeOps()(looped), [number(times), x, y], "power")
    assert_close(got, want)
    assert_close(mlcc.build(module)["power"](number(times), x, y), want)


def test_many_iterations_need_no_stack() -> None:
    x, y = np.full((1, 3), 1.00001, np.float32), np.ones((1, 3), np.float32)
    got = mlcc.build(parse_module(HEAD + POWER.format(private="")))["power"](number(100000), x, y)
    # wide: 100000 products are rounded one after the other
    np.testing.assert_allclose(got, np.float64(x) ** 100000, rtol=1e-2)


def test_branches_within_branches_and_several_results() -> None:
    library = mlcc.build(parse_module(HEAD + PAIRS))
    for a, b in ((84, 36), (17, 5), (1, 1), (0, 9), (9, 0)):
        assert int(library["gcd"](number(a), number(b))) == np.gcd(a, b)
    p, q = library["fib"](number(10), np.float32(0), np.float32(1))
    assert (float(p), float(q)) == (55, 89)


def test_functions_that_end_by_calling_each_other() -> None:
    library = mlcc.build(parse_module(HEAD + MUTUAL))
    for n in (0, 1, 2, 7, 10):
        assert bool(library["even"](number(n))) == (n % 2 == 0)
        assert bool(library["odd"](number(n))) == (n % 2 == 1)


def test_another_function_calls_it() -> None:
    text = (
        HEAD
        + POWER.format(private="(private=True)")
        + """
    @R.function
    def main(n: R.Tensor((), "int64"), x: R.Tensor((4, 3), "float32")):
        cls = Module
        one = R.ones((4, 3), dtype="float32")
        a = cls.power(n, x, one)
        b = cls.power(R.const(2, "int64"), a, a)
        return R.add(a, b)
"""
    )
    x = normal(4, 3)
    want = x**3 + (x**3) ** 3
    assert_close(mlcc.build(parse_module(text))(number(3), x), want)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("r = cls.power(less, x, z)", "w = cls.power(less, x, z)\n            r = R.add(w, x)", "does something with"),
        ("r = cls.power(less, x, z)", "r = cls.power(less, x, R.concat((z, z), axis=0))", "another type of `y`"),
        ("            r = y\n", "            r = cls.power(n, x, y)\n", "without an end"),
    ],
)
def test_other_recursion_is_refused(old: str, new: str, what: str) -> None:
    module = parse_module(HEAD + POWER.format(private="").replace(old, new))
    with pytest.raises(MlccError, match=what) as caught:
        mlcc.build(module)
    assert caught.value.code == "T123"
    assert caught.value.span is not None
