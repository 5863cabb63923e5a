"""Activations written out as exporters do, in several orders, become one operator; what only looks alike does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from mlcc.ir import verify
from mlcc.relax.transform import DeadCodeElimination, RecognizeActivations

from .graphs import Ops, assert_close, graph, interpret, normal, operators

ROOT, CUBE, SCALE = 2.0**0.5, 0.044715, (2.0 / np.pi) ** 0.5


def recognized(body: Any, **shapes: Any) -> list[str]:
    before = graph(body, **(shapes or {"x": (3, 5)}))
    after = DeadCodeElimination()(RecognizeActivations()(before))
    verify(after)
    inputs = [3 * normal(*shape, seed=2) for shape in (shapes or {"x": (3, 5)}).values()]
    assert_close(interpret(after, *inputs), interpret(before, *inputs))
    return operators(after)


def cubic(o: Ops, x: Any) -> Any:
    return o.add(x, o.multiply(o.power(x, 3.0), CUBE))


FORMS: list[tuple[str, Callable[[Ops, Any], Any]]] = [
    ("nn.gelu", lambda o, x: o.multiply(o.multiply(x, o.add(o.erf(o.divide(x, ROOT)), 1.0)), 0.5)),
    ("nn.gelu", lambda o, x: o.multiply(o.multiply(x, 0.5), o.add(1.0, o.erf(o.multiply(x, 0.7071067))))),
    ("nn.gelu", lambda o, x: o.multiply(o.add(o.multiply(o.erf(o.divide(x, 1.4142)), 0.5), 0.5), x)),
    ("nn.gelu", lambda o, x: o.divide(o.multiply(o.add(o.erf(o.divide(x, ROOT)), 1.0), x), 2.0)),
    (
        "nn.gelu_tanh",
        lambda o, x: o.multiply(
            o.multiply(x, o.add(o.tanh(o.multiply(cubic(o, x), SCALE)), 1.0)), 0.5
        ),
    ),
    (
        "nn.gelu_tanh",
        lambda o, x: o.multiply(
            o.multiply(0.5, x),
            o.add(
                1.0,
                o.tanh(o.multiply(o.multiply(x, SCALE), o.add(1.0, o.multiply(o.multiply(x, x), CUBE)))),
            ),
        ),
    ),
    ("nn.quick_gelu", lambda o, x: o.multiply(x, o.sigmoid(o.multiply(1.702, x)))),
    ("nn.silu", lambda o, x: o.multiply(o.sigmoid(x), x)),
    ("nn.silu", lambda o, x: o.divide(x, o.add(o.exp(o.negative(x)), 1.0))),
    ("nn.mish", lambda o, x: o.multiply(x, o.tanh(o.nn_softplus(x)))),
    ("nn.mish", lambda o, x: o.multiply(x, o.tanh(o.log(o.add(o.exp(x), 1.0))))),
    ("nn.softplus", lambda o, x: o.log(o.add(1.0, o.exp(x)))),
    ("sigmoid", lambda o, x: o.divide(1.0, o.add(1.0, o.exp(o.negative(x))))),
    ("nn.hard_swish", lambda o, x: o.divide(o.multiply(x, o.clip(o.add(x, 3.0), min=0.0, max=6.0)), 6.0)),
    ("nn.hard_swish", lambda o, x: o.multiply(o.divide(o.clip(o.add(x, 3.0), min=0.0, max=6.0), 6.0), x)),
    ("nn.hard_swish", lambda o, x: o.multiply(x, o.nn_hard_sigmoid(x, alpha=1 / 6, beta=0.5))),
    ("nn.hard_sigmoid", lambda o, x: o.divide(o.clip(o.add(x, 3.0), min=0.0, max=6.0), 6.0)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "body"), FORMS, ids=[f"{n}-{k}" for k, (n, _) in enumerate(FORMS)])
def test_an_activation_is_one_operator(name: str, body: Callable[[Ops, Any], Any]) -> None:
    assert recognized(body) == [name]
    # its operand is whatever was computed before, elementwise too
    assert recognized(lambda o, x, y: body(o, o.add(x, y)), x=(2, 3), y=(2, 3)) == ["add", name]


@pytest.mark.parametrize(
    "body",
    [
        lambda o, x, y: o.multiply(x, o.sigmoid(y)),
        lambda o, x, y: o.multiply(o.multiply(x, o.add(o.erf(o.divide(y, ROOT)), 1.0)), 0.5),
        lambda o, x, y: o.multiply(o.multiply(x, o.add(o.erf(o.divide(x, 1.41)), 1.0)), 0.5),
        lambda o, x, y: o.multiply(x, o.sigmoid(o.multiply(x, 1.5))),
        lambda o, x, y: o.multiply(x, o.clip(o.add(x, 3.0), min=0.0, max=6.0)),
        lambda o, x, y: o.multiply(x, o.tanh(x)),
        lambda o, x, y: o.divide(x, o.add(o.exp(y), 1.0)),
        lambda o, x, y: o.power(o.sigmoid(x), 2.5),
    ],
)
def test_what_looks_alike_stays(body: Callable[[Ops, Any, Any], Any]) -> None:
    names = recognized(body, x=(2, 3), y=(2, 3))
    assert not [n for n in names if n.startswith("nn.")]


def test_a_vector_by_a_matrix_is_none() -> None:
    names = recognized(lambda o, x, y: o.multiply(o.broadcast_to(x, (2, 3)), o.sigmoid(x)), x=(3,), y=(2, 3))
    assert "nn.silu" not in names


def test_the_parts_stay_where_they_are_used() -> None:
    def body(o: Ops, x: Any) -> Any:
        gate = o.sigmoid(x)
        return o.multiply(x, gate), gate

    assert sorted(recognized(body)) == ["nn.silu", "sigmoid"]


def test_doubles_with_constants_of_single_precision_are_computed_as_they_are() -> None:
    def gelu(number: float) -> list[str]:
        root, one, half = (np.asarray(c, "float64") for c in (number, 1.0, 0.5))
        before = graph(
            lambda o, x: o.multiply(o.multiply(x, o.add(o.erf(o.divide(x, root)), one)), half), "float64", x=(3, 5)
        )
        return operators(DeadCodeElimination()(RecognizeActivations()(before)))

    assert "nn.gelu" not in gelu(float(np.float32(ROOT)))
    assert gelu(ROOT) == ["nn.gelu"]
