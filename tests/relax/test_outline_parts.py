"""Parts of a graph by a predicate: neighbours joined, calls of one name, and parts that would break the dataflow."""

from __future__ import annotations

from typing import Any

import pytest

from mlcc import MlccError
from mlcc.ir import GraphCall, IRModule
from mlcc.relax.operators import operator_name
from mlcc.relax.transform import InlineCalls, OutlineParts
from mlcc.relax.transform.fuse_by_pattern import CODEGEN

from .graphs import assert_close, graph, interpret, normal, operators


def outlined(takes: Any, body: Any) -> IRModule:
    module = graph(body, x=(3, 4), y=(3, 4))
    parts = OutlineParts("test", takes)(module)
    inputs = normal(3, 4) ** 2, normal(3, 4, seed=1)
    assert_close(interpret(InlineCalls()(parts), *inputs), interpret(module, *inputs))
    return parts


def parts_of(module: IRModule) -> list[list[str]]:
    return [operators(module, name) for name, func in module.graph_funcs.items() if CODEGEN in func.attrs]


def joined(o: Any, x: Any, y: Any) -> Any:
    return o.nn_relu(o.multiply(o.add(o.exp(x), o.exp(y)), x))


def named(*names: str, part: bool | str = True) -> Any:
    def takes(call: GraphCall) -> bool | str:
        return part if operator_name(call) in names else False

    return takes


def test_neighbours_are_one_part() -> None:
    module = outlined(named("exp", "add", "multiply"), joined)
    assert parts_of(module) == [["exp", "exp", "add", "multiply"]]
    assert operators(module) == ["test_part", "nn.relu"]


def test_a_value_that_is_used_elsewhere_ends_a_part() -> None:
    def body(o: Any, x: Any, y: Any) -> Any:
        shared = o.exp(x)
        return o.add(o.nn_relu(shared), o.multiply(shared, y))

    assert sorted(parts_of(outlined(named("exp", "add", "multiply"), body))) == [["exp"], ["multiply", "add"]]


def test_calls_of_one_name_are_one_part() -> None:
    def body(o: Any, x: Any, y: Any) -> Any:
        shared = o.exp(x)
        return o.nn_relu(o.add(o.sqrt(shared), o.multiply(shared, y)))

    assert parts_of(outlined(named("exp", "sqrt", "add", "multiply", part="all"), body)) == [
        ["exp", "sqrt", "multiply", "add"]
    ]


def test_a_part_around_another_call() -> None:
    def body(o: Any, x: Any, y: Any) -> Any:
        first = o.exp(x)
        return o.nn_relu(o.add(first, o.tanh(first)))

    with pytest.raises(MlccError, match=r"T131.*`both` would break the dataflow"):
        outlined(named("exp", "add", part="both"), body)


def test_a_part_of_two_values() -> None:
    with pytest.raises(MlccError, match="T131.*gives 2 values"):
        outlined(named("exp", part="both"), lambda o, x, y: o.add(o.exp(x), o.exp(y)))
