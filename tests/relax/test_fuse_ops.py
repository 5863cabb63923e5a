"""Groups of operators: what joins, what does not, and the numbers stay."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from mlcc.ir import GlobalVar, GraphCall, GraphFunction, IRModule, Op, Var, VarBinding, verify
from mlcc.relax.transform import FuseOps, LegalizeOps, RemoveUnusedFunctions
from mlcc.target import costs_of

from .graphs import Ops, assert_close, compiled, graph, interpret, normal


def fused(body: Any, run: Any = interpret, **shapes: Any) -> list[str]:
    """One text per call left in `main`: the operators of its group, joined by `+`."""
    before = graph(body, **shapes)
    after = RemoveUnusedFunctions()(FuseOps()(before))
    verify(after)
    inputs = [normal(*shape, seed=5) for shape in shapes.values()]
    assert_close(run(after, *inputs), interpret(before, *inputs))
    return groups(after)


def groups(module: IRModule) -> list[str]:
    result = []
    for binding in module.graph_funcs["main"].bindings():
        assert isinstance(binding, VarBinding)
        value = binding.value
        if isinstance(value, GraphCall) and isinstance(value.op, GlobalVar):
            inner = module[value.op.name]
            assert isinstance(inner, GraphFunction)
            result.append("+".join(_name(b.value) for b in inner.bindings()))
        elif isinstance(value, GraphCall):
            result.append(_name(value))
    return result


def _name(value: object) -> str:
    return value.op.name if isinstance(value, GraphCall) and isinstance(value.op, Op) else "value"


def test_a_chain_of_elementwise_calls_is_one_group() -> None:
    assert fused(lambda o, x: o.exp(o.negative(o.add(x, 1.0))), x=(4, 5)) == ["add+negative+exp"]


def test_a_diamond_is_one_group() -> None:
    def swish(o: Ops, x: object) -> object:
        y = o.add(x, 1.0)
        return o.multiply(y, o.sigmoid(y))

    assert fused(swish, compiled, x=(4, 5)) == ["add+sigmoid+multiply"]


def test_a_convolution_takes_its_epilogue() -> None:
    w, bias = normal(8, 4, 3, 3), normal(8, 1, 1)

    def body(o: Ops, x: object, r: object) -> object:
        return o.nn_relu(o.add(o.add(o.nn_conv2d(x, w, padding=[1, 1, 1, 1]), bias), r))

    assert fused(body, compiled, x=(1, 4, 5, 5), r=(1, 8, 5, 5)) == ["nn.conv2d+add+add+nn.relu"]


def test_a_convolution_of_few_channels_reads_them_where_they_are() -> None:
    weight, wide = normal(1, 1, 3, 3, 3, 16), normal(1, 1, 3, 3, 16, 16)
    conv = {"padding": [1, 1, 1, 1], "strides": 2}
    assert fused(
        lambda o, x: o.nn_relu(o.nn_conv2d_nchwc(o.nn_to_blocked(x, block=3), weight, **conv)), x=(1, 3, 9, 7)
    ) == ["nn.to_blocked+nn.conv2d_nchwc+nn.relu"]
    assert fused(lambda o, x: o.nn_conv2d_nchwc(o.nn_to_blocked(x, block=16), wide, **conv), x=(1, 16, 9, 7)) == [
        "nn.to_blocked", "nn.conv2d_nchwc",
    ]  # fmt: skip


def test_a_product_takes_a_swish() -> None:
    w = normal(5, 6)

    def body(o: Ops, x: object) -> object:
        y = o.matmul(x, w)
        return o.multiply(y, o.sigmoid(y))

    assert fused(body, x=(4, 5)) == ["matmul+sigmoid+multiply"]


def test_two_products_never_meet_in_one_group() -> None:
    w, v = normal(5, 6), normal(5, 6, seed=1)

    def body(o: Ops, x: object) -> object:
        return o.nn_relu(o.add(o.matmul(x, w), o.matmul(x, v)))

    names = fused(body, compiled, x=(4, 5))
    assert len(names) == 2
    assert all(n.count("matmul") == 1 for n in names)


def test_a_residual_sum_joins_the_last_convolution() -> None:
    w, v = normal(4, 4, 1, 1), normal(4, 4, 1, 1, seed=1)

    def body(o: Ops, x: object) -> object:
        y = o.nn_relu(o.nn_conv2d(x, w))
        return o.add(o.nn_conv2d(y, v), y)

    assert fused(body, x=(1, 4, 3, 3)) == ["nn.conv2d+nn.relu", "nn.conv2d+add"]


def test_a_value_that_leaves_is_not_swallowed() -> None:
    def body(o: Ops, x: object) -> object:
        y = o.negative(x)
        return y, o.exp(y)

    assert fused(body, x=(4,)) == ["negative", "exp"]


def test_no_cycles_through_calls_in_between() -> None:
    """exp(x) + softmax(exp(x)): joining both ends would put the softmax before and after the group."""

    def body(o: Ops, x: object) -> object:
        y = o.exp(x)
        return o.add(y, o.nn_softmax(y, axis=-1))

    names = fused(body, compiled, x=(3, 4))
    assert all(not ("exp" in n and "softmax" in n and n.endswith("add")) or n.count("+") == 2 for n in names)


def test_elementwise_calls_join_the_reduction_after_them() -> None:
    assert fused(lambda o, x: o.sum(o.multiply(x, x), axis=[1]), compiled, x=(4, 5)) == ["multiply+sum"]


def test_a_broadcast_operand_is_not_computed_in_the_larger_loops() -> None:
    """The product's 4 rows would be computed again for each of 50."""
    w = normal(5, 6)

    def body(o: Ops, x: object, y: object) -> object:
        return o.add(o.matmul(x, w), y)

    assert fused(body, x=(1, 5), y=(50, 6)) == ["matmul", "add"]


