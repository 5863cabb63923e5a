"""Sizes that depend on whether others are equal: known while importing, as other sizes are."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
from onnx.reference import ReferenceEvaluator
from onnx_models import FLOAT, INT64, model_of, node

import mlcc
from mlcc.importers.onnx import from_onnx
from mlcc.importers.onnx.chosen_sizes import by_case, chosen, end_of_slice, equal, inverted
from mlcc.ir import Var, script

N, M = Var("n", "int64"), Var("m", "int64")
NUMBERS = {"zero": [0], "one": [1], "two": [2], "three": [3], "most": [2**31 - 1]}


def cropped(count: list[Any]) -> onnx.ModelProto:
    """``x[:, : -c or None]``, as TensorFlow crops what it padded, for a count `c` that some nodes compute."""
    nodes = [node("Shape", ["x"], ["d"]), node("Gather", ["d", "one"], ["m"]), *count,
             node("Equal", ["c", "zero"], ["none"]), node("Not", ["none"], ["some"]),
             node("Cast", ["some"], ["s"], to=INT64), node("Neg", ["s"], ["minus"]), node("Mul", ["c", "minus"], ["a"]),
             node("Cast", ["none"], ["e"], to=INT64), node("Mul", ["most", "e"], ["b"]),
             node("Add", ["a", "b"], ["end"]), node("Slice", ["x", "zero", "end", "one"], ["y"])]  # fmt: skip
    weights = {k: np.array(v, "int64") for k, v in NUMBERS.items()}
    return model_of(nodes, {"x": (FLOAT, ["n", "m", 3])}, ["y"], weights, opset=18)


@pytest.mark.parametrize("count", ["modulo", "more"])
def test_an_end_that_may_be_left_out(count: str) -> None:
    """The result has the length less the count; no kernel computes it, and the slice is no gather."""
    nodes = {
        "modulo": [node("Mod", ["m", "two"], ["c"])],  # at most the length
        "more": [node("Mod", ["m", "three"], ["r"]), node("Mul", ["r", "three"], ["c"])],
    }[count]
    model = cropped(nodes)
    module = from_onnx(model)
    text = script(module)
    assert "R.strided_slice" in text
    assert "T.Select" not in text
    assert "R.take" not in text
    assert "dim_values" not in text
    library, reference = mlcc.build(module), ReferenceEvaluator(model)
    for length in (0, 1, 2, 4, 5, 8):
        x = np.random.default_rng(0).standard_normal((2, length, 3)).astype("f4")
        (want,) = reference.run(None, {"x": x})
        np.testing.assert_array_equal(np.asarray(library(x)), want)


def test_a_dimension_that_is_chosen() -> None:
    """Of one row as many as there are columns, otherwise the rows themselves."""
    nodes = [node("Shape", ["x"], ["d"]), node("Gather", ["d", "zero"], ["n"]), node("Gather", ["d", "one"], ["m"]),
             node("Equal", ["n", "one"], ["single"]), node("Where", ["single", "m", "n"], ["rows"]),
             node("Concat", ["rows", "m"], ["shape"], axis=0), node("Expand", ["x", "shape"], ["y"]),
             node("Not", ["single"], ["z"])]  # fmt: skip
    weights = {k: np.array(v, "int64") for k, v in NUMBERS.items()}
    model = model_of(nodes, {"x": (FLOAT, ["n", "m"])}, ["y", "z"], weights, opset=18)
    library, reference = mlcc.build(from_onnx(model)), ReferenceEvaluator(model)
    for shape in ((1, 4), (3, 5), (1, 1), (2, 0), (0, 3)):
        x = np.random.default_rng(0).standard_normal(shape).astype("f4")
        for mine, theirs in zip(library(x), reference.run(None, {"x": x}), strict=True):
            np.testing.assert_array_equal(np.asarray(mine), theirs)


def test_conditions_as_results() -> None:
    nodes = [node("Shape", ["x"], ["d"]), node("Equal", ["d", "two"], ["a"]), node("Not", ["a"], ["b"]),
             node("Cast", ["b"], ["c"], to=FLOAT), node("If", ["first"], ["y"], **_sides())]  # fmt: skip
    nodes.insert(2, node("Gather", ["a", "index"], ["first"]))
    weights = {"two": np.array([2], "int64"), "index": np.array(0, "int64")}
    model = model_of(nodes, {"x": (FLOAT, ["n", "m"])}, ["a", "b", "c", "y"], weights, opset=18)
    library, reference = mlcc.build(from_onnx(model)), ReferenceEvaluator(model)
    for shape in ((2, 3), (3, 2), (2, 2), (1, 1)):
        x = np.ones(shape, "f4")
        for mine, theirs in zip(library(x), reference.run(None, {"x": x}), strict=True):
            np.testing.assert_array_equal(np.asarray(mine), theirs)


def _sides() -> dict[str, onnx.GraphProto]:
    def side(name: str, op: str) -> onnx.GraphProto:
        result = onnx.helper.make_tensor_value_info(name, FLOAT, ["n", "m"])
        return onnx.helper.make_graph([node(op, ["x"], [name])], name, [], [result])

    return {"then_branch": side("t", "Neg"), "else_branch": side("e", "Sqrt")}


def test_what_is_computed_from_a_choice() -> None:
    same = equal(N, 0)
    assert script(same) == "T.Select(n == T.int64(0), T.int64(1), T.int64(0))"
    assert script(equal(0, N)) == script(same)
    assert (equal(N, N), equal(N, -1), equal(3, 3), equal(3, 4)) == (1, 0, 1, 0)
    assert (inverted(1), inverted(0), chosen(1, 5, N), chosen(0, 5, N)) == (0, 1, 5, N)
    assert script(inverted(same)) == "T.Select(n == T.int64(0), T.int64(0), T.int64(1))"
    assert script(chosen(inverted(same), M, 7)) == "T.Select(n == T.int64(0), T.int64(7), m)"
    product = by_case(lambda a, b: a * b, M, same)
    assert script(product) == "T.Select(n == T.int64(0), m, T.int64(0))"
    other = by_case(lambda a, b: a + b, same, equal(M, 0))  # by two conditions: a sum of choices
    assert script(other).count("T.Select") == 2


def test_ends_that_stay() -> None:
    """Of another limit than the largest, of what may be negative, and of another condition."""
    size = Var("k", "int64")
    for end in (chosen(equal(N, 0), 100, 0 - N), chosen(equal(N - 3, 0), 2**31 - 1, 3 - N),
                chosen(equal(N, 1), 2**31 - 1, 0 - N), chosen(equal(N, 0), 2**31 - 1, 1 - N), 7, N):  # fmt: skip
        assert end_of_slice(end, size) is end
    assert script(end_of_slice(chosen(equal(N, 0), 2**31 - 1, 0 - N), size)) == "T.max(k - n, T.int64(0))"


@pytest.mark.parametrize(("op", "other"), [("And", True), ("And", False), ("Or", True), ("Or", False)])
def test_conditions_that_a_constant_decides(op: str, other: bool) -> None:
    """``And`` with false is false whatever a size is; with true it is the other condition."""
    nodes = [node("Shape", ["x"], ["d"], start=1, end=2), node("Equal", ["d", "three"], ["a"]),
             node(op, ["a", "other"], ["b"]), node("Where", ["b", "one", "two"], ["end"]),
             node("Slice", ["x", "zero", "end", "one"], ["y"])]  # fmt: skip
    weights = {**{k: np.array(v, "int64") for k, v in NUMBERS.items()}, "other": np.array([other])}
    model = model_of(nodes, {"x": (FLOAT, ["n", "m", 3])}, ["y"], weights, opset=18)
    library, reference = mlcc.build(from_onnx(model)), ReferenceEvaluator(model)
    for length in (2, 3, 5):
        x = np.random.default_rng(0).standard_normal((2, length, 3)).astype("f4")
        (want,) = reference.run(None, {"x": x})
        np.testing.assert_array_equal(library(x), want)


def test_numbers_that_are_no_integers_are_no_sizes() -> None:
    """A half beside a size as a float is a half, where a size of an equal condition decides."""
    nodes = [node("Shape", ["x"], ["d"], start=1, end=2), node("Equal", ["d", "three"], ["a"]),
             node("Cast", ["d"], ["f"], to=FLOAT), node("Where", ["a", "half", "f"], ["w"]),
             node("Mul", ["x", "w"], ["y"])]  # fmt: skip
    weights = {"three": np.array([3]), "half": np.array([0.5], "f4")}
    model = model_of(nodes, {"x": (FLOAT, ["n", "m", 3])}, ["y"], weights, opset=18)
    library, reference = mlcc.build(from_onnx(model)), ReferenceEvaluator(model)
    for length in (2, 3, 5):
        x = np.random.default_rng(0).standard_normal((2, length, 3)).astype("f4")
        (want,) = reference.run(None, {"x": x})
        np.testing.assert_array_equal(library(x), want)
