"""Many calls from machine code."""

from __future__ import annotations

import ctypes

import pytest

from mlcc.runtime import repeat


def test_every_call_gets_the_same_arguments_until_one_fails() -> None:
    seen: list[tuple[object, ...]] = []
    types = (ctypes.c_void_p, ctypes.c_int8, ctypes.c_uint16, ctypes.c_float, ctypes.c_double, ctypes.c_int64)

    @ctypes.CFUNCTYPE(ctypes.c_int32, *types)
    def function(*args: object) -> int:
        seen.append(args)
        return 7 if len(seen) == 5 else 0

    given = (4096, -3, 65535, 0.5, 0.25, -(2**40))
    run = repeat.repeater(function, given)
    assert run is not None
    assert run(0) == 0
    assert seen == []
    assert run(3) == 0
    assert seen == [given] * 3
    assert run(10) == 7
    assert seen == [given] * 5


def test_a_machine_without_llvmlite_has_no_such_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repeat, "_loop", lambda types: None)
    assert repeat.repeater(ctypes.CFUNCTYPE(ctypes.c_int32)(lambda: 0), ()) is None
