"""The search for a wrong node finds faults that are put into an importer and a graph pass."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np
import onnx
import pytest

from mlcc import lowering
from mlcc.importers.onnx import registry
from mlcc.ir import (
    Binary,
    FloatImm,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphVar,
    IRModule,
    Op,
    PrimFunc,
    binary,
    const,
)
from mlcc.ir.traverse import map_nodes
from mlcc.relax import transform
from mlcc.relax.rewrite import Emitter, rewrite
from mlcc.relax.transform import FunctionPass
from mlcc.target import Target
from mlcc.verification import Bounds, Finding, bisect_model, compare_nodes
from mlcc.verification.references import chosen

from .models import chain


def search(model: onnx.ModelProto) -> Finding | None:
    x = np.random.default_rng(1).standard_normal((4, 6)).astype(np.float32)
    return bisect_model(model, {"x": x}, chosen(["onnx"]), Bounds())


def test_nothing_is_found_in_a_right_model() -> None:
    assert search(chain()) is None


def test_a_wrong_converter(monkeypatch: pytest.MonkeyPatch) -> None:
    negated = registry.find("Neg", "", 17)
    assert negated is not None
    monkeypatch.setitem(registry._TABLE, ("", "Relu"), [negated])
    found = search(chain())
    assert found is not None
    assert (found.operator, found.value, found.stage) == ("Relu", "b", "import")
    assert found.nodes == ("b",)
    assert list(found.inputs) == ["a"]
    assert [node.op_type for node in found.model.graph.node] == ["Relu"]
    assert found.expected["b"].shape == (4, 5)
    assert found.as_data()["stage"] == "import"


@dataclass(frozen=True)
class AddsTooMuch(FunctionPass):
    """A pass with a fault: an addition of a rectified value doubles the value."""

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        values: dict[Any, GraphExpr] = {}

        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            values[var] = value
            if not _calls(value, "add") or not isinstance(value, GraphCall):
                return None
            if not any(_calls(values.get(arg), "nn.relu") for arg in value.args):
                return None
            twice = out.emit(value)
            return GraphCall(Op("add"), (twice, twice), sinfo=value.sinfo)

        return rewrite(func, rule, module)


def _calls(value: Any, name: str) -> bool:
    return isinstance(value, GraphCall) and isinstance(value.op, Op) and value.op.name == name


def test_a_wrong_pass_that_needs_two_nodes_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(transform.PASSES, "RemoveIdentities", AddsTooMuch)
    found = search(chain())
    assert found is not None
    assert (found.operator, found.value, found.stage) == ("Add", "c", "RemoveIdentities")
    assert found.nodes == ("b", "c")
    assert list(found.inputs) == ["a"]


def changed(item: Any, kind: type[Any], change: Callable[[Any], Any]) -> Any:
    """An item with other nodes of one kind."""
    return map_nodes(item, lambda node: change(node) if isinstance(node, kind) else None)


def test_a_wrong_step_of_a_schedule(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums that begin with 1: the step, its file and the program are named."""
    monkeypatch.setenv("MLCC_CACHE_DIR", "")
    module = import_module("mlcc.schedule.primitives.decompose_reduction")
    right = module.substitute
    wrong = lambda *args: changed(right(*args), FloatImm, lambda node: const(1.0, node.dtype))  # noqa: E731
    monkeypatch.setattr(module, "substitute", wrong)
    found = search(chain())
    assert found is not None
    assert found.operator == "Gemm"
    assert re.fullmatch(r"schedule: decompose_reduction, step \d+ of dense\w*\.yaml, on \w+", found.stage), found.stage


def test_a_wrong_pass_of_the_lowering(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MLCC_CACHE_DIR", "")

    def wrong(step: lowering.Pass, func: PrimFunc, target: Target) -> Any:
        flipped = lambda node: binary("min", node.a, node.b) if node.op == "max" else None  # noqa: E731
        return changed(step.run(func, target), Binary, flipped)

    passes = [replace(p, run=partial(wrong, p)) if p.name == "hoist_guards" else p for p in lowering.PASSES]
    for module in (import_module("mlcc.lowering.lower"), lowering):
        monkeypatch.setattr(module, "PASSES", tuple(passes))
    found = search(chain())
    assert found is not None
    assert (found.operator, found.value) == ("Relu", "b")
    assert found.stage.startswith("lowering: hoist_guards, on ")


def test_the_table_of_values() -> None:
    x = np.random.default_rng(1).standard_normal((4, 6)).astype(np.float32)
    report = compare_nodes(chain(), {"x": x}, chosen(["onnx"]), Bounds())
    assert [row.value for row in report.rows] == ["a", "b", "c", "d", "y"]
    assert not report.wrong
    assert report.summary().endswith("5 of 5 values compared with " + report.reference + ": all agree")
    assert report.rows[0].as_data()["shape"] == [4, 5]


def test_the_table_says_which_value_is_the_first_wrong_one(monkeypatch: pytest.MonkeyPatch) -> None:
    negated = registry.find("Neg", "", 17)
    assert negated is not None
    monkeypatch.setitem(registry._TABLE, ("", "Relu"), [negated])
    x = np.random.default_rng(1).standard_normal((4, 6)).astype(np.float32)
    report = compare_nodes(chain(), {"x": x}, chosen(["onnx"]), Bounds())
    assert report.wrong[0].value == "b"
    assert "first `b` of node `b` (Relu)" in report.summary()
