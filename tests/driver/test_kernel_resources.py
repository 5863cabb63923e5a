"""Registers, shared memory and spills of kernels in a library."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from mlcc.driver import build_files
from mlcc.driver.inspection import description_lines, read_description
from mlcc.driver.kernel_resources import KernelResources, find_resources, kernel_text, parse_resources
from mlcc.runtime import KERNELS_MARK

MODELS = Path(__file__).parent.parent.parent / "samples" / "models"
#: What ptxas 13 writes.
SAID = """\
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'a_kernel' for 'sm_80'
ptxas info    : Function properties for a_kernel
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 40 registers, used 1 barriers, 2048 bytes smem, 368 bytes cmem[0]
ptxas info    : Compile time = 5.120 ms
ptxas info    : Compiling entry function 'b_kernel' for 'sm_80'
ptxas info    : Function properties for b_kernel
    112 bytes stack frame, 24 bytes spill stores, 36 bytes spill loads
ptxas info    : Used 255 registers, used 0 barriers, 112 bytes cumulative stack size, 368 bytes cmem[0]
"""


def test_what_ptxas_says_is_read() -> None:
    assert parse_resources(SAID) == {
        "a_kernel": KernelResources(40, 2048, 0, 0, 0),
        "b_kernel": KernelResources(255, 0, 112, 24, 36),
    }


def test_why_they_are_not_known_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    library = b"\x7fELF..." + KERNELS_MARK.encode() + b"kernels\0more"
    assert kernel_text(library) == "kernels"
    assert kernel_text(b"\x7fELF") is None
    assert find_resources(b"\x7fELF", "llvm -mcpu=x86-64") is None
    monkeypatch.setenv("PATH", "")
    for target, reason in (("cuda -mcpu=x", "no nvcc"), ("nvptx -mcpu=sm_90", "no ptxas"), ("opencl", "a driver")):
        found = find_resources(library, target)
        assert found is not None
        assert reason in found.reason
        assert not found.kernels


def test_text_that_is_refused_gives_the_reason() -> None:
    if shutil.which("ptxas") is None:
        pytest.skip("there is no ptxas")
    found = find_resources(KERNELS_MARK.encode() + b".version 7.0\nnonsense\0", "nvptx -mcpu=sm_80")
    assert found is not None
    assert "ptxas refuses the kernels" in found.reason


@pytest.mark.parametrize("kind", ["nvptx", "opencl"])
def test_inspect_shows_them(kind: str, tmp_path: Path) -> None:
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler")
    library = str(tmp_path / "net.so")
    build_files(str(MODELS / "mlp.onnx"), output=library, target=kind)
    assert any("--kernels" in line for line in description_lines(read_description(library), library))
    data = read_description(library, kernels=True)
    lines = description_lines(data, library)
    if kind == "opencl" or shutil.which("ptxas") is None:
        assert any("not known" in line for line in lines)
        return
    assert data["kernels"]["cpu"] == "sm_80"
    assert len(data["kernels"]["kernels"]) >= 2
    assert all(one["registers"] > 0 and one["spill_loads"] == 0 for one in data["kernels"]["kernels"].values())
    assert sum(" registers" in line for line in lines) == len(data["kernels"]["kernels"])
