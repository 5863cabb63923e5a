"""Reductions, softmax, norms, sorting and scans."""

from __future__ import annotations

import numpy as np
import pytest
from evaluation import check, evaluate, normal, onnx_reference, onnxruntime_result

X = normal(2, 3, 5)


@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("axis", [None, 1, (0, 2), -1])
@pytest.mark.parametrize("name", ["sum", "mean", "max", "min", "prod"])
def test_against_numpy(name: str, axis: object, keepdims: bool) -> None:
    check(name, X, axis=axis, keepdims=keepdims, want=getattr(np, name)(X, axis=axis, keepdims=keepdims))


def test_symbolic_extents() -> None:
    check("mean", X, axis=(0, 2), symbolic=[(0, 0), (0, 2)], want=X.mean((0, 2)))
    check("variance", X, axis=1, symbolic=[(0, 1)], want=X.var(1))


def test_norm_like() -> None:
    check("l1_norm", X, axis=1, want=np.abs(X).sum(1))
    check("l2_norm", X, axis=1, keepdims=True, want=np.sqrt((X * X).sum(1, keepdims=True)))
    check("sum_square", X, want=(X * X).sum())
    check("log_sum", np.abs(X), axis=2, want=np.log(np.abs(X).sum(2)))
    check("variance", X, axis=1, correction=1, want=X.var(1, ddof=1))
    check("std", X, axis=1, want=X.std(1))


def test_log_sum_exp_does_not_overflow() -> None:
    big = X.astype("float64") * 300
    check("log_sum_exp", big.astype("float32"), axis=1, want=np.logaddexp.reduce(big, 1))
    check("log_sum_exp", np.full((2, 3), -np.inf, "float32"), axis=1, want=[-np.inf, -np.inf])


def test_extremes_of_infinities() -> None:
    check("max", np.full((2, 3), -np.inf, "float32"), axis=1, want=[-np.inf, -np.inf])
    check("max", np.array([[1, 5], [-7, -9]], "int8"), axis=1, want=[5, -7])
    check("any", np.array([[True, False], [False, False]]), axis=1, want=[True, False])
    check("all", np.array([[True, False], [True, True]]), axis=1, want=[False, True])


def test_narrow_floats_add_up_in_float32() -> None:
    ones = np.ones((1, 4096), "float16")
    check("sum", ones, axis=1, want=np.array([4096], "float16"))
    check("matmul", ones, ones.reshape(4096, 1), want=np.array([[4096]], "float16"))


def test_arguments_of_extremes() -> None:
    q = np.array([[1, 3, 3, 2], [np.nan, 1, np.nan, 0], [-1, -1, -1, -1]], "float32")
    check("argmax", q, axis=1, want=[1, 0, 0])
    check("argmax", q, axis=1, select_last_index=True, keepdims=True, want=[[2], [2], [3]])
    check("argmin", q, axis=1, want=[0, 0, 0])
    check("argmax", X, axis=1, want=X.argmax(1))


def test_softmax() -> None:
    check("nn.softmax", X * 100, axis=1, want=onnx_reference("Softmax", [X * 100], axis=1))
    check("nn.log_softmax", X * 5, want=onnx_reference("LogSoftmax", [X * 5]))
    check("nn.hardmax", X, axis=1, want=onnx_reference("Hardmax", [X], axis=1))
    check("nn.softmax", X, symbolic=[(0, 0), (0, 2)], want=onnx_reference("Softmax", [X]))


def test_weights_are_no_denormal_numbers() -> None:
    """Masks of -100 would make them, and every product with one would be slow."""
    x = np.array([[0, -1, -80, -87.2, -87.5, -100, -1e30, -np.inf]], "float32")
    for scores in (x, x.astype("float64") * 8):
        got = evaluate("nn.softmax", scores, axis=1)
        want = np.exp(scores) / np.exp(scores).sum()
        np.testing.assert_allclose(got[:, :4], want[:, :4], rtol=1e-5)
        assert (got[:, 4:][scores[:, 4:] < np.log(np.finfo(scores.dtype).tiny)] == 0).all()
    assert np.isnan(evaluate("nn.softmax", np.array([[0, np.nan, -200]], "float32"), axis=1)).all()
    assert np.isnan(evaluate("nn.softmax", np.full((1, 3), -np.inf, "float32"), axis=1)).all()


