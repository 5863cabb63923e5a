"""What programs need of their sizes, and that nothing is asked of those that need nothing."""

from __future__ import annotations

import pytest

from mlcc.analysis import preconditions
from mlcc.ir import readable
from mlcc.script import parse_module

HEAD = """
@T.prim_func
def main(a: T.handle, b: T.handle):
    n = T.int64()
    m = T.int64()
    A = T.match_buffer(a, (n,), "float32")
    B = T.match_buffer(b, (m,), "float32")
"""


def needs(body: str) -> list[str]:
    lines = "".join(f"    {line}\n" for line in body.strip("\n").splitlines())
    func = parse_module(HEAD + lines).prim_funcs["main"]
    return [f"{item.what}: {readable(item.holds)}" for item in preconditions(func)]


COPY = """
for i in range({loop}):
    with T.block("B"):
        vi = T.axis.spatial({loop}, i)
        {where}
        B[vi] = {value}
"""


@pytest.mark.parametrize(
    ("loop", "value", "needed"),
    [
        ("n", "A[vi]", ["dimension 0 of `B`: n - 1 < m"]),
        ("m", "A[vi]", ["dimension 0 of `A`: m - 1 < n"]),
        ("8", "T.float32(0)", ["dimension 0 of `B`: 7 < m"]),
        ("m", "A[0]", ["dimension 0 of `A`: m <= 0 or 0 < n"]),
        ("m", "A[m - 1 - vi]", ["dimension 0 of `A`: m - 1 < n"]),
        ("m", 'A[T.max(T.min(T.Cast("int64", B[0]), n - 1), 0)]', ["dimension 0 of `A`: m <= 0 or max(n - 1, 0) < n"]),
        ("m", "T.if_then_else(vi < n, A[vi], T.float32(0))", []),
        ("m", "T.if_then_else(vi * 2 < n, A[vi * 2], T.float32(0))", []),
        ("m", "T.if_then_else(n > 3, A[3], T.float32(0))", []),
        ("m", "B[vi]", []),
        ("m", "A[T.Cast(\"int64\", B[vi])]", []),
    ],
)  # fmt: skip
def test_what_is_needed(loop: str, value: str, needed: list[str]) -> None:
    result = needs(COPY.format(loop=loop, value=value, where="T.reads(A[0:n])"))
    assert [f.replace("T.", "") for f in result] == [n.replace("T.", "") for n in needed]


def test_sizes_that_are_known_need_nothing() -> None:
    text = """
@T.prim_func
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    for i in range(8):
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            B[vi] = A[vi]
"""
    assert preconditions(parse_module(text).prim_funcs["main"]) == ()


def test_what_is_said_is_needed_too() -> None:
    assert needs(
        "T.func_attr({'requires': n == m})".replace("'", '"')
        + COPY.format(loop="m", value="A[0]", where="T.reads(A[0])")
    ) == [
        "its operands: n == m",
        "dimension 0 of `A`: m <= 0 or 0 < n",
    ]


def test_what_is_always_so_is_not_asked() -> None:
    """C compilers refuse a comparison with itself where warnings are errors."""
    attribute = 'T.func_attr({"requires": n * m == m * n})'
    assert needs(attribute + COPY.format(loop="m", value="A[0]", where="T.reads(A[0])")) == [
        "dimension 0 of `A`: m <= 0 or 0 < n"
    ]
