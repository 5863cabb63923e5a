"""The gradient of each operator against differences of its values along a random direction, in float64."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mlcc import relax
from mlcc.ir import IRModule, TensorStructInfo
from mlcc.relax import BlockBuilder, Var, op
from mlcc.relax.composed import forms
from mlcc.relax.gradients import DIFFERENTIABLE, elementwise
from mlcc.relax.transform import Gradient
from mlcc.topi.registry import has_op

from .graphs import Array, interpret

STEP = 1e-5
#: Where a function of one element is tried: its domain, away from its edges.
DOMAINS = {
    "log": (0.5, 2), "log2": (0.5, 2), "log10": (0.5, 2), "log1p": (-0.5, 2), "sqrt": (0.5, 2), "rsqrt": (0.5, 2),
    "asin": (-0.8, 0.8), "acos": (-0.8, 0.8), "atanh": (-0.8, 0.8), "acosh": (1.5, 3), "reciprocal": (0.5, 2),
    "clip": (-2, 2),
}  # fmt: skip
ONE = [*elementwise.SLOPES, "nn.gelu", "nn.softplus", "identity", "nn.elu", "nn.leaky_relu"]
I3 = np.array([2, 0, 2])
WINDOW = {"pool_size": [3, 2], "strides": [2, 1], "padding": [1, 0, 1, 1]}
CONV = {"strides": [2, 1], "padding": [1, 0, 2, 1], "dilation": [1, 2]}
#: By label: the shapes of the operands, and the call.
CALLS: dict[str, tuple[dict[str, tuple[int, ...]], Any]] = {
    "add, broadcast": ({"a": (3, 4), "b": (4,)}, lambda a, b: op.add(a, b)),
    "subtract, one wide": ({"a": (3, 1), "b": (2, 3, 4)}, lambda a, b: op.subtract(a, b)),
    "multiply": ({"a": (2, 3, 4), "b": (3, 1)}, lambda a, b: op.multiply(a, b)),
    "multiply by itself": ({"a": (3, 4)}, lambda a: op.multiply(a, a)),
    "divide": ({"a": (3, 4), "b": (4,)}, lambda a, b: op.divide(a, op.add(op.abs(b), 1.0))),
    "power": ({"a": (3, 4), "b": (4,)}, lambda a, b: op.power(op.add(op.abs(a), 0.5), b)),
    "maximum": ({"a": (3, 4), "b": (4,)}, lambda a, b: op.maximum(a, b)),
    "minimum": ({"a": (3, 4), "b": (3, 1)}, lambda a, b: op.minimum(a, b)),
    "where": ({"a": (3, 4), "b": (4,)}, lambda a, b: op.where(op.greater(a, 0.2), a, b)),
    "clip": ({"a": (5, 4)}, lambda a: op.clip(a, -0.5, 0.4)),
    "prelu": ({"a": (2, 3, 4), "b": (3,)}, lambda a, b: op.nn.prelu(a, b, axis=1)),
    "reshape": ({"a": (3, 4)}, lambda a: op.reshape(a, (2, 6))),
    "squeeze": ({"a": (3, 1, 4)}, lambda a: op.squeeze(a, axis=[1])),
    "expand_dims": ({"a": (3, 4)}, lambda a: op.expand_dims(a, axis=1)),
    "permute_dims": ({"a": (2, 3, 4)}, lambda a: op.permute_dims(a, axes=[2, 0, 1])),
    "broadcast_to": ({"a": (3, 1)}, lambda a: op.broadcast_to(a, (2, 3, 4))),
    "flip": ({"a": (3, 4)}, lambda a: op.flip(a, axis=1)),
    "concat": ({"a": (2, 3), "b": (2, 4)}, lambda a, b: op.concat((a, b, a), axis=1)),
    "stack": ({"a": (2, 3), "b": (2, 3)}, lambda a, b: op.stack((a, b), axis=1)),
    "split": ({"a": (2, 7)}, lambda a: op.multiply(op.split(a, [2, 4], axis=1)[1], 3.0)),
    "strided_slice": ({"a": (9, 7)}, lambda a: op.strided_slice(a, [0, 1], [1, 5], [8, 6], [3, 2])),
    "strided_slice, back": ({"a": (9,)}, lambda a: op.strided_slice(a, [0], [7], [1], [-3])),
    "pad": ({"a": (3, 4)}, lambda a: op.nn.pad(a, pad_width=[1, 2, 0, 3])),
    "triu": ({"a": (4, 4)}, lambda a: op.triu(a, 1)),
    "repeat": ({"a": (2, 3)}, lambda a: op.repeat(a, 2, 1)),
    "repeat, flat": ({"a": (2, 3)}, lambda a: op.repeat(a, 2)),
    "tile": ({"a": (2, 3)}, lambda a: op.tile(a, (2, 1, 2))),
    "take": ({"a": (3, 4)}, lambda a: op.take(a, _const(I3), axis=0)),
    "take, inner axis": ({"a": (2, 3, 4)}, lambda a: op.take(a, _const([[0, 2], [2, 2]]), axis=1)),
    "take, flat": ({"a": (3, 4)}, lambda a: op.take(a, _const([5, 1, 5]))),
    "gather_elements": ({"a": (3, 4)}, lambda a: op.gather_elements(a, _const([[0, 2, 1, 0]]), axis=0)),
    "gather_nd": ({"a": (3, 4)}, lambda a: op.gather_nd(a, _const([[1, 2], [1, 2], [0, 0]]))),
    "sum": ({"a": (2, 3, 4)}, lambda a: op.sum(a, axis=[0, 2])),
    "sum of all": ({"a": (2, 3)}, lambda a: op.sum(a)),
    "mean": ({"a": (2, 3, 4)}, lambda a: op.mean(a, axis=1, keepdims=True)),
    "variance": ({"a": (2, 5)}, lambda a: op.variance(a, axis=1)),
    "std": ({"a": (2, 5)}, lambda a: op.std(a, axis=[1])),
    "max": ({"a": (2, 5)}, lambda a: op.max(a, axis=1)),
    "min": ({"a": (2, 5)}, lambda a: op.min(a, axis=0)),
    "prod": ({"a": (2, 5)}, lambda a: op.prod(a, axis=1)),
    "cumsum": ({"a": (2, 5)}, lambda a: op.cumsum(a, axis=1)),
    "log_sum_exp": ({"a": (2, 5)}, lambda a: op.log_sum_exp(a, axis=1)),
    "topk": ({"a": (2, 5)}, lambda a: op.topk(a, k=2, axis=1, ret_type="values")),
    "matmul": ({"a": (3, 4), "b": (4, 2)}, lambda a, b: op.matmul(a, b)),
    "matmul, batches": ({"a": (2, 3, 4), "b": (4, 2)}, lambda a, b: op.matmul(a, b)),
    "matmul, vector left": ({"a": (4,), "b": (5, 4, 2)}, lambda a, b: op.matmul(a, b)),
    "matmul, vector right": ({"a": (2, 3, 4), "b": (4,)}, lambda a, b: op.matmul(a, b)),
    "matmul, vectors": ({"a": (4,), "b": (4,)}, lambda a, b: op.matmul(a, b)),
    "dense": ({"a": (3, 4), "b": (5, 4), "d": (5,)}, lambda a, b, d: op.nn.dense(a, b, d)),
    "batch_matmul": ({"a": (2, 3, 4), "b": (2, 5, 4)}, lambda a, b: op.nn.batch_matmul(a, b)),
    "einsum": ({"a": (2, 3, 4), "b": (2, 4)}, lambda a, b: op.einsum((a, b), "bij,bj->i")),
    "softmax": ({"a": (3, 5)}, lambda a: op.nn.softmax(a)),
    "log_softmax": ({"a": (3, 5)}, lambda a: op.nn.log_softmax(a, axis=0)),
    "layer_norm": ({"a": (3, 2, 5), "b": (2, 5), "d": (2, 5)}, lambda a, b, d: op.nn.layer_norm(a, b, d, [1, 2])),
    "rms_norm": ({"a": (3, 5), "b": (5,)}, lambda a, b: op.nn.rms_norm(a, b, axes=[-1])),
    "batch_norm in training": (
        {"a": (4, 3, 2), "b": (3,), "d": (3,), "m": (3,), "v": (3,)},
        lambda a, b, d, m, v: op.nn.batch_norm(a, b, d, m, v, axis=1)[0],
    ),
    "batch_norm": (
        {"a": (4, 3, 2), "b": (3,), "d": (3,), "m": (3,), "v": (3,)},
        lambda a, b, d, m, v: op.nn.batch_norm(a, b, d, m, op.exp(v), axis=1, training=False)[0],
    ),
    "group_norm": (
        {"a": (2, 4, 3, 2), "b": (4,), "d": (4,)},
        lambda a, b, d: op.nn.group_norm(a, b, d, num_groups=2, channel_axis=1, axes=[2, 3]),
    ),
    "conv1d": (
        {"a": (2, 4, 9), "b": (6, 2, 3)},
        lambda a, b: op.nn.conv1d(a, b, strides=2, padding=[1, 2], groups=2),
    ),
    "conv2d": ({"a": (2, 4, 7, 8), "b": (6, 2, 3, 2)}, lambda a, b: op.nn.conv2d(a, b, groups=2, **CONV)),
    "conv2d, channels last": (
        {"a": (2, 6, 5, 3), "b": (4, 3, 2, 3)},
        lambda a, b: op.nn.conv2d(a, b, strides=2, data_layout="NHWC", kernel_layout="OHWI"),
    ),
    "conv3d": ({"a": (1, 2, 4, 4, 3), "b": (3, 2, 2, 2, 2)}, lambda a, b: op.nn.conv3d(a, b, padding=1)),
    "conv2d_transpose": (
        {"a": (2, 4, 4, 3), "b": (4, 3, 3, 2)},
        lambda a, b: op.nn.conv2d_transpose(a, b, strides=[2, 2], padding=[1, 0, 1, 1], output_padding=1, groups=2),
    ),
    "max_pool2d": ({"a": (2, 3, 7, 6)}, lambda a: op.nn.max_pool2d(a, **WINDOW)),
    "max_pool2d, rounded up": ({"a": (1, 2, 8, 5)}, lambda a: op.nn.max_pool2d(a, [3, 3], [2, 2], ceil_mode=True)),
    "avg_pool2d": ({"a": (2, 3, 7, 6)}, lambda a: op.nn.avg_pool2d(a, **WINDOW)),
    "avg_pool2d with pads": ({"a": (2, 3, 7, 6)}, lambda a: op.nn.avg_pool2d(a, count_include_pad=True, **WINDOW)),
    "avg_pool2d, rounded up": ({"a": (1, 2, 8, 5)}, lambda a: op.nn.avg_pool2d(a, [3, 3], [2, 2], ceil_mode=True)),
    "avg_pool2d, channels last": ({"a": (1, 4, 6, 3)}, lambda a: op.nn.avg_pool2d(a, [2, 2], [2, 2], layout="NHWC")),
    "adaptive_avg_pool2d": ({"a": (2, 3, 6, 4)}, lambda a: op.nn.adaptive_avg_pool2d(a, output_size=[3, 1])),
    "nll_loss": (
        {"a": (3, 4), "b": (4,)},
        lambda a, b: op.nn.nll_loss(a, _const(I3), op.exp(b), reduction="sum", ignore_index=0),
    ),
    "nll_loss, weighted mean": (
        {"a": (3, 4), "b": (4,)},
        lambda a, b: op.nn.nll_loss(a, _const(I3), op.exp(b), reduction="mean", ignore_index=0),
    ),
    "nll_loss of each": ({"a": (3, 4)}, lambda a: op.nn.nll_loss(a, _const(I3), reduction="none")),
    "nll_loss of images": (
        {"a": (2, 4, 3)},
        lambda a: op.nn.nll_loss(a, _const([[0, 1, 3], [2, 2, 0]]), reduction="mean"),
    ),
    "cross entropy": (
        {"a": (3, 4)},
        lambda a: op.nn.cross_entropy_with_logits(a, op.nn.softmax(_const(np.ones((3, 4))))),
    ),
    "attention": (
        {"a": (1, 3, 2, 4), "b": (1, 5, 2, 4), "d": (1, 5, 2, 4)},
        lambda a, b, d: op.einsum((op.nn.softmax(op.einsum((a, b), "bihd,bjhd->bhij")), d), "bhij,bjhd->bihd"),
    ),
}  # fmt: skip


def _const(value: Any) -> Any:
    return relax.const(np.asarray(value))


def scalar_of(shapes: dict[str, tuple[int, ...]], call: Any, weights: Array | None = None) -> IRModule:
    """A function whose result is the sum of the call's elements, each times a weight of its own."""
    params = [Var(name, TensorStructInfo(shape, "float64")) for name, shape in shapes.items()]
    builder = BlockBuilder()
    with builder.function("main", params):
        with builder.dataflow():
            value = builder.emit(call(*params))
            shape = [int(d.value) for d in value.sinfo.shape]
            factors = np.random.default_rng(len(shape)).uniform(0.5, 1.5, shape)
            result = builder.emit_output(op.sum(op.multiply(value, _const(factors))))
        builder.emit_func_output(result)
    return builder.get()


