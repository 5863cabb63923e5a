"""Operations of expressions and declarations that TVM has as functions of `tir`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlcc.ir import Buffer, Expr, binary, const

ExprLike = Any


def _of(op: str, said: str) -> Callable[[ExprLike, ExprLike], Expr]:
    def operation(a: ExprLike, b: ExprLike) -> Expr:
        return binary(op, a, b)

    operation.__doc__ = said
    return operation


bitwise_and = _of("bitand", "The bits that both integers have.")
bitwise_or = _of("bitor", "The bits that either integer has.")
bitwise_xor = _of("bitxor", "The bits that one of the integers has.")
shift_left = _of("shl", "The bits of an integer, further up.")
shift_right = _of("shr", "The bits of an integer, further down; the sign stays.")


def bitwise_not(a: ExprLike) -> Expr:
    """The bits that an integer has not."""
    return ~convert(a)


def ceildiv(a: ExprLike, b: ExprLike) -> Expr:
    """The quotient of integers, rounded up."""
    return binary("floordiv", convert(a) + convert(b) - 1, b)


def div(a: ExprLike, b: ExprLike) -> Expr:
    """The quotient: of integers as C rounds it, towards 0."""
    a, b = convert(a), convert(b)
    return binary("truncdiv" if a.dtype.startswith(("int", "uint")) else "div", a, b)


def convert(value: ExprLike, span: Any = None) -> Expr:
    """A number of Python as an expression; expressions as they are."""
    return value if isinstance(value, Expr) else const(value)


def decl_buffer(
    shape: Sequence[ExprLike] | ExprLike, dtype: str = "float32", name: str = "buffer", scope: str = "global"
) -> Buffer:
    """A buffer of a shape."""
    extents = shape if isinstance(shape, (list, tuple)) else [shape]
    return Buffer(name, tuple(convert(n) for n in extents), dtype, scope=scope)
