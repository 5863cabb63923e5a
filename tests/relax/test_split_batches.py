"""Products get the leading dimensions of what is around them; nothing else changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mlcc.ir import Var, verify
from mlcc.relax.transform import DeadCodeElimination, SplitBatches

from .graphs import Ops, assert_close, graph, interpret, normal, operators


def moved(body: Any, **shapes: Any) -> list[str]:
    before = graph(body, **shapes)
    after = DeadCodeElimination()(SplitBatches()(before))
    verify(after)
    arrays = [normal(*shape, seed=n) for n, shape in enumerate(shapes.values())]
    assert_close(interpret(after, *arrays), interpret(before, *arrays))
    return operators(after)


def weights(o: Ops, scores: Any) -> Any:
    """The softmax of (6, S, T), as two dimensions and as one again."""
    return o.reshape(o.nn_softmax(o.reshape(scores, (2, 3, 5, 7)), axis=3), (6, 5, 7))


def test_a_softmax_between_two_products() -> None:
    def body(o: Ops, q: Any, k: Any, v: Any) -> Any:
        return o.matmul(weights(o, o.multiply(o.matmul(q, k), 0.5)), v)

    names = moved(body, q=(6, 5, 4), k=(6, 4, 7), v=(6, 7, 8))
    at = names.index("matmul")
    assert names[:at] == ["reshape"] * 2
    assert [n for n in names[at:] if n != "reshape"] == ["matmul", "multiply", "nn.softmax", "matmul"]
    assert names[at : at + 3] == ["matmul", "multiply", "nn.softmax"]
    assert names[-1] == "reshape"


def test_symbolic_batches() -> None:
    n = Var("n", "int64")

    def body(o: Ops, q: Any, k: Any) -> Any:
        merged = o.matmul(o.reshape(q, (n * 3, 5, 4)), o.reshape(k, (n * 3, 4, 7)))
        return o.nn_softmax(o.reshape(merged, (n, 3, 5, 7)), axis=-1)

    before = graph(body, q=(n, 3, 5, 4), k=(n, 3, 4, 7))
    after = DeadCodeElimination()(SplitBatches()(before))
    verify(after)
    assert "reshape" not in operators(after)[operators(after).index("matmul") :]
    arrays = normal(2, 3, 5, 4), normal(2, 3, 4, 7)
    assert_close(interpret(after, *arrays), interpret(before, *arrays))


STAY: dict[str, Callable[..., Any]] = {
    "rows change": lambda o, q, k, v: o.reshape(o.matmul(q, k), (6, 35)),
    "rows are split": lambda o, q, k, v: o.reshape(o.matmul(q, k), (2, 3, 5, 7, 1)),
    "the product is used twice": lambda o, q, k, v: (y := o.matmul(q, k), o.reshape(y, (2, 3, 5, 7))),
    "softmax over rows": lambda o, q, k, v: o.nn_softmax(
        o.reshape(o.nn_relu(o.reshape(q, (2, 3, 5, 4))), (6, 5, 4)), axis=1),
    "one operand is broadcast": lambda o, q, k, v: o.reshape(o.matmul(q, normal(1, 4, 7)), (2, 3, 5, 7)),
    "a dense layer": lambda o, q, k, v: o.reshape(o.matmul(o.reshape(q, (30, 4)), normal(4, 7)), (6, 5, 7)),
}  # fmt: skip


@pytest.mark.parametrize("form", STAY)
def test_left_alone(form: str) -> None:
    shapes = {"q": (6, 5, 4), "k": (6, 4, 7), "v": (6, 7, 8)}
    before = operators(graph(STAY[form], **shapes))
    assert moved(STAY[form], **shapes) == before
