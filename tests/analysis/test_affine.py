"""Proofs about integers are right, and the expected ones succeed."""

from __future__ import annotations

import itertools

from evaluated import RANGES, VALUES, F, I, J, integers, some, text, value
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcc.analysis import Analyzer, can_prove, conjunction, conjuncts, negation, simplify, to_expr
from mlcc.analysis.affine import Prover
from mlcc.analysis.poly import Poly
from mlcc.ir import Binary, Expr, Var, all_of, binary, const

N = Var("n")


@settings(max_examples=200, deadline=None)
@given(integers(), integers(), st.sampled_from(["lt", "le", "gt", "ge", "eq", "ne"]))
def test_proofs_are_right(a: Expr, b: Expr, op: str) -> None:
    condition = Binary(op, a, b)
    proven, refuted = can_prove(condition, RANGES), Analyzer(RANGES).can_disprove(condition)
    assert not (proven and refuted)
    for env in some(5):
        result = bool(value(condition, env))
        assert not proven or result
        assert not refuted or not result


def test_symbolic_extents() -> None:
    k, tile, inner = Var("k"), Var("k_0"), Var("k_1")
    ranges = {k: (0, N), tile: (0, (N + 7) // 8), inner: (0, const(8))}
    assert can_prove(k < N, ranges, [N])
    assert can_prove(k * 2 <= N * 2 - 2, ranges, [N])
    assert can_prove(tile * 8 < N, ranges, [N])
    assert can_prove(tile * 8 + inner < N + 7, ranges, [N])
    assert not can_prove(tile * 8 + inner < N, ranges, [N])
    assert not can_prove(k < N - 1, ranges, [N])
    assert can_prove(N >= 1, ranges, [N])
    assert not can_prove(N >= 1, ranges)
    assert text(simplify((I * N + k) // N, {**RANGES, **ranges}, [N])) == "i"
    assert text(simplify((I * N + k) % N, {**RANGES, **ranges}, [N])) == "k"
    assert text(simplify(k // 8 * 8 + k % 8, ranges, [N])) == "k"


def test_a_size_times_a_number() -> None:
    """An index of a loop over twice a size, split by the size, is in its range."""
    outer, inner = Var("i"), Var("j")
    ranges = {inner: (0, N), outer: (0, 2)}
    assert can_prove(outer * N + inner < N * 2, ranges, [N])
    assert not can_prove(outer * N + inner < N * 2 - 1, ranges, [N])
    assert not can_prove(outer * N + inner < N * 2, {inner: (0, N), outer: (0, 3)}, [N])


def test_assumptions() -> None:
    analyzer = Analyzer({I: (0, 15), J: (0, 9)})
    guard = I * 9 + J < 128
    assert not analyzer.can_prove(guard)
    analyzer.assume(guard)
    assert analyzer.can_prove(guard)
    assert analyzer.can_prove(I * 9 + J <= 127)
    assert analyzer.can_prove(all_of(guard, I >= 0))


def test_conditions_are_taken_apart() -> None:
    parts = [I < 3, J >= 1, F > 2]
    assert conjuncts(all_of(*parts)) == parts
    assert conjuncts(const(True)) == []
    assert text(negation(I < 3)) == "i >= 3"


def test_a_sign_without_its_division() -> None:
    """``(i + 5) // 4 - f >= 0`` is said without `//`, and holds for the same values."""
    analyzer = Analyzer({I: (0, 5), F: (0, 24)})
    (sign,) = analyzer.comparison_polys(binary("le", F, (I + 5) // 4))
    plain = to_expr(analyzer.undivided(sign), "int32")
    assert "//" not in text(plain)
    for i, f in itertools.product(VALUES[I], VALUES[F]):
        assert (value(plain, {I: i, F: f}) >= 0) == (f <= (i + 5) // 4)


@settings(max_examples=100, deadline=None)
@given(integers(), integers(), st.sampled_from(["lt", "le", "gt", "ge", "eq", "ne"]))
def test_rewritten_comparisons_hold_for_the_same_values(a: Expr, b: Expr, op: str) -> None:
    condition = Binary(op, a, b)
    tight = Analyzer(RANGES).tightened(condition)
    opposite = negation(condition)
    for env in some(7):
        assert bool(value(tight, env)) == bool(value(condition, env)), text(tight)
        assert bool(value(opposite, env)) != bool(value(condition, env))


def test_terms_that_cannot_decide_a_comparison_are_left_out() -> None:
    analyzer = Analyzer({I: (0, 8), J: (0, 8)})
    assert text(analyzer.tightened(I * 8 + J < 48)) == "i < 6"
    assert "j" in text(analyzer.tightened(I * 8 + J < 47))


def test_assumptions_end_with_their_copy() -> None:
    analyzer = Analyzer({I: (0, 15)})
    inside = analyzer.copy()
    inside.assume(I < 4)
    inside.bind(J, 0, 3)
    assert inside.can_prove(I + J <= 5)
    assert not analyzer.can_prove(I < 4)
    assert not analyzer.knows(J)


def test_conjunction_puts_together_what_conjuncts_takes_apart() -> None:
    parts = [I < 3, J >= 1, F > 2]
    assert conjuncts(conjunction(parts)) == parts
    assert text(conjunction([])) == "T.bool(True)"


def test_equal_expressions() -> None:
    analyzer = Analyzer(RANGES)
    assert analyzer.equal((I + 1) * 4 - 4, I * 4)
    assert analyzer.equal(F // 8 * 8 + F % 8, F)
    assert not analyzer.equal(F // 8 * 8, F)


class _Counting(Prover):
    """Counts the sums that proofs come to."""

    __slots__ = ("sums",)

    def __init__(self, ranges: dict[Var, tuple[int, int]]) -> None:
        self.sums = 0
        super().__init__(ranges)

    def _prove(self, poly: Poly, depth: int) -> bool:
        self.sums += 1
        return super()._prove(poly, depth)


def test_sums_are_met_once_however_divisions_are_ordered() -> None:
    """Sizes that a network halves again and again, with padding computed from each: divisions within divisions."""
    n, m, i = Var("n", "int64"), Var("m", "int64"), Var("i", "int64")
    halved: list[Expr] = [n]
    for _ in range(3):
        halved.append((halved[-1] + 1) // 2 + 1)
    padded = halved[1] // 3 + halved[2] // 3 + halved[3] // 3
    prover = _Counting({n: (0, 2**31), m: (0, 2**31)})
    prover.bind(i, const(0, "int64"), m)
    assert not prover.can_prove(binary("ge", halved[3] * 4 - padded - (m + 1) // 2 - i, const(0, "int64")))
    assert prover.sums < 1000, "every order of the divisions takes 60 times as many"
    assert prover.can_prove(binary("ge", halved[3] * 8 + 8 - n, const(0, "int64")))


def test_tiles_of_a_quotient_cover_it() -> None:
    """Six times (n + 80) // 96 is at least n // 16, the number of keys that a pooling leaves, though 96 times that may
    be less than n: of integers a proof needs no more than that the difference is above -1."""
    n = Var("n", "int64")
    prover = Prover({n: (0, 2**31)})
    covered, keys = (n + 80) // 96 * 6, n // 16
    assert prover.can_prove(binary("ge", covered, keys))
    assert not prover.can_prove(binary("ge", covered, keys + 1)), "n = 96 is six keys in one tile"
    assert not prover.can_prove(binary("ge", (n + 79) // 96 * 6, keys)), "n = 16 is one key and no tile"
