"""Programs that fused functions call become one."""

from __future__ import annotations

import numpy as np

import mlcc
from mlcc import relax, te, topi
from mlcc.ir import IRModule, PrimFunc, find_blocks, verify
from mlcc.relax.transform import AnnotateTIROpPattern, FuseOps, FuseTIR, LegalizeOps, Normalize

from .graphs import normal

PASSES = (Normalize(), AnnotateTIROpPattern(), FuseOps(), FuseTIR())


def fused(module: IRModule) -> IRModule:
    for item in PASSES:
        module = item(module)
        verify(module)
    return module


def linear(shape: tuple[int, ...] = (5, 7)) -> IRModule:
    """relu(x w + b) twice, the second time with the same programs."""
    bb = relax.BlockBuilder()
    rows, columns = shape
    x, w, b = (
        relax.Var(name, relax.TensorStructInfo(dims, "float32"))
        for name, dims in (("x", (rows, columns)), ("w", (columns, columns)), ("b", (columns,)))
    )
    with bb.function("main", [x, w, b]):
        with bb.dataflow():
            value = x
            for _ in range(2):
                value = bb.emit_te(topi.matmul, value, w)
                value = bb.emit_te(topi.add, value, b)
                value = bb.emit_te(topi.nn.relu, value)
            out = bb.emit_output(value)
        bb.emit_func_output(out)
    return bb.get()


def test_three_programs_are_one_and_equal_groups_share_it() -> None:
    module = fused(linear())
    assert list(module.prim_funcs) == ["fused_matmul_add_relu"]
    func = module.prim_funcs["fused_matmul_add_relu"]
    assert len(find_blocks(func.root.body)) == 3
    x, w, b = normal(5, 7), normal(7, 7), normal(7)
    want = np.maximum(np.maximum(x @ w + b, 0) @ w + b, 0)
    # wide: two sums of 7 products, in another order
    np.testing.assert_allclose(mlcc.build(module)(x, w, b), want, rtol=1e-4, atol=1e-5)
    # wide: the same
    np.testing.assert_allclose(mlcc.build(linear())(x, w, b), want, rtol=1e-4, atol=1e-5)


def test_a_chain_of_the_same_program_has_blocks_of_its_own() -> None:
    bb = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((6,), "float32"))

    def twice(t: te.Tensor) -> te.Tensor:
        return te.compute(t.shape, lambda i: t[i] * 2.0, name="twice")

    with bb.function("main", [x]):
        with bb.dataflow():
            value = bb.emit_te(twice, bb.emit_te(twice, bb.emit_te(twice, x)))
            out = bb.emit_output(value)
        bb.emit_func_output(out)
    module = fused(bb.get())
    (func,) = module.prim_funcs.values()
    assert [item.block.name for item in find_blocks(func.root.body)] == ["twice", "twice_1", "twice_2"]
    np.testing.assert_array_equal(mlcc.build(module)(normal(6)), 8 * normal(6))


def test_symbolic_sizes_of_the_programs_are_those_of_the_call() -> None:
    text = """
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def double(a: T.handle, b: T.handle):
        n = T.int64()
        A = T.match_buffer(a, (n,), "float32")
        B = T.match_buffer(b, (n,), "float32")
        for i in range(n):
            with T.block("double"):
                vi = T.axis.spatial(n, i)
                B[vi] = A[vi] * T.float32(2)

    @R.function
    def main(x: R.Tensor(("m",), "float32")) -> R.Tensor(("m",), "float32"):
        m = T.int64()
        cls = Module
        with R.dataflow():
            y = R.call_tir(cls.double, (x,), out_sinfo=R.Tensor((m,), "float32"))
            z = R.call_tir(cls.double, (y,), out_sinfo=R.Tensor((m,), "float32"))
            R.output(z)
        return z
"""
    module = fused(mlcc.parse(text))
    assert list(module.prim_funcs) == ["fused_double_double"]
    for size in (1, 9):
        np.testing.assert_array_equal(mlcc.build(module)(normal(size)), 4 * normal(size))


def test_what_is_used_twice_or_opaque_is_not_joined() -> None:
    bb = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((4, 4), "float32"))
    with bb.function("main", [x]):
        with bb.dataflow():
            soft = bb.emit_te(topi.nn.softmax, x)
            a = bb.emit_output(bb.emit_te(topi.exp, soft))
            b = bb.emit_output(soft)
        bb.emit_func_output((a, b))
    module = fused(bb.get())
    assert sorted(module.prim_funcs) == ["exp", "softmax"]


def test_public_programs_stay_and_groups_of_operators_are_lowered() -> None:
    bb = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((4,), "float32"))
    with bb.function("main", [x]):
        with bb.dataflow():
            out = bb.emit_output(relax.op.exp(bb.emit(relax.op.negative(x))))
        bb.emit_func_output(out)
    module = FuseTIR()(FuseOps()(bb.get()))
    assert [type(f) for n, f in module.functions.items() if n != "main"] == [PrimFunc]
    np.testing.assert_allclose(mlcc.build(module)(normal(4)), np.exp(-normal(4)), rtol=1e-6)
    assert FuseTIR()(LegalizeOps()(bb.get())).prim_funcs.keys() == LegalizeOps()(bb.get()).prim_funcs.keys()
