"""Normal forms of integer expressions: equal expressions have equal ones, and they keep the value."""

from __future__ import annotations

import pytest
from evaluated import F, I, J, text, value

from mlcc.analysis import Analyzer, Poly, normal, simplify
from mlcc.ir import Var, const, maximum, minimum

N = Var("n")


def test_digits_of_a_split_number_are_put_together_again() -> None:
    # three dimensions of 8, 33 and 768, whose product is walked in chunks of 3168
    outer, inner = Var("outer"), Var("inner")
    whole = outer * 3168 + inner
    index = whole // 25344 * 25344 + whole % 25344 // 768 * 768 + whole % 768
    known = {outer: (0, 64), inner: (0, 3168)}
    assert text(simplify(index, known)) == text(simplify(whole, known))


def test_digits_by_symbolic_lengths_are_put_together_again() -> None:
    whole = F * 4096 + I
    row = N * 768
    index = whole // row * row + whole % row // 768 * 768 + whole % 768
    assert text(simplify(index, {F: (0, 24), I: (0, 4096)})) == text(simplify(whole))


def test_inner_dimensions_of_symbolic_lengths_are_put_together_again() -> None:
    """Blocks of 8 channels of an image of N rows of W pixels, of which all dimensions are walked as one."""
    width = Var("w")
    image, row = N * width * 32, width * 8
    index = F // image * image + F % image // (N * row) * (N * row) + F % (N * row) // row * row + F % row
    assert text(simplify(index, {F: (0, 640)}, positive=[N, width])) == text(F)
    other = F % (N * row + 8) // row * row + F % row  # no multiple of a row: its remainder is another one
    assert "%" in text(simplify(other, {F: (0, 640)}, positive=[N, width]))


def test_parts_of_a_row_of_tiles_are_put_together_again() -> None:
    """Every second row is in one tile, the others in the next: tiles of N in a row are numbered in rows of both."""
    row, within = F // (N * 4), F % (N * 4) // (N * 2)
    assert text(simplify(within % 2)) == text(simplify(within))
    assert text(simplify((row * 8 + I * 2 + within) // 8, {I: (0, 4)})) == text(simplify(row))
    for scale in (const(1), J):
        assert text(simplify(row * 2 * scale + within * scale)) == text(simplify(F // (N * 2) * scale))
    tile = (row * 2 + within) * (N * 2) + F % (N * 2) // 2 * 2 + F % 2
    assert text(simplify(tile)) == text(F)
    for other in (row * 3 + within, row * 2 + F % (N * 6) // (N * 2), row * 2 + (F + N) % (N * 4) // (N * 2)):
        for f, n in ((0, 1), (37, 3), (101, 5), (6, 1)):
            at = {F: f, N: n}
            assert value(simplify(other), at) == value(other, at)


def test_remainders_without_a_quotient_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proofs merge sums by the thousand: no expression of a quotient is made that the sum does not have."""
    analyzer = Analyzer({I: (0, 10), F: (0, 640)})
    by_size, by_zero = analyzer.poly(F % N * 2 + I), analyzer.poly(F % const(0)) + analyzer.poly(F // const(0))
    monkeypatch.setattr(normal, "to_expr", None)
    assert analyzer.merge(by_size) is by_size
    assert analyzer.merge(by_zero) is by_zero


def test_equal_expressions_have_equal_normal_forms() -> None:
    analyzer = Analyzer({I: (0, 10), J: (0, 64), F: (0, 640)})
    for one, other in (
        ((I * 64 + J) // 64, I),
        ((I * 64 + J) % 16, J % 16),
        (J % 16 // 4, J // 4 % 4),
        ((I * 8 + J // 8) // 24, I // 3),
        (J // 16 * 16 + J % 16, J),
        (F // 4 // 16, F // 64),
        ((I + J) * (I - J), I * I - J * J),
        (minimum(I, 9), I),
        (maximum(J, I - 10), J),
    ):
        assert analyzer.merge(analyzer.poly(one)) == analyzer.merge(analyzer.poly(other)), text(one)
    for one, other in (((I * 63 + J) // 63, I), (J % 16 // 4, J // 4), (F // 4, F // 5), (minimum(I, 8), I)):
        assert analyzer.merge(analyzer.poly(one)) != analyzer.merge(analyzer.poly(other)), text(one)


def test_division_rounds_down_for_negative_values() -> None:
    analyzer = Analyzer({J: (-7, 15)})
    for divisor in (1, 2, 3, 4):
        for offset in range(-4, 5):
            expr = (J * divisor + offset) // divisor, (J * divisor + offset) % divisor
            quotient, remainder = (analyzer.simplify(e) for e in expr)
            for j in range(-7, 8):
                assert value(quotient, {J: j}) == (j * divisor + offset) // divisor
                assert value(remainder, {J: j}) == (j * divisor + offset) % divisor


def test_division_by_a_symbolic_length() -> None:
    analyzer = Analyzer({I: (0, 8), J: (0, N)}, [N])
    assert analyzer.poly((I * N + J) // N) == analyzer.poly(I)
    assert analyzer.poly((I * N + J) % N) == analyzer.poly(J)
    assert analyzer.poly((I * N + J + 1) // N) != analyzer.poly(I)  # J may be N - 1
    assert analyzer.merge(analyzer.poly(I // N * N + I % N)) == analyzer.poly(I)


def test_a_split_number_has_digits_by_symbolic_lengths() -> None:
    """All elements of (m, n, 64) by vectors of 16: where a vector lies in a row does not depend on the row's length."""
    vector, lane = Var("vector"), Var("lane")
    whole, rows = vector * 16 + lane, N * 64
    known = {vector: (0, N * 4), lane: (0, 16)}
    index = whole // rows * rows + whole % rows // 64 * 64 + whole % 64
    assert text(simplify(index, known, positive=[N])) == text(simplify(whole, known))
    analyzer = Analyzer({J: (-9, 30), I: (0, 16)}, [N])
    for expr in ((J * 16 + I + 35) // (N * 24), (J * 16 + I + 35) % (N * 24)):
        for j, i, n in ((-9, 0, 1), (-2, 15, 2), (7, 5, 3), (20, 12, 1)):
            at = {J: j, I: i, N: n}
            assert value(analyzer.simplify(expr), at) == value(expr, at)
    # where the divisor may be negative, the remainder would be on its other side
    assert text(simplify(whole % rows, {lane: (0, 16)})) != text(simplify(whole % rows, known, positive=[N]))


def test_replacement_normalises_again() -> None:
    analyzer = Analyzer({I: (0, 8), J: (0, 4)})
    whole = analyzer.poly(F // 4)
    assert analyzer.replace(whole, {F: analyzer.poly(I * 4 + J)}) == analyzer.poly(I)
    assert analyzer.replace(whole, {I: Poly.const(3)}) == whole
