"""Expressions of tensor programs (TensorIR).

Python's operators build expressions; Python numbers take the type of the other operand. Equality is
identity; :func:`mlcc.ir.structural_equal` compares structure.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any, ClassVar

from . import dtype as dt
from .node import EqualByValue, Node, Span, node

#: Binary operators by name, with their infix spelling in text (None: printed as a call).
ARITHMETIC = {"add": "+", "sub": "-", "mul": "*", "div": "/", "floordiv": "//", "floormod": "%",
              "truncdiv": None, "truncmod": None, "min": None, "max": None}  # fmt: skip
BITWISE = {"bitand": "&", "bitor": "|", "bitxor": "^", "shl": "<<", "shr": ">>"}
COMPARE = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}
LOGICAL = {"and": "and", "or": "or"}
BINARY = {**ARITHMETIC, **BITWISE, **COMPARE, **LOGICAL}
COMMUTATIVE = frozenset({"add", "mul", "min", "max", "bitand", "bitor", "bitxor", "eq", "ne", "and", "or"})
ASSOCIATIVE = frozenset({"add", "mul", "min", "max", "bitand", "bitor", "bitxor", "and", "or"})


class Expr(Node):
    """Base of tensor-program expressions; every one has a `dtype`."""

    __slots__ = ()
    dtype: str
    span: Span | None

    def __add__(self, other: ExprLike) -> Expr:
        return binary("add", self, other)

    def __radd__(self, other: ExprLike) -> Expr:
        return binary("add", other, self)

    def __sub__(self, other: ExprLike) -> Expr:
        return binary("sub", self, other)

    def __rsub__(self, other: ExprLike) -> Expr:
        return binary("sub", other, self)

    def __mul__(self, other: ExprLike) -> Expr:
        return binary("mul", self, other)

    def __rmul__(self, other: ExprLike) -> Expr:
        return binary("mul", other, self)

    def __truediv__(self, other: ExprLike) -> Expr:
        return binary("div", self, other)

    def __rtruediv__(self, other: ExprLike) -> Expr:
        return binary("div", other, self)

    def __floordiv__(self, other: ExprLike) -> Expr:
        return binary("floordiv", self, other)

    def __rfloordiv__(self, other: ExprLike) -> Expr:
        return binary("floordiv", other, self)

    def __mod__(self, other: ExprLike) -> Expr:
        return binary("floormod", self, other)

    def __rmod__(self, other: ExprLike) -> Expr:
        return binary("floormod", other, self)

    def __and__(self, other: ExprLike) -> Expr:
        return binary("bitand", self, other)

    def __or__(self, other: ExprLike) -> Expr:
        return binary("bitor", self, other)

    def __xor__(self, other: ExprLike) -> Expr:
        return binary("bitxor", self, other)

    def __lshift__(self, other: ExprLike) -> Expr:
        return binary("shl", self, other)

    def __rshift__(self, other: ExprLike) -> Expr:
        return binary("shr", self, other)

    def __lt__(self, other: ExprLike) -> Expr:
        return binary("lt", self, other)

    def __le__(self, other: ExprLike) -> Expr:
        return binary("le", self, other)

    def __gt__(self, other: ExprLike) -> Expr:
        return binary("gt", self, other)

    def __ge__(self, other: ExprLike) -> Expr:
        return binary("ge", self, other)

    def equal(self, other: ExprLike) -> Expr:
        """Elementwise ``==``; Python's `==` stays identity so that nodes can be dictionary keys."""
        return binary("eq", self, other)

    def not_equal(self, other: ExprLike) -> Expr:
        return binary("ne", self, other)

    def __neg__(self) -> Expr:
        return neg(self)

    def __invert__(self) -> Expr:
        return Call("bitwise_not", (self,), self.dtype)

    def astype(self, dtype: str) -> Expr:
        return cast(dtype, self)

    def __bool__(self) -> bool:
        raise TypeError("an expression has no truth value while compiling; use `if_then_else`, `all`, `any`")


ExprLike = Expr | int | float | bool


@node
class Var(Expr):
    """A scalar variable: an identity with a name hint."""

    name: str
    dtype: str = "int32"
    span: Span | None = field(default=None, kw_only=True, repr=False)


