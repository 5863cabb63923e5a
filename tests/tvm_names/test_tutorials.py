"""What tutorials on TVM use besides the course: types and functions made from Python, operators on te tensors."""

from __future__ import annotations

import importlib
import math
from ctypes.util import find_library
from typing import Any

import numpy as np
import pytest
from tolerances import assert_close

import mlcc as tvm
from mlcc import MlccError, relax, te, tir, topi
from mlcc.relax.dpl import is_op, rewrite_call, wildcard
from mlcc.script import parse_module
from mlcc.script import relax as R

RELU: Any = parse_module("""
@T.prim_func
def relu(x: T.handle, y: T.handle):
    n, m = T.int64(), T.int64()
    X = T.match_buffer(x, (n, m), "float32")
    Y = T.match_buffer(y, (n, m), "float32")
    for i, j in T.grid(n, m):
        with T.block("relu"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = T.max(X[vi, vj], T.float32(0))
""")["relu"]


def test_types_from_python() -> None:
    n = tir.Var("n", "int64")
    x: Any = relax.Var("x", R.Tensor((n, 4), "float32"))
    assert x.sinfo.script() == relax.TensorStructInfo((n, 4), "float32").script()
    assert R.Tensor("float16").script() == 'R.Tensor(dtype="float16")'
    assert R.Tuple(R.Tensor((2,)), R.Shape([n])).script() == 'R.Tuple(R.Tensor((2,), dtype="float32"), R.Shape([n]))'
    builder = relax.BlockBuilder()

    with builder.function("main", [x]):
        with builder.dataflow():
            lv = builder.emit(relax.call_tir(builder.add_func(RELU, "relu"), x, R.Tensor((n, 4), "float32")))
            gv = builder.emit_output(lv)
        builder.emit_func_output(gv)
    data = np.random.default_rng(0).standard_normal((3, 4)).astype("float32")
    np.testing.assert_array_equal(tvm.build(builder.get())["main"](data), data.clip(0))


LAYERS: Any = parse_module("""
@R.function
def main(x: R.Tensor(("n", 8), "float32"), w: R.Tensor((8, 8), "float32")) -> R.Tensor(("n", 8), "float32"):
    with R.dataflow():
        lv = R.matmul(x, w)
        lv1 = R.nn.relu(lv)
        lv2 = R.matmul(lv1, w)
        lv3 = R.nn.relu(lv2)
        R.output(lv3)
    return lv3
""")


def test_calls_are_rewritten() -> None:
    inner, weight = wildcard(), wildcard()
    pattern = is_op("relax.nn.relu")(is_op("relax.matmul")(inner, weight))
    seen: list[Any] = []

    def rewriter(expr, matched):
        seen.append(matched[pattern])
        return relax.op.nn.gelu(relax.op.matmul(matched[inner], relax.op.add(matched[weight], matched[weight])))

    changed = rewrite_call(pattern, rewriter, LAYERS["main"])
    assert len(seen) == 2
    text = changed.script()
    assert "relu" not in text
    assert (text.count("R.nn.gelu"), text.count("R.matmul")) == (2, 2)
    same = rewrite_call(pattern, lambda expr, matched: expr, LAYERS["main"])
    assert same.script() == relax.normalize(LAYERS["main"]).script()
    x, w = (np.random.default_rng(2).standard_normal(s).astype("float32") for s in ((3, 8), (8, 8)))
    got = tvm.build(tvm.IRModule({"main": changed}))["main"](x, w)
    want: Any = x
    for _ in range(2):
        product = (want @ (w + w)).astype("float64")
        want = product * 0.5 * (1 + np.vectorize(math.erf)(product / math.sqrt(2)))
    assert_close(got, want)


def test_arithmetic_of_te_tensors() -> None:
    a: Any = te.placeholder((3, 4), name="A")
    b: Any = te.placeholder((4,), name="B")
    c = 2 * (a + b) / (b * b + 1.0) - (-a)
    x, y = (np.random.default_rng(1).standard_normal(s).astype("float32") for s in ((3, 4), (4,)))
    out = np.empty((3, 4), "float32")
    tvm.build(te.create_prim_func([a, b, c]))["main"](x, y, out)
    np.testing.assert_allclose(out, 2 * (x + y) / (y * y + 1) + x, rtol=1e-5, atol=1e-6)
    with pytest.raises(TypeError):
        a + "x"


def test_other_names_of_topi() -> None:
    a = te.placeholder((2, 3), "int32", name="A")
    assert [tuple(int(d.value) for d in t.shape) for t in (topi.concatenate([a, a], 1), topi.stack([a, a], 2))] == [
        (2, 6), (2, 3, 2),
    ]  # fmt: skip
    padded = topi.nn.reflect_pad(te.placeholder((1, 1, 4, 4), name="X"), [0, 0, 1, 2], [0, 0, 1, 0])
    assert [int(d.value) for d in padded.shape] == [1, 1, 6, 6]
    assert topi.floordiv(a, a).dtype == "int32"


