"""Operators that are composed of others: TVM's signatures from Python, TVM's spelling in text, and NumPy's results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc import relax
from mlcc.diagnostics import MlccError
from mlcc.relax import op
from mlcc.relax.composed import forms
from mlcc.script import parse_module

RNG = np.random.default_rng(5)
X = RNG.standard_normal((3, 4)).astype("float32")
Y = RNG.standard_normal((3, 4)).astype("float32")
I = np.array([[2, 0, -1]], "int64")  # noqa: E741


def several(inputs: Mapping[str, np.ndarray], *makers: Any) -> list[np.ndarray]:
    """What calls of operators give, all built in one function."""
    params = {k: relax.Var(k, relax.TensorStructInfo(v.shape, str(v.dtype))) for k, v in inputs.items()}
    bb = relax.BlockBuilder()
    with bb.function("main", list(params.values())):
        with bb.dataflow():
            results = [bb.emit_output(bb.emit(make(**params))) for make in makers]
        bb.emit_func_output(results)
    found: Any = mlcc.build(bb.get())["main"](*inputs.values())
    flat: list[np.ndarray] = []
    for item in found if isinstance(found, (list, tuple)) else [found]:
        flat += [np.asarray(part) for part in (item if isinstance(item, (list, tuple)) else [item])]
    return flat


def check(results: list[np.ndarray], *wanted: np.ndarray) -> None:
    assert len(results) == len(wanted)
    for have, want in zip(results, wanted, strict=True):
        assert (have.shape, have.dtype) == (want.shape, want.dtype)
        np.testing.assert_allclose(have, want, rtol=1e-5, atol=1e-6)


def test_arithmetic() -> None:
    scale, zero = np.array([0.1, 0.2, 0.3, 0.5], "float32"), np.array([1, -2, 3, 0], "int8")
    steps = np.clip(np.round(X / scale) + zero, -128, 127).astype("int8")
    results = several(
        {"x": X, "y": Y, "s": scale, "z": zero, "q": steps},
        lambda x, y, **_: op.log_add_exp(x, y),
        lambda x, y, **_: op.ewise_fma(x, y, y),
        lambda x, y, **_: op.masked_fill(x, op.greater(x, y), 7.0),
        lambda x, **_: op.nn.relu6(x),
        lambda x, **_: op.nn.leakyrelu(x, 0.2),
        lambda x, **_: op.nn.softplus(x, beta=2.0),
        lambda x, s, z, **_: op.quantize(x, s, z, axis=1),
        lambda q, s, z, **_: op.dequantize(q, s, z, axis=-1),
    )
    check(
        results, np.logaddexp(X, Y), X * Y + Y, np.where(X > Y, np.float32(7), X), np.clip(X, 0, 6),
        np.where(X > 0, X, X * np.float32(0.2)), np.logaddexp(0, 2 * X) / np.float32(2), steps,
        (steps.astype("float32") - zero) * scale,
    )  # fmt: skip


def test_tensors_made_of_nothing_or_of_another() -> None:
    n = np.arange(6, dtype="float32")
    results = several(
        {"x": X, "v": X[0], "i": I[0]},
        lambda x, **_: op.ones_like(x, "int32"),
        lambda x, **_: op.full_like(x, relax.const(2.5, "float32")),
        lambda x, **_: op.tril(x, 1),
        lambda x, **_: op.triu(x, -1),
        lambda x, v, **_: op.outer(v, v),
        lambda x, v, i, **_: op.meshgrid([v, i], indexing="xy"),
        lambda i, **_: op.one_hot(i, relax.PrimValue(3), relax.PrimValue(-1), 4),
        lambda x, **_: op.hamming_window(6, True, 0.54, 0.46),
        lambda x, **_: op.size(x),
    )
    hot = np.full((3, 4), -1, "int64")
    hot[[0, 1], [2, 0]] = 3
    hot[2] = results[7][2]  # a negative index: as the inventory's operator has it
    check(
        results, np.ones((3, 4), "int32"), np.full((3, 4), 2.5, "float32"), np.tril(X, 1), np.triu(X, -1),
        np.outer(X[0], X[0]), *np.meshgrid(X[0], I[0], indexing="xy"), hot,
        (0.54 - 0.46 * np.cos(2 * np.pi * n / 6)).astype("float32"), np.array(12),
    )  # fmt: skip


def test_orders_and_reductions() -> None:
    results = several(
        {"x": X},
        lambda x: op.argsort(x, axis=0, descending=True),
        lambda x: op.topk(x, 2, axis=1),
        lambda x: op.topk(x, 2, axis=0, ret_type="indices", largest=False, dtype="int64"),
        lambda x: op.median(x, axis=1),
        lambda x: op.bucketize(x, relax.const(np.array([-1.0, 0.0, 1.0], "float32")), out_int32=True),
        lambda x: op.cumsum(x),
        lambda x: op.cumprod(x, axis=1, dtype="float64"),
        lambda x: op.argmax(x, keepdims=True),
        lambda x: op.argmin(x),
        lambda x: op.collapse_sum_to(x, (3, 1)),
    )
    order = np.argsort(-X, axis=0)
    first = np.argsort(-X, axis=1)[:, :2]
    middle = np.argsort(X, axis=1)[:, 1]
    check(
        results, order.astype("int32"), np.take_along_axis(X, first, 1), first.astype("int32"),
        np.argsort(X, axis=0)[:2], X[range(3), middle], middle,
        np.searchsorted([-1.0, 0.0, 1.0], X).astype("int32"), np.cumsum(X), np.cumprod(X.astype("float64"), axis=1),
        np.array([[X.argmax()]]), np.array(X.argmin()), X.sum(1, keepdims=True),
    )  # fmt: skip


def test_indices() -> None:
    rows, columns = np.array([2, 0, -1]), np.array([1, 3, 0])
    put, added = X.copy(), X.copy()
    put[rows[:2], columns[:2]] = 9
    np.add.at(added, (rows, columns), np.float32(1))
    scattered = X.copy()
    scattered[:, 1:4:2] = Y[:, :2]
    results = several(
        {"x": X, "y": Y, "i": rows, "j": columns},
        lambda x, i, j, **_: op.index_tensor(x, [i, j]),
        lambda x, i, **_: op.index_tensor(x, [i]),
        lambda x, **_: op.index_put(
            x, [relax.const(rows[:2]), relax.const(columns[:2])], relax.const(np.full(2, 9, "float32"))
        ),
        lambda x, i, j, **_: op.index_put(x, [i, j], relax.const(np.ones(3, "float32")), accumulate=True),
        lambda x, y, **_: op.slice_scatter(x, op.strided_slice(y, [1], [0], [2]), 1, 4, 2, axis=1),
        lambda x, **_: op.strided_slice(x, axes=[1], begin=[3], end=[0], strides=[-2]),
    )
    check(results, X[rows, columns], X[rows], put, added, scattered, X[:, 3:0:-2])


def test_layers() -> None:
    image, gamma, beta = (RNG.standard_normal(s).astype("float32") for s in ((2, 4, 3, 5), (4,), (4,)))
    column = (slice(None), None, None)
    groups = image.reshape(2, 2, 2, 3, 5)
    normal = (groups - groups.mean((2, 3, 4), keepdims=True)) / np.sqrt(groups.var((2, 3, 4), keepdims=True) + 1e-5)
    mean, variance = image.mean((0, 2, 3)), image.var((0, 2, 3))
    trained = (image - mean[column]) / np.sqrt(variance[column] + np.float32(1e-5)) * gamma[column] + beta[column]
    results = several(
        {"x": image, "g": gamma, "b": beta},
        lambda x, g, b: op.nn.group_norm(x, g, b, num_groups=2, channel_axis=1, axes=[2, 3]),
        lambda x, g, b: op.nn.batch_norm(x, g, b, g, b, axis=1, epsilon=1e-5, momentum=0.25),
        lambda x, g, b: op.nn.pad(x, pad_width=[0, 0, 0, 0, 1, 2, 0, 1], pad_mode="reflect"),
        lambda x, **_: op.nn.dropout(x, 0.5),
        lambda x, **_: op.nn.pixel_shuffle(x, 2),
    )
    shuffled = image.reshape(2, 1, 2, 2, 3, 5).transpose(0, 1, 4, 2, 5, 3).reshape(2, 1, 6, 10)
    check(
        results, normal.reshape(image.shape) * gamma[column] + beta[column], trained,
        gamma * np.float32(0.75) + mean * np.float32(0.25), beta * np.float32(0.75) + variance * np.float32(0.25),
        np.pad(image, [(0, 0), (0, 0), (1, 2), (0, 1)], "reflect"), image, np.ones_like(image), shuffled,
    )  # fmt: skip


def test_attention_has_the_heads_behind_the_length() -> None:
    q, k = (RNG.standard_normal((2, n, 3, 8)).astype("float32") for n in (5, 6))
    scores = np.einsum("bqhd,bkhd->bhqk", q, k) * np.float32(0.5)
    scores = np.where(np.arange(6) <= np.arange(5)[:, None], scores, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    results = several(
        {"q": q, "k": k}, lambda q, k: op.nn.attention(q, k, k, scale=0.5, causal_mask="TopLeft")
    )  # fmt: skip
    check(results, np.einsum("bhqk,bkhd->bqhd", weights, k).astype("float32"))


TEXT = """
@R.function
def main(x: R.Tensor((3, 4), "float32")):
    with R.dataflow():
        a: R.Tensor((3, 4), dtype="float32") = R.tril(x, 1)
        b: R.Tensor((3, 7), dtype="float32") = R.nn.pad(a, pad_width=[0, 0, 1, 2], pad_value=1.5, pad_mode="constant")
        c = R.topk(b, k=2, axis=-1, ret_type="both", dtype="int32")
        d: R.Tensor((3, 2), dtype="float32") = R.strided_slice(x, (1,), (1,), (4,), (2,), assume_inbound=False)
        e: R.Tensor((3, 4), dtype="float32") = R.clip(x, T.float64(-0.5), T.float64(0.5))
        f = R.add(c[0], R.full(R.shape([3, 1]), R.const(2.0, "float32"), dtype="float32"))
        g = (f, c[1], d, e)
        R.output(g)
    return g
