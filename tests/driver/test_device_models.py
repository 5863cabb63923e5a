"""Whole models on a device: the texts, and results on an OpenCL device, such as pocl, and by CUDA on the CPU."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
import onnx.parser
import pytest
from on_cpu import cuda_on_cpu, kernels_on_cpu
from tolerances import assert_close

from mlcc import te, topi
from mlcc.diagnostics import Diagnostic, MlccError
from mlcc.driver import build, build_files, device
from mlcc.driver.phases import GRAPH_PHASES, graph_phases

MODELS = Path(__file__).parent.parent.parent / "samples" / "models"
#: A scalar argument that is no integer is nothing that a kernel takes.
SCALED = """
@T.prim_func
def main(X: T.Buffer((5, 7), "float32"), a: T.float32, Y: T.Buffer((5, 7), "float32")):
    P = T.alloc_buffer((5, 7))
    for i, j in T.grid(5, 7):
        with T.block("P"):
            vi, vj = T.axis.remap("SS", [i, j])
            P[vi, vj] = X[vi, vj] + T.float32(1)
    for i, j in T.grid(5, 7):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = P[vi, vj] * a
"""


def on_device(source: str, kind: str = "opencl", **settings):
    """The library of a model for a device; skips where there is no C compiler."""
    try:
        library = build(source, target=kind, **settings)
    except MlccError as error:
        if "R332" in str(error):
            pytest.skip("there is no C compiler")
        raise
    return library


def of_text(text: str, kind: str, folder: Path):
    """The library of a model in ONNX's text for a device; that of CUDA runs on the CPU."""
    if kind == "cuda":
        cuda_on_cpu()
    path = str(folder / "model.onnx")
    onnx.save(onnx.parser.parse_model(text), path)
    return on_device(path, kind)


def called(library, *args):
    try:
        return library["main"](*args)
    except MlccError as error:
        if error.code == "R350":
            pytest.skip(str(error))
        raise


def test_all_that_lies_between_is_empty() -> None:
    """A sum over nothing is 0: what it adds up has no bytes, and the host has no workspace."""
    text = """m (float[2, 0, 4] x) => (float[2, 4] y) <int64[1] at = {1}>
      { a = Abs(x)  y = ReduceSum<keepdims = 0>(a, at) }"""
    model = onnx.helper.make_model(onnx.parser.parse_graph(text), opset_imports=[onnx.helper.make_opsetid("", 18)])
    got = called(on_device(model), np.zeros((2, 0, 4), np.float32))
    np.testing.assert_array_equal(np.asarray(got), np.zeros((2, 4), np.float32))


