"""Weights and what is computed of them: in a tuple, and in a function of their own.

Both passes are about functions with the attribute ``num_input``: their first so many parameters are inputs of each
call, the others weights that stay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mlcc.ir import (
    BindingBlock,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    SeqExpr,
    TupleGetItem,
    TupleStructInfo,
    VarBinding,
    update,
    walk,
)  # fmt: skip

from ..analysis import computable_at_compile_time
from ..clone import copy_with_new_vars
from ..rewrite import rename
from .pass_ import Pass


def _with_weights(module: IRModule) -> dict[str, GraphFunction]:
    """The functions that say how many of their parameters are inputs, and have others."""
    return {
        name: func
        for name, func in module.graph_funcs.items()
        if isinstance(func.attrs.get("num_input"), int) and func.attrs["num_input"] < len(func.params)
    }


@dataclass(frozen=True)
class BundleModelParams(Pass):
    """Make one parameter, a tuple, of the weights of each function with the attribute ``num_input``."""

    #: The name of the tuple; None: `model_params`.
    param_tuple_name: str | None = None

    def __call__(self, module: IRModule) -> IRModule:
        for name, func in _with_weights(module).items():
            module = module.with_function(name, self._bundled(func))
        return module

    def _bundled(self, func: GraphFunction) -> GraphFunction:
        count = func.attrs["num_input"]
        weights = func.params[count:]
        info = TupleStructInfo(tuple(w.sinfo for w in weights if w.sinfo is not None))
        bundle = GraphVar(self.param_tuple_name or "model_params", info)
        fields = [
            VarBinding(GraphVar(w.name, w.sinfo, span=w.span), TupleGetItem(bundle, n, w.sinfo))
            for n, w in enumerate(weights)
        ]
        env: dict[GraphVar, GraphExpr] = {w: b.var for w, b in zip(weights, fields, strict=True)}
        body = rename(func.body, env)
        blocks = (BindingBlock(tuple(fields)), *body.blocks)
        return update(func, params=(*func.params[:count], bundle), body=update(body, blocks=blocks))


@dataclass(frozen=True)
class LiftTransformParams(Pass):
    """Move what is computed of weights alone to a function `<name>_transform_params`, which takes the weights as a
    tuple and returns those that the function takes from then on. It is called once, when the weights are loaded.

    With `shared_transform` True, or a list of functions, one function `transform_params` serves all of them: these have
    the same weights, and take all that any of them needs, in a tuple's order.
    """

    shared_transform: bool | Sequence[str] = False

    def __call__(self, module: IRModule) -> IRModule:
        chosen = _with_weights(module)
        if self.shared_transform is False:
            for name, func in chosen.items():
                module = _lifted(module, {name: func}, f"{name}_transform_params")
            return module
        names = self.shared_transform if isinstance(self.shared_transform, (list, tuple)) else ()
        wanted = {name: func for name, func in chosen.items() if not names or name in names}
        return _lifted(module, wanted, "transform_params") if wanted else module


def _lifted(module: IRModule, functions: dict[str, GraphFunction], name: str) -> IRModule:
    """The module with the parts of functions that need weights alone in one function."""
    first = next(iter(functions.values()))
    weights = first.params[first.attrs["num_input"] :]
    info = TupleStructInfo(tuple(w.sinfo for w in weights if w.sinfo is not None))
    bundle = GraphVar("params", info)
    given = [VarBinding(GraphVar(w.name, w.sinfo), TupleGetItem(bundle, n, w.sinfo)) for n, w in enumerate(weights)]
    moved: list[VarBinding] = []
    results: list[GraphVar] = []
    copies: dict[str, tuple[GraphFunction, dict[GraphVar, GraphVar]]] = {}
    for label, func in functions.items():
        copy = copy_with_new_vars(func)
        known = set(computable_at_compile_time(copy))
        old = dict(zip(copy.params[func.attrs["num_input"] :], (b.var for b in given), strict=True))
        env: dict[GraphVar, GraphExpr] = dict(old)
        here = [b for b in copy.bindings() if isinstance(b, VarBinding) and b.var in known]
        for binding in here:
            plain = GraphVar(binding.var.name, binding.var.sinfo)
            moved.append(VarBinding(plain, rename(binding.value, env)))
            env[binding.var] = plain
        lifted_as = {v: made for v in _needed(copy, known) if isinstance(made := env[v], GraphVar)}
        results += lifted_as.values()
        copies[label] = copy, lifted_as
    results = list(dict.fromkeys(results))
    tuple_ = GraphTuple(tuple(results), TupleStructInfo(tuple(v.sinfo for v in results if v.sinfo is not None)))
    bindings = _used([*given, *moved], results)
    lifted = GraphFunction(
        (bundle,),
        SeqExpr((BindingBlock(tuple(bindings)),), tuple_, tuple_.sinfo),
        tuple_.sinfo,
        {"global_symbol": name},
    )
    for label, (func, lifted_as) in copies.items():
        module = module.with_function(label, _without(func, lifted_as, results))
    return module.with_function(name, lifted)


def _needed(func: GraphFunction, known: set[GraphVar]) -> list[GraphVar]:
    """The known values that what stays in the function uses, in order of first use."""
    used: dict[GraphVar, None] = {}
    for binding in func.bindings():
        if binding.var not in known:
            used.update(dict.fromkeys(v for v in walk(binding) if isinstance(v, GraphVar) and v in known))
    used.update(dict.fromkeys(v for v in walk(func.body.body) if isinstance(v, GraphVar) and v in known))
    return list(used)


def _used(bindings: Sequence[VarBinding], results: Sequence[GraphVar]) -> list[VarBinding]:
    wanted, kept = set(results), []
    for binding in reversed(bindings):
        if binding.var in wanted:
            kept.append(binding)
            wanted.update(v for v in walk(binding.value) if isinstance(v, GraphVar))
    return kept[::-1]


def _without(func: GraphFunction, lifted_as: Mapping[GraphVar, GraphVar], results: Sequence[GraphVar]) -> GraphFunction:
    """A function that takes all results of the lifted one: those that its own values are `lifted_as`, and others."""
    known = set(computable_at_compile_time(func))
    params = {v: GraphVar(v.name, v.sinfo) for v in results}
    env: dict[GraphVar, GraphExpr] = {v: params[made] for v, made in lifted_as.items()}
    blocks = []
    for block in func.body.blocks:
        kept = tuple(rename(b, env) for b in block.bindings if b.var not in known)
        if kept:
            blocks.append(update(block, bindings=kept))
    body = update(func.body, blocks=tuple(blocks), body=rename(func.body.body, env))
    return update(func, params=(*func.params[: func.attrs["num_input"]], *params.values()), body=body)
