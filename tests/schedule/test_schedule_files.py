"""Schedule files: what is refused and how it is shown, parameters, conditions, repetition, matching, traces."""

import inspect
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import test_composites
import yaml
from kernels import conv, mm_relu
from schema_subset import misfit
from sketches import sketch
from test_manual import STEPS, _part

import mlcc.schedule.script
from mlcc import resources
from mlcc.diagnostics import MlccError, render_text
from mlcc.ir import structural_equal
from mlcc.schedule import (
    apply_script,
    find_script,
    library,
    load_script,
    parse_script,
    primitive_table,
    schedule_function,
    schema_text,
)
from mlcc.target import Target

TARGET = Target.parse("llvm -mcpu=x86-64-v3 -num-cores=4")
SPLIT = "- split: {loop: j, block: Y, factors: [null, 4], as: [j0, j1]}\n"

BAD = [
    ("S101", "steps:\n- split: {loop: j, block: Y, factors: [null, 4}\n"),
    ("S101", "\n"),
    ("S102", "steps: []\nstep: []\n"),
    ("S102", "steps:\n- split: {lop: j, block: Y, factors: [null, 4]}\n"),
    ("S102", "match: {operator: nn.dense}\nsteps: []\n"),
    ("S102", "match: {blocks: {Y: {shape: 4}}}\nsteps: []\n"),
    ("S103", "steps:\n- split: {loop: j, block: Y, factors: [null, 4], loop: i}\n"),
    ("S104", "steps:\n- split: {loop: j, block: Y, factors: 4}\n"),
    ("S104", "steps:\n- split: {loop: j, block: Y, factors: [null, 010]}\n"),
    ("S104", "steps:\n- split: {loop: j, block: Y, factors: [null, four]}\n"),
    ("S104", "steps:\n- {split: {}, fuse: {}}\n"),
    ("S104", "steps: split\n"),
    ("S104", "steps:\n- 4\n"),
    ("S104", "params: [a]\nsteps: []\n"),
    ("S104", "params: {a: [1]}\nsteps: []\n"),
    ("S102", "params: {a: {default: 1, seach: [1]}}\nsteps: []\n"),
    ("S106", "params: {a: {search: [1, 2]}}\nsteps: []\n"),
    ("S104", "params: {a: {default: [1], search: [1, 2]}}\nsteps: []\n"),
    ("S104", "params: {a: {default: 1, search: 4}}\nsteps: []\n"),
    ("S104", "params: {a: {default: 1, search: [[1]]}}\nsteps: []\n"),
    ("S104", "params: {a: {default: 1, doc: 4}}\nsteps: []\n"),
    ("S104", "priority: high\nsteps: []\n"),
    ("S104", "base: 4\nsteps: []\n"),
    ("S112", "base: nowhere.yaml\nsteps: []\n"),
    ("S104", "steps:\n- vectorize: true\n"),
    ("S105", "steps:\n- spilt: {loop: j}\n"),
    ("S106", "steps:\n- split: {loop: j, block: Y}\n"),
    ("S106", "name: nothing\n"),
    ("S106", "steps:\n- foreach: {in: '[1]'}\n"),
    ("S106", "steps:\n- foreach: {do: []}\n"),
    ("S108", "steps:\n- split: {loop: j, block: Y, factors: [null, 4], as: [j0]}\n"),
    ("S109", "params: {a: b + 1}\nsteps: []\n"),
    ("S109", "params: {a: f(1)}\nsteps: []\n"),
    ("S109", "params: {a: target.cores}\nsteps: []\n"),
    ("S110", "params: {a: 1 +}\nsteps: []\n"),
    ("S110", "params: {a: 1 // 0}\nsteps: []\n"),
    ("S110", "when: max('x', 1)\nsteps: []\n"),
    ("S110", "params: {a: (1).real}\nsteps: []\n"),
    ("S110", "params: {a: '1'}\nsteps:\n- let: {b: 10 * 9999999999999999999}\n"),
    ("S111", "match: {op: nn.conv2d}\nsteps: []\n"),
    ("S111", "when: 1 > 2\nsteps: []\n"),
    ("S111", "match: {blocks: {X: {iters: SSSSR}}}\nsteps: []\n"),
]


@pytest.mark.parametrize(("code", "text"), BAD, ids=[f"{k}-{c[0]}" for k, c in enumerate(BAD)])
def test_bad_file(code: str, text: str) -> None:
    with pytest.raises(MlccError) as caught:
        apply_script(mm_relu(), parse_script(text, "bad.yaml"), target=TARGET)
    assert caught.value.code == code
    assert render_text(caught.value).startswith(f"error[{code}]: ")


def test_every_code_of_a_file_is_tried() -> None:
    folder = Path(mlcc.schedule.script.__file__).parent
    raised = {c for f in folder.glob("*.py") for c in re.findall(r'"(S1\d\d)"', f.read_text(encoding="utf-8"))}
    composite = {c for c, _ in test_composites.BAD}
    assert raised == {c for c, _ in BAD} | composite - {"S201", "S203", "S213"} | {"S107", "S112"}


