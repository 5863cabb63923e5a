"""A canonical form of formulas as sums of products, for recognising operators that exporters decompose.

``0.5 * x * (1 + erf(x * 0.7))`` and ``x * 0.5 + (erf(x * 0.7) * 0.5) * x`` have one form: 0.5 x + 0.5 erf(0.7 x) x,
which is ``((0.5, ("x",)), (0.5, (("erf", ((0.7, ("x",)),)), "x")))`` up to the order of terms and factors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

#: A sum of products, each a coefficient and its factors in order. A factor is the name of a value, or (function, form
#: of its argument). Formulas that differ by factoring out constants or multiplying out products have one form.
Form = tuple[tuple[float, tuple[Any, ...]], ...]
#: The maximal number of terms of a form; those that passes look for have fewer.
_MANY = 9


class Unknown(Exception):
    """Raised for an expression that has no form."""


def total(*forms: Form) -> Form:
    """The sum of forms. Raises Unknown if it has too many terms."""
    terms: dict[tuple[Any, ...], float] = {}
    for form in forms:
        for coefficient, factors in form:
            terms[factors] = terms.get(factors, 0.0) + coefficient
    if len(terms) > _MANY:
        raise Unknown
    kept = [(c, f) for f, c in terms.items() if c != 0.0]
    return tuple(sorted(kept, key=lambda term: spelling(term[1])))


def product(a: Form, b: Form) -> Form:
    """The product of two forms, multiplied out. Raises Unknown if it has too many terms."""
    return total(*(((c * d, tuple(sorted(f + g, key=spelling))),) for c, f in a for d, g in b))


def number(value: float) -> Form:
    """A constant as a form."""
    return ((value, ()),) if value else ()


def scaled(form: Form, by: float) -> Form:
    """A form times a constant."""
    return product(form, number(by))


def spelling(item: Any) -> str:
    """A form as text without its coefficients: the sort key of terms and factors."""
    if isinstance(item, tuple):
        return f"({' '.join(map(spelling, item))})"
    return item if isinstance(item, str) else ""


def value_of(form: Form) -> float | None:
    """The value of a constant form, or None."""
    return 0.0 if not form else form[0][0] if form[0][1] == () and len(form) == 1 else None


def reciprocal(form: Form) -> Form:
    """The reciprocal of a constant form. Raises Unknown for any other form, and for 0."""
    value = value_of(form)
    if not value:
        raise Unknown
    return number(1.0 / value)


def arithmetic(name: str, args: Sequence[Form], inverse: Callable[[Form], Form]) -> Form:
    """The result of an operator that adds, subtracts, multiplies or divides. Raises Unknown for any other."""
    match name, args:
        case "add", [a, b]:
            return total(a, b)
        case "subtract", [a, b]:
            return total(a, scaled(b, -1.0))
        case "multiply", [a, b]:
            return product(a, b)
        case "divide", [a, b]:
            return product(a, inverse(b))
        case "negative", [a]:
            return scaled(a, -1.0)
        case "reciprocal", [a]:
            return inverse(a)
    raise Unknown
