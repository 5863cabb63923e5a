"""C text: what compilers say of it, and that it computes what the LLVM target computes."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from jit import STRICT, random

from mlcc import te, topi
from mlcc.codegen.c.names import identifier
from mlcc.diagnostics import MlccError
from mlcc.driver import build, build_files
from mlcc.ir import IRModule
from mlcc.runtime import load
from mlcc.script import parse_module

COMPILERS = [name for name in ("gcc", "clang", "clang-14") if shutil.which(name)]
ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")


def placeholder(name, shape, dtype="float32"):
    return te.placeholder(shape, dtype, name=name)


def kernels() -> dict[str, list[te.Tensor]]:
    """Programs whose vectors have every form: whole, ragged, masked, strided, gathered, converted, reduced."""
    a, b = placeholder("a", (5, 37)), placeholder("b", (37, 21))
    x, n = placeholder("x", (6, 13)), te.var("n", "int64")
    symbolic = placeholder("s", (n, 7))
    made = {
        "product": [a, b, topi.matmul(a, b)],
        "softmax": [x, topi.nn.softmax(x, axis=1)],
        "gelu": [x, topi.nn.gelu(x)],
        "trigonometry": [x, topi.add(topi.sin(x), topi.exp(topi.tanh(x)))],
        "rounding": [x, topi.floor(topi.multiply(x, x))],
        "reversed": [x, topi.flip(x, 1)],
        "rows": [symbolic, topi.sum(topi.nn.relu(symbolic), axis=1)],
        "scaled": [symbolic, topi.multiply(symbolic, symbolic)],
        "where": [x, topi.where(topi.greater(x, topi.sqrt(topi.abs(x))), x, topi.negative(x))],
    }
    for dtype in ("float16", "bfloat16", "int8", "uint8", "int32", "int64", "float64", "bool"):
        z = placeholder("z", (5, 9), dtype)
        made[f"float_of_{dtype}"] = [z, topi.cast(z, "float32")]
        if dtype != "bool":
            made[f"sum_{dtype}"] = [z, topi.sum(topi.add(z, z), axis=0)]
            made[f"{dtype}_of_float"] = [x, topi.cast(topi.multiply(x, x), dtype)]
            made[f"max_{dtype}"] = [z, topi.maximum(z, topi.cast(topi.less(z, z), dtype))]
    return made


#: What the default run compiles; the others take minutes.
QUICK = ("product", "softmax", "rows", "where", "float_of_float16", "bfloat16_of_float", "sum_int8", "int64_of_float")
#: What the C program below calls.
CALLED = ("product", "softmax", "gelu", "trigonometry", "reversed", "where", "rows")


def module_of(names: Iterable[str]) -> IRModule:
    made = kernels()
    return IRModule({n: te.create_prim_func(made[n]).with_attr("global_symbol", n) for n in names})


def inputs_of(function) -> list[np.ndarray]:
    shapes = [[4 if isinstance(d, str) else d for d in p.shape] for p in function.params]
    return [random(shape, p.dtype, seed=k) for k, (shape, p) in enumerate(zip(shapes, function.params, strict=True))]


def results(library, name) -> np.ndarray:
    arrays = inputs_of(library[name].spec)
    arrays[-1][...] = 0
    library[name](*arrays)
    return arrays[-1]


def assert_same_bits(names: Iterable[str]) -> None:
    module = module_of(names)
    machine, text = build(module), build(module, target="c")
    for name in names:
        got, want = results(text, name), results(machine, name)
        np.testing.assert_array_equal(got.view(np.uint8), want.view(np.uint8), err_msg=name)


@pytest.fixture
def fused_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tuned for AMD's processors, GCC leaves the products of one sum apart; LLVM fuses them into it everywhere."""
    command = ["cc", "--param=avoid-fma-max-bits=0"]
    asked = subprocess.run([*command, "-fsyntax-only", "-xc", os.devnull], capture_output=True, check=False)
    if asked.returncode == 0:
        monkeypatch.setenv("MLCC_CC", " ".join(command))


@pytest.mark.slow
@pytest.mark.usefixtures("fused_sums")
def test_results_of_all_programs_have_the_bits_of_the_llvm_target() -> None:
    assert_same_bits(kernels())


@pytest.mark.usefixtures("fused_sums")
def test_results_have_the_bits_of_the_llvm_target() -> None:
    assert_same_bits(QUICK)


def test_a_library_of_the_target_has_its_source_and_checks_its_arguments() -> None:
    text = build(module_of(["product"]), target="c")
    assert repr(text).startswith("Module(c")
    assert text.get_source() == build(module_of(["product"]), target="c").get_source()
    with pytest.raises(MlccError, match="R306"):
        text["product"](np.zeros((5, 36), "float32"), np.zeros((37, 21), "float32"), np.zeros((5, 21), "float32"))


