"""Models cross-built for other architectures, run by an emulator, give the numbers that they give here.

Needs QEMU's user-mode emulator and a cross compiler with its C library (Debian: qemu-user, gcc-aarch64-linux-gnu and so
on); skipped without them.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import mlcc
from mlcc.driver import Artefact, BuildOptions, read_module
from mlcc.driver.building import write_outputs
from mlcc.driver.call_inputs import gather_inputs
from mlcc.driver.outputs import plan_outputs
from mlcc.target import parse_forms

ROOT = Path(__file__).resolve().parents[2]
#: Emulator, prefix of the cross compiler (its C library lies in a folder of that name), target.
MACHINES = [
    ("qemu-aarch64", "aarch64-linux-gnu", "llvm -mcpu=neoverse-n1 -mtriple=aarch64-linux-gnu"),
    ("qemu-aarch64", "aarch64-linux-gnu", "llvm -mcpu=cortex-a72,neoverse-n1 -mtriple=aarch64-linux-gnu"),
    ("qemu-arm", "arm-linux-gnueabihf", "llvm -mcpu=cortex-a15 -mtriple=armv7-linux-gnueabihf"),
    ("qemu-riscv64", "riscv64-linux-gnu", "llvm -mtriple=riscv64-linux-gnu"),
]

PROGRAM = """
#include <stdio.h>
#include "model.h"

static char data[%(count)d][%(largest)d] __attribute__((aligned(64)));

