"""Library functions from outside Python: provided by another library at load, from the shell, from Python and in C."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from mlcc import MlccError, build, load
from mlcc.runtime import Library
from mlcc.runtime.registry import provider_symbol

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")

# A library function between two operators that mlcc compiles.
_MIXED = """
@R.function
def main(x: R.Tensor((2, 3), "float32")) -> R.Tensor((2, 3), "float32"):
    with R.dataflow():
        a = R.add(x, x)
        b = R.call_dps_packed("env.plus-one", (a,), out_sinfo=R.Tensor((2, 3), "float32"))
        c = R.multiply(b, b)
        R.output(c)
    return c
"""

_FUNCTIONS = """
#include "mixed.h"
int32_t env_plus_one(DLTensor *const *args, int32_t n) {
  const float *x = args[0]->data;
  float *y = args[1]->data;
  if (n != 2 || args[0]->ndim != 2) return 1;
  for (int64_t i = 0; i < args[0]->shape[0] * args[0]->shape[1]; i++) {
    if (x[i] < 0) return 7;
    y[i] = x[i] + 1;
  }
  return 0;
}
"""

_PROGRAM = """
#include <stdio.h>
#include "mixed.h"
int32_t env_plus_one(DLTensor *const *args, int32_t n);
int main(void) {
  float x[6] = {0, 1, 2, 3, 4, 5}, y[6];
  int64_t shape[] = {2, 3};
  DLTensor a = {x, {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, shape, NULL, 0}, b = a, *args[] = {&a, &b};
  b.data = y;
  printf("%d\\n", mlcc_main(args, 2) == MLCC_ERR_EXTERN);
  printf("%d\\n", mlcc_bind("env.plus-one", env_plus_one));
  int rc = mlcc_main(args, 2);
  printf("%d %g %g\\n", rc, y[0], y[5]);
  return 0;
}
"""

X = np.arange(6, dtype="float32").reshape(2, 3)


def _shell(*args: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([sys.executable, "-m", "mlcc", *args], capture_output=True, text=True, timeout=120)
    assert done.returncode == code, done.stderr
    return done


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """mixed.so, mixed.h and functions.so"""
    folder = tmp_path_factory.mktemp("mixed")
    (folder / "mixed.relax").write_text(_MIXED)
    (folder / "functions.c").write_text(_FUNCTIONS)
    _shell("build", str(folder / "mixed.relax"), "--allow-extern", "--emit", "so,h", "-o", str(folder / "mixed"))
    subprocess.run(["cc", "-shared", "-fPIC", "functions.c", "-o", "functions.so"], cwd=folder, check=True)
    return folder


def test_from_the_shell(folder: Path) -> None:
    library, x, y = str(folder / "mixed.so"), str(folder / "x.npy"), str(folder / "y.npy")
    np.save(x, X)
    _shell("run", library, x, "-o", y, "--provider", str(folder / "functions.so"))
    np.testing.assert_array_equal(np.load(y), (2 * X + 1) ** 2)
    assert "error[R311]" in _shell("run", library, x, code=1).stderr
    _shell("bench", library, "-i", x, "--repeats", "2", "--warmup", "0", "--provider", str(folder / "functions.so"))
    refused = _shell("build", str(folder / "mixed.relax"), "-o", str(folder / "refused.so"), code=1).stderr
    assert "error[L302]" in refused
    assert "--allow-extern" in refused


def test_from_python(folder: Path) -> None:
    library = load(folder / "mixed.so")
    assert library.provide(folder / "functions.so") == ("env.plus-one",)
    np.testing.assert_array_equal(library(X), (2 * X + 1) ** 2)
    with pytest.raises(MlccError, match="R311.*reported error 7"):
        library(-X)
    built = build(folder / "mixed.relax", allow_extern=True)
    with pytest.raises(MlccError, match="R311.*no provider"):
        built(X)


def test_in_c(folder: Path) -> None:
    (folder / "main.c").write_text(_PROGRAM)
    command = ["cc", "-std=c99", "-Wall", "-Werror", "main.c", "functions.c", "mixed.so", "-Wl,-rpath,$ORIGIN", "-o"]
    subprocess.run([*command, "main"], cwd=folder, check=True)
    done = subprocess.run([folder / "main"], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:3] == ["1", "0", "0 1 121"]


def _built(folder: Path) -> Library:
    return load(folder / "mixed.so")


def test_what_is_no_provider(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(MlccError, match="R321"):
        _built(folder).provide(tmp_path / "none.so")
    (tmp_path / "text.so").write_text("int x;")
    with pytest.raises(MlccError, match="R324"):
        _built(folder).provide(tmp_path / "text.so")
    (tmp_path / "other.c").write_text("int env_plus_two(void) { return 0; }")
    subprocess.run(["cc", "-shared", "-fPIC", "other.c", "-o", "other.so"], cwd=tmp_path, check=True)
    with pytest.raises(MlccError, match="R345") as caught:
        _built(folder).provide(tmp_path / "other.so")
    assert caught.value.diagnostic.help == "it must export `env_plus_one`"


def test_symbols() -> None:
    assert [provider_symbol(n) for n in ("env.linear", "a_B9", "tvm.contrib.cblas/x")] == [
        "env_linear", "a_B9", "tvm_contrib_cblas_x",
    ]  # fmt: skip
