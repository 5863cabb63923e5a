"""Steps that change which buffers a program uses: what they leave computes the same, also when compiled."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from sketches import sketch

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.ir import PrimFunc, script
from mlcc.reference import random_inputs, run
from mlcc.schedule import Schedule, apply_script
from mlcc.script import parse_prim_func

POOL = """
B = T.alloc_buffer((11, 11))
for h, w in T.grid(11, 11):
    with T.block("B"):
        vh, vw = T.axis.remap("SS", [h, w])
        B[vh, vw] = A[vh, vw] + A[vh + 1, vw + 1] * T.float32(2)
for i, j, p, q in T.grid(9, 9, 3, 3):
    with T.block("D"):
        vi, vj, vp, vq = T.axis.remap("SSRR", [i, j, p, q])
        with T.init():
            D[vi, vj] = T.float32(0)
        D[vi, vj] = D[vi, vj] + B[vi + vp, vj + vq]
"""
SUM = """
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
        D[vi, vj] = EPILOGUE
"""
SUMS = SUM.replace("EPILOGUE", "C[vj] + (Y[vi, vj] + A[vi, 0])")
RESIZE = """
for i, j in T.grid(7, 9):
    with T.block("B"):
        vi, vj = T.axis.remap("SS", [i, j])
        B[vi, vj] = A[vi // 2 + vj // 2, vj % 3] + A[vi // 2 + vj // 2, 0]
"""
PAIR = """
@T.prim_func
def main(P: T.Buffer((8, 15), "int32"), V: T.Buffer((8, 15), "float32"), X: T.Buffer((8,), "int32"), Y: T.Buffer((8,))):
    for i, k in T.grid(8, 15):
        with T.block("Y"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                X[vi] = START
                Y[vi] = LIMIT
            x: T.int32 = PLACE
            y: T.float32 = VALUE
            X[vi] = x
            Y[vi] = y
"""


def check(before: PrimFunc, sch: Schedule) -> None:
    """The same results: interpreted, compiled, and from the trace."""
    inputs = random_inputs(before, seed=2)
    wanted = run(before, inputs)
    for a, b in zip(wanted, run(sch.func, inputs), strict=True):
        np.testing.assert_allclose(b, a, rtol=1e-5, atol=1e-5)
    results = [np.zeros_like(w) for w in wanted]
    mlcc.build(sch.mod)[next(iter(sch.mod.prim_funcs))](*inputs, *results)
    for a, b in zip(wanted, results, strict=True):
        np.testing.assert_allclose(b, a, rtol=1e-5, atol=1e-5)
    replayed, _ = apply_script(before, sch.trace.to_yaml())
    assert script(replayed) == script(apply_script(before, sch.trace.to_yaml())[0])


@pytest.mark.parametrize("index_map", ["i, j -> j, i", "i, j -> j // 3, i, j % 3", "i, j -> i * 9 + j"])
def test_reindex_cache_write(index_map: str) -> None:
    before = sketch(RESIZE)["main"]
    sch = Schedule(before)
    copy = sch.reindex_cache_write("B", 0, "local", index_map)
    assert sch.get(copy).reads[0].buffer is sch.get(sch.get_block("B")).writes[0].buffer
    assert sch.get(copy).reads[0].buffer.scope == "local"
    check(before, sch)


@pytest.mark.parametrize("order", [(0, 2, 1, 3), (2, 0, 1, 3), (0, 2, 3, 1)])
@pytest.mark.parametrize(("rows", "columns"), [(2, 3), (4, 2), (1, 9), (5, 4)])
def test_rolling_buffer(rows: int, columns: int, order: Sequence[int]) -> None:
    before = sketch(POOL)["main"]
    sch = Schedule(before)
    h, w, *_ = sch.get_loops("D")
    parts = [*sch.split(h, [None, rows]), *sch.split(w, [None, columns])]
    sch.reorder(*(parts[n] for n in order))
    sch.compute_at("B", sch.get_loops("D")[1])
    sch.rolling_buffer("B", 0)
    assert min(int(e.value) for e in sch.get(sch.get_block("B")).writes[0].buffer.shape) < 11
    check(before, sch)


def test_rolling_buffer_is_for_one_iteration_after_another() -> None:
    sch = Schedule(sketch(POOL))
    h, *_ = sch.get_loops("D")
    outer, _ = sch.split(h, [None, 3])
    sch.compute_at("B", outer)
    sch.parallel(outer)
    with pytest.raises(MlccError) as caught:
        sch.rolling_buffer("B", 0)
    assert caught.value.code == "S297"


@pytest.mark.parametrize("factor", [2, 3, 7])
@pytest.mark.parametrize("depth", [0, 1, 2])
def test_copies_of_one_iteration(factor: int, depth: int) -> None:
    before = sketch(SUMS)["main"]
    sch = Schedule(before)
    sch.split(sch.get_loops("Y")[0], [None, factor])
    loop = sch.get_loops("Y")[depth]
    sch.read_at(loop, "Y", 0, "shared")
    sch.read_at(sch.get_loops("Y")[0], "Y", 1, "local")
    sch.write_at(loop, "Y", 0, "local")
    check(before, sch)


def test_a_copy_stays_within_the_buffer() -> None:
    """7 rows in steps of 3: the last copy is of one row."""
    sch = Schedule(sketch(SUMS))
    outer, _ = sch.split(sch.get_loops("Y")[0], [None, 3])
    sch.read_at(outer, "Y", 0, "shared")
    assert "T.min(3, 7 - v0 * 3)" in script(sch.func)


@pytest.mark.parametrize("least", [0, 1, 2])
@pytest.mark.parametrize("factor", [None, 2])
def test_cache_index(least: int, factor: int | None) -> None:
    before = sketch(RESIZE)["main"]
    sch = Schedule(before)
    if factor is not None:
        sch.split(sch.get_loops("B")[1], [None, factor])
    blocks = sch.cache_index("B", "local", least)
    assert len(blocks) == (1 if least == 2 else 2)
    check(before, sch)


def test_fuse_reduction_epilogue_of_terms() -> None:
    before = sketch(SUMS)["main"]
    sch = Schedule(before)
    sch.fuse_reduction_epilogue("Y", "D")
    assert len(sch.state().tree.blocks) == 2
    check(before, sch)


def test_fuse_reduction_epilogue_bounds_every_step() -> None:
    before = sketch(SUM.replace("EPILOGUE", "T.max(Y[vi, vj] + C[vj], T.float32(0))"))["main"]
    sch = Schedule(before)
    sch.fuse_reduction_epilogue("Y", "D")
    a, b, c = inputs = random_inputs(before, seed=3)
    wanted = np.maximum(np.broadcast_to(c, (7, 6)), 0)
    for k in range(5):
        wanted = np.maximum(wanted + np.outer(a[:, k], b[k]), 0)
    np.testing.assert_allclose(run(sch.func, inputs)[0], wanted, rtol=1e-5)


LATE = """
S = T.alloc_buffer((6,))
for j in range(6):
    with T.block("S"):
        vj = T.axis.spatial(6, j)
        S[vj] = C[vj] * T.float32(2)
for i, j in T.grid(7, 6):
    with T.block("D\""""


def test_an_epilogue_adds_nothing_that_is_computed_later() -> None:
    body = SUM.replace("EPILOGUE", "Y[vi, vj] + S[vj]").replace(
        'for i, j in T.grid(7, 6):\n    with T.block("D"', LATE[1:]
    )
    sch = Schedule(sketch(body))
    with pytest.raises(MlccError) as caught:
        sch.fuse_reduction_epilogue("Y", "D")
    assert caught.value.code == "S262"


def _picked(first: str, place: str) -> tuple[str, str]:
    return f"T.Select({place}, X[vi], P[vi, vk])", f"T.Select({first}, Y[vi], V[vi, vk])"


TIE = "(Y[vi] {0} V[vi, vk] or (Y[vi] == V[vi, vk] and X[vi] < P[vi, vk]))"
PAIRS = {
    "argmax": ("-1", 'T.min_value("float32")', *_picked(*["Y[vi] >= V[vi, vk]"] * 2)),
    "argmin": ("-1", 'T.max_value("float32")', *_picked(*["Y[vi] <= V[vi, vk]"] * 2)),
    "argmax_low": ("-1", 'T.min_value("float32")', *_picked("Y[vi] > V[vi, vk]", TIE.format(">"))),
    "argmin_low": ("-1", 'T.max_value("float32")', *_picked("Y[vi] < V[vi, vk]", TIE.format("<"))),
    "sums": ("0", "T.float32(0)", "X[vi] + P[vi, vk]", "Y[vi] + V[vi, vk]"),
}


def _pair(name: str, **other: str) -> PrimFunc:
    text = PAIR
    for key, value in {**dict(zip(("START", "LIMIT", "PLACE", "VALUE"), PAIRS[name], strict=True)), **other}.items():
        text = text.replace(key, value)
    return parse_prim_func(text)


@pytest.mark.parametrize("factor", [None, 3, 4, 15])
@pytest.mark.parametrize("axis", [0, -1])
@pytest.mark.parametrize("name", PAIRS)
def test_rfactor_of_two_results(name: str, axis: int, factor: int | None) -> None:
    before = _pair(name)
    sch = Schedule(before)
    loop = sch.get_loops("Y")[1]
    if factor is not None:
        _, loop = sch.split(loop, [None, factor])
    sch.rfactor(loop, axis)
    check(before, sch)


@pytest.mark.parametrize(
    "other",
    [
        {"START": "0"},
        {"LIMIT": "T.float32(0)"},
        {"LIMIT": 'T.max_value("float32")'},
        {"VALUE": "T.max(Y[vi], V[vi, vk])"},
        {"X[vi] = x": "X[vi] = x + 1"},
        {"x: T.int32 = PLACE": "x: T.int32 = T.Select(Y[vi] > V[vi, vk], X[vi], P[vi, vk])"},
    ],
)
def test_other_pairs_are_not_known(other: dict[str, str]) -> None:
    text = PAIR
    for key, value in other.items():
        text = text.replace(key, value)
    for key, value in zip(("START", "LIMIT", "PLACE", "VALUE"), PAIRS["argmax"], strict=True):
        text = text.replace(key, value)
    sch = Schedule(parse_prim_func(text))
    with pytest.raises(MlccError) as caught:
        sch.rfactor(sch.get_loops("Y")[1], 0)
    assert caught.value.code == "S273"


def test_padding_of_an_input_is_up_to_the_caller() -> None:
    sch = Schedule(sketch(SUMS))
    sch.transform_layout("Y", ("read", 0), lambda i, k: (i // 4, k, i % 4), pad_value=0.0)
    assert "T.assume(not (v_axis0 == 1 and v_axis2 == 3) or A[v_axis0, v_k, v_axis2] == T.float32(0))" in script(
        sch.func
    )
    a, b, c = inputs = random_inputs(sketch(SUMS)["main"], seed=4)
    wanted = run(sketch(SUMS)["main"], inputs)[0]
    padded = np.zeros((8, 5), np.float32)
    padded[:7] = a
    packed = np.ascontiguousarray(padded.reshape(2, 4, 5).transpose(0, 2, 1))
    np.testing.assert_allclose(run(sch.func, [packed, b, c])[0], wanted, rtol=1e-5)
    found = np.zeros((7, 6), np.float32)
    mlcc.build(sch.mod)["main"](packed, b, c, found)
    np.testing.assert_allclose(found, wanted, rtol=1e-5)


@pytest.mark.parametrize("value", [lambda i, j, k: i + 1, "i, j, k -> i + 1"])
@pytest.mark.parametrize("prepare", [None, "- split: {loop: i, block: B, factors: [null, 4]}"])
def test_padding_may_be_a_function(value: str | Callable[..., object], prepare: str | None) -> None:
    """A producer in a plain nest computes the padding; after others a block of its own does."""
    body = """
@T.prim_func
def main(A: T.Buffer((7, 5), "int32"), B: T.Buffer((7, 5), "int32")):
    for i, j in T.grid(7, 5):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * 2
"""
    sch = Schedule(parse_prim_func(body))
    if prepare is not None:
        sch.split(sch.get_loops("B")[0], [None, 4])
    sch.transform_layout("B", ("write", 0), "i, j -> i // 4, j, i % 4", pad_value=value)
    assert ("buffer_B_padding" in script(sch.func)) == (prepare is not None)
    a = np.arange(35, dtype=np.int32).reshape(7, 5)
    found = run(sch.func, [a])[0]
    wanted = np.full((8, 5), 2, np.int32)
    wanted[:7] = a * 2
    np.testing.assert_array_equal(found, wanted.reshape(2, 4, 5).transpose(0, 2, 1))
    replayed, _ = apply_script(parse_prim_func(body), sch.trace.to_yaml())
    assert script(replayed["main"]) == script(sch.func)


def test_consumers_of_a_cache_are_blocks_or_their_names() -> None:
    texts = []
    for consumers in (["D"], [None]):
        sch = Schedule(sketch(SUMS))
        blocks = [sch.get_block("D") if c is None else c for c in consumers]
        sch.cache_read("D", 1, "local", consumer_blocks=blocks)
        texts.append(script(sch.func))
    assert texts[0] == texts[1]


def test_annotated_regions_stay_as_they_are() -> None:
    sch = Schedule(sketch(SUMS))
    sch.annotate_buffer_access("D", 0, "read", lambda vi, vj: [vj, (vi, vi + 2)][:1])
    sch.annotate_buffer_access("D", 0, "read", "vi, vj -> [(vj // 2 * 2, vj // 2 * 2 + 2)]")
    sch.annotate_buffer_access("D", 1, "read", lambda vi, vj: [(vi, vi + 1), vj])
    block = sch.get(sch.get_block("D"))
    assert tuple(block.annotations["explicit_read_region"]) == (0, 1)
    assert "vj // 2 * 2:vj // 2 * 2 + 2" in script(sch.func)
    check(sketch(SUMS)["main"], sch)


def test_a_block_without_producers_may_move_before_its_consumers() -> None:
    body = """
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
    sch = Schedule(sketch(body))
    with pytest.raises(MlccError) as caught:
        sch.reverse_compute_at("B", sch.get_loops("E")[0])
    assert caught.value.code == "S246"
    sch.reverse_compute_at("B", sch.get_loops("C")[0])
    check(sketch(body)["main"], sch)


@pytest.mark.parametrize("argument", ["thread", "thread_axis"])
def test_threads_fetch_together(argument: str) -> None:
    """A copy below a loop of threads may be made by the same threads."""
    steps = f"""
- split: {{loop: [Y, i], factors: [null, 6], as: [i0, i1]}}
- bind: {{loop: $i1, {argument}: threadIdx.x}}
- cache_read: {{block: Y, read_buffer_index: 1, storage_scope: shared, as: copy}}
- compute_at: {{block: $copy, loop: $i1}}
- fuse: {{loops: [[$copy, ax0], [$copy, ax1]], as: all}}
"""
    bind = f"- bind: {{loop: $LOOP, {argument}: threadIdx.x}}"
    before = sketch(SUMS)
    with pytest.raises(MlccError) as caught:  # 30 numbers are copied by 6 threads
        apply_script(before, steps + bind.replace("LOOP", "all"))
    assert caught.value.code == "S234"
    split = "- split: {loop: $all, factors: [null, 6], as: [a0, a1]}\n"
    after, _ = apply_script(before, steps + split + bind.replace("LOOP", "a1"))
    inputs = random_inputs(before["main"], seed=5)
    np.testing.assert_allclose(run(after["main"], inputs)[0], run(before["main"], inputs)[0], rtol=1e-5)


def test_arguments_have_the_names_of_tvm() -> None:
    sch = Schedule(sketch(POOL))
    sch.bind(sch.get_loops("B")[0], thread_axis="blockIdx.x")
    sch.bind(loop=sch.get_loops("B")[1], thread="threadIdx.x")
    assert [site.loop.thread for site in sch.state().tree.loops.values()][:2] == ["blockIdx.x", "threadIdx.x"]


def test_a_reference_may_be_forgotten() -> None:
    sch = Schedule(sketch(POOL))
    block = sch.get_block("B")
    assert sch.get(rand_var_or_sref=block).name == "B"
    sch.remove_rv(block)
    with pytest.raises(MlccError) as caught:
        sch.get_loops(block)
    assert caught.value.code == "S206"


@pytest.mark.parametrize("rows", [1, 5, 8])
def test_pad_einsum_of_a_length_known_at_run_time(rows: int) -> None:
    text = """
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
    sch = Schedule(parse_prim_func(text))
    sch.pad_einsum("C", [4, 3, 5])
    assert "(n + 3) // 4 * 4" in script(sch.func)
    rng = np.random.default_rng(rows)
    a, b = (rng.random(shape, np.float32) for shape in ((rows, 6), (6, 8)))
    found = np.zeros((rows, 8), np.float32)
    mlcc.build(sch.mod)["main"](a, b, found)
    np.testing.assert_allclose(found, a @ b, rtol=1e-5)


def test_a_trace_names_loops_over_two_blocks_of_one_name() -> None:
    """Loops that the trace has a name for are not looked up again, by a block whose name is not unique."""
    func = parse_prim_func(
        """
@T.prim_func
def main(A: T.Buffer((16, 4))):
    for i in range(16):
        with T.block("A"):
            vi = T.axis.spatial(16, i)
            A[vi, 0] = A[vi, 0] + T.float32(1)
"""
    )
    sch = Schedule(func)
    (loop,) = sch.get_loops(sch.get_block("A"))
    sch.cache_inplace(sch.get_block("A"), 0, "local")
    sch.split(loop, [None, 4])
    replayed, _ = apply_script(func, sch.trace.to_yaml())
    assert script(replayed["main"]) == script(sch.func)
