"""Kernels compiled apart, in processes, and kept."""

from __future__ import annotations

import os
from pathlib import Path

import llvmlite.binding as llvm
import pytest

from mlcc.diagnostics import InternalError
from mlcc.driver import units
from mlcc.driver.cache import Cache
from mlcc.driver.units import Unit, compile_units
from mlcc.target import Target

TEXT = "define i32 @{0}(i32 %x) {{\n  %y = add i32 %x, {1}\n  ret i32 %y\n}}\n"
WORK = [Unit(TEXT.format(f"k{index}", index), index % 2 == 0) for index in range(5)]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MLCC_CACHE_DIR", str(tmp_path))
    return tmp_path


def texts(units: list[bytes]) -> list[str]:
    """Bitcode as text: its bytes also list what kinds of metadata the process has met in other modules."""
    return [str(llvm.parse_bitcode(unit)) for unit in units]


def test_processes_give_what_one_process_gives(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    target = Target.host()
    alone = compile_units(WORK, target, 2, jobs=1)
    monkeypatch.setenv("MLCC_CACHE_DIR", "")
    monkeypatch.setattr(units, "_WORTHWHILE", 1)
    assert texts(compile_units(WORK, target, 2, jobs=3)) == texts(alone)
    assert len(set(alone)) == len(WORK)


@pytest.mark.parametrize(("setting", "count"), [("3", 3), ("0", 2), ("many", 2), ("", 2), ("²", 2)])
def test_the_environment_says_how_many_processes(monkeypatch: pytest.MonkeyPatch, setting: str, count: int) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {4, 7}, raising=False)
    monkeypatch.setenv("MLCC_JOBS", setting)
    assert units.processes() == count


def test_results_are_kept(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    target = Target.host()
    first = compile_units(WORK, target, 2)
    monkeypatch.setattr(units, "optimize_unit", None)
    assert compile_units(WORK, target, 2) == first


def test_a_damaged_entry_counts_as_absent(cache: Path) -> None:
    target = Target.host()
    first = compile_units(WORK[:1], target, 2)
    (entry,) = (path for path in cache.rglob("*") if path.is_file())
    entry.write_bytes(entry.read_bytes()[:-1])
    assert compile_units(WORK[:1], target, 2) == first


@pytest.mark.parametrize("jobs", [1, 2])
def test_text_that_llvm_refuses_is_our_fault(monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    monkeypatch.setattr(units, "_WORTHWHILE", 1)
    with pytest.raises(InternalError, match="LLVM refuses"):
        compile_units([*WORK, Unit("define nonsense", False)], Target.host(), 2, jobs)


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = Cache(tmp_path / "file" / "cache")
    cache.write("00aa", b"x")
    assert cache.read("00aa") is None
    nowhere = Cache(None)
    nowhere.write("00aa", b"x")
    assert nowhere.read("00aa") is None


def test_keys_depend_on_every_part() -> None:
    assert len({Cache.key("a", "b"), Cache.key("ab"), Cache.key("a", "c"), Cache.key("b", "a")}) == 4


def test_old_entries_are_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mlcc.driver import cache as module

    monkeypatch.setattr(module, "_MOST_ENTRIES", 256 * 3)
    cache = Cache(tmp_path)
    for index in range(6):
        cache.write(f"00{index}", b"x")
    assert len(list((tmp_path / "00").iterdir())) == 3