@node
class IntImm(EqualByValue, Expr):
    """An integer or bool literal (bool has dtype ``bool`` and value 0 or 1)."""

    value: int
    dtype: str = "int32"
    span: Span | None = field(default=None, kw_only=True, repr=False)


@node
class FloatImm(Expr):
    value: float
    dtype: str = "float32"
    span: Span | None = field(default=None, kw_only=True, repr=False)


@node
class StringImm(Expr):
    """A string argument of an intrinsic; never a run-time value."""

    value: str
    dtype: str = field(init=False, default="handle")
    span: Span | None = field(default=None, kw_only=True, repr=False)


@node
class Binary(Expr):
    """``op`` is a key of :data:`BINARY`. Both operands have the same dtype and lanes."""

    op: str
    a: Expr
    b: Expr
    dtype: str = field(init=False, default="")
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("a", "b")

    def __post_init__(self) -> None:
        self.dtype = (  # type: ignore[misc]
            dt.with_lanes("bool", dt.lanes(self.a.dtype)) if self.op in COMPARE else self.a.dtype
        )


@node
class Not(Expr):
    """Logical not of a bool."""

    a: Expr
    dtype: str = field(init=False, default="bool")
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("a",)

    def __post_init__(self) -> None:
        self.dtype = self.a.dtype  # type: ignore[misc]


@node
class Cast(Expr):
    """Value conversion: float to int truncates toward zero, int to float rounds to nearest."""

    dtype: str
    value: Expr
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("value",)


@node
class Select(Expr):
    """Both sides are evaluated; for a lazy choice use the intrinsic ``if_then_else``."""

    condition: Expr
    true_value: Expr
    false_value: Expr
    dtype: str = field(init=False, default="")
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("condition", "true_value", "false_value")

    def __post_init__(self) -> None:
        self.dtype = self.true_value.dtype  # type: ignore[misc]


@node
class Let(Expr):
    """``value`` is bound to ``var`` inside ``body``."""

    var: Var
    value: Expr
    body: Expr
    dtype: str = field(init=False, default="")
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("value", "body")

    def __post_init__(self) -> None:
        self.dtype = self.body.dtype  # type: ignore[misc]


@node
class Call(Expr):
    """An intrinsic by name (``exp``, ``if_then_else``, ``call_extern`` …), see :mod:`mlcc.ir.intrinsics`."""

    op: str
    args: tuple[Expr, ...]
    dtype: str
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("args",)


@node
class Ramp(Expr):
    """The vector ``base, base + stride, …`` of `lanes` lanes."""

    base: Expr
    stride: Expr
    lanes: int
    dtype: str = field(init=False, default="")
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("base", "stride")

    def __post_init__(self) -> None:
        self.dtype = dt.with_lanes(self.base.dtype, self.lanes)  # type: ignore[misc]


@node
class Broadcast(Expr):
    value: Expr
    lanes: int
    dtype: str = field(init=False, default="")
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("value",)

    def __post_init__(self) -> None:
        self.dtype = dt.with_lanes(self.value.dtype, self.lanes)  # type: ignore[misc]


@node
class Buffer(Node):
    """A multi-dimensional array: an identity with a name hint.

    `shape` holds expressions; `scope` is ``global``, ``local`` (registers) or ``shared``; `strides` empty
    means compact row-major; `align` in bytes (0: natural); `data` names the pointer variable when it matters.
    """

    name: str
    shape: tuple[Expr, ...]
    dtype: str = "float32"
    scope: str = "global"
    strides: tuple[Expr, ...] = ()
    elem_offset: Expr | None = None
    align: int = 0
    offset_factor: int = 0
    span: Span | None = field(default=None, kw_only=True, repr=False)

    def __getitem__(self, indices: Any) -> BufferLoad:
        items = indices if isinstance(indices, tuple) else (indices,)
        return BufferLoad(self, tuple(const_like(i) for i in items))


@node
class BufferLoad(Expr):
    buffer: Buffer
    indices: tuple[Expr, ...]
    dtype: str = field(init=False, default="")
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("indices",)

    def __post_init__(self) -> None:
        lanes = dt.lanes(self.indices[-1].dtype) if self.indices else 1
        self.dtype = dt.with_lanes(self.buffer.dtype, lanes) if lanes > 1 else self.buffer.dtype  # type: ignore[misc]


