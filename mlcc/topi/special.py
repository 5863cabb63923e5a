"""Special functions, element by element: Bessel, gamma and inverse error functions.

They are evaluated in float64, whatever the type of the elements. Bessel functions and `erfcx` are polynomials on
intervals, interpolated at Chebyshev's points (Trefethen, Approximation Theory and Practice, chapter 4) and written in
powers; the gamma functions are their asymptotic series after a shift of the argument (NIST DLMF 5.11, 5.15, 5.5).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from mlcc import te
from mlcc.ir import Expr, cast, const, maximum, minimum, select
from mlcc.te import Tensor

from .elementwise import elementwise
from .named import named
from .registry import register
from .shapes import need_float

_WIDE = "float64"


def _wide(value: float) -> Expr:
    return const(value, _WIDE)


def _polynomial(x: Expr, coefficients: Sequence[float]) -> Expr:
    """The sum of coefficients times powers of `x`, the constant first."""
    total = _wide(coefficients[-1])
    for factor in reversed(coefficients[:-1]):
        total = total * x + _wide(factor)
    return total


def _special(name: str, function: Callable[[Expr], Expr], what: str) -> Callable[..., Any]:
    def operator(x: Tensor) -> Tensor:
        need_float(name, x)
        return elementwise(
            name.replace(".", "_"), x, lambda v: cast(x.dtype, named(cast(_WIDE, v), function))
        )  # fmt: skip

    operator.__name__ = name.rpartition(".")[2]
    operator.__doc__ = f"Elementwise {what}. Float dtypes."
    return register(name, "elemwise")(operator)


# Polynomials in 2 u - 1, where u is |x| / 8 or 8 / |x| for the Bessel functions, and 4 / (4 + x) for erfcx.
_I0_NEAR = (
    0.20700192122398667, -0.11300432688620536, 0.09451562853996409, -0.08904344136077755, 0.08734341617467443,
    -0.08496338091541732, 0.07927522592888984, -0.06954119563168235, 0.05677703172971468, -0.0429859492954222,
    0.030177914344596494, -0.019682655791721182, 0.011960065876823142, -0.006792394790940051,
    0.003617168752907873, -0.0018119030567637056, 0.0008562116300006979, -0.00038286526498299526,
    0.0001625842597608375, -6.556805964401791e-05, 2.498583900595597e-05, -9.183742586936203e-06,
    3.4092773809228405e-06, -1.142045323881917e-06, 2.697917392412236e-07, -8.591406444264668e-08,
    5.7558980244552295e-08, -1.6316042856792757e-08,
)  # fmt: skip
_I0_FAR = (
    0.40217650944500843, 0.0033605519836670235, 0.00013621607432248806, 1.1143033854011811e-05,
    1.4838499636290073e-06, 2.973584533150965e-07, 8.868971262015967e-08, 3.9340297511352995e-08,
    2.1775469505877374e-08, 7.472268704900415e-09, -7.680769979077281e-09, -1.312290013299317e-08,
    -2.9882808619860748e-09, 6.919159946153143e-09, 3.3388464317980515e-09, -2.5947610525034176e-09,
    -1.3585917245471386e-09, 6.763382929319093e-10, 2.3233300175998502e-10, -8.97970502284665e-11,
)  # fmt: skip
_I1_NEAR = (
    0.04468770987560883, -0.061124338029666284, 0.06805759990951268, -0.06848260620582691, 0.06376740371333643,
    -0.055280039226991644, 0.04467457262306667, -0.03367135552108536, 0.02368601693352639,
    -0.015571309243980052, 0.009583962344356725, -0.005534567847563678, 0.003005761416447221,
    -0.00153887456203039, 0.0007445158727006065, -0.0003411760289073331, 0.00014841259927108295,
    -6.142360299099794e-05, 2.42486684188831e-05, -9.136543922789093e-06, 3.2758438130588964e-06,
    -1.1327072698408053e-06, 3.9094375480236725e-07, -1.2424759932738304e-07, 2.987385645901576e-08,
    -8.984420960424589e-09, 5.2131237878886215e-09, -1.41695079121077e-09,
)  # fmt: skip
_I1_FAR = (
    0.389398459025872, -0.00974957719323496, -0.00021923576376121798, -1.5038547258928557e-05,
    -1.8349126413802365e-06, -3.483842761870606e-07, -9.997890597346245e-08, -4.314253938902304e-08,
    -2.3611366296584103e-08, -8.351609821216273e-09, 7.709659266395241e-09, 1.3770132829371482e-08,
    3.4503540616025393e-09, -7.057942662808609e-09, -3.6174868059565515e-09, 2.5862787485621743e-09,
    1.4505300113268043e-09, -6.619127783874083e-10, -2.464618611357493e-10, 8.672253865940559e-11,
)  # fmt: skip
_ERFCX = (
    0.27399891525012277, 0.2441371822702205, 0.19330217556630766, 0.13521345782830863, 0.08271289696957897,
    0.043502734309983034, 0.019095378725927703, 0.006592513335175785, 0.001528013927096598,
    7.023971478125185e-05, -0.00011376324291423201, -4.420319195327721e-05, -9.085509537367428e-07,
    4.715163793597607e-06, 1.1730959784386598e-06, -3.5588594522222084e-07, -2.1091290301404483e-07,
    1.8600335198289197e-08, 3.063220517661313e-08, 6.907073184863086e-11, -3.81882222497662e-09,
    -1.7637206400962878e-10, 3.018454148516381e-10, 1.9132295878422322e-11,
)  # fmt: skip


def _scaled_bessel(near: Sequence[float], far: Sequence[float], odd: bool) -> Callable[[Expr], Expr]:
    """exp(-|x|) times a modified Bessel function of the first kind."""

    def function(x: Expr) -> Expr:
        def of_size(size: Expr) -> Expr:
            below = named(minimum(size, 8.0) / 4.0 - 1.0, lambda u: _polynomial(u, near))
            above = named(_wide(16.0) / maximum(size, 8.0) - 1.0, lambda u: _polynomial(u, far))
            if odd:
                below = below * x
                above = select(x < 0.0, -above, above)
            return select(size <= 8.0, below, above / te.sqrt(maximum(size, 8.0)))

        return named(te.abs(x), of_size)

    return function


_i0e, _i1e = _scaled_bessel(_I0_NEAR, _I0_FAR, odd=False), _scaled_bessel(_I1_NEAR, _I1_FAR, odd=True)


def _unscaled(scaled: Callable[[Expr], Expr]) -> Callable[[Expr], Expr]:
    """Times exp(|x|), in two halves, so that the product overflows where the function does."""

    def function(x: Expr) -> Expr:
        return named(te.exp(te.abs(x) * 0.5), lambda half: scaled(x) * half * half)

    return function


def _erfcx_right(x: Expr) -> Expr:
    """exp(x²) erfc(x) for x >= 0."""
    return named(_wide(4.0) / (x + 4.0), lambda u: u * _polynomial(u * 2.0 - 1.0, _ERFCX))


def _erfcx(x: Expr) -> Expr:
    """exp(x²) erfc(x); left of 0 by erfc(x) = 2 - erfc(-x)."""
    return named(
        _erfcx_right(te.abs(x)), lambda right: select(x < 0.0, te.exp(x * x) * 2.0 - right, right)
    )  # fmt: skip


def _erfc(x: Expr) -> Expr:
    return named(
        te.exp(-(x * x)) * _erfcx_right(te.abs(x)), lambda tail: select(x < 0.0, _wide(2.0) - tail, tail)
    )  # fmt: skip


def _inverse_tail(y: Expr) -> Expr:
    """z >= 0 with erfc(z) = y, for 0 <= y <= 1: Winitzki's approximation, then Halley's method on it."""
    a = 0.147

    def first(log: Expr) -> Expr:
        half = log * 0.5 + 2 / (math.pi * a)
        return te.sqrt(maximum(te.sqrt(half * half - log / a) - half, 0.0))

    def step(z: Expr, n: int) -> Expr:
        if n == 0:
            return z
        error = (_erfcx_right(z) - y * te.exp(z * z)) * (math.sqrt(math.pi) / 2)
        return named(error, lambda e: named(z + e / (_wide(1.0) + z * e), lambda better: step(better, n - 1)))

    found = named(te.log(y * (_wide(2.0) - y)), lambda log: named(first(log), lambda z: step(z, 3)))
    return select(y > 0.0, found, select(y.equal(_wide(0.0)), _wide(math.inf), _wide(math.nan)))


def _erfinv(x: Expr) -> Expr:
    """Near 0 by its series, as 1 - |x| has lost the digits of x."""

    def of(size: Expr) -> Expr:
        square = x * x
        series = x * (math.sqrt(math.pi) / 2) * (square * (math.pi / 12 + square * (7 * math.pi**2 / 480)) + 1.0)
        tail = named(_wide(1.0) - size, _inverse_tail)
        return select(size < 1e-3, series, select(x < 0.0, -tail, tail))

    return named(te.abs(x), of)


def _ndtri(p: Expr) -> Expr:
    """The quantile of the normal distribution: sqrt(2) times the inverse of the error function of 2 p - 1."""
    tail = named(minimum(p, _wide(1.0) - p) * 2.0, _inverse_tail)
    return select(p < 0.5, -tail, tail) * math.sqrt(2)


#: Arguments of the gamma functions are moved up to here before the asymptotic series.
_FROM = 10
#: B(2k) / (2k (2k - 1)), of Stirling's series, and B(2k), Bernoulli's numbers.
_BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6)
_STIRLING = tuple(b / ((2 * k + 2) * (2 * k + 1)) for k, b in enumerate(_BERNOULLI))


def _shifted(x: Expr, series: Callable[[Expr], Expr], step: Callable[[Expr], Expr]) -> Expr:
    """``series(x + n) + step(x) + … + step(x + n - 1)``, for the least n that leads to `_FROM`; x >= 0.5."""
    total = _wide(0.0)
    for k in range(_FROM):
        total = total + select(x + float(k) < float(_FROM), step(x + float(k)), _wide(0.0))
    return named(x + maximum(te.ceil(_wide(float(_FROM)) - x), 0.0), series) + total


def _log_gamma(x: Expr) -> Expr:
    """log |Γ(x)|; below 1/2 by reflection. The product of the recurrence is taken before its logarithm."""

    def right(z: Expr) -> Expr:
        product = _wide(1.0)
        for k in range(_FROM):
            product = product * select(z + float(k) < float(_FROM), z + float(k), _wide(1.0))

        def stirling(y: Expr) -> Expr:
            tail = named(_wide(1.0) / (y * y), lambda w: _polynomial(w, _STIRLING)) / y
            main = (y - 0.5) * (te.log(y) - 1.0) - 0.5 + 0.5 * math.log(2 * math.pi) + tail
            return select(te.isinf(y), y, main)

        moved = z + maximum(te.ceil(_wide(float(_FROM)) - z), 0.0)
        return named(moved, stirling) - te.log(product)

    def of(z: Expr) -> Expr:
        sine = te.abs(te.sin((x - te.floor(x)) * math.pi))
        reflected = _wide(math.log(math.pi)) - te.log(sine) - right(z)
        pole = select(te.isinf(x), _wide(math.inf), select(x.equal(te.floor(x)), _wide(math.inf), reflected))
        return select(x < 0.5, pole, right(z))

    return named(select(x < 0.5, _wide(1.0) - x, x), of)


def _digamma(x: Expr) -> Expr:
    """The derivative of log Γ; below 1/2 by reflection. At 0 infinite, at the negative integers NaN."""

    def series(y: Expr) -> Expr:
        terms = [b / (2 * k + 2) for k, b in enumerate(_BERNOULLI)]
        tail = named(_wide(1.0) / (y * y), lambda w: w * _polynomial(w, terms))
        return te.log(y) - _wide(0.5) / y - tail

    def right(z: Expr) -> Expr:
        return _shifted(z, series, lambda v: _wide(-1.0) / v)

    def of(z: Expr) -> Expr:
        value = right(z)
        reflected = value - math.pi / te.tan((x - te.floor(x)) * math.pi)
        pole = select(x.equal(_wide(0.0)), te.power(x, -1.0) * -1.0, _wide(math.nan))
        return select(x < 0.5, select(x.equal(te.floor(x)), pole, reflected), value)

    return named(select(x < 0.5, _wide(1.0) - x, x), of)


def _trigamma(x: Expr) -> Expr:
    """The second derivative of log Γ; below 1/2 by reflection."""

    def series(y: Expr) -> Expr:
        inner = named(_wide(1.0) / (y * y), lambda w: w * _polynomial(w, _BERNOULLI) + w * y * 0.5 + 1.0)
        return inner / y

    def of(z: Expr) -> Expr:
        value = _shifted(z, series, lambda v: _wide(1.0) / (v * v))
        sine = te.sin((x - te.floor(x)) * math.pi)
        reflected = _wide(math.pi**2) / (sine * sine) - value
        return select(x < 0.5, select(x.equal(te.floor(x)), _wide(math.inf), reflected), value)

    return named(select(x < 0.5, _wide(1.0) - x, x), of)


for _name, _function, _what in (
    ("special.i0", _unscaled(_i0e), "the modified Bessel function of the first kind of order 0"),
    ("special.i0e", _i0e, "exp(-|x|) times the modified Bessel function of order 0"),
    ("special.i1", _unscaled(_i1e), "the modified Bessel function of the first kind of order 1"),
    ("special.i1e", _i1e, "exp(-|x|) times the modified Bessel function of order 1"),
    ("erfc", _erfc, "one minus the error function, exact in its right tail"),
    ("special.erfcx", _erfcx, "exp(x²) erfc(x)"),
    ("special.erfinv", _erfinv, "the inverse of the error function"),
    ("special.ndtri", _ndtri, "the quantile function of the normal distribution"),
    ("special.lgamma", _log_gamma, "the logarithm of the magnitude of the gamma function"),
    ("special.digamma", _digamma, "the derivative of the logarithm of the gamma function"),
    ("special.trigamma", _trigamma, "the second derivative of the logarithm of the gamma function"),
):
    _special(_name, _function, _what)
