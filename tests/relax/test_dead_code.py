"""What does not reach a result goes: bindings and functions."""

from __future__ import annotations

import numpy as np

from mlcc.ir import structural_equal, verify
from mlcc.relax.transform import (
    DeadCodeElimination,
    RemoveUnusedFunctions,
)
from mlcc.script import parse_module

from .graphs import Ops, assert_close, compiled, graph, normal, operators


def test_dead_bindings_go() -> None:
    def body(o: Ops, x: object) -> object:
        o.exp(o.negative(x))
        return o.sqrt(x)

    after = DeadCodeElimination()(graph(body, x=(4,)))
    verify(after)
    assert operators(after) == ["sqrt"]


def test_a_match_cast_is_a_check_and_stays() -> None:
    module = parse_module(
        """
@R.function
def main(x: R.Tensor(("n",), "float32")) -> R.Tensor(("n",), "float32"):
    y = R.match_cast(x, R.Tensor((4,), "float32"))
    return x
"""
    )
    assert len(DeadCodeElimination()(module).graph_funcs["main"].bindings()) == 1


def test_functions_that_nobody_calls_go() -> None:
    module = parse_module(
        """
@I.ir_module
class Module:
    @R.function(private=True)
    def used(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        r = R.negative(x)
        return r

    @R.function(private=True)
    def unused(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        r = R.exp(x)
        return r

    @R.function
    def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        cls = Module
        r = cls.used(x)
        return r
"""
    )
    assert set(RemoveUnusedFunctions()(module).functions) == {"used", "main"}


def test_what_only_dead_bindings_use_goes_with_them() -> None:
    def body(o: Ops, x: object) -> object:
        shared = o.exp(x)
        o.add(shared, o.negative(shared))
        return o.sqrt(shared), shared

    before = graph(body, x=(3,))
    after = DeadCodeElimination()(before)
    assert operators(after) == ["exp", "sqrt"]
    x = np.abs(normal(3))
    assert_close(compiled(after, x), compiled(before, x))


def test_nothing_dead_nothing_changes() -> None:
    module = graph(lambda o, x: o.exp(o.negative(x)), x=(4,))
    assert structural_equal(DeadCodeElimination()(module), module)


def test_functions_stay_that_are_entries_or_where_none_is() -> None:
    text = """
@I.ir_module
class Module:
    @R.function
    def other(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        r = R.exp(x)
        return r

    @R.function(private=True)
    def unused(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        r = R.exp(x)
        return r
"""
    alone = parse_module(text)
    assert RemoveUnusedFunctions()(alone) is alone
    main = text + text.split("class Module:")[1].split("    @R.function(private=True)")[0].replace("other", "main")
    assert set(RemoveUnusedFunctions()(parse_module(main)).functions) == {"other", "main"}
