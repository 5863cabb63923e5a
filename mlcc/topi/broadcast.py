"""Operators of two or three tensors, broadcast as NumPy does. Python numbers are taken as operands too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, FloatImm, IntImm, binary, cast, const, maximum, minimum, select
from mlcc.ir import dtype as dt
from mlcc.te import Tensor

from .registry import register
from .shapes import accumulator, broadcast_shape, define, need_same_dtype, norm_axis, read

Rule = Callable[[Expr, Expr], Expr]


def as_tensor(value: Any, dtype: str) -> Tensor:
    """A number as a tensor without dimensions."""
    if isinstance(value, Tensor):
        return value
    return define((), lambda: const(value, dtype), name="c")


def broadcast_compute(name: str, a: Any, b: Any, rule: Rule, same: bool = True) -> Tensor:
    """``rule`` of every pair of elements."""
    first = a.dtype if isinstance(a, Tensor) else b.dtype
    left, right = as_tensor(a, first), as_tensor(b, first)
    if same:
        need_same_dtype(name, left, right)
    shape = broadcast_shape(name, left, right)
    return define(shape, lambda *i: rule(read(left, i, shape), read(right, i, shape)), name=name)


def _numeric(name: str, *tensors: Any) -> None:
    for t in tensors:
        if isinstance(t, Tensor) and t.dtype == "bool":
            raise MlccError("T204", f"`{name}` takes numbers, got `bool`")


def _declare(name: str, what: str, rule: Rule, kinds: str, aliases: tuple[str, ...] = ()) -> Any:
    def operator(a: Tensor, b: Tensor) -> Tensor:
        for t in (a, b):
            dtype = getattr(t, "dtype", None)
            if dtype is not None and not _allowed(kinds, dtype):
                raise MlccError("T204", f"`{name}` takes {kinds} operands, got `{dtype}`")
        return broadcast_compute(name, a, b, rule)

    operator.__name__ = name
    operator.__doc__ = f"{what}, broadcast. Dtypes: {kinds}."
    return register(name, "broadcast", aliases)(operator)


def _allowed(kinds: str, dtype: str) -> bool:
    match kinds:
        case "numeric":
            return dtype != "bool"
        case "integer":
            return dt.is_int(dtype)
        case "bool":
            return dtype == "bool"
        case "integer or bool":
            return not dt.is_float(dtype)
    return True


def _infix(op: str) -> Rule:
    return lambda x, y: binary(op, x, y)


for _name, _what, _op, _kinds in (
    ("add", "a + b", "add", "numeric"),
    ("subtract", "a - b", "sub", "numeric"),
    ("multiply", "a * b", "mul", "numeric"),
    ("less", "a < b", "lt", "any"),
    ("less_equal", "a <= b", "le", "any"),
    ("greater", "a > b", "gt", "any"),
    ("greater_equal", "a >= b", "ge", "any"),
    ("equal", "a == b", "eq", "any"),
    ("not_equal", "a != b", "ne", "any"),
    ("logical_and", "a and b", "and", "bool"),
    ("logical_or", "a or b", "or", "bool"),
    ("logical_xor", "one of a, b but not both", "ne", "bool"),
    ("left_shift", "a << b", "shl", "integer"),
    ("right_shift", "a >> b", "shr", "integer"),
):
    _declare(_name, _what, _infix(_op), _kinds)


def _bitwise(op: str, logical: str) -> Rule:
    return lambda x, y: binary(logical if x.dtype == "bool" else op, x, y)


for _name, _op, _logical in (
    ("bitwise_and", "bitand", "and"),
    ("bitwise_or", "bitor", "or"),
    ("bitwise_xor", "bitxor", "ne"),
):
    _declare(_name, f"{_name.replace('_', ' ')} of a and b", _bitwise(_op, _logical), "integer or bool")


def _extremum(op: str, logical: str) -> Rule:
    return lambda x, y: binary(logical if x.dtype == "bool" else op, x, y)


_declare("maximum", "The larger of a and b, NaN where one is", _extremum("max", "or"), "any")
_declare("minimum", "The smaller of a and b, NaN where one is", _extremum("min", "and"), "any")


def _safe(op: str, x: Expr, y: Expr) -> Expr:
    """Integer division that never traps: by zero it gives 0, and the lowest value by -1 wraps."""
    odd = y.equal(const(0, y.dtype))
    if dt.is_signed(y.dtype):
        odd = te.any(odd, y.equal(const(-1, y.dtype)))
    result = binary(op, x, select(odd, const(1, y.dtype), y))
    if op in ("truncdiv", "floordiv"):
        return select(odd, x * y, result)
    return result  # the remainder by 1, and by -1, is 0


def _divide(x: Expr, y: Expr) -> Expr:
    return x / y if dt.is_float(x.dtype) else _safe("truncdiv", x, y)


def _floor_divide(x: Expr, y: Expr) -> Expr:
    return te.floor(x / y) if dt.is_float(x.dtype) else _safe("floordiv", x, y)


def _in_float32(x: Expr, y: Expr, rule: Rule) -> Expr:
    wide = accumulator(x.dtype)
    return cast(x.dtype, rule(cast(wide, x), cast(wide, y)))


def _fmod(x: Expr, y: Expr) -> Expr:
    return _in_float32(x, y, te.fmod) if dt.is_float(x.dtype) else _safe("truncmod", x, y)


def _floor_mod(x: Expr, y: Expr) -> Expr:
    if not dt.is_float(x.dtype):
        return _safe("floormod", x, y)

    def rule(a: Expr, b: Expr) -> Expr:
        rest = te.fmod(a, b)
        wrong = te.all(rest.not_equal(const(0, a.dtype)), (rest < 0.0).not_equal(b < 0.0))
        return select(wrong, rest + b, rest)

    return _in_float32(x, y, rule)


_declare("divide", "a / b; integers truncate toward zero (0 for a divisor of 0)", _divide, "numeric")
_declare("floor_divide", "floor(a / b)", _floor_divide, "numeric")
_declare("fmod", "The remainder with the sign of a", _fmod, "numeric")
_declare("floor_mod", "The remainder with the sign of b", _floor_mod, "numeric", ("mod",))


@register("atan2", "broadcast")
def atan2(a: Tensor, b: Tensor) -> Tensor:
    """The angle of the point (b, a), broadcast. Float dtypes."""
    return broadcast_compute("atan2", a, b, lambda x, y: _in_float32(x, y, te.atan2))


def _constant_power(x: Expr, exponent: float) -> Expr | None:
    """x to a small known exponent, in multiplications."""
    match exponent:
        case 1.0:
            return x
        case 2.0:
            return x * x
        case 3.0:
            return x * x * x
        case 0.5 if dt.is_float(x.dtype):
            return te.sqrt(x)
        case -1.0 if dt.is_float(x.dtype):
            return 1.0 / x
        case -0.5 if dt.is_float(x.dtype):
            return te.rsqrt(x)
    return None


@register("power", "broadcast", aliases=["pow"])
def power(a: Tensor, b: Tensor) -> Tensor:
    """a to the b, broadcast, in the dtype of a; b may have another dtype. Integers give exact results, which wrap as
    products do; with a negative exponent 0, unless |a| is 1."""
    _numeric("power", a, b)
    dtype = a.dtype if isinstance(a, Tensor) else b.dtype

    def rule(x: Expr, y: Expr) -> Expr:
        wide = accumulator(dtype) if dt.is_float(dtype) else "float64"
        if isinstance(y, (IntImm, FloatImm)):
            simple = _constant_power(x if not dt.is_float(dtype) else cast(wide, x), float(y.value))
            if simple is not None:
                return cast(dtype, simple)
        if dt.is_int(dtype) and dt.is_int(y.dtype):
            wide = dtype if dtype == y.dtype else "int64"
        return cast(dtype, te.power(cast(wide, x), cast(wide, y)))

    return broadcast_compute("power", a, b, rule, same=False)


@register("where", "broadcast")
def where(condition: Tensor, x: Tensor, y: Tensor) -> Tensor:
    """x where `condition` (bool), else y; all three broadcast."""
    dtype = next((t.dtype for t in (x, y) if isinstance(t, Tensor)), "float32")
    x, y = as_tensor(x, dtype), as_tensor(y, dtype)
    need_same_dtype("where", x, y)
    if condition.dtype != "bool":
        raise MlccError("T204", f"`where` takes a bool condition, got `{condition.dtype}`")
    shape = broadcast_shape("where", condition, x, y)

    def element(*i: Expr) -> Expr:
        return select(read(condition, i, shape), read(x, i, shape), read(y, i, shape))

    return define(shape, element, name="where")


@register("nn.bias_add", "broadcast")
def bias_add(data: Tensor, bias: Tensor, axis: int = 1) -> Tensor:
    """data + bias, with one value of `bias` per index of `axis`."""
    at = norm_axis(axis, data.ndim)
    return define(data.shape, lambda *i: data(*i) + bias(i[at]), name="bias_add")


@register("clip_by", "broadcast")
def clip_by(x: Tensor, low: Tensor | None = None, high: Tensor | None = None) -> Tensor:
    """x limited to [low, high], tensors that broadcast to x; a limit that is None is none."""

    def element(*i: Expr) -> Expr:
        v: Expr = x(*i)
        if low is not None:
            v = maximum(v, read(low, i, x.shape))
        if high is not None:
            v = minimum(v, read(high, i, x.shape))
        return v

    return define(x.shape, element, name="clip_by")
