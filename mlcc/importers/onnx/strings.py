"""Tensors of strings: numbers of rows of a matrix of bytes.

A value of strings is an int64 tensor of their shape, each element the number of a row of its *pool*, a uint8 matrix
(M, W) as ``mlcc.topi``'s operators on strings take it. Operators that move elements move the numbers and keep the pool;
where values of several pools meet, the pools are stacked. Bytes are moved by those that look at them, and at the end.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mlcc.ir import Constant, Expr, GraphExpr
from mlcc.string_rows import STRING, to_rows

from .facts import Facts
from .shape_args import shape_arg
from .values import Array, Dim, Operand


@dataclass(kw_only=True)
class Strings(Facts, ABC):
    """What is known of values of strings, and what it takes to emit operators on them."""

    #: The format of values whose elements encode others: a narrow type of at most 8 bits (narrow_types), or strings.
    narrow: dict[GraphExpr, str] = field(default_factory=dict)
    #: The bytes of strings.
    pools: dict[GraphExpr, GraphExpr] = field(default_factory=dict)
    #: The values whose pool has their strings in order, a row for each.
    ordered: set[GraphExpr] = field(default_factory=set)
    #: The strings that are known at import time, as objects.
    texts: dict[GraphExpr, Array] = field(default_factory=dict)

    @abstractmethod
    def call(self, op: str, *args: Operand, **attrs: object) -> GraphExpr:
        """Emit an operator on operands taken as the numbers that they are, whatever these encode."""

    @abstractmethod
    def symbolic_value(self, values: Array | Sequence[Dim] | Dim, dtype: str = "int64") -> GraphExpr:
        """A value of dimensions."""


def string_constant(ctx: Strings, array: Array) -> GraphExpr:
    """Strings known at import time; equal ones share a row."""
    texts = np.asarray(array).astype(object)
    words, numbers = np.unique(np.array([_text(t) for t in texts.reshape(-1)], object), return_inverse=True)
    pool = Constant(to_rows(words if words.size else np.array([""], object)))
    value = noted(ctx, ctx.call("identity", np.asarray(numbers.reshape(texts.shape), np.int64)), pool)
    ctx.texts[value] = texts
    return value


def _text(item: object) -> str:
    return item.decode("utf-8", "surrogateescape") if isinstance(item, bytes) else str(item)


def from_bytes(ctx: Strings, rows: GraphExpr, shape: Sequence[Dim]) -> GraphExpr:
    """The strings of a uint8 tensor, whose last axis holds the bytes of each, as a value of that shape."""
    count = total(shape)
    pool = ctx.call("reshape", rows, shape_arg([count, ctx.shape(rows)[-1]]))
    numbers = ctx.call("range_like", np.int64(0), np.int64(1), shape_arg([count]))
    value = noted(ctx, ctx.call("reshape", numbers, shape_arg(shape)), pool)
    ctx.ordered.add(value)
    return value


def total(shape: Sequence[Dim]) -> Dim:
    """The number of elements of a shape."""
    count: Dim = 1
    for dim in shape:
        count = dim * count if isinstance(dim, Expr) else count * dim
    return count


def rows_of(ctx: Strings, value: GraphExpr) -> GraphExpr:
    """The bytes of a value's strings, one row per string in order: uint8 (N, W)."""
    pool = ctx.pools[value]
    if value in ctx.ordered:
        return pool
    numbers = ctx.call("reshape", value, shape_arg([total(ctx.shape(value))]))
    return ctx.call("take", pool, numbers, axis=0)


def as_bytes(ctx: Strings, value: GraphExpr) -> GraphExpr:
    """The bytes of a value's strings: uint8, of its shape and an axis of bytes."""
    rows = rows_of(ctx, value)
    return ctx.call("reshape", rows, shape_arg([*ctx.shape(value), ctx.shape(rows)[1]]))


def is_string(ctx: Strings, value: object) -> bool:
    """Whether a value's elements are strings."""
    return isinstance(value, GraphExpr) and ctx.narrow.get(value) == STRING


def moved(ctx: Strings, op: str, args: Sequence[Operand], attrs: Mapping[str, object]) -> GraphExpr:
    """The result of an operator that moves elements: the numbers of all strings among its operands are those of one
    pool."""
    every = [v for a in args for v in (a if isinstance(a, list | tuple) else (a,))]
    values = [v for v in every if isinstance(v, GraphExpr) and is_string(ctx, v)]
    first, *rest = dict.fromkeys(ctx.pools[v] for v in values)
    pool, begins = first, dict[GraphExpr, Dim]()
    for other in rest:
        begins[other] = ctx.shape(pool)[0]
        pool = ctx.call("strings.stack", pool, other)

    def placed(value: Operand) -> Operand:
        if not isinstance(value, GraphExpr) or ctx.pools.get(value) not in begins:
            return value
        return ctx.call("add", value, ctx.symbolic_value(begins[ctx.pools[value]]))

    operands: list[Any] = [[placed(v) for v in a] if isinstance(a, list | tuple) else placed(a) for a in args]
    result = noted(ctx, ctx.call(op, *operands, **attrs), pool)
    if op == "reshape" and values[0] in ctx.ordered:
        ctx.ordered.add(result)
    return result


def noted(ctx: Strings, value: GraphExpr, pool: GraphExpr) -> GraphExpr:
    """`value` as numbers of rows of a pool."""
    ctx.narrow[value] = STRING
    ctx.pools[value] = pool
    return value
