"""`contrib.clang`: functions in C++ become LLVM text, and come into a program by the annotation of a loop."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

import mlcc
from mlcc.contrib import clang
from mlcc.diagnostics import MlccError

pytestmark = pytest.mark.skipif(not clang.find_clang(required=False), reason="there is no clang")

KERNEL = """
extern "C" int twice_added(float *c, const float *a, const float *b, int step) {
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 16; ++j) c[i * step + j] = a[i * step + j] + 2 * b[i * step + j];
  return 0;
}
"""

TILE = "{0}[vi * 16:vi * 16 + 16, vj * 16:vj * 16 + 16]"
VIEW = "T.match_buffer({0}, (16, 16), strides=(48, 1), offset_factor=1)"
A, B, C = (TILE.format(name) for name in "ABC")
TILES = f"""
@T.prim_func
def main(A: T.Buffer((64, 48), "float32"), B: T.Buffer((64, 48), "float32"), C: T.Buffer((64, 48), "float32")):
    for i, j in T.grid(4, 3):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads({A}, {B})
            T.writes({C})
            a = {VIEW.format(A)}
            b = {VIEW.format(B)}
            c = {VIEW.format(C)}
            T.evaluate(
                T.call_extern("int32", "twice_added", c.access_ptr("w"), a.access_ptr("r"), b.access_ptr("r"), 48)
            )
"""


def annotated(value: str) -> mlcc.IRModule:
    sch = mlcc.Schedule(mlcc.parse(TILES))
    sch.annotate(sch.get_loops(sch.get_block("C"))[0], "pragma_import_llvm", value)
    return sch.mod


@pytest.mark.parametrize("how", ["text", "file"])
def test_a_kernel_calls_what_it_imports(how: str, tmp_path: Path) -> None:
    text = clang.create_llvm(KERNEL, output=tmp_path / "kernel.ll")
    library = mlcc.build(annotated(text if how == "text" else str(tmp_path / "kernel.ll")))
    a, b = (np.random.default_rng(n).random((64, 48), np.float32) for n in range(2))
    c = np.zeros_like(a)
    library["main"](a, b, c)
    np.testing.assert_array_equal(c, a + 2 * b)


def test_wrong_texts_have_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MlccError, match="clang refuses") as caught:
        clang.create_llvm("int f( {")
    assert caught.value.code == "R381"
    with pytest.raises(MlccError, match="pragma_import_llvm") as caught:
        mlcc.build(annotated("no text of LLVM"))
    assert caught.value.code == "R381"
    with pytest.raises(MlccError, match="imports no LLVM text"):
        mlcc.build(annotated("define"), target="c")
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr("mlcc.runtime.clang.find_spec", lambda name: None)
    with pytest.raises(MlccError, match="there is no clang"):
        clang.find_clang()
