"""Whole programs: odd sizes, guards, vector, unrolled and parallel loops, temporaries, symbolic shapes."""

import itertools
import re

import numpy as np
import pytest
from jit import Kernel, random

from mlcc.codegen.llvm import compile_ir, emit_module
from mlcc.lowering import lower
from mlcc.script import parse_module
from mlcc.target import Target


def kernel(source: str, **options) -> Kernel:
    (func,) = parse_module(source).prim_funcs.values()
    return Kernel(func, **options)


MATMUL = """
@T.prim_func
def f(A: T.Buffer(({m}, {k}), "{dtype}"), B: T.Buffer(({k}, {n}), "{dtype}"), C: T.Buffer(({m}, {n}), "{dtype}")):
    T.func_attr({{"tir.noalias": True}})
    for {loops}:
        with T.block("C"):
            vi = T.axis.spatial({m}, {vi})
            vj = T.axis.spatial({n}, {vj})
            vk = T.axis.reduce({k}, {vk})
            {where}
            with T.init():
                C[vi, vj] = T.{dtype}(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
"""


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int8", "uint8", "int64", "float16"])
@pytest.mark.parametrize("size", [(1, 1, 1), (7, 5, 3), (16, 33, 8)])
def test_matmul_types(dtype, size):
    m, n, k = size
    loops = f"i, j, k in T.grid({m}, {n}, {k})"
    f = kernel(MATMUL.format(m=m, n=n, k=k, dtype=dtype, loops=loops, vi="i", vj="j", vk="k", where="pass"))
    a, b = random((m, k), dtype, 1), random((k, n), dtype, 2)
    c = np.zeros((m, n), a.dtype)
    assert f(a, b, c) == 0
    want = a @ b if dtype != "float16" else (a.astype("float32") @ b.astype("float32"))
    np.testing.assert_allclose(
        c, want, rtol=1e-5 if dtype != "float16" else 2e-2, atol=1e-5 if dtype != "float16" else 2e-2
    )


def nest(*loops: tuple[str, int, str]) -> str:
    """Nested `for` lines after the first, as text with its indentation."""
    lines = []
    for depth, (name, extent, kind) in enumerate(loops):
        lines.append("    " * (depth + 1) + f"for {name} in T.{kind}({extent}):")
    return "\n".join(lines)


@pytest.mark.cover(1)
@pytest.mark.parametrize("order", ["ijk", "jki", "kij", "ikj"])
@pytest.mark.parametrize(
    "kinds", list(itertools.product(["serial", "parallel"], ["serial", "unroll"], ["serial", "vectorized"]))
)
def test_split_matmul(order, kinds):
    """Sizes that no factor divides, every loop order, and all kinds on the spatial loops."""
    m, n, k = 10, 13, 7
    outer, unrolled, vector = kinds
    loops = {
        "i": [("i_0", 4, outer if order[0] == "i" else "serial"), ("i_1", 3, unrolled)],
        "j": [("j_0", 4, outer if order[0] == "j" else "serial"), ("j_1", 4, vector)],
        "k": [("k_0", 3, "serial"), ("k_1", 3, "serial")],
    }
    chain = [loops[c][0] for c in order] + [loops["k"][1], loops["i"][1], loops["j"][1]]
    lines = []
    for depth, (name, extent, kind) in enumerate(chain):
        lines.append("    " * (depth + 1) + f"for {name} in T.{kind}({extent}):")
    pad = "    " * (len(chain) + 1)
    body = f"""
{pad}with T.block("C"):
{pad}    vi = T.axis.spatial({m}, i_0 * 3 + i_1)
{pad}    vj = T.axis.spatial({n}, j_0 * 4 + j_1)
{pad}    vk = T.axis.reduce({k}, k_0 * 3 + k_1)
{pad}    T.where(i_0 * 3 + i_1 < {m} and j_0 * 4 + j_1 < {n} and k_0 * 3 + k_1 < {k})
{pad}    with T.init():
{pad}        C[vi, vj] = T.float32(0)
{pad}    C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
"""
    source = (
        f"""
@T.prim_func
def f(A: T.Buffer(({m}, {k}), "float32"), B: T.Buffer(({k}, {n}), "float32"), C: T.Buffer(({m}, {n}), "float32")):
    T.func_attr({{"tir.noalias": True}})
"""
        + "\n".join(lines)
        + body
    )
    f = kernel(source)
    a, b = random((m, k), "float32", 1), random((k, n), "float32", 2)
    c = np.full((m, n), np.nan, "float32")
    assert f(a, b, c) == 0
    np.testing.assert_allclose(c, a @ b, rtol=1e-5, atol=1e-5)


