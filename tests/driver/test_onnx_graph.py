"""`--emit onnx`: the graph of kernels as a model that ONNX's checker accepts, with what is known of each kernel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import onnx
import pytest
from onnx import TensorProto, helper

from mlcc.diagnostics import MlccError
from mlcc.driver import build_files
from mlcc.driver.profiling import profile_of
from mlcc.target import Target

MODELS = Path(__file__).resolve().parents[2] / "samples" / "models"


def written(model: Path, folder: Path, **options: Any) -> onnx.ModelProto:
    (output,) = build_files(str(model), output=str(folder / "graph.onnx"), **options)
    proto = onnx.load(output.path)
    onnx.checker.check_model(proto, full_check=True)
    return proto


def facts_of(node: onnx.NodeProto) -> dict[str, str]:
    return {entry.key: entry.value for entry in node.metadata_props}


def test_kernels_have_their_nodes_schedules_layouts_and_times(tmp_path: Path) -> None:
    graph = written(MODELS / "convnet.onnx", tmp_path, profile=True, measure=profile_of).graph
    assert ([item.name for item in graph.input], [item.name for item in graph.output]) == (["image"], ["probabilities"])
    kernels = {node.op_type: facts_of(node) for node in graph.node if node.metadata_props}
    softmax = kernels["softmax"]
    assert softmax["nodes"] == "n13_Softmax"
    assert softmax["schedule"] == ("rowwise.yaml" if Target.host().vector_lanes("float32") <= 10 else "generic.yaml")
    assert softmax["layout"] == "float32[1, 10] -> float32[1, 10]"
    assert softmax["time"].endswith("s")
    shares = [float(facts["share"].removesuffix(" %")) for facts in kernels.values()]
    assert 50 < sum(shares) < 101  # the rest is outside of kernels; each share is rounded
    original = {node.name for node in onnx.load(MODELS / "convnet.onnx").graph.node}
    named = {name for facts in kernels.values() for name in facts["nodes"].split(", ")}
    assert {name for name in original if "Conv" in name} <= named


def test_symbolic_sizes_keep_their_names(tmp_path: Path) -> None:
    model = written(MODELS / "transformer.onnx", tmp_path)
    assert [dim.dim_param or dim.dim_value for dim in model.graph.output[0].type.tensor_type.shape.dim] == [
        1, "tokens", 32
    ]  # fmt: skip
    assert "time" not in facts_of(model.graph.node[0])
    constants = {item.name for item in model.graph.initializer}
    assert constants
    assert constants <= {name for node in model.graph.node for name in node.input}


def test_branches_loops_tuples_and_results_given_twice(tmp_path: Path) -> None:
    def tensor(name: str, *shape: int, kind: int = TensorProto.FLOAT) -> onnx.ValueInfoProto:
        return helper.make_tensor_value_info(name, kind, shape)

    arms = [
        helper.make_graph([helper.make_node(op, ["x"], ["r"])], op, [], [tensor("r", 6, 4)]) for op in ("Exp", "Abs")
    ]
    body = helper.make_graph(
        [helper.make_node("Add", ["s", "s"], ["t"]), helper.make_node("Identity", ["c"], ["d"])],
        "body",
        [tensor("i", kind=TensorProto.INT64), tensor("c", kind=TensorProto.BOOL), tensor("s", 6, 4)],
        [tensor("d", kind=TensorProto.BOOL), tensor("t", 6, 4)],
    )
    nodes = [
        helper.make_node("If", ["which"], ["y"], then_branch=arms[0], else_branch=arms[1]),
        helper.make_node("Loop", ["count", "", "y"], ["z"], body=body),
        helper.make_node("TopK", ["z", "k"], ["values", "indices"]),
        helper.make_node("Identity", ["x"], ["same"]),
    ]
    count = helper.make_tensor("k", TensorProto.INT64, [1], [2])
    given = [
        tensor("x", 6, 4), tensor("which", kind=TensorProto.BOOL), tensor("count", kind=TensorProto.INT64)
    ]  # fmt: skip
    results = [tensor("values", 6, 2), tensor("indices", 6, 2, kind=TensorProto.INT64), tensor("same", 6, 4)]
    graph = helper.make_graph(nodes, "g", given, results, [count])
    path = tmp_path / "flow.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)
    model = written(path, tmp_path)
    assert [item.name for item in model.graph.output][:2] == ["values", "indices"]
    assert len(model.graph.output) == 3
    types = [node.op_type for node in model.graph.node]
    assert {"if", "loop", "copy"} <= set(types)


def test_programs_have_no_graph(tmp_path: Path) -> None:
    kernel = MODELS.parent / "kernels" / "matmul.tir"
    with pytest.raises(MlccError) as caught:
        build_files(str(kernel), output=str(tmp_path / "graph.onnx"))
    assert caught.value.code == "D174"


def test_the_model_is_not_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    data = (MODELS / "mlp.onnx").read_bytes()
    Path("mlp.onnx").write_bytes(data)
    (output,) = build_files("mlp.onnx", emit=("onnx",))
    assert output.path == "mlp.kernels.onnx"
    assert Path("mlp.onnx").read_bytes() == data
