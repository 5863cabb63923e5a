"""The search over decisions of graph passes in the whole model."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from mlcc.diagnostics import MlccError
from mlcc.driver import BuildOptions, Compilation
from mlcc.driver.cost_files import cost_file_text
from mlcc.driver.measure import Measurement
from mlcc.driver.records import read_records
from mlcc.driver.target_texts import text_for_programs
from mlcc.script import parse_module
from mlcc.target import Target, read_costs
from mlcc.tune import graph_search, model_times
from mlcc.tune.graph_search import GraphSearch, alternatives
from mlcc.tune.layers import layers_of
from mlcc.tune.log import Log
from mlcc.tune.machine import with_weight

TARGET = Target.parse("llvm -mcpu=x86-64-v3 -num-cores=1")
MODULE = parse_module("""
@R.function
def main(x: R.Tensor((1, 16, 12, 12), "float32")):
    with R.dataflow():
        y = R.nn.conv2d(x, R.ones((16, 16, 3, 3), dtype="float32"), padding=1)
        R.output(y)
    return y
""")


def test_each_fact_that_may_be_searched_is_tried_with_each_value() -> None:
    found = list(alternatives(TARGET))
    assert all(len(facts) == 1 for facts in found)
    assert {"channel_block": 4} in found
    assert {"channel_block": 16} in found
    assert {"winograd_gain": 1150.0} in found


@pytest.mark.parametrize("ratio", [0.5, 1.5])
def test_what_is_faster_is_kept_and_nothing_is_tried_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ratio: float
) -> None:
    said: list[str] = []

    def measured(calls: Any, **_: Any) -> list[Measurement]:
        base = tuple(1e-3 + 1e-6 * n for n in range(15))
        return [Measurement(base, 1), Measurement(tuple(ratio * value for value in base), 1)]

    monkeypatch.setattr(graph_search, "measure_in_turns", measured)
    some = [{"channel_block": 4}, {"norm_rows": 16000}, {"winograd_gain": 1150.0}]
    monkeypatch.setattr(graph_search, "alternatives", lambda target: some)
    path = str(tmp_path / "r.jsonl")
    log = Log(path)
    compilation = Compilation(MODULE, BuildOptions(TARGET, "m"))
    base = model_times.load_timed(compilation, {}, None)
    search = GraphSearch(compilation, log, None, time.monotonic() + 60, said.append)
    facts = search.run(base)
    assert said[:2] == [
        "trying the model with winograd_16x16_12x12=4",
        "trying the model with channel_block=4, or norm_rows=16000",
    ]
    assert not any("norm_rows" in row.params for row in log.records), "the model has no norm, and the same programs"
    assert bool(facts) is (ratio < 1)
    assert [row.params for row in read_records([path])] == [row.params for row in log.records]
    assert {row.outcome for row in log.records} == {"ok"}, [row.reason for row in log.records]
    said.clear()
    assert search.run(base) == facts
    assert not any("channel_block" in text for text in said), "nothing is tried twice"
    log.close()


def test_what_crashes_or_hangs_is_one_failed_trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compilation = Compilation(MODULE, BuildOptions(TARGET, "m"))
    base = model_times.load_timed(compilation, {}, None)
    load = model_times.load_timed

    def loaded(other: Compilation, *rest: Any) -> Any:
        given = dict(other.options.target.given_costs)
        if given.get("channel_block") == 4:
            os.kill(os.getpid(), signal.SIGKILL)
        while given.get("channel_block") == 16:
            time.sleep(1)
        return load(other, *rest)

    monkeypatch.setattr(model_times, "load_timed", loaded)
    monkeypatch.setattr(graph_search, "_PATIENCE", 2.0)
    some = [{"channel_block": 4}, {"channel_block": 16}, {"winograd_gain": 1150.0}]
    monkeypatch.setattr(graph_search, "alternatives", lambda target: some)
    log = Log(str(tmp_path / "r.jsonl"))
    GraphSearch(compilation, log, None, time.monotonic() + 60, lambda text: None, build_seconds=0.0).run(base)
    log.close()
    found = {str(dict(row.params)): (row.outcome, row.reason) for row in read_records([log.path])}
    assert found["{'channel_block': 4}"] == ("crash", "the model ended with SIGKILL")
    outcome, reason = found["{'channel_block': 16}"]
    assert (outcome, reason[:20]) == ("timeout", "the model took more ")


LAYERS = with_weight(
    parse_module("""
@R.function
def main(
    x: R.Tensor((1, 16, 12, 12), "float32"),
    weight1: R.Tensor((32, 16, 3, 3), "float32"),
    weight2: R.Tensor((16, 32, 3, 3), "float32"),
):
    with R.dataflow():
        y = R.nn.relu(R.nn.conv2d(x, weight1, padding=1))
        z = R.nn.conv2d(y, weight2, padding=1)
        R.output(z)
    return z
""")
)


def _methods(*facts: tuple[str, int]) -> dict[str, int]:
    target = TARGET.with_costs(read_costs(dict(facts), "here"))
    return {fact: layer.tile for fact, layer in layers_of(Compilation(LAYERS, BuildOptions(target)).legal).items()}


def test_each_layer_has_the_method_that_is_faster_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One build with all layers changed says which are faster: these alone are changed in the next."""
    first, second = "winograd_32x16_12x12", "winograd_16x32_12x12"
    assert _methods() == {first: 4, second: 4}
    assert _methods((first, 0)) == {first: 0, second: 4}
    assert _methods((first, 4), (second, 2)) == {first: 4, second: 2}

    def paired(one: model_times.Timed, other: model_times.Timed) -> list[Any]:
        times = {"fused_conv2d_nchwc_relu": 5e-4, "conv2d_nchwc": 2e-3}
        changed = {name: times.get(name, 1e-3) for name in other.names}
        return [(dict.fromkeys(one.names, 1e-3), changed)] * 31

    monkeypatch.setattr(model_times, "paired", paired)
    monkeypatch.setattr(graph_search, "alternatives", lambda target: [])
    log = Log(str(tmp_path / "r.jsonl"))
    compilation = Compilation(LAYERS, BuildOptions(TARGET, "m"))
    timed = model_times.load_timed(compilation, {}, None)
    facts = GraphSearch(compilation, log, None, time.monotonic() + 600, lambda text: None).run(timed)
    log.close()
    assert list(facts) == [first], facts
    assert [len(row.params) for row in log.records] == [2, 1]


def test_methods_of_layers_are_facts_that_a_file_may_state() -> None:
    with pytest.raises(MlccError) as caught:
        read_costs({"winograd_16x16_12x12": 3}, "here")
    assert caught.value.code == "G106"
    target = TARGET.with_costs(read_costs({"winograd_16x16_12x12": 2, "channel_block": 16}, "here"))
    assert Target.parse(str(target)) == target
    plain = TARGET.with_costs(read_costs({"channel_block": 16}, "here"))
    assert text_for_programs(target) == text_for_programs(plain) != text_for_programs(TARGET)
    text = cost_file_text(dict(target.given_costs), "Here.", exact=True)
    assert "\nwinograd_16x16_12x12: 2\n" in text
