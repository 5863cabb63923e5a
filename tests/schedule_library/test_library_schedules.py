"""Schedules of the library on kernels they are for: chosen, equal to the unscheduled kernel, replayed by the trace."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tolerances import assert_close

import mlcc
from mlcc import resources, te, topi
from mlcc.diagnostics import MlccError
from mlcc.ir import Block, For, Var, structural_equal, walk
from mlcc.ir.dtype import numpy_dtype
from mlcc.schedule import apply_script, schedule_function
from mlcc.target import Target

TARGET = Target.parse(None)
KW: dict[str, Any] = {"layout": "NCHWc", "pool_size": [3, 3], "strides": [2, 2], "padding": [1, 1, 1, 1]}
LANES = TARGET.vector_lanes("float32")
FAR = 16 * (TARGET.l2_bytes // (16 * 4096) + 2)  # so many rows of 1024 elements are larger than L2

#: Schedule, operator, shapes, attributes. Extents: some divide by the lanes, some do not.
CASES: list[tuple[str, str, list[tuple[int, ...]], dict[str, Any]]] = [
    ("reduce_rows", "sum", [(9, 96)], {"axis": [1]}),
    ("reduce_rows", "mean", [(1, 5, 9, 11)], {"axis": [2, 3], "keepdims": True}),
    ("reduce_rows", "max", [(7, 197)], {"axis": [1]}),
    ("reduce_rows", "sum", [(4, 9, 96)], {"axis": [2]}),
    ("reduce_rows", "mean", [(5, 64, 768)], {"axis": None}),
    ("reduce_rows", "l2_norm", [(3, 401)], {"axis": None}),
    ("reduce_rows", "max", [(64, 7, 16)], {"axis": None}),  # a vector ends within the second axis, not within the last
    ("reduce_rows", "mean", [(3, 2, 9, 16)], {"axis": [1, 2, 3]}),
    ("reduce_rows", "max", [(1, 48, 16, 40)], {"axis": None}),  # vectors begin at every row, but not with every row
    ("matmul_dots", "matmul", [(3, 70), (40, 70)], {"transpose_b": True}),
    ("matmul_dots", "matmul", [(5, 1, 8 * LANES), (5, 21, 8 * LANES)], {"transpose_b": True}),
    ("matmul_dots", "matmul", [(2, 1, 3 * LANES), (2, 131, 3 * LANES)], {"transpose_b": True}),
    ("matmul_dots", "nn.dense", [(8, 3 * LANES), (13, 3 * LANES)], {}),
    ("matmul", "matmul", [(1, 30), (30, 20 * LANES)], {}),
    ("matmul", "matmul", [(3, 64, 32), (32, 5 * LANES)], {}),  # columns of several products are not packed for each
    ("matmul", "nn.pointwise_conv", [(1, 33, 7, 13), (37, 33)], {}),
    ("matmul", "nn.pointwise_conv", [(3, 33, 7, 13), (7, 33)], {}),
    ("matmul_row", "matmul", [(1, FAR), (FAR, 1024)], {}),
    ("matmul_row", "matmul", [(1, 1, FAR - 8), (1, FAR - 8, 1024 + LANES)], {}),
    ("matmul_dots", "matmul", [(17, 70), (40, 70)], {"transpose_b": True}),
    ("reduce_columns", "sum", [(40, 50)], {"axis": [0]}),
    ("reduce_columns", "mean", [(1, 6, 7, 7, LANES)], {"axis": [2, 3], "keepdims": True}),
    ("reduce_wide_columns", "sum", [(35, 1024)], {"axis": [0]}),
    ("reduce_wide_columns", "max", [(2, 40, 5 * 1024)], {"axis": [1], "keepdims": True}),
    ("rowwise", "nn.softmax", [(3, 5, 197)], {}),
    ("rowwise", "nn.softmax", [(3, 5, 24)], {"axis": [1, 2]}),
    ("rowwise", "nn.softmax", [(2, TARGET.l2_bytes // 8 + 5)], {}),  # rows that are not prefetched
    ("rowwise", "nn.softmax", [(6, TARGET.l2_bytes // 16 - 59)], {}),
    ("rowwise", "nn.log_softmax", [(7, 24)], {}),
    ("rowwise", "nn.softmax", [(9, 19)], {}),
    ("rowwise", "nn.layer_norm", [(5, 70), (70,), (70,)], {}),
    ("rowwise", "nn.layer_norm", [(3, 16 * TARGET.num_cores, 70), (70,), (70,)], {}),  # rows together
    ("rowwise", "nn.softmax", [(36 * TARGET.num_cores, 33)], {}),  # rows together
    ("rowwise", "nn.group_norm", [(1, 8, 7, 9), (8,), (8,)], {"num_groups": 4}),
    ("rowwise", "argmax", [(6, 100)], {"axis": 1}),
    ("narrow_rows", "argmax", [(5, 7, 3)], {"axis": 2}),
    ("narrow_rows", "argmin", [(400 * TARGET.num_cores, 3)], {"axis": 1}),  # threads share the rows
    ("columnwise", "nn.softmax", [(3, 11, 30)], {"axis": 1}),
    ("columnwise", "argmin", [(4, 13, 20)], {"axis": 1}),
    ("elementwise", "add", [(4, 6, 7, 7), (6, 1, 1)], {}),
    ("elementwise", "transpose", [(3, 32, 64)], {"axes": [0, 2, 1]}),
    ("elementwise", "transpose", [(9, 35, 64)], {"axes": [2, 1, 0]}),
    ("elementwise", "transpose", [(8, 128, 24)], {"axes": [2, 1, 0]}),  # rows of a result 4 kB apart
    ("window_nchwc", "nn.max_pool2d", [(1, 2, 14, 14, LANES)], KW),
    ("window_nchwc", "nn.depthwise_conv2d_nchwc", [(1, 2, 9, 9, LANES), (2, 3, 3, LANES)], {"padding": 1}),
    ("conv3d_ncdhwc", "nn.conv2d_nchwc", [(1, 2, 3, 5, 9, LANES), (3, 2, 3, 3, 3, LANES, LANES)], {"padding": 1}),
    ("conv2d_nchwc", "nn.conv2d_nchwc", [(1, 2, 1, 3001, LANES), (2, 2, 1, 3, LANES, LANES)], {"padding": [0, 1]}),
    ("conv2d_nchwc", "nn.conv2d_nchwc", [(2, 3, 7, 9, LANES), (6, 3, 1, 1, LANES, LANES)], {}),  # pixels in a row
    ("conv2d_nchwc", "nn.conv2d_nchwc", [(1, 2, 13, 8, LANES), (5, 2, 1, 1, LANES, LANES)], {"strides": [2, 3]}),
    ("conv2d_nchwc", "nn.conv2d_nchwc", [(2, 2, 53, 1, LANES), (2, 2, 5, 1, LANES, LANES)], {}),
    ("conv2d_nchwc", "nn.conv2d_nchwc", [(1, 1, 31, 2, LANES), (3, 1, 3, 1, LANES, LANES)], {"strides": [2, 1]}),
    (
        "conv2d_transpose_nchwc",
        "nn.conv2d_transpose_nchwc",
        [(1, 2, 5, 9, LANES), (2, 2, 2, 2, 2, 2, LANES, LANES)],
        {"kernel": [3, 4], "strides": 2, "padding": 1},
    ),
    (
        "conv2d_transpose_nchwc",
        "nn.conv2d_transpose_nchwc",
        [(1, 1, 3, 4, 5, 4), (2, 1, 2, 2, 2, 1, 1, 1, 4, LANES)],
        {"kernel": [2, 2, 2], "strides": 2},
    ),
    (
        "window_transpose_nchwc",
        "nn.depthwise_conv2d_transpose_nchwc",
        [(1, 2, 5, 9, LANES), (2, 2, 2, 2, 2, LANES)],
        {"kernel": [4, 4], "strides": 2, "padding": 1},
    ),
    ("blocks", "nn.to_blocked", [(1, 21, 7, 9)], {"block": LANES}),
    ("blocks", "nn.from_blocked", [(1, 2, 7, 9, LANES)], {"channels": LANES + 5}),
    ("conv_plain", "nn.conv2d", [(1, 8, 7, 29), (3, 8, 3, 3)], {"padding": 1, "multiple": LANES}),
    ("conv_plain", "nn.conv2d", [(2, 12, 9, 33), (12, 2, 3, 3)], {"strides": 2, "groups": 6, "multiple": LANES}),
    ("conv_plain", "nn.conv1d", [(1, 5, 100), (4, 5, 4)], {"dilation": 3}),
    ("depthwise_plain", "nn.conv2d", [(2, 6, 9, 29), (6, 1, 3, 3)], {"padding": 1, "groups": 6, "multiple": LANES}),
    ("depthwise_plain", "nn.conv2d", [(1, 3, 11, 57), (6, 1, 5, 7)], {"padding": [1, 3], "strides": 2, "groups": 3}),
    ("depthwise_plain", "nn.conv2d", [(1, 3, 12, 40), (3, 1, 3, 3)], {"dilation": [1, 2], "groups": 3}),
    ("depthwise_plain", "nn.conv1d", [(2, 5, 100), (5, 1, 4)], {"padding": [3, 0], "groups": 5}),
    (
        "conv_plain",
        "nn.conv3d",
        [(1, 4, 3, 5, 20), (2, 4, 2, 2, 3)],
        {"padding": [1, 0, 2, 0, 1, 1], "multiple": LANES},
    ),
    ("window_ncdhwc", "nn.depthwise_conv2d_nchwc", [(1, 2, 3, 5, 9, LANES), (2, 3, 3, 3, LANES)], {"padding": 1}),
    ("window_ncdhwc", "nn.avg_pool3d", [(1, 2, 4, 6, 7, LANES)], {"pool_size": 2, "strides": 2, "layout": "NCDHWc"}),
    ("window_passes", "nn.max_pool2d", [(2, 3, 20, 20)], {"pool_size": [5, 5], "padding": 2, "strides": 1}),
    ("window_passes", "nn.avg_pool2d", [(1, 3, 11, 75)], {"pool_size": [3, 3], "strides": [2, 1], "dilation": 2}),
    ("window_passes", "nn.max_pool2d", [(1, 3, 23, 75)], {"pool_size": [3, 3], "padding": 1, "strides": 2}),
    ("window_passes", "nn.avg_pool2d", [(2, 2, 9, 57)], {"pool_size": [3, 5], "padding": [1, 2], "strides": [2, 3]}),
    ("window_passes_nchwc", "nn.max_pool2d", [(1, 2, 11, 9, LANES)], KW | {"pool_size": 5, "padding": 2, "strides": 1}),
    ("window_passes_nchwc", "nn.avg_pool2d", [(1, 1, 14, 14, LANES)], KW | {"pool_size": 8, "padding": 3}),
    ("window_plain", "nn.max_pool2d", [(2, 3, 40, 40)], {"pool_size": [4, 4], "padding": 2, "strides": 4}),
    ("window_plain", "nn.max_pool2d", [(1, 3, 23, 75)], {"pool_size": [2, 2], "padding": 1, "strides": 2}),
    ("window_plain", "nn.avg_pool2d", [(1, 5, 17, 37)], {"pool_size": [2, 3], "padding": [0, 1], "dilation": 2}),
    ("lrn_nchwc", "nn.lrn", [(1, 2, 5, 7, LANES)], {"size": 5, "layout": "NCHWc"}),
    ("generic", "nn.max_pool2d", [(1, 3, 9, LANES // 2 + 1)], {"pool_size": [3, 3], "strides": [2, 2]}),
    ("generic", "nn.log_softmax", [(9, 6)], {}),
]


def program(op: str, shapes: list[tuple[int, ...]], attrs: dict[str, Any]):
    inputs = [te.placeholder(s, "float32", f"x{n}") for n, s in enumerate(shapes)]
    results = topi.call_operator(op, inputs, attrs)
    outputs = list(results) if isinstance(results, (list, tuple)) else [results]
    func = te.create_prim_func([*inputs, *outputs])
    return func.with_attr({"global_symbol": "main", "tir.noalias": True, "op": op})


@pytest.mark.every(2)
@pytest.mark.parametrize(("name", "op", "shapes", "attrs"), CASES, ids=[f"{c[0]}-{c[1]}" for c in CASES])
def test_schedule(name: str, op: str, shapes: list[tuple[int, ...]], attrs: dict[str, Any]) -> None:
    before = program(op, shapes, attrs)
    after, script, trace = schedule_function(before, TARGET)
    assert script is not None
    assert script.name == name
    rng = np.random.default_rng(0)
    arrays = [rng.standard_normal(s).astype(np.float32) for s in shapes]
    want, got = (np.asarray(mlcc.build(f, target=TARGET)["main"](*arrays)) for f in (before, after))
    np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-6 * max(1.0, np.abs(want).max(initial=0)))
    again, _ = apply_script(before, trace.to_yaml(), target=TARGET)
    assert structural_equal(again["main"], after)


@pytest.mark.every(3)
@pytest.mark.parametrize(
    ("name", "op", "shapes", "attrs"),
    [c for c in CASES if c[1] != "sum" and any(w in c[0] for w in ("conv", "window", "blocks", "lrn", "columns"))],
)
def test_schedule_of_any_batch(name: str, op: str, shapes: list[tuple[int, ...]], attrs: dict[str, Any]) -> None:
    data, *rest = shapes
    after, script, _ = schedule_function(program(op, [(Var("n", "int64"), *data[1:]), *rest], attrs), TARGET)
    assert script is not None
    assert script.name == name
    library, rng = mlcc.build(after, target=TARGET), np.random.default_rng(0)
    for batch in (1, 4):
        sizes = [(batch, *data[1:]), *rest]
        arrays = [rng.standard_normal(s).astype(np.float32) for s in sizes]
        want = np.asarray(mlcc.build(program(op, sizes, attrs), target=TARGET)["main"](*arrays))
        np.testing.assert_allclose(np.asarray(library["main"](*arrays)), want, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("images", [1, 3])
def test_pixels_of_an_image_are_packed_for_many_channels(images: int) -> None:
    """The first tile of channels packs them: those of a single image too, whose weights no other image shares."""
    func = program("nn.pointwise_conv", [(images, 32, 4, 8 * LANES + 3), (64, 32)], {})
    after, _, _ = schedule_function(func, TARGET)
    assert any(isinstance(n, Block) and n.name == "pixels" for n in walk(after))


SIZED = ("conv2d_nchwc", "conv3d_ncdhwc", "window_nchwc", "window_ncdhwc", "reduce_columns")


@pytest.mark.every(2)
@pytest.mark.parametrize(("name", "op", "shapes", "attrs"), [c for c in CASES if c[0] in SIZED and len(c[2][0]) > 4])
def test_schedule_of_any_image(name: str, op: str, shapes: list[tuple[int, ...]], attrs: dict[str, Any]) -> None:
    data, *rest = shapes
    space = tuple(Var(f"s{k}", "int64") for k in range(len(data) - 3))
    after, script, _ = schedule_function(program(op, [(data[0], data[1], *space, data[-1]), *rest], attrs), TARGET)
    assert script is not None
    assert script.name == name
    library, rng = mlcc.build(after, target=TARGET), np.random.default_rng(0)
    for grown in (1, 14):
        sizes = [(*data[:2], *(d + grown for d in data[2:-1]), data[-1]), *rest]
        arrays = [rng.standard_normal(s).astype(np.float32) for s in sizes]
        want = np.asarray(mlcc.build(program(op, sizes, attrs), target=TARGET)["main"](*arrays))
        np.testing.assert_allclose(np.asarray(library["main"](*arrays)), want, rtol=1e-5, atol=1e-6)


#: So deep that 40 rows take half of L2.
DEPTH = TARGET.l2_bytes // (2 * 4 * 40)
#: As many steps of a sum as `dense_packed_deep` takes together for panels of two vectors.
PART = TARGET.l2_bytes // (16 * 2 * LANES * 4)
PRODUCTS = [
    ("dense_packed", 1, 33, 40, 32),
    ("dense_packed", 15, 24, 70, 32),
    ("dense_packed", 197, 7, 33, 16),
    ("dense_packed", 27, 512, 10, 16),  # rows that are 2 and 4 KiB apart
    ("dense_packed", 27, 1024, 10, 16),
    ("dense_packed", 300, DEPTH // 12 * 2 + 5, 50, 32),  # in blocks of rows
    ("dense_packed_deep", 40, DEPTH // 2 * 2 + 2, 33, 32),
    ("dense_packed_deep", 41, 2 * (DEPTH // 16 + 1) * 8, 20, 16),
    ("dense_packed_deep", 257, 3 * PART, 300, 2 * LANES),
    ("dense_packed_deep", 300, 3 * PART, 2 * LANES * 20, 2 * LANES),
]


@pytest.mark.cover(1)
@pytest.mark.parametrize(("name", "rows", "depth", "units", "width"), PRODUCTS)
@pytest.mark.parametrize("with_bias", [False, True])
def test_packed_product(name: str, rows: int, depth: int, units: int, width: int, with_bias: bool) -> None:
    panels = -(-units // width)
    shapes = [(1, rows, depth), (panels, depth, width), (units,)]
    x, w, b = (te.placeholder(s, "float32", n) for s, n in zip(shapes, "xwb", strict=True))
    product = topi.call_operator("nn.dense_packed", [x, w], {"units": units})
    params = [x, w, b, topi.add(product, b)] if with_bias else [x, w, product]
    attrs = {"global_symbol": "main", "tir.noalias": True, "op": "nn.dense_packed"}
    func, script, _ = schedule_function(te.create_prim_func(params).with_attr(attrs), TARGET)
    assert script is not None
    assert script.name == name
    rng = np.random.default_rng(0)
    arrays = [rng.standard_normal(s).astype(np.float32) for s in shapes[: 2 + with_bias]]
    matrix = arrays[1].transpose(1, 0, 2).reshape(depth, -1)[:, :units].astype(np.float64)
    want = arrays[0].astype(np.float64) @ matrix + (arrays[2] if with_bias else 0)
    got = np.asarray(mlcc.build(func, target=TARGET)["main"](*arrays))
    assert_close(got, want)


STACKED = [
    ("dense_packed", 20, 30, 16, 6),
    ("dense_packed", 300, DEPTH // 12 * 2 + 5, 32, 3),
    ("dense_packed_deep", 40, DEPTH // 2 * 2 + 2, 32, 2),
]


@pytest.mark.parametrize(("name", "rows", "depth", "width", "segments"), STACKED)
def test_stacked_product(name: str, rows: int, depth: int, width: int, segments: int) -> None:
    """Two panels to a chunk."""
    shapes = [(1, rows, depth), (2 * segments, depth, width), (segments, 1, 1, 2 * width)]
    x, w, b = (te.placeholder(s, "float32", n) for s, n in zip(shapes, "xwb", strict=True))
    product = topi.call_operator("nn.dense_packed", [x, w], {"segments": segments})
    attrs = {"global_symbol": "main", "tir.noalias": True, "op": "nn.dense_packed"}
    plain = te.create_prim_func([x, w, b, topi.add(product, b)]).with_attr(attrs)
    func, script, _ = schedule_function(plain, TARGET)
    assert script is not None
    assert script.name == name
    rng = np.random.default_rng(0)
    arrays = [rng.standard_normal(s).astype(np.float32) for s in shapes]
    panels = np.einsum("brk,pkw->prw", arrays[0].astype(np.float64), arrays[1].astype(np.float64), optimize=True)
    want = panels.reshape(segments, 2, rows, width).transpose(0, 2, 1, 3).reshape(segments, 1, rows, -1) + arrays[2]
    got = np.asarray(mlcc.build(func, target=TARGET)["main"](*arrays))
    assert_close(got, want)


@pytest.mark.cover(1)
@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "int8"])
@pytest.mark.parametrize(("groups", "channels", "unrolled"), [(2, 6, 0), (3, 21, 2), (4, 68, 2), (3, 399, 0)])
def test_shuffles_of_channels_in_blocks(groups: int, channels: int, unrolled: int, dtype: str) -> None:
    """Channels in blocks of 16 per group are shuffled among the groups, each of which is one block then: the addresses
    of a pixel are constants, unless they have constant strides or are too many."""
    x = te.placeholder((1, groups, -(-channels // 16), 2, 3, 16), dtype, name="x")
    plain = topi.nn.from_blocked(x, channels=channels, axis=2)
    moved = topi.reshape(topi.transpose(plain, axes=[0, 2, 1, 3, 4]), (1, groups * channels, 2, 3))
    func = te.create_prim_func([x, topi.nn.to_blocked(moved, block=channels)])
    after, script, _ = schedule_function(func.with_attr({"global_symbol": "main", "op": "nn.to_blocked"}), TARGET)
    assert script is not None
    assert script.name == "elementwise"
    assert sum(isinstance(n, For) and n.kind == "unroll" for n in walk(after)) == unrolled
    shape = (1, groups, -(-channels // 16), 2, 3, 16)
    data = np.random.default_rng(channels).integers(-9, 9, shape).astype(numpy_dtype(dtype))
    rows = data.transpose(0, 1, 2, 5, 3, 4).reshape(1, groups, -1, 2, 3)[:, :, :channels]
    want = rows.transpose(0, 2, 1, 3, 4).reshape(1, groups, channels, 2, 3).transpose(0, 1, 3, 4, 2)
    np.testing.assert_array_equal(np.asarray(mlcc.build(after, target=TARGET)["main"](data)), want)


def test_chunks_are_full_panels() -> None:
    x, w = te.placeholder((4, 8), "float32", "x"), te.placeholder((3, 8, 16), "float32", "w")
    with pytest.raises(MlccError) as caught:
        topi.call_operator("nn.dense_packed", [x, w], {"segments": 2})
    assert caught.value.code == "T205"


@pytest.mark.parametrize("sizes", [(128, 128, 128), (64, 64, 64), (29, 7 * LANES + 3, 50), (40, LANES, 9)])
def test_products_written_as_kernels_pack_the_panels_that_tiles_share(sizes: tuple[int, int, int]) -> None:
    m, n, depth = sizes
    a, b = te.placeholder((m, depth), "float32", "A"), te.placeholder((depth, n), "float32", "B")
    k = te.reduce_axis((0, depth), "k")
    y = te.compute((m, n), lambda i, j: te.sum(a[i, k] * b[k, j], axis=k), name="Y")
    c = te.compute((m, n), lambda i, j: te.max(y[i, j], 0.0), name="C")
    before = te.create_prim_func([a, b, c])
    script = resources.schedules() / "matmul_registers.yaml"
    after, trace = apply_script(before, script, target=TARGET)
    assert ("compute_once" in trace.to_yaml()) == (n > TARGET.vector_registers // 8 * LANES)
    rng = np.random.default_rng(0)
    x, w = (rng.standard_normal(s).astype(np.float32) for s in ((m, depth), (depth, n)))
    got = np.asarray(mlcc.build(after["main"], target=TARGET)["main"](x, w))
    assert_close(got, np.maximum(x @ w, 0))
