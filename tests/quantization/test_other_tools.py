"""Models as other quantisers write them: the results of onnxruntime, by integer kernels."""

from __future__ import annotations

import re
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from tolerances import assert_close

from mlcc.driver import build_files

from .models import MODELS, Array, Net, by_mlcc, by_onnxruntime, feeds, relative

_PRODUCTS = re.compile(r"R\.(qnn\.conv|qnn\.dense_packed|nn\.conv2d|matmul|nn\.dense)\(")


def products(model: onnx.ModelProto, folder: Path) -> Counter[str]:
    """The products that remain when the graph passes have run that make integers of quantised operators."""
    onnx.save(model, folder / "m.onnx")
    build_files(str(folder / "m.onnx"), output=str(folder / "m.o"), dump_phases=str(folder / "phases"))
    (dump,) = (folder / "phases").glob("*-FuseQuantized.relax")
    return Counter(_PRODUCTS.findall(dump.read_text(encoding="utf-8")))


class Reader:
    """Calibration data as onnxruntime takes it."""

    def __init__(self, samples: list[dict[str, Array]]) -> None:
        self.samples = iter(samples)

    def get_next(self) -> dict[str, Array] | None:
        return next(self.samples, None)


def by_their_tool(model: onnx.ModelProto, folder: Path, **options: Any) -> onnx.ModelProto:
    """The model, quantised by onnxruntime.quantization; `dynamic` among the options chooses the function."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import onnxruntime.quantization as tool

        onnx.save(model, folder / "float.onnx")
        paths = folder / "float.onnx", folder / "theirs.onnx"
        if options.pop("dynamic", False):
            tool.quantize_dynamic(*paths, weight_type=tool.QuantType.QInt8, **options)
        else:
            form, kind = tool.QuantFormat[options.pop("form")], tool.QuantType[options.pop("activations")]
            tool.quantize_static(
                *paths, Reader(feeds(model)), quant_format=form, activation_type=kind,
                weight_type=tool.QuantType.QInt8, **options,
            )  # fmt: skip
        return onnx.load(folder / "theirs.onnx")


@pytest.mark.parametrize(
    "options",
    [
        {"form": "QDQ", "activations": "QUInt8", "per_channel": True},
        pytest.param({"form": "QDQ", "activations": "QInt8", "per_channel": False}, marks=pytest.mark.slow),
        {"form": "QOperator", "activations": "QUInt8", "per_channel": False},
    ],
    ids=["qdq-u8", "qdq-s8", "qoperator"],
)
def test_static_models_of_onnxruntime(options: dict[str, Any], tmp_path: Path) -> None:
    net = Net(1, 4, 9, 9)
    y = net("Relu", net.conv(net.x, 4, 16))
    y = net("Relu", net("Add", net.conv(y, 16, 16), y))
    y = net("Flatten", net("MaxPool", y, kernel_shape=[2, 2], strides=[2, 2]))
    model = net.model(net("Gemm", y, net.normal(8, 256, scale=0.1), net.normal(8), transB=1))
    theirs = by_their_tool(model, tmp_path, **dict(options))
    counts = products(theirs, tmp_path)
    assert counts["qnn.conv"] >= 2
    assert counts["qnn.dense_packed"] == 1
    assert not counts["nn.conv2d"] + counts["matmul"] + counts["nn.dense"]
    feed = feeds(model, seed=9)[0]
    got, want = by_mlcc(theirs, feed)[0], by_onnxruntime(theirs, feed, optimised=False)[0]
    step = np.unique(np.abs(want))[:2].max()  # outputs are multiples of the last scale
    assert np.abs(got - want).max() < 1.01 * step
    assert relative(got, by_onnxruntime(model, feed)[0]) < 0.1


@pytest.mark.parametrize("name", [pytest.param("conv", marks=pytest.mark.slow), "transformer"])
def test_dynamic_models_of_onnxruntime(name: str, tmp_path: Path) -> None:
    model = MODELS[name]()
    theirs = by_their_tool(model, tmp_path, dynamic=True, per_channel=name == "transformer")
    feed = feeds(model, seed=9)[0]
    got, want = by_mlcc(theirs, feed)[0], by_onnxruntime(theirs, feed)[0]
    assert relative(got, want) < 0.01
    if name == "transformer":
        assert products(theirs, tmp_path)["qnn.dense_packed"] == 6


# ---------------------------------------------------------------- forms written by hand, as the tools write them
def blocked_matmul(kind: str, axis: int, block: int, zeros: bool, tail: int = 0) -> tuple[onnx.ModelProto, Array]:
    """A product with a blocked DequantizeLinear, as Olive and NNCF write it, and the weight in floats.

    With axis 1 the weight is (N, K), transposed behind it.
    """
    rng = np.random.default_rng(3)
    k, n, elem = 4 * block - tail, 12, getattr(TensorProto, kind.upper())
    low, high = {"int4": (-8, 8), "uint4": (0, 16), "int8": (-128, 128), "uint8": (0, 256)}[kind]
    shape, blocks = ((k, n), (4, n)) if axis == 0 else ((n, k), (n, 4))
    numbers = rng.integers(low, high, shape)
    scale = rng.uniform(0.01, 0.1, blocks).astype("f4")
    zero = rng.integers(low, high, blocks) if zeros else np.zeros(blocks, int)
    spread = [np.repeat(a, block, axis)[: shape[0], : shape[1]] for a in (scale, zero)]
    weight = ((numbers - spread[1]) * spread[0]).astype("f4")
    constants = [
        helper.make_tensor("wq", elem, shape, numbers.reshape(-1)),
        numpy_helper.from_array(scale, "s"),
        helper.make_tensor("z", elem, blocks, zero.reshape(-1)),
    ]
    nodes = [helper.make_node("DequantizeLinear", ["wq", "s", *["z"] * zeros], ["w"], axis=axis, block_size=block)]
    if axis == 1:
        nodes.append(helper.make_node("Transpose", ["w"], ["t"], perm=[1, 0]))
    nodes.append(helper.make_node("MatMul", ["x", "w" if axis == 0 else "t"], ["y"]))
    x, y = (helper.make_tensor_value_info(v, TensorProto.FLOAT, ("m", d)) for v, d in (("x", k), ("y", n)))
    graph = helper.make_graph(nodes, "blocked", [x], [y], constants[: 2 + zeros])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)
    onnx.checker.check_model(model, full_check=True)
    return model, weight if axis == 0 else weight.T


@pytest.mark.cover(2)
@pytest.mark.parametrize("rows", [1, 5])
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize(
    ("kind", "block", "zeros", "tail"),
    [("int4", 32, False, 0), ("uint4", 16, True, 0), ("int4", 128, True, 0), ("uint8", 32, True, 0),
     ("int8", 64, False, 0), ("uint4", 32, True, 5)],
)  # fmt: skip
def test_blocked_weights(kind: str, block: int, zeros: bool, tail: int, axis: int, rows: int) -> None:
    model, weight = blocked_matmul(kind, axis, block, zeros, tail)
    x = np.random.default_rng(rows).standard_normal((rows, weight.shape[0])).astype("f4")
    assert_close(by_mlcc(model, {"x": x})[0], x @ weight)


@pytest.mark.parametrize("kind", ["int8", "uint8"])
def test_float_weights_behind_a_quantisation(kind: str, tmp_path: Path) -> None:
    """Quantisation-aware training leaves float weights with QuantizeLinear and DequantizeLinear behind them."""
    net = Net(1, 4, 7, 7)
    zero = net.constant(np.zeros((), kind))
    scales = [net.constant(np.float32(0.03)), net.constant(np.linspace(0.004, 0.01, 16, dtype="f4"))]
    x = net("DequantizeLinear", net("QuantizeLinear", net.x, scales[0], zero), scales[0], zero)
    zeros = net.constant(np.zeros(16, "i1"))
    weight = net("QuantizeLinear", net.normal(16, 4, 3, 3, scale=0.2), scales[1], zeros, axis=0)
    weight = net("DequantizeLinear", weight, scales[1], zeros, axis=0)
    model = net.model(net("Relu", net("Conv", x, weight, pads=[1, 1, 1, 1])))
    counts = products(model, tmp_path)
    assert (counts["qnn.conv"] > 0, counts["nn.conv2d"]) == (True, 0)
    feed = feeds(model)[0]
    got, want = by_mlcc(model, feed)[0], by_onnxruntime(model, feed, optimised=False)[0]
    np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-5)


def test_smoothed_activations_stay_integer(tmp_path: Path) -> None:
    """NNCF's SmoothQuant divides the channels of an activation before its grid, and gives weights the axis -1."""
    net = Net(2, 32)
    smooth = net("Mul", net.x, net.constant(np.linspace(0.5, 2, 32, dtype="f4")))
    scale, zero = net.constant(np.float32(0.02)), net.constant(np.uint8(128))
    x = net("DequantizeLinear", net("QuantizeLinear", smooth, scale, zero), scale, zero)
    numbers = np.random.default_rng(2).integers(-127, 128, (32, 16)).astype("i1")
    scales, zeros = np.linspace(0.01, 0.02, 16, dtype="f4"), np.zeros(16, "i1")
    weight = net("DequantizeLinear", *(net.constant(a) for a in (numbers, scales, zeros)), axis=-1)
    model = net.model(net("MatMul", x, weight))
    assert products(model, tmp_path) == {"qnn.dense_packed": 1}
    feed = feeds(model)[0]
    got, want = by_mlcc(model, feed)[0], by_onnxruntime(model, feed, optimised=False)[0]
    assert_close(got, want)


