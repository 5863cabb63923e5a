"""Candidates that workers make: what comes back is what is made here."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from mlcc.diagnostics import MlccError
from mlcc.driver import BuildOptions, Compilation
from mlcc.driver.records import read_records
from mlcc.ir import PrimFunc
from mlcc.schedule import Candidate, candidates, load_script
from mlcc.script import parse_module
from mlcc.target import Target
from mlcc.tune import tune_module
from mlcc.tune.made import Task, make_one
from mlcc.tune.sending import _make, as_data, run_make
from mlcc.tune.tasks import tasks_of

HOST = Target.host()
GRAPH = """
@R.function
def main(x: R.Tensor((24, 96), "float32"), w: R.Tensor((96, 160), "float32")):
    with R.dataflow():
        y = R.matmul(x, w)
        R.output(y)
    return y
"""
SMALL = """
name: small
match: {blocks: {C: {iters: SSR}}}
params:
  lanes: {default: 8, search: [4, 8, 16, 32]}
steps:
- get_loops: {block: $C, as: [i, j, k]}
- split: {loop: $j, factors: [null, $lanes], as: [jo, ji]}
- vectorize: $ji
"""


@pytest.fixture(scope="module")
def program() -> PrimFunc:
    (task,) = tasks_of(Compilation(parse_module(GRAPH), BuildOptions(HOST)))
    return task.func


@pytest.fixture(scope="module")
def option(program: PrimFunc) -> Candidate:
    return candidates(program, HOST)[1]


def _data(func: PrimFunc, option: Candidate, **changes: Any) -> dict[str, Any]:
    data = as_data(func, HOST, option, 60.0, draft=True)
    assert data is not None
    return {**data, **changes}


def test_a_worker_makes_what_is_made_here(program: PrimFunc, option: Candidate) -> None:
    sent = json.loads(json.dumps(_data(program, option)))  # plain values only
    here, there = make_one(Task(program, HOST, option, True)), _make(sent)
    assert there.outcome == "ok", there.reason
    assert (there.program, there.features) == (here.program, here.features)
    assert run_make(sent)["program"] == here.program


def test_a_worker_of_another_version_says_so(program: PrimFunc, option: Candidate) -> None:
    assert "has another version" in _make(_data(program, option, hash="0")).reason
    assert "another machine or version" in _make(_data(program, option, facts="0")).reason


def test_a_file_that_has_a_base_is_not_sent(program: PrimFunc, tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_text(SMALL)
    (tmp_path / "own.yaml").write_text(SMALL.replace("name: small", "name: own\nbase: small.yaml"))
    small, own = load_script(tmp_path / "small.yaml"), load_script(tmp_path / "own.yaml")
    assert _data(program, Candidate(small))["text"] == SMALL
    assert as_data(program, HOST, Candidate(own), 60.0, draft=True) is None


def test_a_search(tmp_path: Path) -> None:
    """Everything that is submitted is plain; what is tried is what a search that compiles here tries."""
    names: list[str] = []

    class Seen(ThreadPoolExecutor):
        def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Any:
            names.append(function.__name__)
            return super().submit(function, *args, **kwargs)

    path = str(tmp_path / "r.jsonl")
    with Seen(2) as executor:
        module = parse_module(GRAPH)
        outcome = tune_module(module, path, target=HOST, seconds=600.0, trials=4, executor=executor, compile_there=True)
    assert outcome.trials == 4
    assert names.count("run_job") == 4
    assert names.count("run_make") > 4
    assert sum(row.outcome == "ok" for row in read_records([path]) if row.setting == "kernel") == 4


def test_workers_that_only_measure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mlcc.tune.executors import open_executor

    with open_executor("ssh:nowhere") as executor, pytest.raises(MlccError) as caught:
        tune_module(parse_module(GRAPH), str(tmp_path / "r.jsonl"), target=HOST, executor=executor, compile_there=True)
    assert caught.value.code == "D221"
    assert not (tmp_path / "r.jsonl").exists()
