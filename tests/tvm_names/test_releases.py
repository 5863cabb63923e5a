"""Names that TVM's releases gave to the same things: importers, arrays, parameters, schedules and dialects."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import mlcc
from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import assert_structural_equal
from mlcc.script import parse_module, tir, tirx

TEXT = """
@I.ir_module
class Module:
    @T.prim_func
    def add(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            with T.sblock("B"):
                vi = T.axis.spatial(8, i)
                B[vi] = A[vi] + T.float32(1)
"""


def test_names_of_the_last_releases() -> None:
    sch = mlcc.s_tir.Schedule(parse_module(TEXT))
    sch.vectorize(sch.get_loops(sch.get_sblock("B"))[0])
    library = mlcc.compile(sch.mod, target="llvm")
    assert isinstance(library, mlcc.runtime.Module)
    a, b = mlcc.runtime.tensor(np.arange(8, dtype="float32")), mlcc.runtime.empty((8,), "float32")
    library["add"](a, b)
    np.testing.assert_array_equal(b.numpy(), np.arange(8) + 1)
    assert isinstance(b, mlcc.runtime.Tensor)
    assert mlcc.tirx is mlcc.tir
    assert tirx is tir
    mlcc.register_global_func("test.releases", lambda *_: None, override=True)
    assert mlcc.get_global_func("test.releases") is not None


def test_arrays_by_name_are_kept(tmp_path: Path) -> None:
    params = {"w": np.arange(6, dtype="float32").reshape(2, 3), "b": np.array(3, "int8")}
    again = mlcc.runtime.load_param_dict(mlcc.runtime.save_param_dict(params))
    mlcc.runtime.save_param_dict_to_file(again, tmp_path / "p.bin")
    last = mlcc.runtime.load_param_dict_from_file(tmp_path / "p.bin")
    for name, value in params.items():
        assert last[name].dtype == value.dtype
        np.testing.assert_array_equal(last[name], value)
    with pytest.raises(MlccError, match="R348"):
        mlcc.runtime.load_param_dict(b"no arrays")
    with pytest.raises(MlccError, match="R321"):
        mlcc.runtime.load_param_dict_from_file(tmp_path / "absent")


def test_models_of_onnx() -> None:
    onnx = pytest.importorskip("onnx")
    from mlcc.relax.frontend.onnx import from_onnx

    info = onnx.helper.make_tensor_value_info
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node("Add", ["x", "x"], ["y"])], "g", [info("x", 1, ["n", 3])], [info("y", 1, ["n", 3])]
    )
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)])
    module = from_onnx(model, shape_dict={"x": (2, 3)}, opset=17)
    x = np.ones((2, 3), "float32")
    np.testing.assert_array_equal(mlcc.compile(module, "llvm")(x), x * 2)
    with pytest.raises(MlccError, match="I134"):
        from_onnx(model, opset=13)


def test_weights_of_onnx_models_as_inputs() -> None:
    onnx = pytest.importorskip("onnx")
    from mlcc.relax.frontend.onnx import from_onnx

    info, tensor = onnx.helper.make_tensor_value_info, onnx.numpy_helper.from_array
    w, b = np.arange(12, dtype="float32").reshape(4, 3), np.ones(3, "float32")
    nodes = [("Gemm", ["x", "w.0", "b"], "y"), ("Reshape", ["y", "s"], "t"), ("Add", ["t", "b"], "z")]
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node(op, given, [made]) for op, given, made in nodes], "g", [info("x", 1, ["n", 4])],
        [info("z", 1, None)], [tensor(w, "w.0"), tensor(b, "b"), tensor(np.array([-1, 1, 3]), "s")],
    )  # fmt: skip
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)])
    whole = from_onnx(model, keep_params_in_input=True)
    text = whole.script()
    assert '"params": [metadata["relax.expr.Constant"][0], R.const([1.0, 1.0, 1.0], "float32")]' in text
    read = mlcc.parse(text)
    assert_structural_equal(read, whole)
    assert [a.dtype for a in read["main"].attrs["params"]] == [np.float32, np.float32]
    short = whole.script(show_meta=False)  # a text without millions of numbers
    assert "Metadata omitted" in short
    assert "params" not in mlcc.parse(short)["main"].attrs
    module, params = mlcc.relax.frontend.detach_params(mlcc.parse(text))
    main = module["main"]
    assert [p.name for p in main.params] == ["x", "w_0", "b"]  # `s` is the shape that the import read
    assert main.attrs["num_input"] == 1
    assert "params" not in main.attrs
    x = np.ones((2, 4), "float32")
    np.testing.assert_allclose(mlcc.build(module)(x, *params["main"]), (x @ w + 2 * b).reshape(-1, 1, 3))


def test_scalar_functions_by_tvms_spelling() -> None:
    a = te.placeholder((5,), name="A")
    b = te.placeholder((5,), "int32", name="B")
    out = te.compute((5,), lambda i: te.logaddexp(a[i], te.div(a[i], 2.0)), name="C")
    whole = te.compute(
        (5,), lambda i: te.floordiv(b[i], 3) * 1000 + te.floormod(b[i], 3) * 100 + te.truncdiv(b[i], 3) * 10
        + te.truncmod(b[i], 3) + te.div(b[i], 3) * 10000, name="D",
    )  # fmt: skip
    library = mlcc.build(te.create_prim_func([a, b, out, whole]))
    x, n = np.linspace(-3, 3, 5).astype("float32"), np.array([-7, -1, 0, 5, 8], "int32")
    first, second = library(x, n)
    toward_zero = np.trunc(n / 3).astype("int32")
    np.testing.assert_allclose(first, np.logaddexp(x, x / 2), rtol=1e-5)
    want = n // 3 * 1000 + n % 3 * 100 + toward_zero * 10 + (n - toward_zero * 3) + toward_zero * 10000
    np.testing.assert_array_equal(second, want)
