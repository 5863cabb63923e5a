"""Operators of ai.onnx.ml, against onnxruntime."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
from onnx_models import model_of, node, onnxruntime_results
from tolerances import assert_close

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime
RNG = np.random.default_rng(5)
DOMAIN = "ai.onnx.ml"


def floats(*shape: int) -> Any:
    return RNG.standard_normal(shape).astype(np.float32)


def model_with(op: str, x: Any, outputs: int = 1, version: int = 3, **attrs: Any) -> onnx.ModelProto:
    names = [f"y{n}" for n in range(outputs)]
    kind = onnx.helper.np_dtype_to_tensor_dtype(x.dtype)
    one = node(op, ["x"], names, domain=DOMAIN, **{k: v for k, v in attrs.items() if v is not None})
    return model_of([one], {"x": (kind, ["n", *x.shape[1:]])}, names, domains={DOMAIN: version})


def check(op: str, x: Any, outputs: int = 1, version: int = 3, **attrs: Any) -> None:
    ort = pytest.importorskip("onnxruntime")
    model = model_with(op, x, outputs, version, **attrs)
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    want = session.run(None, {"x": x})
    got = mlcc.build(from_onnx(model))(x)
    for mine, theirs in zip(got if isinstance(got, tuple) else (got,), want, strict=True):
        assert mine.dtype == theirs.dtype
        np.testing.assert_allclose(mine, theirs, rtol=1e-5, atol=1e-6)


MODES = ("BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ")


def forest(
    trees: int, depth: int, columns: int, targets: int, kind: str, modes: Any = MODES[:1], low: float = -1
) -> Any:
    """Attributes of complete trees with random comparisons of small whole numbers; every leaf votes once or twice."""
    nodes: dict[str, list[Any]] = {k: [] for k in ("treeids", "nodeids", "featureids", "values", "modes", "truenodeids",
                                                   "falsenodeids", "missing_value_tracks_true")}  # fmt: skip
    votes: dict[str, list[Any]] = {k: [] for k in ("treeids", "nodeids", "ids", "weights")}
    inner = 2**depth - 1
    for tree in range(trees):
        for n in range(2 * inner + 1):
            leaf = n >= inner
            row = (tree, n, int(RNG.integers(columns)), float(RNG.integers(-2, 3)),
                   "LEAF" if leaf else str(RNG.choice(modes)), 0 if leaf else 2 * n + 1, 0 if leaf else 2 * n + 2,
                   int(RNG.integers(2)))  # fmt: skip
            for key, value in zip(nodes, row, strict=True):
                nodes[key].append(value)
            for target in sorted({int(t) for t in RNG.integers(targets, size=2)}) if leaf else []:
                for key, value in zip(votes, (tree, n, target, float(RNG.uniform(low, 1))), strict=True):
                    votes[key].append(value)
    return {f"nodes_{k}": v for k, v in nodes.items()} | {f"{kind}_{k}": v for k, v in votes.items()}


def rows(count: int, columns: int) -> Any:
    """Whole numbers, so that equality is met too, and some missing ones."""
    x = RNG.integers(-3, 4, (count, columns)).astype(np.float32)
    x[RNG.random(x.shape) < 0.1] = np.nan
    return x


@pytest.mark.parametrize("aggregate", ["SUM", "AVERAGE", "MIN", "MAX"])
def test_trees_that_vote_for_numbers(aggregate: str) -> None:
    attrs = forest(3, 3, 5, 1, "target")
    check("TreeEnsembleRegressor", rows(17, 5), n_targets=1, aggregate_function=aggregate, base_values=[0.5], **attrs)


@pytest.mark.parametrize("mode", MODES)
def test_comparisons(mode: str) -> None:
    check("TreeEnsembleRegressor", rows(40, 4), n_targets=2, **forest(4, 4, 4, 2, "target", [mode]))


@pytest.mark.parametrize("post", ["NONE", "LOGISTIC", "SOFTMAX"])
def test_trees_that_vote_for_classes(post: str) -> None:
    attrs = forest(5, 3, 4, 3, "class", MODES)
    check("TreeEnsembleClassifier", rows(20, 4), 2, classlabels_int64s=[7, 3, 5], post_transform=post, **attrs)


@pytest.mark.cover(1)
@pytest.mark.parametrize("low", [0, -1])
@pytest.mark.parametrize("post", ["NONE", "LOGISTIC", "SOFTMAX"])
def test_two_classes_of_which_one_has_weights(low: float, post: str) -> None:
    attrs = forest(1, 4, 4, 1, "class", low=low)
    check("TreeEnsembleClassifier", rows(20, 4), 2, classlabels_int64s=[0, 1], post_transform=post, **attrs)


def test_trees_of_opset_five() -> None:
    attrs = {
        "nodes_featureids": [0, 1, 0], "nodes_modes": np.array([0, 6, 3], np.uint8),
        "nodes_splits": np.array([0.5, 0, -1], np.float32), "membership_values": np.array([1, 2, np.nan], np.float32),
        "nodes_truenodeids": [1, 0, 1], "nodes_falsenodeids": [2, 2, 3], "nodes_trueleafs": [0, 1, 1],
        "nodes_falseleafs": [0, 1, 1], "tree_roots": [0], "leaf_targetids": [0, 1, 0, 1],
        "leaf_weights": np.array([1, 2, 3, 4], np.float32), "n_targets": 2,
    }  # fmt: skip
    attrs["nodes_falsenodeids"] = [2, 1, 3]
    attrs["nodes_truenodeids"] = [1, 0, 2]
    tensors = {k: onnx.numpy_helper.from_array(v, k) if isinstance(v, np.ndarray) else v for k, v in attrs.items()}
    check("TreeEnsemble", RNG.integers(-2, 4, (30, 2)).astype(np.float32), version=5, **tensors)


@pytest.mark.cover(1)
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("post", ["NONE", "LOGISTIC", "SOFTMAX"])
def test_linear_models(classes: int, post: str) -> None:
    weights = {"coefficients": floats(classes * 4).tolist(), "intercepts": floats(classes).tolist()}
    check("LinearClassifier", floats(9, 4), 2, classlabels_ints=[4, 2, 9][:classes], post_transform=post, **weights)
    check("LinearRegressor", floats(9, 4), targets=classes, **weights)


KERNELS = ["LINEAR", "RBF", "POLY", "SIGMOID"]


def vectors_of(kernel: str) -> dict[str, Any]:
    """6 support vectors of 4 features."""
    return {"support_vectors": floats(6 * 4).tolist(), "kernel_type": kernel, "kernel_params": [0.3, 0.5, 3.0]}


def pairs_of_classes() -> dict[str, Any]:
    """What tells 3 classes with 1, 3 and 2 of them apart."""
    return {"coefficients": floats(12).tolist(), "vectors_per_class": [1, 3, 2], "rho": [0.1, -0.2, 0.3]}


@pytest.mark.parametrize("kernel", KERNELS)
def test_support_vectors(kernel: str) -> None:
    vectors = vectors_of(kernel)
    check("SVMRegressor", floats(5, 4), coefficients=floats(6).tolist(), rho=[0.1], n_supports=6, **vectors)
    check("SVMClassifier", floats(5, 4), 2, classlabels_ints=[2, 4, 1], **pairs_of_classes(), **vectors)


@pytest.mark.every(4)
@pytest.mark.parametrize("kernel", KERNELS)
def test_classes_from_support_vectors(kernel: str) -> None:
    """What is made of the scores is the same for all kernels."""
    vectors, pairs = vectors_of(kernel), pairs_of_classes()
    check("SVMClassifier", floats(5, 4), 2, classlabels_ints=[2, 4, 1], post_transform="SOFTMAX", **pairs, **vectors)
    both = {"coefficients": floats(6).tolist(), "vectors_per_class": [4, 2], "rho": [0.1]}
    check("SVMClassifier", floats(9, 4), 2, classlabels_ints=[2, 4], **both, **vectors)


@pytest.mark.cover(1)
@pytest.mark.parametrize(("classes", "positive"), [(2, True), (2, False), (3, False)])
def test_a_machine_without_support_vectors(classes: int, positive: bool) -> None:
    weight = floats(classes * 4)
    weight = np.abs(weight) if positive else weight
    attrs = {"coefficients": weight.tolist(), "rho": [-0.3], "kernel_type": "LINEAR", "kernel_params": [0.0, 0.0, 0.0]}
    check("SVMClassifier", floats(31, 4), 2, classlabels_ints=[2, 4, 1][:classes], post_transform="LOGISTIC", **attrs)


@pytest.mark.every(3)
@pytest.mark.parametrize("sizes", [[3, 4], [1, 3, 2], [2, 2, 3, 1, 2]])
def test_probabilities_from_support_vectors(sizes: list[int]) -> None:
    count, total = len(sizes), sum(sizes)
    pairs = count * (count - 1) // 2
    vectors = {"support_vectors": floats(total * 4).tolist(), "kernel_type": "RBF", "kernel_params": [0.3, 0.0, 3.0]}
    chances = {"prob_a": (-2 - np.abs(floats(pairs))).tolist(), "prob_b": (0.1 * floats(pairs)).tolist()}
    weights = {"coefficients": floats(total * (count - 1)).tolist(), "rho": floats(pairs).tolist()}
    check("SVMClassifier", floats(50, 4), 2, classlabels_ints=list(range(count)), vectors_per_class=sizes, **weights,
          **vectors, **chances)  # fmt: skip


@pytest.mark.parametrize("norm", ["L1", "L2", "MAX"])
def test_rows_are_normalised(norm: str) -> None:
    x = np.abs(floats(6, 4))
    x[2] = 0
    check("Normalizer", x, norm=norm)


def test_columns_are_scaled_and_filled() -> None:
    check("Scaler", floats(6, 3), offset=[1.0, 2.0, 3.0], scale=[0.5, 1.0, 2.0])
    check("Imputer", rows(9, 3), imputed_value_floats=[1.0, 2.0, 3.0], replaced_value_float=float("nan"))
    check("OneHotEncoder", RNG.integers(0, 6, (4, 3)), cats_int64s=[1, 4, 2])


def test_values_are_looked_up() -> None:
    x = RNG.integers(0, 6, (4, 3))
    check("LabelEncoder", x, keys_int64s=[3, 1, 2], values_int64s=[30, 10, 20], default_int64=-7)
    check("LabelEncoder", x, keys_int64s=[3, 1, 2], values_floats=[0.3, 0.1, 0.2], default_float=9.0)


def test_a_list_of_dictionaries_is_a_matrix() -> None:
    x = floats(3, 2)
    assert np.array_equal(mlcc.build(from_onnx(model_with("ZipMap", x, classlabels_int64s=[0, 1])))(x), x)


def test_trees_that_read_beyond_the_input_are_refused() -> None:
    model = model_with("TreeEnsembleRegressor", floats(1, 2), n_targets=1, **forest(1, 5, 9, 1, "target"))
    with pytest.raises(MlccError, match="column"):
        from_onnx(model)


def test_nodes_in_circles_are_refused() -> None:
    attrs = forest(1, 2, 2, 1, "target")
    attrs["nodes_falsenodeids"][1] = 0
    with pytest.raises(MlccError):
        from_onnx(model_with("TreeEnsembleRegressor", floats(1, 2), n_targets=1, **attrs))


def stump(**changes: Any) -> Any:
    """Attributes of two trees of one comparison, with some replaced."""
    attrs = {
        "nodes_treeids": [0, 0, 0, 7, 7, 7], "nodes_nodeids": [0, 1, 2, 4, 2, 3], "nodes_featureids": [0] * 6,
        "nodes_values": [0.5] * 6, "nodes_modes": ["BRANCH_LEQ", "LEAF", "LEAF"] * 2,
        "nodes_truenodeids": [1, 0, 0, 2, 0, 0], "nodes_falsenodeids": [2, 0, 0, 3, 0, 0],
        "target_treeids": [0, 0, 7, 7], "target_nodeids": [1, 2, 2, 3], "target_ids": [0] * 4,
        "target_weights": [1.0, 2.0, 10.0, 20.0], "n_targets": 1,
    }  # fmt: skip
    return {**attrs, **changes}


def test_trees_whose_nodes_have_any_numbers() -> None:
    check("TreeEnsembleRegressor", floats(5, 3), **stump())


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"nodes_truenodeids": [1, 0, 0, 9, 0, 0]}, "tree 7 has no node 9"),
        ({"nodes_nodeids": [0, 1, 1, 4, 2, 3], "nodes_falsenodeids": [1, 0, 0, 3, 0, 0]}, "tree 0 has two nodes 1"),
        ({"nodes_truenodeids": [0, 0, 0, 2, 0, 0]}, "are cyclic"),
        ({"target_nodeids": [1, 2, 2, 8]}, "tree 7 has no node 8"),
        ({"target_ids": [0, 0, 0, 3]}, "a leaf votes for target 3 of 1"),
        ({"nodes_featureids": [0, 0, 0, -1, 0, 0]}, "a negative column"),
        ({"nodes_modes": ["BRANCH_LEQ", "LEAF", "LEAF", "BRANCH_OR", "LEAF", "LEAF"]}, "no kind of node 'BRANCH_OR'"),
        ({"nodes_values": [0.5] * 5}, "differ in length"),
        ({"target_weights": [1.0]}, "differ in length"),
    ],
)
def test_trees_that_are_none(changes: Any, says: str) -> None:
    with pytest.raises(MlccError, match="I117") as error:
        from_onnx(model_with("TreeEnsembleRegressor", floats(5, 3), **stump(**changes)))
    assert says in str(error.value)


def test_a_label_for_each_class() -> None:
    one = node("LinearClassifier", ["x"], ["l", "y"], domain=DOMAIN, coefficients=[0.1] * 9, classlabels_ints=[5, 6])
    model = model_of([one], {"x": (onnx.TensorProto.FLOAT, [4, 3])}, ["l", "y"], domains={DOMAIN: 3})
    with pytest.raises(MlccError, match="of 3 classes, the labels of 2") as error:
        from_onnx(model)
    assert error.value.code == "I117"


@pytest.mark.parametrize("dims", [[1, "k"], ["k"], [3]])
def test_columns_chosen_by_as_many_indices_as_there_are(dims: list[Any]) -> None:
    one = node("ArrayFeatureExtractor", ["x", "i"], ["y"], domain=DOMAIN)
    inputs = {"x": (onnx.TensorProto.FLOAT, ["n", 6]), "i": (onnx.TensorProto.INT64, dims)}
    x, positions = floats(4, 6), np.array([5, 0, 2]).reshape([3 if d == "k" else d for d in dims])
    library = mlcc.build(from_onnx(model_of([one], inputs, ["y"], domains={DOMAIN: 3})))
    np.testing.assert_array_equal(library(x, positions), x[:, positions.reshape(-1)])


@pytest.mark.cover(2)
@pytest.mark.parametrize("post", ["NONE", "LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO", "PROBIT"])
@pytest.mark.parametrize("classes", [2, 6])
@pytest.mark.parametrize("shape", [(3, 6), (6,)])
def test_linear_classifiers(shape: tuple[int, ...], classes: int, post: str) -> None:
    """Of one row, or of as many rows as columns or classes; the scores of PROBIT are within (0, 1)."""
    small = post == "PROBIT"
    x = np.abs(floats(*shape)) / 8
    weights = np.abs(floats(classes, 6)) / 4 if small else floats(classes, 6)
    attrs = {"coefficients": weights.reshape(-1).tolist(), "intercepts": [0.1] * classes, "post_transform": post}
    attrs["classlabels_ints"] = list(range(classes))
    one = node("LinearClassifier", ["x"], ["label", "score"], domain=DOMAIN, **attrs)
    model = model_of([one], {"x": (onnx.TensorProto.FLOAT, shape)}, ["label", "score"], domains={DOMAIN: 3})
    want = onnxruntime_results(model, {"x": x})
    for mine, theirs in zip(mlcc.build(from_onnx(model))(x), want, strict=True):
        assert_close(mine, theirs)
