"""Patterns by name, as a tutorial on custom optimisations uses them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tolerances import assert_close

import mlcc as tvm
from mlcc import relax
from mlcc.relax.backend import get_pattern, get_patterns_with_prefix, register_patterns
from mlcc.relax.backend.patterns import make_conv2d_pattern, make_matmul_pattern, make_residual_block_pattern
from mlcc.script import parse_module

MODEL: Any = parse_module("""
@R.function
def main(x: R.Tensor((4, 8), "float32"), w: R.Tensor((8, 8), "float32"), b: R.Tensor((8,), "float32")):
    with R.dataflow():
        lv = R.matmul(x, R.permute_dims(w))
        lv1 = R.add(lv, b)
        lv2 = R.nn.relu(lv1)
        lv3 = R.add(x, lv2)
        R.output(lv3)
    return lv3
""")


def test_a_product_is_dispatched_to_python() -> None:
    calls: list[Any] = []

    def generate(functions: list[Any], options: Any, constants: Any) -> list[Any]:
        def run(w: Any, x: Any, b: Any, out: Any) -> None:
            calls.append(out.shape)
            out[:] = np.maximum(x @ w.T + b, 0)

        return [run for _ in functions]

    tvm.register_func("relax.ext.mylib", generate, override=True)
    chain = make_matmul_pattern(with_bias=True, activation="relax.nn.relu", transposed_rhs=True)
    register_patterns([("mylib.matmul_transposed_bias_relu", *chain)])
    pattern = get_pattern("mylib.matmul_transposed_bias_relu")
    assert [rule.name for rule in get_patterns_with_prefix("mylib")] == ["mylib.matmul_transposed_bias_relu"]

    @tvm.transform.module_pass(opt_level=0, name="MyDispatch")
    class MyDispatch:
        def transform_module(self, mod: Any, ctx: Any) -> Any:
            mod = relax.transform.FuseOpsByPattern([pattern], bind_constants=False, annotate_codegen=True)(mod)
            return relax.transform.RunCodegen()(mod)

    dispatch: Any = MyDispatch
    dispatched = dispatch()(MODEL)
    rng = np.random.default_rng(0)
    x, w, b = (rng.standard_normal(s).astype("float32") for s in ((4, 8), (8, 8), (8,)))
    assert_close(np.asarray(tvm.build(dispatched)(x, w, b)), np.asarray(tvm.build(MODEL)(x, w, b)))
    assert calls == [(4, 8)]


def test_parts_residuals_and_attributes() -> None:
    pattern, parts = make_residual_block_pattern(make_matmul_pattern(True, "relax.nn.relu", True))
    seen: list[Any] = []

    def check(match: Any) -> bool:
        seen.append(sorted(match.annotated_expr))
        return True

    rule = relax.transform.FusionPattern(
        "lib.residual", pattern, parts, check,
        lambda values: {"rows": values["lhs"].struct_info.script()},
    )  # fmt: skip
    fused = relax.transform.FuseOpsByPattern([rule])(MODEL)
    assert seen == [["bias", "lhs", "residual", "rhs", "root"]]
    func = next(f for name, f in fused.graph_funcs.items() if name != "main")
    assert func.attrs["rows"] == 'R.Tensor((4, 8), dtype="float32")'
    assert make_conv2d_pattern(True)[1].keys() == {"root", "lhs", "rhs", "bias"}


def test_generators_have_patterns() -> None:
    assert [rule.name for rule in get_patterns_with_prefix("blas")] == ["blas.matmul"]
    assert get_pattern("blas.matmul") is not None
    assert get_pattern("blas.none") is None
    with pytest.raises(AttributeError, match="LegalizeOps"):
        relax.backend.DispatchSortScan
