"""The passes of lowering in their order: what is left after all of them."""

from __future__ import annotations

import pytest
from stages import TARGET, lowered, nodes, reduction

from mlcc.diagnostics import MlccError
from mlcc.ir import BlockRealize, BufferStore


def test_no_block_is_left() -> None:
    func = lowered(reduction("    for i in range(8):\n        for k in range(8):", ("i", "k")))
    assert not nodes(func, BlockRealize)
    assert all(len(n.indices) == 1 for n in nodes(func, BufferStore))


def test_thread_bindings_need_a_gpu() -> None:
    from mlcc.codegen.llvm import emit_module

    func = lowered("""
@T.prim_func
def f(A: T.Buffer((4,), "float32")):
    for i in T.thread_binding(4, thread="threadIdx.x"):
        A[i] = T.float32(0)
""")
    with pytest.raises(MlccError, match="G202"):
        emit_module({"f": func}, TARGET)
