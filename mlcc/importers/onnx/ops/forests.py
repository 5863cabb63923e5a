"""The node table of an ensemble of trees, built with array operations: ensembles have millions of nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ..values import Array

#: A list of numbers; long ones are arrays.
Numbers: TypeAlias = Sequence[int] | Sequence[float] | Array
#: The comparisons, in the order of their codes in opset 5.
MODES = ("BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ", "BRANCH_MEMBER")
_LEQ, _LT, _GTE, _GT, _EQ, _NEQ, _MEMBER = range(len(MODES))
_LEAF = len(MODES)


class NoForest(Exception):
    """The attributes do not describe an ensemble of trees; the message says why."""


@dataclass
class Forest:
    """The operands of the operator ``tree_ensemble``; thresholds and weights have the type `dtype`."""

    dtype: str
    feature: Array
    threshold: Array
    branches: Array
    missing: Array
    targets: Array
    weights: Array
    roots: Array

    @staticmethod
    def of(
        dtype: str,
        *,
        modes: Numbers,
        feature: Numbers,
        value: Array,
        sides: tuple[Array, Array],
        missing: Numbers | None,
        leaves: Array,
        targets: Array,
        weights: Array,
        roots: Numbers,
        members: Mapping[int, Sequence[float]] | None = None,
    ) -> Forest:
        """The forest of nodes that compare `feature` with `value` by `modes` (numbers of MODES), and of leaves after
        them, of which each has the next ``leaves[n]`` of `targets` and `weights`.

        `sides` are the nodes where a comparison holds and where not; leaves are counted on from the nodes. `missing`
        says which comparisons a NaN satisfies, `members` the set that a membership test is for. Raises NoForest for a
        node that is not there, and for nodes that are their own ancestors.
        """
        kinds = np.asarray(modes, np.int64)
        size, count = len(kinds), len(kinds) + len(leaves)
        yes, no = (np.asarray(side, np.int64) for side in sides)
        tracks = np.zeros(size, bool) if missing is None or not len(missing) else np.asarray(missing) != 0
        columns, start = np.asarray(feature, np.int64), np.asarray(roots, np.int64)
        if not len(yes) == len(no) == len(columns) == len(value) == len(tracks) == size:
            raise NoForest("the attributes of the nodes differ in length")
        for nodes in (yes, no, start):
            _check_inside(nodes, count)
        if len(targets) != len(weights) or len(targets) != leaves.sum() or (columns < 0).any():
            raise NoForest("a leaf lacks a target or a weight, or a node compares a negative column")
        _check_order(yes, no, start, count)
        table = _Table(dtype, kinds, columns, value.astype(dtype), yes, no, tracks)
        table.expand(count, members or {})
        ends = np.cumsum(leaves)
        votes = np.stack([ends - leaves, leaves], 1)
        own, added = table.rows(size)
        none = np.full(len(leaves), -1)
        return Forest(
            dtype,
            np.concatenate([own.feature, none, added.feature]),
            np.concatenate([own.value, np.zeros(len(leaves), dtype), added.value]),
            np.concatenate([own.branches, votes, added.branches]),
            np.concatenate([own.missing, none > 0, added.missing]),
            np.array(targets, np.int64),
            np.asarray(weights).astype(dtype),
            start,
        )


@dataclass(frozen=True)
class _Rows:
    """Rows of the table: `branches` (N, 2) holds the successors for ``x <= value`` and otherwise."""

    feature: Array
    value: Array
    branches: Array
    missing: Array


class _Table:
    """Rewrites all kinds of comparison to ``x <= value``; the additional nodes that some need are appended."""

    def __init__(
        self, dtype: str, modes: Array, feature: Array, value: Array, yes: Array, no: Array, missing: Array
    ) -> None:
        self.type, self.modes, self.feature, self.value = np.dtype(dtype), modes, feature, value
        self.yes, self.no, self.missing = yes, no, missing

    def _lower(self, value: Array) -> Array:
        """The largest values below: x < value is x <= lower."""
        return np.nextafter(value, self.type.type(-np.inf)) if value.size else value

    def expand(self, first: int, members: Mapping[int, Sequence[float]]) -> None:
        """Rewrite all nodes; additional nodes are numbered from `first`.

        ``x < v`` is ``x <= lower(v)``; ``x > v`` and ``x >= v`` are the negations, with the successors swapped, so that
        NaN takes the other one. ``x == v`` is ``x <= v`` and then not ``x <= lower(v)``, which needs one more node, and
        ``x in {u, v}`` is ``x == u``, else ``x == v``.
        """
        self._split_members(first, members)
        self.missing = np.where(self.modes == _NEQ, False, self.missing)
        swapped = np.isin(self.modes, (_GT, _GTE, _NEQ))
        self.yes, self.no = np.where(swapped, self.no, self.yes), np.where(swapped, self.yes, self.no)
        equal = np.flatnonzero(np.isin(self.modes, (_EQ, _NEQ)))
        added = np.arange(len(equal)) + first + len(self.modes) - self.size
        more = (self.feature[equal], self._lower(self.value[equal]), self.no[equal], self.yes[equal])
        lowered = np.isin(self.modes, (_LT, _GTE))
        self.value = np.where(lowered, self._lower(self.value), self.value)
        self.missing = np.where(np.isin(self.modes, (_GT, _GTE)), ~self.missing, self.missing)
        below_missing = ~self.missing[equal]
        self.yes = self.yes.copy()
        self.yes[equal] = added
        self._append(np.full(len(equal), _LEQ), *more, below_missing)

    def _split_members(self, first: int, members: Mapping[int, Sequence[float]]) -> None:
        """Membership tests as chains of tests for equality; the last member's is the node itself."""
        self.size = len(self.modes)
        if not (self.modes == _MEMBER).any():
            return
        rows: list[tuple[float, ...]] = []
        self.modes, self.value = self.modes.copy(), self.value.copy()
        no = self.no.copy()
        for node, values in members.items():
            if not values:
                raise NoForest("a node tests for a member of no set")
            other = int(self.no[node])
            for value in values[:-1]:
                rows.append((self.feature[node], value, self.yes[node], other, self.missing[node]))
                other = first + len(rows) - 1
            self.modes[node], self.value[node], no[node] = _EQ, values[-1], other
        if (self.modes == _MEMBER).any():
            raise NoForest("a node tests for a member of no set")
        self.no = no
        if rows:
            feature, numbers, yes, others, missing = (np.array(column) for column in zip(*rows, strict=True))
            equal = np.full(len(rows), _EQ)
            self._append(equal, feature, numbers.astype(self.type), yes, others, missing.astype(bool))

    def _append(self, modes: Array, feature: Array, value: Array, yes: Array, no: Array, missing: Array) -> None:
        self.modes, self.feature = np.append(self.modes, modes), np.append(self.feature, feature)
        self.value, self.missing = np.append(self.value, value), np.append(self.missing, missing)
        self.yes, self.no = np.append(self.yes, yes), np.append(self.no, no)

    def rows(self, size: int) -> tuple[_Rows, _Rows]:
        """The rows of the model's nodes, and those of the additional nodes."""
        branches = np.stack([self.yes, self.no], 1)
        own, added = slice(0, size), slice(size, None)
        return (
            _Rows(self.feature[own], self.value[own], branches[own], self.missing[own]),
            _Rows(self.feature[added], self.value[added], branches[added], self.missing[added]),
        )


