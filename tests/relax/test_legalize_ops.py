"""Operators become tensor programs; equal ones are shared."""

from __future__ import annotations

import numpy as np
import pytest

from mlcc.ir import Expr, IRModule, Var, as_int, const, named_dim, select, substitute, verify
from mlcc.relax.transform import FuseOps, LegalizeOps, Normalize
from mlcc.script import parse_module

from .graphs import Ops, assert_close, compiled, graph, interpret, normal


def programs(module: IRModule) -> list[str]:
    return list(module.prim_funcs)


def test_equal_calls_share_a_program_and_others_are_numbered() -> None:
    def body(o: Ops, x: object, y: object) -> object:
        return o.exp(o.exp(x)), o.exp(y), o.exp(o.add(y, x))

    module = LegalizeOps()(graph(body, x=(4,), y=(3, 4)))
    verify(module)
    assert programs(module) == ["tir_exp", "tir_exp_1", "add"]


def test_programs_differ_by_attributes_and_not_by_numbers() -> None:
    def body(o: Ops, x: object) -> object:
        return o.clip(x, min=0.0, max=1.0), o.clip(x, min=0.0, max=2.0), o.add(x, 1.0), o.add(x, 2.0), o.add(x, 1.0)

    module = LegalizeOps()(graph(body, x=(4,)))
    assert programs(module) == ["clip", "clip_1", "add"]
    x = normal(4)
    assert_close(interpret(module, x), [np.clip(x, 0, 1), np.clip(x, 0, 2), x + 1, x + 2, x + 1])


def test_small_constants_are_numbers_and_large_ones_arguments() -> None:
    module = LegalizeOps()(graph(lambda o, x: o.add(o.add(x, 1.5), normal(4)), x=(4,)))
    sizes = [len(f.params) for f in module.prim_funcs.values()]
    assert sizes == [2, 3]


def test_views_stay_calls_of_operators() -> None:
    module = LegalizeOps()(graph(lambda o, x: o.exp(o.reshape(x, (6,))), x=(2, 3)))
    assert programs(module) == ["tir_exp"]
    assert "R.reshape" in module.script()


def test_several_results() -> None:
    def body(o: Ops, x: object) -> object:
        return o.exp(o.field(o.split(x, indices_or_sections=2, axis=1), 1))

    module = graph(body, x=(2, 6))
    assert_close(compiled(module, normal(2, 6)), [np.exp(normal(2, 6)[:, 3:])])


NAMED = """
@I.ir_module
class Module:
    @T.prim_func{0}
    def negative(a: T.handle, b: T.handle):
        A = T.match_buffer(a, (4,), "float32")
        B = T.match_buffer(b, (4,), "float32")
        for i in range(4):
            with T.block("double"):
                vi = T.axis.spatial(4, i)
                B[vi] = A[vi] * T.float32(2)

    @R.function
    def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.negative, (x,), out_sinfo=R.Tensor((4,), "float32"))
            b = R.negative(a)
            R.output(b)
        return b
"""


@pytest.mark.parametrize("how", ["", "(private=True)"])
def test_programs_of_the_user_keep_their_names(how: str) -> None:
    module = Normalize()(parse_module(NAMED.format(how)))
    after = LegalizeOps()(FuseOps()(module))
    verify(after)
    assert set(programs(after)) == {"negative", "negative_1"}
    x = normal(4)
    assert_close(compiled(module, x), [-2 * x])


def test_symbolic_programs_are_shared_by_structure() -> None:
    def body(o: Ops, x: object, y: object) -> object:
        return o.exp(x), o.exp(y)

    n, m = Var("n", "int64"), Var("m", "int64")
    module = graph(body, x=(n, 4), y=(m, 4))
    assert programs(LegalizeOps()(module)) == ["tir_exp"]
    x, y = normal(3, 4), normal(5, 4)
    assert_close(compiled(module, x, y), [np.exp(x), np.exp(y)])


