"""Literals, variables, broadcasts and ramps."""

from __future__ import annotations

from mlcc.diagnostics import InternalError
from mlcc.ir import Broadcast, FloatImm, IntImm, Let, Ramp, Var
from mlcc.ir import dtype as dt

from .address import index_value
from .emitter import Emitter, expression
from .types import float_literal, int_literal, scalar_type


@expression(IntImm)
def emit_int(f: Emitter, expr: IntImm) -> str:
    """An integer or bool literal."""
    return int_literal(expr.value, expr.dtype)


@expression(FloatImm)
def emit_float(f: Emitter, expr: FloatImm) -> str:
    """A float literal, rounded to its type."""
    return float_literal(expr.value, expr.dtype, f.native_half)


@expression(Var)
def emit_var(f: Emitter, expr: Var) -> str:
    """A variable; loop variables are kept in 64 bits and narrowed on use."""
    have = f.index.get(expr)
    if have is None:
        try:
            return f.values[expr]
        except KeyError:
            raise InternalError(f"the variable `{expr.name}` is not defined here") from None
    if isinstance(have, int):
        return str(have)
    bits = dt.bits(expr.dtype)
    return have if bits == 64 else f.pure(f"trunc i64 {have} to i{bits}", have)


@expression(Broadcast)
def emit_broadcast(f: Emitter, expr: Broadcast) -> str:
    """The same scalar in every lane."""
    operand = f.value(expr.value)
    return f.broadcast(operand, scalar_type(expr.value.dtype, f.native_half), expr.lanes)


@expression(Ramp)
def emit_ramp(f: Emitter, expr: Ramp) -> str:
    """``base, base + stride, …`` as a vector of integers."""
    scalar = scalar_type(expr.base.dtype)
    vector = f"<{expr.lanes} x {scalar}>"
    base = f.broadcast(f.value(expr.base), scalar, expr.lanes)
    if isinstance(expr.stride, IntImm):
        stride = expr.stride.value
        steps = ", ".join(f"{scalar} {k * stride}" for k in range(expr.lanes))
        return f.pure(f"add {vector} {base}, <{steps}>", base)
    counts = ", ".join(f"{scalar} {k}" for k in range(expr.lanes))
    stride_vector = f.broadcast(f.value(expr.stride), scalar, expr.lanes)
    scaled = f.pure(f"mul {vector} {stride_vector}, <{counts}>", stride_vector)
    return f.pure(f"add {vector} {base}, {scaled}", base, scaled)


@expression(Let)
def emit_let(f: Emitter, expr: Let) -> str:
    """A named value; integers can also be used as indices."""
    bind(f, expr.var, expr.value)
    return f.value(expr.body)


def bind(f: Emitter, var: Var, value: object) -> None:
    """Bind a variable to its value for the statements or expression that follow."""
    from mlcc.ir import Expr

    assert isinstance(value, Expr)
    if var.dtype in ("int32", "int64") and _is_index_arithmetic(f, value):
        f.index[var] = index_value(f, value)
    else:
        f.values[var] = f.value(value)


def _is_index_arithmetic(f: Emitter, value: object) -> bool:
    """True for sums and products of variables that are kept in 64 bits."""
    from mlcc.ir import Binary

    if isinstance(value, Binary) and value.op in ("add", "sub", "mul"):
        return _is_index_arithmetic(f, value.a) and _is_index_arithmetic(f, value.b)
    return isinstance(value, IntImm) or (isinstance(value, Var) and value in f.index)
