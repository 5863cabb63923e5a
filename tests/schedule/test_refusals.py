"""Each condition of each step: the code that is raised when it does not hold, and nothing is changed."""

import re
from pathlib import Path

import pytest
from sketches import sketch

import mlcc.schedule
from mlcc.diagnostics import MlccError
from mlcc.schedule import Schedule, TensorIntrin, parse_script
from mlcc.schedule.script import Runner
from mlcc.script import parse_prim_func

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
MIRROR = IN_PLACE.replace("A[vi] + T.float32(1)", "A[127 - vi]")
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
SCAN = """
for i, j in T.grid(8, 8):
    with T.block("B"):
        vi = T.axis.scan(8, i)
        vj = T.axis.spatial(8, j)
        B[vi, vj] = A[vi, vj]
"""
BENT = """
for i, k in T.grid(8, 4):
    with T.block("B"):
        vi = T.axis.spatial(8, i)
        vk = T.axis.reduce(32, i * k)
        with T.init():
            B[vi] = T.float32(0)
        B[vi] = B[vi] + A[vk]
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
DIFFERENCE = """
for i, k in T.grid(16, 32):
    with T.block("Y"):
        vi, vk = T.axis.remap("SR", [i, k])
        with T.init():
            Y[vi] = T.float32(0)
        Y[vi] = Y[vi] - A[vi, vk]
"""
SUM = DIFFERENCE.replace(" - ", " + ")
SUMS = """
for i, m, k in T.grid(16, 4, 32):
    with T.block("Y"):
        vi, vm, vk = T.axis.remap("SRR", [i, m, k])
        with T.init():
            Y[vi] = T.float32(0)
        Y[vi] = Y[vi] + A[vi, vm, vk]
"""
SUM_OF_TWO = """
for i, k, r in T.grid(16, 32, 8):
    with T.block("Y"):
        vi, vk, vr = T.axis.remap("SRR", [i, k, r])
        with T.init():
            Y[vi] = T.float32(0)
        Y[vi] = Y[vi] + A[vi, vk, vr]
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
ALONE = REPEATED[: REPEATED.index('        with T.block("C")')]
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
WITHOUT_AXES = """
for i in range(128):
    with T.block("B"):
        B[i] = A[i] * T.float32(2)
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
REVERSED = """
B = T.alloc_buffer((128,))
for i in range(128):
    with T.block("B"):
        vi = T.axis.spatial(128, i)
        B[vi] = A[vi]