def test_unknown_parameter() -> None:
    with pytest.raises(MlccError) as caught:
        apply_script(mm_relu(), "params: {jfactor: 4}\nsteps: []\n", {"jfaktor": 8})
    assert caught.value.code == "S107"
    assert caught.value.diagnostic.help == "did you mean `jfactor`? the parameters are `jfactor`"


def test_missing_file(tmp_path: Path) -> None:
    for path in (tmp_path / "no.yaml", tmp_path):
        with pytest.raises(MlccError) as caught:
            load_script(path)
        assert caught.value.code == "S112"
    (tmp_path / "bytes.yaml").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(MlccError) as caught:
        load_script(tmp_path / "bytes.yaml")
    assert caught.value.code == "S112"


def test_error_shows_the_step_and_the_program() -> None:
    from mlcc.script import parse_module

    text = (Path(__file__).parent.parent / "golden/seed_split/input.tir").read_text()
    script = parse_script("steps:\n- parallel: {loop: k, block: Y}\n", "tile.yaml")
    with pytest.raises(MlccError) as caught:
        apply_script(parse_module(text, "mm.tir"), script)
    shown = render_text(caught.value)
    assert "error[S231]: cannot run loop `k` in parallel\n   --> tile.yaml:2:20\n" in shown
    assert " --> mm.tir:" in shown
    assert "block `Y` accumulates over `vk` here" in shown


def test_dead_loop_names_the_step() -> None:
    script = parse_script(f"steps:\n{SPLIT}- reorder: {{block: Y, loops: [j, k]}}\n", "tile.yaml")
    with pytest.raises(MlccError) as caught:
        apply_script(mm_relu(), script)
    assert caught.value.code == "S205"
    assert caught.value.diagnostic.notes == ("`j` was split into `j_0`, `j_1` by step 1 (`split`)",)
    assert caught.value.diagnostic.help == "the loops over block `Y` are `i`, `j_0`, `j_1`, `k`"


def test_parameters_and_facts() -> None:
    text = """
params:
  lanes: target.vector_lanes.float32
  tile: min(lanes, extent(Y, j))
  deep: choose(tile > 4, 2, 1)
steps:
- split: {loop: j, block: Y, factors: [null, $tile], as: [j0, j1]}
- split: {loop: k, block: Y, factors: [null, "${deep + 1}"], names: [ko, ki]}
"""
    module, _ = apply_script(mm_relu(), text, target=TARGET)
    assert "for i, j_0, j_1, ko, ki in T.grid(7, 2, 8, 2, 3)" in module["main"].script()
    module, _ = apply_script(mm_relu(), text, {"tile": 2}, target=TARGET)
    assert "T.grid(7, 5, 2, 3, 2)" in module["main"].script()


def test_conditions() -> None:
    text = "steps:\n- split: {loop: j, block: Y, factors: [null, 4]}\n  if: extent(Y, j) % 4 == 0\n"
    func = mm_relu()
    module, trace = apply_script(func, text)
    assert module["main"] is func
    assert trace.to_yaml() == "steps: []\n"
    module, _ = apply_script(mm_relu(m=12), text)
    assert "j_0" in module["main"].script()


def test_foreach_names_the_item_that_failed() -> None:
    text = "steps:\n- foreach: {var: b, in: blocks(), do: [{compute_inline: $b}]}\n"
    with pytest.raises(MlccError) as error:
        apply_script(conv(), text)
    assert any(note.startswith("`foreach` had come to `b` = block `") for note in error.value.diagnostic.notes)


def test_foreach_and_try() -> None:
    text = """
steps:
- foreach: {var: b, in: "blocks('injective')", where: "not is_kind(b, 'output')", do: [{compute_inline: $b}]}
- try:
    do:
    - parallel: [conv, c]
    - reverse_compute_inline: relu
    else:
    - unroll: [conv, rx]
"""
    module, trace = apply_script(conv(), text)
    text = module["main"].script()
    assert "pad" not in text
    assert "add" not in text
    assert "T.parallel" not in text
    assert "T.unroll(3)" in text
    again, _ = apply_script(conv(), trace.to_yaml())
    assert structural_equal(again["main"], module["main"])


def test_matching() -> None:
    dense = parse_script(
        """
name: dense
match:
  op: [nn.dense, matmul]
  dtype: float32
  blocks:
    P: {kind: reduction, iters: SSR, where: work(it) > 100}
    E: {kind: elementwise, pick: last}
steps:
- reverse_compute_at: {block: E, loop: [P, i]}
""",
        "dense.yaml",
    )
    other = parse_script("match: {op: '*', blocks: {X: {iters: SSSSRRR}}}\nsteps:\n- unroll: [X, rx]\n", "conv.yaml")
    func = mm_relu().with_attr("op", "matmul")
    assert find_script(func, TARGET, [other, dense]) is dense
    assert find_script(mm_relu(), TARGET, [other, dense]) is None
    assert find_script(conv(), TARGET, [dense, other]) is other
    after, used, trace = schedule_function(func, TARGET, [other, dense])
    assert used is dense
    assert len(trace.steps) == 1
    assert "for ax0 in range(10)" in after.script()
    same, used, _ = schedule_function(mm_relu(), TARGET, [dense])
    assert used is None
    assert same.script() == mm_relu().script()


