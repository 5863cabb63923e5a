"""Rounds sums of 16-bit floats as the operators that the ONNX standard composes them of do in its reference.

The default is more exact: sums are kept in float32. A bfloat16 sum of ones that is rounded at each step ends at 256.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from mlcc.ir import GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule, Op

from ..operators import canonical, dimensions, operator_name, tensor_dtype
from ..rewrite import Emitter, rewrite
from .pass_ import FunctionPass

#: The value of `rounding` that this pass follows.
STANDARD = "standard"


@dataclass(frozen=True)
class RoundAsStandard(FunctionPass):
    """With the setting `rounding` = "standard", replace sums, means, norms and softmax of float16 and bfloat16 by calls
    that round every intermediate value and every partial sum to their type, in the order of the elements."""

    rounding: str = ""

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        return rewrite(func, _rule, module) if self.rounding == STANDARD else func


def _rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
    name = canonical(operator_name(value))
    if name not in _STEPS or tensor_dtype(var) not in _ROUNDED.get(name, ("float16", "bfloat16")):
        return None
    assert isinstance(value, GraphCall)
    return _STEPS[name](partial(_emit, out), value.args[0], dict(value.attrs))


#: Emits a call of an operator, and gives its result.
Emit = Callable[..., GraphExpr]


def _emit(out: Emitter, name: str, *args: GraphExpr, **attrs: Any) -> GraphExpr:
    return out.emit(GraphCall(Op(name), args, attrs))


def _softmax(emit: Emit, x: GraphExpr, attrs: dict[str, Any]) -> GraphExpr:
    over = {"axis": attrs.get("axis", -1), "keepdims": True}
    spread = emit("exp", emit("subtract", x, emit("max", x, **over)))
    return emit("divide", spread, emit("ordered_sum", spread, **over))


def _log_sum_exp(emit: Emit, x: GraphExpr, attrs: dict[str, Any]) -> GraphExpr:
    over = {"axis": attrs.get("axis"), "keepdims": True}
    top = emit("max", x, **over)
    total = emit("ordered_sum", emit("exp", emit("subtract", x, top)), **over)
    result = emit("add", emit("log", total), top)
    return result if attrs.get("keepdims") else emit("max", result, **{**over, "keepdims": False})


def _sum(
    before: str | None = None, after: str | None = None, mean: bool = False
) -> Callable[[Emit, GraphExpr, dict[str, Any]], GraphExpr]:
    """The steps of a sum of `before` (an operator on each element; `multiply` is the square), then `after`."""

    def steps(emit: Emit, x: GraphExpr, attrs: dict[str, Any]) -> GraphExpr:
        if before is not None:
            x = emit(before, x, x) if before == "multiply" else emit(before, x)
        total = emit("ordered_sum", x, **attrs, **({"mean": True} if mean else {}))
        return total if after is None else emit(after, total)

    return steps


def _pool(emit: Emit, x: GraphExpr, attrs: dict[str, Any]) -> GraphExpr:
    dims = range(len(dimensions(x) or ()))
    layout = attrs.get("layout") or ""
    axes = [n for n in dims if (layout[n].upper() not in "NC" if layout else n > 1)]
    return emit("ordered_sum", x, axis=axes, keepdims=True, mean=True)


_STEPS: dict[str, Callable[[Emit, GraphExpr, dict[str, Any]], GraphExpr]] = {
    "sum": _sum(),
    "mean": _sum(mean=True),
    "sum_square": _sum("multiply"),
    "l1_norm": _sum("abs"),
    "l2_norm": _sum("multiply", "sqrt"),
    "log_sum": _sum(after="log"),
    "log_sum_exp": _log_sum_exp,
    "nn.global_avg_pool": _pool,
    "nn.softmax": _softmax,
    "nn.log_softmax": lambda emit, x, attrs: emit("log", _softmax(emit, x, attrs)),
}
#: The types that are rounded at each step, where these are not both: NumPy takes the mean of float16 in float32.
_ROUNDED = {"nn.global_avg_pool": ("bfloat16",)}
