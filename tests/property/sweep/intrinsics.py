"""Tensor intrinsics that `tensorize` is tried with."""

from __future__ import annotations

_INCREMENT = """@T.prim_func
def desc(X: T.Buffer((4,), "{dtype}"), Y: T.Buffer((4,), "{dtype}")):
    for i in range(4):
        with T.block("Y"):
            vi = T.axis.spatial(4, i)
            Y[vi] = X[vi] + T.{dtype}(1)
@T.prim_func
def impl(X: T.Buffer((4,), "{dtype}", offset_factor=1), Y: T.Buffer((4,), "{dtype}", offset_factor=1)):
    for i in T.vectorized(4):
        Y[i] = X[i] + T.{dtype}(1)
"""
_PRODUCT = """@T.prim_func
def desc(A: T.Buffer((2, 2), "{dtype}"), B: T.Buffer((2, 2), "{dtype}"), C: T.Buffer((2, 2), "{dtype}")):
    with T.block("root"):
        T.reads(C[0:2, 0:2], A[0:2, 0:2], B[0:2, 0:2])
        T.writes(C[0:2, 0:2])
        for i, j, k in T.grid(2, 2, 2):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
@T.prim_func
def impl(A: T.Buffer((2, 2), "{dtype}", offset_factor=1), B: T.Buffer((2, 2), "{dtype}", offset_factor=1),
         C: T.Buffer((2, 2), "{dtype}", offset_factor=1)):
    with T.block("root"):
        T.reads(C[0:2, 0:2], A[0:2, 0:2], B[0:2, 0:2])
        T.writes(C[0:2, 0:2])
        for k, i, j in T.grid(2, 2, 2):
            C[i, j] = C[i, j] + A[i, k] * B[k, j]
"""
INTRINSICS = {
    f"{name}_{dtype}": text.replace("{dtype}", dtype)
    for name, text in (("increment", _INCREMENT), ("product", _PRODUCT))
    for dtype in ("int32", "float32")
}
