"""The collection's judge asks float64 who is nearer."""

from __future__ import annotations

import numpy as np
from collection.exact import evaluated, nearer
from onnx import TensorProto, helper, numpy_helper

import mlcc


def test_a_spectrum_is_judged_by_float64() -> None:
    """Logarithms of small powers in a mel filter: where onnxruntime's transform of Fourier loses what cancels."""
    rng = np.random.default_rng(0)
    window, filters = np.hanning(32).astype(np.float32), rng.random((17, 8)).astype(np.float32) ** 8
    nodes = [
        helper.make_node("STFT", ["x", "step", "window"], ["image"]),
        helper.make_node("ReduceSumSquare", ["image", "last"], ["power"], keepdims=0),
        helper.make_node("MatMul", ["power", "filters"], ["mel"]),
        helper.make_node("Log", ["mel"], ["y"]),
    ]
    constants = {"step": np.array(16), "window": window, "last": np.array([-1]), "filters": filters}
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 320])
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, None)
    tensors = [numpy_helper.from_array(a, name) for name, a in constants.items()]
    graph = helper.make_graph(nodes, "mel", [x], [y], tensors)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    signal = rng.standard_normal((2, 320)).astype(np.float32)
    frames = np.stack([signal[:, k : k + 32] for k in range(0, 289, 16)], 1).astype(np.float64) * window
    exact = evaluated(model, {"x": signal})
    assert exact is not None
    assert exact[0].dtype == np.float64
    np.testing.assert_allclose(exact[0], np.log(np.abs(np.fft.rfft(frames)) ** 2 @ filters), rtol=1e-12, atol=1e-12)
    mine = np.asarray(mlcc.build(model)(signal))
    off = mine.copy()
    off[1, 3, 2] += 0.01
    assert nearer(mine, off, exact[0], 1e-4) is not None
    assert nearer(off, mine, exact[0], 1e-4) is None
    assert nearer(mine + np.float32(0.01), mine + np.float32(0.1), exact[0], 1e-4) is None, "nearer, but not near"


def test_a_result_that_float64_does_not_have_is_not_nearer() -> None:
    """Infinities of float16, which the framework has too: how far both are says nothing then."""
    exact, overflown = np.array([1.0, 2e5, 3.0]), np.array([1.0, np.inf, 3.0])
    assert nearer(overflown, overflown, exact, np.inf, "the framework", factor=2.0) is None
    assert nearer(exact, overflown, exact, np.inf, "the framework", factor=2.0) is not None
