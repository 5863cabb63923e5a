"""Quantised products become products of bytes: against their definition in NumPy, at most one quantum away."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc.relax.transform import DeadCodeElimination, FuseOps, FuseQuantized
from mlcc.target import Target

from .graphs import compiled, graph, interpret, operators
from .quantized import CONVS, KINDS, OUT, STAGES, STEP, assert_near, convolved, passes, quantized, stored, weight_of

Array = np.ndarray[Any, Any]


@pytest.mark.every(4)
@pytest.mark.parametrize(("conv", "kinds"), [(c, KINDS[n % 3]) for n, c in enumerate(CONVS)])
def test_convolutions(conv: Any, kinds: Any) -> None:
    (channels, outputs, kernel, attrs), (kind, zero, out_kind, end) = conv, kinds
    w, scale = weight_of(outputs, channels // attrs.get("groups", 1), kernel, kernel)
    bias = np.random.default_rng(3).integers(-3000, 3000, outputs).astype(np.int32)
    unit = (STEP * scale).astype(np.float32)

    def body(o: Any, x: Any) -> Any:
        weight = o.dequantize_linear(w, scale, np.zeros(outputs, np.int8), axis=0)
        shift = o.reshape(o.dequantize_linear(bias, unit, np.zeros(outputs, np.int32), axis=0), (outputs, 1, 1))
        y = o.add(o.nn_conv2d(stored(o, x, STEP, zero, kind), weight, **attrs), shift)
        return stored(o, o.nn_relu(y), OUT, end, out_kind)

    x = np.random.default_rng(0).standard_normal((2, channels, 9, 7)).astype(np.float32)
    sums = convolved(quantized(x, STEP, zero, kind), w, **attrs) + bias.reshape(-1, 1, 1)
    module = graph(body, x=x.shape)
    assert_near(compiled(module, x)[0], quantized(np.maximum(sums * unit.reshape(-1, 1, 1), 0), OUT, end, out_kind))
    names = passes(module)
    assert not {"nn.conv2d", "nn.conv2d_nchwc", "qnn.conv"} & names
    assert {"qnn.conv2d_nchwc", "nn.depthwise_conv2d_nchwc"} & names


@pytest.mark.parametrize("case", [(1, 52, False, KINDS[0]), (13, 53, True, KINDS[1]), (9, 3, False, KINDS[2])])
def test_matrix_products(case: tuple[int, int, bool, Any]) -> None:
    rows, inner, transposed, kinds = case
    kind, zero, out_kind, end = kinds
    columns = 70
    w, scale = weight_of(columns, inner, dtype="uint8")
    w = np.clip(w, 1, 255)  # with the zero taken off, a signed byte
    bias = np.random.default_rng(3).standard_normal(columns).astype(np.float32)

    def body(o: Any, x: Any) -> Any:
        data = stored(o, x, STEP, zero, kind)
        if transposed:
            y = o.nn_dense(data, o.dequantize_linear(w, scale, np.full(columns, 128, np.uint8), axis=0))
        else:
            weight = o.dequantize_linear(w, scale, np.full(columns, 128, np.uint8), axis=0)
            y = o.matmul(data, o.transpose(weight, axes=[1, 0]))
        return stored(o, o.clip(o.add(y, bias), min=-3.0, max=6.0), OUT, end, out_kind)

    x = np.random.default_rng(0).standard_normal((2, rows, inner)).astype(np.float32)
    sums = quantized(x, STEP, zero, kind) @ (w.astype(np.int64) - 128).T
    module = graph(body, x=x.shape)
    want = np.clip(sums * (STEP * scale) + bias, -3, 6)
    assert_near(compiled(module, x)[0], quantized(want, OUT, end, out_kind))
    assert "qnn.dense_packed" in passes(module)


def test_a_block_with_a_residual() -> None:
    """Sums of two scaled values, pooling and joining of bytes, and a mean: nothing is scaled to floats in between."""
    channels = 32
    (v, s), (w, t) = weight_of(channels, channels, 1, 1), weight_of(channels, channels, 3, 3)

    def body(o: Any, x: Any) -> Any:
        a = o.nn_max_pool2d(stored(o, x, STEP, 130, "uint8"), pool_size=[3, 3], strides=[2, 2], padding=[1, 1, 1, 1])
        a = stored(o, a, STEP, 130, "uint8")
        weights = [o.dequantize_linear(q, c, np.zeros(channels, np.int8), axis=0) for q, c in ((v, s), (w, t))]
        b = stored(o, o.nn_conv2d(a, weights[0]), OUT, 120, "uint8")
        c = o.nn_conv2d(stored(o, o.nn_relu(b), OUT, 0, "uint8"), weights[1], padding=1)
        total = stored(o, o.nn_relu(o.add(stored(o, c, OUT, 99, "uint8"), a)), OUT, 3, "uint8")
        joined = o.concatenate([total, stored(o, o.nn_relu(b), OUT, 3, "uint8")], axis=1)
        return stored(o, o.reshape(joined, (1, 2 * channels, 30)), OUT, 3, "uint8")

    x = np.random.default_rng(0).standard_normal((1, channels, 11, 9)).astype(np.float32)
    module = graph(body, x=x.shape)
    names = passes(module)
    assert "qnn.conv2d_nchwc" in names
    assert not {"nn.conv2d_nchwc", "nn.conv2d"} & names
    got, want = compiled(module, x)[0], interpret(module, x)[0]
    assert_near(got, np.rint(want / OUT))


@pytest.mark.cover(1)
@pytest.mark.parametrize("name", ["add", "subtract", "multiply"])
@pytest.mark.parametrize("other", ["uint8", "int8", "channels", "tensor"])
def test_arithmetic_of_two_tensors_of_bytes(name: str, other: str) -> None:
    """Integers are scaled once; a constant of bytes stays bytes if it is as large as the result."""
    rng = np.random.default_rng(4)
    numbers = rng.integers(0, 256, (3, 1, 1) if other == "channels" else (2, 3, 8, 5)).astype(np.uint8)
    step, out = np.float32(0.013), np.float32(0.031)

    def body(o: Any, x: Any, y: Any) -> Any:
        kind = other if other.endswith("int8") else "uint8"
        right = stored(o, y, step, 3, kind)
        if kind != other:
            right = o.dequantize_linear(numbers, np.asarray(step), np.array(120, np.uint8))
        left = stored(o, x, STEP, -5, "int8")
        pair = (left, right) if other != "tensor" else (right, left)
        return stored(o, getattr(o, name)(*pair), out, 130, "uint8")

    x, y = (rng.standard_normal((2, 3, 8, 5)).astype(np.float32) for _ in range(2))
    module = graph(body, x=x.shape, y=y.shape)
    got, want = compiled(module, x, y)[0], interpret(module, x, y)[0]
    assert_near(got, np.rint(want / out), out)
    names = operators(DeadCodeElimination()(FuseQuantized()(module)))
    assert ("qnn.numbers" in names) == (other == "tensor")
    assert "qnn.scaled" not in names[names.index("multiply") :]


@pytest.mark.parametrize("method", ["nearest", "linear"])
def test_images_are_resized_as_bytes(method: str) -> None:
    """By the nearest pixel, which moves bytes; other methods compute floats."""

    def body(o: Any, x: Any) -> Any:
        y = o.resize(stored(o, x, STEP, 9, "uint8"), (11, 8), axes=[2, 3], method=method)
        return stored(o, y, STEP, 9, "uint8")

    x = np.random.default_rng(0).standard_normal((2, 3, 5, 4)).astype(np.float32)
    module = graph(body, x=x.shape)
    assert_near(compiled(module, x)[0], np.rint(interpret(module, x)[0] / STEP), STEP)
    names = operators(DeadCodeElimination()(FuseQuantized()(module)))
    assert names.count("qnn.saturate") == (1 if method == "nearest" else 2)


@pytest.mark.parametrize("out", ["uint8", "int8"])
def test_values_of_several_grids_are_joined_as_bytes(out: str) -> None:
    """A byte, a function of one, sums of products, floats and a constant: each is brought to the grid of the result by
    itself, as onnxruntime's result says of a quantisation after the concatenation."""
    w, scale = weight_of(8, 8, 1, 1)
    constant = np.random.default_rng(5).integers(0, 256, (2, 3, 5, 4)).astype(np.uint8)

    def body(o: Any, x: Any) -> Any:
        a, b = stored(o, x, STEP, 130, "uint8"), stored(o, x, np.float32(0.031), -7, "int8")
        y = o.nn_conv2d(a, o.dequantize_linear(w, scale, np.zeros(8, np.int8), axis=0))
        c = o.dequantize_linear(constant, np.asarray(np.float32(0.03)), np.array(99, np.uint8))
        return stored(o, o.concatenate([a, o.sigmoid(b), y, o.exp(x), c], axis=1), OUT, 7, out)

    x = np.random.default_rng(0).standard_normal((2, 8, 5, 4)).astype(np.float32)
    module = graph(body, x=x.shape)
    got, want = compiled(module, x)[0], interpret(module, x)[0]
    assert_near(got, np.rint(want / OUT))
    for target in ("haswell", "sapphirerapids"):
        parsed = Target.parse(f"llvm -mtriple=x86_64-linux-gnu -mcpu={target}")
        lookups = operators(DeadCodeElimination()(FuseQuantized.for_target(parsed)(module))).count("qnn.lookup")
        assert lookups == (2 if parsed.costs.byte_tables else 1)


