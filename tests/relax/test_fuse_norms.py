"""Norms whose statistics are made by the product that makes their rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc import te
from mlcc.ir import IRModule, verify
from mlcc.relax.transform import DeadCodeElimination, FlattenRows, FuseNorms, PackWeights
from mlcc.target import costs_of

from .graphs import Ops, assert_close, compiled, graph, interpret, normal, operators

W, V, B = normal(7, 40), normal(40, 7, seed=1), normal(40)


def norm(o: Ops, x: Any, **attrs: Any) -> Any:
    return o.nn_layer_norm(x, normal(40, seed=4), normal(40, seed=5), axes=[-1], **attrs)


#: A norm of any number of elements pays.
ALWAYS = replace(costs_of(), norm_elements=0)


def fused(before: IRModule) -> IRModule:
    after = DeadCodeElimination()(FuseNorms(costs=ALWAYS)(FlattenRows()(PackWeights()(before))))
    verify(after)
    return after


def pre_norm(o: Ops, x: Any, r: Any) -> Any:
    """The sum is needed after the norm too."""
    y = o.add(o.add(o.matmul(x, W), B), r)
    return o.add(y, o.matmul(o.matmul(norm(o, y), V), W))


def post_norm(o: Ops, x: Any, r: Any) -> Any:
    y = norm(o, o.add(o.add(o.matmul(x, W), B), r))
    return o.add(o.matmul(o.matmul(y, V), W), y)


def two_norms(o: Ops, x: Any, r: Any) -> Any:
    y = o.add(o.matmul(x, W), r)
    return o.multiply(norm(o, y), norm(o, y, epsilon=0.5)), o.nn_rms_norm(y, B, axes=[-1])


BODIES: dict[str, tuple[Callable[..., Any], int]] = {  # and how many norms get their statistics
    "pre-norm": (pre_norm, 1),
    "post-norm": (post_norm, 1),
    "two norms of the same rows": (two_norms, 2),
    "no epilogue": (lambda o, x, r: o.add(norm(o, o.matmul(x, W)), r), 1),
    "an activation": (lambda o, x, r: norm(o, o.add(o.nn_relu(o.add(o.matmul(x, W), B)), r)), 1),
    "root mean square": (lambda o, x, r: o.nn_rms_norm(o.add(o.matmul(x, W), r), B, axes=[-1]), 1),
    "root mean square, no factor": (lambda o, x, r: o.nn_rms_norm(o.add(o.matmul(x, W), r), axes=[-1]), 1),
    "the product before": (lambda o, x, r: norm(o, o.matmul(o.nn_relu(o.matmul(o.add(x, 1.0), W)), normal(40, 40))), 1),
    "two products": (lambda o, x, r: norm(o, o.add(o.matmul(x, W), o.matmul(r, normal(40, 40)))), 1),
    "rows are a result": (lambda o, x, r: (lambda y: (norm(o, y), y))(o.add(o.matmul(x, W), r)), 1),
    "the product is used elsewhere": (lambda o, x, r: (lambda y: (norm(o, o.add(y, r)), y))(o.matmul(x, W)), 0),
    "no product": (lambda o, x, r: norm(o, o.add(r, 1.0)), 0),
    "along rows": (lambda o, x, r: o.nn_layer_norm(o.add(o.matmul(x, W), r), axes=[-2]), 0),
    "along both": (lambda o, x, r: o.nn_layer_norm(o.add(o.matmul(x, W), r), axes=[-2, -1]), 0),
}


def inputs(*shape: int) -> tuple[Any, Any]:
    return normal(*shape, 7), normal(*shape, 40, seed=1)


@pytest.mark.every(2)
@pytest.mark.parametrize("name", BODIES)
def test_statistics_come_with_the_rows(name: str) -> None:
    body, count = BODIES[name]
    before = graph(body, x=(3, 7, 7), r=(3, 7, 40))
    after = fused(before)
    assert operators(after).count("nn.norm_of_panels") == count
    assert_close(interpret(after, *inputs(3, 7)), interpret(before, *inputs(3, 7)))


@pytest.mark.every(2)
@pytest.mark.parametrize("name", ["pre-norm", "post-norm", "no epilogue", "root mean square"])
def test_compiled(name: str) -> None:
    before = graph(BODIES[name][0], x=(1, 1024, 7), r=(1, 1024, 40))
    assert_close(compiled(before, *inputs(1, 1024)), interpret(before, *inputs(1, 1024)))


def test_few_rows_stay_as_they_are() -> None:
    assert "nn.norm_of_panels" not in operators(fused(graph(post_norm, x=(15, 7), r=(15, 40))))


@pytest.mark.parametrize(("dims", "sizes"), [(("n",), [(1,), (16,), (33,)]), (("n", 3), [(2, 3), (11, 3)])])
def test_an_unknown_number_of_rows(dims: tuple[Any, ...], sizes: list[tuple[int, ...]]) -> None:
    rows = [te.var(d, "int64") if isinstance(d, str) else d for d in dims]
    module = graph(pre_norm, x=(*rows, 7), r=(*rows, 40))
    assert "nn.norm_of_panels" not in operators(fused(module))  # unless its option takes them for many
    many = FuseNorms(costs=replace(ALWAYS, assumed_norm_rows=128))(FlattenRows()(PackWeights()(module)))
    assert "nn.norm_of_panels" in operators(many)
    library = mlcc.build(many)
    for size in sizes:
        want = interpret(graph(pre_norm, x=(*size, 7), r=(*size, 40)), *inputs(*size))
        assert_close([np.array(library(*inputs(*size)))], want)


def test_little_is_read_again_sooner() -> None:
    for rows, names in ((1000, 1), (999, 0)):
        after = FuseNorms()(FlattenRows()(PackWeights()(graph(post_norm, x=(rows, 7), r=(rows, 40)))))
        assert operators(after).count("nn.norm_of_panels") == names


def test_threads_change_nothing() -> None:
    """So many rows and columns that all kernels are shared among threads."""
    weight, back = normal(64, 300), normal(300, 64, seed=1)

    def body(o: Ops, x: Any) -> Any:
        y = o.add(o.matmul(x, weight), normal(300))
        return o.add(y, o.matmul(o.matmul(o.nn_layer_norm(y, normal(300), axes=[-1]), back), weight))

    before, x = graph(body, x=(150, 64)), normal(150, 64, seed=3)
    library, results = mlcc.build(before), []
    for threads in (1, 2, 3):
        library.set_num_threads(threads)
        results.append(np.array(library(x)))
    assert_close(results[:1], interpret(before, x))
    assert all(np.array_equal(r, results[0]) for r in results)
