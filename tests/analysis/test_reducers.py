"""Which stores accumulate, by which operation, and which reduction blocks are recognised."""

from __future__ import annotations

import pytest
from sites import Sites

from mlcc.analysis.reducers import Reducer, accumulation, find_reducer, is_identity, pair_accumulation, reads
from mlcc.ir import Binary, BufferLoad, BufferStore, FloatImm, IntImm, LetStmt, max_value, min_value, walk

REDUCTION = """
@T.prim_func
def main(A: T.Buffer((8, 8)), B: T.Buffer((8,))):
    for i, k in T.grid(8, 8):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                {start}
            {update}
"""


def reducer(update: str, start: str) -> Reducer | str:
    return find_reducer(Sites(REDUCTION.format(update=update, start=start))["B"].block)


@pytest.mark.parametrize(
    ("update", "start", "op"),
    [
        ("B[vi] = B[vi] + A[vi, vk]", "B[vi] = T.float32(0)", "add"),
        ("B[vi] = A[vi, vk] * A[vk, vi] + B[vi]", "B[vi] = T.float32(0)", "add"),
        ("B[vi] = B[vi] * A[vi, vk]", "B[vi] = T.float32(1)", "mul"),
        ("B[vi] = T.max(B[vi], A[vi, vk])", "B[vi] = T.min_value(\"float32\")", "max"),
        ("B[vi] = T.min(A[vi, vk], B[vi])", "B[vi] = T.max_value(\"float32\")", "min"),
    ],
)  # fmt: skip
def test_recognised_operations(update: str, start: str, op: str) -> None:
    result = reducer(update, start)
    assert isinstance(result, Reducer)
    assert result.op == op
    assert not reads(result.value, result.buffers)
    (combined,) = result.combine([result.identities[0]], [result.value])
    assert isinstance(combined, Binary)
    assert combined.op == op


@pytest.mark.parametrize(
    ("update", "start", "reason"),
    [
        ("B[vi] = B[vi] + A[vi, vk]", "B[vi] = T.float32(1)", "not neutral for `add`"),
        ("B[vi] = B[vi] * A[vi, vk]", "B[vi] = T.float32(0)", "not neutral for `mul`"),
        ("B[vi] = T.max(B[vi], A[vi, vk])", "B[vi] = T.float32(0)", "not neutral for `max`"),
        ("B[vi] = B[vi] - A[vi, vk]", "B[vi] = T.float32(0)", "not a sum, product"),
        ("B[vi] = A[vi, vk] + A[vk, vi]", "B[vi] = T.float32(0)", "does not read the element"),
        ("B[vi] = B[7 - vi] + A[vi, vk]", "B[vi] = T.float32(0)", "does not read the element"),
        ("B[vi] = B[vi] + B[vi]", "B[vi] = T.float32(0)", "a second time"),
        ("B[vi] = B[vi] + A[vi, vk]", "B[7 - vi] = T.float32(0)", "another element"),
    ],
)
def test_reasons_against(update: str, start: str, reason: str) -> None:
    result = reducer(update, start)
    assert isinstance(result, str)
    assert reason in result


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("B[vi] + A[vi, vk]", "add"),
        ("A[vi, vk] + (B[vi] + A[vk, vi])", "add"),
        ("B[vi] - A[vi, vk]", "add"),
        ("A[vi, vk] - B[vi]", None),  # the sign of the accumulator changes
        ("B[vi] * A[vi, vk] + A[vk, vi]", None),
        ("B[vi] * A[vi, vk]", "mul"),
        ("B[vi] / A[vi, vk]", None),
        ("T.max(A[vi, vk], T.max(B[vi], T.float32(0)))", "max"),
        ("T.max(T.min(B[vi], A[vi, vk]), T.float32(0))", None),
        ("T.if_then_else(A[vi, vk] > T.float32(0), B[vi] + A[vi, vk], B[vi])", "add"),
        ("T.if_then_else(B[vi] > T.float32(0), B[vi] + A[vi, vk], B[vi])", None),
        ("T.if_then_else(A[vi, vk] > T.float32(0), B[vi] + A[vi, vk], B[vi] * A[vk, vi])", None),
        ("B[vi] + B[vi]", None),
        ("B[vi]", "keep"),
        ("A[vi, vk]", None),
        ("B[7 - vi] + A[vi, vk]", None),
    ],
)
def test_stores_that_accumulate(value: str, expected: str | None) -> None:
    store = Sites(REDUCTION.format(update=f"B[vi] = {value}", start="B[vi] = T.float32(0)"))["B"].block.body
    assert isinstance(store, BufferStore)
    result = accumulation(store)
    assert (result[0] if result else None) == expected
    if result:
        assert all(isinstance(load, BufferLoad) and load.buffer is store.buffer for load in result[1])


