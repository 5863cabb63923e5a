"""Tile registers: the meaning of their instructions, the same from machine code, and what is refused."""

import ml_dtypes
import numpy as np
import pytest
from jit import Kernel

from mlcc.diagnostics import MlccError
from mlcc.ir import first_difference, script, verify
from mlcc.reference import run
from mlcc.script import parse_prim_func
from mlcc.target import Target

HOST = Target.host()
SAPPHIRE = Target.parse("llvm -mtriple=x86_64-linux-gnu -mcpu=sapphirerapids")
#: Operand types, the instruction, and the elements in a group.
DOTS = [
    ("bfloat16", "bfloat16", "float32", "amx_tdpbf16ps", 2),
    ("uint8", "int8", "int32", "amx_tdpbusd", 4),
    ("int8", "int8", "int32", "amx_tdpbssd", 4),
    ("int8", "uint8", "int32", "amx_tdpbsud", 4),
    ("uint8", "uint8", "int32", "amx_tdpbuud", 4),
    ("float16", "float16", "float32", "amx_tdpfp16ps", 2),
]
PROGRAM = """
@T.prim_func
def main(
    X: T.Buffer((20, {wide}), "{left}"), W: T.Buffer((16, 24, {group}), "{right}"), Y: T.Buffer((18, 40), "{out}")
):
    T.func_attr({{"tir.noalias": True}})
    A = T.alloc_buffer((2, 16, {row}), "{left}", scope="amx.tile")
    B = T.alloc_buffer((16, 16, {group}), "{right}", scope="amx.tile")
    C = T.alloc_buffer((2, 16, 16), "{out}", scope="amx.tile")
    T.amx_tilezero(C[0, 0, 0])
    for i in T.unroll(2):
        T.amx_tileload(C[i, 0, 0], Y[i, 3], Y[i + 1, 3])
        T.{load}(A[i, 0, 0], X[i * 2, 2], X[i * 2 + 1, 2])
    T.amx_tileload(B[0, 0, 0], W[0, 5, 0], W[1, 5, 0])
    for i in T.unroll(2):
        T.amx_tdp(C[i, 0, 0], A[i, 0, 0], B[0, 0, 0])
    for i in T.unroll(2):
        T.amx_tilestore(Y[i, 20], Y[i + 1, 20], C[i, 0, 0])
"""


def random(rng, shape, dtype):
    if dtype in ("bfloat16", "float16"):
        kind = ml_dtypes.bfloat16 if dtype == "bfloat16" else np.float16
        return rng.integers(-9, 9, shape).astype(kind)  # sums are exact
    info = np.iinfo(dtype)
    return rng.integers(info.min, info.max + 1, shape).astype(dtype)


def program(left, right, out, dot, group, load="amx_tileload"):
    row = 16 * group
    text = PROGRAM.format(left=left, right=right, out=out, group=group, row=row, wide=row + 7, load=load)
    func = parse_prim_func(text.replace("amx_tdp(", f"{dot}("))
    verify(func)
    return func


def expected(x, w, y, group):
    """What `PROGRAM` leaves in y; both blocks of rows are read before the first is stored."""
    right = w[:, 5:21].transpose(0, 2, 1).reshape(16 * group, 16).astype(np.float64)
    starts = [y[i : i + 16, 3:19].astype(np.float64) for i in range(2)]
    result = y.copy()
    for i in range(2):
        left = x[i * 2 : i * 2 + 16, 2 : 2 + 16 * group].astype(np.float64)
        result[i : i + 16, 20:36] = (starts[i] + left @ right).astype(y.dtype)
    return result


@pytest.mark.cover(1)
@pytest.mark.parametrize("load", ["amx_tileload", "amx_tileloaddt1"])
@pytest.mark.parametrize(("left", "right", "out", "dot", "group"), DOTS)
def test_instructions_do_what_they_mean(left, right, out, dot, group, load):
    rng = np.random.default_rng(3)
    func = program(left, right, out, dot, group, load)
    assert first_difference(func, parse_prim_func(script(func))) is None
    x, w = random(rng, (20, 16 * group + 7), left), random(rng, (16, 24, group), right)
    y = rng.integers(-99, 99, (18, 40)).astype(out)
    want = expected(x, w, y, group)
    (got,) = run(func, [x, w, y])
    np.testing.assert_array_equal(got, want)
    if HOST.has_tiles({"bfloat16": "bfloat16", "float16": "float16"}.get(left, "int8")):
        kernel = Kernel(func)
        assert kernel(x, w, y) == 0
        np.testing.assert_array_equal(y, want)
    elif left != "float16":
        assert load.removeprefix("amx_") in Kernel.text_for(func, SAPPHIRE)


