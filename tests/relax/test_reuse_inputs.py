"""Results in the memory of operands that die: which programs allow it, and which calls do it."""

from __future__ import annotations

import pytest

from mlcc.ir import Call, IRModule, walk

from .graphs import Ops, assert_close, compiled, graph, interpret, normal
from .test_lower_main import lowered


def in_place(module: IRModule) -> int:
    """How many calls of kernels get one address of the arena twice."""
    pointers = [
        [a.script() for a in node.args if isinstance(a, Call) and a.op == "workspace_ptr"]
        for node in walk(lowered(module).body)
        if isinstance(node, Call) and node.op == "call_kernel"
    ]
    return sum(len(set(result)) < len(result) for result in pointers)


def residual(o: Ops, x: object, *, more: int = 0) -> object:
    """h = softmax(x); then h + softmax(h w), so often that sums are added to sums."""
    hidden = o.nn_softmax(x, axis=-1)
    for n in range(1 + more):
        inner = o.nn_softmax(o.matmul(hidden, normal(24, 24, seed=n)), axis=-1)
        hidden = o.nn_softmax(hidden, axis=0) if n % 2 else hidden
        hidden = o.add(hidden, inner)
    return o.nn_softmax(hidden, axis=-1)


def same(module: IRModule, *shape: int) -> None:
    x = normal(*shape, seed=3)
    assert_close(compiled(module, x), interpret(module, x))


@pytest.mark.parametrize("more", [0, 1, 3])
def test_a_sum_replaces_what_it_is_added_to(more: int) -> None:
    module = graph(lambda o, x: residual(o, x, more=more), x=(48, 24))
    assert in_place(module) >= 1
    same(module, 48, 24)


def test_what_is_needed_later_is_not_replaced() -> None:
    def late(o: Ops, x: object) -> object:
        hidden = o.nn_softmax(x, axis=-1)
        return o.nn_softmax(o.add(hidden, normal(24)), axis=0), hidden

    module = graph(late, x=(48, 24))
    assert in_place(module) == 0
    same(module, 48, 24)


def test_an_operand_that_is_also_read_elsewhere_is_not_replaced() -> None:
    def body(o: Ops, x: object) -> object:
        hidden = o.nn_softmax(x, axis=-1)
        return o.nn_softmax(o.add(o.matmul(hidden, hidden), hidden), axis=-1)

    module = graph(body, x=(24, 24))
    assert in_place(module) == 0
    same(module, 24, 24)
