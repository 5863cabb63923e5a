"""The search for a wrong node finds faults that are put into an importer and a graph pass."""

from __future__ import annotations

import os
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
from mlcc.verification.references import chosen, flat
from mlcc.verification.submodels import segments

from .models import chain, one_node


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
    assert (found.operator, found.value, found.stage) == ("Relu", "b", "import, to negative")
    assert found.nodes == ("b",)
    assert list(found.inputs) == ["a"]
    assert [node.op_type for node in found.model.graph.node] == ["Relu"]
    assert found.expected["b"].shape == (4, 5)
    assert found.as_data()["stage"] == "import, to negative"


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


@pytest.fixture
def in_segments(monkeypatch: pytest.MonkeyPatch) -> None:
    """Models of more than two nodes are large."""
    for name in ("bisect", "nodes"):
        monkeypatch.setattr(import_module(f"mlcc.verification.{name}"), "SEGMENT", 2)


@pytest.mark.usefixtures("in_segments")
def test_a_large_model_is_compared_in_segments(monkeypatch: pytest.MonkeyPatch) -> None:
    assert search(chain()) is None
    x = np.random.default_rng(1).standard_normal((4, 6)).astype(np.float32)
    report = compare_nodes(chain(), {"x": x}, chosen(["onnx"]), Bounds())
    assert [row.value for row in report.rows] == ["a", "b", "c", "d", "y"]
    assert not report.wrong
    negated = registry.find("Neg", "", 17)
    assert negated is not None
    monkeypatch.setitem(registry._TABLE, ("", "Relu"), [negated])
    found = search(chain())
    assert found is not None
    assert (found.operator, found.value, found.nodes) == ("Relu", "b", ("b",))


@pytest.mark.usefixtures("in_segments")
def test_two_nodes_of_a_large_model_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of two nodes that are in a segment, and of two that only the whole model has side by side."""
    monkeypatch.setitem(transform.PASSES, "RemoveIdentities", AddsTooMuch)
    found = search(chain())
    assert found is not None
    assert (found.operator, found.value, found.nodes) == ("Add", "c", ("b", "c"))
    monkeypatch.setattr(import_module("mlcc.verification.bisect"), "segments", lambda model, values, size, step: [[0]])
    found = search(chain())
    assert found is not None
    assert (found.operator, found.value, found.nodes) == ("Add", "c", ("b", "c"))


@pytest.mark.usefixtures("in_segments")
def test_what_is_no_tensor_stays_within_a_segment() -> None:
    nodes = "a = Relu (x)\ns = SequenceConstruct (a, x)\nt = ConcatFromSequence <axis = 0> (s)\ny = Neg (t)"
    model = one_node(f"m (float[4, 6] x) => (float[8, 6] y) {{ {nodes} }}")
    assert search(model) is None
    assert segments(model, {"a": 0, "x": 0, "t": 0, "y": 0}, 2) == [[0, 1], [1, 2, 3]]


@pytest.mark.usefixtures("in_segments")
def test_a_segment_with_results_of_several_shapes(monkeypatch: pytest.MonkeyPatch) -> None:
    nodes = "a = Relu (x)\nb = ReduceSum <keepdims = 0> (x)\nc = Neg (a)\ny = Add (c, b)"
    model = one_node(f"m (float[4, 6] x) => (float[4, 6] y) {{ {nodes} }}")
    negated = registry.find("Abs", "", 17)
    assert negated is not None
    monkeypatch.setitem(registry._TABLE, ("", "Relu"), [negated])
    found = search(model)
    assert found is not None
    assert (found.operator, found.value) == ("Relu", "a")
    assert [array.shape for array in flat([(np.zeros((4, 6)), np.zeros(())), None])] == [(4, 6), ()]


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


def times(factor: float, fn: Callable[..., Any]) -> Callable[..., Any]:
    """A function of arrays whose results are too large."""
    return lambda *args, **named: np.float32(factor) * fn(*args, **named)


def test_constants_that_the_importer_folds(monkeypatch: pytest.MonkeyPatch) -> None:
    folding = import_module("mlcc.importers.onnx.folding")
    right = folding._evaluate
    wrong = lambda *args: {name: times(1.1, lambda v=value: v)() for name, value in right(*args).items()}  # noqa: E731
    monkeypatch.setattr(folding, "_evaluate", wrong)
    model = one_node("m (float[4, 6] x) => (float[4, 6] y) { t = Add (c, c)\ny = Mul (x, t) }", c=np.float32(3))
    found = search(model)
    assert found is not None
    assert (found.operator, found.value, found.stage) == ("Add", "t", "import, of constants")


def test_constants_that_a_pass_folds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights that are integers in the file become floats in the pass, not while importing."""
    fold = import_module("mlcc.relax.transform.fold_constant")
    worse = {**fold.EVALUATE, "dequantize_linear": times(1.1, fold.EVALUATE["dequantize_linear"])}
    monkeypatch.setattr(fold, "EVALUATE", worse)
    text = "m (float[4, 6] x) => (float[4, 5] y) { f = DequantizeLinear (w, s)\ny = MatMul (x, f) }"
    weights = np.arange(-15, 15, dtype=np.int8).reshape(6, 5)
    found = search(one_node(text, opset=21, w=weights, s=np.float32(0.5)))
    assert found is not None
    assert (found.operator, found.stage) == ("DequantizeLinear", "FoldConstant")


