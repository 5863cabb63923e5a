"""Value numbers: equal for expressions that are built alike from the same variables, buffers and literals.

Dimensions that are computed from each other share operands, and their text is exponentially long. Text does not tell
variables of one name apart, either.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import fields
from typing import Any

from .expr import Expr, Var
from .node import Node


class ValueNumbers:
    """Numbers expressions; each object is looked at once."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._done: dict[int, tuple[Expr, int, int]] = {}  # id -> (the expression, kept alive; its number; its size)

    def of(self, expr: Expr) -> int:
        """The value number of the expression."""
        return self._entry(expr)[1]

    def size(self, expr: Expr) -> int:
        """The number of nodes of the expression, those that are shared each time."""
        return self._entry(expr)[2]

    @property
    def count(self) -> int:
        """How many different expressions have numbers."""
        return len(self._numbers)

    def key(self) -> tuple[Hashable, ...]:
        """What is equal for numbers of the same expressions in the same order, as long as their variables are kept."""
        return tuple(self._numbers)

    def _entry(self, expr: Expr) -> tuple[Expr, int, int]:
        if id(expr) not in self._done:
            parts: list[Hashable] = [id(expr) if isinstance(expr, Var) else type(expr).__name__]
            size = 1
            for field in fields(expr) if not isinstance(expr, Var) else ():  # type: ignore[arg-type]
                if field.name != "span":
                    value = getattr(expr, field.name)
                    parts.append(self._part(value))
                    operands = value if isinstance(value, tuple) else (value,)
                    size += sum(self.size(operand) for operand in operands if isinstance(operand, Expr))
            self._done[id(expr)] = (expr, self._numbers.setdefault(tuple(parts), len(self._numbers)), size)
        return self._done[id(expr)]

    def _part(self, value: Any) -> Hashable:
        if isinstance(value, Expr):
            return self.of(value)
        if isinstance(value, tuple):
            return tuple(map(self._part, value))
        return id(value) if isinstance(value, Node) else repr(value)  # a buffer is itself; -0.0 is not 0.0
