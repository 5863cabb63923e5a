"""Attention is recognised in the forms that exporters write, and computed in one kernel with the same numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc.ir import Var, verify
from mlcc.relax.transform import DeadCodeElimination, FuseAttention

from .attention import CAUSAL, FORMS, HEADS, attend, transposed
from .graphs import Ops, assert_close, compiled, graph, interpret, normal, operators


def fused(body: Any, run: Callable[..., Any] = interpret, inputs: Any = None, **shapes: Any) -> list[str]:
    before = graph(body, **shapes)
    after = DeadCodeElimination()(FuseAttention()(before))
    verify(after)
    arrays = inputs or [normal(*shape, seed=n) for n, shape in enumerate(shapes.values())]
    assert_close(run(after, *arrays), interpret(before, *arrays))
    return operators(after)


@pytest.mark.every(2)
@pytest.mark.parametrize("form", FORMS)
def test_one_kernel(form: str) -> None:
    names = fused(FORMS[form], q=HEADS, k=HEADS, v=(2, 3, 30, 5))
    assert names[-1] == "attention"
    assert set(names[:-1]) <= {"add", "multiply", "where", "reshape", "transpose", "logical_not"}  # of masks


@pytest.mark.every(2)
@pytest.mark.parametrize("form", ["causal", "kept", "kept and added", "capped", "queries that are not hidden"])
def test_compiled(form: str) -> None:
    fused(FORMS[form], compiled, q=HEADS, k=HEADS, v=(2, 3, 30, 16))


def split(o: Ops, x: Any, part: int) -> Any:
    """Heads of a joint projection (1, 26, 3 * 2 * 16), as exporters cut it."""
    heads = o.transpose(o.reshape(x, (1, 26, 3, 2, 16)), axes=[2, 0, 3, 1, 4])
    chunk = o.strided_slice(heads, begin=[part], end=[part + 1], axes=[0], strides=[1])
    return o.reshape(chunk, (1, 2, 26, 16))


@pytest.mark.parametrize("run", [interpret, compiled])
def test_movements_become_part_of_it(run: Callable[..., Any]) -> None:
    def body(o: Ops, x: Any) -> Any:
        q, k, v = (split(o, x, n) for n in range(3))
        y = attend(o, o.multiply(o.matmul(q, transposed(o, k)), 0.25), v)
        return o.reshape(o.transpose(y, axes=[0, 2, 1, 3]), (1, 26, 32))

    assert fused(body, run, x=(1, 26, 96)) == ["reshape"] * 3 + ["attention", "reshape"]


@pytest.mark.parametrize("run", [interpret, compiled])
def test_keys_and_values_in_other_orders(run: Callable[..., Any]) -> None:
    """Keys may lie in any order; rows of values that are not contiguous are copied before."""

    def body(o: Ops, q: Any, k: Any, v: Any) -> Any:
        return attend(o, o.matmul(q, o.transpose(k, axes=[0, 2, 3, 1])), transposed(o, v))

    assert fused(body, run, q=HEADS, k=(2, 30, 3, 8), v=(2, 3, 5, 30)) == ["transpose", "attention"]


def test_runtime_masks_are_transposed_once() -> None:
    def body(o: Ops, q: Any, k: Any, v: Any, mask: Any) -> Any:
        y = attend(o, o.add(o.matmul(q, transposed(o, k)), mask), v)
        return attend(o, o.add(o.matmul(y, transposed(o, k)), mask), v)

    names = fused(body, q=HEADS, k=HEADS, v=HEADS, mask=(2, 1, 30, 30))
    assert names == ["transpose", "attention", "attention"]
    assert fused(body, q=HEADS, k=HEADS, v=HEADS, mask=(2, 1, 1, 30)) == ["reshape", "attention", "attention"]


def test_heads_are_shared_instead_of_repeated() -> None:
    def body(o: Ops, q: Any, k: Any, v: Any) -> Any:
        def repeated(x: Any) -> Any:
            wide = o.broadcast_to(o.reshape(x, (2, 3, 1, 30, 8)), (2, 3, 4, 30, 8))
            return o.reshape(wide, (2, 12, 30, 8))

        return attend(o, o.matmul(q, transposed(o, repeated(k))), repeated(v))

    assert fused(body, q=(2, 12, 30, 8), k=HEADS, v=HEADS) == ["reshape"] * 4 + ["attention"]


def test_rows_without_a_key_and_nan() -> None:
    """A row whose scores are all minus infinity gives NaN, as does a NaN among queries or keys."""
    mask = CAUSAL.copy()
    mask[3] = -np.inf

    def body(o: Ops, q: Any, k: Any, v: Any) -> Any:
        return attend(o, o.add(o.matmul(q, transposed(o, k)), mask), v)

    q, k, v = (normal(1, 2, 30, 8, seed=n) for n in range(3))
    q[0, 0, 5, 2] = k[0, 1, 7, 0] = np.nan
    v[0, 0, 1, 4] = np.inf
    shapes = {"q": q.shape, "k": k.shape, "v": v.shape}
    assert fused(body, compiled, [q, k, v], **shapes) == ["attention"]


@pytest.mark.parametrize("run", [interpret, compiled])
def test_weights_without_a_key_become_zero(run: Callable[..., Any]) -> None:
    mask = CAUSAL.copy()
    mask[3] = -np.inf

    def body(o: Ops, q: Any, k: Any, v: Any) -> Any:
        weights = o.nn_softmax(o.add(o.matmul(q, transposed(o, k)), mask), axis=-1)
        return o.matmul(o.where(o.isnan(weights), 0.0, weights), v)

    q, k, v = (normal(1, 2, 30, 8, seed=n) for n in range(3))
    q[0, 0, 5, 2] = np.nan
    assert fused(body, run, [q, k, v], q=q.shape, k=k.shape, v=v.shape) == ["attention"]


def test_scores_of_all_queries_are_never_stored() -> None:
    """The memory of a call is less than a head's scores, of which there would be eight."""
    shape = (1, 8, 256, 16)
    module = graph(lambda o, q, k, v: o.nn_relu(FORMS["scaled scores"](o, q, k, v)), q=shape, k=shape, v=shape)
    assert mlcc.build(module).spec.arena_bytes < 256 * 256 * 4


