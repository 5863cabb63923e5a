"""What a `PassContext` changes in a build: options, disabled passes, instruments, required passes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tolerances import assert_close

import mlcc
from mlcc import ir, relax, tir, transform
from mlcc.diagnostics import MlccError
from mlcc.driver.phases import GRAPH_PHASES
from mlcc.ir import IRModule, PrimFunc, Ramp, walk
from mlcc.lowering import PASSES
from mlcc.script import parse_module

TEXT = """
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((3, 7), "float32"), w: R.Tensor((7, 5), "float32")) -> R.Tensor((3, 5), "float32"):
        with R.dataflow():
            h = R.matmul(x, w)
            a = R.add(h, R.const(1, "float32"))
            b = R.nn.relu(a)
            c = R.exp(b)
            y = R.multiply(c, R.add(R.const(1, "float32"), R.const(2, "float32")))
            R.output(y)
        return y
"""
VECTORS = """
@T.prim_func
def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
    assert T.bool(True) and A[0] < T.float32(100), "too large"
    for i in T.vectorized(32):
        with T.block("B"):
            vi = T.axis.spatial(32, i)
            B[vi] = A[vi] * T.float32(2)
"""


def values() -> list[Any]:
    rng = np.random.default_rng(0)
    return [rng.standard_normal(s).astype("float32") for s in ((3, 7), (7, 5))]


def wanted(x: Any, w: Any) -> Any:
    return np.exp(np.maximum(x @ w + 1, 0)) * 3


class Log(ir.instrument.PassInstrument):
    """Keeps the names of passes; declines `refused`."""

    def __init__(self, refused: str = "") -> None:
        self.refused = refused
        self.names: list[str] = []
        self.open = 0

    def should_run(self, mod: IRModule, info: Any) -> bool:
        return bool(info.name != self.refused)

    def run_before_pass(self, mod: IRModule, info: Any) -> None:
        assert isinstance(mod, IRModule)
        self.names.append(info.name)
        self.open += 1

    def run_after_pass(self, mod: IRModule, info: Any) -> None:
        assert isinstance(mod, IRModule)
        self.open -= 1


def test_instruments_see_every_pass_of_a_build() -> None:
    log = Log()
    mlcc.build(parse_module(TEXT))  # what is cached is reported too
    with transform.PassContext(opt_level=3, instruments=[log]):
        library = mlcc.build(parse_module(TEXT))
    graph = [phase.name for phase in GRAPH_PHASES]
    assert log.names[: len(graph)] == graph
    assert {step.info.name for step in PASSES} <= set(log.names)
    assert "tir.FlattenBuffer" in log.names
    assert log.open == 0
    assert_close(library(*values()), wanted(*values()))


@pytest.mark.parametrize(
    "name", ["FuseOps", "FoldConstant", "RemoveIdentities", "tir.LoopPartition", "tir.find_vectors"]
)
def test_disabled_passes_are_left_out_of_a_build(name: str) -> None:
    log, declined = Log(), Log(name)
    with transform.PassContext(disabled_pass=[name], instruments=[log]):
        library = mlcc.build(parse_module(TEXT))
    assert name not in log.names
    assert_close(library(*values()), wanted(*values()))
    with transform.PassContext(instruments=[declined]):
        assert_close(mlcc.build(parse_module(TEXT))(*values()), wanted(*values()))
    assert declined.names == log.names


@pytest.mark.parametrize("name", ["LegalizeOps", "tir.FlattenBuffer", "tir.flatten_buffers"])
def test_passes_that_nothing_is_built_without(name: str) -> None:
    with transform.PassContext(disabled_pass=[name]), pytest.raises(MlccError, match="T133.*`disabled_pass` names it"):
        mlcc.build(parse_module(TEXT))
    if name == "tir.flatten_buffers":
        name = "tir.FlattenBuffer"
    with transform.PassContext(instruments=[Log(name)]), pytest.raises(MlccError, match="T133.*declines"):
        mlcc.build(parse_module(TEXT))


def test_options_of_the_lowering() -> None:
    with transform.PassContext(config={"tir.disable_vectorize": True}):
        assert_close(mlcc.build(parse_module(TEXT))(*values()), wanted(*values()))
    large, out = np.full(32, 200, "float32"), np.empty(32, "float32")
    with pytest.raises(MlccError, match="too large"):
        mlcc.build(parse_module(VECTORS))["main"](large, out)
    with transform.PassContext(config={"tir.disable_assert": True}):
        mlcc.build(parse_module(VECTORS))["main"](large, out)
    assert (out == 400).all()


def test_passes_are_added_to_the_lowering() -> None:
    seen: list[tuple[int, PrimFunc]] = []

    def noting(phase: int) -> Any:
        @tir.transform.prim_func_pass(opt_level=0, name=f"Note{phase}")
        def note(func: PrimFunc, mod: IRModule, ctx: transform.PassContext) -> PrimFunc:
            seen.append((phase, func))
            return func.with_attr("noted", phase)

        return phase, note

    with transform.PassContext(config={"tir.add_lower_pass": [noting(3), noting(1), noting(0), noting(2)]}):
        library = mlcc.build(parse_module(VECTORS))
    assert [phase for phase, _ in seen] == [0, 1, 2, 3]
    texts = [func.script() for _, func in seen]
    assert ["T.block" in text for text in texts] == [True, False, False, False]
    assert [any(isinstance(n, Ramp) for n in walk(func)) for _, func in seen] == [False, False, True, True]
    assert seen[3][1].attrs["noted"] == 2
    assert_close(library(np.arange(32, dtype="float32")), np.arange(32, dtype="float32") * 2)

    @transform.module_pass(opt_level=0)
    def nothing(mod: IRModule, ctx: transform.PassContext) -> IRModule:
        return IRModule({})

    with transform.PassContext(config={"tir.add_lower_pass": [(0, nothing)]}), pytest.raises(MlccError, match="T126"):
        mlcc.build(parse_module(VECTORS))


def test_the_depth_of_fusion() -> None:
    def programs(depth: int | None) -> int:
        log: list[int] = []

        @ir.instrument.pass_instrument
        class Count:
            def run_after_pass(self, mod: IRModule, info: Any) -> None:
                if info.name == "LegalizeOps":
                    log.append(len(mod.prim_funcs))

        config = {} if depth is None else {"relax.FuseOps.max_depth": depth}
        counter: Any = Count()
        with transform.PassContext(config=config, instruments=[counter]):
            assert_close(mlcc.build(parse_module(TEXT))(*values()), wanted(*values()))
        return log[0]

    assert (programs(None), programs(1)) == (1, 5)


def test_options_that_are_none() -> None:
    with pytest.raises(MlccError, match="T132.*`tir.disable_vectorise`") as caught:
        transform.PassContext(config={"tir.disable_vectorise": True})
    assert "did you mean `tir.disable_vectorize`? the options are" in str(caught.value.diagnostics[0].help)
    for config in ({"tir.disable_vectorize": "no"}, {"relax.FuseOps.max_depth": True}, {"tir.add_lower_pass": 1}):
        with pytest.raises(MlccError, match="T132"):
            transform.PassContext(config=config)
    transform.register_config("test.depth", int, "for this test")
    transform.register_config("test.depth", int)
    assert transform.PassContext.list_configs()["test.depth"] == {"type": "int", "doc": "for this test"}
    with pytest.raises(MlccError, match="T132.*exists already"):
        transform.register_config("test.depth", str)


def test_required_passes_run_before() -> None:
    log = Log()

    @transform.module_pass(opt_level=0, required=["FoldConstant", "Prepare"], name="Later")
    def later(mod: IRModule, ctx: transform.PassContext) -> IRModule:
        return mod

    @transform.module_pass(opt_level=0, name="Prepare")
    def prepare(mod: IRModule, ctx: transform.PassContext) -> IRModule:
        return mod

    with transform.PassContext(instruments=[log]):
        transform.Sequential([later])(parse_module(TEXT))
    assert log.names == ["sequential", "FoldConstant", "Prepare", "Later"]
    assert prepare.info.name == "Prepare"

    @transform.module_pass(opt_level=0, required=["FoldConstants"])
    def wrong(mod: IRModule, ctx: transform.PassContext) -> IRModule:
        return mod

    with pytest.raises(MlccError, match="T134.*`FoldConstants`") as caught:
        transform.Sequential([wrong, relax.transform.DeadCodeElimination()])(parse_module(TEXT))
    assert "did you mean `FoldConstant`?" in str(caught.value.diagnostics[0].help)
