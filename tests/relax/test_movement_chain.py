"""Movements as an order of the factors of dimensions."""

from __future__ import annotations

from mlcc.ir import GraphCall, GraphFunction, Var, VarBinding
from mlcc.relax.transform.movement_chain import MovementChain, is_movement, leaves_of

from .graphs import Body, graph


def calls(body: Body, *shape: object) -> list[GraphCall]:
    func = graph(body, x=shape)["main"]
    assert isinstance(func, GraphFunction)
    values = [b.value for b in func.bindings() if isinstance(b, VarBinding)]
    return [value for value in values if isinstance(value, GraphCall)]


def test_factors_of_equal_sizes_are_told_apart() -> None:
    """Rows and columns are both halved: which of two factors of 2 is first is known."""
    n = Var("n", "int64")
    moves = calls(
        lambda o, x: o.reshape(o.transpose(o.reshape(x, (n, 3, 2, 4, 2)), axes=[4, 2, 0, 1, 3]), (n * 4, 3, 4)), n, 6, 8
    )
    assert all(map(is_movement, moves))
    chain = MovementChain.of(moves[0].args[0])
    assert all(map(chain.extended, moves))
    _, rows, columns = (factor.leaves() for factor in chain.own)
    assert [len(rows), len(columns)] == [2, 2]
    batch, *rest = map(leaves_of, chain.dims)
    assert batch[:2] == [columns[1], rows[1]]
    assert rest == [rows[:1], columns[:1]]
    assert rows[1] != columns[1]


def test_what_is_no_product_of_factors() -> None:
    (move,) = calls(lambda o, x: o.reshape(x, (4, 9)), 6, 6)
    assert not MovementChain.of(move.args[0]).extended(move)
    (other,) = calls(lambda o, x: o.nn_relu(x), 6, 6)
    assert not is_movement(other)