def test_dimensions_that_are_expressions_are_symbols_of_the_program() -> None:
    """Programs are shared by calls whose sizes are made differently."""
    n, m = Var("n", "int64"), Var("m", "int64")
    dims = [(n + 1) // 2 * 3, select(m > n, m, n), m]

    def body(o: Ops, *values: object) -> object:
        return tuple(o.exp(v) for v in values[:3])

    module = graph(body, **{f"x{k}": (d, 4) for k, d in enumerate(dims)}, n=(n,), m=(m,))
    after = LegalizeOps()(module)
    assert [p for p in programs(after) if "exp" in p] == ["tir_exp"]
    sizes = [(6, 4), (5, 4), (5, 4), (3,), (5,)]
    arrays = [normal(*size, seed=k) for k, size in enumerate(sizes)]
    assert_close(compiled(module, *arrays), [np.exp(a) for a in arrays[:3]])


def test_sizes_that_operators_are_given_are_symbols_of_the_program() -> None:
    """Broadcasts to sizes that are computed differently share a program; one of them has a name of its own."""
    n, m = Var("n", "int64"), Var("m", "int64")
    long: Expr = m
    for k in range(12):
        long = (long + long // 2) % (5 + k) + 1
    dims = [n * 2 + m, (n + 1) // 2, named_dim(long)]

    def body(o: Ops, x: object, y: object) -> object:
        return tuple(o.exp(o.broadcast_to(o.max(y, axis=[0], keepdims=True), (d, 4))) for d in dims)

    module = graph(body, n=(n,), y=(m, 4))
    after = LegalizeOps()(module)
    verify(after)
    assert [p for p in programs(after) if "broadcast" in p] == ["broadcast_to"]
    y = normal(5, 4)
    rows = [11, 2, as_int(substitute(long, {m: const(5, "int64")})) or 0]
    want = [np.exp(np.broadcast_to(y.max(0), (count, 4))) for count in rows]
    assert_close(compiled(module, normal(3), y), want)


@pytest.mark.parametrize(("rows", "window", "step"), [("n + 2", 3, 1), ("n * 4", 4, 4), ("n * 2 + 1", 3, 2)])
def test_results_have_the_symbols_of_what_they_are_computed_from(rows: str, window: int, step: int) -> None:
    """A window of three over n + 2 rows: the program does not have to ask what n is beside the number of rows."""
    n = Var("n", "int64")
    dim = {"n + 2": n + 2, "n * 4": n * 4, "n * 2 + 1": n * 2 + 1}[rows]

    def body(o: Ops, x: object, _: object) -> object:
        return o.nn_max_pool2d(x, pool_size=[window, 1], strides=[step, 1])

    module = graph(body, x=(1, 2, dim, 3), n=(n,))
    (program,) = LegalizeOps()(module).prim_funcs.values()
    assert [var.name for var in program.symbolic_vars()] == ["size0"]
    for count in (1, 5):
        size = as_int(substitute(dim, {n: const(count, "int64")})) or 0
        x = normal(1, 2, size, 3)
        want = [x[:, :, k * step : k * step + window].max(2) for k in range(count)]
        assert_close(compiled(module, x, normal(count)), [np.stack(want, 2)])


def test_symbols_used_in_more_ways_than_one_stay() -> None:
    """A view of rows as a rectangle needs both: the number of rows and what it is the product of."""
    n, m = Var("n", "int64"), Var("m", "int64")
    rows = n * m

    def body(o: Ops, x: object, y: object) -> object:
        return o.add(o.reshape(o.exp(x), (n, m, 4)), y)

    module = FuseOps()(graph(body, x=(rows, 4), y=(n, m, 4)))
    x, y = normal(6, 4), normal(2, 3, 4, seed=1)
    assert_close(compiled(module, x, y), [np.exp(x).reshape(2, 3, 4) + y])
