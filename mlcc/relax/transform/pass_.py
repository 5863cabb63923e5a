"""The base of graph passes: a frozen dataclass whose fields are its options, called on a module."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

from mlcc import ir
from mlcc.ir import GraphFunction, IRModule

from ..legalize import is_group
from ..rewrite import map_branches

if TYPE_CHECKING:
    from mlcc.target import Target


@dataclass(frozen=True)
class Pass(ir.transform.Pass):
    """Valid module in, valid module out. `mlcc list passes` shows the class's name; its docstring is the manual."""

    @classmethod
    def for_target(cls, target: Target) -> Pass:
        """The pass with the options for a target; a field `costs` takes the target's cost facts."""
        return cls(**({"costs": target.costs} if "costs" in {item.name for item in fields(cls)} else {}))

    def with_settings(self, settings: Mapping[str, object]) -> Pass:
        """The pass with those of a build's settings that are fields of it."""
        own = {item.name: settings[item.name] for item in fields(self) if item.name in settings}
        return replace(self, **own) if own else self


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
