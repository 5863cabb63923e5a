"""What a search may try: parameters of schedule files, and the combinations that fit a program."""

from __future__ import annotations

import itertools

import pytest
from kernels import mm_relu

from mlcc.diagnostics import MlccError
from mlcc.ir import IRModule, structural_equal
from mlcc.schedule import Script, apply_script, candidates, library, parse_script
from mlcc.target import Target

TARGET = Target.parse("llvm -mcpu=x86-64-v3 -num-cores=4")
TILE = """
match: {blocks: {Y: {kind: reduction}}}
params:
  factor: {default: 4, search: [1, 2, 4, 8, 16]}
  half: factor // 2
  inner:
    default: half
    search: range(1, factor)
    doc: at most the factor
  order: {default: true, search: [true, false]}
when: inner * factor < 100
steps:
- split: {loop: Y.j, factors: [null, $factor], as: [j0, j1]}
- split: {loop: $j1, factors: [null, $inner]}
"""


def _func():
    return mm_relu()


def _settings(text: str) -> list[dict[str, object]]:
    return [dict(item.searched) for item in candidates(_func(), TARGET, [parse_script(text)])]


def test_combinations_are_those_of_the_nested_ranges() -> None:
    found = _settings(TILE)
    wanted = {
        (factor, inner, order)
        for factor, order in itertools.product((1, 2, 4, 8, 16), (True, False))
        for inner in {factor // 2, *range(1, factor)}
        if inner * factor < 100
    }
    assert found[0] == {"factor": 4, "inner": 2, "order": True}
    assert {(s["factor"], s["inner"], s["order"]) for s in found} == wanted
    assert len(found) == len(wanted), "a setting is listed twice"


def test_only_what_differs_from_the_defaults_is_stated() -> None:
    (default, *others) = candidates(_func(), TARGET, [parse_script(TILE)])
    assert default.params == ()
    by_setting = {tuple(dict(item.searched).values()): item for item in others}
    assert dict(by_setting[8, 4, True].params) == {"factor": 8}
    assert dict(by_setting[8, 5, False].params) == {"factor": 8, "inner": 5, "order": False}
    assert by_setting[8, 5, False].text() == "<schedule> factor=8 inner=5 order=false"


def test_a_candidate_is_what_its_parameters_give_by_hand() -> None:
    script = parse_script(TILE)
    for item in candidates(_func(), TARGET, [script], most=20)[:10]:
        if dict(item.searched)["inner"] == 0:
            continue  # refused by split, as by hand
        by_hand, _ = apply_script(IRModule({"main": _func()}), script, dict(item.params), TARGET)
        assert structural_equal(item.apply(_func(), TARGET)[0], by_hand.prim_funcs["main"])


def test_large_spaces_are_sampled_the_same_each_time() -> None:
    text = TILE.replace("[1, 2, 4, 8, 16]", '"range(1, 129)"').replace("when: inner * factor < 100\n", "")
    first, second = (candidates(_func(), TARGET, [parse_script(text)], most=300) for _ in range(2))
    assert [item.params for item in first] == [item.params for item in second]
    assert len(first) == 301
    alone = {item.params for item in first if len(item.params) == 1}
    assert {(("factor", n),) for n in (1, 2, 64, 128)} <= alone
    other = candidates(_func(), TARGET, [parse_script(text)], most=300, seed=1)
    assert [item.params for item in other] != [item.params for item in first]


@pytest.mark.parametrize(
    ("code", "search"),
    [("S104", "4 + 4"), ("S104", "[[1]]"), ("S110", "range(1, 1000000)"), ("S109", "range(1, nothing)"),
     ("S110", "1 +"), ("S110", "divisors(1000000000000000000)")],
)  # fmt: skip
def test_what_cannot_be_tried(code: str, search: str) -> None:
    script = parse_script(f'params: {{a: {{default: 1, search: "{search}"}}}}\nsteps: []\n')
    apply_script(mm_relu(), script, target=TARGET)  # a build does not ask
    with pytest.raises(MlccError) as caught:
        candidates(_func(), TARGET, [script])
    assert caught.value.code == code
    assert caught.value.span is not None


def test_files_are_alternatives_in_the_order_of_a_build() -> None:
    scripts = [parse_script(TILE, "a.yaml"), parse_script("match: {op: nn.conv2d}\nsteps: []\n", "b.yaml"),
               parse_script("match: {static: true}\nsteps: []\n", "c.yaml"),
               parse_script("match: {static: true}\nfallback: true\nsteps: []\n", "d.yaml")]  # fmt: skip
    found = candidates(_func(), TARGET, scripts)
    assert list(dict.fromkeys(item.script.name for item in found)) == ["a", "c"]
    assert [item.script.name for item in candidates(_func(), TARGET, scripts[1:2] + scripts[3:])] == ["d"]


#: Files of the library that state what may be tried: the main kernels.
SEARCHED = {
    "attention", "blocks", "columnwise", "conv2d_nchwc", "conv3d_ncdhwc", "dense_float_panels", "dense_matrix",
    "dense_packed", "dense_packed_deep", "dense_panels", "depthwise_plain", "elementwise", "matmul", "matmul_dots",
    "matmul_registers", "matmul_row", "reduce_columns", "reduce_rows", "reduce_wide_columns", "rowwise",
    "value_range", "window_nchwc", "window_passes", "window_passes_nchwc", "window_plain", "winograd_nchwc",
}  # fmt: skip


def _searched(script: Script) -> bool:
    return any(item.search is not None for item in script.params)


def test_the_library_states_what_may_be_tried() -> None:
    assert {script.name for script in library(TARGET) if _searched(script)} == SEARCHED
