"""Loads of tile registers stand right before the first product that reads them."""

from __future__ import annotations

import re

import pytest

from mlcc.ir import PrimFunc
from mlcc.lowering import lower
from mlcc.script import parse_module
from mlcc.target import Target

#: Registers of one buffer per operand; each statement is an instruction.
TEXT = """
@T.prim_func
def main(X: T.Buffer((4096,), "int8"), Y: T.Buffer((4096,), "int8"), Z: T.Buffer((1024,), "int32")):
    A = T.alloc_buffer((2048,), "int8", scope="amx.tile")
    B = T.alloc_buffer((2048,), "int8", scope="amx.tile")
    C = T.alloc_buffer((1024,), "int32", scope="amx.tile")
    {body}
"""
LOAD_A = "T.evaluate(T.amx_tileload(A[{0} * 1024], X[{0} * 1024], X[{0} * 1024 + 64]))"
LOAD_B = "T.evaluate(T.amx_tileload(B[{0} * 1024], Y[{0} * 1024], Y[{0} * 1024 + 64]))"
DOT = "T.evaluate(T.amx_tdpbssd(C[({0} * 2 + {1}) * 256], A[{0} * 1024], B[{1} * 1024]))"


def order(*body: str) -> str:
    """The order of loads and products: `a0 b0 00 …`, where `00` multiplies the registers A0 and B0."""
    func = next(f for f in parse_module(TEXT.format(body="\n    ".join(body))).functions.values())
    assert isinstance(func, PrimFunc)
    text = lower(func, Target.parse("llvm -mcpu=sapphirerapids")).script()
    names = []
    for name, first, rest in re.findall(r"amx_(\w+)\((\w+\[[^]]*\])(.*)", text):
        numbers = [int(n) // 1024 for n in re.findall(r"[AB]\[T?\.?(?:int64\()?(\d+)\)?\]", first + rest)]
        names.append("".join(map(str, numbers)) if "dp" in name else first[0].lower() + str(numbers[0]))
    return " ".join(names)


def test_loads_stand_among_products() -> None:
    got = order(
        "for k in T.unroll(2):",
        "    " + LOAD_B.format("k"),
        "for k in T.unroll(2):",
        "    " + LOAD_A.format("k"),
        "for i in T.unroll(2):",
        "    for j in T.unroll(2):",
        "        " + DOT.format("i", "j"),
    )
    assert got == "a0 b0 00 b1 01 a1 10 11"


@pytest.mark.parametrize(
    ("body", "want"),
    [
        # loaded again between two products that read it
        (["a0", "b0", "00", "a0", "b1", "01"], "a0 b0 00 a0 b1 01"),
        # loaded twice before the product: both stay, in their order
        (["a0", "b0", "a0", "00"], "a0 a0 b0 00"),
        # loads that no product reads stay behind the products
        (["a1", "a0", "b0", "00"], "a0 b0 00 a1"),
        # a load for the next step does not pass the product that reads the register before
        (["a0", "b0", "00", "a1", "a0", "b0", "00"], "a0 b0 00 a0 b0 00 a1"),
    ],
)
def test_registers_keep_their_contents(body: list[str], want: str) -> None:
    statements = {"a0": LOAD_A.format(0), "a1": LOAD_A.format(1), "b0": LOAD_B.format(0), "b1": LOAD_B.format(1)}
    assert order(*(statements.get(s) or DOT.format(*s) for s in body)) == want


def test_other_statements_keep_loads_before_them() -> None:
    got = order(LOAD_A.format(0), LOAD_B.format(0), "X[0] = T.int8(1)", DOT.format(0, 0))
    assert got == "a0 b0 00"
