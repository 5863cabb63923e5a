"""Programs without vectors, and without assertions."""

from __future__ import annotations

from typing import Any

import pytest

from mlcc import transform
from mlcc.ir import AssertStmt, For, PrimFunc, Ramp, walk
from mlcc.lowering import lower
from mlcc.script import parse_module

TEXT = """
@T.prim_func
def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
    assert A[0] < T.float32(100), "too large"
    for i in T.vectorized(32):
        with T.block("B"):
            vi = T.axis.spatial(32, i)
            B[vi] = A[vi] * T.float32(2)
"""


def lowered(target: str, **options: bool) -> PrimFunc:
    config: dict[str, Any] = {f"tir.{key}": value for key, value in options.items()}
    with transform.PassContext(config=config):
        return lower(parse_module(TEXT).prim_funcs["main"], target)


@pytest.mark.parametrize("target", ["llvm", "llvm -mcpu=cortex-a72 -mtriple=aarch64-linux-gnu", "c"])
def test_no_vectors(target: str) -> None:
    assert any(isinstance(n, Ramp) for n in walk(lowered(target, disable_vectorize=False)))
    func = lowered(target, disable_vectorize=True)
    assert not any(isinstance(n, Ramp) for n in walk(func))
    assert [n.kind for n in walk(func) if isinstance(n, For)] == ["serial"]


def test_no_assertions() -> None:
    assert any(isinstance(n, AssertStmt) for n in walk(lowered("llvm")))
    assert not any(isinstance(n, AssertStmt) for n in walk(lowered("llvm", disable_assert=True)))
