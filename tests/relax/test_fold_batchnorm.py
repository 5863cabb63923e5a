"""Batch norms become part of convolutions, and nothing else does."""

from __future__ import annotations

from typing import Any

import numpy as np

from mlcc.relax.transform import FoldBatchnormToConv2D

from .graphs import assert_close, compiled, graph, normal, operators

STATS = [np.abs(normal(4, seed=n)) + 0.5 for n in range(4)]
WEIGHT = normal(4, 3, 3, 3)


def norm(o: Any, x: Any) -> Any:
    return o.nn_batch_norm(x, *STATS, epsilon=1e-3)


def test_a_norm_behind_a_convolution_is_folded() -> None:
    bias = normal(1, 4, 1, 1, seed=7)
    bodies = {
        "plain": lambda o, x: norm(o, o.nn_conv2d(x, WEIGHT)),
        "biased": lambda o, x: norm(o, o.add(o.nn_conv2d(x, WEIGHT), bias)),
    }
    for body in bodies.values():
        module = graph(body, x=(1, 3, 8, 8))
        folded = FoldBatchnormToConv2D()(module)
        assert operators(folded) == ["nn.conv2d", "add"]
        x = normal(1, 3, 8, 8, seed=9)
        assert_close(compiled(folded, x), compiled(module, x))


def test_other_norms_and_scales_stay() -> None:
    module = graph(lambda o, x: o.multiply(o.nn_conv2d(x, WEIGHT), STATS[0].reshape(4, 1, 1)), x=(1, 3, 8, 8))
    assert operators(FoldBatchnormToConv2D()(module)) == ["nn.conv2d", "multiply"]
    module = graph(lambda o, x: norm(o, o.nn_relu(o.nn_conv2d(x, WEIGHT))), x=(1, 3, 8, 8))
    assert operators(FoldBatchnormToConv2D()(module)) == ["nn.conv2d", "nn.relu", "nn.batch_norm"]

    def used_twice(o: Any, x: Any) -> Any:
        y = o.nn_conv2d(x, WEIGHT)
        return norm(o, y), y

    assert operators(FoldBatchnormToConv2D()(graph(used_twice, x=(1, 3, 8, 8)))) == ["nn.conv2d", "nn.batch_norm"]
