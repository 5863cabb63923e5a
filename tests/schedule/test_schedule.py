"""The Schedule class: TVM's course code, references, copies, look-ups."""

import inspect
from pathlib import Path

import pytest
from kernels import conv, mm_relu, softmax

from mlcc.diagnostics import MlccError
from mlcc.ir import structural_equal
from mlcc.schedule import BlockRV, LoopRV, Schedule, apply_script, primitive_table
from mlcc.script import parse_module

GOLDEN = Path(__file__).parent.parent / "golden"


def read(case: str, name: str):
    return parse_module((GOLDEN / case / name).read_text(), name)


@pytest.mark.parametrize("jfactor", [2, 4, 8, 9, 32])
def test_the_course(jfactor: int) -> None:
    """The function `transform` of the lesson, as it stands there."""
    sch = Schedule(read("seed_split", "input.tir"))
    block_Y = sch.get_block("Y", func_name="mm_relu")
    i, j, k = sch.get_loops(block_Y)
    j0, j1 = sch.split(j, factors=[None, jfactor])
    sch.reorder(j0, k, j1)
    block_C = sch.get_block("C", "mm_relu")
    sch.reverse_compute_at(block_C, j0)
    assert structural_equal(sch.mod, read(f"seed_jfactor_{jfactor}", "expected.tir"))
    assert isinstance(block_Y, BlockRV)
    assert isinstance(i, LoopRV)


def test_references_stay_valid() -> None:
    sch = Schedule(mm_relu())
    block = sch.get_block("Y")
    i, j, k = sch.get_loops(block)
    sch.split(j, [None, 5])
    sch.cache_write(block, 0, "local")
    init = sch.decompose_reduction(block, k)
    assert sch.get(block).name == "Y_update"
    assert sch.get(init).name == "Y_init"
    assert sch.get(i).extent.value == 7
    with pytest.raises(MlccError) as caught:
        sch.get(j)
    assert caught.value.code == "S205"
    assert caught.value.diagnostic.notes == ("`j` was split into `j_0`, `j_1` by step 1 (`split`)",)


def test_inlined_blocks_are_gone() -> None:
    sch = Schedule(conv())
    block = sch.get_block("add")
    sch.compute_inline(block)
    with pytest.raises(MlccError) as caught:
        sch.get_loops(block)
    assert caught.value.diagnostic.notes == ("`add` was inlined by step 1 (`compute_inline`)",)


def test_copies_are_independent() -> None:
    sch = Schedule(mm_relu())
    block = sch.get_block("Y")
    _, j, _ = sch.get_loops(block)
    other = sch.copy()
    other.split(j, [None, 5])
    sch.unroll(j)
    assert "j_0" in other.mod["main"].script()
    assert "j_0" not in sch.mod["main"].script()
    assert len(sch.trace.steps) == len(other.trace.steps) == 1
    assert other.get(block).name == "Y"


def test_lookups() -> None:
    sch = Schedule(softmax())
    names = lambda refs: [r.name for r in refs]  # noqa: E731
    root = sch.get_block("root")
    assert names(sch.get_child_blocks(root)) == ["M", "E", "S", "R"]
    assert names(sch.get_producers(sch.get_block("R"))) == ["E", "S"]
    assert names(sch.get_consumers(sch.get_sblock("E"))) == ["S", "R"]
    assert names(sch.get_output_blocks(root)) == ["R"]
    i, j = sch.get_loops(sch.get_block("E"))
    assert names(sch.get_child_blocks(i)) == ["E"]
    assert names([i, j]) == ["i", "j"]


def test_the_given_function_is_not_changed() -> None:
    func = mm_relu()
    text = func.script()
    sch = Schedule(func)
    sch.parallel(sch.get_loops(sch.get_block("C"))[0])
    assert func.script() == text


def test_signatures_are_those_of_the_dataclasses() -> None:
    assert str(inspect.signature(Schedule.split)) == (
        "(self, /, loop, factors, preserve_unit_iters=True, disable_predication=False, names=None)"
    )
    assert str(inspect.signature(Schedule.reorder)) == "(self, /, *loops)"
    for name, cls in primitive_table().items():
        assert getattr(Schedule, name).__doc__ == cls.__doc__


def test_kinds_before_or_after_decomposing() -> None:
    """Spatial loops of a decomposed reduction may still become parallel or vectors."""
    sch = Schedule(mm_relu())
    block = sch.get_block("Y")
    i, j, k = sch.get_loops(block)
    sch.reorder(i, k, j)
    sch.decompose_reduction(block, k)
    sch.vectorize(j)
    sch.parallel(i)
    with pytest.raises(MlccError) as caught:
        sch.vectorize(k)
    assert caught.value.code == "S233"
    sch.unroll(k)


def test_epilogue_chain_over_ragged_tiles() -> None:
    """Accumulate in registers, write back tile by tile, bias and relu right after."""
    text = """
- cache_write: {block: conv, write_buffer_index: 0, storage_scope: local, as: back}
- get_loops: {block: conv, as: [n, c, y, x, rc, ry, rx]}
- split: {loop: c, factors: [null, 2], as: [c0, c1]}
- split: {loop: x, factors: [null, 4], as: [x0, x1]}
- split: {loop: y, factors: [null, 4], as: [y0, y1]}
- reorder: [n, c0, y0, x0, rc, ry, rx, y1, x1, c1]
- reverse_compute_at: {block: back, loop: x0}
- reverse_compute_at: {block: add, loop: x0}
- reverse_compute_at: {block: relu, loop: x0}
- compute_at: {block: pad, loop: y0}
- decompose_reduction: {block: conv, loop: rc}
- fuse: {loops: [n, c0], as: outer}
- parallel: outer
- vectorize: c1
"""
    from test_meaning import check_same

    func = conv(channels=2, size=7, outputs=5)
    module, trace = apply_script(func, text)
    check_same(func, module["main"])
    again, _ = apply_script(func, trace.to_yaml())
    assert structural_equal(again, module)
    shown = module["main"].script()
    assert "for outer" not in shown
    assert "for b_c_0_fused in T.parallel(3)" in shown
    assert "T.where(b_c_0_fused % 3 * 2 + c_1_init < 5 and x_0 * 4 + x_1_init < 7 and y_0 * 4 + y_1_init < 7)" in shown
