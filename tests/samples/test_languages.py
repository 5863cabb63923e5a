"""The programs in Rust and Go call a built model, where their compilers are installed."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import mlcc
from mlcc.driver import build_files

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
REFUSED = "as it should be, 783 pixels are refused: main: argument 0 `x`: dimension 1: expected 784, given 783"


@pytest.mark.parametrize("language", ["rust", "go"])
def test_a_program_calls_the_model(language: str, tmp_path: Path) -> None:
    if shutil.which({"rust": "rustc", "go": "go"}[language]) is None or shutil.which("make") is None:
        pytest.skip(f"no compiler of {language}")
    shutil.copytree(SAMPLES, tmp_path / "samples", ignore=shutil.ignore_patterns("build", "__pycache__"))
    folder = tmp_path / "samples"
    (folder / "build").mkdir()
    build_files(str(folder / "models/mlp.onnx"), emit=["so,h"], output=str(folder / "build/mlp"))
    x = np.random.default_rng(1).random((1, 784), np.float32)
    np.save(folder / "build/mlp.x.npy", x)
    environment = {**os.environ, "GOFLAGS": "-mod=mod", "GOCACHE": str(tmp_path / "go")}
    # The library and the input are there: `make` makes the program only.
    there = [f"--old-file=build/{name}" for name in ("mlp.so", "mlp.h", "mlp.x.npy")]
    command = ["make", *there, f"build/run_mlp_{language}.txt"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert REFUSED in done.stderr
    scores = np.loadtxt(folder / f"build/run_mlp_{language}.txt", np.float32)
    assert np.array_equal(scores, mlcc.load(folder / "build/mlp.so")(x)[0])
