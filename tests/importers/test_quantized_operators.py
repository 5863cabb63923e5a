"""Quantised operators, of the standard and of onnxruntime, against onnxruntime on random operands.

Integers are equal, or one quantum apart where a function is rounded (softmax, sigmoid) or several scales are
multiplied; floats differ by the rounding of float32 alone. Shapes are odd; zero points are random, of uint8 and int8,
per tensor and per channel; weights and parameters are constants in one half of the cases and inputs of the model in
the other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from onnx import helper
from onnx_models import FLOAT, model_of, node, onnxruntime_results, single_node

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime
DOMAIN = "com.microsoft"


@dataclass
class Case:
    """Operands and attributes of one node; what onnxruntime has not implemented is not among them."""

    operands: dict[str, Any]
    attrs: dict[str, Any] = field(default_factory=dict)
    outputs: int = 1
    inputs: int = 1
    opset: int = 17
    domain: str = ""


class Draw:
    """Random operands."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def size(self, low: int = 1, high: int = 20) -> int:
        return int(self.rng.integers(low, high))

    def dims(self, rank: int, low: int = 1, high: int = 9) -> list[int]:
        return [self.size(low, high) for _ in range(rank)]

    def chance(self, share: float = 0.5) -> bool:
        return bool(self.rng.random() < share)

    def kind(self) -> Any:
        return np.uint8 if self.chance() else np.int8

    def of(self, kind: Any, *shape: int) -> Any:
        info = np.iinfo(kind)
        return self.rng.integers(info.min, info.max + 1, shape).astype(kind)

    def floats(self, *shape: int) -> Any:
        return self.rng.standard_normal(shape).astype(np.float32)

    def scale(self, *shape: int, low: float = 0.005, high: float = 0.1) -> Any:
        return np.asarray(self.rng.uniform(low, high, shape), np.float32)

    def tensor(self, kind: Any, name: str, *shape: int) -> dict[str, Any]:
        """A quantised tensor with its scale and zero point."""
        return {name: self.of(kind, *shape), f"{name}_scale": self.scale(), f"{name}_zero": self.of(kind)}

    def result(self, kind: Any, low: float = 0.005, high: float = 0.1) -> dict[str, Any]:
        return {"y_scale": self.scale(low=low, high=high), "y_zero": self.of(kind)}


def _binary(d: Draw) -> Case:
    kind, shape = d.kind(), d.dims(3)
    other = shape if d.chance() else shape[-1:]
    return Case({**d.tensor(kind, "a", *shape), **d.tensor(kind, "b", *other), **d.result(kind)}, domain=DOMAIN)


def _unary(d: Draw) -> Case:
    kind = d.kind()
    return Case({**d.tensor(kind, "x", *d.dims(3)), **d.result(kind, 0.003, 0.02)}, domain=DOMAIN)


def _leaky(d: Draw) -> Case:
    case = _unary(d)
    return Case(case.operands, {"alpha": float(d.scale(low=0, high=1))}, domain=DOMAIN)


def _global_pool(d: Draw) -> Case:
    kind, last = d.kind(), int(d.chance())
    return Case({**d.tensor(kind, "x", *d.dims(4)), **d.result(kind)}, {"channels_last": last}, domain=DOMAIN)


def _pool(d: Draw) -> Case:
    kind, rank = d.kind(), d.size(1, 3)
    kernel = d.dims(rank, 1, 4)
    attrs: dict[str, Any] = {"kernel_shape": kernel, "strides": d.dims(rank, 1, 4)}
    attrs |= {"ceil_mode": int(d.chance()), "count_include_pad": int(d.chance())}
    if d.chance():
        attrs["pads"] = [min(p, k - 1) for p, k in zip(d.dims(2 * rank, 0, 3), kernel * 2, strict=True)]
    last = d.chance()
    shape = [2, *d.dims(rank, 5, 12), 3] if last else [2, 3, *d.dims(rank, 5, 12)]
    return Case({**d.tensor(kind, "x", *shape), **d.result(kind)}, {**attrs, "channels_last": int(last)}, domain=DOMAIN)


def _softmax(d: Draw) -> Case:
    """The only zero points that onnxruntime rounds right, and no axis of one element: there it wraps around."""
    kind, rank = d.kind(), d.size(2, 4)
    end = {"y_scale": np.float32(1 / 256), "y_zero": kind(np.iinfo(kind).min)}
    attrs = {"axis": d.size(-rank, rank), "opset": 11 if d.chance() else 13}
    return Case({**d.tensor(kind, "x", *d.dims(rank, 2, 9)), **end}, attrs, domain=DOMAIN)


