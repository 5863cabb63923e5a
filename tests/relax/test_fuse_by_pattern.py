"""Parts of a graph that patterns match are outlined, merged, and handed to generators."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc import relax
from mlcc.diagnostics import MlccError
from mlcc.ir import IRModule, verify
from mlcc.relax.dpl import is_const, is_op, wildcard
from mlcc.relax.transform import FuseOpsByPattern, MergeCompositeFunctions, RunCodegen
from mlcc.relax.transform.fuse_by_pattern import PatternCheckContext

from .graphs import normal

RELU_MATMUL = is_op("relax.nn.relu")(is_op("relax.matmul")(wildcard(), is_const()))
MATMUL = is_op("relax.matmul")(wildcard(), is_const())


def layers(reused: bool = False) -> IRModule:
    bb = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((3, 4), "float32"))
    weights = [relax.const(normal(4, 4, seed=n)) for n in range(2)]
    with bb.function("main", [x]):
        with bb.dataflow():
            first = bb.emit(relax.op.matmul(x, weights[0]))
            hidden = bb.emit(relax.op.nn.relu(first))
            last = bb.emit(relax.op.matmul(hidden, weights[1]))
            out = bb.emit_output(relax.op.add(last, first) if reused else relax.op.exp(last))
        bb.emit_func_output(out)
    return bb.get()


def names(module: IRModule) -> list[str]:
    return [name for name in module.functions if name != "main"]


def check(module: IRModule, reused: bool = False) -> None:
    verify(module)
    x = normal(3, 4, seed=9)
    # wide: products of 4 elements, in another order, under an exponential
    np.testing.assert_allclose(mlcc.build(module)(x), mlcc.build(layers(reused))(x), rtol=1e-4, atol=1e-5)


def test_earlier_patterns_take_precedence() -> None:
    module = FuseOpsByPattern([("lib.relu_matmul", RELU_MATMUL), ("lib.matmul", MATMUL)])(layers())
    assert names(module) == ["fused_lib_relu_matmul", "fused_lib_matmul"]
    func = module.graph_funcs["fused_lib_matmul"]
    assert func.attrs["Composite"] == "lib.matmul"
    assert len(func.params) == 1  # the weight is inside
    check(module)
    passed = FuseOpsByPattern([("lib.matmul", MATMUL)], bind_constants=False)(layers())
    assert [len(passed.graph_funcs[n].params) for n in names(passed)] == [2, 2]
    check(passed)


def test_what_is_used_outside_is_not_outlined() -> None:
    module = FuseOpsByPattern([("lib.relu_matmul", RELU_MATMUL)])(layers(reused=True))
    assert names(module) == []
    check(FuseOpsByPattern([("lib.matmul", MATMUL)])(layers(reused=True)), reused=True)


def test_a_check_may_decline() -> None:
    x = wildcard()
    pattern = is_op("relax.matmul")(x, is_const())

    def wants(match: PatternCheckContext) -> bool:
        return isinstance(match.annotated_expr["x"], relax.Var) and match.annotated_expr["x"].name == "x"

    module = FuseOpsByPattern([("lib.matmul", pattern, {"x": x}, wants)])(layers())
    assert names(module) == ["fused_lib_matmul"]
    check(module)


def test_neighbours_of_one_generator_are_merged() -> None:
    module = FuseOpsByPattern([("lib.relu_matmul", RELU_MATMUL), ("lib.matmul", MATMUL)])(layers())
    merged = MergeCompositeFunctions()(module)
    parts = [n for n, f in merged.graph_funcs.items() if "Codegen" in f.attrs]
    assert parts == ["lib_part"]
    assert [type(b.value.op).__name__ for b in merged.graph_funcs["lib_part"].bindings()] == ["GlobalVar"] * 2
    check(merged)
    other = FuseOpsByPattern([("one.relu_matmul", RELU_MATMUL), ("two.matmul", MATMUL)])(layers())
    parts = [n for n, f in MergeCompositeFunctions()(other).graph_funcs.items() if "Codegen" in f.attrs]
    assert parts == ["one_part", "two_part"]


def test_a_registered_generator_gives_the_functions() -> None:
    seen: list[Any] = []

    def generate(functions: list[Any], options: dict[str, Any], constants: dict[str, Any]) -> list[Any]:
        seen.append((len(functions), options))

        def run(func: relax.Function) -> Any:
            weight = next(b.value.args[1].data for b in func.bindings())  # type: ignore[attr-defined]

            def product(x: Any, out: Any) -> None:
                np.matmul(x, weight, out=out)

            return product

        return [run(func) for func in functions]

    mlcc.register_func("relax.ext.numpy", generate, override=True)
    module = FuseOpsByPattern([("numpy.matmul", MATMUL)], annotate_codegen=True)(layers())
    assert all(module.graph_funcs[n].attrs["Codegen"] == "numpy" for n in names(module))
    check(module)
    done = RunCodegen(target_options={"numpy": {"threads": 1}})(module)
    assert names(done) == []
    assert done["main"].script().count("R.call_dps_packed") == 2
    assert seen == [(2, {"threads": 1})]
    check(done)
    assert RunCodegen()(layers()).graph_funcs.keys() == {"main"}


def test_generators_that_are_missing_or_wrong_are_refused() -> None:
    module = FuseOpsByPattern([("nobody.matmul", MATMUL)], annotate_codegen=True)(layers())
    with pytest.raises(MlccError, match="T128"):
        RunCodegen()(module)
    for wrong in ([], [3, 4], None):
        mlcc.register_func("relax.ext.nobody", lambda f, o, c, wrong=wrong: wrong, override=True)
        with pytest.raises(MlccError, match="T128"):
            RunCodegen()(module)
