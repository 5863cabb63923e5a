"""Hands parts of a model to the code generators that a build names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mlcc.ir import GlobalVar, GraphFunction, IRModule, Node, map_nodes

from ..generators import Request, find_generator
from ..legalize import group_key
from .fuse_by_pattern import CODEGEN, FuseOpsByPattern
from .outline_parts import OutlineParts
from .pass_ import Pass
from .run_codegen import RunCodegen


@dataclass(frozen=True)
class ExternalParts(Pass):
    """Give each generator of `extern`, in this order, the parts of the model that it takes.

    What a generator gives becomes a tensor program that calls it; equal parts share one. `prefix` begins the linked
    names of compiled text. Without `extern` the pass does nothing.
    """

    extern: tuple[Request, ...] = ()
    prefix: str = ""

    def __call__(self, module: IRModule) -> IRModule:
        for request in self.extern:
            generator = find_generator(request.name)
            if generator.prepare is not None:
                module = generator.prepare(module)
            if generator.patterns is not None:
                patterns = [(f"{request.name}.{label}", *rest) for label, *rest in generator.patterns()]
                module = FuseOpsByPattern(patterns, bind_constants=False, annotate_codegen=True)(module)
            if generator.takes is not None:
                module = OutlineParts(request.name, generator.takes)(module)
            module = RunCodegen({request.name: request.options}, prefix=self.prefix)(_shared(module))
        return module


def _shared(module: IRModule) -> IRModule:
    """The module where calls of equal parts of the same symbols call one of them."""
    first: dict[object, str] = {}
    instead: dict[str, str] = {}
    for name, func in module.graph_funcs.items():
        if CODEGEN in func.attrs:
            instead[name] = first.setdefault((func.attrs[CODEGEN], *group_key(func)), name)
    if all(name == kept for name, kept in instead.items()):
        return module
    kept = {k: f for k, f in module.functions.items() if instead.get(k, k) == k}
    new = {k: _calling(f, instead) if isinstance(f, GraphFunction) else f for k, f in kept.items()}
    return module.with_functions(new)


def _calling(func: GraphFunction, instead: Mapping[str, str]) -> GraphFunction:
    def renamed(node: Node) -> Node | None:
        if isinstance(node, GlobalVar) and instead.get(node.name, node.name) != node.name:
            return GlobalVar(instead[node.name])
        return None

    changed = map_nodes(func, renamed)
    assert isinstance(changed, GraphFunction)
    return changed
