"""Factorisations of matrices and triangular systems, for every matrix in the last two dimensions.

Golub and Van Loan, Matrix Computations: LU with partial pivoting (3.4), Cholesky (4.2), Householder's QR (5.2),
substitution (3.1).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlcc import te
from mlcc.ir import Buffer, Expr, cast, const, minimum, select
from mlcc.te import StmtBuilder, Tensor

from ..registry import register
from ..shapes import accumulator, choice, need_float, need_shape, need_squares


def _each_matrix(b: StmtBuilder, lead: Sequence[Expr], body: Callable[[list[Any]], None]) -> None:
    """Loops over the leading dimensions; ``body(indices)``."""

    def nest(at: list[Any]) -> None:
        if len(at) == len(lead):
            body(at)
            return
        with b.loop(f"n{len(at)}", lead[len(at)]) as var:
            nest([*at, var])

    nest([])


def _read(b: StmtBuilder, source: Buffer, at: list[Any], m: Buffer) -> None:
    """A matrix into the work space `m`."""
    with b.loop("i", m.shape[0]) as i, b.loop("j", m.shape[1]) as j:
        b.store(m, b.load(source, *at, i, j), i, j)


def _write(b: StmtBuilder, m: Buffer, out: Buffer, at: list[Any], keep: Callable[[Expr, Expr], Expr]) -> None:
    """The work space `m` as a result, 0 where not `keep`."""
    with b.loop("i", out.shape[-2]) as i, b.loop("j", out.shape[-1]) as j:
        b.store(out, select(keep(i, j), b.load(m, i, j), const(0, m.dtype)), *at, i, j)


@register("linalg.lu_factor", "opaque")
def lu_factor(data: Tensor) -> tuple[Tensor, Tensor]:
    """P A = L U with partial pivoting: L (unit diagonal) and U in one (…, M, N); for each step the row, int32 from 1,
    that was exchanged with it (…, min(M, N)), as LAPACK's getrf has them."""
    need_float("linalg.lu_factor", data)
    lead, (rows, columns) = data.shape[:-2], data.shape[-2:]
    wide, steps = accumulator(data.dtype), minimum(rows, columns)

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder(rows.dtype)
        m, spare = b.alloc("matrix", (rows, columns), wide), b.alloc("spare", (1,), wide, "local")
        pivot = b.alloc("pivot", (1,), b.index, "local")

        def matrix(at: list[Any]) -> None:
            _read(b, ins[0], at, m)
            with b.loop("k", steps) as k:
                _pivot(b, m, pivot, k)
                b.store(outs[1], cast("int32", b.load(pivot, 0)) + 1, *at, k)
                _exchange(b, m, pivot, spare, k)
                with (
                    b.when(b.load(m, k, k).not_equal(const(0, wide))),
                    b.loop("i", rows - k - 1, k + 1) as i,
                ):
                    b.store(m, b.load(m, i, k) / b.load(m, k, k), i, k)
                    with b.loop("j", columns - k - 1, k + 1) as j:
                        b.store(m, b.load(m, i, j) - b.load(m, i, k) * b.load(m, k, j), i, j)
            _write(b, m, outs[0], at, lambda i, j: const(True, "bool"))

        _each_matrix(b, lead, matrix)
        return b.finish()

    results: tuple[Tensor, Tensor] = te.extern(
        [data.shape, (*lead, steps)], [data], build, [data.dtype, "int32"], "lu_factor"
    )
    return results


def _pivot(b: StmtBuilder, m: Buffer, pivot: Buffer, k: Expr) -> None:
    """The row from `k` on with the largest magnitude in column `k`."""
    b.store(pivot, k, 0)
    largest = te.abs(b.load(m, b.load(pivot, 0), k))
    with b.loop("i", m.shape[0] - k, k) as i, b.when(te.abs(b.load(m, i, k)) > largest):
        b.store(pivot, i, 0)


def _exchange(b: StmtBuilder, m: Buffer, pivot: Buffer, spare: Buffer, k: Expr) -> None:
    with b.when(b.load(pivot, 0).not_equal(k)), b.loop("j", m.shape[1]) as j:
        b.store(spare, b.load(m, k, j), 0)
        b.store(m, b.load(m, b.load(pivot, 0), j), k, j)
        b.store(m, b.load(spare, 0), b.load(pivot, 0), j)


