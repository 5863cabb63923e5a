"""States of loops are overwritten by the next ones where nothing reads them later; else these are copied there."""

from __future__ import annotations

import numpy as np
import pytest

from mlcc.ir import Call, While, as_int, walk
from mlcc.script import parse_module

from .graphs import assert_close, compiled, interpret, normal
from .test_lower_main import lowered

TEXT = """
@I.ir_module
class Module:
    @R.function
    def main(n: R.Tensor((), "int64"), x: R.Tensor((6, 6), "float32"), y: R.Tensor((6, 6), "float32")) -> R.Tuple(
            R.Tensor((6, 6), "float32"), R.Tensor((6, 6), "float32")):
        for i, a, b in R.loop(n, R.const(True, "bool"), (x, y), most=0):
            BODY
            after = (R.const(True, "bool"), NEXT)
        r = after[0]
        s = after[1]
        return (r, s)
"""

#: What an iteration does, the next states, and how many matrices it copies at its end.
CASES = {
    "elementwise": ("c = R.multiply(a, R.const(0.5, 'float32')) | d = R.subtract(b, c)", "c, d", 0),
    "read before": ("p = R.matmul(a, b) | q = R.nn.softmax(b, axis=0) | c = R.tanh(p) | d = R.matmul(q, q)", "c, d", 0),
    "not elementwise": ("c = R.matmul(a, a) | d = R.exp(b)", "c, d", 1),
    "read after": ("c = R.nn.softmax(b, axis=1) | d = R.matmul(c, b) | e = R.matmul(d, a)", "e, c", 2),
    "read twice by its kernel": ("c = R.matmul(R.tanh(a), a) | d = R.exp(b)", "c, d", 1),
    "one value for both": ("c = R.add(a, b)", "c, c", 1),
    "exchanged": ("c = R.exp(b)", "b, a", 3),
    "moved on": ("c = R.negative(b)", "c, a", 2),
    "unchanged": ("c = R.add(a, b)", "c, b", 0),
    "transposed before": ("c = R.add(R.permute_dims(a), b) | d = R.exp(b)", "c, d", 0),
    "a part of a sum": ("c = R.concatenate((R.strided_slice(a, axes=[0], begin=[3], end=[6]), "
                        "R.strided_slice(b, axes=[0], begin=[0], end=[3])), axis=0) | d = R.exp(b)", "c, d", 1),
}  # fmt: skip


def module_of(name: str) -> object:
    body, after, _ = CASES[name]
    lines = [line.strip() for line in body.replace("'", '"').split("|")]
    return parse_module(TEXT.replace("BODY", ("\n" + " " * 12).join(lines)).replace("NEXT", after))


@pytest.mark.parametrize("name", CASES)
def test_next_states_are_placed_in_those_that_nothing_reads(name: str) -> None:
    program = lowered(module_of(name))
    (loop,) = (node for node in walk(program.body) if isinstance(node, While))
    calls = [node for node in walk(loop) if isinstance(node, Call) and node.op == "call_extern"]
    copied = [as_int(call.args[-1]) for call in calls if "memcpy" in call.args[0].script()]
    matrices = [size for size in copied if size == 6 * 6 * 4]
    assert len(matrices) == CASES[name][2]


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("times", [0, 1, 2, 5])
def test_loops_give_what_the_interpreter_gives(name: str, times: int) -> None:
    module, feeds = module_of(name), [np.array(times), *(0.3 * normal(6, 6, seed=n) for n in range(2))]
    assert_close(compiled(module, *feeds), interpret(module, *feeds))
