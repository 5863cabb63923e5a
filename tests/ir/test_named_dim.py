"""Long expressions of sizes become dimensions with names of their own."""

from __future__ import annotations

import pickle

from mlcc.ir import (
    DerivedDim,
    Expr,
    GraphFunction,
    GraphVar,
    IRModule,
    SeqExpr,
    TensorStructInfo,
    Var,
    all_roots,
    as_int,
    const,
    expanded,
    free_vars,
    from_json,
    named_dim,
    script,
    structural_equal,
    structural_hash,
    substitute,
    to_json,
    walk_once,
)
from mlcc.script import parse

N, M = Var("n", "int64"), Var("m", "int64")


def steps(count: int, start: Expr, other: Expr = M) -> Expr:
    """Each step uses the one before twice."""
    for k in range(count):
        start = (start + start // 2) % (97 + k) + other
    return start


def value(count: int, n: int, m: int) -> int:
    for k in range(count):
        n = (n + n // 2) % (97 + k) + m
    return n


def derived(count: int = 6) -> DerivedDim:
    dim = named_dim(steps(count, N))
    assert isinstance(dim, DerivedDim)
    return dim


def function(*dims: Expr) -> IRModule:
    """A function with values of these sizes."""
    info = TensorStructInfo((N, M), "float32")
    x = GraphVar("x", info)
    more = [GraphVar(f"y{k}", TensorStructInfo((d,), "float32")) for k, d in enumerate(dims)]
    body = GraphFunction((x, *more), SeqExpr((), x), info, {"global_symbol": "main"})
    return IRModule({"main": body})


def test_short_expressions_stay() -> None:
    short = (N + 6) // 7 * 7
    assert named_dim(short) is short
    assert named_dim(N) is N


def test_equal_expressions_are_one_dimension() -> None:
    assert derived() is named_dim(steps(6, N))
    assert derived() is not named_dim(steps(6, M, N))
    assert derived() is not named_dim(steps(7, N))


def test_a_dimension_is_a_variable_that_knows_what_it_follows_from() -> None:
    dim = derived()
    after = named_dim(steps(6, dim, dim))
    assert free_vars(after) == [after]
    assert set(all_roots(after + 1)) == {N, M}
    assert not any(isinstance(part, DerivedDim) for part in walk_once(expanded(after * 2)))


def test_numbers_of_the_roots_are_a_number_of_the_dimension() -> None:
    dim = named_dim(steps(200, derived()))
    numbers = {N: const(11, "int64"), M: const(5, "int64")}
    assert as_int(substitute(dim + 1, numbers)) == value(200, value(6, 11, 5), 5) + 1
    assert substitute(dim, {Var("k", "int64"): const(1, "int64")}) is dim


def test_it_is_the_same_after_pickling() -> None:
    dim, n = pickle.loads(pickle.dumps((derived(), N)))
    assert n in dim.roots
    assert named_dim(dim.value) is dim


def test_text_and_json_have_its_name_and_value() -> None:
    dim = derived()
    module = function(dim, named_dim(steps(6, dim, dim)), dim * 2)
    text = script(module)
    assert "size = T.size(" in text
    for again in (parse(text), from_json(to_json(module))):
        assert structural_equal(module, again)
        assert structural_hash(module) == structural_hash(again)
        assert script(again) == text
    other = function(dim, named_dim(steps(6, dim, N)), dim * 2)
    assert not structural_equal(module, other)
    assert structural_hash(module) != structural_hash(other)


def test_text_for_tvm_writes_it_out() -> None:
    assert "T.size" not in script(function(derived()), dialect="tvm")
