# %% blocks that work on tiles, as a unit of a processor does
import numpy as np

import mlcc as tvm
from mlcc.script import ir as I
from mlcc.script import tir as T


@I.ir_module
class Tiled:
    @T.prim_func
    def main(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
        T.func_attr({"global_symbol": "main", "tir.noalias": True})
        for i0, j0, k0 in T.grid(4, 4, 4):
            with T.block("tile"):
                vi0, vj0, vk0 = T.axis.remap("SSR", [i0, j0, k0])
                with T.init():
                    for i1, j1 in T.grid(16, 16):
                        with T.block("tile_init"):
                            vi1, vj1 = T.axis.remap("SS", [i1, j1])
                            C[vi0 * 16 + vi1, vj0 * 16 + vj1] = T.float32(0)
                for i1, j1, k1 in T.grid(16, 16, 16):
                    with T.block("tmm"):
                        vi1, vj1, vk1 = T.axis.remap("SSR", [i1, j1, k1])
                        C[vi0 * 16 + vi1, vj0 * 16 + vj1] += (
                            A[vi0 * 16 + vi1, vk0 * 16 + vk1] * B[vj0 * 16 + vj1, vk0 * 16 + vk1]
                        )


sch = tvm.tir.Schedule(Tiled)
outer = sch.get_block("tile")
i, j, k = sch.get_loops(outer)
i0, i1 = sch.split(i, [None, 2])
sch.reorder(i0, j, i1, k)
sch.mod.show()


# %% the product in loops, and its inner tile as a block of its own
@I.ir_module
class Product:
    @T.prim_func
    def main(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
        T.func_attr({"global_symbol": "main", "tir.noalias": True})
        for i, j, k in T.grid(64, 64, 64):
            with T.block("matmul"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] += A[vi, vk] * B[vj, vk]


sch = tvm.tir.Schedule(Product)
block = sch.get_block("matmul")
i, j, k = sch.get_loops(block)
i, ii = sch.split(i, factors=[None, 16])
j, ji = sch.split(j, factors=[None, 16])
k, ki = sch.split(k, factors=[None, 16])
sch.reorder(i, j, k, ii, ji, ki)
tile = sch.blockize(ii)
sch.mod.show()


# %% what the unit does, and what calls it
@T.prim_func
def tmm16_desc(a: T.handle, b: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (16, 16), "float32", offset_factor=16, scope="global")
    B = T.match_buffer(b, (16, 16), "float32", offset_factor=16, scope="global")
    C = T.match_buffer(c, (16, 16), "float32", offset_factor=16, scope="global")
    with T.block("root"):
        T.reads(C[0:16, 0:16], A[0:16, 0:16], B[0:16, 0:16])
        T.writes(C[0:16, 0:16])
        for i, j, k in T.grid(16, 16, 16):
            with T.block(""):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vj, vk]


@T.prim_func
def tmm16_impl(a: T.handle, b: T.handle, c: T.handle) -> None:
    sa = T.int32()
    sb = T.int32()
    sc = T.int32()
    A = T.match_buffer(a, (16, 16), "float32", offset_factor=16, strides=[sa, 1], scope="global")
    B = T.match_buffer(b, (16, 16), "float32", offset_factor=16, strides=[sb, 1], scope="global")
    C = T.match_buffer(c, (16, 16), "float32", offset_factor=16, strides=[sc, 1], scope="global")
    with T.block("root"):
        T.reads(C[0:16, 0:16], A[0:16, 0:16], B[0:16, 0:16])
        T.writes(C[0:16, 0:16])
        T.evaluate(T.call_extern("int32", "tmm16", C.access_ptr("w"), A.access_ptr("r"), B.access_ptr("r"), sa, sb, sc))


tvm.tir.TensorIntrin.register("tmm16", tmm16_desc, tmm16_impl)

# %% where the unit is called
sch.decompose_reduction(tile, k)
tensorized = sch.copy()
tensorized.tensorize(tensorized.get_block("matmul_o_update"), "tmm16")
tensorized.mod.show()
assert "tmm16" in tensorized.mod.script()


# %% a machine without the unit: the same tile by vectors
@T.prim_func
def tile_impl(a: T.handle, b: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (16, 16), "float32", offset_factor=16, scope="global")
    B = T.match_buffer(b, (16, 16), "float32", offset_factor=16, scope="global")
    C = T.match_buffer(c, (16, 16), "float32", offset_factor=16, scope="global")
    with T.block("root"):
        T.reads(C[0:16, 0:16], A[0:16, 0:16], B[0:16, 0:16])
        T.writes(C[0:16, 0:16])
        for k, i in T.grid(16, 16):
            for j in T.vectorized(16):
                C[i, j] = C[i, j] + A[i, k] * B[j, k]


tvm.tir.TensorIntrin.register("tile16", tmm16_desc, tile_impl)
sch.tensorize(sch.get_block("matmul_o_update"), "tile16")
a, b = (np.random.default_rng(0).normal(size=(64, 64)).astype("float32") for _ in range(2))
c = tvm.nd.array(np.zeros((64, 64), dtype="float32"))
tvm.build(sch.mod, target="llvm")["main"](tvm.nd.array(a), tvm.nd.array(b), c)
np.testing.assert_allclose(c.numpy(), a @ b.T, rtol=1e-5, atol=1e-5)
