"""Passes on tensor programs by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc import tir
from mlcc.diagnostics import MlccError
from mlcc.ir import BlockRealize, BufferLoad, BufferStore, IfThenElse, IRModule, structural_equal, verify, walk
from mlcc.script import parse

TEXT = """
@I.ir_module
class M:
    @T.prim_func
    def f(A: T.Buffer((8, 4), "float32"), B: T.Buffer((8, 4), "float32")):
        for i, j in T.grid(8, 4):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                if vi < 8:
                    B[vi, vj] = A[(vi * 4 + vj) // 4, (vi * 4 + vj) % 4] + T.float32(1)
                else:
                    B[vi, vj] = T.float32(0)
"""


def test_expressions_are_simplified_and_decided_branches_removed() -> None:
    module = tir.transform.Simplify()(parse(TEXT))
    verify(module)
    func = module.prim_funcs["f"]
    assert not [n for n in walk(func.body) if isinstance(n, IfThenElse)]
    want = parse(TEXT.replace("A[(vi * 4 + vj) // 4, (vi * 4 + vj) % 4]", "A[vi, vj]").replace("if vi < 8", "if True"))
    (load,) = [n for n in walk(func.body) if isinstance(n, BufferLoad)]
    assert [i.script() for i in load.indices] == ["vi", "vj"]
    x = np.arange(32, dtype=np.float32).reshape(8, 4)
    for item in (module, want, parse(TEXT)):
        np.testing.assert_array_equal(mlcc.build(item)(x), x + 1)
    assert structural_equal(tir.transform.Simplify()(module), module)


def test_a_sequence_lowers_to_flat_loops() -> None:
    names = ("LowerMatchBuffer", "PlanAndUpdateBufferAllocationLocation", "LowerOpaqueBlock", "Simplify",
             "CompactBufferAllocation", "FlattenBuffer")  # fmt: skip
    passes: list[Any] = [getattr(tir.transform, name)() for name in names]
    module: IRModule = tir.transform.Sequential(passes)(parse(TEXT))
    func = module.prim_funcs["f"]
    assert not [n for n in walk(func.body) if isinstance(n, BlockRealize)]
    accesses = [n for n in walk(func.body) if isinstance(n, BufferLoad | BufferStore)]
    assert accesses
    assert all(len(n.indices) == 1 for n in accesses)


def test_the_wrong_order_is_refused() -> None:
    with pytest.raises(MlccError, match=r"L102.*still has blocks"):
        tir.transform.FlattenBuffer()(parse(TEXT))
    lowered = tir.transform.LowerOpaqueBlock()(parse(TEXT))
    with pytest.raises(MlccError, match=r"L102.*no blocks any more"):
        tir.transform.LowerOpaqueBlock()(lowered)
    with pytest.raises(AttributeError):
        tir.transform.Nothing  # noqa: B018
