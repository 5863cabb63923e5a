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
    assert "note: not built: fp8 (D183" in ran.err
    assert "chosen: " in ran.err
    assert mlcc("run", tmp_path / "m.so", "--random", "0").code == 0
    assert "error[D183]" in mlcc("pareto", MLP, "--precision", "fp8").err
