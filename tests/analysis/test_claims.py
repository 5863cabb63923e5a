"""What programs claim of their axes and loops, against their accesses."""

from __future__ import annotations

import pytest

from mlcc.analysis.claims import untrue_claims
from mlcc.diagnostics import Diagnostic, MlccError, Severity
from mlcc.driver.modules import check_claims
from mlcc.ir import IRModule, PrimFunc
from mlcc.script import parse_module


def program(*lines: str) -> IRModule:
    head = "@T.prim_func\ndef main(A: T.Buffer((64,)), B: T.Buffer((64,)), P: T.Buffer((64,), 'int32')):\n"
    return parse_module(head + "".join(f"    {line}\n" for line in lines))


def block(statement: str, kind: str = "spatial", loop: str = "range(8)", *more: str) -> IRModule:
    return program(
        f"for i in {loop}:", '    with T.block("B"):', f"        vi = T.axis.{kind}(8, i)",
        *(f"        {line}" for line in more), f"        {statement}",
    )  # fmt: skip


def claims(module: IRModule) -> list[str]:
    func = module["main"]
    assert isinstance(func, PrimFunc)
    return [("race " if claim.where.is_loop else "axis ") + claim.var.name for claim in untrue_claims(func)]


@pytest.mark.parametrize(
    "statement",
    ["B[vi // 2] = A[vi]", "B[vi + 1] = B[vi]", "B[0] = B[0] + A[vi]", "B[vi] = B[7 - vi]", "B[vi % 4] = A[vi]"],
)
def test_axes_that_are_not_spatial(statement: str) -> None:
    assert claims(block(statement)) == ["axis vi"]
    assert claims(block(statement, loop="T.parallel(8)")) == ["race i", "axis vi"]
    assert "race i" in claims(block(statement, loop="T.vectorized(8)"))


@pytest.mark.parametrize(
    "statement",
    [
        "B[vi] = A[vi]", "B[vi] = B[vi] + A[vi]", "B[vi * 2] = B[vi * 2 + 1]", "B[P[vi]] = A[vi]", "B[63 - vi] = A[vi]",
        "B[3] = T.float32(1)", "B[vi] = T.if_then_else(vi > 9, B[vi - 1], A[vi])", "B[vi // 4 * 9 + vi % 4] = A[vi]",
    ],
)  # fmt: skip
def test_what_is_true_or_cannot_be_shown_passes(statement: str) -> None:
    assert claims(block(statement)) == []
    assert claims(block(statement, loop="T.parallel(8)")) == []


def test_guards_are_minded() -> None:
    assert claims(block("B[vi // 2] = A[vi]", "spatial", "T.parallel(8)", "T.where(i < 1)")) == []
    assert claims(block("B[vi // 2] = A[vi]", "spatial", "T.parallel(8)", "T.where(i < 2)")) == ["race i"]
    assert claims(block("B[vi // 2] = A[vi]", "spatial", "T.parallel(8)", "T.where(A[i] > T.float32(0))")) == []


def test_a_reduction_is_no_race_of_its_own_axis_but_of_its_loop() -> None:
    assert claims(block("B[0] = B[0] + A[vi]", "reduce")) == []
    assert claims(block("B[0] = B[0] + A[vi]", "reduce", "T.parallel(8)")) == ["race i"]


def test_a_buffer_of_each_iteration_is_no_race() -> None:
    module = program(
        "t = T.alloc_buffer((1,))", "for i in T.parallel(8):",
        '    with T.block("t"):', "        vi = T.axis.spatial(8, i)", "        t[0] = A[vi]",
        '    with T.block("B"):', "        vi = T.axis.spatial(8, i)", "        B[vi] = t[0]",
    )  # fmt: skip
    assert "race i" not in claims(module)


def test_axes_are_a_warning_and_races_an_error() -> None:
    result: list[Diagnostic] = []
    check_claims(block("B[vi // 2] = A[vi]"), result.append)
    assert [(item.code, item.severity) for item in result] == [("V050", Severity.WARNING)]
    with pytest.raises(MlccError) as caught:
        check_claims(block("B[vi + 1] = B[vi]", loop="T.parallel(8)"), result.append)
    assert caught.value.code == "V051"
