"""Products of one operand merge where the slices cost nothing."""

from __future__ import annotations

from typing import Any

import pytest

from mlcc.ir import verify
from mlcc.relax.transform import DeadCodeElimination, MergeSiblings

from .graphs import Ops, assert_close, compiled, graph, interpret, normal, operators


def heads(o: Ops, x: Any, rows: int, width: int) -> Any:
    return o.transpose(o.reshape(x, (1, rows, 2, width // 2)), axes=[0, 2, 1, 3])


@pytest.mark.cover(1)
@pytest.mark.parametrize("with_bias", [False, True])
@pytest.mark.parametrize("op", ["matmul", "nn_dense"])
def test_projections_become_one_product(op: str, with_bias: bool) -> None:
    def body(o: Ops, x: Any) -> Any:
        result = []
        for n, units in enumerate((6, 10, 6)):
            weight = normal(8, units, seed=n) if op == "matmul" else normal(units, 8, seed=n)
            y = getattr(o, op)(x, weight)
            if with_bias:
                bias = normal(units, seed=n)
                y = o.add(y, bias) if n else o.add(bias, y)
            result.append(heads(o, y, 5, units))
        return tuple(result)

    before = graph(body, x=(1, 5, 8))
    after = DeadCodeElimination()(MergeSiblings()(before))
    verify(after)
    assert operators(after).count(op.replace("nn_", "nn.")) == 1
    assert operators(after).count("add") == with_bias
    assert operators(after).count("strided_slice") == 3
    x = normal(1, 5, 8, seed=9)
    assert_close(interpret(after, x), interpret(before, x))
    assert_close(compiled(after, x), interpret(before, x))


def test_one_row_is_split_into_views() -> None:
    before = graph(lambda o, x: tuple(o.nn_softmax(o.matmul(x, normal(8, n)), axis=-1) for n in (3, 4)), x=(1, 8))
    after = DeadCodeElimination()(MergeSiblings()(before))
    assert operators(after).count("matmul") == 1
    assert_close(compiled(after, normal(1, 8)), interpret(before, normal(1, 8)))


def test_two_families_of_one_operand() -> None:
    """With and without a bias, plain and transposed."""

    def body(o: Ops, x: Any) -> Any:
        plain = [heads(o, o.matmul(x, normal(8, 4, seed=n)), 5, 4) for n in range(2)]
        transposed = [heads(o, o.matmul(x, normal(4, 8, seed=n), transpose_b=True), 5, 4) for n in range(2)]
        moved = [heads(o, o.add(o.matmul(x, normal(8, 4, seed=n)), normal(4)), 5, 4) for n in range(2)]
        return (*plain, *transposed, *moved)

    before = graph(body, x=(1, 5, 8))
    after = DeadCodeElimination()(MergeSiblings()(before))
    assert operators(after).count("matmul") == 3
    assert_close(interpret(after, normal(1, 5, 8)), interpret(before, normal(1, 5, 8)))


def test_a_number_is_no_bias() -> None:
    """It is added to each slice."""

    def body(o: Ops, x: Any) -> Any:
        return tuple(heads(o, o.add(o.matmul(x, normal(8, 4, seed=n)), 1.5), 5, 4) for n in range(2))

    before = graph(body, x=(1, 5, 8))
    after = MergeSiblings()(before)
    assert_close(interpret(after, normal(1, 5, 8)), interpret(before, normal(1, 5, 8)))


def test_what_stays() -> None:
    def body(o: Ops, x: Any, y: Any) -> Any:
        gate = o.multiply(o.nn_silu(o.matmul(x, normal(8, 4))), o.matmul(x, normal(8, 4, seed=1)))
        other = [heads(o, o.matmul(v, normal(8, 4, seed=n)), 5, 4) for n, v in enumerate((x, y))]
        alone = o.matmul(x, y, transpose_b=True)
        product = o.matmul(x, normal(8, 6))
        wide = [heads(o, o.matmul(x, normal(8, 32, seed=n)), 5, 32) for n in range(2)]
        return gate, *other, alone, heads(o, product, 5, 6), o.nn_relu(product), *wide

    before = graph(body, x=(1, 5, 8), y=(1, 5, 8))
    after = MergeSiblings()(before)
    assert operators(after) == operators(before)
