"""Static quantisation of graph functions: what `quantize` does for ONNX models, as a pass on a module.

The pass converts operands and weights of products to integers and back; the compiler's pass `FuseQuantized` then
computes them as integers, with activations and residual sums in the epilogues of the products.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Constant,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    Op,
    SeqExpr,
    VarBinding,
    update,
)
from mlcc.relax.operators import operator_name
from mlcc.relax.rewrite import Emitter, rewrite
from mlcc.relax.transform import (
    ConvertToDataflow,
    DeadCodeElimination,
    FoldConstant,
    FoldScale,
    FunctionPass,
    InlineCalls,
    Normalize,
    RemoveIdentities,
    Sequential,
)

from .grids import Array, Grid
from .histogram import Statistics
from .options import QuantizeOptions
from .ranges import GridForm, grid_for
from .weights import per_channel

#: Products, and the dimension of their weight that holds the output channels.
PRODUCTS = {"nn.conv1d": 0, "nn.conv2d": 0, "nn.conv3d": 0, "nn.dense": 0, "matmul": 1}
#: Operators that compute integers from integers, in the epilogue of a product or by moving elements.
_FOLLOW = ("add", "concatenate", "nn.relu", "clip", "nn.max_pool2d", "reshape", "transpose")

#: What makes weights constants: it runs before the pass.
prepare = Sequential(
    (
        Normalize(), InlineCalls(), ConvertToDataflow(), FoldConstant(), RemoveIdentities(), FoldScale(),
        FoldConstant(), DeadCodeElimination(),
    )
)  # fmt: skip


def is_product(value: GraphExpr) -> bool:
    """Whether a value is a product of a float32 activation with a constant weight."""
    if not isinstance(value, GraphCall) or operator_name(value) not in PRODUCTS:
        return False
    x, weight = value.args[:2]
    plain = not value.attrs.get("transpose_a") and not value.attrs.get("transpose_b")
    is_constant = isinstance(weight, Constant) and weight.data.dtype == np.float32 and weight.data.size > 0
    return (
        plain and is_constant and isinstance(x, GraphVar) and (operator_name(value) != "matmul" or _rank(weight) == 2)
    )


def fields_of(value: GraphExpr) -> tuple[GraphExpr, ...]:
    """The elements of a tuple, or the value itself."""
    return value.fields if isinstance(value, GraphTuple) else (value,)


def _rank(value: GraphExpr) -> int:
    return value.data.ndim if isinstance(value, Constant) else -1


def operands_of(func: GraphFunction) -> list[GraphVar]:
    """The operands of a function's products, which need grids, in order."""
    calls = [b.value for b in func.bindings() if isinstance(b, VarBinding) and is_product(b.value)]
    operands = [call.args[0] for call in calls if isinstance(call, GraphCall)]
    return list(dict.fromkeys(x for x in operands if isinstance(x, GraphVar)))


@dataclass(frozen=True)
class Quantize(FunctionPass):
    """Compute products with integers: operands on static grids, weights as int8 per output channel.

    `grids` are those of operands by variable (see :func:`operands_of`); products whose operand has none stay float.
    """

    grids: Mapping[GraphVar, Grid]
    options: QuantizeOptions = QuantizeOptions()

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        return rewrite(func, _Rewriter(self, func).rule, module)


