"""The thread pool: right results for every count, concurrent callers, fork, exit, sleep."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import numpy as np
import pytest

from mlcc.runtime import Library, load

PRELUDE = """
import os, sys, threading, time, numpy as np, mlcc
lib = mlcc.load(sys.argv[1])
x = np.arange(1000, dtype='f')
def check(lib=lib):
    assert (lib['add'](x, x) == 2 * x).all()
"""


def script(library: Path, body: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PRELUDE + textwrap.dedent(body), str(library)],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **environment},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("threads", [1, 2, 3, 4])
def test_every_count_gives_the_same(lib: Library, threads: int) -> None:
    lib.set_num_threads(threads)
    for n in (1, 2, 3, 5, 64, 1001):
        x = np.arange(n, dtype=np.float32)
        call = lib["add"].bind([x, x])
        for _ in range(200):
            call.outputs[0].fill(-1)
            call()
            assert (call.outputs[0] == 2 * x).all()


def test_several_callers(lib: Library) -> None:
    lib.set_num_threads(3)
    wrong: list[int] = []

    def caller(seed: int) -> None:
        x = np.random.default_rng(seed).random(500 + seed, dtype=np.float32)
        add, grow, work = lib["add"].bind([x, x]), lib["grow"].bind([x]), lib["work"].bind([x[:64]])
        first = None
        for _ in range(500):
            add()
            grow()
            work()
            first = work.outputs[0].copy() if first is None else first
            good = (add.outputs[0] == x + x).all() and (grow.outputs[0] == x + 1).all()
            if not (good and (first == work.outputs[0]).all()):
                wrong.append(seed)

    callers = [threading.Thread(target=caller, args=(seed,)) for seed in range(4)]
    for thread in callers:
        thread.start()
    for thread in callers:
        thread.join()
    assert not wrong


def test_messages_belong_to_their_thread(demo_library: Path) -> None:
    lib = load(demo_library)
    reported: dict[str, str] = {}

    def fail(name: str) -> None:
        args = (np.zeros(1, np.float32),)
        for _ in range(200):
            try:
                lib[name](*args)
            except Exception as error:
                reported[name] = str(error)

    threads = [threading.Thread(target=fail, args=(name,)) for name in ("fail", "outside")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert "error 117" in reported["fail"]
    assert "env.twice" in reported["outside"]


def test_after_fork(demo_library: Path) -> None:
    """Children of a process with a running pool, forked while another thread uses it."""
    body = """
    lib.set_num_threads(3)
    stop = threading.Event()
    def busy():
        while not stop.is_set():
            check()
    worker = threading.Thread(target=busy)
    worker.start()
    for _ in range(20):
        check()
        child = os.fork()
        if child == 0:
            import signal
            signal.alarm(20)
            for _ in range(20):
                check()
            grandchild = os.fork()
            if grandchild == 0:
                signal.alarm(20)
                check()
                os._exit(0)
            os._exit(os.waitpid(grandchild, 0)[1] != 0)
        assert os.waitpid(child, 0)[1] == 0
    stop.set()
    worker.join()
    check()
    print('done')
    """
    if sys.version_info >= (3, 12):
        body = "import warnings; warnings.simplefilter('ignore')\n" + textwrap.dedent(body)
    assert script(demo_library, body) == "done"


def threads_of_process(body: str, library: Path, **environment: str) -> int:
    counted = body + "\nprint(len(os.listdir('/proc/self/task')) - base)"
    return int(script(library, "base = len(os.listdir('/proc/self/task'))\n" + counted, **environment))


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="needs /proc")
def test_count_of_threads(demo_library: Path) -> None:
    assert threads_of_process("", demo_library) == 0
    assert threads_of_process("check()", demo_library, MLCC_NUM_THREADS="4") == 3
    assert threads_of_process("check()", demo_library, MLCC_NUM_THREADS="1") == 0
    assert threads_of_process("lib.set_num_threads(2)\ncheck()", demo_library, MLCC_NUM_THREADS="4") == 1
    mine = threads_of_process("lib.set_num_threads(2); lib.set_num_threads(0)\ncheck()", demo_library)
    assert mine == len(os.sched_getaffinity(0)) - 1
    one = "os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\ncheck()"
    assert threads_of_process(one, demo_library) == 0
    assert threads_of_process("check()", demo_library, MLCC_NUM_THREADS="rubbish") == mine
    short = "import ctypes\nlib['add'](x[:2], x[:2])"
    assert threads_of_process(short, demo_library, MLCC_NUM_THREADS="4") == 1


def test_idle_threads_sleep(demo_library: Path) -> None:
    body = """
    lib.set_num_threads(4)
    check()
    time.sleep(0.1)
    before = time.process_time()
    time.sleep(0.4)
    print(time.process_time() - before)
    """
    assert float(script(demo_library, body)) < 0.05


def test_crowded_processor(demo_library: Path) -> None:
    """More threads than processors: slower than one, never stuck."""
    body = """
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    lib.set_num_threads(8)
    for _ in range(2000):
        check()
    print('done')
    """
    assert script(demo_library, body) == "done"


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="needs /proc")
@pytest.mark.parametrize("allowed", ["full", "{min(full)}"])
def test_a_worker_that_moves_keeps_its_affinity(demo_library: Path, allowed: str) -> None:
    """A worker on the processor of the owner moves to another one that it may use; which these are does not change."""
    body = f"""
    full = os.sched_getaffinity(0)
    if len(full) < 2:
        print("done")
        sys.exit()
    before = set(os.listdir("/proc/self/task"))
    lib.set_num_threads(2)
    check()
    (worker,) = (int(t) for t in set(os.listdir("/proc/self/task")) - before)
    for _ in range(200):
        for thread, after in ((0, full), (worker, {allowed})):
            os.sched_setaffinity(thread, {{min(full)}})
            os.sched_setaffinity(thread, after)
        for _ in range(10):
            check()
    for _ in range(600):  # a moment after the last loop; longer where many processes share the processors
        time.sleep(0.05)
        if os.sched_getaffinity(worker) == {allowed}:
            break
    assert os.sched_getaffinity(worker) == {allowed}
    assert os.sched_getaffinity(0) == full
    print("done")
    """
    assert script(demo_library, body) == "done"


def test_signals_stay_with_the_program(demo_library: Path) -> None:
    body = """
    lib.set_num_threads(4)
    check()
    time.sleep(0.1)  # a thread starts with everything blocked
    masks = []
    for task in os.listdir('/proc/self/task'):
        if int(task) != os.getpid():
            lines = open(f'/proc/self/task/{task}/status').read().splitlines()
            masks.append(int(next(line for line in lines if line.startswith('SigBlk')).split()[1], 16))
    import signal
    print(sum(1 for mask in masks if mask & (1 << (signal.SIGINT - 1)) and not mask & (1 << (signal.SIGSEGV - 1))))
    """
    assert int(script(demo_library, body)) >= 3
