"""What the quantiser refuses, with which code and where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import helper

import mlcc

from .models import Net, feeds


def two_inputs() -> onnx.ModelProto:
    net = Net(1, 4)
    net.inputs.append(helper.make_tensor_value_info("mask", onnx.TensorProto.FLOAT, (1, 8)))
    return net.model(net("Mul", net("MatMul", net.x, net.normal(4, 8)), "mask"))


def one_input(*shape: int | str) -> onnx.ModelProto:
    net = Net(*(shape or (1, 4)))
    return net.model(net("MatMul", net.x, net.normal(4, 8)))


def logarithm() -> onnx.ModelProto:
    net = Net(1, 4)
    return net.model(net("MatMul", net("Log", net.x), net.normal(4, 8)))


def without_products() -> onnx.ModelProto:
    net = Net(1, 4)
    return net.model(net("Add", net.x, net.x))


FLOAT = {"activations": "float"}
X = np.ones((1, 4), "f4")
REFUSED: list[tuple[str, Any, Any, dict[str, Any]]] = [
    ("Q101: there is no calibration data", one_input, None, {}),
    ("Q103: the model is quantised already: node", None, {"x": X}, {}),
    ("Q105: nothing in the model can be quantised", without_products, {"x": X}, {}),
    ("Q105: nothing in the model can be quantised", one_input, {"x": X}, {"keep": ("MatMul",)}),
    ("Q106: sample 0 has no array for the input `mask`", two_inputs, {"x": X}, {}),
    ("Q106: sample 0 has an array `y`, which is no input", one_input, {"y": X}, {}),
    ("Q107: sample 0: `x` has the shape 1 x 5, the model takes 1 x 4", one_input, {"x": np.ones((1, 5), "f4")}, {}),
    ("Q107: sample 0: `x` has dtype int64, the model takes float32", one_input, {"x": X.astype("i8")}, {}),
    (
        "Q107: sample 0 has different numbers of samples: 3 for `x`, 2 for `mask`",
        two_inputs,
        {"x": np.ones((3, 1, 4), "f4"), "mask": np.ones((2, 1, 8), "f4")},
        {},
    ),
    (r"Q108: sample 0: `x` holds nan at index \[0, 2\]", one_input, {"x": np.array([[1, 2, np.nan, 3]], "f4")}, {}),
    ("Q109: the calibration data holds no sample", one_input, [], {}),
    ("Q109: the calibration data holds no sample", one_input, {"x": np.ones((0, 1, 4), "f4")}, {}),
    ("Q110: `--calibrate random` needs the sizes of the input `x`", lambda: one_input("n", 4), "random", {}),
    ("Q111: the float model computes NaN: value `v0` of calibration sample 1", logarithm, [{"x": X}, {"x": -X}], {}),
    ("Q112: `--keep head.*` matches no node", one_input, {"x": X}, {"keep": ("head.*",)}),
    ("Q112: `Convolution` is no operator that can be quantised", one_input, {"x": X}, {"ops": "Convolution"}),
    ("Q114: weights of type int4 without `--activations float`", one_input, {"x": X}, {"weights": "int4"}),
    ("Q114: weights of type int4 without `--block`", one_input, None, {"weights": "int4", **FLOAT}),
    ("Q114: a largest error of nan", one_input, {"x": X}, {"max_error": float("nan")}),
    ("Q114: blocks of 24 elements", one_input, None, {"block": 24, **FLOAT}),
    ("Q114: the form `operators` without `--activations` dynamic or float", one_input, {"x": X}, {"form": "operators"}),
    (
        "Q114: `Add` cannot be quantised with float activations",
        one_input,
        None,
        {"activations": "float", "ops": "+Add"},
    ),
]


@pytest.mark.parametrize(("said", "model", "data", "options"), REFUSED, ids=[r[0][:40] for r in REFUSED])
def test_a_refusal(said: str, model: Any, data: Any, options: dict[str, Any]) -> None:
    source = model() if model else mlcc.quantize(one_input(), feeds(one_input()), measure=False).model
    with pytest.raises(mlcc.MlccError, match=said.replace(": ", r"\]: ", 1)):
        mlcc.quantize(source, data, measure=False, **options)


def test_an_opset_that_cannot_be_converted() -> None:
    net = Net(1, 4, opset=11)
    model = net.model(net("MatMul", net.x, net.normal(4, 8)))
    model.graph.node.append(helper.make_node("Unknown", ["x"], ["u"], domain="test.unknown"))
    model.opset_import.append(helper.make_opsetid("test.unknown", 1))
    model.graph.node.append(helper.make_node("NoSuchOperator", ["x"], ["w"]))
    with pytest.raises(mlcc.MlccError, match=r"Q104\]: the model has opset 11, its quantised form needs 13"):
        mlcc.quantize(model, {"x": X})


def test_one_array_for_two_inputs(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", X)
    with pytest.raises(mlcc.MlccError, match="Q106.*one array without a name, and the model has 2 inputs"):
        mlcc.quantize(two_inputs(), tmp_path)


def test_random_data_is_a_warning() -> None:
    said: list[Any] = []
    mlcc.quantize(one_input(), "random", samples=2, measure=False, on_warning=said.append)
    assert [diagnostic.code for diagnostic in said] == ["Q102"]


def test_a_shape_that_names_nothing() -> None:
    with pytest.raises(mlcc.MlccError, match="D172"):
        mlcc.quantize(one_input("n", 4), "random", shapes={"m": (3,)}, measure=False)
    with pytest.raises(mlcc.MlccError, match="D173"):
        mlcc.quantize(one_input("n", 4), "random", shapes={"x": (3, 5)}, measure=False)
    result = mlcc.quantize(one_input("n", 4), "random", shapes={"n": (3,)}, samples=1, measure=False)
    assert result.report.samples == 1
