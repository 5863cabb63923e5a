"""Decision trees of ai.onnx.ml: one table of nodes, in which every comparison is `x <= number`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mlcc.ir import dtype as dt

from ..context import Context
from ..registry import onnx_op
from .classic import LABELS, labels_of, post_transformed

DOMAIN = "ai.onnx.ml"
Array = np.ndarray[Any, Any]
#: Opset 5 writes the comparisons as numbers.
MODES = ("BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ", "BRANCH_MEMBER")
AGGREGATES = {"SUM": "add", "AVERAGE": "add", "MIN": "min", "MAX": "max"}


@dataclass
class Forest:
    """The table of nodes as it grows; see the operator ``tree_ensemble``. Numbers have the type `dtype`."""

    dtype: str
    feature: list[int] = field(default_factory=list)
    threshold: list[Any] = field(default_factory=list)
    branches: list[tuple[int, int]] = field(default_factory=list)
    missing: list[bool] = field(default_factory=list)
    targets: list[int] = field(default_factory=list)
    weights: list[Any] = field(default_factory=list)
    roots: list[int] = field(default_factory=list)

    def _add(self, feature: int, threshold: Any, yes: int, no: int, missing: bool) -> int:
        self.feature.append(feature)
        self.threshold.append(threshold)
        self.branches.append((yes, no))
        self.missing.append(missing)
        return len(self.feature) - 1

    def leaf(self, entries: Sequence[tuple[int, Any]]) -> int:
        """A leaf of (target, weight) entries; its place."""
        place = self._add(-1, 0, len(self.targets), len(entries), False)
        self.targets += [target for target, _ in entries]
        self.weights += [weight for _, weight in entries]
        return place

    def compare(self, mode: str, feature: int, value: Any, yes: int, no: int, missing: bool) -> int:
        """A node of any comparison; NaN goes to `yes` if `missing`, else to `no`."""
        lower = np.nextafter(np.dtype(self.dtype).type(value), np.dtype(self.dtype).type(-np.inf))
        match mode:
            case "BRANCH_LEQ":
                return self._add(feature, value, yes, no, missing)
            case "BRANCH_LT":
                return self._add(feature, lower, yes, no, missing)
            case "BRANCH_GT":
                return self._add(feature, value, no, yes, not missing)
            case "BRANCH_GTE":
                return self._add(feature, lower, no, yes, not missing)
            case "BRANCH_NEQ":
                return self.compare("BRANCH_EQ", feature, value, no, yes, False)  # NaN differs from all
        below = self._add(feature, lower, no, yes, not missing)  # of what is at most the value
        return self._add(feature, value, below, no, missing)

    def emit(self, ctx: Context, x: Any, count: int, aggregate: str) -> Any:
        """The sums (or averages, or extremes) of the leaves' weights: (N, `count`)."""
        depth = max(self.feature)
        if depth >= 0 and isinstance(ctx.shape(x)[1], int) and depth >= ctx.shape(x)[1]:
            raise ctx.error("I117", f"the trees compare column {depth} of an input of {ctx.shape(x)[1]} columns")
        if self.targets and not 0 <= max(self.targets) < count:
            raise ctx.error("I117", f"a leaf votes for target {max(self.targets)} of {count}")
        tables = [
            ctx.constant(self.feature, "int32"),
            ctx.constant(self.threshold, self.dtype),
            ctx.constant(self.branches, "int32"),
            ctx.constant(self.roots, "int32"),
            ctx.constant(self.targets, "int32"),
            ctx.constant(self.weights, self.dtype),
            ctx.constant(self.missing, "bool") if any(self.missing) else None,
        ]
        y = ctx.emit("tree_ensemble", x, *tables, count=count, aggregate=AGGREGATES[aggregate])
        share = 1.0 / max(len(self.roots), 1)
        return ctx.emit("multiply", y, ctx.constant(share, self.dtype)) if aggregate == "AVERAGE" else y


