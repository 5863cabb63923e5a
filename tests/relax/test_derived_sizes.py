"""Sizes that follow from those that a run computes: each once, after the last dimension that it needs."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx.parser

import mlcc
from mlcc.driver import BuildOptions, Compilation
from mlcc.importers.onnx import from_onnx
from mlcc.ir import Binary, Buffer, BufferLoad, BufferStore, Cast, Expr, Select, Var, as_int, const, walk, walk_once
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


def test_quotients_and_choices_are_elements() -> None:
    for expr in ((padded(N) + 1) // M, Select(N > M, padded(M) // N, N)):
        sizes = DerivedSizes([N, M])
        assert element(sizes.use(expr)) == 2
        assert [element(store) for store in sizes.after(M)] == [2]


def test_sizes_of_inputs_are_computed_at_the_start() -> None:
    """`n` is of an input, `m` is computed: what follows from `n` alone is there before `m`, and asked for last."""
    sizes = DerivedSizes([M])
    assert element(sizes.use(padded(N))) == 1
    assert element(sizes.use(padded(N) * padded(M))) == 2
    assert isinstance(sizes.use(N), Var)
    assert as_int(sizes.use(const(64, "int64"))) == 64
    (product,) = sizes.after(M)
    (start,) = sizes.after()
    assert (element(product), element(start)) == (2, 1)
    assert not any(isinstance(n, Var) for n in walk(product.value))  # type: ignore[attr-defined]


def test_one_operation_is_computed_where_it_stands() -> None:
    sizes = DerivedSizes([N, M])
    for expr in (N * 4, N // M, N > M):
        assert not isinstance(sizes.use(expr), BufferLoad)
        assert not any(isinstance(n, Var) for n in walk(sizes.use(expr)))


def test_what_reads_memory_is_computed_where_it_stands() -> None:
    memory = Buffer("memory", (const(1, "int64"),), "int64")
    sizes = DerivedSizes([N])
    sum_ = sizes.use(padded(N) + BufferLoad(memory, (const(0, "int64"),)))
    assert isinstance(sum_, Binary)
    assert element(sum_.a) == 1


def test_sizes_that_share_operands_stay_small() -> None:
    """Each depends on the one before in two places: as trees, the last one has 2**60 nodes."""
    for step in (lambda size: Select(size > M, size // M, size + 1), lambda size: Cast("int32", size + size // M) * 2):
        sizes = DerivedSizes([N, M])
        size: Expr = N
        for _ in range(60):
            size = Cast("int64", step(size))
        stated = sizes.use(size)
        stores = sizes.after(M)
        assert sum(1 for s in (stated, *stores) for _ in walk_once(s)) < 2000


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


def joined(count: int) -> onnx.ModelProto:
    """An input of any size, joined again and again with every other of its numbers and of what was joined before."""
    steps = "\n".join(
        f"h{k} = Slice({f'c{k - 1}' if k else 'x'}, begin, end, axis, two) c{k} = Concat<axis = 0>(x, h{k})"
        for k in range(count)
    )
    return onnx.parser.parse_model(f"""<ir_version: 8, opset_import: ["" : 17]>
        joined (float[n] x) => (float[m] y)
        <int64[1] begin = {{0}}, int64[1] end = {{1000000}}, int64[1] axis = {{0}}, int64[1] two = {{2}}> {{
            {steps} y = Exp(c{count - 1}) }}""")


def test_places_of_sizes_of_inputs_are_sums_of_one_more_each() -> None:
    """The place of each value follows the sizes before it: said in full in each call, their text is quadratic."""
    counts = []
    for count in (6, 12):
        main = Compilation(from_onnx(joined(count)), BuildOptions(HOST)).lowered.graphs["main"]
        counts.append(sum(1 for _ in walk(main.body)))
    assert counts[1] < 2.5 * counts[0]
    library = mlcc.build(from_onnx(joined(12)))
    for size in (1, 2, 9, 40):
        x = whole = np.sin(np.arange(size, dtype=np.float32))
        for _ in range(12):
            whole = np.concatenate([x, whole[::2]])
        np.testing.assert_allclose(library(x), np.exp(whole), rtol=1e-6)


def test_results_of_a_chain() -> None:
    library = mlcc.build(from_onnx(pools(5)))
    for limit in (1, 2, 7, 120):
        for got, want in zip(library(np.int64(limit)), halved(limit, 5), strict=True):
            np.testing.assert_allclose(got[0, 0], want, rtol=1e-6)


def quotients(count: int) -> onnx.ModelProto:
    """Ones: as many as an input says, and then again and again a quotient by another computed size more."""
    names = ["s", *(f"p{k}" for k in range(count))]
    parts = "\n".join(
        f"{b}n = Shape({a}) {b}q = Div({b}n, by) {b}s = Add({b}n, {b}q) {b} = Expand(one, {b}s) {b}z = ReduceSum({b})"
        for a, b in zip(names[:-1], names[1:], strict=True)
    )
    return onnx.parser.parse_model(f"""<ir_version: 8, opset_import: ["" : 17]>
        grown (int64 limit, int64 divisor) => (float[c] y, float[1] z)
        <int64 begin = {{0}}, int64 step = {{1}}, float[1] one = {{1.0}}> {{
            r = Range(begin, limit, step) s = Cast<to = 1>(r) d = Range(begin, divisor, step) by = Shape(d) {parts}
            z = Sum({", ".join(f"{name}z" for name in names[1:])}) y = Exp({names[-1]}) }}""")


def test_quotients_of_sizes_that_are_quotients() -> None:
    library = mlcc.build(from_onnx(quotients(10)))
    for limit, divisor in ((1, 1), (3, 2), (5, 7), (100, 3)):
        sizes = [limit]
        for _ in range(10):
            sizes.append(sizes[-1] + sizes[-1] // divisor)
        got, total = library(np.int64(limit), np.int64(divisor))
        np.testing.assert_allclose(got, np.full(sizes[-1], np.exp(np.float32(1))), rtol=1e-6)
        assert total[0] == sum(sizes[1:])
