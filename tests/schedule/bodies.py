"""Bodies of programs that the tests of several steps use."""

from __future__ import annotations

ONE = """
for i in range(128):
    with T.block("B"):
        vi = T.axis.spatial(128, i)
        B[vi] = A[vi] * T.float32(2)
"""
TWO = """
B = T.alloc_buffer((128,))
for i in range(128):
    with T.block("B"):
        vi = T.axis.spatial(128, i)
        B[vi] = A[vi] * T.float32(2)
for i in range(128):
    with T.block("C"):
        vi = T.axis.spatial(128, i)
        C[vi] = B[vi] + T.float32(1)
"""
MM = """
Y = T.alloc_buffer((16, 8))
for i, j, k in T.grid(16, 8, 32):
    with T.block("Y"):
        vi, vj, vk = T.axis.remap("SSR", [i, j, k])
        with T.init():
            Y[vi, vj] = T.float32(0)
        Y[vi, vj] = Y[vi, vj] + A[vi, vk] * B[vk, vj]
for i, j in T.grid(16, 8):
    with T.block("C"):
        vi, vj = T.axis.remap("SS", [i, j])
        C[vi, vj] = T.max(Y[vi, vj], T.float32(0))
"""
RUNNING = """
Y = T.alloc_buffer((1,))
for k in range(4):
    for z in range(1):
        with T.block("Y"):
            vk = T.axis.reduce(4, k)
            with T.init():
                Y[0] = T.float32(3)
            Y[0] = Y[0] + A[vk]
    for p in range(2):
        with T.block("D"):
            vk, vp = T.axis.remap("SS", [k, p])
            D[vk, vp] = A[vk]
    for q in range(3):
        with T.block("C"):
            vk, vq = T.axis.remap("SS", [k, q])
            C[vk, vq] = Y[0]
"""
IN_PLACE = """
for i in range(128):
    with T.block("B"):
        vi = T.axis.spatial(128, i)
        B[vi] = A[vi] * T.float32(2)
for i in range(128):
    with T.block("A2"):
        vi = T.axis.spatial(128, i)
        A[vi] = A[vi] + T.float32(1)
"""
SIBLINGS = """
for i in range(8):
    for j in range(8):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj]
    for j in range(8):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[vi, vj]
"""
TRIANGLE = """
for i in range(8):
    for j in range(i + 1):
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            vj = T.axis.spatial(8, j)
            B[vi, vj] = A[vi, vj]
"""
FROM_FOUR = """
for i in T.serial(4, 16):
    with T.block("B"):
        vi = T.axis.spatial((4, 16), i)
        B[vi] = A[vi]
"""
NAMESAKES = """
for i in range(8):
    with T.block("B"):
        vi = T.axis.spatial(8, i)
        B[vi] = A[vi]
for i in range(8):
    with T.block("B"):
        vi = T.axis.spatial(8, i)
        C[vi] = A[vi]
"""
WINDOW = """
Y = T.alloc_buffer((128,))
for i in range(128):
    with T.block("Y"):
        vi = T.axis.spatial(128, i)
        Y[vi] = A[vi] * T.float32(2)
for i in range(127):
    with T.block("C"):
        vi = T.axis.spatial(127, i)
        C[vi] = Y[vi] + Y[vi + 1]
"""
SUBTRACTED = """
for i, k in T.grid(16, 32):
    with T.block("Y"):
        vi, vk = T.axis.remap("SR", [i, k])
        with T.init():
            Y[vi] = T.float32(0)
        Y[vi] = Y[vi] - A[vi, vk]
"""
SUM = SUBTRACTED.replace(" - ", " + ")
SUMS = """
for i, m, k in T.grid(16, 4, 32):
    with T.block("Y"):
        vi, vm, vk = T.axis.remap("SRR", [i, m, k])
        with T.init():
            Y[vi] = T.float32(0)
        Y[vi] = Y[vi] + A[vi, vm, vk]
"""
#: `P` does the same in each iteration of `i`; `Q` reads what the iterations of `i` write.
REPEATED = """
P = T.alloc_buffer((8,))
for i in range(4):
    for k in range(8):
        with T.block("P"):
            v = T.axis.spatial(8, k)
            P[v] = A[v] * T.float32(2)
        with T.block("C"):
            vi, vk = T.axis.remap("SS", [i, k])
            C[vi, vk] = P[vk]
        with T.block("Q"):
            v = T.axis.spatial(8, k)
            Q[v] = C[0, v]
"""
ONCE = "- compute_once: {block: P, loop: [P, i]}"
SHARED = """
B = T.alloc_buffer((128,))
for i in range(128):
    with T.block("B"):
        vi = T.axis.spatial(128, i)
        B[vi] = A[vi] * T.float32(2)
for i in range(128):
    with T.block("C"):
        vi = T.axis.spatial(128, i)
        C[vi] = B[vi] + T.float32(1)
for i in range(128):
    with T.block("D"):
        vi = T.axis.spatial(128, i)
        D[vi] = B[vi] + A[vi]
"""
MANY_WRITES = """
B = T.alloc_buffer((128,))
D = T.alloc_buffer((128,))
for i in range(128):
    with T.block("B"):
        vi = T.axis.spatial(128, i)
        B[vi] = A[vi] * T.float32(2)
        D[vi] = A[vi]
for i in range(128):
    with T.block("C"):
        vi = T.axis.spatial(128, i)
        C[vi] = B[vi] + D[vi]
"""
TWO_SOURCES = """
B = T.alloc_buffer((128,))
D = T.alloc_buffer((128,))
for i in range(128):
    with T.block("B"):
        vi = T.axis.spatial(128, i)
        B[vi] = A[vi] * T.float32(2)
for i in range(128):
    with T.block("D"):
        vi = T.axis.spatial(128, i)
        D[vi] = A[vi]
for i in range(128):
    with T.block("C"):
        vi = T.axis.spatial(128, i)
        C[vi] = B[vi] + D[vi]
"""
FOLDED = """
B = T.alloc_buffer((64,))
for i in range(128):
    with T.block("B"):
        vi = T.axis.spatial(128, i)
        B[vi // 2] = A[vi // 2] * T.float32(2)
for i in range(64):
    with T.block("C"):
        vi = T.axis.spatial(64, i)
        C[vi] = B[vi]
"""
POINTER = """
B = T.alloc_buffer((128,))
for i in range(128):
    with T.block("B"):
        vi = T.axis.spatial(128, i)
        B[vi] = A[vi] * T.float32(2)
for i in range(128):
    with T.block("C"):
        vi = T.axis.spatial(128, i)
        T.reads(B[vi])
        T.writes(C[vi])
        C[vi] = B[vi] + T.call_extern("float32", "f", T.address_of(B[vi]))
"""
#: Only the first `N[i]` columns of a row are computed.
ROWS = """
N = T.alloc_buffer((8,), "int32")
for i in range(8):
    with T.block("N"):
        vi = T.axis.spatial(8, i)
        N[vi] = vi
for i in range(8):
    for j in range(N[i]):
        with T.block("C"):
            vi = T.axis.spatial(8, i)
            vj = T.axis.spatial(N[i], j)
            C[vi] = A[vi]
"""
GUARDED = """
B = T.alloc_buffer((128,))
for i in range(128):
    with T.block("B"):
        vi = T.axis.spatial(128, i)
        B[vi] = A[vi] * T.float32(2)
for i in range(128):
    with T.block("C"):
        vi = T.axis.spatial(128, i)
        T.where(i < 100)
        C[vi] = B[vi]
"""
UNUSED_LOOP = """
for i, k, u in T.grid(16, 32, 4):
    with T.block("Y"):
        vi, vk = T.axis.remap("SR", [i, k])
        with T.init():
            Y[vi] = T.float32(0)
        Y[vi] = Y[vi] + A[vi, vk]
"""
LATE = """
B = T.alloc_buffer((128,))
for i in range(100):
    with T.block("B"):
        vi = T.axis.spatial(100, i)
        B[vi] = A[vi]
for i in range(128):
    with T.block("C"):
        vi = T.axis.spatial(128, i)
        C[vi] = B[vi]
"""
VIEW = """
for i in range(16):
    with T.block("B"):
        vi = T.axis.spatial(16, i)
        T.reads(A[vi * 8:vi * 8 + 8])
        T.writes(B[vi * 8:vi * 8 + 8])
        A1 = T.match_buffer(A[vi * 8:vi * 8 + 8], (8,), "float32")
        for j in range(8):
            with T.block("C"):
                vj = T.axis.spatial(8, j)
                B[vi * 8 + vj] = A1[vj]
"""
HORNER = """
for k in range(16):
    with T.block("Y"):
        vk = T.axis.reduce(16, k)
        with T.init():
            D[0] = T.float32(0)
        D[0] = D[0] * T.float32(0.5) + A[vk]
"""
LAST_WRITER = """
for i, j in T.grid(4, 4):
    with T.block("D"):
        vi, vj = T.axis.remap("SS", [i, j])
        D[vi + vj] = A[vi, vj]
"""
RAGGED = "- split: {loop: i, block: B, factors: [null, 9]}\n"
CLEARED = """
for i in range(128):
    with T.block("Z"):
        vi = T.axis.spatial(128, i)
        Y[vi] = T.float32(0)
for i, k in T.grid(128, 8):
    with T.block("Y"):
        vi, vk = T.axis.remap("SR", [i, k])
        Y[vi] = Y[vi] + A[vi, vk]
"""
PARTIAL = """
for i in range(100):
    with T.block("B"):
        vi = T.axis.spatial(128, i * 2)
        T.where(i < 64)
        B[vi] = A[vi]
"""
# the last row of B is written in part, where 4 does not divide n
ROWS_OF_FOUR = """
@T.prim_func
def main(a: T.handle, b: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n,), "float32")
    B = T.match_buffer(b, ((n + 3) // 4, 4), "float32")
    for i in range(n):
        with T.block("B"):
            vi = T.axis.spatial(n, i)
            B[vi // 4, vi % 4] = A[vi]
"""
SYMBOLIC = """
@T.prim_func
def main(a: T.handle, b: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n,), "float32")
    B = T.match_buffer(b, (n,), "float32")
    for i in range(n):
        with T.block("B"):
            vi = T.axis.spatial(n, i)
            B[vi] = A[vi]
"""
GEMM = """
Y = T.alloc_buffer((7, 6))
for i, j, k in T.grid(7, 6, 5):
    with T.block("Y"):
        vi, vj, vk = T.axis.remap("SSR", [i, j, k])
        with T.init():
            Y[vi, vj] = T.float32(0)
        Y[vi, vj] = Y[vi, vj] + A[vi, vk] * B[vk, vj]
for i, j in T.grid(7, 6):
    with T.block("D"):
        vi, vj = T.axis.remap("SS", [i, j])
        D[vi, vj] = C[vj] + (Y[vi, vj] + A[vi, 0])
"""
RESIZE = """
for i, j in T.grid(7, 9):
    with T.block("B"):
        vi, vj = T.axis.remap("SS", [i, j])
        B[vi, vj] = A[vi // 2 + vj // 2, vj % 3] + A[vi // 2 + vj // 2, 0]
"""
PADDED_MM = """
@T.prim_func
def main(a: T.handle, B: T.Buffer((6, 8)), c: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n, 6))
    C = T.match_buffer(c, (n, 8))
    for i, j, k in T.grid(n, 8, 6):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
"""
ADDED = """
for i in range(13):
    with T.block("B"):
        vi = T.axis.spatial(13, i)
        B[vi] = A[vi] * T.float32(2)
"""
CROPPED = """
B = T.alloc_buffer((13,))
for i in range(13):
    with T.block("B"):
        vi = T.axis.spatial(13, i)
        B[vi] = A[vi] * T.float32(2)
for i in range(11):
    with T.block("C"):
        vi = T.axis.spatial(11, i)
        C[vi] = B[vi] + B[vi + 2]
"""
BEFORE_ITS_PRODUCERS = """
B = T.alloc_buffer((8,))
for i in range(8):
    with T.block("C"):
        vi = T.axis.spatial(8, i)
        C[vi] = A[vi] + T.float32(1)
for i in range(8):
    with T.block("B"):
        vi = T.axis.spatial(8, i)
        B[vi] = A[vi] * T.float32(2)
for i in range(8):
    with T.block("D"):
        vi = T.axis.spatial(8, i)
        D[vi] = B[vi]
for i in range(8):
    with T.block("E"):
        vi = T.axis.spatial(8, i)
        E[vi] = A[vi]
"""
PADDING = """
P = T.alloc_buffer((9, 11))
for i, j in T.grid(9, 11):
    with T.block("P"):
        vi, vj = T.axis.remap("SS", [i, j])
        P[vi, vj] = T.if_then_else(vi >= 1 and vi < 8 and vj >= 2 and vj < 10, A[vi - 1, vj - 2], T.float32(0.5))
for i, j in T.grid(7, 9):
    with T.block("C"):
        vi, vj = T.axis.remap("SS", [i, j])
        C[vi, vj] = P[vi, vj] + P[vi + 2, vj + 2]
"""
OPAQUE = """
B = T.alloc_buffer((8,))
for i in range(8):
    with T.block("B"):
        vi = T.axis.opaque(8, i)
        B[vi] = A[vi]
for i in range(8):
    with T.block("C"):
        vi = T.axis.opaque(8, i)
        C[vi] = B[vi]
"""
TWICE = """
B = T.alloc_buffer((5, 7))
for i, j in T.grid(5, 7):
    with T.block("B"):
        vi, vj = T.axis.remap("SS", [i, j])
        B[vi, vj] = A[vi, vj] * T.float32(2)
for i, j in T.grid(5, 7):
    with T.block("C"):
        vi, vj = T.axis.remap("SS", [i, j])
        C[vi, vj] = B[vi, vj] + T.float32(1)
"""
ADDED_ROWS = """
for i, j in T.grid(5, 7):
    with T.block("B"):
        vi, vj = T.axis.remap("SS", [i, j])
        B[vi, vj] = A[vi, vj] * T.float32(2)
"""
WRITTEN_VIEW = """
for i in range(16):
    with T.block("B"):
        vi = T.axis.spatial(16, i)
        T.reads(A[vi * 8:vi * 8 + 8])
        T.writes(B[vi * 8:vi * 8 + 8])
        B1 = T.match_buffer(B[vi * 8:vi * 8 + 8], (8,), "float32")
        for j in range(8):
            with T.block("C"):
                vj = T.axis.spatial(8, j)
                B1[vj] = A[vi * 8 + vj]
"""
UNDER_A_CONDITION = """
for i in range(8):
    with T.block("B"):
        vi = T.axis.spatial(8, i)
        if A[vi] > T.float32(0):
            B[vi] = A[vi]
"""
UNDER_A_GUARD_INSIDE = """
for i in range(4):
    with T.block("outer"):
        vi = T.axis.spatial(4, i)
        for j in range(6):
            with T.block("inner"):
                vj = T.axis.spatial(6, j)
                T.where(A[vi, j] > T.float32(0))
                B[vi, vj] = A[vi, vj] * T.float32(2)
"""
