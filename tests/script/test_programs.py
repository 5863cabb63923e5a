"""Every program of the seeds and of the catalogue is read, printed and read again."""

from __future__ import annotations

import pytest

from mlcc.ir import Constant, ExternFunc, GraphCall, IRModule, Op
from mlcc.ir.compare import first_difference
from mlcc.script import parse_module

from .conftest import round_trip
from .programs import DIALECTS
from .seeds import SEEDS, catalogue_programs, seed_programs

ALL = [*seed_programs(), *catalogue_programs()]


@pytest.mark.skipif(not SEEDS.exists(), reason="the seed documents are not here")
def test_the_seeds_hold_programs() -> None:
    assert len(seed_programs()) >= 26
    assert len(catalogue_programs()) >= 7


@pytest.mark.parametrize("text", [t for _, t in ALL], ids=[n for n, _ in ALL])
def test_program(text: str) -> None:
    module = parse_module(text)
    assert module.functions
    round_trip(module)


@pytest.mark.parametrize("name", DIALECTS)
def test_dialects_mean_the_same(name: str) -> None:
    module = parse_module(DIALECTS[name])
    assert first_difference(module, parse_module(DIALECTS["2023"])) is None
    assert module["mm_relu"].attrs == {"global_symbol": "mm_relu", "tir.noalias": True}
    round_trip(module)


def test_indented_text_is_read_as_it_stands() -> None:
    shifted = "\n".join("      " + line for line in DIALECTS["2023"].split("\n"))
    assert first_difference(parse_module(shifted), parse_module(DIALECTS["2023"])) is None


def test_spaces_of_web_pages_and_windows_lines() -> None:
    text = DIALECTS["2023"].replace("        for", "\u00a0\u00a0\u00a0\u00a0    for").replace("\n", "\r\n")
    assert first_difference(parse_module(text), parse_module(DIALECTS["2023"])) is None


def test_library_calls_and_constants_of_2022() -> None:
    module = parse_module("""
@tvm.script.ir_module
class M:
    @R.function
    def main(x: Tensor((1, 8), "float32")) -> Tensor(None, "float32", ndim = 2):
        # block 0
        with R.dataflow():
            lv0 = R.call_tir("env.linear", (x, meta[relay.Constant][0]), (1, 4), dtype="float32")
            R.output(lv0)
        return lv0
""")
    first, second = module.graph_funcs["main"].bindings()
    # The text leaves the constant's data out: it becomes a call that only building refuses.
    assert isinstance(first.value, GraphCall)
    assert isinstance(first.value.op, Op)
    assert (first.value.op.name, first.value.attrs) == ("omitted_constant", {"index": 0})
    assert isinstance(second.value, GraphCall)
    assert isinstance(second.value.args[0], ExternFunc)
    round_trip(module)


def test_trailer_of_constants() -> None:
    import numpy as np

    from mlcc.ir import GraphFunction, GraphVar, SeqExpr, TensorStructInfo

    data = np.arange(24, dtype="float32").reshape(2, 3, 4) / 7
    x = GraphVar("x", TensorStructInfo((2, 3, 4)))
    const = Constant(data)
    from mlcc.ir import BindingBlock, VarBinding

    y = GraphVar("y", TensorStructInfo((2, 3, 4)))
    call = GraphCall(Op("add"), (x, const))
    body = SeqExpr((BindingBlock((VarBinding(y, call),)),), y)
    module = IRModule({"main": GraphFunction((x,), body, None, {"global_symbol": "main"})})
    text = module.script()
    assert text.rstrip().endswith('""")')
    read = parse_module(text)
    value = read.graph_funcs["main"].bindings()[0].value
    assert isinstance(value, GraphCall)
    assert isinstance(value.args[1], Constant)
    np.testing.assert_array_equal(value.args[1].data, data)
    assert not value.args[1].data.flags.writeable
    assert first_difference(module, read) is None
