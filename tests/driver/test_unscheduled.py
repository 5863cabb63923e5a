"""At its end, a build names the programs that no schedule is meant for."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from onnx import TensorProto, helper

from mlcc import resources
from mlcc.diagnostics import Diagnostic, Severity
from mlcc.driver import BuildOptions, Compilation, build
from mlcc.driver.flops import count_flops
from mlcc.driver.modules import with_shapes
from mlcc.driver.unscheduled import USUAL_SIZE, find_unscheduled
from mlcc.schedule import Script, fallbacks, load_script, parse_script
from mlcc.script import parse_module
from mlcc.target import Target

MODEL = """
@R.function
def main(x: R.Tensor((ROWS, 64), "float32"), w: R.Tensor((64, 96), "float32")):
    with R.dataflow():
        a = R.matmul(x, w)
        b = R.nn.softmax(a, axis=-1)
        y = R.nn.relu(b)
        R.output(y)
    return y
"""
#: The same sum written by the user: no business of the library.
KERNEL = """
@T.prim_func
def total(x: T.Buffer((100000,), "float32"), y: T.Buffer((1,), "float32")):
    for i, k in T.grid(1, 100000):
        with T.block("Y"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                y[vi] = T.float32(0)
            y[vi] = y[vi] + x[vk]
"""

Without = Callable[..., None]


@pytest.fixture(autouse=True)
def without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Without:
    """Take files out of the schedule library; kernels that were built with them are forgotten."""
    monkeypatch.setenv("MLCC_CACHE_DIR", str(tmp_path / "cache"))
    files = resources.schedule_files()

    def take(*names: str) -> None:
        kept = [path for path in files if path.name not in names]
        monkeypatch.setattr(resources, "schedule_files", lambda _machine="": kept)

    return take


def warnings_of(rows: int | str, **options: Any) -> list[Diagnostic]:
    """What a build says at its end."""
    seen: list[Diagnostic] = []
    text = MODEL.replace("ROWS", f'"{rows}"' if isinstance(rows, str) else str(rows))
    build(parse_module(text), on_warning=seen.append, **options)
    return seen


@pytest.mark.parametrize("rows", [256, "n"])
def test_nothing_is_said_where_every_program_has_a_schedule(rows: int | str) -> None:
    assert warnings_of(rows) == []


def test_programs_from_the_cache_need_no_other_schedules(monkeypatch: pytest.MonkeyPatch) -> None:
    """To read all files of the library takes longer than the rest of such a build's end."""
    warnings_of(256)
    module, read = sys.modules[fallbacks.__module__], set[str]()

    def load(path: Path) -> Script:
        read.add(path.name)
        return load_script(path)

    monkeypatch.setattr(module, "load_script", load)
    assert warnings_of(256) == []
    assert {"matmul.yaml", "rowwise.yaml"} == read


def test_a_program_without_a_schedule_is_named(without: Without) -> None:
    without("rowwise.yaml", "generic.yaml")
    (note,) = warnings_of("n")
    assert (note.code, note.severity) == ("D182", Severity.NOTE)
    assert note.message.startswith("a program has no schedule that is meant for it: ")
    program, sizes = note.notes
    assert program.startswith(("`softmax`", "`fused_softmax_relu`"))
    assert "is compiled as it stands" in program
    assert "columnwise.yaml: " in program
    assert "128" in sizes


def test_the_share_is_of_operations_and_numbers_moved(without: Without) -> None:
    without("rowwise.yaml", "generic.yaml")
    compilation = Compilation(parse_module(MODEL.replace("ROWS", '"n"')), BuildOptions(Target.parse("llvm")))
    (row,) = find_unscheduled(compilation)
    rows, legal = USUAL_SIZE, compilation.legal
    flops = count_flops(with_shapes(legal, {"n": (rows,)}), row.program)
    assert flops is not None
    assert flops >= 5 * rows * 96
    rest = flops + 2 * rows * 96
    product = 2 * rows * 64 * 96 + rows * 64 + 64 * 96 + rows * 96
    assert row.share == pytest.approx(rest / (rest + product), rel=1e-6)


def test_what_only_the_last_file_takes_is_named_too(without: Without) -> None:
    without("rowwise.yaml", "columnwise.yaml")
    (note,) = warnings_of(256)
    assert "has only generic.yaml" in note.notes[0]
    assert len(note.notes) == 1, "no size is unknown"


def test_a_build_from_the_cache_says_the_same(without: Without) -> None:
    without("rowwise.yaml", "generic.yaml")
    assert warnings_of("n") == warnings_of("n")


def test_little_work_is_not_worth_a_word(without: Without, monkeypatch: pytest.MonkeyPatch) -> None:
    without("rowwise.yaml", "generic.yaml")
    monkeypatch.setattr("mlcc.driver.unscheduled._LEAST_SHARE", 0.5)
    assert warnings_of(256) == []


def test_few_operations_are_not_worth_a_word(without: Without) -> None:
    without("rowwise.yaml", "generic.yaml")
    assert warnings_of(3) == []


def test_programs_of_the_user_are_built_as_written() -> None:
    seen: list[Diagnostic] = []
    build(parse_module(KERNEL), on_warning=seen.append)
    assert seen == []


def test_an_operator_with_vector_loops_of_its_own_needs_no_schedule() -> None:
    """A recurrence is written for vectors: what little its one block matches says nothing about its speed."""
    steps, units = 64, 64
    inputs = [helper.make_tensor_value_info("x", TensorProto.FLOAT, [steps, 1, units])]
    weights = [
        helper.make_tensor(name, TensorProto.FLOAT, [1, 3 * units, units], [0.5] * (3 * units * units))
        for name in ("w", "r")
    ]
    node = helper.make_node("GRU", ["x", "w", "r"], ["y"], hidden_size=units)
    output = helper.make_tensor_value_info("y", TensorProto.FLOAT, None)
    seen: list[Diagnostic] = []
    build(helper.make_model(helper.make_graph([node], "g", inputs, [output], weights)), on_warning=seen.append)
    assert seen == []


def test_programs_of_the_user_count_when_the_library_was_asked_for(without: Without) -> None:
    without("reduce_rows.yaml", "reduce_columns.yaml", "generic.yaml")
    seen: list[Diagnostic] = []
    build(parse_module(KERNEL), schedules=("auto",), on_warning=seen.append)
    assert [item.code for item in seen] == ["D182"]
    assert "`total`: 100 %" in seen[0].notes[0]


def test_the_command_says_so_after_the_file_is_written(mlcc: Any, without: Without, tmp_path: Path) -> None:
    without("rowwise.yaml", "generic.yaml")
    model, output = tmp_path / "model.relax", tmp_path / "model.so"
    model.write_text(MODEL.replace("ROWS", '"n"'))
    ran = mlcc("build", model, "-o", output)
    assert ran.code == 0
    assert output.exists()
    assert ran.out == ""
    assert ran.err.startswith("note[D182]: a program has no schedule that is meant for it: ")
    assert "help: give one with `-s`" in ran.err
    assert mlcc("build", model, "-o", tmp_path / "model.tir").err == "", "nothing was compiled"


def test_a_file_says_that_it_is_a_fallback() -> None:
    assert parse_script("fallback: true\nsteps: []\n").fallback
    assert not parse_script("steps: []\n").fallback


def test_a_schedule_that_finds_nothing_to_do_is_told() -> None:
    """`Det` runs along a diagonal: a file for what has no reduction matches it, and has no step for it."""
    node = helper.make_node("Det", ["x"], ["y"], name="det")
    values = [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in (("x", [64, 48, 48]), ("y", [64]))]
    graph = helper.make_graph([node], "g", values[:1], values[1:])
    notes: list[Diagnostic] = []
    build(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]), on_warning=notes.append)
    (note,) = notes
    assert note.code == "D182"
    assert note.notes == ("`det` (det (Det)): 100 %, has only elementwise.yaml; elementwise.yaml matches and finds "
                          "nothing to do",)  # fmt: skip
