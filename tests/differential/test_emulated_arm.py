"""Code for AArch64 under QEMU: the dot products of each processor, and the choice among several of them.

Needs QEMU for user programs, and GCC or the package `ziglang` to link static programs for AArch64; skipped without.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mlcc.driver import build_files
from mlcc.driver.precision import PrecisionRequest

GCC = "aarch64-linux-gnu-gcc"
LINKER = [GCC] if shutil.which(GCC) else [sys.executable, "-m", "ziglang", "cc", "-target", "aarch64-linux-musl"]
needs_emulator = pytest.mark.skipif(
    shutil.which("qemu-aarch64") is None or LINKER != [GCC] and find_spec("ziglang") is None,
    reason="needs qemu-aarch64, and GCC for AArch64 or ziglang",
)
COUNT = 51

#: Words of four bytes each: of `a` unsigned, of `b` signed.
DOTS = f"""
@T.prim_func
def main(a: T.Buffer(({COUNT},), "int32"), b: T.Buffer(({COUNT},), "int32"), c: T.Buffer(({COUNT},), "int32")):
    for i in T.vectorized({COUNT}):
        with T.block("dot"):
            vi = T.axis.spatial({COUNT}, i)
            c[vi] = T.dp4a(a[vi], b[vi], 7)
"""

PROGRAM = f"""
#include <stdio.h>
#include "m.h"

static int32_t data[3][{COUNT}];

