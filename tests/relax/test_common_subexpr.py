"""Equal pure calls are made once."""

from __future__ import annotations

import numpy as np

from mlcc.ir import ShapeExpr, Var, verify
from mlcc.relax.transform import (
    ConvertToDataflow,
    EliminateCommonSubexpr,
    Normalize,
)
from mlcc.script import parse_module

from .graphs import Ops, assert_close, compiled, graph, normal, operators


def test_equal_calls_are_made_once() -> None:
    def body(o: Ops, x: object) -> object:
        return o.add(o.clip(x, min=0.0, max=1.0), o.clip(x, min=0.0, max=1.0))

    before = graph(body, x=(4,))
    after = EliminateCommonSubexpr()(before)
    verify(after)
    assert operators(after) == ["clip", "add"]
    assert_close(compiled(after, normal(4)), compiled(before, normal(4)))


def test_other_attributes_are_other_calls() -> None:
    def body(o: Ops, x: object) -> object:
        return o.add(o.clip(x, min=0.0, max=1.0), o.clip(x, min=0.0, max=2.0))

    assert operators(EliminateCommonSubexpr()(graph(body, x=(4,)))) == ["clip", "clip", "add"]


def test_equality_is_followed_through_chains_and_tuples() -> None:
    def body(o: Ops, x: object) -> object:
        a, b = o.exp(o.negative(x)), o.exp(o.negative(x))
        return o.concat([a, b], axis=0), o.concat([b, a], axis=0)

    assert operators(EliminateCommonSubexpr()(graph(body, x=(4,)))) == ["negative", "exp", "concatenate"]


def test_equal_small_constants_are_equal_and_large_ones_by_identity() -> None:
    big = normal(64)

    def body(o: Ops, x: object) -> object:
        return o.add(o.add(x, 1.0), o.add(x, 1.0)), o.add(o.add(x, big), o.add(x, big))

    after = EliminateCommonSubexpr()(graph(body, x=(64,)))
    assert operators(after) == ["add"] * 4


def test_an_output_is_not_replaced_by_a_local_value() -> None:
    def body(o: Ops, x: object) -> object:
        a = o.negative(x)
        return o.exp(a), o.negative(x)

    before = graph(body, x=(4,))
    after = EliminateCommonSubexpr()(before)
    verify(after)
    assert_close(compiled(after, normal(4)), compiled(before, normal(4)))


def test_calls_with_side_effects_are_made_each_time() -> None:
    """Fresh memory is another tensor each time, and a library function may count its calls."""
    text = """
@R.function
def main(x: R.Tensor((4,), "float32")):
    a = R.builtin.alloc_tensor(R.shape([4]), dtype="float32", runtime_device_index=0)
    b = R.builtin.alloc_tensor(R.shape([4]), dtype="float32", runtime_device_index=0)
    c = R.call_dps_packed("tests.relax.next", (a,), out_sinfo=R.Tensor((4,), "float32"))
    d = R.call_dps_packed("tests.relax.next", (a,), out_sinfo=R.Tensor((4,), "float32"))
    return (a, b, c, d)
"""
    module = Normalize()(parse_module(text))
    after = EliminateCommonSubexpr()(module)
    assert operators(after) == operators(module)
    assert len(operators(after)) == 4


def test_branches_have_their_own_calls() -> None:
    text = """
@R.function
def main(c: R.Tensor((), "bool"), x: R.Tensor((4,), "float32")):
    if c:
        a = R.exp(x)
        b = R.exp(x)
        r = R.add(a, b)
    else:
        r = R.exp(x)
    return r
"""
    module = EliminateCommonSubexpr()(ConvertToDataflow()(Normalize()(parse_module(text))))
    verify(module)
    assert module.script().count("R.exp") == 2
    x = normal(4)
    for flag, want in ((True, 2 * np.exp(x)), (False, np.exp(x))):
        assert_close(compiled(module, np.asarray(flag), x), [want])


def test_sizes_of_one_name_are_two() -> None:
    """Two dimensions may have the same name, as they do where two graphs are joined."""
    n, m = Var("n", "int64"), Var("n", "int64")

    def body(o: Ops, x: object, y: object) -> object:
        return o.zeros(ShapeExpr((n * 2,)), dtype="float32"), o.zeros(ShapeExpr((m * 2,)), dtype="float32"), x, y

    module = EliminateCommonSubexpr()(graph(body, x=(n,), y=(m,)))
    assert operators(module) == ["zeros", "zeros"]
    assert [a.shape for a in compiled(module, normal(3), normal(5))] == [(6,), (10,), (3,), (5,)]


def test_sizes_that_are_attributes() -> None:
    n = Var("n", "int64")

    def body(o: Ops, x: object) -> object:
        parts = [o.strided_slice(x, axes=[0], begin=[0], end=[end]) for end in (n // 2, n // 2, n // 3)]
        return tuple(parts)

    assert operators(EliminateCommonSubexpr()(graph(body, x=(n,)))) == ["strided_slice", "strided_slice"]
