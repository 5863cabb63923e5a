"""Operators as functions: what `relax.op` gives is what the text gives."""

import numpy as np
import pytest
from tolerances import assert_close

from mlcc import relax
from mlcc.ir import structural_equal
from mlcc.script import parse_module


def built(make):
    builder = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((2, 12), "float32"))
    w = relax.Var("w", relax.TensorStructInfo((12, 3), "float32"))
    with builder.function("main", [x, w]):
        with builder.dataflow():
            out = builder.emit_output(builder.emit(make(x, w)))
        builder.emit_func_output(out)
    return builder.get()


TEXT = """
@R.function
def main(x: R.Tensor((2, 12), "float32"), w: R.Tensor((12, 3), "float32")):
    with R.dataflow():
        lv = {}
        gv = lv
        R.output(gv)
    return gv
"""


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda x, w: relax.op.matmul(x, w), "R.matmul(x, w)"),
        (lambda x, w: relax.op.nn.relu(x), "R.nn.relu(x)"),
        (lambda x, w: relax.op.add(x, 1), 'R.add(x, R.const(1.0, "float32"))'),
        (lambda x, w: relax.op.reshape(x, (4, 6)), "R.reshape(x, shape=[4, 6])"),
        (lambda x, w: relax.op.permute_dims(x, axes=[1, 0]), "R.permute_dims(x, axes=[1, 0])"),
        (lambda x, w: relax.op.nn.softmax(x, axis=1), "R.nn.softmax(x, axis=1)"),
        (lambda x, w: relax.op.concat([x, x], axis=0), "R.concat((x, x), axis=0)"),
        (lambda x, w: relax.op.sum(x, axis=[1], keepdims=True), "R.sum(x, axis=[1], keepdims=True)"),
    ],
)
def test_same_as_text(make, text: str) -> None:
    normal = relax.transform.Normalize()
    assert structural_equal(normal(built(make)), normal(parse_module(TEXT.format(text))))


def test_unknown_operators() -> None:
    with pytest.raises(AttributeError, match="matmul"):
        relax.op.matmull  # noqa: B018


def test_call_tir() -> None:
    from mlcc import te

    a = te.placeholder((2, 12), "float32", name="A")
    double = te.create_prim_func([a, te.compute((2, 12), lambda i, j: a[i, j] * 2.0, name="B")])
    builder = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((2, 12), "float32"))
    with builder.function("main", [x]):
        func = builder.add_func(double, "double")
        out = builder.emit(relax.call_tir(func, (x,), relax.TensorStructInfo((2, 12), "float32")))
        builder.emit_func_output(out)
    machine = relax.VirtualMachine(relax.build(builder.get(), "llvm"))
    data = np.arange(24, dtype="float32").reshape(2, 12)
    assert np.array_equal(np.asarray(machine["main"](data)), data * 2)


SYMBOLIC = """
@R.function
def main(x: R.Tensor((1, "m"), "float32"), w: R.Tensor(("m", "n"), "float32"), b: R.Tensor(("n",), "float32")):
    m, n = T.int64(), T.int64()
    with R.dataflow():
        y = R.matmul(x, w)
        gv: R.Tensor((1, n), "float32") = R.add(y, b)
        R.output(gv)
    return gv
"""


def test_bound_parameters_say_what_dimensions_are() -> None:
    from mlcc.diagnostics import MlccError

    module = parse_module(SYMBOLIC)
    params = {"w": np.ones((12, 3), "float32"), "b": np.zeros(3, "float32")}
    bound = relax.transform.BindParams("main", params)(module)["main"]
    assert bound.params[0].sinfo.static_shape() == (1, 12)
    assert bound.body.body.sinfo.static_shape() == (1, 3)
    for wrong in (np.zeros(4, "float32"), np.zeros((3, 1), "float32")):
        with pytest.raises(MlccError) as caught:
            relax.transform.BindParams("main", {**params, "b": wrong})(module)
        assert caught.value.code == "T121"


def test_call_tir_inplace() -> None:
    from .composed_cases import result_of

    text = """
@T.prim_func(private=True)
def grow(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32"), C: T.Buffer((4,), "float32")):
    for i in range(4):
        with T.block("A"):
            vi = T.axis.spatial(4, i)
            A[vi] = A[vi] + B[vi]
    for i in range(4):
        with T.block("C"):
            vi = T.axis.spatial(4, i)
            C[vi] = A[vi] * T.float32(2)
"""
    grow = parse_module(text)["grow"]

    def make(x, y):
        builder = relax.BlockBuilder.current()
        info = relax.TensorStructInfo((4,), "float32")
        changed = builder.emit(relax.op.call_tir_inplace(builder.add_func(grow, "grow"), [x, y], [0, -1], [info, info]))
        return relax.Tuple([changed, x])

    x, y = np.arange(4, dtype="float32"), np.ones(4, "float32")
    # One program with private buffers: effects stay out of dataflow blocks.
    (sums, twice), same = result_of(make, x, y, dataflow=False)
    np.testing.assert_array_equal(sums, x + y)
    np.testing.assert_array_equal(twice, 2 * (x + y))
    np.testing.assert_array_equal(same, np.arange(4))


@pytest.mark.parametrize("mask", [None, "TopLeft", "BottomRight"])
def test_attention_of_sequences_of_other_lengths(mask) -> None:
    from .composed_cases import result_of

    rng = np.random.default_rng(0)
    q, k, v = (rng.standard_normal((1, n, 2, 4)).astype("float32") for n in (6, 7, 7))
    begin_q, begin_k = np.array([0, 2, 6], "int32"), np.array([0, 3, 7], "int32")
    most = relax.const(4, "int32")

    def make(q, k, v, a, b):
        return relax.op.nn.attention_var_len(q, k, v, a, most, b, most, causal_mask=mask)

    got = result_of(make, q, k, v, begin_q, begin_k)
    for n in range(2):
        rows, keys = slice(begin_q[n], begin_q[n + 1]), slice(begin_k[n], begin_k[n + 1])
        scores = np.einsum("qhd,khd->hqk", q[0, rows], k[0, keys]) / 2
        if mask:
            count, others = scores.shape[1:]
            seen = np.tril(np.ones((count, others)), 0 if mask == "TopLeft" else others - count)
            scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        want = np.einsum("hqk,khd->qhd", weights / weights.sum(-1, keepdims=True), v[0, keys])
        assert_close(got[0, rows], want)
