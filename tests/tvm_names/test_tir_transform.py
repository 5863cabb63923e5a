"""Passes on tensor programs by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc import tir
from mlcc.diagnostics import MlccError
from mlcc.ir import (
    AssertStmt,
    Block,
    BlockRealize,
    BufferLoad,
    BufferStore,
    For,
    IfThenElse,
    IRModule,
    Select,
    SeqStmt,
    as_int,
    structural_equal,
    update,
    verify,
    walk,
)  # fmt: skip
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


LOOPS = """
@T.prim_func
def f(A: T.Buffer((8, 4), "float32"), B: T.Buffer((8, 4), "float32")):
    for i in range(8):
        for j in T.unroll(4):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                if vi < 4:
                    T.evaluate(0)
                B[vi, vj] = A[vi, vj] + T.float32(1)
    for i in range(8):
        with T.block("again"):
            vi = T.axis.spatial(8, i)
            B[vi, 0] = B[vi, 0]
"""


def test_programs_by_functions_and_marks() -> None:
    module = parse(TEXT)
    seen: list[str] = []
    tir.transform.Apply(lambda func: seen.append(func.attrs["global_symbol"]) or func)(module)  # type: ignore[func-returns-value]
    assert seen == ["f"]
    with pytest.raises(MlccError, match="T126"):
        tir.transform.Apply(lambda func: None)(module)
    assert not tir.transform.Filter(lambda func: False)(module).functions
    marked = tir.transform.AnnotateEntryFunc()(tir.transform.BindTarget("llvm -mcpu=haswell")(module))
    attrs = marked.prim_funcs["f"].attrs
    assert attrs["tir.is_entry_func"] is True
    assert "haswell" in attrs["target"]
    verify(marked)
    assert parse(marked.script()).prim_funcs["f"].attrs["target"] == attrs["target"]


def test_what_has_no_effect_is_removed_and_loops_are_written_out() -> None:
    module = parse(LOOPS)
    useful = tir.transform.RemoveNoOp()(module)
    assert not [n for n in walk(useful.prim_funcs["f"].body) if isinstance(n, IfThenElse)]
    with pytest.raises(MlccError, match="L102"):
        tir.transform.UnrollLoop()(useful)
    flat = tir.transform.UnrollLoop()(tir.transform.LowerOpaqueBlock()(tir.transform.RemoveNoOp()(module)))
    body = tir.transform.RemoveNoOp()(flat).prim_funcs["f"].body
    assert len([n for n in walk(body) if isinstance(n, BufferStore)]) == 4
    x = np.arange(32, dtype=np.float32).reshape(8, 4)
    for item in (module, useful):
        np.testing.assert_array_equal(mlcc.build(item)(x), x + 1)


def test_threads_by_default() -> None:
    with mlcc.target.Target("cuda"):
        scheduled = tir.transform.DefaultGPUSchedule()(parse(TEXT))
    assert "threadIdx.x" in scheduled.script()


def test_what_is_not_there_says_what_is() -> None:
    with pytest.raises(AttributeError, match="a build lowers"):
        tir.transform.MakePackedAPI
    with pytest.raises(AttributeError, match="no attribute"):
        tir.transform.MakeEverything


def test_questions_about_programs(capsys: pytest.CaptureFixture[str]) -> None:
    module = parse(LOOPS)
    assert tir.analysis.estimate_tir_flops(module) == 32
    assert tir.analysis.verify_ssa(module.prim_funcs["f"])
    temporary = '        C = T.alloc_buffer((8, 4), "float32", scope="local")\n'
    allocs = parse(TEXT.replace("        for i, j", f"{temporary}        for i, j"))
    assert tir.analysis.calculate_allocated_bytes(allocs) == {"f": {"local": 128}}
    assert mlcc.transform.PrintIR("here")(module) is module
    assert capsys.readouterr().out.startswith("PrintIR(here):\n# from mlcc")


REDUCTION = """
@T.prim_func
def f(A: T.Buffer((8, 5), "float32"), I: T.Buffer((8,), "int32"), B: T.Buffer((8,), "float32")):
    for i in range(1, 9):
        for k in range(5):
            with T.block("B"):
                vi = T.axis.spatial(8, i - 1)
                vk = T.axis.reduce(5, k)
                with T.init():
                    B[vi] = T.float32(0)
                B[vi] = B[vi] + T.Select(I[vi] < 5, A[vi, vk], T.float32(0))
    for i in range(8):
        with T.block("again"):
            vi = T.axis.spatial(8, i)
            assert I[vi] >= 0, "negative"
            B[vi] = B[vi] + A[vi, T.if_then_else(I[vi] < 5, I[vi], 0)]
"""


@pytest.mark.parametrize(
    "name",
    [
        "LowerInitBlock",
        "CanonicalizeLoop",
        "ConvertSSA",
        "RewriteUnsafeSelect",
        "InstrumentBoundCheckers",
        "SkipAssert",
    ],
)
def test_programs_mean_the_same_after(name: str) -> None:
    module = parse(REDUCTION)
    new = getattr(tir.transform, name)()(module)
    verify(new)
    func = new.prim_funcs["f"]
    assert parse(new.script()).script() == new.script()
    assert structural_equal(getattr(tir.transform, name)()(new), new) or name == "InstrumentBoundCheckers"
    nodes = list(walk(func.body))
    left = {
        "LowerInitBlock": [n for n in nodes if isinstance(n, Block) and n.init is not None],
        "CanonicalizeLoop": [n for n in nodes if isinstance(n, For) and as_int(n.min) != 0],
        "RewriteUnsafeSelect": [n for n in nodes if isinstance(n, Select)],
        "SkipAssert": [n for n in nodes if isinstance(n, AssertStmt)],
    }
    assert not left.get(name)
    a, index = np.arange(40, dtype="float32").reshape(8, 5), np.arange(8, dtype="int32")
    want = np.where(index < 5, a.sum(1), 0) + a[np.arange(8), np.where(index < 5, index, 0)]
    out = np.zeros(8, "float32")
    mlcc.build(new)["f"](a, index, out)
    np.testing.assert_array_equal(out, want)


def test_indices_outside_are_found() -> None:
    text = """
@T.prim_func
def f(A: T.Buffer((8,), "float32"), I: T.Buffer((4,), "int32"), B: T.Buffer((4,), "float32")):
    for i in range(4):
        with T.block("B"):
            vi = T.axis.spatial(4, i)
            B[vi] = A[I[vi]]
"""
    library = mlcc.build(tir.transform.InstrumentBoundCheckers()(parse(text)))
    a, out = np.arange(8, dtype="float32"), np.zeros(4, "float32")
    library["f"](a, np.array([7, 0, 3, 1], "int32"), out)
    np.testing.assert_array_equal(out, [7, 0, 3, 1])
    for wrong in (8, -1):
        with pytest.raises(MlccError, match=r"an index of `A` is outside of \(8\)"):
            library["f"](a, np.array([0, 1, wrong, 2], "int32"), out)


def test_a_variable_of_two_loops_becomes_two() -> None:
    func: Any = parse(REDUCTION)["f"]
    (loop, *_) = [n for n in walk(func.body) if isinstance(n, For)]
    twice = IRModule(
        {"f": func.with_body(update(func.body, block=update(func.body.block, body=SeqStmt((loop, loop)))))}
    )
    assert not tir.analysis.verify_ssa(twice["f"])
    assert tir.analysis.verify_ssa(tir.transform.ConvertSSA()(twice)["f"])
