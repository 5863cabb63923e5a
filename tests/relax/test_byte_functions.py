"""Elementwise operators between a dequantised tensor and a quantisation become one table: exactly their definition."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mlcc.relax.transform import DeadCodeElimination, FuseQuantized

from .graphs import Array, compiled, graph, interpret, operators
from .quantized import quantized, stored, weight_of

STEP, OUT = np.float32(0.05), np.float32(0.03)


def hard_swish(o: Any, v: Any) -> Any:
    """As PyTorch's exporter writes it, from four operators."""
    return o.divide(o.multiply(v, o.clip(o.add(v, 3.0), min=0.0, max=6.0)), 6.0)


def gelu(o: Any, v: Any) -> Any:
    return o.multiply(o.multiply(v, o.add(o.erf(o.divide(v, np.sqrt(2.0))), 1.0)), 0.5)


def of_bytes(o: Any, v: Any) -> Any:
    """Numbers are bytes too, and each result has a grid, as quantisers of all operators write it."""
    number, unit = o.dequantize_linear(np.array(200, np.uint8), np.array(0.01, np.float32), np.array(0, np.uint8)), 0.03
    root = stored(o, o.divide(v, number), np.float32(unit), 128, "uint8")
    one = o.dequantize_linear(np.array(255, np.uint8), np.array(1 / 255, np.float32), np.array(0, np.uint8))
    gate = stored(
        o, o.add(stored(o, o.erf(root), np.float32(1 / 127), 128, "uint8"), one), np.float32(0.01), 0, "uint8"
    )
    return o.multiply(v, gate)


CHAINS = {
    "of bytes": of_bytes,
    "silu": lambda o, v: o.multiply(v, o.sigmoid(v)),
    "silu in two grids": lambda o, v: o.multiply(v, stored(o, o.sigmoid(v), np.float32(1 / 256), 0, "uint8")),
    "hard swish": hard_swish,
    "gelu": gelu,
    "leaky": lambda o, v: o.nn_leaky_relu(v, alpha=0.1),
    "clip": lambda o, v: o.negative(o.clip(v, min=-1.5, max=2.0)),
    "a choice": lambda o, v: o.where(o.greater(v, 0.5), o.exp(v), o.tanh(v)),
    "not a number": lambda o, v: o.sqrt(v),
    "one channel": lambda o, v: o.nn_batch_norm(v, *(np.array([n], np.float32) for n in (0.5, 1, 0.2, 2)), axis=0),
    "a bias": lambda o, v: o.nn_bias_add(o.nn_prelu(v, np.array([0.3], np.float32), axis=1), np.ones(1, np.float32)),
    "of one element": lambda o, v: o.multiply(o.sigmoid(v), np.full((1, 1), 2.0, np.float32)),
}
#: Types of the bytes in and out, and their zero points.
KINDS = [("uint8", 130, "int8", -100), ("int8", -9, "uint8", 7), ("uint8", 100, "uint8", 20)]


@pytest.mark.every(2)
@pytest.mark.parametrize(("name", "kinds"), [(n, KINDS[i % 3]) for i, n in enumerate(CHAINS)])
def test_a_chain_is_a_table(name: str, kinds: Any) -> None:
    kind, zero, out_kind, end = kinds
    shape = {"one channel": (1, 15, 67), "a bias": (15, 1, 67)}.get(name, (3, 5, 67))
    chain = CHAINS[name]

    def body(o: Any, x: Any) -> Any:
        return stored(o, chain(o, stored(o, x, STEP, zero, kind)), OUT, end, out_kind)

    module = graph(body, x=shape)
    x = (np.random.default_rng(2).uniform(-8, 8, shape)).astype(np.float32)
    if name == "not a number":
        x = np.abs(x)
    fused = DeadCodeElimination()(FuseQuantized()(module))
    names = operators(fused)
    assert names.count("qnn.lookup") == 1
    assert not {"sigmoid", "erf", "where", "clip", "divide"} & set(names[names.index("qnn.lookup") :])
    want = interpret(module, x)[0]
    np.testing.assert_array_equal(interpret(fused, x)[0], want)
    np.testing.assert_array_equal(compiled(module, x)[0], want)


def test_the_bytes_of_not_a_number_are_the_least() -> None:
    module = graph(lambda o, x: stored(o, o.log(stored(o, x, STEP, 100, "uint8")), OUT, 9, "uint8"), x=(40,))
    x = np.linspace(-3, 3, 40, dtype=np.float32)
    got = compiled(module, x)[0]
    np.testing.assert_array_equal(got[x < -STEP], -9 * OUT)


def test_a_convolution_stores_its_activated_bytes() -> None:
    """The table follows the sums in channel blocks: the bytes before it are never in memory."""
    w, scale = weight_of(40, 21, 3, 3)

    def body(o: Any, x: Any) -> Any:
        weight = o.dequantize_linear(w, scale, np.zeros(40, np.int8), axis=0)
        y = stored(o, o.nn_conv2d(stored(o, x, STEP, 120, "uint8"), weight, padding=1), np.float32(0.3), 60, "uint8")
        gate = stored(o, o.sigmoid(y), np.float32(1 / 256), 0, "uint8")
        return stored(o, o.multiply(y, gate), np.float32(0.25), 3, "uint8")

    module = graph(body, x=(1, 21, 9, 7))
    x = np.random.default_rng(0).standard_normal((1, 21, 9, 7)).astype(np.float32)
    fused = operators(DeadCodeElimination()(FuseQuantized()(module)))
    assert fused.count("qnn.lookup") == 1
    assert "sigmoid" not in fused
    assert_quanta(compiled(module, x)[0], interpret(module, x)[0], 0.25)


def test_two_tensors_and_numbers_per_channel_are_no_table() -> None:
    def body(o: Any, x: Any) -> Any:
        a = stored(o, x, STEP, 128, "uint8")
        b = stored(o, o.negative(x), STEP, 128, "uint8")
        c = o.multiply(a, np.arange(1, 8, dtype=np.float32).reshape(7, 1))
        return stored(o, o.multiply(a, b), OUT, 0, "uint8"), stored(o, o.sigmoid(c), OUT, 0, "uint8")

    module = graph(body, x=(7, 33))
    assert "qnn.lookup" not in operators(FuseQuantized()(module))
    x = np.random.default_rng(1).standard_normal((7, 33)).astype(np.float32)
    for got, want in zip(compiled(module, x), interpret(module, x), strict=True):
        assert_quanta(got, want, OUT)


def test_numbers_of_higher_rank_are_no_table() -> None:
    """They add dimensions to the result."""
    one = np.full((1, 1, 1, 1), 2.0, np.float32)
    module = graph(
        lambda o, x: stored(o, o.multiply(o.sigmoid(stored(o, x, STEP, 128, "uint8")), one), OUT, 0, "uint8"), x=(7, 33)
    )
    assert "qnn.lookup" not in operators(FuseQuantized()(module))
    x = np.random.default_rng(1).standard_normal((7, 33)).astype(np.float32)
    want = quantized(2 / (1 + np.exp(-np.float32(quantized(x, STEP, 128, "uint8") * STEP))), OUT, 0, "uint8") * OUT
    assert_quanta(compiled(module, x)[0], want[None, None], OUT)


def assert_quanta(got: Array, want: Array, step: Any) -> None:
    assert got.shape == want.shape
    assert np.abs(np.rint(got / step) - np.rint(want / step)).max() <= 1