def _check_inside(nodes: Array, count: int) -> None:
    outside = nodes[(nodes < 0) | (nodes >= count)]
    if outside.size:
        raise NoForest(f"node {outside[0]} of {count} is not there")


def _check_order(yes: Array, no: Array, roots: Array, count: int) -> None:
    """Raises NoForest for nodes that are their own ancestors: an evaluation would not terminate.

    Nodes without parents are removed repeatedly (Kahn 1962); those of a cycle remain.
    """
    parents = np.bincount(np.concatenate([yes, no]), minlength=count)
    children = np.stack([yes, no], 1)
    ready, left = np.flatnonzero(parents == 0), count
    while ready.size:
        left -= len(ready)
        below = children[ready[ready < len(yes)]].reshape(-1)
        nodes, times = np.unique(below, return_counts=True)
        parents[nodes] -= times
        ready = nodes[parents[nodes] == 0]
    if left:
        raise NoForest("the nodes of a tree are cyclic")


def numbered_forest(
    dtype: str,
    *,
    names: tuple[Numbers, Numbers],
    sides: tuple[Numbers, Numbers],
    modes: Sequence[str],
    feature: Numbers,
    value: Array,
    missing: Numbers | None,
    votes: tuple[Numbers, Numbers, Numbers, Array],
) -> Forest:
    """The forest of nodes that are identified by their tree and a number in it.

    `sides` are numbers in the same tree, `modes` names of MODES or "LEAF", `votes` the tree, number, target and weight
    of each vote of a leaf. Each tree begins with its first node. Raises NoForest as `Forest.of`, and for duplicate
    nodes.
    """
    trees, numbers = (np.asarray(column, np.int64) for column in names)
    kinds = _kinds(modes)
    if not len(trees) == len(numbers) == len(kinds) == len(feature) == len(value) == len(sides[0]) == len(sides[1]):
        raise NoForest("the attributes of the nodes differ in length")
    node_index = _NodeIndex(trees, numbers)
    inner, leaf = np.flatnonzero(kinds != _LEAF), np.flatnonzero(kinds == _LEAF)
    # nodes that compare come first in the table, then the leaves, each in the order of the model
    position = np.empty(len(kinds), np.int64)
    position[inner], position[leaf] = np.arange(len(inner)), len(inner) + np.arange(len(leaf))
    ahead, behind = (position[node_index.of(trees[inner], np.asarray(side, np.int64)[inner])] for side in sides)
    vote_trees, vote_numbers, targets = (np.asarray(column, np.int64) for column in votes[:3])
    if not len(vote_trees) == len(vote_numbers) == len(targets) == len(votes[3]):
        raise NoForest("the attributes of the leaves' votes differ in length")
    voters = position[node_index.of(vote_trees, vote_numbers)]
    order = np.argsort(voters, kind="stable")
    order = order[voters[order] >= len(inner)]  # inner nodes have no votes
    _, first = np.unique(trees, return_index=True)
    tracks = None if missing is None or not len(missing) else np.asarray(missing)[inner]
    return Forest.of(
        dtype,
        modes=kinds[inner],
        feature=np.asarray(feature, np.int64)[inner],
        value=value[inner],
        sides=(ahead, behind),
        missing=tracks,
        leaves=np.bincount(voters[order] - len(inner), minlength=len(leaf)),
        targets=targets[order],
        weights=votes[3][order],
        roots=position[np.sort(first)],
    )