def test_operations_of_tir() -> None:
    n = tir.Var("n", "int32")
    assert "// 4" in tir.ceildiv(n, 4).script()
    values = {tir.ceildiv(7, 2): 4, tir.truncdiv(-7, 2): -3, tir.truncmod(-7, 2): -1, tir.div(7, 2): 3,
              tir.bitwise_and(6, 3): 2, tir.shift_left(1, 4): 16, tir.max(3, 5): 5, tir.min(3, 5): 3}  # fmt: skip
    assert all(int(made.value) == want for made, want in values.items())
    assert isinstance(tir.Mod(n, tir.const(2)), tir.Mod)
    assert tir.decl_buffer((n, 4), "float16").dtype == "float16"
    assert tvm.runtime.ShapeTuple([1, np.int64(2)]) == (1, 2)


def test_targets_as_tvm_writes_them() -> None:
    assert tvm.target.Target("llvm -mcpu=haswell -num-cores 2").num_cores == 2
    with pytest.raises(MlccError, match="needs a value"):
        tvm.target.Target("llvm -num-cores")


def test_graph_values_of_python() -> None:
    made: Any = relax.convert_to_expr((1, "s", np.zeros(2, "float32")))
    assert [type(field).__name__ for field in made.fields] == ["PrimValue", "StringValue", "Constant"]
    assert relax.get_shape_of(relax.Var("x", R.Tensor((2, 3)))).script() == "R.shape([2, 3])"
    with pytest.raises(MlccError):
        relax.convert_to_expr(object())


def test_names_of_operators_with_and_without_a_prefix() -> None:
    name = tvm.ir.Op.get("relax.nn.relu").name
    assert name == "relax.nn.relu" == name
    assert name == "nn.relu"
    assert name != "relax.nn.gelu"
    assert not name != "relax.nn.relu"  # noqa: SIM202
    assert {name: 1}["nn.relu"] == 1

    @relax.expr_functor.mutator
    class ToGelu(relax.PyExprMutator):
        def visit_call_(self, call):
            return relax.op.nn.gelu(call.args[0]) if call.op.name == "relax.nn.relu" else super().visit_call_(call)

    text = ToGelu(LAYERS).visit_expr(LAYERS["main"]).script()
    assert "R.nn.gelu" in text
    assert "R.nn.relu" not in text


def test_modules_by_new_names() -> None:

    from mlcc.tirx import PrimFunc

    assert importlib.import_module("mlcc.tirx.transform") is tir.transform
    assert PrimFunc is tir.PrimFunc
    with pytest.raises(ImportError):
        from mlcc.tirx import nothing  # type: ignore[attr-defined]  # noqa: F401


@pytest.mark.parametrize(
    ("words", "kind"),
    [("cuda -arch=sm_80 -max_threads_per_block 1024", "cuda"), ("nvidia/nvidia-a100", "cuda"), ("opencl", "opencl"),
     ({"kind": "cuda", "arch": "sm_90", "max_num_threads": 1024}, "cuda"), ("raspberry-pi/4b-aarch64", "llvm")],
)  # fmt: skip
def test_targets_in_words_of_tvm(words: Any, kind: str) -> None:
    assert tvm.target.Target(words).kind == kind


def test_targets_of_devices() -> None:
    assert tvm.target.Target.from_device(tvm.cpu()) == tvm.target.Target("llvm")
    assert tvm.target.Target.from_device("cuda:1").kind == "cuda"


def test_what_tutorials_ask_of_the_machine() -> None:
    assert tvm.cpu(0).exist
    assert not tvm.cpu(1).exist
    assert isinstance(tvm.cuda(0).exist, bool)
    assert isinstance(tvm.opencl(0).exist, bool)
    assert not tvm.runtime.device("cuda", 99).exist
    with tvm.transform.PassContext(opt_level=3, config={"relax.backend.use_cuda_graph": False}):
        pass
    with tvm.transform.PassContext(config={"tirx.disable_vectorize": True}) as context:
        assert context.config == {"tir.disable_vectorize": True}
    with pytest.raises(MlccError, match="T132"):
        tvm.transform.PassContext(config={"relax.backend.use_cuda_graph": True})
    array = tvm.runtime.tensor(np.arange(6, dtype="float32"))
    assert tvm.get_global_func("vm.builtin.reshape")(array, tvm.runtime.ShapeTuple([2, 3])).shape == (2, 3)


def test_texts_and_what_runs_here() -> None:
    text = RELU.script()
    assert tvm.script.from_source(text).script() == text
    module = tvm.IRModule({"relu": RELU})
    assert tvm.script.from_source(module.script()).script() == module.script()
    assert tvm.runtime.enabled("llvm")
    assert tvm.runtime.enabled("c")
    assert tvm.runtime.enabled("cuda") == tvm.cuda(0).exist
    assert not tvm.runtime.enabled("vulkan")


def test_a_pipeline_with_arguments() -> None:
    @relax.register_pipeline("tutorial_pipeline")
    def make(times: int = 1) -> Any:
        return tvm.transform.Sequential([relax.transform.LegalizeOps()] * times)

    assert len(relax.get_pipeline("tutorial_pipeline", 3).passes) == 3


@pytest.mark.skipif(find_library("openblas") is None, reason="needs libopenblas, which the library calls")
def test_a_generator_by_name_with_its_own_options() -> None:
    patterns = relax.backend.get_patterns_with_prefix("blas")
    marked = relax.transform.FuseOpsByPattern(patterns, annotate_codegen=True)(LAYERS)
    library = tvm.build(relax.transform.RunCodegen({"blas": {}})(marked))
    assert [item.name for item in library.spec.libraries]
