"""Recognises activations that exporters decompose into several operators."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mlcc.ir import (
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphVar,
    IRModule,
    Op,
    TensorStructInfo,
    VarBinding,
    structural_equal,
)

from ..operators import operator_name, scalar
from ..rewrite import Emitter, rewrite
from .pass_ import FunctionPass
from .polynomials import Form, Unknown, arithmetic, number, product, reciprocal, scaled, spelling, total, value_of

X: Form = ((1.0, ("x",)),)
#: The maximal depth of the expression between an activation's operand and its result.
_DEPTH = 10
#: Relative tolerance for constants that exporters rounded, by dtype: sqrt(2) as 1.4142. In a float64 model, constants
#: rounded to float32 are different constants.
_TOLERANCE = {"float16": 2e-3, "bfloat16": 2e-2, "float32": 1e-5, "float64": 1e-10}


def _function(name: str, operand: Form) -> Form:
    return ((1.0, ((name, operand),)),)


def _one_plus_exp(form: Form) -> Form | None:
    """f if the form is 1 + exp(f), else None."""
    terms = {factors: coefficient for coefficient, factors in form}
    if len(form) != 2 or terms.pop((), 0.0) != 1.0:
        return None
    (factors, coefficient), *_ = terms.items()
    return factors[0][1] if coefficient == 1.0 and len(factors) == 1 and factors[0][0] == "exp" else None


def _sigmoid(form: Form) -> Form:
    return _function("sigmoid", form)


def _tanh(form: Form) -> Form:
    """tanh(f) as 2 sigmoid(2 f) - 1, so that formulas with either have one form."""
    return total(scaled(_sigmoid(scaled(form, 2.0)), 2.0), number(-1.0))


def _log(form: Form) -> Form:
    inner = _one_plus_exp(form)
    return _function("log", form) if inner is None else _function("softplus", inner)


def _inverse(form: Form) -> Form:
    inner = _one_plus_exp(form)
    return reciprocal(form) if inner is None else _sigmoid(scaled(inner, -1.0))


def _clip(form: Form, low: float, high: float) -> Form:
    """clip(f, low, high) by the function ``unit``, which clamps to [0, 1]."""
    if not low < high or not math.isfinite(high - low):
        raise Unknown
    unit = _function("unit", scaled(total(form, number(-low)), 1.0 / (high - low)))
    return total(number(low), scaled(unit, high - low))


def _power(form: Form, exponent: Form) -> Form:
    if (count := value_of(exponent)) not in (2.0, 3.0):
        raise Unknown
    square = product(form, form)
    return square if count == 2.0 else product(square, form)


def _elementwise(name: str, attrs: Mapping[str, Any], args: list[Form]) -> Form:
    """The form of an operator's result from those of its arguments. Raises Unknown."""
    match name, args:
        case "power", [a, b]:
            return _power(a, b)
        case "square", [a]:
            return product(a, a)
        case "tanh", [a]:
            return _tanh(a)
        case "log", [a]:
            return _log(a)
        case "nn.softplus", [a]:
            return _function("softplus", a)
        case "nn.hard_sigmoid", [a]:
            line = total(scaled(a, float(attrs.get("alpha", 0.2))), number(float(attrs.get("beta", 0.5))))
            return _function("unit", line)
        case "clip", [a]:
            return _clip(a, float(_limit(attrs.get("min"))), float(_limit(attrs.get("max"))))
        case (("exp" | "erf" | "sigmoid"), [a]):
            return _function(name, a)
    return arithmetic(name, args, _inverse)


def _limit(value: Any) -> Any:
    if value is None:
        raise Unknown
    return value


_LINEAR = frozenset({"add", "subtract", "multiply", "divide", "power", "square", "negative", "reciprocal"})
_CURVED = frozenset({"tanh", "log", "nn.softplus", "nn.hard_sigmoid", "clip", "exp", "erf", "sigmoid"})


def _activations() -> Iterator[tuple[str, dict[str, Any], Form]]:
    """(operator, attributes, form) of each activation that is recognised."""
    half_more = total(number(1.0), _function("erf", scaled(X, math.sqrt(0.5))))
    cubic = total(X, scaled(_power(X, number(3.0)), 0.044715))
    six = _function("unit", total(scaled(X, 1.0 / 6.0), number(0.5)))
    yield "nn.gelu", {}, scaled(product(X, half_more), 0.5)
    yield "nn.gelu_tanh", {}, product(X, _sigmoid(scaled(cubic, 2.0 * math.sqrt(2.0 / math.pi))))
    yield "nn.quick_gelu", {"alpha": 1.702}, product(X, _sigmoid(scaled(X, 1.702)))
    yield "nn.silu", {}, product(X, _sigmoid(X))
    yield "nn.mish", {}, product(X, _tanh(_function("softplus", X)))
    yield "nn.hard_swish", {}, product(X, six)
    yield "nn.hard_sigmoid", {"alpha": 1.0 / 6.0, "beta": 0.5}, six
    yield "nn.softplus", {}, _function("softplus", X)
    yield "sigmoid", {}, _sigmoid(X)


