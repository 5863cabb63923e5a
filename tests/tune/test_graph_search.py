"""The search over decisions of graph passes in the whole model."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from mlcc.driver import BuildOptions
from mlcc.driver.measure import Measurement
from mlcc.driver.records import read_records
from mlcc.script import parse_module
from mlcc.target import Target
from mlcc.tune import graph_search, model_times
from mlcc.tune.graph_search import GraphSearch, alternatives
from mlcc.tune.log import Log

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
    options = BuildOptions(TARGET, "m")
    base = model_times.load_timed(MODULE, options, {}, None)
    search = GraphSearch(MODULE, options, log, None, time.monotonic() + 60, said.append)
    facts = search.run(base)
    assert "trying the model with channel_block=4" in said
    assert not any("norm_rows" in text for text in said), "the model has no norm, and the same programs"
    assert bool(facts) is (ratio < 1)
    assert [row.params for row in read_records([path])] == [row.params for row in log.records]
    assert {row.outcome for row in log.records} == {"ok"}, [row.reason for row in log.records]
    said.clear()
    assert search.run(base) == facts
    assert not said
    log.close()


def test_what_crashes_or_hangs_is_one_failed_trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base = model_times.load_timed(MODULE, BuildOptions(TARGET, "m"), {}, None)
    load = model_times.load_timed

    def loaded(module: Any, options: BuildOptions, *rest: Any) -> Any:
        given = dict(options.target.given_costs)
        if given.get("channel_block") == 4:
            os.kill(os.getpid(), signal.SIGKILL)
        while given.get("channel_block") == 16:
            time.sleep(1)
        return load(module, options, *rest)

    monkeypatch.setattr(model_times, "load_timed", loaded)
    monkeypatch.setattr(graph_search, "_PATIENCE", 2.0)
    some = [{"channel_block": 4}, {"channel_block": 16}, {"winograd_gain": 1150.0}]
    monkeypatch.setattr(graph_search, "alternatives", lambda target: some)
    log = Log(str(tmp_path / "r.jsonl"))
    GraphSearch(
        MODULE, BuildOptions(TARGET, "m"), log, None, time.monotonic() + 60, lambda text: None, build_seconds=0.0
    ).run(base)
    log.close()
    found = {str(dict(row.params)): (row.outcome, row.reason) for row in read_records([log.path])}
    assert found["{'channel_block': 4}"] == ("crash", "the model ended with SIGKILL")
    assert found["{'channel_block': 16}"] == ("timeout", "the model took more than 2 s")
