"""specialize: calls of few iterations by another schedule."""

from __future__ import annotations

import json

import pytest
from kernels import symbolic_mm
from tried import applied, check, only, program, refused

from mlcc import te
from mlcc.ir import Var, script
from mlcc.schedule import Schedule, apply_script

FEW = """
- specialize: {block: Y, axes: [0], below: 5, schedule: "{steps: [{unroll: [Y, k]}]}\\n"}
"""
TILED = """
- cache_write: {block: Y, write_buffer_index: 0, storage_scope: local}
- split: {loop: [Y, 0], factors: [null, 4]}
- parallel: [C, 0]
"""
REFUSED = [
    ("S237", "- specialize: {block: Y, axes: [1], below: 5, schedule: generic.yaml}"),
    ("S237", "- specialize: {block: Y, axes: [7], below: 5, schedule: generic.yaml}"),
    ("S112", "- specialize: {block: Y, axes: [0], below: 5, schedule: no_such.yaml}"),
    ("S111", "- specialize: {block: Y, axes: [0], below: 5, schedule: conv_plain.yaml}"),
    (
        "S201",
        "- cache_write: {block: Y, write_buffer_index: 0, storage_scope: local, as: copy}\n"
        "- specialize: {block: $copy, axes: [0], below: 5, schedule: generic.yaml}",
    ),
]


LAYOUT = '- transform_layout: {block: Y, buffer: A, index_map: "i, j -> j, i", pad_value: 0}\n'
CHANGED = [
    ("S238", LAYOUT + "- specialize: {block: Y, axes: [0], below: 5, schedule: generic.yaml}"),
    ("S238", f"- specialize: {{block: Y, axes: [0], below: 5, schedule: {json.dumps('steps:' + chr(10) + LAYOUT)}}}"),
]


@pytest.mark.parametrize(("code", "steps"), [*REFUSED, *CHANGED])
def test_refused(code: str, steps: str) -> None:
    refused(code, symbolic_mm(), steps)


@pytest.mark.parametrize("rows", [1, 4, 5, 13])
def test_both_versions_compute_the_same(rows: int) -> None:
    applied(symbolic_mm(), TILED + FEW, sizes={"n": rows})


def test_the_other_schedule_begins_with_the_program_as_given() -> None:
    after, _ = apply_script(program(symbolic_mm()), TILED + FEW)
    few, many = script(only(after)).split("if n < 5:")[1].split("\n    else:")
    assert "T.unroll(6)" in few
    assert "Y_local" not in few
    assert "Y_local" in many
    assert "T.parallel" in many


def test_parameters_are_those_of_the_other_schedule() -> None:
    sch = Schedule(symbolic_mm())
    text = "params: {height: 1}\nsteps:\n- split: {loop: [Y, 0], factors: [null, $height]}\n"
    sch.specialize("Y", [0], 8, text, ["height=3"])
    sch.parallel(sch.get_loops("C")[0])
    for rows in (2, 9):
        check(symbolic_mm(), sch.mod, sizes={"n": rows})
    assert "range(3)" in script(sch.func).split("else:")[0] or "(n + 2) // 3, 3" in script(sch.func).split("else:")[0]


@pytest.mark.parametrize("size", ["n", "n + 1"])
def test_the_other_schedule_sees_the_range_of_one_size(size: str) -> None:
    """Fewer than 5 rows are one block of 16: what is not known of a size that is computed of another."""
    n = Var("n", "int64")
    rows = n if size == "n" else n + 1
    x, w = te.placeholder((rows,), name="X"), te.placeholder((n,), name="W")
    blocks = te.compute(
        ((rows + 15) // 16, 16), lambda b, i: te.if_then_else(b * 16 + i < rows, x(b * 16 + i), 0.0), "P"
    )
    func = te.create_prim_func([x, w, te.compute((rows,), lambda i: blocks(i // 16, i % 16), "Y")])
    sch = Schedule(func)
    sch.specialize("Y", [0], 5, "steps: []\n")
    few = script(sch.func).split("if ")[1].split("\n    else:")[0]
    assert few.startswith("n > T.int64(0) and n < T.int64(5)") == (size == "n")
    assert ("// T.int64(16)" in few) == (size != "n")
    for value in (1, 4, 5, 16, 17):
        check(func, sch.mod, sizes={"n": value})
