"""Scalar expressions: syntax to IR, with names looked up and literals typed.

A value is an IR expression, a buffer, or a plain Python value: bare numbers remain Python numbers until they are
combined with an operand that determines their type.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, ClassVar

from mlcc.diagnostics import Label, MlccError
from mlcc.ir import (
    Binary,
    Broadcast,
    Buffer,
    BufferLoad,
    BufferRegion,
    Expr,
    Not,
    Range,
    StringImm,
    Var,
    binary,
    call,
    const,
    if_then_else,
    logical_not,
    neg,
)  # fmt: skip
from mlcc.ir import dtype as dt
from mlcc.ir.linear import range_extent, term_key

from . import syntax as s
from .context import Context

_OPERATORS = {
    "+": "add", "-": "sub", "*": "mul", "/": "div", "//": "floordiv", "%": "floormod", "&": "bitand", "|": "bitor",
    "^": "bitxor", "<<": "shl", ">>": "shr", "and": "and", "or": "or",
    "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne",
}  # fmt: skip
#: The same on Python numbers. Shifts are limited: `1 << 10**9` is a mistake.
_PYTHON: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv,
    "%": operator.mod, "&": operator.and_, "|": operator.or_, "^": operator.xor,
    "<<": lambda a, b: a << min(b, 1024), ">>": lambda a, b: a >> min(b, 1024),
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
_NUMBERS = (int, float)


class Formulas:
    """Resolves expressions; `int_dtype` is the type of a bare integer that nothing else types."""

    #: Gives the value of a call; set by `calls`, whose operands are formulas in turn.
    resolve_call: ClassVar[Callable[[Formulas, s.Call], Any]]

    def __init__(self, ctx: Context, int_dtype: str = "int32") -> None:
        self.ctx = ctx
        self.int_dtype = int_dtype

    # ------------------------------------------------------------ entry points
    def expr(self, node: s.Syntax, dtype: str | None = None) -> Expr:
        """An IR expression; a bare number becomes a literal of `dtype`."""
        return self.typed(self.value(node), node, dtype)

    def index(self, node: s.Syntax) -> Expr:
        """An integer expression (a dimension, bound or index). P124 for anything else."""
        result = self.typed(self.value(node), node, None)
        if not dt.is_int(dt.element(result.dtype)):
            what = f"this has type {result.dtype}" if result.dtype != "handle" else "this is not a number"
            raise self.ctx.error("P124", f"expected an integer, but {what}", node)
        return result

    def condition(self, node: s.Syntax) -> Expr:
        """A bool expression. P124 for a number."""
        return self._truth(self.value(node), node)

    def typed(self, value: Any, node: s.Syntax, dtype: str | None) -> Expr:
        """A value as IR; numbers take `dtype`."""
        if isinstance(value, Expr):
            return value
        if isinstance(value, bool):
            result = const(value, dtype or "bool")
        elif isinstance(value, int):
            result = self._integer(value, node, dtype or self.int_dtype)
        elif isinstance(value, float):
            if dtype is not None and not dt.is_float(dtype):
                raise self.ctx.error(
                    "P124", f"{value!r} cannot be a value of type {dtype}", node,
                    help=f'write an integer, or convert with `T.Cast("{dtype}", ...)`',
                )  # fmt: skip
            result = const(value, dtype or "float32")
        elif isinstance(value, Buffer):
            raise self.ctx.error(
                "P124", f"`{value.name}` is a buffer, not a value", node,
                help=f"index it: `{value.name}[{', '.join(['i'] * len(value.shape)) or '()'}]`",
            )  # fmt: skip
        elif isinstance(value, str):
            raise self.ctx.error("P124", "a string is not a value here", node)
        else:
            raise self.ctx.error("P124", "expected a scalar expression", node)
        return self.placed(result, node)

    def _integer(self, value: int, node: s.Syntax, dtype: str) -> Expr:
        scalar = dt.element(dtype)
        if not dt.is_float(scalar) and scalar != "handle":
            low, high = dt.int_range(scalar)
            if not low <= value <= high:
                raise self.ctx.error(
                    "P124", f"{value} does not fit into {scalar}", node,
                    notes=[f"{scalar} holds {low} to {high}"], help=f"write it with its type: `T.int64({value})`",
                )  # fmt: skip
        elif scalar == "handle":
            raise self.ctx.error("P124", "a number is not a pointer", node)
        return const(value, dtype)

    def placed(self, expr: Expr, node: s.Syntax) -> Expr:
        """`expr` with the location of `node`, unless it is a shared node that has one."""
        if not isinstance(expr, Var) and getattr(expr, "span", None) is None:
            object.__setattr__(expr, "span", self.ctx.span(node))
        return expr

    # ------------------------------------------------------------ by kind of syntax
    def value(self, node: s.Syntax) -> Any:
        """The value of an expression."""
        match node:
            case s.Name():
                return self._name(node)
            case s.Literal():
                return node.value
            case s.Subscript():
                return self._subscript(node)
            case s.Operation():
                return self._operation(node)
            case s.Call():
                return Formulas.resolve_call(self, node)
            case s.Comparison():
                return self._comparison(node)
            case s.Unary():
                return self._unary(node)
            case s.Conditional():
                return self._conditional(node)
            case s.Attribute():
                return self._attribute(node)
            case s.Tuple():
                return tuple(self.value(item) for item in node.items)
            case s.List():
                return [self.value(item) for item in node.items]
        what = {s.Dict: "a dictionary", s.Lambda: "a function", s.Slice: "a slice"}[type(node)]
        raise self.ctx.error("P124", f"{what} is not a value here", node)

    def _name(self, node: s.Name) -> Any:
        value = self.ctx.find(node.id)
        if value is None:
            raise self.ctx.unknown(node)
        return value

    def _attribute(self, node: s.Attribute) -> Any:
        path = self.ctx.split(node)
        if path is not None and not (isinstance(node.value, s.Name) and self.ctx.has(node.value.id)):
            raise self.ctx.error("P124", f"`{s.dotted(node)}` is not a value", node)
        base = self.value(node.value)
        if isinstance(base, Buffer):
            match node.attr:
                case "shape":
                    return base.shape
                case "strides":
                    return base.strides
                case "dtype":
                    return base.dtype
                case "elem_offset":
                    return base.elem_offset if base.elem_offset is not None else const(0)
                case "data":
                    load = BufferLoad(base, tuple(const(0, d.dtype) for d in base.shape))
                    return self.placed(call("address_of", load), node)
        if isinstance(base, Expr) and node.attr == "dtype":
            return base.dtype
        raise self.ctx.error("P121", f"no attribute `{node.attr}` here", node)

    def _subscript(self, node: s.Subscript) -> Any:
        base = self.value(node.value)
        if isinstance(base, Buffer):
            items = self.elements(node.index)
            if any(isinstance(item, s.Slice) and not self._is_vector(item) for item in items):
                raise self.ctx.error("P124", "a slice is a region, not a value", node, help="index every dimension")
            return self.load(base, items, node)
        if isinstance(base, (tuple, list)):
            position = self.ctx.integer(node.index, "the position")
            if not -len(base) <= position < len(base):
                raise self.ctx.error("P124", f"there are only {len(base)} elements", node.index)
            return base[position]
        raise self.ctx.error("P124", "this cannot be indexed", node.value)

    def elements(self, index: s.Syntax) -> list[s.Syntax]:
        """The indices inside ``[...]``; ``A[()]`` has none."""
        return index.items if isinstance(index, s.Tuple) else [index]

    def _is_vector(self, item: s.Slice) -> bool:
        return item.lower is not None and item.upper is not None and item.step is not None

    def load(self, buffer: Buffer, items: list[s.Syntax], node: s.Syntax) -> Expr:
        return BufferLoad(buffer, tuple([self.index(item) for item in items]), span=self.ctx.span(node))

    # ------------------------------------------------------------ operators
    def _operation(self, node: s.Operation) -> Any:
        left, right = self.value(node.left), self.value(node.right)
        if node.op == "**":
            raise self.ctx.error("P124", "there is no operator `**`", node, help="use `T.pow(x, y)`")
        if node.op in ("and", "or"):
            if isinstance(left, bool) and isinstance(right, bool):
                return (left and right) if node.op == "and" else (left or right)
            left, right = self._truth(left, node.left), self._truth(right, node.right)
        return self.combine(node.op, left, right, node, (node.left, node.right))

    def combine(self, op: str, left: Any, right: Any, node: s.Syntax, sides: tuple[s.Syntax, s.Syntax]) -> Any:
        """``left op right``: numbers compute, expressions build."""
        if isinstance(left, _NUMBERS) and isinstance(right, _NUMBERS):
            return self._compute(op, left, right, node)
        if not isinstance(left, Expr):
            left = self._beside(left, right, sides[0])
        if not isinstance(right, Expr):
            right = self._beside(right, left, sides[1])
        try:
            result = binary(_OPERATORS[op], left, right)
        except TypeError as problem:
            what = f"`{op}` cannot join {left.dtype} and {right.dtype}"
            raise self.ctx.error("P124", what, node, notes=[str(problem)]) from None
        return self.placed(result, node)

    def _beside(self, value: Any, other: Any, node: s.Syntax) -> Expr:
        """A number typed by the operand on the other side."""
        like = dt.element(other.dtype) if isinstance(other, Expr) else None
        if isinstance(value, float) and like is not None and not dt.is_float(like):
            like = "float32"
        if isinstance(value, int) and not isinstance(value, bool) and like == "bool":
            like = None
        return self.typed(value, node, like)

    def _compute(self, op: str, left: Any, right: Any, node: s.Syntax) -> Any:
        try:
            result = _PYTHON[op](left, right)
            float(result)  # so that it can become a literal of any type
            return result
        except (ArithmeticError, TypeError, ValueError) as problem:
            what = f"cannot compute `{op}` of {left} and {right}"
            raise self.ctx.error("P124", what, node, notes=[str(problem)]) from None

    def _comparison(self, node: s.Comparison) -> Any:
        """``a < b < c`` means ``a < b and b < c``."""
        values = [self.value(item) for item in node.operands]
        result: Any = None
        for i, op in enumerate(node.ops):
            sides = (node.operands[i], node.operands[i + 1])
            part = self.combine(op, values[i], values[i + 1], node if len(node.ops) == 1 else _pair(*sides), sides)
            if result is None:
                result = part
            elif isinstance(result, bool) and isinstance(part, bool):
                result = result and part
            else:
                result = self.combine("and", self._truth(result, node), self._truth(part, node), node, sides)
        return result

    def _truth(self, value: Any, node: s.Syntax) -> Expr:
        if isinstance(value, bool):
            return self.placed(const(value), node)
        if isinstance(value, Expr) and dt.is_bool(dt.element(value.dtype)):
            return value
        kind = value.dtype if isinstance(value, Expr) else type(value).__name__
        raise self.ctx.error(
            "P124", f"expected a condition, but this has type {kind}", node, help="compare it: `x != 0`"
        )

    def _unary(self, node: s.Unary) -> Any:
        value = self.value(node.operand)
        if isinstance(value, _NUMBERS):
            if node.op == "not":
                return not value
            if node.op == "~":
                return ~self.ctx.integer(node.operand, "the operand of `~`")
            return -value if node.op == "-" else value
        if node.op == "not":
            return self.placed(logical_not(self._truth(value, node.operand)), node)
        expr = self.typed(value, node.operand, None)
        if node.op == "+":
            return expr
        if node.op == "~":
            if dt.is_bool(dt.element(expr.dtype)):
                return self.placed(Not(expr), node)
            return self.placed(call("bitwise_not", expr), node)
        return self.placed(neg(expr), node)

    def _conditional(self, node: s.Conditional) -> Any:
        """``a if c else b`` is the lazy choice."""
        test = self.value(node.test)
        if isinstance(test, bool):
            return self.value(node.body if test else node.orelse)
        first, second = self.value(node.body), self.value(node.orelse)
        first, second = self._beside(first, second, node.body), self._beside(second, first, node.orelse)
        return self.placed(if_then_else(self._truth(test, node.test), first, second), node)

    # ------------------------------------------------------------ regions
    def region(self, node: s.Syntax) -> BufferRegion:
        """``A[vi, 0:4]`` or a whole ``A``. Raises P124 when it is no buffer."""
        index: s.Syntax | None = None
        base = node
        if isinstance(node, s.Subscript):
            base, index = node.value, node.index
        buffer = self.value(base)
        if not isinstance(buffer, Buffer):
            raise self.ctx.error("P124", "expected a buffer or a part of one", node, help="write `A[i, 0:4]`")
        if index is None:
            full = tuple(Range(const(0, d.dtype), d) for d in buffer.shape)
            return BufferRegion(buffer, full, span=self.ctx.span(node))
        items = self.elements(index)
        if len(items) != len(buffer.shape):
            raise self.ctx.error(
                "P126", f"`{buffer.name}` has {len(buffer.shape)} dimensions, not {len(items)}", node,
                labels=[] if buffer.span is None else [Label(buffer.span, "defined here")],
            )  # fmt: skip
        dims = [self._range(item, size) for item, size in zip(items, buffer.shape, strict=True)]
        return BufferRegion(buffer, tuple(dims), span=self.ctx.span(node))

    def _range(self, item: s.Syntax, size: Expr) -> Range:
        if not isinstance(item, s.Slice):
            start = self.index(item)
            return Range(start, const(1, start.dtype), span=self.ctx.span(item))
        if item.step is not None:
            raise self.ctx.error("P124", "a region has no step", item.step)
        begin = self.value(item.lower) if item.lower is not None else 0
        end = self.value(item.upper) if item.upper is not None else size
        low, high = self.bounds(begin, end, item.lower or item, item.upper or item)
        return Range(low, extent_between(low, high), span=self.ctx.span(item))

    def bounds(self, begin: Any, end: Any, begin_node: s.Syntax, end_node: s.Syntax) -> tuple[Expr, Expr]:
        """Two bounds converted to one integer type."""
        like = next((v.dtype for v in (begin, end) if isinstance(v, Expr)), self.int_dtype)
        low, high = self.typed(begin, begin_node, like), self.typed(end, end_node, like)
        for bound, node in ((low, begin_node), (high, end_node)):
            if not dt.is_int(bound.dtype):
                raise self.ctx.error("P124", f"expected an integer, but this has type {bound.dtype}", node)
        if low.dtype != high.dtype:
            from mlcc.ir import match_types

            low, high = match_types(low, high)
        return low, high

    # ------------------------------------------------------------ attribute values
    def attribute_value(self, node: s.Syntax) -> Any:
        """A value in an annotation: numbers, strings, None, lists, dictionaries, typed expressions."""
        match node:
            case s.List() | s.Tuple():
                return [self.attribute_value(item) for item in node.items]
            case s.Dict():
                return {key: self.attribute_value(value) for key, value in self.ctx.pairs(node, "this")}
            case s.Call() if self.ctx.call_name(node, "T") == "target" or self.ctx.call_name(node, "I") == "Target":
                return self.attribute_value(node.args[0]) if node.args else ""
        value = self.value(node)
        if isinstance(value, Buffer):
            return value.name
        if isinstance(value, StringImm):
            return value.value
        return value

    def annotations(self, node: s.Syntax, what: str) -> dict[str, Any]:
        """A dictionary of annotations."""
        return {key: self.attribute_value(value) for key, value in self.ctx.pairs(node, what)}

    # ------------------------------------------------------------ types
    def dtype_text(self, node: s.Syntax, what: str = "the dtype") -> str:
        """A dtype given as a string or as ``T.float32``. Raises P125 for an unknown one."""
        path = self.ctx.split(node) if isinstance(node, s.Attribute) else None
        if path is not None and path[0] == "T":
            text = path[1]
        elif isinstance(node, (s.Attribute, s.Name)) and isinstance(value := self.value(node), str):
            text = value
        else:
            text = self.ctx.text(node, what)
        text = {"boolean": "bool", "float": "float32", "int": "int32"}.get(text, text)
        if not dt.is_known(text):
            raise self.unknown_dtype(text, node)
        return text

    def unknown_dtype(self, text: str, node: s.Syntax) -> MlccError:
        from mlcc.diagnostics import choices_help

        choices = [*dt.SCALARS, "handle"]
        return self.ctx.error(
            "P125", f"unknown data type `{text}`", node, help=choices_help(text, choices, "data types")
        )


def _pair(left: s.Syntax, right: s.Syntax) -> s.Comparison:
    """A node with the location of one link of a chained comparison."""
    return s.Comparison([], [], left.start, right.end)


def broadcast_to(value: Expr, lanes: int) -> Expr:
    """A scalar spread over the lanes of the vector it is stored through."""
    return Broadcast(value, lanes) if lanes > 1 and dt.lanes(value.dtype) == 1 else value


def extent_between(begin: Expr, end: Expr) -> Expr:
    """``end - begin``; the printed form ``begin + extent`` gives back the very same extent."""
    if isinstance(end, Binary) and end.op == "add" and term_key(end.a) == term_key(begin):
        return end.b
    return range_extent(begin, end)
