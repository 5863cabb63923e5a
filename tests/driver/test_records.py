"""Records of measurements: lines that are read and written, and what a build makes of them."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.driver import BuildOptions, Compilation
from mlcc.driver.inspection import read_description
from mlcc.driver.records import Record, facts_hash, kernel_hash, parse_record, read_records, script_hash, sorted_text
from mlcc.driver.tuned import choices_of
from mlcc.ir import structural_equal
from mlcc.schedule import library
from mlcc.script import parse_module
from mlcc.target import Target

HOST = Target.host()
MODEL = """
@R.function
def main(x: R.Tensor((24, 96), "float32"), w: R.Tensor((96, 160), "float32")):
    with R.dataflow():
        y = R.matmul(x, w)
        z = R.nn.softmax(y)
        R.output(z)
    return z
"""


def _kernels(text: str = MODEL) -> dict[str, mlcc.PrimFunc]:
    legal = Compilation(parse_module(text), BuildOptions(HOST)).legal
    return {str(func.attrs["op"]): func for func in legal.prim_funcs.values()}


def _record(**fields: object) -> Record:
    script = next(item for item in library(HOST) if item.name == "matmul")
    base = Record(
        kernel_hash(_kernels()["matmul"]), facts_hash(HOST), "matmul", script_hash(script), machine="a",
        target=str(HOST), op="matmul", samples=(1e-5, 1.01e-5, 1.02e-5),
    )  # fmt: skip
    return replace(base, **fields)


#: A candidate that was faster, and the schedule of a build without records.
FASTER = _record(params={"rows": 3, "pack": False}, samples=(5e-6, 5.1e-6, 5.2e-6))
DEFAULT = _record(default=True)


def _written(path: Path, *records: Record) -> str:
    path.write_text(sorted_text(records))
    return str(path)


def test_lines_are_read_as_they_were_written(tmp_path: Path) -> None:
    odd = _record(outcome="refused", reason='S210: "loop" é', samples=(), features={"loads": 12.5})
    rows = [DEFAULT, FASTER, odd]
    random.Random(1).shuffle(rows)
    text = sorted_text(rows)
    assert text == sorted_text(reversed(rows)) == sorted_text([*rows, *rows])
    (tmp_path / "r").write_text(text)
    assert sorted(map(repr, read_records([str(tmp_path / "r"), str(tmp_path / "r")]))) == sorted(map(repr, rows))


def test_a_line_that_was_cut_is_skipped(tmp_path: Path) -> None:
    text = sorted_text([DEFAULT, FASTER])
    path = tmp_path / "cut.jsonl"
    for length in (len(text) - 1, len(text) - 20, len(text) // 2 + 5):
        path.write_text(text[:length])
        assert len(read_records([str(path)])) == (2 if length == len(text) - 1 else 1)


LINE = FASTER.line()
BAD = [
    "nothing", "[]", "{}", LINE.replace('"version": 1', '"version": 2'), LINE.replace(': "ok"', ': "good"'),
    LINE.replace('"outcome": "ok", ', ""), LINE.replace("[5e-06,", "[-1,"), LINE.replace("[5e-06,", '["a",'),
    LINE.replace('"rows": 3', '"rows": [3]'), LINE.replace('"setting": "kernel"', '"setting": "model"'),
    LINE.replace('"params": {', '"params": 4, "x": {'), "<<<<<<< HEAD", "[" * 100000,
]  # fmt: skip


@pytest.mark.parametrize("line", BAD, ids=lambda line: line[:30])
def test_lines_that_are_no_records(line: str, mlcc, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(f"{LINE}\n{line}\n")
    model = tmp_path / "m.relax"
    model.write_text(MODEL)
    ran = mlcc("build", str(model), "--records", str(path), "-o", str(tmp_path / "m.so"))
    assert ran.code == 1
    assert ran.err.startswith(f"error[D195]: {path}:2 is not a record"), ran.err
    assert not (tmp_path / "m.so").exists()


@pytest.mark.parametrize("mark", ["<<<<<<< HEAD", "=======", ">>>>>>> other", "||||||| base"])
def test_a_conflict_of_git_says_what_to_do(mark: str) -> None:
    with pytest.raises(MlccError) as caught:
        parse_record(mark, "r.jsonl:3")
    assert "conflict of git" in str(caught.value)
    assert "merge=union" in (caught.value.diagnostic.help or "")


def test_a_build_takes_what_was_faster_and_the_same_bytes(mlcc, tmp_path: Path) -> None:
    model = tmp_path / "m.relax"
    model.write_text(MODEL)
    records = _written(tmp_path / "r.jsonl", DEFAULT, FASTER)
    outputs = []
    for _ in range(2):
        assert mlcc("build", str(model), "--records", records, "-o", str(tmp_path / "a.so")).code == 0
        outputs.append((tmp_path / "a.so").read_bytes())
    assert outputs[0] == outputs[1]
    kept = read_description(str(tmp_path / "a.so"))["schedules"]
    text = next(item["text"] for item in kept.values() if item["from"] == "matmul.yaml")
    values = text.splitlines()[1].split()
    assert "rows=3" in values
    assert "pack=false" in values
    assert mlcc("build", str(model), "-o", str(tmp_path / "a.so")).code == 0
    assert (tmp_path / "a.so").read_bytes() != outputs[0]


def test_by_hand_is_as_by_record() -> None:
    from mlcc import resources

    func = _kernels()["matmul"]
    module = mlcc.IRModule({"main": func.with_attr("global_symbol", "main")})
    file = str(resources.schedules() / "matmul.yaml")
    by_hand = Compilation(module, BuildOptions(HOST, schedules=(file,), params=dict(FASTER.params)))
    by_record = Compilation(module, BuildOptions(HOST, tuned=choices_of([DEFAULT, FASTER], HOST)))
    plain = Compilation(module, BuildOptions(HOST, schedules=("auto",)))
    assert structural_equal(by_hand.programs.lowered("main"), by_record.programs.lowered("main"))
    assert not structural_equal(by_hand.programs.lowered("main"), plain.programs.lowered("main"))


def _choice(*records: Record) -> dict[str, object] | None:
    found = choices_of(records, HOST)
    assert len(found) <= 1
    return dict(next(iter(found.values())).params) if found else None


def test_what_is_proven_is_chosen() -> None:
    faster, slower = dict(FASTER.params), _record(params={"rows": 4}, samples=(2e-5, 2e-5, 2e-5))
    assert _choice(DEFAULT, FASTER, slower) == faster
    assert _choice(FASTER, slower) is None, "nothing to compare with"
    assert _choice(DEFAULT, slower) is None
    noisy = replace(FASTER, samples=(5e-6, 1.01e-5, 3e-5))
    assert _choice(DEFAULT, noisy) is None, "within the noise"
    compared = replace(FASTER, setting="model", base=FASTER.samples, features={})
    failed = replace(compared, outcome="failed", reason="the whole model was not faster with it")
    assert _choice(DEFAULT, FASTER, failed) is None, "its time alone is no proof any more"
    assert _choice(DEFAULT, FASTER, replace(failed, outcome="crash", samples=(), base=())) is None
    assert _choice(DEFAULT, replace(FASTER, outcome="wrong")) is None
    assert _choice(DEFAULT, replace(FASTER, facts="other")) is None


def test_the_whole_model_decides() -> None:
    times = tuple(1e-5 * (1 + n % 3 / 100) for n in range(15))
    worse = replace(FASTER, setting="model", samples=times, base=tuple(t * 0.98 for t in times))
    assert _choice(DEFAULT, FASTER, worse) is None
    better = replace(worse, params={"rows": 2}, base=tuple(t * 1.1 for t in times))
    best = replace(worse, params={"rows": 1}, base=tuple(t * 1.2 for t in times))
    assert _choice(DEFAULT, FASTER, worse, better) == {"rows": 2}
    assert _choice(DEFAULT, FASTER, best, worse, better) == {"rows": 1}


def test_machines_are_told_apart() -> None:
    """The machine with more records decides; times of different machines are not compared."""
    quick = [replace(row, machine="b", samples=tuple(s / 100 for s in row.samples)) for row in (DEFAULT,)]
    assert _choice(DEFAULT, FASTER, *quick) == dict(FASTER.params)
    third = replace(DEFAULT, machine="b", params={"rows": 1}, default=False, samples=(5e-8, 5e-8, 5e-8))
    more = replace(third, params={"rows": 2}, samples=(6e-8,) * 3)
    assert _choice(DEFAULT, FASTER, *quick, third, more) == {"rows": 1}


def test_records_that_do_not_fit_are_told(mlcc, tmp_path: Path) -> None:
    model = tmp_path / "m.relax"
    model.write_text(MODEL)
    other = replace(FASTER, facts="other", target="llvm -mcpu=skylake")
    stale = replace(FASTER, schedule_hash="older")
    records = _written(tmp_path / "r.jsonl", DEFAULT, other, stale)
    ran = mlcc("build", str(model), "--records", records, "-o", str(tmp_path / "m.so"))
    assert ran.code == 0
    assert "note[D196]: 2 of 3 records are not used in this build" in ran.err
    assert "1 for `llvm -mcpu=skylake`" in ran.err
    assert "1 for another version of the schedule `matmul`" in ran.err


def test_a_record_that_a_step_refuses_costs_only_speed(mlcc, tmp_path: Path) -> None:
    model = tmp_path / "m.relax"
    model.write_text(MODEL)
    records = _written(tmp_path / "r.jsonl", DEFAULT, replace(FASTER, params={"rows": -3}))
    ran = mlcc("build", str(model), "--records", records, "-o", str(tmp_path / "m.so"))
    assert ran.code == 0
    assert "is built without the record that names this schedule" in ran.err
    with pytest.raises(MlccError) as caught:
        parse_record("{}", "here")
    assert caught.value.code == "D195"


def test_the_key_does_not_depend_on_names() -> None:
    renamed = (
        MODEL.replace("y = ", "other = ")
        .replace("softmax(y)", "softmax(other)")
        .replace("w: R", "weights: R")
        .replace("x, w)", "x, weights)")
    )
    assert {op: kernel_hash(func) for op, func in _kernels().items()} == {
        op: kernel_hash(func) for op, func in _kernels(renamed).items()
    }
