"""Parameters that are tuples: expanded for the entry, given as tuples or one by one, and checked either way."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tolerances import assert_close

import mlcc
from mlcc import reference, relax
from mlcc.diagnostics import MlccError
from mlcc.ir import IRModule, verify
from mlcc.relax.transform import BindParams, ExpandTupleParams, InlineCalls, LegalizeOps, Normalize
from mlcc.runtime import Library, make_header
from mlcc.script import parse_module

from .graphs import normal

#: Fields used by index and as a whole, a nested tuple, a branch, a private function that takes a tuple, a taken name.
TEXT = """
@I.ir_module
class Module:
    @R.function(private=True)
    def affine(x: R.Tensor(("m", 4), "float32"), p: R.Tuple(R.Tensor((4, 5), "float32"), R.Tensor((5,), "float32"))):
        return R.add(R.matmul(x, p[0]), p[1])

    @R.function
    def main(
        w_0: R.Tensor(("n", 4), "float32"),
        w: R.Tuple(
            R.Tensor((4, 5), "float32"),
            R.Tuple(R.Tensor((5,), "float32"), R.Tensor((), "bool")),
        ),
        rest: R.Tuple(R.Tensor(("n", 2), "float32"), R.Tensor(("n", 3), "float32")),
    ):
        cls = Module
        a = cls.affine(w_0, (w[0], w[1][0]))
        pair = w[1]
        if pair[1]:
            y = R.concat(rest, axis=1)
        else:
            y = R.add(a, pair[0])
        return R.multiply(a, y)
"""


def arguments(rows: int, flag: bool) -> tuple[Any, Any, Any]:
    x, w, b = normal(rows, 4), normal(4, 5), normal(5)
    return x, (w, (b, np.array(flag))), (normal(rows, 2), normal(rows, 3))


def wanted(x: Any, w: Any, rest: Any) -> Any:
    product = x @ w[0] + w[1][0]
    return product * (np.concatenate(rest, axis=1) if w[1][1] else product + w[1][0])


@pytest.fixture(scope="module")
def library() -> Library:
    return mlcc.build(parse_module(TEXT), "llvm")


def test_tensors_take_the_places_of_tuples() -> None:
    module = ExpandTupleParams()(InlineCalls()(Normalize()(parse_module(TEXT))))
    verify(module)
    main = module.graph_funcs["main"]
    assert [p.name for p in main.params] == ["w_0", "w_0_", "w_1_0", "w_1_1", "rest_0", "rest_1"]
    assert main.attrs["input_nesting"] == [["w_0", 0], ["w", [1, [2, 3]]], ["rest", [4, 5]]]
    assert ExpandTupleParams()(module) is module
    x, w, rest = arguments(3, True)
    got = reference.run(LegalizeOps()(module), [x, w[0], *w[1], *rest])
    assert_close(got[0], wanted(x, w, rest))


@pytest.mark.parametrize("rows", [1, 7])
@pytest.mark.parametrize("flag", [True, False])
def test_every_way_to_pass_them(library: Library, rows: int, flag: bool) -> None:
    x, w, rest = arguments(rows, flag)
    want = wanted(x, w, rest)
    main, out = library["main"], np.empty((rows, 5), "float32")
    assert_close(main(x, w, list(rest)), want)
    assert_close(main(x, w[0], *w[1], *rest), want)
    assert_close(main(x, rest=rest, w=w), want)
    assert main(x, w, rest, out) is None
    assert_close(out, want)
    for inputs in ([x, w, rest], {"w_0": x, "w": w, "rest": rest}):
        bound = main.bind(inputs)
        bound()
        assert_close(bound.results()[0], want)
    machine = relax.VirtualMachine(library, mlcc.cpu())
    machine.set_input("main", mlcc.nd.array(x), w, rest=rest)
    machine.invoke_stateful("main")
    assert_close(machine.get_outputs("main").numpy(), want)


def test_wrong_tuples(library: Library) -> None:
    x, w, rest = arguments(2, True)
    for bad, said in (
        ((x, w[0], rest), r"`w` of `main` is a tuple of 2, given a `ndarray`"),
        ((x, (w[0], w[1], w[1]), rest), r"`w` of `main` is a tuple of 2, given 3"),
        ((x, (w[0], (w[1][0],)), rest), r"`w\[1\]` of `main` is a tuple of 2, given 1"),
        ((x, w), "takes 6 inputs"),
    ):
        with pytest.raises(MlccError, match=said) as caught:
            library["main"](*bad)
        assert caught.value.code == "R301"
    with pytest.raises(MlccError) as caught:
        library["main"](x, (w[0], (w[1][0], (w[1][1],))), rest)
    assert caught.value.code == "R302"


def test_the_signature_and_the_header_say_them(library: Library) -> None:
    assert "w: (float32 [4, 5], (float32 [5], bool []))" in repr(library["main"])
    assert " *   tuple   w: (w_0_, (w_1_0, w_1_1))" in make_header(library.spec)


def test_a_tuple_that_is_returned_and_one_without_fields() -> None:
    text = """
@I.ir_module
class Module:
    @R.function
    def main(p: R.Tuple(R.Tensor((3,), "float32"), R.Tensor((2,), "int64")), q: R.Tuple()):
        return p
"""
    first, second = normal(3), np.array([4, 5])
    got = mlcc.build(parse_module(text))["main"]((first, second), ())
    assert (got[0] == first).all()
    assert (got[1] == second).all()


def test_parameters_of_a_tuple_are_bound_to_constants() -> None:
    x, w, rest = arguments(3, False)
    module = BindParams("main", {"w": w})(parse_module(TEXT))
    assert [p.name for p in module.graph_funcs["main"].params] == ["w_0", "rest"]
    assert_close(mlcc.build(module)(x, rest), wanted(x, w, rest))
    for bad in (w[:1], w[0], (w[0], w[1][0])):
        with pytest.raises(MlccError) as caught:
            BindParams("main", {"w": bad})(parse_module(TEXT))
        assert caught.value.code == "T121"


def test_other_parameters_that_no_entry_can_take() -> None:
    module: IRModule = parse_module("@R.function\ndef main(p: R.Tuple(R.Tensor(ndim=1, dtype='int8'))): return p[0]")
    with pytest.raises(MlccError) as caught:
        mlcc.build(module)
    assert caught.value.code == "L306"
    assert "`p_0`" in str(caught.value)