@pytest.mark.cover(1)
@pytest.mark.parametrize("extent", [1, 2, 3, 5, 8, 9, 16, 17, 31, 33, 100, 1000])
@pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "bool", "float16", "bfloat16", "int64"])
def test_vector_lengths(extent, dtype):
    value = "T.max(A[i], A[i])" if dtype != "bool" else "A[i]"
    f = kernel(f"""
@T.prim_func
def f(A: T.Buffer(({extent},), "{dtype}"), B: T.Buffer(({extent},), "{dtype}")):
    for i in T.vectorized({extent}):
        B[i] = {value}
""")
    a = random(extent, dtype)
    b = np.zeros_like(a)
    assert f(a, b) == 0
    np.testing.assert_array_equal(b, a)


@pytest.mark.parametrize(
    ("index", "count"),
    [
        ("i * 2", 64),
        ("31 - i", 32),
        ("i * 3 + 1", 97),
        ("i // 4", 8),
        ("i % 5", 5),
        ("5", 8),
        ("(i * 7) % 32", 32),
        ("I[i]", 32),
    ],
)
def test_vector_reads(index, count):
    f = kernel(f"""
@T.prim_func
def f(A: T.Buffer(({count},), "float32"), I: T.Buffer((32,), "int32"), B: T.Buffer((32,), "float32")):
    for i in T.vectorized(32):
        B[i] = A[{index}]
""")
    a = random(count, "float32")
    order = np.random.default_rng(0).integers(0, count, 32).astype("int32")
    b = np.zeros(32, "float32")
    assert f(a, order, b) == 0
    i = np.arange(32)
    np.testing.assert_array_equal(b, a[eval(index, {"i": i, "I": order})])


@pytest.mark.parametrize("index", ["i * 2", "63 - i", "I[i]", "i // 2 * 2 + i % 2"])
def test_vector_writes(index):
    f = kernel(f"""
@T.prim_func
def f(A: T.Buffer((32,), "float32"), I: T.Buffer((32,), "int32"), B: T.Buffer((64,), "float32")):
    for i in T.vectorized(32):
        B[{index}] = A[i] + T.float32(1)
""")
    a = random(32, "float32")
    order = np.random.default_rng(0).permutation(64)[:32].astype("int32")
    b, want = np.zeros(64, "float32"), np.zeros(64, "float32")
    assert f(a, order, b) == 0
    want[eval(index, {"i": np.arange(32), "I": order})] = a + 1
    np.testing.assert_array_equal(b, want)


