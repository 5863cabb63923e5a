"""The statements of a program as a tree with parents."""

from __future__ import annotations

from sites import Sites

from mlcc.analysis.tree import Tree
from mlcc.script import parse_module

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
                C[vi] = B[vi]
    for k in range(64):
        with T.block("S"):
            vk = T.axis.reduce(64, k)
            with T.init():
                S[0] = T.float32(0)
            S[0] = S[0] + B[vk]
"""


def test_sites_of_unchanged_statements_are_kept() -> None:
    func = parse_module(PIPELINE, "pipeline.tir")["main"]
    first = Tree(func.body)
    second = Tree(func.body, first)
    assert second.root is first.root
    assert list(second.loops) == list(first.loops)


def test_loops_and_blocks_are_found_by_name() -> None:
    sites = Sites(PIPELINE)
    assert [var.name for var in sites.tree.loops] == ["i_0", "i_1", "i_1", "k"]
    assert [s.block.name for s in sites.tree.blocks.values()][1:] == ["B", "C", "S"]
    assert sites.tree.find_blocks("D") == []


def test_what_stands_around_a_block() -> None:
    sites = Sites(PIPELINE)
    block = sites["C"]
    assert [s.loop.var.name for s in block.loops()] == ["i_0", "i_1"]
    assert [s.loop.var.name for s in block.loops()[-1].loops()] == ["i_0"]
    assert block.scope() is sites.tree.root
    assert sites.tree.root.scope() is None
    outer = sites.loop("i_0")
    assert outer.is_above(block)
    assert not outer.is_above(sites["S"])
    assert not block.is_above(block)
    assert [s.block.name for s in outer.blocks_below()] == ["B", "C"]
    assert [s.block.name for s in sites.tree.root.blocks_below()] == ["B", "C", "S"]


NESTED = """
@T.prim_func
def main(A: T.Buffer((4, 4)), B: T.Buffer((4,))):
    for i in range(4):
        with T.block("outer"):
            vi = T.axis.spatial(4, i)
            with T.init():
                for z in range(1):
                    B[vi] = T.float32(0)
            for k in range(4):
                with T.block("inner"):
                    vk = T.axis.reduce(4, k)
                    B[vi] = B[vi] + A[vi, vk]
"""


def test_scopes_end_the_loops_of_nested_blocks() -> None:
    sites = Sites(NESTED)
    inner, outer = sites["inner"], sites["outer"]
    assert inner.scope() is outer
    assert [s.loop.var.name for s in inner.loops()] == ["k"]
    assert [s.loop.var.name for s in inner.visible_loops()] == ["k"]
    assert outer.blocks_below() == [inner]
    assert sites.tree.root.blocks_below() == [outer]


def test_loops_in_initialisations_cannot_be_scheduled() -> None:
    sites = Sites(NESTED)
    assert [var.name for var in sites.tree.loops] == ["i", "k"]
    assert any(site.init for site in sites.tree.root.walk())
