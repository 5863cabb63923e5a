"""The search over decisions of graph passes in the whole model."""

from __future__ import annotations

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
    built: list[Any] = []
    load = model_times.load_timed

    def loaded(module: Any, options: BuildOptions, *rest: Any) -> Any:
        built.append(dict(options.target.given_costs))
        return load(module, options, *rest)

    def measured(calls: Any, **_: Any) -> list[Measurement]:
        base = tuple(1e-3 + 1e-6 * n for n in range(15))
        return [Measurement(base, 1), Measurement(tuple(ratio * value for value in base), 1)]

    monkeypatch.setattr(model_times, "load_timed", loaded)
    monkeypatch.setattr(graph_search, "measure_in_turns", measured)
    some = [{"channel_block": 4}, {"norm_rows": 16000}, {"winograd_gain": 1150.0}]
    monkeypatch.setattr(graph_search, "alternatives", lambda target: some)
    path = str(tmp_path / "r.jsonl")
    log = Log(path)
    options = BuildOptions(TARGET, "m")
    base = model_times.load_timed(MODULE, options, {}, None)
    search = GraphSearch(MODULE, options, log, None, time.monotonic() + 60, lambda text: None)
    facts = search.run(base)
    assert {"channel_block": 4} in built
    assert all("norm_rows" not in names for names in built), "the model has no norm, and the same programs"
    assert bool(facts) is (ratio < 1)
    assert [row.params for row in read_records([path])] == [row.params for row in log.records]
    assert {row.outcome for row in log.records} == {"ok"}, [row.reason for row in log.records]
    count = len(built)
    assert search.run(base) == facts
    assert len(built) == count
    log.close()
