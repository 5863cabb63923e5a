"""Write the sample models beside this file: seeded random weights, so that every run gives the same files.

    python make_models.py [NAME...]      names: mlp, convnet, transformer

`make models` does it. The models are committed; this is how they came to be, and an example of onnx.helper.
"""

import sys
from pathlib import Path

import numpy as np
from onnx import ModelProto, TensorProto, checker, helper, numpy_helper

HERE = Path(__file__).resolve().parent
FLOAT = TensorProto.FLOAT


class Graph:
    """Nodes and weights in the order in which they are added."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.RandomState(seed)
        self.nodes: list = []
        self.weights: list = []

    def weight(self, name: str, *shape: int, scale: float | None = None) -> str:
        """A normal array, by default scaled by 1 / sqrt(fan in)."""
        scale = 1 / np.sqrt(np.prod(shape[1:]) or 1) if scale is None else scale
        return self.constant(name, (self.rng.standard_normal(shape) * scale).astype(np.float32))

    def constant(self, name: str, value: np.ndarray) -> str:
        self.weights.append(numpy_helper.from_array(value, name))
        return name

    def add(self, op: str, *inputs: str, out: str = "", **attributes: object) -> str:
        out = out or f"{op.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(op, inputs, [out], name=f"n{len(self.nodes)}_{op}", **attributes))
        return out

    def model(self, name: str, inputs: list, outputs: list) -> ModelProto:
        graph = helper.make_graph(self.nodes, name, inputs, outputs, self.weights)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], producer_name="mlcc samples")
        model.ir_version = 8
        checker.check_model(model, full_check=True)
        return model


def value(name: str, *shape: int | str) -> object:
    return helper.make_tensor_value_info(name, FLOAT, shape)


def mlp() -> ModelProto:
    """784 -> 128 -> ReLU -> 10: the shapes of the Fashion-MNIST classifier of the courses."""
    g = Graph(0)
    x = g.add("Gemm", "x", g.weight("w0", 128, 784), g.weight("b0", 128, scale=0.1), transB=1)
    x = g.add("Relu", x)
    g.add("Gemm", x, g.weight("w1", 10, 128), g.weight("b1", 10, scale=0.1), transB=1, out="scores")
    return g.model("mlp", [value("x", 1, 784)], [value("scores", 1, 10)])


def convnet() -> ModelProto:
    """Convolution, batch norm, ReLU and pooling, twice, the second time with a residual; then ten classes."""
    g = Graph(1)

    def normalised(x: str, name: str, channels: int) -> str:
        ones = np.ones(channels, np.float32)
        parts = [
            g.weight(f"{name}_scale", channels, scale=0.1),
            g.weight(f"{name}_bias", channels, scale=0.1),
            g.weight(f"{name}_mean", channels, scale=0.1),
            g.constant(f"{name}_var", ones),
        ]
        return g.add("BatchNormalization", x, *parts)

    x = g.add("Conv", "image", g.weight("k0", 8, 1, 3, 3), pads=[1, 1, 1, 1])
    x = g.add("MaxPool", g.add("Relu", normalised(x, "bn0", 8)), kernel_shape=[2, 2], strides=[2, 2])
    y = g.add("Conv", x, g.weight("k1", 8, 8, 3, 3), pads=[1, 1, 1, 1])
    x = g.add("Relu", g.add("Add", normalised(y, "bn1", 8), x))
    x = g.add("Conv", x, g.weight("k2", 16, 8, 3, 3), g.weight("c2", 16, scale=0.1), strides=[2, 2], pads=[1, 1, 1, 1])
    x = g.add("Flatten", g.add("GlobalAveragePool", g.add("Relu", x)))
    x = g.add("Gemm", x, g.weight("w", 10, 16, scale=4.0), g.weight("b", 10, scale=0.1), transB=1)
    g.add("Softmax", x, axis=-1, out="probabilities")
    return g.model("convnet", [value("image", 1, 1, 28, 28)], [value("probabilities", 1, 10)])


def transformer() -> ModelProto:
    """One encoder block: width 32, 4 heads, any number of tokens (the dimension `tokens` stays symbolic)."""
    g = Graph(2)
    width, heads = 32, 4

    def norm(x: str, name: str) -> str:
        scale = g.constant(f"{name}_scale", np.ones(width, np.float32))
        return g.add("LayerNormalization", x, scale, g.weight(f"{name}_bias", width, scale=0.1), axis=-1)

    def dense(x: str, name: str, rows: int, columns: int) -> str:
        w = g.weight(f"{name}_w", rows, columns, scale=1 / np.sqrt(rows))
        return g.add("Add", g.add("MatMul", x, w), g.weight(f"{name}_b", columns, scale=0.1))

    split_shape = g.constant("split_shape", np.array([0, 0, heads, width // heads], np.int64))
    merged_shape = g.constant("merged_shape", np.array([0, 0, width], np.int64))

    def split_heads(x: str, name: str, perm: list[int]) -> str:
        return g.add("Transpose", g.add("Reshape", dense(x, name, width, width), split_shape), perm=perm)

    x = norm("x", "ln0")
    q, k = split_heads(x, "q", [0, 2, 1, 3]), split_heads(x, "k", [0, 2, 3, 1])
    v = split_heads(x, "v", [0, 2, 1, 3])
    scale = g.constant("scale", np.array(1 / np.sqrt(width // heads), np.float32))
    weights = g.add("Softmax", g.add("Mul", g.add("MatMul", q, k), scale), axis=-1)
    merged = g.add("Transpose", g.add("MatMul", weights, v), perm=[0, 2, 1, 3])
    x = g.add("Add", "x", dense(g.add("Reshape", merged, merged_shape), "o", width, width))
    y = dense(norm(x, "ln1"), "up", width, 2 * width)
    half, one = g.constant("half", np.array(0.5, np.float32)), g.constant("one", np.array(1, np.float32))
    root = g.constant("root", np.array(np.sqrt(0.5), np.float32))
    gelu = g.add("Mul", g.add("Mul", y, half), g.add("Add", g.add("Erf", g.add("Mul", y, root)), one))
    g.add("Add", x, dense(gelu, "down", 2 * width, width), out="y")
    return g.model("transformer", [value("x", 1, "tokens", width)], [value("y", 1, "tokens", width)])


MODELS = {"mlp": mlp, "convnet": convnet, "transformer": transformer}

if __name__ == "__main__":
    for name in sys.argv[1:] or MODELS:
        (HERE / f"{name}.onnx").write_bytes(MODELS[name]().SerializeToString(deterministic=True))