class _Rewriter:
    """Inserts conversions; `grids` are keyed by variables of the new function, `rounded` holds what was converted, and
    `integers` the values that are computed from integers: all read them rounded, so that no float tensor is needed."""

    def __init__(self, settings: Quantize, func: GraphFunction) -> None:
        self.options, self.given = settings.options, settings.grids
        self.grids = {p: settings.grids[p] for p in func.params if p in settings.grids}
        self.rounded: dict[GraphExpr, GraphVar] = {}
        self.integers: set[GraphExpr] = set()

    def rule(self, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        changed, is_integer = value, False
        if isinstance(value, GraphCall) and is_product(value) and value.args[0] in self.grids:
            x, weight, *rest = value.args
            changed = update(value, args=(self._activation(out, x), self._weight(out, value, weight), *rest))
            is_integer = True
        elif isinstance(value, GraphCall) and operator_name(value) in _FOLLOW:
            is_integer = any(field in self.integers for a in value.args for field in fields_of(a))
            changed = update(value, args=tuple(self._follow(a) for a in value.args))
        if var not in self.given and not is_integer:
            return None
        bound = out.emit(changed, like=var)
        if var in self.given:
            self.grids[bound] = self.given[var]
        if is_integer:
            self.integers.add(bound)
        return bound

    def _follow(self, value: GraphExpr) -> GraphExpr:
        if isinstance(value, GraphTuple):
            return GraphTuple(tuple(self._follow(field) for field in value.fields))
        return self.rounded.get(value, value) if value in self.integers else value

    def _activation(self, out: Emitter, x: GraphExpr) -> GraphVar:
        if x not in self.rounded:
            assert isinstance(x, GraphVar)
            grid = self.grids[x]
            scale, zero = Constant(np.asarray(grid.scale)), Constant(np.asarray(grid.zero, grid.dtype))
            integers = out.emit(GraphCall(Op("quantize_linear"), (x, scale, zero)))
            self.rounded[x] = out.emit(GraphCall(Op("dequantize_linear"), (integers, scale, zero)))
        return self.rounded[x]

    def _weight(self, out: Emitter, product: GraphCall, weight: GraphExpr) -> GraphVar:
        assert isinstance(weight, Constant)
        axis = None if self.options.per_tensor else PRODUCTS[operator_name(product)]
        method, limit = self.options.weight_method or "minmax", self.options.weight_limit
        integers = per_channel(weight.data, axis, method=method, limit=limit)
        zero = np.zeros(integers.scale.shape, np.int8)
        operands = tuple(Constant(a) for a in (integers.data, integers.scale, zero))
        return out.emit(GraphCall(Op("dequantize_linear"), operands, {"axis": axis or 0}))


def quantize_module(
    module: IRModule, samples: Iterable[Sequence[Array]], options: QuantizeOptions | None = None, target: Any = None
) -> IRModule:
    """Quantise `main` of a module of graph functions with grids from samples: the arguments of one call each.

    Calibration runs the module compiled, with the operands of products as its results. Raises MlccError Q105 where
    there is no product, Q109 where there is no sample, Q111 where a value is NaN.
    """
    from mlcc.driver import build

    chosen = options or QuantizeOptions()
    ready = prepare(module)
    func = ready["main"]
    assert isinstance(func, GraphFunction)
    operands = operands_of(func)
    if not operands:
        raise MlccError(
            "Q105", "nothing in the function `main` can be quantised", help="it has no product with a constant"
        )
    statistics = {var: Statistics(chosen.method != "minmax") for var in operands}
    computed = [var for var in operands if var not in func.params]
    library = build(ready.with_functions({**ready.functions, "main": _with_results(func, computed)}), target)
    count = 0
    for count, sample in enumerate(samples, 1):
        result = library(*sample)
        values = dict(zip(func.params, sample, strict=True))
        values.update(zip(computed, result if isinstance(result, list | tuple) else [result], strict=True))
        for var, stats in statistics.items():
            stats.update(np.asarray(values[var]))
            if np.isnan(stats.low):
                raise MlccError("Q111", f"the float model computes NaN: value `{var.name}` of sample {count - 1}")
    if not count:
        raise MlccError("Q109", "the calibration data holds no sample")
    form = GridForm(chosen.activations, chosen.symmetric, chosen.percentile)
    grids = {var: grid_for(stats, chosen.method, form) for var, stats in statistics.items()}
    return Quantize(grids, chosen)(ready)


def _with_results(func: GraphFunction, values: Sequence[GraphVar]) -> GraphFunction:
    """The function with other results, in this order."""
    wanted, results, blocks = set(values), dict[GraphVar, GraphVar](), []
    for block in func.body.blocks:
        here = [b.var for b in block.bindings if b.var in wanted]
        results.update({var: GraphVar(f"{var.name}_result", var.sinfo, is_dataflow=False) for var in here})
        blocks.append(replace(block, bindings=(*block.bindings, *(VarBinding(results[var], var) for var in here))))
    body = SeqExpr(tuple(blocks), GraphTuple(tuple(results[var] for var in values)))
    return update(func, body=body, ret_sinfo=None, sinfo=None)
