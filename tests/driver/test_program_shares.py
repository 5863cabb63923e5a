"""Programs made by several processes are the ones that a single process makes."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from mlcc.diagnostics import Diagnostic
from mlcc.driver import Artefact, BuildOptions, program_shares, units
from mlcc.driver.processes import Task, run_apart
from mlcc.ir import IRModule
from mlcc.script import parse_module
from mlcc.target import Target

MODULE = """
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((5, 24), "float32"), y: R.Tensor((24, 7), "float32")):
        with R.dataflow():
            a = R.matmul(x, y)
            b = R.nn.softmax(a, axis=-1)
            c = R.sum(b, axis=[0])
            d = R.cumsum(b, axis=1)
            R.output(c, d)
        return (c, d)
"""


def artefact(warnings: list[Diagnostic] | None = None, *, objects: bool = False) -> Artefact:
    module = parse_module(MODULE)
    assert isinstance(module, IRModule)
    report = None if warnings is None else warnings.append
    return Artefact.of(module, BuildOptions(Target.parse("llvm -num-cores=2"), objects=objects, on_warning=report))


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MLCC_CACHE_DIR", "")


def shared(monkeypatch: pytest.MonkeyPatch, processes: int) -> None:
    monkeypatch.setattr(program_shares, "processes", lambda: processes)
    monkeypatch.setattr(program_shares, "_WORTHWHILE", 1e-6)


def test_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    shared(monkeypatch, 1)
    alone = artefact().object_code
    shared(monkeypatch, 3)
    several = artefact()
    assert several.object_code == alone
    kernels = several.compilation.kernels
    assert len(kernels) >= 4
    made = [name for name in kernels if several.compilation.programs.bitcode(name) is not None]
    assert len(made) == len(kernels) - 2  # the first two are measured


def test_what_is_made_apart_is_in_the_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MLCC_CACHE_DIR", str(tmp_path))
    shared(monkeypatch, 2)
    first = artefact().object_code
    monkeypatch.setattr(program_shares, "run_apart", lambda *_: pytest.fail("made again"))
    assert artefact().object_code == first


def test_the_build_takes_a_share_and_emits_the_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    shared(monkeypatch, 1)
    alone = artefact().objects[0]
    shared(monkeypatch, 2)
    children: list[int] = []
    run = run_apart

    def counted(shares: Sequence[Task], target: Target, beside: Callable[[], object]) -> list[Any]:
        children.append(len(shares))
        return run(shares, target, beside)

    monkeypatch.setattr(program_shares, "run_apart", counted)
    emitted: list[int] = []
    emit = units.emit_objects

    def counting(codes: Sequence[bytes], *rest: Any) -> list[bytes]:
        emitted.append(len(codes))
        return emit(codes, *rest)

    monkeypatch.setattr(units, "emit_objects", counting)
    assert artefact(objects=True).objects[0] == alone
    assert children == [1]
    assert sum(emitted) <= 3  # the first two are measured, and compiled here, as the graph function is


def test_a_program_that_a_process_leaves_is_made_here(monkeypatch: pytest.MonkeyPatch) -> None:
    shared(monkeypatch, 1)
    alone = artefact().object_code
    shared(monkeypatch, 2)

    def left(shares: Sequence[Task], _: Target, beside: Callable[[], object]) -> list[Any]:
        beside()
        return [dict([*share.run().items()][1:]) for share in shares]

    monkeypatch.setattr(program_shares, "run_apart", left)
    assert artefact().object_code == alone


def test_copies_import_nothing() -> None:
    """What each process with a share would import takes longer than most shares."""
    compilation = artefact(objects=True).compilation
    programs = IRModule(dict(compilation.legal.prim_funcs))
    share = program_shares._Share(programs, compilation.options)
    text = """
import pickle, sys
share = pickle.load(sys.stdin.buffer)
share.prepare()
before = set(sys.modules)
print(len(share.run()), sorted(set(sys.modules) - before))
"""
    done = subprocess.run([sys.executable, "-c", text], input=pickle.dumps(share), capture_output=True, check=False)
    assert done.stdout.decode().strip() == f"{len(programs.prim_funcs)} []", done.stderr.decode()
