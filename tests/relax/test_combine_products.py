"""Products of one operand in one."""

from __future__ import annotations

from typing import Any

from mlcc.ir import IRModule
from mlcc.relax.transform import CombineParallelMatmul, DeadCodeElimination

from .graphs import Body, assert_close, graph, interpret, normal, operators


def changed(body: Body, item: Any = None, **shapes: Any) -> IRModule:
    module = graph(body, **shapes)
    made = DeadCodeElimination()((item or CombineParallelMatmul())(module))
    values = [normal(*shape, seed=n) for n, shape in enumerate(shapes.values())]
    assert_close(interpret(made, *values), interpret(module, *values))
    return made


def test_three_products() -> None:
    body = lambda o, x, a, b, c: (o.matmul(x, a), o.nn_relu(o.matmul(x, b)), o.matmul(x, c))  # noqa: E731
    made = changed(body, x=(2, 3, 4), a=(4, 5), b=(4, 2), c=(4, 3))
    assert operators(made) == ["concatenate", "matmul", "split", "nn.relu"]


def test_what_stays_apart() -> None:
    chained = lambda o, x, a: o.matmul(x, o.exp(o.matmul(x, a)))  # noqa: E731
    assert operators(changed(chained, x=(3, 3), a=(3, 3))) == ["matmul", "exp", "matmul"]
    others = lambda o, x, y, a, b: (o.matmul(x, a), o.matmul(y, b))  # noqa: E731
    assert operators(changed(others, x=(3, 3), y=(3, 3), a=(3, 3), b=(3, 3))).count("matmul") == 2
    refused = CombineParallelMatmul(lambda left, matrices, biases, values: len(matrices) > 2)
    pair = lambda o, x, a, b: (o.matmul(x, a), o.matmul(x, b))  # noqa: E731
    assert operators(changed(pair, refused, x=(3, 3), a=(3, 3), b=(3, 3))).count("matmul") == 2
