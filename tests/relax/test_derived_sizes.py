"""Sizes that follow from those that a run computes: each once, after the last dimension that it needs."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx.parser

import mlcc
from mlcc.driver import BuildOptions, Compilation
from mlcc.importers.onnx import from_onnx
from mlcc.ir import Binary, BufferLoad, BufferStore, Cast, Expr, Select, Var, as_int, walk
from mlcc.relax.derived_sizes import DerivedSizes
from mlcc.target import Target

HOST = Target.parse("llvm")
N, M = Var("n", "int64"), Var("m", "int64")


def padded(size: Expr) -> Expr:
    return (size + 15) // 16 * 16


def element(expr: Any) -> int | None:
    return as_int(expr.indices[0]) if isinstance(expr, BufferLoad | BufferStore) else None


def test_equal_sizes_are_one_element() -> None:
    sizes = DerivedSizes([N, M])
    assert [element(sizes.use(e)) for e in (N, M, padded(N), padded(N), padded(M), padded(N))] == [0, 1, 2, 2, 3, 2]
    assert [element(store) for store in sizes.after(M)] == [3]
    assert [element(store) for store in sizes.after(N)] == [2]


def test_what_sizes_share_is_an_element_computed_first() -> None:
    sizes = DerivedSizes([N, M])
    both = [sizes.use(padded(N) * 3 + 1), sizes.use(padded(N) * M)]
    assert [element(e) for e in both] == [2, 3]
    (product,) = sizes.after(M)
    shared, whole = sizes.after(N)
    assert (element(product), element(shared), element(whole)) == (3, 4, 2)
    assert isinstance(product, BufferStore)
    assert isinstance(product.value, Binary)
    assert (element(product.value.a), element(product.value.b)) == (4, 1)


def test_what_may_have_no_value_is_computed_where_it_stands() -> None:
    for expr in ((padded(N) + 1) // M, Select(N > 0, padded(M) // N, N), N * 4):
        sizes = DerivedSizes([N, M])
        assert not isinstance(sizes.use(expr), BufferLoad)
        assert not any(isinstance(n, Var) for n in walk(sizes.use(expr)))


def test_other_types_have_their_own_values() -> None:
    sizes = DerivedSizes([N])
    narrow = sizes.use(Cast("int32", padded(N)))
    assert isinstance(narrow, Cast)
    assert element(narrow.value) == 1
    assert sizes.use(Var("h", "int64") + 1).dtype == "int64"


def pools(count: int) -> onnx.ModelProto:
    """As many numbers as an input says, their maxima halved again and again; the last ones are joined with all."""
    names = ["u", *(f"p{k}" for k in range(count))]
    halves = "\n".join(
        f"{b} = MaxPool<kernel_shape=[2], strides=[2], ceil_mode=1>({a})"
        for a, b in zip(names[:-1], names[1:], strict=True)
    )
    return onnx.parser.parse_model(f"""<ir_version: 8, opset_import: ["" : 17]>
        halved (int64 limit) => (float[a, b, c] y, float[d, e, f] z)
        <int64 begin = {{0}}, int64 step = {{1}}, int64[2] axes = {{0, 1}}> {{
            r = Range(begin, limit, step) g = Cast<to = 1>(r) s = Sin(g) u = Unsqueeze(s, axes) {halves}
            y = Concat<axis = 2>({names[-1]}, {names[-1]}, u) z = Exp({names[-1]}) }}""")


def halved(limit: int, count: int) -> Any:
    whole = row = np.sin(np.arange(limit, dtype=np.float32))
    for _ in range(count):
        row = np.append(row, -np.inf) if len(row) % 2 else row
        row = row.reshape(-1, 2).max(1)
    return np.concatenate([row, row, whole]), np.exp(row)


def test_divisions_of_a_chain_are_there_once() -> None:
    counts = []
    for count in (3, 6):
        main = Compilation(from_onnx(pools(count)), BuildOptions(HOST)).lowered.graphs["main"]
        counts.append(sum(isinstance(n, Binary) and n.op.endswith("div") for n in walk(main.body)))
    assert counts[1] <= 3 * counts[0]


def test_results_of_a_chain() -> None:
    library = mlcc.build(from_onnx(pools(5)))
    for limit in (1, 2, 7, 120):
        for got, want in zip(library(np.int64(limit)), halved(limit, 5), strict=True):
            np.testing.assert_allclose(got[0, 0], want, rtol=1e-6)
