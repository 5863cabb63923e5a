"""Factorisations, triangular systems, inverses and determinants, in terms of the kernels of `linalg.*`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mlcc.ir import GraphExpr

from ..registry import aten
from ..translation import Translation
from .reduce import vector_norm


def _lead(t: Translation, x: GraphExpr) -> list[Any]:
    return t.shape(x)[:-2]


def _turned(t: Translation, x: GraphExpr) -> GraphExpr:
    """The transposes of matrices."""
    rank = t.rank(x)
    return t.emit("transpose", x, axes=[*range(rank - 2), rank - 1, rank - 2])


def _factors(t: Translation, a: GraphExpr) -> list[GraphExpr]:
    return t.ctx.emit_multi("linalg.lu_factor", 2, a)


def _success(t: Translation, a: GraphExpr) -> GraphExpr:
    """LAPACK's `info` of matrices that have a factorisation; others give what the arithmetic gives, NaN or infinity."""
    return t.full(_lead(t, a), 0, "int32")


def _together(t: Translation, a: GraphExpr, b: GraphExpr) -> tuple[GraphExpr, GraphExpr]:
    """Both with all leading dimensions of either."""
    one, other = _lead(t, a), _lead(t, b)
    rank = max(len(one), len(other))
    padded = [[1] * (rank - len(dims)) + dims for dims in (one, other)]
    lead = [p if isinstance(q, int) and q == 1 else q for p, q in zip(*padded, strict=True)]
    return (
        t.expand(a, [*lead, *t.shape(a)[-2:]]),
        t.expand(b, [*lead, *t.shape(b)[-2:]]),
    )


def _triangular(t: Translation, a: GraphExpr, b: GraphExpr, upper: bool, unit: bool = False) -> GraphExpr:
    a, b = _together(t, a, b)
    return t.emit("linalg.solve_triangular", a, b, upper=upper, unit=unit)


def _identity(t: Translation, like: GraphExpr) -> GraphExpr:
    return t.emit("eye_like", like) if t.rank(like) == 2 else t.expand(_eye(t, t.shape(like)[-1]), t.shape(like))


def _eye(t: Translation, size: Any) -> GraphExpr:
    return t.emit("eye_like", t.full([size, size], 0))


def _solved(t: Translation, lu: GraphExpr, pivots: GraphExpr, b: GraphExpr) -> GraphExpr:
    """X with L U X = P B."""
    lu, b = _together(t, lu, b)
    pivots = t.expand(pivots, [*_lead(t, lu), t.shape(lu)[-1]])
    below = _triangular(t, lu, t.emit("linalg.permute_rows", b, pivots), upper=False, unit=True)
    return _triangular(t, lu, below, upper=True)


@aten("linalg_lu_factor_ex")
def lu_factor(t: Translation, a: GraphExpr, pivot: bool = True, check_errors: bool = False) -> list[GraphExpr]:
    _need_pivots(t, pivot)
    return [*_factors(t, a), _success(t, a)]


def _need_pivots(t: Translation, pivot: bool) -> None:
    if not pivot:
        raise t.error("I121", "a factorisation without pivots", help="leave `pivot` as it is")


@aten("linalg_lu")
def lu(t: Translation, a: GraphExpr, pivot: bool = True) -> list[GraphExpr]:
    _need_pivots(t, pivot)
    factors, pivots = _factors(t, a)
    return lu_unpack(t, factors, pivots)


@aten("lu_unpack")
def lu_unpack(
    t: Translation, lu: GraphExpr, pivots: GraphExpr, unpack_data: bool = True, unpack_pivots: bool = True
) -> list[GraphExpr]:
    """P, L and U with A = P L U."""
    lead = _lead(t, lu)
    rows, columns = (t.static(size, "matrix") for size in t.shape(lu)[-2:])
    least = min(rows, columns)
    nothing = t.full([0], 0, t.ctx.dtype(lu))
    p = lower = upper = nothing
    if unpack_pivots:
        identity = t.expand(_eye(t, rows), [*lead, rows, rows])
        p = t.emit("linalg.permute_rows", identity, pivots, inverse=True)
    if unpack_data:
        rank = len(lead)
        left = t.emit("strided_slice", lu, begin=[0], end=[least], axes=[rank + 1], strides=[1])
        right = t.emit("strided_slice", lu, begin=[0], end=[least], axes=[rank], strides=[1])
        strict = t.onnx("Trilu", left, t.constant(-1, "int64"), upper=0)
        lower = t.emit("add", strict, t.constant(np.eye(rows, least)))
        upper = t.onnx("Trilu", right, t.constant(0, "int64"), upper=1)
    return [p, lower, upper]


