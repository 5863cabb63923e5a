"""The numbers of C++'s `std::default_random_engine` where it is `minstd_rand0`, of which onnxruntime draws tokens.

A state x is followed by 16807 x modulo 2^31 - 1; the k-th state after it is 16807^k x, so that all numbers of a step
are computed side by side.
"""

from __future__ import annotations

from mlcc.ir import GraphExpr

from ..context import Context
from ..values import Dim

_FACTOR, _MODULUS = 16807, 2**31 - 1
#: How many values a state has: a number in [0, 1) takes two of them as its digits.
_VALUES = _MODULUS - 1
#: Bits of the number of states that are taken at once.
_COUNT_BITS = 31


def first_state(ctx: Context, seed: GraphExpr) -> GraphExpr:
    """The state, int64 of rank 0, that a seed of 32 bits gives."""
    bits = ctx.emit("bitwise_and", ctx.cast(ctx.reshape(seed, []), "int64"), ctx.constant(2**32 - 1, "int64"))
    state = ctx.emit("floor_mod", bits, ctx.constant(_MODULUS, "int64"))
    zero, one = ctx.constant(0, "int64"), ctx.constant(1, "int64")
    return ctx.emit("where", ctx.emit("equal", state, zero), one, state)


def uniform(ctx: Context, state: GraphExpr, count: Dim) -> tuple[GraphExpr, GraphExpr]:
    """As many numbers in [0, 1), float64, as `std::uniform_real_distribution` gives of a state, and the state after."""
    numbers = ctx.count_below(count, "int64")
    two, one = ctx.constant(2, "int64"), ctx.constant(1, "int64")
    odd = ctx.emit("add", ctx.emit("multiply", numbers, two), one)
    low, high = (
        ctx.cast(ctx.emit("subtract", _later(ctx, state, number), one), "float64")
        for number in (odd, ctx.emit("add", odd, one))
    )
    high = ctx.emit("multiply", high, ctx.constant(float(_VALUES), "float64"))
    whole = ctx.constant(float(_VALUES) * float(_VALUES), "float64")
    return ctx.emit("divide", ctx.emit("add", low, high), whole), _later(ctx, state, ctx.scalar_of(count * 2))


def _later(ctx: Context, state: GraphExpr, count: GraphExpr) -> GraphExpr:
    """The states that come `count` (any shape) after one, by the binary digits of the counts."""
    modulus, power = ctx.constant(_MODULUS, "int64"), _FACTOR
    one = ctx.constant(1, "int64")
    for bit in range(_COUNT_BITS):
        digit = ctx.emit("bitwise_and", ctx.emit("right_shift", count, ctx.constant(bit, "int64")), one)
        further = ctx.emit("floor_mod", ctx.emit("multiply", state, ctx.constant(power, "int64")), modulus)
        state = ctx.emit("where", ctx.emit("equal", digit, one), further, state)
        power = power * power % _MODULUS
    return state
