"""TVM's names that are thin forms of mlcc's: values, targets, arithmetic, comparisons, folders, old schedules."""

from __future__ import annotations

import os
import pickle
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import mlcc
from mlcc import arith, ir, relax, te, testing, tir, topi
from mlcc.contrib import utils
from mlcc.diagnostics import MlccError
from mlcc.runtime import convert, from_dlpack
from mlcc.target import Target


# ------------------------------------------------------------------------------ classes and modules
def test_classes_print_as_users_know_them_and_are_found_there() -> None:
    func = te.create_prim_func([a := te.placeholder((4,), name="A"), te.compute((4,), lambda i: a[i] + 1.0)])
    bb = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((4,), "float32"))
    with bb.function("main", [x]):
        with bb.dataflow():
            local = bb.emit(relax.op.exp(x))
            out = bb.emit_output(relax.op.negative(local))
        bb.emit_func_output(out)
    module = bb.get()
    for value, path in (
        (func, "tir.function.PrimFunc"), (x, "relax.expr.Var"), (local, "relax.expr.DataflowVar"),
        (out, "relax.expr.Var"), (module["main"], "relax.expr.Function"), (module, "ir.module.IRModule"),
        (mlcc.nd.array([1.0]), "runtime.ndarray.NDArray"), (x.struct_info, "relax.struct_info.TensorStructInfo"),
    ):  # fmt: skip
        assert str(type(value)) == f"<class 'mlcc.{path}'>"
    again = pickle.loads(pickle.dumps(module))
    assert ir.structural_equal(again, module)
    assert isinstance(local, relax.expr.DataflowVar)
    assert ir.structural_equal(ir.load_json(ir.save_json(module)), module)


def test_a_module_from_one_function() -> None:
    func = te.create_prim_func([a := te.placeholder((4,), name="A"), te.compute((4,), lambda i: a[i] + 1.0)])
    module = mlcc.IRModule.from_expr(func.with_attr("global_symbol", "add"))
    assert [g.name_hint for g in module.get_global_vars()] == ["add"]
    assert module[module.get_global_var("add")] is module["add"]
    assert list(mlcc.IRModule.from_expr(func).functions) == ["main"]
    with pytest.raises(KeyError):
        module.get_global_var("main")
    ir.assert_structural_equal(module, module)
    with pytest.raises(ValueError, match="not structurally equal"):
        ir.assert_structural_equal(module, mlcc.IRModule.from_expr(func))


def test_variables_of_the_older_lessons() -> None:
    x = relax.Var("x", (1, 784), relax.DynTensorType(2, "float16"))
    assert ir.structural_equal(x.struct_info, relax.TensorStructInfo((1, 784), "float16"))
    assert type(x) is relax.Var
    bb = relax.BlockBuilder()
    with bb.function("main", [x]):
        bb.emit_func_output(bb.emit(relax.nn.relu(x)))
    vm = relax.VirtualMachine(relax.vm_build.build(bb.get(), target="llvm"), mlcc.cpu())
    assert not vm["main"](np.full((1, 784), -1, np.float16)).any()


def test_operators_are_equal_by_name() -> None:
    assert ir.Op.get("relax.nn.relu") == ir.Op.get("nn.relu") != ir.Op.get("relax.add")
    assert {ir.Op.get("relax.add"): 1}[ir.Op("add")] == 1


# ------------------------------------------------------------------------------ values
def test_python_values_become_the_compilers() -> None:
    wide, small = convert(2**40), convert(1024)
    assert (wide.value, wide.dtype, small.dtype) == (2**40, "int64", "int32")
    assert convert([1, "a", None])[1].value == "a"
    assert convert({"k": 1.5})["k"].dtype == "float32"
    assert convert(True).dtype == "bool"
    assert te.placeholder((small,)).shape[0] == 1024
    with pytest.raises(MlccError, match="R347"):
        convert(object())


@pytest.mark.parametrize("dtype", ["float32", "int8", "bool", "uint16", "float64", ml_dtypes.bfloat16])
def test_arrays_are_exchanged_without_a_copy(dtype: Any) -> None:
    array = mlcc.nd.array(np.zeros((2, 3), dtype))
    view = from_dlpack(array)
    view[1, 2] = 1
    assert array[1, 2] == 1
    assert view.dtype == array.dtype
    assert isinstance(view, mlcc.nd.NDArray)
    assert from_dlpack(array.to_dlpack()).shape == (2, 3)


