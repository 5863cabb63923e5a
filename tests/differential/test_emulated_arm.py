"""Code for AArch64 under QEMU: the dot products of each processor, and the choice among several of them.

Needs QEMU for user programs and the package `ziglang`, which links static programs for AArch64; skipped without them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from mlcc.driver import build_files

needs_emulator = pytest.mark.skipif(
    shutil.which("qemu-aarch64") is None or find_spec("ziglang") is None, reason="needs qemu-aarch64 and ziglang"
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
    command = [sys.executable, "-m", "ziglang", "cc", "-target", "aarch64-linux-musl", "-static", *several]
    subprocess.run([*command, "run.c", "m.a", "-o", "run"], cwd=folder, check=True)
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
