"""Conditionals that are decided at run time: one branch runs; and a branch that cannot be meant stops the run."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import numpy as np
import onnx
import pytest
from onnx.reference import ReferenceEvaluator
from onnx_models import BOOL, FLOAT, INT64, graph_of, model_of, node
from tolerances import assert_close

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.importers.onnx import from_onnx, importer
from mlcc.ir import GraphIf, IRModule, MatchCast
from mlcc.script import parse_module

RNG = np.random.default_rng(11)


def floats(*shape: int) -> Any:
    return RNG.standard_normal(shape).astype(np.float32)


def two_sided(then: onnx.GraphProto, other: onnx.GraphProto, results: list[str], **inputs: Any) -> onnx.ModelProto:
    branch = node("If", ["c"], results, then_branch=then, else_branch=other)
    after = node("Relu", [results[0]], ["y"])
    return model_of([branch, after], {"c": (BOOL, []), **inputs}, ["y", *results[1:]])


def check(model: onnx.ModelProto, *feeds: Any) -> None:
    module = from_onnx(model)
    assert parse_module(module.script()).script() == module.script()
    library = mlcc.build(module)
    for c in (True, False):
        want = ReferenceEvaluator(model).run(None, dict(zip(["c", "x"], (np.array(c), *feeds), strict=False)))
        got = library(np.array(c), *feeds)
        for mine, theirs in zip(got if isinstance(got, tuple) else (got,), want, strict=True):
            np.testing.assert_allclose(mine, theirs, rtol=1e-5, atol=1e-6)


def test_several_results_and_weights_inside() -> None:
    weight = {"w": floats(4, 4)}
    then = graph_of([node("MatMul", ["x", "w"], ["a"]), node("Exp", ["a"], ["b"])], {}, ["a", "b"], weight)
    other = graph_of([node("Neg", ["x"], ["a"]), node("Abs", ["x"], ["b"])], {}, ["a", "b"])
    model = two_sided(then, other, ["u", "v"], x=(FLOAT, [3, 4]))
    module = from_onnx(model)
    assert any(isinstance(b.value, GraphIf) for b in module["main"].bindings() if not isinstance(b, MatchCast))
    check(model, floats(3, 4))


def test_branches_that_differ_in_the_sign_of_zeros() -> None:
    branches = [
        graph_of([node("Identity", [name], ["a"])], {}, ["a"], {name: np.array([sign, 1.0], np.float32)})
        for name, sign in (("p", 0.0), ("q", -0.0))
    ]
    model = model_of(
        [node("If", ["c"], ["u"], then_branch=branches[0], else_branch=branches[1]), node("Reciprocal", ["u"], ["y"])],
        {"c": (BOOL, [])},
        ["y"],
    )
    library = mlcc.build(from_onnx(model))
    assert library(np.array(True)).tolist() == [np.inf, 1.0]
    assert library(np.array(False)).tolist() == [-np.inf, 1.0]


def test_a_branch_inside_a_branch() -> None:
    inner = node("If", ["c"], ["i"], then_branch=graph_of([node("Neg", ["x"], ["p"])], {}, ["p"]),
                 else_branch=graph_of([node("Exp", ["x"], ["p"])], {}, ["p"]))  # fmt: skip
    then = graph_of([inner, node("Add", ["i", "x"], ["a"])], {}, ["a"])
    other = graph_of([node("Identity", ["x"], ["a"])], {}, ["a"])
    check(two_sided(then, other, ["u"], x=(FLOAT, [5])), floats(5))


def test_sizes_that_follow_the_input() -> None:
    then = graph_of([node("Shape", ["x"], ["a"])], {}, ["a"])
    other = graph_of([node("Constant", [], ["a"], value_ints=[7, 8])], {}, ["a"])
    branch = node("If", ["c"], ["u"], then_branch=then, else_branch=other)
    model = model_of([branch], {"c": (BOOL, []), "x": (FLOAT, ["n", "m"])}, ["u"])
    check(model, floats(3, 4))


def test_equal_results_need_no_branch() -> None:
    same = graph_of([node("Constant", [], ["a"], value_ints=[2])], {}, ["a"])
    branch = node("If", ["c"], ["u"], then_branch=same, else_branch=same)
    model = model_of([branch, node("Reshape", ["x", "u"], ["y"])], {"c": (BOOL, []), "x": (FLOAT, [1, 2])}, ["y"])
    check(model, floats(1, 2))


def test_a_branch_for_another_shape_stops_the_run() -> None:
    then = graph_of([node("MatMul", ["x", "w"], ["a"])], {}, ["a"], {"w": floats(9, 4)})
    other = graph_of([node("Neg", ["x"], ["a"])], {}, ["a"])
    library = mlcc.build(from_onnx(two_sided(then, other, ["u"], x=(FLOAT, [3, 4]))))
    x = floats(3, 4)
    np.testing.assert_allclose(library(np.array(False), x), np.maximum(-x, 0))
    with pytest.raises(MlccError, match="branch taken is not compiled"):
        library(np.array(True), x)


def test_two_branches_for_another_shape_are_an_error() -> None:
    wrong = graph_of([node("MatMul", ["x", "w"], ["a"])], {}, ["a"], {"w": floats(9, 4)})
    with pytest.raises(MlccError):
        from_onnx(two_sided(wrong, wrong, ["u"], x=(FLOAT, [3, 4])))


def test_unnamed_dimensions_are_independent() -> None:
    model = model_of([node("Relu", ["x"], ["y"])], {"x": (FLOAT, ["?", 3, "?"])}, ["y"])
    library = mlcc.build(from_onnx(model))
    x = floats(2, 3, 5)
    np.testing.assert_allclose(library(x), np.maximum(x, 0))
    assert from_onnx(model, {"x": (2, 3, 5)})


def test_sizes_computed_from_symbolic_ones_reach_the_kernels() -> None:
    """No operand of the second convolution has the bare dimension in its shape."""
    weights = {"w": floats(4, 3, 3, 3), "v": floats(2, 4, 3, 3)}
    nodes = [
        node("Conv", ["x", "w"], ["a"], strides=[2, 2], pads=[1, 1, 1, 1]),
        node("Conv", ["a", "v"], ["b"], strides=[2, 1]),
        node("Resize", ["b", "", "s"], ["y"], mode="nearest"),
    ]
    scales = {"s": np.array([1.0, 1.0, 2.0, 0.5], np.float32)}
    model = model_of(nodes, {"x": (FLOAT, ["n", 3, "h", "w_"])}, ["y"], {**weights, **scales})
    library = mlcc.build(from_onnx(model))
    for size in ((1, 3, 12, 17), (2, 3, 19, 8)):
        x = floats(*size)
        (want,) = ReferenceEvaluator(model).run(None, {"x": x})
        assert_close(library(x), want)


def test_slices_to_the_end_keep_dimensions() -> None:
    ends = {"b": np.array([0]), "e": np.array([2**63 - 1]), "a": np.array([0])}
    model = model_of([node("Slice", ["x", "b", "e", "a"], ["y"])], {"x": (FLOAT, ["n", 2])}, ["y"], ends)
    assert "min" not in from_onnx(model).script()
    whole = mlcc.build(from_onnx(model))(floats(3, 2))
    assert whole.shape == (3, 2)


def test_nothing_of_an_import_outlives_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The importer is freed when it returns, and with it the model's own copy of the weights: no reference cycle,
    not even through the subgraphs of a node, keeps it until the next garbage collection."""
    seen: list[weakref.ref[importer.Importer]] = []

    class Watched(importer.Importer):
        def run(self) -> IRModule:
            seen.append(weakref.ref(self))
            return super().run()

    monkeypatch.setattr(importer, "Importer", Watched)
    then, other = (graph_of([node(op, ["x"], ["a"])], {}, ["a"]) for op in ("Exp", "Neg"))
    gc.disable()
    try:
        from_onnx(two_sided(then, other, ["u"], x=(FLOAT, [3, 4])))
        assert [ref() for ref in seen] == [None]
    finally:
        gc.enable()


