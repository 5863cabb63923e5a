"""Dimensions with a name of their own that follow from others.

In a model in which each size follows from the one before, a size as an expression of the inputs' sizes grows with every
step, and so does the time of every proof about it. A dimension beyond a certain length is a :class:`DerivedDim`: a
variable to whatever reads it, of which `value` says what it is. The same expression is the same dimension, so that
types that are inferred again agree.
"""

from __future__ import annotations

import copyreg
from collections.abc import Hashable
from typing import Any
from weakref import WeakValueDictionary

from .derived_dim import DerivedDim
from .expr import Binary, Cast, Expr, IntImm, Not, Select, Var
from .node import Node
from .traverse import free_vars, map_children, walk_once
from .value_numbers import ValueNumbers

#: The most different nodes of an expression that stays one. Proofs about products, minima and maxima of sums take time
#: with a power of their length; sizes of networks of layers and windows stay below.
MOST_NODES = 24
#: What sizes are computed by: it has a value whatever its operands are.
_PURE = (Binary, Cast, Not, Select)


_BY_VALUE: WeakValueDictionary[Hashable, DerivedDim] = WeakValueDictionary()
copyreg.pickle(DerivedDim, lambda dim: (_derived, (dim.value,)))  # type: ignore[arg-type, return-value]


def named_dim(expr: Expr) -> Expr:
    """The dimension that an expression is the value of, or the expression, if it is short or reads memory."""
    return _derived(expr) if is_long(expr) else expr


def is_long(expr: Expr) -> bool:
    """Whether an expression may have so many different nodes that it becomes a dimension of its own."""
    if not expr.CHILDREN:
        return False
    nodes = list(walk_once(expr))
    return len(nodes) > MOST_NODES and all(isinstance(n, (*_PURE, Var, IntImm)) for n in nodes)


def _derived(expr: Expr) -> Expr:
    numbers = ValueNumbers()
    numbers.of(expr)
    if numbers.count <= MOST_NODES:
        return expr
    # The variables in the key are those of the dimension's value, which keeps them: their ids name nothing else.
    dim = _BY_VALUE.get(numbers.key())
    if dim is None:
        dim = DerivedDim("size", expr.dtype, value=expr, roots=tuple(all_roots(expr)))
        _BY_VALUE[numbers.key()] = dim
    return dim


def all_roots(expr: Node) -> list[Var]:
    """The variables that an expression follows from in the end, in order of first use."""
    parts = (v.roots if isinstance(v, DerivedDim) else (v,) for v in free_vars(expr))
    return list(dict.fromkeys(root for roots in parts for root in roots))


class Expanded:
    """Writes derived dimensions as expressions of what they follow from; parts that were shared are shared."""

    def __init__(self) -> None:
        self._done: dict[int, tuple[Any, Any]] = {}  # by id; what is read is kept, so that its id stays its own

    def of(self, item: Any) -> Any:
        """An expression without derived dimensions."""
        if isinstance(item, DerivedDim):
            return self._once(item, item.value)
        if not item.CHILDREN:
            return item
        return self._once(item, None)

    def _once(self, item: Any, value: Expr | None) -> Any:
        if id(item) not in self._done:
            self._done[id(item)] = item, map_children(item, self.of) if value is None else self.of(value)
        return self._done[id(item)][1]


def expanded(expr: Expr) -> Expr:
    """An expression without derived dimensions."""
    return Expanded().of(expr)  # type: ignore[no-any-return]
