"""Random numbers: distributed as asked for, the same in every run, others in every node."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx_models import BOOL, FLOAT, model_of, node

import mlcc
from mlcc.importers.onnx import from_onnx


def results(*nodes: Any, outputs: int = 1, shape: tuple[Any, ...] = (64, 1000)) -> Any:
    names = ["a", "b"][:outputs]
    library = mlcc.build(from_onnx(model_of(list(nodes), {"x": (FLOAT, list(shape))}, names)))
    x = np.zeros((64, 1000), np.float32)
    first, second = library(x), library(x)
    for a, b in zip(first, second, strict=True):
        np.testing.assert_array_equal(a, b)
    return first


def test_normal_numbers() -> None:
    y = results(node("RandomNormalLike", ["x"], ["a"], mean=2.0, scale=3.0))
    assert abs(y.mean() - 2) < 0.05
    assert abs(y.std() - 3) < 0.05
    z = (y - 2) / 3
    for moment, want in ((3, 0.0), (4, 3.0)):
        assert abs((z**moment).mean() - want) < 0.1
    assert np.abs(np.corrcoef(z.reshape(-1)[:-1], z.reshape(-1)[1:])[0, 1]) < 0.02
    assert np.isfinite(y).all()


def test_uniform_numbers_of_any_size() -> None:
    y = results(node("RandomUniformLike", ["x"], ["a"], low=-1.0, high=3.0), shape=("n", "m"))
    assert y.shape == (64, 1000)
    assert y.min() >= -1
    assert y.max() <= 3
    counts = np.histogram(y, 16, (-1, 3))[0]
    assert np.abs(counts / y.size - 1 / 16).max() < 0.005


def test_nodes_and_seeds_have_numbers_of_their_own() -> None:
    a, b = results(node("RandomNormalLike", ["x"], ["a"]), node("RandomNormalLike", ["x"], ["b"]), outputs=2)
    assert abs(np.corrcoef(a.reshape(-1), b.reshape(-1))[0, 1]) < 0.02
    a, b = results(*(node("RandomUniformLike", ["x"], [n], seed=4.5) for n in "ab"), outputs=2)
    np.testing.assert_array_equal(a, b)


def test_a_shape_that_is_given() -> None:
    a, b = results(node("RandomNormal", [], ["a"], shape=[3, 5]), node("RandomUniform", [], ["b"], shape=[7], dtype=11),
                   outputs=2)  # fmt: skip
    assert a.shape == (3, 5)
    assert b.dtype == np.float64
    assert len(set(b)) == 7


@pytest.mark.parametrize("share", [0.2, 0.7])
def test_bernoulli(share: float) -> None:
    weights = {"p": np.full((64, 1000), share, np.float32)}
    nodes = [node("Add", ["x", "p"], ["q"]), node("Bernoulli", ["q"], ["a"])]
    model = model_of(nodes, {"x": (FLOAT, [64, 1000])}, ["a"], weights)
    y = mlcc.build(from_onnx(model))(np.zeros((64, 1000), np.float32))
    assert set(np.unique(y)) == {0.0, 1.0}
    assert abs(y.mean() - share) < 0.01


def test_classes_by_their_odds() -> None:
    odds = np.log(np.array([[1, 2, 5, 0], [4, 4, 1, 1]], np.float32) + np.float32(1e-30))
    nodes = [node("Multinomial", ["x"], ["a"], sample_size=20000, dtype=7)]
    drawn = mlcc.build(from_onnx(model_of(nodes, {"x": (FLOAT, ["n", "classes"])}, ["a"])))(odds)
    assert (drawn.shape, drawn.dtype) == ((2, 20000), np.int64)
    shares = np.stack([(drawn == k).mean(1) for k in range(4)], 1)
    # wide: the share of a class among 20,000 draws has a standard deviation of 0.0035
    np.testing.assert_allclose(shares, [[0.125, 0.25, 0.625, 0], [0.4, 0.4, 0.1, 0.1]], atol=0.015)


def test_a_mode_of_training_that_the_run_is_told() -> None:
    """As models of JAX have it, whose `deterministic` is an input."""
    dropout = node("Dropout", ["x", "ratio", "training"], ["y", "kept"])
    inputs = {"x": (FLOAT, ["n", 50]), "training": (BOOL, [])}
    library = mlcc.build(from_onnx(model_of([dropout], inputs, ["y", "kept"], {"ratio": np.array(0.4, "f4")})))
    x = np.random.default_rng(0).uniform(1, 2, (40, 50)).astype(np.float32)
    y, kept = library(x, np.array(False))
    np.testing.assert_array_equal(y, x)
    assert kept.all()
    y, kept = library(x, np.array(True))
    assert abs(kept.mean() - 0.6) < 0.05
    np.testing.assert_array_equal(y != 0, kept)
    np.testing.assert_allclose(y[kept], x[kept] / 0.6, rtol=1e-6)
