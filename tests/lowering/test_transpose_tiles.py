"""Tiles transposed in registers: for which loops, and with the same results as without."""

from __future__ import annotations

import numpy as np
import pytest

import mlcc
from mlcc.ir import PrimFunc
from mlcc.lowering import lower
from mlcc.script import parse_module
from mlcc.target import Target

TEXT = """
@T.prim_func
def main(A: T.Buffer(({n}, {m}), "{dtype}"), B: T.Buffer(({m}, {n}), "{dtype}"), C: T.Buffer(({m}, {n}), "{dtype}")):
    T.func_attr({{"tir.noalias": {apart}}})
    for i0, j0, i1, j1 in T.grid({m} // {side}, {n} // {width}, {side}, {width}):
        with T.block("C"):
            vi = T.axis.spatial({m}, i0 * {side} + i1)
            vj = T.axis.spatial({n}, j0 * {width} + j1)
            C[vi, vj] = {value}
"""
DTYPES = ["uint8", "int8", "bool", "float16", "bfloat16", "float32", "int32", "float64", "int64"]


def program(value: str = "A[vj, vi]", dtype: str = "float32", n: int = 64, m: int = 32, **sizes: object) -> PrimFunc:
    text = TEXT.format(
        **{"value": value, "dtype": dtype, "n": n, "m": m, "side": 16, "width": 32, "apart": True, **sizes}
    )
    return next(f for f in parse_module(text).functions.values() if isinstance(f, PrimFunc))


def is_tiled(func: PrimFunc, target: str = "llvm -mcpu=skylake-avx512") -> bool:
    return "transpose_tile" in lower(func, Target.parse(target)).script()


def array(shape: tuple[int, ...], dtype: str) -> np.ndarray:
    x = np.random.default_rng(len(dtype)).standard_normal(shape) * 50
    if dtype == "bfloat16":
        return (x.astype("float32").view("uint32") >> 16).astype("uint16")
    return (x > 0) if dtype == "bool" else x.astype("int64").astype(dtype) if "int" in dtype else x.astype(dtype)


@pytest.mark.parametrize("dtype", DTYPES)
def test_elements_of_every_size(dtype: str) -> None:
    func = program(dtype=dtype)
    assert is_tiled(func)
    a, b, c = array((64, 32), dtype), array((32, 64), dtype), array((32, 64), dtype)
    mlcc.build(func)["main"](a, b, c)
    np.testing.assert_array_equal(c, a.T)


