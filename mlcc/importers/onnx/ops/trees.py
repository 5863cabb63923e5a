"""Decision trees of ai.onnx.ml: one table of nodes, in which every comparison is `x <= number`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from mlcc.ir import GraphExpr
from mlcc.ir import dtype as dt

from ..context import Context
from ..registry import onnx_op
from ..values import Array
from .classic import LABELS, labels_at, labels_of, post_transformed
from .forests import MODES, Forest, NoForest, numbered_forest

DOMAIN = "ai.onnx.ml"
AGGREGATES = {"SUM": "add", "AVERAGE": "add", "MIN": "min", "MAX": "max"}


@dataclass(frozen=True)
class _Attributes:
    """The attributes of a node, of which ONNX's own checks require none. Raises NoForest for one that is not there."""

    values: Mapping[str, object]

    def array(self, name: str) -> Array:
        """A list of numbers, or a tensor."""
        return np.asarray(self._value(name))

    def optional(self, name: str) -> Array | None:
        """As `array`; None for an attribute left out."""
        return self.array(name) if name in self.values else None

    def texts(self, name: str) -> Sequence[str]:
        """A list of texts; empty if it is something else."""
        value = self._value(name)
        return value if isinstance(value, list) else ()

    def _value(self, name: str) -> object:
        if name not in self.values:
            raise NoForest(f"attribute `{name}` is missing")
        return self.values[name]


@contextmanager
def _checked(ctx: Context) -> Iterator[None]:
    """What is no forest is an error of the node."""
    try:
        yield
    except NoForest as error:
        raise ctx.error("I117", f"the node is malformed: {error}") from None


def _emit(ctx: Context, forest: Forest, x: GraphExpr, count: int, aggregate: str) -> GraphExpr:
    """The sums (or averages, or extremes) of the leaves' weights: (N, `count`)."""
    deepest, columns = int(forest.feature.max(initial=-1)), ctx.shape(x)[1]
    if isinstance(columns, int) and deepest >= columns:
        raise ctx.error("I117", f"the trees compare column {deepest} of an input of {columns} columns")
    bad = forest.targets[(forest.targets < 0) | (forest.targets >= count)]
    if bad.size:
        raise ctx.error("I117", f"a leaf votes for target {bad[0]} of {count}")
    tables = [
        ctx.constant(forest.feature, "int32"),
        ctx.constant(forest.threshold, forest.dtype),
        ctx.constant(forest.branches, "int32"),
        ctx.constant(forest.roots, "int32"),
        ctx.constant(forest.targets, "int32"),
        ctx.constant(forest.weights, forest.dtype),
        ctx.constant(forest.missing, "bool") if forest.missing.any() else None,
    ]
    y = ctx.emit("tree_ensemble", x, *tables, count=count, aggregate=AGGREGATES[aggregate])
    share = 1.0 / max(len(forest.roots), 1)
    return ctx.emit("multiply", y, ctx.constant(share, forest.dtype)) if aggregate == "AVERAGE" else y


def _numbers(attrs: Mapping[str, object], name: str) -> Array:
    """Numbers given as floats or, in newer models, as a tensor."""
    tensor, plain = attrs.get(f"{name}_as_tensor"), attrs.get(name)
    if tensor is None:
        return np.asarray([] if plain is None else plain, np.float32)
    return np.asarray(tensor).reshape(-1)


def _forest(ctx: Context, attributes: Mapping[str, object], ids: str, dtype: str) -> Forest:
    """The forest of the older operators, whose leaves vote for a "class" or a "target"."""
    attrs = _Attributes(attributes)
    with _checked(ctx):
        trees, nodes, targets = (attrs.array(f"{ids}_{key}") for key in ("treeids", "nodeids", "ids"))
        return numbered_forest(
            dtype,
            names=(attrs.array("nodes_treeids"), attrs.array("nodes_nodeids")),
            sides=(attrs.array("nodes_truenodeids"), attrs.array("nodes_falsenodeids")),
            modes=attrs.texts("nodes_modes"),
            feature=attrs.array("nodes_featureids"),
            value=_numbers(attributes, "nodes_values"),
            missing=attrs.optional("nodes_missing_value_tracks_true"),
            votes=(trees, nodes, targets, _numbers(attributes, f"{ids}_weights")),
        )


def _check_base(ctx: Context, base: Array, count: int) -> None:
    if base.size not in (0, 1, count):
        raise ctx.error("I117", f"the node is malformed: `base_values` has {base.size} entries for {count} targets")


def _input(ctx: Context, x: GraphExpr) -> GraphExpr:
    """A matrix of floating-point numbers."""
    x = x if ctx.rank(x) != 1 else ctx.reshape(x, [1, *ctx.shape(x)])
    return x if dt.is_float(ctx.dtype(x)) else ctx.cast(x, "float32")


