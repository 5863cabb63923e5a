"""rfactor: partial results of a reduction."""

from __future__ import annotations

import pytest
from bodies import GEMM, ONE, SUM, SUMS, UNUSED_LOOP
from tried import kept, refused, text_after

from mlcc.ir import PrimFunc
from mlcc.schedule import Schedule
from mlcc.script import parse_prim_func

DIFFERENCE = """
for k in range(16):
    with T.block("Y"):
        vk = T.axis.reduce(16, k)
        with T.init():
            D[0] = T.float32(0)
        D[0] = D[0] + (A[vk] - D[0])
"""
PAIR = """
@T.prim_func
def main(P: T.Buffer((8, 15), "int32"), V: T.Buffer((8, 15), "float32"), X: T.Buffer((8,), "int32"), Y: T.Buffer((8,))):
    for i, k in T.grid(8, 15):
        with T.block("Y"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                X[vi] = START
                Y[vi] = LIMIT
            x: T.int32 = PLACE
            y: T.float32 = VALUE
            X[vi] = x
            Y[vi] = y
"""
BENEATH = """
for i in range(8):
    with T.block("B"):
        vi = T.axis.spatial(8, i)
        B[vi] = A[vi]
    for k in range(4):
        with T.block("Y"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                Y[vi] = T.float32(0)
            Y[vi] = Y[vi] + A[vk]
"""
REFUSED = [
    ("S273", DIFFERENCE, "- rfactor: {loop: [Y, k], factor_axis: 0}"),
    ("S274", SUM, "- rfactor: {loop: [Y, i], factor_axis: 0}"),
    ("S275", SUM, "- rfactor: {loop: [Y, k], factor_axis: 3}"),
    ("S276", SUM, "- unroll: [Y, k]\n- rfactor: {loop: [Y, k], factor_axis: 0}"),
    ("S277", UNUSED_LOOP, "- rfactor: {loop: [Y, k], factor_axis: 0}"),
    (
        "S278",
        SUMS,
        "- split: {loop: k, block: Y, factors: [null, 9]}\n- split: {loop: m, block: Y, factors: [null, 9]}\n"
        "- rfactor: {loop: [Y, m_1], factor_axis: 0}",
    ),
    ("S216", BENEATH, "- rfactor: {loop: [Y, i], factor_axis: 0}"),
    ("S271", ONE, "- rfactor: {loop: [B, i], factor_axis: 0}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


def _picked(first: str, place: str) -> tuple[str, str]:
    return f"T.Select({place}, X[vi], P[vi, vk])", f"T.Select({first}, Y[vi], V[vi, vk])"


TIE = "(Y[vi] {0} V[vi, vk] or (Y[vi] == V[vi, vk] and X[vi] < P[vi, vk]))"
PAIRS = {
    "argmax": ("-1", 'T.min_value("float32")', *_picked(*["Y[vi] >= V[vi, vk]"] * 2)),
    "argmin": ("-1", 'T.max_value("float32")', *_picked(*["Y[vi] <= V[vi, vk]"] * 2)),
    "argmax_low": ("-1", 'T.min_value("float32")', *_picked("Y[vi] > V[vi, vk]", TIE.format(">"))),
    "argmin_low": ("-1", 'T.max_value("float32")', *_picked("Y[vi] < V[vi, vk]", TIE.format("<"))),
    "extremes": (
        'T.max_value("int32")',
        'T.min_value("float32")',
        "T.min(X[vi], P[vi, vk])",
        "T.max(Y[vi], V[vi, vk])",
    ),
    "sums": ("0", "T.float32(0)", "X[vi] + P[vi, vk]", "Y[vi] + V[vi, vk]"),
}


def pair(name: str, **other: str) -> PrimFunc:
    text = PAIR
    values = {**dict(zip(("START", "LIMIT", "PLACE", "VALUE"), PAIRS[name], strict=True)), **other}
    for key, value in {**other, **values}.items():
        text = text.replace(key, value)
    return parse_prim_func(text)


@pytest.mark.parametrize(("axis", "factor"), [(0, 2), (0, 5), (1, 3), (2, 2), (-1, 3)])
def test_positions_of_the_new_dimension(factor: int, axis: int) -> None:
    split = f"- split: {{loop: [Y, k], factors: [null, {factor}], as: [k0, k1]}}\n"
    steps = f"{split}- rfactor: {{loop: $k1, factor_axis: {axis}}}"
    text = text_after(GEMM, steps, compiled=axis == 0)
    shape = [7, 6]
    shape.insert(axis % 3, factor)
    assert f"Y_rf = T.alloc_buffer({tuple(shape)})" in text


@pytest.mark.parametrize(
    ("initial", "update"),
    [("T.float32(1)", "Y[vi] * A[vi, vk]"), ('T.min_value("float32")', "T.max(Y[vi], A[vi, vk])"),
     ('T.max_value("float32")', "T.min(Y[vi], A[vi, vk])"), ("T.float32(0)", "A[vi, vk] + Y[vi]")],
)  # fmt: skip
def test_kinds_of_reductions(initial: str, update: str) -> None:
    """A guard that leaves elements out takes the neutral element."""
    body = SUM.replace("T.float32(0)", initial).replace("Y[vi] + A[vi, vk]", update)
    for neutral in ("false", "true"):
        steps = "- split: {loop: [Y, k], factors: [null, 5], as: [k0, k1]}\n- rfactor: {loop: $k0, factor_axis: 0%s}"
        text = text_after(body, steps % (", neutral_ends: true" if neutral == "true" else ""))
        assert ("if_then_else" in text) == (neutral == "true")


@pytest.mark.cover(1)
@pytest.mark.parametrize(("axis", "factor"), [(0, None), (-1, 3), (0, 4), (-1, 15)])
@pytest.mark.parametrize("name", PAIRS)
def test_of_two_results(name: str, axis: int, factor: int | None) -> None:
    before = pair(name)
    sch = Schedule(before)
    loop = sch.get_loops("Y")[1]
    if factor is not None:
        _, loop = sch.split(loop, [None, factor])
    sch.rfactor(loop, axis)
    kept(before, sch)


@pytest.mark.parametrize(
    "other",
    [
        {"START": "0"},
        {"LIMIT": "T.float32(0)"},
        {"LIMIT": 'T.max_value("float32")'},
        {"VALUE": "T.max(Y[vi], V[vi, vk])"},
        {"X[vi] = x": "X[vi] = x + 1"},
        {"x: T.int32 = PLACE": "x: T.int32 = T.Select(Y[vi] > V[vi, vk], X[vi], P[vi, vk])"},
    ],
)
def test_other_pairs_are_not_known(other: dict[str, str]) -> None:
    refused("S273", pair("argmax", **other), "- rfactor: {loop: [Y, k], factor_axis: 0}")
