"""The accesses of programs: what is read and written where, under which conditions."""

from __future__ import annotations

from sites import Sites

from mlcc.analysis import Poly
from mlcc.analysis.accesses import Access, AccessTable, with_values

TEXT = """
@T.prim_func
def main(A: T.Buffer((8, 8)), X: T.Buffer((8,), "int32"), B: T.Buffer((8,))):
    for i, k in T.grid(8, 8):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            T.where({guard})
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = {value}
"""


def accesses(value: str = "B[vi] + A[vk, vi + 1]", guard: str = "True") -> tuple[Sites, list[Access]]:
    sites = Sites(TEXT.format(value=value, guard=guard))
    loop = sites.loop("i").loop
    return sites, list(AccessTable(sites.analyzer).below(loop).items)


def kind(access: Access) -> str:
    return access.buffer.name + "r" * access.reads + "w" * access.writes


def test_axes_are_replaced_by_their_loops() -> None:
    sites, result = accesses()
    i, k = Poly.atom(sites.var("i")), Poly.atom(sites.var("k"))
    assert [kind(a) for a in result] == ["Bw", "Br", "Ar", "Bw"]
    assert [a.index for a in result] == [(i,), (i,), (k, i.shift(1)), (i,)]


def test_initialisations_and_accumulations() -> None:
    _, result = accesses()
    start, load, other, store = result
    assert [a.initial for a in result] == [True, False, False, False]
    assert start.literal == "0.0"
    assert store.literal is None
    assert load.accumulates == store.accumulates
    assert load.accumulates is not None
    assert other.accumulates is None
    assert len(start.zero) == 1


def test_guards_and_branches() -> None:
    sites, result = accesses(guard="i + k < 9")
    assert all(len(a.positive) == 1 for a in result)
    i, k = Poly.atom(sites.var("i")), Poly.atom(sites.var("k"))
    assert result[0].positive[0] == Poly.const(8) - i - k
    _, result = accesses("T.if_then_else(vi > 2, A[vi, vk], T.float32(0))")
    assert [(kind(a), a.conditional) for a in result[1:]] == [("Ar", True), ("Bw", False)]


def test_loads_in_indices_and_guards_are_accesses() -> None:
    _, result = accesses("A[X[vi], vk]", guard="X[k] > 0")
    assert [kind(a) for a in result] == ["Xr", "Bw", "Xr", "Ar", "Bw"]


def test_instances_of_a_block_are_over_its_axes() -> None:
    sites = Sites(TEXT.format(value="A[vi, vk]", guard="True"))
    items = AccessTable(sites.analyzer).of_block(sites["B"].block).items
    assert {v.name for a in items for i in a.index if i is not None for v in i.variables()} == {"vi", "vk"}


def test_views_are_accesses_to_their_source() -> None:
    sites = Sites(
        TEXT.format(value="Y[vk]", guard="True").replace(
            "            with T.init", "            Y = T.match_buffer(A[vi, 0:8], (8,))\n            with T.init"
        )
    )
    load = next(a for a in AccessTable(sites.analyzer).below(sites.loop("i").loop).items if a.reads)
    assert kind(load) == "Ar"
    assert load.index == (Poly.atom(sites.var("i")), Poly.atom(sites.var("k")))


def test_variables_are_replaced_everywhere() -> None:
    sites, result = accesses(guard="i + k < 9")
    moved = with_values(sites.analyzer, result[0], {sites.var("i"): Poly.const(3), sites.var("k"): Poly.const(1)})
    assert moved.index == (Poly.const(3),)
    assert moved.positive == (Poly.const(4),)
