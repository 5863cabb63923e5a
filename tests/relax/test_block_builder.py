"""BlockBuilder: the course's examples give the programs printed there; misuse is refused with a code."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc import relax, te, topi
from mlcc.diagnostics import MlccError
from mlcc.ir import GraphVar, IRModule, TensorStructInfo, Var, structural_equal, verify
from mlcc.relax.transform import Normalize
from mlcc.script import parse_module

PRINTED = """
@I.ir_module
class Module:
    @T.prim_func
    def te_matmul(rxplaceholder: T.Buffer((T.int64(128), T.int64(128)), "float32"),
                  rxplaceholder_1: T.Buffer((T.int64(128), T.int64(128)), "float32"),
                  matmul: T.Buffer((T.int64(128), T.int64(128)), "float32")):
        T.func_attr({"tir.noalias": True})
        for i, j, k in T.grid(T.int64(128), T.int64(128), T.int64(128)):
            with T.block("matmul"):
                v_i, v_j, v_k = T.axis.remap("SSR", [i, j, k])
                T.reads(rxplaceholder[v_i, v_k], rxplaceholder_1[v_k, v_j])
                T.writes(matmul[v_i, v_j])
                with T.init():
                    matmul[v_i, v_j] = T.float32(0)
                matmul[v_i, v_j] = matmul[v_i, v_j] + rxplaceholder[v_i, v_k] * rxplaceholder_1[v_k, v_j]

    @T.prim_func
    def te_relu(rxplaceholder: T.Buffer((T.int64(128), T.int64(128)), "float32"),
                relu: T.Buffer((T.int64(128), T.int64(128)), "float32")):
        T.func_attr({"tir.noalias": True})
        for i0, i1 in T.grid(T.int64(128), T.int64(128)):
            with T.block("relu"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(rxplaceholder[v_i0, v_i1])
                T.writes(relu[v_i0, v_i1])
                relu[v_i0, v_i1] = T.max(rxplaceholder[v_i0, v_i1], T.float32(0))

    @R.function
    def main(A: R.Tensor((128, 128), dtype="float32"), B: R.Tensor((128, 128), dtype="float32")
             ) -> R.Tensor((128, 128), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv = R.call_tir(cls.te_matmul, (A, B), out_sinfo=R.Tensor((128, 128), dtype="float32"))
            lv1 = R.call_tir(cls.te_relu, (lv,), out_sinfo=R.Tensor((128, 128), dtype="float32"))
            gv: R.Tensor((128, 128), dtype="float32") = lv1
            R.output(gv)
        return gv
"""


def te_matmul(A: te.Tensor, B: te.Tensor) -> te.Tensor:
    assert A.shape[1] == B.shape[0]
    k = te.reduce_axis((0, A.shape[1]), name="k")
    return te.compute((A.shape[0], B.shape[1]), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="matmul")


def te_relu(A: te.Tensor) -> te.Tensor:
    return te.compute(A.shape, lambda *i: te.max(A(*i), 0), name="relu")


def square(name: str) -> relax.Var:
    return relax.Var(name, relax.TensorStructInfo((128, 128), "float32"))


def course_module(params_first: bool) -> IRModule:
    A, B = square("A"), square("B")
    bb = relax.BlockBuilder()
    with bb.function("main", params=[A, B] if params_first else None):
        with bb.dataflow():
            C = bb.emit_te(te_matmul, A, B)
            D = bb.emit_te(te_relu, C)
            R = bb.emit_output(D)
        bb.emit_func_output(R, params=None if params_first else [A, B])
    return bb.get()


@pytest.mark.parametrize("params_first", [False, True])
def test_the_course_module_is_the_printed_one(params_first: bool) -> None:
    module, printed = course_module(params_first), Normalize()(parse_module(PRINTED))
    verify(module)
    assert list(module.functions) == ["te_matmul", "te_relu", "main"]
    assert structural_equal(module, printed), module.script()


def test_programs_that_a_graph_function_calls_are_exported_when_asked() -> None:
    module = course_module(True)
    assert mlcc.build(module).functions == ("main",)
    asked = module.with_function("te_relu", module["te_relu"].with_attr("export", True))
    library = mlcc.build(parse_module(asked.script()))
    assert sorted(library.functions) == ["main", "te_relu"]
    x, y = np.full((128, 128), -1, "float32"), np.ones((128, 128), "float32")
    library["te_relu"](x, y)
    assert not y.any()


def test_the_module_reads_back() -> None:
    module = course_module(True)
    assert structural_equal(parse_module(module.script()), module)


def test_results_of_the_course_module() -> None:
    from .graphs import compiled, normal

    a, b = normal(128, 128), normal(128, 128, seed=1)
    np.testing.assert_allclose(compiled(course_module(True), a, b)[0], np.maximum(a @ b, 0), rtol=1e-5, atol=1e-5)


def test_equal_programs_are_shared_and_others_numbered() -> None:
    A = square("A")
    narrow = relax.Var("N", TensorStructInfo((4, 8), "float32"))
    bb = relax.BlockBuilder()
    with bb.function("main", [A, narrow]):
        with bb.dataflow():
            first = bb.emit_te(te_relu, A)
            second = bb.emit_te(te_relu, first)
            other = bb.emit_te(te_relu, narrow)
            outputs = [bb.emit_output(second), bb.emit_output(other)]
        bb.emit_func_output(outputs)
    assert list(bb.get().functions) == ["te_relu", "te_relu1", "main"]


def test_linear_layers_of_topi_with_constants() -> None:
    """The course's translation of `nn.Linear`."""
    from .graphs import assert_close, compiled, normal

    x = relax.Var("x", TensorStructInfo((1, 784), "float32"))
    weight, bias = normal(10, 784), normal(10)
    bb = relax.BlockBuilder()
    with bb.function("main"):
        with bb.dataflow():
            w = relax.const(weight, relax.TensorStructInfo(weight.shape, "float32"))
            y = bb.emit_te(topi.nn.dense, x, w)
            y = bb.emit_te(topi.add, y, relax.const(bias, "float32"))
            out = bb.emit_output(y)
        bb.emit_func_output(out, [x])
    data = normal(1, 784, seed=3)
    assert_close(compiled(bb.get(), data), [data @ weight.T + bias])


def test_te_functions_of_several_results_and_of_lists() -> None:
    x = relax.Var("x", TensorStructInfo((4,), "float32"))

    def both(parts: list[te.Tensor], *, by: int) -> tuple[te.Tensor, te.Tensor]:
        a, b = parts
        plus = te.compute(a.shape, lambda i: a[i] + b[i], name="plus")
        return plus, te.compute(a.shape, lambda i: a[i] * by, name="times")

    bb = relax.BlockBuilder()
    with bb.function("main", [x]):
        with bb.dataflow():
            pair = bb.emit_te(both, [x, x], by=3)
            out = bb.emit_output(relax.TupleGetItem(pair, 1))
        bb.emit_func_output(out)
    module = bb.get()
    verify(module)
    from .graphs import compiled, normal

    np.testing.assert_allclose(compiled(module, normal(4))[0], 3 * normal(4), rtol=1e-6)


def test_const_takes_numbers_lists_and_arrays() -> None:
    assert relax.const(1.5).data.dtype == np.float32
    assert relax.const([1, 2]).data.dtype == np.int64
    assert relax.const(np.zeros(3, "float16")).data.dtype == np.float16
    assert relax.const(2, "float64").data.dtype == np.float64


def misuse_nested() -> None:
    bb = relax.BlockBuilder()
    with bb.function("f", [square("A")]), bb.function("g"):
        pass


def misuse_no_result() -> None:
    with relax.BlockBuilder().function("f", [square("A")]):
        pass


def misuse_output_outside() -> None:
    bb, a = relax.BlockBuilder(), square("A")
    with bb.function("f", [a]):
        bb.emit_output(a)


def misuse_params_twice() -> None:
    bb, a = relax.BlockBuilder(), square("A")
    with bb.function("f", [a]):
        bb.emit_func_output(a, [a])


def misuse_no_params() -> None:
    bb, a = relax.BlockBuilder(), square("A")
    with bb.function("f"):
        bb.emit_func_output(a)


def misuse_outside() -> None:
    relax.BlockBuilder().emit(square("A"))


@pytest.mark.parametrize(
    ("code", "misuse"),
    [
        ("T110", misuse_nested),
        ("T111", misuse_no_result),
        ("T112", misuse_output_outside),
        ("T113", misuse_params_twice),
        ("T114", misuse_no_params),
        ("T115", misuse_outside),
    ],
)
def test_misuse_is_refused(code: str, misuse: Any) -> None:
    with pytest.raises(MlccError) as caught:
        misuse()
    assert caught.value.code == code


def test_a_size_that_no_tensor_of_a_program_has() -> None:
    n, m = Var("n", "int64"), Var("m", "int64")
    x, y = (GraphVar(name, TensorStructInfo((size,), "float32")) for name, size in (("x", n), ("y", m)))
    builder = relax.BlockBuilder()
    with builder.function("main", [x, y]):
        value = builder.emit_te(lambda a: te.compute(a.shape, lambda i: a[i] * m.astype("float32")), x)
        builder.emit_func_output(value)
    module = builder.get()
    assert mlcc.script.parse_module(module.script()).script() == module.script()
    given = np.arange(3, dtype="float32")
    np.testing.assert_array_equal(mlcc.build(module)["main"](given, np.zeros(5, "float32")), given * 5)
