"""Run-time checks of sizes: no value exceeds the memory that was planned for it, whatever its dimensions are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mlcc.analysis import LARGEST_EXTENT, can_prove, never_negative, same, simplify
from mlcc.ir import (
    Binary,
    DerivedDim,
    Expr,
    IntImm,
    TensorStructInfo,
    ValueNumbers,
    Var,
    as_int,
    free_vars,
    readable,
    substitute,
)

from .run_time_dims import Prefix, RunTimeDims
from .size_bounds import upper_bound
from .steps import CheckStep, nbytes_of


class SizeChecks:
    """Generates the checks of one function. A check is not repeated after it in the same branch."""

    def __init__(self, sizes: RunTimeDims) -> None:
        self.sizes = sizes
        self._numbers = ValueNumbers()
        self._done: set[int] = set()

    def inside(self) -> SizeChecks:
        """The checks of a branch or a loop."""
        inner = SizeChecks(self.sizes)
        inner._numbers, inner._done = self._numbers, set(self._done)
        return inner

    def count(self, var: Var, prefix: Prefix) -> Iterator[CheckStep]:
        """A computed length is not negative and at most the extent that it is a prefix of."""
        shape = prefix.whole.info.shape
        assert shape
        message = f"the size `{var.name}`, which the model computes, is negative or more than there is room for"
        yield CheckStep(Binary("and", var >= 0, var <= shape[0]), message)

    def planned(self, info: TensorStructInfo) -> Iterator[CheckStep]:
        """No dimension is negative or exceeds the bound that memory is planned for; proved checks are omitted."""
        for dim in info.shape or ():
            is_symbol = isinstance(dim, Var) and not isinstance(dim, DerivedDim)
            if is_symbol or isinstance(dim, IntImm) or self._numbers.of(dim) in self._done:
                continue
            self._done.add(self._numbers.of(dim))
            if not never_negative(dim.value if isinstance(dim, DerivedDim) else dim):
                yield CheckStep(dim >= 0, f"a size that the model computes is negative: `{readable(dim)}`")
            bounds = self.sizes.bounds
            if any(v in bounds for v in free_vars(dim)):
                in_bounds = dim <= upper_bound(dim, bounds)
                if not can_prove(in_bounds, dict.fromkeys(free_vars(in_bounds), (0, LARGEST_EXTENT))):
                    yield CheckStep(in_bounds, f"a size that the model computes is too large: `{readable(dim)}`")

    def equal(self, want: TensorStructInfo, have: TensorStructInfo, what: str) -> Iterator[CheckStep]:
        """Two shapes are equal."""
        return self.agree(list(zip(want.shape or (), have.shape or (), strict=False)), {}, what)

    def view(self, base: TensorStructInfo, view: TensorStructInfo, *, part: bool = False) -> Iterator[CheckStep]:
        """A value has as many bytes as the view of it, and as many rows at least if that is a view of a part."""
        have, want = nbytes_of(base), nbytes_of(view)
        if as_int(have) is not None and as_int(want) is not None:
            return
        yield from self.planned(view)
        if not part:
            yield from self.agree([(want, have)], {}, "a value seen with another shape has another size")
            return
        for dim, most in zip(view.shape or (), base.shape or (), strict=True):
            if not same(dim, most) and not can_prove(dim <= most):
                yield CheckStep(dim <= most, f"a slice has more rows than there are: `{readable(dim)}`")

    def agree(self, pairs: list[tuple[Expr, Expr]], values: Mapping[Var, Expr], what: str) -> Iterator[CheckStep]:
        """The first of each pair of dimensions, with `values` substituted, equals the second."""
        for axis, (dim, actual) in enumerate(pairs):
            wanted = substitute(dim, values) if values else dim
            if wanted is actual or as_int(wanted) is not None and as_int(wanted) == as_int(actual):
                continue
            if same(wanted, actual) or same(simplify(wanted), simplify(actual)):
                continue
            message = f"{what}: `{readable(wanted)} == {readable(actual)}` does not hold (axis {axis})"
            yield CheckStep(Binary("eq", wanted, actual.astype(wanted.dtype)), message)