PAIR = """
@T.prim_func
def main(A: T.Buffer((8, 8)), P: T.Buffer((8,), "{dtype}"), M: T.Buffer((8,))):
    for i, k in T.grid(8, 8):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                P[vi] = {first}
                M[vi] = {second}
            p: T.{dtype} = {place}
            m: T.float32 = {value}
            P[vi] = p
            M[vi] = m
"""
FIRST = "T.Select({better}, P[vi], vk)"
BETTER = "M[vi] > A[vi, vk] or (M[vi] == A[vi, vk] and P[vi] < vk)"
LESS = BETTER.replace(">", "<", 1)
VALUE = "T.Select(M[vi] {op} A[vi, vk], M[vi], A[vi, vk])"


@pytest.mark.parametrize(
    ("place", "value", "second", "op", "commutes"),
    [
        (FIRST.format(better=BETTER), VALUE.format(op=">"), 'T.min_value("float32")', "argmax", True),
        (FIRST.format(better=LESS), VALUE.format(op="<"), 'T.max_value("float32")', "argmin", True),
        (FIRST.format(better="M[vi] >= A[vi, vk]"), VALUE.format(op=">="), 'T.min_value("float32")', "argmax", False),
    ],
)  # fmt: skip
def test_index_and_value_of_an_extreme(place: str, value: str, second: str, op: str, commutes: bool) -> None:
    text = PAIR.format(dtype="int32", first="-1", second=second, place=place, value=value)
    block = Sites(text)["B"].block
    result = find_reducer(block)
    assert isinstance(result, Reducer), result
    assert (result.op, [b.name for b in result.buffers]) == (op, ["P", "M"])
    assert isinstance(block.body, LetStmt)
    pair = pair_accumulation(block.body)
    assert (pair is not None) is commutes
    wrong = find_reducer(Sites(text.replace("P[vi] = -1", "P[vi] = 0"))["B"].block)
    assert wrong == f"the initial values are not neutral for `{op}`"


def test_two_sums() -> None:
    text = PAIR.format(
        dtype="float32", first="T.float32(0)", second="T.float32(0)",
        place="P[vi] + A[vi, vk]", value="M[vi] + A[vi, vk] * A[vi, vk]",
    )  # fmt: skip
    result = find_reducer(Sites(text)["B"].block)
    assert isinstance(result, Reducer)
    assert result.op == "sums"
    mixed = find_reducer(Sites(text.replace("= M[vi] +", "= P[vi] +"))["B"].block)
    assert isinstance(mixed, str)


@pytest.mark.parametrize("dtype", ["float32", "float16", "int8", "int32", "uint8"])
def test_identities(dtype: str) -> None:
    def imm(value: float) -> IntImm | FloatImm:
        return FloatImm(float(value), dtype) if "float" in dtype else IntImm(int(value), dtype)

    assert is_identity("add", imm(0))
    assert not is_identity("add", imm(1))
    assert is_identity("mul", imm(1))
    assert not is_identity("mul", imm(0))
    assert is_identity("max", min_value(dtype))
    assert is_identity("min", max_value(dtype))
    assert not is_identity("min", min_value(dtype))
    assert not is_identity("max", imm(1))
    if "float" in dtype:
        assert is_identity("max", imm(float("-inf")))
        assert not is_identity("max", imm(float("inf")))


def test_literals_only_are_identities() -> None:
    store = Sites(REDUCTION.format(update="B[vi] = A[vi, vk]", start="B[vi] = T.float32(0)"))["B"].block.body
    load = next(n for n in walk(store) if isinstance(n, BufferLoad))
    assert not is_identity("add", load)