def test_biases_of_integers_at_run_time(tmp_path: Path) -> None:
    """neural-compressor adds the bias to the integer sums, on the grid that the run gives them."""
    net = Net(1, 4, 7, 7)
    numbers = net.constant(np.random.default_rng(2).integers(-127, 128, (16, 4, 3, 3)).astype("i1"))
    net.nodes.append(helper.make_node("DynamicQuantizeLinear", [net.x], ["xq", "xs", "xz"], "quantize"))
    sums = net("ConvInteger", "xq", numbers, "xz", net.constant(np.int8(0)), pads=[1, 1, 1, 1])
    grid = net("Mul", "xs", net.constant(np.float32(0.002)))
    steps = net("Floor", net("Div", net.normal(16), grid))
    bias = net("Reshape", net("Cast", steps, to=TensorProto.INT32), net.constant(np.array([1, 16, 1, 1])))
    floats = net("Cast", net("Add", sums, bias), to=TensorProto.FLOAT)
    model = net.model(net("Mul", floats, grid))
    counts = products(model, tmp_path)
    assert (counts["qnn.conv"] > 0, counts["nn.conv2d"]) == (True, 0)
    feed = feeds(model)[0]
    assert_close(by_mlcc(model, feed)[0], by_onnxruntime(model, feed, optimised=False)[0])
