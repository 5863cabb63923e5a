"""Builds take from the cache what earlier builds have made, and make the same of it."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tolerances import assert_close

from mlcc import lowering
from mlcc.codegen import llvm as codegen
from mlcc.diagnostics import Diagnostic, MlccError
from mlcc.driver import BuildOptions, Compilation, build, programs, sources
from mlcc.driver.building import build_files
from mlcc.driver.inspection import read_description
from mlcc.ir import Block, structural_hash, walk
from mlcc.script import parse_module
from mlcc.target import Target

MODEL = """
@R.function
def main(x: R.Tensor((5, 33), "float32"), w: R.Tensor((33, 40), "float32")):
    with R.dataflow():
        y = R.matmul(x, w)
        z = R.nn.relu(y)
        r = R.nn.softmax(z)
        R.output(r)
    return r
"""
KERNEL = """
@T.prim_func
def main(x: T.Buffer((8,), "float32"), y: T.Buffer((8,), "float32")):
    for old in range(8):
        y[old] = x[old]
"""
DYNAMIC = MODEL.replace("(5, 33)", '("n", 33)')
OWN = """
func: {func}
params: {{width: 4}}
steps:
- get_loops: {{block: {block}, as: [i, j, k]}}
- split: {{loop: j, factors: [null, $width], as: [j0, j1]}}
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, and a compiler that is known, even when somebody edits it now."""
    monkeypatch.setenv("MLCC_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(sources, "compiler_digest", lambda: "this one")
    return tmp_path / "cache"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model.relax"
    path.write_text(MODEL, encoding="utf-8")
    return path


def library(model: Path, **options: Any) -> bytes:
    output = model.with_suffix(".so")
    build_files(str(model), output=str(output), **options)
    return output.read_bytes()


def forbid(monkeypatch: pytest.MonkeyPatch, *, code: bool) -> None:
    """From here on no program is scheduled and none but entries is lowered; no `code` is made either."""
    lower = lowering.lower

    def main_only(func: Any, target: Any) -> Any:
        assert func.attrs["global_symbol"] == "main"
        return lower(func, target)

    monkeypatch.setattr(programs, "from_library", None)
    monkeypatch.setattr(lowering, "lower", main_only)
    if code:
        monkeypatch.setattr(codegen, "parse_ir", None)


@pytest.mark.parametrize("text", [MODEL, DYNAMIC])
def test_a_second_build_compiles_nothing_and_gives_the_same_bytes(
    model: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    model.write_text(text, encoding="utf-8")
    cold = library(model)
    forbid(monkeypatch, code=True)
    assert library(model) == cold


def test_the_cache_changes_nothing(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cold = library(model)
    monkeypatch.setenv("MLCC_CACHE_DIR", "")
    assert library(model) == cold


def test_what_is_known_of_the_kernels_serves_other_outputs(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library(model)
    reported = read_description(str(model.with_suffix(".so")))["schedules"]
    kinds = ("s", "json", "h")

    def outputs() -> list[str]:
        build_files(str(model), output=str(model.with_name("out")), emit=kinds)
        return [model.with_name(f"out.{kind}").read_text() for kind in kinds]

    with monkeypatch.context() as patch:
        forbid(patch, code=False)
        warm = outputs()
        library(model)
    assert read_description(str(model.with_suffix(".so")))["schedules"] == reported != {}
    monkeypatch.setenv("MLCC_CACHE_DIR", "")
    assert outputs() == warm


def test_dumps_and_programs_are_whole_though_the_kernels_are_known(model: Path) -> None:
    def shown(folder: Path) -> dict[str, str]:
        folders = {"dump_phases": str(folder / "phases"), "dump_schedules": str(folder / "schedules")}
        library(model, **folders)
        build_files(str(model), output=str(folder / "model.tir"))
        return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}

    cold = shown(model.parent / "cold")
    assert shown(model.parent / "warm") == cold
    assert any(name.endswith("-schedule.relax") for name in cold)
    assert any(name.endswith("-lower.tir") for name in cold)
    assert any(name.endswith("-codegen.ll") for name in cold)
    assert any(name.startswith("schedules") for name in cold)


@pytest.mark.parametrize("keep", ["some", "none"])
def test_damaged_and_missing_entries_are_made_again(model: Path, cache: Path, keep: str) -> None:
    cold = library(model)
    entries = sorted(path for path in cache.rglob("*") if path.is_file())
    for number, path in enumerate(entries):
        if keep == "none":
            path.write_bytes(path.read_bytes()[:-1])
        elif number % 2:
            path.unlink()
    assert library(model) == cold


def test_builds_at_the_same_time(model: Path, cache: Path) -> None:
    """They share a cache that is empty at first."""
    command = [sys.executable, "-m", "mlcc", "build", str(model), "-o"]
    outputs = [model.with_name(str(number)) / "lib.so" for number in range(3)]
    for output in outputs:
        output.parent.mkdir()
    running = [subprocess.Popen([*command, str(output)]) for output in outputs]
    assert [process.wait() for process in running] == [0, 0, 0]
    assert len({output.read_bytes() for output in outputs}) == 1
    assert not [path for path in cache.rglob("tmp*") if path.is_file()]


def test_another_compiler_compiles_again(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cold = library(model)
    monkeypatch.setattr(sources, "compiler_digest", lambda: "another")
    with monkeypatch.context() as patch:
        patch.setattr(programs, "from_library", None)
        with pytest.raises(TypeError):
            library(model)
    assert library(model) == cold


def test_what_changes_the_result_is_part_of_the_key(model: Path) -> None:
    choices: list[dict[str, Any]] = [
        {}, {"opt_level": 0}, {"prefix": "other"}, {"profile": True}, {"target": "llvm -num-cores=1"},
    ]  # fmt: skip
    result = [library(model, **choice) for choice in choices]
    assert len(set(result)) == len(result)
    assert [library(model, **choice) for choice in choices] == result


def test_the_users_schedules_count_with_their_parameters(tmp_path: Path) -> None:
    module, schedule = parse_module(MODEL), tmp_path / "own.yaml"
    name, func = next(iter(Compilation(module, BuildOptions(Target.host())).legal.prim_funcs.items()))
    block = next(node.name for node in walk(func.body) if isinstance(node, Block) and node.iters)
    schedule.write_text(OWN.format(func=name, block=block), encoding="utf-8")

    def text(width: int) -> str:
        options = BuildOptions(Target.host(), schedules=(str(schedule),), params={"width": width})
        kept = Compilation(module, options).kernels[name].schedule
        assert kept is not None
        return kept["text"]

    first, second = text(4), text(8)
    assert first != second
    assert (text(4), text(8)) == (first, second)


def test_a_warning_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program for which a schedule of the library fails is not kept."""
    reported: list[Diagnostic] = []
    module = parse_module(MODEL)

    def failing(name: str, func: Any, options: BuildOptions, warn: Any) -> tuple[Any, None]:
        warn(MlccError("S231", "it does not fit"), "please report it")
        return func, None

    monkeypatch.setattr(programs, "from_library", failing)
    options = BuildOptions(Target.host(), on_warning=reported.append)
    count = len(Compilation(module, options).kernels)
    assert len(reported) == count > 0
    assert len(Compilation(module, options).kernels) == count
    assert len(reported) == 2 * count


