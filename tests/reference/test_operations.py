"""Every operator and intrinsic against plain Python."""

import math

import numpy as np
import pytest

from mlcc.ir import (
    INSTRUCTIONS,
    INTRINSICS,
    BufferStore,
    For,
    Var,
    call,
    cast,
    const,
    make_buffer,
    numpy_dtype,
    prim_func,
)
from mlcc.reference import run

VALUES = np.array([-2.5, -1.5, -1.0, -0.5, -0.0, 0.0, 0.3, 0.5, 1.0, 1.5, 2.5, 3.75], "float32")
PYTHON = {
    "exp": math.exp, "exp2": math.exp2 if hasattr(math, "exp2") else lambda x: 2**x, "exp10": lambda x: 10.0**x,
    "expm1": math.expm1, "log": math.log, "log2": math.log2, "log10": math.log10, "log1p": math.log1p,
    "sqrt": math.sqrt, "rsqrt": lambda x: 1 / math.sqrt(x), "sigmoid": lambda x: 1 / (1 + math.exp(-x)),
    "tanh": math.tanh, "erf": math.erf, "normcdf": lambda x: math.erfc(-x * math.sqrt(0.5)) / 2,
    "sin": math.sin, "cos": math.cos, "tan": math.tan, "sinh": math.sinh,
    "cosh": math.cosh, "asin": math.asin, "acos": math.acos, "atan": math.atan, "asinh": math.asinh,
    "acosh": math.acosh, "atanh": math.atanh, "floor": math.floor, "ceil": math.ceil, "trunc": math.trunc,
    "nearbyint": round, "fabs": abs, "abs": abs, "tgamma": math.gamma, "lgamma": math.lgamma,
    "round": lambda x: math.copysign(math.floor(abs(x) + 0.5), x),
    "isnan": math.isnan, "isinf": math.isinf, "isfinite": math.isfinite, "likely": lambda x: x,
    "pow": lambda x: math.pow(x, 1.5), "atan2": lambda x: math.atan2(x, 1.5), "hypot": lambda x: math.hypot(x, 1.5),
    "fmod": lambda x: math.fmod(x, 1.5), "copysign": lambda x: math.copysign(x, 1.5),
    "nextafter": lambda x: float(np.nextafter(np.float32(x), np.float32(1.5))),
    "ldexp": lambda x: math.ldexp(x, 1), "fma": lambda x: x * 1.5 + 1.5,
}  # fmt: skip


def elementwise(build, value, out="float32"):
    """Run `B[i] = build(A[i])` over an array."""
    dtype = value.dtype.name
    a, b, i = make_buffer("A", value.shape, dtype), make_buffer("B", value.shape, out), Var("i")
    func = prim_func([a, b], For(i, const(0), const(len(value)), "serial", BufferStore(b, build(a[i]), (i,))))
    fast, slow = run(func, [value])[0], run(func, [value], vectorize=False)[0]
    np.testing.assert_array_equal(fast, slow)
    return fast


@pytest.mark.parametrize("op", PYTHON)
def test_math(op):
    info = INTRINSICS[op]
    extra = [1.5] * (info.arity - 1) if op != "ldexp" else [1.0]
    out = "bool" if info.result == "bool" else "float32"
    result = elementwise(lambda x: call(op, x, *extra), VALUES, out)
    for x, y in zip(VALUES.tolist(), result.tolist(), strict=True):
        try:
            want = PYTHON[op](x)
        except (ValueError, ZeroDivisionError):
            assert not math.isfinite(y)
            continue
        assert np.float32(want) == pytest.approx(np.float32(y), rel=2e-7, abs=0), (op, x)