@aten("linalg_lu_solve")
def lu_solve(
    t: Translation, lu: GraphExpr, pivots: GraphExpr, b: GraphExpr, *, left: bool = True, adjoint: bool = False
) -> GraphExpr:
    """A X = B, or X A = B, or with Aᵀ for A."""
    if left != adjoint:
        made = _solved(t, lu, pivots, b if left else _turned(t, b))
        return made if left else _turned(t, made)
    # Aᵀ X = B: Uᵀ Lᵀ (P X) = B
    lu, b = _together(t, lu, b if left else _turned(t, b))
    pivots = t.expand(pivots, [*_lead(t, lu), t.shape(lu)[-1]])
    turned = _turned(t, lu)
    inner = _triangular(t, turned, _triangular(t, turned, b, upper=False), upper=True, unit=True)
    made = t.emit("linalg.permute_rows", inner, pivots, inverse=True)
    return made if left else _turned(t, made)


@aten("_linalg_solve_ex")
def solve(
    t: Translation, a: GraphExpr, b: GraphExpr, *, left: bool = True, check_errors: bool = False
) -> list[GraphExpr]:
    """The solution, the factors and pivots, and `info`."""
    vector = t.rank(b) == 1 or (t.rank(b) == t.rank(a) - 1 and t.shape(b) == t.shape(a)[:-1])
    rhs = t.reshape(b, [*t.shape(b), 1]) if vector else b
    lu, pivots = _factors(t, a)
    if left:
        made = _solved(t, lu, pivots, rhs)
    else:
        turned_lu, turned_pivots = _factors(t, _turned(t, a))
        made = _turned(t, _solved(t, turned_lu, turned_pivots, _turned(t, rhs)))
    return [t.reshape(made, t.dims), lu, pivots, _success(t, a)]


@aten("linalg_inv_ex")
def inverse(t: Translation, a: GraphExpr, *, check_errors: bool = False) -> list[GraphExpr]:
    factors, pivots = _factors(t, a)
    return [_solved(t, factors, pivots, _identity(t, a)), _success(t, a)]


def _diagonal(t: Translation, a: GraphExpr) -> GraphExpr:
    masked = t.emit("where", t.cast(_identity(t, a), "bool"), a, t.constant(0, t.ctx.dtype(a)))
    return t.emit("sum", masked, axis=[t.rank(a) - 1], keepdims=False)


def _sign_of_exchanges(t: Translation, pivots: GraphExpr) -> GraphExpr:
    """1 for an even number of rows that change their place, else -1."""
    size = t.static(t.shape(pivots)[-1], "matrix")
    own = t.constant(range(1, size + 1), "int32")
    moved = t.cast(t.emit("not_equal", pivots, own), "int32")
    odd = t.emit("floor_mod", t.emit("sum", moved, axis=[t.rank(pivots) - 1], keepdims=False), t.constant(2, "int32"))
    return t.emit("subtract", t.constant(1), t.emit("multiply", t.cast(odd), t.constant(2)))


@aten("_linalg_det")
def determinant(t: Translation, a: GraphExpr) -> list[GraphExpr]:
    """The determinant, the factors and the pivots."""
    factors, pivots = _factors(t, a)
    value = t.emit("prod", _diagonal(t, factors), axis=[t.rank(a) - 2], keepdims=False)
    return [t.emit("multiply", value, _sign_of_exchanges(t, pivots)), factors, pivots]


@aten("_linalg_slogdet")
def log_determinant(t: Translation, a: GraphExpr) -> list[GraphExpr]:
    """The sign and the logarithm of the magnitude of the determinant, the factors and the pivots."""
    factors, pivots = _factors(t, a)
    diagonal, last = _diagonal(t, factors), [t.rank(a) - 2]
    signs = t.emit("prod", t.emit("sign", diagonal), axis=last, keepdims=False)
    sizes = t.emit("sum", t.emit("log", t.emit("abs", diagonal)), axis=last, keepdims=False)
    return [t.emit("multiply", signs, _sign_of_exchanges(t, pivots)), sizes, factors, pivots]


@aten("linalg_cholesky_ex")
def cholesky(t: Translation, a: GraphExpr, *, upper: bool = False, check_errors: bool = False) -> list[GraphExpr]:
    return [t.emit("linalg.cholesky", a, upper=upper), _success(t, a)]


@aten("cholesky")
def cholesky_alone(t: Translation, a: GraphExpr, upper: bool = False) -> GraphExpr:
    return t.emit("linalg.cholesky", a, upper=upper)