@register("linalg.permute_rows", "opaque")
def permute_rows(data: Tensor, pivots: Tensor, inverse: bool = False) -> Tensor:
    """The rows of (…, M, N) exchanged as the `pivots` of `linalg.lu_factor` say: P A, or its inverse."""
    lead = data.shape[:-2]

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder(data.shape[-1].dtype)
        m, spare = b.alloc("matrix", data.shape[-2:], data.dtype), b.alloc("spare", (1,), data.dtype, "local")
        pivot = b.alloc("pivot", (1,), b.index, "local")

        def matrix(at: list[Any]) -> None:
            _read(b, ins[0], at, m)
            count = pivots.shape[-1]
            with b.loop("s", count) as s:
                k = count - 1 - s if inverse else s
                b.store(pivot, cast(b.index, b.load(ins[1], *at, k)) - 1, 0)
                _exchange(b, m, pivot, spare, k)
            _write(b, m, outs[0], at, lambda i, j: const(True, "bool"))

        _each_matrix(b, lead, matrix)
        return b.finish()

    result: Tensor = te.extern(data.shape, [data, pivots], build, data.dtype, "permute_rows")
    return result


@register("linalg.cholesky", "opaque")
def cholesky(data: Tensor, upper: bool = False) -> Tensor:
    """L with A = L Lᵀ, or its transpose; A is read below its diagonal (or above). NaN where A is not positive."""
    need_float("linalg.cholesky", data)
    need_squares("linalg.cholesky", data)
    size, wide = data.shape[-1], accumulator(data.dtype)

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder(size.dtype)
        m, total = b.alloc("matrix", (size, size), wide), b.alloc("total", (1,), wide, "local")

        def matrix(at: list[Any]) -> None:
            with b.loop("j", size) as j, b.loop("i", size - j, j) as i:
                b.store(total, b.load(ins[0], *at, *((j, i) if upper else (i, j))), 0)
                with b.loop("k", j) as k:
                    b.store(total, b.load(total, 0) - b.load(m, i, k) * b.load(m, j, k), 0)
                with b.when(i.equal(j)):
                    b.store(m, te.sqrt(b.load(total, 0)), i, j)
                with b.otherwise():
                    b.store(m, b.load(total, 0) / b.load(m, j, j), i, j)
            with b.loop("i", size) as i, b.loop("j", size) as j:
                source = b.load(m, *((j, i) if upper else (i, j)))
                b.store(outs[0], te.if_then_else(j >= i if upper else j <= i, source, const(0, wide)), *at, i, j)

        _each_matrix(b, data.shape[:-2], matrix)
        return b.finish()

    result: Tensor = te.extern(data.shape, [data], build, data.dtype, "cholesky")
    return result


@register("linalg.solve_triangular", "opaque")
def solve_triangular(a: Tensor, b: Tensor, upper: bool = False, unit: bool = False) -> Tensor:
    """X with A X = B: A (…, N, N) is read on one side of its diagonal, which is 1 if `unit`; B (…, N, K)."""
    need_float("linalg.solve_triangular", a)
    need_squares("linalg.solve_triangular", a)
    need_shape("linalg.solve_triangular", "the right side", b, (*a.shape[:-1], *b.shape[-1:]))
    size, wide = a.shape[-1], accumulator(a.dtype)

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        code = StmtBuilder(size.dtype)
        total = code.alloc("total", (b.shape[-1],), wide)

        def matrix(at: list[Any]) -> None:
            with code.loop("s", size) as s:
                i = size - 1 - s if upper else s
                with code.loop("j", b.shape[-1]) as j:
                    code.store(total, code.load(ins[1], *at, i, j), j)
                with code.loop("t", s) as t, code.loop("j", b.shape[-1]) as j:
                    k = size - 1 - t if upper else t
                    known = cast(wide, code.load(outs[0], *at, k, j))
                    code.store(total, code.load(total, j) - cast(wide, code.load(ins[0], *at, i, k)) * known, j)
                with code.loop("j", b.shape[-1]) as j:
                    value = code.load(total, j)
                    code.store(outs[0], value if unit else value / cast(wide, code.load(ins[0], *at, i, i)), *at, i, j)

        _each_matrix(code, b.shape[:-2], matrix)
        return code.finish()

    result: Tensor = te.extern(b.shape, [a, b], build, b.dtype, "solve_triangular")
    return result