@pytest.mark.parametrize("condition", ["i < 7", "i % 3 == 1", "A[i] > T.float32(0)", "I[i] >= 0 and I[i] < 32"])
@pytest.mark.parametrize("form", ["if", "expr"])
def test_vector_conditions(condition, form):
    """Masked lanes neither read nor write: indices outside the buffer are never touched."""
    source = "B[I[i]]" if "I[i]" in condition else "B[i]"
    if form == "if":
        body = f"""
        if {condition}:
            C[i] = {source} + T.float32(1)
        else:
            C[i] = T.float32(-1)"""
    else:
        body = f"""
        C[i] = T.if_then_else({condition}, {source} + T.float32(1), T.float32(-1))"""
    f = kernel(f"""
@T.prim_func
def f(
    A: T.Buffer((32,), "float32"), I: T.Buffer((32,), "int32"),
    B: T.Buffer((32,), "float32"), C: T.Buffer((32,), "float32"),
):
    for i in T.vectorized(32):{body}
""")
    a, b = random(32, "float32", 1), random(32, "float32", 2)
    where = np.random.default_rng(3).integers(-(2**30), 2**30, 32).astype("int32")
    where[::3] = np.arange(11)
    c = np.zeros(32, "float32")
    assert f(a, where, b, c) == 0
    i = np.arange(32)
    python = condition.replace(" and ", ") & (").replace("T.float32(0)", "0")
    holds = eval(f"({python})", {"i": i, "A": a, "I": where})
    picked = b[np.where(holds, where, 0)] if "I[i]" in condition else b
    np.testing.assert_array_equal(c, np.where(holds, picked + 1, np.float32(-1)))


def test_vector_loop_without_vector_form():
    """A sum into one element, and inner loops whose length differs by lane, run serially."""
    f = kernel("""
@T.prim_func
def f(A: T.Buffer((32,), "float32"), S: T.Buffer((1,), "float32"), P: T.Buffer((32,), "float32")):
    S[0] = T.float32(0)
    for i in T.vectorized(32):
        S[0] = S[0] + A[i]
    for i in T.vectorized(32):
        P[i] = T.float32(0)
        for j in range(i + 1):
            P[i] = P[i] + A[j]
""")
    a = random(32, "float32")
    s, p = np.zeros(1, "float32"), np.zeros(32, "float32")
    assert f(a, s, p) == 0
    np.testing.assert_allclose(s[0], a.sum(), rtol=1e-5)
    np.testing.assert_allclose(p, np.cumsum(a), rtol=1e-5, atol=1e-5)


@pytest.mark.every(2)
@pytest.mark.parametrize("n", [1, 5, 16, 37])
@pytest.mark.parametrize("kind", ["serial", "parallel", "vectorized", "unroll"])
def test_symbolic_size(n, kind):
    f = kernel(f"""
@T.prim_func
def f(a: T.handle, b: T.handle):
    n = T.int64()
    A = T.match_buffer(a, (n, n), "float32")
    B = T.match_buffer(b, (n,), "float32")
    for i in T.{kind}(n):
        with T.block("init"):
            vi = T.axis.spatial(n, i)
            B[vi] = T.float32(0)
    for i in T.serial(n):
        for j in T.{kind}(n):
            with T.block("sum"):
                vi, vj = T.axis.remap("SS", [i, j])
                A[vi, vj] = A[vi, vj] * T.float32(2) + B[vi]
""")
    a, b = random((n, n), "float32"), np.ones(n, "float32")
    want = a * 2
    assert f(a, b, dims=(n,)) == 0
    np.testing.assert_array_equal(a, want)
    np.testing.assert_array_equal(b, 0)


@pytest.mark.parametrize("n", [1, 15, 16, 40])
def test_symbolic_split_with_guard(n):
    f = kernel("""
@T.prim_func
def f(a: T.handle, b: T.handle):
    n = T.int64()
    A = T.match_buffer(a, (n,), "float32")
    B = T.match_buffer(b, (n,), "float32")
    T_1 = T.alloc_buffer((n,), "float32")
    for i_0 in T.serial((n + T.int64(15)) // T.int64(16)):
        for i_1 in T.vectorized(T.int64(16)):
            with T.block("double"):
                vi = T.axis.spatial(n, i_0 * T.int64(16) + i_1)
                T.where(i_0 * T.int64(16) + i_1 < n)
                T_1[vi] = A[vi] * T.float32(2)
    for i in T.serial(n):
        with T.block("B"):
            vi = T.axis.spatial(n, i)
            B[vi] = T_1[vi] + T.float32(1)
""")
    a = random(n, "float32")
    b = np.zeros_like(a)
    assert f(a, b, dims=(n,)) == 0
    np.testing.assert_array_equal(b, a * 2 + 1)


