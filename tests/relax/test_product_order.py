"""Matrix products in another order."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mlcc.ir import IRModule
from mlcc.relax.transform import (
    AdjustMatmulOrder,
    DeadCodeElimination,
    ExpandMatmulOfSum,
    ReorderPermuteDimsAfterConcat,
    ReorderTakeAfterMatmul,
)

from .graphs import Body, assert_close, graph, interpret, normal, operators


def changed(item: Any, body: Body, **shapes: Any) -> tuple[IRModule, IRModule]:
    module = graph(body, **shapes)
    made = DeadCodeElimination()(item(module))
    values = [normal(*shape, seed=n) for n, shape in enumerate(shapes.values())]
    assert_close(interpret(made, *values), interpret(module, *values))
    return module, made


@pytest.mark.parametrize(
    ("body", "shapes", "inner"),
    [
        (lambda o, a, b, c: o.matmul(o.matmul(a, b), c), {"a": (8, 2), "b": (2, 8), "c": (8, 1)}, (2, 1)),
        (lambda o, a, b, c: o.matmul(a, o.matmul(b, c)), {"a": (1, 8), "b": (8, 2), "c": (2, 8)}, (1, 2)),
        (lambda o, a, b, c: o.matmul(o.matmul(a, b), c), {"a": (1, 8), "b": (8, 2), "c": (2, 8)}, (1, 2)),
    ],
)
def test_the_cheaper_order(body: Body, shapes: dict[str, Any], inner: tuple[int, int]) -> None:
    _, made = changed(AdjustMatmulOrder(), body, **shapes)
    first = made.graph_funcs["main"].bindings()[0].var.sinfo
    assert first.static_shape() == inner


def test_a_product_with_a_sum() -> None:
    body = lambda o, x, a, b: o.matmul(x, o.add(a, b))  # noqa: E731
    _, made = changed(ExpandMatmulOfSum(), body, x=(2, 3), a=(3, 4), b=(3, 4))
    assert operators(made) == ["matmul", "matmul", "add"]
    _, made = changed(ExpandMatmulOfSum(), body, x=(2, 3), a=(3, 4), b=(4,))
    assert operators(made) == ["add", "matmul"]  # a row that is broadcast is no matrix


def test_chosen_columns_of_weights() -> None:
    index = np.array([2, 0, 2])
    _, made = changed(
        ReorderTakeAfterMatmul(), lambda o, x, w: o.matmul(x, o.take(w, index, axis=1)), x=(2, 3), w=(3, 4)
    )
    assert operators(made) == ["matmul", "take"]


def test_transposes_of_parts() -> None:
    body = lambda o, a, b: o.concat([o.transpose(a, axes=[1, 0, 2]), o.transpose(b, axes=[1, 0, 2])], axis=1)  # noqa: E731
    _, made = changed(ReorderPermuteDimsAfterConcat(), body, a=(2, 3, 4), b=(5, 3, 4))
    assert operators(made) == ["concatenate", "transpose"]