@pytest.mark.every(2)
@pytest.mark.parametrize("form", ["scaled scores", "mask at run time", "kept at run time"])
def test_sizes_known_at_run_time(form: str) -> None:
    """Batch, queries and keys are symbolic; heads are slices of joint projections."""
    n, s, t = (Var(name, "int64") for name in "nst")

    def heads(o: Ops, x: Any, length: Any) -> Any:
        return o.transpose(o.reshape(x, (n, length, 2, 16)), axes=[0, 2, 1, 3])

    def body(o: Ops, q: Any, k: Any, v: Any, mask: Any) -> Any:
        scores = o.multiply(o.matmul(heads(o, q, s), transposed(o, heads(o, k, t))), 0.25)
        if form == "mask at run time":
            scores = o.add(scores, mask)
        if form == "kept at run time":
            scores = o.where(o.greater(mask, 0.0), scores, -1e30)
        y = o.transpose(attend(o, scores, heads(o, v, t)), axes=[0, 2, 1, 3])
        return o.reshape(y, (n, s, 32))

    before = graph(body, q=(n, s, 32), k=(n, t, 32), v=(n, t, 32), mask=(n, 1, s, t))
    after = DeadCodeElimination()(FuseAttention()(before))
    verify(after)
    names = operators(after)
    assert "attention" in names
    assert "nn.softmax" not in names
    library = mlcc.build(after)
    for sizes in ((1, 1, 1), (2, 5, 19), (1, 50, 33)):
        batch, queries, keys = sizes
        shapes = [(batch, queries, 32), (batch, keys, 32), (batch, keys, 32), (batch, 1, queries, keys)]
        arrays = [normal(*shape, seed=k) for k, shape in enumerate(shapes)]
        arrays[3][..., 0] = 1.0  # no row without a key
        assert_close(library["main"](*arrays), *interpret(before, *arrays))


def test_a_mask_whose_size_is_not_known_to_be_the_scores_is_spread() -> None:
    s, m = Var("s", "int64"), Var("m", "int64")

    def body(o: Ops, q: Any, mask: Any) -> Any:
        return attend(o, o.add(o.matmul(q, transposed(o, q)), o.broadcast_to(mask, (s, s))), q)

    before = graph(body, q=(1, 2, s, 16), mask=(m, s))
    library = mlcc.build(before)
    for rows in (1, 21):
        arrays = [normal(1, 2, 21, 16), normal(rows, 21, seed=1)]
        assert_close(library["main"](*arrays), *interpret(before, *arrays))
