"""Programs with guards that read, partial writes, views, blocks without axes: what steps must keep or refuse."""

from __future__ import annotations

from mlcc.ir import PrimFunc
from mlcc.script import parse_module

_CHAIN = """
@T.prim_func
def main(A: T.Buffer((16,)), M: T.Buffer((16,), "int32"), C: T.Buffer((16,)), D: T.Buffer((16,))):
    B = T.alloc_buffer((16,))
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = {b}
    for i in range(16):
        with T.block("C"):
            vi = T.axis.spatial(16, i)
            C[vi] = {c}
    for i in range(16):
        with T.block("D"):
            vi = T.axis.spatial(16, i)
            D[vi] = {d}
"""


def _chain(guard: str, at: str = "C", **values: str) -> str:
    """Three blocks, each from the one before, one of them under a guard."""
    usual = {"b": "A[vi] + T.float32(1)", "c": "B[vi] * T.float32(3)", "d": "C[vi] + T.float32(2)"}
    text = _CHAIN.format(**usual | values)
    return text.replace(f"            {at}[vi] =", f"            T.where({guard})\n            {at}[vi] =")


_CHAINS = {
    "guard_reads_chain": _chain("B[i] < T.float32(2)"),
    "guard_only": _chain("B[i] < T.float32(2)", c="T.float32(3)"),
    "guard_mask": _chain("M[i] > 0"),
    "guard_mask_beside": _chain("M[i] > 0", d="B[vi] * C[vi]"),
    "guard_or": _chain("i < 3 or 12 <= i"),
    "guard_not_equal": _chain("i != 5"),
    "guard_not": _chain("not (i == 5)"),
    "guard_on_input": _chain("A[i] > T.float32(0)"),
    "guard_reads_result": _chain("C[i] < T.float32(2)", at="D", d="T.float32(7)"),
    "guard_reads_reversed": _chain("B[15 - i] < T.float32(2)", at="D", d="C[vi]"),
    "guard_part": _chain("i < 11"),
    "guard_part_then_mask": _chain("i < 11 and M[i] > 0"),
    "guard_neighbour": _chain("i >= 1 and B[i - 1] > T.float32(0)"),
    "guard_reads_own": _chain("C[i] < T.float32(0)", c="T.float32(5)"),
    "producer_guard": _chain("i < 11", at="B", c="T.if_then_else(vi < 11, B[vi], T.float32(0))"),
    "producer_guard_bounds": _chain("i < 15", at="B", b="A[vi + 1]", c="T.if_then_else(vi < 15, B[vi], T.float32(0))"),
}

