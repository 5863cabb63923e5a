"""Workers: a candidate that crashes, hangs or computes something else is one failed trial with its reason."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from mlcc.diagnostics import MlccError
from mlcc.script import parse_module
from mlcc.target import Target
from mlcc.tune.executors import Timer, close_executor, open_executor, submit
from mlcc.tune.jobs import Answer, Argument, Job, answer_from, packed
from mlcc.tune.made import FUNCTION, Task
from mlcc.tune.maker import Lost, Maker
from mlcc.tune.making import Making
from mlcc.tune.timing import copies, disagreement
from mlcc.tune.trials import Drawn

TEXT = """
@T.prim_func
def main(A: T.Buffer((40, 50), "float32"), W: T.Buffer((40, 50), "float32"), B: T.Buffer((40, 50), "float32")):
    for i, j in T.grid(40, 50):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * W[vi, vj] + T.float32({add})
"""
SHAPE = (40, 50)


def job(add: float = 1.0) -> Job:
    func = parse_module(TEXT.format(add=add)).prim_funcs["main"]
    arguments = (Argument(SHAPE, "float32"), Argument(SHAPE, "float32", True), Argument(SHAPE, "float32"))
    making = Making(Target.host())
    (made,) = making.libraries(func, [Drawn(func)])
    making.close()
    return Job(made.library, FUNCTION, arguments, weight_bytes=80_000, seconds=0.01)


@pytest.fixture(scope="module")
def executor():
    with open_executor("local:1") as found:
        yield found


def _run(executor: Executor, item: Job) -> Answer:
    return answer_from(submit(executor, item).result(timeout=120))


def test_times_and_checks(executor: Executor) -> None:
    first, second, other = (_run(executor, job(add)) for add in (1.0, 1.0, 1.5))
    assert first.outcome == "ok", first.reason
    assert len(first.samples) >= 3
    assert all(0 < value < 1 for value in first.samples)
    assert disagreement(first, second, 1e-3) == ""
    assert "elements of output 0 differ" in disagreement(first, other, 1e-3)
    assert copies(job()) == 10


def test_a_worker_survives_what_it_runs(executor: Executor) -> None:
    good = job()
    broken = _run(executor, replace(good, library=good.library[: len(good.library) // 2]))
    assert broken.outcome in ("failed", "crash")
    assert broken.reason
    hung = _run(executor, replace(good, timeout=0.0))
    assert (hung.outcome, hung.reason) == ("timeout", "it took more than 0 s")
    missing = _run(executor, replace(good, function="nothing"))
    assert missing.outcome == "failed"
    assert missing.reason.startswith("R313")
    wrong = _run(executor, replace(good, arguments=good.arguments[:2]))
    assert wrong.outcome == "failed"
    assert _run(executor, good).outcome == "ok"


def test_a_lost_worker_is_started_again() -> None:
    timer = Timer(["false"])
    assert timer.run(job()).outcome == "crash"
    timer = Timer(["/nowhere/python"])
    assert "is lost" in timer.run(job()).reason


def test_a_worker_whose_search_was_killed_ends_quietly() -> None:
    bad = replace(job(), library=b"", timeout=0.0)
    with subprocess.Popen(
        [sys.executable, "-m", "mlcc.tune.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        worker.stdout.close()
        worker.stdin.write(packed(bad))
        worker.stdin.close()
        assert worker.stderr is not None
        assert worker.stderr.read() == b""
    assert worker.returncode == 0


def _square(number: int) -> int:
    import time

    if number == 3:
        os.kill(os.getpid(), signal.SIGSEGV)
    if number == 4:
        time.sleep(60)
    if number == 5:
        raise ValueError(number)
    return number * number


def test_making_survives_crashes_and_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    maker = Maker()
    try:
        found = maker.run(_square, range(7), timeout=2.0, most=2)
        assert found == [
            0, 1, 4, Lost("crash", "compiling it ended with SIGSEGV"),
            Lost("timeout", "compiling it took more than 2 s"), Lost("crash", "compiling it failed"), 36,
        ]  # fmt: skip
    finally:
        maker.close()


def _origin(name: str) -> tuple[int, str | None]:
    return os.getppid(), os.environ.get(name)


def _end_origin(_: str) -> None:
    os.kill(os.getppid(), signal.SIGKILL)


def test_the_next_search_has_the_process_of_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the variables of its own; a process that has not answered is left to none."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    found = []
    for value in ("first", "second"):
        monkeypatch.setenv("MLCC_OF_THE_SEARCH", value)
        maker = Maker()
        found += maker.run(_origin, ["MLCC_OF_THE_SEARCH"], timeout=30.0, most=1)
        maker.close()
    assert [value for _, value in found] == ["first", "second"]
    assert found[0][0] == found[1][0]
    maker = Maker()
    assert maker.run(_end_origin, [""], timeout=30.0, most=1) == [Lost("crash", "the compiling process ended")]
    try:
        ((other, _),) = maker.run(_origin, ["MLCC_OF_THE_SEARCH"], timeout=30.0, most=1)
        assert other != found[0][0]
    finally:
        maker.close()


#: Prepares a process as one that is copied for each task, does a task, and prints the modules that it imported then.
PREPARED = """
import pickle, sys, tempfile
from mlcc.tune import {module}
{module}.prepare()
task = pickle.load(sys.stdin.buffer)
before = set(sys.modules)
with tempfile.TemporaryDirectory() as folder:
    assert {call}.outcome == "ok"
