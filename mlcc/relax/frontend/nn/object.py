"""Values of a model that stand for several tensors, such as a cache."""

from __future__ import annotations

from typing import Any

from mlcc.ir import GraphExpr, GraphVar, Var


class Object:
    """A value that is no tensor. Its class says of which tensors it consists as an argument, and as a result."""

    def __init__(self, *, _expr: GraphExpr, _name: str = "object") -> None:
        self._expr = _expr
        self._name = _name

    @classmethod
    def as_argument(cls, name: str, symbols: dict[str, Var]) -> tuple[GraphVar, Object]:
        """The variable of an argument of this class, and the object that a method is given."""
        raise NotImplementedError

    def as_result(self) -> GraphExpr:
        """What a function gives for this object."""
        return self._expr


def path_of(result: Any) -> list[int] | None:
    """The indices at which a method's result has an object, None where it has none."""
    if isinstance(result, Object):
        return []
    if isinstance(result, (list, tuple)):
        for n, item in enumerate(result):
            if (path := path_of(item)) is not None:
                return [n, *path]
    return None