def const(value: int | float | bool, dtype: str | None = None) -> Expr:
    """A literal of `dtype` (default: int32, float32 or bool by the Python type); vectors broadcast."""
    if dtype is None:
        dtype = "bool" if isinstance(value, bool) else "int32" if isinstance(value, int) else "float32"
    scalar = dt.element(dtype)
    lit: Expr
    if dt.is_float(scalar):
        lit = FloatImm(float(value), scalar)
    else:
        lit = IntImm(int(value), scalar)
    lanes = dt.lanes(dtype)
    return lit if lanes == 1 else Broadcast(lit, lanes)


def const_like(value: ExprLike, dtype: str = "int32") -> Expr:
    """`value` as an expression; Python numbers become literals of `dtype`."""
    if isinstance(value, Expr):
        return value
    if isinstance(value, float) and not dt.is_float(dtype):
        dtype = "float32"
    return const(value, dtype)


def is_const(expr: Expr, value: int | float | None = None) -> bool:
    """True for a literal (equal to `value` when given)."""
    return isinstance(expr, (IntImm, FloatImm)) and (value is None or expr.value == value)


def as_int(expr: Expr | int) -> int | None:
    """The value of an integer literal, else None."""
    if isinstance(expr, int):
        return expr
    return expr.value if isinstance(expr, IntImm) else None


def cast(dtype: str, value: ExprLike) -> Expr:
    """Convert; literals fold, a conversion to the same type is dropped."""
    value = const_like(value, dtype)
    if value.dtype == dtype:
        return value
    if isinstance(value, IntImm) and dt.lanes(dtype) == 1 and not dt.is_bool(dtype):
        low, high = (0, 0) if dt.is_float(dtype) else dt.int_range(dtype)
        if dt.is_float(dtype) or low <= value.value <= high:
            return const(value.value, dtype)
    lanes, have = dt.lanes(dtype), dt.lanes(value.dtype)
    if lanes > 1 and have == 1:
        return Broadcast(cast(dt.element(dtype), value), lanes)
    return Cast(dtype, value)


def match_types(a: ExprLike, b: ExprLike) -> tuple[Expr, Expr]:
    """Bring two operands to one dtype: numbers follow the other side, lanes broadcast."""
    if not isinstance(a, Expr):
        a = const_like(a, dt.element(b.dtype)) if isinstance(b, Expr) else const_like(a)
    if not isinstance(b, Expr):
        b = const_like(b, dt.element(a.dtype))
    lanes_a, lanes_b = dt.lanes(a.dtype), dt.lanes(b.dtype)
    if lanes_a != lanes_b:
        if lanes_a == 1:
            a = Broadcast(a, lanes_b)
        elif lanes_b == 1:
            b = Broadcast(b, lanes_a)
        else:
            raise TypeError(f"lanes differ: {a.dtype} and {b.dtype}")
    if a.dtype != b.dtype:
        common = dt.with_lanes(dt.promote(dt.element(a.dtype), dt.element(b.dtype)), max(lanes_a, lanes_b))
        a, b = cast(common, a), cast(common, b)
    return a, b


_FOLD: dict[str, Callable[[int, int], int]] = {
    "add": lambda x, y: x + y, "sub": lambda x, y: x - y, "mul": lambda x, y: x * y,
    "floordiv": lambda x, y: x // y, "floormod": lambda x, y: x % y, "min": min, "max": max,
    "truncdiv": lambda x, y: abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1),
    "truncmod": lambda x, y: abs(x) % abs(y) * (1 if x >= 0 else -1),
    "lt": lambda x, y: x < y, "le": lambda x, y: x <= y, "gt": lambda x, y: x > y, "ge": lambda x, y: x >= y,
    "eq": lambda x, y: x == y, "ne": lambda x, y: x != y,
    "bitand": lambda x, y: x & y, "bitor": lambda x, y: x | y, "bitxor": lambda x, y: x ^ y,
    "shl": lambda x, y: x << y, "shr": lambda x, y: x >> y,
    "and": lambda x, y: bool(x and y), "or": lambda x, y: bool(x or y),
}  # fmt: skip
DIVISIONS = frozenset({"floordiv", "floormod", "truncdiv", "truncmod"})