def test_movements_join_and_views_between_them() -> None:
    def body(o: Ops, x: object) -> object:
        return o.transpose(o.reshape(o.transpose(x, axes=[1, 0, 2]), (12, 4)), axes=[1, 0])

    assert fused(body, compiled, x=(4, 3, 4)) == ["transpose+reshape+transpose"]


def test_movements_are_apart_where_indices_are_divided_by_several_symbolic_sizes() -> None:
    n, m = Var("n", "int64"), Var("m", "int64")

    def one(o: Ops, x: object, rows: Any, columns: Any) -> object:
        return o.transpose(o.reshape(o.transpose(x, axes=[1, 0, 2]), (columns * rows, 4)), axes=[1, 0])

    def two(o: Ops, x: object, rows: Any, columns: Any) -> object:
        return o.transpose(o.reshape(o.transpose(x, axes=[2, 1, 0]), (2, columns * rows * 2)), axes=[1, 0])

    for body, want in ((one, ["transpose+reshape+transpose"]), (two, ["transpose", "reshape", "transpose"])):
        symbolic = RemoveUnusedFunctions()(FuseOps()(graph(lambda o, x: body(o, x, n, m), x=(n, m, 4))))  # noqa: B023
        verify(symbolic)
        assert groups(symbolic) == want
        for rows, columns in ((3, 5), (1, 1), (4, 1), (0, 2)):
            x = normal(rows, columns, 4)
            plain = graph(lambda o, x: body(o, x, rows, columns), x=x.shape)  # noqa: B023
            assert_close(compiled(symbolic, x), interpret(plain, x))


def test_a_view_of_symbolic_sizes_is_part_of_a_movement_for_what_fuses_with_it() -> None:
    """Nothing computes the indices of a view that a product or an output reads."""
    n, m, w = Var("n", "int64"), Var("m", "int64"), normal(4, 4)

    def body(o: Ops, x: object, last: str) -> object:
        rows = o.reshape(o.transpose(x, axes=[1, 0, 2]), (m * n, 4))
        if last == "matmul":
            return o.matmul(rows, w)
        return o.exp(rows) if last == "exp" else o.exp(o.reshape(rows, (m * n * 2, 2)))

    def both(o: Ops, x: object) -> object:
        rows = o.reshape(o.transpose(x, axes=[1, 0, 2]), (m * n, 4))
        return o.exp(rows), o.matmul(rows, w)

    def fused_for(name: str) -> list[str]:
        return groups(RemoveUnusedFunctions()(FuseOps()(graph(lambda o, x: body(o, x, name), x=(n, m, 4)))))

    assert fused_for("matmul") == ["transpose", "reshape", "matmul"]
    assert fused_for("exp") == ["transpose+reshape+exp"]
    assert fused_for("reshape") == ["transpose+reshape+reshape+exp"]
    assert groups(RemoveUnusedFunctions()(FuseOps()(graph(both, x=(n, m, 4)))))[:2] == ["transpose", "reshape"]


def test_equal_groups_share_one_function() -> None:
    def body(o: Ops, x: object, y: object) -> object:
        return o.exp(o.negative(x)), o.exp(o.negative(y))

    after = FuseOps()(graph(body, x=(4,), y=(4,)))
    assert len([n for n in after if n != "main"]) == 1


def test_long_chains_are_split() -> None:
    def body(o: Ops, x: object) -> object:
        for _ in range(10):
            x = o.exp(o.negative(x))
        return x

    after = FuseOps(max_depth=6)(graph(body, x=(4,)))
    assert max(g.count("+") + 1 for g in groups(after)) <= 6


def test_groups_have_the_names_of_their_operators_and_become_programs() -> None:
    after = LegalizeOps()(FuseOps()(graph(lambda o, x: o.exp(o.negative(x)), x=(4,))))
    assert list(after) == ["fused_negative_exp", "main"]
    assert after.prim_funcs["fused_negative_exp"].attrs["op"] == "exp"