@pytest.mark.parametrize("target", ["x86-64-v2", "x86-64-v3", "x86-64-v4", "sapphirerapids"])
def test_machines_agree(target: str) -> None:
    """Vectors of other lengths and other instructions: the same bytes."""
    if not Target.parse(f"llvm -mcpu={target}").features <= Target.host().features | {"sahf"}:
        pytest.skip("this machine has no such instructions")
    w, scale = weight_of(40, 24, 3, 3)

    def body(o: Any, x: Any) -> Any:
        weight = o.dequantize_linear(w, scale, np.zeros(40, np.int8), axis=0)
        return o.quantize_linear(o.nn_conv2d(stored(o, x, STEP, 7, "uint8"), weight), OUT, np.array(3, np.int8))

    x = np.random.default_rng(0).standard_normal((1, 24, 8, 9)).astype(np.float32)
    module = graph(body, x=x.shape)
    got = mlcc.build(module, target=f"llvm -mcpu={target}")(x)
    np.testing.assert_array_equal(got, mlcc.build(module)(x))


@pytest.mark.parametrize("case", ["computed", "other axis"])
def test_what_does_not_fit_is_computed_in_floats(case: str) -> None:
    w, scale = weight_of(32, 32, dtype="uint8", axis=1 if case == "other axis" else 0)
    zero = np.full(scale.shape, 128, np.uint8)
    axis = 1 if case == "other axis" else 0

    def body(o: Any, x: Any) -> Any:
        data = o.add(w, o.cast(o.multiply(x, np.float32(0)), dtype="uint8")) if case == "computed" else w
        y = o.nn_dense(stored(o, x, STEP, 7, "uint8"), o.dequantize_linear(data, scale, zero, axis=axis))
        return stored(o, y, OUT, 3, "uint8")

    x = np.random.default_rng(0).standard_normal((32, w.shape[1])).astype(np.float32)
    module = graph(body, x=x.shape)
    numbers = (w.astype(np.int64) - zero[0]) * np.moveaxis(scale[:, None], 0, axis).astype(np.float64)
    want = (quantized(x, STEP, 7, "uint8") * np.float64(STEP)) @ numbers.T
    assert_near(compiled(module, x)[0], quantized(want, OUT, 3, "uint8"))
    assert "qnn.dense_packed" not in passes(module)


