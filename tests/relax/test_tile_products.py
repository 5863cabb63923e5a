"""Products of bfloat16 and of bytes in tile registers: which ones, with what layouts, and their results."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from tolerances import assert_close as close

import mlcc
from mlcc.ir import IRModule, Var
from mlcc.relax.operators import operator_name
from mlcc.relax.transform import (
    ConvertLayout,
    DeadCodeElimination,
    FuseQuantized,
    LowerPrecision,
    PackWeights,
    WidenProducts,
)
from mlcc.relax.transform.pack_weights import pack_groups
from mlcc.relax.transform.tile_products import tile_columns
from mlcc.target import Target

from .graphs import compiled, graph, interpret, normal, operators
from .quantized import OUT, STEP, assert_near, stored, weight_of

SAPPHIRE = Target.parse("llvm -mtriple=x86_64-linux-gnu -mcpu=sapphirerapids")
ICELAKE = Target.parse("llvm -mtriple=x86_64-linux-gnu -mcpu=icelake-server")
BF16: Any = ml_dtypes.bfloat16


def test_panels_of_groups() -> None:
    matrix = np.arange(6 * 5, dtype=np.int32).reshape(6, 5)
    packed = pack_groups(matrix, 4, 2, 8)
    assert packed.shape == (2, 4, 4, 2)
    whole = packed.transpose(0, 2, 1, 3).reshape(8, 8).T
    np.testing.assert_array_equal(whole[:6, :5], matrix)
    assert not whole[6:].any()
    assert not whole[:, 5:].any()
    assert [tile_columns(n) for n in (1, 16, 17, 999)] == [16, 16, 32, 32]


def product(bias: bool = False, transposed: bool = False) -> Any:
    """A product with a matrix of 70 x 45, a constant or the second parameter."""

    def body(o: Any, x: Any, w: Any = None) -> Any:
        weight = (normal(45, 70, seed=1) if transposed else normal(70, 45, seed=1)).astype(BF16)
        y = o.matmul(x, weight if w is None else w, **({"transpose_b": True} if transposed else {}))
        return o.add(y, normal(45, seed=2).astype(BF16)) if bias else y

    return body


@pytest.mark.parametrize("target", [SAPPHIRE, ICELAKE])
@pytest.mark.parametrize("transposed", [False, True])
def test_layouts(target: Target, transposed: bool) -> None:
    """Enough rows are multiplied in tile registers; few, and those of other machines, in float32."""
    for rows in (4, 5, 33, Var("n", "int64")):
        module = graph(product(True, transposed), "bfloat16", x=(rows, 70))
        for item in (WidenProducts, PackWeights):
            module = item.for_target(target)(module)
        calls: list[Any] = [
            b.value for b in module.graph_funcs["main"].bindings() if operator_name(b.value) == "nn.dense_packed"
        ]
        shape = calls[0].args[1].sinfo.static_shape()
        in_tiles = target is SAPPHIRE and rows != 4
        assert len(shape) == (4 if in_tiles else 3)
        assert not in_tiles or shape == (2, 48, 32, 2)  # K is rounded up to a multiple of 32, in pairs


def test_a_length_that_only_the_run_gives_is_not_rounded_up() -> None:
    module = graph(product(), "bfloat16", x=(33, Var("k", "int64")))
    for item in (WidenProducts, PackWeights):
        module = item.for_target(SAPPHIRE)(module)
    calls: list[Any] = [b.value for b in module.graph_funcs["main"].bindings()]
    (weight,) = [call.args[1] for call in calls if operator_name(call) == "nn.dense_packed"]
    assert weight.sinfo.static_shape()[1] == 70


@pytest.mark.every(4)
@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("rows", [5, 16, 33, 70])
def test_results(rows: int, transposed: bool) -> None:
    """Of the graph after the passes, of the compiled model, and for a matrix that is a parameter."""
    shape = (45, 70) if transposed else (70, 45)
    x, w = normal(rows, 70).astype(BF16), normal(*shape, seed=1).astype(BF16)
    total = x.astype(np.float64) @ (w.T if transposed else w).astype(np.float64)
    sizes = np.abs(x.astype(np.float64)) @ np.abs((w.T if transposed else w).astype(np.float64))
    for bias in (False, True):
        want = total + (normal(45, seed=2).astype(BF16).astype(np.float64) if bias else 0)
        module = graph(product(bias, transposed), "bfloat16", x=(rows, 70))
        other = graph(product(bias, transposed), "bfloat16", x=(rows, 70), w=shape)
        packed = PackWeights.for_target(SAPPHIRE)(WidenProducts.for_target(SAPPHIRE)(module))
        assert "nn.dense_packed" in operators(packed)
        once = 2.0**-8 * np.abs(want) * 1.01 + 1e-5 * sizes  # one rounding to bfloat16, and float32's in the sums
        assert (np.abs(np.asarray(interpret(packed, x)[0]).astype(np.float64) - want) <= once).all()
        assert (np.abs(np.asarray(compiled(module, x)[0]).astype(np.float64) - want) <= once).all()
        # where the matrix is no constant, the product is rounded before the addition
        twice = once + (2.0**-8 * np.abs(total) * 1.02 if bias else 0)
        assert (np.abs(np.asarray(compiled(other, x, w)[0]).astype(np.float64) - want) <= twice).all()


def test_symbolic_rows() -> None:
    """Rows in a number that is known at run time, with batches."""
    module = graph(product(True), "bfloat16", x=(Var("b", "int64"), Var("n", "int64"), 70))
    packed = PackWeights.for_target(SAPPHIRE)(WidenProducts.for_target(SAPPHIRE)(module))
    assert "nn.dense_packed" in operators(packed)
    for shape in ((1, 1, 70), (3, 13, 70), (1, 129, 70)):
        x = normal(*shape).astype(BF16)
        weight, bias = normal(70, 45, seed=1).astype(BF16), normal(45, seed=2).astype(BF16)
        want = x.astype(np.float64) @ weight.astype(np.float64) + bias.astype(np.float64)
        sizes = np.abs(x.astype(np.float64)) @ np.abs(weight.astype(np.float64))
        once = 2.0**-8 * np.abs(want) * 1.01 + 1e-5 * sizes
        assert (np.abs(np.asarray(compiled(module, x)[0]).astype(np.float64) - want) <= once).all()


def convolutions(o: Any, x: Any) -> Any:
    """A stem of 3 channels, a residual block with a pool, and a depthwise convolution."""
    a = o.nn_relu(o.nn_conv2d(x, normal(40, 3, 3, 3) / 4, padding=1, strides=[2, 2]))
    b = o.nn_relu(o.add(o.nn_conv2d(a, normal(40, 40, 3, 3, seed=1) / 16, padding=1), normal(1, 40, 1, 1)))
    c = o.add(o.nn_conv2d(b, normal(40, 40, 1, 1, seed=2) / 8), a)
    d = o.nn_conv2d(c, normal(40, 1, 3, 3, seed=3) / 4, padding=1, groups=40)
    pooled = o.nn_max_pool2d(d, pool_size=[2, 2], strides=[2, 2])
    return o.nn_conv2d(pooled, normal(70, 40, 1, 1, seed=4) / 8)


def lowered(target: Target, module: IRModule) -> IRModule:
    for item in (LowerPrecision("bfloat16"), WidenProducts.for_target(target), DeadCodeElimination()):
        module = item(module)
    return ConvertLayout.for_target(target)(module)


def test_convolutions_of_enough_channels_use_registers() -> None:
    module = graph(convolutions, x=(1, 3, 18, 22))
    assert operators(lowered(SAPPHIRE, module)).count("nn.conv2d_tiles") == 4
    assert "nn.conv2d_tiles" not in operators(lowered(ICELAKE, module))


def test_results_of_convolutions() -> None:
    """In registers and in float32 the same operands are multiplied: both are right to a few roundings."""
    module, x = graph(convolutions, x=(2, 3, 18, 22)), normal(2, 3, 18, 22)
    exact = interpret(module, x)[0]
    assert exact.shape == (2, 70, 4, 5)
    for got in (
        interpret(lowered(SAPPHIRE, module), x)[0],
        interpret(lowered(ICELAKE, module), x)[0],
        mlcc.build(module, "llvm -mcpu=native", precision="bfloat16").main(x),
    ):
        error = np.linalg.norm(np.asarray(got) - exact) / np.linalg.norm(exact)
        assert 0 < error < 8 * 2.0**-8


def test_pixels_of_strides_are_copied_once() -> None:
    """Convolutions of single pixels read those of their strides as one row, which two of them share."""

    def body(o: Any, x: Any) -> Any:
        a = o.nn_max_pool2d(x, pool_size=3, strides=1, padding=1)
        return tuple(o.nn_conv2d(a, normal(64, 64, 1, 1, seed=n) / 8, strides=[2, 3]) for n in (1, 2))

    module, x = graph(body, x=(1, 64, 14, 19)), normal(1, 64, 14, 19)
    blocks = lowered(SAPPHIRE, module)
    assert operators(blocks).count("strided_slice") == 1
    for got, want in zip(interpret(blocks, x), interpret(module, x), strict=True):
        assert got.shape == want.shape == (1, 64, 7, 7)
        assert 0 < np.linalg.norm(got - want) < 8 * 2.0**-8 * np.linalg.norm(want)


def byte_layers(o: Any, x: Any) -> Any:
    """A convolution of 3 channels, one of each channel, and two of many channels with a residual sum between them."""
    a = stored(o, x, STEP, 130, "uint8")
    shapes = [(64, 3, 3, 3), (64, 1, 3, 3), (96, 64, 1, 1), (96, 96, 3, 3), (24, 96, 1, 1)]
    weights = []
    for shape in shapes:
        w, scale = weight_of(*shape)
        scale /= np.sqrt(np.prod(shape[1:]) / 18)
        weights.append(o.dequantize_linear(w, scale, np.zeros(shape[0], np.int8), axis=0))
    a = stored(o, o.nn_relu(o.nn_conv2d(a, weights[0], padding=1, strides=2)), OUT, 0, "uint8")
    a = stored(o, o.nn_conv2d(a, weights[1], padding=1, groups=64), OUT, 120, "uint8")
    a = stored(o, o.nn_conv2d(a, weights[2]), OUT, 131, "uint8")
    b = stored(o, o.nn_conv2d(a, weights[3], padding=1), OUT, 101, "uint8")
    a = stored(o, o.nn_relu(o.add(a, b)), OUT, 3, "uint8")
    return stored(o, o.nn_conv2d(a, weights[4]), OUT, 99, "uint8")


def test_convolutions_of_bytes() -> None:
    """Many channels are summed in tile registers, others in vectors; blocks change where they meet, without a plain
    layout between. Where there are no tile registers all are as before."""
    module = graph(byte_layers, x=(1, 3, 15, 14))
    for target in (SAPPHIRE, ICELAKE):
        chosen = module
        for item in (FuseQuantized, DeadCodeElimination, ConvertLayout, DeadCodeElimination):
            chosen = item.for_target(target)(chosen) if hasattr(item, "for_target") else item()(chosen)
        names = list(operators(chosen))
        assert names.count("nn.conv2d_tiles") == (2 if target is SAPPHIRE else 0)
        assert names.count("nn.to_blocked") == names.count("nn.from_blocked") == 1
        x = normal(1, 3, 15, 14)
        assert_near(np.asarray(interpret(chosen, x)[0]), np.rint(interpret(module, x)[0] / OUT))
    assert_near(compiled(module, x)[0], np.rint(interpret(module, x)[0] / OUT))


@pytest.mark.parametrize(
    ("image", "kernel", "attrs"),
    [
        ((15, 18), (64, 3, 7, 7), {"strides": 2, "padding": 3}),
        ((14, 17), (40, 4, 5, 5), {"strides": [2, 1], "padding": [0, 2, 1, 2], "dilation": [1, 2]}),
    ],
)
def test_windows_of_bytes(image: tuple[int, ...], kernel: tuple[int, ...], attrs: dict[str, Any]) -> None:
    """Lines of windows of few channels fill registers of bytes, with the zero point around the image."""
    w, scale = weight_of(*kernel)

    def body(o: Any, x: Any) -> Any:
        weight = o.dequantize_linear(w, scale, np.zeros(kernel[0], np.int8), axis=0)
        return stored(o, o.nn_conv2d(stored(o, x, STEP, 137, "uint8"), weight, **attrs), OUT, 120, "uint8")

    module, x = graph(body, x=(1, kernel[1], *image)), normal(1, kernel[1], *image)
    results = []
    for target in (SAPPHIRE, ICELAKE):
        chosen = module
        for item in (FuseQuantized(), DeadCodeElimination(), ConvertLayout.for_target(target)):
            chosen = item(chosen)
        names = operators(chosen)
        assert ("nn.im2col" in names, "nn.conv2d_tiles" in names) == (target is SAPPHIRE,) * 2
        results.append(np.asarray(interpret(chosen, x)[0]))
    np.testing.assert_array_equal(*results)
    assert_near(results[0], np.rint(interpret(module, x)[0] / OUT))


#: (channels, outputs, groups): groups that fill blocks of 64 bytes, and with data or results that do not.
BYTE_GROUPS = [(128, 256, 2, False), (192, 384, 3, True), (96, 128, 2, False), (128, 96, 2, False)]


@pytest.mark.every(2)
@pytest.mark.parametrize(("channels", "outputs", "groups", "pointwise"), BYTE_GROUPS)
def test_groups_of_bytes(channels: int, outputs: int, groups: int, pointwise: bool) -> None:
    kernel = 1 if pointwise else 3
    w, scale = weight_of(outputs, channels // groups, kernel, kernel)

    def body(o: Any, x: Any) -> Any:
        weight = o.dequantize_linear(w, scale / 8, np.zeros(outputs, np.int8), axis=0)
        y = o.nn_conv2d(stored(o, x, STEP, 130, "uint8"), weight, padding=kernel // 2, groups=groups)
        return stored(o, y, OUT, 99, "uint8")

    module, x = graph(body, x=(1, channels, 7, 6)), normal(1, channels, 7, 6)
    chosen = module
    for item in (FuseQuantized, DeadCodeElimination, ConvertLayout, DeadCodeElimination):
        chosen = item.for_target(SAPPHIRE)(chosen)
    fills = channels // groups % 64 == outputs // groups % 64 == 0
    assert operators(chosen).count("nn.conv2d_tiles") == fills
    want = np.rint(interpret(module, x)[0] / OUT)
    assert_near(np.asarray(interpret(chosen, x)[0]), want)
    assert_near(compiled(module, x)[0], want)


def test_blocks_of_another_size() -> None:
    """Channels keep their order; blocks beyond the data are zeros."""
    data = np.arange(2 * 3 * 2 * 2 * 16, dtype=np.int32).reshape(2, 3, 2, 2, 16)
    for block, channels in ((64, 40), (8, 40), (64, 130)):
        module = graph(lambda o, x: o.nn_reblock(x, block=block, channels=channels), "int32", x=data.shape)  # noqa: B023
        got = np.asarray(compiled(module, data)[0])
        flat = got.transpose(0, 1, 4, 2, 3).reshape(2, -1, 2, 2)
        assert got.shape == (2, -(-channels // block), 2, 2, block)
        kept = min(48, flat.shape[1])
        np.testing.assert_array_equal(flat[:, :kept], data.transpose(0, 1, 4, 2, 3).reshape(2, -1, 2, 2)[:, :kept])
        assert not flat[:, kept:].any()


def test_one_pixel_is_too_few_rows() -> None:
    """Of a product with a single row, registers would be empty but for that row."""

    def body(o: Any, x: Any) -> Any:
        pooled = o.nn_global_avg_pool2d(o.nn_conv2d(x, normal(32, 32, 3, 3), padding=1))
        return o.nn_conv2d(pooled, normal(40, 32, 1, 1, seed=1))

    assert operators(lowered(SAPPHIRE, graph(body, x=(1, 32, 5, 5)))).count("nn.conv2d_tiles") == 1


#: (channels, image, kernel, strides, padding, dilation): whole windows, lines of windows and squares as channels.
STEMS = [
    (3, (31, 27), (11, 11), [4, 4], [2, 2, 2, 2], [1, 1]),
    (3, (17, 19), (4, 4), [4, 4], [0, 0, 0, 0], [1, 1]),
    (5, (20, 23), (6, 4), [3, 2], [2, 1, 3, 1], [1, 1]),
    (2, (9, 50), (1, 40), [1, 1], [0, 3, 0, 3], [1, 1]),
    (3, (9, 50), (1, 11), [2, 3], [0, 3, 0, 3], [1, 1]),
    (3, (17, 19), (7, 7), [2, 2], [3, 3, 3, 3], [1, 1]),
    (3, (9, 33), (3, 3), [1, 1], [1, 1, 1, 1], [1, 1]),
    (1, (20, 20), (5, 4), [1, 3], [2, 0, 1, 2], [1, 2]),
    (4, (12, 11), (3, 5), [2, 1], [0, 0, 0, 0], [2, 1]),
]


@pytest.mark.every(4)
@pytest.mark.parametrize(("channels", "image", "kernel", "strides", "padding", "dilation"), STEMS)
def test_windows_of_few_channels(
    channels: int, image: tuple[int, ...], kernel: tuple[int, ...], strides: Any, padding: Any, dilation: Any
) -> None:
    """Exact products of the rounded operands; an infinite pixel reaches the windows that contain it and no other."""

    def body(o: Any, x: Any) -> Any:
        attrs = {"strides": strides, "padding": padding, "dilation": dilation}
        return o.nn_conv2d(x, weight, **attrs)

    def rounded(values: Any) -> Any:
        return values.astype(BF16).astype(np.float32)

    weight = normal(24, channels, *kernel)
    x, module = normal(1, channels, *image), graph(body, x=(1, channels, *image))
    x[0, 0, 5, 6] = np.inf
    assert "nn.conv2d_tiles" in operators(lowered(SAPPHIRE, module))
    given, weight = rounded(x), rounded(weight)
    want = interpret(graph(body, x=x.shape), given)[0]
    for got in (
        interpret(lowered(SAPPHIRE, module), x)[0],
        mlcc.build(module, "llvm -mcpu=native", precision="bfloat16").main(x),
    ):
        close(got, want)


#: (channels, outputs, groups, kernel): groups that fill blocks, with padded data, and with results that do not.
GROUPS = [(64, 128, 2, 3), (96, 64, 2, 1), (60, 96, 3, 3), (64, 40, 2, 1), (60, 72, 3, 3)]


@pytest.mark.every(2)
@pytest.mark.parametrize(("channels", "outputs", "groups", "kernel"), GROUPS)
def test_groups_of_channels(channels: int, outputs: int, groups: int, kernel: int) -> None:
    """Each group is a convolution of its own: an infinite number of one does not reach the others."""

    def body(o: Any, x: Any) -> Any:
        before = o.nn_relu(o.nn_conv2d(x, stem, padding=0))
        return o.nn_conv2d(before, weight, padding=kernel // 2, groups=groups)

    stem, weight = normal(channels, 32, 1, 1) / 8, normal(outputs, channels // groups, kernel, kernel, seed=1)
    stem[0] = np.inf
    x, module = np.abs(normal(1, 32, 7, 9)), graph(body, x=(1, 32, 7, 9))
    chosen = lowered(SAPPHIRE, module)
    assert operators(chosen).count("nn.conv2d_tiles") == 1 + (outputs // groups % 32 == 0 or kernel > 1)
    want = interpret(module, x)[0]
    for got in (interpret(chosen, x)[0], mlcc.build(module, "llvm -mcpu=native", precision="bfloat16").main(x)):
        first, others = np.asarray(got)[:, : outputs // groups], np.asarray(got)[:, outputs // groups :]
        assert not np.isfinite(first).any()
        exact = want[:, outputs // groups :]
        assert np.linalg.norm(others - exact) < 2.0**-6 * np.linalg.norm(exact)


def test_blocks_suit_most_convolutions() -> None:
    """Where one of many convolutions uses registers, its results change blocks, not those of the others."""

    def body(o: Any, x: Any) -> Any:
        a = o.nn_relu(o.nn_conv2d(x, normal(32, 3, 3, 3) / 4, padding=1, strides=2))
        for seed in range(3):
            a = o.nn_relu(o.nn_conv2d(a, normal(32, 1, 3, 3, seed=seed) / 2, padding=1, groups=32))
        return a

    module, x = graph(body, x=(1, 3, 18, 22)), normal(1, 3, 18, 22)
    names = list(operators(lowered(SAPPHIRE, module)))
    assert names.count("nn.conv2d_tiles") == 1
    assert names.count("nn.reblock") == 1
    want = interpret(module, x)[0]
    got = np.asarray(mlcc.build(module, "llvm -mcpu=native", precision="bfloat16").main(x))
    assert np.linalg.norm(got - want) < 2.0**-6 * np.linalg.norm(want)


@pytest.mark.every(3)
@pytest.mark.parametrize(
    ("channels", "kernel", "attrs"),
    [
        (40, (2, 3, 3), {"padding": [2, 2, 2, 1, 2, 2], "dilation": [3, 2, 2]}),
        (40, (3, 3, 1), {"padding": [0, 1, 0, 0, 1, 0], "strides": [2, 1, 2]}),
        (40, (3, 3, 3), {"padding": [1, 1, 1, 1, 1, 1]}),
        (3, (3, 7, 7), {"padding": [1, 3, 3, 1, 3, 3], "strides": [1, 2, 2]}),  # windows of nine channels
        (8, (3, 3, 3), {"padding": [0, 1, 1, 0, 1, 1]}),
        (1, (3, 3, 3), {"padding": [1, 1, 1, 1, 1, 1]}),
        (40, (1, 1, 1), {"strides": [2, 2, 2]}),
    ],
)
def test_volumes(channels: int, kernel: tuple[int, ...], attrs: dict[str, Any]) -> None:
    """The slices of volumes are a batch of images; their channels need not fill registers."""
    w, bias = normal(70, channels, *kernel) / 16, normal(70, 1, 1, 1, seed=2)

    def body(o: Any, x: Any) -> Any:
        return o.nn_relu(o.add(o.nn_conv3d(x, w, **attrs), bias))

    shape = (2, channels, 3, 7, 9)
    module, x = graph(body, x=shape), normal(*shape)
    names = operators(lowered(SAPPHIRE, module))
    assert names.count("nn.conv2d_tiles") == 1
    exact = interpret(module, x)[0]
    for got in (
        interpret(lowered(SAPPHIRE, module), x)[0],
        mlcc.build(module, "llvm -mcpu=native", precision="bfloat16").main(x),
    ):
        error = np.linalg.norm(np.asarray(got) - exact) / np.linalg.norm(exact)
        assert 0 < error < 8 * 2.0**-8