def test_a_group_that_becomes_another_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the pass that forms groups is to blame, though its result is wrong when it is made whole."""
    monkeypatch.setenv("MLCC_CACHE_DIR", "")
    right = transform.LegalizeOps.__call__

    def wrong(self: transform.LegalizeOps, module: IRModule) -> IRModule:
        flipped = lambda node: binary("min", node.a, node.b) if node.op == "max" else None  # noqa: E731
        has_groups = any("Primitive" in func.attrs for func in module.graph_funcs.values())
        result = right(self, module)
        return result.map_prim_funcs(lambda func: changed(func, Binary, flipped)) if has_groups else result

    monkeypatch.setattr(transform.LegalizeOps, "__call__", wrong)
    found = search(chain())
    assert found is not None
    assert (found.value, found.stage) == ("b", "LegalizeOps")
    assert found.nodes == ("a", "b")


def test_wrong_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MLCC_CACHE_DIR", "")
    llvm = import_module("mlcc.codegen.llvm")
    right = llvm.emit_module
    wrong = lambda *args, **named: right(*args, **named).replace("@llvm.maximum.", "@llvm.minimum.")  # noqa: E731
    monkeypatch.setattr(llvm, "emit_module", wrong)
    found = search(chain())
    assert found is not None
    assert (found.value, found.stage) == ("y", "code generation, on softmax")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="code runs in this process")
def test_machine_code_that_crashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MLCC_CACHE_DIR", "")
    llvm = import_module("mlcc.codegen.llvm")
    right = llvm.emit_module

    def wrong(programs: Any, *args: Any, **named: Any) -> str:
        text = str(right(programs, *args, **named))
        return text.replace("entry:\n", "entry:\n  call void @llvm.trap()\n", 1) if "softmax" in programs else text

    monkeypatch.setattr(llvm, "emit_module", wrong)
    found = search(chain())
    assert found is not None
    assert (found.value, found.stage) == ("y", "code generation, on softmax")
    assert str(found.difference).startswith("ends with SIG")


def test_values_that_share_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each program computes what it should, and their results lie upon each other."""
    memory = import_module("mlcc.relax.plan_memory")
    right = memory._place_static

    def wrong(values: Any, offsets: dict[int, Any]) -> Any:
        size = right(values, offsets)
        offsets.update(dict.fromkeys(offsets, const(0, "int64")))
        return size

    monkeypatch.setattr(memory, "_place_static", wrong)
    nodes = "a = Softmax (x)\nb = Softmax <axis=0> (x)\nt = Transpose (b)\ny = MatMul (a, t)"
    found = search(one_node(f"m (float[4, 6] x) => (float[4, 4] y) {{ {nodes} }}"))
    assert found is not None
    assert found.stage == "plan-memory or assemble"


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
