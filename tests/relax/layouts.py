"""What ConvertLayout leaves of small graphs; the numbers must not change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mlcc.ir import Var, verify
from mlcc.relax.transform import ConvertLayout, DeadCodeElimination

from .graphs import assert_close, graph, interpret, normal, operators

BORDERS = ("nn.to_blocked", "nn.from_blocked")


def converted(body: Any, lanes: int = 8, run: Any = interpret, **shapes: Any) -> list[str]:
    """The operators after the pass; the numbers must not change, nor the operators with a batch not known before."""
    n = Var("n", "int64")
    batch = next(iter(shapes.values()))[0]
    any_batch = {name: (n, *shape[1:]) if shape[0] == batch else shape for name, shape in shapes.items()}
    inputs = [normal(*shape, seed=9) for shape in shapes.values()]
    want = interpret(graph(body, **shapes), *inputs)
    names = []
    for sizes in (shapes, any_batch):
        after = DeadCodeElimination()(ConvertLayout(lanes=lanes)(graph(body, **sizes)))
        verify(after)
        assert_close(run(after, *inputs), want)
        names.append(operators(after))
    assert names[0] == names[1]
    return names[0]


def inner(names: Iterable[str]) -> list[str]:
    return [n for n in names if n not in BORDERS]
