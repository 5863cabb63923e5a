"""The samples work: `make` runs every flow, twice is once, and the committed models are what their script makes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from warm import warm_command

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
MODELS = ("mlp", "convnet", "transformer")


def _make(folder: Path, command: str, *args: str) -> str:
    variables = [f"MLCC={command}", f"PYTHON={sys.executable}"]
    environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL")}
    done = subprocess.run(
        ["make", *args, *variables],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.mark.slow
def test_make_runs_every_flow(tmp_path: Path) -> None:
    """All of them, once; after a change, as the depfiles say, what depends on it. One test, as all of it takes a minute
    to make, in whatever process."""
    if shutil.which("make") is None or shutil.which("cc") is None:
        pytest.skip("needs make and a C compiler")
    folder = tmp_path / "copy"
    shutil.copytree(SAMPLES, folder, ignore=shutil.ignore_patterns("build", "__pycache__"))
    few = "FACTORS=32"  # of five flows that differ in a number
    with warm_command(tmp_path) as command:
        _make(folder, command, "-j2", few)
    command = f"{sys.executable} -m mlcc"
    wanted = ["mm_relu.checked", "mm_relu_j32.checked", "softmax_scheduled.checked", "two_functions.checked"]
    wanted += [f"{name}.model_checked" for name in MODELS] + ["run_mlp.checked", "run_mlp_static.checked", "bench.txt"]
    assert [name for name in wanted if not (folder / "build" / name).exists()] == []
    assert "Nothing to be done" in _make(folder, command, few)
    os.utime(folder / "schedules" / "softmax.yaml")
    printed = _make(folder, command, "-n", "all", few)
    assert "softmax_scheduled.so" in printed
    assert "conv2d_scheduled.so" not in printed


@pytest.mark.parametrize("name", MODELS)
def test_committed_models_are_what_the_script_makes(name: str) -> None:
    import onnx

    sys.path.insert(0, str(SAMPLES / "models"))
    try:
        from make_models import MODELS as scripts
    finally:
        sys.path.pop(0)
    assert onnx.load(SAMPLES / "models" / f"{name}.onnx") == scripts[name]()


def test_samples_are_small() -> None:
    """What is committed stays under three quarters of a mebibyte, most of it the weights of one model."""
    files = [f for f in SAMPLES.rglob("*") if f.is_file() and "build" not in f.parts and "__pycache__" not in f.parts]
    assert sum(f.stat().st_size for f in files) < 768 * 1024


def test_programs_survive_printing() -> None:
    """Every kernel can be printed and read back: what is printed is a fixed point."""
    from mlcc.ir import script, structural_equal
    from mlcc.script import parse_module

    for path in sorted((SAMPLES / "kernels").glob("*.[tr]*")):
        module = parse_module(path.read_text(), path.name)
        printed = script(module)
        again = parse_module(printed, path.name)
        assert structural_equal(again, module), path
        assert script(again) == printed
