"""Expressions of tensor programs as Python closures over an environment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError
from mlcc.ir import (
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
    as_int,
    numpy_dtype,
    script,
)
from mlcc.ir import dtype as dt

from .lines import view_at
from .operations import BINARY, convert, intrinsic

Value = Any  # a NumPy scalar or array
Formula = Callable[["State"], Value]


class State:
    """The state of a running program: values of variables, contents of buffers, and the active lanes."""

    def __init__(self, externs: Mapping[str, Callable[..., Any]]) -> None:
        self.values: dict[Var, Value] = {}
        self.data: dict[Buffer, np.ndarray[Any, Any]] = {}
        #: Views: buffer -> (viewed buffer, first index per dimension of it).
        self.views: dict[Buffer, tuple[Buffer, tuple[Value, ...]]] = {}
        self.mask: np.ndarray[Any, Any] | None = None
        #: The number of axes of the lanes of vectorised loops, and the number of lanes.
        self.axes = 0
        self.lanes = 1
        self.externs = externs

    def masked(self, condition: Value) -> np.ndarray[Any, Any]:
        """The active lanes that satisfy `condition`."""
        return np.asarray(condition) if self.mask is None else np.logical_and(self.mask, condition)

    def locate(self, buffer: Buffer, indices: list[Value]) -> tuple[np.ndarray[Any, Any], list[Value]]:
        """The array behind a buffer and the indices into it, views followed."""
        while buffer in self.views:
            buffer, mins = self.views[buffer]
            padded = [0] * (len(mins) - len(indices)) + indices
            indices = [m + i for m, i in zip(mins, padded, strict=True)]
        array = self.data.get(buffer)
        if array is None:
            raise MlccError("V081", f"the buffer `{buffer.name}` is not defined", span=buffer.span)
        return array, indices


class Formulas:
    """Compiles expressions to closures, which are cached because loops evaluate them repeatedly."""

    def __init__(self) -> None:
        self._made: dict[int, Formula] = {}
        self._alive: list[Expr] = []

    def get(self, expr: Expr) -> Formula:
        """The closure of `expr`."""
        cached = self._made.get(id(expr))
        if cached is None:
            cached = self._made[id(expr)] = self._compile(expr)
            self._alive.append(expr)
        return cached

    def value(self, expr: Expr, state: State) -> Value:
        """The value of `expr`, which later stores do not change."""
        return _kept(self.get(expr)(state))

    def _compile(self, expr: Expr) -> Formula:
        match expr:
            case IntImm() | FloatImm():
                literal = numpy_dtype(expr.dtype).type(expr.value)
                return lambda state: literal
            case Var():
                return lambda state: self._variable(expr, state)
            case Binary():
                return self._binary(expr)
            case BufferLoad():
                return self._load(expr)
            case Call():
                return self._call(expr)
            case Cast():
                inner, dtype = self.get(expr.value), expr.dtype
                return lambda state: convert(inner(state), dtype)
            case Select():
                parts = [self.get(p) for p in (expr.condition, expr.true_value, expr.false_value)]
                return lambda state: _scalar(np.where(parts[0](state), parts[1](state), parts[2](state)))
            case Not():
                operand = self.get(expr.a)
                return lambda state: np.logical_not(operand(state))
            case Let():
                return self._let(expr)
            case Ramp():
                base, stride = self.get(expr.base), self.get(expr.stride)
                steps = np.arange(expr.lanes, dtype=numpy_dtype(expr.base.dtype))
                return lambda state: base(state) + stride(state) * steps
            case Broadcast():
                value, lanes = self.get(expr.value), expr.lanes
                return lambda state: np.broadcast_to(value(state), (lanes,))
        raise MlccError("V081", f"the interpreter cannot evaluate `{script(expr)}`")

    def _variable(self, var: Var, state: State) -> Value:
        try:
            return state.values[var]
        except KeyError:
            raise MlccError("V081", f"the variable `{var.name}` has no value", span=var.span) from None

    def _binary(self, expr: Binary) -> Formula:
        a, b, fn = self.get(expr.a), self.get(expr.b), BINARY[expr.op]
        if expr.op in ("and", "or"):
            return self._short_circuit(expr.op, a, b)
        divides = expr.op in ("floordiv", "floormod", "truncdiv", "truncmod", "div") and dt.is_int(expr.a.dtype)
        if divides and as_int(expr.b) in (None, 0):
            return lambda state: fn(a(state), _divisor(b(state), state, expr))
        return lambda state: fn(a(state), b(state))

    def _short_circuit(self, op: str, a: Formula, b: Formula) -> Formula:
        def evaluate(state: State) -> Value:
            left = a(state)
            if np.ndim(left) == 0:
                return left if bool(left) == (op == "or") else b(state)
            outer = state.mask
            state.mask = state.masked(left if op == "and" else np.logical_not(left))
            right = b(state)
            state.mask = outer
            return BINARY[op](left, right)

        return evaluate

    def _let(self, expr: Let) -> Formula:
        value, body, var = self.get(expr.value), self.get(expr.body), expr.var

        def evaluate(state: State) -> Value:
            state.values[var] = _kept(value(state))
            return body(state)

        return evaluate

    def _load(self, expr: BufferLoad) -> Formula:
        buffer, indices = expr.buffer, [self.get(i) for i in expr.indices]

        def evaluate(state: State) -> Value:
            array, where = state.locate(buffer, [i(state) for i in indices])
            view = view_at(array, where)
            return array[checked(array, where, state, expr)] if view is None else view

        return evaluate

    def _call(self, expr: Call) -> Formula:
        op, dtype = expr.op, expr.dtype
        if op == "if_then_else":
            return self._choice(expr)
        if op in ("call_extern", "call_pure_extern", "call_packed"):
            return self._extern(expr)
        args = [self.get(a) for a in expr.args if not isinstance(a, StringImm)]

        def evaluate(state: State) -> Value:
            result = intrinsic(op, [a(state) for a in args], dtype)
            if result is None:
                raise MlccError("V081", f"the interpreter cannot evaluate `T.{op}`", span=expr.span)
            return _scalar(result)

        return evaluate

    def _extern(self, expr: Call) -> Formula:
        name = expr.args[0].value if expr.args and isinstance(expr.args[0], StringImm) else "?"
        args = [self.get(a) for a in expr.args[1:] if not (isinstance(a, Call) and a.op == "address_of")]

        def evaluate(state: State) -> Value:
            fn = state.externs.get(name)
            if fn is None or len(args) != len(expr.args) - 1:
                raise MlccError(
                    "V081",
                    f"the interpreter has no implementation of the library function `{name}`",
                    span=expr.span,
                    help=f'pass one: `run(..., externs={{"{name}": function}})`',
                )
            return numpy_dtype(expr.dtype).type(fn(*[a(state) for a in args]))

        return evaluate

    def _choice(self, expr: Call) -> Formula:
        """A lazy choice: each side is evaluated only on the lanes that select it."""
        condition, yes, no = [self.get(a) for a in expr.args]

        def evaluate(state: State) -> Value:
            test = condition(state)
            if np.ndim(test) == 0:
                return yes(state) if test else no(state)
            outer = state.mask
            state.mask = state.masked(test)
            first = yes(state)
            state.mask = np.logical_not(test) if outer is None else np.logical_and(outer, np.logical_not(test))
            second = no(state)
            state.mask = outer
            return np.where(test, first, second)

        return evaluate


def _scalar(value: Value) -> Value:
    """Zero-dimensional arrays as scalars, which are faster in NumPy."""
    return value[()] if isinstance(value, np.ndarray) and value.ndim == 0 else value


def _kept(value: Value) -> Value:
    """A copy of a view of a buffer."""
    return value.copy() if isinstance(value, np.ndarray) and value.base is not None else value


def _divisor(value: Value, state: State, expr: Binary) -> Value:
    """An integer divisor: 0 is an error on active lanes, and replaced by 1 on inactive ones."""
    zero = np.equal(value, 0)
    if not np.any(zero):
        return value
    if state.mask is None or np.any(np.logical_and(zero, state.mask)):
        raise MlccError("V082", f"division by zero in `{script(expr)}`", span=expr.span)
    return np.where(zero, np.ones_like(value), value)


def checked(array: np.ndarray[Any, Any], indices: list[Value], state: State, access: Any) -> tuple[Value, ...]:
    """`indices` after the bounds check; on inactive lanes they are replaced by 0."""
    for axis, index in enumerate(indices):
        size = array.shape[axis]
        low, high = (index, index) if np.ndim(index) == 0 else (np.min(index, initial=0), np.max(index, initial=-1))
        if low >= 0 and high < size:
            continue
        wrong = np.logical_or(np.less(index, 0), np.greater_equal(index, size))
        if state.mask is None or np.any(np.logical_and(wrong, state.mask)):
            used = wrong if state.mask is None else np.logical_and(wrong, state.mask)
            value = np.broadcast_to(index, np.shape(used))[used].flat[0] if np.ndim(used) else index
            raise MlccError(
                "V080",
                f"index {int(value)} is out of range in `{script(access)}`: "
                f"dimension {axis} of `{access.buffer.name}` has extent {size}",
                span=access.span,
            )
        indices[axis] = np.where(wrong, np.zeros_like(index), index)
    return tuple(indices)
