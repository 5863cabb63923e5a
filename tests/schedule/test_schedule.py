"""The Schedule class: TVM's course code, references, copies, look-ups."""

import inspect

import pytest
from kernels import mm_relu

from mlcc.diagnostics import MlccError
from mlcc.ir import Evaluate, IRModule, PrimFunc, const, structural_equal
from mlcc.schedule import Schedule, apply_script, primitive_table
from mlcc.script import parse_module

ONE_OF_TWO = """
@T.prim_func
def {}(A: T.Buffer((8,)), B: T.Buffer((8,))):
    for i in range(8):
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            B[vi] = A[vi]
"""


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


def test_a_reference_may_be_forgotten() -> None:
    sch = Schedule(mm_relu())
    block = sch.get_block("Y")
    assert sch.get(rand_var_or_sref=block).name == "Y"
    sch.remove_rv(block)
    with pytest.raises(MlccError) as caught:
        sch.get_loops(block)
    assert caught.value.code == "S206"


def test_functions_are_named() -> None:
    text = ONE_OF_TWO.format("one") + ONE_OF_TWO.format("other")
    sch = Schedule(parse_module(text, "two.tir"))
    with pytest.raises(MlccError) as caught:
        sch.get_block("B")
    assert caught.value.code == "S207"
    with pytest.raises(MlccError) as caught:
        sch.get_block("B", func_name="third")
    assert caught.value.code == "S207"
    sch.work_on("other")
    assert sch.get_block("B").func == "other"


def test_lowered_functions() -> None:
    lowered = PrimFunc((), {}, Evaluate(const(0)), {})
    with pytest.raises(MlccError) as caught:
        Schedule(IRModule({"main": lowered})).get_block("B")
    assert caught.value.code == "S209"


def test_what_a_notebook_shows() -> None:
    sch = Schedule(mm_relu())
    assert repr(sch) == "Schedule(main: 0 steps)"
    sch.get_block("Y")
    assert repr(sch) == "Schedule(main: 1 step)"
    assert sch._repr_html_() == sch.mod._repr_html_()
