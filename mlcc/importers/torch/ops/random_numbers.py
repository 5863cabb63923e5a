"""Random numbers and dropout in training. A program draws the same numbers in every run, each of its nodes others, as
models of ONNX without a seed do; what `torch.compile` is given stays in PyTorch, which draws anew in every call."""

from __future__ import annotations

from typing import Any

from mlcc.importers.onnx.context import shape_arg
from mlcc.importers.onnx.ops.random_numbers import seed_of
from mlcc.ir import GraphExpr

from ..registry import aten
from ..tensors import Dim
from ..translation import Translation


def _drawn(t: Translation, name: str, dims: list[Dim], dtype: str) -> GraphExpr:
    """Numbers by `random.uniform` (from 0 to 1) or `random.normal`."""
    if not t.repeats_draws:
        raise t.error("I121", "random numbers, which PyTorch draws anew in every call")
    kind = dtype if dtype in ("float32", "float64") else "float32"
    return t.cast(t.emit(name, shape_arg(dims), seed=seed_of(t.ctx), dtype=kind), dtype)


@aten("rand", "rand_like")
def rand(t: Translation, *_: Any, **__: Any) -> GraphExpr:
    return _drawn(t, "random.uniform", t.dims, t.dtype)


@aten("randn", "randn_like")
def randn(t: Translation, *_: Any, **__: Any) -> GraphExpr:
    return _drawn(t, "random.normal", t.dims, t.dtype)


@aten("randint", "randint_like")
def randint(t: Translation, *args: Any, **_: Any) -> GraphExpr:
    """From 0 or `low` to below `high`: after the tensor that it is like, or before the size."""
    bounds = [value for value in args if isinstance(value, int)]
    low, high = (0, *bounds)[-2:]
    number = t.emit("multiply", _drawn(t, "random.uniform", t.dims, "float64"), t.constant(high - low, "float64"))
    return t.cast(t.emit("add", t.emit("floor", number), t.constant(low, "float64")))


@aten("randperm")
def randperm(t: Translation, *_: Any, **__: Any) -> GraphExpr:
    return t.cast(t.emit("argsort", _drawn(t, "random.uniform", t.dims, "float64"), axis=0))


@aten("bernoulli")
def bernoulli(t: Translation, x: GraphExpr, p: Any = None, **_: Any) -> GraphExpr:
    """1 with the probability that `x` gives, or `p` for all, else 0."""
    chance = t.cast(x, "float32") if p is None else t.operand(p, "float32")
    return t.cast(t.emit("less", _drawn(t, "random.uniform", t.dims, "float32"), chance))


@aten("native_dropout")
def native_dropout(t: Translation, x: GraphExpr, p: float, train: bool | None) -> list[GraphExpr]:
    """What is left of `x`, scaled up, and which elements are."""
    dims = t.shape(x)
    if train is False or p == 0:
        return [x, t.full(dims, 1, "bool")]
    kept = t.emit("greater_equal", _drawn(t, "random.uniform", dims, "float32"), t.constant(p, "float32"))
    scale = 0.0 if p == 1 else 1 / (1 - p)
    return [t.emit("multiply", t.emit("multiply", x, t.cast(kept)), t.constant(scale)), kept]


@aten("dropout", "feature_dropout", "alpha_dropout", "feature_alpha_dropout")
def dropout(t: Translation, x: GraphExpr, p: float, train: bool) -> GraphExpr:
    if not train:
        return x
    assert t.node is not None
    if "feature" in str(t.node.target) or "alpha" in str(t.node.target):
        raise t.error("I121", "this dropout in training", help="model.eval() before the export")
    return native_dropout(t, x, p, train)[0]
