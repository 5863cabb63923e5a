"""What the machine can do at most: how limits follow from it, and that it is measured once."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from mlcc.diagnostics import MlccError
from mlcc.driver import limits as limits_module
from mlcc.driver import probe
from mlcc.driver.limits import known_limits, machine_limits
from mlcc.driver.probe import pair_rate
from mlcc.driver.roofline import Bandwidth, Limits
from mlcc.script import parse_module
from mlcc.target import Target

ROWS = (Bandwidth(1000, 100.0, 50.0), Bandwidth(4000, 20.0, 10.0), Bandwidth(16000, 22.0, 5.0))
MACHINE = Limits(1, {"float32": 1000.0, "float64": 500.0}, ROWS)


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("MLCC_CACHE_DIR", str(tmp_path / "cache"))


def test_bandwidth_is_that_of_the_smallest_level_that_fits() -> None:
    assert MACHINE.bandwidth(1) == Bandwidth(1, 100.0, 50.0)
    assert MACHINE.bandwidth(1000).read == 100.0
    assert MACHINE.bandwidth(1001) == Bandwidth(1001, 22.0, 10.0)  # a smaller set is never slower
    assert MACHINE.bandwidth(10**9) == Bandwidth(10**9, 22.0, 5.0)


@pytest.mark.parametrize(
    ("work", "seconds"),
    [
        ({"flops": 5000}, 5.0),
        ({"flops": 5000, "dtype": "float64"}, 10.0),
        ({"activations": 1000}, 10.0),
        ({"activations": 1000, "written": 600}, 12.0),
        ({"weights": 440}, 4.4),
        ({"weights": 440, "all_weights": 9000}, 20.0),
        ({"weights": 440, "all_weights": 9000, "flops": 30000}, 30.0),
        ({}, 0.0),
    ],
)
def test_least_time(work, seconds) -> None:
    nothing = {"flops": 0, "dtype": "float32", "weights": 0, "all_weights": 0, "activations": 0, "written": 0}
    assert MACHINE.seconds(**{**nothing, **work}) == pytest.approx(seconds)


def test_data_reads_back() -> None:
    assert Limits.from_data(json.loads(json.dumps(MACHINE.as_data()))) == MACHINE


def test_measured_once(cache, monkeypatch) -> None:
    asked = []

    def measured(threads: int) -> Limits:
        asked.append(threads)
        return MACHINE

    monkeypatch.setattr(probe, "measure_limits", measured)
    said: list[str] = []
    for _ in range(2):
        assert machine_limits(1, said.append) == MACHINE
    assert asked == [1]
    assert len(said) == 1
    assert said[0].startswith("measuring")
    machine_limits(2, said.append)
    machine_limits(1, said.append, again=True)
    monkeypatch.setattr(limits_module, "machine_name", lambda: "another processor")
    machine_limits(1, said.append)
    assert asked == [1, 2, 1, 1]


def test_disturbed_measurements_are_not_kept(cache, monkeypatch) -> None:
    busy = Limits(1, MACHINE.flops, ROWS, steady=False)
    monkeypatch.setattr(probe, "measure_limits", lambda threads: busy)
    said: list[str] = []
    for _ in range(2):
        assert machine_limits(1, said.append) == busy
    assert len(said) == 4


def test_a_machine_that_cannot_be_measured(cache, monkeypatch) -> None:
    def fail(threads: int) -> Limits:
        raise MlccError("R332", "no linker")

    monkeypatch.setattr(probe, "measure_limits", fail)
    result, why = known_limits(1, lambda text: None)
    assert result is None
    assert why.startswith("the limits of this machine cannot be measured: ")
    assert "no linker" in why


def test_kept_limits_need_no_compiler(cache, monkeypatch) -> None:
    monkeypatch.setattr(probe, "measure_limits", lambda threads: MACHINE)
    machine_limits(1, lambda text: None)
    code = (
        "import sys; from mlcc.driver.limits import machine_limits\n"
        "assert machine_limits(1, print).threads == 1\n"
        "assert not {'llvmlite', 'lark', 'onnx'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("target", ["llvm -mcpu=sapphirerapids", "llvm -mcpu=haswell", "llvm -mcpu=cortex-a76"])
def test_kernels_fit_any_target(target) -> None:
    machine = Target.parse(target)
    module = parse_module(probe.kernel_text(machine, 2))
    assert set(module.prim_funcs) == {"fma_float32", "fma_float64", "read", "write", "join", "same"}


def test_measuring_this_machine(monkeypatch) -> None:
    monkeypatch.setattr(probe, "_LARGEST", 1 << 16)
    result = probe.measure_limits(1)
    assert result.threads == 1
    assert all(rate > 0 for rate in result.flops.values())
    assert [row.nbytes for row in result.bandwidths] == [1 << 14, 1 << 16]
    assert all(row.read > 0 and row.write > 0 for row in result.bandwidths)


def test_the_rate_of_pairs_is_measured_where_there_is_an_instruction() -> None:
    assert (pair_rate() > 0) == (Target.host().costs.pair_rate > 0)