def _numbers(attrs: dict[str, Any], name: str) -> Array:
    """Numbers given as floats or, in newer models, as a tensor."""
    tensor = attrs.get(f"{name}_as_tensor")
    return np.asarray(attrs.get(name) or [], np.float32) if tensor is None else np.asarray(tensor).reshape(-1)


def _forest(attrs: dict[str, Any], votes: str, dtype: str) -> Forest:
    """The table of nodes of the older operators, whose nodes have numbers of their own in each tree."""
    trees, numbers = attrs["nodes_treeids"], attrs["nodes_nodeids"]
    keys = list(zip(trees, numbers, strict=True))
    where = {key: n for n, key in enumerate(keys)}
    entries: dict[tuple[int, int], list[tuple[int, Any]]] = {}
    ids = "class" if votes == "class" else "target"
    weights = _numbers(attrs, f"{ids}_weights")
    names = (attrs[f"{ids}_treeids"], attrs[f"{ids}_nodeids"], attrs[f"{ids}_ids"])
    for tree, number, target, weight in zip(*names, weights, strict=True):
        entries.setdefault((tree, number), []).append((target, weight))
    values = _numbers(attrs, "nodes_values")
    tracks = attrs.get("nodes_missing_value_tracks_true") or [0] * len(keys)
    forest, made = Forest(dtype), dict[int, int]()
    children = [
        [where[trees[n], attrs[f"nodes_{side}nodeids"][n]] for side in ("true", "false")]
        if attrs["nodes_modes"][n] != "LEAF" else []
        for n in range(len(keys))
    ]  # fmt: skip
    roots = _roots(trees)

    def node(n: int) -> int:
        if not children[n]:
            return forest.leaf(entries.get(keys[n], []))
        yes, no = (made[c] for c in children[n])
        return forest.compare(
            attrs["nodes_modes"][n], attrs["nodes_featureids"][n], values[n], yes, no, bool(tracks[n])
        )

    forest.roots = _grow(roots, children, made, node)
    return forest


def _roots(trees: Sequence[int]) -> list[int]:
    """The first node of each tree."""
    first: dict[int, int] = {}
    for n, tree in enumerate(trees):
        first.setdefault(tree, n)
    return list(first.values())


def _grow(roots: list[int], children: list[list[int]], made: dict[int, int], node: Callable[[int], int]) -> list[int]:
    """Makes every node after its children; the places of the roots. Raises ValueError for nodes that go in circles."""
    for root in roots:
        todo, open_nodes = [root], set()
        while todo:
            n = todo[-1]
            waiting = [c for c in children[n] if c not in made]
            if waiting and n in open_nodes:
                raise ValueError("the nodes of a tree go in circles")
            if waiting:
                open_nodes.add(n)
                todo += waiting
                continue
            todo.pop()
            if n not in made:
                made[n] = node(n)
    return [made[r] for r in roots]


def _input(ctx: Context, x: Any) -> Any:
    """A matrix of floating-point numbers."""
    x = x if ctx.rank(x) != 1 else ctx.reshape(x, [1, *ctx.shape(x)])
    return x if dt.is_float(ctx.dtype(x)) else ctx.cast(x, "float32")


@onnx_op("TreeEnsembleRegressor", domain=DOMAIN)
def tree_regressor(
    ctx: Context, x: Any, *, n_targets: int = 1, aggregate_function: str = "SUM", post_transform: str = "NONE",
    **attrs: Any,
) -> Any:  # fmt: skip
    x = _input(ctx, x)
    y = _forest(attrs, "target", ctx.dtype(x)).emit(ctx, x, n_targets, aggregate_function)
    base = _numbers(attrs, "base_values")
    y = y if not base.size else ctx.emit("add", y, ctx.constant(base, ctx.dtype(y)))
    return ctx.cast(post_transformed(ctx, y, post_transform), "float32")


