"""Operators and conversions on every type, scalar and vector, against NumPy; results defined everywhere."""

import numpy as np
import pytest
from jit import Kernel, random

from mlcc.ir import BufferStore, Expr, For, PrimFunc, Var, binary, call, cast, const, make_buffer, prim_func, select
from mlcc.ir import dtype as dt

INTS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
KINDS = ["serial", "vectorized"]


def elementwise(fn, inputs: list[str], output: str, count: int, kind: str) -> PrimFunc:
    buffers = [make_buffer(f"x{n}", (count,), d) for n, d in enumerate(inputs)]
    out = make_buffer("out", (count,), output)
    i = Var("i")
    value: Expr = fn(*(b[i] for b in buffers))
    return prim_func([*buffers, out], For(i, const(0), const(count), kind, BufferStore(out, value, (i,))))


def run(fn, arrays, inputs, output, kind="serial"):
    out = np.zeros(len(arrays[0]), dt.numpy_dtype(output))
    assert Kernel(elementwise(fn, inputs, output, len(arrays[0]), kind))(*arrays, out) == 0
    return out


def assert_rounded(got: np.ndarray, single: np.ndarray, dtype: str) -> None:
    """`got` is `single` rounded; on the way to bfloat16 a subnormal number may become the zero of its sign."""
    with np.errstate(all="ignore"):
        want = single.astype(dt.numpy_dtype(dtype))
    subnormal = (np.abs(single) < np.finfo("float32").tiny) & (single != 0)
    zero = got.view("uint16") == np.where(np.signbit(single), 0x8000, 0)
    same = got.view("uint16") == want.view("uint16")
    assert (same | zero & subnormal & (dtype == "bfloat16") | np.isnan(single) & np.isnan(got)).all()


