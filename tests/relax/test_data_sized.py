"""Operators whose result's size is computed at run time, under TVM's names."""

import numpy as np
import pytest

import mlcc
from mlcc import MlccError, relax
from mlcc.script import parse_module

from .composed_cases import result_of

op = relax.op


def test_nonzero_of_symbolic_sizes() -> None:
    x = np.random.default_rng(0).integers(0, 3, (4, 1, 5)).astype("float32")
    got = result_of(lambda v: op.nonzero(v), x, shapes=[("n", 1, 5)])
    np.testing.assert_array_equal(got, np.stack(np.nonzero(x)))
    assert result_of(lambda v: op.nonzero(v), np.zeros((2, 3), "int32")).shape == (2, 0)


def test_operators_on_what_was_found() -> None:
    x = np.random.default_rng(1).integers(0, 2, 9).astype("int64")
    y = np.random.default_rng(1).standard_normal(9).astype("float32")

    def both(v, w):
        places = relax.BlockBuilder.current().emit(op.squeeze(op.nonzero(v), axis=[0]))
        return op.take(w, places, axis=0)

    np.testing.assert_array_equal(result_of(both, x, y), y[x != 0])


@pytest.mark.parametrize("axis", [None, 0, 1])
def test_unique(axis: int | None) -> None:
    x = np.random.default_rng(2).integers(0, 2, (5, 3)).astype("float32")
    got = result_of(lambda v: op.unique(v, True, True, True, True, axis=axis), x)
    want = np.unique(x, return_index=True, return_inverse=True, return_counts=True, axis=axis)
    for have, wanted in zip(got, want, strict=True):
        np.testing.assert_array_equal(have, wanted.reshape(have.shape))
    np.testing.assert_array_equal(result_of(lambda v: op.unique(v, axis=axis), x), want[0])


def test_unique_as_they_come() -> None:
    x = np.array([3, 1, 3, 2, 1], "int32")
    values, counts = result_of(lambda v: op.unique(v, sorted=False, return_counts=True), x)
    assert (values.tolist(), counts.tolist()) == ([3, 1, 2], [2, 2, 1])


TEXT = """
@R.function
def main(x: R.Tensor(("n", 4), "float32"), count: R.Tensor(("count",), "float32")) -> R.Tensor(dtype="int64", ndim=2):
    m = T.int64()
    with R.dataflow():
        lv = R.nonzero(x)
        lv1 = R.match_cast(lv, R.Tensor((2, m), "int64"))
        gv = R.add(lv1, R.const(1, "int64"))
        R.output(gv)
    return gv
"""


def test_text_with_a_cast_as_tvm_writes_it() -> None:
    x = np.random.default_rng(3).integers(0, 2, (3, 4)).astype("float32")
    module = parse_module(TEXT)
    got = mlcc.build(module)["main"](x, np.zeros(2, "float32"))
    np.testing.assert_array_equal(got, np.stack(np.nonzero(x)) + 1)
    normal = relax.transform.Normalize()(module)
    assert "R.nonzero(" not in normal.script()
    assert parse_module(normal.script()).script() == normal.script()


def test_suppression_of_all_classes() -> None:
    rng = np.random.default_rng(4)
    low = rng.random((2, 6, 2))
    boxes, scores = np.concatenate([low, low + 0.5], -1).astype("float32"), rng.random((2, 3, 6)).astype("float32")
    limit, iou, least = relax.const(2, "int64"), relax.const(0.3, "float32"), relax.const(0.5, "float32")
    rows, count = result_of(lambda b, s: op.all_class_non_max_suppression(b, s, limit, iou, least), boxes, scores)
    assert rows.shape == (int(count[0]), 3)
    assert all(scores[n, c, k] > 0.5 for n, c, k in rows)
    for n, c in {(n, c) for n, c, _ in rows}:  # the best of each class comes first
        assert next(k for a, b, k in rows if (a, b) == (n, c)) == scores[n, c].argmax()


def test_what_cannot_be() -> None:
    scalar = relax.Var("s", relax.TensorStructInfo((), "float32"))
    builder = relax.BlockBuilder()
    with pytest.raises(MlccError) as error, builder.function("main", [scalar]):
        builder.emit(op.nonzero(scalar))
    assert error.value.code == "T203"
    with pytest.raises(MlccError) as error:
        op.tensor_to_shape(scalar)
    assert error.value.code == "T206"


def test_shapes_of_constants() -> None:
    x = np.arange(6, dtype="float32").reshape(2, 3)
    assert result_of(lambda v: op.reshape(v, op.tensor_to_shape(relax.const([3, 2]))), x).shape == (3, 2)
