"""Iterator maps, index maps, regions, dependences."""

from __future__ import annotations

import itertools

import pytest

from mlcc.analysis import Analyzer, block_regions
from mlcc.analysis.dependence import FactCache, Scope
from mlcc.analysis.indexmap import IndexMap
from mlcc.analysis.itermap import IterMap, NotAffine
from mlcc.analysis.tree import Tree
from mlcc.ir import Expr, Var, as_int, const, substitute
from mlcc.script import parse_module

A, B, C, F, N = (Var(x) for x in "abcfn")
RANGES = {A: (0, 4), B: (0, 8), C: (0, 4), F: (0, 135)}


def recognised(exprs: list[Expr], predicate: Expr | None = None) -> list[int | None] | str:
    try:
        found = IterMap(exprs, RANGES, Analyzer(RANGES), predicate)
    except NotAffine as reason:
        return str(reason)
    return [s.extent.value() for s in found.sums]


@pytest.mark.parametrize(
    ("exprs", "predicate", "expected"),
    [
        ([A * 32 + B * 4 + C], None, [128]),
        ([A, B, C], None, [4, 8, 4]),
        ([B // 2, B % 2], None, [4, 2]),
        ([(A * 8 + B) // 16, (A * 8 + B) % 16], None, [2, 16]),
        ([F // 9, F % 9], None, [15, 9]),
        ([F], F < 128, [128]),
        ([A * 10 + B], None, "gaps"),
        ([A * 7 + B], None, "gaps"),
        ([A * 10 + B * 4 + C], B * 4 + C < 10, [40]),
        ([A * 6 + B], B < 6, [24]),
        ([A, A], None, "twice"),
        ([B // 2, B % 4], None, "twice"),
        ([A * B], None, "multiplied"),
        ([A * 8 + B + 5], None, [32]),
        ([(A * 8 + B) // 6, (A * 8 + B) % 6], None, "divide"),
    ],
)
def test_iterator_maps(exprs: list[Expr], predicate: Expr | None, expected: list[int] | str) -> None:
    found = recognised(exprs, predicate)
    if isinstance(expected, str):
        assert expected in str(found)
    else:
        assert found == expected


def test_symbolic_iterator_maps() -> None:
    k = Var("k")
    analyzer = Analyzer({**RANGES, k: (0, N)}, [N])
    found = IterMap([A * N + k], [A, k], analyzer)
    assert found.sums[0].extent == analyzer.poly(N * 4)


@pytest.mark.parametrize(
    ("fn", "shape"),
    [
        (lambda i, j: (i // 4, j, i % 4), (16, 6)),
        (lambda i, j: (j, i), (3, 5)),
        (lambda i, j: ((i * 6 + j) // 8, (i * 6 + j) % 8), (4, 6)),
        (lambda i, j, k: (i * 12 + j * 4 + k,), (2, 3, 4)),
        (lambda i: (i // 12, i % 12 // 4, i % 4), (36,)),
        (lambda i, j: ((i * 4 + j) // 12, (i * 4 + j) % 12 // 3, (i * 4 + j) % 3), (6, 4)),  # 4 divides 12, not 3
    ],
)
def test_inverse_index_maps(fn, shape: tuple[int, ...]) -> None:
    dims = [const(s) for s in shape]
    index_map = IndexMap.from_function(fn, len(shape))
    assert index_map.is_bijective(dims)
    values = [Var(f"y{k}") for k in range(len(index_map.exprs))]
    inverse = index_map.inverse(dims, values)
    analyzer = Analyzer()
    for point in itertools.product(*(range(s) for s in shape)):
        there = index_map.apply([const(p) for p in point], analyzer)
        back = [analyzer.simplify(substitute(e, dict(zip(values, there, strict=True)))) for e in inverse]
        assert [as_int(b) for b in back] == list(point)


def test_maps_that_are_not_bijective() -> None:
    for fn, shape in (
        (lambda i: (i // 2,), (8,)),
        (lambda i: (i // 16, i % 16), (100,)),
        (lambda i, j: (i + j,), (4, 4)),
        (lambda i, j: (i * 100 + j,), (4, 4)),
    ):
        assert not IndexMap.from_function(fn, len(shape)).is_bijective([const(s) for s in shape])


REGIONS = """
@T.prim_func
def main(A: T.Buffer((16, 16), "float32"), X: T.Buffer((16,), "int32"), B: T.Buffer((16, 16), "float32")):
    for i in range(12):
        with T.block("window"):
            vi = T.axis.spatial(12, i)
            for y in range(3):
                B[vi, 0] = A[vi + y, 2] + A[vi + 1, 5]
    for i, k in T.grid(16, 16):
        with T.block("sum"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi, 0] = T.float32(0)
            B[vi, 0] = B[vi, 0] + A[vk, vi]
    for i in range(16):
        with T.block("gather"):
            vi = T.axis.spatial(16, i)
            B[vi, 1] = A[X[vi], vi]
    for i in range(16):
        with T.block("update"):
            vi = T.axis.spatial(16, i)
            B[vi, 2] = B[vi, 2] + T.float32(1)
"""


@pytest.mark.parametrize(
    ("name", "reads", "writes"),
    [
        ("window", ["A[v_i:v_i + 3, 2:6]"], ["B[v_i, 0]"]),
        ("sum", ["A[v_k, v_i]"], ["B[v_i, 0]"]),
        ("gather", ["A[0:16, v_i]", "X[v_i]"], ["B[v_i, 1]"]),
        ("update", ["B[v_i, 2]"], ["B[v_i, 2]"]),
    ],
)
def test_regions(name: str, reads: list[str], writes: list[str]) -> None:
    func = parse_module(REGIONS, "regions.tir")["main"]
    block = next(s.block for s in Tree(func.body).blocks.values() if s.block.name == name)
    found = block_regions(block.body, block.iters, block.init)
    text = [[r.script().replace("vi", "v_i").replace("vk", "v_k") for r in regions] for regions in found]
    assert text == [reads, writes]


PIPELINE = """
@T.prim_func
def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
    B = T.alloc_buffer((64,))
    S = T.alloc_buffer((1,))
    for i_0 in range(8):
        for i_1 in range(8):
            with T.block("B"):
                vi = T.axis.spatial(64, i_0 * 8 + i_1)
                B[vi] = A[vi]
        for i_1 in range(8):
            with T.block("C"):
                vi = T.axis.spatial(64, i_0 * 8 + i_1)
                C[vi] = B[WHERE]
    for k in range(64):
        with T.block("S"):
            vk = T.axis.reduce(64, k)
            with T.init():
                S[0] = T.float32(0)
            S[0] = S[0] + B[vk]
"""


def scope_of(text: str) -> Scope:
    func = parse_module(text, "pipeline.tir")["main"]
    tree, analyzer = Tree(func.body), Analyzer()
    for var, site in tree.loops.items():
        analyzer.bind(var, site.loop.min, site.loop.extent)
    for site in tree.blocks.values():
        for axis in site.block.iters:
            analyzer.bind(axis.var, axis.dom.min, axis.dom.extent)
    return Scope(tree.root, FactCache(analyzer))


def test_dependences() -> None:
    scope = scope_of(PIPELINE.replace("WHERE", "vi"))
    b, c, s = scope.blocks
    assert scope.producers(c) == [b]
    assert scope.consumers(b) == [c, s]
    assert scope.is_complete(b)
    assert not scope.is_complete(s)
    assert scope.is_reduction(s)
    assert scope.is_output(c)
    assert not scope.is_output(b)
    assert scope.why_not_pipeline() is None


def test_region_cover_is_judged_inside_the_common_loop() -> None:
    """The tile of B that is there when C runs does not hold its mirror image."""
    reason, where = scope_of(PIPELINE.replace("WHERE", "63 - vi")).why_not_pipeline() or ("", None)
    assert reason == "block `C` may read parts of `B` that were not written yet"
    assert where is not None
    assert where.block.name == "C"


def test_sites_of_unchanged_statements_are_kept() -> None:
    func = parse_module(PIPELINE.replace("WHERE", "vi"), "pipeline.tir")["main"]
    first = Tree(func.body)
    second = Tree(func.body, first)
    assert second.root is first.root
    assert list(second.loops) == list(first.loops)