_OTHERS = """
@T.prim_func
def rewritten(A: T.Buffer((16,)), B: T.Buffer((16,)), C: T.Buffer((16,))):
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = A[vi] * T.float32(2)
    for i in range(16):
        with T.block("W"):
            vi = T.axis.spatial(16, i)
            A[vi] = B[vi] + T.float32(7)
    for i in range(16):
        with T.block("C"):
            vi = T.axis.spatial(16, i)
            C[vi] = A[15 - vi]


@T.prim_func
def rewritten_loop(A: T.Buffer((16,)), B: T.Buffer((16,)), C: T.Buffer((16,))):
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = A[vi] * T.float32(2)
        with T.block("W"):
            vi = T.axis.spatial(16, i)
            A[vi] = B[vi] + T.float32(7)
        with T.block("C"):
            vi = T.axis.spatial(16, i)
            C[vi] = A[vi // 2]


@T.prim_func
def part_write(A: T.Buffer((16,)), B: T.Buffer((16,)), C: T.Buffer((16,))):
    for i in range(8):
        with T.block("W"):
            vi = T.axis.spatial(8, i)
            A[vi * 2] = B[vi] + T.float32(7)
    for i in range(16):
        with T.block("C"):
            vi = T.axis.spatial(16, i)
            C[vi] = A[vi]


@T.prim_func
def half_write(A: T.Buffer((16,)), B: T.Buffer((16,)), C: T.Buffer((16,))):
    for i in range(8):
        with T.block("W"):
            vi = T.axis.spatial(8, i)
            A[vi + 3] = B[vi] + T.float32(7)
    for i in range(16):
        with T.block("C"):
            vi = T.axis.spatial(16, i)
            C[vi] = A[vi]


@T.prim_func
def guarded_parameter(A: T.Buffer((16,)), B: T.Buffer((16,)), C: T.Buffer((16,))):
    for i in range(16):
        with T.block("W"):
            vi = T.axis.spatial(16, i)
            T.where(B[i] > T.float32(0))
            A[vi] = B[vi] + T.float32(7)
    for i in range(16):
        with T.block("C"):
            vi = T.axis.spatial(16, i)
            C[vi] = A[vi]


@T.prim_func
def diagonal(A: T.Buffer((6,6)), B: T.Buffer((6,)), C: T.Buffer((6,6))):
    for i in range(6):
        with T.block("W"):
            vi = T.axis.spatial(6, i)
            A[vi, vi] = B[vi] + T.float32(7)
    for i, j in T.grid(6, 6):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[vi, vj]


@T.prim_func
def read_write_read(A: T.Buffer((16,)), C: T.Buffer((16,)), D: T.Buffer((16,))):
    for i in range(16):
        with T.block("C"):
            vi = T.axis.spatial(16, i)
            C[vi] = A[vi] * T.float32(2)
    for i in range(12):
        with T.block("W"):
            vi = T.axis.spatial(12, i)
            A[vi] = T.float32(7)
    for i in range(16):
        with T.block("D"):
            vi = T.axis.spatial(16, i)
            D[vi] = A[vi] * T.float32(3)


@T.prim_func
def nested_in_block(A: T.Buffer((4, 6)), B: T.Buffer((4, 6))):
    for i, j in T.grid(4, 6):
        with T.block("outer"):
            T.reads(A[i, j])
            T.writes(B[i, j])
            with T.block("inner"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)


@T.prim_func
def nested_in_block_with_guard(A: T.Buffer((4, 6)), B: T.Buffer((4, 6)), C: T.Buffer((4, 6))):
    for i in range(4):
        with T.block("outer"):
            T.reads(A[i, 0:6])
            T.writes(B[i, 0:6])
            for j in range(6):
                with T.block("inner"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    T.where(A[i, j] > T.float32(0))
                    B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(4, 6):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)


@T.prim_func
def without_axes(A: T.Buffer((4, 6)), C: T.Buffer((4, 6))):
    B = T.alloc_buffer((4, 6))
    for i, j in T.grid(4, 6):
        with T.block("B"):
            B[i, j] = A[i, j] * T.float32(2)
    for i, j in T.grid(4, 6):
        with T.block("C"):
            C[i, j] = B[i, j] + T.float32(1)


@T.prim_func
def without_axes_beside(A: T.Buffer((4, 6)), C: T.Buffer((4, 6))):
    B = T.alloc_buffer((4, 6))
    for i, j in T.grid(4, 6):
        with T.block("B"):
            B[i, j] = A[i, j] * T.float32(2)
    for i, j in T.grid(4, 6):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)


@T.prim_func
def init_without_reduction(A: T.Buffer((16,)), C: T.Buffer((16,))):
    B = T.alloc_buffer((16,))
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            with T.init():
                B[vi] = T.float32(1)
            B[vi] = B[vi] + A[vi]
    for i in range(16):
        with T.block("C"):
            vi = T.axis.spatial(16, i)
            C[vi] = B[vi] * T.float32(2)


@T.prim_func
def pad_with_init(A: T.Buffer((16,)), C: T.Buffer((18,))):
    for i in range(18):
        with T.block("C"):
            vi = T.axis.spatial(18, i)
            with T.init():
                C[vi] = T.float32(1)
            C[vi] = T.if_then_else(vi >= 1 and vi < 17, A[vi - 1], T.float32(0))


@T.prim_func
def view(A: T.Buffer((16,)), B: T.Buffer((16,)), C: T.Buffer((16,))):
    for i in range(4):
        with T.block("B"):
            vi = T.axis.spatial(4, i)
            T.reads(A[vi * 4:vi * 4 + 4])
            T.writes(B[vi * 4:vi * 4 + 4])
            V = T.match_buffer(B[vi * 4:vi * 4 + 4], (4,), offset_factor=1)
            for k in range(4):
                V[k] = A[vi * 4 + k] * T.float32(2)
    for i in range(16):
        with T.block("C"):
            vi = T.axis.spatial(16, i)
            C[vi] = B[vi] + T.float32(1)


@T.prim_func
def view_read(A: T.Buffer((16,)), C: T.Buffer((16,))):
    B = T.alloc_buffer((16,))
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = A[vi] + T.float32(1)
    for i in range(4):
        with T.block("C"):
            vi = T.axis.spatial(4, i)
            T.reads(B[vi * 4:vi * 4 + 4])
            T.writes(C[vi * 4:vi * 4 + 4])
            V = T.match_buffer(B[vi * 4:vi * 4 + 4], (4,), offset_factor=1)
            for k in range(4):
                C[vi * 4 + k] = V[k] * T.float32(2)


@T.prim_func
def guard_reads_count(A: T.Buffer((8, 8)), M: T.Buffer((8,), "int32"), C: T.Buffer((8, 8))):
    N = T.alloc_buffer((8,), "int32")
    for i in range(8):
        with T.block("N"):
            vi = T.axis.spatial(8, i)
            N[vi] = T.max(T.min(M[vi], 8), 0)
    for i in range(8):
        for j in range(8):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.where(j < N[i])
                C[vi, vj] = A[vi, vj] + T.float32(1)


@T.prim_func
def reduce_guard(A: T.Buffer((6, 10)), M: T.Buffer((6,), "int32"), Y: T.Buffer((6,)), Z: T.Buffer((6,))):
    for i, k in T.grid(6, 10):
        with T.block("Y"):
            vi, vk = T.axis.remap("SR", [i, k])
            T.where(M[i] > 0)
            with T.init():
                Y[vi] = T.float32(0)
            Y[vi] = Y[vi] + A[vi, vk]
    for i in range(6):
        with T.block("Z"):
            vi = T.axis.spatial(6, i)
            Z[vi] = Y[vi] + T.float32(1)


@T.prim_func
def reduce_guard_k(A: T.Buffer((6, 10)), Y: T.Buffer((6,)), Z: T.Buffer((6,))):
    for i, k in T.grid(6, 10):
        with T.block("Y"):
            vi, vk = T.axis.remap("SR", [i, k])
            T.where(k < i)
            with T.init():
                Y[vi] = T.float32(0)
            Y[vi] = Y[vi] + A[vi, vk]
    for i in range(6):
        with T.block("Z"):
            vi = T.axis.spatial(6, i)
            Z[vi] = Y[vi] + T.float32(1)


@T.prim_func
def reduce_guard_not(A: T.Buffer((6, 10)), Y: T.Buffer((6,)), Z: T.Buffer((6,))):
    for i, k in T.grid(6, 10):
        with T.block("Y"):
            vi, vk = T.axis.remap("SR", [i, k])
            T.where(not (i == 2))
            with T.init():
                Y[vi] = T.float32(0)
            Y[vi] = Y[vi] + A[vi, vk]
    for i in range(6):
        with T.block("Z"):
            vi = T.axis.spatial(6, i)
            Z[vi] = Y[vi] + T.float32(1)


@T.prim_func
def einsum_short(A: T.Buffer((6, 16)), B: T.Buffer((16, 9)), Y: T.Buffer((8, 9))):
    for i, j, k in T.grid(5, 9, 10):
        with T.block("Y"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                Y[vi, vj] = T.float32(0)
            Y[vi, vj] = Y[vi, vj] + A[vi, vk] * B[vk, vj]


@T.prim_func
def einsum_guard(A: T.Buffer((5, 10)), B: T.Buffer((10, 9)), Y: T.Buffer((5, 9))):
    for i, j, k in T.grid(5, 9, 10):
        with T.block("Y"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            T.where(i < 3)
            with T.init():
                Y[vi, vj] = T.float32(0)
            Y[vi, vj] = Y[vi, vj] + A[vi, vk] * B[vk, vj]


@T.prim_func
def guard_2d(A: T.Buffer((6, 8)), M: T.Buffer((6,), "int32"), C: T.Buffer((6, 8)), D: T.Buffer((6, 8))):
    B = T.alloc_buffer((6, 8))
    for i, j in T.grid(6, 8):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(6, 8):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.where(M[i] > 0 and j < 5 and B[i, j + 3] > T.float32(0))
            C[vi, vj] = B[vi, vj] + T.float32(1)
    for i, j in T.grid(6, 8):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.where(M[i] < j)
            D[vi, vj] = C[vi, vj] * B[vi, vj]


@T.prim_func
def gather(A: T.Buffer((16,)), M: T.Buffer((16,), "int32"), C: T.Buffer((16,))):
    I = T.alloc_buffer((16,), "int32")
    B = T.alloc_buffer((16,))
    for i in range(16):
        with T.block("I"):
            vi = T.axis.spatial(16, i)
            I[vi] = T.max(T.min(M[vi], 15), 0)
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = A[vi] * T.float32(2)
    for i in range(16):
        with T.block("C"):
            vi = T.axis.spatial(16, i)
            T.where(B[I[i]] > T.float32(0))
            C[vi] = B[I[vi]]


@T.prim_func
def branch_over_block(A: T.Buffer((16,)), M: T.Buffer((16,), "int32"), C: T.Buffer((16,)), D: T.Buffer((16,))):
    B = T.alloc_buffer((16,))
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = A[vi] + T.float32(1)
    for i in range(16):
        if M[i] > 0:
            with T.block("C"):
                vi = T.axis.spatial(16, i)
                C[vi] = B[vi] * T.float32(3)
    for i in range(16):
        with T.block("D"):
            vi = T.axis.spatial(16, i)
            D[vi] = C[vi] + B[15 - vi]


@T.prim_func
def branches(A: T.Buffer((6, 8)), C: T.Buffer((6, 8)), D: T.Buffer((6, 8))):
    for i in range(6):
        if A[i, 0] > T.float32(0):
            for j in range(8):
                with T.block("C"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    C[vi, vj] = A[vi, vj] * T.float32(3)
        else:
            for j in range(8):
                with T.block("D"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    T.where(j < 5)
                    D[vi, vj] = A[vi, vj] + T.float32(1)


@T.prim_func
def branch_in_sum(A: T.Buffer((6, 10)), M: T.Buffer((6,), "int32"), Y: T.Buffer((6,))):
    for i in range(6):
        if M[i] > 0:
            for k in range(10):
                if k < 7:
                    with T.block("Y"):
                        vi, vk = T.axis.remap("SR", [i, k])
                        with T.init():
                            Y[vi] = T.float32(0)
                        Y[vi] = Y[vi] + A[vi, vk]


@T.prim_func
def branch_over_nest(A: T.Buffer((5, 9)), M: T.Buffer((1,), "int32"), C: T.Buffer((5, 9))):
    if M[0] > 0:
        for i, j in T.grid(5, 9):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = A[vi, vj] * T.float32(3)


@T.prim_func
def branch_that_misses(A: T.Buffer((5, 9)), M: T.Buffer((1,), "int32"), C: T.Buffer((5, 9))):
    if M[0] > 99:
        for i, j in T.grid(5, 9):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = A[vi, vj] * T.float32(3)
"""


def hard_programs() -> dict[str, PrimFunc]:
    """Every program by its name."""
    result = {name: parse_module(text, f"{name}.tir").prim_funcs["main"] for name, text in _CHAINS.items()}
    return {**result, **parse_module(_OTHERS, "others.tir").prim_funcs}
