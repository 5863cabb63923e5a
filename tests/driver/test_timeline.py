"""What each thread did in one call."""

from __future__ import annotations

import numpy as np
import pytest

from mlcc.driver import build
from mlcc.driver.profiling import profile_of
from mlcc.driver.timeline import Span, line_of
from mlcc.script import parse_module

#: Two programs of rows, enough for two threads.
ROWS = """
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def rows(A: T.Buffer((256, 4096), "float32"), B: T.Buffer((256, 4096), "float32")):
        for i in T.parallel(256):
            for j in range(4096):
                with T.block("B"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    B[vi, vj] = T.exp(A[vi, vj])

    @R.function
    def main(x: R.Tensor((256, 4096), "float32")):
        with R.dataflow():
            y = R.call_tir(Module.rows, (x,), out_sinfo=R.Tensor((256, 4096), "float32"))
            z = R.call_tir(Module.rows, (y,), out_sinfo=R.Tensor((256, 4096), "float32"))
            R.output(z)
        return z
"""


def test_chunks_belong_to_the_call_during_which_they_began() -> None:
    events = [
        (70, -1, 1000, 1400),  # a chunk of the caller, and a loop inside of it
        (70, -1, 1100, 1200),
        (90, -1, 1050, 1500),
        (70, 4, 1000, 1600),
        (70, 5, 1600, 1900),
        (80, -1, 1700, 1800),
        (90, -1, 500, 700),  # before the call
        (70, 9, 2000, 2100),  # another function's
    ]
    events.sort(key=lambda event: event[2:])
    line = line_of(events, 4, 2)
    assert line.calls == (Span(0, 0, 0.0, pytest.approx(6e-7)), Span(0, 1, pytest.approx(6e-7), pytest.approx(9e-7)))
    assert [(s.thread, s.site) for s in line.chunks] == [(0, 0), (1, 0), (2, 1)]
    assert line.threads == 3
    assert line.seconds == pytest.approx(9e-7)
    assert line_of([], 0, 2).calls == ()


def test_a_recording_covers_every_iteration_of_every_thread() -> None:
    library = build(parse_module(ROWS), profile=True)
    library.set_num_threads(2)
    x = np.zeros((256, 4096), "float32")
    call = library.main.bind([x])
    call()
    events = library.timeline(call)
    assert [slot for _, slot, _, _ in events if slot >= 0] == [0, 1]
    caller = next(thread for thread, slot, _, _ in events if slot >= 0)
    assert any(thread == caller for thread, slot, _, _ in events if slot < 0)
    assert len({thread for thread, _, _, _ in events}) <= 2
    assert all(begin <= end for _, _, begin, end in events)
    line = line_of(events, 0, 2)
    for chunk in line.chunks:
        span = line.calls[chunk.site]
        assert span.begin <= chunk.begin <= chunk.end <= span.end
    assert {chunk.site for chunk in line.chunks} == {0, 1}
    # Without room nothing is written beyond the buffer, and without a recording nothing at all.
    assert len(library.timeline(call, 3)) == 3
    assert library.timeline(lambda: None) == []
    profile = profile_of(library, "rows", (), threads=2, repeats=1, warmup=0.0)
    assert profile.timeline is not None
    assert profile.as_data()["timeline"]["calls"][1][:2] == [0, 1]
    assert build(parse_module(ROWS)).timeline(call) == []