def edge_values(dtype: str) -> np.ndarray:
    low, high = dt.int_range(dtype)
    values = [0, 1, 2, 3, 5, 7, 8, low, low + 1, high, high - 1, high // 2] + ([-1, -2, -3, -7, -8] if low else [])
    return np.array(values, dtype)


@pytest.mark.cover(1)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dtype", INTS)
def test_integer_operators(dtype, kind):
    edges = edge_values(dtype)
    a, b = (g.ravel() for g in np.meshgrid(edges, edges))
    a, b = np.ascontiguousarray(a), np.ascontiguousarray(b)
    low = dt.int_range(dtype)[0]
    with np.errstate(all="ignore"):
        expected = {
            "add": a + b, "sub": a - b, "mul": a * b, "min": np.minimum(a, b), "max": np.maximum(a, b),
            "bitand": a & b, "bitor": a | b, "bitxor": a ^ b,
            "floordiv": np.where(b == 0, 0, np.floor_divide(a, np.where(b == 0, 1, b))).astype(dtype),
            "floormod": np.where(b == 0, 0, np.remainder(a, np.where(b == 0, 1, b))).astype(dtype),
        }  # fmt: skip
        if low:  # NumPy's own answer for the one overflowing division
            overflow = (a == low) & (b == -1)
            expected["floordiv"] = np.where(overflow, low, expected["floordiv"]).astype(dtype)
    for op, want in expected.items():
        got = run(lambda x, y, op=op: binary(op, x, y), (a, b), [dtype, dtype], dtype, kind)
        np.testing.assert_array_equal(got, want, err_msg=op)
    bits = dt.bits(dtype)
    shift = np.abs(b.astype("int64")).clip(0, 100).astype(dtype)
    want = np.array([(int(x) << int(s)) if int(s) < bits else 0 for x, s in zip(a, shift, strict=True)], object)
    want = np.array([int(v) & ((1 << bits) - 1) for v in want], f"uint{bits}").view(dtype)
    np.testing.assert_array_equal(run(lambda x, y: binary("shl", x, y), (a, shift), [dtype] * 2, dtype, kind), want)
    want = np.array([int(x) >> min(int(s), 200) for x, s in zip(a, shift, strict=True)], dtype)
    np.testing.assert_array_equal(run(lambda x, y: binary("shr", x, y), (a, shift), [dtype] * 2, dtype, kind), want)


@pytest.mark.cover(1)
@pytest.mark.parametrize("divisor", [1, 2, 7, 8, -1, -3, -8])
@pytest.mark.parametrize("dtype", ["int8", "int32", "int64"])
def test_division_by_literals(dtype, divisor):
    a = edge_values(dtype)
    for op, fn in (("floordiv", np.floor_divide), ("floormod", np.remainder)):
        got = run(lambda x, op=op: binary(op, x, const(divisor, dtype)), (a,), [dtype], dtype, "vectorized")
        with np.errstate(all="ignore"):
            want = fn(a, np.array(divisor, dtype))
        if divisor == -1:
            want[a == dt.int_range(dtype)[0]] = dt.int_range(dtype)[0] if op == "floordiv" else 0
        np.testing.assert_array_equal(got, want)


@pytest.mark.cover(1)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "bfloat16"])
def test_float_operators(dtype, kind):
    values = np.array([0, -0.0, 1, -1, 2.5, -3.25, 100, np.inf, -np.inf, np.nan], dt.numpy_dtype(dtype))
    a, b = (np.ascontiguousarray(g.ravel()) for g in np.meshgrid(values, values))
    with np.errstate(all="ignore"):
        expected = {
            "add": a + b, "sub": a - b, "mul": a * b, "div": a / b, "min": np.minimum(a, b), "max": np.maximum(a, b),
        }  # fmt: skip
    for op, want in expected.items():
        got = run(lambda x, y, op=op: binary(op, x, y), (a, b), [dtype, dtype], dtype, kind)
        np.testing.assert_array_equal(got.astype("float64"), want.astype("float64"), err_msg=op)
    for op, fn in {"lt": np.less, "le": np.less_equal, "gt": np.greater, "eq": np.equal, "ne": np.not_equal}.items():
        got = run(lambda x, y, op=op: binary(op, x, y), (a, b), [dtype, dtype], "bool", kind)
        with np.errstate(all="ignore"):
            want = fn(a, b)
        np.testing.assert_array_equal(got, want, err_msg=op)
    for op, test in {"isnan": np.isnan, "isinf": np.isinf, "isfinite": np.isfinite}.items():
        got = run(lambda x, op=op: call(op, x), (a,), [dtype], "bool", kind)
        np.testing.assert_array_equal(got, test(a.astype("float64")), err_msg=op)


def test_max_with_a_literal_hands_on_nan():
    a = np.array([np.nan, -1, 2, np.inf, -np.inf] * 4, "float32")
    for fn in (lambda x: binary("max", x, const(0.0, "float32")), lambda x: binary("max", const(0.0, "float32"), x)):
        np.testing.assert_array_equal(run(fn, (a,), ["float32"], "float32", "vectorized"), np.maximum(a, 0))


@pytest.mark.cover(1)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("source", [*INTS, "bool", "float32", "float64", "float16", "bfloat16"])
def test_conversions(source, kind):
    if dt.is_float(source):
        a = np.array([0, -0.0, 1.5, -2.5, 100.75, -7, 120, 3e4, 0.1], dt.numpy_dtype(source))
    else:
        a = edge_values(source) if source != "bool" else np.array([True, False, True])
    for target in [*INTS, "bool", "float32", "float64", "float16", "bfloat16"]:
        with np.errstate(all="ignore"):
            want = a.astype(dt.numpy_dtype(target))
        if dt.is_float(source) and dt.is_int(target):
            low, high = dt.int_range(target)
            want = np.array([min(max(int(v), low), high) for v in a.astype("float64")], target)
        got = run(lambda x, t=target: cast(t, x), (a,), [source], target, kind)
        np.testing.assert_array_equal(got, want, err_msg=target)


