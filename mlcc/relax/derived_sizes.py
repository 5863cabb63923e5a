"""Sizes that follow from those that are known only at run time: each is computed once, when these are known.

An entry program says sizes in many places: the numbers that kernels are given, the places of values in memory. Where
they follow from dimensions of the inputs or from such that the model computes, the same long expressions would stand in
each of them: the place of a value is the sum of the sizes before it. They are elements of the variable that holds the
dimensions, and what several of them share is one, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from mlcc.ir import (
    Allocate,
    Binary,
    Buffer,
    BufferLoad,
    BufferStore,
    Cast,
    DerivedDim,
    Expr,
    IntImm,
    Not,
    Select,
    Stmt,
    Var,
    children,
    const,
    free_vars,
    map_children,
    substitute,
)  # fmt: skip

#: What has a value whatever its operands are, so that it can be computed before the checks of these: code generators
#: define integer arithmetic for all numbers, of which a division by 0 gives 0.
_PURE = (Binary, Cast, Not, Select)
#: In place of the place of a dimension: sizes of the inputs alone, which are known from the start, and no sizes.
_START, _NONE = -1, -2


@dataclass
class DerivedSizes:
    """The elements of the variable: one for each of the dimensions `dims` in the order of their computation, then those
    that :meth:`use` asks for."""

    dims: Sequence[Var]
    variable: Buffer = field(init=False)
    _order: dict[Var, int] = field(init=False)
    _elements: dict[int, int] = field(default_factory=dict)  # by the id of an expression of `_unique`
    _wanted: dict[int, list[Expr]] = field(default_factory=dict)  # by the place of the last of their dimensions
    _unique: dict[Any, Expr] = field(default_factory=dict)
    _known: dict[int, tuple[Expr, Expr]] = field(default_factory=dict)  # by id; the first keeps it
    _homes: dict[int, int] = field(default_factory=dict)
    _closed: dict[int, bool] = field(default_factory=dict)
    _statements: dict[int, Expr] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._order = {var: n for n, var in enumerate(self.dims)}
        self.variable = self._sized(len(self.dims))

    def dimension(self, var: Var) -> Expr:
        """The element of a dimension."""
        return self._element(self._order[var])

    def use(self, expr: Expr) -> Expr:
        """What stands for a size in a statement."""
        return self._stated(self._one(expr))

    def after(self, var: Var | None = None) -> list[Stmt]:
        """What is computed when the dimension `var` is known, or at the start. To be asked once all statements that its
        body has are made, for the last dimension first."""
        home = _START if var is None else self._order[var]
        inside: Counter[int] = Counter()
        ordered: dict[int, Expr] = {}
        for expr in self._wanted.get(home, ()):
            self._count(expr, home, inside, ordered)
        for key, expr in ordered.items():
            if inside[key] > 1 and self._is_worth(expr):
                self._claim(key)
        stores = [(self._elements[key], expr) for key, expr in ordered.items() if key in self._elements]
        inner: dict[int, Expr] = {}
        values = [(element, map_children(expr, lambda e: self._inside(e, home, inner))) for element, expr in stores]
        return [BufferStore(self.variable, value, (const(n, "int64"),)) for n, value in values]

    def final(self, body: Stmt) -> Stmt:
        """The statements inside the allocation of the variable with all its elements, if it has any."""
        count = len(self.dims) + len(self._elements)
        if not count:
            return body
        whole = self._sized(count)
        return Allocate(whole, substitute(body, {}, {self.variable: whole}))

    def _sized(self, elements: int) -> Buffer:
        return Buffer("sizes", (const(elements, "int64"),), "int64", scope="local")

    def _element(self, number: int) -> Expr:
        return BufferLoad(self.variable, (const(number, "int64"),))

    def _one(self, expr: Expr) -> Expr:
        """The same object for equal expressions, whose operands are such objects."""
        if not isinstance(expr, (*_PURE, IntImm, DerivedDim)):
            return expr
        if id(expr) not in self._known:
            if isinstance(expr, DerivedDim):
                self._known[id(expr)] = expr, self._one(expr.value)
                return self._known[id(expr)][1]
            new = map_children(expr, self._one)
            kind = new.value if isinstance(new, IntImm) else getattr(new, "op", "")
            operands = () if isinstance(new, IntImm) else tuple(id(child) for child in children(new))
            one = self._unique.setdefault((type(new), kind, new.dtype, operands), new)
            self._known[id(expr)], self._known[id(one)] = (expr, one), (one, one)
        return self._known[id(expr)][1]

    def _stated(self, expr: Expr) -> Expr:
        """An expression of `_unique` by elements of the variable."""
        if isinstance(expr, Var):
            return self.dimension(expr) if expr in self._order else expr
        # What is not an element is made once, too: dimensions that share operands are exponential as trees.
        if id(expr) not in self._statements:
            self._statements[id(expr)] = self._by_elements(expr)
        return self._statements[id(expr)]

    def _by_elements(self, expr: Expr) -> Expr:
        home = self._home(expr)
        if home == _NONE:
            return expr
        if not isinstance(expr, _PURE):
            return substitute(expr, {var: self.dimension(var) for var in self.dims})
        if not self._is_worth(expr):
            return map_children(expr, self._stated)
        if id(expr) not in self._elements:
            self._wanted.setdefault(home, []).append(expr)
        return self._claim(id(expr))

    def _inside(self, expr: Expr, home: int, inner: dict[int, Expr]) -> Expr:
        """An operand of what is computed after the dimension at `home`; of one expression alone, it has no element.
        `inner` are those that have been made."""
        if id(expr) in self._elements or not isinstance(expr, _PURE) or self._home(expr) != home:
            return self._stated(expr)
        if id(expr) not in inner:
            inner[id(expr)] = map_children(expr, lambda e: self._inside(e, home, inner))
        return inner[id(expr)]

    def _claim(self, key: int) -> Expr:
        """The element of an expression, a new one if it has none."""
        return self._element(self._elements.setdefault(key, len(self.dims) + len(self._elements)))

    def _count(self, expr: Expr, home: int, inside: Counter[int], ordered: dict[int, Expr]) -> None:
        """Counts how often expressions are operands of what follows from the dimension at `home`; operands first."""
        inside[id(expr)] += 1
        if id(expr) in ordered:
            return
        for operand in children(expr):
            if isinstance(operand, _PURE) and self._home(operand) == home:
                self._count(operand, home, inside, ordered)
        ordered[id(expr)] = expr

    def _home(self, expr: Expr) -> int:
        """The place of the last dimension of an expression."""
        if isinstance(expr, Var):
            return self._order.get(expr, _START)
        if id(expr) not in self._homes:
            parts = children(expr) if isinstance(expr, _PURE) else free_vars(expr)
            self._homes[id(expr)] = max((self._home(part) for part in parts), default=_NONE)  # type: ignore[arg-type]
        return self._homes[id(expr)]

    def _is_worth(self, expr: Expr) -> bool:
        """Whether an expression gets an element: not for one operation, which is as cheap as a load."""
        compound = isinstance(expr, (Binary, Select)) and expr.dtype == "int64"
        return compound and any(isinstance(e, _PURE) for e in children(expr)) and self._is_closed(expr)

    def _is_closed(self, expr: Any) -> bool:
        """Whether an expression consists of dimensions and numbers: memory that it reads may change, and a call may
        guard what it reads."""
        if id(expr) not in self._closed:
            leaf = isinstance(expr, (Var, IntImm))
            self._closed[id(expr)] = leaf or isinstance(expr, _PURE) and all(map(self._is_closed, children(expr)))
        return self._closed[id(expr)]
