"""Iterator marks, splits and sums: the parts of an index that split and fuse have composed from loops.

The terms are TVM's. A *mark* is a loop variable, or several iterators fused into one number. A *split* is one
mixed-radix digit of a mark, ``mark // lower % extent``, times a scale. A *sum* adds splits and a base that does not
depend on the loops.

An example: ``i < 10`` and ``j < 64`` are fused to ``k = i * 64 + j``, which is then split by 40, so that a block's axes
are bound to ``k // 40`` and ``k % 40``. The marks are `i`, `j` (loops) and `k` (fused, extent 640):

    k        =  sum of the splits  i, scale 64, extent 10   and   j, scale 1, extent 64
    k // 40  =  split of k:  lower 40, extent 16
    k % 40   =  split of k:  lower 1,  extent 40

The scales of `k` leave no gaps (64 is the extent of `j`) and the splits of `k` meet without overlap (40 is where the
lower one ends, 40 * 16 = 640 where the upper one does). So the map from `i` and `j` to ``a = k // 40`` and
``b = k % 40`` is a bijection. Its inverse first joins the splits, ``k = a * 40 + b``, and then splits the sum:
``i = k // 64``, ``j = k % 64``.

There are two representations. `itermap` proves and inverts maps: its fields are normal forms. `mixed_radix` rewrites
bindings for printing: its fields are expressions, in the spelling in which they will be printed.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mlcc.ir import Expr, Var

from .affine import Analyzer
from .poly import Poly


@dataclass(eq=False, slots=True)
class IterMark:
    """An iterator that splits refer to: a loop variable, or (with `splits`) several splits fused into one number.

    `source` is its value as a normal form; it takes the values 0 .. `extent` - 1. `used` are the ranges
    ``(lower, upper)`` of the splits taken of it so far.
    """

    source: Poly
    extent: Poly
    splits: list[IterSplit] | None
    used: list[tuple[int, int | None]] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class IterSplit:
    """``scale * (mark % upper // lower)``, which takes `extent` values; `upper` None: up to the mark's extent."""

    mark: IterMark
    lower: int
    upper: int | None
    scale: Poly
    extent: Poly

    def digit(self, analyzer: Analyzer) -> Poly:
        """The normal form of ``mark % upper // lower``."""
        value = self.mark.source
        if self.upper is not None:
            value = analyzer.floormod(value, Poly.const(self.upper))
        return analyzer.floordiv(value, Poly.const(self.lower))


@dataclass(eq=False, slots=True)
class IterSum:
    """``base + splits``, sorted by scale, greatest first; takes `extent` consecutive values from `base` on.

    `poly` is the normal form that was recognised.
    """

    splits: list[IterSplit]
    base: Poly
    extent: Poly
    poly: Poly


@dataclass(eq=False, slots=True)
class IterMarkExpr:
    """An iterator that splits refer to: a loop, or a sum with the values 0 .. `extent` - 1."""

    source: Var | IterSumExpr
    extent: Expr
    key: tuple[object, ...] = ()  # identifies the splits that the sum fuses


@dataclass(eq=False, slots=True, frozen=True)
class IterSplitExpr:
    """``mark // lower % extent * scale``."""

    mark: IterMarkExpr
    lower: Expr
    extent: Expr
    scale: Expr


@dataclass(eq=False, slots=True, frozen=True)
class IterSumExpr:
    """The sum of some splits and of a base that does not depend on the loops."""

    splits: tuple[IterSplitExpr, ...]
    base: Expr
