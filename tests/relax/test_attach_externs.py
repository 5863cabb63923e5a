"""C and C++ code of a model's own: source modules, object files, and the pass that makes them part of the library."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc import relax
from mlcc.diagnostics import MlccError
from mlcc.relax.frontend import nn

TEXT = r"""
#include <dlpack/dlpack.h>
#include <tvm/ffi/function.h>
namespace {
int add(DLTensor *a, DLTensor *b, DLTensor *c) {
  *(float *)c->data = *(float *)a->data + *(float *)b->data;
  return 0;
}
int scale(DLTensor *a, double by, DLTensor *c) {
  if (a->ndim != 2 || c->shape[0] != a->shape[0] || by < 0) return 1;
  for (int64_t i = 0; i < a->shape[0] * a->shape[1]; i++) ((float *)c->data)[i] = ((float *)a->data)[i] * (float)by;
  return 0;
}
}
TVM_FFI_DLL_EXPORT_TYPED_FUNC(ext_add, add);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(ext_scale, scale);
"""
SYMBOLS = {
    "ext_add": lambda a, b: nn.Tensor.placeholder((), "float32"),
    "ext_scale": lambda a, by: nn.Tensor.placeholder((a.shape[0] * 2 - a.shape[0], 3), "float32"),
}
SPEC = {
    "add": {"a": nn.spec.Tensor((), "float32"), "b": nn.spec.Tensor((), "float32")},
    "scale": {"x": nn.spec.Tensor(("n", 3), "float32")},
}
RNG = np.random.default_rng(1)


class Model(nn.Module):
    def __init__(self, code: nn.ExternModule, by: float = 2.5) -> None:
        self.code, self.by = code, by

    def add(self, a: nn.Tensor, b: nn.Tensor) -> Any:
        return self.code["ext_add"](a, b)

    def scale(self, x: nn.Tensor) -> Any:
        return nn.op.relu(self.code["ext_scale"](self.code["ext_scale"](x, self.by), 1))


def source(**options: Any) -> nn.SourceModule:
    flags = nn.SourceModule.get_compile_options("cpp")
    return nn.SourceModule(SYMBOLS, TEXT, "cpp", compile_options=flags, **options)


def check(library: Any) -> None:
    x = RNG.standard_normal((4, 3)).astype("float32")
    assert library["add"](np.float32(2), np.float32(3)) == 5
    np.testing.assert_array_equal(library["scale"](x), np.maximum(x * np.float32(2.5), 0))


def test_source_in_the_library(tmp_path: Path) -> None:
    module, _, modules = Model(source()).export_tvm(SPEC, allow_extern=True)
    assert len(modules) == 1
    whole = relax.transform.AttachExternModules(modules)(module)
    assert mlcc.script.parse_module(whole.script()).script() == whole.script()
    path = tmp_path / "whole.so"
    mlcc.build(whole, output=str(path))
    check(mlcc.load(path))


def test_object_file(tmp_path: Path) -> None:
    source(compiler="cc").compile(tmp_path / "code.o")
    code = nn.ObjectModule(SYMBOLS, tmp_path / "code.o")
    check(Model(code).jit(SPEC, out_format="numpy"))


def test_a_failure_of_the_code_stops_the_run() -> None:
    library = Model(source(), by=-1.0).jit(SPEC, out_format="numpy")
    with pytest.raises(MlccError, match="external part `ext_scale_call"):
        library["scale"](np.zeros((2, 3), "float32"))


def test_what_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MlccError, match="allow_extern"):
        Model(source()).export_tvm(SPEC)
    with pytest.raises(MlccError, match="no function `ext_ad`"):
        source()["ext_ad"]
    with pytest.raises(MlccError, match="no model is being exported"):
        source()["ext_add"](nn.Tensor.from_const(1.0), nn.Tensor.from_const(2.0))
    with pytest.raises(MlccError, match='format "cu"'):
        nn.SourceModule(SYMBOLS, TEXT, "cu")
    with pytest.raises(MlccError, match="no object file"):
        nn.ObjectModule(SYMBOLS, tmp_path / "none.o")
    with pytest.raises(MlccError) as error:
        Model(nn.SourceModule(SYMBOLS, "int broken", "c")).jit({"add": SPEC["add"]})
    assert error.value.code == "R381"
    with pytest.raises(MlccError, match="nothing to load"):
        nn.ExternModule(SYMBOLS).load()


def test_functions_that_the_environment_provides() -> None:
    mlcc.register_func("ext_add", lambda a, b, out: out.__setitem__(..., a + b), override=True)
    library = Model(nn.ExternModule(SYMBOLS)).jit({"add": SPEC["add"]}, out_format="numpy")
    assert library["add"](np.float32(2), np.float32(3)) == 5
