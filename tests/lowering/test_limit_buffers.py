"""Buffers that no memory can hold are refused."""

from __future__ import annotations

import pytest

from mlcc.diagnostics import MlccError
from mlcc.lowering.limit_buffers import limit_buffers
from mlcc.script import parse_prim_func
from mlcc.target import Target

TEXT = """
@T.prim_func
def f(A: T.Buffer({shape}, "float32"), B: T.Buffer((1,))):
    t = T.alloc_buffer({temporary})
    for i in range(1):
        with T.block("B"):
            v = T.axis.spatial(1, i)
            t[v] = T.float32(0)
            B[v] = t[v]
"""
BIG = "T.int64(4294967296)"
HUGE = f"({BIG}, {BIG})"


def test_sizes_that_fit() -> None:
    for shape, temporary in (("(8, 8)", "(8,)"), (f"(T.int64(0), {BIG}, {BIG})", "(1,)")):
        func = parse_prim_func(TEXT.format(shape=shape, temporary=temporary))
        assert limit_buffers(func, Target.parse("llvm")) is func


@pytest.mark.parametrize(
    ("shape", "temporary", "name"), [(HUGE, "(8,)", "A"), ("(8,)", "(T.int64(9223372036854775807),)", "t")]
)
def test_sizes_that_do_not_fit(shape: str, temporary: str, name: str) -> None:
    func = parse_prim_func(TEXT.format(shape=shape, temporary=temporary))
    with pytest.raises(MlccError, match=f"`{name}` of") as raised:
        limit_buffers(func, Target.parse("llvm"))
    assert raised.value.code == "L308"