def test_temporaries_are_compacted_and_reused():
    f = kernel("""
@T.prim_func
def f(A: T.Buffer((64, 64), "float32"), D: T.Buffer((64, 64), "float32")):
    T.func_attr({"tir.noalias": True})
    B = T.alloc_buffer((64, 64), "float32")
    C = T.alloc_buffer((64, 64), "float32")
    for i in T.parallel(64):
        for j in T.serial(64):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(3)
        for j in T.serial(64):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = B[vi, 63 - vj] + T.float32(1)
        for j in T.serial(64):
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = C[vi, vj] - B[vi, vj]
""")
    assert f.workspace_bytes == 0  # one row each, on the stack
    a = random((64, 64), "float32")
    d = np.zeros_like(a)
    assert f(a, d) == 0
    b = a * np.float32(3)
    np.testing.assert_allclose(d, b[:, ::-1] + 1 - b, rtol=1e-6)


def test_contents_carried_between_iterations_are_kept():
    f = kernel("""
@T.prim_func
def f(A: T.Buffer((64,), "float32"), D: T.Buffer((64,), "float32")):
    B = T.alloc_buffer((64,), "float32")
    for i in T.serial(64):
        with T.block("B"):
            vi = T.axis.spatial(64, i)
            B[vi] = A[vi] * T.float32(3)
        with T.block("D"):
            vi = T.axis.spatial(64, i)
            D[vi] = B[T.max(vi - 1, 0)]
""")
    a = random(64, "float32")
    d = np.zeros_like(a)
    assert f(a, d) == 0
    np.testing.assert_array_equal(d, (a * np.float32(3))[np.maximum(np.arange(64) - 1, 0)])


def test_scan_in_a_temporary():
    f = kernel("""
@T.prim_func
def f(A: T.Buffer((64,), "float32"), D: T.Buffer((64,), "float32")):
    B = T.alloc_buffer((64,), "float32")
    for i in T.serial(64):
        with T.block("B"):
            vi = T.axis.spatial(64, i)
            B[vi] = T.if_then_else(vi > 0, B[vi - 1], T.float32(0)) + A[vi]
        with T.block("D"):
            vi = T.axis.spatial(64, i)
            D[vi] = B[vi]
""")
    a = random(64, "float32")
    d = np.zeros_like(a)
    assert f(a, d) == 0
    np.testing.assert_allclose(d, np.cumsum(a), rtol=1e-5, atol=1e-5)


def test_workspace_of_disjoint_lifetimes_is_shared():
    stages = "\n".join(
        f"""    for i in T.serial(4096):
        with T.block("S{n}"):
            vi = T.axis.spatial(4096, i)
            {dst}[vi] = {src}[vi] + T.float32({n})"""
        for n, (src, dst) in enumerate([("A", "X"), ("X", "Y"), ("Y", "Z"), ("Z", "B")])
    )
    f = kernel(f"""
@T.prim_func
def f(A: T.Buffer((4096,), "float32"), B: T.Buffer((4096,), "float32")):
    T.func_attr({{"tir.noalias": True}})
    X = T.alloc_buffer((4096,), "float32")
    Y = T.alloc_buffer((4096,), "float32")
    Z = T.alloc_buffer((4096,), "float32")
{stages}
""")
    assert f.workspace_bytes == 2 * 4096 * 4
    a = random(4096, "float32")
    b = np.zeros_like(a)
    assert f(a, b) == 0
    np.testing.assert_allclose(b, a + 6, rtol=1e-5, atol=1e-5)


def test_assertions_return_an_error_also_from_threads():
    f = kernel("""
@T.prim_func
def f(A: T.Buffer((8,), "int32")):
    for i in T.parallel(8):
        assert A[i] < 5, "too large"
        A[i] = A[i] + 1
""")
    assert "too large" in f.text
    a = np.zeros(8, "int32")
    assert f(a) == 0
    a[3] = 9
    assert f(a) >= 100


