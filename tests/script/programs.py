"""One program in the spellings of three periods."""

from __future__ import annotations

MM_RELU_2022 = """
@tvm.script.ir_module
class Module:
    @tir.prim_func
    def mm_relu(A: tir.Buffer[(16, 8), "float32"], B: tir.Buffer[(8, 12), "float32"], 
                C: tir.Buffer[(16, 12), "float32"]) -> None:
        # function attr dict
        tir.func_attr({"global_symbol": "mm_relu", "tir.noalias": True})
        # body
        # with tir.block("root")
        Y = tir.alloc_buffer([16, 12], dtype="float32")
        for i, j, k in tir.grid(16, 12, 8):
            with tir.block("Y"):
                vi = tir.axis.spatial(16, i)
                vj = tir.axis.S(12, j)
                vk = tir.axis.R(8, k)
                tir.reads([A[vi, vk], B[vk, vj]])
                tir.writes(Y[vi, vj])
                with tir.init():
                    Y[vi, vj] = tir.float32(0)
                Y[vi, vj] = Y[vi, vj] + A[vi, vk] * B[vk, vj]
        for i, j in tir.grid(16, 12):
            with tir.block("C"):
                vi, vj = tir.axis.remap("SS", [i, j])
                tir.reads(Y[vi, vj])
                tir.writes(C[vi, vj])
                C[vi, vj] = tir.max(Y[vi, vj], tir.float32(0))
"""  # noqa: W291

MM_RELU_2023 = """
# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def mm_relu(A: T.Buffer((16, 8), "float32"), B: T.Buffer((8, 12), "float32"), C: T.Buffer((16, 12), "float32")):
        T.func_attr({"tir.noalias": True})
        # with T.block("root"):
        Y = T.alloc_buffer((16, 12))
        for i, j, k in T.grid(16, 12, 8):
            with T.block("Y"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                T.reads(A[vi, vk], B[vk, vj])
                T.writes(Y[vi, vj])
                with T.init():
                    Y[vi, vj] = T.float32(0)
                Y[vi, vj] = Y[vi, vj] + A[vi, vk] * B[vk, vj]
        for i, j in T.grid(16, 12):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(Y[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = T.max(Y[vi, vj], T.float32(0))
"""

MM_RELU_2026 = """
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def mm_relu(A: T.Buffer((16, 8), "float32"), B: T.Buffer((8, 12), "float32"), C: T.Buffer((16, 12), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        Y = T.sblock_alloc_buffer((16, 12))
        for i, j, k in T.grid(16, 12, 8):
            with T.sblock("Y"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                T.reads(A[vi, vk], B[vk, vj])
                T.writes(Y[vi, vj])
                with T.init():
                    Y[vi, vj] = T.float32(0.0)
                Y[vi, vj] = Y[vi, vj] + A[vi, vk] * B[vk, vj]
        for i, j in T.grid(16, 12):
            with T.sblock("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(Y[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = T.max(Y[vi, vj], T.float32(0.0))
"""

MM_RELU_BY_HAND = '''
"""A file with other things around the program."""
from __future__ import annotations
import tvm
from tvm.script import tir as X
M = 16
pass

@X.prim_func
def mm_relu(A: X.Buffer((M, 8)), B: X.Buffer((8, M - 4), dtype="float32"), C: X.Buffer([M, 12])):
    """Regions are left out, numbers are bare."""
    X.func_attr({
        "tir.noalias": True,
    })
    Y = X.alloc_buffer((M, 12))
    for i in X.serial(M):
        for j in range(0, 12):
            for k in range(8):
                with X.block("Y"):
                    vi, vj, vk = X.axis.remap("SSR", [i, j, k])
                    with X.init():
                        Y[vi, vj] = 0
                    Y[vi, vj] += A[vi, vk] * B[vk, vj]
    for i, j in X.grid(M, 12):
        with X.block("C"):
            vi = X.axis.spatial(M, i)
            vj = X.axis.spatial((0, 12), j)
            C[vi, vj] = X.max(Y[vi, vj], 0)
'''

DIALECTS = {
    "2022": MM_RELU_2022, "2023": MM_RELU_2023, "2026": MM_RELU_2026, "by hand": MM_RELU_BY_HAND
}  # fmt: skip
