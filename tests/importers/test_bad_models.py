"""Models that cannot be imported: which error, and what it names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper
from onnx_models import BOOL, FLOAT, INT64, graph_of, model_of, node

from mlcc import MlccError
from mlcc.importers.onnx import UnknownValue, from_onnx


def error_of(source: object, **options: object) -> MlccError:
    with pytest.raises(MlccError) as caught:
        from_onnx(source, **options)
    return caught.value


def relu() -> onnx.ModelProto:
    return model_of([node("Relu", ["x"], ["y"])], {"x": (FLOAT, ["N", 4])}, ["y"])


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "empty"),
        (b"\x93NUMPY garbage" * 20, "array of NumPy"),
        (b"\x93garbage" * 20, "decoded"),
        (b"\x08\x07", "no graph"),
        (b"# not a model\n", "decoded"),
    ],
)
def test_files_that_are_no_models(tmp_path: Path, data: bytes, word: str) -> None:
    path = tmp_path / "m.onnx"
    path.write_bytes(data)
    for source in (path, data):
        error = error_of(source)
        assert error.code == "I101"
        assert word in error.message


@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
def test_a_truncated_model(tmp_path: Path, share: float) -> None:
    weights = {"w": np.ones((64, 64), np.float32)}
    whole = model_of([node("MatMul", ["x", "w"], ["y"])], {"x": (FLOAT, [1, 64])}, ["y"], weights)
    data = whole.SerializeToString()
    path = tmp_path / "cut.onnx"
    path.write_bytes(data[: int(len(data) * share)])
    assert error_of(path).code == "I101"


def test_a_file_that_is_not_there() -> None:
    assert error_of("nowhere/model.onnx").code == "D101"


def test_missing_external_weights_are_all_named(tmp_path: Path) -> None:
    weights = {"w": np.ones((40, 40), np.float32), "v": np.ones((40, 40), np.float32)}
    model = model_of(
        [node("MatMul", ["x", "w"], ["a"]), node("MatMul", ["a", "v"], ["y"])], {"x": (FLOAT, [1, 40])}, ["y"], weights
    )
    onnx.save_model(
        model, tmp_path / "m.onnx", save_as_external_data=True, all_tensors_to_one_file=False, size_threshold=0
    )
    assert from_onnx(tmp_path / "m.onnx")["main"]
    for name in ("w", "v"):
        (tmp_path / name).unlink()
    error = error_of(tmp_path / "m.onnx")
    assert error.code == "I102"
    assert {d.message.split("`")[1] for d in error.diagnostics} == {"w", "v"}


def test_external_weights_that_are_too_short(tmp_path: Path) -> None:
    model = model_of(
        [node("MatMul", ["x", "w"], ["y"])], {"x": (FLOAT, [1, 40])}, ["y"], {"w": np.ones((40, 40), "f4")}
    )
    onnx.save_model(model, tmp_path / "m.onnx", save_as_external_data=True, location="w.bin", size_threshold=0)
    (tmp_path / "w.bin").write_bytes(b"1234")
    assert error_of(tmp_path / "m.onnx").code in ("I102", "I108")


def test_every_unsupported_node_is_reported() -> None:
    model = model_of(
        [
            node("Fancy", ["x"], ["a"], domain="com.acme"),
            node("Unseen", ["a"], ["b"]),
            node("Relu", ["b"], ["c"]),
            node("Unheard", ["c"], ["y"]),
        ],
        {"x": (FLOAT, [2])},
        ["y"],
        domains={"com.acme": 3},
    )
    error = error_of(model)
    assert [d.code for d in error.diagnostics] == ["I120"] * 3
    first = error.diagnostics[0].message
    for word in ("com.acme.Fancy", "make_a", "float", "opset 3"):
        assert word in first
    assert "Unheard" in error.diagnostics[2].message


def test_a_domain_without_an_opset() -> None:
    error = error_of(model_of([node("Fancy", ["x"], ["y"], domain="com.acme")], {"x": (FLOAT, [2])}, ["y"]))
    assert error.code == "I120"
    assert "no opset for the domain `com.acme`" in error.message


def test_unsupported_nodes_of_subgraphs_and_functions() -> None:
    branch = graph_of([node("Unheard", ["x"], ["u"])], {}, ["u"])
    function = helper.make_function(
        "own", "F", ["p"], ["q"], [node("Unheard2", ["p"], ["q"])], [helper.make_opsetid("", 17)]
    )
    model = model_of(
        [node("If", ["c"], ["i"], then_branch=branch, else_branch=branch), node("F", ["i"], ["y"], domain="own")],
        {"x": (FLOAT, [2]), "c": (BOOL, [])},
        ["y"],
        domains={"own": 1},
        functions=[function],
    )
    messages = [d.message for d in error_of(model).diagnostics]
    assert len(messages) == 3
    assert "in function `F`" in messages[2]


def test_element_types_that_do_not_exist_here() -> None:
    error = error_of(model_of([node("Identity", ["x"], ["y"])], {"x": (TensorProto.COMPLEX64, [2])}, ["y"]))
    assert error.code == "I109"
    assert "complex64" in error.message


@pytest.mark.parametrize(
    ("shapes", "code", "word"),
    [
        ({"z": (1, 4)}, "I103", "`z`"),
        ({"x": (1, 4, 1)}, "I106", "rank 2"),
        ({"x": (1, 5)}, "I106", "is 4 in the model"),
        ({"x": (-1, 4)}, "I106", "-1"),
    ],
)
def test_wrong_shapes(shapes: dict[str, tuple[int, ...]], code: str, word: str) -> None:
    error = error_of(relu(), shapes=shapes)
    assert error.code == code
    assert word in error.message


def test_a_named_dimension_has_one_size() -> None:
    inputs = {"x": (FLOAT, ["N", 4]), "z": (FLOAT, ["N", 4])}
    model = model_of([node("Add", ["x", "z"], ["y"])], inputs, ["y"])
    assert error_of(model, shapes={"x": (2, 4), "z": (3, 4)}).code == "I106"
    main = from_onnx(model, shapes={"x": (2, 4)})["main"]
    assert main.params[1].sinfo.static_shape() == (2, 4)


def test_a_size_for_a_named_dimension() -> None:
    assert from_onnx(relu(), shapes={"N": (3,)})["main"].ret_sinfo.static_shape() == (3, 4)
    assert error_of(relu(), shapes={"N": (3, 4)}).code == "I103"
    assert error_of(relu(), shapes={"N": (3,), "x": (2, 4)}).code == "I106"


def test_an_input_without_a_rank() -> None:
    model = model_of([node("Relu", ["x"], ["y"])], {"x": (FLOAT, None)}, ["y"])
    assert error_of(model).code == "I105"
    assert from_onnx(model, shapes={"x": (2, 3)})["main"].ret_sinfo.static_shape() == (2, 3)


def test_a_known_value_of_the_wrong_dtype() -> None:
    model = model_of([node("Reshape", ["x", "s"], ["y"])], {"x": (FLOAT, [6]), "s": (INT64, [2])}, ["y"])
    assert error_of(model, known={"s": np.array([2.0, 3.0])}).code == "I106"
    assert error_of(model, known={"t": np.array([2, 3])}).code == "I103"


def test_a_value_of_run_time_that_decides_a_shape() -> None:
    model = model_of(
        [node("Add", ["s", "s"], ["t"]), node("Unsqueeze", ["x", "t"], ["y"])],
        {"x": (FLOAT, [8]), "s": (INT64, [2])},
        ["y"],
    )
    error = error_of(model)
    assert error.code == "I112"
    assert isinstance(error, UnknownValue)
    assert error.inputs == ("s",)


def test_a_name_defined_twice() -> None:
    nodes = [node("Relu", ["x"], ["y"]), node("Tanh", ["x"], ["y"])]
    error = error_of(model_of(nodes, {"x": (FLOAT, [2])}, ["y"]))
    assert error.code == "I114"
    assert "`y`" in error.message


def test_an_undefined_name() -> None:
    error = error_of(model_of([node("Add", ["x", "ghost"], ["y"])], {"x": (FLOAT, [2])}, ["y"]))
    assert error.code == "I115"
    assert "`ghost`" in error.message


def test_a_cycle() -> None:
    nodes = [node("Add", ["x", "b"], ["a"]), node("Relu", ["a"], ["b"])]
    error = error_of(model_of(nodes, {"x": (FLOAT, [2])}, ["b"]))
    assert error.code == "I116"
    assert "make_a" in error.diagnostic.notes[0]
    assert "make_b" in error.diagnostic.notes[0]


def test_nodes_out_of_order_are_put_in_order() -> None:
    nodes = [node("Relu", ["a"], ["y"]), node("Neg", ["x"], ["a"])]
    main = from_onnx(model_of(nodes, {"x": (FLOAT, [2])}, ["y"]))["main"]
    assert [b.value.op.name for b in main.bindings()[:2]] == ["negative", "nn.relu"]


def test_a_missing_output() -> None:
    error = error_of(model_of([node("Relu", ["x"], ["y"])], {"x": (FLOAT, [2])}, ["y", "gone"]))
    assert error.code == "I107"
    assert "`gone`" in error.message


def test_an_opset_from_the_future() -> None:
    error = error_of(model_of([node("Relu", ["x"], ["y"])], {"x": (FLOAT, [2])}, ["y"], opset=999))
    assert error.code == "I119"
    assert "999" in error.message


def test_a_damaged_initializer() -> None:
    model = model_of([node("Add", ["x", "w"], ["y"])], {"x": (FLOAT, [4])}, ["y"], {"w": np.ones(4, "f4")})
    model.graph.initializer[0].raw_data = b"123"
    assert error_of(model).code == "I108"


Maker = Callable[[], onnx.ModelProto]


def _missing_attribute() -> onnx.ModelProto:
    return model_of([node("Cast", ["x"], ["y"])], {"x": (FLOAT, [4])}, ["y"])


def _missing_input() -> onnx.ModelProto:
    return model_of([node("Conv", ["x"], ["y"])], {"x": (FLOAT, [1, 1, 4, 4])}, ["y"])


def _flag_of_three() -> onnx.ModelProto:
    """onnxruntime takes it for 0, others for 1."""
    return model_of([node("ReduceMin", ["x"], ["y"], keepdims=3)], {"x": (FLOAT, [4])}, ["y"])


def _data_of_two_floats() -> onnx.ModelProto:
    """Weights would be taken in the type of the data."""
    inputs = {"x": (TensorProto.BFLOAT16, [1, 1, 4, 4]), "w": (FLOAT, [1, 1, 3, 3])}
    return model_of([node("Conv", ["x", "w"], ["y"])], inputs, ["y"])


@pytest.mark.parametrize("make", [_missing_attribute, _missing_input, _flag_of_three, _data_of_two_floats])
def test_malformed_nodes(make: Maker) -> None:
    assert error_of(make()).code == "I117"


@pytest.mark.parametrize("counts", [[0, 1], [0, 9], [3, 0], [-1, 2]])
def test_pools_of_n_grams_that_end_within_one(counts: list[int]) -> None:
    """[0, 0]: three pairs; [0, 1]: one number, and two pairs and a half."""
    pool = {"pool_int64s": [1, 2, 3, 4, 5, 6], "ngram_indexes": [0, 1, 2], "mode": "TF"}
    lengths = {"min_gram_length": 1, "max_gram_length": 2, "max_skip_count": 0}
    x = {"x": (TensorProto.INT64, [6])}
    from_onnx(model_of([node("TfIdfVectorizer", ["x"], ["y"], ngram_counts=[0, 0], **pool, **lengths)], x, ["y"]))
    wrong = model_of([node("TfIdfVectorizer", ["x"], ["y"], ngram_counts=counts, **pool, **lengths)], x, ["y"])
    assert error_of(wrong).code == "I117"


def test_a_recursive_function() -> None:
    function = helper.make_function(
        "own", "F", ["p"], ["q"], [node("F", ["p"], ["q"], domain="own")], [helper.make_opsetid("own", 1)]
    )
    model = model_of(
        [node("F", ["x"], ["y"], domain="own")], {"x": (FLOAT, [2])}, ["y"], domains={"own": 1}, functions=[function]
    )
    assert error_of(model).code == "I118"


def test_an_axis_out_of_range() -> None:
    model = model_of([node("Softmax", ["x"], ["y"], axis=4)], {"x": (FLOAT, [2, 3])}, ["y"])
    assert error_of(model).code == "I113"


def test_branches_of_different_types() -> None:
    yes = graph_of([node("Neg", ["x"], ["a"])], {}, ["a"])
    no = graph_of([node("ReduceSum", ["x"], ["b"], keepdims=0)], {}, ["b"])
    model = model_of(
        [node("If", ["c"], ["y"], then_branch=yes, else_branch=no)], {"x": (FLOAT, [2]), "c": (BOOL, [])}, ["y"]
    )
    assert error_of(model).code == "I124"


def _loop(trips: int | None, inner: str = "k") -> onnx.ModelProto:
    body = graph_of(
        [
            node("Add", ["s", "x"], ["t"]),
            node("ReduceMax", ["t"], ["m"], keepdims=0),
            node("Less", ["m", "big"], ["k"]),
        ],
        {"i": (INT64, []), "c": (BOOL, []), "s": (FLOAT, [2])},
        [inner, "t"],
        {"big": np.array(100.0, "f4")},
    )
    weights = {"n": np.array(trips, np.int64)} if trips is not None else {}
    nodes = [node("Loop", ["n" if trips is not None else "", "", "x"], ["y"], body=body)]
    return model_of(nodes, {"x": (FLOAT, [2])}, ["y"], weights)


def test_loops_of_unknown_and_of_great_length() -> None:
    assert from_onnx(_loop(None))["main"]
    assert from_onnx(_loop(10**6, inner="c"))["main"]
    assert from_onnx(_loop(3))["main"]


@pytest.mark.parametrize("name", ["x" * 5000, "x/" * 2500, ".", "", "a\nb"])
def test_external_weights_under_any_name(tmp_path: Path, name: str) -> None:
    model = model_of([node("MatMul", ["x", "w"], ["y"])], {"x": (FLOAT, [1, 4])}, ["y"], {"w": np.ones((4, 4), "f")})
    (weight,) = model.graph.initializer
    weight.ClearField("raw_data")
    weight.data_location = TensorProto.EXTERNAL
    weight.external_data.add(key="location", value=name)
    path = tmp_path / "m.onnx"
    onnx.save(model, path)
    error = error_of(path)
    assert error.code == "I102"
    assert "`w`" in error.message


def test_a_model_under_a_long_name() -> None:
    error = error_of("x" * 5000 + ".onnx")
    assert error.code == "D102"
    assert "too long" in error.message


NORMS = {
    "BatchNormalization": (["scale", "bias", "mean", "var"], {}),
    "InstanceNormalization": (["scale", "bias"], {}),
    "GroupNormalization": (["scale", "bias"], {"num_groups": 3}),
    "LayerNormalization": (["scale", "bias"], {}),
    "RMSNormalization": (["scale"], {}),
}


@pytest.mark.parametrize("constant", [True, False])
@pytest.mark.parametrize("length", [1, 2, 5])
@pytest.mark.parametrize(("op", "which"), [(op, n) for op, (names, _) in NORMS.items() for n in names])
def test_factors_of_a_wrong_length(op: str, which: str, length: int, constant: bool) -> None:
    """Shorter factors would be read beyond their end."""
    names, attrs = NORMS[op]
    if length == 1 and op in ("LayerNormalization", "RMSNormalization"):
        length = 7  # these broadcast their factors
    sizes = {n: [length if n == which else 3] for n in names}
    inputs = {} if constant else {n: (FLOAT, size) for n, size in sizes.items()}
    weights = {n: np.ones(size, np.float32) for n, size in sizes.items()} if constant else {}
    model = model_of(
        [node(op, ["x", *names], ["y"], **attrs)], {"x": (FLOAT, [2, 3, 3]), **inputs}, ["y"], weights, opset=23
    )
    assert error_of(model).code in ("T203", "I117")


TREE = {
    "nodes_treeids": [0, 0, 0], "nodes_nodeids": [0, 1, 2], "nodes_featureids": [0, 0, 0],
    "nodes_modes": ["BRANCH_LEQ", "LEAF", "LEAF"], "nodes_values": [0.5, 0.0, 0.0],
    "nodes_truenodeids": [1, 0, 0], "nodes_falsenodeids": [2, 0, 0], "target_treeids": [0, 0],
    "target_nodeids": [1, 2], "target_ids": [0, 0], "target_weights": [1.0, 2.0],
}  # fmt: skip
FOREST = {
    "nodes_splits": np.array([0.5], np.float32), "nodes_modes": np.array([0], np.uint8), "nodes_featureids": [0],
    "nodes_truenodeids": [0], "nodes_trueleafs": [1], "nodes_falsenodeids": [1], "nodes_falseleafs": [1],
    "leaf_targetids": [0, 0], "leaf_weights": np.array([1, 2], np.float32), "tree_roots": [0],
}  # fmt: skip


def trees(op: str, table: dict[str, Any]) -> onnx.ModelProto:
    values = {k: onnx.numpy_helper.from_array(v) if isinstance(v, np.ndarray) else v for k, v in table.items()}
    result = helper.make_node(op, ["x"], ["y"], domain="ai.onnx.ml", **values)
    model = model_of([result], {"x": (FLOAT, [4, 2])}, ["y"])
    model.opset_import.append(helper.make_opsetid("ai.onnx.ml", 5 if op == "TreeEnsemble" else 3))
    return model


@pytest.mark.parametrize(
    "changes",
    [
        {"nodes_falsenodeids": [7, 0, 0]},  # there is no such node
        {"nodes_falsenodeids": [0, 0, 0]},  # cyclic
        {"nodes_featureids": [-1, 0, 0]},
        {"nodes_featureids": [2, 0, 0]},
        {"nodes_modes": ["FOO", "LEAF", "LEAF"]},
        {"nodes_values": [0.5]},
        {"nodes_truenodeids": [1]},
        {"target_ids": [-1, 0]},
        {"target_ids": [0, 1]},
        {"target_nodeids": [1, 9]},
        {"target_weights": [1.0]},
        {"base_values": [1.0, 2.0, 3.0]},
        {"nodes_modes": None},
    ],
    ids=str,
)
def test_trees_that_make_no_sense(changes: dict[str, Any]) -> None:
    from_onnx(trees("TreeEnsembleRegressor", TREE))
    error = error_of(trees("TreeEnsembleRegressor", {k: v for k, v in (TREE | changes).items() if v is not None}))
    assert error.code == "I117"


@pytest.mark.parametrize(
    "changes",
    [
        {"nodes_truenodeids": [2]},  # there is no such leaf
        {"nodes_trueleafs": [0]},  # cyclic
        {"tree_roots": [-1]},
        {"tree_roots": [3]},
        {"nodes_modes": np.array([9], np.uint8)},
        {"nodes_featureids": [0, 1]},
        {"leaf_targetids": [0]},
        {"leaf_targetids": [0, -1]},
        {"aggregate_function": 7},
        {"post_transform": -1},
    ],
    ids=str,
)
def test_forests_that_make_no_sense(changes: dict[str, Any]) -> None:
    from_onnx(trees("TreeEnsemble", FOREST))
    assert error_of(trees("TreeEnsemble", {**FOREST, **changes})).code == "I117"


def test_a_limit_that_is_no_number() -> None:
    limits = {"low": np.zeros(3, np.float32)}
    error = error_of(model_of([node("Clip", ["x", "low"], ["y"])], {"x": (FLOAT, [3])}, ["y"], limits))
    assert error.code == "I117"


def test_neighbours_that_are_very_far_apart() -> None:
    attrs = {"max_gram_length": 2, "min_gram_length": 1, "mode": "TF", "ngram_counts": [0, 1], "ngram_indexes": [0, 1]}
    pool = {"pool_int64s": [2, 3, 4], "max_skip_count": 2**62}
    model = model_of([node("TfIdfVectorizer", ["x"], ["y"], **attrs, **pool)], {"x": (INT64, [2**62])}, ["y"])
    assert error_of(model).code == "I117"


def test_attributes_of_a_wrong_type() -> None:
    model = model_of([node("LpNormalization", ["x"], ["y"], p=2)], {"x": (FLOAT, [3])}, ["y"])
    model.graph.node[0].attribute[0].type = onnx.AttributeProto.SPARSE_TENSOR
    assert error_of(model).code == "I117"


def test_a_shape_of_too_many_dimensions() -> None:
    shape = {"shape": np.ones(100, np.int64)}
    assert error_of(model_of([node("ConstantOfShape", ["shape"], ["y"])], {}, ["y"], shape)).code == "I117"


def test_sizes_beyond_all_memory() -> None:
    split = node("Split", ["x"], ["y"], num_outputs=2**62)
    assert error_of(model_of([split], {"x": (FLOAT, [4])}, ["y"], opset=18)).code in ("I117", "I106")


def test_a_sequence_without_a_member() -> None:
    nodes = [node("SequenceConstruct", ["x", ""], ["s"]), node("SequenceLength", ["s"], ["y"])]
    assert error_of(model_of(nodes, {"x": (FLOAT, [4])}, ["y"])).code in ("I117", "I101")


def test_an_output_that_its_operator_does_not_have() -> None:
    nodes = [node("Relu", ["x"], ["a", "b"]), node("Relu", ["b"], ["y"])]
    assert error_of(model_of(nodes, {"x": (FLOAT, [4])}, ["y"])).code == "I117"


@pytest.mark.parametrize(
    ("operator", "inputs", "attributes", "code", "word"),
    [
        ("AveragePool", [(FLOAT, [1, 3, 8, 8])], {"kernel_shape": [2, 2], "auto_pad": "SAME"}, "I121", "auto_pad"),
        ("ReverseSequence", [(FLOAT, [4, 4]), (INT64, [4])], {"batch_axis": 0, "time_axis": 0}, "I117", "time axis"),
        ("Split", [(FLOAT, [4, 6])], {"num_outputs": 2**31 - 1}, "I117", "1 outputs"),
        ("Resize", [(FLOAT, [1, 1, 2, 2]), None, None, (INT64, [2**31 - 1])], {}, "I112", "sizes"),
        ("Gather", [(FLOAT, [3, 3]), (TensorProto.FLOAT8E4M3FN, [2])], {}, "I117", "float8e4m3fn"),
        ("Attention", [(FLOAT, [1, 2, 4, 8])] * 3, {"left_window_size": 0.5}, "I117", "left_window_size"),
        ("Softmax", [(FLOAT, [4, 4])], {"axis": 0.5}, "I117", "float, not int"),
        ("MaxPool", [(FLOAT, [1, 1, 2, 2])], {"kernel_shape": [1, 0]}, "I117", "1 or more"),
        ("Conv", [(FLOAT, [1, 1, 4, 4])] * 2, {"strides": [1, 0]}, "I117", "1 or more"),
        ("GridSample", [(FLOAT, [1, 1, 4, 4]), (FLOAT, [1, 2, 2, 2])], {"align_corners": -1}, "I117", "0 or 1"),
        ("Det", [(FLOAT, [4])], {}, "T203", "square"),
        ("LpNormalization", [(FLOAT, [4])], {"p": 3}, "I117", "1 or 2"),
        ("RNN", [(FLOAT, [1, 3, 2]), (FLOAT, [1, 3, 2]), (FLOAT, [1, 3, 3])], {"hidden_size": 7}, "I117", "of 3"),
        ("NonMaxSuppression", [(FLOAT, [1, 6, 4]), (FLOAT, [1, 1, 6]), (INT64, [2])], {}, "I117", "one number"),
        ("Det", [(FLOAT, [3, 4])], {}, "T203", "square"),
    ],
)
def test_nodes_that_break_their_definition(
    operator: str, inputs: list[tuple[int, list[int]] | None], attributes: dict[str, Any], code: str, word: str
) -> None:
    names = ["" if given is None else f"x{n}" for n, given in enumerate(inputs)]
    model = model_of(
        [node(operator, names, ["y"], **attributes)],
        {name: given for name, given in zip(names, inputs, strict=True) if given is not None},
        ["y"],
        opset=23,
    )
    error = error_of(model)
    assert error.code == code
    assert word in error.message


@pytest.mark.parametrize("perm", [[], [0], [0, 1], [0, 0, 1], [0, 0, 0], [0, 1, 2, 3]])
def test_an_order_of_other_dimensions(perm: list[int]) -> None:
    """Also those in ascending order, which would leave the tensor as it is."""
    transpose = node("Transpose", ["x"], ["y"])
    transpose.attribute.append(onnx.AttributeProto(name="perm", type=onnx.AttributeProto.INTS, ints=perm))
    error = error_of(model_of([transpose], {"x": (FLOAT, [2, 3, 4])}, ["y"]))
    assert error.code == "T205"
    assert "Transpose" in str(error)
