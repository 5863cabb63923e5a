"""Imports have a direction: no circle of packages, and no circle of files that loading would meet.

All imports count: at load time, inside functions, and those for type checkers only. Circles of files that an import
inside a function holds open are listed in `KNOWN`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILES = {
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
    for file in sorted((ROOT / "mlcc").rglob("*.py"))
}
Graph = Mapping[str, set[str]]

#: Circles of files that remain, each as the set of its modules: this list only ever gets shorter.
KNOWN: list[set[str]] = [
    # A library has functions, and a function the library that it keeps loaded.
    {"mlcc.runtime.function", "mlcc.runtime.library"},
]


def _imports(module: str, *, load_only: bool) -> set[str]:
    """The modules of mlcc that a file imports; with `load_only`, those that loading it imports."""
    return _imports_of(module)[load_only]


@cache
def _imports_of(module: str) -> tuple[set[str], set[str]]:
    """All that a file imports, and what loading it imports."""
    package = list(FILES[module].relative_to(ROOT).parts[:-1])

    def named(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
            return
        base = package[: len(package) - node.level + 1] if node.level else []
        source = ".".join([*base, *([node.module] if node.module else [])])
        for alias in node.names:  # a submodule, or a name that the module defines
            inner = f"{source}.{alias.name}"
            yield inner if inner in FILES else source

    everything, loaded = set[str](), set[str]()

    def walk(node: ast.AST, loads: bool) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import | ast.ImportFrom):
                names = set(named(child)) & FILES.keys()
                everything.update(names)
                loaded.update(names if loads else ())
            elif not isinstance(child, ast.expr):  # which hold no imports
                walk(child, loads and not (_is_function(child) or _is_for_types(child)))

    walk(ast.parse(FILES[module].read_text(encoding="utf-8")), True)
    return everything - {module}, loaded - {module}


def _is_function(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _circles(graph: Graph) -> list[set[str]]:
    """Groups of nodes that can all reach each other (Tarjan's strongly connected components), of two or more."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    result: list[set[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(graph[node]):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            group = set(stack[stack.index(node) :])
            del stack[stack.index(node) :]
            if len(group) > 1:
                result.append(group)

    for node in graph:
        if node not in index:
            visit(node)
    return result


def _package(module: str) -> str:
    """The package of a module; the façades at the top are packages of one file."""
    return ".".join(module.split(".")[:2])


def test_circles_are_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a", "e"}, "e": {"d"}}
    assert _circles(graph) == [{"b", "c"}, {"d", "e"}]


def test_no_circle_of_packages() -> None:
    packages: dict[str, set[str]] = {_package(module): set() for module in FILES}
    for module in FILES:
        packages[_package(module)] |= {_package(other) for other in _imports(module, load_only=False)}
    assert _circles({name: others - {name} for name, others in packages.items()}) == []


def test_no_circle_of_files_while_loading() -> None:
    assert _circles({module: _imports(module, load_only=True) for module in FILES}) == []


def test_circles_of_files_are_known() -> None:
    result = _circles({module: _imports(module, load_only=False) for module in FILES})
    assert sorted(map(sorted, result)) == sorted(map(sorted, KNOWN))