def test_view_of_a_region():
    f = kernel("""
@T.prim_func
def f(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    for i, j_0 in T.grid(4, 2):
        with T.block("outer"):
            vi, vj = T.axis.remap("SS", [i, j_0])
            X = T.match_buffer(A[vi, vj * 4:vj * 4 + 4], (4,), "float32")
            Y = T.match_buffer(B[vi, vj * 4:vj * 4 + 4], (4,), "float32")
            for j in T.serial(4):
                with T.block("inner"):
                    v = T.axis.spatial(4, j)
                    Y[v] = X[3 - v]
""")
    a = random((4, 8), "float32")
    b = np.zeros_like(a)
    assert f(a, b) == 0
    np.testing.assert_array_equal(b, a.reshape(4, 2, 4)[:, :, ::-1].reshape(4, 8))


def test_scalar_parameters_and_while():
    f = kernel(
        """
@T.prim_func
def f(A: T.Buffer((4,), "int32"), n: T.int32, x: T.float32, B: T.Buffer((4,), "float32")):
    i: T.int32
    A[0] = 0
    while A[0] < n:
        A[0] = A[0] + 3
    for i in T.serial(4):
        B[i] = x * T.cast(A[0] + i, "float32")
""".replace("    i: T.int32\n", "")
    )
    a, b = np.zeros(4, "int32"), np.zeros(4, "float32")
    assert f(a, 10, 0.5, b) == 0
    np.testing.assert_array_equal(b, (12 + np.arange(4)) * np.float32(0.5))


def test_names_of_any_characters():
    from mlcc.codegen.llvm import compile_to_object, emit_module
    from mlcc.lowering import lower
    from mlcc.target import Target

    (func,) = parse_module("""
@T.prim_func
def f(A: T.Buffer((8,), "int32")):
    for i in T.parallel(8):
        A[i] = A[i] + 1
""").prim_funcs.values()
    target = Target.host()
    text = emit_module({'größe "x"': lower(func, target)}, target, linkage="external")
    assert "größe".encode() in compile_to_object(text, target)


RAGGED = """
@T.prim_func
def rows(A: T.Buffer((9, 21), "float32"), B: T.Buffer((21,), "float32")):
    acc = T.alloc_buffer((32,), scope="local")
    for jv in T.unroll(2):
        for jl in T.vectorized(16):
            with T.block("init"):
                v = T.axis.spatial(32, jv * 16 + jl)
                T.where(jv * 16 + jl < 21)
                acc[v] = T.float32(0)
    for k in range(9):
        for jv in T.unroll(2):
            for jl in T.vectorized(16):
                with T.block("sum"):
                    v = T.axis.opaque(32, jv * 16 + jl)
                    vk = T.axis.opaque(9, k)
                    T.where(jv * 16 + jl < 21)
                    acc[v] = acc[v] + A[vk, v]
    for jv in T.unroll(2):
        for jl in T.vectorized(16):
            with T.block("B"):
                v = T.axis.spatial(21, jv * 16 + jl)
                T.where(jv * 16 + jl < 21)
                B[v] = acc[v]
"""


def test_accumulators_of_a_ragged_tile_are_registers():
    target = Target.parse("llvm -mcpu=skylake-avx512")
    (func,) = parse_module(RAGGED).prim_funcs.values()
    text = compile_ir(emit_module({"rows": lower(func, target)}, target), target, "ll", scheduled=True).decode()
    assert "alloca" not in text
    assert text.count("call void @llvm.masked.store") == 1  # the end of B
    f = kernel(RAGGED)
    a, b = random((9, 21), "float32", 1), np.full(21, np.nan, "float32")
    assert f(a, b) == 0
    np.testing.assert_allclose(b, a.sum(axis=0), rtol=1e-5)


