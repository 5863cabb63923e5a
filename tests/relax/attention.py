"""Attention as exporters write it, from queries, keys and values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .graphs import Ops, normal


def attend(o: Ops, scores: Any, v: Any) -> Any:
    return o.matmul(o.nn_softmax(scores, axis=-1), v)


def transposed(o: Ops, k: Any) -> Any:
    return o.transpose(k, axes=[0, 1, 3, 2])


HEADS = (2, 3, 30, 8)


CAUSAL = np.where(np.tril(np.ones((30, 30), bool)), 0, -np.inf).astype("float32")


FORMS: dict[str, Callable[..., Any]] = {
    "scaled scores": lambda o, q, k, v: attend(o, o.multiply(o.matmul(q, transposed(o, k)), 0.25), v),
    "divided scores": lambda o, q, k, v: attend(o, o.divide(o.matmul(q, transposed(o, k)), 8.0), v),
    "no scale": lambda o, q, k, v: attend(o, o.matmul(q, transposed(o, k)), v),
    "transpose_b": lambda o, q, k, v: attend(o, o.matmul(q, k, transpose_b=True), v),
    "scaled operands": lambda o, q, k, v: attend(
        o, o.matmul(o.multiply(q, 0.5), transposed(o, o.multiply(0.5, k))), v
    ),
    "scale after the transpose": lambda o, q, k, v: attend(
        o, o.matmul(o.multiply(q, 0.5), o.multiply(transposed(o, k), 0.5)), v
    ),
    "causal": lambda o, q, k, v: attend(o, o.add(o.multiply(o.matmul(q, transposed(o, k)), 0.25), CAUSAL), v),
    "mask first": lambda o, q, k, v: attend(o, o.add(CAUSAL, o.matmul(q, transposed(o, k))), v),
    "two masks": lambda o, q, k, v: attend(
        o, o.add(o.add(o.matmul(q, transposed(o, k)), CAUSAL), normal(2, 1, 1, 30)), v
    ),
    "mask of keys": lambda o, q, k, v: attend(o, o.add(o.matmul(q, transposed(o, k)), normal(30)), v),
    "mask of heads": lambda o, q, k, v: attend(o, o.add(o.matmul(q, transposed(o, k)), normal(3, 30, 30)), v),
    "kept": lambda o, q, k, v: attend(
        o, o.where(CAUSAL == 0, o.multiply(o.matmul(q, transposed(o, k)), 0.25), -1e30), v
    ),
    "filled": lambda o, q, k, v: attend(o, o.where(CAUSAL < 0, -np.inf, o.matmul(q, transposed(o, k))), v),
    "a scaled mask": lambda o, q, k, v: attend(
        o, o.multiply(o.add(o.matmul(q, transposed(o, k)), normal(30)), 0.5), v
    ),
    "scaled where kept": lambda o, q, k, v: attend(
        o, o.multiply(o.where(CAUSAL == 0, o.matmul(q, transposed(o, k)), -3.0), 0.5), v
    ),
    "kept and added": lambda o, q, k, v: attend(
        o, o.where(CAUSAL < 0, -np.inf, o.add(o.matmul(q, transposed(o, k)), normal(3, 1, 30))), v
    ),
    "added where kept": lambda o, q, k, v: attend(
        o, o.add(o.where(CAUSAL == 0, o.matmul(q, transposed(o, k)), -np.inf), normal(3, 1, 30)), v
    ),
    "no mask": lambda o, q, k, v: attend(o, o.add(o.matmul(q, transposed(o, k)), np.zeros((30, 30), "float32")), v),
    "capped": lambda o, q, k, v: attend(
        o, o.add(o.multiply(o.tanh(o.multiply(o.matmul(q, transposed(o, k)), 0.1)), 5.0), CAUSAL), v
    ),
    "hidden queries": lambda o, q, k, v: o.matmul(
        o.where(CAUSAL[:, 20:21] == 0, 0.0, o.nn_softmax(o.matmul(q, transposed(o, k)), axis=-1)), v
    ),
    "queries that are not hidden": lambda o, q, k, v: o.matmul(
        o.where(normal(2, 1, 30, 1) > 0, o.nn_softmax(o.matmul(q, transposed(o, k)), axis=-1), 0.0), v
    ),
}  # fmt: skip
