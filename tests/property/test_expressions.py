"""Random expressions: compiled, interpreted, printed and parsed, saved and loaded, they stay what they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import given, note
from hypothesis import strategies as st

import mlcc
from mlcc import reference, te
from mlcc.analysis import simplify
from mlcc.ir import IRModule, PrimFunc, from_json, structural_equal, to_json
from mlcc.script import parse_module

INTS = ("int16", "int32", "int64")
FLOATS = ("float32", "float64")
SIZE = 24
#: An expression in the making: given the dtype's two elements and the index, the value.
Form = Callable[[Any, Any, Any], Any]

_BINARY: list[Callable[[Any, Any], Any]] = [
    lambda a, b: a + b,
    lambda a, b: a - b,
    lambda a, b: a * b,
    te.max,
    te.min,
    lambda a, b: te.if_then_else(a < b, a, b),
    lambda a, b: te.if_then_else(te.any(a >= b, a.equal(b)), b - a, a),
    lambda a, b: te.if_then_else(te.all(a > b, te.const(True, "bool")), a, -b),
]
_WHOLE: list[Callable[[Any, int], Any]] = [
    lambda a, n: te.floor_div(a, te.const(n, a.dtype)),
    lambda a, n: te.floor_mod(a, te.const(n, a.dtype)),
    lambda a, n: te.trunc_div(a, te.const(n, a.dtype)),
    lambda a, n: te.trunc_mod(a, te.const(-n, a.dtype)),
    lambda a, n: a >> te.const(n % 5, a.dtype),
    lambda a, n: a & te.const(n, a.dtype),
    lambda a, n: (a ^ te.const(n, a.dtype)) | te.const(1, a.dtype),
    lambda a, n: a.astype("int64").astype(a.dtype),
    lambda a, n: a.astype("float64").astype(a.dtype),
]
_REAL: list[Callable[[Any, int], Any]] = [
    lambda a, n: a / te.const(n, a.dtype),
    lambda a, n: te.floor(a / te.const(n, a.dtype)),
    lambda a, n: te.sqrt(te.abs(a)),
    lambda a, n: a.astype("float64").astype(a.dtype),
]


def _join(op: Callable[[Any, Any], Any], x: Form, y: Form) -> Form:
    return lambda a, b, i: op(x(a, b, i), y(a, b, i))


def _with_number(op: Callable[[Any, int], Any], x: Form, n: int) -> Form:
    return lambda a, b, i: op(x(a, b, i), n)


def _forms(unary: list[Callable[[Any, int], Any]]) -> st.SearchStrategy[Form]:
    leaves: list[Form] = [lambda a, b, i: a, lambda a, b, i: b, lambda a, b, i: i.astype(a.dtype)]
    numbers = st.integers(-4, 4).map(lambda n: lambda a, b, i: te.const(n, a.dtype))
    leaf = st.one_of(st.sampled_from(leaves), numbers)
    return st.recursive(
        leaf,
        lambda inner: st.one_of(
            st.builds(_join, st.sampled_from(_BINARY), inner, inner),
            st.builds(_with_number, st.sampled_from(unary), inner, st.integers(1, 7)),
        ),
        max_leaves=5,
    )


def _program(dtype: str, form: Form) -> PrimFunc:
    a, b = (te.placeholder((SIZE,), dtype, name=name) for name in "ab")
    y = te.compute((SIZE,), lambda i: form(a[i], b[i], i), name="y")
    return te.create_prim_func([a, b, y]).with_attr({"global_symbol": "main"})


functions = st.one_of(
    st.builds(_program, st.sampled_from(INTS), _forms(_WHOLE)),
    st.builds(_program, st.sampled_from(FLOATS), _forms(_REAL)),
)


def _inputs(func: PrimFunc) -> list[Any]:
    rng = np.random.default_rng(0)
    dtypes = [func.buffer_map[param].dtype for param in func.params[:2]]
    return [rng.integers(-4, 5, SIZE).astype(dtype) for dtype in dtypes]


@given(functions)
def test_compiled_and_interpreted_agree(func: PrimFunc) -> None:
    note(func.script())
    inputs = _inputs(func)
    (wanted,) = reference.run(func, inputs)
    result = np.zeros_like(wanted)
    mlcc.build(IRModule({"main": func}))["main"](*inputs, result)
    if wanted.dtype.kind == "f":
        np.testing.assert_allclose(result, wanted, rtol=1e-6 if wanted.dtype == np.float32 else 1e-14)
    else:
        np.testing.assert_array_equal(result, wanted)


@given(functions)
def test_printed_and_saved_programs_are_read_back(func: PrimFunc) -> None:
    module = IRModule({"main": func})
    text = module.script()
    note(text)
    again = parse_module(text, "printed.tir")
    assert structural_equal(again, module)
    assert again.script() == text
    assert structural_equal(parse_module(module.script(dialect="tvm"), "tvm.py"), module)
    assert structural_equal(from_json(to_json(module)), module)


@given(st.builds(_program, st.just("int64"), _forms(_WHOLE)))
def test_simplified_stores_compute_the_same(func: PrimFunc) -> None:
    """The simplifier may change the expression that is stored, and not its value."""
    from mlcc.ir import BufferStore, map_children

    def visit(item: Any) -> Any:
        if isinstance(item, BufferStore):
            return BufferStore(item.buffer, simplify(item.value), item.indices)
        return map_children(item, visit)

    simple = func.with_body(visit(func.body))
    note(simple.script())
    inputs = _inputs(func)
    np.testing.assert_array_equal(reference.run(simple, inputs)[0], reference.run(func, inputs)[0])