def test_what_a_branch_divides_by_is_divided_once():
    """The quotient of a remainder that a branch asks for is there before it."""
    text = """
@T.prim_func
def f(var_a: T.handle, var_c: T.handle):
    n = T.int64()
    A = T.match_buffer(var_a, (8, n), "float32")
    C = T.match_buffer(var_c, (8, n), "float32")
    for i in range(n * 8):
        for j in T.unroll(2):
            if i % n + j < n:
                C[i // n, i % n + j] = A[i // n, i % n + j]
"""
    target = Target.parse("llvm -mcpu=haswell")
    (func,) = parse_module(text).prim_funcs.values()
    emitted = emit_module({"f": lower(func, target)}, target)
    assert emitted.count(" sdiv i64") == 1
    assert emitted.index(" sdiv i64") < emitted.rindex("br i1", 0, emitted.index("store float"))


@pytest.mark.cover(1)
@pytest.mark.parametrize("loop", ["T.vectorized(64)", "T.serial(64)"])
@pytest.mark.parametrize("active", [1, 2, 17, 33, 40, 49])
@pytest.mark.parametrize(
    ("source", "target"),
    [("int32", "uint8"), ("float32", "int8"), ("int32", "int16"), ("int64", "int32"), ("uint8", "uint8")],
)
def test_stores_under_a_guard_leave_the_rest(source: str, target: str, active: int, loop: str) -> None:
    """Masks with one active lane among them: a narrow element must not be stored with the width of its value."""
    f = kernel(f"""
@T.prim_func
def f(A: T.Buffer((64,), "{source}"), C: T.Buffer((64,), "{target}")):
    T.func_attr({{"tir.noalias": True}})
    for i in {loop}:
        if i < {active}:
            C[i] = T.Cast("{target}", A[i] * A[i])
""")
    a = random((64,), source, 1).clip(0, 9)
    c = np.full(64, 77, target)
    assert f(a, c) == 0
    np.testing.assert_array_equal(c, np.where(np.arange(64) < active, (a * a).astype(target), 77).astype(target))


CHUNK = """
@T.prim_func
def f(a: T.handle, c: T.handle):
    n = T.int64()
    A = T.match_buffer(a, (6, n), "float32")
    C = T.match_buffer(c, (6, n), "float32")
    X = T.alloc_buffer((6, n), "float32")
    for i in T.parallel(6):
        for j in T.serial(n):
            with T.block("X"):
                vi, vj = T.axis.remap("SS", [i, j])
                X[vi, vj] = A[vi, vj] * T.float32(2)
        for j in T.serial(n):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = X[vi, n - T.int64(1) - vj]
"""


def test_temporaries_of_a_parallel_loop_are_allocated_once_per_thread():
    f = kernel(CHUNK)
    for n in (1, 7, 40, 65_519, 65_521, 100_003):  # up to 256 KiB on the stack, beyond it on the heap
        a, c = random((6, n), "float32", 1), np.zeros((6, n), "float32")
        assert f(a, c, dims=(n,)) == 0
        np.testing.assert_array_equal(c, 2 * a[:, ::-1])
    (func,) = parse_module(CHUNK).prim_funcs.values()
    text = emit_module({"f": lower(func)}, Target.parse(None))
    body = text[text.index("define internal i32") :]
    body = body[: body.index("\n}\n")]
    assert body.count("@malloc(") == 1
    assert body.index("@malloc(") < body.index(" phi ")
    # The heap is taken in a branch, where the stack does not do.
    assert 0 < body.index(" = alloca i8, i64 %") < body.index("br i1", body.index("alloca i8")) < body.index("@malloc(")


