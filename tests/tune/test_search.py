"""Searches: of a kernel and of a model, continued, interrupted, and with candidates that fail."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.driver import BuildOptions, Compilation
from mlcc.driver.measure import Measurement, compare
from mlcc.driver.records import Record, read_records, sorted_text
from mlcc.driver.tuned import choices_of
from mlcc.schedule import candidates, parse_script
from mlcc.script import parse_module
from mlcc.target import Target
from mlcc.tune import model_times, tune_module
from mlcc.tune.executors import run_job
from mlcc.tune.hunt import Hunt, distance, hints_for
from mlcc.tune.log import Log
from mlcc.tune.outcome import Outcome
from mlcc.tune.search import Search
from mlcc.tune.tasks import tasks_of

HOST = Target.host()
KERNEL = """
@T.prim_func
def main(A: T.Buffer((48, 64), "float32"), B: T.Buffer((64, 96), "float32"), C: T.Buffer((48, 96), "float32")):
    T.func_attr({"global_symbol": "main"})
    for i, j, k in T.grid(48, 96, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
"""
#: A schedule with few candidates, which are made in milliseconds.
SMALL = """
name: small
match: {blocks: {C: {iters: SSR}}}
params:
  lanes: {default: 8, search: [4, 8, 16, 32]}
  rows: {default: 1, search: "divisors(48, 8)"}
steps:
- get_loops: {block: $C, as: [i, j, k]}
- split: {loop: $i, factors: [null, $rows], as: [io, ii]}
- split: {loop: $j, factors: [null, $lanes], as: [jo, ji]}
- reorder: [$io, $jo, $k, $ii, $ji]
- vectorize: $ji
"""
MODEL = """
@R.function
def main(x: R.Tensor((24, 96), "float32"), w: R.Tensor((96, 160), "float32")):
    with R.dataflow():
        y = R.matmul(x, w)
        z = R.nn.softmax(y)
        R.output(z)
    return z
"""


def _tune(path: Path, text: str = KERNEL, **options: object):
    small = path.parent / "small.yaml"
    small.write_text(SMALL)
    limits = {"seconds": 600.0, "trials": 5, "schedules": [str(small)] if text is KERNEL else []}
    return tune_module(parse_module(text), str(path), target=HOST, **{**limits, **options})


def test_a_kernel(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    said: list[str] = []
    outcome = _tune(path, say=said.append)
    written = read_records([str(path)])
    assert path.read_text() == sorted_text(written)
    records = [record for record in written if record.setting == "kernel"]
    measured = [record for record in records if record.outcome == "ok"]
    assert outcome.trials == 5 == len([record for record in records if record.outcome != "refused"])
    assert sum(record.default for record in measured) == 1
    assert all(record.features and record.samples and record.machine for record in measured)
    assert len({(record.schedule, tuple(record.params.items())) for record in records}) == len(records)
    assert any("trial 5" in line for line in said)

    library = mlcc.build(parse_module(KERNEL), schedules=[str(tmp_path / "small.yaml")], records=[str(path)])
    rng = np.random.default_rng(1)
    a, b = rng.random((48, 64), "float32"), rng.random((64, 96), "float32")
    np.testing.assert_allclose(library.main(a, b), a @ b, rtol=1e-5)

    with pytest.raises(MlccError) as caught:
        _tune(path)
    assert caught.value.code == "D223"
    assert path.read_text() == sorted_text(written)
    again = _tune(path, resume=True, trials=7)
    assert again.trials == 7
    more = [record for record in read_records([str(path)]) if record.setting == "kernel"]
    assert {record.line() for record in records} <= {record.line() for record in more}, "nothing is measured twice"
    assert len([record for record in more if record.outcome != "refused"]) == 7


@pytest.mark.parametrize(("ratio", "taken"), [(0.8, True), (1.2, False)])
def test_a_lone_kernel_is_compared_in_pairs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ratio: float, taken: bool
) -> None:
    """Times of candidates one after the other do not say which is faster on a busy machine."""
    path = tmp_path / "r.jsonl"
    both = Measurement((1e-3,) * 30, 1), Measurement((ratio * 1e-3,) * 30, 1)
    monkeypatch.setattr(model_times, "alone", lambda *arguments: both)
    last = property(lambda hunt: max((n for n, row in hunt.done.items() if row.outcome == "ok"), default=0))
    monkeypatch.setattr(Hunt, "best", last)
    outcome = _tune(path, trials=3)
    records = read_records([str(path)])
    (proof,) = [record for record in records if record.setting == "model"]
    assert proof.samples[0] == pytest.approx(ratio * proof.base[0])
    assert bool(choices_of(records, HOST)) is taken
    assert outcome.comparison is not None
    assert outcome.comparison.ratio == pytest.approx(ratio)


@pytest.mark.slow
def test_a_model_is_never_slower(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    outcome = _tune(path, MODEL, trials=4)
    records = read_records([str(path)])
    assert {record.setting for record in records} <= {"kernel", "model", "graph"}
    for key, choice in choices_of(records, HOST).items():
        (proof,) = [r for r in records if r.kernel == key and r.setting == "model" and r.outcome == "ok"]
        assert sorted(a / b for a, b in zip(proof.samples, proof.base, strict=True))[len(proof.samples) // 2] < 1
        assert dict(choice.params) == dict(proof.params)
    assert outcome.comparison is None or outcome.comparison.low is None or outcome.comparison.low < 1.05


def test_a_time_that_is_too_short_for_a_build(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    outcome = _tune(path, MODEL, seconds=0.8)
    assert outcome.trials == 0
    assert "there was no time for a trial" in outcome.summary()[-1]
    assert path.read_text() == sorted_text(read_records([str(path)]))


@pytest.mark.slow
def test_what_was_not_compared_in_time_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is compared by the search that continues this one."""
    path, confirm = tmp_path / "r.jsonl", Search._confirm

    def late(search: Search, outcome: Outcome) -> None:
        search._begin = time.monotonic() - search.limits.seconds + 0.3
        confirm(search, outcome)

    last = property(lambda hunt: max((n for n, row in hunt.done.items() if row.outcome == "ok"), default=0))
    monkeypatch.setattr(Hunt, "best", last)
    monkeypatch.setattr(Search, "_confirm", late)
    monkeypatch.setattr(model_times, "paired", lambda *arguments: time.sleep(60))
    outcome = _tune(path, MODEL, trials=2)
    assert "--resume" in outcome.summary()[-1]
    records = read_records([str(path)])
    assert {row.outcome for row in records if row.setting == "model"} == {"timeout"}
    assert not choices_of(records, HOST)


def test_a_gain_is_that_of_the_programs_that_changed() -> None:
    """The noise of the others, 10 %, would hide it."""
    rows = [({"a": 1e-3, "b": 9e-3 + 1e-4 * n}, {"a": 8e-4 + 1e-6 * n, "b": 9.1e-3 - 1e-4 * n}) for n in range(20)]
    found = compare(*model_times.changed(rows, ["a"]))
    assert found.high is not None
    assert 0.97 < found.ratio < found.high < 0.985


def _executor():
    from concurrent.futures import ThreadPoolExecutor

    class Faulty(ThreadPoolExecutor):
        count = 0

        def submit(self, function, /, *args, **kwargs):
            assert function is run_job
            assert all(isinstance(value, (bytes, str, int, float, tuple)) for value in args[0].values()), "plain data"
            json.dumps({key: value for key, value in args[0].items() if key != "library"})
            Faulty.count += 1
            return super().submit(self._answer, Faulty.count, args[0])

        def _answer(self, number, data):
            answer = run_job(data)
            if number == 2:
                raise RuntimeError("the machine is gone")
            if number == 3:
                check = answer["check"]
                return {**answer, "check": (tuple(value * 1.5 for value in check[0]), *check[1:])}
            return answer

    return Faulty(1)


@pytest.mark.parametrize("ends", ["refuses", "loses"])
def test_an_executor_that_ends_in_the_middle(tmp_path: Path, ends: str) -> None:
    """What was measured is kept; trials are not used up on a machine that is gone."""
    from concurrent.futures import ThreadPoolExecutor

    class Ending(ThreadPoolExecutor):
        count = 0

        def submit(self, function, /, *args, **kwargs):
            self.count += 1
            if self.count > 2 and ends == "refuses":
                raise RuntimeError("it is closed")
            return super().submit(self._answer, self.count, *args)

        def _answer(self, number, data):
            if number > 2:
                raise ConnectionError("the machine is gone")
            return run_job(data)

    path = tmp_path / "r.jsonl"
    with Ending(1) as executor, pytest.raises(MlccError) as caught:
        _tune(path, executor=executor, trials=12)
    assert caught.value.code == "D221"
    records = read_records([str(path)])
    assert [row.outcome for row in records].count("ok") == 2
    assert len(records) == (2 if ends == "refuses" else 4)


def test_what_fails_is_a_trial_with_its_reason(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    with _executor() as executor:
        outcome = _tune(path, executor=executor, trials=4)
    found = {record.outcome: record for record in read_records([str(path)]) if record.outcome != "ok"}
    assert found["crash"].reason == "RuntimeError: the machine is gone"
    assert "differ" in found["wrong"].reason
    assert outcome.failed == 2
    chosen = choices_of(read_records([str(path)]), HOST).values()
    assert {item.params for item in chosen}.isdisjoint({tuple(found["wrong"].params.items())})


def _command(folder: Path, output: Path) -> list[str]:
    (folder / "k.tir").write_text(KERNEL)
    (folder / "small.yaml").write_text(SMALL)
    files = [str(folder / "k.tir"), "-s", str(folder / "small.yaml"), "-o", str(output)]
    return [sys.executable, "-m", "mlcc", "tune", *files, "--trials", "500", "--time", "9m"]


def test_kill_loses_one_trial(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    with subprocess.Popen(_command(tmp_path, path), stderr=subprocess.DEVNULL, start_new_session=True) as process:
        until = time.monotonic() + 120
        while time.monotonic() < until and (not path.exists() or path.read_text().count('"ok"') < 2):
            time.sleep(0.05)
        before = path.read_text().count("\n")
        os.kill(process.pid, signal.SIGKILL)
    records = read_records([str(path)])
    assert len(records) >= before >= 2
    assert _tune(path, resume=True, trials=len(records) + 1).trials == len(records) + 1


def test_ctrl_c_keeps_what_was_measured(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    with subprocess.Popen(
        _command(tmp_path, path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        until = time.monotonic() + 120
        while time.monotonic() < until and (not path.exists() or path.read_text().count('"ok"') < 2):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    assert process.returncode == 130, err
    assert "interrupted: --resume continues" in out
    assert "Traceback" not in err
    assert path.read_text() == sorted_text(read_records([str(path)]))


def test_other_machines_give_hints(tmp_path: Path) -> None:
    from mlcc.driver import BuildOptions, Compilation

    (task,) = tasks_of(Compilation(parse_module(KERNEL), BuildOptions(HOST)))
    path = tmp_path / "r.jsonl"
    _tune(path, trials=3)
    rows = [record for record in read_records([str(path)]) if record.outcome == "ok"]
    best = min((row for row in rows if not row.default), key=lambda row: min(row.samples))
    others = [replace(row, machine="other", facts="other") for row in rows]
    hinted = hints_for(task, others, "here", "here")
    assert set(hinted) == {(row.schedule, tuple(row.params.items())) for row in rows}
    assert hints_for(task, rows, rows[0].machine, rows[0].facts) == []
    second = tmp_path / "second.jsonl"
    _tune(second, trials=3, hints=[replace(best, machine="other")])
    tried = [(row.schedule, dict(row.params)) for row in read_records([str(second)])]
    assert (best.schedule, dict(best.params)) in tried


def test_the_log_refuses_and_continues(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text("nothing\n")
    with pytest.raises(MlccError) as caught:
        Log(str(path), resume=True)
    assert caught.value.code == "D195"
    assert path.read_text() == "nothing\n"
    with pytest.raises(MlccError) as caught:
        Log(str(tmp_path / "none" / "r.jsonl"))
    assert caught.value.code.startswith("D11")
    record = Record("k", "f", "s", "h")
    log = Log(str(tmp_path / "new.jsonl"))
    log.add(record)
    assert read_records([log.path]) == [record]
    log.close()


def test_a_target_that_cannot_run_here(mlcc, tmp_path: Path) -> None:
    kernel = tmp_path / "k.tir"
    kernel.write_text(KERNEL)
    target = "llvm -mtriple=riscv64-linux-gnu"
    ran = mlcc("tune", str(kernel), "-o", str(tmp_path / "r.jsonl"), "--target", target)
    assert ran.code == 1
    assert ran.err.startswith("error[D222]: candidates for `llvm -mcpu=generic-rv64")
    assert not (tmp_path / "r.jsonl").exists()


def test_records_are_of_the_schedules_that_a_build_is_given(tmp_path: Path, mlcc) -> None:
    """A record's parameters are those of `-s`; what `-p` says goes before them; a changed file has no records."""
    _tune(tmp_path / "r.jsonl", trials=2)
    rows = [r for r in read_records([str(tmp_path / "r.jsonl")]) if r.setting == "kernel" and r.outcome == "ok"]
    base, other = (next(row for row in rows if row.default is flag) for flag in (True, False))
    proof = replace(other, setting="model", params={"lanes": 32}, base=(2.0,) * 20, samples=(1.0,) * 20)
    assert proof.schedule_hash == base.schedule_hash
    (tmp_path / "r.jsonl").write_text(sorted_text([proof]))
    (tmp_path / "k.tir").write_text(KERNEL)
    command = ["build", str(tmp_path / "k.tir"), "-s", str(tmp_path / "small.yaml"), "--emit", "tir", "-o", "-"]
    recorded = [*command, "--records", str(tmp_path / "r.jsonl")]
    assert "T.vectorized(8)" in mlcc(*command).out
    ran = mlcc(*recorded)
    assert "T.vectorized(32)" in ran.out
    assert "D196" not in ran.err
    assert "T.vectorized(16)" in mlcc(*recorded, "-p", "lanes=16").out
    files, given = [str(tmp_path / "r.jsonl"), "-o"], ["-s", str(tmp_path / "small.yaml")]
    assert "1 of 1 records kept" in mlcc("records", "prune", *files, str(tmp_path / "kept.jsonl"), *given).err
    assert mlcc("records", "export", *files, str(tmp_path / "out")).out == "", "it is of no schedule of the library"
    (path,) = mlcc("records", "export", *files, str(tmp_path / "out"), *given).out.split()
    assert "T.vectorized(32)" in mlcc(*command[:2], "-s", path, *command[4:]).out, "a plain schedule file"
    (tmp_path / "small.yaml").write_text(SMALL.replace("default: 8", "default: 4"))
    ran = mlcc(*recorded)
    assert "T.vectorized(4)" in ran.out
    assert "another version of the schedule `small`" in ran.err


def test_candidates_near_the_default_come_first() -> None:
    task = tasks_of(Compilation(parse_module(KERNEL), BuildOptions(HOST, "main")))[0]
    options = candidates(task.func, HOST, [parse_script(SMALL)])
    hunt = Hunt(task, options, 1.0)
    first = sorted(str(dict(options[n].params)) for n in hunt.to_draft(1))
    assert first == ["{'lanes': 16}", "{'lanes': 4}", "{'rows': 2}"]
    assert distance(options[0], options[0]) == 0


@pytest.mark.parametrize("executor", ["rpc:127.0.0.1:1", "ssh:nohost.invalid"])
def test_an_executor_that_is_not_reached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, executor: str) -> None:
    """No candidate failed: nothing is logged, so that `--resume` measures."""
    from mlcc.tune import open_executor

    monkeypatch.setenv("PATH", str(tmp_path), prepend=None)
    with open_executor(executor) as where, pytest.raises(MlccError) as caught:
        _tune(tmp_path / "r.jsonl", executor=where)
    assert caught.value.code == "D221"
    assert not (tmp_path / "r.jsonl").read_text()
