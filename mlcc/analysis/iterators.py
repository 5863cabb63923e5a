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

All numbers are normal forms, as they may be symbolic. `itermap` recognises sums in normal forms, to prove and invert
maps; `bindings` reads them from expressions as they are written, to write them in a shorter spelling.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mlcc.ir import Var

from .poly import ZERO, Poly


@dataclass(eq=False, slots=True, frozen=True)
class IterMark:
    """An iterator that splits refer to, with the values 0 .. `extent` - 1: a loop, or a sum of fused iterators."""

    source: Var | IterSum
    extent: Poly


@dataclass(eq=False, slots=True, frozen=True)
class IterSplit:
    """``scale * (mark // lower % extent)``."""

    mark: IterMark
    lower: Poly
    extent: Poly
    scale: Poly

    @property
    def upper(self) -> Poly:
        """The least multiple of `lower` that the split does not reach: ``mark % upper // lower`` is its value."""
        return self.lower.times(self.extent)


@dataclass(eq=False, slots=True, frozen=True)
class IterSum:
    """The sum of some splits and of a base that does not depend on the loops."""

    splits: tuple[IterSplit, ...]
    base: Poly = ZERO


def splits_by_mark(sums: Iterable[IterSum]) -> dict[IterMark, list[IterSplit]]:
    """The splits that some sums, and the sums fused in their marks, take of each mark."""
    result: dict[IterMark, list[IterSplit]] = {}

    def collect(total: IterSum) -> None:
        for split in total.splits:
            if split.mark not in result:
                result[split.mark] = []
                if isinstance(split.mark.source, IterSum):
                    collect(split.mark.source)
            result[split.mark].append(split)

    for total in sums:
        collect(total)
    return result
