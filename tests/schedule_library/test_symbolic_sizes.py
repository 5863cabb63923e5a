"""Schedules of the library on programs whose number of rows, or all of whose sizes, are known only at run time."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from tolerances import assert_close

import mlcc
from mlcc import te, topi
from mlcc.analysis import simplify
from mlcc.analysis.tree import Tree
from mlcc.ir import (
    Allocate,
    AttrStmt,
    Binary,
    Block,
    For,
    IntImm,
    PrimFunc,
    Var,
    as_int,
    const,
    free_vars,
    substitute,
    walk,
)
from mlcc.lowering import lower
from mlcc.schedule import schedule_function
from mlcc.target import Target

TARGET = Target.parse(None)
LANES = TARGET.vector_lanes("float32")

Shape = tuple[int | str, ...]
Case = tuple[str, str, list[Shape], dict[str, Any]]
WIDTHS = [[0, 0], [1, 0], [2, 1], [3, 2]]
PADS: list[Case] = [
    ("elementwise", "nn.pad", [("n", 3, "m", "k")], {"pad_width": WIDTHS, "mode": mode})
    for mode in ("constant", "edge", "reflect", "wrap")
]
#: Tiles of every so many rows and columns.
DILATED: list[Case] = [
    (
        "winograd_nchwc", "nn.winograd_conv2d_nchwc",
        [(1, 2, "n", "m", LANES), (6, 6, 1, 2 * LANES, 2 * LANES)],
        {"padding": [*steps, *steps], "dilation": steps, "band": 6, "group": 2},
    )
    for steps in ([2, 2], [1, 2], [3, 1])
]  # fmt: skip
#: Schedule, operator, shapes with names for what is symbolic, attributes.
CASES: list[Case] = [
    ("dense_packed", "nn.dense_packed", [("n", 40), (3, 40, 2 * LANES)], {"units": 6 * LANES}),
    ("dense_packed", "nn.dense_packed", [("n", 256), (2, 256, 2 * LANES)], {"units": 4 * LANES}),
    ("dense_packed", "nn.dense_packed", [("n", 30), (2, 30, LANES)], {"units": 2 * LANES - 3}),
    ("dense_packed", "nn.dense_packed", [("n", "m", 24), (2, 24, LANES)], {"units": 2 * LANES}),
    ("rowwise", "nn.layer_norm", [("n", 70), (70,), (70,)], {}),
    ("rowwise", "nn.softmax", [("n", "m", 197)], {}),
    ("rowwise", "nn.rms_norm", [(2, "n", 48), (48,)], {}),  # groups of rows, the last one with fewer
    ("rowwise", "nn.rms_norm", [("n", "m", 48), (48,)], {}),
    ("rowwise", "argmax", [("n", 33)], {"axis": 1}),
    ("narrow_rows", "argmax", [("n", 3)], {"axis": 1}),
    ("narrow_rows", "argmin", [("n", 2, "m", 2)], {"axis": 3}),
    ("rowwise", "nn.softmax", [("n", 3, "m", 64)], {}),
    ("rowwise", "nn.softmax", [("n", 64, 48)], {}),  # rows together
    ("rowwise", "nn.softmax", [("n", 2, "m")], {}),
    ("rowwise", "nn.layer_norm", [("n", "m"), ("m",), ("m",)], {}),
    ("rowwise", "nn.instance_norm", [(2, 3, "n", "m"), (3,), (3,)], {}),
    ("columnwise", "nn.softmax", [("n", 5, "m")], {"axis": 1}),
    ("columnwise", "nn.softmax", [(3, "n", "m")], {"axis": 1}),
    ("columnwise", "nn.softmax", [("n", "m")], {"axis": 0}),
    ("columnwise", "nn.log_softmax", [("n", "m", 40)], {"axis": 0}),
    ("columnwise", "nn.l2_normalize", [(2, 7, "n", "m")], {"axis": 1}),
    ("columnwise", "argmax", [("n", "m", 24)], {"axis": 1}),
    ("matmul", "matmul", [("n", 2, "m", 24), ("n", 2, 24, "m")], {}),
    ("matmul", "matmul", [("n", 2, "m", "m"), ("n", 2, "m", 24)], {}),
    ("matmul", "matmul", [("n", 2, "m", 24), ("n", 2, "m", 24)], {"transpose_b": True}),
    ("reduce_rows", "sum", [("n", "m")], {"axis": [1]}),
    ("reduce_rows", "sum", [("n", "m", 96)], {"axis": [2]}),
    ("reduce_rows", "max", [("n", 7, 33)], {"axis": [1, 2]}),
    ("reduce_rows", "sum", [("n", 3, "m")], {"axis": [0, 1, 2]}),
    ("reduce_rows", "mean", [(2, 3, "n", "m")], {"axis": [2, 3]}),
    ("reduce_rows", "max", [("n", 5, "m", 1, "k")], {"axis": [2, 3, 4]}),
    ("reduce_rows", "sum", [("n", 3, 1)], {"axis": [0, 1, 2]}),
    ("reduce_columns", "sum", [("n", "m")], {"axis": [0]}),
    ("reduce_columns", "sum", [(64, "n")], {"axis": [0]}),
    ("reduce_columns", "mean", [("n", 300, 3, 20)], {"axis": [0, 2]}),
    ("generic", "nn.softmax", [("n", 1, 24)], {"axis": 1}),  # of one number there is nothing to reduce
    ("reduce_columns", "max", [(3, "n", "m")], {"axis": [1]}),
    ("reduce_columns", "mean", [("n", "m", 3, 50)], {"axis": [0, 2]}),
    ("generic", "nn.lrn", [(2, 6, "n", "m")], {"size": 3}),
    ("elementwise", "exp", [("n",)], {}),
    ("elementwise", "exp", [("n", "m", 100)], {}),
    ("elementwise", "exp", [("n", "m")], {}),
    ("elementwise", "transpose", [("n", "m")], {"axes": [1, 0]}),
    ("elementwise", "transpose", [("n", "m", 3, 32)], {"axes": [0, 2, 3, 1]}),
    # several rows of the same elements
    ("elementwise", "one_hot", [("n", "m")], {"depth": 8, "axis": 1}),
    ("elementwise", "tile", [("n", 1, "m")], {"repeats": [1, 12, 1]}),
    *PADS,
    ("elementwise", "multiply", [("n", 6, "m", "k", LANES), ("n", 6, 1, 1, LANES)], {}),
    (
        "window_nchwc", "nn.depthwise_conv2d_nchwc",
        [("n", 2, "m", "k", LANES), (2, 5, 5, LANES)], {"padding": [2, 2, 2, 2]},
    ),
    ("window_passes", "nn.max_pool2d", [("n", 3, "m", "k")], {"pool_size": 9, "strides": 1, "padding": [4] * 4}),
    (
        "window_passes", "nn.avg_pool2d", [(2, "n", "m", "k")],
        {"pool_size": [7, 8], "strides": 1, "padding": [3, 4, 3, 4]},
    ),
    ("window_passes", "nn.max_pool2d", [("n", 3, "m", 39)], {"pool_size": 3, "strides": 2, "padding": [1] * 4}),
    ("window_passes", "nn.avg_pool2d", [(2, 3, "m", 40)], {"pool_size": 3, "strides": 2, "padding": [1] * 4}),
    ("window_plain", "nn.max_pool1d", [("n", 3, "m")], {"pool_size": [3], "strides": [2], "padding": [1, 1]}),
    ("window_plain", "nn.max_pool2d", [("n", 3, "m", "k")], {"pool_size": 3, "strides": [2, 2], "padding": [1] * 4}),
    ("window_plain", "nn.avg_pool2d", [(2, "n", "m", "k")], {"pool_size": [2, 2], "padding": [0, 1, 1, 0]}),
    ("window_plain", "nn.max_pool3d", [(1, 2, "n", "m", "k")], {"pool_size": [1, 3, 2], "padding": [0, 1, 1, 0, 1, 1]}),
    ("window_plain", "nn.lp_pool", [("n", 2, "m", "k")], {"pool_size": [3, 3], "strides": [2, 2], "padding": [1] * 4}),
    ("conv_plain", "nn.conv2d", [("n", 5, "m", "k"), (7, 5, 3, 3)], {"padding": [1, 1, 1, 1]}),
    ("conv_plain", "nn.conv2d", [(1, 8, "n", "m"), (12, 2, 3, 3)], {"padding": [1] * 4, "groups": 4, "strides": 2}),
    ("depthwise_plain", "nn.conv2d", [("n", 6, "m", "k"), (6, 1, 3, 3)], {"padding": [1] * 4, "groups": 6}),
    ("conv_plain", "nn.conv1d", [("n", 5, "m"), (3, 5, 3)], {"padding": [1, 1]}),
    ("conv2d_nchwc", "nn.conv2d_nchwc", [("n", 2, "m", "k", LANES), (3, 2, 3, 3, LANES, LANES)], {"padding": [1] * 4}),
    # all pixels are one row, in chunks
    ("conv2d_nchwc", "nn.conv2d_nchwc", [("n", 9, "m", "k", LANES), (4, 9, 1, 1, LANES, LANES)], {}),
    ("conv2d_nchwc", "nn.conv2d_nchwc", [(1, 2, "n", "m", LANES), (3, 2, 1, 1, LANES, LANES)], {"strides": [2, 2]}),
    (  # weights of many channels, in tiles of two rows
        "conv2d_nchwc", "nn.conv2d_nchwc",
        [(1, 256 // LANES, "n", "m", LANES), (256 // LANES, 256 // LANES, 3, 3, LANES, LANES)],
        {"strides": [2, 2], "padding": [1] * 4},
    ),
    (
        "conv2d_transpose_nchwc", "nn.conv2d_transpose_nchwc",
        [(1, 2, "n", "m", LANES), (2, 2, 2, 2, 2, 1, LANES, LANES)],
        {"kernel": [3, 2], "strides": [2, 2], "padding": [1, 0, 0, 0]},
    ),
    (  # a sequence
        "conv2d_transpose_nchwc", "nn.conv2d_transpose_nchwc",
        [("n", 2, "m", 1, LANES), (2, 2, 2, 1, 2, 1, LANES, LANES)],
        {"kernel": [3, 1], "strides": [2, 1], "padding": [1, 0, 0, 0]},
    ),
    (
        "winograd_nchwc", "nn.winograd_conv2d_nchwc",
        [(1, 2, "n", "m", LANES), (4, 4, 1, 2 * LANES, 2 * LANES)],
        {"padding": [1, 1], "band": 2, "group": 3},
    ),
    (  # the input transform reads the padded image 36 times
        "winograd_nchwc", "nn.winograd_conv2d_nchwc",
        [(1, 2, "n", "m", LANES), (6, 6, 1, 2 * LANES, 2 * LANES)],
        {"padding": [1, 1], "band": 2, "group": 3},
    ),
    (  # several groups in a register tile, not all of them in the last
        "winograd_nchwc", "nn.winograd_conv2d_nchwc",
        [(1, 2, "n", "m", LANES), (6, 6, 1, 2 * LANES, 2 * LANES)],
        {"padding": [1, 1], "band": 6, "group": 2},
    ),
    *DILATED,
]  # fmt: skip


def _program(op: str, shapes: list[Shape], attrs: dict[str, Any], sizes: dict[str, int] | None) -> PrimFunc:
    """The operator's program; with `sizes`, symbolic dimensions are these numbers."""
    names = {name: Var(name, "int64") for shape in shapes for name in shape if isinstance(name, str)}
    known: dict[Any, Any] = {**names, **(sizes or {})}
    inputs = [te.placeholder([known.get(d, d) for d in s], "float32", f"x{k}") for k, s in enumerate(shapes)]
    result = topi.call_operator(op, inputs, attrs)
    return te.create_prim_func([*inputs, result]).with_attr({"global_symbol": "main", "op": op})


