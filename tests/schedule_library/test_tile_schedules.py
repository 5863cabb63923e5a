"""Products in tile registers: the schedules that are chosen, what they compute, and what other machines get."""

from __future__ import annotations

import re
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import mlcc
from mlcc import reference, te, topi
from mlcc.ir import Expr, PrimFunc
from mlcc.relax.transform.pack_low_bits import LowBits
from mlcc.relax.transform.pack_weights import pack_columns, pack_groups
from mlcc.relax.transform.words import as_words
from mlcc.schedule import schedule_function
from mlcc.target import Target

SAPPHIRE = Target.parse("llvm -mtriple=x86_64-linux-gnu -mcpu=sapphirerapids -num-cores=2")
ICELAKE = Target.parse("llvm -mtriple=x86_64-linux-gnu -mcpu=icelake-server -num-cores=2")
Array = np.ndarray[Any, Any]


def floats(rows: int, inner: int, columns: int, size: Expr | None = None) -> tuple[PrimFunc, list[Array], Array]:
    """The program of a product of bfloat16 summed to float32, its operands, and the result; `size` is a symbolic number
    of rows."""
    rng = np.random.default_rng([rows, inner, columns])
    x, w = (rng.integers(-8, 9, s).astype(ml_dtypes.bfloat16) for s in ((rows, inner), (inner, columns)))
    packed = pack_groups(w, 32 if columns > 16 else 16, 2, 32)
    data = te.placeholder((rows if size is None else size, inner), "bfloat16", name="X")
    weight = te.placeholder(packed.shape, "bfloat16", name="W")
    total = topi.nn.dense_packed(data, weight, units=columns, out_dtype="float32")
    return made("nn.dense_packed", data, weight, total), [x, packed], x.astype(np.float32) @ w.astype(np.float32)


def integers(rows: int, inner: int, columns: int, size: Expr | None = None) -> tuple[PrimFunc, list[Array], Array]:
    """The same of bytes, in words of four."""
    rng = np.random.default_rng([rows, inner, columns])
    x = rng.integers(0, 256, (rows, inner)).astype(np.uint8)
    w = rng.integers(-128, 128, (inner, columns)).astype(np.int8)
    packed = pack_columns(as_words(np.pad(w, ((0, -inner % 64), (0, 0))), 0), 32 if columns > 16 else 16)
    words = x.view(np.int32)
    data = te.placeholder((rows if size is None else size, words.shape[1]), "int32", name="X")
    weight = te.placeholder(packed.shape, "int32", name="W")
    total = topi.qnn.dense_packed(data, weight, units=columns)
    return made("qnn.dense_packed", data, weight, total), [words, packed], x.astype(np.int32) @ w.astype(np.int32)


