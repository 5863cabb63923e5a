"""Discrete Fourier transforms in O(n log n): Stockham's self-sorting algorithm with mixed radices.

A transform of length ``n = r * m`` is ``m`` butterflies of radix ``r``, a multiplication by twiddle factors, and ``r``
transforms of length ``m``. With ``j = j1 * m + j2`` and ``k = k1 + r * k2``::

    X[k1 + r*k2] = sum_j2 W(m, j2*k2) * [ W(n, j2*k1) * sum_j1 W(r, j1*k1) * x[j1*m + j2] ]
    W(n, e) = exp(-2*pi*i*e/n)

Each pass writes ``[j2][k1]`` with the frequencies found so far innermost, so that the last pass leaves the result in
order (Stockham; see Van Loan, Computational Frameworks for the Fast Fourier Transform, 1992, section 1.7). The
transforms of `LANES` neighbouring columns run together, one a vector lane: no butterfly needs a shuffle.

Real input of even length is taken as complex numbers of half the length, ``z[j] = x[2*j] + i*x[2*j + 1]``, whose
transform Z gives ``X[k] = E[k] + W(n, k) * O[k]`` with ``E = (Z[k] + conj(Z[-k])) / 2`` and
``O = (Z[k] - conj(Z[-k])) / 2i``.
"""

from __future__ import annotations

import math
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import numpy as np

from mlcc import te
from mlcc.ir import Buffer, Expr
from mlcc.te import StmtBuilder

from .butterflies import RADICES, Complex, Let, add, butterfly, multiply, scaled

Array = np.ndarray[Any, Any]
#: Transforms that run together.
LANES = 16


def radices(length: int) -> list[int]:
    """The radices of the passes of a transform: ``radices(400) == [8, 2, 5, 5]``."""
    factors: list[int] = []
    for radix in (*RADICES, *range(7, math.isqrt(length) + 1, 2)):
        while length % radix == 0:
            factors.append(radix)
            length //= radix
    return factors + [length] * (length > 1)


def unit_roots(length: int, exponents: Array) -> Array:
    """``exp(-2*pi*i*e/length)`` of integer exponents, as float64 pairs in a last dimension of 2."""
    angle = -2 * np.pi * (exponents % length) / length
    return np.stack([np.cos(angle), np.sin(angle)], -1)


@dataclass(frozen=True)
class Plan:
    """How a transform is made: of `length` points, from real numbers or complex ones.

    `half`: real input is packed into complex numbers of half the length.
    """

    length: int
    real: bool

    @property
    def half(self) -> bool:
        return self.real and self.length % 2 == 0

    @property
    def points(self) -> int:
        """The length of the complex transform."""
        return self.length // 2 if self.half else self.length

    def tables(self) -> Array:
        """All constants of the passes, float64 of shape [entries, 2], in the order in which `Passes` reads them."""
        parts, size = [], self.points
        for radix in radices(size):
            if radix not in RADICES:
                parts.append(unit_roots(radix, np.arange(radix)))
            size //= radix
            exponents = np.outer(np.arange(size), np.arange(1, radix))
            parts.append(unit_roots(size * radix, exponents).reshape(-1, 2))
        if self.half:
            parts.append(unit_roots(self.length, np.arange(self.points + 1)))
        return np.concatenate([*parts, np.ones((1, 2))])


class Passes:
    """The passes of one group of lanes, between two temporaries of shape [points, 2, LANES]."""

    def __init__(self, b: StmtBuilder, plan: Plan, table: Buffer, dtype: str) -> None:
        self.b, self.plan, self.table, self.dtype = b, plan, table, dtype
        shape = (plan.points, 2, LANES)
        self.now, self.next = b.alloc("work", shape, dtype), b.alloc("spare", shape, dtype)
        self.widest = max((r for r in radices(plan.points) if r not in RADICES), default=0)
        if self.widest:
            self.line = b.alloc("line", (self.widest, 2, LANES), dtype)
            self.sums = b.alloc("sums", (2, LANES), dtype, "local")
        self.at = 0  # the next entry of the table

    def factor(self, index: Any) -> Complex:
        return self.b.load(self.table, index, 0), self.b.load(self.table, index, 1)

    def load(self, source: Buffer, point: Any, lane: Expr) -> Complex:
        return self.b.load(source, point, 0, lane), self.b.load(source, point, 1, lane)

    def store(self, target: Buffer, value: Complex, point: Any, lane: Expr) -> None:
        for part in (0, 1):
            self.b.store(target, value[part], point, part, lane)

    def run(self) -> Buffer:
        """All passes; the buffer that holds the result."""
        done, size = 1, self.plan.points
        for radix in radices(size):
            size //= radix
            (self.known_pass if radix in RADICES else self.prime_pass)(radix, size, done)
            done *= radix
            self.now, self.next = self.next, self.now
        return self.now

    def known_pass(self, radix: int, size: int, done: int) -> None:
        b, base = self.b, self.at
        self.at += size * (radix - 1)
        with (
            b.loop("j", size) as j,
            b.loop("k", done) as k,
            b.loop("lane", LANES, kind="vectorized") as lane,
            ExitStack() as stack,
        ):
            let = Let(b, stack)
            x = [let(self.load(self.now, (j + n * size) * done + k, lane)) for n in range(radix)]
            for n, value in enumerate(butterfly(x, let)):
                if n and size > 1:
                    value = multiply(value, self.factor(base + j * (radix - 1) + (n - 1)))
                self.store(self.next, value, (j * radix + n) * done + k, lane)

    def prime_pass(self, radix: int, size: int, done: int) -> None:
        b, roots, base = self.b, self.at, self.at + radix
        self.at += radix + size * (radix - 1)
        lanes: dict[str, Any] = {"extent": LANES, "kind": "vectorized"}
        with b.loop("j", size) as j, b.loop("k", done) as k:
            with b.loop("n", radix) as n, b.loop("lane", **lanes) as lane:
                self.store(self.line, self.load(self.now, (j + n * size) * done + k, lane), n, lane)
            with b.loop("f", radix) as f:
                with b.loop("lane", **lanes) as lane:
                    for part in (0, 1):
                        b.store(self.sums, b.load(self.line, 0, part, lane), part, lane)
                with b.loop("n", radix - 1, 1) as n, b.loop("lane", **lanes) as lane:
                    value = multiply(self.load(self.line, n, lane), self.factor(roots + f * n % radix))
                    for part in (0, 1):
                        b.store(self.sums, b.load(self.sums, part, lane) + value[part], part, lane)
                twiddle = b.idx(base) + j * (radix - 1) + te.max(f - 1, 0)
                with b.loop("lane", **lanes) as lane:
                    plain = (b.load(self.sums, 0, lane), b.load(self.sums, 1, lane))
                    rotated = multiply(plain, self.factor(twiddle))
                    real, imaginary = (te.if_then_else(f > 0, rotated[n], plain[n]) for n in (0, 1))
                    self.store(self.next, (real, imaginary), (j * radix + f) * done + k, lane)

    def separate(self, value: Buffer, k: Expr, lane: Expr, let: Let) -> Complex:
        """The k-th frequency of real numbers from the transform of their pairs."""
        points = self.plan.points
        ahead = self.load(value, k % points, lane)
        behind = self.load(value, (points - k) % points, lane)
        even = let(scaled((ahead[0] + behind[0], ahead[1] - behind[1]), 0.5))
        odd = let(scaled((ahead[1] + behind[1], behind[0] - ahead[0]), 0.5))
        return add(even, multiply(odd, self.factor(self.b.idx(self.at) + k)))
