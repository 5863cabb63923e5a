"""Small float models to quantise, with random weights, and their inputs."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from onnx import helper, numpy_helper

from mlcc.verification.references import onnxruntime_results

Array = np.ndarray[Any, Any]


class Net:
    """Builds a model node by node: `net.conv(x, 8)` is the name of its result."""

    def __init__(self, *shape: int | str, opset: int = 17, name: str = "x") -> None:
        self.rng = np.random.default_rng(7)
        self.inputs = [helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, shape)]
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []
        self.opset, self.x = opset, name

    def constant(self, array: Array) -> str:
        self.constants.append(numpy_helper.from_array(array, f"c{len(self.constants)}"))
        return str(self.constants[-1].name)

    def normal(self, *shape: int, scale: float = 1.0) -> str:
        return self.constant((self.rng.standard_normal(shape) * scale).astype(np.float32))

    def __call__(self, op: str, *inputs: str, outputs: int = 1, **attrs: Any) -> str:
        names = [f"v{len(self.nodes)}{'abc'[i] if outputs > 1 else ''}" for i in range(outputs)]
        self.nodes.append(helper.make_node(op, inputs, names, f"{op.lower()}{len(self.nodes)}", **attrs))
        return names[0]

    def conv(self, x: str, cin: int, cout: int, k: int = 3, bias: bool = True, group: int = 1, **attrs: Any) -> str:
        weight = self.normal(cout, cin // group, k, k, scale=(cin // group * k * k) ** -0.5)
        rest = [self.normal(cout, scale=0.2)] if bias else []
        attrs.setdefault("pads", [k // 2] * 4)
        return self("Conv", x, weight, *rest, group=group, **attrs)

    def norm(self, x: str, channels: int) -> str:
        gamma, beta, mean = (self.rng.standard_normal(channels).astype(np.float32) for _ in range(3))
        variance = self.rng.uniform(0.5, 2, channels).astype(np.float32)
        return self("BatchNormalization", x, *(self.constant(a) for a in (gamma + 2, beta, mean, variance)))

    def linear(self, x: str, k: int, n: int) -> str:
        product = self("MatMul", x, self.normal(k, n, scale=k**-0.5))
        return self("Add", product, self.normal(n, scale=0.2))

    def model(self, *outputs: str) -> onnx.ModelProto:
        results = [helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None) for name in outputs]
        graph = helper.make_graph(self.nodes, "net", self.inputs, results, self.constants)
        opset = [helper.make_opsetid("", self.opset)]
        model = helper.make_model(graph, opset_imports=opset, ir_version=10)
        inferred = onnx.shape_inference.infer_shapes(model, strict_mode=True)
        del model.graph.output[:]
        model.graph.output.extend(inferred.graph.output)
        onnx.checker.check_model(model, full_check=True)
        return model


def conv_net() -> onnx.ModelProto:
    """Convolutions with batch norm and ReLU, a depthwise one, pools, and a fully connected layer."""
    net = Net(1, 3, 13, 11)
    y = net("Relu", net.norm(net.conv(net.x, 3, 16, bias=False), 16))
    y = net("MaxPool", y, kernel_shape=[2, 2], strides=[2, 2])
    y = net("Clip", net.conv(y, 16, 16, group=16), net.constant(np.float32(0)), net.constant(np.float32(6)))
    y = net("Relu", net.conv(y, 16, 24, 1))
    y = net("Flatten", net("GlobalAveragePool", y))
    return net.model(net("Gemm", y, net.normal(10, 24, scale=0.2), net.normal(10, scale=0.2), transB=1))


def residual_net() -> onnx.ModelProto:
    """Two residual blocks and a concatenation; the output is that of a sum."""
    net = Net(1, 4, 9, 9)
    y = net("Relu", net.conv(net.x, 4, 16))
    for _ in range(2):
        branch = net.conv(net("Relu", net.conv(y, 16, 16)), 16, 16)
        y = net("Relu", net("Add", branch, y))
    left, right = net.conv(y, 16, 8, 1), net("AveragePool", y, kernel_shape=[3, 3], pads=[1, 1, 1, 1])
    y = net("Concat", left, right, axis=1)
    return net.model(net("Relu", net.conv(y, 24, 8)))


def transformer() -> onnx.ModelProto:
    """One block: attention of two heads and a feed-forward part, each with a residual sum and a normalisation."""
    net, t, d, heads = Net(1, 7, 32), 7, 32, 2
    head = [
        net("Transpose", net("Reshape", net.linear(net.x, d, d), net.constant(np.array([1, t, heads, d // heads]))),
            perm=perm)
        for perm in ([0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3])
    ]  # fmt: skip
    scores = net("Div", net("MatMul", head[0], head[1]), net.constant(np.float32((d // heads) ** 0.5)))
    mixed = net("MatMul", net("Softmax", scores, axis=-1), head[2])
    mixed = net("Reshape", net("Transpose", mixed, perm=[0, 2, 1, 3]), net.constant(np.array([1, t, d])))
    y = net("LayerNormalization", net("Add", net.linear(mixed, d, d), net.x), *_norm(net, d))
    z = net.linear(net("Relu", net.linear(y, d, 64)), 64, d)
    return net.model(net("LayerNormalization", net("Add", z, y), *_norm(net, d)))


def _norm(net: Net, width: int) -> tuple[str, str]:
    return net.constant(np.ones(width, np.float32)), net.normal(width, scale=0.1)


MODELS = {"conv": conv_net, "residual": residual_net, "transformer": transformer}


def feeds(model: onnx.ModelProto, count: int = 4, seed: int = 0) -> list[dict[str, Array]]:
    """Random samples; dynamic sizes are 5."""
    rng = np.random.default_rng(seed)
    return [
        {
            value.name: rng.standard_normal([d.dim_value or 5 for d in value.type.tensor_type.shape.dim]).astype("f4")
            for value in model.graph.input
        }
        for _ in range(count)
    ]


def by_onnxruntime(model: onnx.ModelProto, feed: dict[str, Array], optimised: bool = True) -> list[Array]:
    """The outputs in onnxruntime."""
    import onnxruntime as ort

    level = ort.GraphOptimizationLevel.ORT_ENABLE_ALL if optimised else ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    return onnxruntime_results(model.SerializeToString(), feed, graph_optimization_level=level)


def by_mlcc(model: onnx.ModelProto, feed: dict[str, Array]) -> list[Array]:
    """The outputs in mlcc."""
    from mlcc import backend

    return list(backend.prepare(model).run(feed))


def relative(got: Array, want: Array) -> float:
    """norm(got - want) / norm(want)."""
    return float(np.linalg.norm(got.astype("f8") - want) / np.linalg.norm(want.astype("f8")))


def detector() -> onnx.ModelProto:
    """What detectors have: SiLU, splits, pyramids of pools, concatenations, both kinds of resizing, a grouped
    transposed convolution, and slices of the result."""
    net = Net(1, 3, 16, 16)

    def silu(value: str) -> str:
        return net("Mul", value, net("Sigmoid", value))

    def sliced(value: str, first: int, last: int) -> str:
        return net("Slice", value, *(net.constant(np.array([n])) for n in (first, last, 2)))

    wide = silu(net.conv(silu(net.conv(net.x, 3, 16, strides=[2, 2])), 16, 16))
    left = net("Split", wide, net.constant(np.array([8, 8])), outputs=2, axis=1)
    joined = net("Concat", silu(net.conv(left, 8, 8)), f"{left[:-1]}b", left, axis=1)
    small = silu(net.conv(joined, 24, 16, strides=[2, 2]))
    pool = net("MaxPool", small, kernel_shape=[5, 5], pads=[2] * 4)
    pyramid = net("Concat", small, pool, net("MaxPool", pool, kernel_shape=[5, 5], pads=[2] * 4), axis=1)
    scales = [net.constant(np.array([1, 1, s, s], np.float32)) for s in (2, 0.5)]
    nearest = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
    large = net("Resize", silu(net.conv(pyramid, 48, 16, 1)), "", scales[0], **nearest)
    neck = silu(net.conv(net("Concat", large, wide, axis=1), 32, 16))
    up = net("ConvTranspose", neck, net.normal(16, 8, 2, 2, scale=0.2), net.normal(16), strides=[2, 2], group=2)
    head = net.conv(net("Relu", net("Resize", up, "", scales[1], mode="linear")), 16, 8, 1)
    rows = net("Transpose", net("Reshape", head, net.constant(np.array([1, 8, -1]))), perm=[0, 2, 1])
    return net.model(net("Concat", sliced(rows, 0, 4), net("Sigmoid", sliced(rows, 4, 8)), axis=2))


def shared_weight() -> onnx.ModelProto:
    """Three products with one weight, one of them with a bias."""
    net = Net(2, 16)
    weight = net.normal(16, 16, scale=0.2)
    y = net("Relu", net("MatMul", net("Relu", net("MatMul", net.x, weight)), weight))
    return net.model(net("Gemm", y, weight, net.normal(16)))


def volumes() -> onnx.ModelProto:
    """Convolutions of three dimensions."""
    net = Net(1, 4, 6, 6, 6)
    y = net("Relu", net("Conv", net.x, net.normal(16, 4, 3, 3, 3, scale=0.1), net.normal(16), pads=[1] * 6))
    return net.model(net("Conv", y, net.normal(16, 16, 1, 1, 1, scale=0.2)))


def two_results() -> onnx.ModelProto:
    """A result that is also read inside, before its ReLU."""
    net = Net(1, 4, 9, 9)
    first = net.conv(net.x, 4, 16)
    return net.model(first, net.conv(net("Relu", first), 16, 16))


def branches() -> onnx.ModelProto:
    """Branches that read values of the graph around them, which keep their names."""
    return onnx.parser.parse_model(
        """<ir_version: 8, opset_import: ["" : 17]>
g (float[2,4] x) => (float[2,3] y)
<float[4,4] w = {1,2,3,4,5,6,7,8,1,2,3,4,5,6,7,8.5}, float[4,3] v = {1,0,2,0,1,3,4,1,2,2,3,1}, float zero = {0}> {
  h = MatMul(x, w)
  r = Relu(h)
  s = ReduceSum<keepdims = 0>(x)
  c = Greater(s, zero)
  k = If (c) <then_branch = a () => (float[2,4] t) { t = Mul(r, r) },
              else_branch = b () => (float[2,4] e) { e = MatMul(r, w) }>
  y = MatMul(k, v)
}"""
    )


UNUSUAL = {f.__name__: f for f in (detector, shared_weight, volumes, two_results, branches)}