@onnx_op("TreeEnsembleRegressor", domain=DOMAIN)
def tree_regressor(
    ctx: Context, x: GraphExpr, *, n_targets: int = 1, aggregate_function: str = "SUM", post_transform: str = "NONE",
    **attrs: object,
) -> GraphExpr:  # fmt: skip
    x = _input(ctx, x)
    y = _emit(ctx, _forest(ctx, attrs, "target", ctx.dtype(x)), x, n_targets, aggregate_function)
    base = _numbers(attrs, "base_values")
    _check_base(ctx, base, n_targets)
    y = y if not base.size else ctx.emit("add", y, ctx.constant(base, ctx.dtype(y)))
    return ctx.cast(post_transformed(ctx, y, post_transform), "float32")


@onnx_op("TreeEnsembleClassifier", domain=DOMAIN)
def tree_classifier(ctx: Context, x: GraphExpr, *, post_transform: str = "NONE", **attrs: object) -> list[GraphExpr]:
    """Two classes of which one alone has weights: the other's score follows from it, as onnxruntime has it."""
    x = _input(ctx, x)
    labels = labels_of(ctx, attrs, LABELS)
    forest, base = _forest(ctx, attrs, "class", ctx.dtype(x)), _numbers(attrs, "base_values")
    _check_base(ctx, base, len(labels))
    single = len(labels) == 2 and len(np.unique(forest.targets)) == 1
    if single:
        forest.targets[:] = 0
    y = _emit(ctx, forest, x, 1 if single else len(labels), "SUM")
    if base.size:
        y = ctx.emit("add", y, ctx.constant(base[-1:] if single else base, ctx.dtype(y)))
    y = ctx.cast(y, "float32")
    positive = bool((forest.weights >= 0).all())
    if single:
        limit = ctx.constant(0.5 if positive else 0.0, "float32")
        label = ctx.cast(ctx.reshape(ctx.emit("greater", y, limit), [ctx.shape(y)[0]]), "int64")
        share = positive and post_transform != "LOGISTIC"
        other = ctx.emit("subtract", ctx.constant(1.0 if share else 0.0, "float32"), y)
        y = ctx.emit("concatenate", [other, y], axis=1)
        post_transform = "NONE" if post_transform.startswith("SOFTMAX") else post_transform
    else:
        label = ctx.emit("argmax", y, axis=1)
    return [labels_at(ctx, labels, label), post_transformed(ctx, y, post_transform)]


@onnx_op("TreeEnsemble", since=5, domain=DOMAIN)
def tree_ensemble(
    ctx: Context,
    x: GraphExpr,
    *,
    aggregate_function: int = 1,
    n_targets: int = 1,
    post_transform: int = 0,
    **attrs: object,
) -> GraphExpr:
    x = _input(ctx, x)
    with _checked(ctx):
        forest = _flat_forest(_Attributes(attrs), ctx.dtype(x))
    aggregate = _choice(ctx, ("AVERAGE", "SUM", "MIN", "MAX"), aggregate_function, "aggregate_function")
    names = ("NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT")
    transform = _choice(ctx, names, post_transform, "post_transform")
    return post_transformed(ctx, _emit(ctx, forest, x, n_targets, aggregate), transform)


def _choice(ctx: Context, names: tuple[str, ...], number: int, what: str) -> str:
    if not 0 <= number < len(names):
        raise ctx.error("I117", f"the node is malformed: there is no `{what}` {number}")
    return names[number]


def _flat_forest(attrs: _Attributes, dtype: str) -> Forest:
    """The forest of opset 5, whose nodes and leaves have numbers of their own."""
    modes, leaves = attrs.array("nodes_modes").reshape(-1), attrs.array("leaf_targetids").astype(np.int64)
    if modes.size and not 0 <= modes.min() <= modes.max() < len(MODES):
        raise NoForest(f"there is no kind of node {modes.max()}")
    sides = []
    for side in ("true", "false"):
        number, leaf = (attrs.array(f"nodes_{side}{kind}").astype(np.int64) for kind in ("nodeids", "leafs"))
        if len(number) != len(leaf):
            raise NoForest("the attributes of the nodes differ in length")
        sides.append(np.where(leaf != 0, number + len(modes), number))
    return Forest.of(
        dtype,
        modes=modes,
        feature=attrs.array("nodes_featureids"),
        value=attrs.array("nodes_splits").reshape(-1),
        sides=(sides[0], sides[1]),
        missing=attrs.optional("nodes_missing_value_tracks_true"),
        leaves=np.full(len(leaves), 1),
        targets=leaves,
        weights=attrs.array("leaf_weights").reshape(-1),
        roots=attrs.array("tree_roots"),
        members=_members(modes, attrs.optional("membership_values")),
    )


def _members(modes: Array, values: Array | None) -> dict[int, list[float]]:
    """The set of each node that tests for membership; in the attribute the sets are parted by NaN."""
    sets: list[list[float]] = [[]]
    for value in values.reshape(-1) if values is not None else ():
        if np.isnan(value):
            sets.append([])
        else:
            sets[-1].append(value)
    return dict(zip([n for n, m in enumerate(modes) if m == MODES.index("BRANCH_MEMBER")], sets, strict=False))