for i in range(128):
    with T.block("C"):
        vi = T.axis.spatial(128, i)
        C[vi] = B[127 - vi]
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
DEEP = """
for i in range(128):
    with T.block("B"):
        vi = T.axis.spatial(128, i)
        B[vi] = A[vi]
for i, j in T.grid(128, 2):
    with T.block("C"):
        vi, vj = T.axis.remap("SS", [i, j])
        C[vi, vj] = A[vi]
"""
UNEQUAL = """
for i in range(128):
    with T.block("B"):
        vi = T.axis.spatial(128, i)
        B[vi] = A[vi]
for i in range(64):
    with T.block("C"):
        vi = T.axis.spatial(64, i)
        C[vi] = A[vi]
"""
CHAIN = """
B = T.alloc_buffer((8, 8))
C = T.alloc_buffer((8, 8))
for i, j in T.grid(8, 8):
    with T.block("B"):
        vi, vj = T.axis.remap("SS", [i, j])
        B[vi, vj] = A[vi, vj]
for i in range(8):
    for j in range(8):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj]
for i, j in T.grid(8, 8):
    with T.block("D"):
        vi, vj = T.axis.remap("SS", [i, j])
        D[vi, vj] = B[vi, vj] + C[vi, vj]
"""
RUNNING = """
for k in range(16):
    with T.block("C"):
        vk = T.axis.spatial(16, k)
        C[vk] = D[0]
    with T.block("Y"):
        vk = T.axis.reduce(16, k)
        with T.init():
            D[0] = T.float32(0)
        D[0] = D[0] + A[vk]
"""
RESTARTED = """
for i, k in T.grid(4, 8):
    with T.block("Y"):
        vi, vk = T.axis.remap("SR", [i, k])
        with T.init():
            D[vi // 2] = T.float32(0)
        D[vi // 2] = D[vi // 2] + A[vi, vk]
"""
HORNER = """
for k in range(16):
    with T.block("Y"):
        vk = T.axis.reduce(16, k)
        with T.init():
            D[0] = T.float32(0)
        D[0] = D[0] * T.float32(0.5) + A[vk]
"""
DIFFERENCE = """
for k in range(16):
    with T.block("Y"):
        vk = T.axis.reduce(16, k)
        with T.init():
            D[0] = T.float32(0)
        D[0] = D[0] + (A[vk] - D[0])
"""
LAST_WRITER = """
for i, j in T.grid(4, 4):
    with T.block("D"):
        vi, vj = T.axis.remap("SS", [i, j])
        D[vi + vj] = A[vi, vj]
"""
HALVED = """
for i in range(8):
    with T.block("D"):
        vi = T.axis.spatial(8, i)
        D[vi // 2] = A[vi]
"""
BEFORE_WRITTEN = """
for i in range(8):
    with T.block("C"):
        vi = T.axis.spatial(8, i)
        C[vi] = A[vi]
    with T.block("A"):
        vi = T.axis.spatial(8, i)
        A[vi + 1] = D[vi]
"""
NEIGHBOUR = """
B = T.alloc_buffer((8,))
for i in range(8):
    with T.block("B"):
        vi = T.axis.spatial(8, i)
        B[vi] = A[vi]
    with T.block("C"):
        vi = T.axis.spatial(8, i)
        C[vi] = T.if_then_else(vi > 0, B[T.max(vi - 1, 0)], T.float32(5))
"""
SKEWED = """
for i, j in T.grid(4, 4):
    with T.block("S"):
        vi, vj = T.axis.remap("SS", [i, j])
        D[vi, vj + 1] = D[vi + 1, vj]
"""
RAGGED = "- split: {loop: i, block: B, factors: [null, 9]}\n"

COPY = """
@T.prim_func
def desc(X: T.Buffer((8,)), Y: T.Buffer((8,))):
    for i in range(8):
        with T.block("Y"):
            vi = T.axis.spatial(8, i)
            Y[vi] = X[vi]
"""
STAGED = """
B = T.alloc_buffer((128,))
for i in range(128):
    with T.block("B"):
        vi = T.axis.spatial(128, i)
        B[vi] = A[vi] * T.float32(2)
    with T.block("C"):
        vi = T.axis.spatial(128, i)
        C[vi] = B[vi] + T.float32(1)
for i in range(128):
    with T.block("D"):
        vi = T.axis.spatial(128, i)
        D[vi] = A[vi] + B[vi]
"""
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
HALO = """
B = T.alloc_buffer((10,))
for i_0 in range(2):
    for ax0 in range(6):
        with T.block("B"):
            vi = T.axis.spatial(10, i_0 * 4 + ax0)
            B[vi] = A[vi] * T.float32(2)
    for i_1, k in T.grid(4, 3):
        with T.block("C"):
            vi = T.axis.spatial(8, i_0 * 4 + i_1)
            vk = T.axis.reduce(3, k)
            with T.init():
                C[vi] = T.float32(0)
            C[vi] = C[vi] + B[vi + vk]
"""
INDEXED = """
for i in range(16):
    with T.block("B"):
        vi = T.axis.spatial(16, i)
        B[vi] = A[vi // 2 + 1]
"""
EPILOGUE = "- fuse_reduction_epilogue: {reduction_block: Y, epilogue_block: C}"
ROLL = "- rolling_buffer: {block: B, write_buffer_index: 0}"
RANGES = "- annotate_buffer_access: {block: B, buffer_index: 0, buf_type: read, gen_new_ranges: "
RELAID = "- reindex_cache_read: {block: Y, read_buffer_index: 0, storage_scope: local, "
COPY8 = "- tensorize: {block: B, loop: i_1, tensor_intrin: copy8}"