@cache
def _library(number: int) -> Any:
    schedule, op, shapes, attrs = CASES[number]
    func, result, _ = schedule_function(_program(op, shapes, attrs, None), TARGET)
    assert result is not None
    assert result.name == schedule
    return mlcc.build(func, target=TARGET)


def _plain(number: int, sizes: dict[str, int] | None = None) -> Any:
    """The program without a schedule, for any sizes or these ones."""
    _, op, shapes, attrs = CASES[number]
    return mlcc.build(_program(op, shapes, attrs, sizes), target=TARGET, opt_level=0)


#: For one of the first two the plain program is built with these sizes: what is computed from sizes at run time has no
#: part in it.
SIZES = [(1, 1), (5, 16), (2, 7), (13, 1), (33, 3), (128, 2)]


@pytest.mark.every(2)
@pytest.mark.parametrize("number", range(len(CASES)))
def test_any_size_gives_what_the_plain_program_gives(number: int) -> None:
    _, op, shapes, attrs = CASES[number]
    library, plain = _library(number)["main"], _plain(number)
    for sizes in SIZES:
        known = {**dict(zip("nm", sizes, strict=True)), "k": sizes[0] + 3}
        rng = np.random.default_rng(number)
        arrays = [rng.standard_normal([known.get(str(d), d) for d in shape]).astype(np.float32) for shape in shapes]
        is_known = sizes == SIZES[number % 2]
        judge = _plain(number, known) if is_known else plain
        assert_close(library(*arrays), judge["main"](*arrays))


