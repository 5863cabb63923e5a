"""A module: functions by name, of both kinds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from typing import Any, ClassVar

from .function import PrimFunc
from .graph import ExternFunc, GlobalVar, GraphFunction
from .node import Node, Span, node

BaseFunc = PrimFunc | GraphFunction | ExternFunc


@node
class IRModule(Node):
    """Functions by name, in insertion order. The compiler treats it as immutable, like every node; a user's program may
    change one by :meth:`update_func`."""

    functions: Mapping[str, BaseFunc] = field(default_factory=dict)
    attrs: Mapping[str, Any] = field(default_factory=dict)
    global_infos: Mapping[str, Any] = field(default_factory=dict)
    name: str = "Module"
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ()

    def __repr__(self) -> str:
        return self.shown()

    @staticmethod
    def from_expr(func: BaseFunc, functions: Mapping[str, BaseFunc] | None = None) -> IRModule:
        """A module of one function, under its ``global_symbol`` or ``main``, and of further `functions`."""
        name = str(getattr(func, "attrs", {}).get("global_symbol", "main"))
        if isinstance(func, PrimFunc | GraphFunction) and "global_symbol" not in func.attrs:
            func = func.with_attr("global_symbol", name)
        return IRModule({**(functions or {}), name: func})

    def __getitem__(self, name: str | GlobalVar) -> BaseFunc:
        return self.functions[name.name if isinstance(name, GlobalVar) else name]

    def __contains__(self, name: object) -> bool:
        return (name.name if isinstance(name, GlobalVar) else name) in self.functions

    def __iter__(self) -> Iterator[str]:
        return iter(self.functions)

    def functions_items(self) -> list[tuple[GlobalVar, BaseFunc]]:
        """References to the functions, and the functions."""
        return [(GlobalVar(name), func) for name, func in self.functions.items()]

    def get_global_var(self, name: str) -> GlobalVar:
        """A reference to the function of that name. Raises KeyError when there is none."""
        self.functions[name]  # for the KeyError
        return GlobalVar(name)

    def get_global_vars(self) -> list[GlobalVar]:
        """References to the functions, in order."""
        return [GlobalVar(name) for name in self.functions]

    def update_func(self, name: str | GlobalVar, func: BaseFunc) -> None:
        """Replace a function, or add it, in this module itself; modules that were made from it keep theirs."""
        key = name.name if isinstance(name, GlobalVar) else name
        object.__setattr__(self, "functions", {**self.functions, key: func})

    __setitem__ = update_func

    def with_function(self, name: str, func: BaseFunc) -> IRModule:
        """A copy where `name` is `func` (replaced in place, or appended)."""
        return replace(self, functions={**self.functions, name: func})

    def with_functions(self, functions: Mapping[str, BaseFunc]) -> IRModule:
        """A copy with exactly these functions."""
        return replace(self, functions=dict(functions))

    def without(self, *names: str) -> IRModule:
        return replace(self, functions={k: f for k, f in self.functions.items() if k not in names})

    @property
    def prim_funcs(self) -> dict[str, PrimFunc]:
        return {k: f for k, f in self.functions.items() if isinstance(f, PrimFunc)}

    @property
    def graph_funcs(self) -> dict[str, GraphFunction]:
        return {k: f for k, f in self.functions.items() if isinstance(f, GraphFunction)}

    def map_prim_funcs(self, fn: Callable[[PrimFunc], PrimFunc]) -> IRModule:
        """Rewrite every tensor program; the same module when nothing changed."""
        return self._with_new({k: fn(f) if isinstance(f, PrimFunc) else f for k, f in self.functions.items()})

    def map_graph_funcs(self, fn: Callable[[GraphFunction], BaseFunc]) -> IRModule:
        """Rewrite every graph function; the same module when nothing changed."""
        return self._with_new({k: fn(f) if isinstance(f, GraphFunction) else f for k, f in self.functions.items()})

    def _with_new(self, functions: dict[str, BaseFunc]) -> IRModule:
        """These functions in place of those of the same names."""
        is_same = all(functions[k] is f for k, f in self.functions.items())
        return self if is_same else replace(self, functions=functions)