@register("linalg.qr", "opaque")
def qr(data: Tensor, mode: str = "reduced") -> tuple[Tensor, Tensor]:
    """A = Q R by Householder's reflections, with LAPACK's signs. A (…, M, N) gives Q (…, M, K) and R (…, K, N) with
    K = min(M, N), or M where `mode` is "complete"."""
    need_float("linalg.qr", data)
    choice("linalg.qr", "mode", mode, ("reduced", "complete"))
    lead, (rows, columns) = data.shape[:-2], data.shape[-2:]
    wide, steps = accumulator(data.dtype), minimum(rows, columns)
    inner = rows if mode == "complete" else steps

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder(rows.dtype)
        m, q = b.alloc("matrix", (rows, columns), wide), b.alloc("q", (rows, rows), wide)
        reflector, scalars = b.alloc("reflector", (rows,), wide), b.alloc("scalars", (2,), wide, "local")

        def matrix(at: list[Any]) -> None:
            _read(b, ins[0], at, m)
            with b.loop("i", rows) as i, b.loop("j", rows) as j:
                b.store(q, select(i.equal(j), const(1, wide), const(0, wide)), i, j)
            with b.loop("k", minimum(rows - 1, columns)) as k:
                _reflect(b, m, q, reflector, scalars, k)
            _write(b, q, outs[0], at, lambda i, j: const(True, "bool"))
            _write(b, m, outs[1], at, lambda i, j: i <= j)

        _each_matrix(b, lead, matrix)
        return b.finish()

    results: tuple[Tensor, Tensor] = te.extern(
        [(*lead, rows, inner), (*lead, inner, columns)], [data], build, [data.dtype] * 2, "qr"
    )
    return results


def _reflect(b: StmtBuilder, m: Buffer, q: Buffer, v: Buffer, scalars: Buffer, k: Expr) -> None:
    """Step k: the reflection of column k onto its axis, applied to the matrix from the left and to Q from the right."""
    rows, columns = m.shape
    wide = m.dtype
    zero = const(0, wide)
    b.store(scalars, zero, 0)
    with b.loop("i", rows - k - 1, k + 1) as i:
        b.store(scalars, b.load(scalars, 0) + b.load(m, i, k) * b.load(m, i, k), 0)
    with b.when(b.load(scalars, 0).not_equal(zero)):
        first = b.load(m, k, k)
        norm = te.sqrt(b.load(scalars, 0) + first * first)
        b.store(scalars, select(first < 0.0, norm, -norm), 1)
        b.store(v, first - b.load(scalars, 1), k)
        with b.loop("i", rows - k - 1, k + 1) as i:
            b.store(v, b.load(m, i, k), i)
        # 2 / vᵀv, where vᵀv = 2 (norm² - norm_signed first)
        head = b.load(v, k)
        b.store(scalars, const(2, wide) / (b.load(scalars, 0) + head * head), 0)
        _apply(b, v, scalars, k, rows, columns - k, k, lambda i, j: (m, i, j))
        _apply(b, v, scalars, k, rows, rows, 0, lambda i, j: (q, j, i))


def _apply(
    b: StmtBuilder, v: Buffer, scalars: Buffer, k: Expr, rows: Expr, count: Any, low: Any, entry: Callable[..., Any]
) -> None:
    """Every line of entries less its projection on the reflector."""
    with b.loop("j", count, low) as j:
        b.store(scalars, const(0, v.dtype), 1)
        with b.loop("i", rows - k, k) as i:
            b.store(scalars, b.load(scalars, 1) + b.load(v, i) * b.load(*entry(i, j)), 1)
        b.store(scalars, b.load(scalars, 1) * b.load(scalars, 0), 1)
        with b.loop("i", rows - k, k) as i:
            buffer, *where = entry(i, j)
            b.store(buffer, b.load(buffer, *where) - b.load(scalars, 1) * b.load(v, i), *where)
