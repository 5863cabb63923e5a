"""External parts in each kind of artefact: library, object, archive, several CPUs; run from Python, the shell and C."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from onnx import helper, parser, save
from relax.compilers import needs_compiler, stand_in
from tolerances import assert_close

from mlcc import MlccError, Target, build, load
from mlcc.driver import build_files

pytestmark = needs_compiler

_MODEL = """
<ir_version: 8, opset_import: ["" : 17]>
mlp (float[n, 6] x) => (float[n, 3] y)
<float[6, 4] a, float[4, 3] b>
{
  h = MatMul(x, a)
  r = Relu(h)
  s = Softmax(r)
  t = Exp(s)
  y = MatMul(t, b)
}
"""

_PROGRAM = """
#include <stdio.h>
#include "{0}.h"
#include "{1}.h"
int main(void) {{
  float x[12] = {{1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1}}, y[6], z[6];
  int64_t in[] = {{2, 6}}, out[] = {{2, 3}};
  DLTensor a = {{x, {{kDLCPU, 0}}, 2, {{kDLFloat, 32, 1}}, in, NULL, 0}}, b = a, *args[] = {{&a, &b}};
  b.shape = out;
  b.data = y;
  if ({0}_main(args, 2)) {{ puts({0}_last_error()); return 1; }}
  b.data = z;
  if ({1}_main(args, 2)) {{ puts({1}_last_error()); return 1; }}
  for (int i = 0; i < 6; i++) printf("%.9g %.9g ", y[i], z[i]);
  return 0;
}}
"""

X = np.array([[1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1]], np.float32)


@pytest.fixture
def model(tmp_path: Path) -> str:
    proto = parser.parse_model(_MODEL)
    random = np.random.default_rng(1)
    for name, shape in (("a", (6, 4)), ("b", (4, 3))):
        values = random.standard_normal(shape).astype("float32").ravel()
        proto.graph.initializer.append(helper.make_tensor(name, 1, shape, values))
    save(proto, tmp_path / "model.onnx")
    return str(tmp_path / "model.onnx")


def requests() -> tuple[str, str]:
    return f"blas:library={stand_in()}", "c"


@pytest.mark.parametrize("suffix", ["so", "o", "tar"])
def test_files_of_each_kind(model: str, tmp_path: Path, suffix: str) -> None:
    want = build(model)(X)
    path = str(tmp_path / f"model.{suffix}")
    build_files(model, output=path, extern=requests())
    library = load(path)
    assert_close(library(X), want)
    assert_close(library(X[:1]), np.asarray(want)[:1])
    assert [item.name for item in library.spec.libraries] == [stand_in()]


def test_a_library_for_several_processors(model: str, tmp_path: Path) -> None:
    if Target.host().triple.partition("-")[0] != "x86_64":
        pytest.skip("the CPUs are those of x86-64")
    path = str(tmp_path / "model.so")
    build_files(model, output=path, extern=requests(), target="llvm -mcpu=x86-64,x86-64-v3")
    assert_close(load(path)(X), build(model)(X))


def test_a_c_file_has_no_external_parts(model: str, tmp_path: Path) -> None:
    with pytest.raises(MlccError, match="G108.*no external parts"):
        build_files(model, output=str(tmp_path / "model.c"), extern=requests(), target="c")


def test_two_archives_in_one_program(model: str, tmp_path: Path) -> None:
    """Both have a part of the same name."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("needs a C compiler")
    for prefix in ("one", "two"):
        build_files(model, output=str(tmp_path / prefix), emit=("a", "h"), extern=requests(), prefix=prefix)
    source, program = tmp_path / "program.c", tmp_path / "program"
    source.write_text(_PROGRAM.format("one", "two"))
    archives = [str(tmp_path / "one.a"), str(tmp_path / "two.a")]
    subprocess.run([compiler, str(source), *archives, "-lm", "-lpthread", "-ldl", "-o", str(program)], check=True)
    ran = subprocess.run([str(program)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout
    pairs = np.array(ran.stdout.split(), np.float32).reshape(2, 3, 2)
    assert_close(pairs, np.stack([build(model)(X)] * 2, -1))


def test_what_a_library_exports(model: str, tmp_path: Path) -> None:
    from mlcc.runtime import inspect
    from mlcc.runtime.ffi import ffi_symbols

    path = tmp_path / "model.so"
    build_files(model, output=str(path), extern=requests())
    info, spec = inspect(path)
    assert {s.name for s in info.dynamic if s.defined} == {*spec.exports(), *ffi_symbols(spec)}
    missing = {s.name for s in info.dynamic if not s.defined and not s.weak}
    assert {"dlopen", "dlsym"} <= missing
    assert not any("blas" in name for name in missing)


def test_a_library_that_is_gone_is_an_error_in_c(model: str, tmp_path: Path) -> None:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("needs a C compiler")
    there = tmp_path / "libgone.so"
    build_files(model, output=str(tmp_path / "one"), emit=("so", "h"), extern=(f"blas:library={there}",), prefix="one")
    source, program = tmp_path / "program.c", tmp_path / "program"
    source.write_text(_PROGRAM.format("one", "one"))
    links = [str(tmp_path / "one.so"), f"-Wl,-rpath,{tmp_path}"]
    subprocess.run([compiler, str(source), *links, "-o", str(program)], check=True)
    ran = subprocess.run([str(program)], capture_output=True, text=True)
    assert ran.returncode == 1
    assert f"the library `{there}` with the function `cblas_sgemm` is missing" in ran.stdout
    shutil.copy(stand_in(), there)  # later calls look again
    assert subprocess.run([str(program)], capture_output=True).returncode == 0


def test_the_commands(model: str, tmp_path: Path, mlcc: Callable[..., Any]) -> None:
    path, x, y = tmp_path / "model.so", tmp_path / "x.npy", tmp_path / "y.npy"
    np.save(x, X)
    blas, text = requests()
    assert mlcc("build", model, "--extern", blas, "--extern", text, "-o", path).code == 0
    assert mlcc("run", path, x, "-o", y).code == 0
    assert mlcc("build", model, "-o", path).code == 0
    want = tmp_path / "want.npy"
    assert mlcc("run", path, x, "-o", want).code == 0
    assert_close(np.load(y), np.load(want))


def test_what_commands_say_of_generators(model: str, tmp_path: Path, mlcc: Callable[..., Any]) -> None:
    path = tmp_path / "model.so"
    assert {"blas", "c"} <= {row["name"] for row in json.loads(mlcc("list", "generators", "--format", "json").out)}
    assert "library=libopenblas.so.0" in mlcc("explain", "blas").out
    ran = mlcc("build", model, "--extern", "bals", "-o", path)
    assert ran.code == 1
    assert "T128" in ran.err
    assert "blas" in ran.err
    assert mlcc("build", model, "--extern", f"blas:library={tmp_path}/libgone.so", "-o", path).code == 0
    assert "libgone.so  (Debian: libopenblas0): cblas_sgemm" in mlcc("inspect", path).out
    np.save(tmp_path / "x.npy", X)
    ran = mlcc("run", path, tmp_path / "x.npy")
    assert ran.code == 1
    assert "R383" in ran.err
    assert "libopenblas0" in ran.err


@pytest.mark.every(2)
@pytest.mark.parametrize("name", ["mlp", "convnet", "transformer"])
def test_the_sample_models(name: str) -> None:
    """Dense layers, convolutions, and an encoder with attention; the rest of each model is mlcc's."""
    path = Path(__file__).resolve().parents[2] / "samples" / "models" / f"{name}.onnx"
    plain, library = build(str(path)), build(str(path), extern=(requests()[0],))
    assert list(library.spec.libraries[0].functions) == ["cblas_sgemm"]
    shapes = [[11 if isinstance(d, str) else d for d in item.shape] for item in plain.main.spec.inputs]
    random = np.random.default_rng(2)
    inputs = [random.standard_normal(shape).astype("float32") for shape in shapes]
    pairs = [library(*inputs), plain(*inputs)]
    for got, want in zip(*(p if isinstance(p, list | tuple) else [p] for p in pairs), strict=True):
        assert_close(got, want)
