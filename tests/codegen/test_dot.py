"""Sums of products of bytes, and of pairs of bfloat16: the same from every instruction, and from plain arithmetic."""

import shutil

import ml_dtypes
import numpy as np
import pytest
from jit import Kernel

import mlcc
from mlcc.codegen.llvm import compile_ir, emit_module
from mlcc.diagnostics import MlccError
from mlcc.ir import BufferStore, For, PrimFunc, Var, call, const, make_buffer, prim_func
from mlcc.lowering import lower
from mlcc.reference.operations import intrinsic
from mlcc.target import Target

X86 = {
    "": "", "x86-64-v2": "vpmaddwd|pmaddwd", "x86-64-v3": "vpmaddwd", "x86-64-v4": "vpmaddwd", "alderlake": "vpdpbusd",
    "icelake-server": "vpdpbusd",
}  # fmt: skip
ARM = {"neoverse-n1": "sdot", "neoverse-v1": "usdot", "cortex-a53": "mla"}


def accumulated(count: int, kind: str) -> PrimFunc:
    a, b, out = (make_buffer(n, (count,), "int32") for n in ("a", "b", "out"))
    i = Var("i")
    total = out[i] + call("dp4a", a[i], b[i], const(0, "int32"))
    return prim_func([a, b, out], For(i, const(0), const(count), kind, BufferStore(out, total, (i,))))


def words(count: int, seed: int) -> np.ndarray:
    """Every extreme of a byte, and random ones."""
    rng = np.random.default_rng(seed)
    data = rng.integers(0, 256, (count, 4)).astype(np.uint8)
    data[:8] = rng.choice([0, 1, 127, 128, 129, 255], (8, 4))
    data[0], data[1] = 255, 128
    return data.view(np.int32).ravel()


def wanted(a: np.ndarray, b: np.ndarray, start: np.ndarray) -> np.ndarray:
    left, right = a.view(np.uint8).reshape(-1, 4).astype(np.int64), b.view(np.int8).reshape(-1, 4).astype(np.int64)
    return (start + (left * right).sum(1)).astype(np.int32)


def _runs(cpu: str) -> bool:
    features = Target.parse(f"llvm -mcpu={cpu}" if cpu else None).features
    return features <= Target.host().features | {f for f in features if not f.startswith("avx")}


@pytest.mark.parametrize("kind", ["serial", "vectorized"])
@pytest.mark.parametrize("cpu", X86)
def test_every_way_gives_the_same(cpu, kind):
    a, b = words(47, 1), words(47, 2)
    b[0] = np.array([-128] * 4, np.int8).view(np.int32)[0]
    start = np.random.default_rng(3).integers(-(2**31), 2**31, 47).astype(np.int32)
    target = f"llvm -mcpu={cpu}" if cpu else None
    if Target.host().arch != "x86_64" or not _runs(cpu):
        pytest.skip("this machine has no such instructions")
    out = start.copy()
    assert Kernel(accumulated(47, kind), target)(a, b, out) == 0
    np.testing.assert_array_equal(out, wanted(a, b, start))
    np.testing.assert_array_equal(intrinsic("dp4a", [a, b, start], "int32"), wanted(a, b, start))


@pytest.mark.parametrize("cpu", [*X86, *ARM])
def test_instruction(cpu):
    triple = "" if cpu not in ARM else " -mtriple=aarch64-unknown-linux-gnu"
    target = Target.parse(f"llvm -mcpu={cpu}{triple}" if cpu else "llvm -mcpu=icelake-server")
    lowered = lower(accumulated(64, "vectorized"), target)
    text = compile_ir(emit_module({"kernel": lowered}, target, linkage="external"), target, "s").decode()
    names = (X86.get(cpu) or ARM.get(cpu) or "vpdpbusd").split("|")
    assert any(name in text for name in names)


