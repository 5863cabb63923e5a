"""The check on a graphics card: without one it says so; with one, a kernel and its findings."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import cuda_card
import numpy as np
import pytest

SCRIPT = Path(cuda_card.__file__)


def test_without_a_card_it_says_so(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT)], capture_output=True, text=True, env={**os.environ, "PATH": str(tmp_path)}
    )
    assert (done.returncode, done.stdout) == (0, "there is no graphics card of NVIDIA here\n")


@pytest.mark.skipif(shutil.which("nvidia-smi") is None, reason="needs a graphics card of NVIDIA")
def test_kernels_on_a_card() -> None:
    command = [sys.executable, str(SCRIPT), "--only", "matmul_128,conv_1x1,layer_norm", "--targets", "cuda,nvptx"]
    done = subprocess.run([*command, "--no-times"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("error") == 6


def test_wrong_results_are_errors(tmp_path: Path) -> None:
    want = np.arange(1, 5, dtype=np.float32)
    np.savez(tmp_path / "x.npz", want)
    stem = str(tmp_path / "x")
    assert cuda_card.error_of(want, stem) == 0
    assert cuda_card.error_of(want * np.float32(1.001), stem) > cuda_card.TOLERANCE
    assert cuda_card.error_of(np.where(want > 1, want, np.nan), stem) == np.inf