def test_memory_holds_the_narrow_value_between_kernels() -> None:
    """Bytes are widened where they are added, not where they are computed, unless no other kernel takes the cast."""
    w, v = normal(8, 4, 3, 3), normal(8, 4, 1, 1, seed=1)

    def rounded(o: Ops, x: Any) -> Any:
        y = o.nn_conv2d(x, w, padding=[1, 1, 1, 1])
        return o.cast(o.cast(o.clip(y, min=0.0, max=255.0), dtype="uint8"), dtype="float32")

    first = "nn.conv2d+clip+cast"
    assert fused(lambda o, x: o.multiply(rounded(o, x), 2.0), x=(1, 4, 5, 5)) == [f"{first}+cast+multiply"]
    both = fused(lambda o, x: o.add(o.multiply(rounded(o, x), 2.0), o.nn_conv2d(x, v)), x=(1, 4, 5, 5))
    assert both == [first, "cast+multiply+nn.conv2d+add"]

    def two(o: Ops, x: Any) -> Any:
        parts = [o.cast(o.clip(o.nn_conv2d(x, k), min=0.0, max=255.0), dtype="uint8") for k in (v, v * 2)]
        wide = [o.cast(part, dtype="float32") for part in parts]
        return o.add(*wide)

    assert sorted(fused(two, x=(1, 4, 5, 5))) == ["nn.conv2d+clip+cast", "nn.conv2d+clip+cast+cast+cast+add"]


def test_a_movement_after_a_widening_cast_stays_outside() -> None:
    w = normal(8, 4, 3, 3)

    def body(o: Ops, x: Any) -> Any:
        y = o.cast(o.clip(o.nn_conv2d(x, w), min=0.0, max=255.0), dtype="uint8")
        return o.transpose(o.cast(y, dtype="float32"), axes=[0, 2, 3, 1])

    assert fused(body, x=(1, 4, 5, 5)) == ["nn.conv2d+clip+cast+cast", "transpose"]


@pytest.mark.parametrize(
    ("rows", "tile_rows", "computed", "calls"),
    [
        (8, 5, False, ["cast+nn.dense_packed"]),
        (4, 5, False, ["cast", "nn.dense_packed"]),  # too few rows for tile registers
        (8, 0, False, ["cast", "nn.dense_packed"]),  # there are none
        (8, 5, True, ["exp+cast", "nn.dense_packed"]),  # the kernel that computes rows rounds them
    ],
)
def test_rows_are_rounded_where_tile_registers_read_them(
    rows: int, tile_rows: int, computed: bool, calls: list[str]
) -> None:
    weight = normal(1, 16, 32, 2).astype(ml_dtypes.bfloat16)

    def body(o: Ops, x: Any) -> Any:
        rounded = o.cast(o.exp(x) if computed else x, dtype="bfloat16")
        return o.nn_dense_packed(rounded, weight, units=32, out_dtype="float32")

    costs = replace(costs_of(), tile_rows_bf16=tile_rows)
    assert groups(FuseOps(costs=costs)(graph(body, x=(rows, 32)))) == calls


def test_movements_by_symbolic_sizes_count_as_several_calls() -> None:
    """The index of each is a part of that of the next: programs of many would take long to analyse."""
    n = Var("n", "int64")

    def body(o: Ops, x: object, count: int = 12) -> object:
        for k in range(count):
            x = o.tanh(
                o.strided_slice(o.concatenate([x, x], axis=0), begin=[0], end=[n + k + 1], axes=[0], strides=[1])
            )
        return x

    symbolic = RemoveUnusedFunctions()(FuseOps()(graph(body, x=(n, 4))))
    verify(symbolic)
    assert max(text.count("slice") for text in groups(symbolic)) < 8
    x = normal(15, 4)
    assert_close(compiled(symbolic, x), interpret(graph(body, x=(n, 4)), x))


@pytest.mark.parametrize("scatter", ["scatter_nd", "scatter_elements"])
def test_one_number_is_written_where_others_are_scattered(scatter: str) -> None:
    n = Var("n", "int64")
    places = np.array([[3], [0]]) if scatter == "scatter_nd" else np.array([[3, 1], [0, 0]])
    want = np.full((5, 7), 2.5, np.float32)

    def body(o: Ops, x: Any) -> Any:
        base = o.full(shape=[5, n], fill_value=2.5, dtype="float32")
        return getattr(o, scatter)(base, places, x if scatter == "scatter_nd" else normal(2, 2))

    module = RemoveUnusedFunctions()(FuseOps()(graph(body, x=(2, n))))
    assert groups(module) == [f"full+{scatter}"]
    x = normal(2, 7)
    if scatter == "scatter_nd":
        want[[3, 0]] = x
    else:
        np.put_along_axis(want[:, :2], places, normal(2, 2), 0)
    assert_close(compiled(module, x), [want])


def test_one_number_that_others_read_is_apart() -> None:
    def body(o: Ops, x: Any) -> Any:
        base = o.full(shape=[5, 7], fill_value=2.5, dtype="float32")
        return o.scatter_nd(base, np.array([[3], [0]]), x), o.nn_softmax(base, axis=1)

    assert fused(body, x=(2, 7))[:2] == ["full", "scatter_nd"]
