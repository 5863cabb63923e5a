"""A model in several precisions side by side, and which are best."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mlcc.diagnostics import MlccError
from mlcc.quantization.variants import Bounds, Variant, fastest, front

MLP = str(Path(__file__).parents[2] / "samples/models/mlp.onnx")


def _variant(name: str, size: int, seconds: float | None, error: float | None, arena: int | str = 0) -> Variant:
    return Variant(name, "this machine", Path(name), size, arena, seconds, error)


def test_what_another_beats_in_everything_is_not_on_the_front() -> None:
    rows = [
        _variant("exact", 100, 2.0, 0.0),
        _variant("small", 50, 3.0, 0.01),
        _variant("fast", 100, 1.0, 0.02),
        _variant("worse", 100, 2.01, 0.001),  # a time within the noise of the first, and an error
        _variant("elsewhere", 10, None, None),  # is not compared with those that ran
    ]
    assert [row.precision for row in front(rows) if row.best] == ["exact", "small", "fast", "elsewhere"]


def test_the_fastest_within_the_bounds_or_the_nearest_miss() -> None:
    rows = [
        _variant("exact", 100, 2.0, 0.0),
        _variant("fast", 80, 1.0, 0.02),
        _variant("symbolic", 80, 0.5, 0.0, "n * 4"),
    ]
    assert fastest(rows, Bounds()).precision == "symbolic"
    assert fastest(rows, Bounds(arena=10)).precision == "fast"
    assert fastest(rows, Bounds(arena=10, error=0.01)).precision == "exact"
    with pytest.raises(MlccError) as raised:
        fastest(rows, Bounds(size=90, arena=1, error=0.01))
    assert raised.value.code == "D205"
    assert "nearest: exact for this machine, which exceeds --max-size 1.11 times" in raised.value.diagnostic.notes[0]


def test_the_command(mlcc, tmp_path: Path) -> None:
    ran = mlcc("pareto", MLP, "--precision", "float32,float16,fp8", "--repeats", "3", "--json", "-o", tmp_path / "m.so")
    assert ran.code == 0, ran.err
    exact, half = json.loads(ran.out)
    assert (exact["precision"], exact["error"], exact["best"]) == ("float32", 0.0, True)
    assert 0 < half["error"] < 1e-2
    assert half["seconds"] > 0
    assert "note: not built: fp8 for this machine (D183" in ran.err
    assert "chosen: " in ran.err
    assert mlcc("run", tmp_path / "m.so", "--random", "0").code == 0
    assert "error[D183]" in mlcc("pareto", MLP, "--precision", "fp8").err


def test_parameters_of_a_schedule_and_threads(mlcc, tmp_path: Path) -> None:
    """Of a program, values of its schedule's parameters are tried, and builds for numbers of threads."""
    folder = Path(__file__).parents[2] / "samples"
    kernel, schedule = folder / "kernels/mm_relu.tir", folder / "schedules/tile.yaml"
    args = ("pareto", kernel, "-s", schedule, "-p", "jfactor=4,8,0", "--threads", "1,2", "--repeats", "3")
    ran = mlcc(*args, "--json", "-o", tmp_path / "best.so")
    assert ran.code == 0, ran.err
    found = [(row["precision"], row["parameters"], row["threads"], row["error"]) for row in json.loads(ran.out)]
    assert found == [("float32", f"jfactor={value}", count, 0.0) for value in (4, 8) for count in (1, 2)]
    assert "note: not built: float32 for this machine with 1 thread, jfactor=0 (S213" in ran.err
    assert "chosen: float32 for this machine with " in ran.err
    assert (tmp_path / "best.so").exists()
    header = mlcc("pareto", kernel, "-s", schedule, "-p", "jfactor=4", "--repeats", "3").out.splitlines()[0]
    assert header.split() == ["precision", "target", "parameters", "size", "arena", "time", "error"]
    assert mlcc("pareto", kernel, "--threads", "0").code == 2
