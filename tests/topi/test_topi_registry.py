"""The registry: names, schemas, inference and errors."""

from __future__ import annotations

import inspect

import pytest

from mlcc import te, topi
from mlcc.diagnostics import MlccError
from mlcc.ir import TensorStructInfo, TupleStructInfo, as_int
from mlcc.topi import tvm_orders, tvm_recurrent

X = te.placeholder((2, 3, 4), name="x")
IMAGE = te.placeholder((1, 3, 8, 8), name="image")
WEIGHT = te.placeholder((4, 3, 3, 3), name="weight")


@pytest.mark.parametrize("name", topi.list_ops())
def test_every_operator_is_described(name: str) -> None:
    op = topi.get_op(name)
    assert op.doc
    assert op.kind in topi.KINDS
    for alias in op.aliases:
        assert topi.get_op(alias) is op
    result: object = topi
    for word in name.split("."):
        result = getattr(result, word)
    # Calls from Python have TVM's arguments in TVM's order.
    assert result is {**tvm_orders.NAMES, **tvm_recurrent.NAMES}.get(name, op.fn)


def test_schema_is_the_signature() -> None:
    op = topi.get_op("nn.conv2d")
    assert [p.name for p in op.params] == ["data", "weight"]
    assert op.attrs["strides"].default == 1
    assert not op.attrs["groups"].required
    assert topi.get_op("reshape").attrs["shape"].required
    assert topi.get_op("concatenate").params[0].variadic
    assert topi.get_op("nn.dense").params[2].optional
    assert topi.nn.conv2d is op.fn
    assert topi.relu is topi.nn.relu
    assert isinstance(inspect.signature(topi.add), inspect.Signature)


def test_shape_inference() -> None:
    n = te.var("n", "int64")
    info = topi.infer(
        "nn.conv2d", [TensorStructInfo((n, 3, 8, 8)), TensorStructInfo((4, 3, 3, 3))], {"padding": [1, 1]}
    )
    assert isinstance(info, TensorStructInfo)
    assert info.shape is not None
    assert info.shape[0] is n
    assert [as_int(d) for d in info.shape[1:]] == [4, 8, 8]
    assert all(d.dtype == "int64" for d in info.shape)
    pair = topi.infer("topk", [TensorStructInfo((5, 9))], {"k": 2})
    assert isinstance(pair, TupleStructInfo)
    assert [f.dtype for f in pair.fields if isinstance(f, TensorStructInfo)] == ["float32", "int64"]


@pytest.mark.parametrize(
    ("name", "args", "attrs", "code"),
    [
        ("nn.conv2", [IMAGE, WEIGHT], {}, "T201"),
        ("nn.conv2d", [IMAGE], {}, "T202"),
        ("nn.conv2d", [IMAGE, "w"], {}, "T202"),
        ("nn.conv2d", [IMAGE, WEIGHT], {"stride": 1}, "T205"),
        ("nn.conv2d", [IMAGE, WEIGHT], {"strides": [1, 1, 1]}, "T205"),
        ("nn.conv2d", [IMAGE, WEIGHT], {"groups": 2}, "T203"),
        ("nn.conv2d", [X, WEIGHT], {}, "T203"),
        ("nn.conv2d", [IMAGE, WEIGHT], {"dilation": 9}, "T203"),
        ("add", [X, te.placeholder((2,))], {}, "T203"),
        ("add", [X, te.placeholder((4,), "int32")], {}, "T204"),
        ("logical_and", [X, X], {}, "T204"),
        ("exp", [te.placeholder((3,), "int32")], {}, "T204"),
        ("sum", [X], {"axis": [5]}, "T205"),
        ("sum", [X], {"axis": [0, 0]}, "T205"),
        ("reshape", [X], {}, "T205"),
        ("reshape", [X], {"shape": [5, 5]}, "T203"),
        ("reshape", [X], {"shape": [-1, -1]}, "T205"),
        ("squeeze", [X], {"axis": 0}, "T203"),
        ("transpose", [X], {"axes": [0, 0, 1]}, "T205"),
        ("matmul", [X, X], {}, "T203"),
        ("take", [X, X], {"axis": 0}, "T204"),
        ("scatter_nd", [X, te.placeholder((2, 1), "int64"), te.placeholder((5, 4))], {}, "T203"),
        ("scatter_nd", [X, te.placeholder((2, 4), "int64"), te.placeholder((2,))], {}, "T203"),
        ("scatter_nd", [te.placeholder((6,)), te.placeholder((2, 1), "int64"), te.placeholder((2, 2))], {}, "T203"),
        ("scatter_elements", [X, te.placeholder((2, 3, 1), "int64"), te.placeholder((2, 3))], {}, "T203"),
        ("scatter_elements", [X, te.placeholder((2,), "int64"), te.placeholder((2,))], {}, "T203"),
        ("nn.pad", [X], {"pad_width": [1, 1]}, "T205"),
        ("cast", [X], {"dtype": "float31"}, "T205"),
        ("nn.gelu", [X], {"approximate": "no"}, "T205"),
        ("nn.softmax", [X], {"axis": 3}, "T205"),
        ("strided_slice", [X], {"begin": [0], "end": [1], "strides": [0]}, "T205"),
    ],
)
def test_refused(name: str, args: list, attrs: dict, code: str) -> None:
    with pytest.raises(MlccError) as caught:
        topi.call_operator(name, args, attrs)
    assert caught.value.code == code