def test_float_to_int_is_defined():
    a = np.array([np.nan, np.inf, -np.inf, 1e30, -1e30, 300.0], "float32")
    np.testing.assert_array_equal(
        run(lambda x: cast("int32", x), (a,), ["float32"], "int32"), [0, 2**31 - 1, -(2**31), 2**31 - 1, -(2**31), 300]
    )
    np.testing.assert_array_equal(run(lambda x: cast("uint8", x), (a,), ["float32"], "uint8"), [0, 255, 0, 255, 0, 255])


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_small_floats_exhaustively(dtype):
    """Every bit pattern to float32 and back, and roundings from float32 and float64."""
    every = np.arange(1 << 16, dtype=np.uint16).view(dt.numpy_dtype(dtype))
    wide = run(lambda x: cast("float32", x), (every,), [dtype], "float32", "vectorized")
    np.testing.assert_array_equal(wide, every.astype("float32"))
    back = run(lambda x: cast(dtype, x), (wide,), ["float32"], dtype, "vectorized")
    assert_rounded(back, wide, dtype)
    rng = np.random.default_rng(0)
    bits = rng.integers(0, 1 << 32, 1 << 16, dtype=np.uint64).astype("uint32")
    single = bits.view("float32")
    assert_rounded(run(lambda x: cast(dtype, x), (single,), ["float32"], dtype, "vectorized"), single, dtype)


@pytest.mark.every(2)
@pytest.mark.parametrize("count", [1, 2, 3, 4, 8, 11, 16, 20, 32, 40])
@pytest.mark.parametrize("attributes", ["", " -mattr=-avx512vl", " -mattr=-avx512bf16", " -mattr=-avx512f"])
def test_any_number_of_lanes_is_rounded_to_bfloat16(count: int, attributes: str) -> None:
    """With the instruction of AVX512-BF16 on 16 or 8 lanes, and without it bit by bit."""
    rng = np.random.default_rng(count)
    single = rng.integers(0, 1 << 32, count, dtype=np.uint64).astype("uint32").view("float32")
    single[-1] = [1 + 2**-8, 1 + 3 * 2**-8, np.inf, np.nan, -1e-40, 3.4e38][count % 6]  # ties and what is no number
    kernel = Kernel(elementwise(lambda x: cast("bfloat16", x), ["float32"], "bfloat16", count, "vectorized"),
                    "llvm -mcpu=native" + attributes)  # fmt: skip
    got = np.zeros(count, dt.numpy_dtype("bfloat16"))
    kernel(single, got)
    assert_rounded(got, single, "bfloat16")
    if "bf16" in attributes or "512f" in attributes:
        subnormal = np.abs(single) < np.finfo("float32").tiny
        with np.errstate(all="ignore"):
            want = single.astype(dt.numpy_dtype("bfloat16"))
        np.testing.assert_array_equal(got.view("uint16")[subnormal], want.view("uint16")[subnormal])


@pytest.mark.parametrize("kind", ["serial", "vectorized"])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_small_floats_that_stay_in_registers_are_rounded(dtype, kind):
    """What is narrowed, clamped and widened again without touching memory is what memory would have given."""
    bits = np.random.default_rng(1).integers(0, 1 << 32, 1 << 16, dtype=np.uint64).astype("uint32")
    single = bits.view("float32")
    single = single[~(np.abs(single) < np.finfo("float32").tiny)]  # these may become zeros
    single[:5] = [np.nan, np.inf, -np.inf, -0.0, -3e-6]

    def clamped(x):
        small = cast(dtype, x)
        return cast("float32", binary("max", binary("min", small, const(6.1, dtype)), const(-2e-5, dtype)) + small)

    small_type = dt.numpy_dtype(dtype)
    with np.errstate(all="ignore"):
        small = single.astype(small_type)
        bound = np.maximum(np.minimum(small, small_type.type(6.1)), small_type.type(-2e-5))
        want = (bound.astype("float32") + small.astype("float32")).astype(small_type).astype("float32")
    got = run(clamped, (single,), ["float32"], "float32", kind)
    numbers = ~np.isnan(single)
    np.testing.assert_array_equal(got[numbers], want[numbers])
    assert np.isnan(got[~numbers]).all()