def check(shapes: dict[str, tuple[int, ...]], call: Any, low: float = -1.5, high: float = 1.5) -> None:
    generator = np.random.default_rng(7)
    values = [generator.uniform(low, high, shape) for shape in shapes.values()]
    ways = [generator.uniform(-1, 1, shape) for shape in shapes.values()]
    module = scalar_of(shapes, call)
    adjoint = IRModule({"main": Gradient("main")(module)["main_adjoint"]})
    ahead, behind = (
        interpret(module, *[v + sign * STEP * w for v, w in zip(values, ways, strict=True)])[0] for sign in (1, -1)
    )
    loss, grads = interpret(adjoint, *values)
    np.testing.assert_allclose(loss, interpret(module, *values)[0])
    along = sum(np.sum(g * w) for g, w in zip(grads, ways, strict=True))
    assert [g.shape for g in grads] == list(shapes.values())
    np.testing.assert_allclose(along, (ahead - behind) / (2 * STEP), rtol=2e-6, atol=1e-8)  # wide: differences


@pytest.mark.parametrize("name", sorted(ONE))
def test_functions_of_one_element(name: str) -> None:
    call = op
    for part in name.split("."):
        call = getattr(call, part)
    check({"x": (3, 4)}, call, *DOMAINS.get(name, (-1.5, 1.5)))


@pytest.mark.parametrize("label", CALLS)
def test_operators(label: str) -> None:
    check(*CALLS[label])


def test_every_rule_is_of_an_operator() -> None:
    assert [name for name in DIFFERENTIABLE if not has_op(name) and name not in forms()] == []
