"""The memory of models before they are built, beside that of what is built from them, and the stack that is used."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from mlcc.driver import build_files
from mlcc.driver.memory import Memory, memory_of
from mlcc.driver.memory_table import memory_lines
from mlcc.runtime import map_file
from mlcc.runtime.section_bytes import occupied

MODELS = Path(__file__).resolve().parents[2] / "samples" / "models"
CC = shutil.which("cc")
needs_cc = pytest.mark.skipif(CC is None, reason="needs a C compiler")
#: What a C compiler's code may be larger or smaller than LLVM's of the same loops.
ESTIMATE = 2.5


def built(name: str, output: Path, target: str, runtime: str | None = None) -> Memory:
    build_files(str(MODELS / f"{name}.onnx"), output=str(output), target=target, runtime=runtime)
    return memory_of(str(output))


@pytest.mark.parametrize(
    ("name", "target"),
    [("mlp", "llvm -mcpu=cortex-m4"), ("convnet", "llvm -mtriple=riscv64-none-elf"), ("convnet", "llvm")],
)
def test_before_building_and_of_the_object(name: str, target: str, tmp_path: Path) -> None:
    before = memory_of(str(MODELS / f"{name}.onnx"), target=target)
    assert not before.built
    for file in ("net.o", "net.a"):
        after = built(name, tmp_path / file, target)
        assert after.built
        assert (after.flash, after.variables) == (before.flash, before.variables)
        for a, b in zip(after.functions, before.functions, strict=True):
            assert (a.workspace, a.live, a.inputs, a.outputs) == (b.workspace, b.live, b.inputs, b.outputs)
    flash, size = before.flash, (tmp_path / "net.o").stat().st_size
    assert flash.code is not None
    assert flash.total is not None
    assert flash.code + flash.weights <= flash.total < size


def test_layers_and_sums() -> None:
    found = memory_of(str(MODELS / "convnet.onnx"), target="llvm -mcpu=cortex-m4")
    (function,) = found.functions
    assert max(layer.memory or 0 for layer in found.layers) == function.live
    assert all(layer.stack is not None and layer.stack < (function.stack or 0) for layer in found.layers)
    code = {layer.kernel: layer.code or 0 for layer in found.layers}
    assert 0 < sum(code.values()) < (found.flash.code or 0)
    weights = sum(layer.weights for layer in found.layers if isinstance(layer.weights, int))
    assert weights <= found.flash.weights
    assert function.outputs == 10 * 4
    data = json.loads(json.dumps(found.data()))
    parts = data["functions"][0]
    assert parts["total"] == sum(parts[key] for key in ("workspace", "stack", "inputs", "outputs"))
    lines = list(memory_lines(found))
    (peak,) = (line for line in lines if "*" in line)
    assert f"*{function.live:,}" in peak


def test_sizes_that_are_symbolic() -> None:
    found = memory_of(str(MODELS / "transformer.onnx"), target="llvm -mtriple=riscv64-none-elf")
    (function,) = found.functions
    assert isinstance(function.inputs, str)
    assert function.total is None
    assert any(line.strip().startswith("inputs") and "*" in line for line in memory_lines(found))
    fixed = memory_of(
        str(MODELS / "transformer.onnx"), target="llvm -mtriple=riscv64-none-elf", shapes={"tokens": (8,)}
    )
    assert isinstance(fixed.functions[0].workspace, int)


@pytest.mark.parametrize("runtime", ["none", pytest.param("full", marks=pytest.mark.slow)])
def test_c_text(runtime: str, tmp_path: Path) -> None:
    before = memory_of(str(MODELS / "convnet.onnx"), target="c", runtime=runtime)
    after = built("convnet", tmp_path / "net.c", "c", runtime)
    assert not before.flash.measured
    assert after.flash.code is None
    assert after.flash.weights == before.flash.weights
    assert [f.workspace for f in after.functions] == [f.workspace for f in before.functions]
    if CC is None:
        pytest.skip("the rest needs a C compiler")
    subprocess.run([CC, "-std=c99", "-O2", "-march=native", "-c", "net.c"], cwd=tmp_path, check=True)
    real = occupied(map_file(tmp_path / "net.o"))
    assert real is not None
    assert before.flash.code is not None
    assert before.flash.code / ESTIMATE < real.code < before.flash.code * ESTIMATE


PROGRAM = """
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "net.h"
#define BYTES (1 << 20)
static char stack[BYTES] __attribute__((aligned(4096))), work[%(workspace)d + 64] __attribute__((aligned(64)));
static float x[%(inputs)d], y[%(outputs)d];
static long lowest;
static void *run(void *wanted) {
  /* what is below this frame by some bytes is free: painted here, since the thread's own start wrote below as well */
  volatile char here = 0;
  char *top = (char *)&here - 512;
  memset(stack + 65536, 0x5a, (size_t)(top - stack - 65536));
  if (wanted != NULL && mlcc_main_run(x, y, work, %(workspace)d)) exit(1);
  lowest = 65536;
  while (stack[lowest] == 0x5a) lowest++;
  lowest = (char *)&here - (stack + lowest);
  return NULL;
}
static long used(void *wanted) {
  pthread_attr_t attr;
  pthread_t thread;
  pthread_attr_init(&attr);
  pthread_attr_setstack(&attr, stack, BYTES);
  if (pthread_create(&thread, &attr, run, wanted)) exit(2);
  pthread_join(thread, NULL);
  return lowest;
}
int main(void) {
  for (int k = 0; k < %(inputs)d; k++) x[k] = (float)(k %% 17) / 17;
  long idle = used(NULL);
  printf("%%ld %%ld\\n", idle, used(x));
  return 0;
}
"""


@needs_cc
@pytest.mark.parametrize(("name", "cpu"), [("mlp", "x86-64"), ("convnet", "haswell")])
def test_the_stack_that_is_used(name: str, cpu: str, tmp_path: Path) -> None:
    """A thread's painted stack, before and after a call: never more than the bound, which is not far above."""
    assert CC is not None
    features = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
    if "avx2" not in features:
        pytest.skip("the processor runs no AVX2")
    target = f"llvm -mcpu={cpu} -mtriple=x86_64-unknown-linux-gnu"
    (function,) = memory_of(str(MODELS / f"{name}.onnx"), target=target, runtime="none").functions
    build_files(
        str(MODELS / f"{name}.onnx"), output=str(tmp_path / "net"), emit=("a,h",), target=target, runtime="none"
    )
    assert isinstance(function.inputs, int)
    assert isinstance(function.outputs, int)
    facts = {"workspace": function.workspace, "inputs": function.inputs // 4, "outputs": function.outputs // 4}
    (tmp_path / "main.c").write_text(PROGRAM % facts)
    subprocess.run([CC, "-O1", "main.c", "net.a", "-lpthread", "-o", "main"], cwd=tmp_path, check=True)
    text = subprocess.run([tmp_path / "main"], capture_output=True, text=True, check=True).stdout
    idle, used = map(int, text.split())
    assert function.stack is not None
    assert used <= function.stack + max(idle, 512)  # below the first painted bytes
    assert used > function.stack // 4


def test_functions_of_the_compiler_are_named() -> None:
    """Sums of floats are calls on a machine without them, which no text before machine code says."""
    (function,) = memory_of(str(MODELS / "mlp.onnx"), target="llvm -mtriple=riscv32-none-elf").functions
    assert {"__addsf3", "__mulsf3"} <= set(function.outside)