def test_words_of_bytes():
    text = """
@T.prim_func
def main(X: T.Buffer((16, 16), "int32"), W: T.Buffer((16, 16), "int32"), Y: T.Buffer((16, 16), "int32")):
    A = T.alloc_buffer((16, 16), "int32", scope="amx.tile")
    B = T.alloc_buffer((16, 16), "int32", scope="amx.tile")
    C = T.alloc_buffer((16, 16), "int32", scope="amx.tile")
    T.amx_tilezero(C[0, 0])
    T.amx_tileload(A[0, 0], X[0, 0], X[1, 0])
    T.amx_tileload(B[0, 0], W[0, 0], W[1, 0])
    T.amx_tdpbusd(C[0, 0], A[0, 0], B[0, 0])
    T.amx_tilestore(Y[0, 0], Y[1, 0], C[0, 0])
"""
    rng = np.random.default_rng(4)
    a, b = rng.integers(0, 256, (16, 64)).astype(np.uint8), rng.integers(-128, 128, (16, 16, 4)).astype(np.int8)
    (got,) = run(parse_prim_func(text), [a.view(np.int32), b.view(np.int32)[:, :, 0]])
    np.testing.assert_array_equal(got, a.astype(np.int32) @ b.transpose(0, 2, 1).reshape(64, 16).astype(np.int32))


def refused(body, target=SAPPHIRE, buffers='C = T.alloc_buffer((3, 16, 16), "float32", scope="amx.tile")'):
    text = f'@T.prim_func\ndef main(Y: T.Buffer((16, 16), "float32")):\n    {buffers}\n    {body}\n'
    with pytest.raises(MlccError) as caught:
        Kernel.text_for(parse_prim_func(text), target)
    return str(caught.value)


def test_refusals():
    loop = "for i in range(3):\n        T.amx_tilezero(C[i, 0, 0])"
    assert "G205" in refused(loop)
    many = 'C = T.alloc_buffer((9, 16, 16), "float32", scope="amx.tile")'
    assert "8 of 8 are free" in refused("T.amx_tilezero(C[0, 0, 0])", buffers=many)
    assert "has not the feature `amx-tile`" in refused("T.amx_tilezero(C[0, 0, 0])", Target.parse("llvm -mcpu=haswell"))
    wrong = "T.amx_tdpbf16ps(C[0, 0, 0], C[1, 0, 0], C[2, 0, 0])"
    assert "G205" in refused(f"for i in range(2):\n        {wrong}")
    plain = 'C = T.alloc_buffer((16, 16), "float32")'
    assert "`C` is not in" in refused("for i in range(2):\n        T.amx_tilezero(C[0, 0])", buffers=plain)
    half = 'H = T.alloc_buffer((16, 32), "float16", scope="amx.tile")'
    sums = 'S = T.alloc_buffer((16, 16), "float32", scope="amx.tile")'
    assert "G206" in refused("T.amx_tdpfp16ps(S[0, 0], H[0, 0], H[0, 0])", buffers=f"{half}\n    {sums}")


def test_the_interpreter_runs_tiles_that_are_views_of_one_memory_in_order() -> None:
    """Loops of an instruction become array axes, but for operands that views place in the same memory."""
    text = """
@T.prim_func
def main(X: T.Buffer((16, 16), "int32"), Y: T.Buffer((16, 16), "int32")):
    M = T.alloc_buffer((2, 16, 16), "int32", scope="amx.tile")
    for n in range(1):
        with T.block("same"):
            v = T.axis.spatial(1, n)
            A = T.match_buffer(M[v, 0:16, 0:16], (16, 16), "int32", scope="amx.tile", offset_factor=1)
            C = T.match_buffer(M[v, 0:16, 0:16], (16, 16), "int32", scope="amx.tile", offset_factor=1)
            T.amx_tileload(A[0, 0], X[0, 0], X[1, 0])
            T.amx_tdpbssd(C[0, 0], A[0, 0], A[0, 0])
            T.amx_tilestore(Y[0, 0], Y[1, 0], C[0, 0])
"""
    x = np.random.default_rng(5).integers(-(2**31), 2**31, (16, 16)).astype(np.int32)
    func = parse_prim_func(text)
    np.testing.assert_array_equal(run(func, [x])[0], run(func, [x], vectorize=False)[0])
