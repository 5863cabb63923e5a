"""Blocks become loops, and initialisations run before the loops that accumulate."""

from __future__ import annotations

from stages import after, nodes, reduction

from mlcc.ir import BufferLoad, BufferStore, For, IfThenElse, SeqStmt, as_int, script


def test_initialisation_goes_before_the_reduction_loop() -> None:
    func = after(reduction("    for k in range(8):\n        for i in range(8):", ("i", "k")), "lower_blocks")
    assert not nodes(func, IfThenElse)
    assert isinstance(func.body, SeqStmt)
    first, second = func.body.stmts
    assert isinstance(first, For)
    assert isinstance(second, For)
    assert first.var.name == "i_init"
    assert second.var.name == "k"


def test_initialisation_over_mixed_loops_runs_the_nest_first() -> None:
    loops = "    for f in range(64):"
    func = after(reduction(loops, ("f // 8", "f % 8")), "lower_blocks")
    assert isinstance(func.body, SeqStmt)
    first, _ = func.body.stmts
    assert isinstance(first, For)
    assert isinstance(first.body, IfThenElse)


def test_indices_of_a_guarded_block_are_those_of_its_axes() -> None:
    """The bindings of axes may exceed their domains where the guard fails: indices are simplified before."""
    source = """
@T.prim_func
def f(A: T.Buffer((3, 12), "float32"), B: T.Buffer((3, 10), "float32")):
    for i, j0, j1 in T.grid(3, 3, 4):
        with T.block("B"):
            vi = T.axis.spatial(3, i)
            vj = T.axis.spatial(10, j0 * 4 + j1)
            T.where(j0 * 4 + j1 < 10)
            B[vi, vj] = A[(vi * 10 + vj) // 10, (vi * 10 + vj) % 10]
"""
    (load,) = nodes(after(source, "lower_blocks"), BufferLoad)
    assert [script(i) for i in load.indices] == ["i", "j0 * 4 + j1"]


def test_initialisation_in_place_leaves_with_the_first_iteration() -> None:
    loops = "    for k in range(8):\n        for i in range(8):"
    source = reduction(loops, ("i", "k"), 'T.block_attr({"init_in_place": 1})')
    (branch,) = nodes(after(source, "lower_blocks"), IfThenElse)
    assert isinstance(branch.then_body, BufferStore)
    func = after(source, "partition_loops")
    assert not nodes(func, IfThenElse)
    assert [(as_int(n.min), as_int(n.extent)) for n in nodes(func, For) if n.var.name == "k"] == [(1, 7)]