int main(void) {{
  DLTensor tensors[3], *args[3];
  for (int i = 0; i < 3; i++) {{
    static int64_t shape[] = {{{COUNT}}};
    DLTensor t = {{data[i], {{kDLCPU, 0}}, 1, {{kDLInt, 32, 1}}, shape, NULL, 0}};
    tensors[i] = t, args[i] = &tensors[i];
    if (i < 2 && fread(data[i], 4, {COUNT}, stdin) != {COUNT}) return 2;
  }}
  if (mlcc_main(args, 3) != 0) {{
    fprintf(stderr, "%s\\n", mlcc_last_error());
    return 3;
  }}
#ifdef SEVERAL
  fprintf(stderr, "%s\\n", mlcc_cpu());
#endif
  fwrite(data[2], 4, {COUNT}, stdout);
  return 0;
}}
"""


def words() -> tuple[np.ndarray, np.ndarray]:
    """Every extreme of a byte, and random ones."""
    rng = np.random.default_rng(0)
    a, b = (rng.integers(0, 256, (COUNT, 4)).astype(np.uint8) for _ in range(2))
    for extreme in (a, b):
        extreme[:24] = rng.choice([0, 1, 127, 128, 129, 255], (24, 4))
    a[0], b[0], a[1], b[1] = 255, 128, 255, 127
    return a, b


def linked(folder: Path, cpus: str) -> Path:
    """A static program with the library for these CPUs."""
    (folder / "m.tir").write_text(DOTS)
    target = f"llvm -mcpu={cpus} -mtriple=aarch64-unknown-linux-gnu"
    build_files(str(folder / "m.tir"), output=str(folder / "m"), emit=("a,h",), target=target)
    (folder / "run.c").write_text(PROGRAM)
    several = ["-DSEVERAL"] if "," in cpus else []
    return assembled(folder, *several)


def assembled(folder: Path, *options: str) -> Path:
    """The program of `run.c` and the library `m.a`."""
    command = [*LINKER, "-static", *options, "run.c", "m.a", "-o", "run", "-lm", "-lpthread"]
    subprocess.run(command, cwd=folder, check=True)
    return folder / "run"


def emulated(program: Path, processor: str) -> tuple[np.ndarray, str]:
    a, b = words()
    ran = subprocess.run(
        ["qemu-aarch64", "-cpu", processor, str(program)], input=a.tobytes() + b.tobytes(), capture_output=True,
        check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return np.frombuffer(ran.stdout, np.int32), ran.stderr.decode().strip()


def expected() -> np.ndarray:
    a, b = words()
    return (a.astype(np.int64) * b.view(np.int8)).sum(1).astype(np.int32) + 7


@needs_emulator
@pytest.mark.parametrize(("cpu", "processor"), [("cortex-a53", "cortex-a53"), ("neoverse-n1", "neoverse-n1"),
                                                ("neoverse-v1", "max")])  # fmt: skip
def test_dot_products_of_bytes(cpu: str, processor: str, tmp_path: Path) -> None:
    """By plain arithmetic, by sdot of shifted bytes, and by usdot."""
    np.testing.assert_array_equal(emulated(linked(tmp_path, cpu), processor)[0], expected())


@needs_emulator
def test_the_choice_among_several(tmp_path: Path) -> None:
    program = linked(tmp_path, "neoverse-v1,cortex-a53,neoverse-n1")
    for processor, form in {"cortex-a53": "cortex-a53", "neoverse-n1": "neoverse-n1", "max": "neoverse-v1"}.items():
        got, taken = emulated(program, processor)
        np.testing.assert_array_equal(got, expected())
        assert taken == form


# ---------------------------------------------------------------- two rows by two columns, and pairs
#: A product and a convolution of bytes, and the same of float32: `x` has 19 rows of 37 elements, or 37 channels.
LAYERS = """
<ir_version: 9, opset_import: ["" : 17]>
g (float[19, 37] x, float[1, 37, 5, 7] i) => (float[19, 21] y, float[1, 21, 5, 7] o)
<float[37, 21] w, float[21, 37, 3, 3] k> {
  y = MatMul (x, w)
  o = Conv <pads = [1, 1, 1, 1]> (i, k)
}
"""
BYTES = """
<ir_version: 9, opset_import: ["" : 17]>
g (float[19, 37] x, float[1, 37, 5, 7] i) => (float[19, 21] y, float[1, 21, 5, 7] o)
<int8[37, 21] w, int8[21, 37, 3, 3] k, float s = {0.02}, uint8 z = {117}, float t = {0.01}> {
  xq = QuantizeLinear (x, s, z)
  xd = DequantizeLinear (xq, s, z)
  wd = DequantizeLinear (w, t)
  y = MatMul (xd, wd)
  iq = QuantizeLinear (i, s, z)
  id = DequantizeLinear (iq, s, z)
  kd = DequantizeLinear (k, t)
  o = Conv <pads = [1, 1, 1, 1]> (id, kd)
}
"""
SHAPES = {"x": (19, 37), "i": (1, 37, 5, 7), "y": (19, 21), "o": (1, 21, 5, 7)}
MODEL_PROGRAM = """
#include <stdio.h>
#include "m.h"
static float data[4][2048];
int main(void) {
  static int64_t shapes[4][4] = {{19, 37}, {1, 37, 5, 7}, {19, 21}, {1, 21, 5, 7}};
  static const int counts[4] = {703, 1295, 399, 735};
  DLTensor tensors[4], *args[4];
  for (int i = 0; i < 4; i++) {
    DLTensor t = {data[i], {kDLCPU, 0}, i % 2 ? 4 : 2, {kDLFloat, 32, 1}, shapes[i], NULL, 0};
    tensors[i] = t, args[i] = &tensors[i];
    if (i < 2 && fread(data[i], 4, counts[i], stdin) != (size_t)counts[i]) return 2;
  }
  if (mlcc_main(args, 4) != 0) return 3;
  for (int i = 2; i < 4; i++) fwrite(data[i], 4, counts[i], stdout);
  return 0;
}
"""


@needs_emulator
@pytest.mark.parametrize(("text", "precision", "instructions"), [
    (LAYERS, "bfloat16", ("bfmmla", "bfdot")), (BYTES, "", ("usmmla", "usdot")),
])  # fmt: skip
def test_products_and_convolutions(text: str, precision: str, instructions: Any, tmp_path: Path) -> None:
    """They use the instructions that a neoverse-n2 has, and compute what NumPy does."""
    onnx = pytest.importorskip("onnx")
    rng = np.random.default_rng(1)
    model = onnx.parser.parse_model(text)
    weights = {"w": rng.integers(-127, 128, (37, 21)), "k": rng.integers(-127, 128, (21, 37, 3, 3))}
    kind = np.float32 if precision else np.int8
    kept = [t for t in model.graph.initializer if t.name not in weights]
    del model.graph.initializer[:]
    stored = [onnx.numpy_helper.from_array(v.astype(kind), name) for name, v in weights.items()]
    model.graph.initializer.extend([*kept, *stored])
    onnx.save(model, tmp_path / "m.onnx")
    target = "llvm -mcpu=neoverse-n2 -mtriple=aarch64-unknown-linux-gnu"
    built: Any = {
        "output": str(tmp_path / "m"),
        "emit": ("a", "h", "s"),
        "target": target,
        "precision": PrecisionRequest(precision),
    }
    build_files(str(tmp_path / "m.onnx"), **built)
    assert all(f"\t{name}\t" in (tmp_path / "m.s").read_text() for name in instructions)
    (tmp_path / "run.c").write_text(MODEL_PROGRAM)
    x, image = (rng.integers(-100, 100, SHAPES[name]).astype(np.float32) / 50 for name in "xi")
    sent = x.tobytes() + image.tobytes()
    program = assembled(tmp_path)
    ran = subprocess.run(["qemu-aarch64", "-cpu", "max", str(program)], input=sent, capture_output=True, check=True)
    got = np.frombuffer(ran.stdout, np.float32)
    want = np.concatenate([v.ravel() for v in reference(x, image, weights, 1.0 if precision else 0.01)])
    assert np.abs(got - want).max() < (5e-3 if precision else 1e-5) * np.abs(want).max()


def reference(x: Any, image: Any, weights: dict[str, Any], step: float) -> tuple[Any, Any]:
    """Both layers in float64."""
    padded = np.pad(image.astype(np.float64), ((0, 0), (0, 0), (1, 1), (1, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (2, 3))
    return x.astype(np.float64) @ weights["w"] * step, np.einsum("nchwij,ocij->nohw", windows, weights["k"]) * step