@onnx_op("TreeEnsembleClassifier", domain=DOMAIN)
def tree_classifier(ctx: Context, x: Any, *, post_transform: str = "NONE", **attrs: Any) -> Any:
    """Two classes of which one alone has weights: the other's score follows from it, as onnxruntime has it."""
    x = _input(ctx, x)
    labels = labels_of(ctx, attrs, LABELS)
    forest, base = _forest(attrs, "class", ctx.dtype(x)), _numbers(attrs, "base_values")
    single = len(labels) == 2 and len(set(forest.targets)) == 1
    if single:
        forest.targets = [0] * len(forest.targets)
    y = forest.emit(ctx, x, 1 if single else len(labels), "SUM")
    if base.size:
        y = ctx.emit("add", y, ctx.constant(base[-1:] if single else base, ctx.dtype(y)))
    y = ctx.cast(y, "float32")
    positive = all(w >= 0 for w in forest.weights)
    if single:
        limit = ctx.constant(0.5 if positive else 0.0, "float32")
        place = ctx.cast(ctx.reshape(ctx.emit("greater", y, limit), [ctx.shape(y)[0]]), "int64")
        share = positive and post_transform != "LOGISTIC"
        other = ctx.emit("subtract", ctx.constant(1.0 if share else 0.0, "float32"), y)
        y = ctx.emit("concatenate", [other, y], axis=1)
        post_transform = "NONE" if post_transform.startswith("SOFTMAX") else post_transform
    else:
        place = ctx.emit("argmax", y, axis=1)
    return [ctx.emit("take", labels, place, axis=0), post_transformed(ctx, y, post_transform)]


@onnx_op("TreeEnsemble", since=5, domain=DOMAIN)
def tree_ensemble(
    ctx: Context, x: Any, *, aggregate_function: int = 1, n_targets: int = 1, post_transform: int = 0, **attrs: Any
) -> Any:
    x = _input(ctx, x)
    forest = Forest(ctx.dtype(x))
    modes, splits = np.asarray(attrs["nodes_modes"]), np.asarray(attrs["nodes_splits"])
    weights, leaves = np.asarray(attrs["leaf_weights"]), attrs["leaf_targetids"]
    members = _members(modes, np.asarray(attrs.get("membership_values", [])))
    size = len(modes)
    sides = [list(zip(attrs[f"nodes_{s}nodeids"], attrs[f"nodes_{s}leafs"], strict=True)) for s in ("true", "false")]
    children = [[c + size if leaf else c for c, leaf in pair] for pair in zip(*sides, strict=True)]
    children += [[]] * len(leaves)
    tracks = attrs.get("nodes_missing_value_tracks_true") or [0] * size
    made: dict[int, int] = {}

    def node(n: int) -> int:
        if n >= size:
            return forest.leaf([(leaves[n - size], weights[n - size])])
        yes, no = (made[c] for c in children[n])
        feature, mode = attrs["nodes_featureids"][n], MODES[modes[n]]
        if mode != "BRANCH_MEMBER":
            return forest.compare(mode, feature, splits[n], yes, no, bool(tracks[n]))
        for value in members[n]:
            no = forest.compare("BRANCH_EQ", feature, value, yes, no, bool(tracks[n]))
        return no

    forest.roots = _grow(list(attrs["tree_roots"]), children, made, node)
    y = forest.emit(ctx, x, n_targets, ("AVERAGE", "SUM", "MIN", "MAX")[aggregate_function])
    names = ("NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT")
    return post_transformed(ctx, y, names[post_transform])


def _members(modes: Array, values: Array) -> dict[int, list[Any]]:
    """The set of each node that tests for membership; in the attribute the sets are parted by NaN."""
    sets: list[list[Any]] = [[]]
    for value in values.reshape(-1):
        if np.isnan(value):
            sets.append([])
        else:
            sets[-1].append(value)
    return dict(zip([n for n, m in enumerate(modes) if m == MODES.index("BRANCH_MEMBER")], sets, strict=False))
