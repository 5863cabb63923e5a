"""What a loop keeps of each iteration is computed in its row of the stack, where nothing else needs it."""

from __future__ import annotations

import numpy as np
import pytest

from mlcc.ir import Call, While, walk
from mlcc.script import parse_module

from .graphs import assert_close, compiled, interpret, normal
from .test_lower_main import lowered

TEXT = """
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 6), "float32"), y: R.Tensor((6, 6), "float32")) -> R.Tuple(
            R.Tensor((6, 6), "float32"), R.Tensor(("n", 6, 6), "float32")):
        n = T.int64()
        d: R.Tensor((1,), "int64") = R.dim_values((x,), values=[n], dtype="int64")
        trips: R.Tensor((), "int64") = R.reshape(d, R.shape([]))
        for i, a in R.loop(trips, R.const(True, "bool"), (y,), most=n):
            BODY
            after = (R.const(True, "bool"), NEXT)
        r = after[0]
        s = after[1]
        return (r, s)
"""

#: What an iteration does, its next state and its row, and how many matrices it copies at its end.
CASES = {
    "computed there": ("k = R.nn.softmax(a, axis=0) | b = R.matmul(a, y)", "b, k", 1),
    "read again": ("k = R.exp(a) | b = R.nn.softmax(k, axis=0)", "b, k", 0),
    "also the state": ("b = R.tanh(a)", "b, b", 0),
    "from outside": ("b = R.tanh(a)", "b, y", 1),
    "the state before": ("b = R.tanh(a)", "b, a", 2),
    "a view": ("k = R.reshape(R.exp(a), R.shape([6, 6])) | b = R.tanh(a)", "b, k", 0),
}


def module_of(name: str) -> object:
    body, after, _ = CASES[name]
    lines = [line.strip() for line in body.split("|")]
    return parse_module(TEXT.replace("BODY", ("\n" + " " * 12).join(lines)).replace("NEXT", after))


@pytest.mark.parametrize("name", CASES)
def test_rows_are_computed_in_the_stack(name: str) -> None:
    program = lowered(module_of(name))
    (loop,) = (node for node in walk(program.body) if isinstance(node, While))
    calls = [node for node in walk(loop) if isinstance(node, Call) and node.op == "call_extern"]
    matrices = [
        call for call in calls if "memcpy" in call.args[0].script() and call.args[-1].script() == "T.int64(144)"
    ]
    assert len(matrices) == CASES[name][2]


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("times", [1, 2, 5])
def test_loops_give_what_the_interpreter_gives(name: str, times: int) -> None:
    module, feeds = module_of(name), [normal(times, 6), 0.3 * normal(6, 6, seed=3)]
    assert_close(compiled(module, *feeds), interpret(module, *feeds))


VIEWS = """
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 4), "float32"), y: R.Tensor(("m", 1), "float32")):
        n, m = T.int64(), T.int64()
        a = R.strided_slice(x, axes=[0], begin=[m], end=[m + 2], assume_inbound=True)
        b = R.nn.softmax(a, axis=1)
        c = R.strided_slice(R.nn.softmax(x, axis=1), axes=[0], begin=[m - 1], end=[n], assume_inbound=True)
        d = R.nn.softmax(c, axis=1)
        return (b, d, a)
"""


def test_views_that_begin_where_the_run_says() -> None:
    module = parse_module(VIEWS)
    assert "strided_slice" not in lowered(module).script()
    for n, m in ((3, 1), (7, 4), (9, 7)):
        x, y = normal(n, 4), np.zeros((m, 1), np.float32)
        got, soft = compiled(module, x, y), np.exp(x) / np.exp(x).sum(1, keepdims=True)
        again = np.exp(soft) / np.exp(soft).sum(1, keepdims=True)
        for mine, want in zip(got, (soft[m : m + 2], again[m - 1 :], x[m : m + 2]), strict=True):
            np.testing.assert_allclose(mine, want, rtol=1e-5)
