"""TensorIR written as Python text, transformed step by step, built, checked and timed.

The decorated class is never run: its source is read by the same grammar as a .tir file.
"""

import numpy as np

import mlcc
from mlcc import tir
from mlcc.script import ir as I
from mlcc.script import tir as T


@I.ir_module
class MyModule:
    @T.prim_func
    def mm_relu(
        A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32"), C: T.Buffer((128, 128), "float32")
    ):
        T.func_attr({"global_symbol": "mm_relu", "tir.noalias": True})
        Y = T.alloc_buffer((128, 128), dtype="float32")
        for i, j, k in T.grid(128, 128, 128):
            with T.block("Y"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    Y[vi, vj] = T.float32(0)
                Y[vi, vj] = Y[vi, vj] + A[vi, vk] * B[vk, vj]
        for i, j in T.grid(128, 128):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = T.max(Y[vi, vj], T.float32(0))


def transform(mod, jfactor):
    sch = tir.Schedule(mod)
    block_Y = sch.get_block("Y", func_name="mm_relu")
    i, j, k = sch.get_loops(block_Y)
    j0, j1 = sch.split(j, factors=[None, jfactor])
    sch.reorder(j0, k, j1)
    block_C = sch.get_block("C", "mm_relu")
    sch.reverse_compute_at(block_C, j0)
    return sch.mod


a_np = np.random.default_rng(0).random((128, 128), dtype="float32")
b_np = np.random.default_rng(1).random((128, 128), dtype="float32")
wanted = np.maximum(a_np @ b_np, 0)
a_nd, b_nd = mlcc.nd.array(a_np), mlcc.nd.array(b_np)

print(transform(MyModule, 8).script())
for name, mod in [("unscheduled", MyModule)] + [(f"jfactor={f}", transform(MyModule, f)) for f in (2, 4, 8, 9, 32)]:
    lib = mlcc.build(mod, target="llvm")
    c_nd = mlcc.nd.empty((128, 128), dtype="float32")
    lib["mm_relu"](a_nd, b_nd, c_nd)
    np.testing.assert_allclose(c_nd.numpy(), wanted, rtol=1e-5)
    timer = lib.time_evaluator("mm_relu", mlcc.cpu(), number=5)
    print(f"{name:12} {timer(a_nd, b_nd, c_nd).mean * 1e3:.3f} ms")
