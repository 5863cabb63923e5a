"""Programs made from tensor expressions: the seeds' forms, and what is refused."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import structural_equal, verify
from mlcc.reference import run
from mlcc.script import parse_module


def te_matmul(a: te.Tensor, b: te.Tensor) -> te.Tensor:
    k = te.reduce_axis((0, a.shape[1]), name="k")
    shape = (a.shape[0], b.shape[1])
    return te.compute(shape, lambda i, j: te.sum(a[i, k] * b[k, j], axis=k), name="matmul")


def te_relu(a: te.Tensor) -> te.Tensor:
    return te.compute(a.shape, lambda *i: te.max(a(*i), 0), name="relu")


MATMUL = """
@T.prim_func
def main(A: T.Buffer((T.int64(128), T.int64(128)), "float32"), B: T.Buffer((T.int64(128), T.int64(128)), "float32"),
         matmul: T.Buffer((T.int64(128), T.int64(128)), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(T.int64(128), T.int64(128), T.int64(128)):
        with T.block("matmul"):
            v_i, v_j, v_k = T.axis.remap("SSR", [i, j, k])
            T.reads(A[v_i, v_k], B[v_k, v_j])
            T.writes(matmul[v_i, v_j])
            with T.init():
                matmul[v_i, v_j] = T.float32(0)
            matmul[v_i, v_j] = matmul[v_i, v_j] + A[v_i, v_k] * B[v_k, v_j]
"""
MM_RELU = """
@T.prim_func
def main(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32"), C: T.Buffer((128, 128), "float32")):
    T.func_attr({"tir.noalias": True})
    Y = T.alloc_buffer((128, 128))
    for i0, i1, i2 in T.grid(128, 128, 128):
        with T.block("Y"):
            i, j, k = T.axis.remap("SSR", [i0, i1, i2])
            T.reads(A[i, k], B[k, j])
            T.writes(Y[i, j])
            with T.init():
                Y[i, j] = T.float32(0)
            Y[i, j] = Y[i, j] + A[i, k] * B[k, j]
    for i0, i1 in T.grid(128, 128):
        with T.block("C"):
            i, j = T.axis.remap("SS", [i0, i1])
            T.reads(Y[i, j])
            T.writes(C[i, j])
            C[i, j] = T.max(Y[i, j], T.float32(0))
"""


def same_program(func: Any, text: str) -> None:
    (other,) = parse_module(text).functions.values()
    func = func.with_attr("global_symbol", "main")
    assert structural_equal(func, other.with_attr("global_symbol", "main")), func.script()


def test_matmul_is_the_seeds_program() -> None:
    dims = te.placeholder((128, 128), name="x").shape
    with te.index_type("int64"):
        a, b = te.placeholder((128, 128), name="A"), te.placeholder((128, 128), name="B")
    assert dims[0].dtype == "int32"
    func = te.create_prim_func([a, b, te_matmul(a, b)])
    same_program(func, MATMUL)
    assert "v_i, v_j, v_k" in func.script()
    assert "for i, j, k in T.grid" in func.script()


def test_mm_relu_is_the_seeds_program() -> None:
    a = te.placeholder((128, 128), "float32", name="A")
    b = te.placeholder((128, 128), "float32", name="B")
    k = te.reduce_axis((0, 128), "k")
    y = te.compute((128, 128), lambda i, j: te.sum(a[i, k] * b[k, j], axis=k), name="Y")
    c = te.compute((128, 128), lambda i, j: te.max(y[i, j], 0), name="C")
    same_program(te.create_prim_func([a, b, c]), MM_RELU)


def test_intermediate_result_as_parameter() -> None:
    a, b = te.placeholder((3, 4), name="A"), te.placeholder((4, 5), name="B")
    c = te_matmul(a, b)
    d = te_relu(c)
    func = te.create_prim_func([a, b, c, d])
    assert not func.root.allocs
    x, y = np.random.default_rng(0).standard_normal((2, 3, 4)).astype("float32")[0], np.ones((4, 5), "float32")
    product, rectified = run(func, [x, y])
    np.testing.assert_allclose(product, x @ y, rtol=1e-5)
    np.testing.assert_allclose(rectified, np.maximum(x @ y, 0), rtol=1e-5)
    fused = te.create_prim_func([a, b, d])
    assert [b.name for b in fused.root.allocs] == ["matmul"]


def test_symbolic_dimensions() -> None:
    n, m = te.var("n", "int64"), te.var("m", "int64")
    a, b = te.placeholder((n, m), name="A"), te.placeholder((m, 5), name="B")
    func = te.create_prim_func([a, b, te_matmul(a, b)])
    verify(func)
    x, y = np.ones((3, 7), "float32"), np.ones((7, 5), "float32")
    np.testing.assert_allclose(run(func, [x, y])[0], x @ y)
    (parsed,) = parse_module(func.script()).functions.values()
    assert structural_equal(func, parsed)


def test_narrow_axes_become_wide_in_one_program() -> None:
    with te.index_type("int64"):
        a = te.placeholder((4,), name="A")
    b = te.compute((4,), lambda i: a[i] + i.astype("float32"), name="B")
    func = te.create_prim_func([a, b])
    verify(func)
    np.testing.assert_allclose(run(func, [np.zeros(4, "float32")])[0], np.arange(4))


def test_argmax_by_a_reducer_of_ones_own() -> None:
    a = te.placeholder((3, 6), name="A")
    k = te.reduce_axis((0, 6), "k")

    def combine(x: tuple, y: tuple) -> tuple:
        first = te.any(x[1] > y[1], te.all(x[1].equal(y[1]), x[0] < y[0]))
        return te.select(first, x[0], y[0]), te.select(first, x[1], y[1])

    argmax = te.comm_reducer(combine, lambda i, v: (te.max_value(i), te.min_value(v)), "argmax")
    position, value = te.compute((3,), lambda i: argmax((k, a[i, k]), axis=k), name="best")
    func = te.create_prim_func([a, position, value])
    verify(func)
    x = np.random.default_rng(1).integers(0, 4, (3, 6)).astype("float32")
    result, top = run(func, [x])
    np.testing.assert_array_equal(result, x.argmax(1))
    np.testing.assert_array_equal(top, x.max(1))


def test_reduction_with_condition_and_start() -> None:
    a = te.placeholder((6,), name="A")
    k = te.reduce_axis((0, 6), "k")
    total = te.compute((1,), lambda i: te.sum(a[k], axis=k, where=k % 2 < 1, init=10.0), name="total")
    np.testing.assert_allclose(run(te.create_prim_func([a, total]), [np.arange(6, dtype="float32")])[0], [16])


def test_scalars_and_several_results() -> None:
    a = te.placeholder((), name="A")
    up, down = te.compute((), lambda: (a() + 1.0, a() - 1.0), name="both")
    func = te.create_prim_func([a, up, down])
    verify(func)
    assert [float(v) for v in run(func, [np.float32(3)])] == [4, 2]


def test_assembled_parts() -> None:
    a, b = te.placeholder((2, 3), name="A"), te.placeholder((2, 4), name="B")
    parts = [
        ((0, 0), te.compute(a.shape, lambda i, j: a[i, j] * 2.0, name="left")),
        ((0, 3), te.compute(b.shape, lambda i, j: b[i, j], name="right")),
    ]
    func = te.create_prim_func([a, b, te.assemble((2, 7), parts, name="joined")])
    verify(func)
    x, y = np.ones((2, 3), "float32"), np.zeros((2, 4), "float32")
    np.testing.assert_array_equal(run(func, [x, y])[0], np.concatenate([x * 2, y], 1))


def test_extern_with_temporaries() -> None:
    a = te.placeholder((5,), name="A")

    def build(ins: list, outs: list) -> object:
        b = te.StmtBuilder("int32")
        total = b.alloc("total", (1,), "float32")
        b.store(total, 0.0, 0)
        with b.loop("i", 5) as i:
            b.store(total, b.load(total, 0) + b.load(ins[0], i), 0)
            with b.when(i < 3):
                b.store(outs[0], b.load(total, 0), i)
            with b.otherwise():
                b.store(outs[0], -1.0, i)
        return b.finish()

    out = te.extern((5,), [a], build, name="running")
    func = te.create_prim_func([a, out])
    verify(func)
    np.testing.assert_array_equal(run(func, [np.ones(5, "float32")])[0], [1, 2, 3, -1, -1])


def test_names_are_unique_and_attributes_become_annotations() -> None:
    a = te.placeholder((4,), name="x")
    b = te.placeholder((4,), name="x")
    c = te.compute((4,), lambda i: a[i] + b[i], name="y", attrs={"op": "add"})
    d = te.compute((4,), lambda i: c[i] * 2.0, name="y")
    func = te.create_prim_func([a, b, d])
    assert [p.name for p in func.params] == ["x", "x_1", "y"]
    text = func.script()
    assert 'T.block("y")' in text
    assert 'T.block("y_1")' in text
    assert 'T.block_attr({"op": "add"})' in text


A = te.placeholder((4, 8), name="A")
K = te.reduce_axis((0, 8), "k")


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: A[0], "T101"),
        (lambda: A[0, 0.5], "T101"),
        (lambda: A[0, te.const(1.0)], "T101"),
        (lambda: te.compute((4, 8), lambda i: A[i, 0]), "T102"),
        (lambda: te.compute((4,), lambda i: "no"), "T102"),
        (lambda: te.placeholder((-1,)), "T102"),
        (lambda: te.placeholder((2,), "floaty"), "T102"),
        (lambda: te.placeholder((2.5,)), "T102"),
        (lambda: te.compute((4,), lambda i: te.sum(A[i, K], axis=K) + 1.0), "T103"),
        (lambda: te.sum(A[0, K], axis=3), "T103"),
        (lambda: te.max(A[0, 0]), "T103"),
        (lambda: te.create_prim_func([te.compute((4,), lambda i: A[i, 0])]), "T104"),
        (lambda: te.create_prim_func([A]), "T104"),
        (lambda: te.create_prim_func([A, A, te.compute((4,), lambda i: A[i, 0])]), "T105"),
    ],
)
def test_refused(make: object, code: str) -> None:
    with pytest.raises(MlccError) as caught:
        make()  # type: ignore[operator]
    assert caught.value.code == code


class Shifted:
    def element(self, row: Any, column: Any) -> Any:
        return row + column


@pytest.mark.parametrize(
    ("compute", "names"),
    [
        (lambda i, j: 0, ["i", "j"]),
        (lambda *i: 0, ["i0", "i1"]),
        (lambda n, *i, k=3: 0, ["n", "i0"]),
        (lambda n, i=1, j=2: 0, ["n", "i"]),
        (lambda i, j, *rest: 0, ["i", "j"]),
        (functools.partial(lambda k, i, j: 0, 4), ["i", "j"]),
        (Shifted().element, ["row", "column"]),
    ],
)
def test_axes_have_the_names_of_the_parameters(compute: Any, names: list[str]) -> None:
    assert [axis.name for axis in te.compute((4, 8), compute).op.axis] == names