def _channels(d: Draw, kind: Any, count: int) -> tuple[Any, Any]:
    """Scales and zero points, one or one per channel."""
    shape = (count,) if d.chance() else ()
    return d.scale(*shape), d.of(kind, *shape)


def _gemm(d: Draw) -> Case:
    kind, other, (m, n, k) = d.kind(), d.kind(), d.dims(3, 1, 20)
    kind = np.uint8 if other is np.uint8 else kind  # onnxruntime has no signed times unsigned
    left, right = int(d.chance()), int(d.chance())
    scale, zero = _channels(d, other, n)
    operands = {**d.tensor(kind, "a", *((k, m) if left else (m, k))), "b": d.of(other, *((n, k) if right else (k, n)))}
    operands |= {"b_scale": scale, "b_zero": zero}
    operands["c"] = d.rng.integers(-2000, 2000, n).astype(np.int32) if d.chance() else None
    if d.chance():
        operands |= d.result(kind, 0.5, 2)
    return Case(operands, {"transA": left, "transB": right, "alpha": float(d.scale(low=0.3, high=2))}, domain=DOMAIN)


def _factors(d: Draw) -> tuple[Any, Any, Any, Any]:
    """Two matrices that onnxruntime multiplies (never signed times unsigned), and the second's parameters."""
    other, (m, n, k) = d.kind(), d.dims(3, 1, 20)
    kind = np.uint8 if other is np.uint8 else d.kind()
    return d.of(kind, *d.dims(d.size(0, 2)), m, k), d.of(other, k, n), *_channels(d, other, n)


def _matmul_integer(d: Draw) -> Case:
    a, b, _, zero = _factors(d)
    return Case({"a": a, "b": b, "az": d.of(a.dtype) if d.chance(0.8) else None, "bz": zero if d.chance() else None})


def _matmul_to_float(d: Draw) -> Case:
    a, b, scale, zero = _factors(d)
    bias = d.floats(b.shape[1]) if d.chance() else None
    rest = {"a_scale": d.scale(), "b_scale": scale, "a_zero": d.of(a.dtype), "b_zero": zero, "bias": bias}
    return Case({"a": a, "b": b, **rest}, domain=DOMAIN)


def _dynamic_matmul(d: Draw) -> Case:
    a, b, scale, zero = _factors(d)
    bias = d.floats(b.shape[1]) if d.chance() else None
    x = d.floats(*a.shape) * d.size(1, 9) + d.size(-3, 4)
    return Case({"a": x, "b": b, "b_scale": scale, "b_zero": zero if d.chance() else None, "bias": bias}, domain=DOMAIN)


def _qlinear_matmul(d: Draw) -> Case:
    a, b, scale, zero = _factors(d)
    left = {"a": a, "a_scale": d.scale(), "a_zero": d.of(a.dtype)}
    return Case({**left, "b": b, "b_scale": scale, "b_zero": zero, **d.result(a.dtype, 0.1, 1)})


def _window(d: Draw) -> tuple[Any, Any, dict[str, Any]]:
    """An image and a weight of a convolution, and its attributes."""
    rank, groups, other = d.size(1, 3), d.size(1, 4), d.kind()
    kind = np.uint8 if other is np.uint8 else d.kind()
    inside, outside = d.size(1, 6), d.size(1, 6)
    kernel = d.dims(rank, 1, 4)
    attrs: dict[str, Any] = {"kernel_shape": kernel, "strides": d.dims(rank, 1, 3), "group": groups}
    attrs |= {"dilations": d.dims(rank, 1, 3), "pads": d.dims(2 * rank, 0, 3)}
    x = d.of(kind, d.size(1, 3), groups * inside, *d.dims(rank, 7, 12))
    return x, d.of(other, groups * outside, inside, *kernel), attrs


def _conv_integer(d: Draw) -> Case:
    x, w, attrs = _window(d)
    zeros = {"xz": d.of(x.dtype) if d.chance(0.8) else None, "wz": d.of(w.dtype) if d.chance() else None}
    return Case({"x": x, "w": w, **zeros}, attrs)


def _qlinear_conv(d: Draw) -> Case:
    x, w, attrs = _window(d)
    count = w.shape[0]
    scale, _ = _channels(d, w.dtype, count)
    zero = np.full(scale.shape, d.of(np.uint8) if w.dtype == np.uint8 else 0, w.dtype)  # onnxruntime has one
    bias = d.rng.integers(-5000, 5000, count).astype(np.int32) if d.chance() else None
    left = {"x": x, "x_scale": d.scale(), "x_zero": d.of(x.dtype)}
    return Case({**left, "w": w, "w_scale": scale, "w_zero": zero, **d.result(x.dtype, 0.3, 2), "bias": bias}, attrs)