@pytest.mark.parametrize(
    ("value", "want"),
    [
        ("A[vj, vi] * T.float32(2) + B[vi, vj]", lambda a, b: a.T * 2 + b),
        ("A[vj, vi] + A[vj, 31 - vi]", lambda a, b: a.T + a[:, ::-1].T),
        ("T.max(A[vj, vi], A[vj, vi // 2])", lambda a, b: np.maximum(a.T, a[:, np.arange(32) // 2].T)),
        ("A[vj, vi] - A[(vj + 5) % 64, vi]", lambda a, b: a.T - a[(np.arange(64) + 5) % 64].T),
        ("A[vj, vi] * B[vi, 0]", lambda a, b: a.T * b[:, :1]),
    ],
)
def test_formulas_of_tiles(value: str, want: object) -> None:
    a, b, c = array((64, 32), "float32"), array((32, 64), "float32"), np.zeros((32, 64), "float32")
    mlcc.build(program(value))["main"](a, b, c)
    np.testing.assert_array_equal(c, want(a, b))  # type: ignore[operator]


@pytest.mark.parametrize("target", ["llvm -mcpu=haswell", "llvm -mcpu=x86-64", "llvm -mtriple=aarch64-linux-gnu"])
def test_sides_by_the_registers(target: str) -> None:
    assert is_tiled(program(), target)
    assert not is_tiled(program(dtype="float64", side=2, n=6, width=6, m=4), target)


@pytest.mark.parametrize(
    ("value", "sizes"),
    [
        ("A[vj, vi]", {"apart": False}),  # C may be A
        ("B[vi, vj]", {}),  # no transpose
        ("A[vj, vi // 2]", {}),  # rows of which elements repeat
        ("T.if_then_else((vi + vj) % 2 < 1, A[vj, vi], T.float32(0))", {}),  # elements that must not be read
        ("A[vj, vi]", {"n": 70, "width": 7}),  # no tile fits
    ],
)
def test_other_loops_stay(value: str, sizes: dict[str, object]) -> None:
    assert not is_tiled(program(value, **sizes))


def test_rows_at_a_stride_known_at_run_time() -> None:
    text = """
@T.prim_func
def main(a: T.handle, c: T.handle):
    T.func_attr({"tir.noalias": True})
    n = T.int64()
    A = T.match_buffer(a, (32, n))
    C = T.match_buffer(c, (n, 32))
    for i0, i1, j in T.grid(n // 16, 16, 32):
        with T.block("C"):
            vi = T.axis.spatial(n, i0 * 16 + i1)
            vj = T.axis.spatial(32, j)
            C[vi, vj] = A[vj, vi]
"""
    func = next(f for f in parse_module(text).functions.values() if isinstance(f, PrimFunc))
    assert is_tiled(func)
    a, c = array((32, 48), "float32"), np.zeros((48, 32), "float32")
    mlcc.build(func)["main"](a, c)
    np.testing.assert_array_equal(c, a.T)


RAGGED = """
@T.prim_func
def main(a: T.handle, B: T.Buffer((64,), "float32"), c: T.handle):
    T.func_attr({"tir.noalias": True})
    n = T.int64()
    A = T.match_buffer(a, (n, WIDTH))
    C = T.match_buffer(c, ((n + 15) // 16, WIDTH, 16))
    for i0, i1, j in T.grid((n + 15) // 16, 2, WIDTH):
        for i2 in T.vectorized(8):
            with T.block("C"):
                v0 = T.axis.spatial((n + 15) // 16, i0)
                vj = T.axis.spatial(WIDTH, j)
                v1 = T.axis.spatial(16, i1 * 8 + i2)
                C[v0, vj, v1] = T.if_then_else(v0 * 16 + v1 < n, VALUE, OTHER)
"""
AT = "A[v0 * 16 + v1, vj]"


SYMBOLIC = """
@T.prim_func
def main(a: T.handle, c: T.handle):
    T.func_attr({"tir.noalias": True})
    n = T.int64()
    A = T.match_buffer(a, (n, 12), "float32")
    C = T.match_buffer(c, (12, n), "float32")
    for i, j in T.grid(12, n):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[vj, vi] + T.float32(1)
"""


def test_a_number_of_rows_that_a_call_knows() -> None:
    func = next(f for f in parse_module(SYMBOLIC).functions.values() if isinstance(f, PrimFunc))
    assert is_tiled(func)
    library = mlcc.build(func)
    for n in (0, 1, 3, 4, 7, 8, 37):
        a, c = array((n, 12), "float32"), np.zeros((12, n), "float32")
        library["main"](a, c)
        np.testing.assert_array_equal(c, a.T + 1)


def ragged(value: str = f"{AT} * T.float32(2)", other: str = "T.float32(-1)", width: int = 24) -> PrimFunc:
    text = RAGGED.replace("VALUE", value).replace("OTHER", other).replace("WIDTH", str(width))
    return next(f for f in parse_module(text).functions.values() if isinstance(f, PrimFunc))


@pytest.mark.parametrize("target", ["llvm", "c"])
@pytest.mark.parametrize("width", [24, 20])
def test_rows_outside_of_a_guard_are_not_loaded(target: str, width: int) -> None:
    func = ragged(width=width)
    assert lower(func, Target.parse("llvm -mcpu=haswell")).script().count("T.transpose_tile(") == 3
    run = mlcc.build(func, target=target)["main"]
    for n in (*range(36), 48):
        a, b, c = array((n, width), "float32"), array((64,), "float32"), np.zeros((-(-n // 16), width, 16), "float32")
        run(a, b, c)
        want = np.full((-(-n // 16) * 16, width), -1, "float32")
        want[:n] = a * 2
        np.testing.assert_array_equal(c, want.reshape(-1, 16, width).swapaxes(1, 2))


@pytest.mark.parametrize(("value", "other"), [
    (f"{AT} + B[v1]", "T.float32(0)"),  # B is not loaded where the guard fails
    (AT, "B[v1]"),
    (f"T.if_then_else(B[0] < T.float32(0), {AT}, T.float32(1))", "T.float32(0)"),
])  # fmt: skip
def test_guarded_values_of_other_elements_stay_under_their_guard(value: str, other: str) -> None:
    func = ragged(value, other)
    assert lower(func, Target.parse("llvm -mcpu=haswell")).script().count("T.transpose_tile(") < 3
    run = mlcc.build(func)["main"]
    for n in (0, 1, 5, 16, 21):
        a, b, c = array((n, 24), "float32"), array((64,), "float32"), np.zeros((-(-n // 16), 24, 16), "float32")
        run(a, b, c)
        lanes = np.arange(-(-n // 16) * 16) % 16
        want = np.broadcast_to((b[lanes] if other == "B[v1]" else 0 * b[lanes])[:, None], (len(lanes), 24)).copy()
        taken = np.ones_like(a) if "if_then" in value and b[0] >= 0 else a
        want[:n] = taken + b[lanes[:n], None] if "+ B" in value else taken
        np.testing.assert_array_equal(c, want.reshape(-1, 16, 24).swapaxes(1, 2))


ENDS = """
@T.prim_func
def main(a: T.handle, c: T.handle):
    T.func_attr({"tir.noalias": True})
    n = T.int64()
    A = T.match_buffer(a, (COLUMNS, ROWS), "DTYPE")
    C = T.match_buffer(c, (ROWS, COLUMNS), "DTYPE")
    for i, j in T.grid(ROWS_, COLUMNS_):
        with T.block("C"):
            vi = T.axis.spatial(ROWS, i)
            vj = T.axis.spatial(COLUMNS, j)
            C[vi, vj] = A[vj, vi] * A[vj, vi]
"""


@pytest.mark.cover(1)
@pytest.mark.parametrize("dtype", ["uint8", "int32", "float64"])
@pytest.mark.parametrize("rows", ["n", "24"])
@pytest.mark.parametrize("left_out", [0, 5])
def test_symbolic_loops_have_whole_tiles_and_an_end(dtype: str, rows: str, left_out: int) -> None:
    """All sizes around those of tiles; a loop that would have fewer iterations than none has none."""
    columns = "24" if rows == "n" else "n"
    loops = [f"{extent} - {left_out}" if extent == "n" else extent for extent in (rows, columns)]
    text = ENDS.replace("ROWS_", loops[0]).replace("COLUMNS_", loops[1]).replace("DTYPE", dtype)
    text = text.replace("ROWS", rows).replace("COLUMNS", columns)
    func = next(f for f in parse_module(text).functions.values() if isinstance(f, PrimFunc))
    assert is_tiled(func)
    lib = mlcc.build(func)["main"]
    for n in (0, 1, 3, 4, 5, 8, 9, 13, 16, 17, 31, 32, 37):
        shape = (24, n) if rows == "n" else (n, 24)
        a, c = array(shape, dtype), np.zeros(shape[::-1], dtype)
        lib(a, c)
        want = (a * a).T.copy()
        (want if rows == "n" else want.T)[max(n - left_out, 0) :] = 0
        np.testing.assert_array_equal(c, want)