def test_temporaries_of_a_thread_share_the_limit_of_its_stack():
    """Of two of 150 KiB, the second is on the heap: the loop's body takes no more than 256 KiB of the stack."""
    f = kernel(
        """
@T.prim_func
def f(a: T.handle, c: T.handle):
    n = T.int64()
    A = T.match_buffer(a, (5, n), "float32")
    C = T.match_buffer(c, (5, n), "float32")
    X = T.alloc_buffer((5, n), "float32")
    Y = T.alloc_buffer((5, n), "float32")
    for i in T.parallel(5):
        for j in T.serial(n):
            with T.block("X"):
                vi, vj = T.axis.remap("SS", [i, j])
                X[vi, vj] = A[vi, vj] * T.float32(2)
        for j in T.serial(n):
            with T.block("Y"):
                vi, vj = T.axis.remap("SS", [i, j])
                Y[vi, vj] = X[vi, n - T.int64(1) - vj] + T.float32(1)
        for j in T.serial(n):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = X[vi, vj] + Y[vi, n - T.int64(1) - vj]
"""
    )
    for n in (1, 11, 38_401, 70_001):
        a, c = random((5, n), "float32", 1), np.zeros((5, n), "float32")
        assert f(a, c, dims=(n,)) == 0
        np.testing.assert_array_equal(c, 2 * a + (2 * a + 1))


@pytest.mark.parametrize(("rows", "columns"), [(0, 4), (1, 1), (3, 5), (7, 30_001)])
def test_a_parallel_loop_of_symbolic_size_runs_alone_or_on_threads(rows, columns):
    rowwise = kernel("""
@T.prim_func
def f(a: T.handle, c: T.handle):
    T.func_attr({"tir.noalias": True})
    n, m = T.int64(), T.int64()
    A = T.match_buffer(a, (n, m), "float32")
    C = T.match_buffer(c, (n, m), "float32")
    for i in T.parallel(n):
        for j in range(m):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = A[vi, vj] + T.float32(1)
""")
    assert len(re.findall(r"call i32 @\S*\.parallel0\S*\(ptr [^)]*, i64 0, i64", rowwise.text)) == 1
    assert rowwise.text.count("call void @mlcc_rt_parallel(") == 1
    a, c = random((rows, columns), "float32"), np.zeros((rows, columns), "float32")
    assert rowwise(a, c, dims=(rows, columns)) == 0
    np.testing.assert_array_equal(c, a + 1)


SHARED_LOADS = """
@T.prim_func
def f(A: T.Buffer((8,), "float32"), C: T.Buffer((2, 8), "float32")):
    T.func_attr({"tir.noalias": True})
    for r in T.unroll(2):
        for l in T.vectorized(8):
            with T.block("B"):
                v, w = T.axis.remap("SS", [l, r])
                C[w, v] = A[v] + T.Cast("float32", w)
"""


@pytest.mark.parametrize(
    ("attrs", "loads"), [('"tir.noalias": True', 1), ("", 2), ('"tir.noalias": True, "in_place": [0]', 2)], ids=str
)
def test_what_never_changes_is_loaded_once_in_a_block(attrs, loads):
    """Also after a store, unless that may be to the same memory."""
    text = SHARED_LOADS.replace('"tir.noalias": True', attrs)
    (func,) = parse_module(text).prim_funcs.values()
    module = emit_module({"f": lower(func)}, Target.parse(None))
    assert str(module).count("load <8 x float>") == loads


SHARED_INDEX = """
@T.prim_func
def f(A: T.Buffer((8, 32), "float32"), I: T.Buffer((5,), "int64"), C: T.Buffer((5, 32), "float32")):
    T.func_attr({"tir.noalias": True})
    for i in range(5):
        for v in T.unroll(4):
            for l in T.vectorized(8):
                with T.block("B"):
                    r = T.axis.spatial(5, i)
                    w = T.axis.spatial(32, v * 8 + l)
                    C[r, w] = A[T.min(T.max(I[r], T.int64(0)), T.int64(7)), w]
"""


@pytest.mark.parametrize(("attrs", "loads"), [('"tir.noalias": True', 1), ("", 4)], ids=str)
def test_the_index_of_a_row_is_loaded_once(attrs, loads):
    """A row is four vectors, each of which is stored."""
    (func,) = parse_module(SHARED_INDEX.replace('"tir.noalias": True', attrs)).prim_funcs.values()
    module = emit_module({"f": lower(func)}, Target.parse(None))
    assert str(module).count("load i64") == loads
