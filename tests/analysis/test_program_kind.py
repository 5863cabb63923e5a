"""How programs may be fused, by what their blocks do."""

from __future__ import annotations

import pytest

from mlcc import te, topi
from mlcc.analysis.program_kind import program_kind
from mlcc.script.module import parse_prim_func


def kind_of(*tensors: te.Tensor) -> str:
    return program_kind(te.create_prim_func(list(tensors)))


A, B, V = te.placeholder((6, 4), name="A"), te.placeholder((6, 4), name="B"), te.placeholder((4,), name="V")
S = te.placeholder((1, 4), name="S")
I = te.placeholder((6,), "int32", name="I")  # noqa: E741


@pytest.mark.parametrize(
    ("tensors", "kind"),
    [
        ((A, topi.exp(A)), "elemwise"),
        ((A, B, topi.add(A, B)), "elemwise"),
        ((A, V, topi.add(A, V)), "broadcast"),
        ((A, S, topi.add(A, S)), "broadcast"),
        ((A, topi.transpose(A)), "injective"),
        ((A, topi.reshape(A, (4, 6))), "injective"),
        ((A, topi.sum(A, axis=1)), "reduce"),
        ((A, topi.max(A, axis=0)), "reduce"),
        ((A, B, topi.matmul(A, topi.transpose(B))), "anchor"),
        ((A, topi.nn.softmax(A)), "opaque"),
        ((A, I, topi.take(A, I, axis=0)), "opaque"),
        ((A, topi.exp(A), topi.negative(A)), "opaque"),
    ],
)
def test_kinds_of_operators(tensors: tuple[te.Tensor, ...], kind: str) -> None:
    assert kind_of(*tensors) == kind


def _program(body: str) -> str:
    return program_kind(parse_prim_func(f"""
@T.prim_func
def f(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
{body}"""))  # fmt: skip


def test_programs_that_no_operator_has() -> None:
    scatter = """
    for i in range(8):
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            B[7 - vi] = A[vi]
"""
    prefix = """
    for i in range(8):
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            if vi < 4:
                B[vi] = A[vi]
"""
    call = """
    T.evaluate(T.call_extern("int32", "f", A.data))
"""
    own = """
    for i in range(8):
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            B[vi] = B[vi] + A[vi]
"""
    assert [_program(text) for text in (scatter, prefix, call, own)] == ["opaque"] * 4
