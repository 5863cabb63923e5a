"""Orthogonal polynomials of `torch.special`, whose degree is a tensor: by their recurrences, in a loop of the program.

With p(0) = 1 and p(1) as below, p(k + 1) is computed from p(k) and p(k - 1); each element keeps the value at its
degree. In float64, since near the ends of the interval the terms cancel. Polynomials of a negative degree are 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from mlcc.importers.onnx.ops.run_time_loops import steady_loop
from mlcc.ir import GraphExpr

from ..registry import aten
from ..translation import Translation

_WIDE = "float64"


class _Values:
    """A value with the operators of arithmetic."""

    def __init__(self, t: Translation, value: GraphExpr) -> None:
        self.t, self.value = t, value

    def _with(self, op: str, other: Any, swapped: bool = False) -> _Values:
        b = other.value if isinstance(other, _Values) else self.t.constant(other, _WIDE)
        return _Values(self.t, self.t.emit(op, *((b, self.value) if swapped else (self.value, b))))

    def __add__(self, other: Any) -> _Values:
        return self._with("add", other)

    def __sub__(self, other: Any) -> _Values:
        return self._with("subtract", other)

    def __mul__(self, other: Any) -> _Values:
        return self._with("multiply", other)

    def __truediv__(self, other: Any) -> _Values:
        return self._with("divide", other)

    def __rsub__(self, other: Any) -> _Values:
        return self._with("subtract", other, swapped=True)


class _Recurrence(NamedTuple):
    """p(1) of x, and p(k + 1) of x, k, p(k) and p(k - 1)."""

    first: Callable[[Any], Any]
    step: Callable[[Any, Any, Any, Any], Any]


def _chebyshev(factor: float, offset: float) -> _Recurrence:
    return _Recurrence(lambda x: x * factor + offset, lambda x, k, now, before: x * now * 2.0 - before)


_KINDS = {
    "chebyshev_polynomial_t": _chebyshev(1.0, 0.0),
    "chebyshev_polynomial_u": _chebyshev(2.0, 0.0),
    "chebyshev_polynomial_v": _chebyshev(2.0, -1.0),
    "chebyshev_polynomial_w": _chebyshev(2.0, 1.0),
    "hermite_polynomial_h": _Recurrence(lambda x: x * 2.0, lambda x, k, now, before: x * now * 2.0 - k * before * 2.0),
    "hermite_polynomial_he": _Recurrence(lambda x: x * 1.0, lambda x, k, now, before: x * now - k * before),
    "laguerre_polynomial_l": _Recurrence(
        lambda x: 1.0 - x, lambda x, k, now, before: ((k * 2.0 + 1.0 - x) * now - k * before) / (k + 1.0)
    ),
    "legendre_polynomial_p": _Recurrence(
        lambda x: x * 1.0, lambda x, k, now, before: ((k * 2.0 + 1.0) * x * now - k * before) / (k + 1.0)
    ),
}


def _define(name: str, kind: _Recurrence, shifted: bool) -> None:
    @aten(f"special_{'shifted_' * shifted}{name}")
    def convert(t: Translation, x: Any, degree: Any) -> GraphExpr:
        at = _Values(t, t.expand(t.operand(x, _WIDE), t.dims))
        if shifted:  # from 0 to 1 instead of from -1 to 1
            at = at * 2.0 - 1.0
        n = t.expand(t.cast(t.operand(degree, "int64"), _WIDE), t.dims)
        zero, one = t.constant(0.0, _WIDE), t.full(t.dims, 1, _WIDE)
        last = _at_degree(t, kind, at, n, one, kind.first(at).value)
        value = t.emit("where", t.emit("equal", n, zero), one, last)
        return t.cast(t.emit("where", t.emit("less", n, zero), zero, value))


def _at_degree(
    t: Translation, kind: _Recurrence, x: _Values, degree: GraphExpr, before: GraphExpr, now: GraphExpr
) -> GraphExpr:
    """The values at each element's degree, of 1 and more."""
    if 0 in t.dims:
        return now
    flat = t.reshape(degree, [-1])
    limit = t.cast(t.emit("subtract", t.emit("max", flat, axis=[0], keepdims=False), t.constant(1.0, _WIDE)), "int64")

    def body(index: GraphExpr, state: list[Any]) -> tuple[GraphExpr, list[Any], list[Any]]:
        k = _Values(t, t.emit("add", t.cast(index, _WIDE), t.constant(1.0, _WIDE)))
        earlier, current = (_Values(t, value) for value in state)
        following = kind.step(x, k, current, earlier).value
        goes_on = t.emit("less", k.value, degree)
        states = [(current.value, earlier.value), (following, current.value)]
        return t.ctx.constant(np.array(True)), [t.emit("where", goes_on, *pair) for pair in states], []

    (_, last), _ = steady_loop(t.ctx, limit, None, [before, now], body, keeps_shapes=True)
    assert isinstance(last, GraphExpr)
    return last


for _name, _kind in _KINDS.items():
    _define(_name, _kind, False)
    if _name.startswith("chebyshev"):
        _define(_name, _kind, True)
