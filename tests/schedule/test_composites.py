"""Steps made of steps: definitions that are refused, arguments and results, errors that lead back to the call."""

from pathlib import Path

import pytest
from kernels import mm_relu
from sketches import shapes_of, sketch

from mlcc import resources
from mlcc.diagnostics import MlccError, Span, render_text
from mlcc.ir import script, structural_equal
from mlcc.schedule import Composite, Schedule, apply_script, library_steps, load_script, parse_script

TILE = """
define:
- name: tile
  args: {loop: loop, size: {kind: integer, default: 2 * 2}}
  results: [outer, inner]
  steps:
  - split: {loop: $loop, factors: [null, $size], as: [outer, inner]}
"""

BAD = [
    ("S113", "define: [{name: split, steps: []}]\nsteps: []\n"),
    ("S113", "define: [{name: foreach, steps: []}]\nsteps: []\n"),
    ("S113", "define: [{name: a-b, steps: []}]\nsteps: []\n"),
    ("S113", "define: [{name: a, steps: []}, {name: a, steps: []}]\nsteps: []\n"),
    ("S114", "define: [{name: a, steps: [a]}]\nsteps: [a]\n"),
    ("S114", "define: [{name: a, steps: [b]}, {name: b, steps: [{try: {do: [a]}}]}]\nsteps: [b]\n"),
    ("S115", "define: [{name: a, results: [x], steps: []}]\nsteps: []\n"),
    ("S115", "define: [{name: a, results: [x], steps: [{let: {x: 1}, if: 1 > 2}]}]\nsteps: [{a: {as: {x: y}}}]\n"),
    ("S102", "define: [{name: a, step: []}]\nsteps: []\n"),
    ("S102", "define: [{name: a, args: {x: {kind: loop, is: 1}}, steps: []}]\nsteps: []\n"),
    ("S102", "define: [{name: a, example: {then: x}, steps: []}]\nsteps: []\n"),
    ("S102", TILE + "steps:\n- tile: {loop: [Y, j], width: 4}\n"),
    ("S102", TILE + "steps:\n- tile: {loop: [Y, j], as: {out: x}}\n"),
    ("S104", "define: 4\nsteps: []\n"),
    ("S104", "define: [{name: 4, steps: []}]\nsteps: []\n"),
    ("S104", "define: [{name: a, args: {x: number}, steps: []}]\nsteps: []\n"),
    ("S104", "define: [{name: a, args: {x y: loop}, steps: []}]\nsteps: []\n"),
    ("S104", "define: [{name: a, args: [x], steps: []}]\nsteps: []\n"),
    ("S104", "define: [{name: a, results: x, steps: []}]\nsteps: []\n"),
    ("S104", TILE + "steps:\n- tile: {loop: [Y, j], size: wide}\n"),
    ("S104", TILE + "steps:\n- tile: {loop: [Y, j], size: true}\n"),
    ("S104", "define: [{name: a, args: {x: list}, steps: []}]\nsteps: [{a: {x: 4}}]\n"),
    ("S104", "define: [{name: a, steps: []}]\nsteps: [{a: 4}]\n"),
    ("S105", "define: [{name: a, steps: [b]}]\nsteps: []\n"),
    ("S106", "define: [{steps: []}]\nsteps: []\n"),
    ("S106", "define: [{name: a}]\nsteps: []\n"),
    ("S106", "define: [{name: a, args: {x: {default: 1}}, steps: []}]\nsteps: []\n"),
    ("S106", TILE + "steps:\n- tile: {size: 4}\n"),
    ("S106", TILE + "steps:\n- tile\n"),
    ("S108", TILE + "steps:\n- tile: {loop: [Y, j], as: [a, b, c]}\n"),
    ("S109", "define: [{name: a, steps: [{let: {x: outside}}]}]\nparams: {outside: 1}\nsteps: [a]\n"),
    ("S112", "define: no/such/folder\nsteps: []\n"),
    ("S201", TILE + "steps:\n- tile: {loop: [X, j]}\n"),
    ("S203", TILE + "steps:\n- tile: {loop: Y.m}\n"),
]