def _dynamic(d: Draw) -> Case:
    x = d.floats(*d.dims(3)) * d.size(0, 9) + d.size(-3, 4)
    return Case({"x": x.astype(np.float32)}, outputs=3)


def _along(d: Draw) -> tuple[list[int], int, Any, Any, Any]:
    """A shape, an axis, a type, scales and zero points."""
    shape, axis = d.dims(3), d.size(0, 3)
    kind = (np.uint8, np.int8, np.uint16, np.int16)[d.size(0, 4)]
    return shape, axis, kind, *_channels(d, kind, shape[axis])


def _quantize(d: Draw) -> Case:
    shape, axis, _, scale, zero = _along(d)
    x = d.floats(*shape) * d.size(1, 20)
    if d.chance():  # halves, which are rounded to even
        x, scale = np.round(x * 32) / 32, np.where(scale > 0.05, 0.125, 0.0625)
    x.flat[0] = (np.inf, -np.inf, 1e30)[d.size(0, 3)]
    return Case({"x": x.astype(np.float32), "s": scale.astype(np.float32), "z": zero}, {"axis": axis}, opset=21)


def _dequantize(d: Draw) -> Case:
    shape, axis, kind, scale, zero = _along(d)
    return Case({"x": d.of(kind, *shape), "s": scale, "z": zero if d.chance() else None}, {"axis": axis}, opset=21)


