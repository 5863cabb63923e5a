"""The names under which functions are public."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from mlcc.ir import GlobalVar, GraphFunction, IRModule, Node, PrimFunc, map_children

from .pass_ import Pass


@dataclass(frozen=True)
class AttachGlobalSymbol(Pass):
    """Give each function that has none the attribute ``global_symbol``, its name: it is public then."""

    needs_normal_form: ClassVar[bool] = False

    def __call__(self, module: IRModule) -> IRModule:
        return module.with_functions({
            name: func.with_attr("global_symbol", name)
            if isinstance(func, (PrimFunc, GraphFunction)) and "global_symbol" not in func.attrs
            else func
            for name, func in module.functions.items()
        })  # fmt: skip


@dataclass(frozen=True)
class NormalizeGlobalVar(Pass):
    """Call each public function by its ``global_symbol`` in the module, and a private one of this name by another."""

    needs_normal_form: ClassVar[bool] = False

    def __call__(self, module: IRModule) -> IRModule:
        public = {
            name: str(symbol)
            for name, func in module.functions.items()
            if (symbol := getattr(func, "attrs", {}).get("global_symbol")) is not None
        }
        taken = set(public.values())
        names: dict[str, str] = {}
        for name in module.functions:
            new = public.get(name, name)
            if name not in public:
                count = 0
                while new in taken:
                    count += 1
                    new = f"{name}_{count}"
                taken.add(new)
            names[name] = new
        if all(old == new for old, new in names.items()):
            return module
        return module.with_functions({names[k]: _renamed(f, names) for k, f in module.functions.items()})


def _renamed(func: Any, names: dict[str, str]) -> Any:
    def visit(item: Node) -> Node:
        if isinstance(item, GlobalVar) and names.get(item.name, item.name) != item.name:
            return GlobalVar(names[item.name], item.sinfo, span=item.span)
        return map_children(item, visit)

    return visit(func) if isinstance(func, GraphFunction) else func