def test_norms() -> None:
    x = normal(2, 4, 3, 5)
    gamma, beta, mean, var = normal(4), normal(4, seed=1), normal(4, seed=2), np.abs(normal(4, seed=3)) + 0.1
    check("nn.batch_norm", x, gamma, beta, mean, var,
          want=onnx_reference("BatchNormalization", [x, gamma, beta, mean, var]))  # fmt: skip
    scale, bias = normal(3, 5), normal(3, 5, seed=1)
    want = onnx_reference("LayerNormalization", [x, scale, bias], axis=2)
    check("nn.layer_norm", x, scale, bias, axes=(2, 3), want=want)
    check("nn.layer_norm", x, scale, bias, axes=(2, 3), symbolic=[(0, 0)], want=want)
    check("nn.instance_norm", x, gamma, beta, want=onnx_reference("InstanceNormalization", [x, gamma, beta]))
    groups = x.reshape(2, 2, -1)
    normed = (groups - groups.mean(-1, keepdims=True)) / np.sqrt(groups.var(-1, keepdims=True) + 1e-5)
    want = normed.reshape(x.shape) * gamma[:, None, None] + beta[:, None, None]
    check("nn.group_norm", x, gamma, beta, num_groups=2, want=want)
    check("nn.rms_norm", x, want=x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5))
    check("nn.l2_normalize", x, axis=1, want=onnx_reference("LpNormalization", [x], axis=1))
    for factor in (1.0, 1e-4, 1e-8):  # the constant that keeps from dividing by 0 is beside the root, not in it
        small = (x * factor).astype(np.float32)
        wide = small.astype(np.float64)
        off = wide - wide.mean((0, 2, 3), keepdims=True)
        want = off / (off.std((0, 2, 3), keepdims=True) + 1e-9)
        check("nn.mean_variance_norm", small, want=want.astype(np.float32))


@pytest.mark.onnxruntime
def test_local_response_norm() -> None:
    x = normal(2, 7, 3, 2)
    for beta in (0.75, 0.6):
        want = onnxruntime_result("LRN", [x], size=5, alpha=0.1, beta=beta)
        check("nn.lrn", x, size=5, alpha=0.1, beta=beta, want=want)


@pytest.mark.parametrize("size", [1, 4, 9, 13, 14, 2**62])
def test_local_response_norm_of_more_neighbours_than_channels(size: int) -> None:
    """A model's window of 2**62 channels kept a call busy for ever."""
    x = normal(2, 7, 3, 2)
    first, last = (size - 1) // 2, size // 2
    squares = np.stack([np.square(x[:, max(0, c - first) : c + last + 1]).sum(axis=1) for c in range(7)], axis=1)
    want = x / (1 + 3.0 / size * squares) ** 0.75
    check("nn.lrn", x, size=size, alpha=3.0, want=want)
    blocks, got = (
        np.ascontiguousarray(
            np.pad(v, ((0, 0), (0, 1), (0, 0), (0, 0))).reshape(2, 2, 4, 3, 2).transpose(0, 1, 3, 4, 2)
        )
        for v in (x, want)
    )
    check("nn.lrn", blocks, size=size, alpha=3.0, layout="NCHWc", want=got)


@pytest.mark.parametrize("exclusive", [False, True])
@pytest.mark.parametrize("reverse", [False, True])
def test_cumulative_sums(exclusive: bool, reverse: bool) -> None:
    line = X[:, ::-1] if reverse else X
    want = np.cumsum(line, 1) - (line if exclusive else 0)
    check("cumsum", X, axis=1, exclusive=exclusive, reverse=reverse, want=want[:, ::-1] if reverse else want)
    transposed = np.ascontiguousarray(np.swapaxes(X, 1, 2))
    along = np.swapaxes(want[:, ::-1] if reverse else want, 1, 2)
    check("cumsum", transposed, axis=2, exclusive=exclusive, reverse=reverse, want=along)


KEYS = np.random.default_rng(0).integers(0, 5, (3, 13, 2)).astype("float32")


def test_sorting_is_stable() -> None:
    check("argsort", KEYS, axis=1, want=np.argsort(KEYS, axis=1, kind="stable"))
    check("sort", KEYS, axis=1, symbolic=[(0, 1)], want=np.sort(KEYS, axis=1))
    check("sort", KEYS, axis=1, descending=True, want=-np.sort(-KEYS, axis=1))
    odd = np.array([2, np.nan, 1], "float32")
    check("sort", odd, want=np.sort(odd))


@pytest.mark.parametrize(("k", "largest"), [(1, True), (4, True), (13, False), (5, False)])
def test_topk(k: int, largest: bool) -> None:
    order = np.argsort(-KEYS if largest else KEYS, axis=1, kind="stable")[:, :k]
    check("topk", KEYS, k=k, axis=1, largest=largest, want=[np.take_along_axis(KEYS, order, 1), order])


def test_topk_of_many() -> None:
    line = normal(2, 80)
    values, positions = evaluate("topk", line, k=40)
    np.testing.assert_allclose(values, -np.sort(-line, 1)[:, :40])
    np.testing.assert_allclose(np.take_along_axis(line, positions, 1), values)
