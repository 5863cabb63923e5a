"""The wheel, installed elsewhere, works without the checkout: grammars and schedules are inside."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
KERNEL = """
@T.prim_func
def twice(x: T.Buffer((8,), "float32"), y: T.Buffer((8,), "float32")):
    for i in range(8):
        with T.block("y"):
            vi = T.axis.spatial(8, i)
            y[vi] = x[vi] * T.float32(2)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the installed wheel and nothing else."""
    work = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", work], cwd=ROOT, check=True)
    (wheel,) = work.glob("*.whl")
    target = work / "site"
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", target, wheel]
    subprocess.run(command, check=True)
    return target


def run(installed: Path, folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(installed), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *args], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_it_is_the_wheel_that_runs(installed: Path, tmp_path: Path) -> None:
    done = run(installed, tmp_path, "-c", "import mlcc, mlcc.resources as r; print(mlcc.__file__, r.grammars())")
    assert done.stdout.split() == [str(installed / "mlcc/__init__.py"), str(installed / "mlcc/grammars")]


def test_data_folders_are_complete(installed: Path) -> None:
    for folder in ("grammars", "schedules"):
        here = {path.relative_to(ROOT / folder) for path in (ROOT / folder).rglob("*") if path.is_file()}
        there = {path.relative_to(installed / "mlcc" / folder) for path in (installed / "mlcc" / folder).rglob("*.*")}
        assert {path for path in here if path.suffix != ".pyc"} <= there


def test_a_sample_compiles_and_runs(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "k.tir").write_text(KERNEL)
    done = run(installed, tmp_path, "-m", "mlcc", "build", "k.tir", "-o", "k.o")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith("built k.o ")
    done = run(installed, tmp_path, "-m", "mlcc", "run", "k.o", "--random", "0")
    assert done.stdout.startswith("y: float32 [8]\n")
