"""States of loops that nobody reads or that stay, and placeholders in the place of values that iterations make."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
from onnx_models import BOOL, FLOAT, INT64, graph_of, model_of, node, onnxruntime_results

import mlcc
from mlcc.importers.onnx import from_onnx
from mlcc.importers.onnx.loop_states import unchanged_states, without_unread_states
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


@pytest.mark.parametrize("copies", [0, 2])
def test_a_state_that_stays_is_what_it_was_before_the_loop(copies: int) -> None:
    """The step of a slice is a state of a loop, and nothing but a constant: it is known in the body and after it."""
    nodes = [
        node("Slice", ["s", "from", "to", "axis", "step"], ["p"]),
        node("ReduceSum", ["p"], ["q"], keepdims=1),
        node("Add", ["s", "q"], ["t"]),
        node("Identity", ["go"], ["k"]),
        *(node("Identity", [("step", "copy1")[n]], [f"copy{n + 1}"]) for n in range(copies)),
    ]
    state: dict[str, Any] = {"s": (FLOAT, [1, 7]), "step": (INT64, [1])}
    bounds = {"from": np.array([1]), "to": np.array([6]), "axis": np.array([1])}
    nodes.append(node("Identity", ["step"], ["row"]))
    results = ["k", "t", f"copy{copies}" if copies else "step", "row"]
    body = graph_of(nodes, {"i": (INT64, []), "go": (BOOL, []), **state}, results, bounds)
    loop = node("Loop", ["n", "", "x", "two"], ["a", "after", "rows"], body=body)
    last = node("Slice", ["a", "zero", "seven", "one", "after"], ["b"])
    weights = {"two": np.array([2]), "zero": np.array([0]), "one": np.array([1]), "seven": np.array([7])}
    model = model_of([loop, last], {"n": (INT64, []), "x": (FLOAT, [1, 7])}, ["a", "after", "rows", "b"], weights)
    library = mlcc.build(from_onnx(model))
    x = np.random.default_rng(1).uniform(-1, 1, (1, 7)).astype(np.float32)
    for n in (np.array(0), np.array(1), np.array(4)):
        for mine, theirs in zip(library(n, x), onnxruntime_results(model, {"n": n, "x": x}), strict=True):
            np.testing.assert_allclose(mine, theirs, rtol=1e-5, atol=1e-6)


def test_a_state_of_a_scan_that_stays() -> None:
    """onnxruntime 1.32 leaves its last value unwritten: NumPy says what is right."""
    nodes = [
        node("Reshape", ["row", "shape"], ["m"]),
        node("ReduceSum", ["m"], ["q"], keepdims=0),
        node("Add", ["s", "q"], ["t"]),
        node("Identity", ["m"], ["kept"]),
    ]
    parts: dict[str, Any] = {"s": (FLOAT, []), "shape": (INT64, [2]), "row": (FLOAT, [6])}
    scan = node(
        "Scan", ["begin", "size", "x"], ["a", "after", "rows"], num_scan_inputs=1,
        body=graph_of(nodes, parts, ["t", "shape", "kept"]),
    )  # fmt: skip
    weights = {"begin": np.float32(1), "size": np.array([2, 3])}
    model = model_of([scan], {"x": (FLOAT, ["n", 6])}, ["a", "after", "rows"], weights)
    library = mlcc.build(from_onnx(model))
    for n in (1, 5):
        x = np.random.default_rng(n).uniform(-1, 1, (n, 6)).astype(np.float32)
        want = (1 + x.sum(), [2, 3], x.reshape(n, 2, 3))
        for mine, theirs in zip(library(x), want, strict=True):
            np.testing.assert_allclose(mine, theirs, rtol=1e-5, atol=1e-6)


def test_a_sequence_that_stays() -> None:
    """Iterations read a sequence without appending to it."""
    nodes = [
        node("SequenceAt", ["parts", "second"], ["p"]),
        node("Add", ["s", "p"], ["t"]),
        node("Identity", ["go"], ["k"]),
    ]
    body = graph_of(nodes, {"i": (INT64, []), "go": (BOOL, []), "s": (FLOAT, [3])}, ["k", "t"], {"second": np.array(1)})
    kind = onnx.helper.make_sequence_type_proto(onnx.helper.make_tensor_type_proto(FLOAT, [3]))
    body.input.append(onnx.helper.make_value_info("parts", kind))
    body.output.append(onnx.helper.make_value_info("parts", kind))
    make = node("SequenceConstruct", ["x", "y"], ["pair"])
    loop = node("Loop", ["n", "", "x", "pair"], ["a", "after"], body=body)
    take = node("SequenceAt", ["after", "first"], ["b"])
    inputs: dict[str, Any] = {"n": (INT64, []), "x": (FLOAT, [3]), "y": (FLOAT, [3])}
    library = mlcc.build(from_onnx(model_of([make, loop, take], inputs, ["a", "b"], {"first": np.array(0)})))
    x, y = np.random.default_rng(2).uniform(-1, 1, (2, 3)).astype(np.float32)
    for n in (0, 3):
        a, b = library(np.array(n), x, y)
        np.testing.assert_allclose(a, x + n * y, rtol=1e-5, atol=1e-6)
        np.testing.assert_array_equal(b, x)


def test_copies_in_a_circle_are_the_state_of_no_loop() -> None:
    circle = [node("Identity", ["a"], ["b"]), node("Identity", ["b"], ["a"]), node("Identity", ["s"], ["t"])]
    body = graph_of(circle, {"i": (INT64, []), "s": (FLOAT, [1]), "r": (FLOAT, [1])}, ["b", "t"])
    assert unchanged_states(body, 2, 1, 0) == []
    assert unchanged_states(body, 1, 1, 1) == [0]
