"""Batch norms whose statistics are those of the batch, or those that are given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mlcc.ir import GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule

from ..composed.networks import norm_of_batch, norm_of_given
from ..operators import operator_name
from ..rewrite import Emitter, flattened, map_branches, rewrite
from .pass_ import Pass, graph_function

#: The operator that normalises by the batch and moves the given statistics.
NORM = "nn.batch_norm_in_training"


@dataclass(frozen=True)
class DecomposeOpsForInference(Pass):
    """Write batch norms with the statistics that they are given, which stay as they are: in all functions, or in that
    of the name `func_name`. Raises T122 if there is none."""

    func_name: str | None = None

    def __call__(self, module: IRModule) -> IRModule:
        return _decomposed(module, self.func_name, _given)


@dataclass(frozen=True)
class DecomposeOpsForTraining(Pass):
    """Write batch norms with the mean and the variance of the batch, which move the given ones: in all functions, or in
    that of the name `func_name`. A build does so with what is left. Raises T122 if there is none."""

    func_name: str | None = None

    def __call__(self, module: IRModule) -> IRModule:
        return _decomposed(module, self.func_name, _by_batch)


def _given(call: GraphCall) -> GraphExpr:
    data, gamma, beta, mean, variance = call.args
    attrs = {key: value for key, value in call.attrs.items() if key != "momentum"}
    return norm_of_given(data, gamma, beta, mean, variance, **attrs)


def _by_batch(call: GraphCall) -> GraphExpr:
    data, gamma, beta, mean, variance = call.args
    return norm_of_batch(data, gamma, beta, mean, variance, **call.attrs)


def _decomposed(module: IRModule, name: str | None, form: Callable[[GraphCall], GraphExpr]) -> IRModule:
    def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        if operator_name(value) != NORM:
            return None
        assert isinstance(value, GraphCall)
        return flattened(out, form(value))

    def changed(func: GraphFunction) -> GraphFunction:
        return map_branches(rewrite(func, rule, module), changed)

    chosen = module.graph_funcs if name is None else {name: graph_function(module, name)}
    for key, func in chosen.items():
        module = module.with_function(key, changed(func))
    return module
