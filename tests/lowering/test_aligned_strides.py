"""Padding behind the rows of buffers."""

from __future__ import annotations

import numpy as np
import pytest
from stages import around, nodes

import mlcc
from mlcc.analysis import Analyzer
from mlcc.diagnostics import MlccError
from mlcc.ir import Allocate, Buffer, BufferStore, Evaluate, Var, as_int, const, script, structural_equal, substitute
from mlcc.lowering.aligned_strides import annotation_of, strides_of
from mlcc.script import parse_module, parse_prim_func

TILES = """
@T.prim_func
def f(A: T.Buffer((12, 6, 64), "float32"), C: T.Buffer((12, 64, 6), "float32")):
    B = T.alloc_buffer((12, 6, 64), "float32")
    for i in T.serial(12):
        for j, k in T.grid(6, 64):
            with T.block("B"):
                vi, vj, vk = T.axis.remap("SSS", [i, j, k])
                T.block_attr({"buffer_dim_align": %s})
                B[vi, vj, vk] = A[vi, vj, vk] * T.float32(2)
        for k, j in T.grid(64, 6):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSS", [i, j, k])
                C[vi, vk, vj] = B[vi, vj, vk] + T.float32(1)
"""


@pytest.mark.parametrize(
    ("entries", "size"),
    [
        ([], 6 * 64),
        ([[0, 1, 64, 0]], 6 * 64),
        ([[0, 1, 32, 8]], 6 * 72),
        ([[0, 1, 7, 0]], 6 * 70),
        ([[0, 1, 32, -8]], 6 * 88),
        ([[0, 2, 8, 3]], 6 * 64 * 3),
        ([[0, 1, 32, 8], [0, 0, 256, 0]], 512),
    ],
)
def test_the_size_that_an_iteration_needs(entries: list[list[int]], size: int) -> None:
    """The buffer has shrunk to one iteration before its rows are padded; the results are those of the text."""
    text = TILES % entries
    (alloc,) = nodes(around(text, "flatten_buffers")[1], Allocate)
    assert as_int(alloc.buffer.shape[0]) == size
    x = np.random.default_rng(0).standard_normal((12, 6, 64), np.float32)
    np.testing.assert_array_equal(mlcc.build(parse_module(text))(x), (x * 2 + 1).transpose(0, 2, 1))


def test_symbolic_sizes_are_multiplied_by_one_constant() -> None:
    b, s = Var("b", "int64"), Var("s", "int64")
    buffer = Buffer("A", (b, s, const(12, "int64"), const(64, "int64")), "float32")
    assert script(strides_of(Allocate(buffer, Evaluate(const(0))))[1]) == "T.int64(768) * s * b"


def test_the_stride_of_a_row() -> None:
    """k * factor + offset: element (j, k) of the buffer is stored at j * 72 + k."""
    func = around(TILES % [[0, 1, 32, 8]], "flatten_buffers")[1]
    (store,) = (n for n in nodes(func, BufferStore) if n.buffer.name == "B")
    (alloc,) = nodes(around(TILES % [[0, 1, 32, 8]], "place_allocations")[1], Allocate)
    assert [as_int(stride) for stride in strides_of(alloc)[0]] == [6 * 72, 72, 1]
    assert "72" in script(store)


def test_what_earlier_iterations_left_is_padded_too() -> None:
    text = (TILES % [[0, 1, 32, 8]]).replace("B[vi, vj, vk] +", "B[T.max(vi - 1, 0), vj, vk] +")
    (alloc,) = nodes(around(text, "flatten_buffers")[1], Allocate)
    assert as_int(alloc.buffer.shape[0]) == 12 * 6 * 72


def test_symbolic_rows() -> None:
    text = """
@T.prim_func
def f(a: T.handle, c: T.handle):
    n = T.int64()
    A = T.match_buffer(a, (T.int64(5), n), "float32")
    C = T.match_buffer(c, (n, T.int64(5)), "float32")
    B = T.alloc_buffer((T.int64(5), n), "float32")
    for i, j in T.grid(T.int64(5), n):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.block_attr({"buffer_dim_align": [[0, 0, 16, 3]]})
            B[vi, vj] = A[vi, n - T.int64(1) - vj] * T.float32(2)
    for j, i in T.grid(n, T.int64(5)):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vj, vi] = B[vi, vj] + T.float32(1)
"""
    func = around(text, "flatten_buffers")[1]
    (alloc,) = nodes(func, Allocate)
    (n,) = func.symbolic_vars()
    for count, size in {1: 15, 3: 15, 4: 95, 16: 95, 19: 95, 20: 175}.items():
        expression = substitute(alloc.buffer.shape[0], {n: const(count, n.dtype)})
        assert as_int(Analyzer().simplify(expression)) == size
    library = mlcc.build(parse_module(text))
    for count in (1, 3, 4, 17):
        x = np.random.default_rng(0).standard_normal((5, count), np.float32)
        np.testing.assert_array_equal(library(x), (x[:, ::-1] * 2 + 1).T)


def test_the_entrieshas_a_text() -> None:
    """Between the passes it stands on the allocation, and is printed and parsed with it."""
    func = around(TILES % [[0, 1, 32, 8]], "lower_blocks")[1]
    (alloc,) = nodes(func, Allocate)
    assert alloc.annotations == annotation_of({1: (32, 8)}) == {"buffer_dim_align": [[1, 32, 8]]}
    assert structural_equal(parse_prim_func(script(func)), func)
    plain = around(TILES % [], "lower_blocks")[1]
    assert not structural_equal(plain, func)


@pytest.mark.parametrize("entry", [[0, 3, 32, 8], [1, 0, 32, 8], [0, 0, 0, 8], [0, 1], 5, [0, 1, "a", 2]])
def test_requests_that_cannot_be_met(entry: object) -> None:
    with pytest.raises(MlccError) as caught:
        mlcc.build(parse_module((TILES % [entry]).replace("'", '"')))
    assert caught.value.code == "L120"
    assert "block `B`" in str(caught.value.diagnostics[0].message)
