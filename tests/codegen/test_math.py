"""Vector mathematics against float64 NumPy: dense sweeps, special values, stated errors."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from jit import Kernel

from mlcc.ir import BufferStore, For, PrimFunc, Var, call, cast, const, make_buffer, prim_func
from mlcc.lowering.vector_math import MAX_NORMCDF_ERROR, MAX_ULP
from mlcc.target import Target

_REFERENCE: dict[str, Callable[..., Any]] = {
    "exp": np.exp, "exp2": np.exp2, "expm1": np.expm1, "log": np.log, "log2": np.log2, "log10": np.log10,
    "log1p": np.log1p, "tanh": np.tanh, "sin": np.sin, "cos": np.cos, "sqrt": np.sqrt,
    "tan": np.tan, "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "sinh": np.sinh, "cosh": np.cosh,
    "asinh": np.arcsinh, "acosh": np.arccosh, "atanh": np.arctanh,
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)), "rsqrt": lambda x: 1 / np.sqrt(x),
    "erf": np.vectorize(math.erf, otypes=[float]),
}  # fmt: skip
_RANGES = {
    "exp": (-110, 95), "exp2": (-155, 130), "expm1": (-30, 95), "tanh": (-12, 12), "sigmoid": (-87, 90), "erf": (-6, 6),
    "sin": (-1e6, 1e6), "cos": (-1e6, 1e6), "tan": (-1e6, 1e6), "asin": (-1.01, 1.01), "acos": (-1.01, 1.01),
    "atan": (-30, 30), "sinh": (-91, 91), "cosh": (-91, 91), "acosh": (0.9, 100), "atanh": (-1.01, 1.01),
}  # fmt: skip


def unary(op: str, dtype: str, count: int, kind: str = "vectorized") -> PrimFunc:
    x, y = make_buffer("x", (count,), dtype), make_buffer("y", (count,), dtype)
    i = Var("i")
    body = For(i, const(0), const(count), kind, BufferStore(y, call(op, x[i]), (i,)))
    return prim_func([x, y], body, **{"tir.noalias": True})


def sweep(op: str, dtype: str, count: int) -> np.ndarray:
    rng = np.random.default_rng(1)
    kind = np.dtype(dtype)
    specials = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 0.5, 2.0, np.finfo(kind).tiny, np.finfo(kind).max,
                np.finfo(kind).smallest_subnormal, -np.finfo(kind).smallest_subnormal, np.finfo(kind).eps]  # fmt: skip
    if op in _RANGES:
        low, high = _RANGES[op]
        if dtype == "float64" and op == "exp":
            low, high = -750.0, 715.0
        values = rng.uniform(low, high, count)
        values[: count // 3] = rng.standard_normal(count // 3) * 10.0 ** rng.uniform(-6, 0.5, count // 3)
    else:
        info = np.finfo(kind)
        span = (math.log10(float(info.smallest_subnormal)), math.log10(float(info.max)) - 0.01)
        values = 10.0 ** rng.uniform(*span, count)
        values[: count // 2] = 1 + rng.standard_normal(count // 2) * 10.0 ** rng.uniform(-7, 0, count // 2)
        values[::7] *= -1
    values = values.astype(kind)
    values[: len(specials)] = specials
    return values


def ulp_error(got: np.ndarray, want: np.ndarray) -> float:
    """Largest error in units in the last place of the exact value; infinities and NaN must match."""
    kind = got.dtype
    with np.errstate(all="ignore"):
        rounded = want.astype(kind)
        special = ~np.isfinite(rounded)
        assert np.array_equal(np.isnan(got), np.isnan(rounded))
        wrong = special & ~np.isnan(rounded) & (got != rounded)
        # one step before overflow may round to infinity
        assert not np.any(wrong & (np.abs(got) < np.finfo(kind).max)), got[wrong]
        fine = ~special & np.isfinite(got)
        unit = np.spacing(np.abs(rounded[fine])).astype(want.dtype)
        return float(np.max(np.abs(got[fine].astype(want.dtype) - want[fine]) / unit))


@pytest.mark.parametrize(("op", "dtype"), sorted(k for k in MAX_ULP if k[0] != "pow"))
def test_accuracy(op, dtype):
    count = 1 << 16
    x = sweep(op, dtype, count)
    y = np.zeros_like(x)
    assert Kernel(unary(op, dtype, count))(x, y) == 0
    wide = np.float64 if dtype == "float32" else np.longdouble
    with np.errstate(all="ignore"):
        want = np.asarray(_REFERENCE[op](x.astype(wide)))
    if op == "sigmoid":
        want[x < -87 if dtype == "float32" else x < -708] = 0
        y[x < -87 if dtype == "float32" else x < -708] = 0
    error = ulp_error(y, want)
    assert error <= MAX_ULP[op, dtype], error
    zero = (x == 0) & ~np.isnan(want)
    assert np.array_equal(np.signbit(y[zero]), np.signbit(want[zero]))


def half_pi(bits: int) -> int:
    """pi / 2 times 2**bits, by Machin's formula."""

    def arctan(inverse: int) -> int:
        power, total, k = (1 << bits + 32) // inverse, 0, 0
        while power:
            total += (-power if k % 2 else power) // (2 * k + 1)
            power //= inverse * inverse
            k += 1
        return total

    return (8 * arctan(5) - 2 * arctan(239)) >> 32


