"""At which distances of the loops two accesses meet, against all instances."""

from __future__ import annotations

from itertools import product

import pytest
from sites import Sites

from mlcc.analysis.accesses import AccessTable
from mlcc.analysis.conflicts import EARLIER, LATER, SAME, Conflict
from mlcc.ir import Var

TEXT = """
@T.prim_func
def main(A: T.Buffer((100,))):
    for i, j in T.grid(6, 4):
        A[{write}] = A[{read}] * T.float32(2)
"""


def conflict(write: str, read: str) -> tuple[Conflict, Var, Var]:
    sites = Sites(TEXT.format(write=write, read=read))
    load, store = AccessTable(sites.analyzer).below(sites.loop("i").loop).items
    i, j = sites.loop("i").loop.var, sites.loop("j").loop.var
    return Conflict(sites.analyzer, {i, j}, (), store, load), i, j


@pytest.mark.parametrize(
    ("write", "read"),
    [
        ("i * 4 + j", "i * 4 + j"), ("i * 4 + j + 1", "i * 4 + j"), ("i * 4 + j", "i * 4 + j + 3"), ("i", "i + 2"),
        ("i * 2", "i * 2 + 1"), ("i * 4 + j", "i * 4 + j + 50"), ("j", "3 - j"), ("i", "i // 2"),
        ("(i * 4 + j) // 8", "(i * 4 + j) % 8"), ("i * 5 + j", "j * 5 + i"), ("i + j", "i + j"), ("7", "i"),
    ],
)  # fmt: skip
def test_all_meetings_are_within_the_answer(write: str, read: str) -> None:
    result, i, j = conflict(write, read)
    points = list(product(range(6), range(4)))
    code = [compile(text, "index", "eval") for text in (write, read)]
    at = [{p: eval(c, {"i": p[0], "j": p[1]}) for p in points} for c in code]
    meetings = {(p[0] - q[0], p[1] - q[1]) for p in points for q in points if at[0][p] == at[1][q]}
    bounds = result.distances([i, j])
    assert bounds is not None or not meetings
    for di, dj in meetings:
        assert bounds is not None
        assert bounds[i][0] <= di <= bounds[i][1]
        assert bounds[j][0] <= dj <= bounds[j][1]
        assert result.possible({i: (di, di), j: (dj, dj)})


@pytest.mark.parametrize(("write", "read"), [("i * 2", "i * 2 + 1"), ("i * 4 + j", "i * 4 + j + 50"), ("i", "i + 6")])
def test_accesses_that_never_meet(write: str, read: str) -> None:
    result, i, j = conflict(write, read)
    assert result.distances([i, j]) is None


def test_equal_indices_meet_in_one_iteration() -> None:
    result, i, j = conflict("i * 4 + j", "i * 4 + j")
    assert result.distances([i, j]) == {i: SAME, j: SAME}
    assert not result.possible({i: EARLIER})
    assert not result.possible({j: LATER})


def test_a_shift_is_the_distance() -> None:
    result, i, j = conflict("i * 4 + j", "i * 4 + j - 1 + 1 - 4")
    assert result.distances([i, j]) == {i: (-1, -1), j: SAME}