def test_every_pure_intrinsic_is_covered():
    others = {
        "popcount", "clz", "bitwise_not", "if_then_else", "reinterpret", "address_of", "workspace_ptr", "weight_ptr",
        "call_kernel", "call_extern", "call_pure_extern", "call_packed", "ret", "prefetch", "prefetch_write",
        "transpose_tile", "reduce_lanes", "scalef", "dp4a", "dot_bf16", "dot_int16", "saturated_pairs",
        "nearest_int", "assume", *INSTRUCTIONS,
    }  # fmt: skip
    assert set(INTRINSICS) - set(PYTHON) == others


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "uint32", "int64", "uint64"])
def test_bits(dtype):
    info = np.iinfo(dtype)
    values = np.array([0, 1, 2, 5, info.max // 2, info.max, info.min], dtype)
    width = info.bits
    bits = [int(v) & ((1 << width) - 1) for v in values]
    result = elementwise(lambda x: call("popcount", x), values, dtype)
    assert [int(v) & 255 for v in result] == [bin(b).count("1") for b in bits]
    result = elementwise(lambda x: call("clz", x), values, dtype)
    assert [int(v) & 255 for v in result] == [width - b.bit_length() for b in bits]
    assert elementwise(lambda x: ~x, values, dtype).tolist() == np.invert(values).tolist()


PAIRS = [(a, b) for a in (-7, -6, -1, 0, 1, 6, 7) for b in (-3, -2, -1, 1, 2, 3)]


@pytest.mark.parametrize(
    ("op", "want"),
    [
        ("floordiv", lambda a, b: a // b),
        ("floormod", lambda a, b: a % b),
        ("truncdiv", lambda a, b: int(a / b)),
        ("truncmod", lambda a, b: int(math.fmod(a, b))),
        ("min", min),
        ("max", max),
        ("bitand", lambda a, b: a & b),
        ("bitxor", lambda a, b: a ^ b),
    ],
)
@pytest.mark.parametrize("dtype", ["int8", "int32", "int64"])
def test_integer_operators(op, want, dtype):
    from mlcc.ir import Binary

    a, b, c = (make_buffer(n, (len(PAIRS),), dtype) for n in "ABC")
    i = Var("i")
    store = BufferStore(c, Binary(op, a[i], b[i]), (i,))
    func = prim_func([a, b, c], For(i, const(0), const(len(PAIRS)), "serial", store))
    left, right = (np.array(side, dtype) for side in zip(*PAIRS, strict=True))
    assert run(func, [left, right])[0].tolist() == [want(x, y) for x, y in PAIRS]


def test_integers_wrap():
    top = np.array([127, -128, 100], "int8")
    assert elementwise(lambda x: x + 1, top, "int8").tolist() == [-128, -127, 101]
    assert elementwise(lambda x: x * x, top, "int8").tolist() == [1, 0, 16]
    assert elementwise(lambda x: x - 1, np.array([0], "uint8"), "uint8").tolist() == [255]


def test_conversions():
    values = np.array([-1.9, -0.5, 0.5, 1.9, 300.0], "float32")
    assert elementwise(lambda x: cast("int32", x), values, "int32").tolist() == [-1, 0, 0, 1, 300]
    assert elementwise(lambda x: cast("int8", x), values[:4], "int8").tolist() == [-1, 0, 0, 1]
    whole = np.array([0, 1, -1, 2**24 + 1], "int32")
    assert elementwise(lambda x: cast("float32", x), whole).tolist() == [0, 1, -1, 2.0**24]
    assert elementwise(lambda x: cast("bool", x), whole, "bool").tolist() == [False, True, True, True]
    bits = elementwise(lambda x: call("reinterpret", x, dtype="int32"), values, "int32")
    assert bits.tolist() == values.view("int32").tolist()


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_halves_round_after_every_operation(dtype):
    kind = numpy_dtype(dtype)
    values = np.linspace(-3, 3, 13).astype(kind)
    result = elementwise(lambda x: x * x + x, values, dtype)
    want = (values * values).astype(kind) + values
    np.testing.assert_array_equal(result.astype("f4"), want.astype(kind).astype("f4"))
    result = elementwise(lambda x: call("exp", x), values, dtype)
    np.testing.assert_array_equal(result.astype("f4"), np.exp(values.astype("f8")).astype(kind).astype("f4"))
    result = elementwise(lambda x: cast("float32", x), values, "float32")
    np.testing.assert_array_equal(result, values.astype("f4"))
    result = elementwise(lambda x: cast(dtype, x), np.array([0.1, 1e-9, 65000.0], "float32"), dtype)
    np.testing.assert_array_equal(result.astype("f4"), np.array([0.1, 1e-9, 65000.0], "f4").astype(kind).astype("f4"))