def test_branches_that_differ_in_several_dimensions() -> None:
    then = graph_of([node("Neg", ["x"], ["a"])], {}, ["a"])
    other = graph_of([node("Tile", ["x", "times"], ["a"])], {}, ["a"], {"times": np.array([3, 2])})
    check(two_sided(then, other, ["u"], x=(FLOAT, ["n", 4])), floats(3, 4))


def test_a_branch_that_computes_the_size_of_its_result() -> None:
    then = graph_of([node("Reshape", ["x", "all"], ["a"])], {}, ["a"], {"all": np.array([-1])})
    other = graph_of(
        [node("ReduceMax", ["x"], ["top"], keepdims=0), node("Cast", ["top"], ["n"], to=INT64),
         node("Range", ["zero", "n", "one"], ["r"]), node("Cast", ["r"], ["a"], to=FLOAT)],
        {}, ["a"], {"zero": np.array(0), "one": np.array(1)},
    )  # fmt: skip
    check(two_sided(then, other, ["u"], x=(FLOAT, ["n", 4])), floats(3, 4) * 40)


def ranks(*after: onnx.NodeProto) -> onnx.ModelProto:
    """A vector, or a matrix of one row, as voice detectors make them of a signal with or without a batch."""
    then = graph_of([node("Unsqueeze", ["x", "zero"], ["a"])], {}, ["a"])
    other = graph_of([node("Identity", ["x"], ["a"])], {}, ["a"])
    first = node("If", ["c"], ["u"], then_branch=then, else_branch=other)
    weights = {"zero": np.array([0]), "w": floats(4, 3)}
    return model_of([first, *after], {"c": (BOOL, []), "x": (FLOAT, [2, 4])}, ["y"], weights)