def fold_int(op: str, a: int, b: int, dtype: str) -> IntImm | None:
    """Fold an operator over two integer literals of `dtype`; None where the result is not representable."""
    if op not in _FOLD or (op in DIVISIONS and b == 0) or (op in ("shl", "shr") and not 0 <= b < 64):
        return None
    value = int(_FOLD[op](a, b))
    if op in COMPARE:
        return IntImm(value, "bool")
    low, high = dt.int_range(dtype)
    return IntImm(value, dtype) if low <= value <= high else None


def _identity(op: str, a: Expr, b: Expr) -> Expr | None:
    """``x + 0``, ``x * 1`` and the like, integers only (floats keep signed zeros and NaN)."""
    va = a.value if isinstance(a, IntImm) else None
    vb = b.value if isinstance(b, IntImm) else None
    if va is None and vb is None:
        return None
    match op:
        case "add":
            return b if va == 0 else a if vb == 0 else None
        case "sub":
            return a if vb == 0 else None
        case "mul":
            if va == 0 or vb == 0:
                return a if va == 0 else b
            return b if va == 1 else a if vb == 1 else None
        case "floordiv" | "truncdiv":
            return a if vb == 1 or (va == 0 and vb != 0) else None
        case "floormod" | "truncmod":
            return const(0, a.dtype) if vb == 1 else None
        case "and":
            return (b if va else a) if va is not None else (a if vb else b)
        case "or":
            return (a if va else b) if va is not None else (b if vb else a)
    return None


def binary(op: str, a: ExprLike, b: ExprLike) -> Expr:
    """Build ``a op b`` with types matched, integer literals folded and integer identities dropped.

    Raises TypeError for ``/`` on two integers: say ``//`` (floor) or cast first.
    """
    a, b = match_types(a, b)
    if isinstance(a, IntImm) and isinstance(b, IntImm):
        if op != "div" and (folded := fold_int(op, a.value, b.value, a.dtype)) is not None:
            return folded
    simple = _identity(op, a, b)
    if simple is not None:
        return simple
    if op == "div" and not dt.is_float(a.dtype):
        raise TypeError("`/` on integers: use `//` for floor division, or cast to a float first")
    return Binary(op, a, b)


def neg(value: Expr) -> Expr:
    if isinstance(value, IntImm):
        return const(-value.value, value.dtype)
    if isinstance(value, FloatImm):
        return const(-value.value, value.dtype)
    return binary("mul", value, const(-1, value.dtype)) if dt.is_float(value.dtype) else binary("sub", 0, value)


def logical_not(value: Expr) -> Expr:
    if isinstance(value, IntImm):
        return const(not value.value, "bool")
    return value.a if isinstance(value, Not) else Not(value)


def maximum(a: ExprLike, b: ExprLike) -> Expr:
    return binary("max", a, b)


def minimum(a: ExprLike, b: ExprLike) -> Expr:
    return binary("min", a, b)


def all_of(*conditions: Expr) -> Expr:
    """Conjunction; `true` when empty."""
    result: Expr = const(True)
    for item in conditions:
        result = binary("and", result, item)
    return result


def any_of(*conditions: Expr) -> Expr:
    """Disjunction; `false` when empty."""
    result: Expr = const(False)
    for item in conditions:
        result = binary("or", result, item)
    return result


def if_then_else(condition: ExprLike, true_value: ExprLike, false_value: ExprLike) -> Expr:
    """Lazy choice: only the taken side is evaluated."""
    true_value, false_value = match_types(true_value, false_value)
    cond = const_like(condition, "bool")
    if isinstance(cond, IntImm):
        return true_value if cond.value else false_value
    return Call("if_then_else", (cond, true_value, false_value), true_value.dtype)


def select(condition: Expr, true_value: ExprLike, false_value: ExprLike) -> Expr:
    true_value, false_value = match_types(true_value, false_value)
    if isinstance(condition, IntImm):
        return true_value if condition.value else false_value
    return Select(condition, true_value, false_value)


def min_value(dtype: str) -> Expr:
    """The lowest value: the identity of max (finite for floats, as in TVM)."""
    return const(-dt.FLOAT_MAX[dtype] if dt.is_float(dtype) else dt.int_range(dtype)[0], dtype)


def max_value(dtype: str) -> Expr:
    return const(dt.FLOAT_MAX[dtype] if dt.is_float(dtype) else dt.int_range(dtype)[1], dtype)


def infinity(dtype: str) -> Expr:
    return const(float("inf"), dtype)