def test_strided_and_empty_arrays_are_exchanged() -> None:
    base = np.arange(24, dtype=np.float32).reshape(4, 6)
    view = from_dlpack(base[::2, 1:4].T)
    np.testing.assert_array_equal(view, base[::2, 1:4].T)
    assert np.shares_memory(view, base)
    assert from_dlpack(np.zeros((0, 3), np.float32)).shape == (0, 3)


def test_what_is_no_tensor_is_refused() -> None:
    with pytest.raises(MlccError, match="R348"):
        from_dlpack(3)
    with pytest.raises(MlccError, match="R348"):
        from_dlpack(np.array(["a"]))
    with pytest.raises(MlccError, match="R346"):
        mlcc.device("abacus")
    assert str(mlcc.device("cpu:1")) == "cpu(1)"
    assert mlcc.device("nvptx:1") == mlcc.cuda(1)
    assert mlcc.nd.array([1.5], mlcc.device("opencl"))[0] == 1.5


def test_tensors_of_torch_are_exchanged_without_a_copy() -> None:
    torch = pytest.importorskip("torch")
    for dtype in (torch.float32, torch.bfloat16, torch.int64):
        tensor = torch.zeros(4, dtype=dtype)
        here = from_dlpack(tensor)
        tensor[2] = 5
        assert float(here[2]) == 5
        there = torch.from_dlpack(mlcc.nd.array(here))
        assert there.dtype == dtype
    with pytest.raises(MlccError, match="R348"):
        from_dlpack(torch.zeros(2, requires_grad=True))


def test_comparison_asks_for_equal_shapes() -> None:
    testing.assert_allclose(mlcc.nd.array([1.0, np.nan]), np.array([1.0 + 1e-9, np.nan]))
    testing.assert_allclose(np.ones(2, ml_dtypes.bfloat16), np.ones(2, ml_dtypes.bfloat16))
    with pytest.raises(AssertionError, match="shapes"):
        testing.assert_allclose(np.ones((2, 1)), np.ones(2))
    with pytest.raises(AssertionError, match="Not equal"):
        testing.assert_allclose(np.ones(2), np.full(2, 1.1))


def test_temporary_folders() -> None:
    with utils.tempdir() as temp:
        with open(temp.relpath("a.txt"), "w") as stream:
            stream.write("a")
        assert temp.listdir() == ["a.txt"]
        path = temp.path
    assert not os.path.exists(path)
    other = utils.tempdir()
    assert os.path.isdir(other.temp_dir)
    other.remove()
    assert not os.path.exists(other.temp_dir)


# ------------------------------------------------------------------------------ targets
def test_targets_from_text_and_mappings() -> None:
    text = Target("llvm -mcpu=cortex-a72 -mtriple=aarch64-linux-gnu")
    assert text.arch == "aarch64"
    given = {"kind": "llvm", "mcpu": "cortex-a72", "mtriple": "aarch64-linux-gnu", "mattr": ["+dotprod"]}
    assert Target({**given, "num-cores": 2}) == Target.parse(
        "llvm -mcpu=cortex-a72 -mtriple=aarch64-linux-gnu -mattr=+dotprod -num-cores=2"
    )
    assert Target(text, host="llvm") is text
    with pytest.raises(MlccError, match="G101"):
        Target({"kind": "llvm", "speed": "high"})
    assert Target.current() is None
    with text:
        assert Target.current() is text
        assert Target.parse(None) is text
        assert Target.parse("llvm") == Target.host()
    assert Target.parse(None) == Target.host()


