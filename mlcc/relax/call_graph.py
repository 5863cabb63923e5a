"""Which functions of a module name which others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mlcc.ir import GlobalVar, IRModule, walk


def named_functions(module: IRModule) -> dict[str, set[str]]:
    """By graph function, the names of the functions that it calls or passes on."""
    return {
        name: {node.name for node in walk(func) if isinstance(node, GlobalVar)}
        for name, func in module.graph_funcs.items()
    }


def reached(calls: Mapping[str, Iterable[str]], starts: Iterable[str]) -> set[str]:
    """What functions reach, by way of others too; themselves only where they call themselves or are called back."""
    seen: set[str] = set()
    todo = [name for start in starts for name in calls.get(start, ())]
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += calls.get(name, ())
    return seen
