"""Refusals that a judge shares: the node that mlcc refuses, alone, on the values that it has in the graph.

A judge that runs a graph may not look at all of it: it compares no sizes of tensors to join, or a loop that fails
wherever it runs does not run. So where mlcc alone refuses a graph, its nodes are asked one by one, those of branches
that are not taken and of loops that do not run included. A refusal is shared where a judge refuses the same node on the
same values, for what it gets and not for what it lacks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import onnx
from onnx import defs

from .cases import OPSET, Array
from .nodes import Chain, NotConfirmed
from .worker import Ended

#: How onnxruntime says that it has no kernel, or knows no such operator; and the reference.
_LACKS = ("NOT_IMPLEMENTED", "Could not find an implementation", "is not a registered function/op", "opset",
          "Batchwise recurrent", "NotImplementedError", "RuntimeImplementationError",
          "need at least one array")  # fmt: skip


def shared_refusal(
    model: onnx.ModelProto,
    feeds: dict[str, Array],
    mine: Callable[[onnx.ModelProto, dict[str, Array]], Ended],
    judges: Iterable[Callable[[onnx.ModelProto, dict[str, Array]], Ended]],
) -> str | None:
    """What a judge says of a node that mlcc refuses; None where no judge refuses it, or no node is refused alone."""
    asked = tuple(judges)

    def judge(piece: onnx.ModelProto, arrays: dict[str, Array], _: list[Array | None]) -> Any:
        ended = mine(piece, arrays)
        if ended.how == "ok":
            return "right", "", ended.value
        older = _older(piece)
        answers = [ask(older, arrays) for ask in asked]
        shared = [a.text for a in answers if a.how == "raised" and not any(text in a.text for text in _LACKS)]
        raise NotConfirmed(
            "shared" if shared else "alone", f"{ended.text[:200]} -- a judge: {(shared or [''])[0][:200]}"
        )

    try:
        _WholeChain(model, judge).run(feeds)
    except NotConfirmed as node:
        return node.text if node.kind == "shared" else None
    except Exception:  # noqa: BLE001  sequences, and what else is no chain of arrays
        return None
    return None


class _WholeChain(Chain):
    """A chain with the branches that are not taken, and the loops that do not run as if they ran once."""

    def _branches(self, node: onnx.NodeProto, graphs: dict[str, onnx.GraphProto]) -> None:
        self._tried(graphs["else_branch" if self.values[node.input[0]].item() else "then_branch"], {})
        super()._branches(node, graphs)

    def _loop(self, node: onnx.NodeProto, body: onnx.GraphProto) -> bool:
        ran = super()._loop(node, body)
        if not ran:
            state = [self.values[name] for name in node.input[2:]]
            arguments = [np.array(0, np.int64), np.array(True), *state]
            self._tried(body, dict(zip((i.name for i in body.input), arguments, strict=True)))
        return ran

    def _tried(self, graph: onnx.GraphProto, given: dict[str, Array]) -> None:
        """A graph whose results nobody reads."""
        kept = dict(self.values)
        self._inner(graph, given)
        self.values = kept


def _older(model: onnx.ModelProto) -> onnx.ModelProto:
    """A model of one node for the opset that the judges have, where that has the same operator."""
    (node,), (domain,) = model.graph.node, model.opset_import
    same = defs.get_schema(node.op_type, OPSET, node.domain) if defs.has(node.op_type, OPSET, node.domain) else None
    now = defs.get_schema(node.op_type, domain.version, node.domain)
    if domain.version <= OPSET or same is None or same.since_version != now.since_version:
        return model
    older = onnx.ModelProto()
    older.CopyFrom(model)
    older.opset_import[0].version = OPSET
    return older