int main(void) {
  static int64_t shapes[][8] = {%(shapes)s};
  static const int32_t ranks[] = {%(ranks)s};
  static const DLDataType dtypes[] = {%(dtypes)s};
  static const size_t sizes[] = {%(sizes)s};
  DLTensor tensors[%(count)d], *args[%(count)d];
  for (int i = 0; i < %(count)d; i++) {
    DLTensor t = {data[i], {kDLCPU, 0}, ranks[i], dtypes[i], shapes[i], NULL, 0};
    tensors[i] = t;
    args[i] = &tensors[i];
    if (i < %(inputs)d && fread(data[i], 1, sizes[i], stdin) != sizes[i]) return 2;
  }
  if (mlcc_main(args, %(count)d) != 0) {
    fprintf(stderr, "%%s\\n", mlcc_last_error());
    return 3;
  }
  for (int i = %(inputs)d; i < %(count)d; i++) fwrite(data[i], 1, sizes[i], stdout);
  return 0;
}
"""
SHAPES = {"tokens": (7,)}
CODES = {"f": "kDLFloat", "i": "kDLInt", "u": "kDLUInt", "b": "kDLBool"}


def _program(arrays: list[np.ndarray], inputs: int) -> str:
    facts = {
        "count": len(arrays),
        "inputs": inputs,
        "largest": max(64, *(-(-array.nbytes // 64) * 64 for array in arrays)),
        "shapes": ", ".join("{" + ", ".join(map(str, array.shape or (0,))) + "}" for array in arrays),
        "ranks": ", ".join(str(array.ndim) for array in arrays),
        "dtypes": ", ".join(f"{{{CODES[a.dtype.kind]}, {8 * a.dtype.itemsize}, 1}}" for a in arrays),
        "sizes": ", ".join(str(array.nbytes) for array in arrays),
    }
    return PROGRAM % facts


def _cross_build(model: Path, target: str, compiler: str, folder: Path, monkeypatch, linker: str = "auto") -> None:
    monkeypatch.setenv("MLCC_CC", compiler)
    module = read_module(str(model), None)[1]
    artefact = Artefact.of(module, *(BuildOptions(form, "model", linker=linker) for form in parse_forms(target)))
    for name in ("model.so", "model.h"):
        write_outputs(artefact, plan_outputs(str(folder / name), (), "model"))
    monkeypatch.delenv("MLCC_CC")


def _run(folder: Path, compiler: str, emulator: list[str], program: str, given: bytes) -> subprocess.CompletedProcess:
    """What a C program that links the library prints, under an emulator."""
    (folder / "run.c").write_text(program)
    subprocess.run([compiler, "-O1", "run.c", "./model.so", "-o", "run", "-Wl,-rpath,$ORIGIN"], cwd=folder, check=True)
    return subprocess.run(
        [*emulator, "./run"], cwd=folder, capture_output=True, check=False, input=given,
        env={**os.environ, "MLCC_NUM_THREADS": "2"},
    )  # fmt: skip


def _compare(ran: subprocess.CompletedProcess, wanted: list[np.ndarray]) -> None:
    assert ran.returncode == 0, ran.stderr
    at = 0
    for want in wanted:
        got = np.frombuffer(ran.stdout, want.dtype, want.size, at).reshape(want.shape)
        at += want.nbytes
        np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-5)
    assert at == len(ran.stdout)


@pytest.mark.parametrize("name", ["mlp", "convnet", "transformer"])
@pytest.mark.parametrize(
    ("emulator", "prefix", "target"), MACHINES, ids=[machine[2].split()[1] for machine in MACHINES]
)
def test_emulated(emulator, prefix, target, name, tmp_path: Path, monkeypatch) -> None:
    _check_emulated(emulator, prefix, target, name, tmp_path, monkeypatch)


def test_emulated_after_a_link_by_mlcc(tmp_path: Path, monkeypatch) -> None:
    _check_emulated(*MACHINES[0], "mlp", tmp_path, monkeypatch, "mlcc")


def _check_emulated(emulator, prefix, target, name, tmp_path: Path, monkeypatch, linker: str = "auto") -> None:
    compiler = f"{prefix}-gcc"
    if shutil.which(emulator) is None or shutil.which(compiler) is None:
        pytest.skip(f"needs {emulator} and {compiler}")
    model = ROOT / "samples" / "models" / f"{name}.onnx"
    here = mlcc.build(str(model)).main
    inputs = gather_inputs(here.spec, [], 0, SHAPES if here.spec.symbols else {})
    bound = here.bind(inputs)
    bound()
    _cross_build(model, target, compiler, tmp_path, monkeypatch, linker)
    program = _program([*inputs, *bound.outputs], len(inputs))
    given = b"".join(array.tobytes() for array in inputs)
    _compare(_run(tmp_path, compiler, [emulator, "-L", f"/usr/{prefix}"], program, given), bound.outputs)


#: A processor that QEMU emulates, and the form that it takes of those of FORMS.
FORMS = "llvm -mcpu=sapphirerapids,x86-64-v3,nehalem"
PROCESSORS = {"Nehalem": "nehalem", "Haswell": "x86-64-v3", "Haswell,-fma": "nehalem", "Haswell,-xsave": "nehalem"}


@pytest.mark.skipif(platform.machine() != "x86_64", reason="for x86-64")
@pytest.mark.parametrize("name", ["mlp", "convnet"])
def test_a_library_for_several_cpus_on_each_of_them(name, tmp_path: Path, monkeypatch) -> None:
    """The choice is the library's own, by what each processor says of itself; an older one is an error, not a trap."""
    emulator, compiler = "qemu-x86_64", shutil.which("cc") or "cc"
    if shutil.which(emulator) is None or shutil.which(compiler) is None:
        pytest.skip(f"needs {emulator} and {compiler}")
    model = ROOT / "samples" / "models" / f"{name}.onnx"
    here = mlcc.build(str(model)).main
    inputs = gather_inputs(here.spec, [], 0, {})
    bound = here.bind(inputs)
    bound()
    _cross_build(model, FORMS, compiler, tmp_path, monkeypatch)
    program = _program([*inputs, *bound.outputs], len(inputs))
    shown = program.replace("  return 0;", '  fprintf(stderr, "%s", mlcc_cpu());\n  return 0;')
    given = b"".join(array.tobytes() for array in inputs)
    for processor, form in PROCESSORS.items():
        ran = _run(tmp_path, compiler, [emulator, "-cpu", processor], shown, given)
        _compare(ran, bound.outputs)
        assert ran.stderr.decode().splitlines()[-1] == form, processor
    refused = _run(tmp_path, compiler, [emulator, "-cpu", "Conroe"], program, given)
    assert refused.returncode == 3
    assert b"this library is for nehalem, x86-64-v3, sapphirerapids" in refused.stderr
