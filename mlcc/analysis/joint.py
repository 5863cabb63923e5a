"""Whether indices that take all values in each dimension take all combinations of them: ``A[v, v]`` does not."""

from __future__ import annotations

from collections.abc import Container, Sequence

from mlcc.ir import Var

from .itermap import find_iter_map
from .poly import Digit, Poly
from .simplify import Analyzer


def meet_everywhere(analyzer: Analyzer, starts: Sequence[Poly], inner: Container[Var], strict: bool = False) -> bool:
    """Whether the indices `starts` take all combinations of their values while the variables of `inner` vary.

    They do where no variable occurs in two dimensions, and where it occurs in disjoint digits of one source, as in
    ``A[v // 4, v % 4]``. Where 4 does not divide the extent of `v`, the last row of the box is incomplete; the elements
    that are missing correspond to no value of `v`. With `strict`, such an access does not count.
    """
    moving = [{v for v in start.variables() if v in inner} for start in starts]
    shared = {v for k, names in enumerate(moving) for v in names if any(v in other for other in moving[:k])}
    if not shared or (not strict and all(_has_own_digits(var, starts) for var in shared)):
        return True
    return find_iter_map(starts, [v for names in moving for v in names], analyzer) is not None


def _has_own_digits(var: Var, starts: Sequence[Poly]) -> bool:
    """Whether a variable occurs only in disjoint digits of one source."""
    atoms = [a for start in starts for mono in start.terms for a in mono if var in Poly.atom(a).variables()]
    digits = [a for a in atoms if isinstance(a, Digit)]
    if len(digits) < len(atoms) or any(d.source != digits[0].source for d in digits):
        return False
    ranges = sorted(((d.lower, d.upper) for d in digits), key=lambda item: item[0])
    return all(end is not None and end <= start for (_, end), (start, _) in zip(ranges, ranges[1:], strict=False))