@pytest.mark.parametrize("case", [("uint8", "int8", 0), ("int8", "uint8", 131), ("uint8", "uint8", 3)])
def test_integer_products(case: tuple[str, str, int]) -> None:
    """Zero points known at run time for rows, and matrices that are no signed bytes without theirs."""
    kind, other, zero = case
    rng = np.random.default_rng(0)
    b = rng.integers(np.iinfo(other).min, np.iinfo(other).max + 1, (52, 33)).astype(other)
    zeros = np.full(33, zero, other) + (np.arange(33) % 3).astype(other)

    def body(o: Any, x: Any, start: Any) -> Any:
        q = o.cast(x, dtype=kind)
        return o.cast(o.matmul_integer(q, b, o.cast(start, dtype=kind), zeros), dtype="float32")

    a = rng.integers(np.iinfo(kind).min, np.iinfo(kind).max + 1, (2, 9, 52)).astype(np.float32)
    start = np.array(77 if kind == "uint8" else -77, np.float32)
    module = graph(body, x=a.shape, start=())
    want = (a - start).astype(np.int64) @ (b.astype(np.int64) - zeros)
    np.testing.assert_array_equal(compiled(module, a, start)[0], want.astype(np.float32))
    assert "qnn.dense_packed" in passes(module)


def test_dynamically_quantised_layers_stay_in_blocks() -> None:
    """The range of a value, its scaling to bytes and the scaling of sums: nothing goes back to the plain layout."""

    def body(o: Any, x: Any) -> Any:
        for seed in range(2):
            w, _ = weight_of(32, 32, 3, 3, dtype="uint8")
            top, low = (o.multiply(f(x, axis=[0, 1, 2, 3]), np.float32(1)) for f in (o.max, o.min))
            step = o.divide(o.subtract(top, low), np.float32(255))
            zero = o.cast(o.clip(o.round(o.divide(o.negative(low), step)), min=0.0, max=255.0), dtype="uint8")
            levels = o.add(o.round(o.divide(x, step)), o.cast(zero, dtype="float32"))
            q = o.cast(o.clip(levels, min=0.0, max=255.0), dtype="uint8")
            sums = o.conv_integer(q, w, zero, np.array(119 + seed, np.uint8), padding=1)
            x = o.multiply(o.cast(sums, dtype="float32"), o.multiply(step, np.float32(0.01 + seed)))
        return x

    x = np.random.default_rng(0).standard_normal((1, 32, 9, 7)).astype(np.float32)
    module = graph(body, x=x.shape)
    want = interpret(module, x)[0]
    np.testing.assert_allclose(compiled(module, x)[0], want, rtol=0, atol=1e-5 * np.abs(want).max())
    for item in (*STAGES, FuseOps()):
        module = item(module)
    assert operators(module).count("nn.from_blocked") <= 1
    groups = [f for f in module.graph_funcs.values() if f.attrs.get("anchor") == "qnn.conv2d_nchwc"]
    assert len(groups) == 1  # scales and zero points are computed outside


