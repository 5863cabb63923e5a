# %% a kernel whose loops are blocks and threads of a device (here the CPU plays the card)
import numpy as np

import mlcc as tvm
from mlcc.script import ir as I
from mlcc.script import tir as T

tvm.runtime.use_cuda_on_cpu()


@I.ir_module
class VectorAdd:
    @T.prim_func
    def main(A: T.Buffer((300,), "float32"), B: T.Buffer((300,), "float32"), C: T.Buffer((300,), "float32")):
        T.func_attr({"global_symbol": "main", "tir.noalias": True})
        for i in T.grid(300):
            with T.block("C"):
                vi = T.axis.remap("S", [i])
                C[vi] = A[vi] + B[vi]


sch = tvm.tir.Schedule(VectorAdd)
block = sch.get_block("C")
(i,) = sch.get_loops(block=block)
i0, i1 = sch.split(i, [None, 64])
sch.bind(i0, "blockIdx.x")
sch.bind(i1, "threadIdx.x")
sch.mod.show()
lib = tvm.build(sch.mod, target="cuda")
rng = np.random.default_rng(0)
device = tvm.cuda(0)
a, b = (tvm.nd.array(rng.normal(size=300).astype("float32"), device) for _ in range(2))
c = tvm.nd.array(np.zeros(300, dtype="float32"), device)
lib["main"](a, b, c)
np.testing.assert_allclose(c.numpy(), a.numpy() + b.numpy(), rtol=1e-6)
print(lib.imported_modules[0].get_source())


# %% sums of windows: neighbours share what they read
@I.ir_module
class WindowSum:
    @T.prim_func
    def main(A: T.Buffer((258,), "float32"), B: T.Buffer((256,), "float32")):
        T.func_attr({"global_symbol": "main", "tir.noalias": True})
        for i in T.grid(256):
            with T.block("C"):
                vi = T.axis.remap("S", [i])
                B[vi] = A[vi] + A[vi + 1] + A[vi + 2]


sch = tvm.tir.Schedule(WindowSum)
block = sch.get_block("C")
(i,) = sch.get_loops(block=block)
i0, i1 = sch.split(i, [None, 64])
sch.bind(i0, "blockIdx.x")
sch.bind(i1, "threadIdx.x")
shared = sch.cache_read(block, read_buffer_index=0, storage_scope="shared")
sch.compute_at(shared, i0)
axis = sch.get_loops(shared)[-1]
x0, x1 = sch.split(axis, [None, 64])
sch.bind(x1, "threadIdx.x")
sch.mod.show()
b = tvm.nd.empty((256,), "float32", device)
tvm.build(sch.mod, target="cuda")["main"](tvm.nd.array(np.arange(258, dtype="float32"), device), b)
np.testing.assert_allclose(b.numpy(), 3 * np.arange(256) + 3)


# %% a product: tiles of the result in registers, tiles of the operands in shared memory, fetched together
@I.ir_module
class Product:
    @T.prim_func
    def main(A: T.Buffer((32, 32), "float32"), B: T.Buffer((32, 32), "float32"), C: T.Buffer((32, 32), "float32")):
        T.func_attr({"global_symbol": "main", "tir.noalias": True})
        for i, j, k in T.grid(32, 32, 32):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def fetched_together(sch, block, index, at, threads):
    cached = sch.cache_read(block, index, "shared")
    sch.compute_at(cached, at)
    inner, outer = sch.get_loops(cached)[-2:]
    fused = sch.fuse(inner, outer)
    _, x1, x2 = sch.split(fused, factors=[None, threads, 2])
    sch.vectorize(x2)
    sch.bind(x1, "threadIdx.x")


def blocking(sch, tile_y, tile_x, tile_k, threads_y, threads_x):
    block = sch.get_block("C")
    kept = sch.cache_write(block, 0, "local")
    i, j, k = sch.get_loops(block=block)
    i0, i1, i2 = sch.split(i, factors=[None, threads_y, tile_y])
    j0, j1, j2 = sch.split(j, factors=[None, threads_x, tile_x])
    k0, k1 = sch.split(k, factors=[None, tile_k])
    sch.unroll(k1)
    sch.reorder(i0, j0, i1, j1, k0, k1, i2, j2)
    sch.reverse_compute_at(kept, j1)
    sch.bind(i0, "blockIdx.y")
    sch.bind(j0, "blockIdx.x")
    tx = sch.fuse(i1, j1)
    sch.bind(tx, "threadIdx.x")
    for index in (0, 1):
        fetched_together(sch, block, index, k0, threads_y * threads_x)
    sch.decompose_reduction(block, k0)
    return sch


sch = blocking(tvm.tir.Schedule(Product), 4, 4, 8, 4, 4)
sch.mod.show()
a, b = (rng.normal(size=(32, 32)).astype("float32") for _ in range(2))
c = tvm.nd.array(np.zeros((32, 32), dtype="float32"), device)
lib = tvm.build(sch.mod, target="cuda")
lib["main"](tvm.nd.array(a, device), tvm.nd.array(b, device), c)
np.testing.assert_allclose(c.numpy(), a @ b, rtol=1e-5, atol=1e-5)
