"""Libraries for Windows: linked by ziglang, read here, and run by Wine where it is installed."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mlcc.driver import build_files
from mlcc.runtime.native_text import native_text, pool_modules
from mlcc.runtime.objfile import inspect, without_times
from mlcc.runtime.platform import platform_of

TARGET = "llvm -mcpu=x86-64-v2,x86-64-v3 -mtriple=x86_64-windows-gnu -num-cores=4"
ZIG = pytest.mark.skipif(importlib.util.find_spec("ziglang") is None, reason="no ziglang, which links for Windows")

KERNEL = """
@T.prim_func
def rows(A: T.Buffer((512, 256), "float32"), B: T.Buffer((512, 256), "float32")):
    for i in T.parallel(512):
        for j in range(256):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(3) + T.float32(1)
"""
PROGRAM = """
#include <stdio.h>
#include "k.h"
static float a[512 * 256], b[512 * 256];
int main(void) {
  int64_t shape[] = {512, 255};
  DLTensor x = {a, {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, shape, NULL, 0};
  DLTensor *args[] = {&x, &x};
  long wrong = 0;
  mlcc_set_num_threads(4);
  for (int run = 0; run < 100; run++) {
    for (int i = 0; i < 512 * 256; i++) a[i] = (float)(i % 97 + run);
    mlcc_rows_raw(a, b);
    for (int i = 0; i < 512 * 256; i++) wrong += b[i] != a[i] * 3 + 1;
  }
  mlcc_shutdown();
  mlcc_rows_raw(a, b);
  printf("%ld wrong, %s, %d: %s", wrong, mlcc_cpu(), mlcc_rows(args, 2), mlcc_last_error());
  return 0;
}
"""


def test_functions_of_posix_are_those_of_windows() -> None:
    """None is left that Windows' C library lacks, or has with another meaning."""
    platform = platform_of("x86_64-w64-mingw32")
    texts = [*pool_modules(platform), *(native_text(name, platform) for name in ("messages", "workspace", "ffi"))]
    called = {name for text in texts for name in re.findall(r"@((?!mlcc_|llvm)\w+)(?![\w.])", text)}
    assert not called & {"free", "malloc", "strtol", "clock_gettime", "getpid", "dlsym", "sched_yield"}
    assert not any(name.startswith(("pthread", "sig")) for name in called)


@ZIG
def test_a_library_is_linked_and_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.tir").write_text(KERNEL)
    build_files("k.tir", emit=["so,h"], target=TARGET)
    first = Path("k.dll").read_bytes()
    info, spec = inspect("k.dll")
    assert (info.format, info.kind, info.arch) == ("coff", "shared", "x86_64")
    assert spec.functions[0].name == "rows"
    build_files("k.tir", target=TARGET)
    assert Path("k.dll").read_bytes() == first == without_times(first)
    if (wine := shutil.which("wine")) is None:
        pytest.skip("no Wine")
    Path("main.c").write_text(PROGRAM)
    zig = [sys.executable, "-m", "ziglang", "cc", "-target", "x86_64-windows-gnu"]
    subprocess.run([*zig, "main.c", "-I.", "k.dll", "-o", "main.exe"], check=True)
    environment = {**os.environ, "WINEDEBUG": "-all", "WINEPREFIX": str(tmp_path / "wine")}
    done = subprocess.run([wine, "main.exe"], env=environment, capture_output=True, text=True, check=False)
    assert re.match(
        r"0 wrong, x86-64-v[23], 6: rows: argument 0 `A`: dimension 1: expected 256, given 255", done.stdout
    )
