"""A sample of the graphs that `python -m splices` makes and judges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper
from splices.__main__ import seeds_of
from splices.cases import Array
from splices.judge import Verdict, by_mlcc, by_nodes, judged
from splices.roundings import not_explained
from splices.splicer import spliced
from splices.undefined import decided, saturated
from splices.worker import Ended

pytestmark = pytest.mark.onnxruntime


@pytest.mark.every(2)
@pytest.mark.parametrize("seed", [100, 103, 104, 106])
def test_graphs_spliced_from_cases(seed: int) -> None:
    pytest.importorskip("onnxruntime")
    made = spliced(seed)
    verdict = judged(made.model, made.feeds)
    assert verdict.kind == "right", (made.parts, verdict.text)


@pytest.mark.slow
def test_many_graphs() -> None:
    pytest.importorskip("onnxruntime")
    for seed in range(1000, 1200):
        made = spliced(seed)
        verdict = judged(made.model, made.feeds)
        assert not verdict.is_fault, (seed, made.parts, verdict.text)


def _graph_of_a_branch() -> tuple[onnx.ModelProto, dict[str, Array]]:
    """A conditional whose floats, one of them NaN, are cast to doubles."""
    nodes = [helper.make_node("Log", ["x"], ["a"]), helper.make_node("Cast", ["a"], ["wide"], to=TensorProto.DOUBLE)]
    branch = helper.make_graph(nodes, "branch", [], [onnx.ValueInfoProto(name="wide")])
    other = helper.make_graph(
        [helper.make_node("Identity", ["y"], ["same"])], "other", [], [onnx.ValueInfoProto(name="same")]
    )
    chosen = helper.make_node("If", ["c"], ["z"], then_branch=branch, else_branch=other)
    feeds: dict[str, Array] = {"x": np.array([2, 3, -1], np.float32), "y": np.ones(3), "c": np.array(True)}
    inputs = [
        helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(a.dtype), a.shape)
        for name, a in feeds.items()
    ]
    nodes = [chosen, helper.make_node("Sqrt", ["z"], ["root"])]
    graph = helper.make_graph(nodes, "g", inputs, [helper.make_tensor_value_info("root", TensorProto.DOUBLE, [3])])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10), feeds


@pytest.mark.parametrize("planted", [None, "Log", "whole"])
def test_a_graph_is_judged_by_its_nodes(planted: str | None) -> None:
    """The branch that is taken is part of the chain; a wrong node is named, and a wrong graph of right nodes found."""
    pytest.importorskip("onnxruntime")
    model, feeds = _graph_of_a_branch()

    def ask(call: Callable[..., Any], *args: Any) -> Ended:
        ended = Ended.of(call, *args)
        operators = [n.op_type for n in args[0].graph.node]
        if call is by_mlcc and (operators == [planted] or planted == "whole" and len(operators) > 1):
            ended.value[0][0] += 1e-3
        return ended

    verdict = by_nodes(Verdict("wrong", "rounding"), model, feeds, ask, 0)
    assert verdict.kind == ("by nodes" if planted is None else "wrong")
    if planted == "Log":
        assert "Log -> a: wrong" in verdict.text
    if planted == "whole":
        assert "each node alone is right, but not the graph" in verdict.text


@pytest.mark.parametrize(("planted", "kind"), [(None, "both refuse"), ("Sqrt", "refused")])
def test_refusals_that_a_judge_shares(planted: str | None, kind: str) -> None:
    """A branch that is not taken joins what does not fit, which the reference refuses, too; where mlcc alone refuses
    a node, the refusal is its own."""
    pytest.importorskip("onnxruntime")
    model, feeds = _graph_of_a_branch()
    (chosen,) = [node for node in model.graph.node if node.op_type == "If"]
    for attribute in chosen.attribute:
        if planted is None and attribute.name == "else_branch":
            attribute.g.node[0].op_type = "Concat"
            attribute.g.node[0].input[:] = ["table", "empty"]
            attribute.g.node[0].attribute.append(helper.make_attribute("axis", 1))
    tables = {"table": np.ones((2, 3)), "empty": np.ones((0, 3))}
    model.graph.initializer.extend(onnx.numpy_helper.from_array(array, name) for name, array in tables.items())

    def ask(call: Callable[..., Any], *args: Any) -> Ended:
        operators = [n.op_type for n in args[0].graph.node]
        if call is by_mlcc and (planted in operators or len(operators) > 1):
            return Ended("raised", None, "MlccError: error[T203]: planted")
        return Ended.of(call, *args)

    assert judged(model, feeds, ask, 0).kind == kind


@pytest.mark.parametrize(("result", "is_explained"), [(0, True), (1, True), (2, False)])
def test_roundings_that_a_later_node_makes_large(result: float, is_explained: bool) -> None:
    """The square of the float16 after 1, less its own rounding: nothing, or 2^-20, of which `Ceil` makes 1."""
    nodes = [
        helper.make_node("Mul", ["x", "x"], ["square"]),
        helper.make_node("Sub", ["square", "rounded"], ["rest"]),
        helper.make_node("Ceil", ["rest"], ["y"]),
    ]
    infos = [helper.make_tensor_value_info(name, TensorProto.FLOAT16, [1]) for name in ("x", "rounded", "y")]
    model = helper.make_model(helper.make_graph(nodes, "g", infos[:2], infos[2:]))
    x = np.array([1 + 2**-10], np.float16)
    types = dict.fromkeys(("square", "rest", "y"), x.dtype)
    mine = [np.array([result], np.float16)]
    assert (not_explained(model, {"x": x, "rounded": x * x}, types, mine) is None) == is_explained


def test_what_the_standard_leaves_open_is_not_compared() -> None:
    x, one = np.array([np.nan, 1e12, -1e12, 3], np.float32), np.float32(1)
    quantise = helper.make_node("QuantizeLinear", ["x", "s", "z"], ["y"])
    values = [np.array([7, 0, 0, 4], np.int8)]
    known = saturated(quantise, [x, np.array(one), np.array(1, np.int8)], values)
    assert decided(quantise, [x, np.array(one), np.array(1, np.int8)], known)[0].tolist() == [0, 127, -128, 4]
    blocked = helper.make_node("QuantizeLinear", ["x", "s"], ["y"], axis=0, block_size=2)
    steps = saturated(blocked, [x[:, None], np.array([[1], [2]], np.float32), None], [np.zeros((4, 1), np.int8)])
    assert steps[0].ravel().tolist() == [0, 127, -128, 0]
    cast = helper.make_node("Cast", ["x"], ["y"], to=TensorProto.INT32)
    assert decided(cast, [x], [np.array([7, 8, 9, 3], np.int32)])[0].tolist() == [0, 0, 0, 3]
    power, base = helper.make_node("Pow", ["x", "n"], ["y"]), np.array([2, 2, -2], np.int8)
    exponents = np.array([6, 7, 7], np.float32)
    assert decided(power, [base, exponents], [np.array([64, 1, -128], np.int8)])[0].tolist() == [64, 0, -128]
    sample, grid = helper.make_node("GridSample", ["x", "g"], ["y"]), np.array([[[[1e9, 0], [9, 0]]]], np.float32)
    places = decided(sample, [np.ones((1, 1, 3, 2), np.float32), grid], [np.full((1, 1, 1, 2), 5.0)])
    assert places[0].ravel().tolist() == [0, 5]


def test_seeds_of_a_command_line() -> None:
    assert seeds_of("7,20:23") == [7, 20, 21, 22]


def test_graphs_are_those_of_their_seeds() -> None:
    assert spliced(7).model.SerializeToString() == spliced(7).model.SerializeToString()
    assert len({tuple(spliced(seed).parts) for seed in range(10)}) == 10