def test_names_count_where_they_are_asked_for() -> None:
    func, renamed = (parse_module(KERNEL.replace("old", name)) for name in ("old", "new"))
    assert structural_hash(func) == structural_hash(renamed)
    assert structural_hash(func, names=True) != structural_hash(renamed, names=True)
    assert structural_hash(func, names=True) == structural_hash(parse_module(KERNEL), names=True)


def test_results_are_right_from_the_cache() -> None:
    module = parse_module(DYNAMIC)
    rng = np.random.default_rng(0)
    x, w = rng.random((7, 33), dtype=np.float32), rng.random((33, 40), dtype=np.float32)
    y = np.exp(np.maximum(x.astype(np.float64) @ w, 0))
    for _ in range(2):
        assert_close(build(module)(x, w), y / y.sum(1, keepdims=True))


def test_the_digest_is_that_of_the_files(tmp_path: Path) -> None:
    source, later = tmp_path / "a.py", time.time_ns() + 10**10
    source.write_text("1", encoding="utf-8")
    first = sources._digest((tmp_path,), later)
    source.write_text("2", encoding="utf-8")
    second = sources._digest((tmp_path,), later + 1)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "a.pyc").write_text("", encoding="utf-8")
    assert sources._digest((tmp_path,), later + 2) == second
    source.rename(tmp_path / "b.py")
    third = sources._digest((tmp_path,), later + 3)
    assert len({first, second, third}) == 3
    assert None not in (first, second, third)


def test_sources_that_changed_while_they_ran_are_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.py").write_text("1", encoding="utf-8")
    assert sources._digest((tmp_path,), time.time_ns() - 10**9) is None


def test_without_trust_in_the_sources_nothing_is_kept(
    model: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = library(model)
    monkeypatch.setattr(sources, "compiler_digest", lambda: None)
    before = {path for path in cache.rglob("*") if path.is_file()}
    assert library(model) == known
    assert {path for path in cache.rglob("*") if path.is_file()} == before