"""


def test_texts_of_tvm_build() -> None:
    module = parse_module(TEXT)
    padded = np.pad(np.tril(X, 1), [(0, 0), (1, 2)], constant_values=1.5)
    order = np.argsort(-padded, axis=1, kind="stable")[:, :2]
    want = (np.take_along_axis(padded, order, 1) + 2, order.astype("int32"), X[:, 1:4:2], np.clip(X, -0.5, 0.5))
    check([np.asarray(r) for r in mlcc.build(module)["main"](X)], *want)
    assert "R.tril(" in module.script()


def test_what_does_not_fit_is_refused() -> None:
    x = relax.Var("x", relax.TensorStructInfo((3, 4), "float32"))
    for make, code in (
        (lambda: op.tril(x, "a"), "T202"),
        (lambda: op.topk(x, 2, ret_type="all"), "T205"),
        (lambda: op.collapse_sum_to(x, (1, 3, 4)), "T203"),
        (lambda: op.nn.attention(x, x, x, window_size=4), "T205"),
        (lambda: op.image.resize2d(x, (2, 2), method="spline"), "T205"),
        (lambda: op.dynamic_strided_slice(x, x, x, x), "T206"),
    ):
        with pytest.raises(MlccError, match=code):
            make()
    assert {"tril", "nn.pad", "image.resize2d"} <= set(forms())
    assert {"pad", "relu", "relu6"} <= set(dir(op.nn))