CASES = [
    ("S201", ONE, "- compute_inline: {block: X}"),
    ("S202", NAMESAKES, "- parallel: {loop: i, block: B}"),
    ("S203", ONE, "- parallel: {loop: m, block: B}"),
    ("S203", ONE, "- parallel: [B, 4]"),
    ("S204", ONE, "- add_unit_loop: B\n- add_unit_loop: B\n- unroll: [B, u]"),
    ("S205", MM, "- split: {loop: j, block: Y, factors: [null, 4]}\n- reorder: {block: Y, loops: [j, k]}"),
    ("S206", TWO, "- get_block: {name: B, as: x}\n- compute_inline: x\n- parallel: [x, i]"),
    ("S210", ONE, "- annotate: {block: B, loop: i, ann_key: a, ann_val: 1}\n" + RAGGED),
    ("S210", ONE, "- bind: {block: B, loop: i, thread_axis: threadIdx.x}\n" + RAGGED),
    ("S211", ONE, "- split: {loop: i, block: B, factors: [4, 8]}"),
    ("S211", ONE, "- split: {loop: i, block: B, factors: [null, 9], disable_predication: true}"),
    ("S212", ONE, "- split: {loop: i, block: B, factors: [null, null]}"),
    ("S213", ONE, "- split: {loop: i, block: B, factors: [null, 0]}"),
    ("S213", ONE, "- split: {loop: i, block: B, factors: []}"),
    ("S108", ONE, "- split: {loop: i, block: B, factors: [null, 4], names: [a]}"),
    ("S108", ONE, "- fuse: []"),
    ("S214", FROM_FOUR, "- split: {loop: i, block: B, factors: [null, 4]}"),
    ("S214", FROM_FOUR, "- fuse: {loops: [i], block: B}"),
    ("S215", MM, "- fuse: {block: Y, loops: [i, k]}"),
    ("S216", SIBLINGS, "- fuse: {block: B, loops: [i, j]}"),
    ("S216", SIBLINGS, "- blockize: [B, i]"),
    ("S217", TRIANGLE, "- reorder: {block: B, loops: [j, i]}"),
    ("S217", TRIANGLE, "- fuse: {block: B, loops: [i, j]}"),
    ("S218", MM, "- reorder: {block: Y, loops: [i, j, i]}"),
    ("S219", TWO, "- reorder: [[B, i], [C, i]]"),
    ("S219", SIBLINGS, "- reorder: [[B, i], [B, j]]"),
    ("S219", SHARED, "- merge: [[B, i], [D, i]]"),
    ("S220", SCAN, "- reorder: {block: B, loops: [j, i]}"),
    ("S221", BENT, "- reorder: {block: B, loops: [k, i]}"),
    ("S221", ONE, RAGGED + '- transform_block_layout: {block: B, index_map: "i -> i // 2, i % 2"}'),
    ("S222", ONE, "- add_unit_loop: root"),
    ("S223", ONE, "- parallel: {loop: i, block: B}\n" + RAGGED),
    ("S223", TWO, "- parallel: {loop: i, block: B}\n- compute_at: {block: B, loop: [C, i]}"),
    ("S224", SKEWED, "- reorder: [[S, j], [S, i]]"),
    ("S230", MIRROR, "- parallel: [A2, i]"),
    ("S231", MM, "- parallel: [Y, k]"),
    ("S231", MM, "- vectorize: [Y, k]"),
    ("S231", MM, "- bind: {loop: [Y, k], thread: blockIdx.x}"),
    ("S232", ONE, "- bind: {loop: [B, i], thread_axis: thread.x}"),
    ("S233", MM, "- vectorize: [C, j]\n- vectorize: [C, i]"),
    ("S234", MM, "- bind: {loop: [C, i], thread_axis: threadIdx.x}\n- bind: {loop: [C, j], thread: threadIdx.x}"),
    ("S235", REPEATED, f"{ONCE}\n- parallel: [P, i]"),
    ("S235", ALONE, f"{ONCE}\n- fuse: [[P, i], [P, k]]"),
    ("S223", REPEATED, "- unroll: [P, i]\n" + ONCE),
    ("S240", IN_PLACE, "- compute_at: {block: B, loop: [A2, i]}"),
    ("S240", LATE, "- compute_inline: B"),
    ("S241", MM, "- decompose_reduction: {block: Y, loop: k}\n- compute_at: {block: Y_update, loop: [C, i]}"),
    ("S241", SUM, "- decompose_padding: {block: Y, loop: i}"),
    ("S242", TWO, "- compute_at: {block: B, loop: [B, i]}"),
    ("S243", SHARED, "- compute_at: {block: C, loop: [D, i]}"),
    ("S243", TWO, "- compute_inline: C"),
    ("S244", "B = T.alloc_buffer((128,))" + ONE, "- compute_inline: B"),
    ("S245", TWO_SOURCES, "- reverse_compute_at: {block: C, loop: [B, i]}"),
    ("S245", SHARED, "- compute_at: {block: B, loop: [C, i]}"),
    ("S246", TWO, "- reverse_compute_at: {block: C, loop: [B, i], index: 7}"),
    ("S247", WINDOW, "- reverse_compute_at: {block: C, loop: [Y, i]}"),
    ("S248", MM, "- reverse_compute_at: {block: C, loop: [Y, k]}"),
    ("S249", REPEATED, "- compute_once: {block: P, loop: [P, k]}"),
    ("S249", REPEATED, "- compute_once: {block: Q, loop: [Q, i]}"),
    ("S249", REPEATED, f"{ONCE}\n{ONCE}"),
    ("S241", MM, "- compute_once: {block: Y, loop: [Y, i]}"),
    ("S270", MM, "- compute_once: {block: C, loop: [Y, i]}"),
    ("S250", MM, "- compute_inline: Y"),
    ("S250", MM, "- reverse_compute_inline: Y"),
    ("S251", MANY_WRITES, "- compute_inline: B"),
    ("S252", FOLDED, "- compute_inline: B"),
    ("S241", FOLDED, "- compute_at: {block: B, loop: [C, i]}"),
    ("S252", WINDOW, "- reverse_compute_inline: C"),
    ("S253", POINTER, "- compute_inline: B"),
    ("S254", TWO_SOURCES, "- reverse_compute_inline: C"),
    ("S255", MM, "- reverse_compute_inline: C"),
    ("S256", SHARED, "- reverse_compute_inline: C"),
    ("S226", WITHOUT_AXES, "- reindex: {block: B, buffer: [read, 0]}"),
    ("S227", ROWS, "- split: {loop: [C, i], factors: [null, 5]}"),
    ("S257", GUARDED, "- reverse_compute_inline: C"),
    ("S260", ONE, "- cache_read: {block: B, read_buffer_index: 3, storage_scope: local}"),
    ("S260", ONE, "- cache_write: {block: B, write_buffer_index: X, storage_scope: local}"),
    ("S260", ONE, '- transform_layout: {block: B, buffer: 3, index_map: "i -> i"}'),
    ("S260", ONE, "- reindex: {block: B, buffer: A}"),
    (
        "S261",
        MM,
        "- decompose_reduction: {block: Y, loop: k}\n"
        "- cache_write: {block: Y_update, write_buffer_index: 0, storage_scope: local}",
    ),
    ("S261", MM, "- decompose_reduction: {block: Y, loop: i}\n- reindex: {block: Y_update, buffer: [write, 0]}"),
    ("S262", LATE, "- cache_read: {block: C, read_buffer_index: 0, storage_scope: local}"),
    ("S263", ONE, "- cache_write: {block: B, write_buffer_index: 0, storage_scope: register}"),
    ("S264", ONE, "- set_scope: {block: B, buffer_index: 0, storage_scope: local}"),
    ("S265", VIEW, '- transform_layout: {block: B, buffer: [read, 0], index_map: "i -> i // 2, i % 2"}'),
    ("S266", TWO, '- transform_layout: {block: B, buffer: [write, 0], index_map: "i -> i // 3, i % 3"}'),
    (
        "S266",
        ONE,
        '- transform_layout: {block: B, buffer: [read, 0], index_map: "i -> i // 3, i % 3", pad_value: "i, j -> i"}',
    ),
    ("S267", TWO, "- storage_align: {block: B, buffer_index: 0, axis: 1, factor: 8, offset: 0}"),
    ("S267", TWO, "- storage_align: {block: B, buffer_index: 0, axis: 0, factor: 0, offset: 0}"),
    ("S268", TWO, '- transform_layout: {block: B, buffer: [write, 0], index_map: "i, j -> i, j"}'),
    ("S268", TWO, '- transform_layout: {block: B, buffer: [write, 0], index_map: "i -> f(i)"}'),
    ("S269", TWO, '- transform_layout: {block: B, buffer: [write, 0], index_map: "i -> i // 2"}'),
    ("S269", ONE, '- transform_block_layout: {block: B, index_map: "i -> i // 2"}'),
    ("S270", MM, "- decompose_reduction: {block: Y, loop: [C, i]}"),
    ("S271", MM, "- decompose_reduction: {block: C, loop: i}"),
    ("S272", MM, "- split: {loop: k, block: Y, factors: [null, 4]}\n- decompose_reduction: {block: Y, loop: k_1}"),
    ("S273", DIFFERENCE, "- rfactor: {loop: [Y, k], factor_axis: 0}"),
    ("S274", SUM, "- rfactor: {loop: [Y, i], factor_axis: 0}"),
    ("S275", SUM, "- rfactor: {loop: [Y, k], factor_axis: 3}"),
    ("S276", SUM, "- unroll: [Y, k]\n- rfactor: {loop: [Y, k], factor_axis: 0}"),
    ("S277", UNUSED_LOOP, "- rfactor: {loop: [Y, k], factor_axis: 0}"),
    ("S277", UNUSED_LOOP, "- decompose_reduction: {block: Y, loop: k}"),
    (
        "S278",
        SUMS,
        "- split: {loop: k, block: Y, factors: [null, 9]}\n- split: {loop: m, block: Y, factors: [null, 9]}\n"
        "- rfactor: {loop: [Y, m_1], factor_axis: 0}",
    ),
    ("S279", RUNNING, "- decompose_reduction: {block: Y, loop: k}"),
    ("S271", RESTARTED, "- decompose_reduction: {block: Y, loop: i}"),
    ("S224", HORNER, "- split: {loop: [Y, k], factors: [null, 4]}\n- reorder: [[Y, k_1], [Y, k_0]]"),
    ("S224", HORNER, "- transform_block_layout: {block: Y, index_map: 'k -> k % 4, k // 4'}"),
    ("S224", LAST_WRITER, "- reorder: [[D, j], [D, i]]"),
    ("S224", LAST_WRITER, "- transform_block_layout: {block: D, index_map: 'i, j -> j, i'}"),
    ("S230", LAST_WRITER, "- parallel: [D, i]"),
    ("S230", LAST_WRITER, "- bind: {loop: [D, i], thread: threadIdx.x}"),
    ("S230", HALVED, "- parallel: [D, i]"),
    ("S230", BEFORE_WRITTEN, "- vectorize: [C, i]"),
    ("S230", NEIGHBOUR, "- parallel: [B, i]"),
    ("S273", DIFFERENCE, "- rfactor: {loop: [Y, k], factor_axis: 0}"),
    ("S280", ONE, RAGGED + "- blockize: [B, i_1]"),
    (
        "S281",
        ONE,
        "- annotate: {block: B, ann_key: a, ann_val: 1}\n- annotate: {block: B, ann_key: a, ann_val: 2}",
    ),
    ("S282", ONE, "- unannotate: {block: B, ann_key: a}"),
    ("S283", WINDOW, "- reindex: {block: C, buffer: [read, 0]}"),
    ("S284", ONE, "- decompose_padding: {block: B, loop: i}"),
    ("S285", WINDOW, "- pad_einsum: {block: C, padding: [4]}"),
    ("S285", SUM, "- pad_einsum: {block: Y, padding: [4]}"),
    ("S286", DEEP, "- merge: [[B, i], [C, j]]"),
    ("S287", UNEQUAL, "- merge: [[B, i], [C, i]]"),
    ("S288", REVERSED, "- merge: [[B, i], [C, i]]"),
    ("S291", ONE, "- reorder_block_iter_var: {block: B, new_order: [1]}"),
    ("S213", ONE, "- sample_perfect_tile: {loop: [B, i], n: 0}"),
    ("S293", ONE, "- tensorize: {block: B, loop: i, tensor_intrin: none}"),
    ("S295", ONE, "- split: {loop: i, block: B, factors: [null, 8]}\n" + COPY8),
    ("S296", ONE, "- loop_partition: {block: B, loop: i, factors: [100, 28]}"),
    ("S231", SUM, "- loop_partition: {block: Y, loop: k, factors: [2, null]}"),
    ("S261", ONE, "- cache_inplace: {block: B, read_buffer_index: 0, storage_scope: local}"),
    ("S264", ONE, "- unsafe_set_dtype: {block: B, buffer_index: 0, dtype: float16}"),
    ("S104", ONE, "- unsafe_set_dtype: {block: B, buffer_index: 0, dtype: float7}"),
    ("S213", ONE, "- sample_partitioned_tile: {loop: [B, i], n: 2, partition_pos: 2}"),
    ("S222", ONE, "- sample_compute_location: root"),
    ("S268", MM, RELAID + 'index_map: "i, j, k -> i, j"}'),
    ("S269", MM, RELAID + 'index_map: "i, j, k -> i + k"}'),
    ("S263", MM, RELAID.replace("local", "far") + 'index_map: "i, j, k -> k, i"}'),
    ("S104", ONE, "- unsafe_hide_buffer_access: {block: B, buf_type: reads, buf_index_array: [0]}"),
    ("S260", ONE, "- unsafe_hide_buffer_access: {block: B, buf_type: read, buf_index_array: [1]}"),
    (
        "S225",
        """
B = T.alloc_buffer((8,))
D = T.alloc_buffer((16, 8))
for i in range(16):
    for j in range(8):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vj] = A[vi, vj]
    for j in range(8):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = B[vj] + T.float32(1)
for i, j in T.grid(16, 8):
    with T.block("C"):
        vi, vj = T.axis.remap("SS", [i, j])
        C[vi, vj] = D[vi, vj]
""",
        "- compute_inline: {block: D}",
    ),
    (
        "S228",
        """
D = T.alloc_buffer((1,))
B = T.alloc_buffer((128,))
for i in range(128):
    with T.block("D"):
        vi = T.axis.spatial(128, i)
        D[0] = A[vi]
    for j in range(128):
        with T.block("B"):
            vj = T.axis.spatial(128, j)
            B[vj] = A[vj] * D[0]
    with T.block("C"):
        vi = T.axis.spatial(128, i)
        C[vi] = B[vi] + T.float32(1)
""",
        "- reverse_compute_inline: {block: C}",
    ),
    ("S299", ONE, "- unsafe_hide_buffer_access: {block: B, buf_type: write, buf_index_array: [0]}"),
    ("S260", ONE, RANGES.replace("0", "1") + '"i -> i"}'),
    ("S104", ONE, RANGES.replace("read", "both") + '"i -> i"}'),
    ("S268", ONE, RANGES + '"i -> i, i"}'),
    ("S268", ONE, RANGES + '"i, j -> i"}'),
    ("S268", ONE, RANGES + '"i -> [(i, i + 1, i + 2)]"}'),
    ("S290", ONE, "- cache_index: {block: B, storage_scope: global}"),
    ("S290", INDEXED, "- cache_index: {block: B, storage_scope: global, cse_thresh: 2}"),
    ("S104", INDEXED, "- cache_index: {block: B, storage_scope: global, cse_thresh: -1}"),
    ("S263", INDEXED, "- cache_index: {block: B, storage_scope: far}"),
    ("S222", INDEXED, "- cache_index: {block: root, storage_scope: global}"),
    ("S258", TWO, "- read_at: {loop: [B, i], block: C, read_buffer_index: 0, storage_scope: local}"),
    (
        "S258",
        STAGED,
        "- read_at: {loop: [C, i], block: C, read_buffer_index: 0, storage_scope: local}\n"
        "- write_at: {loop: [C, i], block: B, write_buffer_index: 0, storage_scope: local}",
    ),
    ("S263", ONE, "- read_at: {loop: i, block: B, read_buffer_index: 0, storage_scope: far}"),
    ("S260", ONE, "- write_at: {loop: i, block: B, write_buffer_index: 1, storage_scope: local}"),
    ("S258", TWO, "- write_at: {loop: [C, i], block: B, write_buffer_index: 0, storage_scope: local}"),
    ("S262", CLEARED, "- write_at: {loop: i, block: Y, write_buffer_index: 0, storage_scope: local}"),
    ("S262", PARTIAL, "- write_at: {loop: i, block: B, write_buffer_index: 0, storage_scope: local}"),
    ("S297", TWO, ROLL),
    ("S297", HALO, "- parallel: [B, i_0]\n" + ROLL),
    ("S243", ONE, ROLL),
    *(
        (code, MM.replace(*change), EPILOGUE)
        for code, change in (
            ("S298", ("T.max(Y[vi, vj], T.float32(0))", "Y[vi, vj] * A[vi, vj] + T.float32(1)")),
            ("S298", ("T.max(Y[vi, vj], T.float32(0))", "T.max(Y[vi, vj], T.float32(0)) + T.float32(1)")),
            ("S298", ("T.max(Y[vi, vj], T.float32(0))", "Y[15 - vi, vj] + T.float32(1)")),
            ("S298", ("T.max(Y[vi, vj], T.float32(0))", "Y[vi, vj] + Y[vi, vj]")),
            ("S298", ("C[vi, vj] =", "C[vj, vi] =")),
            ("S298", ("for i, j in T.grid(16, 8)", "for i, j in T.grid(15, 8)")),
            ("S273", ("T.float32(0)\n        Y", "T.float32(1)\n        Y")),
        )
    ),
    ("S271", TWO, "- fuse_reduction_epilogue: {reduction_block: B, epilogue_block: C}"),
    ("S241", MM, "- fuse_reduction_epilogue: {reduction_block: Y, epilogue_block: Y}"),
    ("S292", ONE, "- sample_categorical: {candidates: [1, 2], probs: [1.0]}"),
]