def periodic(op: str, x: np.ndarray) -> np.ndarray:
    """sin, cos or tan in double precision, whatever the argument: reduced with 1200 more bits than it has."""
    quarter, bits = half_pi(1400), 1400
    result = []
    for value in x.tolist():
        if not math.isfinite(value):
            result.append(math.nan)
            continue
        top, below = value.as_integer_ratio()
        quadrant, rest = divmod((top << bits) // below + quarter // 2, quarter)
        angle = (rest - quarter // 2) / (1 << bits)
        s, c = math.sin(angle), math.cos(angle)
        s, c = ((s, c), (c, -s), (-s, -c), (-c, s))[quadrant % 4]
        result.append({"sin": s or value, "cos": c, "tan": s / c or value}[op])  # zeros keep their sign
    return np.array(result)


def large_arguments(dtype: str, count: int) -> np.ndarray:
    """Of every size, both signs; many as near to a multiple of pi / 2 as their type allows; each kind beside others."""
    rng, info = np.random.default_rng(3), np.finfo(dtype)
    x = 2.0 ** rng.uniform(10, float(np.log2(info.max)) - 0.01, count) * rng.choice([-1, 1], count)
    quarter = half_pi(200)
    for k in range(0, count, 2):
        x[k] = float((int(abs(x[k])) << 200) // quarter * quarter >> 200)
    x[::5] = rng.uniform(-10, 10, len(x[::5]))
    x[:10] = [info.max, -info.max, np.inf, -np.inf, np.nan, 1e30, 2.0**18, 2.0**18 + 0.5, -(2.0**20), 2.0**28]
    return x.astype(dtype)


@pytest.mark.cover(1)
@pytest.mark.parametrize("op", ["sin", "cos", "tan"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("target", [None, "llvm -mcpu=x86-64"])
def test_periodic_functions_of_large_arguments(op, dtype, target):
    x = large_arguments(dtype, 4099)
    y = np.zeros_like(x)
    assert Kernel(unary(op, dtype, x.size), target)(x, y) == 0
    # in double precision libm, and the reference itself is rounded some times
    assert ulp_error(y, periodic(op, x)) <= MAX_ULP.get((op, dtype), 2.5)
    one_by_one = np.zeros_like(x)
    assert Kernel(unary(op, dtype, x.size, "serial"), target)(x, one_by_one) == 0
    assert np.array_equal(one_by_one, y, equal_nan=True)


@pytest.mark.cover(1)
@pytest.mark.parametrize("op", ["sin", "cos", "tan"])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_periodic_functions_of_large_small_floats(op, dtype):
    """Each finite number of the type."""
    from mlcc.ir import numpy_dtype

    x = np.arange(1 << 16, dtype=np.uint16).view(numpy_dtype(dtype))
    y = np.zeros_like(x)
    assert Kernel(unary(op, dtype, x.size))(x, y) == 0
    finite = np.isfinite(x.astype("float32"))
    assert np.isnan(y[~finite].astype("float32")).all()
    with np.errstate(over="ignore"):
        want = periodic(op, x[finite].astype("float64")).astype(numpy_dtype(dtype))
    # a subnormal bfloat16 may become the zero of its sign
    zero = (dtype == "bfloat16") & (np.abs(want.astype("float32")) < np.finfo("float32").tiny) & (y[finite] == 0)
    assert (np.signbit(y[finite]) == np.signbit(want)).all()
    assert np.max(np.abs(y[finite].view(np.int16).astype(int) - want.view(np.int16).astype(int))[~zero]) <= 1


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_normal_distribution_function(dtype):
    x = sweep("erf", dtype, 1 << 16)
    x[1::2] *= 1.5
    y = np.zeros_like(x)
    assert Kernel(unary("normcdf", dtype, x.size))(x, y) == 0
    want = np.array([math.erfc(-v * math.sqrt(0.5)) / 2 for v in x.astype(np.float64)])
    finite = ~np.isnan(x)
    assert np.isnan(y[~finite]).all()
    assert np.abs(y[finite] - want[finite]).max() <= (MAX_NORMCDF_ERROR if dtype == "float32" else 2e-16)
    assert (y[x < -5.51] == 0).all() == (dtype == "float32")
    assert (y[x > 9] == 1).all()


@pytest.mark.parametrize("kind", ["serial", "vectorized"])
@pytest.mark.parametrize("target", [None, "llvm -mcpu=x86-64", "llvm -mcpu=x86-64-v3"])
def test_nearest_integers(kind, target):
    """Ties go to even, by the instruction that converts and by arithmetic."""
    count = 1 << 12
    halves = np.arange(-count // 4, count // 4) / 2
    large = np.random.default_rng(3).uniform(-(2**22), 2**22, count // 2)
    x = np.concatenate([halves, large]).astype("float32")
    a, b = make_buffer("a", (count,)), make_buffer("b", (count,), "int32")
    i = Var("i")
    body = For(i, const(0), const(count), kind, BufferStore(b, call("nearest_int", a[i]), (i,)))
    if target is not None and not Target.parse(target).features <= Target.host().features | {"sahf"}:
        pytest.skip("this machine has no such instructions")
    y = np.zeros(count, "int32")
    assert Kernel(prim_func([a, b], body), target)(x, y) == 0
    np.testing.assert_array_equal(y, np.rint(x).astype("int32"))


def test_pow():
    rng = np.random.default_rng(2)
    count = 1 << 14
    x = (rng.standard_normal(count) * 10.0 ** rng.uniform(-4, 4, count)).astype("float32")
    y = rng.uniform(-9, 9, count).astype("float32")
    y[::3] = np.round(y[::3])
    specials = np.array([0, -0.0, 1, -1, np.inf, -np.inf, np.nan, 2, 0.5, -2, 3, -3], "float32")
    grid = np.array(np.meshgrid(specials, specials)).reshape(2, -1)
    x[: grid.shape[1]], y[: grid.shape[1]] = grid
    a, b, c = (make_buffer(n, (count,)) for n in "abc")
    i = Var("i")
    body = For(i, const(0), const(count), "vectorized", BufferStore(c, call("pow", a[i], b[i]), (i,)))
    z = np.zeros_like(x)
    assert Kernel(prim_func([a, b, c], body))(x, y, z) == 0
    with np.errstate(all="ignore"):
        want = np.power(x.astype("float64"), y.astype("float64"))
    assert ulp_error(z, want) <= MAX_ULP["pow", "float32"]


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
@pytest.mark.parametrize("kind", ["vectorized", "serial"])
@pytest.mark.parametrize("target", [None, "llvm -mcpu=x86-64"])
def test_fmod_is_exact(dtype, kind, target):
    """Small and very large quotients, near whole ones too, zeros, infinities, NaN, and denormals."""
    rng, count, info = np.random.default_rng(4), 1 << 13, np.finfo(dtype)
    x = rng.standard_normal(count) * 2.0 ** rng.uniform(-6, 6, count)
    y = rng.standard_normal(count) * 2.0 ** rng.uniform(-6, 6, count)
    x[::3] = y[::3].astype(dtype).astype("float64") * rng.integers(-2000, 2000, len(y[::3]))
    wild = slice(count // 2, None)
    x[wild] *= 2.0 ** rng.uniform(-0.4 * info.maxexp, 0.4 * info.maxexp, count - count // 2)
    special = [0, -0.0, 1, -1, np.inf, -np.inf, np.nan, 0.1, 3, float(info.max), float(info.tiny)]
    special += [float(info.smallest_subnormal), -3 * float(info.smallest_subnormal)]
    grid = np.array(np.meshgrid(special, special)).reshape(2, -1)
    x[: grid.shape[1]], y[: grid.shape[1]] = grid
    with np.errstate(over="ignore"):
        x, y, z = x.astype(dtype), y.astype(dtype), np.zeros(count, dtype)
    a, b, c = (make_buffer(n, (count,), dtype) for n in "abc")
    i = Var("i")
    body = For(i, const(0), const(count), kind, BufferStore(c, call("fmod", a[i], b[i]), (i,)))
    assert Kernel(prim_func([a, b, c], body), target)(x, y, z) == 0
    with np.errstate(all="ignore"):
        want = np.fmod(x, y)
    assert np.array_equal(z, want, equal_nan=True)
    assert np.array_equal(np.signbit(z)[~np.isnan(want)], np.signbit(want)[~np.isnan(want)])


@pytest.mark.parametrize(
    "op", ["tan", "asin", "acos", "atan", "sinh", "cosh", "asinh", "acosh", "atanh", "lgamma", "tgamma"]
)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_libm(op, dtype):
    x = np.linspace(0.1, 0.9, 21).astype(dtype) + (1 if op == "acosh" else 0)
    y = np.zeros_like(x)
    assert Kernel(unary(op, dtype, 21))(x, y) == 0
    names = {
        "asin": "arcsin",
        "acos": "arccos",
        "atan": "arctan",
        "asinh": "arcsinh",
        "acosh": "arccosh",
        "atanh": "arctanh",
    }
    wide = x.astype("float64")
    if op in ("lgamma", "tgamma"):
        want = np.vectorize(math.lgamma if op == "lgamma" else math.gamma)(wide)
    else:
        want = getattr(np, names.get(op, op))(wide)
    np.testing.assert_allclose(y, want, rtol=3e-6 if dtype == "float32" else 1e-14)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("op", ["exp", "tanh", "erf", "sqrt", "sigmoid", "floor", "round"])
def test_small_floats(op, dtype):
    from mlcc.ir import numpy_dtype

    x = np.linspace(-4 if op != "sqrt" else 0, 4, 100).astype(numpy_dtype(dtype))
    y = np.zeros_like(x)
    assert Kernel(unary(op, dtype, 100))(x, y) == 0
    reference: Any = {**_REFERENCE, "floor": np.floor, "round": np.round}[op]
    want = reference(x.astype("float64")).astype(numpy_dtype(dtype))
    assert np.max(np.abs(y.view(np.uint16).astype(int) - want.view(np.uint16).astype(int))) <= 1


@pytest.mark.parametrize("source", ["float32", "float64"])
@pytest.mark.parametrize("target", ["int8", "uint8", "int16", "uint16", "int64"])
def test_vectors_of_floats_to_integers_saturate(source: str, target: str) -> None:
    """What is too large becomes the largest integer, NaN becomes 0, as for single numbers."""
    points = [0.0, -0.0, 1.5, -1.5, 127.9, 128, -128.9, 255.5, 256, 65535.7, 1e10, -1e10, 9.2e18, 9.3e18, -9.3e18]
    x = np.array([*points, np.nan, np.inf, -np.inf] * 3, source)
    a, b, i = make_buffer("A", x.shape, source), make_buffer("B", x.shape, target), Var("i")
    body = For(i, const(0), const(x.size), "vectorized", BufferStore(b, cast(target, a[i]), (i,)))
    result = np.zeros(x.shape, target)
    assert Kernel(prim_func([a, b], body))(x, result) == 0
    info = np.iinfo(target)
    numbers = np.nan_to_num(x.astype(np.float64)).tolist()
    assert result.tolist() == [max(info.min, min(info.max, int(v))) for v in numbers]