#: Activations by spelling; silu and quick_gelu differ in a coefficient only.
_CANDIDATES: dict[str, list[tuple[str, dict[str, Any], Form]]] = {}
for _activation in _activations():
    _CANDIDATES.setdefault(spelling(_activation[2]), []).append(_activation)


def _is_close(a: Any, b: Any, tolerance: float) -> bool:
    """Whether forms of one spelling have the same coefficients up to a relative tolerance."""
    if isinstance(a, tuple):
        return all(_is_close(x, y, tolerance) for x, y in zip(a, b, strict=True))
    return a == b if isinstance(a, str) else math.isclose(a, b, rel_tol=tolerance)


@dataclass(frozen=True)
class RecognizeActivations(FunctionPass):
    """Replace a chain of operators that computes a known activation by that operator: GELU by erf or tanh, SiLU, mish,
    hard-swish, hard-sigmoid, softplus and sigmoid, in whatever order their constants are applied.

    ``x * (erf(x / 1.4142135) + 1) * 0.5`` becomes ``nn.gelu(x)``. Constants may differ by 1e-5 of their
    value, in float64 by 1e-10.
    """

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        if not any(isinstance(b, VarBinding) and operator_name(b.value) in _CURVED for b in func.bindings()):
            return func
        calls: dict[GraphExpr, GraphCall] = {}

        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            if not isinstance(value, GraphCall) or not isinstance(value.op, Op):
                return None
            value = _recognized(value, var, calls) or value
            new = out.emit(value, like=var)
            calls[new] = value
            return new

        return rewrite(func, rule, module)


def _recognized(call: GraphCall, var: GraphVar, calls: Mapping[GraphExpr, GraphCall]) -> GraphCall | None:
    """The activation that a call and its elementwise predecessors compute, or None."""
    if operator_name(call) not in _LINEAR | _CURVED or not isinstance(var.sinfo, TensorStructInfo):
        return None
    inner = _inside(call, calls)
    if not any(operator_name(c) in _CURVED for c in (call, *inner.values())):
        return None
    tolerance = _TOLERANCE.get(var.sinfo.dtype, 0.0)
    for operand in dict.fromkeys(a for c in (call, *inner.values()) for a in c.args if isinstance(a, GraphVar)):
        if not _same_type(operand, var):
            continue
        try:
            form = _form(call, operand, inner)
        except Unknown:
            continue
        for name, attrs, candidate in _CANDIDATES.get(spelling(form), ()):
            if name != operator_name(call) and _is_close(form, candidate, tolerance):
                return GraphCall(Op(name), (operand,), attrs)
    return None


def _inside(call: GraphCall, calls: Mapping[GraphExpr, GraphCall]) -> dict[GraphExpr, GraphCall]:
    """The elementwise calls that a call depends on, up to `_DEPTH` levels, by the variables that they define."""
    calls_inside: dict[GraphExpr, GraphCall] = {}
    reached = [call]
    for _ in range(_DEPTH):
        values = {a: calls[a] for c in reached for a in c.args if a in calls and a not in calls_inside}
        values = {a: c for a, c in values.items() if operator_name(c) in _LINEAR | _CURVED}
        calls_inside.update(values)
        reached = list(values.values())
    return calls_inside


def _same_type(a: GraphVar, b: GraphVar) -> bool:
    one, other = a.sinfo, b.sinfo
    if not isinstance(one, TensorStructInfo) or not isinstance(other, TensorStructInfo):
        return False
    return one.shape is not None and structural_equal(one, other)


def _form(call: GraphCall, operand: GraphVar, inner: Mapping[GraphExpr, GraphCall]) -> Form:
    """The form of a call as a function of `operand`. Raises Unknown if it has none."""
    done: dict[GraphExpr, Form] = {operand: X}

    def of(value: GraphExpr) -> Form:
        if (constant := scalar(value)) is not None:
            return number(constant)
        if value not in done:
            if value not in inner:
                raise Unknown
            done[value] = of_call(inner[value])
        return done[value]

    def of_call(inner_call: GraphCall) -> Form:
        return _elementwise(operator_name(inner_call), inner_call.attrs, [of(a) for a in inner_call.args])

    return of_call(call)
