"""States of loops that nobody reads, and placeholders in the place of values that iterations make."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
from onnx_models import BOOL, FLOAT, INT64, graph_of, model_of, node, onnxruntime_results

import mlcc
from mlcc.importers.onnx import from_onnx
from mlcc.importers.onnx.loop_states import without_unread_states
from mlcc.ir import GraphLoop, walk

pytestmark = pytest.mark.onnxruntime


def looped(outputs: list[str], placeholder: Any, reads: bool = False) -> onnx.ModelProto:
    """`s` doubles until it is large; `p` begins as a placeholder, and is the next row of `s` in every iteration."""
    nodes = [
        node("Add", ["s", "s"], ["t"]),
        node("ReduceMax", ["t"], ["m"], keepdims=0),
        node("Less", ["m", "big"], ["k"]),
        node("Mul", ["t", "p"], ["q"]) if reads else node("Mul", ["t", "t"], ["q"]),
    ]
    state = {"s": (FLOAT, [2, 3]), "p": (FLOAT, list(np.shape(placeholder)))}
    body = graph_of(nodes, {"i": (INT64, []), "go": (BOOL, []), **state}, ["k", "t", "q"], {"big": np.float32(50)})
    loop = node("Loop", ["most", "yes", "x", "begin"], ["a", "b"], body=body)
    weights = {"most": np.array(9), "yes": np.array(True), "begin": np.asarray(placeholder, np.float32)}
    return model_of([loop], {"x": (FLOAT, [2, 3])}, outputs, weights)


def test_a_state_that_nobody_reads_is_gone() -> None:
    model = looped(["a"], 7.0)
    (loop,) = without_unread_states(model.graph.node, ["a"])
    assert (list(loop.input), list(loop.output)) == (["most", "yes", "x"], ["a"])
    body = loop.attribute[0].g
    assert [i.name for i in body.input] == ["i", "go", "s"]
    assert [o.name for o in body.output] == ["k", "t"]
    assert without_unread_states(model.graph.node, ["a", "b"]) == list(model.graph.node)
    reading = looped(["a"], np.ones((2, 3)), reads=True)
    assert without_unread_states(reading.graph.node, ["a"]) == list(reading.graph.node)


@pytest.mark.parametrize(("outputs", "placeholder"), [(["a"], 7.0), (["a", "b"], 7.0), (["b"], np.ones((4, 1)))])
def test_placeholders(outputs: list[str], placeholder: Any) -> None:
    model = looped(outputs, placeholder)
    module = from_onnx(model)
    assert sum(isinstance(n, GraphLoop) for n in walk(module["main"])) == 1
    x = np.random.default_rng(0).uniform(0.5, 1, (2, 3)).astype(np.float32)
    got = mlcc.build(module)(x)
    for mine, theirs in zip(
        got if isinstance(got, tuple) else (got,), onnxruntime_results(model, {"x": x}), strict=True
    ):
        np.testing.assert_allclose(mine, theirs, rtol=1e-6)


def test_one_element_of_another_rank() -> None:
    """A scalar that iterations turn into a vector of one element, and read."""
    nodes = [
        node("Add", ["s", "one"], ["t"]),
        node("ReduceMax", ["t"], ["m"], keepdims=0),
        node("Less", ["m", "big"], ["k"]),
    ]
    state: dict[str, Any] = {"s": (FLOAT, [])}
    weights = {"one": np.ones(1, np.float32), "big": np.float32(5)}
    body = graph_of(nodes, {"i": (INT64, []), "go": (BOOL, []), **state}, ["k", "t"], weights)
    loop = node("Loop", ["most", "yes", "begin"], ["a"], body=body)
    outer = {"most": np.array(9000), "yes": np.array(True), "begin": np.float32(0.25)}
    model = model_of([loop, node("Add", ["a", "x"], ["y"])], {"x": (FLOAT, [1])}, ["y"], outer)
    x = np.array([0.5], np.float32)
    np.testing.assert_allclose(mlcc.build(from_onnx(model))(x), onnxruntime_results(model, {"x": x})[0], rtol=1e-6)
