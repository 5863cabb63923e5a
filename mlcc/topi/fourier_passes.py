"""Discrete Fourier transforms in O(n log n): mixed radices, one sub-transform after the other, and chirps.

A transform of length ``n = r * m`` is ``m`` butterflies of radix ``r``, a multiplication by twiddle factors, and ``r``
transforms of length ``m``. With ``j = j1 * m + j2`` and ``k = k1 + r * k2``::

    X[k1 + r*k2] = sum_j2 W(m, j2*k2) * [ W(n, j2*k1) * sum_j1 W(r, j1*k1) * x[j1*m + j2] ]
    W(n, e) = exp(-2*pi*i*e/n)

The first pass writes ``[k1][j2]``: the r transforms that follow have their points together, and each runs to its end
before the next, in a temporary that stays in L1. Their passes write ``[j2][k1]`` with the frequencies
found so far innermost, so that the last pass leaves the result in order (Stockham's self-sorting algorithm; see Van
Loan, Computational Frameworks for the Fast Fourier Transform, 1992, sections 1.7 and 3.2). The transforms of `LANES`
neighbouring columns run together, one a vector lane: no butterfly needs a shuffle.

Real input of even length is taken as complex numbers of half the length, ``z[j] = x[2*j] + i*x[2*j + 1]``, whose
transform Z gives ``X[k] = E[k] + W(n, k) * O[k]`` with ``E = (Z[k] + conj(Z[-k])) / 2`` and
``O = (Z[k] - conj(Z[-k])) / 2i``.

A length with a large prime factor is computed by the chirp transform (Bluestein, A linear filtering approach to the
computation of discrete Fourier transform, 1970): with ``2*j*k = j**2 + k**2 - (k - j)**2``, X is the product of a
chirp ``c[k] = W(2*n, k**2)`` and the convolution of ``x * c`` with ``conj(c)``, which is cyclic in any length from
``2*n - 1`` and so two transforms of a length with small factors; the transform of ``conj(c)`` is constant. In float32
the error is about twice that of other lengths: 2e-7 of the largest number at 1009 and 8009 points.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from typing import Any

import numpy as np

from mlcc import te
from mlcc.ir import Buffer, Expr, Var, const
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


def _work(length: int) -> float:
    """Additions and multiplications of a transform, in complex ones: a butterfly of r numbers has r * log2(r), a sum
    for a prime r has r * r."""
    return length * sum(math.log2(r) if r in RADICES else r for r in radices(length))


@cache
def chirp_length(length: int) -> int:
    """The length of the convolution by which a transform of `length` is computed; 0 where its own passes are less work.

    The shortest without other factors than those of `RADICES`, from ``2 * length - 1``.
    """
    if all(r in RADICES for r in radices(length)):
        return 0
    smooth = next(n for n in count(2 * length - 1) if all(r in RADICES for r in radices(n)))
    products = 2 * length + smooth  # by the chirp, before and after, and by its transform
    return smooth if 2 * _work(smooth) + products < _work(length) else 0


def unit_roots(length: int, exponents: Array) -> Array:
    """``exp(-2*pi*i*e/length)`` of integer exponents, as float64 pairs in a last dimension of 2."""
    angle = -2 * np.pi * (exponents % length) / length
    return np.stack([np.cos(angle), np.sin(angle)], -1)


@dataclass(frozen=True)
class Plan:
    """The plan of a transform of `length` real or complex points.

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

    @property
    def inner(self) -> int:
        """The length of the passes: that of the transform, or of the convolution with a chirp."""
        return chirp_length(self.points) or self.points

    def tables(self) -> Array:
        """All constants of the passes, float64 of shape [entries, 2], in the order in which `Passes` reads them."""
        parts, size = self._chirps() if self.inner != self.points else [], self.inner
        for radix in radices(size):
            if radix not in RADICES:
                parts.append(unit_roots(radix, np.arange(radix)))
            size //= radix
            exponents = np.outer(np.arange(size), np.arange(1, radix))
            parts.append(unit_roots(size * radix, exponents).reshape(-1, 2))
        if self.half:
            parts.append(unit_roots(self.length, np.arange(self.points + 1)))
        return np.concatenate([*parts, np.ones((1, 2))])

    def _chirps(self) -> list[Array]:
        """The chirp, and the transform of its conjugate divided by the length."""
        chirp = unit_roots(2 * self.points, np.arange(self.points) ** 2)
        filter_ = np.zeros(self.inner, complex)
        filter_[: self.points] = chirp[:, 0] - 1j * chirp[:, 1]
        filter_[self.inner - self.points + 1 :] = filter_[self.points - 1 : 0 : -1]
        spectrum = np.fft.fft(filter_) / self.inner
        return [chirp, np.stack([spectrum.real, spectrum.imag], -1)]


