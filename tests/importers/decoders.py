"""Decoders in the form that onnxruntime-genai's model builder writes: GroupQueryAttention, weights of 4 bits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper
from onnx_models import model_of, node

DOMAIN = "com.microsoft"


@dataclass(frozen=True)
class Decoder:
    """The sizes of a decoder. `packed`: one product gives queries, keys and values. `window`: the keys a token sees."""

    words: int = 50
    layers: int = 2
    heads: int = 4
    shared: int = 2
    depth: int = 16
    inner: int = 96
    packed: bool = True
    window: int = -1
    block: int = 32
    kind: Any = np.float32
    most: int = 32

    @property
    def width(self) -> int:
        """Elements per token."""
        return self.heads * self.depth

    def caches(self) -> list[str]:
        """The names of the caches, without `past` or `present`."""
        return [f"{n}.{part}" for n in range(self.layers) for part in ("key", "value")]


class _Writer:
    """Collects nodes and weights; each method adds one node and gives its first result."""

    def __init__(self, form: Decoder) -> None:
        self.form, self.rng = form, np.random.default_rng(4)
        self.nodes: list[onnx.NodeProto] = []
        self.weights: dict[str, Any] = {}

    def add(self, op: str, operands: list[str], name: str, more: tuple[str, ...] = (), **attrs: Any) -> str:
        own = op in ("GroupQueryAttention", "MatMulNBits", "SkipSimplifiedLayerNormalization", "GatherBlockQuantized")
        self.nodes.append(node(op, operands, [name, *more], domain=DOMAIN if own else "", **attrs))
        return name

    def weight(self, name: str, array: Any) -> str:
        self.weights[name] = array
        return name

    def quantised(self, name: str, rows: int, columns: int) -> list[str]:
        """Names of `rows` by `columns` numbers of 4 bits and of their scales, as MatMulNBits takes them."""
        blocks = columns // self.form.block
        data = self.rng.integers(0, 256, (rows, blocks, self.form.block // 2)).astype(np.uint8)
        scales = (self.rng.random((rows, blocks)) * 0.5 / np.sqrt(columns)).astype(self.form.kind)
        return [self.weight(f"{name}.q4", data), self.weight(f"{name}.scales", scales)]

    def product(self, x: str, name: str, rows: int, columns: int) -> str:
        attrs = {"K": columns, "N": rows, "bits": 4, "block_size": self.form.block}
        return self.add("MatMulNBits", [x, *self.quantised(name, rows, columns)], f"{name}.y", **attrs)

    def gain(self, name: str) -> str:
        return self.weight(name, (1 + 0.1 * self.rng.standard_normal(self.form.width)).astype(self.form.kind))

    def layer(self, n: int, x: str, total: str) -> tuple[str, str]:
        """The result of layer n before it is added, and the sum before it."""
        f, (width, shared) = self.form, (self.form.width, self.form.shared * self.form.depth)
        name, eps = f"layer{n}", 1e-5
        if n == 0:
            h = self.add(
                "SimplifiedLayerNormalization", [x, self.gain(f"{name}.n1")], f"{name}.h", epsilon=eps, axis=-1
            )
            total = x
        else:
            h, total = self.skip(f"{name}.h", total, x, f"{name}.n1")
        if f.packed:
            qkv = [self.product(h, f"{name}.qkv", width + 2 * shared, width), "", ""]
        else:
            qkv = [
                self.product(h, f"{name}.{p}", size, width)
                for p, size in zip("qkv", (width, shared, shared), strict=True)
            ]
        y = self.add(
            "GroupQueryAttention",
            [*qkv, f"past.{n}.key", f"past.{n}.value", "seqlens_k", "total", "cos", "sin"],
            f"{name}.att", (f"present.{n}.key", f"present.{n}.value"),
            num_heads=f.heads, kv_num_heads=f.shared, do_rotary=1, local_window_size=f.window,
        )  # fmt: skip
        h, total = self.skip(f"{name}.h2", total, self.product(y, f"{name}.o", width, width), f"{name}.n2")
        gate, up = (self.product(h, f"{name}.{part}", f.inner, width) for part in ("gate", "up"))
        silu = self.add("Mul", [gate, self.add("Sigmoid", [gate], f"{name}.sig")], f"{name}.silu")
        return self.product(self.add("Mul", [silu, up], f"{name}.mid"), f"{name}.down", width, f.inner), total

    def skip(self, name: str, total: str, x: str, gain: str) -> tuple[str, str]:
        y = self.add(
            "SkipSimplifiedLayerNormalization", [total, x, self.gain(gain)], name, ("", "", f"{name}.sum"), epsilon=1e-5
        )
        return y, f"{name}.sum"


def decoder(form: Decoder) -> onnx.ModelProto:
    """A decoder with random weights: tokens, a mask and caches to scores of words and new caches.

    The table of embeddings is that of the last product, as where a builder ties them.
    """
    w = _Writer(form)
    w.weight("one", np.array([1])), w.weight("first", np.array(1))
    last = w.add("Sub", [w.add("ReduceSum", ["attention_mask", "one"], "counts", keepdims=1), "one"], "last")
    w.add("Cast", [last], "seqlens_k", to=TensorProto.INT32)
    most = w.add("Gather", [w.add("Shape", ["attention_mask"], "sizes"), "first"], "most", axis=0)
    w.add("Cast", [most], "total", to=TensorProto.INT32)
    angles = np.arange(form.most)[:, None] * 100.0 ** (-np.arange(form.depth // 2) / (form.depth // 2))
    w.weight("cos", np.cos(angles).astype(form.kind)), w.weight("sin", np.sin(angles).astype(form.kind))
    data, scales = w.quantised("head", form.words, form.width)
    table = w.weight("table", w.weights[data].reshape(form.words, -1))
    attrs = {"bits": 4, "block_size": form.block, "gather_axis": 0, "quantize_axis": 1}
    x, total = w.add("GatherBlockQuantized", [table, "input_ids", scales], "x", **attrs), ""
    for n in range(form.layers):
        x, total = w.layer(n, x, total)
    h, _ = w.skip("final", total, x, "final.n")
    attrs = {"K": form.width, "N": form.words, "bits": 4, "block_size": form.block}
    w.add("MatMulNBits", [h, data, scales], "logits", **attrs)
    kind = helper.np_dtype_to_tensor_dtype(np.dtype(form.kind))
    inputs: dict[str, Any] = {"input_ids": (TensorProto.INT64, ["batch", "new"])}
    inputs["attention_mask"] = (TensorProto.INT64, ["batch", "total"])
    for name in form.caches():
        inputs[f"past.{name}"] = (kind, ["batch", form.shared, "past", form.depth])
    outputs = ["logits", *(f"present.{name}" for name in form.caches())]
    return model_of(w.nodes, inputs, outputs, w.weights, opset=21, domains={DOMAIN: 1})