@aten("cholesky_solve")
def cholesky_solve(t: Translation, b: GraphExpr, factor: GraphExpr, upper: bool = False) -> GraphExpr:
    lower, higher = (_turned(t, factor), factor) if upper else (factor, _turned(t, factor))
    return _triangular(t, higher, _triangular(t, lower, b, upper=False), upper=True)


@aten("cholesky_inverse")
def cholesky_inverse(t: Translation, factor: GraphExpr, upper: bool = False) -> GraphExpr:
    return cholesky_solve(t, _identity(t, factor), factor, upper)


@aten("linalg_solve_triangular")
def solve_triangular(
    t: Translation, a: GraphExpr, b: GraphExpr, *, upper: bool, left: bool = True, unitriangular: bool = False
) -> GraphExpr:
    if left:
        return _triangular(t, a, b, upper, unitriangular)
    return _turned(t, _triangular(t, _turned(t, a), _turned(t, b), not upper, unitriangular))


@aten("triangular_solve")
def triangular_solve(
    t: Translation, b: GraphExpr, a: GraphExpr, upper: bool = True, transpose: bool = False, unitriangular: bool = False
) -> list[GraphExpr]:
    matrix = _turned(t, a) if transpose else a
    made = _triangular(t, matrix, b, upper != transpose, unitriangular)
    return [made, t.expand(a, [*_lead(t, made), *t.shape(a)[-2:]])]


@aten("linalg_qr")
def qr(t: Translation, a: GraphExpr, mode: str = "reduced") -> list[GraphExpr]:
    q, r = t.ctx.emit_multi("linalg.qr", 2, a, mode="complete" if mode == "complete" else "reduced")
    return [t.full([0], 0) if mode == "r" else q, r]


@aten("_cdist_forward")
def distances(t: Translation, a: GraphExpr, b: GraphExpr, p: float, compute_mode: Any = None) -> GraphExpr:
    """The p-norms of the differences of each row of one with each row of the other."""
    rows, columns = t.shape(a), t.shape(b)
    left = t.reshape(a, [*rows[:-1], 1, rows[-1]])
    right = t.reshape(b, [*columns[:-2], 1, *columns[-2:]])
    far = t.emit("subtract", left, right)
    return vector_norm(t, far, p, [t.rank(far) - 1])


@aten("dist")
def distance(t: Translation, a: GraphExpr, b: GraphExpr, p: Any = 2) -> GraphExpr:
    return vector_norm(t, t.emit("subtract", a, b), p)


@aten("linalg_cross")
def cross(t: Translation, a: GraphExpr, b: GraphExpr, *, dim: int = -1) -> GraphExpr:
    axis = t.axis(dim, max(t.rank(a), t.rank(b)))
    a, b = t.expand(t.cast(a), t.dims), t.expand(t.cast(b), t.dims)

    def turned(x: GraphExpr, order: Sequence[int]) -> GraphExpr:
        return t.emit("take", x, t.constant(list(order), "int64"), axis=axis)

    first = t.emit("multiply", turned(a, (1, 2, 0)), turned(b, (2, 0, 1)))
    return t.emit("subtract", first, t.emit("multiply", turned(a, (2, 0, 1)), turned(b, (1, 2, 0))))


@aten("_pdist_forward")
def pair_distances(t: Translation, x: GraphExpr, p: float = 2) -> GraphExpr:
    """The p-norms of the differences of rows i < j."""
    first, second = np.triu_indices(t.static(t.shape(x)[0], "count of rows"), 1)
    a, b = (t.emit("take", x, t.constant(rows, "int64"), axis=0) for rows in (first, second))
    return vector_norm(t, t.emit("subtract", a, b), p, [1])


@aten("_trilinear")
def trilinear(
    t: Translation, a: GraphExpr, b: GraphExpr, c: GraphExpr, expand_a: Sequence[int], expand_b: Sequence[int],
    expand_c: Sequence[int], sumdim: Sequence[int], unroll_dim: int = 1,
) -> GraphExpr:  # fmt: skip
    """The sum over axes of the product of three tensors, which have new axes."""
    parts = [
        t.emit("expand_dims", x, axis=list(axes)) if axes else x
        for x, axes in ((a, expand_a), (b, expand_b), (c, expand_c))
    ]
    product = t.emit("multiply", t.emit("multiply", parts[0], parts[1]), parts[2])
    return t.emit("sum", product, axis=list(sumdim), keepdims=False) if sumdim else product
