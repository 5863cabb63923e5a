"""The base of graph passes: a frozen dataclass whose fields are its options, called on a module."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar

from mlcc import ir
from mlcc.diagnostics import MlccError
from mlcc.ir import GlobalVar, GraphCall, GraphFunction, IRModule, walk

from ..composed import is_pending
from ..legalize import is_group
from ..rewrite import map_branches, normalize

if TYPE_CHECKING:
    from mlcc.target import Target


@dataclass(frozen=True)
class Pass(ir.transform.Pass):
    """Valid module in, valid module out. `mlcc list passes` shows the class's name; its docstring is the manual."""

    #: Whether the pass expects the normal form, into which other modules are brought first.
    needs_normal_form: ClassVar[bool] = True

    def __init_subclass__(cls) -> None:
        own = cls.__dict__.get("__call__")
        if own is not None and cls.needs_normal_form:
            cls.__call__ = _of_normal_form(own)  # type: ignore[assignment, method-assign]
        super().__init_subclass__()

    @classmethod
    def for_target(cls, target: Target) -> Pass:
        """The pass with the options for a target; a field `costs` takes the target's cost facts."""
        return cls(**({"costs": target.costs} if "costs" in {item.name for item in fields(cls)} else {}))

    def with_settings(self, settings: Mapping[str, object]) -> Pass:
        """The pass with those of a build's settings that are fields of it."""
        own = {item.name: settings[item.name] for item in fields(self) if item.name in settings}
        return replace(self, **own) if own else self


def _of_normal_form(body: Callable[[Any, IRModule], IRModule]) -> Callable[[Any, IRModule], IRModule]:
    """A pass as users may call it: on a module as it was written, with nested calls and types left to infer."""

    @functools.wraps(body)
    def call(self: Pass, module: IRModule) -> IRModule:
        return body(self, module if is_normal(module) else normalized(module))

    return call


def graph_function(module: IRModule, name: str) -> GraphFunction:
    """The graph function of a name. Raises T122 if there is none."""
    func = module.functions.get(name)
    if not isinstance(func, GraphFunction):
        raise MlccError(
            "T122", f"the module has no graph function `{name}`",
            help=f"its graph functions are {', '.join(module.graph_funcs) or '(none)'}",
        )  # fmt: skip
    return func


def is_normal(module: IRModule) -> bool:
    """Whether each value is bound to a variable of a known type, as far as the outermost bindings say, and no operator
    is left that is composed of others."""
    return all(
        binding.var.sinfo is not None
        and not (isinstance(value := binding.value, GraphCall) and any(isinstance(a, GraphCall) for a in value.args))
        and not is_pending(binding.value)
        for func in module.graph_funcs.values()
        for binding in func.bindings()
    )


def normalized(module: IRModule) -> IRModule:
    """Every graph function in administrative normal form, with all types inferred."""
    for name in _callees_first(module):
        func = module[name]
        assert isinstance(func, GraphFunction)
        module = module.with_function(name, normalize(func, module))
    return module


def _callees_first(module: IRModule) -> list[str]:
    """The graph functions, each after those that it calls: a call's type is that of the callee's result."""
    order: dict[str, None] = {}
    entered: set[str] = set()

    def visit(name: str) -> None:
        func = module.functions.get(name)
        if name in entered or not isinstance(func, GraphFunction) or is_group(func):
            return
        entered.add(name)
        for node in walk(func):
            if isinstance(node, GlobalVar):
                visit(node.name)
        order[name] = None

    for name in module.graph_funcs:
        visit(name)
    return list(order)


@dataclass(frozen=True)
class FunctionPass(Pass):
    """A pass that rewrites each graph function that is not a fused group."""

    def __call__(self, module: IRModule) -> IRModule:
        new = dict(module.functions)
        for name, func in module.graph_funcs.items():
            if not is_group(func):
                new[name] = self._run_deep(func, module)
        return module if all(new[k] is f for k, f in module.functions.items()) else module.with_functions(new)

    def _run_deep(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        """The function, then the branches of its conditionals, each wrapped as a function."""
        return map_branches(self.run(func, module), lambda branch: self._run_deep(branch, module))

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        raise NotImplementedError