def test_layers_that_differ_in_numbers_share_a_kernel() -> None:
    def body(o: Any, x: Any) -> Any:
        for seed in range(3):
            w, scale = weight_of(32, 32, 3, 3)
            weight = o.dequantize_linear(w, scale[seed], np.zeros((), np.int8))
            y = o.nn_relu(o.nn_conv2d(stored(o, x, 0.02 * np.float32(seed + 1), 0, "uint8"), weight, padding=1))
            x = stored(o, y, 0.02 * np.float32(seed + 2), 0, "uint8")
        return x

    module = graph(body, x=(1, 32, 8, 8))
    for item in (*STAGES, FuseOps()):
        module = item(module)
    groups = [f for f in module.graph_funcs.values() if f.attrs.get("anchor") == "qnn.conv2d_nchwc"]
    assert len(groups) == 2  # the last one gives floats


@pytest.mark.parametrize(("cpu", "by_winograd"), [("haswell", True), ("icelake-server", False)])
def test_convolutions_of_bytes_by_winograd_where_bytes_are_slow(cpu: str, by_winograd: bool) -> None:
    """Without an instruction for dot products of bytes; within one quantum."""
    target = Target.parse(f"llvm -mtriple=x86_64-unknown-linux-gnu -mcpu={cpu}")
    w, scale = weight_of(64, 64, 3, 3)

    def body(o: Any, x: Any) -> Any:
        weight = o.dequantize_linear(w, scale, np.zeros(64, np.int8), axis=0)
        return stored(o, o.nn_conv2d(stored(o, x, STEP, 128, "uint8"), weight, padding=1), OUT, 7, "uint8")

    x = np.random.default_rng(0).standard_normal((1, 64, 29, 29)).astype(np.float32)
    module = graph(body, x=x.shape)
    for winograd in (True, False):
        fused: Any = FuseQuantized.for_target(target)
        names = set(operators(fused.with_settings({"winograd": winograd})(module)))
        assert ("nn.conv2d" in names, "qnn.conv" in names) == (
            (True, False) if by_winograd and winograd else (False, True)
        )
    if target.triple == Target.host().triple and target.features <= Target.host().features:
        sums = convolved(quantized(x, STEP, 128, "uint8"), w, padding=1)
        want = quantized((sums * (STEP * scale).reshape(-1, 1, 1)).astype(np.float32), OUT, 7, "uint8")
        assert_near(mlcc.build(module, target)(x), want)