@pytest.mark.parametrize("target", ["llvm -mcpu=x86-64 -mtriple=x86_64-unknown-linux-gnu"])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_small_floats_without_hardware(dtype, target):
    every = np.arange(1 << 16, dtype=np.uint16).view(dt.numpy_dtype(dtype))
    wide = np.zeros(1 << 16, "float32")
    kernel = Kernel(elementwise(lambda x: cast("float32", x), [dtype], "float32", 1 << 16, "vectorized"), target)
    kernel(every, wide)
    np.testing.assert_array_equal(wide, every.astype("float32"))
    rng = np.random.default_rng(0)
    single = rng.integers(0, 1 << 32, 1 << 16, dtype=np.uint64).astype("uint32").view("float32")
    single = np.ascontiguousarray(single[~np.isnan(single)])
    single[:9] = [65504, 65519, 65520, 65536, 6e-8, 2e-8, 5.97e-8, -1e-7, 1e30]
    got = np.zeros(len(single), dt.numpy_dtype(dtype))
    narrow = Kernel(elementwise(lambda x: cast(dtype, x), ["float32"], dtype, len(single), "vectorized"), target)
    narrow(single, got)
    with np.errstate(all="ignore"):
        want = single.astype(dt.numpy_dtype(dtype))
    np.testing.assert_array_equal(got.view("uint16"), want.view("uint16"))
    assert "__" not in [w for w in narrow.assembly().split() if w.startswith(("__trunc", "__extend"))]


def test_float64_to_float16_rounds_once():
    a = np.array([1 + 2**-11 + 2**-40, 1 + 2**-11, 1 + 3 * 2**-11 - 2**-45, 2049.0000001], "float64")
    got = run(lambda x: cast("float16", x), (a,), ["float64"], "float16")
    np.testing.assert_array_equal(got, a.astype("float16"))


@pytest.mark.cover(1)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dtype", ["int32", "int64", "int8"])
def test_integer_power(dtype, kind):
    base, exponent = (np.ascontiguousarray(g.ravel()) for g in np.meshgrid(np.arange(-3, 4), np.arange(-2, 9)))
    base, exponent = base.astype(dtype), exponent.astype(dtype)
    got = run(lambda x, y: call("pow", x, y), (base, exponent), [dtype] * 2, dtype, kind)
    want = []
    for x, n in zip(base.tolist(), exponent.tolist(), strict=True):
        want.append(x**n if n >= 0 else {1: 1, -1: (-1) ** -n}.get(x, 0))
    np.testing.assert_array_equal(got, np.array(want, "int64").astype(dtype))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_ldexp(dtype):
    x = np.array([1.0, 1.5, -0.75, np.inf, 1e-30] * 3, dtype)
    n = np.array([0, 5, -20, 3, 100, -100, 1, 40, -3, 60, -60, 9, 90, -90, 2], dtype)
    got = run(lambda a, b: call("ldexp", a, b), (x, n), [dtype] * 2, dtype, "vectorized")
    np.testing.assert_array_equal(got, np.ldexp(x, n.astype(int)))


@pytest.mark.parametrize("op", ["popcount", "clz", "bitwise_not", "abs"])
@pytest.mark.parametrize("dtype", ["int32", "uint8", "int64"])
def test_bits(op, dtype):
    a = random(40, dtype, low=-100, high=100)
    got = run(lambda x: call(op, x), (a,), [dtype], dtype, "vectorized")
    bits = dt.bits(dtype)
    unsigned = a.astype(f"uint{bits}")
    want = {
        "popcount": [int(v).bit_count() for v in unsigned.tolist()],
        "clz": [bits - int(v).bit_length() for v in unsigned.tolist()],
        "bitwise_not": ~a, "abs": np.abs(a),
    }[op]  # fmt: skip
    np.testing.assert_array_equal(got, np.array(want, dtype))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize("first", [0.0, -0.0])
def test_literals_keep_the_sign_of_zeros(dtype: str, kind: str, first: float) -> None:
    """Whichever of the two equal zeros comes first in a process."""
    x = random(8, dtype)
    for zero in (first, -first):
        got = run(lambda a, zero=zero: select(a.equal(a), const(zero, dtype), a), [x], [dtype], dtype, kind)
        np.testing.assert_array_equal(np.signbit(got.astype("float64")), np.signbit(zero))
