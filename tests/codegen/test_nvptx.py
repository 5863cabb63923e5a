"""Kernels of PTX: what LLVM writes, what ptxas says of it where there is one, and what kernels compute on the CPU."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from on_cpu import cuda_on_cpu, kernels_on_cpu

from mlcc.diagnostics import Diagnostic, MlccError
from mlcc.driver import build, build_files, device
from mlcc.script import parse_module
from mlcc.target import Target

MODELS = Path(__file__).parent.parent.parent / "samples" / "models"
#: A block's rows are reversed in shared memory; the last block has fewer rows.
REVERSE = """
@T.prim_func
def main(X: T.Buffer((10, 32), "float32"), Y: T.Buffer((10, 32), "float32")):
    for b in T.thread_binding(3, thread="blockIdx.x"):
        for r in T.thread_binding(4, thread="threadIdx.y"):
            for t in T.thread_binding(32, thread="threadIdx.x"):
                with T.block("all"):
                    S = T.alloc_buffer((4, 32), scope="shared")
                    if b * 4 + r < 10:
                        Y[b * 4 + r, t] = X[b * 4 + r, 31 - t] * T.float32(2)
"""
#: A function of float64 that the runtime has, and one that it has not.
FUNCTIONS = """
@T.prim_func
def main(X: T.Buffer((100,), "float64"), Y: T.Buffer((100,), "float64")):
    for i in T.thread_binding(100, thread="threadIdx.x"):
        with T.block("Y"):
            vi = T.axis.spatial(100, i)
            Y[vi] = T.{op}(X[vi])
"""


def test_the_processor_is_that_of_the_device() -> None:
    target = Target.parse("nvptx -mcpu=sm_90")
    assert (target.kind, target.mcpu) == ("nvptx", "sm_90")
    assert target.triple == Target.host().triple  # of the host's part
    assert Target.parse(str(target)) == target
    assert Target.parse("nvptx").mcpu == "sm_80"
    with pytest.raises(MlccError, match="G103.*sm_8"):
        Target.parse("nvptx -mcpu=sm_8")
    with pytest.raises(MlccError, match="G103"):
        Target.parse("nvptx -mcpu=znver4")


@pytest.mark.parametrize("cpu", ["sm_80", "sm_90"])
def test_ptxas_takes_every_kernel(cpu: str, tmp_path: Path) -> None:
    output = str(tmp_path / "net.ptx")
    build_files(str(MODELS / "convnet.onnx"), output=output, target=f"nvptx -mcpu={cpu}")
    text = Path(output).read_text()
    assert f".target {cpu}" in text
    assert ".shared" in text
    assert "bar.sync" in text
    assert "st.shared" in text
    assert "ld.global" in text
    assert ".extern" not in text  # nothing of libdevice
    if shutil.which("ptxas") is None:
        pytest.skip("there is no ptxas")
    done = subprocess.run(["ptxas", f"-arch={cpu}", output, "-o", str(tmp_path / "net.cubin")], capture_output=True)
    assert done.returncode == 0, done.stderr


def run(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *arrays: np.ndarray) -> None:
    cuda_on_cpu()
    monkeypatch.setattr(device, "ptx_text", lambda kernels: kernels_on_cpu(kernels, tmp_path))
    build(parse_module(text), target="nvptx")(*arrays)


def test_threads_that_are_not_inside_store_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    x = np.random.default_rng(0).standard_normal((10, 32)).astype(np.float32)
    y = np.zeros_like(x)
    run(REVERSE, tmp_path, monkeypatch, x, y)
    np.testing.assert_array_equal(y, x[:, ::-1] * np.float32(2))


def test_functions_of_libm_are_those_of_the_runtime(tmp_path: Path) -> None:
    text = build(parse_module(FUNCTIONS.replace("{op}", "tanh")), target="nvptx").get_source()
    assert ".entry main_kernel" in text
    assert ".extern" not in text
    tables = build(parse_module(FUNCTIONS.replace("{op}", "tgamma")), target="nvptx").get_source()
    assert ".extern" not in tables
    if shutil.which("ptxas") is not None:
        (tmp_path / "f.ptx").write_text(tables)
        subprocess.run(["ptxas", "-arch=sm_90", tmp_path / "f.ptx", "-o", tmp_path / "f.cubin"], check=True)
    unknown = FUNCTIONS.replace("{op}(X[vi])", "call_pure_extern('cbrt', X[vi], dtype='float64')")
    with pytest.raises(MlccError, match=r"G109.*cbrt"):
        build(parse_module(unknown), target="nvptx")
    # in a model, a program with one runs on the host
    notes: list[Diagnostic] = []
    (tmp_path / "f.tir").write_text(unknown)
    build_files(str(tmp_path / "f.tir"), output=str(tmp_path / "f.c"), target="nvptx", on_warning=notes.append)
    assert [note.code for note in notes] == ["D186"]


@pytest.mark.parametrize("op", ["tanh", "sin", "arctan"])
def test_single_kernels_are_launched_from_python(op: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    x = np.linspace(0, 3, 100)
    y = np.zeros_like(x)
    run(FUNCTIONS.replace("{op}", op.replace("arctan", "atan")), tmp_path, monkeypatch, x, y)
    np.testing.assert_allclose(y, getattr(np, op)(x), rtol=1e-12)


def test_other_targets_have_no_ptx(tmp_path: Path) -> None:
    with pytest.raises(MlccError, match="G108"):
        build_files(str(MODELS / "mlp.onnx"), output=str(tmp_path / "net.ptx"), target="cuda")
