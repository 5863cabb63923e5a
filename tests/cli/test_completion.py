"""What shells complete beside commands and options."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from mlcc.cli.app import group

ROOT = Path(__file__).resolve().parents[2]


def completed(*words: str) -> list[str]:
    """The values that are offered for the last word."""
    shell = ShellComplete(group, {}, "mlcc", "_MLCC_COMPLETE")
    return [item.value for item in shell.get_completions(list(words[:-1]), words[-1])]


def test_kinds_of_output() -> None:
    assert completed("build", "m.onnx", "--emit", "h") == ["h", "hpp"]
    assert completed("build", "m.onnx", "--emit", "so,h") == ["so,h", "so,hpp"]
    assert "so,so" not in completed("build", "m.onnx", "--emit", "so,s")


def test_targets() -> None:
    assert completed("build", "m.onnx", "--target", "nv") == ["nvptx", "nvptx -mcpu="]
    assert completed("build", "m.onnx", "--target", "llvm -mcpu=znver4") == ["llvm -mcpu=znver4"]
    assert "c -mcpu=cortex-m4" in completed("tune", "m.onnx", "--target", "c -mcpu=cortex")


def test_schedules() -> None:
    assert completed("build", "k.tir", "-s", "au") == ["auto", "au"]  # the second stands for files


@pytest.mark.parametrize(
    ("option", "begun", "offered"),
    [
        ("--runtime", "m", ["minimal"]), ("--precision", "b", ["bfloat16"]), ("--precision", "int", ["int8"]),
        ("--extern", "bl", ["blas"]),
    ],
)  # fmt: skip
def test_names_of_tables(option: str, begun: str, offered: list[str]) -> None:
    assert completed("build", "m.onnx", option, begun) == offered


def test_references() -> None:
    assert completed("verify", "m.onnx", "--against", "onnxr") == ["onnxruntime"]


def test_names_that_are_explained() -> None:
    assert completed("explain", "spli") == [*dict.fromkeys(completed("explain", "spli"))]
    assert "S231" in completed("explain", "S23")
    assert "compute_at" in completed("explain", "compute_")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_its_script(shell: str) -> None:
    env = {**os.environ, "_MLCC_COMPLETE": f"{shell}_source"}
    command = [sys.executable, "-m", "mlcc"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, check=False, cwd=ROOT)
    if shell == "bash" and "bash" in done.stderr:
        pytest.skip("no bash")
    assert "_MLCC_COMPLETE" in done.stdout


def test_parameters_of_schedules(tmp_path: Path) -> None:
    schedule = str(ROOT / "samples/schedules/tile.yaml")
    assert completed("schedule", "k.tir", "-s", schedule, "-p", "j") == ["jfactor="]
    (tmp_path / "broken.yaml").write_text("steps: [")
    assert completed("build", "k.tir", "-s", str(tmp_path / "broken.yaml"), "-s", "auto", "-p", "") == []
