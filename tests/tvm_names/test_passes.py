"""Passes that users write, and the context in which passes run."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc import ir, relax, transform
from mlcc.diagnostics import MlccError
from mlcc.ir import IRModule, PrimFunc
from mlcc.script import parse_module

TEXT = """
@I.ir_module
class M:
    @T.prim_func
    def f(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            with T.block("B"):
                vi = T.axis.spatial(8, i)
                B[vi] = A[vi] + T.float32(1)

    @R.function
    def main(x: R.Tensor((8,), "float32")) -> R.Tensor((8,), "float32"):
        with R.dataflow():
            lv = R.exp(x)
            gv = R.negative(lv)
            R.output(gv)
        return gv
"""
MODULE = parse_module(TEXT)


class Log(ir.instrument.PassInstrument):
    def __init__(self, refuse: str = "") -> None:
        self.events: list[str] = []
        self.refuse = refuse

    def enter_pass_ctx(self) -> None:
        self.events.append("enter")

    def exit_pass_ctx(self) -> None:
        self.events.append("exit")

    def should_run(self, mod: IRModule, info: Any) -> bool:
        return bool(info.name != self.refuse)

    def run_before_pass(self, mod: IRModule, info: Any) -> None:
        self.events.append(f"before {info.name}")

    def run_after_pass(self, mod: IRModule, info: Any) -> None:
        self.events.append(f"after {info.name}")


@ir.transform.module_pass(opt_level=2, name="Rename")
class Rename:
    """Gives the function `f` another name."""

    def __init__(self, name: str = "g") -> None:
        self.new_name = name

    def transform_module(self, mod: IRModule, ctx: transform.PassContext) -> IRModule:
        return mod.with_functions({(self.new_name if k == "f" else k): f for k, f in mod.functions.items()})


#: For type checkers, which take the class for what it was before the decorator.
RENAME: Any = Rename


def test_a_class_becomes_a_pass_and_keeps_its_own_attributes() -> None:
    made = RENAME("h")
    assert list(made(MODULE).functions) == ["h", "main"]
    assert made.new_name == "h"
    assert (made.info.name, made.info.opt_level) == ("Rename", 2)
    assert list(RENAME()(MODULE).functions) == ["g", "main"]


def test_functions_become_passes() -> None:
    @ir.transform.module_pass(opt_level=1)
    def drop(mod: IRModule, ctx: transform.PassContext) -> IRModule:
        return mod.without("f")

    @relax.transform.function_pass(opt_level=0)
    def mark(func: relax.Function, mod: IRModule, ctx: transform.PassContext) -> relax.Function:
        return func.with_attr("level", ctx.opt_level)

    @ir.transform.prim_func_pass(opt_level=0, name="Tag")
    class Tag:
        def transform_function(self, func: PrimFunc, mod: IRModule, ctx: transform.PassContext) -> PrimFunc:
            return func.with_attr("tag", len(mod.functions))

    assert list(drop(MODULE).functions) == ["main"]
    with transform.PassContext(opt_level=3):
        assert mark(MODULE).graph_funcs["main"].attrs["level"] == 3
    tag: Any = Tag
    tagged = tag()(MODULE)
    assert tagged.prim_funcs["f"].attrs["tag"] == 2
    assert tagged["main"] is MODULE["main"]


def test_a_sequence_leaves_out_passes_by_level_and_by_name() -> None:
    passes = transform.Sequential([RENAME("h"), relax.transform.DeadCodeElimination()])
    log = Log()
    with transform.PassContext(opt_level=1, instruments=[log]):
        assert "f" in passes(MODULE)
    assert log.events == [
        "enter", "before sequential", "before DeadCodeElimination", "after DeadCodeElimination", "after sequential",
        "exit",
    ]  # fmt: skip
    with transform.PassContext(opt_level=1, required_pass=["Rename"], disabled_pass=["DeadCodeElimination"]):
        assert "h" in passes(MODULE)
    assert "h" in passes(MODULE)  # outside of a context everything runs


def test_an_instrument_may_decline_a_pass() -> None:
    with transform.PassContext(instruments=[Log("Rename")]):
        assert RENAME()(MODULE) is MODULE


def test_a_pass_that_calls_the_method_of_its_base_is_one_pass() -> None:
    log = Log()
    with transform.PassContext(instruments=[log]):
        relax.transform.FoldConstant()(MODULE)
    assert log.events == ["enter", "before FoldConstant", "after FoldConstant", "exit"]


def test_times_and_texts_of_passes() -> None:
    times = ir.instrument.PassTimingInstrument()
    texts: list[str] = []
    with transform.PassContext(instruments=[times, ir.instrument.PrintAfterAll(texts.append)]):
        transform.Sequential([RENAME("h")])(MODULE)
        assert [line.split(":")[0] for line in times.render().splitlines()] == ["sequential", "  Rename"]
    assert texts[0].startswith("# after Rename\n")
    assert "def h(" in texts[0]


def test_instruments_are_replaced_within_a_context() -> None:
    transform.register_config("test.limit", int, "read by a pass of this test")
    first, second = Log(), Log()
    with transform.PassContext(instruments=[first], config={"test.limit": 3}) as context:
        context.override_instruments([second])
        RENAME()(MODULE)
        assert transform.PassContext.current().config == {"test.limit": 3}
    assert first.events == ["enter", "exit"]
    assert second.events == ["enter", "before Rename", "after Rename", "exit"]
    assert transform.PassContext.current().opt_level == 2


def test_what_is_no_pass_is_refused() -> None:
    with pytest.raises(MlccError, match="T126"):
        ir.transform.module_pass(opt_level=1)(3)
    with pytest.raises(MlccError, match="T126.*transform_module"):

        @ir.transform.module_pass(opt_level=1)
        class Nothing:
            pass

    @ir.transform.module_pass
    def none(mod: IRModule, ctx: transform.PassContext) -> Any:
        return None

    with pytest.raises(MlccError, match="T126"):
        none(MODULE)


def test_a_class_with_the_instrument_decorator_may_define_some_methods_only() -> None:
    @ir.instrument.pass_instrument
    class Count:
        count = 0

        def run_before_pass(self, mod: IRModule, info: Any) -> None:
            self.count += 1

    counter: Any = Count()
    with mlcc.transform.PassContext(instruments=[counter]):
        RENAME()(MODULE)
    assert counter.count == 1


def test_a_function_is_replaced_in_the_module_itself() -> None:
    module = parse_module(TEXT)
    before = module.with_functions(module.functions)
    new = module["f"].with_attr("note", 1)
    module.update_func(module.get_global_var("f"), new)
    assert module["f"] is new
    module["g"] = new.with_attr("global_symbol", "g")
    assert list(module) == [*before, "g"]
    assert before["f"] is not new


def test_operators_of_ones_own_form_and_operators_that_stay() -> None:
    from mlcc import relax, topi
    from mlcc.script import parse

    text = """
@R.function
def main(x: R.Tensor((3,), "float32")):
    with R.dataflow():
        a = R.exp(x)
        b = R.add(a, x)
        R.output(b)
    return b
"""

    def double(bb: relax.BlockBuilder, call: relax.Call) -> relax.Expr:
        return bb.call_te(topi.multiply, call.args[0], call.args[0], primfunc_name_hint="own")

    legal = relax.transform.LegalizeOps({"relax.add": double}, skip_ops=["relax.exp"])(parse(text))
    assert set(legal) == {"own", "main"}
    assert "R.exp(x)" in legal["main"].script()
    x = np.array([0, 1, 2], "float32")
    np.testing.assert_allclose(mlcc.build(legal)(x), np.exp(x) ** 2, rtol=1e-6)


def test_arguments_of_tvms_passes() -> None:
    from mlcc import relax
    from mlcc.script import parse

    text = """
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((3,), "float32")):
        return R.exp(x)

    @R.function
    def other(x: R.Tensor((3,), "float32")):
        return R.sin(x)
"""
    assert set(relax.transform.DeadCodeElimination(["main"])(parse(text))) == {"main"}
    assert relax.transform.EliminateCommonSubexpr(call_only=True)(parse(text))["main"] is not None


def test_passes_over_dataflow_blocks() -> None:
    from mlcc.script import parse

    text = """
@R.function
def main(x: R.Tensor((3,), "float32")):
    with R.dataflow():
        a = R.exp(x)
        b = R.add(a, x)
        R.output(b)
    c = R.sin(b)
    return c
"""
    seen = []

    @relax.transform.dataflowblock_pass(opt_level=0, name="Look")
    def look(block: ir.BindingBlock, mod: IRModule, ctx: Any) -> ir.BindingBlock:
        seen.append([b.var.name for b in block.bindings])
        return block

    module = parse(text)
    assert look(module) is module
    assert seen == [["a", "b"]]
    with pytest.raises(MlccError, match="T126"):
        relax.transform.dataflowblock_pass(lambda block, mod, ctx: None, name="None")(module)
