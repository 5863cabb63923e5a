"""A state of a loop that is also kept of each iteration is read where the iteration before has kept it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc.ir import Call, IRModule, While, as_int, walk
from mlcc.script import parse_module

from .graphs import assert_close, interpret, normal
from .test_lower_main import lowered

Array = np.ndarray[Any, Any]

TEXT = """
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 6), "float32"), y: R.Tensor((6, 6), "float32")):
        n = T.int64()
        d: R.Tensor((1,), "int64") = R.dim_values((x,), values=[n], dtype="int64")
        trips: R.Tensor((), "int64") = R.reshape(d, R.shape([]))
        for i, a, b in R.loop(trips, R.const(True, "bool"), (y, R.permute_dims(y)), most=MOST):
            BODY
            after = (GO_ON, NEXT)
        p = after[0]
        q = after[1]
        r = after[2]
        return RESULTS
"""
TWO_STACKS = TEXT.replace("        return", "        s = after[3]\n        return")

#: What an iteration does, its next states and its rows, the results, and how many matrices an iteration copies.
CASES = {
    "read once": ("c = R.tanh(R.matmul(a, y)) | d = R.exp(b)", "c, d, c", "r", 0),
    "elementwise": ("c = R.tanh(R.add(a, y))", "c, b, c", "(r, p)", 0),
    "the last one is a result": ("c = R.tanh(R.matmul(a, b)) | d = R.nn.softmax(b, axis=0)", "c, d, c", "(r, p, q)", 1),
    "the last one is read": ("c = R.tanh(R.matmul(a, y))", "c, b, c", "(R.negative(r), R.add(p, q))", 0),
    "read after the next one is": ("c = R.tanh(R.matmul(a, b)) | d = R.matmul(c, a)", "c, d, c", "r", 1),
    "a row that is another one": ("c = R.tanh(a) | d = R.exp(c)", "c, d, d", "(r, q)", 0),
    "both states": ("c = R.tanh(a) | d = R.nn.softmax(b, axis=0)", "c, d, c, d", "(r, s, q)", 1),
    "kept twice": ("c = R.tanh(a)", "c, b, c, c", "(r, s)", 1),
    "exchanged": ("c = R.tanh(a)", "b, c, c", "r", 2),
    "of another shape": ("c = R.tanh(a) | d = R.reshape(c, R.shape([1, 36]))", "c, b, d", "(r, p)", 0),
}  # fmt: skip


def module_of(name: str, most: str = "n", go_on: str = 'R.const(True, "bool")') -> IRModule:
    body, after, results, _ = CASES[name]
    lines = ("\n" + " " * 12).join(line.strip() for line in body.split("|"))
    text = TWO_STACKS if after.count(",") == 3 else TEXT
    for word, value in (("BODY", lines), ("NEXT", after), ("RESULTS", results), ("MOST", most), ("GO_ON", go_on)):
        text = text.replace(word, value.replace("'", '"'))
    return parse_module(text)


def copied(module: IRModule) -> int:
    """How many matrices an iteration copies."""
    (loop,) = (node for node in walk(lowered(module).body) if isinstance(node, While))
    calls = [node for node in walk(loop) if isinstance(node, Call) and node.op == "call_extern"]
    return sum("memcpy" in call.args[0].script() and as_int(call.args[-1]) == 6 * 6 * 4 for call in calls)


@pytest.mark.parametrize("name", CASES)
def test_rows_are_not_copied(name: str) -> None:
    assert copied(module_of(name)) == CASES[name][3]


def results(module: IRModule, *calls: tuple[int, int]) -> Iterator[tuple[list[Array], list[Array]]]:
    """What the library and the interpreter give for as many rows of `x`, of which the first `count` iterations run."""
    library = mlcc.build(module)
    for times, count in calls:
        feeds = [normal(times, 6), 0.3 * normal(6, 6, seed=3)]
        result = library(*feeds)
        got = [np.array(r) for r in (result if isinstance(result, list | tuple) else (result,))]
        pairs = zip(got, interpret(module, *feeds), strict=True)
        cut = [(a[:count], b[:count]) if a.ndim == 3 else (a, b) for a, b in pairs]
        yield [a for a, _ in cut], [b for _, b in cut]


@pytest.mark.parametrize("name", CASES)
def test_loops_give_what_the_interpreter_gives(name: str) -> None:
    for got, want in results(module_of(name), *((times, times) for times in (0, 1, 2, 5))):
        assert_close(got, want)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("last", [0, 4, 9])
def test_there_may_be_fewer_iterations_than_rows(name: str, last: int) -> None:
    """The stack has room for 8; what lies in the rows after the last iteration is not defined."""
    module = module_of(name, "8", f'R.less(i, R.const({last}, "int64"))')
    for got, want in results(module, *((times, min(times, last + 1)) for times in (0, 1, 3, 8))):
        assert_close(got, want)
