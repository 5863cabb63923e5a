"""Small ONNX models, compiled and run by onnxruntime: operator variants, awkward sizes, symbolic dimensions, dtypes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from tolerances import assert_close

import mlcc

runtime = pytest.importorskip("onnxruntime")
pytestmark = pytest.mark.onnxruntime
SAMPLES = Path(__file__).resolve().parents[2] / "samples" / "models"
RNG = np.random.RandomState(3)


@dataclass
class Net:
    """A graph in the making: each call of `op` adds a node and returns its output's name."""

    dtype: Any = np.float32
    nodes: list[Any] = field(default_factory=list)
    weights: list[Any] = field(default_factory=list)

    def op(self, kind: str, *inputs: str, **attributes: Any) -> str:
        name = f"t{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], **attributes))
        return name

    def w(self, *shape: int, scale: float = 0.5) -> str:
        return self.const((RNG.standard_normal(shape) * scale).astype(self.dtype))

    def const(self, array: Any) -> str:
        name = f"w{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(np.asarray(array), name))
        return name

    def model(self, result: str, shape: tuple[int | str, ...]) -> onnx.ModelProto:
        kind = helper.np_dtype_to_tensor_dtype(np.dtype(self.dtype))
        inputs = [helper.make_tensor_value_info("x", kind, shape)]
        output = onnx.ValueInfoProto(name=result)
        graph = helper.make_graph(self.nodes, "net", inputs, [output], self.weights)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
        model.ir_version = 8
        return onnx.shape_inference.infer_shapes(model)


Case = tuple[Callable[[Net], str], tuple[int, ...]]