@pytest.fixture(autouse=True)
def copy8(registered_intrinsics: None) -> None:
    TensorIntrin.register("copy8", parse_prim_func(COPY), parse_prim_func(COPY))


@pytest.mark.parametrize(("code", "body", "steps"), CASES, ids=[f"{k}-{c[0]}" for k, c in enumerate(CASES)])
def test_refused(code: str, body: str, steps: str) -> None:
    sch = Schedule(sketch(body))
    runner = Runner(sch, parse_script("steps:\n" + steps, "steps.yaml"), "main")
    *first, last = runner.script.steps
    for step in first:
        runner.run_step(step)
    before, length = sch.func, len(sch.trace.steps)
    with pytest.raises(MlccError) as caught:
        runner.run_step(last)
    assert caught.value.code == code
    assert caught.value.span is not None
    assert caught.value.span.source.name == "steps.yaml"
    if last.args.kind == "map":  # the caret stands under an argument, not under the step's name
        assert any(value.span.start <= caught.value.span.start < value.span.end for _, value in last.args.pairs)
    assert sch.func is before
    assert len(sch.trace.steps) == length


def test_intrinsics_that_do_not_fit() -> None:
    desc, impl = TensorIntrin.get("copy8").desc, sketch(ONE).prim_funcs["main"]
    with pytest.raises(MlccError) as caught:
        TensorIntrin.register("copy8", desc, desc)
    assert caught.value.code == "S294"
    with pytest.raises(MlccError) as caught:
        TensorIntrin.register("copy128", desc, impl)
    assert caught.value.code == "S294"


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


