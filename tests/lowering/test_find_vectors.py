"""Which innermost loops become vector loops."""

from __future__ import annotations

import pytest
from stages import TARGET, after, around, nodes

from mlcc.ir import For
from mlcc.target import Target

TEXT = """
@T.prim_func
def f(A: T.Buffer((40, 8), "float32"), X: T.Buffer((8,), "int32"), B: T.Buffer((8, 16), "float32")):
    T.func_attr({{"tir.noalias": {apart}}})
    for i in range({rows}):
        for j in range({extent}):
            {body}
"""


def kinds(body: str, extent: str = "8", target: Target = TARGET, apart: bool = True, rows: int = 8) -> list[str]:
    func = after(TEXT.format(body=body, extent=extent, apart=apart, rows=rows), "find_vectors", target)
    return [loop.kind for loop in nodes(func, For)]


@pytest.mark.parametrize(
    ("body", "vector"),
    [
        ("B[i, j] = A[i, j] + A[i, 0]", True),
        ("B[i, j] = A[j, i]", False),
        ("B[i, j * 2] = A[i, j]", False),
        ("B[i, 7 - j] = A[i, j]", False),
        ("B[i, j] = B[i, j] + A[i, j]", True),
        ("B[i, j + 1] = B[i, j] + A[i, j]", False),
        ("B[i, 0] = B[i, 0] + A[i, j]", False),
        ("B[i, j] = A[X[j], j]", False),
        ("B[i, j] = A[X[i], j]", True),
        ("B[i, j] = T.if_then_else(j < 4, A[i, j], T.float32(0))", False),
        ("B[i, j] = T.if_then_else(i < 4, A[i, j], T.float32(0))", True),
        ("B[i, j] = T.if_then_else(X[i] < 4, A[i, j], B[i, j])", True),
        ("B[i, j] = T.if_then_else(X[j] < 4, A[i, j], T.float32(0))", False),
        ("B[i, j] = T.exp(A[i, j])", True),
        ("B[i, j] = A[i, j // 2]", True),
        ("B[i, j] = A[i, j // 3]", False),
        ("B[i, j] = A[i, (j + 1) // 2]", False),
        ("B[i, j] = A[i, j // 2 % 2]", False),
        ("B[i, j] = A[i, j // 2 * 2]", False),
    ],
)
def test_bodies(body: str, vector: bool) -> None:
    if "X[" in body:
        body = body.replace("X[j]", "X[j] % 8").replace("X[i]", "X[i] % 8")
    assert kinds(body) == ["serial", "vectorized" if vector else "serial"]


@pytest.mark.parametrize(("offset", "vector"), [(0, True), (1, False), (8, True)])
def test_blocks_of_a_dimension(offset: int, vector: bool) -> None:
    """A quotient is the same for all elements of a loop that is one of its blocks."""
    text = f"""
@T.prim_func
def f(A: T.Buffer((9, 2, 8), "float32"), B: T.Buffer((8, 8), "float32")):
    T.func_attr({{"tir.noalias": True}})
    for i in range(8):
        for j in range(8):
            B[i, j] = A[(i * 8 + j + {offset}) // 8, i % 2, (i * 8 + j + {offset}) % 8]
"""
    assert [loop.kind for loop in nodes(after(text, "find_vectors"), For)][1] == ("vectorized" if vector else "serial")


STAGES = """
@T.prim_func
def f(A: T.Buffer((6, 7), "float32"), B: T.Buffer((6, 7), "float32")):
    T.func_attr({{"tir.noalias": True}})
    t = T.alloc_buffer((6, 7))
    for g, h in T.grid({outer}, {inner}):
        with T.block("t"):
            vi = T.axis.spatial(6, (g * {inner} + h) // 7)
            vj = T.axis.spatial(7, (g * {inner} + h) % 7)
            t[vi, vj] = A[vi, vj] * A[vi, vj]
    for g, h in T.grid({outer}, {inner}):
        with T.block("B"):
            vi = T.axis.spatial(6, (g * {inner} + h) // 7)
            vj = T.axis.spatial(7, (g * {inner} + h) % 7)
            B[vi, vj] = t[vi, {column}] + t[vi, vj]
"""


