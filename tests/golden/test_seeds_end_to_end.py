"""What the documents of the courses do, from the program to numbers: transform, build, run, compare."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc import relax, te, tir, topi
from mlcc.diagnostics import MlccError, render_text
from mlcc.ir import IRModule, PrimFunc
from mlcc.script import parse_module
from mlcc.script import tir as T

KERNELS = Path(__file__).resolve().parents[2] / "samples" / "kernels"
FACTORS = (2, 4, 8, 9, 32)


@mlcc.script.ir_module
class MyModule:
    @T.prim_func
    def mm_relu(
        A: T.Buffer[(128, 128), "float32"], B: T.Buffer[(128, 128), "float32"], C: T.Buffer[(128, 128), "float32"]
    ):
        T.func_attr({"global_symbol": "mm_relu", "tir.noalias": True})
        Y = T.alloc_buffer((128, 128), dtype="float32")
        for i, j, k in T.grid(128, 128, 128):
            with T.block("Y"):
                vi = T.axis.spatial(128, i)
                vj = T.axis.spatial(128, j)
                vk = T.axis.reduce(128, k)
                with T.init():
                    Y[vi, vj] = T.float32(0)
                Y[vi, vj] = Y[vi, vj] + A[vi, vk] * B[vk, vj]
        for i, j in T.grid(128, 128):
            with T.block("C"):
                vi = T.axis.spatial(128, i)
                vj = T.axis.spatial(128, j)
                C[vi, vj] = T.max(Y[vi, vj], T.float32(0))


def random(*shape: int, seed: int = 0) -> Any:
    return np.random.RandomState(seed).rand(*shape).astype("float32")


A_NP, B_NP = random(128, 128), random(128, 128, seed=1)
C_NP = np.maximum(A_NP @ B_NP, 0)


def check_mm_relu(module: IRModule, name: str = "mm_relu") -> Any:
    """Build for `llvm`, run in destination-passing style on NDArrays, compare as the documents do."""
    rt_lib = mlcc.build(module, target="llvm")
    a_nd, b_nd = mlcc.nd.array(A_NP), mlcc.nd.array(B_NP)
    c_nd = mlcc.nd.empty((128, 128), dtype="float32")
    rt_lib[name](a_nd, b_nd, c_nd)
    np.testing.assert_allclose(C_NP, c_nd.numpy(), rtol=1e-5)
    return rt_lib


def transform(mod: IRModule, jfactor: int) -> IRModule:
    sch = mlcc.tir.Schedule(mod)
    block_Y = sch.get_block("Y", func_name="mm_relu")
    i, j, k = sch.get_loops(block_Y)
    j0, j1 = sch.split(j, factors=[None, jfactor])
    sch.reorder(j0, k, j1)
    block_C = sch.get_block("C", "mm_relu")
    sch.reverse_compute_at(block_C, j0)
    return sch.mod


def test_types_have_the_names_of_the_documents() -> None:
    assert isinstance(MyModule, mlcc.IRModule)
    assert isinstance(MyModule["mm_relu"], mlcc.PrimFunc)
    assert isinstance(MyModule["mm_relu"], tir.PrimFunc)


def test_the_program_as_written() -> None:
    lib = check_mm_relu(MyModule)
    timer = lib.time_evaluator("mm_relu", mlcc.cpu(), number=1)
    args = [mlcc.nd.array(x) for x in (A_NP, B_NP, C_NP)]
    assert timer(*args).mean > 0


@pytest.mark.parametrize("jfactor", FACTORS)
def test_transformed(jfactor: int) -> None:
    check_mm_relu(transform(MyModule, jfactor))


@pytest.mark.parametrize("jfactor", [4, 9])
def test_decomposed(jfactor: int) -> None:
    sch = tir.Schedule(transform(MyModule, jfactor))
    block_Y = sch.get_block("Y", "mm_relu")
    _, _, k, _ = sch.get_loops(block_Y)
    sch.decompose_reduction(block_Y, k)
    check_mm_relu(sch.mod)


def test_a_second_run_of_a_step_is_reported() -> None:
    """The documents warn: running the cell twice says that the loop no longer exists."""
    sch = tir.Schedule(MyModule)
    _, j, _ = sch.get_loops(sch.get_block("Y"))
    sch.split(j, factors=[None, 4])
    with pytest.raises(MlccError) as caught:
        sch.split(j, factors=[None, 4])
    assert caught.value.code == "S205"
    assert "`j` was split into `j_0`, `j_1`" in render_text(caught.value)


def test_the_wrong_program_is_refused_at_loop_and_axis(tmp_path: Path) -> None:
    lines = [
        "@T.prim_func",
        'def wrong(A: T.Buffer((128,), "float32"), C: T.Buffer((128,), "float32")):',
        "    for i in range(127):",
        '        with T.block("C"):',
        "            vi = T.axis.spatial(128, i)",
        "            C[vi] = A[vi]",
    ]
    path = tmp_path / "wrong.tir"
    path.write_text("\n".join(lines))
    with pytest.raises(MlccError) as caught:
        mlcc.build(path)
    assert caught.value.code == "V022"
    shown = render_text(caught.value)
    assert "-------------------- this loop has extent 127" in shown
    assert "^^^^^^^^^^^^^^^^^^^^^^ the axis has extent 128" in shown


def te_matmul(A: te.Tensor, B: te.Tensor) -> te.Tensor:
    assert A.shape[1] == B.shape[0]
    n = A.shape[0]
    m = B.shape[1]
    k = te.reduce_axis((0, A.shape[1]), name="k")
    return te.compute((n, m), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="matmul")


def te_relu(A: te.Tensor) -> te.Tensor:
    return te.compute(A.shape, lambda *i: te.max(A(*i), 0), name="relu")


def placeholders() -> tuple[te.Tensor, te.Tensor]:
    return te.placeholder((128, 128), name="A", dtype="float32"), te.placeholder((128, 128), name="B", dtype="float32")


def test_tensor_expressions_fused() -> None:
    A, B = placeholders()
    D = te_relu(te_matmul(A, B))
    func = te.create_prim_func([A, B, D]).with_attr({"global_symbol": "mm_relu"})
    assert "matmul = T.alloc_buffer" in func.script()
    check_mm_relu(mlcc.IRModule({"mm_relu": func}))


def test_an_intermediate_result_as_parameter() -> None:
    A, B = placeholders()
    C = te_matmul(A, B)
    func = te.create_prim_func([A, B, C, te_relu(C)]).with_attr({"global_symbol": "both"})
    assert "alloc_buffer" not in func.script()
    c, d = np.empty((128, 128), "float32"), np.empty((128, 128), "float32")
    mlcc.build(mlcc.IRModule({"both": func}))["both"](A_NP, B_NP, c, d)
    np.testing.assert_allclose(c, A_NP @ B_NP, rtol=1e-5)
    np.testing.assert_allclose(d, C_NP, rtol=1e-5)


@pytest.mark.parametrize("early", [False, True], ids=["params at the end", "params at the beginning"])
def test_block_builder(early: bool) -> None:
    A = relax.Var("A", relax.TensorStructInfo((128, 128), "float32"))
    B = relax.Var("B", relax.TensorStructInfo((128, 128), "float32"))
    bb = relax.BlockBuilder()
    with bb.function("main", *([[A, B]] if early else [])):
        with bb.dataflow():
            C = bb.emit_te(te_matmul, A, B)
            D = bb.emit_te(te_relu, C)
            R = bb.emit_output(D)
        bb.emit_func_output(R, **({} if early else {"params": [A, B]}))
    assert isinstance(C, relax.Var)
    module = bb.get()
    assert {"te_matmul", "te_relu", "main"} <= set(module.functions)
    assert all(isinstance(module[name], PrimFunc) for name in ("te_matmul", "te_relu"))
    vm = relax.VirtualMachine(relax.vm.build(module, target="llvm"), mlcc.cpu())
    result = vm["main"](mlcc.nd.array(A_NP), mlcc.nd.array(B_NP))
    np.testing.assert_allclose(result.numpy(), C_NP, rtol=1e-5)


IMAGE = random(1, 784, seed=2)
PARAMS = {
    "w0": random(128, 784, seed=3) - np.float32(0.5),
    "b0": random(128, seed=4),
    "w1": random(10, 128, seed=5) - np.float32(0.5),
    "b1": random(10, seed=6),
}
SCORES = np.maximum(IMAGE @ PARAMS["w0"].T + PARAMS["b0"], 0) @ PARAMS["w1"].T + PARAMS["b1"]


def run_mlp(module: IRModule, *params: Any) -> None:
    vm = relax.VirtualMachine(relax.vm.build(module, target="llvm"), mlcc.cpu())
    result = vm["main"](mlcc.nd.array(IMAGE), *(mlcc.nd.array(p) for p in params))
    np.testing.assert_allclose(result.numpy(), SCORES, rtol=1e-5, atol=1e-5)


def kernel_file(name: str) -> IRModule:
    return parse_module((KERNELS / name).read_text(), name)


def test_mlp_of_call_tir() -> None:
    run_mlp(kernel_file("mlp_call_tir.relax"), *PARAMS.values())


def test_parameters_bound_as_constants() -> None:
    bound = relax.transform.BindParams("main", PARAMS)(kernel_file("mlp_call_tir.relax"))
    assert len(bound["main"].params) == 1
    run_mlp(bound)
    run_mlp(parse_module(bound.script(), "bound.relax"))


def test_library_functions_by_name() -> None:
    """`env.linear` and `env.relu` are NumPy here; one layer stays a tensor program."""

    def linear(x: Any, w: Any, b: Any, out: Any) -> None:
        np.add(x.numpy() @ w.numpy().T, b.numpy(), out=out.numpy())

    mlcc.register_func("env.linear", linear, override=True)
    mlcc.register_func("env.relu", lambda x, out: np.maximum(x.numpy(), 0, out=out.numpy()), override=True)
    run_mlp(kernel_file("mlp_mixture.relax"), *PARAMS.values())


def test_a_library_function_without_provider_is_a_coded_error() -> None:
    text = (KERNELS / "mlp_mixture.relax").read_text().replace('"env.', '"nowhere.')
    with pytest.raises(MlccError) as caught:
        mlcc.build(parse_module(text, "mixture.relax"))
    assert caught.value.code == "L302"


def test_mlp_of_operators() -> None:
    """As the lesson maps nn.Linear: `topi.nn.dense`, then `topi.add`, with the weights as constants."""
    x = relax.Var("x", relax.TensorStructInfo((1, 784), "float32"))
    bb = relax.BlockBuilder()
    with bb.function("main"):
        with bb.dataflow():
            y: Any = x
            for layer in ("0", "1"):
                y = bb.emit_te(topi.nn.dense, y, relax.const(PARAMS["w" + layer]))
                y = bb.emit_te(topi.add, y, relax.const(PARAMS["b" + layer]))
                y = bb.emit_te(te_relu, y) if layer == "0" else y
            out = bb.emit_output(y)
        bb.emit_func_output(out, [x])
    run_mlp(bb.get())


def test_remote_like_add_one() -> None:
    """The first program of the introductions: one element added, here and now."""
    n = 1024
    A = te.placeholder((n,), name="A")
    B = te.compute((n,), lambda i: A[i] + 1.0, name="B")
    func = te.create_prim_func([A, B]).with_attr({"global_symbol": "add_one"})
    lib = mlcc.build(mlcc.IRModule({"add_one": func}), target="llvm")
    a, b = mlcc.nd.array(random(n)), mlcc.nd.array(np.zeros(n, "float32"))
    lib["add_one"](a, b)
    np.testing.assert_equal(b.numpy(), a.numpy() + 1)