def test_symbolic_extents() -> None:
    from mlcc.script import parse_module

    sch = Schedule(parse_module(SYMBOLIC, "n.tir"))
    (i,) = sch.get_loops(sch.get_block("B"))
    with pytest.raises(MlccError) as caught:
        sch.vectorize(i)
    assert caught.value.code == "S233"
    with pytest.raises(MlccError) as caught:
        sch.sample_perfect_tile(i, 2)
    assert caught.value.code == "S289"
    outer, inner = sch.split(i, [None, 8])
    sch.vectorize(inner)
    sch.parallel(outer)
    assert "T.where(i_0 * 8 + i_1 < n)" in sch.func.script()
    assert "T.parallel((n + 7) // 8)" in sch.func.script()


def test_functions_are_named() -> None:
    from mlcc.script import parse_module

    text = SYMBOLIC.replace("def main", "def one") + SYMBOLIC.replace("def main", "def other").replace("\n@T", "@T")
    sch = Schedule(parse_module(text, "two.tir"))
    with pytest.raises(MlccError) as caught:
        sch.get_block("B")
    assert caught.value.code == "S207"
    with pytest.raises(MlccError) as caught:
        sch.get_block("B", func_name="third")
    assert caught.value.code == "S207"
    sch.work_on("other")
    assert sch.get_block("B").func == "other"


