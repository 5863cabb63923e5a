"""Finding NVRTC, and the text of kernels as NVRTC sees it: without a single header."""

from __future__ import annotations

import ctypes
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.driver import build
from mlcc.ir import IRModule
from mlcc.runtime import nvrtc
from mlcc.schedule import Schedule


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """No library that the system's loader finds: only that of files."""
    found: list[str] = []

    def load(name: str) -> object:
        if not name.startswith(str(tmp_path)):
            raise OSError(name)
        found.append(name)
        return found

    monkeypatch.setattr(ctypes, "CDLL", load)
    monkeypatch.setattr(sys, "path", [str(tmp_path / "site")])
    for name in ("CUDA_HOME", "CUDA_PATH"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.mark.parametrize("where", ["site/nvidia/cu13/lib/libnvrtc.so.13", "site/nvidia/cuda_nvrtc/lib/libnvrtc.so.12"])
def test_the_packages_of_pip_are_found(where: str, nowhere: Path) -> None:
    (nowhere / where).parent.mkdir(parents=True)
    (nowhere / where).write_bytes(b"")
    assert nvrtc.open_nvrtc() == [str(nowhere / where)]
    assert nvrtc.find_nvrtc()


def test_the_toolkit_that_the_environment_names_is_found(nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUDA_HOME", str(nowhere / "cuda"))
    (nowhere / "cuda" / "lib64").mkdir(parents=True)
    (nowhere / "cuda" / "lib64" / "libnvrtc.so").write_bytes(b"")
    assert nvrtc.open_nvrtc() == [str(nowhere / "cuda" / "lib64" / "libnvrtc.so")]


def test_without_it_the_error_says_how_to_get_it(nowhere: Path) -> None:
    with pytest.raises(MlccError, match=r"R350.*no libnvrtc.so") as caught:
        nvrtc.open_nvrtc()
    assert "pip install nvidia-cuda-nvrtc" in str(caught.value.diagnostics[0].help)
    assert not nvrtc.find_nvrtc()


def test_kernels_need_no_header_under_nvrtc(tmp_path: Path) -> None:
    compiler = shutil.which("g++")
    if compiler is None:
        pytest.skip("there is no g++")
    a = te.placeholder((1000,), name="A", dtype="int64")
    b = te.compute((1000,), lambda i: (a[i] + 5_000_000_000).astype("int8").astype("float32"), name="B")
    sch = Schedule(IRModule({"main": te.create_prim_func([a, b])}))
    outer, inner = sch.split(sch.get_loops(sch.get_block("B"))[0], factors=[None, 64])
    sch.bind(outer, "blockIdx.x")
    sch.bind(inner, "threadIdx.x")
    text = build(sch.mod, target="cuda").get_source()
    # what NVRTC has by itself
    words = "#define __global__\n#define __device__\n#define __forceinline__ inline\n#define __restrict__\n"
    words += "struct { int x, y, z; } blockIdx, threadIdx;\nfloat __int_as_float(int);\n"
    (tmp_path / "kernel.cpp").write_text(words + text, encoding="utf-8")
    command = [compiler, "-std=c++17", "-fsyntax-only", "-nostdinc", "-D__CUDACC_RTC__", "kernel.cpp"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    # and the names that the text may use are those of the headers
    limits = "".join(f"static_assert({n} == M_{n});\n" for n in re.findall(r"#define (U?INT\d+_M(?:IN|AX))", text))
    head = "#include <stdint.h>\n" + "".join(
        f"const auto M_{n} = {n};\n#undef {n}\n" for n in re.findall(r"#define (U?INT\d+_M(?:IN|AX))", text)
    )
    numbers = text[text.index("#define INT64_C") : text.index("#define INFINITY")]
    (tmp_path / "limits.cpp").write_text(
        head.replace("const auto", "constexpr auto") + numbers + limits, encoding="utf-8"
    )
    done = subprocess.run([*command[:3], "limits.cpp"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
