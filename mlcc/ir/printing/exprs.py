"""Expressions as text: parentheses by precedence, literals that are parsed back to the same value."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any

from .. import dtype as dt
from ..derived_dim import DerivedDim
from ..expr import (
    BINARY,
    COMPARE,
    Binary,
    Broadcast,
    Buffer,
    BufferLoad,
    Call,
    Cast,
    Expr,
    FloatImm,
    IntImm,
    Let,
    Not,
    Ramp,
    Select,
    StringImm,
    Var,
)
from ..intrinsics import INTRINSICS
from ..linear import range_end
from ..stmt import BufferRegion, Range
from ..traverse import substitute
from .dialect import Dialect
from .names import Names

#: Precedence of infix operators, as in Python; 20 is an atom.
PRECEDENCE = {
    "or": 1, "and": 2, **dict.fromkeys(COMPARE, 4), "bitor": 5, "bitxor": 6, "bitand": 7, "shl": 8, "shr": 8,
    "add": 9, "sub": 9, "mul": 10, "div": 10, "floordiv": 10, "floormod": 10,
}  # fmt: skip
NOT, UNARY, ATOM = 3, 11, 20
#: Call spellings, for operators without an infix form, and where a parser would fold the infix form.
AS_CALL = {
    "add": "T.Add", "sub": "T.Sub", "mul": "T.Mul", "div": "T.Div", "floordiv": "T.floordiv",
    "floormod": "T.floormod", "truncdiv": "T.truncdiv", "truncmod": "T.truncmod", "min": "T.min", "max": "T.max",
    "bitand": "T.bitwise_and", "bitor": "T.bitwise_or", "bitxor": "T.bitwise_xor", "shl": "T.shift_left",
    "shr": "T.shift_right", "lt": "T.LT", "le": "T.LE", "gt": "T.GT", "ge": "T.GE", "eq": "T.EQ", "ne": "T.NE",
    "and": "T.And", "or": "T.Or",
}  # fmt: skip
# A literal operand of this value makes the parser drop the operator (see `mlcc.ir.binary`).
_LEFT_IDENTITY = {"add": (0,), "mul": (0, 1), "floordiv": (0,), "truncdiv": (0,)}
_RIGHT_IDENTITY = {
    "add": (0,), "sub": (0,), "mul": (0, 1), "floordiv": (1,), "truncdiv": (1,), "floormod": (1,), "truncmod": (1,),
}  # fmt: skip
_PLAIN_ARGS = frozenset({
    "if_then_else", "call_kernel", "call_packed", "call_extern", "call_pure_extern", "workspace_ptr", "weight_ptr",
})  # fmt: skip
_DTYPE_FIRST = frozenset({"call_extern", "call_pure_extern", "reinterpret"})


def quote(text: str) -> str:
    """A string literal; Unicode stays readable."""
    return json.dumps(text, ensure_ascii=False)


def folds(expr: Binary) -> bool:
    """True when parsing the infix form would give a simpler expression than `expr`."""
    a, b = expr.a, expr.b
    left, right = isinstance(a, IntImm), isinstance(b, IntImm)
    if not (left or right):
        return a.dtype != b.dtype or (expr.op == "div" and not dt.is_float(a.dtype))
    if (left and right) or expr.op in ("and", "or") or a.dtype != b.dtype:
        return True
    if expr.op == "div":
        return True
    if isinstance(a, IntImm):
        return a.value in _LEFT_IDENTITY.get(expr.op, ())
    return isinstance(b, IntImm) and b.value in _RIGHT_IDENTITY.get(expr.op, ())


def float_text(value: float) -> str:
    """Digits that are parsed back as the same double; integral values without a decimal point."""
    if math.isnan(value) or math.isinf(value):
        return '"nan"' if math.isnan(value) else '"inf"' if value > 0 else '"-inf"'
    if value.is_integer() and abs(value) < 1e16 and (value or math.copysign(1.0, value) > 0):
        return str(int(value))
    return repr(value)


class ExprPrinter:
    """Prints expressions with the names of one text; literals of the dtype `bare_int` are printed without a type."""

    def __init__(self, dialect: Dialect, names: Names) -> None:
        self.dialect = dialect
        self.names = names
        self.bare_int = "int32"

    def expr(self, expr: Expr, level: int = 0) -> str:
        """`expr` as text, in parentheses if its precedence is below `level`."""
        match expr:
            case DerivedDim() if self.dialect.name == "tvm":  # whose text has no names for sizes
                return self.expr(expr.value, level)
            case Var():
                return self.names.get(expr) or self.names.define(expr, expr.name)
            case IntImm():
                return self._int(expr, level)
            case Binary():
                return self._binary(expr, level)
            case BufferLoad():
                return self.access(expr.buffer, expr.indices)
            case FloatImm():
                return f"T.{expr.dtype}({float_text(expr.value)})"
            case Call():
                return self._call(expr, level)
            case Cast():
                return f'T.Cast("{expr.dtype}", {self.typed(expr.value)})'
            case Select():
                parts = (expr.condition, expr.true_value, expr.false_value)
                return f"T.Select({', '.join(map(self.expr, parts))})"
            case Not():
                return self._not(expr, level)
            case Ramp():
                return f"T.Ramp({self.expr(expr.base)}, {self.expr(expr.stride)}, {expr.lanes})"
            case Broadcast():
                return f"T.Broadcast({self.expr(expr.value)}, {expr.lanes})"
            case StringImm():
                return quote(expr.value)
            case Let():
                return self._let(expr, level)
        raise TypeError(f"not an expression: {type(expr).__name__}")

    def typed(self, expr: Expr) -> str:
        """`expr`, with the type of a literal spelled out."""
        if isinstance(expr, IntImm) and expr.dtype != "bool":
            return f"T.{expr.dtype}({expr.value})"
        return self.expr(expr)

    def expr_for(self, expr: Expr, dtype: str) -> str:
        """`expr` in a context where a bare number is parsed as `dtype`."""
        if isinstance(expr, IntImm) and expr.dtype != dtype:
            return self.typed(expr)
        return self.expr(expr)

    def list_of(self, exprs: Iterable[Expr]) -> str:
        return ", ".join([self.expr(e) for e in exprs])

    def tuple_of(self, exprs: tuple[Expr, ...]) -> str:
        """``(a, b)``, ``(a,)`` or ``()``."""
        return f"({self.list_of(exprs)}{',' if len(exprs) == 1 else ''})"

    def access(self, buffer: Buffer, indices: tuple[Expr, ...]) -> str:
        """``A[i, j]``, ``A[()]`` without dimensions."""
        return f"{self.buffer(buffer)}[{self.list_of(indices) if indices else '()'}]"

    def buffer(self, buffer: Buffer) -> str:
        return self.names.get(buffer) or self.names.define(buffer, buffer.name)

    def region(self, region: BufferRegion) -> str:
        """``A[vi, 0:4]``"""
        parts = [self.range(r) for r in region.region]
        return f"{self.buffer(region.buffer)}[{', '.join(parts) if parts else '()'}]"

    def range(self, item: Range) -> str:
        """One dimension of a region: the index alone when the extent is 1."""
        if isinstance(item.extent, IntImm) and item.extent.value == 1:
            return self.expr(item.min)
        return f"{self.expr(item.min)}:{self.expr(range_end(item.min, item.extent))}"

    def value(self, value: Any) -> str:
        """An attribute value: numbers, strings, None, lists, dictionaries, expressions."""
        match value:
            case None | bool() | int():
                return repr(value)
            case float():
                return repr(value) if math.isfinite(value) else f"float({float_text(value)})"
            case str():
                return quote(value)
            case Expr():
                return self.typed(value)
            case dict():
                return self.attrs(value)
            case list() | tuple():
                return f"[{', '.join(map(self.value, value))}]"
        if hasattr(value, "tolist"):  # NumPy scalars and arrays
            return self.value(value.tolist())
        raise TypeError(f"an attribute of type {type(value).__name__} has no text form")

    def attrs(self, attrs: Any) -> str:
        """A dictionary with its keys sorted."""
        return "{" + ", ".join(f"{quote(k)}: {self.value(attrs[k])}" for k in sorted(attrs)) + "}"

    def _int(self, expr: IntImm, level: int) -> str:
        if expr.dtype == self.bare_int:
            text = str(expr.value)
            return f"({text})" if expr.value < 0 and level > UNARY else text
        if expr.dtype == "bool":
            return f"T.bool({bool(expr.value)})"
        return f"T.{expr.dtype}({expr.value})"

    def _binary(self, expr: Binary, level: int) -> str:
        infix = BINARY[expr.op]
        if infix is None or folds(expr):
            show = self.typed if isinstance(expr.a, IntImm) and isinstance(expr.b, IntImm) else self.expr
            return f"{AS_CALL[expr.op]}({show(expr.a)}, {show(expr.b)})"
        mine = PRECEDENCE[expr.op]
        # Comparisons chain in Python, so both of their operands must bind tighter.
        left = self.expr(expr.a, mine + 1 if expr.op in COMPARE else mine)
        text = f"{left} {infix} {self.expr(expr.b, mine + 1)}"
        return f"({text})" if mine < level else text

    def _not(self, expr: Not, level: int) -> str:
        if isinstance(expr.a, (IntImm, Not)):
            return f"T.Not({self.expr(expr.a)})"
        text = f"not {self.expr(expr.a, NOT)}"
        return f"({text})" if level > NOT else text

    def _let(self, expr: Let, level: int) -> str:
        if self.dialect.name == "tvm":  # TVM 0.27 cannot read its own `T.Let`
            return self.expr(substitute(expr.body, {expr.var: expr.value}), level)
        self.names.push()
        value = self.typed(expr.value)
        name = self.names.define(expr.var, expr.var.name)
        text = f"T.Let({self.typed(expr.body)}, where={{{name}: {value}}})"
        self.names.pop()
        return text

    def _call(self, expr: Call, level: int) -> str:
        op = expr.op
        if op == "bitwise_not" and not isinstance(expr.args[0], IntImm):
            text = f"~{self.expr(expr.args[0], UNARY)}"
            return f"({text})" if level > UNARY else text
        if op in _PLAIN_ARGS:
            args = [self.expr(a) for a in expr.args]
        else:
            like = expr.args[0].dtype if expr.args else ""
            args = [self.expr_for(a, like) if i else self.typed(a) for i, a in enumerate(expr.args)]
        info = INTRINSICS.get(op)
        if info is None:
            return f"T.call_intrin({quote(expr.dtype)}, {', '.join([quote(op), *args])})"
        if op in _DTYPE_FIRST:
            args.insert(0, quote(expr.dtype))
        elif expr.dtype != _inferred(expr):
            args.append(f"dtype={quote(expr.dtype)}")
        return f"T.{op}({', '.join(args)})"


def _inferred(expr: Call) -> str:
    """The result type that the parser infers for a call without `dtype=`."""
    result = INTRINSICS[expr.op].result
    first = expr.args[0].dtype if expr.args else "void"
    match result:
        case "same":
            return first
        case "arg1" | "arg2":
            at = int(result[-1])
            return expr.args[at].dtype if len(expr.args) > at else first
        case "bool":
            return dt.with_lanes("bool", dt.lanes(first)) if first != "void" else "bool"
        case None:
            return "int32" if expr.op == "call_packed" else first if expr.op == "ret" else ""
    return result