def test_no_rows_at_all() -> None:
    x, w = np.zeros((0, 40), np.float32), np.zeros((3, 40, 2 * LANES), np.float32)
    assert np.asarray(_library(0)["main"](x, w)).shape == (0, 6 * LANES)


def test_the_padded_image_of_winograd_is_not_stored() -> None:
    """The input transform reads it 36 times: that copies a short expression, and long ones only would stay."""
    schedule, op, shapes, attrs = CASES[-1]
    func, result, _ = schedule_function(_program(op, shapes, attrs, None), TARGET)
    assert result is not None
    assert result.name == schedule
    assert not [n.name for n in walk(func.body) if isinstance(n, Block) and n.name.startswith("pad")]


def test_narrow_images_take_two_rows_in_a_tile() -> None:
    """A row of few pixels is few independent sums: such calls have a version. Single pixels are one row anyway."""
    for side, names in ((3, ["_few", ""]), (1, [""])):
        shapes: list[Shape] = [("n", 2, "m", "k", LANES), (4, 2, side, side, LANES, LANES)]
        attrs = {"padding": [side // 2] * 4}
        func, _, _ = schedule_function(_program("nn.conv2d_nchwc", shapes, attrs, None), TARGET)
        tree = Tree(func.body)
        sums = [tree.find_blocks(f"conv2d_nchwc_update{name}") for name in ("_few", "")]
        assert [len(found) for found in sums] == [int(name in names) for name in ("_few", "")]
        if side == 1:
            continue
        rows = []
        for (site,) in sums:
            loops = [loop for loop in site.loops() if loop.loop.kind == "unroll"]
            axis = next(v for v in site.block.iters if v.var.name.endswith("h"))
            used = free_vars(site.realize.values[site.block.iters.index(axis)])
            rows.append([as_int(loop.loop.extent) for loop in loops if loop.loop.var in used])
        assert rows == [[2], [1]]


def test_positions_of_a_transposed_sequence_are_summed_together() -> None:
    """Its images have one column: a tile of one row would be one position."""
    shapes: list[Shape] = [("n", 2, "m", 1, LANES), (2, 2, 2, 1, 2, 1, LANES, LANES)]
    attrs = {"kernel": [3, 1], "strides": [2, 1], "padding": [1, 0, 0, 0]}
    func, _, _ = schedule_function(_program("nn.conv2d_transpose_nchwc", shapes, attrs, None), TARGET)
    (product,) = Tree(func.body).find_blocks("conv2d_transpose_nchwc_phases_update")
    unrolled = [as_int(site.loop.extent) for site in product.loops() if site.loop.kind == "unroll"]
    assert max(size for size in unrolled if size is not None) > 2


def test_groups_of_winograd_beyond_an_image_are_not_computed() -> None:
    """A register tile of the products is of those groups that there are: each of its results has a condition."""
    _, op, shapes, attrs = CASES[-1]
    func, _, _ = schedule_function(_program(op, shapes, attrs, None), TARGET)
    (product,) = Tree(func.body).find_blocks("winograd_product_update")
    unrolled = [as_int(site.loop.extent) for site in product.loops() if site.loop.kind == "unroll"]
    assert TARGET.costs.winograd_accumulators // 4 in unrolled
    assert not isinstance(product.realize.predicate, IntImm)


def test_pixels_of_a_pointwise_convolution_are_in_order() -> None:
    """Tiles of pixels go on over the ends of rows: neither image is accessed by a quotient and a remainder of rows."""
    shapes: list[Shape] = [("n", 2, "m", "k", LANES), (4, 2, 1, 1, LANES, LANES)]
    func = lower(schedule_function(_program("nn.conv2d_nchwc", shapes, {}, None), TARGET)[0], TARGET)
    width = func.symbolic_vars()[2]
    divisors = [n.b for n in walk(func.body) if isinstance(n, Binary) and n.op in ("truncdiv", "truncmod", "floordiv")]
    assert divisors
    assert width not in divisors


@pytest.mark.parametrize("kept", ["nm", "m", "n"])
def test_pixels_of_any_image_are_reduced_as_one_row(kept: str) -> None:
    """Vectors go on over the ends of rows, unless something else is read by the place in a row."""
    n, m = Var("n", "int64"), Var("m", "int64")
    data = te.placeholder((3, 4, n, m), "float32", "data")
    other = te.placeholder([size if size.name in kept else 1 for size in (n, m)], "float32", "other")
    func = te.create_prim_func([data, other, topi.mean(topi.add(data, other), axis=[2, 3])])
    after, result, _ = schedule_function(func.with_attr({"global_symbol": "main", "op": "mean"}), TARGET)
    assert result is not None
    assert result.name == "reduce_rows"
    height, width = after.symbolic_vars()
    divisors = [v.b for v in walk(lower(after, TARGET).body) if isinstance(v, Binary) and v.op.endswith(("div", "mod"))]
    assert not {height, width} & {*divisors}
    partial = next(v for v in walk(after) if isinstance(v, Block) and v.name.endswith("_rf_update"))
    assert sum(axis.kind == "reduce" for axis in partial.iters) == (1 if kept == "nm" else 2)
    library, rng = mlcc.build(after, target=TARGET), np.random.default_rng(0)
    for sizes in ((1, 1), (7, 7), (13, 17), (1, 40)):
        x = rng.standard_normal((3, 4, *sizes)).astype(np.float32)
        y = rng.standard_normal([size if k in kept else 1 for k, size in zip("nm", sizes, strict=True)]).astype("f4")
        assert_close(library["main"](x, y), (x + y).astype(np.float64).mean((2, 3)))


@pytest.mark.parametrize("shape", [("n", "m", 64), ("n", "m", 3, 5), ("n", 3, "m")])
def test_all_elements_are_reduced_in_order(shape: Shape) -> None:
    """Where a vector lies is no quotient of sizes, whatever the innermost dimensions are."""
    func, result, _ = schedule_function(_program("sum", [shape], {}, None), TARGET)
    assert result is not None
    assert result.name == "reduce_rows"
    assert not [v for v in walk(lower(func, TARGET).body) if isinstance(v, Binary) and v.op in ("truncdiv", "truncmod")
                and free_vars(v.b)]  # fmt: skip
    rng, run = np.random.default_rng(0), mlcc.build(func, target=TARGET)["main"]
    for sizes in ((1, 1), (7, 5), (3, 40), (0, 3)):
        x = rng.standard_normal([dict(zip("nm", sizes, strict=True)).get(str(d), d) for d in shape]).astype("f4")
        assert_close(run(x * x), (x.astype(np.float64) ** 2).sum())


def test_a_tensor_is_repeated_by_rows() -> None:
    """The index of an element is no remainder by a size; neither is that of elements in another order."""
    n, m = Var("n", "int64"), Var("m", "int64")
    x = te.placeholder((n, m), "float32", "x")
    func = te.create_prim_func([x, topi.tile(x, [2, n])]).with_attr({"global_symbol": "main", "op": "tile"})
    after, result, _ = schedule_function(func, TARGET)
    assert result is not None
    assert result.name == "elementwise"
    flat = lower(after, TARGET)
    divided = [v for v in walk(flat.body) if isinstance(v, Binary) and v.op.endswith(("div", "mod"))]
    assert not {n, m} & {*(v.b for v in divided)}
    run = mlcc.build(after, target=TARGET)["main"]
    for shape in ((1, 1), (3, 17), (5, 8), (2, 0), (0, 4), (7, 1)):
        data = np.random.default_rng(0).standard_normal(shape).astype("f4")
        np.testing.assert_array_equal(np.asarray(run(data)), np.tile(data, (2, shape[0])))


@pytest.mark.parametrize("width", ["m", 20])
@pytest.mark.parametrize("mode", ["reflect", "edge", "wrap"])
def test_pads_copy_what_lies_between_the_ends(mode: str, width: Any) -> None:
    """Pixels of few channels: the place of one inside a row is no remainder."""
    shape: Shape = (2, 5, width, 3)
    attrs = {"pad_width": [[0, 0], [2, 1], [3, 4], [0, 0]], "mode": mode}
    func = lower(schedule_function(_program("nn.pad", [shape], attrs, None), TARGET)[0], TARGET)
    rows = [n for n in walk(func.body) if isinstance(n, For) and n.var.name == "i2"]
    assert len(rows) in (1, 3)
    inside = next(n for n in rows if as_int(n.min) == 3)
    divided = [v for v in walk(inside.body) if isinstance(v, Binary) and v.op.endswith(("div", "mod"))]
    assert not any(inside.var in free_vars(v.a) for v in divided)
    run = mlcc.build(_program("nn.pad", [shape], attrs, None), target=TARGET)["main"]
    for size in (5, 1, 2, 33) if width == "m" else (20,):
        x = np.random.default_rng(0).standard_normal((2, 5, size, 3)).astype("f4")
        np.testing.assert_array_equal(np.asarray(run(x)), np.pad(x, attrs["pad_width"], mode=mode))


@pytest.mark.parametrize("rows", ["n", 30])
def test_gathered_rows_are_copied(rows: Any) -> None:
    """Which row is meant is the same for all of a row, also where rows were reshaped to longer ones."""
    n = Var("n", "int64") if rows == "n" else rows
    x, at = te.placeholder((n, 64), "float32", "x"), te.placeholder((n, 5), "int32", "at")
    taken = topi.reshape(topi.take(x, at, axis=0), (n, 320))
    func = te.create_prim_func([x, at, taken]).with_attr({"global_symbol": "main", "op": "reshape"})
    after, _, _ = schedule_function(func, TARGET)
    block = Tree(after.body).find_blocks("reshape")[0]
    assert as_int(block.loops()[-1].loop.extent) == 64
    run = mlcc.build(after, target=TARGET)["main"]
    for count in (1, 7, 0) if rows == "n" else (30,):
        rng = np.random.default_rng(count)
        data, places = rng.standard_normal((count, 64)).astype("f4"), rng.integers(-count, count or 1, (count, 5))
        want = np.take(data, places, 0).reshape(count, 320) if count else np.zeros((0, 320), "f4")
        np.testing.assert_array_equal(np.asarray(run(data, places.astype("i4"))), want)


def test_padded_copy_of_a_pool_is_one_channel() -> None:
    """The last tile reaches over the end of a row, but neither it nor the copy takes more than is read."""
    attrs = {"pool_size": [3, 3], "strides": [2, 2], "padding": [1] * 4}
    func, result, _ = schedule_function(_program("nn.max_pool2d", [("n", 3, "m", "k")], attrs, None), TARGET)
    assert result is not None
    assert result.name == "window_plain"
    _, m, k = func.symbolic_vars()
    allocated = (node.buffer for node in walk(lower(func, TARGET)) if isinstance(node, Allocate))
    (padded,) = (buffer for buffer in allocated if buffer.scope == "heap")
    size = substitute(padded.shape[0], {m: const(30, "int64"), k: const(45, "int64")})
    assert as_int(simplify(size)) == 32 * 47


@pytest.mark.parametrize(
    ("op", "attrs"),
    [("nn.max_pool2d", {"pool_size": 3, "strides": 2, "padding": [1] * 4}),
     ("nn.max_pool2d", {"pool_size": 9, "strides": 1, "padding": [4] * 4}),
     ("nn.avg_pool2d", {"pool_size": 2, "strides": 2})],
)  # fmt: skip
def test_pools_of_symbolic_channels_use_threads_where_an_image_is_large(op: str, attrs: dict[str, Any]) -> None:
    func, result, _ = schedule_function(_program(op, [("n", "c", "m", "k")], attrs, None), TARGET)
    assert result is not None
    assert result.name.startswith("window_")
    (pays,) = (n.value for n in walk(lower(func, TARGET).body) if isinstance(n, AttrStmt) and n.key == "threads_pay")

    def at(*sizes: int) -> int | None:
        values = {var: const(size, "int64") for var, size in zip(func.symbolic_vars(), sizes, strict=True)}
        return as_int(simplify(substitute(pays, values)))

    assert at(1, 64, 80, 80) == 1
    assert at(1, 1, 12, 12) == 0


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("channels", [3, 8])
def test_blocks_in_the_order_of_memory_are_copied(channels: int, known: bool) -> None:
    """The channels of an image with channels last, which one block holds: pixels are no vectors of their own."""
    n, h, w = (2, 13, 11) if known else (Var(name, "int64") for name in "nhw")
    x = te.placeholder((n, h, w, channels), "float32", name="x")
    func = te.create_prim_func([x, topi.nn.to_blocked(topi.transpose(x, axes=[0, 3, 1, 2]), block=channels)])
    after, script, _ = schedule_function(func.with_attr({"global_symbol": "main", "op": "nn.to_blocked"}), TARGET)
    assert script is not None
    assert script.name == "blocks"
    assert any(isinstance(node, For) and "i2_i3_i4_fused" in node.var.name for node in walk(after))
    run = mlcc.build(after, target=TARGET)["main"]
    for sizes in ((2, 13, 11),) if known else ((1, 1, 1), (2, 5, 33), (0, 2, 2), (1, 0, 3), (1, 70, 70)):
        data = np.random.default_rng(sizes).standard_normal((*sizes, channels)).astype("f4")
        np.testing.assert_array_equal(np.asarray(run(data)), data[:, None])


@pytest.mark.parametrize("rows", [50, 64, 7])
def test_short_rows_of_each_image_are_a_chunk(rows: int) -> None:
    """Where the loop over rows is shared with that over a symbolic number of images, it is by chunks of rows."""
    n = Var("n", "int64")
    x = te.placeholder((n, rows, 64), "float32", "x")
    func = te.create_prim_func([x, topi.flip(x, axis=[1])]).with_attr({"global_symbol": "main", "op": "flip"})
    after, script, _ = schedule_function(func, TARGET)
    assert script is not None
    assert script.name == "elementwise"
    divided = [v for v in walk(lower(after, TARGET).body) if isinstance(v, Binary) and v.op.endswith(("div", "mod"))]
    assert rows not in {as_int(v.b) for v in divided}
    run = mlcc.build(after, target=TARGET)["main"]
    for count in (0, 1, 3):
        data = np.random.default_rng(0).standard_normal((count, rows, 64)).astype("f4")
        np.testing.assert_array_equal(np.asarray(run(data)), data[:, ::-1])


def test_blocks_in_another_order_are_tiled() -> None:
    """From blocks back, the pixels of a channel lie apart: they are one loop, and no copy."""
    x = te.placeholder((2, 2, 13, 11, 8), "float32", name="x")
    func = te.create_prim_func([x, topi.nn.from_blocked(x, channels=16)])
    after, _, _ = schedule_function(func.with_attr({"global_symbol": "main", "op": "nn.from_blocked"}), TARGET)
    assert sum(isinstance(node, For) for node in walk(after)) >= 4


@pytest.mark.parametrize(("moved", "loops"), [(False, 4), (True, 5)])
def test_positions_are_one_loop_where_no_index_is_divided_for_it(moved: bool, loops: int) -> None:
    n, h, w = (Var(name, "int64") for name in "nhw")
    x = te.placeholder((n, 16, w, h) if moved else (n, 16, h, w), "float32", name="x")
    plain = topi.transpose(x, axes=[0, 1, 3, 2]) if moved else x
    func = te.create_prim_func([x, topi.nn.to_blocked(plain, block=8)])
    after, script, _ = schedule_function(func.with_attr({"global_symbol": "main", "op": "nn.to_blocked"}), TARGET)
    assert script is not None
    assert script.name == "blocks"
    assert sum(isinstance(node, For) for node in walk(after)) == loops
    divided = [n for n in walk(lower(after, TARGET)) if isinstance(n, Binary) and n.op in ("floordiv", "truncdiv")]
    assert all(as_int(node.b) is not None for node in divided)
    run = mlcc.build(after, target=TARGET)["main"]
    for sizes in ((1, 1, 1), (2, 5, 33), (1, 33, 5), (0, 2, 2), (1, 0, 3)):
        shape = (sizes[0], 16, *(sizes[:0:-1] if moved else sizes[1:]))
        data = np.random.default_rng(sizes).standard_normal(shape).astype("f4")
        rows = data.swapaxes(2, 3) if moved else data
        want = rows.reshape(sizes[0], 2, 8, *sizes[1:]).transpose(0, 1, 3, 4, 2)
        np.testing.assert_array_equal(np.asarray(run(data)), want)
