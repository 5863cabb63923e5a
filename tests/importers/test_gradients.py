"""Gradients inside a graph, against differences of the function's values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator
from onnx_models import FLOAT, model_of, node, onnxruntime_results

import mlcc
from mlcc.importers.onnx import from_onnx

RNG = np.random.default_rng(21)
DOUBLE = TensorProto.DOUBLE
TRAINING = "ai.onnx.preview.training"


def check(nodes: Sequence[onnx.NodeProto], operands: dict[str, Any], asked: Sequence[str], weights: Any = None) -> None:
    """The gradient of the sum of `y` by `asked`, and central differences in float64."""
    types = {name: (DOUBLE, array.shape) for name, array in operands.items()}
    rest = [name for name in operands if name not in asked]
    results = [f"g_{name}" for name in asked]
    others = {"zs": rest} if rest else {}
    one = node("Gradient", [*asked, *rest], results, domain=TRAINING, xs=list(asked), y="y", **others)
    model = model_of([*nodes, one], types, results, weights, opset=17, domains={TRAINING: 1})
    got = mlcc.build(from_onnx(model))(*operands.values())
    forward = ReferenceEvaluator(model_of(nodes, types, ["y"], weights, opset=17))
    for mine, name in zip(got if isinstance(got, tuple) else (got,), asked, strict=True):
        want = np.zeros_like(operands[name])
        for at in np.ndindex(want.shape):
            sums = []
            for step in (1e-6, -1e-6):
                moved = {n: a.copy() for n, a in operands.items()}
                moved[name][at] += step
                (value,) = forward.run(None, moved)
                sums.append(float(np.sum(value)))
            want[at] = (sums[0] - sums[1]) / 2e-6
        np.testing.assert_allclose(mine, want, rtol=1e-5, atol=1e-6)


def some(*shape: int) -> Any:
    return RNG.random(shape) + 0.5


@pytest.mark.parametrize("op", ["Add", "Sub", "Mul", "Div", "Pow"])
def test_broadcast_operands(op: str) -> None:
    check([node(op, ["a", "b"], ["y"])], {"a": some(2, 1, 3), "b": some(5, 1)}, ["a", "b"])


def test_elementwise_functions() -> None:
    chain = ["Exp", "Sqrt", "Sin", "Tanh", "Neg", "Sigmoid", "Log", "Abs", "Reciprocal", "Cos", "Softplus", "Relu"]
    names = ["x", *(f"t{n}" for n in range(len(chain) - 1)), "y"]
    check([node(op, [names[n]], [names[n + 1]]) for n, op in enumerate(chain)], {"x": some(4, 3) - 1.0}, ["x"])


def test_a_network() -> None:
    """Values with several users, products, sums along axes, other shapes."""
    nodes = [
        node("Gemm", ["x", "w", "c"], ["h"], transB=1, alpha=0.5, beta=2.0),
        node("Tanh", ["h"], ["t"]),
        node("Reshape", ["t", "shape"], ["r"]),
        node("Transpose", ["r"], ["p"], perm=[0, 2, 1]),
        node("MatMul", ["p", "r"], ["m"]),
        node("Softmax", ["m"], ["s"], axis=1),
        node("Mul", ["s", "m"], ["q"]),
        node("ReduceMean", ["q"], ["e"], axes=[1], keepdims=0),
        node("Sum", ["e", "e", "z"], ["f"]),
        node("Mul", ["f", "f"], ["ff"]),
        node("ReduceSum", ["ff", "last"], ["y"], keepdims=0),
    ]
    operands = {"x": some(2, 5), "w": some(6, 5), "c": some(6), "z": some(2, 1)}
    weights = {"shape": np.array([2, 2, 3]), "last": np.array([-1])}
    check(nodes, operands, ["x", "w", "c", "z"], weights)
    check(nodes, operands, ["w"], weights)


def test_at_other_values_than_those_of_the_graph() -> None:
    nodes = [node("Mul", ["x", "x"], ["y"]), node("Add", ["x", "one"], ["v"]),
             node("Gradient", ["v"], ["g"], domain=TRAINING, xs=["x"], y="y")]  # fmt: skip
    model = model_of(nodes, {"x": (FLOAT, ["n"])}, ["g", "y"], {"one": np.float32(1)}, domains={TRAINING: 1})
    x = some(7).astype("f4")
    got, square = mlcc.build(from_onnx(model))(x)
    np.testing.assert_allclose(got, 2 * (x + 1), rtol=1e-6)
    np.testing.assert_allclose(square, x * x, rtol=1e-6)


def test_what_a_result_does_not_depend_on() -> None:
    nodes = [node("Exp", ["x"], ["y"]), node("Gradient", ["x", "z"], ["g", "h"], domain=TRAINING, xs=["x", "z"], y="y")]
    model = model_of(nodes, {"x": (FLOAT, [3]), "z": (FLOAT, [2])}, ["g", "h"], domains={TRAINING: 1})
    x = some(3).astype("f4")
    g, h = mlcc.build(from_onnx(model))(x, x[:2])
    np.testing.assert_allclose(g, np.exp(x), rtol=1e-6)
    np.testing.assert_array_equal(h, [0, 0])


def test_an_operator_without_a_derivative() -> None:
    nodes = [node("Erf", ["x"], ["y"]), node("Gradient", ["x"], ["g"], domain=TRAINING, xs=["x"], y="y")]
    with pytest.raises(mlcc.MlccError, match="the gradient of `Erf` is not supported"):
        from_onnx(model_of(nodes, {"x": (FLOAT, [3])}, ["g"], domains={TRAINING: 1}))


def test_dropout_in_training_mode() -> None:
    """The numbers of NumPy's generator, for more elements than its state has words; a ratio known at run time only."""
    operands = {"x": (DOUBLE, ["n", 7]), "r": (FLOAT, [])}
    one = helper.make_node("Dropout", ["x", "r", "t"], ["y", "m"], seed=5)
    library = mlcc.build(from_onnx(model_of([one], operands, ["y", "m"], {"t": np.array(True)})))
    for count in (1, 300):
        x = RNG.standard_normal((count, 7))
        y, mask = library(x, np.float32(0.25))
        want = np.random.RandomState(5).uniform(0, 1, x.shape) >= 0.25
        np.testing.assert_array_equal(mask, want)
        np.testing.assert_allclose(y, want * x / 0.75)


@pytest.mark.cover(1)
@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize("ordered", [0, 1])
def test_different_slices(axis: int, ordered: int) -> None:
    one = node("Unique", ["x"], ["y", "i", "v", "n"], axis=axis, sorted=ordered)
    model = model_of([one], {"x": (FLOAT, ["a", "b", 2])}, ["y", "i", "v", "n"])
    library = mlcc.build(from_onnx(model))
    for shape in ((6, 5, 2), (1, 9, 2), (31, 1, 2)):
        x = RNG.integers(-1, 1, shape).astype("f4")
        for mine, theirs in zip(library(x), onnxruntime_results(model, {"x": x}), strict=True):
            np.testing.assert_array_equal(mine, theirs)
