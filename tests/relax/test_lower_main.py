"""Graph functions as programs: where results, views, joins and constants lie, and that the numbers are right."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.ir import Call, IRModule, PrimFunc, StringImm, TensorStructInfo, Var, walk
from mlcc.lowering import lower
from mlcc.relax import WeightBlob, lower_main
from mlcc.relax.steps import nbytes_of, same_size
from mlcc.relax.transform import DeadCodeElimination, FuseOps, LegalizeOps
from mlcc.script import parse_module

from .graphs import Array, Ops, assert_close, compiled, graph, interpret, normal, operators


def lowered(module: IRModule, blob: WeightBlob | None = None) -> PrimFunc:
    """`main` as a program, without schedules."""
    legal = DeadCodeElimination()(LegalizeOps()(FuseOps()(module)))
    kernels = {name: lower(func, "llvm") for name, func in legal.prim_funcs.items()}
    return lower_main(legal.graph_funcs["main"], "main", kernels, blob or WeightBlob()).func


def calls(func: PrimFunc, op: str) -> list[str]:
    result = [n for n in walk(func.body) if isinstance(n, Call) and n.op == op]
    return [n.args[0].value for n in result if isinstance(n.args[0], StringImm)]


def copies(module: IRModule) -> int:
    return calls(lowered(module), "call_extern").count("memcpy")


def check(body: Any, **shapes: Any) -> IRModule:
    """Compiled and interpreted results agree."""
    module = graph(body, **shapes)
    inputs = [normal(*shape, seed=3) for shape in shapes.values()]
    assert_close(compiled(module, *inputs), interpret(module, *inputs))
    return module


def test_results_are_written_where_they_belong() -> None:
    module = check(lambda o, x: (o.exp(x), o.negative(x)), x=(4, 3))
    func = lowered(module)
    assert copies(module) == 0
    assert func.attrs["workspace_bytes"] == 0
    assert func.attrs["num_input"] == 1
    assert [b.name for b in func.buffers] == ["x", "output0", "output1"]


def test_results_that_are_inputs_are_copied() -> None:
    assert copies(check(lambda o, x, y: (x, o.add(x, y), y), x=(4,), y=(4,))) == 2


def test_results_that_are_constants_are_copied() -> None:
    assert copies(check(lambda o, x: (o.negative(x), normal(5)), x=(4,))) == 1


def test_repeated_results_are_copied_once() -> None:
    def body(o: Ops, x: object) -> object:
        y = o.negative(x)
        return y, y

    assert copies(check(body, x=(4,))) == 1


def test_results_that_later_kernels_read() -> None:
    def body(o: Ops, x: object) -> object:
        y = o.nn_softmax(x, axis=-1)
        return y, o.sum(o.multiply(y, y), axis=[1])

    assert copies(check(body, x=(4, 3))) == 0


def test_views_are_not_copied() -> None:
    def body(o: Ops, x: object) -> object:
        y = o.nn_softmax(o.reshape(x, (3, 4)), axis=-1)
        return o.reshape(y, (12,)), o.nn_softmax(o.expand_dims(y, axis=0), axis=1)

    assert copies(check(body, x=(12,))) == 0


def test_views_of_symbolic_sizes_are_not_copied() -> None:
    """The sizes of a value and of its view are products in another order."""
    n = Var("n", "int64")
    one = graph(lambda o, x: o.reshape(o.negative(x), (n, 66, 4)), x=(n, 33, 2, 4))
    assert copies(one) == 0
    x = normal(3, 33, 2, 4)
    assert_close(compiled(one, x), interpret(one, x))
    assert copies(graph(lambda o, x: o.reshape(o.negative(x), (n, n, 3, 2)), x=(n, n, 2, 3))) == 0


def test_views_at_offsets() -> None:
    def body(o: Ops, x: object) -> object:
        y = o.nn_softmax(x, axis=-1)
        first = o.strided_slice(y, begin=[0], end=[2], axes=[0])
        last = o.strided_slice(y, begin=[-1], end=[9], axes=[0])
        return o.sum(first, axis=[1]), o.sum(last, axis=[1])

    assert copies(check(body, x=(5, 6))) == 0


def test_views_of_inputs_and_constants_at_offsets() -> None:
    table = normal(5, 6)

    def body(o: Ops, x: object) -> object:
        rows = o.strided_slice(x, begin=[1], end=[3], axes=[0])
        known = o.strided_slice(table, begin=[3], end=[5], axes=[0])
        return o.matmul(rows, o.transpose(known)), rows

    assert copies(check(body, x=(5, 6))) == 1


@pytest.mark.parametrize("shape", [("n",), ("n", 6), (5, "n"), ("n", "m"), ("n", 3, 2), (1, "n", 1)], ids=str)
def test_views_of_inputs_of_symbolic_sizes_at_offsets(shape: tuple[Any, ...]) -> None:
    sizes = [Var(d, "int64") if isinstance(d, str) else d for d in shape]

    def body(o: Ops, x: object) -> object:
        y = o.reshape(x, (5, 6))
        rows = o.strided_slice(y, begin=[2], end=[4], axes=[0])
        return rows, o.sum(o.strided_slice(y, begin=[-1], end=[9], axes=[0]), axis=[1])

    values = {("n",): (30,), ("n", 6): (5, 6), (5, "n"): (5, 6), ("n", 3, 2): (5, 3, 2), (1, "n", 1): (1, 30, 1)}
    for given in [values[shape]] if shape in values else [(6, 5), (15, 2)]:
        x = normal(*given)
        module = graph(body, x=tuple(sizes))
        assert_close(compiled(module, x), interpret(module, x))


@pytest.mark.parametrize("outer", [(), (1,)], ids=str)
def test_the_first_rows_of_a_symbolic_number_are_a_view(outer: tuple[int, ...]) -> None:
    n, m, axis = Var("n", "int64"), Var("m", "int64"), len(outer)

    def body(o: Ops, x: object) -> object:
        rows = o.strided_slice(x, begin=[0], end=[4], axes=[axis])
        return o.sum(rows, axis=[axis]), o.sum(o.strided_slice(x, begin=[-2], end=[9], axes=[axis]), axis=[axis])

    module = graph(body, x=(*outer, n, m))
    # Those that do not begin there are copied by a program.
    assert operators(LegalizeOps()(module)).count("strided_slice") == 1
    for rows, columns in ((7, 3), (4, 2), (3, 5), (1, 1), (0, 3)):
        x = normal(*outer, rows, columns)
        assert_close(compiled(module, x), [x[..., :4, :].sum(axis), x[..., -2:, :].sum(axis)])


def test_the_first_rows_of_what_is_computed_for_them_are_all_that_is_computed() -> None:
    n = Var("n", "int64")

    def body(o: Ops, x: object, y: object) -> object:
        return o.add(o.strided_slice(o.exp(x), begin=[0], end=[4], axes=[0]), y)

    module = FuseOps()(graph(body, x=(n, 3), y=(4, 3)))
    assert len(operators(module)) == 1
    x, y = normal(6, 3), normal(4, 3)
    assert_close(compiled(module, x, y), [np.exp(x[:4]) + y])


def test_symbolic_dimensions() -> None:
    n = Var("n", "int64")

    def body(o: Ops, x: object, y: object) -> object:
        z = o.nn_softmax(o.add(x, y), axis=-1)
        return o.sum(z, axis=[0]), o.concat([z, x], axis=0)

    module = graph(body, x=(n, 4), y=(n, 4))
    for count in (1, 5):
        x, y = normal(count, 4), normal(count, 4, seed=1)
        assert_close(compiled(module, x, y), interpret(module, x, y))


def test_equal_constants_are_stored_once() -> None:
    blob, big = WeightBlob(), normal(64)
    lowered(graph(lambda o, x: (o.add(x, big), o.multiply(x, big.copy())), x=(64,)), blob)
    assert blob.nbytes == 256


# ---------------------------------------------------------------- joins
def softmaxes(o: Ops, x: object, *seeds: int) -> list[Any]:
    return [o.nn_softmax(o.add(x, float(s)), axis=-1) for s in seeds]


def test_parts_are_made_in_the_result() -> None:
    module = check(lambda o, x: o.concat(softmaxes(o, x, 1, 2, 3), axis=0), x=(2, 8))
    assert copies(module) == 0
    assert set(calls(lowered(module), "call_kernel")) == {"add", "softmax"}


def test_joins_behind_axes_of_extent_one() -> None:
    assert copies(check(lambda o, x: o.concat(softmaxes(o, x, 1, 2), axis=1), x=(1, 3, 8))) == 0
    assert not calls(lowered(check(lambda o, x: o.concat(softmaxes(o, x, 1, 2), axis=1), x=(1, 3, 8))), "call_extern")


def test_joins_of_columns_are_kernels() -> None:
    module = check(lambda o, x: o.concat(softmaxes(o, x, 1, 2), axis=1), x=(3, 8))
    assert "concatenate" in calls(lowered(module), "call_kernel")


def test_inputs_constants_and_repeated_parts_are_copied() -> None:
    def body(o: Ops, x: object) -> object:
        (y,) = softmaxes(o, x, 1)
        return o.concat([x, y, normal(2, 8), y], axis=0)

    assert copies(check(body, x=(2, 8))) == 3


def test_a_chain_of_joins_is_one_buffer() -> None:
    """As in dense blocks: each layer reads all before it and adds one part."""

    def body(o: Ops, x: object) -> object:
        total = o.nn_softmax(x, axis=-1)
        for _ in range(4):
            new = o.nn_softmax(o.sum(total, axis=[0], keepdims=True), axis=-1)
            total = o.concat([total, new], axis=0)
        return o.nn_softmax(total, axis=0)

    assert copies(check(body, x=(2, 8))) == 0


def test_the_chain_written_out_is_one_buffer_too() -> None:
    def body(o: Ops, x: object) -> object:
        parts = softmaxes(o, x, 1)
        for _ in range(4):
            whole = parts[0] if len(parts) == 1 else o.concat(parts, axis=0)
            parts.append(o.nn_softmax(o.sum(whole, axis=[0], keepdims=True), axis=-1))
        return o.concat(parts, axis=0)

    assert copies(check(body, x=(2, 8))) == 0


def test_a_part_of_two_joins_is_copied_into_one() -> None:
    def body(o: Ops, x: object) -> object:
        a, b = softmaxes(o, x, 1, 2)
        return o.concat([a, b], axis=0), o.concat([b, a], axis=0)

    assert copies(check(body, x=(2, 8))) == 2


def test_a_part_that_is_a_result_is_copied() -> None:
    def body(o: Ops, x: object) -> object:
        a, b = softmaxes(o, x, 1, 2)
        return a, o.concat([a, b], axis=0)

    assert copies(check(body, x=(2, 8))) == 1


def test_a_view_of_a_part_and_a_part_that_is_a_view() -> None:
    def body(o: Ops, x: object) -> object:
        a, b = softmaxes(o, x, 1, 2)
        flat = o.concat([o.reshape(a, (16,)), o.reshape(b, (16,))], axis=0)
        return o.exp(flat), o.exp(a), o.concat([o.strided_slice(b, begin=[1], end=[2], axes=[0]), a], axis=0)

    check(body, x=(2, 8))


def test_empty_parts() -> None:
    def body(o: Ops, x: object) -> object:
        (a,) = softmaxes(o, x, 1)
        return o.concat([o.strided_slice(a, begin=[2], end=[2], axes=[0]), a], axis=0)

    check(body, x=(2, 8))


# ---------------------------------------------------------------- refusals
def test_an_unknown_parameter_type() -> None:
    from mlcc.ir import GraphFunction, GraphVar, SeqExpr

    param = GraphVar("x", TensorStructInfo(None, "float32", 2))
    func = GraphFunction((param,), SeqExpr((), param))
    with pytest.raises(MlccError) as caught:
        lower_main(func, "main", {}, WeightBlob())
    assert caught.value.code == "L306"


@pytest.mark.parametrize(("code", "kernels"), [("L303", {}), ("L304", {"k": None})])
def test_calls_that_do_not_fit(code: str, kernels: dict[str, object]) -> None:
    from mlcc.ir import GlobalVar, GraphCall, GraphTuple, Op
    from mlcc.relax import BlockBuilder
    from mlcc.relax import Var as GraphVar

    x = GraphVar("x", TensorStructInfo((4,), "float32"))
    info = TensorStructInfo((4,), "float32")
    builder = BlockBuilder()
    with builder.function("main", [x]):
        call = GraphCall(Op("call_tir"), (GlobalVar("k"), GraphTuple((x, x))), sinfo_args=(info,), sinfo=info)
        builder.emit_func_output(builder.emit(call))
    program = lowered(graph(lambda o, x: o.exp(x), x=(4,)))
    known = dict.fromkeys(kernels, program)
    with pytest.raises(MlccError) as caught:
        lower_main(builder.get().graph_funcs["main"], "main", known, WeightBlob())
    assert caught.value.code == code


def test_inputs_stay_as_they_are() -> None:
    def body(o: Ops, x: object) -> object:
        return o.nn_relu(o.add(x, 1.0)), o.concat([x, x], axis=0)

    module, x = graph(body, x=(4, 3)), normal(4, 3)
    before: Array = x.copy()
    compiled(module, x)
    np.testing.assert_array_equal(x, before)


def test_sizes_of_two_dimensions_of_one_name_are_not_equal() -> None:
    """Two dimensions may have the same name, as they do where two graphs are joined."""
    n, m = Var("n", "int64"), Var("n", "int64")
    sizes = [nbytes_of(TensorStructInfo((dim, 4), "float32")) for dim in (n, n, m)]
    assert same_size(sizes[0], sizes[1])
    assert not same_size(sizes[0], sizes[2])


def test_kernels_of_derived_sizes_have_no_results_without_elements() -> None:
    """A kernel that is given ``n`` and writes ``n - 1`` rows takes `n` for at least 1: of no rows it is not called."""
    module = parse_module("""
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 4), "float32")):
        n = T.int64()
        a = R.strided_slice(x, axes=[0], begin=[-1], end=[0], strides=[-1])
        b = R.exp(R.strided_slice(a, axes=[0], begin=[-1], end=[-1000000000], strides=[-1]))
        return b