def _few_bits(d: Draw) -> Case:
    bits, block, k, n = (4, 8)[d.size(0, 2)], (16, 32, 64)[d.size(0, 3)], d.size(1, 80), d.size(1, 20)
    blocks = -(-k // block)
    zero = (None, d.of(np.uint8, n * -(-blocks * bits // 8)), None)[d.size(0, 3)]
    operands = {"a": d.floats(*d.dims(d.size(1, 3)), k), "b": d.of(np.uint8, n, blocks, block * bits // 8)}
    operands |= {"s": d.scale(n * blocks), "z": zero}
    return Case(operands, {"K": k, "N": n, "bits": bits, "block_size": block}, domain=DOMAIN)


CASES: dict[str, Callable[[Draw], Case]] = {
    "QLinearAdd": _binary,
    "QLinearMul": _binary,
    "QLinearSigmoid": _unary,
    "QLinearLeakyRelu": _leaky,
    "QLinearGlobalAveragePool": _global_pool,
    "QLinearAveragePool": _pool,
    "QLinearSoftmax": _softmax,
    "QGemm": _gemm,
    "MatMulInteger": _matmul_integer,
    "MatMulIntegerToFloat": _matmul_to_float,
    "DynamicQuantizeMatMul": _dynamic_matmul,
    "QLinearMatMul": _qlinear_matmul,
    "ConvInteger": _conv_integer,
    "QLinearConv": _qlinear_conv,
    "DynamicQuantizeLinear": _dynamic,
    "QuantizeLinear": _quantize,
    "DequantizeLinear": _dequantize,
    "MatMulNBits": _few_bits,
}
#: Operators whose integers may be one apart: they round functions, or products of three scales.
ROUNDED = {"QLinearSigmoid", "QLinearSoftmax", "QGemm"}
#: Operators whose weights must be constants.
CONSTANT = {"MatMulNBits", "QLinearSoftmax", "QLinearSigmoid", "QLinearLeakyRelu"}


def same(model: Any, feeds: dict[str, Any], quanta: int = 0, close: float = 1e-6, judge: Any = None) -> None:
    """Integers at most `quanta` apart, floats by `close` of the largest element, from those of `judge`."""
    got = mlcc.build(from_onnx(model))(*feeds.values())
    wanted = onnxruntime_results(*(judge or (model, feeds)))
    for mine, theirs in zip(got if isinstance(got, tuple) else (got,), wanted, strict=True):
        assert (mine.dtype, mine.shape) == (theirs.dtype, theirs.shape)
        if theirs.dtype.kind in "iu":
            assert np.abs(mine.astype(np.int64) - theirs.astype(np.int64)).max(initial=0) <= quanta
        else:
            np.testing.assert_allclose(mine, theirs, rtol=0, atol=close * np.abs(theirs).max(initial=0))


@pytest.mark.cover(1)
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(n, marks=pytest.mark.slow) for n in range(2, 40))])
@pytest.mark.parametrize("op", CASES)
def test_equals_onnxruntime(op: str, seed: int) -> None:
    case = CASES[op](Draw(seed))
    inputs = len(case.operands) if seed % 2 and op not in CONSTANT else case.inputs
    options = {"outputs": case.outputs, "opset": case.opset, "domain": case.domain}
    model, feeds = single_node(op, case.operands, case.attrs, inputs=inputs, **options)
    # Without VNNI, onnxruntime is exact where weights are constants.
    judge = single_node(op, case.operands, case.attrs, inputs=case.inputs, **options)
    same(model, feeds, quanta=int(op in ROUNDED), judge=judge)


@pytest.mark.every(2)
@pytest.mark.parametrize(("kernel", "stride", "pads"), [(5, 2, (2, 2)), (3, 3, (0, 2)), (2, 3, (1, 0)), (4, 1, (3, 1))])
def test_averages_that_count_padding_of_symbolic_sizes(kernel: int, stride: int, pads: tuple[int, int]) -> None:
    """What the last window reaches beyond the padding counts, too, wherever it ends."""
    d = Draw(kernel)
    sides = [pads[0], pads[0], pads[1], pads[1]]
    window = {"kernel_shape": [kernel] * 2, "strides": [stride] * 2, "pads": sides}
    attrs = {**window, "ceil_mode": 1, "count_include_pad": 1}
    weights = {"xs": np.float32(0.02), "xz": np.uint8(90), "ys": np.float32(0.015), "yz": np.uint8(117)}
    one = node("QLinearAveragePool", ["x", *weights], ["y"], domain=DOMAIN, **attrs)
    model = model_of([one], {"x": (2, ["n", 3, "h", "w"])}, ["y"], weights, domains={DOMAIN: 1})
    library = mlcc.build(from_onnx(model))
    for height, width in ((7, 5), (4, 9), (11, 6)):
        x = d.of(np.uint8, 2, 3, height, width)
        wanted = onnxruntime_results(model, {"x": x})[0]
        assert np.abs(library(x).astype(int) - wanted).max() <= 1
        fixed = mlcc.build(from_onnx(model), shapes={"x": x.shape})(x)
        np.testing.assert_array_equal(library(x), fixed)


def test_softmax_of_all_later_dimensions_of_symbolic_sizes() -> None:
    weights = {"xs": np.float32(0.05), "xz": np.uint8(90), "ys": np.float32(1 / 256), "yz": np.uint8(0)}
    one = node("QLinearSoftmax", ["x", *weights], ["y"], domain=DOMAIN, axis=1, opset=12)
    model = model_of([one], {"x": (2, ["n", 3, "w"])}, ["y"], weights, domains={DOMAIN: 1})
    x = Draw(3).of(np.uint8, 2, 3, 7)
    wanted = onnxruntime_results(model, {"x": x})[0]
    assert np.abs(mlcc.build(from_onnx(model))(x).astype(int) - wanted).max() <= 1


@pytest.mark.parametrize("seed", range(4))
def test_joining_of_quantised_tensors(seed: int) -> None:
    """Parts with the result's scale and zero point are copied, others are quantised again."""
    d = Draw(seed)
    kind, shape, axis = d.kind(), d.dims(3), d.size(0, 3)
    weights, names = d.result(kind), ["y_scale", "y_zero"]
    for n in range(3):
        shape[axis] = d.size(1, 6)
        weights |= d.tensor(kind, f"x{n}", *shape)
        own = ["y_scale", "y_zero"] if d.chance() else [f"x{n}_scale", f"x{n}_zero"]
        names += [f"x{n}", *own]
    x = weights.pop("x0")
    one = node("QLinearConcat", names, ["y"], domain=DOMAIN, axis=axis)
    inputs = {"x0": (2 if kind is np.uint8 else 3, x.shape)}
    same(model_of([one], inputs, ["y"], weights, domains={DOMAIN: 1}), {"x0": x})


@pytest.mark.cover(2)
@pytest.mark.parametrize("per_column", [False, True])
@pytest.mark.parametrize("kind", [np.uint8, np.int8])
@pytest.mark.parametrize("direction", ["forward", "reverse", "bidirectional"])
@pytest.mark.parametrize("extras", [False, True])
def test_lstm_with_integer_weights(direction: str, kind: Any, per_column: bool, extras: bool) -> None:
    """The inputs are quantised together, the states of the batch in every step, as far as they are within the lengths
    of the sequences. The weights are small: with states of -1 and 1 the zero point would be a half, rounded either way.
    """
    d = Draw(direction.count("i") + 2 * per_column)
    steps, batch, size, hidden = d.size(4, 7), d.size(2, 5), d.size(5, 30), (16, 23)[int(extras)]
    count = 2 if direction == "bidirectional" else 1
    columns = (count, 4 * hidden) if per_column else (count,)
    middle = 131 if kind is np.uint8 else 0 if per_column else 5  # onnxruntime has no others
    scales = {"ws": d.scale(*columns, low=5e-4, high=3e-3), "wz": np.full(columns, middle, kind)}
    scales |= {"rs": d.scale(*columns, low=5e-4, high=3e-3), "rz": np.full(columns, middle, kind)}
    x = d.floats(steps, batch, size) + np.float32(0.5)
    weights = {"w": d.of(kind, count, size, 4 * hidden), "r": d.of(kind, count, hidden, 4 * hidden)}
    more: dict[str, Any] = dict.fromkeys(("b", "lengths", "h", "c", "p"))
    if extras:
        more = {"b": d.floats(count, 8 * hidden), "lengths": d.rng.integers(1, steps, batch).astype(np.int32)}
        more |= {"h": d.floats(count, batch, hidden), "c": d.floats(count, batch, hidden)}
        more["p"] = d.floats(count, 3 * hidden)
    operands = {"x": x, **weights, **more, **scales}
    attrs = {"hidden_size": hidden, "direction": direction}
    same(*single_node("DynamicQuantizeLSTM", operands, attrs, outputs=3, domain=DOMAIN), close=2e-6)


def test_an_infinite_scale() -> None:
    """A quantiser writes it where the range of a mask of the least float overflows: what is multiplied by it is NaN."""
    nodes = [
        node("QuantizeLinear", ["x", "s", "z"], ["q"]),
        node("DequantizeLinear", ["q", "s", "z"], ["y"]),
        node("Relu", ["w"], ["r"]),
        node("QuantizeLinear", ["r", "s", "z"], ["p"]),
    ]
    constants = {"s": np.array(np.inf, np.float32), "z": np.array(0, np.int8)}
    model = model_of(nodes, {"x": (1, [2, 9]), "w": (1, [2, 9])}, ["y", "p"], constants)
    x = Draw(3).floats(2, 9)
    y, p = mlcc.build(from_onnx(model))(x, x)
    assert np.isnan(y).all()
    assert not p.any()


@pytest.mark.parametrize(("kind", "depth"), [(np.uint8, 3), (np.int8, 8)])
def test_a_product_whose_depth_is_symbolic(kind: Any, depth: int) -> None:
    """The rows of the matrix say how many bytes fill the words of a product; the run refuses others."""
    draw = Draw(depth)
    a, b = draw.of(kind, 4, depth), draw.of(np.uint8, depth, 2)
    inputs = {"a": (helper.np_dtype_to_tensor_dtype(np.dtype(kind)), ["n", "k"])}
    model = model_of([node("MatMulInteger", ["a", "b", "z"], ["y"])], inputs, ["y"], {"b": b, "z": np.array(12, kind)})
    library = mlcc.build(from_onnx(model))
    assert np.array_equal(library(a), (a.astype(np.int32) - 12) @ b.astype(np.int32))
    with pytest.raises(MlccError, match=r"error\[R312\]"):
        library(a[:, 1:].copy())


def test_scales_of_blocks_along_a_symbolic_size() -> None:
    """The last block may be shorter; scales of another number of blocks end the run."""
    nodes = [
        node("QuantizeLinear", ["x", "s", "z"], ["q"], axis=0, block_size=3),
        node("DequantizeLinear", ["q", "s", "z"], ["y"], axis=0, block_size=3),
    ]
    draw = Draw(5)
    scale, zero = draw.rng.random((3, 4), np.float32) + 0.01, draw.of(np.int8, 3, 4)
    model = model_of(nodes, {"x": (FLOAT, ["n", 4])}, ["y"], {"s": scale, "z": zero}, opset=21)
    library = mlcc.build(from_onnx(model))
    for rows in (9, 7):
        x = draw.rng.standard_normal((rows, 4)).astype(np.float32)
        (want,) = onnxruntime_results(model, {"x": x})
        np.testing.assert_allclose(library(x), want, rtol=1e-6)
    with pytest.raises(MlccError, match="not those of blocks of 3"):
        library(np.zeros((10, 4), np.float32))
