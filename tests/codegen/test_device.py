"""Kernels of OpenCL C and CUDA C: their text, and what they compute by OpenCL, if there is a driver, and on the CPU."""

import numpy as np
import pytest
from on_cpu import cuda_on_cpu

from mlcc import te, topi
from mlcc.diagnostics import MlccError
from mlcc.driver import build, build_files
from mlcc.ir import IRModule
from mlcc.schedule import Schedule
from mlcc.script import parse_module


def add_one(threads: int = 64) -> IRModule:
    a = te.placeholder((1000,), name="A")
    b = te.compute((1000,), lambda i: a[i] + 1.0, name="B")
    sch = Schedule(IRModule({"add_one": te.create_prim_func([a, b]).with_attr("global_symbol", "add_one")}))
    (i,) = sch.get_loops(sch.get_block("B", "add_one"))
    outer, inner = sch.split(i, factors=[None, threads])
    sch.bind(outer, "blockIdx.x")
    sch.bind(inner, "threadIdx.x")
    return sch.mod


def tiled_product() -> IRModule:
    """A product whose blocks stage their operands in shared memory, and whose threads sum in registers."""
    a, b = te.placeholder((64, 48), name="A"), te.placeholder((48, 32), name="B")
    sch = Schedule(IRModule({"mm": te.create_prim_func([a, b, topi.matmul(a, b)]).with_attr("global_symbol", "mm")}))
    block = sch.get_block("matmul", "mm")
    i, j, k = sch.get_loops(block)
    (i0, i1), (j0, j1), (k0, k1) = (sch.split(loop, factors=[None, 16]) for loop in (i, j, k))
    sch.reorder(i0, j0, i1, j1, k0, k1)
    for loop, tag in ((i0, "blockIdx.y"), (j0, "blockIdx.x"), (i1, "threadIdx.y"), (j1, "threadIdx.x")):
        sch.bind(loop, tag)
    sch.reverse_compute_at(sch.cache_write(block, 0, "local"), j1)
    for number in (0, 1):
        staged = sch.cache_read(block, number, "shared")
        sch.compute_at(staged, k0)
        outer, inner = sch.split(sch.fuse(*sch.get_loops(staged)[-2:]), factors=[16, 16])
        sch.bind(outer, "threadIdx.y")
        sch.bind(inner, "threadIdx.x")
    return sch.mod


def run(module, *arrays) -> None:
    try:
        module(*arrays)
    except MlccError as error:
        if "R350" in str(error):
            pytest.skip(str(error))
        raise


@pytest.mark.parametrize("kind", ["opencl", "cuda"])
def test_kernels_compute_what_their_loops_do(kind: str) -> None:
    if kind == "cuda":
        cuda_on_cpu()
    else:
        pytest.importorskip("pyopencl")
    a = np.random.default_rng(0).random(1000, dtype=np.float32)
    b = np.zeros_like(a)
    run(build(add_one(), target=kind), a, b)
    np.testing.assert_array_equal(b, a + 1)
    rng = np.random.default_rng(1)
    x, y, z = rng.random((64, 48), np.float32), rng.random((48, 32), np.float32), np.zeros((64, 32), np.float32)
    run(build(tiled_product(), target=kind), x, y, z)
    np.testing.assert_allclose(z, x @ y, rtol=1e-5)


def test_launches_are_timed_as_in_tvm() -> None:
    cuda_on_cpu()
    module = build(add_one(), target="cuda")
    a = np.ones(1000, np.float32)
    b = np.zeros_like(a)
    timing = module.time_evaluator("add_one", number=2, repeat=3)(a, b)
    assert len(timing.results) == 3
    assert timing.mean > 0
    np.testing.assert_array_equal(b, 0)  # only a call copies results back
    with pytest.raises(MlccError, match="R301"):
        module.time_evaluator("add_one")(a)
    with pytest.raises(MlccError, match="R313"):
        module.time_evaluator("add")(a, b)


@pytest.mark.parametrize("kind", ["opencl", "cuda"])
def test_the_text_has_the_launch_and_the_shared_memory(kind: str) -> None:
    module = build(tiled_product(), target=kind)
    text = module.imported_modules[0].get_source()  # type: ignore[attr-defined]
    barrier, shared = ("__syncthreads();", "__shared__ __align__(16)") if kind == "cuda" else ("barrier(", "__local")
    assert text.count(shared + " float") == 2
    # Between the copies and what reads them, and before the next iteration overwrites them; in OpenCL also between the
    # copies, and before and after the loop.
    assert text.count(barrier) == (2 if kind == "cuda" else 5)
    launch = module.launches["mm"]  # type: ignore[attr-defined]
    assert (launch.blocks, launch.threads) == ((2, 4, 1), (16, 16, 1))
    assert ("blockIdx.x" in text) == (kind == "cuda")
    assert ("get_group_id(0)" in text) == (kind == "opencl")


def test_text_is_written_by_the_command(tmp_path) -> None:
    (tmp_path / "k.tir").write_text(add_one().script(), encoding="utf-8")
    for kind, suffix in (("cuda", "cu"), ("opencl", "cl")):
        build_files(str(tmp_path / "k.tir"), output=str(tmp_path / f"k.{suffix}"), target=kind)
        assert "add_one(" in (tmp_path / f"k.{suffix}").read_text(encoding="utf-8")


REFUSED = {
    "a store outside of the threads": """
        for b in T.thread_binding(4, thread="blockIdx.x"):
            Y[b] = X[b]
            for t in T.thread_binding(4, thread="threadIdx.x"):
                Y[4 + b * 4 + t] = X[b * 4 + t]""",
    "two loops of one tag": """
        for s in T.thread_binding(4, thread="threadIdx.x"):
            for t in T.thread_binding(4, thread="threadIdx.x"):
                Y[s * 4 + t] = X[s * 4 + t]""",
    "no bound loop": """
        for b in range(16):
            Y[b] = X[b]""",
}


@pytest.mark.parametrize("name", REFUSED)
def test_programs_that_mean_something_else_as_kernels_are_refused(name: str) -> None:
    body = REFUSED[name].replace("\n    ", "\n")
    module = parse_module(
        "@T.prim_func\n"
        'def main(X: T.Buffer((32,), "float32"), Y: T.Buffer((32,), "float32")):' + body
    )  # fmt: skip
    with pytest.raises(MlccError, match="G109"):
        build(module, target="cuda")
