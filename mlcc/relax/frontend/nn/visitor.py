"""Replaces parts of a model: `nn.Mutator`."""

from __future__ import annotations

from typing import Any

from .core import Module, ModuleDict, ModuleList, ParameterDict, ParameterList, parts
from .effects import Effect
from .tensor import Parameter


class Mutator:
    """Visits the parts of a model, depth first; a method gives what stands in the place of a part."""

    def visit_module(self, name: str, node: Module) -> Any:
        """Called for each module that is no list or dictionary."""
        return self.visit(name, node)

    def visit_param(self, name: str, node: Parameter) -> Any:
        """Called for each parameter."""
        return node

    def visit_effect(self, name: str, node: Effect) -> Any:
        """Called for each part with a state."""
        return node

    def visit_modulelist(self, name: str, node: ModuleList) -> Any:
        """Called for each list of modules."""
        return self.visit(name, node)

    def visit_moduledict(self, name: str, node: ModuleDict) -> Any:
        """Called for each dictionary of modules."""
        return self.visit(name, node)

    def visit_parameterlist(self, name: str, node: ParameterList) -> Any:
        """Called for each list of parameters."""
        return self.visit(name, node)

    def visit_parameterdict(self, name: str, node: ParameterDict) -> Any:
        """Called for each dictionary of parameters."""
        return self.visit(name, node)

    def visit(self, name: str, node: Any) -> Any:
        """Visit the parts of a module, put what the methods give in their places, and give the module."""
        for key, part in list(parts(node)):
            path = f"{name}.{key}" if name else key
            method = next((method for kind, method in self._methods() if isinstance(part, kind)), None)
            if method is None:
                continue
            new = method(path, part)
            if isinstance(node, (ModuleList, ParameterList)):
                node[int(key)] = new
            elif isinstance(node, (ModuleDict, ParameterDict)):
                node[key] = new
            else:
                setattr(node, key, new)
        return node

    def _methods(self) -> list[tuple[type, Any]]:
        return [
            (ModuleList, self.visit_modulelist), (ModuleDict, self.visit_moduledict),
            (ParameterList, self.visit_parameterlist), (ParameterDict, self.visit_parameterdict),
            (Module, self.visit_module), (Parameter, self.visit_param), (Effect, self.visit_effect),
        ]  # fmt: skip
