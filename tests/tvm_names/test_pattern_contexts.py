"""Several patterns at once, and rewriting by them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tolerances import assert_close

import mlcc as tvm
from mlcc import MlccError, relax
from mlcc.ir import IRModule, verify
from mlcc.relax.dpl import (
    ExprPatternRewriter,
    PatternContext,
    PatternMatchingRewriter,
    is_call_dps_packed,
    is_op,
    make_fused_bias_activation_pattern,
    rewrite_bindings,
    wildcard,
)
from mlcc.script import parse_module
from mlcc.script import relax as R

QKV: Any = parse_module("""
@R.function
def main(x: R.Tensor((2, 5, 8), "float32"), q: R.Tensor((8, 8), "float32"), k: R.Tensor((8, 6), "float32"),
         v: R.Tensor((8, 7), "float32")):
    with R.dataflow():
        lv0 = R.matmul(x, q)
        lv1 = R.matmul(x, k)
        lv2 = R.matmul(x, v)
        out = (lv0, lv1, lv2)
        R.output(out)
    return out
""")


def normal(seed: int, *shape: int) -> Any:
    return np.random.default_rng(seed).standard_normal(shape).astype("float32")


def run(func: Any, *inputs: Any) -> list[Any]:
    module = IRModule({"main": func})
    verify(module)
    result = tvm.build(module)["main"](*inputs)
    return [np.asarray(r) for r in (result if isinstance(result, list | tuple) else [result])]


def test_parallel_products_become_one() -> None:
    with PatternContext() as ctx:
        x, *matrices = (wildcard() for _ in range(4))
        products = [is_op("relax.matmul")(x, w) for w in matrices]

    def rewriter(found: Any, values: Any) -> Any:
        joined = R.matmul(found[x], R.concat([found[w] for w in matrices], axis=1))
        ends = np.cumsum([0] + [int(found[w].struct_info.shape[1]) for w in matrices])
        return {
            found[p]: R.strided_slice(joined, axes=[2], begin=[int(a)], end=[int(b)])
            for p, a, b in zip(products, ends, ends[1:], strict=False)
        }

    changed = rewrite_bindings(ctx, rewriter, QKV["main"])
    assert changed.script().count("R.concat") >= 1
    inputs = [normal(n, *s) for n, s in enumerate([(2, 5, 8), (8, 8), (8, 6), (8, 7)])]
    for got, want in zip(run(changed, *inputs), run(QKV["main"], *inputs), strict=True):
        assert_close(got, want)


CHAIN: Any = parse_module("""
@R.function
def main(x: R.Tensor((4, 4), "float32"), w: R.Tensor((4, 4), "float32")):
    with R.dataflow():
        a = R.call_dps_packed("env.mm", (x, w), out_sinfo=R.Tensor((4, 4), "float32"))
        b = R.call_dps_packed("env.mm", (a, w), out_sinfo=R.Tensor((4, 4), "float32"))
        c = R.call_dps_packed("env.relu", (b,), out_sinfo=R.Tensor((4, 4), "float32"))
        d = R.call_dps_packed("env.sum", (a, c), out_sinfo=R.Tensor((4, 4), "float32"))
        R.output(d)
    return d
""")
BLOCK = CHAIN["main"].body.blocks[0]


def names(found: Any, *patterns: Any) -> list[str]:
    return [found[p].name for p in patterns]


def test_edges_between_values() -> None:
    with PatternContext() as ctx:
        product, relu = is_call_dps_packed("env.mm"), is_call_dps_packed("env.relu")
        product >> relu
    assert names(ctx.match_dfb(BLOCK), product, relu) == ["b", "c"]
    with PatternContext() as ctx:  # `a` has two users
        first, second = is_call_dps_packed("env.mm"), is_call_dps_packed("env.mm")
        first ^ second
        with PatternContext(incremental=True) as alone:
            first >> second
    assert names(ctx.match_dfb(BLOCK), first, second) == ["a", "b"]
    assert alone.match_dfb(BLOCK) is None
    with PatternContext() as diamond:
        first, second, total = is_call_dps_packed("env.mm"), is_call_dps_packed("env.mm"), is_call_dps_packed("env.sum")
        first.fork_to(second, total)
        first.used_by(total, 0)
        second ^ is_call_dps_packed("env.relu") ^ total
    assert names(diamond.match_dfb(BLOCK), first, second, total) == ["a", "b", "d"]
    with PatternContext() as wrong:
        first, total = is_call_dps_packed("env.mm"), is_call_dps_packed("env.sum")
        first.used_by(total, 1)
    assert wrong.match_dfb(BLOCK) is None
    with PatternContext() as twins:
        chain = is_call_dps_packed("env.mm") ^ is_call_dps_packed("env.mm")
        copy = chain.dup()
        chain[1].used_by(copy[0])
    assert twins.match_dfb(BLOCK) is None  # four products in a row


def test_shapes_that_are_the_same() -> None:
    for share, count in ((True, None), (False, 2)):
        with PatternContext() as ctx:
            x, a, b = wildcard(), wildcard(), wildcard()
            left, right = is_op("relax.matmul")(x, a), is_op("relax.matmul")(x, b)
            if share:
                a.same_shape_as(b)
        found = ctx.match_dfb(relax.normalize(QKV["main"]).body.blocks[0])
        assert (None if found is None else len({found[left], found[right]})) == count


LAYERS: Any = parse_module("""
@R.function
def main(x: R.Tensor(("n", 8), "float32"), w: R.Tensor((8, 8), "float32"), b: R.Tensor((8,), "float32")):
    with R.dataflow():
        lv = R.matmul(x, w)
        lv1 = R.add(lv, b)
        lv2 = R.nn.relu(lv1)
        lv3 = R.matmul(lv2, R.permute_dims(w))
        lv4 = R.add(lv3, b)
        R.output(lv4)
    return lv4
