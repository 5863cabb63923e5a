"""Common subexpressions, dead code, unused functions, bound parameters."""

from __future__ import annotations

import numpy as np
import pytest

from mlcc import relax
from mlcc.diagnostics import MlccError
from mlcc.ir import VarBinding, verify
from mlcc.relax.transform import (
    BindParams,
    DeadCodeElimination,
    EliminateCommonSubexpr,
    FuseOps,
    Normalize,
    RemoveUnusedFunctions,
    Sequential,
)
from mlcc.script import parse_module

from .graphs import Ops, assert_same, compiled, graph, normal, operators


def test_equal_calls_are_made_once() -> None:
    def body(o: Ops, x: object) -> object:
        return o.add(o.clip(x, min=0.0, max=1.0), o.clip(x, min=0.0, max=1.0))

    before = graph(body, x=(4,))
    after = EliminateCommonSubexpr()(before)
    verify(after)
    assert operators(after) == ["clip", "add"]
    assert_same(compiled(after, normal(4)), compiled(before, normal(4)))


def test_other_attributes_are_other_calls() -> None:
    def body(o: Ops, x: object) -> object:
        return o.add(o.clip(x, min=0.0, max=1.0), o.clip(x, min=0.0, max=2.0))

    assert operators(EliminateCommonSubexpr()(graph(body, x=(4,)))) == ["clip", "clip", "add"]


def test_equality_is_followed_through_chains_and_tuples() -> None:
    def body(o: Ops, x: object) -> object:
        a, b = o.exp(o.negative(x)), o.exp(o.negative(x))
        return o.concat([a, b], axis=0), o.concat([b, a], axis=0)

    assert operators(EliminateCommonSubexpr()(graph(body, x=(4,)))) == ["negative", "exp", "concatenate"]


def test_equal_small_constants_are_equal_and_large_ones_by_identity() -> None:
    big = normal(64)

    def body(o: Ops, x: object) -> object:
        return o.add(o.add(x, 1.0), o.add(x, 1.0)), o.add(o.add(x, big), o.add(x, big))

    after = EliminateCommonSubexpr()(graph(body, x=(64,)))
    assert operators(after) == ["add"] * 4


def test_an_output_is_not_replaced_by_a_local_value() -> None:
    def body(o: Ops, x: object) -> object:
        a = o.negative(x)
        return o.exp(a), o.negative(x)

    before = graph(body, x=(4,))
    after = EliminateCommonSubexpr()(before)
    verify(after)
    assert_same(compiled(after, normal(4)), compiled(before, normal(4)))


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


LINEAR = """
@R.function
def main(x: R.Tensor((2, 3), "float32"), w: R.Tensor((3, 4), "float32"), b: R.Tensor((4,), "float32")):
    with R.dataflow():
        z = R.add(R.matmul(x, w), b)
        R.output(z)
    return z
"""


def test_bind_params() -> None:
    x, w, b = normal(2, 3), normal(3, 4), normal(4)
    module = BindParams("main", {"w": w, "b": b})(Normalize()(parse_module(LINEAR)))
    verify(module)
    assert [p.name for p in module.graph_funcs["main"].params] == ["x"]
    assert_same(compiled(module, x), [x @ w + b])


def test_bind_params_is_spelled_as_in_the_course() -> None:
    params = {"w": normal(3, 4), "b": normal(4)}
    module = relax.transform.BindParams("main", params)(parse_module(LINEAR))
    assert "constant" in module.script().lower() or "R.const" in module.script()


@pytest.mark.parametrize(
    ("code", "params"),
    [
        ("T120", {"v": normal(4)}),
        ("T121", {"b": normal(5)}),
        ("T121", {"b": np.zeros(4, "float64")}),
    ],
)
def test_bind_params_refuses(code: str, params: dict[str, object]) -> None:
    with pytest.raises(MlccError) as caught:
        BindParams("main", params)(parse_module(LINEAR))
    assert caught.value.code == code


def test_bind_params_of_no_graph_function() -> None:
    with pytest.raises(MlccError) as caught:
        BindParams("other", {})(parse_module(LINEAR))
    assert caught.value.code == "T122"


def test_sequential_tells_after_each_pass() -> None:
    seen: list[str] = []
    passes = Sequential((EliminateCommonSubexpr(), FuseOps()), after=lambda p, m: seen.append(p.name))
    module = passes(graph(lambda o, x: o.exp(o.negative(x)), x=(4,)))
    assert seen == ["EliminateCommonSubexpr", "FuseOps"]
    assert isinstance(module.graph_funcs["main"].bindings()[0], VarBinding)