def test_every_code_of_a_step_is_tried() -> None:
    """No condition without a test."""
    folder = Path(mlcc.schedule.__file__).parent
    raised = {
        code for file in folder.rglob("*.py") for code in re.findall(r'"(S2\d\d)"', file.read_text(encoding="utf-8"))
    }
    tried = {code for code, _, _ in CASES} | {"S207", "S236", "S289", "S294"}
    # a lowered function cannot be written as a sketch; see test_lowered_functions
    assert raised - {"S209"} == {c for c in tried if c.startswith("S2")}


def test_lowered_functions() -> None:
    from mlcc.ir import Evaluate, IRModule, PrimFunc, const

    lowered = PrimFunc((), {}, Evaluate(const(0)), {})
    with pytest.raises(MlccError) as caught:
        Schedule(IRModule({"main": lowered})).get_block("B")
    assert caught.value.code == "S209"


def test_a_layout_keeps_a_value_for_every_symbolic_size() -> None:
    text = SYMBOLIC.replace("b, (n,)", "b, (1,)").replace("range(n)", "range(1)").replace("spatial(n", "spatial(1")
    sch = Schedule(parse_prim_func(text))
    with pytest.raises(MlccError) as caught:
        sch.transform_layout("B", ("read", 0), "i -> i // 4, i % 4", pad_value=0.0)
    assert caught.value.code == "S236"
