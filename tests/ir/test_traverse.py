"""Walks, copies with changes, and substitution."""

from __future__ import annotations

import pytest

from mlcc.ir import BufferLoad, For, IntImm, Var, const, free_vars, map_children, substitute, update, walk
from mlcc.ir.traverse import children
from mlcc.script import parse_prim_func

BODY = parse_prim_func("""
@T.prim_func
def main(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8,), "float32"), n: T.int32):
    for i in range(8):
        B[i] = T.if_then_else(i < n, A[i, n], A[n, i]) * T.float32(2)
""").body
LOOP = next(node for node in walk(BODY) if isinstance(node, For))


def test_parents_come_first_and_children_in_the_order_of_fields() -> None:
    seen = list(walk(BODY))
    places = {id(node): place for place, node in enumerate(seen)}
    for node in seen:
        below = [places[id(child)] for child in children(node) if child.CHILDREN]
        assert below == sorted(below)
        assert all(place > places[id(node)] for place in below)
        assert type(node).CHILDREN[::-1] == type(node).LAST_FIRST


def test_a_copy_has_all_fields_and_the_changes() -> None:
    copy = update(LOOP, extent=const(4))
    assert copy is not LOOP
    assert copy.extent == 4
    assert LOOP.extent == 8
    assert (copy.var, copy.min, copy.kind, copy.body, copy.span) == (
        LOOP.var, LOOP.min, LOOP.kind, LOOP.body, LOOP.span
    )  # fmt: skip
    with pytest.raises(AttributeError, match="size"):
        update(LOOP, size=3)


def test_nothing_changed_is_the_same_object() -> None:
    assert map_children(BODY, lambda child: child) is BODY
    doubled = map_children(LOOP, lambda child: IntImm(child.value * 2) if isinstance(child, IntImm) else child)
    assert (doubled.extent, doubled.body) == (16, LOOP.body)


def test_variables_are_replaced_everywhere() -> None:
    (n,) = (v for v in free_vars(BODY) if v.name == "n")
    assert free_vars(substitute(BODY, {n: const(3)})) == []
    m = Var("m", "int32")
    loads = [node for node in walk(substitute(BODY, {n: m})) if isinstance(node, BufferLoad)]
    assert [[i is m for i in load.indices] for load in loads] == [[False, True], [True, False]]
