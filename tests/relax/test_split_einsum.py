"""Einsums of two operands, as products of matrices."""

from __future__ import annotations

import numpy as np
import pytest

from mlcc.ir import Var, verify
from mlcc.relax.transform import SplitEinsum

from .graphs import assert_close, compiled, constants, graph, interpret, normal, operators

SIZES = {"a": 2, "b": 3, "h": 4, "i": 5, "j": 6, "k": 7, "l": 2}


def shape(letters: str) -> tuple[int, ...]:
    return tuple(SIZES[c] for c in letters)


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("equation", "calls"),
    [
        ("ik,kj->ij", ["matmul"]),
        ("ik,jk->ij", ["matmul"]),
        ("ki,kj->ij", ["transpose", "matmul"]),
        ("ik,kj->ji", ["matmul", "transpose"]),
        ("abik,abjk->abij", ["matmul"]),
        ("aihk,ajhk->ahij", ["transpose", "transpose", "matmul"]),
        ("ahij,ajhk->aihk", ["transpose", "matmul", "transpose"]),
        ("aik,khj->aihj", ["reshape", "reshape", "matmul", "reshape"]),
        ("aihk,hkj->aij", ["reshape", "reshape", "matmul", "reshape"]),
        ("ak,k->a", ["reshape", "matmul", "reshape"]),
        ("ak,ak->a", ["reshape", "reshape", "matmul", "reshape"]),
        ("ik, kj -> ij", ["matmul"]),
    ],
)
def test_products(equation: str, calls: list[str]) -> None:
    left, right = equation.replace(" ", "").split("->")[0].split(",")
    before = graph(lambda o, x, y: o.einsum([x, y], equation=equation), x=shape(left), y=shape(right))
    after = SplitEinsum()(before)
    verify(after)
    assert operators(after) == calls
    x, y = normal(*shape(left)), normal(*shape(right), seed=1)
    want = [np.einsum(equation, x, y)]
    assert_close(interpret(after, x, y), want)
    assert_close(compiled(before, x, y), want)


def test_sizes_may_be_symbolic() -> None:
    n, i, other = Var("n", "int64"), Var("i", "int64"), Var("m", "int64")
    equation = "aihk,ajhk->ahij"
    before = graph(lambda o, x, y: o.einsum([x, y], equation=equation), x=(n, i, 4, 7), y=(n, 6, 4, 7))
    after = SplitEinsum()(before)
    verify(after)
    assert operators(after) == ["transpose", "transpose", "matmul"]
    merged = graph(lambda o, x, y: o.einsum([x, y], equation="aihk,hkj->aij"), x=(n, i, 4, 7), y=(4, 7, 3))
    assert operators(SplitEinsum()(merged)) == ["reshape", "reshape", "matmul", "reshape"]
    for size in (1, 5, 9):
        x, y, z = normal(2, size, 4, 7), normal(2, 6, 4, 7, seed=1), normal(4, 7, 3, seed=2)
        assert_close(compiled(after, x, y), [np.einsum(equation, x, y)])
        assert_close(compiled(SplitEinsum()(merged), x, z), [np.einsum("aihk,hkj->aij", x, z)])
    unknown = graph(lambda o, x, y: o.einsum([x, y], equation="ik,kj->ij"), x=(3, n), y=(other, 4))
    assert operators(SplitEinsum()(unknown)) == ["einsum"]


def test_constants_are_moved_while_compiling() -> None:
    w = normal(4, 7, 6)
    after = SplitEinsum()(graph(lambda o, x: o.einsum([x, w], equation="aik,hkj->aihj"), x=(2, 5, 7)))
    assert operators(after) == ["reshape", "matmul", "reshape"]
    assert constants(after)[0].shape == (7, 24)
    x = normal(2, 5, 7)
    assert_close(interpret(after, x), [np.einsum("aik,hkj->aihj", x, w)])


@pytest.mark.parametrize("equation", ["ij,ij->ij", "i,j->ij", "ij,jk->i", "ii,ij->ij", "...ij,jk->...ik", "ij,jk"])
def test_other_einsums_stay(equation: str) -> None:
    left, right = equation.split("->")[0].replace("...", "").split(",")
    x, y = [3] * len(left), [3] * len(right)
    after = SplitEinsum()(graph(lambda o, x, y: o.einsum([x, y], equation=equation), x=x, y=y))
    assert operators(after) == ["einsum"]
