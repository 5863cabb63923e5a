"""Conditions of a build, its last line, `rebuild`, and models given to `run` and `bench`."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

MODELS = Path(__file__).parents[2] / "samples/models"
MLP = str(MODELS / "mlp.onnx")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_build_ends_with_a_line(mlcc, here: Path) -> None:
    ran = mlcc("build", MLP, "-o", "mlp.so")
    assert ran.out == ""
    size = (here / "mlp.so").stat().st_size
    assert re.fullmatch(
        rf"built mlp\.so \({size / 1024:.3g} KiB\): weights 401 KiB, arena 512 B, 2 kernels, [\d.]+ m?s\n",
        ran.built,
    )
    assert ran.err == ""
    data = json.loads(mlcc("--message-format", "json", "build", MLP, "-o", "mlp.so").err)
    assert data["built"] == [{"path": "mlp.so", "bytes": size}]
    assert (data["kernels"], data["arena_bytes"]) == (2, 512)
    assert mlcc("build", MLP, "-o", "mlp.tir").built == "", "text is no artefact"


@pytest.mark.parametrize(
    ("option", "value", "code"),
    [
        ("--max-arena", "100", "D193"), ("--max-latency", "1ns", "D194"), ("--max-ulp", "0", "D191"),
        ("--max-error", "1e-9", "D191"), ("--max-error", "0", "D183"),
        ("--max-arena", "much", "D184"), ("--max-latency", "soon", "D120"), ("--max-latency", "0ms", "D120"),
    ],
)  # fmt: skip
def test_a_condition_that_does_not_hold_refuses_the_build(mlcc, here: Path, option: str, value: str, code: str) -> None:
    ran = mlcc("build", MLP, "-o", "mlp.so", option, value)
    assert ran.code == 1
    assert f"error[{code}]" in ran.err
    assert not list(here.iterdir())


def test_conditions_that_hold(mlcc, here: Path) -> None:
    ran = mlcc("build", MLP, "-o", "mlp.so", "--max-arena", "512", "--max-latency", "60s", "--max-ulp", "1e5",
               "--max-error", "1e-5")  # fmt: skip
    assert ran.code == 0, ran.err
    assert (here / "mlp.so").exists()


def test_an_arena_of_symbolic_size_is_no_number(mlcc, here: Path) -> None:
    model = str(MODELS / "transformer.onnx")
    assert "give the sizes" in mlcc("build", model, "-o", "t.so", "--max-arena", "1MB").err
    assert mlcc("build", model, "-o", "t.so", "--max-arena", "64MB", "--shape", "tokens=4").code == 0


def test_a_library_is_built_again_from_what_it_says(mlcc, here: Path) -> None:
    shutil.copy(MLP, here)
    assert mlcc("build", "mlp.onnx", "-o", "mlp.so", "-O", "1", "--prefix", "net").code == 0
    ran = mlcc("rebuild", "mlp.so", "--check")
    assert (ran.code, ran.out) == (0, "mlp.so: the same bytes as from mlp.onnx\n"), ran.err
    assert mlcc("rebuild", "mlp.so", "-o", "again/mlp.so").code == 1  # no folder
    (here / "again").mkdir()
    assert mlcc("rebuild", "mlp.so", "-o", "again/mlp.so").code == 0
    assert (here / "again/mlp.so").read_bytes() == (here / "mlp.so").read_bytes()
    recipe = json.loads(mlcc("inspect", "mlp.so", "--json").out)["metadata"]["recipe"]
    assert recipe["settings"] == {"opt_level": 1, "prefix": "net"}


def test_schedules_are_part_of_the_recipe(mlcc, here: Path) -> None:
    kernel, schedule = MODELS.parent / "kernels/mm_relu.tir", MODELS.parent / "schedules/tile.yaml"
    (here / "s").mkdir()
    shutil.copy(kernel, here)
    shutil.copy(schedule, here / "s")
    assert mlcc("build", "mm_relu.tir", "-s", "s/tile.yaml", "-p", "jfactor=8", "-o", "k.so").code == 0
    assert "there is no `tile.yaml`" in mlcc("rebuild", "k.so", "--check").err
    assert mlcc("rebuild", "k.so", "--check", "--source", "s", "--source", ".").code == 0
    (here / "s/tile.yaml").write_text(schedule.read_text() + "# another\n")
    ran = mlcc("rebuild", "k.so", "--check", "--source", "s", "--source", ".")
    assert ran.code == 1
    assert "error[D199]: `s/tile.yaml` is not what the library was built from" in ran.err


def test_bytes_that_differ(mlcc, here: Path) -> None:
    shutil.copy(MLP, here)
    assert mlcc("build", "mlp.onnx", "-o", "mlp.so").code == 0
    with open("mlp.so", "ab") as file:
        file.write(b"\0")
    ran = mlcc("rebuild", "mlp.so", "--check")
    assert ran.code == 1
    assert "error[D197]" in ran.err
    assert mlcc("rebuild", "mlp.so").code == 2


def test_a_library_made_from_python_says_nothing(mlcc, here: Path) -> None:
    import mlcc as package

    package.build(MLP, output="mlp.so")
    assert "error[D199]: `mlp.so` does not say how it was made" in mlcc("rebuild", "mlp.so", "--check").err


def test_run_and_bench_take_models(mlcc, here: Path) -> None:
    assert mlcc("build", MLP, "-o", "mlp.so").code == 0
    assert mlcc("run", MLP, "--random", "0").out == mlcc("run", "mlp.so", "--random", "0").out
    rows = mlcc("bench", "mlp.so", MLP, "--repeats", "5", "--warmup", "0.01", "--json").out.splitlines()
    assert [json.loads(row)["library"] for row in rows] == ["mlp.so", MLP]
    model = str(MODELS / "transformer.onnx")
    assert mlcc("run", model, "--random", "0", "--shape", "tokens=4").out.startswith("y: float32 [1, 4, ")
    assert "D166" in mlcc("run", model, "--random", "0").err


def test_a_slower_library_fails(mlcc, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Measured times are replaced: which of two is slower must not depend on the machine."""
    from mlcc.driver import execute
    from mlcc.driver.measure import Measurement

    assert mlcc("build", MLP, "-o", "a.so").code == 0
    for taken, code in ((1.1, 1), (1.01, 0), (0.9, 0)):
        both = [Measurement((1.0,) * 20, 1), Measurement((taken,) * 20, 1)]
        monkeypatch.setattr(execute, "measure_in_turns", lambda calls, both=both, **options: both)
        ran = mlcc("bench", "a.so", "a.so", "--fail-if-slower", "2%")
        assert ran.code == code, ran.err
        assert ("error[D198]" in ran.err) == bool(code)
    assert mlcc("bench", "a.so", "a.so", "--fail-if-slower", "a bit").code == 2


def test_what_was_measured_is_kept(mlcc, here: Path) -> None:
    """A library that kept to --max-ulp says how far it was from its references; so does one that is built again."""
    shutil.copy(MLP, here)
    assert mlcc("build", "mlp.onnx", "-o", "mlp.so", "--max-ulp", "1000").code == 0
    data = json.loads(mlcc("inspect", "mlp.so", "--json").out)["accuracy"]
    assert data["max_ulp"] == 1000
    assert [row["output"] for row in data["outputs"]][0] == "scores"
    assert all(0 <= row["max_ulp"] <= 1000 and row["passed"] for row in data["outputs"])
    assert "accuracy  scores: " in mlcc("inspect", "mlp.so").out
    assert mlcc("rebuild", "mlp.so", "--check").code == 0
    assert mlcc("build", "mlp.onnx", "-o", "plain.so").code == 0
    assert json.loads(mlcc("inspect", "plain.so", "--json").out)["accuracy"] is None
