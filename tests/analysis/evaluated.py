"""What integer expressions are by Python's own arithmetic: the oracle of the tests of simplification."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product

from hypothesis import strategies as st

from mlcc.analysis import Poly, to_expr
from mlcc.ir import Binary, Expr, IntImm, Not, Var, binary, const

I, J, F = Var("i"), Var("j"), Var("f")
#: Minimum and extent of each variable, and its values.
RANGES = {I: (0, 5), J: (-2, 6), F: (0, 24)}
VALUES = {I: range(5), J: range(-2, 4), F: range(24)}


def value(expr: Expr, env: Mapping[Var, int]) -> int:
    """The value of an expression where its variables have these values."""
    match expr:
        case Var():
            return env[expr]
        case IntImm():
            return expr.value
        case Not():
            return not value(expr.a, env)
        case Binary():
            a, b = value(expr.a, env), value(expr.b, env)
            ops = {
                "add": lambda: a + b, "sub": lambda: a - b, "mul": lambda: a * b, "floordiv": lambda: a // b,
                "floormod": lambda: a % b, "min": lambda: min(a, b), "max": lambda: max(a, b), "lt": lambda: a < b,
                "le": lambda: a <= b, "gt": lambda: a > b, "ge": lambda: a >= b, "eq": lambda: a == b,
                "ne": lambda: a != b, "and": lambda: a and b, "or": lambda: a or b,
            }  # fmt: skip
            return ops[expr.op]()
    raise TypeError(type(expr).__name__)


def poly_value(poly: Poly, env: Mapping[Var, int]) -> int:
    """The value of a normal form."""
    return value(to_expr(poly), env)


def environments(ranges: Mapping[Var, range]) -> Iterator[dict[Var, int]]:
    """All values of some variables."""
    for values in product(*ranges.values()):
        yield dict(zip(ranges, values, strict=True))


def some(step: int) -> Iterator[dict[Var, int]]:
    """Some of the values of i, j and f together."""
    return islice(environments(VALUES), 0, None, step)


def integers() -> st.SearchStrategy[Expr]:
    """Random expressions of i, j and f."""
    leaf = st.one_of(st.sampled_from([I, J, F]), st.integers(-6, 40).map(const))
    divisor = st.sampled_from([1, 2, 3, 4, 6, 8, 12, 24])

    def grow(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
        return st.one_of(
            st.builds(lambda op, a, b: binary(op, a, b), st.sampled_from(["add", "sub", "mul"]), inner, inner),
            st.builds(lambda op, a, b: binary(op, a, b), st.sampled_from(["floordiv", "floormod"]), inner, divisor),
            st.builds(lambda op, a, b: binary(op, a, b), st.sampled_from(["min", "max"]), inner, inner),
        )

    return st.recursive(leaf, grow, max_leaves=7)


def text(expr: Expr) -> str:
    """An expression as it is printed."""
    return expr.script()