@pytest.mark.parametrize(
    ("inner", "column", "vectors"),
    [(21, "vj", [True, True]), (14, "vj", [True, True]), (21, "6 - vj", [True, False]), (3, "vj", [False, False])],
)
def test_stages_of_a_fused_loop(inner: int, column: str, vectors: list[bool]) -> None:
    """Rows of a temporary lie one behind the other; fewer elements than a vector has are no vector."""
    func = after(STAGES.format(outer=42 // inner, inner=inner, column=column), "find_vectors")
    loops = [loop for loop in nodes(func, For) if loop.var.name == "h"]
    assert [loop.kind == "vectorized" for loop in loops] == vectors


def test_lengths() -> None:
    body = "B[i, j] = A[i, j]"
    assert kinds(body, "1") == ["serial", "serial"]
    assert kinds(body, "2") == ["serial", "vectorized"]
    assert kinds(body, "i", rows=8) == ["serial", "serial"]


def test_choices_are_made_for_whole_vectors() -> None:
    """Three channels of a pixel that may be padding are no vector: those of several pixels are."""
    body = "B[i, j] = T.if_then_else(i < 4, A[i, j], T.float32(0))"
    assert [kinds(body, extent)[1] for extent in ("3", "4", "6", "8")] == [*(["serial"] * 3), "vectorized"]


def test_lengths_that_a_call_chooses() -> None:
    """A row of n elements is vectors too; one whose length differs from row to row is not."""
    text = """
@T.prim_func
def f(a: T.handle, b: T.handle):
    T.func_attr({"tir.noalias": True})
    n = T.int64()
    A = T.match_buffer(a, (8, n), "float32")
    B = T.match_buffer(b, (8, n), "float32")
    for i in range(8):
        for j in range(LENGTH):
            B[i, j] = A[i, j]
"""
    for length, kind in (("n", "vectorized"), ("T.min(n, i)", "serial")):
        loops = nodes(around(text.replace("LENGTH", length), "find_vectors")[1], For)
        assert [loop.kind for loop in loops] == ["serial", kind]


def test_loops_that_are_vector_loops_already() -> None:
    text = TEXT.format(body="B[i, j] = A[i, j]", extent=8, apart=True, rows=8)
    func = after(text.replace("in range(8):", "in T.vectorized(8):", 1), "find_vectors")
    assert [loop.kind for loop in nodes(func, For)] == ["vectorized", "serial"]


def test_parameters_that_may_overlap() -> None:
    assert kinds("B[i, j] = A[i, j]", apart=False) == ["serial", "serial"]
    assert kinds("B[i, j] = B[i, j] + T.float32(1)", apart=False) == ["serial", "vectorized"]


def test_machines_without_vectors() -> None:
    plain = Target.parse("llvm -mtriple=riscv64-unknown-linux-gnu -mcpu=generic-rv64")
    assert plain.vector_bits < 128
    assert kinds("B[i, j] = A[i, j]", target=plain) == ["serial", "serial"]


TABLE = """
@T.prim_func
def f(X: T.Buffer((8, 16), "uint8"), L: T.Buffer((256,), "int8"), B: T.Buffer((8, 16), "int8")):
    T.func_attr({{"tir.noalias": True}})
    for i in range(8):
        for j in range(16):
            {target} = L[T.Cast("int32", X[i, j])]
"""


@pytest.mark.parametrize(("target", "vector"), [("B[i, j]", True), ("L[i * 16 + j]", False)])
def test_tables_of_bytes(target: str, vector: bool) -> None:
    """Their loads need no consecutive indices; not of a table that the loop writes."""
    loops = [loop.kind for loop in nodes(after(TABLE.format(target=target), "find_vectors", TARGET), For)]
    assert loops == ["serial", "vectorized" if vector else "serial"]
