"""The cost facts of a machine: a file that a build reads, from limits and from kernels that were tried."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import mlcc
from mlcc.driver import BuildOptions, Compilation
from mlcc.driver.cost_files import target_with_costs
from mlcc.driver.measure import Measurement
from mlcc.driver.records import kernel_hash
from mlcc.driver.roofline import Bandwidth, Limits
from mlcc.script import parse_module
from mlcc.target import Target, read_costs
from mlcc.tune import machine
from mlcc.tune.machine import Trial, better, kept, rates, with_weight, write_costs

ROWS = (Bandwidth(1 << 15, 256e9, 128e9), Bandwidth(1 << 28, 1e10, 1e10))
LIMITS = Limits(1, {"float32": 64e9, "float64": 32e9}, ROWS)


def _ratios(values: dict[float, float | None], fact: str):
    def ratio(text: str, table: Target, changed: Target) -> float | None:
        value = getattr(changed.costs, fact)
        return values.get(value, 1.0) if value != getattr(table.costs, fact) else 1.0

    return ratio


def test_a_file_that_a_build_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base = Target.host().costs.winograd_gain
    monkeypatch.setattr(machine, "machine_limits", lambda *arguments, **options: LIMITS)
    monkeypatch.setattr(machine, "fork_join_seconds", lambda cores: 3e-6)
    monkeypatch.setattr(machine, "_ratio", _ratios({round(base * 1.5, 3): 0.8}, "winograd_gain"))
    said: list[str] = []
    write_costs(str(tmp_path / "m.yaml"), said.append)
    costs = target_with_costs(None, str(tmp_path / "m.yaml")).costs
    assert costs.winograd_gain == float(f"{base * 1.5:.2g}")  # two digits in the file
    assert costs.dot_rows == Target.host().costs.dot_rows
    tried = [line.removeprefix("trying ") for line in said if line.startswith("trying")]
    assert tried[-len(machine.TRIALS) :] == [trial.fact for trial in machine.TRIALS]
    assert {"memory_vector", "load_vector", "near_vector"} <= set(tried)
    ran = mlcc.build(mlcc.parse(machine._SUM.format(n=100)), costs=str(tmp_path / "m.yaml"))
    assert ran.main.spec.name == "main"


def test_a_vector_costs_what_its_bytes_take() -> None:
    """64 GFLOP/s are 2 operations of 16 lanes in 0.5 ns; 64 bytes at 256 GB/s take 0.25 ns: half an FMA."""
    target = Target.parse("llvm -mcpu=sapphirerapids -mtriple=x86_64-linux-gnu")
    assert rates(LIMITS, target)["load_vector"] == pytest.approx(0.5 * target.vector_lanes("float32") / 16)


@pytest.mark.parametrize(
    ("ratios", "factor"),
    [({}, 1.0), ({2.0: 1.2}, 1.0), ({2.0: 0.9, 4.0: 0.7, 8.0: 0.8}, 4.0), (dict.fromkeys((2.0, 4.0, 8.0)), None)],
)
def test_a_fact_changes_where_programs_are_faster(
    monkeypatch: pytest.MonkeyPatch, ratios: dict[float, float | None], factor: float | None
) -> None:
    target = Target.host()
    base = target.costs.parallel_margin
    monkeypatch.setattr(
        machine, "_ratio", _ratios({round(base * k, 3): v for k, v in ratios.items()}, "parallel_margin")
    )
    found = better(Trial("parallel_margin", ("any",)), (2.0, 4.0, 8.0), target, {})
    assert found == (None if factor is None else round(base * factor, 3))


def test_a_rate_with_which_programs_are_slower_is_left_to_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "_ratio", _ratios({83.0: 1.05}, "memory_vector"))
    facts, end = {"load_vector": 2.0, "memory_vector": 83.0, "near_vector": 3.0}, time.monotonic() + 600
    assert kept(facts, Target.host(), end, lambda text: None) == ({"load_vector": 2.0, "near_vector": 3.0}, [*facts])
    assert kept(facts, Target.host(), 0.0, lambda text: None) == ({}, []), "there was no time to try them"


@pytest.mark.parametrize("text", machine.RATED)
def test_rates_decide_in_models_whose_weights_are_not_in_cache(text: str) -> None:
    module = with_weight(parse_module(text))
    assert [param.name for param in module.graph_funcs["main"].params] == ["x"]
    found = set()
    for value in (0, 25, 400):
        target = Target.parse("llvm -mcpu=sapphirerapids -num-cores=1")
        options = BuildOptions(target.with_costs(read_costs({"memory_vector": value}, "here")))
        found.add(str(sorted(kernel_hash(func) for func in Compilation(module, options).legal.prim_funcs.values())))
    assert len(found) > 1


def test_programs_that_the_fact_does_not_change_are_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "measure_in_turns", lambda *arguments, **options: pytest.fail("timed"))
    text = machine._SUM.format(n=16)
    assert machine._ratio(text, Target.host(), Target.host()) == 1.0


@pytest.mark.parametrize("trial", machine.TRIALS, ids=lambda trial: trial.fact)
def test_each_fact_decides_one_of_its_programs(trial: Trial) -> None:
    """A program that cannot be built, or is the same with each value, would be a trial of nothing."""
    target = Target.host()
    base = float(getattr(target.costs, trial.fact))
    assert trial.factors(target)

    def kernels(text: str, value: float) -> list[str]:
        options = BuildOptions(target.with_costs(read_costs({trial.fact: value}, "here")))
        return [kernel.code for kernel in Compilation(with_weight(parse_module(text)), options).kernels.values()]

    assert any(
        kernels(text, base) != kernels(text, round(base * factor, 3))
        for text in trial.programs
        for factor in trial.factors(target)
    )


@pytest.mark.parametrize(
    ("noise", "ratio"),
    [((1.0, 1.0, 1.0), 1.0), ((0.8, 0.8, 0.8), 0.8), ((0.5, 1.0, 2.0), None)],
)
def test_what_noise_hides_is_not_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, noise: tuple[float, ...], ratio: float | None
) -> None:
    def measured(calls: object, **options: object) -> list[Measurement]:
        base = tuple(1e-3 + 1e-7 * n for n in range(15))
        return [Measurement(base, 1), Measurement(tuple(t * noise[n % 3] for n, t in enumerate(base)), 1)]

    monkeypatch.setattr(machine, "measure_in_turns", measured)
    program, target = machine._SUM.format(n=20_000), Target.host().with_cores(2)
    changed = target.with_costs(read_costs({"parallel_margin": 6.25}, "here"))
    assert machine._ratio(program, target, changed) == (None if ratio is None else pytest.approx(ratio))


def test_what_was_not_measured_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "machine_limits", lambda *arguments, **options: LIMITS)
    monkeypatch.setattr(machine, "fork_join_seconds", lambda cores: 3e-6)
    monkeypatch.setattr(machine, "_ratio", lambda *arguments: None)
    said: list[str] = []
    write_costs(str(tmp_path / "m.yaml"), said.append)
    assert said[-1].startswith("The machine was too busy to measure fork_join, ")
    assert said[-1] in (tmp_path / "m.yaml").read_text()
    assert target_with_costs(None, str(tmp_path / "m.yaml")).costs == Target.host().costs
