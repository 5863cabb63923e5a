"""The butterflies that Fourier transforms are composed of, on complex numbers as pairs of expressions."""

from __future__ import annotations

import math
from contextlib import ExitStack

from mlcc.ir import Expr, const
from mlcc.te import StmtBuilder

Complex = tuple[Expr, Expr]
#: The radices of `butterfly`, in the order in which they are tried.
RADICES = (8, 4, 2, 3, 5)


def add(a: Complex, b: Complex) -> Complex:
    return a[0] + b[0], a[1] + b[1]


def subtract(a: Complex, b: Complex) -> Complex:
    return a[0] - b[0], a[1] - b[1]


def multiply(a: Complex, b: Complex) -> Complex:
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def _times_minus_i(a: Complex) -> Complex:
    return a[1], const(0, a[0].dtype) - a[0]


def conjugate(a: Complex) -> Complex:
    return a[0], const(0, a[1].dtype) - a[1]


def scaled(a: Complex, factor: float) -> Complex:
    by = const(factor, a[0].dtype)
    return a[0] * by, a[1] * by


class Let:
    """Names for values that several others use, while the statements that use them are made."""

    def __init__(self, b: StmtBuilder, stack: ExitStack) -> None:
        self.b, self.stack = b, stack

    def __call__(self, value: Complex) -> Complex:
        real, imaginary = (self.stack.enter_context(self.b.let(f"t{n}", part)) for n, part in enumerate(value))
        return real, imaginary


def butterfly(x: list[Complex], let: Let) -> list[Complex]:
    """The transform of 2, 3, 4, 5 or 8 numbers."""
    match len(x):
        case 2:
            return [let(add(*x)), let(subtract(*x))]
        case 4:
            even, odd = butterfly(x[0::2], let), butterfly(x[1::2], let)
            rotated_odd = _times_minus_i(odd[1])
            return [let(v) for v in (add(even[0], odd[0]), add(even[1], rotated_odd),
                                     subtract(even[0], odd[0]), subtract(even[1], rotated_odd))]  # fmt: skip
        case 8:
            even, odd = butterfly(x[0::2], let), butterfly(x[1::2], let)
            diagonal = math.sqrt(0.5)
            # W(8, 1) * v = sqrt(1/2) * (v - i*v), W(8, 3) * v = sqrt(1/2) * (-v - i*v)
            first = let(scaled(add(odd[1], _times_minus_i(odd[1])), diagonal))
            third = let(scaled(subtract(_times_minus_i(odd[3]), odd[3]), diagonal))
            rotated = [odd[0], first, _times_minus_i(odd[2]), third]
            pairs = list(zip(even, rotated, strict=True))
            return [let(add(e, o)) for e, o in pairs] + [let(subtract(e, o)) for e, o in pairs]
        case 3 | 5 as radix:
            # real and imaginary parts of W(radix, e) are even and odd in e: pairs x[j], x[-j] share their products
            pairs = [(let(add(x[j], x[-j])), let(subtract(x[j], x[-j]))) for j in range(1, radix // 2 + 1)]
            total = x[0]
            for even_part, _ in pairs:
                total = add(total, even_part)
            ahead, behind = [], []
            for k in range(1, radix // 2 + 1):
                straight, crossed = x[0], (const(0, x[0][0].dtype), const(0, x[0][0].dtype))
                for j, (even_part, odd_part) in enumerate(pairs, 1):
                    angle = 2 * math.pi * (j * k % radix) / radix
                    straight = add(straight, scaled(even_part, math.cos(angle)))
                    crossed = add(crossed, scaled(_times_minus_i(odd_part), math.sin(angle)))
                straight, crossed = let(straight), let(crossed)
                ahead.append(let(add(straight, crossed)))
                behind.append(let(subtract(straight, crossed)))
            return [let(total), *ahead, *reversed(behind)]
    raise ValueError(f"no butterfly of radix {len(x)}")