DRIVER = """
#include <stdio.h>
#include <stdlib.h>
#include "net.h"
int main(void) {
  float *const a = malloc(5 * 37 * sizeof *a), *const b = malloc(37 * 21 * sizeof *b);
  float *const c = malloc(5 * 21 * sizeof *c);
  DLTensor ta = {a, {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, (int64_t[]){5, 37}, NULL, 0}, tb = ta, tc = ta;
  DLTensor *args[] = {&ta, &tb, &tc};
  int k;
  if (a == NULL || b == NULL || c == NULL) return 1;
  for (k = 0; k < 5 * 37; ++k) a[k] = (float)(k % 7);
  for (k = 0; k < 37 * 21; ++k) b[k] = (float)(k % 5);
  tb.data = b;
  tb.shape = (int64_t[]){37, 21};
  tc.data = c;
  tc.shape = (int64_t[]){5, 21};
  if (mlcc_product(args, 3) != 0) { puts(mlcc_last_error()); return 1; }
  for (k = 0; k < 5 * 21; ++k) printf("%g\\n", (double)c[k]);
  tc.shape = (int64_t[]){5, 20};
  if (mlcc_product(args, 3) != MLCC_ERR_SHAPE) return 2;
  if (mlcc_softmax(args, 3) != MLCC_ERR_COUNT) return 3;
  {
    float x[6 * 13], y[6 * 13];
    for (k = 0; k < 6 * 13; ++k) x[k] = (float)k / 20;
    if (mlcc_softmax_raw(x, y) != 0 || mlcc_gelu_raw(x, y) != 0 || mlcc_trigonometry_raw(x, y) != 0) return 4;
    if (mlcc_reversed_raw(x, y) != 0 || mlcc_where_raw(x, y) != 0 || mlcc_rows_raw(x, y, 3) != 0) return 5;
  }
  free(a);
  free(b);
  free(c);
  return 0;
}
"""


@pytest.mark.slow
@pytest.mark.parametrize("form", ["", "-DMLCC_NO_VECTORS", "-fopenmp"])
@pytest.mark.parametrize("compiler", COMPILERS)
def test_programs_are_free_of_warnings_and_faults(compiler: str, form: str, tmp_path: Path) -> None:
    if form == "-fopenmp" and "clang" in compiler:
        pytest.skip("its OpenMP library is another package")
    assert_free_of_faults([compiler, *form.split()], kernels(), tmp_path)


@pytest.mark.parametrize("form", ["", "-DMLCC_NO_VECTORS"])
def test_a_program_is_free_of_warnings_and_faults(form: str, tmp_path: Path) -> None:
    assert_free_of_faults(["cc", *form.split()], CALLED, tmp_path, "x86-64")