def test_branches_of_different_ranks() -> None:
    then = graph_of([node("Squeeze", ["v", "zero"], ["b"])], {}, ["b"])
    other = graph_of([node("Neg", ["v"], ["b"])], {}, ["b"])
    last = node("If", ["c"], ["y"], then_branch=then, else_branch=other)  # decided in either copy
    check(ranks(node("MatMul", ["u", "w"], ["v"]), last), floats(2, 4))
    with pytest.raises(MlccError, match=r"float32\[1, 2, 4\] and float32\[2, 4\]") as error:
        from_onnx(ranks(node("Relu", ["u"], ["y"])))
    assert error.value.code == "I124"


def test_branches_of_different_ranks_in_a_function() -> None:
    """The rest of the function is converted for each branch, not the rest of the graph, and inputs may be left out."""
    then = graph_of([node("Unsqueeze", ["s", "zero"], ["a"])], {}, ["a"])
    other = graph_of([node("Identity", ["s"], ["a"])], {}, ["a"])
    body = [
        node("Constant", [], ["zero"], value_ints=[0]),
        node("Clip", ["s", "", "most"], ["s2"]),
        node("If", ["test"], ["u"], then_branch=then, else_branch=other),
        node("ReduceSum", ["u"], ["total"], keepdims=0),
        node("Mul", ["s2", "total"], ["r"]),
    ]
    function = onnx.helper.make_function(
        "own", "summed", ["test", "s", "most"], ["r"], body, [onnx.helper.make_opsetid("", 17)]
    )
    call = onnx.helper.make_node("summed", ["c", "x", ""], ["y"], domain="own")
    inputs = {"c": (BOOL, []), "x": (FLOAT, [2, 4])}
    check(model_of([call], inputs, ["y"], domains={"own": 1}, functions=[function]), floats(2, 4))


def test_what_follows_a_branch_may_not_fit_it() -> None:
    """Updates of a rank that the positions do not have: the run stops where the branch that gives them is taken."""
    weights = {"at": np.array([[1], [0]])}
    last = node("ScatterND", ["w0", "at", "u"], ["y"])
    then = graph_of([node("Unsqueeze", ["x", "zero"], ["a"])], {}, ["a"])
    other = graph_of([node("Identity", ["x"], ["a"])], {}, ["a"])
    first = node("If", ["c"], ["u"], then_branch=then, else_branch=other)
    weights |= {"zero": np.array([0]), "w0": floats(3, 4)}
    library = mlcc.build(from_onnx(model_of([first, last], {"c": (BOOL, []), "x": (FLOAT, [2, 4])}, ["y"], weights)))
    x = floats(2, 4)
    np.testing.assert_array_equal(library(np.array(False), x), np.stack([x[1], x[0], weights["w0"][2]]))
    with pytest.raises(MlccError, match="branch taken is not compiled"):
        library(np.array(True), x)
