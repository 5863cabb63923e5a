"""The schedule of attention: odd extents, masks and types give what a computation in float64 gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tolerances import assert_close

import mlcc
from mlcc import reference, te, topi
from mlcc.ir import PrimFunc, Var, structural_equal
from mlcc.schedule import apply_script, schedule_function
from mlcc.target import Target

Shape = tuple[int | str, ...]
TARGETS = [Target.parse(None), Target.parse("llvm -mcpu=haswell")]
LEAD = (1, 2)
#: What symbolic batches, numbers of queries and numbers of keys are, in turn.
SIZES = [
    (1, 1, 1),
    (2, 1, 9),
    (3, 4, 4),
    (2, 3, 70),
    (1, 5, 2),
    (1, 7, 8),
    (3, 16, 15),
    (1, 17, 33),
    (2, 48, 48),
    (1, 95, 100),
    (1, 97, 130),
]


def program(shapes: list[Shape], dtype: str, attrs: dict[str, Any]) -> PrimFunc:
    names = {d: Var(d, "int64") for s in shapes for d in s if isinstance(d, str)}
    inputs = [te.placeholder([names.get(d, d) for d in s], dtype, f"x{n}") for n, s in enumerate(shapes)]
    func = te.create_prim_func([*inputs, topi.nn.attention(*inputs, **attrs)])
    return func.with_attr({"global_symbol": "main", "tir.noalias": True, "op": "nn.attention"})


def attention(q: Any, k: Any, v: Any, bias: Any = 0.0) -> Any:
    if q.ndim > 2:
        share = q.shape[-3] // k.shape[-3]
        k, v = np.repeat(k, share, -3), np.repeat(v, share, -3)
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]) + bias
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True) @ v


def check(shapes: list[Shape], target: Target, dtype: str = "float32", name: str = "attention", **attrs: Any) -> None:
    before = program(shapes, dtype, attrs)
    after, script, trace = schedule_function(before, target)
    assert script is not None
    assert script.name == name
    run = mlcc.build(after, target=target)["main"]
    for sizes in SIZES if any(isinstance(d, str) for s in shapes for d in s) else SIZES[:1]:
        known = dict(zip("nst", sizes, strict=True))
        rng = np.random.default_rng(0)
        arrays = [rng.standard_normal([known.get(str(d), d) for d in s]).astype(dtype) for s in shapes]
        wide = [a.astype("float64") for a in arrays]
        if attrs.get("bias_by_key"):
            wide[3] = wide[3].swapaxes(-1, -2)
        if attrs.get("causal_mask"):
            wide.append(np.where(np.tril(np.ones((wide[0].shape[-2], wide[1].shape[-2]), bool)), 0, -np.inf))
        assert_close(run(*arrays), attention(*wide))
    again, _ = apply_script(before, trace.to_yaml(), target=target)
    assert structural_equal(again["main"], after)


@pytest.mark.cover(1)
@pytest.mark.parametrize("target", TARGETS, ids=["host", "haswell"])
@pytest.mark.parametrize("length", [16, 17, 77, 109, 128, 197, 300, 389])
def test_lengths(length: int, target: Target) -> None:
    check([(*LEAD, length, 24)] * 3, target)


@pytest.mark.parametrize("width", [8, 24, 40, 80, 96])
def test_widths(width: int) -> None:
    check([(*LEAD, 48, 20), (*LEAD, 31, 20), (*LEAD, 31, width)], TARGETS[0])


@pytest.mark.parametrize("bias", [(45, 31), (1, 31), (1, 2, 45, 31), (1, 1, 45, 1)])
def test_masks(bias: Shape) -> None:
    check([(*LEAD, 45, 20), (*LEAD, 31, 20), (*LEAD, 31, 24), bias], TARGETS[0])
    transposed = (*bias[:-2], bias[-1], bias[-2])
    check([(*LEAD, 45, 20), (*LEAD, 31, 20), (*LEAD, 31, 24), transposed], TARGETS[0], bias_by_key=True)


@pytest.mark.parametrize("dtype", ["float64", "float16"])
def test_types(dtype: str) -> None:
    check([(*LEAD, 48, 20), (*LEAD, 31, 20), (*LEAD, 31, 24)], TARGETS[0], dtype)


def test_heads_that_share_keys() -> None:
    check([(1, 4, 64, 16), (1, 2, 50, 16), (1, 2, 50, 16)], TARGETS[0])
    check([(4, 64, 16), (1, 50, 16), (1, 50, 16)], TARGETS[0])


def test_causal_mask() -> None:
    check([(*LEAD, 45, 16)] * 3, TARGETS[0], causal_mask="TopLeft")


def test_many_keys() -> None:
    check([(*LEAD, 64, 16), (*LEAD, 9000, 16), (*LEAD, 9000, 16)], TARGETS[0])


def test_few_queries_and_a_single_key_have_no_tiles() -> None:
    check([(*LEAD, 1, 16), (*LEAD, 50, 16), (*LEAD, 50, 16)], TARGETS[0], name="generic")
    check([(*LEAD, 48, 16), (*LEAD, 1, 16), (*LEAD, 1, 16)], TARGETS[0], name="generic")


SYMBOLIC: dict[str, tuple[str, list[Shape], dict[str, Any]]] = {
    "all": ("attention_lengths", [("n", 2, "s", 24), ("n", 2, "t", 24), ("n", 2, "t", 20)], {}),
    "mask": ("attention_lengths", [("n", 2, "s", 8), ("n", 2, "t", 8), ("n", 2, "t", 16), ("n", 1, "t", "s")],
             {"bias_by_key": True}),
    "mask of keys": ("attention_lengths", [(2, "s", 8), (2, "t", 8), (2, "t", 16), (1, 1, "t")], {}),
    "causal": ("attention_lengths", [(4, "s", 16), (4, "t", 16), (4, "t", 16)], {"causal_mask": "TopLeft"}),
    "keys known": ("attention_lengths", [("n", 4, "s", 16), ("n", 2, 50, 16), ("n", 2, 50, 16)], {}),
    "no batch": ("attention_lengths", [("s", 16), ("t", 16), ("t", 16)], {}),
    "batch": ("attention", [("n", 2, 45, 16), ("n", 2, 30, 16), ("n", 2, 30, 16)], {}),
    "keys": ("attention", [("n", 2, 45, 16), ("n", 2, "t", 16), ("n", 2, "t", 16)], {}),
}  # fmt: skip


@pytest.mark.parametrize("case", SYMBOLIC)
def test_sizes_known_at_run_time(case: str) -> None:
    name, shapes, attrs = SYMBOLIC[case]
    check(shapes, TARGETS[0], name=name, **attrs)


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
def test_sizes_known_at_run_time_with_short_vectors(dtype: str) -> None:
    check(SYMBOLIC["all"][1], TARGETS[1], dtype, name="attention_lengths")


def test_keys_that_a_pooling_of_the_queries_leaves() -> None:
    """Their number is a quotient of that of the queries, and so is the number of their tiles."""
    s = Var("s", "int64")
    q, k, v = (
        te.placeholder((2, rows, 16), "float32", name) for name, rows in (("q", s), ("k", s // 16), ("v", s // 16))
    )
    func = te.create_prim_func([q, k, v, topi.nn.attention(q, k, v)])
    func = func.with_attr({"global_symbol": "main", "tir.noalias": True, "op": "nn.attention"})
    after, script, _ = schedule_function(func, TARGETS[0])
    assert script is not None
    assert script.name == "attention_lengths"
    run = mlcc.build(after, target=TARGETS[0])["main"]
    for size in (16, 97, 111, 1600):
        rng = np.random.default_rng(0)
        arrays = [rng.standard_normal((2, rows, 16)).astype("float32") for rows in (size, size // 16, size // 16)]
        assert_close(run(*arrays), attention(*(a.astype("float64") for a in arrays)))


@pytest.mark.parametrize("width", [12, 16, 20])
def test_heads_of_one_product(width: int) -> None:
    """Queries and values are columns of one tensor, as GPT-2 computes them: of 12, vectors of 8 copy a part."""
    batch, length, heads = 2, 51, 4
    packed = te.placeholder((batch, length, 3 * heads * width), "float32", "packed")
    key = te.placeholder((batch, heads, length, width), "float32", "key")

    def heads_from(first: int) -> Any:
        part = topi.strided_slice(packed, [first], [first + heads * width], axes=[2])
        return topi.transpose(topi.reshape(part, (batch, length, heads, width)), (0, 2, 1, 3))

    func = te.create_prim_func([packed, key, topi.nn.attention(heads_from(0), key, heads_from(2 * heads * width))])
    func = func.with_attr({"global_symbol": "main", "tir.noalias": True, "op": "nn.attention"})
    after, script, _ = schedule_function(func, TARGETS[1])
    assert script is not None
    assert script.name == "attention"
    rng = np.random.default_rng(width)
    x, k = (rng.standard_normal(s) for s in ((batch, length, 3, heads, width), (batch, heads, length, width)))
    run = mlcc.build(after, target=TARGETS[1])["main"]
    got = run(x.reshape(batch, length, -1).astype("float32"), k.astype("float32"))
    query, _, value = x.transpose(2, 0, 3, 1, 4)
    assert_close(got, attention(query, k, value))


SAPPHIRE = Target.parse("llvm -mtriple=x86_64-linux-gnu -mcpu=sapphirerapids -num-cores=2")


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("shapes", "attrs"),
    [
        ([(*LEAD, 16, 16), (*LEAD, 20, 16), (*LEAD, 20, 16)], {}),
        ([(*LEAD, 100, 40), (*LEAD, 77, 40), (*LEAD, 77, 72), (1, 1, 77, 100)], {"bias_by_key": True}),
        ([(1, 4, 64, 64), (1, 2, 64, 64), (1, 2, 64, 64)], {"causal_mask": "TopLeft"}),  # heads share keys
        ([(3, 33, 32), (3, 50, 32), (1, 50, 16), (33, 1)], {}),
        ([(2, 1, 2, 32, 32)] * 3, {}),
    ],
)
def test_products_in_tile_registers(shapes: list[Shape], attrs: dict[str, Any]) -> None:
    """On operands of bfloat16 only the weights are rounded, by 2**-9 of themselves."""
    func = program(shapes, "float32", {**attrs, "products": "bfloat16", "query_tile": 32})
    scheduled, script, trace = schedule_function(func, SAPPHIRE)
    assert script is not None
    assert script.name == "attention_tiles"
    assert structural_equal(apply_script(func, trace.to_yaml(), target=SAPPHIRE)[0]["main"], scheduled)
    rng = np.random.default_rng(0)
    arrays = [(rng.integers(-16, 17, s) / 8).astype("float32") for s in shapes]
    wide = [a.astype("float64") for a in arrays]
    if attrs.get("bias_by_key"):
        wide[3] = wide[3].swapaxes(-1, -2)
    if attrs.get("causal_mask"):
        wide.append(np.where(np.tril(np.ones((wide[0].shape[-2], wide[1].shape[-2]), bool)), 0, -np.inf))
    want = attention(*wide)
    if want.size < 2000:
        # wide: weights are rounded to bfloat16, and values are at most 2
        np.testing.assert_allclose(reference.run(scheduled, arrays)[0], want, atol=2 * 2.0**-8)
    if Target.host().has_tiles("bfloat16"):
        result = np.zeros(want.shape, np.float32)
        mlcc.build(scheduled)["main"](*arrays, result)
        # wide: weights are rounded to bfloat16, and values are at most 2
        np.testing.assert_allclose(result, want, atol=2 * 2.0**-8)