@dataclass(frozen=True)
class _Way:
    """The addresses of the points of a pass: ``source[first + p]`` to ``target[offset + stride * p]``.

    `by_frequency`: nonzero, the points of each frequency of the butterflies are that far from those of the next.
    `swap_in` and `swap_out`: real and imaginary parts are exchanged as they are read, and as they are written.
    """

    source: Buffer
    target: Buffer
    first: Expr | int = 0
    stride: int = 1
    by_frequency: int = 0
    offset: Expr | int = 0
    swap_in: bool = False
    swap_out: bool = False


class Passes:
    """The passes of one group of lanes, in temporaries of shape [points, 2, LANES].

    `source` is to be filled with the points; `run` gives the buffer of the results.
    """

    def __init__(self, b: StmtBuilder, plan: Plan, table: Buffer, dtype: str) -> None:
        self.b, self.plan, self.table, self.dtype = b, plan, table, dtype
        size, factors = plan.inner, radices(plan.inner)
        self.source, self.spare = self.points("work", size), self.points("spare", size)
        below = size // factors[0] if factors else 1
        self.near = [self.points(f"near{n}", below) for n in range(min(2, max(0, len(factors) - 2)))]
        self.widest = max((r for r in factors if r not in RADICES), default=0)
        if self.widest:
            self.line = self.points("line", self.widest)
            self.sums = b.alloc("sums", (2, LANES), dtype, "local")
        self.at = 0  # the next entry of the table

    def points(self, name: str, size: int) -> Buffer:
        """A temporary for `size` points."""
        return self.b.alloc(name, (size, 2, LANES), self.dtype)

    @contextmanager
    def each(self, name: str, extent: int) -> Iterator[tuple[Var, Var]]:
        """Loops over `extent` points, and over the lanes."""
        with self.b.loop(name, extent) as n, self.b.loop("lane", LANES, kind="vectorized") as lane:
            yield n, lane

    def factor(self, index: Any) -> Complex:
        return self.b.load(self.table, index, 0), self.b.load(self.table, index, 1)

    def load(self, source: Buffer, point: Any, lane: Expr, swapped: bool = False) -> Complex:
        real, imaginary = (self.b.load(source, point, part, lane) for part in (0, 1))
        return (imaginary, real) if swapped else (real, imaginary)

    def store(self, target: Buffer, value: Complex, point: Any, lane: Expr, swapped: bool = False) -> None:
        for part in (0, 1):
            self.b.store(target, value[1 - part if swapped else part], point, part, lane)

    def run(self, inverse: bool) -> Buffer:
        """All passes; the buffer that holds the result, in order. An inverse transform is not divided."""
        # exchanging real and imaginary parts before and after makes a transform its own inverse
        if self.plan.inner == self.plan.points:
            return self.transform(self.source, self.spare, inverse, inverse)
        points, size, work = self.plan.points, self.plan.inner, self.source
        chirp, spectrum, passes = 0, points, points + size
        self.scale(work, points, chirp, swap_in=inverse)
        with self.each("n", size - points) as (n, lane):
            self.store(work, (const(0, self.dtype), const(0, self.dtype)), n + points, lane)
        self.at = passes
        done = self.transform(work, self.spare)
        self.scale(done, size, spectrum, swap_out=True)
        self.at = passes
        done = self.transform(done, self.spare if done is work else work)
        self.scale(done, points, chirp, swap_in=True, swap_out=inverse)
        return done

    def scale(self, work: Buffer, extent: int, base: int, swap_in: bool = False, swap_out: bool = False) -> None:
        """Points of `work` multiplied by entries of the table from `base`."""
        with self.each("n", extent) as (n, lane), ExitStack() as stack:
            value = Let(self.b, stack)(multiply(self.load(work, n, lane, swap_in), self.factor(n + base)))
            self.store(work, value, n, lane, swap_out)

    def transform(self, source: Buffer, spare: Buffer, swap_in: bool = False, swap_out: bool = False) -> Buffer:
        """The transform of `plan.inner` points of `source`; where the result is: there or in `spare`."""
        factors = radices(self.plan.inner)
        if len(factors) < 2:
            for radix in factors:
                self.one_pass(radix, 1, 1, _Way(source, spare, swap_in=swap_in, swap_out=swap_out))
            return spare if factors else source
        radix, *rest = factors
        below = self.plan.inner // radix
        self.one_pass(radix, below, 1, _Way(source, spare, by_frequency=below, swap_in=swap_in))
        with self.b.loop("first", radix) as first:
            size, done, now = below, 1, _Way(spare, self.near[0] if self.near else source, first=first * below)
            for n, radix in enumerate(rest):
                size //= radix
                if n == len(rest) - 1:
                    now = replace(now, target=source, stride=factors[0], offset=first, swap_out=swap_out)
                self.one_pass(radix, size, done, now)
                done *= radix
                now = _Way(now.target, self.near[(n + 1) % len(self.near)] if self.near else source)
        return source

    def one_pass(self, radix: int, size: int, done: int, way: _Way) -> None:
        """Butterflies of one radix: `size` numbers by `done` frequencies."""
        (self.known_pass if radix in RADICES else self.prime_pass)(radix, size, done, way)

    def known_pass(self, radix: int, size: int, done: int, way: _Way) -> None:
        b, base = self.b, self.at
        self.at += size * (radix - 1)
        with b.loop("j", size) as j, self.each("k", done) as (k, lane), ExitStack() as stack:
            let = Let(b, stack)
            x = [let(self.fetch(way, (j + n * size) * done + k, lane)) for n in range(radix)]
            for n, value in enumerate(butterfly(x, let)):
                if n and size > 1:
                    value = multiply(value, self.factor(base + j * (radix - 1) + (n - 1)))
                self.put(way, value, (j, n, k), radix, done, lane)

    def fetch(self, way: _Way, point: Expr, lane: Expr) -> Complex:
        return self.load(way.source, way.first + point, lane, way.swap_in)

    def put(self, way: _Way, value: Complex, at: tuple[Expr, Any, Expr], radix: int, done: int, lane: Expr) -> None:
        """Frequency n of butterfly j, of the k-th of the frequencies found before: `at` is (j, n, k)."""
        j, n, k = at
        point = n * way.by_frequency + j if way.by_frequency else (j * radix + n) * done + k
        self.store(way.target, value, point * way.stride + way.offset, lane, way.swap_out)

    def prime_pass(self, radix: int, size: int, done: int, way: _Way) -> None:
        b, roots, base = self.b, self.at, self.at + radix
        self.at += radix + size * (radix - 1)
        with b.loop("j", size) as j, b.loop("k", done) as k:
            with self.each("n", radix) as (n, lane):
                self.store(self.line, self.fetch(way, (j + n * size) * done + k, lane), n, lane)
            with b.loop("f", radix) as f:
                with b.loop("lane", LANES, kind="vectorized") as lane:
                    for part in (0, 1):
                        b.store(self.sums, b.load(self.line, 0, part, lane), part, lane)
                with b.loop("n", radix - 1, 1) as n, b.loop("lane", LANES, kind="vectorized") as lane:
                    value = multiply(self.load(self.line, n, lane), self.factor(roots + f * n % radix))
                    for part in (0, 1):
                        b.store(self.sums, b.load(self.sums, part, lane) + value[part], part, lane)
                twiddle = b.idx(base) + j * (radix - 1) + te.max(f - 1, 0)
                with b.loop("lane", LANES, kind="vectorized") as lane:
                    plain = (b.load(self.sums, 0, lane), b.load(self.sums, 1, lane))
                    rotated = multiply(plain, self.factor(twiddle))
                    real, imaginary = (te.if_then_else(f > 0, rotated[n], plain[n]) for n in (0, 1))
                    self.put(way, (real, imaginary), (j, f, k), radix, done, lane)

    def separate(self, value: Buffer, k: Expr, lane: Expr, let: Let) -> Complex:
        """The k-th frequency of real numbers from the transform of their pairs."""
        points = self.plan.points
        ahead = self.load(value, k % points, lane)
        behind = self.load(value, (points - k) % points, lane)
        even = let(scaled((ahead[0] + behind[0], ahead[1] - behind[1]), 0.5))
        odd = let(scaled((ahead[1] + behind[1], behind[0] - ahead[0]), 0.5))
        return add(even, multiply(odd, self.factor(self.b.idx(self.at) + k)))