def _kinds(modes: Sequence[str]) -> Array:
    numbers = {mode: n for n, mode in enumerate((*MODES, "LEAF"))}
    unknown = next((mode for mode in set(modes) if mode not in numbers), None)
    if unknown is not None:
        raise NoForest(f"there is no kind of node {unknown!r}")
    return np.fromiter((numbers[mode] for mode in modes), np.int64, len(modes))


class _NodeIndex:
    """The index of nodes in the table, by tree and number."""

    def __init__(self, trees: Array, numbers: Array) -> None:
        self.trees, self.numbers = np.unique(trees), np.unique(numbers)
        keys = self._keys(trees, numbers)
        self.order = np.argsort(keys, kind="stable")
        self.keys = keys[self.order]
        again = np.flatnonzero(self.keys[1:] == self.keys[:-1])
        if again.size:
            twice = self.order[again[0]]
            raise NoForest(f"tree {trees[twice]} has two nodes {numbers[twice]}")

    def _keys(self, trees: Array, numbers: Array) -> Array:
        """One key for (tree, number); -1 if either does not exist."""
        ranks = []
        for existing, asked in ((self.trees, trees), (self.numbers, numbers)):
            rank = np.searchsorted(existing, asked)
            here = (
                existing[np.minimum(rank, len(existing) - 1)] == asked if len(existing) else np.zeros(len(asked), bool)
            )
            ranks.append(np.where(here, rank, -1))
        return np.where(np.minimum(*ranks) < 0, -1, ranks[0] * len(self.numbers) + ranks[1])

    def of(self, trees: Array, numbers: Array) -> Array:
        """The indices of nodes. Raises NoForest for one that does not exist."""
        keys = self._keys(trees, numbers)
        at = np.searchsorted(self.keys, keys)
        exists = np.append(self.keys, -2)[at] == keys
        if not exists.all():
            n = int(np.flatnonzero(~exists)[0])
            raise NoForest(f"tree {trees[n]} has no node {numbers[n]}")
        result: Array = self.order[at]
        return result
