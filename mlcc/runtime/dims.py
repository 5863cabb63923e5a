"""Extents and sizes as text: an integer, a symbol, or an expression over symbols.

    128          n          n * 2          (n + 3) // 4          max(n - 1, 0)

Python's spelling with `+ - * // %`, `min`, `max`, `ceildiv`, parentheses and the conditional
`a if x < y else b`. `//` and `%` round towards minus infinity, and by zero give 0, so that a
wrong shape can never trap. One tree serves evaluation in the loader and code in the artefact.

What is long or has shared parts has names for them, in Python's spelling, too; the last part is the value:

    size_1 = n * 3 // 2; size_2 = size_1 % 41; size_2 * size_1
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce

from mlcc.diagnostics import MlccError

Dim = int | str

_CALLS = {
    "min": "call i64 @llvm.smin.i64(i64 {0}, i64 {1})",
    "max": "call i64 @llvm.smax.i64(i64 {0}, i64 {1})",
}
#: Operations that may overflow an i64, which LLVM's intrinsics detect.
_EXACT: dict[type[ast.operator], str] = {ast.Add: "sadd", ast.Sub: "ssub", ast.Mult: "smul"}
_OPERATORS: dict[type[ast.operator], str] = {
    ast.FloorDiv: "call i64 @mlcc_rt_floordiv(i64 {0}, i64 {1})",
    ast.Mod: "call i64 @mlcc_rt_floormod(i64 {0}, i64 {1})",
}
_COMPARES: dict[type[ast.cmpop], str] = {
    ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge", ast.Eq: "eq", ast.NotEq: "ne",
}  # fmt: skip


def _bad(text: str, why: str) -> MlccError:
    return MlccError("R335", f"cannot read the extent `{text}`: {why}")


def _check(node: ast.expr, text: str) -> None:
    """Raises R335 unless the tree uses only what this module's docstring lists."""
    match node:
        case ast.Constant(value=int()) | ast.Name():
            return
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            _check(operand, text)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS or type(op) in _EXACT:
            _check(left, text)
            _check(right, text)
        case ast.Call(func=ast.Name(id="min" | "max" | "ceildiv"), args=[a, b], keywords=[]):
            _check(a, text)
            _check(b, text)
        case ast.IfExp(test=ast.Compare(left=a, ops=[op], comparators=[b]), body=x, orelse=y):
            if type(op) not in _COMPARES:
                raise _bad(text, "unknown comparison")
            for part in (a, b, x, y):
                _check(part, text)
        case _:
            raise _bad(text, f"`{ast.unparse(node)}` is not allowed here")


@dataclass(frozen=True, slots=True)
class DimTree:
    """An extent: its value, after the parts that have names, each of which may use those before it."""

    parts: tuple[tuple[str, ast.expr], ...]
    value: ast.expr


@lru_cache(maxsize=4096)
def _tree(text: str) -> DimTree:
    try:
        statements = ast.parse(text.strip()).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # the last two: nested too deep for the parser
        raise _bad(text, "it is not an expression") from None
    parts: list[tuple[str, ast.expr]] = []
    for statement in statements[:-1]:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                _check(value, text)
                parts.append((name, value))
            case _:
                raise _bad(text, f"`{ast.unparse(statement)}` gives no part of it a name")
    if not statements or not isinstance(statements[-1], ast.Expr):
        raise _bad(text, "it is not an expression")
    _check(statements[-1].value, text)
    return DimTree(tuple(parts), statements[-1].value)


def parse_dim(dim: Dim) -> DimTree:
    """The checked tree of an extent; R335 if it is invalid."""
    return DimTree((), ast.Constant(int(dim))) if isinstance(dim, int) else _tree(dim)


def largest_dim(dims: Sequence[Dim]) -> Dim:
    """The largest of several extents, none of which is negative."""
    numbers = [dim for dim in dims if isinstance(dim, int)]
    result: Dim = max(numbers, default=0)
    named: list[str] = []
    for count, text in enumerate(dict.fromkeys(dim for dim in dims if isinstance(dim, str))):
        *parts, value = _apart(text, count).split("; ")
        named += parts
        result = value if result == 0 else f"max({result}, {value})"
    return "; ".join([*named, str(result)]) if named else result


def _apart(text: str, count: int) -> str:
    """`text` with names of its parts that no other extent has."""
    names = [name for name, _ in _tree(text).parts]
    if not names:
        return text
    return re.sub(rf"\b({'|'.join(names)})\b", rf"\1_{count}", text)


def static_value(dim: Dim) -> int | None:
    """The value of a static extent, else None."""
    if isinstance(dim, int):
        return dim
    return None if symbols_of(dim) else evaluate_dim(dim, {})


def bare_symbol(dim: Dim) -> str | None:
    """`dim` if it is a single symbol, else None."""
    tree = parse_dim(dim)
    return tree.value.id if isinstance(tree.value, ast.Name) and not tree.parts else None