def assert_free_of_faults(compiler: list[str], names: Iterable[str], tmp_path: Path, cpu: str = "native") -> None:
    (tmp_path / "module.tir").write_text(module_of(names).script(), encoding="utf-8")
    build_files(str(tmp_path / "module.tir"), output=str(tmp_path / "net.c"), target=f"c -mcpu={cpu}")
    (tmp_path / "main.c").write_text(DRIVER, encoding="utf-8")
    checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    files = [str(tmp_path / "main.c"), str(tmp_path / "net.c")]
    command = [
        *compiler,
        *STRICT,
        "-O0" if cpu != "native" else "-O1",
        *checks,
        "-o",
        str(tmp_path / "run"),
        *files,
        "-lm",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:3000]
    ran = subprocess.run([str(tmp_path / "run")], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout[-500:] + ran.stderr[:3000]
    a = (np.arange(5 * 37) % 7).reshape(5, 37)
    b = (np.arange(37 * 21) % 5).reshape(37, 21)
    assert [int(line) for line in ran.stdout.split()] == (a @ b).ravel().tolist()


def test_buffers_may_have_the_names_of_functions_and_words() -> None:
    for word in ("sqrt", "expf", "kernel", "global", "template", "max", "int"):
        assert identifier(word) == f"v{word}"
    text = """
@T.prim_func
def main(sqrt: T.Buffer((8,), "float64"), kernel: T.Buffer((8,), "float64"), template: T.Buffer((8,), "float64")):
    for i in range(8):
        with T.block("max"):
            global_ = T.axis.spatial(8, i)
            template[global_] = T.sqrt(sqrt[global_]) + T.exp(kernel[global_])
"""
    library = build(parse_module(text), "c")
    x, y, z = np.arange(8.0), np.ones(8), np.empty(8)
    library["main"](x, y, z)
    np.testing.assert_allclose(z, np.sqrt(x) + np.exp(y), rtol=1e-12)


def test_a_failed_check_in_a_parallel_loop_is_an_error_of_the_call() -> None:
    module = parse_module("""
@T.prim_func
def main(x: T.Buffer((8,), "int32"), y: T.Buffer((8,), "int32")):
    for i in T.parallel(8):
        with T.block("y"):
            vi = T.axis.spatial(8, i)
            assert x[vi] < 5, "an element is too large"
            y[vi] = x[vi] * 2
""")
    library = build(module, target="c")
    y = np.zeros(8, "int32")
    library(np.arange(8, dtype="int32") % 5, y)
    assert y.tolist() == [0, 2, 4, 6, 8, 0, 2, 4]
    with pytest.raises(MlccError, match="an element is too large"):
        library(np.arange(8, dtype="int32"), y)


def test_what_c_cannot_have_is_refused(tmp_path: Path) -> None:
    x = placeholder("x", (4,))
    func = te.create_prim_func([x, topi.nn.relu(x)])
    with pytest.raises(MlccError, match="G108"):
        build(func, target="c", profile=True).get_source()
    with pytest.raises(MlccError, match="G108"):
        build(func, target="c", output=str(tmp_path / "k.o"))
    with pytest.raises(MlccError, match="R349"):
        build(func, target="c", output=str(tmp_path / "k.so")).get_source()


@pytest.mark.slow
def test_the_tests_of_generated_code_pass_through_c() -> None:
    command = f"{COMPILERS[0]} -O1 -march=native -fsanitize=undefined -fno-sanitize-recover=all"
    files = [f"tests/codegen/{name}.py" for name in ("test_machine_arithmetic", "test_math", "test_loops", "test_dot")]
    # These look at LLVM's text and assembly.
    files += ["--deselect=tests/codegen/test_loops.py::test_assertions_return_an_error_also_from_threads"]
    files += ["--deselect=tests/codegen/test_machine_arithmetic.py::test_small_floats_without_hardware"]
    environment = {**os.environ, "MLCC_TEST_C": command}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files], cwd=ROOT, env=environment,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]


MLP = str(ROOT / "samples" / "models" / "mlp.onnx")


@pytest.mark.cover(1)
@pytest.mark.parametrize(
    ("target", "constants", "beside"),
    [("c", "file", True), ("c", "embed", False), ("c", "auto", False), ("c -costs=text_weights:1000", "auto", True)],
)
def test_constants_in_the_text_or_beside_it(target: str, constants: str, beside: bool, tmp_path: Path) -> None:
    """Compiled from another folder, by each compiler, without a warning: the results are those of the library."""
    (tmp_path / "out").mkdir()
    build_files(MLP, output=str(tmp_path / "out" / "net.c"), target=target, constants=constants)
    assert (tmp_path / "out" / "net.weights.bin").exists() == beside
    x = random((1, 784), "float32")
    want = build(MLP)(x)
    for compiler in COMPILERS if beside else ["cc"]:
        command = [compiler, *STRICT, "-O1", "-fPIC", "-shared", "out/net.c", "-Iout", "-o", f"{compiler}.so", "-lm"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[:3000]
        np.testing.assert_allclose(load(str(tmp_path / f"{compiler}.so"))(x), want, rtol=1e-5, atol=1e-6)


def test_constants_beside_a_text_without_a_file_name(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Text on standard output, and text that is asked for, has its constants in itself."""
    build_files(MLP, output="-", emit=("c",), target="c -costs=text_weights:1000")
    assert "incbin" not in capsys.readouterr().out
    assert "incbin" not in build(MLP, target="c -costs=text_weights:1000").get_source()


def test_masked_accesses_are_functions_apart(tmp_path: Path) -> None:
    """A branch for each lane in place of each of the hundreds of calls took GCC minutes."""
    text = """
@T.prim_func
def f(a: T.handle, b: T.handle):
    n = T.int64()
    A = T.match_buffer(a, (n,), "float32")
    B = T.match_buffer(b, (n,), "float32")
    for i in range((n + 7) // 8):
        for j in T.vectorized(8):
            with T.block("B"):
                vi = T.axis.spatial(n, i * 8 + j)
                T.where(i * 8 + j < n)
                B[vi] = T.exp(A[vi])
"""
    (tmp_path / "f.tir").write_text(text)
    target = "c -mcpu=x86-64-v4 -mtriple=x86_64-linux-gnu"
    build_files(str(tmp_path / "f.tir"), output=str(tmp_path / "f.c"), target=target)
    text = (tmp_path / "f.c").read_text()
    masked = re.findall(r"^(.*) (?:strew|spread|scatter|gather)\w*_some_\w+\(.*\{$", text, re.MULTILINE)
    assert masked
    assert all(line.startswith("MLCC_APART ") for line in masked)