@pytest.mark.cover(1)
@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("opencl", "mlp"), ("opencl", "convnet"), ("opencl", "transformer"),
        ("cuda", "convnet"), ("cuda", "transformer"), ("nvptx", "convnet"), ("nvptx", "transformer"),
    ],
)  # fmt: skip
def test_models_compute_what_they_do_on_the_cpu(
    kind: str, name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if kind != "opencl":
        cuda_on_cpu()
    if kind == "nvptx":
        monkeypatch.setattr(device, "ptx_text", lambda kernels: kernels_on_cpu(kernels, tmp_path))
    path = str(MODELS / f"{name}.onnx")
    plain, library = build(path), on_device(path, kind)
    rng = np.random.default_rng(3)
    for order in ("forward", "5"):  # the second call finds the memory of the first
        monkeypatch.setenv("MLCC_CUDA_ORDER", order)  # a missing barrier shows when threads run in another order
        args = [
            rng.standard_normal([5 if isinstance(d, str) else d for d in item.shape]).astype(item.dtype)
            for item in plain.spec.functions[0].inputs
        ]
        assert_close(called(library, *args), plain["main"](*args))


@pytest.mark.parametrize("kind", ["opencl", "cuda"])
def test_the_host_has_the_launches_and_the_kernels_as_data(kind: str, tmp_path: Path) -> None:
    path, suffix = str(MODELS / "convnet.onnx"), {"opencl": "cl", "cuda": "cu"}[kind]
    build_files(path, output=str(tmp_path / "net"), emit=["c", suffix, "h"], target=kind)
    host = (tmp_path / "net.c").read_text(encoding="utf-8")
    device = (tmp_path / f"net.{suffix}").read_text(encoding="utf-8")
    assert "MLCC_ERR_LAUNCH" in (tmp_path / "net.h").read_text(encoding="utf-8")
    count = device.count("__global__ void") if kind == "cuda" else device.count("__kernel void")
    assert host.count("mlcc_device_launch(") - 1 == count > 7
    assert ("libcuda.so.1" in host) == (kind == "cuda")
    # convolutions stage two operands, and reductions partial results
    assert device.count("__shared__" if kind == "cuda" else "__local") == 5


def test_what_no_kernel_can_do_runs_on_the_host(tmp_path: Path) -> None:
    (tmp_path / "scaled.tir").write_text(SCALED, encoding="utf-8")
    notes: list[Diagnostic] = []
    build_files(
        str(tmp_path / "scaled.tir"), output=str(tmp_path / "s.c"), target="opencl", schedules=["auto"],
        on_warning=notes.append,
    )  # fmt: skip
    assert [note.code for note in notes] == ["D186"]
    assert "no integer of the host" in notes[0].notes[0]
    text = (tmp_path / "s.c").read_text(encoding="utf-8")
    assert "mlcc_device_fetch(" in text
    library = on_device(str(tmp_path / "scaled.tir"), schedules=["auto"], output=str(tmp_path / "s.so"))
    x = np.random.default_rng(0).standard_normal((5, 7)).astype(np.float32)
    y = np.zeros_like(x)
    called(library, x, np.float32(3), y)
    assert_close(y, (x + 1) * np.float32(3))


#: What kernels compute decides sizes, a branch and how often a loop runs: the host reads it.
DECIDING = """
<ir_version: 8, opset_import: ["" : 17]>
deciding (float[3,4] x, bool[4] c, float[3] v) => (float[3,n] y, float[3] z, float[3] w) {
  y = Compress <axis = 1> (x, c)
  s = ReduceSum <keepdims = 0> (v)
  zero = Constant <value = float {0}> ()
  above = Greater (s, zero)
  z = If (above) <
    then_branch = yes () => (float[3] p) { p = Abs (v) },
    else_branch = no () => (float[3] q) { q = Neg (v) }
  >
  flags = Cast <to = 7> (c)
  times = ReduceSum <keepdims = 0> (flags)
  w = Loop (times, above, v) <
    body = step (int64 i, bool go, float[3] a) => (bool go_out, float[3] b) { go_out = Identity (go) b = Add (a, a) }
  >
}
"""


@pytest.mark.parametrize("kind", ["opencl", "cuda"])
def test_the_host_reads_what_kernels_decide(kind: str, tmp_path: Path) -> None:
    library = of_text(DECIDING, kind, tmp_path)
    x = np.arange(12, dtype=np.float32).reshape(3, 4)
    for sign in (1, -1):
        for flags in ([True, False, True, True], [False, False, True, False]):
            c, v = np.array(flags), sign * np.array([1, 2, -0.5], np.float32)
            y, z, w = (np.asarray(item) for item in called(library, x, c, v))
            np.testing.assert_array_equal(y, x[:, c])
            np.testing.assert_array_equal(z, abs(v) if sign > 0 else -v)
            np.testing.assert_array_equal(w, v * 2 ** sum(flags) if sign > 0 else v)


#: Neither branch calls a kernel: the host reads the condition, and copies.
COPYING = """
<ir_version: 10, opset_import: ["" : 21]>
copying (bool c, float[3] x, float[3] z) => (float[3] y) {
  y = If (c) <
    then_branch = yes () => (float[3] a) { a = Identity (x) },
    else_branch = no () => (float[3] b) { b = Identity (z) }
  >
}
"""


@pytest.mark.parametrize("kind", ["opencl", "cuda"])
def test_branches_that_only_copy(kind: str, tmp_path: Path) -> None:
    library = of_text(COPYING, kind, tmp_path)
    x, z = np.arange(3, dtype=np.float32), np.ones(3, np.float32)
    for c in (True, False):
        np.testing.assert_array_equal(called(library, np.array(c), x, z), x if c else z)


@pytest.mark.parametrize("kind", ["opencl", "cuda"])
def test_boxes_are_compared_one_by_one_where_there_are_no_vectors(kind: str, tmp_path: Path) -> None:
    if kind == "cuda":
        cuda_on_cpu()
    rng = np.random.default_rng(2)
    corners = rng.uniform(0, 3, (1, 40, 2)).astype(np.float32)
    boxes = np.concatenate([corners, corners + rng.uniform(1, 4, (1, 40, 2)).astype(np.float32)], -1)
    scores = rng.uniform(0, 1, (1, 2, 40)).astype(np.float32)
    operands = [te.placeholder(array.shape, "float32") for array in (boxes, scores)]
    threshold = te.placeholder((1,), "float32")
    results = topi.call_operator("vision.non_max_suppression", [*operands, threshold], {"limit": 20})
    func = te.create_prim_func([*operands, threshold, *results]).with_attr("global_symbol", "boxes")
    found = []
    for target in ("llvm", kind):
        rows, count = np.zeros((40, 3), np.int64), np.zeros(1, np.int64)
        try:
            library = build(func, target, schedules=["auto"], output=tmp_path / f"{target}.so")
            library["boxes"](boxes, scores, np.array([0.3], np.float32), rows, count)
        except MlccError as error:
            if error.code == "R350":
                pytest.skip(str(error))
            raise
        found.append(rows[: count[0]])
    assert 4 < len(found[0]) < 40
    np.testing.assert_array_equal(*found)


def test_layouts_of_cpus_are_not_chosen_for_devices() -> None:
    kept = graph_phases(on_device=True)
    assert graph_phases(on_device=False) == GRAPH_PHASES
    assert {"ConvertLayout", "PackWeights"}.isdisjoint(phase.name for phase in kept)
    assert [phase for phase in GRAPH_PHASES if phase in kept] == list(kept)


def test_a_library_without_a_device_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OCL_ICD_VENDORS", str(tmp_path))  # the loader of OpenCL looks for drivers there
    library = on_device(str(MODELS / "mlp.onnx"))
    shape = library.spec.functions[0].inputs[0].shape
    run = "import sys, numpy, mlcc; mlcc.load(sys.argv[1])['main'](numpy.zeros(eval(sys.argv[2]), 'float32'))"
    library.export_library(str(tmp_path / "net.so"))
    done = subprocess.run(
        [sys.executable, "-c", run, str(tmp_path / "net.so"), repr(tuple(shape))], capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 1
    assert "R350" in done.stderr