def symbols_of(dim: Dim) -> tuple[str, ...]:
    """The symbols in an extent, each once, from left to right."""

    def walk(node: ast.expr) -> Iterator[str]:
        match node:
            case ast.Name(id=name):
                yield name
            case ast.UnaryOp(operand=operand):
                yield from walk(operand)
            case ast.BinOp(left=left, right=right):
                yield from walk(left)
                yield from walk(right)
            case ast.Call(args=args):
                for arg in args:
                    yield from walk(arg)
            case ast.IfExp(test=ast.Compare(left=a, comparators=[b]), body=x, orelse=y):
                for part in (x, a, b, y):
                    yield from walk(part)
            case _:
                return

    tree = parse_dim(dim)
    named = {name for name, _ in tree.parts}
    expressions = (*(value for _, value in tree.parts), tree.value)
    return tuple(dict.fromkeys(name for part in expressions for name in walk(part) if name not in named))


def _compare(op: ast.cmpop, a: int, b: int) -> bool:
    match op:
        case ast.Lt():
            return a < b
        case ast.LtE():
            return a <= b
        case ast.Gt():
            return a > b
        case ast.GtE():
            return a >= b
        case ast.Eq():
            return a == b
        case _:
            return a != b


def evaluate_dim(dim: Dim, values: Mapping[str, int]) -> int:
    """The value of `dim` for these symbols; raises KeyError(symbol) if one has no value."""

    def value(node: ast.expr) -> int:
        match node:
            case ast.Constant(value=int(number)):
                return number
            case ast.Name(id=name):
                return values[name]
            case ast.UnaryOp(operand=operand):
                return -value(operand)
            case ast.Call(func=ast.Name(id=name), args=[a, b]):
                x, y = value(a), value(b)
                if name == "ceildiv":
                    return -(-x // y) if y else 0
                return min(x, y) if name == "min" else max(x, y)
            case ast.IfExp(test=ast.Compare(left=a, ops=[op], comparators=[b]), body=t, orelse=e):
                return value(t) if _compare(op, value(a), value(b)) else value(e)
            case ast.BinOp(left=left, op=op, right=right):
                return _binary(op, value(left), value(right))
            case _:
                raise AssertionError(ast.dump(node))

    if isinstance(dim, int):
        return dim
    tree = _tree(dim)
    if tree.parts:
        values = dict(values)
        for name, part in tree.parts:
            values[name] = value(part)
    return value(tree.value)


def _binary(op: ast.operator, a: int, b: int) -> int:
    match op:
        case ast.Add():
            return a + b
        case ast.Sub():
            return a - b
        case ast.Mult():
            return a * b
        case ast.FloorDiv():
            return a // b if b else 0
        case _:
            return a % b if b else a


def _division(op: type[ast.operator], a: str, b: str) -> str:
    """The instruction for a quotient or a remainder: by 8, without the 3 low bits, or these."""
    by = int(b) if b.isdecimal() else 0
    if by <= 0 or by & (by - 1):
        return _OPERATORS[op].format(a, b)
    return f"ashr i64 {a}, {by.bit_length() - 1}" if op is ast.FloorDiv else f"and i64 {a}, {by - 1}"


def emit(dim: Dim, values: Mapping[str, str], assign: Callable[[str], str], beyond: int) -> str:
    """Writes LLVM instructions that compute `dim` as an i64 and returns the operand.

    `values` maps symbols to operands; `assign(instruction)` writes one and returns its name. The result is `beyond`
    where any step of the calculation leaves the range of an i64.
    """
    overflows: list[str] = []
    computed: dict[str, str] = {}  # by instruction: the sizes of an arena repeat those of its images

    def once(instruction: str) -> str:
        if instruction not in computed:
            computed[instruction] = assign(instruction)
        return computed[instruction]

    def exact(name: str, a: str, b: str) -> str:
        call = f"call {{ i64, i1 }} @llvm.{name}.with.overflow.i64(i64 {a}, i64 {b})"
        if call not in computed:
            overflows.append(assign(f"extractvalue {{ i64, i1 }} {once(call)}, 1"))
        return once(f"extractvalue {{ i64, i1 }} {computed[call]}, 0")

    def operand(node: ast.expr) -> str:
        match node:
            case ast.Constant(value=number):
                return str(number)
            case ast.Name(id=name):
                return values[name]
            case ast.UnaryOp(operand=inner):
                return exact("ssub", "0", operand(inner))
            case ast.Call(func=ast.Name(id="ceildiv"), args=[a, b]):
                less = exact("ssub", "0", operand(a))
                down = once(_division(ast.FloorDiv, less, operand(b)))
                return exact("ssub", "0", down)
            case ast.Call(func=ast.Name(id=name), args=[a, b]):
                return once(_CALLS[name].format(operand(a), operand(b)))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _EXACT:
                return exact(_EXACT[type(op)], operand(left), operand(right))
            case ast.BinOp(left=left, op=op, right=right):
                return once(_division(type(op), operand(left), operand(right)))
            case ast.IfExp(test=ast.Compare(left=a, ops=[op], comparators=[b]), body=t, orelse=e):
                test = once(f"icmp {_COMPARES[type(op)]} i64 {operand(a)}, {operand(b)}")
                return once(f"select i1 {test}, i64 {operand(t)}, i64 {operand(e)}")
            case _:
                raise AssertionError(ast.dump(node))

    tree = parse_dim(dim)
    if tree.parts:
        values = dict(values)
        for name, part in tree.parts:
            values[name] = operand(part)
    result = operand(tree.value)
    if not overflows:
        return result
    any_flag = reduce(lambda a, b: assign(f"or i1 {a}, {b}"), overflows)
    return assign(f"select i1 {any_flag}, i64 {beyond}, i64 {result}")
