"""Calls of other graph functions become their bodies."""

from __future__ import annotations

import numpy as np
import pytest

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.ir import TensorStructInfo, verify
from mlcc.relax.transform import InlineCalls, Normalize
from mlcc.script import parse_module

from .graphs import CALLS, assert_close, compiled, normal, operators


def test_calls_of_graph_functions_are_inlined() -> None:
    module = InlineCalls()(Normalize()(parse_module(CALLS)))
    verify(module)
    assert operators(module) == ["call_tir", "add", "multiply"] * 2
    infos = [b.var.sinfo for b in module.graph_funcs["main"].bindings()]
    assert {i.static_shape() for i in infos if isinstance(i, TensorStructInfo)} == {(4,), (6,)}
    x, y = normal(4), normal(6)
    assert_close(compiled(parse_module(CALLS), x, y), [2 * x * 3 * x, 2 * y * 3 * y])


def test_calls_inside_dataflow_blocks() -> None:
    text = CALLS.replace(
        "        a = cls.middle(x)\n        b = cls.middle(y)\n",
        "        with R.dataflow():\n            a = cls.middle(x)\n            b = cls.middle(y)\n"
        "            R.output(a, b)\n",
    )
    x, y = normal(4), normal(6)
    module = InlineCalls()(Normalize()(parse_module(text)))
    verify(module)
    assert_close(compiled(parse_module(text), x, y), [6 * x * x, 6 * y * y])


def test_a_function_that_calls_itself() -> None:
    text = CALLS.replace("p = cls.inner(x, x)", "o = cls.middle(x)\n        p = cls.inner(x, o)")
    text = text.replace('def middle(x: R.Tensor(("m",), "float32"))', 'def middle(x: R.Tensor(("m",), "float32"))')
    with pytest.raises(MlccError) as caught:
        InlineCalls()(Normalize()(parse_module(text)))
    assert caught.value.code == "T123"


def test_public_functions_are_entries_of_their_own() -> None:
    text = CALLS.replace(
        '@R.function(private=True)\n    def middle(x: R.Tensor(("m",)', '@R.function\n    def middle(x: R.Tensor(("m",)'
    )
    library = mlcc.build(parse_module(text))
    x = normal(7)
    assert_close([np.array(library["middle"](x))], [6 * x * x])


def test_a_call_in_a_branch() -> None:
    text = """
@I.ir_module
class Module:
    @R.function(private=True)
    def twice(x: R.Tensor(("n",), "float32")) -> R.Tensor(("n",), "float32"):
        r = R.add(x, x)
        return r

    @R.function
    def main(c: R.Tensor((), "bool"), x: R.Tensor((4,), "float32")):
        cls = Module
        if c:
            r = cls.twice(x)
        else:
            s = cls.twice(x)
            r = cls.twice(s)
        return r
"""
    module = InlineCalls()(Normalize()(parse_module(text)))
    verify(module)
    assert "cls.twice" not in module["main"].script()
    for flag, times in ((True, 2), (False, 4)):
        assert_close(compiled(module, np.asarray(flag), normal(4)), [times * normal(4)])


def test_without_calls_the_module_is_the_same() -> None:
    module = Normalize()(parse_module(CALLS)).without("middle", "main")
    assert InlineCalls()(module) is module


def test_functions_that_call_each_other() -> None:
    text = """
@I.ir_module
class Module:
    @R.function(private=True)
    def even(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        cls = Module
        r = cls.odd(x)
        return r

    @R.function(private=True)
    def odd(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        cls = Module
        r = cls.even(x)
        return r
"""
    with pytest.raises(MlccError, match="calls itself always, without an end") as caught:
        InlineCalls()(Normalize()(parse_module(text)))
    assert caught.value.code == "T123"
