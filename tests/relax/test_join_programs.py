"""Handwritten programs of a model: fused with each other and with operators, and scheduled by the library."""

from __future__ import annotations

import numpy as np
import pytest
from tolerances import assert_close

import mlcc
from mlcc import relax, te, topi
from mlcc.driver import BuildOptions
from mlcc.driver.pipeline import Compilation
from mlcc.ir import IRModule, find_blocks
from mlcc.schedule import Schedule
from mlcc.script import parse_module
from mlcc.target import Target

from .graphs import normal

#: relu(x w), then an operator, at any number of rows.
MIXED = """
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def mm(a: T.handle, B: T.Buffer((13, 17), "float32"), y: T.handle):
        n = T.int64()
        A = T.match_buffer(a, (n, 13), "float32")
        Y = T.match_buffer(y, (n, 17), "float32")
        for i, j, k in T.grid(n, 17, 13):
            with T.block("Y"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    Y[vi, vj] = T.float32(0)
                Y[vi, vj] = Y[vi, vj] + A[vi, vk] * B[vk, vj]

    @T.prim_func(private=True)
    def relu(a: T.handle, c: T.handle):
        n = T.int64()
        A = T.match_buffer(a, (n, 17), "float32")
        C = T.match_buffer(c, (n, 17), "float32")
        for i, j in T.grid(n, 17):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = T.max(A[vi, vj], T.float32(0))

    @R.function
    def main(x: R.Tensor(("n", 13), "float32"), w: R.Tensor((13, 17), "float32"), b: R.Tensor((17,), "float32")):
        n = T.int64()
        cls = Module
        with R.dataflow():
            y = R.call_tir(cls.mm, (x, w), out_sinfo=R.Tensor((n, 17), "float32"))
            r = R.call_tir(cls.relu, (y,), out_sinfo=R.Tensor((n, 17), "float32"))
            z = R.tanh(R.add(r, b))
            R.output(z)
        return z
"""


def compilation(module: IRModule) -> Compilation:
    return Compilation(module, BuildOptions(Target("llvm")))


def test_programs_and_operators_are_one_program_with_a_schedule() -> None:
    built = compilation(parse_module(MIXED))
    assert list(built.legal.prim_funcs) == ["fused_mm_relu_add_tanh"]
    func = built.legal.prim_funcs["fused_mm_relu_add_tanh"]
    assert [item.block.name for item in find_blocks(func.root.body)][:2] == ["Y", "C"]
    assert set(built.scheduled.applied) == {"fused_mm_relu_add_tanh"}


@pytest.mark.parametrize("rows", [1, 7, 32])
def test_what_is_joined_computes_the_same(rows: int) -> None:
    x, w, b = normal(rows, 13), normal(13, 17), normal(17)
    x[0, 0] = np.nan
    got = mlcc.build(parse_module(MIXED))(x, w, b)
    assert_close(got, np.tanh(np.maximum(x @ w, 0) + b))


def test_a_program_called_with_a_literal_stays_a_call() -> None:
    bb = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((5,), "float32"))
    with bb.function("main", [x]):
        with bb.dataflow():
            a = bb.emit_te(topi.add, x, relax.const(np.float32(2)))
            out = bb.emit_output(bb.emit_te(topi.nn.relu, a))
        bb.emit_func_output(out)
    assert_close(mlcc.build(bb.get())(normal(5)), np.maximum(normal(5) + 2, 0))


def two_products() -> IRModule:
    """x a b, by programs of their own: `first` and `second`."""
    bb = relax.BlockBuilder()
    x, a, b = (relax.Var(name, relax.TensorStructInfo((32, 32), "float32")) for name in "xab")
    with bb.function("main", [x, a, b]):
        with bb.dataflow():
            y = bb.emit_te(topi.matmul, x, a, primfunc_name_hint="first")
            y = bb.emit_te(topi.matmul, y, b, primfunc_name_hint="second")
            out = bb.emit_output(bb.emit_te(topi.nn.relu, y, primfunc_name_hint="last"))
        bb.emit_func_output(out)
    return bb.get()


def test_programs_of_emit_te_have_schedules_and_scheduled_ones_stay() -> None:
    module = two_products()
    assert set(compilation(module).scheduled.applied) == {"first", "fused_second_last"}
    sch = Schedule(module)
    sch.work_on("second")
    i, _, _ = sch.get_loops(sch.get_block("matmul"))
    sch.split(i, factors=[None, 4])
    built = compilation(sch.mod)
    assert set(built.scheduled.applied) == {"first", "last"}
    assert built.scheduled.module["second"] is built.legal["second"]
    x, a, b = normal(32, 32), normal(32, 32, seed=1), normal(32, 32, seed=2)
    want = np.maximum(x @ a @ b, 0)
    for each in (module, sch.mod):
        # wide: two sums of 32 products in a row, in another order
        np.testing.assert_allclose(mlcc.build(each)(x, a, b), want, rtol=1e-4, atol=1e-3)


def test_programs_without_a_model_are_built_as_written() -> None:
    a = te.placeholder((8, 8), name="A")
    b = te.placeholder((8, 8), name="B")
    module = IRModule({"main": te.create_prim_func([a, b, topi.matmul(a, b)])})
    assert compilation(module).scheduled.applied == {}