def _conv(channels: int, out: int, kernel: int, groups: int = 1, **attributes: Any) -> Callable[[Net], str]:
    def make(net: Net) -> str:
        weight = net.w(out, channels // groups, kernel, kernel)
        return net.op("Relu", net.op("Conv", "x", weight, net.w(out), group=groups, **attributes))

    return make


def _residual(net: Net) -> str:
    x = net.op("Relu", net.op("Conv", "x", net.w(8, 8, 3, 3, scale=0.1), pads=[1] * 4))
    ones = net.const(np.ones(8, net.dtype))
    y = net.op("BatchNormalization", net.op("Conv", x, net.w(8, 8, 1, 1)), net.w(8), net.w(8), net.w(8), ones)
    return net.op("Clip", net.op("Add", y, "x"), net.const(net.dtype(0)), net.const(net.dtype(6)))


def _attention(net: Net) -> str:
    q, k, v = (net.op("MatMul", "x", net.w(24, 24, scale=0.2)) for _ in range(3))
    scores = net.op("Softmax", net.op("MatMul", q, net.op("Transpose", k, perm=[0, 2, 1])), axis=-1)
    y = net.op("Add", "x", net.op("MatMul", scores, v))
    return net.op("LayerNormalization", y, net.w(24), net.w(24), axis=-1)


def _lstm(net: Net) -> str:
    h, inner = 5, 7
    hidden = f"h{len(net.nodes)}"
    args = ["x", net.w(1, 4 * h, inner), net.w(1, 4 * h, h), net.w(1, 8 * h)]
    net.nodes.append(helper.make_node("LSTM", args, [hidden], hidden_size=h))
    return net.op("Squeeze", hidden, net.const(np.array([1], np.int64)))


def _shuffle(net: Net) -> str:
    shape = net.const(np.array([0, 3, 2, -1], np.int64))
    y = net.op("Transpose", net.op("Reshape", "x", shape), perm=[0, 2, 1, 3])
    y = net.op("Slice", y, net.const(np.array([1])), net.const(np.array([100])), net.const(np.array([3])))
    return net.op("Concat", y, y, axis=1)


def _gather(net: Net) -> str:
    return net.op("ReduceMean", net.op("Gather", "x", net.const(np.array([2, 0, 2])), axis=0), axes=[1], keepdims=0)


CASES: dict[str, Case] = {
    "conv_1x1": (_conv(5, 7, 1), (1, 5, 9, 11)),
    "conv_3x3_padded": (_conv(16, 32, 3, pads=[1, 1, 1, 1]), (1, 16, 14, 13)),
    "conv_strided_uneven_pads": (_conv(3, 8, 5, strides=[2, 3], pads=[2, 0, 1, 2]), (2, 3, 17, 19)),
    "conv_dilated": (_conv(4, 6, 3, dilations=[2, 2]), (1, 4, 13, 13)),
    "conv_grouped": (_conv(8, 12, 3, groups=4, pads=[1] * 4), (1, 8, 7, 7)),
    "conv_depthwise": (_conv(19, 19, 3, groups=19, pads=[1] * 4, strides=[2, 2]), (1, 19, 11, 11)),
    "conv_same_upper": (_conv(3, 4, 4, auto_pad="SAME_UPPER", strides=[2, 2]), (1, 3, 15, 15)),
    "conv_one_pixel": (_conv(3, 5, 3, pads=[1] * 4), (1, 3, 1, 1)),
    "residual": (_residual, (1, 8, 13, 7)),
    "max_pool": (lambda n: n.op("MaxPool", "x", kernel_shape=[3, 3], strides=[2, 2], ceil_mode=1), (1, 5, 14, 13)),
    "average_pool": (lambda n: n.op("AveragePool", "x", kernel_shape=[3, 2], pads=[1, 1, 1, 0]), (1, 17, 8, 8)),
    "conv_transpose": (lambda n: n.op("ConvTranspose", "x", n.w(4, 3, 3, 3), strides=[2, 2]), (1, 4, 5, 6)),
    "gemm": (lambda n: n.op("Gemm", "x", n.w(13, 37), n.w(13), transB=1, alpha=0.5), (7, 37)),
    "gemm_one_row": (lambda n: n.op("Relu", n.op("Gemm", "x", n.w(64, 33), n.w(33))), (1, 64)),
    "matmul_batched": (lambda n: n.op("MatMul", "x", n.w(3, 11, 5)), (2, 3, 7, 11)),
    "matmul_prime": (lambda n: n.op("Sigmoid", n.op("MatMul", "x", n.w(131, 67, scale=0.1))), (97, 131)),
    "attention": (_attention, (2, 11, 24)),
    "softmax_middle": (lambda n: n.op("Softmax", "x", axis=1), (3, 13, 5)),
    "reduce": (lambda n: n.op("ReduceL2", n.op("ReduceSum", "x", keepdims=1), axes=[0], keepdims=0), (3, 5)),
    "lstm": (_lstm, (6, 2, 7)),
    "shuffle": (_shuffle, (2, 12, 5)),
    "gather": (_gather, (4, 6, 3)),
    "gelu_chain": (lambda n: n.op("Mul", "x", n.op("Erf", n.op("Tanh", n.op("Div", "x", n.w(1))))), (5, 29)),
    "resize": (lambda n: n.op("Resize", "x", "", n.const(np.float32([1, 1, 2, 1.5]))), (1, 2, 5, 6)),
    "instance_norm": (lambda n: n.op("InstanceNormalization", "x", n.w(3), n.w(3)), (2, 3, 5, 7)),
    "scalar": (lambda n: n.op("Exp", n.op("Neg", "x")), ()),
}


def _session(model: onnx.ModelProto) -> Any:
    options = runtime.SessionOptions()
    options.log_severity_level, options.intra_op_num_threads = 3, 1
    return runtime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def _compare(model: onnx.ModelProto, x: Any, library: Any) -> None:
    (wanted,) = _session(model).run(None, {"x": x})
    got = library(x)
    assert got.dtype == wanted.dtype
    assert got.shape == wanted.shape
    assert_close(got, wanted)


@pytest.mark.every(2)
@pytest.mark.parametrize("name", CASES)
def test_model(name: str) -> None:
    make, shape = CASES[name]
    net = Net()
    model = net.model(make(net), shape)
    _compare(model, np.asarray(RNG.standard_normal(shape), np.float32), mlcc.build(model))


@pytest.mark.parametrize("name", ["gemm", "attention", "softmax_middle", "matmul_batched"])
def test_model_in_double(name: str) -> None:
    make, shape = CASES[name]
    net = Net(np.float64)
    model = net.model(make(net), shape)
    _compare(model, RNG.standard_normal(shape), mlcc.build(model))


@pytest.mark.every(2)
@pytest.mark.parametrize("name", ["conv_3x3_padded", "gemm", "softmax_middle"])
def test_model_in_half(name: str) -> None:
    make, shape = CASES[name]
    net = Net(np.float16)
    model = net.model(make(net), shape)
    _compare(model, RNG.standard_normal(shape).astype(np.float16), mlcc.build(model))


def _sizes() -> Iterator[tuple[str, tuple[int | str, ...], list[tuple[int, ...]]]]:
    yield "gemm", ("rows", 37), [(1, 37), (2, 37), (31, 37)]
    yield "attention", ("batch", "tokens", 24), [(1, 1, 24), (2, 13, 24), (3, 16, 24)]
    yield "softmax_middle", (3, "n", 5), [(3, 1, 5), (3, 17, 5)]
    yield "conv_3x3_padded", ("batch", 16, 14, 13), [(1, 16, 14, 13), (3, 16, 14, 13)]


@pytest.mark.parametrize(("name", "declared", "sizes"), list(_sizes()), ids=[item[0] for item in _sizes()])
def test_symbolic_dimensions(name: str, declared: tuple[int | str, ...], sizes: list[tuple[int, ...]]) -> None:
    """One library for all sizes: the dimension is read from the argument."""
    net = Net()
    model = net.model(CASES[name][0](net), declared)
    library = mlcc.build(model)
    for shape in sizes:
        _compare(model, RNG.standard_normal(shape).astype(np.float32), library)


@pytest.mark.cover(1)
@pytest.mark.parametrize("name", ["mlp", "convnet", "transformer"])
@pytest.mark.parametrize("threads", [1, 2])
def test_sample_models(name: str, threads: int) -> None:
    model = onnx.load(SAMPLES / f"{name}.onnx")
    (item,) = model.graph.input
    shape = [dim.dim_value or 9 for dim in item.type.tensor_type.shape.dim]
    assert item.type.tensor_type.elem_type == TensorProto.FLOAT
    x = RNG.random_sample(shape).astype(np.float32)
    (wanted,) = _session(model).run(None, {item.name: x})
    library = mlcc.build(model)
    library.set_num_threads(threads)
    assert_close(library(x), wanted)
