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
    assert str(inspect.signature(vars(Schedule)["split"])) == (
        "(self, /, loop, factors, preserve_unit_iters=True, disable_predication=False, names=None)"
    )
    assert str(inspect.signature(vars(Schedule)["reorder"])) == "(self, /, *loops)"
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


def test_layouts_in_blocks_larger_than_the_buffer() -> None:
    """`j // 32, j % 32` are blocks of 32 also where `j` stays below 12: what is left of the only block is padding."""
    from test_meaning import check_same

    func = softmax(5, 12)
    sch = Schedule(func)
    with pytest.raises(MlccError) as caught:
        sch.transform_layout("E", ("write", 0), lambda i, j: (i, j // 32, j % 32))
    assert caught.value.code == "S266"
    sch.transform_layout("E", ("write", 0), lambda i, j: (i, j // 32, j % 32), pad_value=0.0)
    assert "E = T.alloc_buffer((5, 1, 32))" in sch.func.script()
    check_same(func, sch.func)


def test_blockized_reduction_with_a_guard_over_its_sum() -> None:
    """The initialisation is not under the guard of loops that it has not."""
    from test_meaning import check_same

    func = mm_relu()
    sch = Schedule(func)
    i, j, k = sch.get_loops(sch.get_block("Y"))
    outer, _ = sch.split(k, [None, 4])
    sch.blockize(outer)
    assert "T.where(k_0 * 4 + k_1 < 6)" in sch.func.script()
    assert structural_equal(parse_module(sch.mod.script()), sch.mod)
    check_same(func, sch.func)


def test_blocks_and_buffers_by_name() -> None:
    """As in TVM a block may be given by its name, and a buffer by its name or itself."""
    func = mm_relu()
    named, plain = Schedule(func), Schedule(func)
    named.cache_read("Y", "A", "local")
    named.cache_write("Y", named.get(named.get_block("Y")).writes[0].buffer, "local", consumer_blocks=None)
    named.decompose_reduction("Y", named.get_loops("Y")[2])
    block = plain.get_block("Y")
    plain.cache_read(block, 0, "local")
    plain.cache_write(block, 0, "local")
    plain.decompose_reduction(block, plain.get_loops(block)[2])
    assert structural_equal(named.mod, plain.mod)
    replayed, _ = apply_script(func, named.trace.to_yaml())
    assert structural_equal(replayed, named.mod)


@pytest.mark.parametrize(
    "step",
    [
        lambda sch: sch.split("i", [None, 2]),
        lambda sch: sch.split(sch.get_loops("Y")[0], 4),
        lambda sch: sch.compute_inline(None),
        lambda sch: sch.reorder(sch.get_loops("Y")[0], sch.get_block("Y")),
        lambda sch: sch.cache_read("Y", 0, "local", consumer_blocks="C"),
    ],
)
def test_arguments_of_the_wrong_kind(step) -> None:
    sch = Schedule(mm_relu())
    with pytest.raises(MlccError) as caught:
        step(sch)
    assert caught.value.code == "S104"


def test_parts_of_an_inner_loop_can_be_scheduled_around() -> None:
    """The block that holds the parts names the loops outside by axes, so that these may still be split."""
    from test_meaning import check_same

    func = softmax(6, 12)
    sch = Schedule(func)
    i, j = sch.get_loops("E")
    sch.loop_partition(j, [4, None])
    sch.split(i, [None, 4])
    sch.vectorize(sch.get_loops("E_j0")[0])
    assert "for j1 in range(4, 12)" in sch.func.script()
    assert structural_equal(parse_module(sch.mod.script()), sch.mod)
    check_same(func, sch.func)
