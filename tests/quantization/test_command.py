"""`mlcc quantize` as a command: data in its forms, outputs whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
import pytest

from .models import Net, by_onnxruntime, feeds, relative


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a model and its data, current."""
    net = Net(2, 16)
    model = net.model(net("Gemm", net("Relu", net("Gemm", net.x, net.normal(16, 32, scale=0.2))), net.normal(32, 8)))
    onnx.save(model, tmp_path / "m.onnx")
    samples = np.stack([feed["x"] for feed in feeds(model, 6)])
    np.savez(tmp_path / "stacked.npz", x=samples)
    np.savez(tmp_path / "joined.npz", x=samples.reshape(12, 16))
    (tmp_path / "data").mkdir()
    for index, sample in enumerate(samples):
        if index % 2:
            np.savez(tmp_path / "data" / f"{index}.npz", x=sample)
        else:
            np.save(tmp_path / "data" / f"{index}.npy", sample.astype("f8"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_data_in_three_forms_gives_the_same_model(folder: Path, mlcc) -> None:
    written = []
    for data in ("stacked.npz", "joined.npz", "data"):
        ran = mlcc("quantize", "m.onnx", "--calibrate", data, "-o", "q.onnx", "--no-measure")
        assert (ran.code, ran.err) == (0, "")
        assert "6 samples" in ran.out
        written.append((folder / "q.onnx").read_bytes())
    assert written[0] == written[1] == written[2]
    model, feed = onnx.load(folder / "m.onnx"), {"x": np.load(folder / "data/0.npy").astype("f4")}
    assert relative(by_onnxruntime(onnx.load(folder / "q.onnx"), feed)[0], by_onnxruntime(model, feed)[0]) < 0.02


def test_the_table_and_the_report(folder: Path, mlcc) -> None:
    ran = mlcc("quantize", "m.onnx", "--calibrate", "data", "-o", "q.onnx", "--report", "r.json", "--keep", "gemm2")
    assert ran.code == 0, ran.err
    assert ran.out.splitlines()[0].split() == ["layer", "operator", "precision", "error", "SQNR"]
    read = json.loads((folder / "r.json").read_text())
    assert [(layer["layer"], layer["precision"]) for layer in read["layers"]] == [
        ("gemm0", "uint8 x int8"),
        ("gemm2", "float32"),
    ]
    assert 0 < read["error"] < 0.02
    assert f"relative error {read['error']:.2e}" in ran.out


def test_the_default_output_and_the_pipe(folder: Path, mlcc, mlcc_process) -> None:
    assert mlcc("quantize", "m.onnx", "--activations", "dynamic").code == 0
    assert (folder / "m.quantized.onnx").is_file()
    ran = mlcc("build", "m.quantized.onnx", "-o", "m.o")
    assert ran.code == 0, ran.err


def test_an_output_that_cannot_be_written_fails_before_the_work(folder: Path, mlcc) -> None:
    before = sorted(folder.iterdir())
    for output, code in (("data", "D111"), ("no/where.onnx", "D110")):
        ran = mlcc("quantize", "m.onnx", "--calibrate", "missing.npz", "-o", output)
        assert ran.code == 1
        assert ran.err.startswith(f"error[{code}]")
    assert sorted(folder.iterdir()) == before


def test_nothing_is_left_by_an_error(folder: Path, mlcc) -> None:
    before = sorted(folder.iterdir())
    for arguments in (("--calibrate", "missing.npz"), ("--calibrate", "stacked.npz", "--keep", "nothing*"), ()):
        ran = mlcc("quantize", "m.onnx", *arguments, "-o", "q.onnx")
        assert ran.code == 1
    assert sorted(folder.iterdir()) == before
    assert mlcc("quantize", "m.onnx", "--calibrate", "m.onnx", "-o", "q.onnx").err.startswith("error[D160]")


def test_constants_of_large_models_go_beside_them(folder: Path, monkeypatch: pytest.MonkeyPatch, mlcc) -> None:
    from mlcc.quantization import saving

    monkeypatch.setattr(saving, "LARGEST", 256)
    monkeypatch.setattr(saving, "SMALL", 64)
    ran = mlcc("quantize", "m.onnx", "--calibrate", "data", "-o", "big.onnx", "--no-measure")
    assert ran.code == 0, ran.err
    assert (folder / "big.onnx.data").is_file()
    onnx.checker.check_model(str(folder / "big.onnx"))
    monkeypatch.undo()
    ran = mlcc("quantize", str(folder / "m.onnx"), "--calibrate", str(folder / "data"), "-o", str(folder / "q.onnx"))
    feed = {"x": np.load(folder / "data/0.npy").astype("f4")}
    big, plain = onnx.load(folder / "big.onnx"), onnx.load(folder / "q.onnx")
    np.testing.assert_array_equal(by_onnxruntime(big, feed)[0], by_onnxruntime(plain, feed)[0])
