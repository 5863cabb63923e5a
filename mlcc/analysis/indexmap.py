"""Index maps written as functions, such as ``(i, j) -> (i // 4, j, i % 4)``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from mlcc.ir import Binary, Expr, Var, as_int, const, substitute

from .itermap import IterMap, NotAffine
from .poly import Poly, to_expr
from .relax import relax
from .simplify import Analyzer


@dataclass(frozen=True, eq=False)
class IndexMap:
    """``params -> exprs``: a change of coordinates of a buffer or of a block's axes."""

    params: tuple[Var, ...]
    exprs: tuple[Expr, ...]

    @staticmethod
    def from_function(fn: Callable[..., Any], arity: int, dtype: str = "int32") -> IndexMap:
        """Call `fn` on fresh variables, named as the function names them."""
        code = getattr(fn, "__code__", None)
        names = list(code.co_varnames[: code.co_argcount]) if code is not None else []
        if len(names) != arity:
            names = [f"i{k}" for k in range(arity)]
        params = tuple(Var(name, dtype) for name in names)
        result = fn(*params)
        items = result if isinstance(result, (list, tuple)) else (result,)
        return IndexMap(params, tuple(e if isinstance(e, Expr) else const(e, dtype) for e in items))

    def apply(self, indices: Sequence[Expr], analyzer: Analyzer) -> tuple[Expr, ...]:
        """The new coordinates of a point, simplified."""
        bound = dict(zip(self.params, indices, strict=True))
        return tuple(analyzer.simplify(substitute(e, bound)) for e in self.exprs)

    def analyzer(self, shape: Sequence[Expr], positive: Sequence[Var] = ()) -> Analyzer:
        """An analyzer with the parameters' ranges for a buffer of `shape`."""
        result = Analyzer(positive=positive)
        for var, size in zip(self.params, shape, strict=True):
            result.bind(var, 0, size)
        return result

    def map_shape(self, shape: Sequence[Expr], positive: Sequence[Var] = ()) -> tuple[Expr, ...] | None:
        """The shape of the least box at the origin that contains every mapped point; None where it is not known.

        An index `x % c` spans all of 0 … c - 1, also where the values of `x` are fewer: `j // 8, j % 8` means tiles
        of 8, and gives the shape (1, 8) for j < 5.
        """
        analyzer = self.analyzer(shape, positive)
        inner = dict.fromkeys(self.params)
        sizes: list[Expr] = []
        for expr in self.exprs:
            if isinstance(expr, Binary) and expr.op == "floormod" and (as_int(expr.b) or 0) > 0:
                sizes.append(expr.b)
                continue
            interval = relax(analyzer, analyzer.poly(expr), inner)
            if interval is None:
                return None
            sizes.append(to_expr(analyzer.merge(interval.high.shift(1)), expr.dtype))
        return tuple(sizes)

    def recognised(self, shape: Sequence[Expr], positive: Sequence[Var] = ()) -> IterMap:
        """The map's recognised form over a buffer of `shape`. Raises :class:`NotAffine`."""
        return IterMap(self.exprs, self.params, self.analyzer(shape, positive))

    def inverse(self, shape: Sequence[Expr], values: Sequence[Var], positive: Sequence[Var] = ()) -> tuple[Expr, ...]:
        """The old coordinates in terms of `values`. Raises :class:`NotAffine` when there is no inverse."""
        recognised = self.recognised(shape, positive)
        polys = recognised.inverse([Poly.atom(v) for v in values])
        for value, expr in zip(values, self.exprs, strict=True):
            if isinstance(expr, Var) and expr in polys:  # an index of extent 1, which has no term in the normal form
                polys[expr] = Poly.atom(value)
        sizes = self.map_shape(shape, positive)
        simplifier = Analyzer(positive=positive)
        if sizes is not None:
            for var, size in zip(values, sizes, strict=True):
                simplifier.bind(var, 0, size)
        return tuple(simplifier.simplify(to_expr(polys[p], p.dtype)) for p in self.params)

    def is_bijective(self, shape: Sequence[Expr], positive: Sequence[Var] = ()) -> bool:
        """Whether every point of the new box comes from exactly one old point (no padding)."""
        try:
            recognised = self.recognised(shape, positive)
            recognised.check_injective()
        except NotAffine:
            return False
        sizes = self.map_shape(shape, positive)
        if sizes is None:
            return False
        analyzer = Analyzer(positive=positive)
        before = after = Poly.const(1)
        for size in shape:
            before = before.times(analyzer.poly(size))
        for size in sizes:
            after = after.times(analyzer.poly(size))
        return before == after


__all__ = ["IndexMap"]
