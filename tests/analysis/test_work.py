"""The work of programs: exact where loops are rectangular, an upper bound where they end early."""

from __future__ import annotations

import pytest

from mlcc.analysis import Poly, simplify, to_expr
from mlcc.analysis.work import operations, work_of
from mlcc.ir import BufferStore, Call, Expr, For, Var, as_int, const, free_vars, substitute, walk
from mlcc.script import parse_prim_func

PROGRAM = """
@T.prim_func
def f(a: T.handle, c: T.handle):
    n, m = T.int64(), T.int64()
    A = T.match_buffer(a, (n, m), "float32")
    C = T.match_buffer(c, (n, m), "float32")
    for i in T.parallel(n):
{body}
"""


def outer(body: str) -> For:
    lines = "\n".join("        " + line for line in body.splitlines())
    return next(node for node in walk(parse_prim_func(PROGRAM.format(body=lines)).body) if isinstance(node, For))


def at(work: Poly | None, **sizes: int) -> int | None:
    assert work is not None
    expr: Expr = to_expr(work, "int64")
    values: dict[Var, Expr] = {v: const(sizes[v.name], v.dtype) for v in free_vars(expr)}
    return as_int(simplify(substitute(expr, values)))


@pytest.mark.parametrize(
    ("value", "cost"),
    [("A[i, 2 * i]", 2), ("A[i, 0] + T.float32(1)", 3), ("A[i, 0] / A[i, 1]", 7), ("T.exp(A[i, 0])", 14)],
)
def test_an_instance_counts_accesses_and_operators_but_no_indices(value: str, cost: int) -> None:
    store = next(node for node in walk(outer(f"C[i, 0] = {value}")) if isinstance(node, BufferStore))
    assert operations(store) == cost
    assert not any(isinstance(node, Call) for node in walk(store)) or cost > 12


def test_work_is_a_product_of_extents_and_a_sum_of_statements() -> None:
    loop = outer("for j in range(m):\n    C[i, j] = A[i, j]\nfor j in range(8):\n    C[i, j] = A[i, j] + T.float32(1)")
    assert at(work_of(loop), n=5, m=7) == 5 * (7 * 2 + 8 * 3)


def test_a_tile_that_ends_early_counts_whole() -> None:
    loop = outer("for t in range((m + 3) // 4):\n    for j in range(T.min(4, m - 4 * t)):\n        C[i, j] = A[i, 0]")
    assert at(work_of(loop), n=3, m=6) == 3 * 2 * 4 * 2


def test_a_triangle_has_no_work_in_terms_of_sizes() -> None:
    assert work_of(outer("for j in range(i + 1):\n    C[i, j] = A[i, j]")) is None


def test_a_tile_instruction_counts_as_the_loops_that_it_stands_for() -> None:
    loop = outer(
        'D = T.alloc_buffer((16, 16), "float32", scope="amx.tile")\nT.evaluate(T.amx_tilezero(D[0, 0]))',
    )
    assert at(work_of(loop), n=3) == 3 * 16 * 16
