"""Index arithmetic: sums and products of loop variables as C expressions of int64_t, folded where they are constant."""

from __future__ import annotations

from mlcc.ir import Binary, Cast, Expr, IntImm, Let, Select, Var
from mlcc.ir import dtype as dt

from ..integers import fold, keeps_value
from .emitter import Emitter

_OPERATORS = {"add": "+", "sub": "-", "mul": "*"}
_DIVISIONS = {"floordiv", "floormod", "truncdiv", "truncmod"}
#: What is computed in 64 bits, as indices are.
_ARITHMETIC = frozenset({*_OPERATORS, *_DIVISIONS, "min", "max"})


def index(f: Emitter, expr: Expr) -> str:
    """A scalar integer expression as an int64_t."""
    return text_of(parts(f, expr))


def constant(f: Emitter, expr: Expr) -> int | None:
    """The value of an integer expression if it is constant, with the variables of unrolled loops, else None."""
    if not is_index(f, expr):
        return None
    have = parts(f, expr)
    return have if isinstance(have, int) else None


def text_of(part: str | int) -> str:
    """A part of an index as text."""
    if isinstance(part, str):
        return part
    return f"INT64_C({part})" if abs(part) >= 2**31 else str(part) if part >= 0 else f"({part})"


def is_index(f: Emitter, expr: Expr) -> bool:
    """True for arithmetic on loop variables and literals only."""
    if isinstance(expr, Binary):
        return expr.op in _ARITHMETIC and is_index(f, expr.a) and is_index(f, expr.b)
    if isinstance(expr, Cast):
        return keeps_value(expr) and is_index(f, expr.value)
    return isinstance(expr, IntImm) and dt.is_int(expr.dtype) or (isinstance(expr, Var) and expr in f.index)


def parts(f: Emitter, expr: Expr) -> str | int:
    """An integer expression as an integer, or the text of an int64_t."""
    match expr:
        case IntImm():
            return expr.value
        case Var() if expr in f.index:
            return f.index[expr]
        case Binary() if expr.dtype in ("int32", "int64"):
            return _binary(f, expr)
        case Cast() if keeps_value(expr):
            return parts(f, expr.value)
        case Let() if dt.is_int(expr.value.dtype) and dt.lanes(expr.value.dtype) == 1:
            bind_index(f, expr.var, expr.value)
            return parts(f, expr.body)
        case Select() if dt.lanes(expr.dtype) == 1:
            return f"({f.value(expr.condition)} ? {index(f, expr.true_value)} : {index(f, expr.false_value)})"
    return f"(int64_t){_closed(f.value(expr))}"


def _closed(text: str) -> str:
    return text if text.isidentifier() or text.startswith("(") and closes_last(text) else f"({text})"


def closes_last(text: str) -> bool:
    """Whether the first parenthesis closes at the end."""
    depth = 0
    for at, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth == 0:
            return at == len(text) - 1
    return False


def bind_index(f: Emitter, var: Var, value: Expr) -> None:
    """Name an index."""
    have = parts(f, value)
    f.index[var] = have if isinstance(have, int) else f.define("int64_t", var.name, have)


def _binary(f: Emitter, expr: Binary) -> str | int:
    op = expr.op
    if op not in _ARITHMETIC:
        return f"(int64_t){_closed(f.value(expr))}"
    a, b = parts(f, expr.a), parts(f, expr.b)
    if isinstance(a, int) and isinstance(b, int):
        folded = fold(op, a, b)
        if folded is not None:
            return folded
    if op == "add" and (a == 0 or b == 0):
        return b if a == 0 else a
    if (op == "sub" and b == 0) or (op in ("mul", "floordiv") and b == 1):
        return a
    if op == "mul":
        if a == 0 or b == 0:
            return 0
        if a == 1:
            return b
    x, y = text_of(a), text_of(b)
    if op in _OPERATORS:
        return f"({x} {_OPERATORS[op]} {y})"
    if isinstance(b, int) and b > 0 and b & (b - 1) == 0 and op in ("floordiv", "floormod"):
        # A right shift of a negative number rounds down with every compiler there is, though C leaves it to them.
        return f"({x} >> {b.bit_length() - 1})" if op == "floordiv" else f"({x} & {b - 1})"
    if isinstance(b, int) and b > 0 and op in ("truncdiv", "truncmod"):
        return f"({x} {'/' if op == 'truncdiv' else '%'} {y})"
    from .scalars import function

    return f"{function(f.library, op, 'int64')}({x}, {y})"
