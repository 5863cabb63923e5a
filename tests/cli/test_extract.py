"""`mlcc extract`: the text that comes out of a library builds the same bytes."""

from __future__ import annotations

import shlex
from pathlib import Path

import onnx
import onnx.parser
import pytest

SAMPLES = Path(__file__).parents[2] / "samples"
CONVNET, KERNEL = str(SAMPLES / "models/convnet.onnx"), str(SAMPLES / "kernels/mm_relu.tir")


@pytest.mark.parametrize(
    ("source", "form", "options"),
    [
        (CONVNET, "tir", ()),
        (CONVNET, "tir", ("--precision", "bfloat16", "--target", "llvm -mcpu=sapphirerapids -num-cores=1")),
        (CONVNET, "graph", ("--no-winograd", "--prefix", "net", "--program", "-O", "1")),
        (KERNEL, "tir", ("-s", str(SAMPLES / "schedules/tile.yaml"), "-p", "jfactor=8")),
    ],
)
def test_the_text_builds_the_same_library(mlcc, tmp_path: Path, monkeypatch, source: str, form: str, options) -> None:
    built = tmp_path / "net.so"
    assert mlcc("build", source, *options, "-o", str(built)).code == 0
    text = {"tir": "net.tir", "graph": "net.relax"}[form]
    folders = ["--source", str(SAMPLES / "models"), "--source", str(SAMPLES / "kernels")]
    folders += ["--source", str(SAMPLES / "schedules")]
    (tmp_path / "again").mkdir()
    monkeypatch.chdir(tmp_path / "again")
    assert mlcc("extract", str(built), f"--{form}", *folders, "-o", text).code == 0
    program, *command = shlex.split(Path(text).read_text().splitlines()[0].removeprefix("# "))
    assert program == "mlcc"
    assert mlcc(*command).code == 0
    assert Path("net.so").read_bytes() == built.read_bytes()


LINEAR = """m (float[n, 3, 9, 9] x) => (float[n, 3, 18, 18] y)
  <float[4] sizes = {1, 1, 2, 2}, float[3, 1, 1, 1] w = {1, 2, 3}>
  { a = Relu(x)  r = Resize<mode = "linear">(a, , sizes)  y = Conv<group = 3>(r, w) }"""


def test_regions_of_arithmetic_that_are_read_are_those_that_were_written(mlcc, tmp_path: Path, monkeypatch) -> None:
    """Their text may differ: an end is a start and an extent, and the extent is their difference when it is read."""
    graph = onnx.parser.parse_graph(LINEAR)
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 18)], ir_version=8)
    onnx.save(model, tmp_path / "net.onnx")
    monkeypatch.chdir(tmp_path)
    assert mlcc("build", "net.onnx", "-o", "net.so").code == 0
    (tmp_path / "again").mkdir()
    assert mlcc("extract", "net.so", "-o", "again/net.tir").code == 0
    assert mlcc("build", "again/net.tir", "-o", "again/net.so").code == 0
    assert Path("again/net.so").read_bytes() == Path("net.so").read_bytes()


def test_a_changed_text_is_a_program_of_its_own(mlcc, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert mlcc("build", CONVNET, "-o", "net.so").code == 0
    text = mlcc("extract", "net.so", "--source", str(SAMPLES / "models")).out
    changed = text.replace("T.max(", "T.min(", 1)
    assert changed != text
    Path("net.tir").write_text(changed)
    assert mlcc("build", "net.tir", "-o", "other.so").code == 0
    assert "net.tir" in mlcc("inspect", "other.so").out
    Path("net.tir").write_text(text)
    assert mlcc("build", "net.tir", "--prefix", "mine", "-o", "other.so").code == 0  # other settings
    ran = mlcc("rebuild", "other.so", "--check")
    assert ran.code == 0, ran.err


def test_schedules_are_in_the_library(mlcc, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert mlcc("build", CONVNET, "-o", "net.so").code == 0
    one = mlcc("extract", "net.so", "--program", "softmax").out
    assert one == mlcc("inspect", "net.so", "--program", "softmax").out
    assert one in mlcc("extract", "net.so", "--schedules").out
    assert "error[D167]" in mlcc("extract", "net.so", "--program", "softmx").err


def test_what_cannot_be_given(mlcc, tmp_path: Path, monkeypatch) -> None:
    """No model, no graph."""
    monkeypatch.chdir(tmp_path)
    assert mlcc("build", CONVNET, "-s", "auto", "-o", "net.so").code == 0
    assert "error[D206]" in mlcc("extract", "net.so", "--graph", "--source", str(SAMPLES / "models")).err
    assert mlcc("build", KERNEL, "-o", "kernel.so").code == 0
    assert "error[D199]" in mlcc("extract", "kernel.so").err
    assert "error[D174]" in mlcc("extract", "kernel.so", "--graph", "--source", str(SAMPLES / "kernels")).err
