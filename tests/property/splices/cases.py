"""The cases of ONNX's suite that can be spliced: nodes on tensors of numbers, of few elements."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import onnx
from onnx import defs
from suite_cases import node_cases

Array = np.ndarray[Any, Any]

#: The opset of most graphs, which the judges support, and that of the rest.
OPSET, NEWEST = 22, defs.onnx_opset_version()
_MOST = 4096
#: Results that no two engines share.
_RANDOM: tuple[str, ...] = (
    "RandomNormal",
    "RandomUniform",
    "RandomNormalLike",
    "RandomUniformLike",
    "Bernoulli",
    "Multinomial",
    "Dropout",
)


#: Inputs of floats that say how, not what.
_PARAMETERS = ("roi", "scales", "iou_threshold", "score_threshold", "delta", "limit", "start")


@dataclass(frozen=True)
class Case:
    """Nodes on inputs that have these values, written for the opset `version`."""

    name: str
    graph: onnx.GraphProto
    inputs: dict[str, Array]
    version: int

    @property
    def floats(self) -> list[str]:
        """The inputs of floating-point numbers, which take any others."""
        return [n for n, a in self.inputs.items() if a.dtype.kind == "f" and a.size and n not in _PARAMETERS]

    def fits(self, opset: int) -> bool:
        """Whether the operators of an opset are those for which the nodes were written."""
        return all(_since(n, self.version) == _since(n, opset) is not None for n in self.graph.node)


def _since(node: onnx.NodeProto, opset: int) -> int | None:
    """The opset that made the operator what it is in a later one; None where it does not exist."""
    try:
        return int(defs.get_schema(node.op_type, opset, node.domain).since_version)
    except defs.SchemaError:
        return None


@cache
def cases() -> tuple[Case, ...]:
    """All of them."""
    found = [_case(c) for c in node_cases() if c.model is not None]
    return tuple(case for case in found if case is not None)


def _case(test: Any) -> Case | None:
    model = test.model
    (given, _), *_ = test.data_sets
    names = [i.name for i in model.graph.input]
    arrays = [a for a in given if isinstance(a, np.ndarray) and a.dtype.kind in "biuf" and a.size <= _MOST]
    if (
        model.functions
        or len(arrays) != len(given)
        or len(given) != len(names)
        or any(o.domain for o in model.opset_import)
    ):
        return None
    if any(n.op_type in _RANDOM for n in model.graph.node) or not all(
        o.type.HasField("tensor_type") for o in model.graph.output
    ):
        return None
    version = model.opset_import[0].version
    if not all(defs.has(n.op_type, n.domain) for n in model.graph.node):
        return None
    return Case(test.name.removeprefix("test_"), model.graph, dict(zip(names, arrays, strict=True)), version)
