"""Hands marked functions to code generators outside of mlcc."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mlcc.diagnostics import MlccError, choices_help
from mlcc.ir import (
    ExternFunc,
    GlobalVar,
    GraphCall,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    Op,
)
from mlcc.registered import REGISTERED

from ..rewrite import Emitter, map_branches, rewrite
from .fuse_by_pattern import CODEGEN
from .pass_ import Pass

_PREFIX = "relax.ext."


@dataclass(frozen=True)
class RunCodegen(Pass):
    """Replace each function with the attribute ``Codegen`` by library functions that its generator gives.

    The generator of ``blas`` is registered by `register_func("relax.ext.blas", generate)`. It is called as
    ``generate(functions, options, constants)`` with a list of functions and `target_options` of its name, and returns
    for each function the library function that does its work: a Python callable, which gets the arguments and then the
    outputs as arrays, or the name of one that the program that loads the library provides. Raises T128 where there is
    no generator, or it returns something else.
    """

    target_options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    entry_functions: tuple[str, ...] = ()

    def __call__(self, module: IRModule) -> IRModule:
        marked: dict[str, list[str]] = {}
        for name, func in module.graph_funcs.items():
            if CODEGEN in func.attrs:
                marked.setdefault(str(func.attrs[CODEGEN]), []).append(name)
        if not marked:
            return module
        symbols: dict[str, str] = {}
        for generator, names in marked.items():
            symbols.update(self.generated(generator, {name: module.graph_funcs[name] for name in names}))
        calls = _Calls(module, symbols)
        kept = {k: f for k, f in module.functions.items() if k not in symbols}
        new = {k: calls.function(f) if isinstance(f, GraphFunction) else f for k, f in kept.items()}
        return module.with_functions(new)

    def generated(self, generator: str, functions: Mapping[str, GraphFunction]) -> dict[str, str]:
        """The library function for each function, by its name."""
        make = REGISTERED.get(_PREFIX + generator)
        if make is None:
            known = [name.removeprefix(_PREFIX) for name in REGISTERED if name.startswith(_PREFIX)]
            raise MlccError(
                "T128", f"there is no code generator `{generator}`",
                help=choices_help(generator, known, "generators") if known
                else f'`register_func("{_PREFIX}{generator}", generate)` registers one',
            )  # fmt: skip
        results = make(list(functions.values()), dict(self.target_options.get(generator, {})), {})
        if not isinstance(results, list | tuple) or len(results) != len(functions):
            raise MlccError("T128", f"`{generator}` must return a list of {len(functions)}: an entry per function")
        symbols = {}
        for name, result in zip(functions, results, strict=True):
            if callable(result):
                REGISTERED[name] = result
            elif not isinstance(result, str):
                raise MlccError("T128", f"`{generator}` returned a {type(result).__name__} for the function `{name}`",
                                help="return a callable, or the name of a library function")  # fmt: skip
            symbols[name] = result if isinstance(result, str) else name
        return symbols


@dataclass(frozen=True)
class _Calls:
    """Rewrites calls of marked functions."""

    module: IRModule
    symbols: Mapping[str, str]

    def function(self, func: GraphFunction) -> GraphFunction:
        return map_branches(rewrite(func, self.rule, self.module), self.function)

    def rule(self, out: Emitter, var: GraphVar, value: Any) -> GraphCall | None:
        if not (isinstance(value, GraphCall) and isinstance(value.op, GlobalVar)):
            return None
        symbol = self.symbols.get(value.op.name)
        if symbol is None or var.sinfo is None:
            return None
        return GraphCall(
            Op("call_dps_packed"), (ExternFunc(symbol), GraphTuple(value.args)), {}, (var.sinfo,), var.sinfo
        )
