"""Work that ends when its time is over: in this process, and in those that it forks."""

from __future__ import annotations

import signal
import threading
import time

import pytest

from mlcc.tune.deadline import Overdue, deadline
from mlcc.tune.maker import Lost, Request, forked


def test_a_block_ends_when_its_time_is_over() -> None:
    before, begin = signal.getsignal(signal.SIGALRM), time.monotonic()

    def work() -> None:
        while time.monotonic() < begin + 30:
            pass

    with pytest.raises(Overdue), deadline(begin + 0.05):
        work()
    assert time.monotonic() < begin + 30
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_block_that_is_done_in_time() -> None:
    with deadline(time.monotonic() + 60):
        done = True
    assert done
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_other_threads_have_none() -> None:
    done = []

    def work() -> None:
        with deadline(time.monotonic() - 1):
            done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [True]


def test_what_is_not_made_in_time_is_late() -> None:
    request = Request(time.sleep, (0.0, 60.0, 0.0), 100.0, 1, until=time.monotonic() + 1.0)
    first, second, third = forked(request)
    assert first is None
    assert [item.outcome for item in (second, third) if isinstance(item, Lost)] == ["late", "late"]