@pytest.mark.parametrize(("code", "text"), BAD, ids=[f"{k}-{c[0]}" for k, c in enumerate(BAD)])
def test_refused(code: str, text: str) -> None:
    with pytest.raises(MlccError) as caught:
        apply_script(mm_relu(), parse_script(text, "bad.yaml"))
    assert caught.value.code == code
    assert " --> bad.yaml:" in render_text(caught.value)


def test_a_call_is_what_its_steps_are() -> None:
    called, trace = apply_script(
        mm_relu(), TILE + "steps:\n- tile: {loop: Y.j, size: 5, as: {inner: i}}\n- unroll: i\n"
    )
    plain, _ = apply_script(
        mm_relu(), "- split: {loop: j, block: Y, factors: [null, 5], as: [outer, inner]}\n- unroll: inner\n"
    )
    assert structural_equal(called, plain)
    assert [step.step_name for step in trace.steps] == ["split", "unroll"]
    assert structural_equal(apply_script(mm_relu(), trace.to_yaml())[0], called)


def test_defaults_results_and_the_first_argument_alone() -> None:
    text = (
        TILE
        + "steps:\n- get_loops: {block: Y, as: [i, j, k]}\n- tile: $j\n- tile: {loop: k, as: [ko, ki]}\n- unroll: ki"
    )
    module, _ = apply_script(mm_relu(), text)
    assert "for j_0 in range(3)" in script(module) or "j_0, j_1" in script(module)
    assert "for k_1 in T.unroll(4)" in script(module)


def test_names_of_the_caller_are_not_seen_and_come_back() -> None:
    text = """
define:
- name: count
  args: {n: integer}
  results: [m]
  steps: [{let: {m: n + 1, tile: 0}}]
params: {tile: 5}
steps:
- count: {n: $tile, as: {m: six}}
- split: {loop: Y.j, factors: [null, $tile]}
- split: {loop: Y.k, factors: [null, "${six - 4}"]}
"""
    module, _ = apply_script(mm_relu(), text)
    assert "T.grid(7, 2, 5, 3, 2)" in script(module)


def test_a_refused_call_in_try_leaves_nothing() -> None:
    text = TILE + "steps:\n- try: {do: [{tile: {loop: Y.j, size: 5}}, {tile: {loop: Y.k, size: -1}}]}\n"
    func = mm_relu()
    module, trace = apply_script(func, text)
    assert structural_equal(module["main"], func)
    assert trace.to_yaml() == "steps: []\n"


NESTED = """
define:
- name: outer
  args: {at: loop, wide: integer}
  steps:
  - let: {half: wide // 2}
  - inner: {loop: $at, size: $half}
- name: inner
  args: {loop: loop, size: integer}
  steps:
  - split: {loop: $loop, factors: [null, $size]}
steps:
- outer: {at: Y.j, wide: -2}
"""


def test_an_error_shows_the_chain_of_calls() -> None:
    with pytest.raises(MlccError) as caught:
        apply_script(mm_relu(), parse_script(NESTED, "own.yaml"))
    error = caught.value
    assert error.code == "S213"
    assert isinstance(error.span, Span)
    assert (error.span.text, error.span.line) == ("-2", 13)
    shown = [(label.text, label.span.text) for label in error.diagnostic.labels if isinstance(label.span, Span)]
    assert shown[:2] == [("in `outer` here", "$half"), ("in `inner` here", "[null, $size]")]
    assert shown[2][0] == "in the program here"


def test_an_error_of_an_expression_leads_to_the_argument() -> None:
    text = NESTED.replace("wide // 2", "1 // (wide + 2)")
    with pytest.raises(MlccError) as caught:
        apply_script(mm_relu(), parse_script(text, "own.yaml"))
    assert caught.value.code == "S110"
    assert isinstance(caught.value.span, Span)
    assert caught.value.span.text == "-2"


def test_both_levels_are_shown_step_by_step() -> None:
    titles: list[str] = []
    text = NESTED.replace("-2", "4")
    apply_script(mm_relu(), text, on_step=lambda number, title, sch: titles.append(title))
    assert titles == ["step 1.2.1: split, in inner", "step 1.2: inner, in outer", "step 1: outer"]