def test_a_file_for_several_functions() -> None:
    from mlcc.ir import IRModule

    module = IRModule({"a": mm_relu(), "b": conv(), "c": mm_relu(4, 4, 4)})
    text = "match: {blocks: {Y: {iters: SSR}}}\nsteps:\n- unroll: [Y, k]\n"
    after, trace = apply_script(module, text)
    assert [name for name in module if after[name] is not module[name]] == ["a", "c"]
    again, _ = apply_script(module, trace.to_yaml(), func="a")
    assert structural_equal(again, after)


def test_the_schema_is_up_to_date(update_golden: bool) -> None:
    if update_golden:
        (resources.schedules() / "schema.json").write_text(schema_text(), encoding="utf-8")
    assert (resources.schedules() / "schema.json").read_text(encoding="utf-8") == schema_text()
    assert json.loads(schema_text())["title"] == "A schedule of mlcc"


def test_the_library_reads() -> None:
    for script in library():
        assert script.doc, f"{script.path} does not say what it is for"
        assert script.match is not None, f"{script.path} does not say which kernels it is for"


def test_the_manual_names_every_function() -> None:
    from mlcc.schedule.script.expressions import FUNCTIONS
    from mlcc.schedule.script.queries import QUERIES

    text = (resources.schedules() / "README.md").read_text(encoding="utf-8")
    for name in [*FUNCTIONS, *QUERIES]:
        assert re.search(rf"\b{name}\b", text), name


def test_base_gives_parameters_and_conditions(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text("params: {tile: 4, twice: 2 * tile}\nwhen: tile < 100\nsteps: []\n")
    own = tmp_path / "own.yaml"
    own.write_text(f"base: base.yaml\nparams: {{tile: 8}}\nwhen: twice == 16\nsteps:\n{SPLIT.replace('4', '$twice')}")
    applied, _ = apply_script(mm_relu(), load_script(own), target=TARGET)
    plain, _ = apply_script(mm_relu(), parse_script(f"steps:\n{SPLIT.replace('4', '16')}"), target=TARGET)
    assert structural_equal(applied, plain)
    with pytest.raises(MlccError, match="S111"):
        apply_script(mm_relu(), load_script(own), target=TARGET, params={"tile": 100})


def test_base_of_the_library_is_found_from_anywhere(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("base: dense_packed.yaml\nsteps: []\n")
    assert "cached_tiles" in [item.name for item in load_script(own).params]


def test_files_cannot_be_the_base_of_each_other(tmp_path: Path) -> None:
    for name, other in (("a", "b"), ("b", "a")):
        (tmp_path / f"{name}.yaml").write_text(f"base: {other}.yaml\nsteps: []\n")
    with pytest.raises(MlccError, match="its own base"):
        load_script(tmp_path / "a.yaml")


ROOT = Path(__file__).resolve().parents[2]
SHIPPED = sorted(path for folder in ("schedules", "samples") for path in (ROOT / folder).rglob("*.yaml"))


def test_files_that_are_shipped_name_their_schema() -> None:
    for path in [path for path in SHIPPED if "plugin" not in path.parts]:  # which are installed elsewhere
        first = path.read_text(encoding="utf-8").partition("\n")[0]
        modeline, _, named = first.partition("$schema=")  # by which editors find it
        assert modeline == "# yaml-language-server: ", path
        assert (path.parent / named).resolve() == (ROOT / "schedules/schema.json").resolve()


@cache
def schema() -> Any:
    return json.loads(schema_text())


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_the_schema_accepts_what_is_shipped(path: Path) -> None:
    assert misfit(yaml.safe_load(path.read_text(encoding="utf-8")), schema(), schema()) is None


@pytest.mark.parametrize("name", STEPS)
def test_the_schema_accepts_examples_and_traces(name: str) -> None:
    doc = inspect.getdoc(primitive_table()[name]) or ""
    step = _part(doc, "Step")
    assert misfit(yaml.safe_load(step), schema(), schema()) is None
    _, trace = apply_script(sketch(_part(doc, "Before")), step)
    assert misfit(yaml.safe_load(trace.to_yaml()), schema(), schema()) is None


def test_the_schema_refuses_what_the_reader_refuses() -> None:
    for text in ("- splt: {loop: i}", "- split: {loop: i, factors: 4}", "steps: 3", "- fuse: {loops: [.5]}", "a: []"):
        assert misfit(yaml.safe_load(text), schema(), schema()) is not None
