"""Factorisations and triangular systems: what their parts multiply to, and what NumPy solves."""

from __future__ import annotations

import numpy as np
import pytest
from evaluation import check, evaluate, normal
from tolerances import assert_close

SIZES = [(1, 1), (4, 4), (5, 3), (3, 6)]


def _permuted(rows: int, pivots: np.ndarray) -> np.ndarray:
    matrix = np.eye(rows)
    for k, p in enumerate(pivots):
        matrix[[k, p - 1]] = matrix[[p - 1, k]]
    return matrix


@pytest.mark.parametrize("size", SIZES)
def test_lu(size: tuple[int, int]) -> None:
    a = normal(2, *size).astype("float64")
    factors, pivots = evaluate("linalg.lu_factor", a)
    least = min(size)
    for n in range(2):
        lower = np.tril(factors[n], -1)[:, :least] + np.eye(size[0], least)
        assert_close(lower @ np.triu(factors[n])[:least], _permuted(size[0], pivots[n]) @ a[n])
        assert np.abs(lower).max() <= 1
    rows = evaluate("linalg.permute_rows", a, pivots)
    assert_close(rows[1], _permuted(size[0], pivots[1]) @ a[1])
    check("linalg.permute_rows", rows, pivots, inverse=True, want=a)


@pytest.mark.parametrize("upper", [False, True])
def test_cholesky(upper: bool) -> None:
    part = normal(3, 5, 5).astype("float64")
    a = part @ part.transpose(0, 2, 1) + np.eye(5)
    wanted = np.linalg.cholesky(a)
    check("linalg.cholesky", a, upper=upper, want=wanted.transpose(0, 2, 1) if upper else wanted)
    assert np.isnan(evaluate("linalg.cholesky", -np.eye(3))).any()


@pytest.mark.parametrize("upper", [False, True])
@pytest.mark.parametrize("unit", [False, True])
def test_triangular_systems(upper: bool, unit: bool) -> None:
    a, b = normal(2, 5, 5).astype("float64") + 3 * np.eye(5), normal(2, 5, 3).astype("float64")
    triangle = np.triu(a) if upper else np.tril(a)
    if unit:
        triangle[:, range(5), range(5)] = 1
    check("linalg.solve_triangular", a, b, upper=upper, unit=unit, want=np.linalg.solve(triangle, b))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("mode", ["reduced", "complete"])
def test_qr(size: tuple[int, int], mode: str) -> None:
    a = normal(2, *size).astype("float64")
    wanted = [np.stack(part) for part in zip(*(np.linalg.qr(m, mode=mode) for m in a), strict=True)]
    check("linalg.qr", a, mode=mode, want=wanted)


def test_sizes_that_are_known_at_run_time() -> None:
    a = normal(4, 4).astype("float64")
    factors, pivots = evaluate("linalg.lu_factor", a, symbolic=[(0, 0), (0, 1)])
    wanted = evaluate("linalg.lu_factor", a)
    assert_close(factors, wanted[0])
    assert (pivots == wanted[1]).all()