def test_a_folder_of_definitions(tmp_path: Path) -> None:
    (tmp_path / "steps").mkdir()
    (tmp_path / "steps" / "halve.yaml").write_text(
        "name: halve\nargs: {loop: loop}\nsteps:\n- split: {loop: $loop, factors: [null, 2]}\n"
    )
    own = tmp_path / "own.yaml"
    own.write_text("define: steps\nsteps:\n- halve: Y.j\n")
    module, _ = apply_script(mm_relu(), load_script(own))
    assert "T.grid(7, 5, 2, 6)" in script(module)
    (tmp_path / "steps" / "halve.yaml").rename(tmp_path / "steps" / "third.yaml")
    own.write_text("define: steps\nsteps:\n- third: Y.j\n")
    with pytest.raises(MlccError, match="S113"):
        load_script(own)


def test_a_result_of_several_loops_takes_a_star() -> None:
    text = "- get_loops: {block: Y, as: ['*lead', k]}\n- fuse: $lead\n- unroll: k\n"
    module, _ = apply_script(mm_relu(), text)
    assert "for i_j_fused in range(70)" in script(module)
    for names in ("['*a', '*b']", "['*a', b, c, d, e]"):
        with pytest.raises(MlccError, match="S108"):
            apply_script(mm_relu(), f"- get_loops: {{block: Y, as: {names}}}\n")


def test_an_axis_names_its_loop() -> None:
    text = "- split: {loop: Y.j, factors: [null, 5], as: [a, b]}\n- reorder: [Y.k, $b]\n"
    module, _ = apply_script(mm_relu(), text)
    assert "for i, j_0, k, j_1 in T.grid(7, 2, 6, 5)" in script(module)
    with pytest.raises(MlccError) as caught:
        apply_script(mm_relu(), text + "- unroll: Y.j\n")
    assert caught.value.code == "S204"
    assert "`j_0`, `j_1`" in caught.value.message


def test_from_python() -> None:
    sch = Schedule(mm_relu())
    i, j, k = sch.get_loops(sch.get_block("Y"))
    result = sch.apply("split_lanes", j, lanes=5)
    assert result.vectors.name == "j_0"
    assert "T.vectorized(5)" in script(sch.mod)
    for code, call in [
        ("S105", lambda: sch.apply("split_lane", k)),
        ("S102", lambda: sch.apply("split_lanes", k, width=4)),
        ("S102", lambda: sch.apply("split_lanes", k, 4, 5)),
        ("S103", lambda: sch.apply("split_lanes", k, loop=k, lanes=2)),
        ("S104", lambda: sch.apply("split_lanes", "k", 4)),
        ("S104", lambda: sch.apply("split_lanes", k, True)),
        ("S106", lambda: sch.apply("split_lanes", k)),
        ("S213", lambda: sch.apply("split_lanes", i, lanes=0)),
    ]:
        with pytest.raises(MlccError) as caught:
            call()
        assert caught.value.code == code


def test_python_uses_definitions_of_a_file(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(TILE + "steps: []\n")
    sch = Schedule(mm_relu())
    outer, inner = sch.apply("tile", loop=sch.get_loops("Y")[1], size=5, define=str(own))
    assert (outer.name, inner.name) == ("j_0", "j_1")


STEPS = library_steps()


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_example(step: Composite) -> None:
    """What a composite step of the library does is what its example says."""
    before, after = step.example["before"], step.example["after"]
    module = sketch(before)
    result, trace = apply_script(module, step.example["step"])
    assert script(result) == script(sketch(after, shapes_of(before)))
    assert structural_equal(apply_script(module, trace.to_yaml())[0], result)
    assert f"- {step.name}" in step.example["step"]
    assert not structural_equal(result, module), "an example in which the step changes nothing"


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_manual(step: Composite) -> None:
    """Every argument is explained, and the file is called like the step."""
    assert step.doc.strip()
    assert all(item.doc for item in step.args), "an argument without `doc`"
    assert Path(step.path) == resources.steps() / f"{step.name}.yaml"
    manual = step.manual()
    assert all(f"{item.name}: {item.kind}" in manual for item in step.args)
