"""Hands marked functions to code generators outside of mlcc."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    ExternFunc,
    GlobalVar,
    GraphCall,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    Op,
    PrimFunc,
)
from mlcc.registered import REGISTERED

from ..generators import CSource, LibraryCall, ObjectCode, find_generator, program_of
from ..generators.registry import Generate
from ..rewrite import Emitter, map_branches, rewrite
from .fuse_by_pattern import CODEGEN
from .pass_ import Pass

_PREFIX = "relax.ext."


@dataclass(frozen=True)
class RunCodegen(Pass):
    """Replace each function with the attribute ``Codegen`` by what its generator gives.

    The generator of ``blas`` is one of `mlcc list generators`, or registered by
    `register_func("relax.ext.blas", generate)`. It is called as ``generate(functions, options, constants)`` with a list
    of functions and `target_options` of its name, and returns for each function what does its work: C text
    (:class:`CSource`), object code (:class:`ObjectCode`), the call of a shared library (:class:`LibraryCall`), a Python
    callable, which gets the arguments and then the outputs as arrays, or the name of a function that the program that
    loads the library provides. `prefix` begins the linked names of compiled text. Raises T128 where there is no
    generator, or it returns something else.
    """

    target_options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    entry_functions: tuple[str, ...] = ()
    prefix: str = ""

    def __call__(self, module: IRModule) -> IRModule:
        marked: dict[str, list[str]] = {}
        for name, func in module.graph_funcs.items():
            if CODEGEN in func.attrs:
                marked.setdefault(str(func.attrs[CODEGEN]), []).append(name)
        if not marked:
            return module
        targets: dict[str, str | PrimFunc] = {}
        for generator, names in marked.items():
            targets.update(self.generated(generator, {name: module.graph_funcs[name] for name in names}))
        calls = _Calls(module, targets)
        new = {k: calls.function(f) if isinstance(f, GraphFunction) else f
               for k, f in module.functions.items() if k not in targets}  # fmt: skip
        programs = {name: program for name, program in targets.items() if isinstance(program, PrimFunc)}
        return module.with_functions({**programs, **new})

    def generated(self, generator: str, functions: Mapping[str, GraphFunction]) -> dict[str, str | PrimFunc]:
        """By name of a function: the program, or the library function, that does its work."""
        options = dict(self.target_options.get(generator, {}))
        make: Generate | None = REGISTERED.get(_PREFIX + generator)
        if make is None:
            found = find_generator(generator)
            make, options = found.generate, {**found.options, **options}
        results = make(list(functions.values()), options, {})
        if not isinstance(results, list | tuple) or len(results) != len(functions):
            raise MlccError("T128", f"`{generator}` must return a list of {len(functions)}: an entry per function")
        targets: dict[str, str | PrimFunc] = {}
        for (name, func), result in zip(functions.items(), results, strict=True):
            if isinstance(result, CSource | ObjectCode | LibraryCall):
                targets[name] = program_of(name, func, result, self.prefix)
            elif callable(result):
                REGISTERED[name] = result
                targets[name] = name
            elif isinstance(result, str):
                targets[name] = result
            else:
                raise MlccError(
                    "T128", f"`{generator}` returned a {type(result).__name__} for the function `{name}`",
                    help="return a CSource, ObjectCode or LibraryCall, a callable, or the name of a library function",
                )  # fmt: skip
        return targets


@dataclass(frozen=True)
class _Calls:
    """Rewrites calls of marked functions."""

    module: IRModule
    targets: Mapping[str, str | PrimFunc]

    def function(self, func: GraphFunction) -> GraphFunction:
        return map_branches(rewrite(func, self.rule, self.module), self.function)

    def rule(self, out: Emitter, var: GraphVar, value: Any) -> GraphCall | None:
        if not (isinstance(value, GraphCall) and isinstance(value.op, GlobalVar)):
            return None
        target = self.targets.get(value.op.name)
        if target is None or var.sinfo is None:
            return None
        name, callee = ("call_dps_packed", ExternFunc(target)) if isinstance(target, str) else ("call_tir", value.op)
        return GraphCall(Op(name), (callee, GraphTuple(value.args)), {}, (var.sinfo,), var.sinfo)
