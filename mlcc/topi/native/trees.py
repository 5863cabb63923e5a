"""Ensembles of decision trees: each row walks every tree from its root to a leaf."""

from __future__ import annotations

from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Buffer, Expr, as_int, binary, cast, const
from mlcc.te import StmtBuilder, Tensor

from ..registry import register
from ..shapes import choice, need_rank, need_same_dtype

#: How the weights of the leaves that a row reaches are joined, by the number that each target starts with.
AGGREGATES = {"add": 0.0, "min": float("inf"), "max": float("-inf")}


@register("tree_ensemble", "opaque")
def tree_ensemble(
    data: Tensor,
    feature: Tensor,
    threshold: Tensor,
    branches: Tensor,
    roots: Tensor,
    targets: Tensor,
    weights: Tensor,
    missing: Tensor | None = None,
    count: int = 1,
    aggregate: str = "add",
) -> Tensor:
    """The aggregated weights of the leaves that each row of `data` (N, F) reaches, per target: (N, `count`).

    Node m compares column ``feature[m]`` with ``threshold[m]``: where it is at most that, the next node is
    ``branches[m, 0]``, else ``branches[m, 1]``. A NaN goes to the second, unless ``missing[m]``. A node with a negative
    feature is a leaf: of `targets` and `weights` it has ``branches[m, 1]`` entries from ``branches[m, 0]`` on. `roots`
    are the trees. `aggregate` is "add", "min" or "max".
    """
    need_rank("tree_ensemble", data, 2)
    need_same_dtype("tree_ensemble", data, threshold)
    how = choice("tree_ensemble", "aggregate", aggregate, tuple(AGGREGATES))
    if count < 1:
        raise MlccError("T205", f"`tree_ensemble`: {count} targets")
    operands = [t for t in (data, feature, threshold, branches, roots, targets, weights, missing) if t is not None]

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        rows, columns = ins[0].shape
        b = StmtBuilder(rows.dtype)
        node = b.alloc("node", (1,), b.index, "local")
        with b.loop("n", rows) as n:
            with b.loop("k", count) as k:
                b.store(outs[0], const(AGGREGATES[how], weights.dtype), n, k)
            with b.loop("t", ins[4].shape[0]) as t:
                b.store(node, b.load(ins[4], t), 0)
                with b.repeat_while(b.load(ins[1], b.load(node, 0)) >= 0):
                    _descend(b, node, ins, n, columns)
                # A leaf votes for any number of targets: its entries are a range of `targets` and `weights`.
                leaf = b.load(node, 0)
                with b.loop("e", b.load(ins[3], leaf, 1)) as e:
                    entry = cast(b.index, b.load(ins[3], leaf, 0)) + e
                    target = cast(b.index, b.load(ins[5], entry))
                    new = binary(how, b.load(outs[0], n, target), b.load(ins[6], entry))
                    b.store(outs[0], new, n, target)
        return b.finish()

    shape = (data.shape[0], count)
    result: Tensor = te.extern(shape, operands, build, weights.dtype, "tree_ensemble")
    return result


def _descend(b: StmtBuilder, node: Buffer, ins: list[Buffer], row: Expr, columns: Expr) -> None:
    """Go from a node to its child."""
    data, feature, threshold, branches = ins[:4]
    at = b.load(node, 0)
    column = cast(b.index, b.load(feature, at))
    x = b.load(data, row, column if as_int(columns) is not None else te.min(column, columns - 1))
    below = x <= b.load(threshold, at)
    if len(ins) > 7:
        below = te.any(below, te.all(x.not_equal(x), b.load(ins[7], at)))
    b.store(node, te.select(below, b.load(branches, at, 0), b.load(branches, at, 1)), 0)
