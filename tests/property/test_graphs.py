"""Random convolution networks, compiled with all graph passes and schedules, give what onnxruntime gives."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import onnx
import pytest
from guarded import Guarded
from hypothesis import given, note
from hypothesis import strategies as st
from onnx import TensorProto, helper, numpy_helper
from tolerances import assert_close

import mlcc

runtime = pytest.importorskip("onnxruntime")
pytestmark = pytest.mark.onnxruntime

Layer = tuple[str, int, int, int]
Shape = tuple[int, ...]


@dataclass
class Net:
    """A network in the making; every value is (name, shape) with four dimensions."""

    shape: Shape
    values: list[tuple[str, Shape]] = field(default_factory=list)
    nodes: list[Any] = field(default_factory=list)
    weights: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = np.random.RandomState(0)
        self.values.append(("x", self.shape))

    def weight(self, *shape: int, low: float = -1.0, scale: float = 1.0) -> str:
        name = f"w{len(self.weights)}"
        array = (self.rng.uniform(low, 1, shape) * scale).astype(np.float32)
        self.weights.append(numpy_helper.from_array(array, name))
        return name

    def add(self, kind: str, inputs: list[str], shape: Shape, **attributes: Any) -> None:
        name = f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], **attributes))
        self.values.append((name, shape))

    def layer(self, layer: Layer) -> None:
        """Add one layer on the newest value; what does not fit its shape is left out."""
        kind, a, b, c = layer
        getattr(self, f"_{kind}")(*self.values[-1], a, b, c)

    def _conv(self, x: str, shape: Shape, a: int, b: int, c: int) -> None:
        n, channels, h, w = shape
        kernel, stride, dilation = (1, 3, 2, 5)[a % 4], 1 + b % 2, 1 + (a + b) % 2
        reach = dilation * (kernel - 1) + 1
        pads = [c % 2, b % 2, c % 2, a % 2] if kernel > 1 else [0] * 4
        oh, ow = (h + pads[0] + pads[2] - reach) // stride + 1, (w + pads[1] + pads[3] - reach) // stride + 1
        if oh < 1 or ow < 1:
            return
        groups = channels if c % 5 == 4 else 2 if c % 5 == 3 and channels % 2 == 0 else 1
        out = channels * (1 + a % 2) if groups > 1 else (1, 3, 8, 16, 19, 32)[(a + c) % 6]
        scale = 1 / np.sqrt(channels // groups * kernel * kernel)
        weight = self.weight(out, channels // groups, kernel, kernel, scale=scale)
        bias = [self.weight(out)] if b % 2 else []
        attributes = {"strides": [stride] * 2, "pads": pads, "dilations": [dilation] * 2, "group": groups}
        self.add("Conv", [x, weight, *bias], (n, out, oh, ow), **attributes)

    def _norm(self, x: str, shape: Shape, a: int, b: int, c: int) -> None:
        channels = shape[1]
        parts = [self.weight(channels), self.weight(channels), self.weight(channels), self.weight(channels, low=0.5)]
        self.add("BatchNormalization", [x, *parts], shape)

    def _activation(self, x: str, shape: Shape, a: int, b: int, c: int) -> None:
        kind = ("Relu", "Sigmoid", "Tanh", "LeakyRelu", "HardSwish", "Softplus")[a % 6]
        self.add(kind, [x], shape)

    def _pool(self, x: str, shape: Shape, a: int, b: int, c: int) -> None:
        n, channels, h, w = shape
        kernel, stride = 2 + a % 2, 1 + b % 2
        pad = 1 if kernel == 3 and c % 2 else 0
        oh, ow = ((size + 2 * pad - kernel) // stride + 1 for size in (h, w))
        if oh < 1 or ow < 1:
            return
        kind = ("MaxPool", "AveragePool")[c % 2]
        shapes = {"kernel_shape": [kernel] * 2, "strides": [stride] * 2, "pads": [pad] * 4}
        self.add(kind, [x], (n, channels, oh, ow), **shapes)

    def _join(self, x: str, shape: Shape, a: int, b: int, c: int) -> None:
        """Add, multiply or concatenate with an earlier value that fits, or with a channel vector."""
        fits = [name for name, other in self.values[:-1] if other == shape]
        kind = ("Add", "Mul", "Concat")[b % 3]
        if kind == "Concat":
            others = [(n, s) for n, s in self.values if (s[0], *s[2:]) == (shape[0], *shape[2:])]
            name, other = others[a % len(others)]
            self.add("Concat", [x, name], (shape[0], shape[1] + other[1], *shape[2:]), axis=1)
        else:
            other_name = fits[a % len(fits)] if fits else self.weight(1, shape[1], 1, 1)
            self.add(kind, [x, other_name], shape)

    def _gate(self, x: str, shape: Shape, a: int, b: int, c: int) -> None:
        """Squeeze and excite: the mean of each channel scales it."""
        self.add("GlobalAveragePool", [x], (*shape[:2], 1, 1))
        self.add("Sigmoid", [self.values[-1][0]], (*shape[:2], 1, 1))
        self.add("Mul", [x, self.values[-1][0]], shape)

    def _move(self, x: str, shape: Shape, a: int, b: int, c: int) -> None:
        n, channels, h, w = shape
        if a % 3 == 0:
            self.add("Transpose", [x], (n, channels, w, h), perm=[0, 1, 3, 2])
        elif a % 3 == 1:
            self.add("Softmax", [x], shape, axis=1 + b % 3)
        else:
            self.add("Pad", [x, self.constant([0, 0, 1, 0, 0, 0, 0, 2])], (n, channels, h + 1, w + 2))

    def constant(self, numbers: list[int]) -> str:
        name = f"w{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(np.array(numbers, np.int64), name))
        return name

    def model(self, outputs: int) -> onnx.ModelProto:
        """The last `outputs` values are results."""
        result = self.values[-outputs:]
        results = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in result]
        inputs = [helper.make_tensor_value_info("x", TensorProto.FLOAT, self.shape)]
        graph = helper.make_graph(self.nodes, "net", inputs, results, self.weights)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
        model.ir_version = 8
        return model


KINDS = ["conv", "conv", "conv", "norm", "activation", "activation", "pool", "join", "join", "gate", "move"]
layers = st.lists(
    st.tuples(st.sampled_from(KINDS), st.integers(0, 11), st.integers(0, 11), st.integers(0, 11)),
    min_size=1,
    max_size=9,
)
shapes = st.tuples(
    st.sampled_from([1, 1, 2]), st.sampled_from([1, 3, 8, 16, 17]), st.sampled_from([1, 5, 7, 12]), st.integers(1, 13)
)


@given(shapes, layers, st.integers(1, 2))
def test_networks(shape: Shape, drawn: list[Layer], outputs: int) -> None:
    net = Net(shape)
    for layer in drawn:
        net.layer(layer)
    if not net.nodes:
        return
    model = net.model(min(outputs, len(net.nodes)))
    note(str([(n.op_type, list(n.input), list(n.output)) for n in net.nodes]))
    note(str(net.values))
    options = runtime.SessionOptions()
    options.log_severity_level, options.intra_op_num_threads = 3, 1
    # Its optimiser folds a Pad into a pool that then refuses it.
    options.graph_optimization_level = runtime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = runtime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    x = Guarded(np.random.RandomState(1).uniform(-1, 1, shape).astype(np.float32))
    wanted = session.run(None, {"x": x.array})
    results = [Guarded(np.zeros_like(array)) for array in wanted]
    library = mlcc.build(model)
    library["main"](x.array, *(result.array for result in results))
    for result, array in zip(results, wanted, strict=True):
        result.check()
        assert_close(result.array, array)
