"""Sizes in the runtime's notation (see `mlcc.runtime.dims`), in which long parts have names.

A size that follows from others which are computed, too, shares its parts with them: written out, it would be as long as
there are paths through it, and nested as deep as the model has steps.
"""

from __future__ import annotations

from collections.abc import Mapping

from mlcc.analysis import never_negative
from mlcc.diagnostics import MlccError
from mlcc.ir import Binary, Call, Cast, Expr, IntImm, Select, Var

_INFIX = {"add": "+", "sub": "-", "mul": "*", "floordiv": "//", "floormod": "%"}
#: Divisions that round towards zero, by those of the notation, which round down: of sizes they are the same.
_TRUNCATED = {"truncdiv": "//", "truncmod": "%"}
_COMPARE = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}
#: A part of more characters has a name. Shorter ones nest less than a hundred deep, which Python's parser takes.
_MOST_CHARACTERS = 320


def size_text(expr: Expr, names: Mapping[Var, str]) -> str:
    """A size as text. Raises MlccError D170 for an expression that the runtime cannot evaluate."""
    texts: dict[int, str] = {}
    parts: dict[str, str] = {}  # the name of a part by its text
    taken = set(names.values())
    stack = [expr]
    while stack:
        item = stack[-1]
        if id(item) in texts:
            stack.pop()
            continue
        missing = [operand for operand in _operands(item) if id(operand) not in texts]
        if missing:
            stack += missing[::-1]
            continue
        text = _text(item, names, [texts[id(operand)] for operand in _operands(item)])
        if len(text) > _MOST_CHARACTERS and item is not expr:
            text = parts.setdefault(text, _unused(len(parts), taken))
        texts[id(item)] = text
    return "; ".join([*(f"{name} = {part}" for part, name in parts.items()), texts[id(expr)]])


def _unused(count: int, taken: set[str]) -> str:
    name = f"size_{count}"
    while name in taken:
        name += "_"
    return name


def _operands(expr: Expr) -> tuple[Expr, ...]:
    """What the text of a size is made of, from left to right."""
    match expr:
        case Binary():
            return expr.a, expr.b
        case Cast():
            return (expr.value,)
        case Select(condition=condition, true_value=yes, false_value=no):
            return (*_compared(condition), yes, no)
        case Call(op="if_then_else", args=(condition, yes, no)):
            return (*_compared(condition), yes, no)
    return ()


def _compared(condition: Expr) -> tuple[Expr, Expr]:
    if isinstance(condition, Binary) and condition.op in _COMPARE:
        return condition.a, condition.b
    raise MlccError(
        "D170", "an extent depends on a condition that is no comparison", span=getattr(condition, "span", None)
    )


def _text(expr: Expr, names: Mapping[Var, str], operands: list[str]) -> str:
    match expr:
        case IntImm():
            return str(expr.value)
        case Var() if expr in names:
            return names[expr]
        case Binary() if expr.op in _INFIX:
            return f"({operands[0]} {_INFIX[expr.op]} {operands[1]})"
        case Binary() if expr.op in _TRUNCATED and never_negative(expr.b):
            left, right = operands
            sign = _TRUNCATED[expr.op]
            if never_negative(expr.a):
                return f"({left} {sign} {right})"
            return f"(({left} {sign} {right}) if {left} >= 0 else (0 - ((0 - {left}) {sign} {right})))"
        case Binary() if expr.op in ("min", "max"):
            return f"{expr.op}({operands[0]}, {operands[1]})"
        case Cast():
            return operands[0]
        case Select(condition=Binary(op=op)) | Call(op="if_then_else", args=(Binary(op=op), _, _)):
            left, right, yes, no = operands
            return f"({yes} if {left} {_COMPARE[op]} {right} else {no})"
    raise MlccError(
        "D170",
        "an extent of an argument cannot be worked out when the library is called",
        span=getattr(expr, "span", None),
        help="use integer arithmetic over symbolic dimensions, or give the sizes with --shape",
    )
