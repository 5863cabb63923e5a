"""The table of rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from mlcc.ir import DTypeValue, GraphCall, GraphExpr, GraphTuple, GraphVar, PrimValue, ShapeExpr, StringValue

from ..composed.reductions import collapse_sum_to
from ..composed.registry import c, is_tensor, shape_of, typed
from ..operators import canonical, is_null

#: What a rule returns: for each operand its gradient, a list of them for a tuple, None where there is none.
Gradients = Sequence[Any]
#: A rule as TVM writes them: `rule(orig_var, orig_call, output_grad, ctx)`; `ctx` is a block builder.
Rule = Callable[[GraphVar, GraphCall, Any, Any], Gradients]

F = TypeVar("F", bound=Callable[..., Any])

#: The rules by the name of their operator.
DIFFERENTIABLE: dict[str, Rule] = {}


def register_gradient(op_name: str, fgradient: Rule | None = None, level: int = 10) -> Any:
    """State the gradient of an operator: a function `(orig_var, orig_call, output_grad, ctx)` that gives a list with
    the gradient of each operand. Used as a decorator, too; a rule that is there is replaced. `level` is accepted and
    means nothing: there is one rule for an operator."""

    def register(rule: Rule) -> Rule:
        DIFFERENTIABLE[canonical(op_name.removeprefix("relax."))] = rule
        return rule

    return register if fgradient is None else register(fgradient)


def gradient_of(name: str) -> Rule | None:
    """The rule of an operator, None for one that has none."""
    return DIFFERENTIABLE.get(name)


def gradient(*names: str) -> Callable[[F], F]:
    """Declare the rule of the operators of these names: a function of the gradient, the result, and the operands, with
    the call's attributes as keywords. It gives the gradient of each operand in order; a single one may stand alone."""

    def declare(fn: F) -> F:
        def rule(var: GraphVar, call: GraphCall, grad: Any, ctx: Any) -> Gradients:
            result = fn(grad, var, *[_plain(arg) for arg in call.args], **call.attrs)
            return result if isinstance(result, (tuple, list)) else [result]

        DIFFERENTIABLE.update(dict.fromkeys(names, rule))
        return fn

    return declare


def _plain(value: GraphExpr) -> Any:
    """An operand as a rule takes it: a tensor, a list for a tuple, or what Python has for numbers and shapes."""
    match value:
        case GraphTuple():
            return list(value.fields)
        case ShapeExpr():
            return tuple(value.values)
        case PrimValue() | StringValue() | DTypeValue():
            return getattr(value.value, "value", value.value)
    return None if is_null(value) else value


def unbroadcast(grad: GraphExpr, operand: Any) -> GraphExpr | None:
    """The gradient of an operand that was broadcast to the shape of `grad`; None for a number."""
    if not isinstance(operand, GraphExpr) or not is_tensor(operand):
        return None
    return typed(collapse_sum_to(typed(grad), shape_of(operand)))


def zeros_of(value: GraphExpr) -> GraphExpr:
    """Zeros in the shape and type of a tensor."""
    return c("zeros_like", value)
