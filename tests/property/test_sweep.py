"""Random programs times random steps of all primitives: each pair is right or refused, and nothing else."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from sweep.judge import Fault, Trial, judge, run_compiled
from sweep.orders import InOrder, Race, Shuffled, Watched
from sweep.pair import Pair, Verdict, read_pair, step_text
from sweep.programs import FRAGMENTS, Recipe, draw_recipe
from sweep.sampler import draw_steps, try_seed
from sweep.steps import DRAWS, SUITED

from mlcc.ir import PrimFunc
from mlcc.lowering import PASSES
from mlcc.script import parse_module
from mlcc.target import Target

PAIRS = Path(__file__).parent / "pairs"
#: Seeds of one test of the long run: 100 tests make 10,000 pairs.
CHUNK = 100


def check(seed: int, compiled: bool) -> None:
    _, pair, outcome = try_seed(seed, compiled)
    assert not outcome.verdict.is_fault, "\n".join(
        [f"seed {seed}: {outcome.kind}: {outcome.message}", pair.text, *map(step_text, pair.steps)]
    )


@pytest.mark.every(2)
@pytest.mark.parametrize("first", range(0, 200, 25))
def test_pairs_interpreted(first: int) -> None:
    for seed in range(first, first + 25):
        check(seed, compiled=False)


def test_pairs_compiled() -> None:
    for seed in range(200, 210):
        check(seed, compiled=True)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 1000 + 100 * CHUNK, CHUNK))
def test_many_pairs(first: int) -> None:
    for seed in range(first, first + CHUNK):
        check(seed, compiled=True)


# -- what was found once -----------------------------------------------------------------------------


@pytest.mark.every(3)
@pytest.mark.parametrize("program", sorted(PAIRS.glob("*.tir")), ids=lambda path: path.stem)
def test_what_was_found_once(program: Path) -> None:
    """Findings of the sweep, minimised: refused now, or right."""
    pair = read_pair(program)
    for level in (0, 2):
        outcome = judge(pair, level)
        assert not outcome.verdict.is_fault, f"{outcome.kind}: {outcome.message}"
        assert outcome.verdict is not Verdict.UNFIT, outcome.message


# -- what is drawn -------------------------------------------------------------------------------


@pytest.mark.every(4)
@pytest.mark.parametrize("kind", FRAGMENTS)
def test_fragments_are_programs_that_can_be_judged(kind: str) -> None:
    for seed in range(6):
        recipe = Recipe(((kind, 1, seed),), 1 + seed % 4, 2 + seed % 3, seed % 3 == 2, ("int32", "float32")[seed % 2])
        outcome = judge(Pair(recipe.text(), recipe.rows, ()), None)
        assert outcome.verdict is not Verdict.UNFIT, outcome.message


@pytest.mark.parametrize("name", DRAWS)
def test_every_primitive_is_tried_with_success(name: str) -> None:
    """Look-ups and steps that are drawn for a primitive are not always refused."""
    for seed in range(80):
        rng = random.Random(seed)
        recipe = draw_recipe(rng, SUITED.get(name, ()))
        trial = Trial(Pair(recipe.text(), recipe.rows, ()))
        for step in draw_steps(name, trial, rng):
            if trial.step(step) is None and step[0] == name:
                return
    pytest.fail(f"{name} was always refused")


# -- the judge finds what it is for ----------------------------------------------------------------


def program(*lines: str) -> PrimFunc:
    head = ["@T.prim_func", 'def main(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):']
    return parse_module("\n".join([*head, *(f"    {line}" for line in lines)]) + "\n", "program.tir").prim_funcs["main"]


RACING = program(
    "for i in T.parallel(7):",
    '    with T.block("A"):',
    "        vi = T.axis.spatial(7, i)",
    "        A[vi + 1] = A[vi] + 1",
)


def arrays() -> list[np.ndarray]:
    return [2 * np.arange(8, dtype=np.int32), np.zeros(8, np.int32)]


def loops(func: PrimFunc) -> PrimFunc:
    for step in PASSES:
        func = step.run(func, Target.parse(None))
    return func


def test_a_race_shows_in_the_order_and_in_who_touches_what() -> None:
    assert InOrder(RACING).results(arrays())[0].tolist() == [0, 1, 2, 3, 4, 5, 6, 7]
    assert Shuffled(RACING, 0).results(arrays())[0].tolist() == [0, 1, 3, 5, 7, 9, 11, 13]
    with pytest.raises(Race, match="iteration 1 of `i`"):
        Watched(loops(RACING)).results(arrays())


def test_own_buffers_of_iterations_are_no_race() -> None:
    func = program(
        'C = T.alloc_buffer((8,), "int32")',
        "for i in T.parallel(4):",
        "    for j in range(2):",
        '        with T.block("C"):',
        "            vj = T.axis.spatial(2, j)",
        "            vi = T.axis.spatial(4, i)",
        "            C[vj] = A[vi * 2 + vj]",
        "    for j in range(2):",
        '        with T.block("B"):',
        "            vj = T.axis.spatial(2, j)",
        "            vi = T.axis.spatial(4, i)",
        "            B[vi * 2 + vj] = C[1 - vj]",
    )
    assert Watched(loops(func)).results(arrays())[1].tolist() == [2, 0, 6, 4, 10, 8, 14, 12]


@pytest.mark.cover(1)
@pytest.mark.parametrize("dtype", ["int32", "float32"])
@pytest.mark.parametrize("guard", ["C[vi] > 0", "C[vi] < 0", "C[vi] == 0", "C[vi] * 0 == 0"])
def test_a_guard_that_reads_fresh_memory_makes_a_program_unfit(guard: str, dtype: str) -> None:
    """NaN alone makes each comparison false; all but the last go either way."""
    text = "\n".join(
        [
            "@T.prim_func",
            f'def main(A: T.Buffer((8,), "{dtype}")):',
            f'    C = T.alloc_buffer((8,), "{dtype}")',
            "    for i in range(8):",
            '        with T.block("A"):',
            "            vi = T.axis.spatial(8, i)",
            f"            if {guard}:",
            f"                A[vi] = T.{dtype}(9)",
        ]
    )
    fit = dtype == "int32" and "* 0" in guard
    assert (judge(Pair(text, 1, ()), None).verdict is Verdict.UNFIT) is not fit


@pytest.mark.parametrize("index", ["vi + B[vi] + 5000", "vi + B[vi] - 5000"])
def test_an_access_beyond_a_parameter_ends_the_process(index: str) -> None:
    func = program(
        "for i in range(8):",
        '    with T.block("A"):',
        "        vi = T.axis.spatial(8, i)",
        f"        A[{index}] = 1",
    )
    with pytest.raises(Fault) as caught:
        run_compiled(func, arrays(), 0)
    assert caught.value.verdict is Verdict.BOUNDS