def few_bits(rows: int, inner: int, columns: int) -> tuple[PrimFunc, list[Array], Array]:
    """The program of a product of float32 with weights of 4 bits, in blocks of 32 with zero points."""
    rng = np.random.default_rng([rows, inner, columns])
    x, q = rng.integers(-8, 9, (rows, inner)).astype(np.float32), rng.integers(0, 16, (inner, columns), np.uint8)
    scale = (rng.integers(1, 9, (inner // 32, columns)) / 8).astype(np.float32)
    zero = rng.integers(0, 16, scale.shape, np.uint8)
    parts = LowBits(q, 4, 32, scale, zero).packed(32)
    data = te.placeholder(x.shape, name="X")
    weights = [te.placeholder(p.shape, str(p.dtype), name=name) for p, name in zip(parts, "WSZ", strict=True)]
    total = topi.nn.dense_widened(data, *weights, bits=4, units=columns)
    want = x @ ((q - np.repeat(zero, 32, 0).astype(np.float32)) * np.repeat(scale, 32, 0))
    return made("nn.dense_widened", data, *weights, total), [x, *parts], want


def made(op: str, *tensors: Any) -> PrimFunc:
    return te.create_prim_func(list(tensors)).with_attr("op", op)


@pytest.mark.parametrize("program", [floats, integers])
@pytest.mark.parametrize(
    ("rows", "inner", "columns", "name"),
    [
        (5, 32, 9, "dense_amx"),
        (33, 72, 40, "dense_amx"),
        (16, 64, 136, "dense_amx"),
    ],
)
def test_the_scheduled_program_computes_the_product(
    program: Any, rows: int, inner: int, columns: int, name: str
) -> None:
    func, inputs, want = program(rows, inner, columns)
    scheduled, result, _ = schedule_function(func, SAPPHIRE)
    assert result is not None
    assert result.name == name
    assert "amx_td" in scheduled.script()
    np.testing.assert_array_equal(reference.run(scheduled, inputs)[0], want)


@pytest.mark.parametrize("lead", [(1,), (1, 1)])
def test_threads_share_the_panels_of_one_block_of_rows(lead: tuple[int, ...]) -> None:
    """Where dimensions of 1 come before the rows: a loop of one iteration is no work for a second thread."""
    data = te.placeholder((*lead, 128, 768), "bfloat16", name="X")
    weight = te.placeholder((24, 384, 32, 2), "bfloat16", name="W")
    total = topi.nn.dense_packed(data, weight, units=768, out_dtype="float32")
    scheduled, found, _ = schedule_function(made("nn.dense_packed", data, weight, total), SAPPHIRE)
    assert found is not None
    assert found.name == "dense_amx"
    shared = [int(n) for n in re.findall(r"in T.parallel\((?:T.int64\()?(\d+)", scheduled.script())]
    assert shared == [24]


@pytest.mark.parametrize(("inner", "columns", "dtype"), [(72, 136, "int32"), (136, 40, "int64"), (32, 9, "int64")])
@pytest.mark.parametrize("program", [floats, integers])
def test_symbolic_rows(program: Any, inner: int, columns: int, dtype: str) -> None:
    """Blocks of rows that are full, that are not, and less than a register; many panels, for which rows are copied."""
    func, _, _ = program(3, inner, columns, te.var("n", dtype))
    scheduled, found, _ = schedule_function(func, SAPPHIRE)
    assert found is not None
    assert found.name == "dense_amx"
    assert "amx_td" in scheduled.script()
    if columns == 9:  # the interpreter takes its time for more
        _, inputs, want = program(5, inner, columns)
        np.testing.assert_array_equal(reference.run(scheduled, inputs)[0], want)
    if not Target.host().has_tiles("bfloat16"):
        return
    machine = mlcc.build(scheduled)["main"]
    for rows in (1, 3, 5, 8, 9, 17, 32, 129, 300):
        _, inputs, want = program(rows, inner, columns)
        result = np.zeros(want.shape, want.dtype)
        machine(*inputs, result)
        np.testing.assert_array_equal(result, want)


def test_calls_of_few_symbolic_rows_have_vectors() -> None:
    """From the number of rows on that pays, which is larger where the matrix does not stay in the cache."""
    for inner, least in ((256, SAPPHIRE.costs.tile_rows_int8), (4096, SAPPHIRE.costs.tile_rows_streamed)):
        func, _, _ = integers(1, inner, 512, te.var("n", "int64"))
        text = schedule_function(func, SAPPHIRE)[0].script()
        few, many = text.split(f"if n < T.int64({least}):")[1].split("\n    else:")
        assert "amx" not in few
        assert "amx_td" in many
    func, inputs, want = integers(2, 64, 9, te.var("n", "int64"))
    scheduled, _, _ = schedule_function(func, SAPPHIRE)
    np.testing.assert_array_equal(reference.run(scheduled, inputs)[0], want)


def test_symbolic_columns_have_no_tiles() -> None:
    panels = te.var("p", "int64")
    data, weight = te.placeholder((64, 64), "bfloat16"), te.placeholder((panels, 32, 32, 2), "bfloat16")
    total = topi.nn.dense_packed(data, weight, units=panels * 32, out_dtype="float32")
    assert "amx" not in schedule_function(made("nn.dense_packed", data, weight, total), SAPPHIRE)[0].script()


@pytest.mark.parametrize("program", [floats, integers])
def test_few_rows_and_other_machines_have_no_tiles(program: Any) -> None:
    for rows, target in ((4, SAPPHIRE), (64, ICELAKE)):
        func, _, _ = program(rows, 64, 40)
        assert "amx" not in schedule_function(func, target)[0].script()


@pytest.mark.parametrize("program", [floats, integers])
@pytest.mark.parametrize(
    ("rows", "inner", "columns", "name"),
    [
        (70, 1280, 130, "dense_amx_deep"),
        (100, 160, 300, "dense_amx"),
        (300, 2048, 97, "dense_amx_deep"),
        (200, 3072, 130, "dense_amx_deep"),
    ],
)
def test_machine_code(program: Any, rows: int, inner: int, columns: int, name: str) -> None:
    """Sums in one part and in several, rows that do not fill registers; on the machine that the tests run on."""
    func, inputs, want = program(rows, inner, columns)
    scheduled, actual, _ = schedule_function(func, SAPPHIRE)
    assert actual is not None
    assert actual.name == name
    if not Target.host().has_tiles("bfloat16"):
        pytest.skip("no tile registers")
    result = np.zeros(want.shape, want.dtype)
    mlcc.build(scheduled)["main"](*inputs, result)
    np.testing.assert_array_equal(result, want)


@pytest.mark.parametrize(("rows", "inner", "columns"), [(24, 160, 40), (70, 1280, 130), (300, 2048, 32)])
def test_weights_of_few_bits_are_widened_part_by_part(rows: int, inner: int, columns: int) -> None:
    func, inputs, want = few_bits(rows, inner, columns)
    scheduled, found, _ = schedule_function(func, SAPPHIRE)
    assert found is not None
    assert found.name == "dense_amx_deep"
    if rows == 24:
        np.testing.assert_array_equal(reference.run(scheduled, inputs)[0], want)
    if not Target.host().has_tiles("bfloat16"):
        pytest.skip("no tile registers")
    result = np.zeros(want.shape, want.dtype)
    mlcc.build(scheduled)["main"](*inputs, result)
    np.testing.assert_array_equal(result, want)


@pytest.mark.parametrize(
    ("shape", "transposed", "step"),
    [((64, 256), False, 32), ((37, 45), False, 32), ((45, 70), True, 2), ((3, 5), False, 2)],
)
def test_matrices_known_at_run_time_are_packed_by_pairs_of_rows(
    shape: tuple[int, int], transposed: bool, step: int
) -> None:
    data = te.placeholder(shape, "float32", name="W")
    rounded = topi.cast(data, dtype="bfloat16")
    packed = topi.nn.pack_columns(rounded, width=32, transposed=transposed, group=2, step=step)
    func = made("nn.pack_columns", data, packed)
    scheduled, found, _ = schedule_function(func, SAPPHIRE)
    assert found is not None
    assert (found.name == "pack_pairs") != transposed  # whose pairs are adjacent already
    x = np.random.default_rng(shape).standard_normal(shape).astype(np.float32)
    want = pack_groups((x.T if transposed else x).astype(ml_dtypes.bfloat16), 32, 2, step)
    out = np.zeros(want.shape, want.dtype)
    mlcc.build(schedule_function(func, Target.parse("llvm -mcpu=native"))[0], "llvm -mcpu=native")(x, out)
    for got in (reference.run(scheduled, [x])[0], out):
        np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize(
    ("lead", "rows", "inner", "columns", "transposed"),
    [
        ((3,), 16, 20, 17, (False, False)),
        ((2, 3), 40, 64, 70, (False, True)),
        ((1, 2, 2), 33, 48, 96, (True, False)),
        ((12,), 128, 64, 128, (False, False)),
    ],
)
def test_products_of_batches(
    lead: tuple[int, ...], rows: int, inner: int, columns: int, transposed: tuple[bool, bool]
) -> None:
    """Of matrices that are computed at run time, whose operands may be rounded."""
    rng = np.random.default_rng([rows, inner, columns])
    x, w = (rng.integers(-8, 9, (*lead, *s)).astype(np.float32) for s in ((rows, inner), (inner, columns)))
    want = x @ w
    inputs = [
        np.ascontiguousarray(v.swapaxes(-1, -2)) if turn else v for v, turn in zip((x, w), transposed, strict=True)
    ]
    data = [te.placeholder(v.shape, name=name) for v, name in zip(inputs, "XW", strict=True)]
    total = topi.matmul(*data, *transposed, operands="bfloat16")
    scheduled, found, _ = schedule_function(made("matmul", *data, total), SAPPHIRE)
    assert found is not None
    assert found.name == "matmul_tiles"
    if want.size < 1000:
        np.testing.assert_array_equal(reference.run(scheduled, inputs)[0], want)
    if not Target.host().has_tiles("bfloat16"):
        pytest.skip("no tile registers")
    result = np.zeros(want.shape, np.float32)
    mlcc.build(scheduled)["main"](*inputs, result)
    np.testing.assert_array_equal(result, want)


@pytest.mark.parametrize("shapes", [((3, 15, 32), (3, 32, 32)), ((3, 32, 32), (1, 32, 32)), ((32, 32), (32, 32))])
def test_other_products_take_their_operands_as_they_are(shapes: Any) -> None:
    """Too few rows, shared matrices, and matrices without batches."""
    data = [te.placeholder(s, name=name) for s, name in zip(shapes, "XW", strict=True)]
    func = made("matmul", *data, topi.matmul(*data, operands="bfloat16"))
    assert "bfloat16" not in schedule_function(func, SAPPHIRE)[0].script()
