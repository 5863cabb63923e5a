"""The collection's judge and models that quantise: onnxruntime's products of bytes, and steps of roundings."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import numpy as np
import pytest
from collection.made import Sample, save
from collection.quantised import nudged, quantises, unsigned
from onnx import ModelProto, TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

rng = np.random.default_rng(0)


def _product(zero: int | None) -> ModelProto:
    """A dynamically quantised product with weights that are large, so that pairs of products exceed 16 bits."""
    weights = rng.integers(100, 128, (64, 16)).astype(np.int8)
    names = ["bytes", "w", "middle"] + (["w_zero"] if zero is not None else [])
    nodes = [
        helper.make_node("DynamicQuantizeLinear", ["x"], ["bytes", "scale", "middle"]),
        helper.make_node("MatMulInteger", names, ["sums"]),
        helper.make_node("Cast", ["sums"], ["floats"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["floats", "scale"], ["scaled"]),
        helper.make_node("Mul", ["scaled", "gain"], ["y"]),
    ]
    arrays = {"w": weights, "gain": np.linspace(0.5, 1.5, 16, dtype=np.float32)}
    arrays |= {} if zero is None else {"w_zero": np.array(zero, np.int8)}
    constants = [numpy_helper.from_array(array, name) for name, array in arrays.items()]
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [5, 64])
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, None)
    graph = helper.make_graph(nodes, "product", [x], [y], constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)


@pytest.mark.parametrize("zero", [None, 3])
def test_unsigned_weights_make_the_same_model(zero: int | None) -> None:
    model, x = _product(zero), {"x": rng.random((5, 64), np.float32)}
    moved = unsigned(model)
    assert quantises(model)
    assert [node.input[1] for node in moved.graph.node if node.op_type == "MatMulInteger"] == ["w.unsigned"]
    (want,), (got,) = (ReferenceEvaluator(one).run(None, x) for one in (model, moved))
    np.testing.assert_array_equal(got, want)


def test_signed_activations_keep_their_weights() -> None:
    """No processor's kernel of onnxruntime multiplies int8 with uint8."""
    model = _product(3)
    model.graph.initializer.append(numpy_helper.from_array(np.zeros((5, 64), np.int8), "signed"))
    model.graph.initializer.append(numpy_helper.from_array(np.array(0, np.int8), "signed_zero"))
    node = next(node for node in model.graph.node if node.op_type == "MatMulInteger")
    node.input[0], node.input[2] = "signed", "signed_zero"
    assert list(unsigned(model).graph.node) == list(model.graph.node)


def test_nudges_move_weights_in_the_last_places() -> None:
    model = _product(None)
    gains = [numpy_helper.to_array(one.graph.initializer[1]) for one in (model, nudged(model, 0), nudged(model, 1))]
    for one in gains[1:]:
        assert (one != gains[0]).any()
        np.testing.assert_array_max_ulp(one, gains[0], 4)
    assert (gains[1] != gains[2]).any()
    assert numpy_helper.to_array(nudged(model, 0).graph.initializer[0]).tolist() == (
        numpy_helper.to_array(model.graph.initializer[0]).tolist()
    )


def test_onnxruntime_is_asked_for_exact_products(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    from collection.reference import answer

    model, x = _product(None), {"x": rng.random((5, 64), np.float32)}
    save([Sample(model, x)], tmp_path)
    answered = answer(str(tmp_path))
    (want,) = ReferenceEvaluator(model).run(None, x)
    ((got,),) = pickle.loads((tmp_path / "wanted.pkl").read_bytes())
    np.testing.assert_allclose(got, want, rtol=1e-5)
    assert answered["spread"] < 1e-5, json.dumps(answered)
