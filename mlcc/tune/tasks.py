"""The programs of a module that can be tuned, and what their arguments are when a model calls them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mlcc.analysis import simplify
from mlcc.driver.records import kernel_hash
from mlcc.driver.verify import RTOL
from mlcc.ir import (
    Constant,
    Expr,
    GlobalVar,
    GraphCall,
    GraphTuple,
    PrimFunc,
    Var,
    as_int,
    const,
    free_vars,
    substitute,
    walk,
)

from .jobs import Argument

if TYPE_CHECKING:
    from mlcc.driver import Compilation

#: A size that is known at run time only counts as this, unless `--shape` says it.
USUAL_SIZE = 128


@dataclass(frozen=True, slots=True)
class Task:
    """A program to tune: the names of all programs of a module that are equal to it.

    `arguments` are those of a call, `weight_bytes` the constants of the whole module.
    """

    key: str
    names: tuple[str, ...]
    func: PrimFunc
    arguments: tuple[Argument, ...]
    weight_bytes: int

    @property
    def label(self) -> str:
        """What it computes, for messages."""
        return str(self.func.attrs.get("op") or self.names[0])

    @property
    def tolerance(self) -> float:
        """How far results may differ by rounding, relatively."""
        return max(RTOL.get(argument.dtype, 0.0) for argument in self.arguments)


def tasks_of(compilation: Compilation) -> list[Task]:
    """The programs of a compiled module, equal ones once, that take arrays only."""
    legal = compilation.legal
    weights = _constant_operands(compilation)
    total = constant_bytes(compilation)
    found: dict[str, list[str]] = {}
    for name, func in legal.prim_funcs.items():
        if all(param in func.buffer_map for param in func.params):
            found.setdefault(kernel_hash(func), []).append(name)
    tasks = []
    for key, names in found.items():
        func = legal.prim_funcs[names[0]]
        constant = weights.get(names[0], frozenset())
        arguments = tuple(
            Argument(_shape(func.buffer_map[param].shape), func.buffer_map[param].dtype, number in constant)
            for number, param in enumerate(func.params)
        )
        tasks.append(Task(key, tuple(names), func, arguments, total))
    return tasks


def _shape(shape: tuple[Expr, ...]) -> tuple[int, ...]:
    values: Mapping[Var, Expr] = {var: const(USUAL_SIZE, var.dtype) for dim in shape for var in free_vars(dim)}
    sizes = [as_int(simplify(substitute(dim, values))) for dim in shape]
    return tuple(USUAL_SIZE if size is None else size for size in sizes)


def constant_bytes(compilation: Compilation) -> int:
    """The bytes of the constants of a compiled module."""
    return sum(_nbytes(item) for item in _constants(compilation))


def _constants(compilation: Compilation) -> Iterator[Constant]:
    seen = set()
    for func in compilation.legal.graph_funcs.values():
        for node in walk(func):
            if isinstance(node, Constant) and node not in seen:
                seen.add(node)
                yield node


def _nbytes(item: Constant) -> int:
    return int(getattr(item.data, "nbytes", 0))


def _constant_operands(compilation: Compilation) -> dict[str, frozenset[int]]:
    """By program: the positions of its operands that are constants in every call."""
    found: dict[str, frozenset[int]] = {}
    for func in compilation.legal.graph_funcs.values():
        for node in walk(func):
            if not isinstance(node, GraphCall):
                continue
            flat = list(_flat(node.args))
            for number, item in enumerate(flat):
                if isinstance(item, GlobalVar):
                    own = frozenset(n for n, arg in enumerate(flat[number + 1 :]) if isinstance(arg, Constant))
                    found[item.name] = found.get(item.name, own) & own
    return found


def _flat(items: object) -> Iterator[object]:
    for item in items if isinstance(items, (tuple, list)) else [items]:
        if isinstance(item, GraphTuple):
            yield from _flat(item.fields)
        else:
            yield item
