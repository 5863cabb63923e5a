"""Changes of coordinates with TVM's names: `tir.IndexMap.from_func(lambda i, j: (i // 4, j, i % 4))`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mlcc import arith
from mlcc.analysis import Analyzer
from mlcc.analysis.indexmap import IndexMap as Map
from mlcc.analysis.itermap import NotAffine
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, Var, as_int, const_like


class IndexMap:
    """Old indices to new ones. A schedule step takes it where it takes a function."""

    def __init__(self, initial_indices: Sequence[Var], final_indices: Sequence[Expr]) -> None:
        self._map = Map(tuple(initial_indices), tuple(final_indices))

    @staticmethod
    def from_func(
        mapping_function: Callable[..., Any], ndim: int | None = None, inverse_index_map: Any = None, *,
        index_dtype: str = "int64",
    ) -> IndexMap:  # fmt: skip
        """The map that a function of as many indices as it has parameters states (`ndim`: of ``*i``)."""
        names = inspect.signature(mapping_function).parameters.values()
        fixed = [p for p in names if p.kind is not p.VAR_POSITIONAL]
        count = len(fixed) if len(fixed) == len(names) else ndim
        if count is None:
            raise MlccError("T206", "a map of `*indices` needs `ndim`", help="IndexMap.from_func(f, ndim=2)")
        found = Map.from_function(mapping_function, count, index_dtype)
        return IndexMap(found.params, found.exprs)

    @property
    def initial_indices(self) -> tuple[Var, ...]:
        """The variables that stand for the old indices."""
        return self._map.params

    @property
    def final_indices(self) -> tuple[Expr, ...]:
        """The new indices."""
        return self._map.exprs

    def __call__(self, *indices: Any) -> tuple[Expr, ...]:
        return self.map_indices(indices)

    def __repr__(self) -> str:
        new = ", ".join(expr.script() for expr in self.final_indices)
        return f"({', '.join(v.name for v in self.initial_indices)}) -> ({new})"

    def map_indices(self, indices: Sequence[Any]) -> tuple[Expr, ...]:
        """The new coordinates of a point, simplified. Raises T206 for another number of indices."""
        self._check(len(indices))
        given = [const_like(i, v.dtype) for i, v in zip(indices, self.initial_indices, strict=True)]
        return self._map.apply(given, Analyzer())

    def map_shape(self, shape: Sequence[Any]) -> tuple[Expr, ...]:
        """The shape of the least box that contains every mapped point. Raises T206 where it is not known."""
        self._check(len(shape))
        sizes = self._map.map_shape(self._sizes(shape))
        if sizes is None:
            raise MlccError("T206", f"the extents of {self!r} are not known")
        return sizes

    def map_tensor(self, data: Any) -> np.ndarray:
        """An array with its elements at their new places; zeros where none comes. Raises T206 as `map_shape`."""
        array = np.asarray(data.numpy() if hasattr(data, "numpy") else data)
        sizes = [as_int(size) for size in self.map_shape(array.shape)]
        result = np.zeros([size or 0 for size in sizes], array.dtype)
        for at in np.ndindex(*array.shape):
            result[tuple(as_int(i) or 0 for i in self.map_indices(at))] = array[at]
        return result

    map_ndarray = map_tensor

    def inverse(self, shape: Sequence[Any]) -> IndexMap:
        """New indices to old ones, for a buffer of `shape`. Raises T206 where there is no inverse, or only of some."""
        self._check(len(shape))
        sizes = self._sizes(shape)
        values = [Var(f"i{n}", self.initial_indices[0].dtype) for n in range(len(self.final_indices))]
        try:
            old = self._map.inverse(sizes, values)
        except NotAffine as error:
            raise MlccError("T206", f"{self!r} has no inverse over {tuple(shape)}: {error}") from error
        if not self._map.is_bijective(sizes):
            raise MlccError("T206", f"{self!r} leaves gaps over {tuple(shape)}", help="pad the buffer first")
        return IndexMap(values, old)

    def is_equivalent_to(self, other: IndexMap) -> bool:
        """Whether the maps give the same new indices, as far as simplification shows."""
        if len(other.initial_indices) != len(self.initial_indices):
            return False
        prove = arith.Analyzer().can_prove_equal
        mine, theirs = self.map_indices(self.initial_indices), other.map_indices(self.initial_indices)
        return len(mine) == len(theirs) and all(prove(a, b) for a, b in zip(mine, theirs, strict=True))

    def _sizes(self, shape: Sequence[Any]) -> list[Expr]:
        return [const_like(size, v.dtype) for size, v in zip(shape, self.initial_indices, strict=True)]

    def _check(self, count: int) -> None:
        if count != len(self.initial_indices):
            raise MlccError("T206", f"{self!r} is of {len(self.initial_indices)} indices, not {count}")
