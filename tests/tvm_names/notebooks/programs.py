# %% a program in text, and what is in it
import numpy as np

import mlcc as tvm
from mlcc.ir.module import IRModule
from mlcc.script import tir as T


@tvm.script.ir_module
class AddOne:
    @T.prim_func
    def main(A: T.Buffer((6, 10), "float32"), B: T.Buffer((6, 10), "float32")):
        T.func_attr({"global_symbol": "main", "tir.noalias": True})
        for i, j in T.grid(6, 10):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] + T.float32(1)


assert isinstance(AddOne, IRModule)
print(AddOne.script())

# %% schedules: split, reorder, parallel, vectorise, unroll, and the trace of what was done
sch = tvm.tir.Schedule(AddOne)
block = sch.get_block("B", func_name="main")
i, j = sch.get_loops(block)
j0, j1 = sch.split(j, factors=[None, 4])
sch.reorder(j0, i, j1)
sch.parallel(j0)
sch.vectorize(j1)
sch.mod.show()
print(sch.trace)

# %% built, called, timed
lib = tvm.build(sch.mod, target="llvm")
a = np.random.default_rng(0).normal(size=(6, 10)).astype("float32")
b = tvm.nd.empty((6, 10), dtype="float32")
lib["main"](tvm.nd.array(a), b)
np.testing.assert_allclose(b.numpy(), a + 1, rtol=1e-6)
assert lib.time_evaluator("main", tvm.cpu(), number=2)(tvm.nd.array(a), b).mean > 0


# %% a convolution, and a batched product whose sum is computed where it is used
@tvm.script.ir_module
class Conv:
    @T.prim_func
    def conv(
        X: T.Buffer((1, 2, 9, 7), "int64"), W: T.Buffer((3, 2, 3, 3), "int64"), Y: T.Buffer((1, 3, 7, 5), "int64")
    ):
        for n, o, h, w, c, r, s in T.grid(1, 3, 7, 5, 2, 3, 3):
            with T.block("Y"):
                vn, vo, vh, vw, vc, vr, vs = T.axis.remap("SSSSRRR", [n, o, h, w, c, r, s])
                with T.init():
                    Y[vn, vo, vh, vw] = T.int64(0)
                Y[vn, vo, vh, vw] = Y[vn, vo, vh, vw] + X[vn, vc, vh + vr, vw + vs] * W[vo, vc, vr, vs]


@tvm.script.ir_module
class Batched:
    @T.prim_func
    def bmm_relu(
        A: T.Buffer((4, 8, 8), "float32"), B: T.Buffer((4, 8, 8), "float32"), C: T.Buffer((4, 8, 8), "float32")
    ):
        T.func_attr({"global_symbol": "bmm_relu", "tir.noalias": True})
        Y = T.alloc_buffer((4, 8, 8), dtype="float32")
        for n, i, j, k in T.grid(4, 8, 8, 8):
            with T.block("Y"):
                vn, vi, vj, vk = T.axis.remap("SSSR", [n, i, j, k])
                with T.init():
                    Y[vn, vi, vj] = T.float32(0)
                Y[vn, vi, vj] = Y[vn, vi, vj] + A[vn, vi, vk] * B[vn, vk, vj]
        for n, i, j in T.grid(4, 8, 8):
            with T.block("C"):
                vn, vi, vj = T.axis.remap("SSS", [n, i, j])
                C[vn, vi, vj] = T.max(Y[vn, vi, vj], T.float32(0))


sch = tvm.tir.Schedule(Batched)
Y = sch.get_block("Y", func_name="bmm_relu")
C = sch.get_block("C", func_name="bmm_relu")
n, i, j, k = sch.get_loops(Y)
sch.parallel(n)
j0, j1 = sch.split(j, factors=[None, 8])
k0, k1 = sch.split(k, factors=[None, 4])
sch.reorder(n, i, j0, k0, k1, j1)
sch.reverse_compute_at(C, j0)
first = sch.decompose_reduction(Y, k0)
sch.vectorize(sch.get_loops(first)[-1])
sch.unroll(k1)
rng = np.random.default_rng(1)
a, b = (rng.normal(size=(4, 8, 8)).astype("float32") for _ in range(2))
c = tvm.nd.array(np.zeros((4, 8, 8), dtype="float32"))
tvm.build(sch.mod, target="llvm")["bmm_relu"](tvm.nd.array(a), tvm.nd.array(b), c)
np.testing.assert_allclose(c.numpy(), np.maximum(a @ b, 0), rtol=1e-5, atol=1e-5)
x, w = rng.integers(-9, 9, (1, 2, 9, 7)), rng.integers(-9, 9, (3, 2, 3, 3))
y = tvm.nd.empty((1, 3, 7, 5), "int64")
tvm.build(Conv, target="llvm")["conv"](tvm.nd.array(x), tvm.nd.array(w), y)
assert y.numpy()[0, 2, 6, 4] == (x[0, :, 6:9, 4:7] * w[2]).sum()