def test_other_types_are_refused():
    out = make_buffer("out", (4,), "int64")
    value = call("dp4a", out[0], out[1], const(0, "int64"))
    func = prim_func([out], BufferStore(out, value, (const(0),)))
    with pytest.raises(MlccError) as caught:
        Kernel(func)
    assert caught.value.code == "G201"


# ---------------------------------------------------------------- two bfloat16 numbers
PAIRS = {"": "", "x86-64-v3": "mulps", "x86-64-v4": "mulps", "znver4": "vdpbf16ps", "sapphirerapids": "vdpbf16ps"}


def pairs(count: int, seed: int) -> np.ndarray:
    """Random numbers, no subnormal ones."""
    data = np.random.default_rng(seed).normal(size=(count, 2)) * 10.0 ** np.arange(-3, 4)[np.arange(count) % 7, None]
    return data.astype(ml_dtypes.bfloat16).view(np.int32).ravel()


def summed_pairs(count: int, kind: str) -> PrimFunc:
    a, b = (make_buffer(n, (count,), "int32") for n in "ab")
    out = make_buffer("out", (count,), "float32")
    i = Var("i")
    total = out[i] + call("dot_bf16", a[i], b[i], const(0.0, "float32"))
    return prim_func([a, b, out], For(i, const(0), const(count), kind, BufferStore(out, total, (i,))))


def _assert_near_pairs(got: np.ndarray, a: np.ndarray, b: np.ndarray, start: np.ndarray) -> None:
    """Within the roundings of two products and two sums of float32."""
    x, y = (v.view(ml_dtypes.bfloat16).astype(np.float64).reshape(-1, 2) for v in (a, b))
    scale = np.abs(start) + np.abs(x * y).sum(1)
    assert (np.abs(got - (start + (x * y).sum(1))) <= 3 * 2.0**-24 * scale).all()


@pytest.mark.parametrize("kind", ["serial", "vectorized"])
@pytest.mark.parametrize("cpu", PAIRS)
def test_pairs_give_the_same_by_every_way(cpu, kind):
    a, b = pairs(47, 1), pairs(47, 2)
    start = np.random.default_rng(3).normal(size=47).astype(np.float32)
    if Target.host().arch != "x86_64" or not _runs(cpu):
        pytest.skip("this machine has no such instructions")
    out = start.copy()
    assert Kernel(summed_pairs(47, kind), f"llvm -mcpu={cpu}" if cpu else None)(a, b, out) == 0
    _assert_near_pairs(out, a, b, start)
    _assert_near_pairs(intrinsic("dot_bf16", [a, b, start], "float32"), a, b, start)


@pytest.mark.parametrize("cpu", [cpu for cpu in PAIRS if cpu])
def test_instruction_of_pairs(cpu):
    """`x86-64-v4` has no such instruction."""
    target = Target.parse(f"llvm -mtriple=x86_64-linux-gnu -mcpu={cpu}")
    lowered = lower(summed_pairs(64, "vectorized"), target)
    text = compile_ir(emit_module({"kernel": lowered}, target, linkage="external"), target, "s").decode()
    assert PAIRS[cpu] in text
    assert ("vdpbf16ps" in text) == (PAIRS[cpu] == "vdpbf16ps")


def test_pairs_keep_infinities_and_nan():
    numbers = np.array([[np.inf, 1], [np.nan, 1], [np.inf, np.inf], [1, 2]], ml_dtypes.bfloat16)
    factors = np.array([[2, 3], [1, 1], [1, -1], [3, np.inf]], ml_dtypes.bfloat16)
    a, b, out = numbers.view(np.int32).ravel(), factors.view(np.int32).ravel(), np.zeros(4, np.float32)
    assert Kernel(summed_pairs(4, "vectorized"), None)(a, b, out) == 0
    np.testing.assert_array_equal(out, np.array([np.inf, np.nan, np.nan, np.inf], np.float32))
    with np.errstate(invalid="ignore"):
        told = intrinsic("dot_bf16", [a, b, np.zeros(4, np.float32)], "float32")
    np.testing.assert_array_equal(told, out)


