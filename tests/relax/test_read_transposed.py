"""Products of few rows read a transposed matrix as it is in memory; others keep the copy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from mlcc.driver import Artefact, BuildOptions
from mlcc.driver.emit import load_compiled
from mlcc.ir import Var, verify
from mlcc.relax.transform import DeadCodeElimination, ReadTransposed
from mlcc.target import Target

from .graphs import Ops, assert_close, graph, interpret, normal, operators


def transposed(o: Ops, k: Any) -> Any:
    return o.transpose(k, axes=[0, 2, 1])


def read(body: Any, **shapes: Any) -> list[str]:
    before = graph(body, **shapes)
    after = DeadCodeElimination()(ReadTransposed()(before))
    verify(after)
    arrays = [normal(*shape, seed=n) for n, shape in enumerate(shapes.values())]
    assert_close(interpret(after, *arrays), interpret(before, *arrays))
    return operators(after)


def test_the_copy_goes() -> None:
    assert read(lambda o, q, k: o.matmul(q, transposed(o, k)), q=(3, 1, 24), k=(3, 13, 24)) == ["matmul"]


@pytest.mark.parametrize("first", [True, False])
def test_a_scale_goes_to_the_rows(first: bool) -> None:
    def body(o: Ops, q: Any, k: Any) -> Any:
        scaled = transposed(o, o.multiply(k, 0.5)) if first else o.divide(transposed(o, k), 2.0)
        return o.matmul(q, scaled)

    assert read(body, q=(3, 5, 24), k=(3, 13, 24)) == ["multiply", "matmul"]


STAY: dict[str, Callable[..., Any]] = {
    "many rows": lambda o, q, k: o.matmul(o.concatenate([q] * 6, axis=1), transposed(o, k)),
    "short rows": lambda o, q, k: o.matmul(
        o.strided_slice(q, begin=[0], end=[8], axes=[2]),
        transposed(o, o.strided_slice(k, begin=[0], end=[8], axes=[2])),
    ),
    "a constant": lambda o, q, k: o.add(o.matmul(q, transposed(o, normal(3, 13, 24))), o.sum(k)),
    "batches are exchanged too": lambda o, q, k: o.matmul(q, o.transpose(k, axes=[1, 2, 0])),
    "others use the copy": lambda o, q, k: (t := transposed(o, k), o.matmul(q, t)),
}


@pytest.mark.parametrize("form", STAY)
def test_left_alone(form: str) -> None:
    shapes: dict[str, Any] = {"q": (3, 3, 24), "k": (13, 3, 24) if "batches" in form else (3, 13, 24)}
    if "batches" in form:
        shapes["q"] = (3, 3, 24)
    assert read(STAY[form], **shapes) == operators(graph(STAY[form], **shapes))


def test_a_query_and_a_cache_of_any_length() -> None:
    """No kernel copies the keys, whose number is symbolic."""
    n, t = Var("n", "int64"), Var("t", "int64")

    def body(o: Ops, q: Any, k: Any, v: Any) -> Any:
        weights = o.nn_softmax(o.multiply(o.matmul(q, transposed(o, k)), 0.25), axis=-1)
        return o.matmul(weights, v)

    artefact = Artefact.of(graph(body, q=(n, 1, 40), k=(n, t, 40), v=(n, t, 24)), BuildOptions(Target.host()))
    used = [kernel.schedule["from"] if kernel.schedule else "" for kernel in artefact.compilation.kernels.values()]
    assert sorted(used) == ["matmul.yaml", "matmul_dots.yaml", "rowwise.yaml"]
    library = load_compiled(artefact)
    for batch, keys in ((1, 1), (2, 7), (3, 131)):
        q, k, v = (normal(batch, rows, depth) for rows, depth in ((1, 40), (keys, 40), (keys, 24)))
        scores = q @ k.swapaxes(1, 2) * 0.25
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        want = weights / weights.sum(-1, keepdims=True) @ v
        np.testing.assert_allclose(library.main(q, k, v), want, rtol=0, atol=2e-6)