print(sorted(set(sys.modules) - before))
"""


@pytest.mark.parametrize(
    ("module", "call"),
    [("made", "made.make_one(task)"), ("worker", "sys.modules['mlcc.tune.timing'].time_job(task, folder)")],
)
def test_copies_import_nothing(module: str, call: str) -> None:
    """Every candidate would import it anew, which took most of a search's time."""
    task: object = job()
    if module == "made":
        func = parse_module(TEXT.format(add=1)).prim_funcs["main"]
        task = Task(func, Target.host(), Drawn(func), False)
    text = PREPARED.format(module=module, call=call)
    done = subprocess.run([sys.executable, "-c", text], input=pickle.dumps(task), capture_output=True, check=False)
    assert done.stdout.decode().strip() == "[]", done.stderr.decode()


@pytest.mark.parametrize(
    "text",
    ["loacl:2", "local:0", "local:x", "nowhere:thing", "math:pi", "math:nothing", "ssh:-oProxyCommand=x", "rpc:", ""],
)
def test_executors_that_there_are_not(text: str) -> None:
    with pytest.raises(MlccError) as caught:
        open_executor(text)
    assert caught.value.code == "D221"


def test_another_machine_by_ssh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`ssh` is stood in for by a script that runs the command here: the protocol is one over pipes."""
    script = tmp_path / "ssh"
    script.write_text('#!/bin/sh\nshift; shift\nexec sh -c "$*"\n')
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setenv("MLCC_SSH_PYTHON", sys.executable)
    with open_executor("ssh:a,b") as found:
        futures = [submit(found, job()) for _ in range(3)]
        assert [answer_from(item.result(timeout=120)).outcome for item in futures] == ["ok"] * 3


def test_a_device_that_serves() -> None:
    command = [sys.executable, "-m", "mlcc", "rpc", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            with open_executor("rpc:" + server.stdout.readline().strip().removeprefix("rpc://")) as found:
                answer = _run(found, job())
            assert answer.outcome == "ok", answer.reason
            assert disagreement(answer, _run_here(job()), 1e-6) == ""
        finally:
            server.terminate()


def _run_here(item: Job) -> Answer:
    with open_executor("local:1") as found:
        return _run(found, item)


def test_an_executor_ends_as_it_can() -> None:
    """Dask's has no `cancel_futures`."""
    ended: list[object] = []

    class Other(ThreadPoolExecutor):
        def shutdown(self, wait: bool = True) -> None:  # type: ignore[override]
            ended.append(wait)

    close_executor(Other(1))
    assert ended == [False]
    own = ThreadPoolExecutor(1)
    close_executor(own)
    with pytest.raises(RuntimeError):
        own.submit(print)


def test_workers_of_dask() -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
        client.get_executor() as found,
    ):
        futures = [submit(found, job()) for _ in range(4)]
        assert [answer_from(item.result(timeout=120)).outcome for item in futures] == ["ok"] * 4