def test_pairs_of_other_types_are_refused():
    out = make_buffer("out", (4,), "int32")
    func = prim_func([out], BufferStore(out, call("dot_bf16", out[0], out[1], const(0, "int32")), (const(0),)))
    with pytest.raises(MlccError) as caught:
        Kernel(func)
    assert caught.value.code == "G201"


# ---------------------------------------------------------------- two int16 numbers, and limited sums of two products
def _program(op: str, count: int, kind: str) -> PrimFunc:
    a, b, out = (make_buffer(n, (count,), "int32") for n in ("a", "b", "out"))
    i = Var("i")
    value = call(op, a[i], b[i], out[i]) if op == "dot_int16" else call(op, a[i], b[i])
    return prim_func([a, b, out], For(i, const(0), const(count), kind, BufferStore(out, value, (i,))))


def _expected(op: str, a: np.ndarray, b: np.ndarray, start: np.ndarray) -> np.ndarray:
    if op == "dot_int16":
        left, right = (v.view(np.int16).reshape(-1, 2).astype(np.int64) for v in (a, b))
        return (start + (left * right).sum(1)).astype(np.int32)
    left, right = a.view(np.uint8).reshape(-1, 2).astype(int), b.view(np.int8).reshape(-1, 2).astype(int)
    return (left * right).sum(1).clip(-(2**15), 2**15 - 1).astype(np.int16).view(np.int32)


@pytest.mark.parametrize("op", ["dot_int16", "saturated_pairs"])
@pytest.mark.parametrize("kind", ["serial", "vectorized"])
@pytest.mark.parametrize("cpu", ["", "x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"])
def test_pairs_of_integers(cpu, kind, op):
    if Target.host().arch != "x86_64" or not _runs(cpu):
        pytest.skip("this machine has no such instructions")
    a, b = words(47, 1), words(47, 2)
    a[:3] = np.array([-32768, -32768, 32767, -32768, -1, -1], np.int16).view(np.int32)
    b[:3] = np.array([-32768, -32768, 32767, 32767, 0x7F7F, 0x7F7F], np.int16).view(np.int32)
    start = np.random.default_rng(3).integers(-(2**31), 2**31, 47).astype(np.int32)
    out, target = start.copy(), f"llvm -mcpu={cpu}" if cpu else None
    want = _expected(op, a, b, start)
    assert Kernel(_program(op, 47, kind), target)(a, b, out) == 0
    np.testing.assert_array_equal(out, want)
    operands = [a, b, start] if op == "dot_int16" else [a, b]
    np.testing.assert_array_equal(intrinsic(op, operands, "int32"), want)


@pytest.mark.parametrize(("op", "name"), [("dot_int16", "vpmaddwd"), ("saturated_pairs", "vpmaddubsw")])
def test_instructions_of_pairs(op, name):
    target = Target.parse("llvm -mtriple=x86_64-linux-gnu -mcpu=haswell")
    lowered = lower(_program(op, 64, "vectorized"), target)
    assert name in compile_ir(emit_module({"kernel": lowered}, target, linkage="external"), target, "s").decode()


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
@pytest.mark.parametrize("kind", ["serial", "vectorized"])
@pytest.mark.parametrize("op", ["dot_int16", "saturated_pairs"])
def test_pairs_of_integers_in_c(op, kind):
    a, b = words(32, 1), words(32, 2)
    a[:2] = np.array([-32768, -32768, -1, -1], np.int16).view(np.int32)
    b[:2] = np.array([-32768, -32768, 0x7F7F, 0x7F7F], np.int16).view(np.int32)
    start = np.random.default_rng(3).integers(-(2**31), 2**31, 32).astype(np.int32)
    out = start.copy()
    func = mlcc.build(_program(op, 32, kind), target="c")
    func.main(a, b, out)
    np.testing.assert_array_equal(out, _expected(op, a, b, start))