""")
    library = mlcc.build(module)
    for n in (9, 2, 1, 0):
        x = normal(n, 4)
        assert_close(library(x), np.exp(x[-1:0:-1][::-1]))


JOINED = """
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 4), "float32"), y: R.Tensor(("m", 4), "float32"), z: R.Tensor((2, 4), "float32")):
        n, m = T.int64(), T.int64()
        a = R.nn.softmax(y, axis=1)
        return (R.concatenate((z, x, a, z), axis=0), R.concatenate((x, x), axis=0))
"""


def test_rows_of_symbolic_number_are_joined_by_copies() -> None:
    module = parse_module(JOINED)
    assert "concatenate" not in "".join(calls(lowered(module), "call_kernel"))
    library = mlcc.build(module)
    for n, m in ((3, 2), (0, 1), (5, 0), (0, 0)):
        x, y, z = normal(n, 4), normal(m, 4, seed=1), normal(2, 4)
        soft = np.exp(y) / np.exp(y).sum(1, keepdims=True)
        assert_close(list(library(x, y, z)), [np.concatenate([z, x, soft, z]), np.concatenate([x, x])])


def test_rows_of_symbolic_length_are_joined_by_a_kernel() -> None:
    """They need not have the same number of elements, which the kernel checks."""
    turned = JOINED.replace('"n", 4)', '4, "n")').replace('"m", 4)', '4, "m")').replace("(2, 4)", "(4, 2)")
    module = parse_module(turned)
    assert "concatenate" in "".join(calls(lowered(module), "call_kernel"))


@pytest.mark.parametrize("n", [9, 2, 1, 0])
def test_a_row_after_no_rows(n: int) -> None:
    """A kernel of ``n - 1`` rows that writes a row more has a result where its operand has no element: its size may
    not be taken for at least 0."""
    module = parse_module("""
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 4), "float32")):
        n = T.int64()
        a = R.strided_slice(x, axes=[0], begin=[-1], end=[0], strides=[-1])
        b = R.take(R.nn.pad(a, pad_width=(0, 1, 0, 0)), R.const([2, 0, 1, 3], "int64"), axis=1)
        return R.where(R.greater(b, R.const(0, "float32")), b, R.const(1, "float32"))
""")
    x = normal(n, 4)
    rows = np.pad(x[-1:0:-1], ((0, 1), (0, 0)))[:, [2, 0, 1, 3]]
    assert_close(mlcc.build(module)(x), np.where(rows > 0, rows, np.float32(1)))