# ------------------------------------------------------------------------------ arithmetic
def test_the_analyzer_knows_what_is_bound() -> None:
    i, j, n = (ir.Var(name) for name in "ijn")
    ana = arith.Analyzer()
    assert ir.as_int(ana.simplify(i * 4 // 4 - i)) == 0
    assert not ana.can_prove(i < 4)
    ana.bind(i, tir.Range(ir.const(0), ir.const(4)))
    assert ana.can_prove(i < 4)
    assert ana.can_prove(True)
    assert ir.as_int(ana.rewrite_simplify(i // 4)) == 0
    assert ana.const_int_bound(i * 3 + 1) == arith.ConstIntBound(1, 10)
    assert ana.const_int_bound(j).max_value == arith.ConstIntBound.POS_INF
    assert ana.modular_set(i * 8 + n * 12 + 7) == arith.ModularSet(4, 3)
    assert ana.modular_set(ir.const(5)) == arith.ModularSet(0, 5)
    ana.bind(j, i + 1)
    assert ana.can_prove_equal(j * 2, i * 2 + 2)
    ana.update(n, arith.ConstIntBound(8, 16))
    assert ana.can_prove(n > i)
    with ana.constraint_scope(n >= 12):
        assert ana.can_prove(n > 11)
    assert not ana.can_prove(n > 11)
    assert ir.as_int(ana.canonical_simplify((n + i) * 2 - i - n * 2 - i)) == 0


# ------------------------------------------------------------------------------ schedules of tensor expressions
def _matmul(n: int = 37) -> tuple[te.Tensor, te.Tensor, te.Tensor, te.Tensor]:
    a, b = te.placeholder((n, n), name="A"), te.placeholder((n, n), name="B")
    k = te.reduce_axis((0, n), "k")
    c = te.compute((n, n), lambda i, j: te.sum(a[i, k] * b[k, j], axis=k), name="C")
    return a, b, c, te.compute((n, n), lambda i, j: te.max(c[i, j], 0.0), name="D")


def test_an_older_schedule_is_built_and_computes_the_same() -> None:
    a, b, c, d = _matmul()
    s = te.create_schedule(d.op)
    xo, yo, xi, yi = s[d].tile(d.op.axis[0], d.op.axis[1], 8, 16)  # type: ignore[attr-defined]
    s[c].compute_at(s[d], yo)
    (k,) = c.op.reduce_axis  # type: ignore[attr-defined]
    ko, ki = s[c].split(k, nparts=4)
    s[c].unroll(ki)
    s[d].vectorize(yi)
    s[d].parallel(xo)
    lib = mlcc.build(s, [b, a, d], target="llvm", name="mm_relu")
    x, y = np.random.default_rng(0).standard_normal((2, 37, 37), np.float32)
    out = mlcc.nd.empty((37, 37))
    lib(y, x, out)
    assert lib.entry_name == "mm_relu"
    # wide: sums of 37 products in another order
    np.testing.assert_allclose(out, np.maximum(x @ y, 0), rtol=1e-4, atol=1e-5)
    text = mlcc.lower(s, [a, b, d]).script()
    assert "T.parallel" in text
    assert "T.vectorized(16)" in text


def test_caches_of_an_older_schedule() -> None:
    a, b, c, d = _matmul(8)
    s = te.create_schedule(d.op)
    cached = s.cache_write(c, "local")
    read = s.cache_read(a, "local", [cached])
    i, j = cached.op.axis
    s[cached].reorder(*cached.op.reduce_axis, i, j)
    s[read].parallel(read.op.axis[0])
    s[c].compute_inline()
    s[d].fuse(*d.op.axis)  # type: ignore[attr-defined]
    x, y = np.random.default_rng(1).standard_normal((2, 8, 8), np.float32)
    result = mlcc.build(s, [a, b, d])(x, y)
    # wide: sums of 8 products in another order
    np.testing.assert_allclose(result, np.maximum(x @ y, 0), rtol=1e-4, atol=1e-5)


def test_wrong_uses_of_an_older_schedule_are_refused() -> None:
    a, b, _, d = _matmul(8)
    s = te.create_schedule([d.op])
    with pytest.raises(MlccError, match="T116"):
        s[a]
    with pytest.raises(MlccError, match="T116"):
        s[d].split(d.op.axis[0])  # type: ignore[attr-defined]
    with pytest.raises(MlccError, match="T116"):
        s[d].vectorize(te.var("z"))
    with pytest.raises(MlccError, match="T104"):
        mlcc.build(s, [a, d])
    with pytest.raises(MlccError, match="D104"):
        mlcc.build(mlcc.IRModule({}), [a, b])


def test_einsum_takes_its_labels_first() -> None:
    a, b = te.placeholder((3, 4), name="A"), te.placeholder((4, 5), name="B")
    lib = mlcc.build(te.create_prim_func([a, b, topi.einsum("ij,jk->ik", a, b)]))
    x, y = np.random.default_rng(2).random((3, 4), np.float32), np.ones((4, 5), np.float32)
    np.testing.assert_allclose(lib(x, y), x @ y, rtol=1e-6)
    with pytest.raises(MlccError, match="T205"):
        topi.einsum(a, b)