""")


def test_a_rule_as_a_module() -> None:
    @R.rewriter
    class Rule:
        @R.function
        def pattern(
            x: R.Tensor(("m", "k"), "float32"),  # type: ignore[valid-type]
            w: R.Tensor(("k", "n"), "float32"),  # type: ignore[valid-type]
            b: R.Tensor(("n",), "float32"),  # type: ignore[valid-type]
        ):
            y = R.matmul(x, w)
            return R.add(y, b)

        @R.function
        def replacement(
            x: R.Tensor(("m", "k"), "float32"),  # type: ignore[valid-type]
            w: R.Tensor(("k", "n"), "float32"),  # type: ignore[valid-type]
            b: R.Tensor(("n",), "float32"),  # type: ignore[valid-type]
        ):
            return R.linear(x, R.permute_dims(w), b)

    rule: Any = Rule
    changed = rule(IRModule({"main": LAYERS["main"]}))["main"]
    text = changed.script()
    assert text.count("R.transpose(") == 1 + 2 * 2
    inputs = normal(0, 3, 8), normal(1, 8, 8), normal(2, 8)
    assert_close(run(changed, *inputs)[0], run(LAYERS["main"], *inputs)[0])


def test_rules_beside_each_other_and_usual_chains() -> None:
    layer = make_fused_bias_activation_pattern("relax.matmul", with_bias=True, activation="relax.nn.relu")
    bare = make_fused_bias_activation_pattern("relax.matmul", with_bias=True, allow_reshape=True)
    seen: list[str] = []
    rule = ExprPatternRewriter(layer, lambda call, found: seen.append("relu")) | PatternMatchingRewriter.from_pattern(
        bare, lambda call, found: seen.append("sum")
    )
    rule(LAYERS["main"])
    assert seen == ["relu", "sum", "sum"]


def test_a_rewriter_may_decline_and_ends() -> None:
    with PatternContext() as ctx:
        x, w, b = wildcard(), wildcard(), wildcard()
        product = is_op("relax.matmul")(x, w)
        is_op("relax.add")(product, b)
    seen: list[str] = []

    def rewriter(found: Any, values: Any) -> Any:
        seen.append(found[product].name)
        return {} if found[product].name == "lv" else {found[product]: R.matmul(found[x], found[w])}

    changed = rewrite_bindings(ctx, rewriter, LAYERS["main"])
    assert seen == ["lv", "lv3", "lv"]  # the match that was declined is offered again in the changed block
    assert changed.script() == relax.normalize(LAYERS["main"]).script()


def test_wrong_uses_are_refused() -> None:
    with PatternContext() as ctx:
        x, w = wildcard(), wildcard()
        product = is_op("relax.matmul")(x, w)
    func = LAYERS["main"]
    for new in (
        lambda found, values: {found[product]: R.exp(found[product])},
        lambda found, values: {found[product]: found[w]},
        lambda found, values: {found[x]: found[x]},
        lambda found, values: {func.params[2]: found[x]},
    ):
        with pytest.raises(MlccError, match="T142"):
            rewrite_bindings(ctx, new, func)
    with pytest.raises(MlccError, match="T142"):
        x.used_by(w)
    with pytest.raises(MlccError, match="T142"):
        PatternMatchingRewriter.from_module(IRModule({"main": func}))


def test_operators_of_the_dialect_are_called_from_python() -> None:
    x: Any = relax.Var("x", R.Tensor((2, 3), "float32"))
    builder = relax.BlockBuilder()
    with builder.function("main", [x]):
        y = builder.emit(R.nn.relu(R.add(x, R.const(np.float32(1)))))
        builder.emit_func_output(R.tuple(y, builder.emit(R.reshape(y, R.shape([3, 2])))))
    data = normal(0, 2, 3)
    got = run(builder.get()["main"], data)
    np.testing.assert_array_equal(got[1], (data + 1).clip(0).reshape(3, 2))
