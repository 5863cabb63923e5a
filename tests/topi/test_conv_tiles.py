"""Convolutions of bfloat16 and of bytes by registers of pixels and weights, against the same in float64."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from tolerances import assert_close

import mlcc
from mlcc import reference, relax, te, topi
from mlcc.diagnostics import Diagnostic, MlccError, Severity
from mlcc.ir import Constant, GraphCall, IRModule, Op, TensorStructInfo, Var, script
from mlcc.relax.transform import LegalizeOps, Normalize
from mlcc.relax.transform.tile_products import pack_conv_registers
from mlcc.schedule import schedule_function
from mlcc.target import Target

BF16: Any = ml_dtypes.bfloat16
#: (channels, image, outputs, kernel, strides, padding, dilation)
CASES = [
    (32, (5, 16), 32, (1, 1), (1, 1), (0, 0, 0, 0), (1, 1)),
    (40, (5, 7), 33, (3, 3), (1, 1), (1, 1, 1, 1), (1, 1)),
    (64, (6, 37), 64, (3, 3), (2, 2), (1, 0, 1, 2), (1, 1)),
    (32, (9, 9), 32, (1, 1), (2, 2), (0, 0, 0, 0), (1, 1)),
    (32, (4, 20), 48, (2, 5), (1, 3), (0, 2, 1, 2), (1, 2)),
    (32, (7, 7), 40, (3, 3), (1, 1), (1, 1, 1, 1), (1, 1)),  # joined rows
    (70, (9, 6), 32, (2, 3), (3, 3), (0, 2, 1, 2), (2, 2)),
    (32, (13, 14), 32, (3, 3), (2, 2), (1, 1, 1, 1), (1, 1)),  # joined rows of phases
    (40, (7, 37), 33, (3, 3), (1, 1), (2, 1, 2, 1), (2, 1)),  # a line more, so that two share weights
    (32, (9, 70), 32, (3, 3), (2, 2), (1, 1, 1, 1), (1, 1)),
    (32, (5, 40), 32, (1, 5), (2, 1), (0, 2, 0, 2), (1, 1)),
]
KINDS = ["bfloat16", "uint8"]


def numbers(*shape: int, seed: int = 0) -> Any:
    return np.random.default_rng([seed, *shape]).standard_normal(shape).astype(BF16)


def integers(kind: str, *shape: int) -> Any:
    info = np.iinfo(kind)
    return np.random.default_rng(shape).integers(info.min, info.max + 1, shape).astype(kind)


def operands(kind: str, data: Any, weight: Any) -> tuple[Any, Any]:
    """Random data of `kind` and weights that it is multiplied with."""
    if kind == "uint8":
        return integers("uint8", *data), integers("int8", *weight)
    return numbers(*data), numbers(*weight, seed=1)


def blocked(x: Any) -> Any:
    """(N, C, H, W) in blocks of channels of 64 bytes, the last padded with zeros."""
    n, c, h, w = x.shape
    block = 64 // x.itemsize
    full = np.pad(x, ((0, 0), (0, -c % block), (0, 0), (0, 0)))
    return np.ascontiguousarray(full.reshape(n, -1, block, h, w).transpose(0, 1, 3, 4, 2))


def plain(y: Any) -> Any:
    """(N, blocks, H, W, block) as (N, C, H, W)."""
    n, _, h, w, _ = np.asarray(y).shape
    return np.asarray(y).transpose(0, 1, 4, 2, 3).reshape(n, -1, h, w)


def convolution(x: Any, w: Any, strides: Any, padding: Any, dilation: Any, zero: int = 0) -> Any:
    top, left, bottom, right = padding
    full = np.pad(x.astype(float), ((0, 0), (0, 0), (top, bottom), (left, right)), constant_values=zero)
    high, wide = ((k - 1) * d + 1 for k, d in zip(w.shape[2:], dilation, strict=True))
    windows = np.lib.stride_tricks.sliding_window_view(full, (high, wide), (2, 3))
    taken = windows[:, :, :: strides[0], :: strides[1], :: dilation[0], :: dilation[1]]
    return np.einsum("nchwij,ocij->nohw", taken, w.astype(float))


def module_of(x: Any, w: Any, sizes: Any = None, **attrs: Any) -> IRModule:
    """The convolution of data like `x`, or of these `sizes`."""
    builder = relax.BlockBuilder()
    param = relax.Var("x", TensorStructInfo(sizes or x.shape, str(x.dtype)))
    out = {} if x.dtype == np.uint8 else {"out_dtype": "float32"}
    call = GraphCall(Op("nn.conv2d_tiles"), (param, Constant(pack_conv_registers(w))), {**attrs, **out})
    with builder.function("main", [param]):
        with builder.dataflow():
            result = builder.emit_output(builder.emit(call))
        builder.emit_func_output(result)
    return Normalize()(builder.get())


def built(module: IRModule, x: Any) -> Any:
    """Compiled for this machine, without a word about a schedule that does not fit."""
    reported: list[Diagnostic] = []
    result = mlcc.build(module, "llvm -mcpu=native", on_warning=reported.append).main(x)
    assert not [d for d in reported if d.severity is not Severity.NOTE]
    return result


@pytest.mark.parametrize("kind", KINDS)
def test_the_schedule_applies_where_there_are_tile_registers(kind: str) -> None:
    """For every kind of convolution, whatever machine the test runs on."""
    target = Target.parse("llvm -mtriple=x86_64-linux-gnu -mcpu=sapphirerapids")
    for channels, image, outputs, kernel, strides, padding, dilation in CASES:
        x, w = operands(kind, (1, channels, *image), (outputs, channels, *kernel))
        attrs = {"strides": list(strides), "padding": list(padding), "dilation": list(dilation)}
        legal = LegalizeOps()(module_of(blocked(x), w, **attrs))
        (func,) = legal.prim_funcs.values()
        scheduled = schedule_function(func, target)[0]
        assert {"bfloat16": "amx_tdpbf16ps", "uint8": "amx_tdpbusd"}[kind] in script(scheduled)


@pytest.mark.every(5)
@pytest.mark.parametrize(("channels", "image", "outputs", "kernel", "strides", "padding", "dilation"), CASES)
def test_results(
    channels: int, image: Any, outputs: int, kernel: Any, strides: Any, padding: Any, dilation: Any
) -> None:
    """Sums are float32, of exact products; compiled by registers where the machine has them."""
    x, w = numbers(2, channels, *image), numbers(outputs, channels, *kernel, seed=1)
    attrs = {"strides": list(strides), "padding": list(padding), "dilation": list(dilation)}
    want = convolution(x, w, strides, padding, dilation)
    bound = convolution(np.abs(x), np.abs(w), strides, padding, dilation)
    module = module_of(blocked(x), w, **attrs)
    for got in (
        reference.run(LegalizeOps()(module), [blocked(x)])[0],
        built(module, blocked(x)),
    ):
        assert not plain(got)[:, outputs:].any()
        assert (np.abs(plain(got)[:, :outputs] - want) <= 1e-5 * bound + 1e-30).all()


def test_only_some_columns() -> None:
    """Rows of data in full registers are read where they lie: no copy is made."""
    x, w = numbers(1, 33, 65, 48), numbers(40, 33, 3, 1, seed=1)
    want = convolution(x, w, (2, 1), (0, 0, 0, 0), (1, 1))[..., :37]
    module = module_of(blocked(x), w, strides=[2, 1], columns=37)
    assert "pad_temp" not in next(iter(LegalizeOps()(module).prim_funcs.values())).script()
    for got in (reference.run(LegalizeOps()(module), [blocked(x)])[0], built(module, blocked(x))):
        assert_close(plain(got)[:, :40], want)


@pytest.mark.every(4)
@pytest.mark.parametrize(("channels", "image", "outputs", "kernel", "strides", "padding", "dilation"), CASES)
def test_results_of_bytes(
    channels: int, image: Any, outputs: int, kernel: Any, strides: Any, padding: Any, dilation: Any
) -> None:
    """Sums are exact; the padding is the zero point, known while compiling or an operand."""
    x, w = operands("uint8", (2, channels, *image), (outputs, channels, *kernel))
    attrs = {"strides": list(strides), "padding": list(padding), "dilation": list(dilation)}
    want = convolution(x, w, strides, padding, dilation, 113)
    module = module_of(blocked(x), w, **attrs, zero_point=113)
    for got in (reference.run(LegalizeOps()(module), [blocked(x)])[0], built(module, blocked(x))):
        np.testing.assert_array_equal(plain(got)[:, :outputs], want)
        assert not plain(got)[:, outputs:].any()
    data, weight = te.placeholder(blocked(x).shape, name="x", dtype="uint8"), pack_conv_registers(w)
    other = te.placeholder(weight.shape, name="w", dtype="int8")
    zero = te.placeholder((), name="zero", dtype="uint8")
    func = te.create_prim_func([data, other, zero, topi.nn.conv2d_tiles(data, other, zero, **attrs)])
    result = np.zeros(np.asarray(got).shape, np.int32)
    mlcc.build(func, "llvm -mcpu=native")(blocked(x), weight, np.array(113, np.uint8), result)
    np.testing.assert_array_equal(plain(result)[:, :outputs], want)


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("kind", "case", "symbolic"), [("uint8", 1, (2, 3)), ("bfloat16", 2, (2, 3)), ("uint8", 5, (0,))]
)
def test_images_of_symbolic_size(kind: str, case: int, symbolic: tuple[int, ...]) -> None:
    """One program for all sizes, with a schedule for tile registers."""
    channels, image, outputs, kernel, strides, padding, dilation = CASES[case]
    x, w = operands(kind, (2, channels, *image), (outputs, channels, *kernel))
    attrs = {"strides": list(strides), "padding": list(padding), "dilation": list(dilation)}
    names = dict(zip((0, 2, 3), "nhw", strict=True))
    sizes = tuple(Var(names[n], "int64") if n in symbolic else d for n, d in enumerate(blocked(x).shape))
    module = module_of(blocked(x), w, sizes, **attrs)
    (func,) = LegalizeOps()(module).prim_funcs.values()
    target = Target.parse("llvm -mtriple=x86_64-linux-gnu -mcpu=sapphirerapids")
    assert {"bfloat16": "amx_tdpbf16ps", "uint8": "amx_tdpbusd"}[kind] in script(schedule_function(func, target)[0])
    compiled = mlcc.build(module, "llvm -mcpu=native").main
    for data in (x, x[:1] if 0 in symbolic else x[:, :, :3]):
        want = convolution(data, w, strides, padding, dilation)
        assert_close(plain(compiled(blocked(data)))[:, :outputs], want)


def test_one_row_of_pixels_is_an_image() -> None:
    x, w = numbers(1, 32, 7, 9), numbers(32, 32, 1, 1, seed=1)
    rows = blocked(x).reshape(1, 1, 1, 63, 32)
    got = built(module_of(rows, w, image=[7, 9]), rows)
    want = np.einsum("nchw,oc->nhwo", x.astype(float), w[:, :, 0, 0].astype(float))
    assert_close(np.asarray(got)[:, 0], want)


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("channels", "image", "outputs", "kernel", "padding", "parallel"),
    [
        (32, (11, 20), 32, (3, 1), (1, 0, 1, 0), 1),  # the last chunk is shorter
        (96, (9, 32), 64, (3, 1), (1, 0, 1, 0), 1),  # weights of several panels
        (96, (20, 20), 64, (1, 1), None, 1),  # pixels of one row
        (96, (7, 7), 96, (3, 3), (1, 1, 1, 1), 1),  # joined rows: threads share panels
        (960, (11, 10), 64, (1, 1), None, 2),  # too few tiles: threads share the padding, then the panels
    ],
)
def test_threads_share_chunks_of_rows(
    channels: int, image: Any, outputs: int, kernel: Any, padding: Any, parallel: int
) -> None:
    x, w = numbers(1, channels, *image), numbers(outputs, channels, *kernel, seed=1)
    data, attrs = blocked(x), {"padding": list(padding or (0, 0, 0, 0))}
    if padding is None:
        data, attrs = data.reshape(1, data.shape[1], 1, -1, 32), {"image": list(image)}
    module = module_of(data, w, **attrs)
    (func,) = LegalizeOps()(module).prim_funcs.values()
    scheduled = schedule_function(func, Target.parse("llvm -mcpu=sapphirerapids -num-cores=4"))[0]
    text = script(scheduled)
    assert "amx_tdpbf16ps" in text
    assert text.count("T.parallel(") == parallel
    want = convolution(x, w, (1, 1), padding or (0, 0, 0, 0), (1, 1))
    for cores in (1, 2, 4):
        got = mlcc.build(module, f"llvm -mcpu=native -num-cores={cores}").main(data)
        assert_close(plain(got), want)


@pytest.mark.parametrize(("channels", "dtype", "code"), [(16, "bfloat16", "T203"), (32, "float32", "T204")])
def test_refused(channels: int, dtype: str, code: str) -> None:
    data = te.placeholder((1, 1, 4, 4, channels), name="x", dtype=dtype)
    weight = te.placeholder((1, 1, 1, 1, 2, 16, 16, 2), name="w", dtype="bfloat16")
    with pytest.raises(MlccError, match=code):
        topi.nn.conv2d_tiles(data, weight)
