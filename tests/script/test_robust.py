"""Any text gives a module or coded errors with places, and nothing else; what is read prints and reads again."""

from __future__ import annotations

import random
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from mlcc.diagnostics import MlccError, render_text
from mlcc.script import parse_module

from .conftest import round_trip
from .programs import DIALECTS

GRAPH = """
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def relu(X: T.Buffer((n, 8), "float32"), Y: T.Buffer((n, 8), "float32")):
        n = T.int64()
        for i, j in T.grid(n, 8):
            with T.block("Y"):
                vi, vj = T.axis.remap("SS", [i, j])
                if vi < 4 and not vj == 2:
                    Y[vi, vj] = T.if_then_else(vi < 2, T.exp(X[vi, vj]), 0.0)
                else:
                    x: T.float32 = X[vi, vj] * 2
                    Y[vi, vj] = T.max(x, T.float32(0))

    @R.function
    def main(x: R.Tensor(("n", 8), dtype="float32"), c: R.Tensor((), "bool")) -> R.Tensor(("n", 8), dtype="float32"):
        n = T.int64()
        cls = Module
        with R.dataflow():
            lv = R.call_tir(cls.relu, (x,), out_sinfo=R.Tensor((n, 8), dtype="float32"))
            lv1: R.Tensor((n, 8), dtype="float32") = R.add(lv * R.const(2.0, "float32"), x)
            R.output(lv1)
        if c:
            y = R.nn.softmax(lv1, axis=-1)
        else:
            y = lv1
        return y
"""
PROGRAMS = [*DIALECTS.values(), GRAPH]
PIECES = [
    "(", ")", "[", "]", "{", "}", ":", ",", "=", "\n", "    ", "T.", "R.", "x", "0", "1.5", '"a"', "for", "if",
    "else", "T.grid(", "with T.block", "*", "-", "not ", "None", "@", "def", "return", "\t", "#", "'", ";", "A",
    "...", "\u00a0", "T.int64(", "lambda i: i", "_", "\\", "\x00", "é", "while True:\n", "cls", "n", " as q",
    "[0]", ".data", "**", "1 < ",
]  # fmt: skip


def _damage(text: str, seed: int) -> str:
    """One of four small injuries."""
    rng = random.Random(seed)
    at = rng.randrange(len(text))
    match rng.randrange(4):
        case 0:
            return text[:at]
        case 1:
            return text[:at] + rng.choice(PIECES) + text[at:]
        case 2:
            return text[:at] + text[at + rng.randrange(1, 12) :]
    words = re.split(r"(\W)", text)
    words[rng.randrange(len(words))] = words[rng.randrange(len(words))]
    return "".join(words)


def _check(text: str) -> None:
    result: MlccError | None = None
    try:
        module = parse_module(text, "damaged.tir")
    except MlccError as error:
        result = error
    if result is None:
        round_trip(module, ("mlcc",))
        return
    for item in result.diagnostics:
        assert re.fullmatch(r"P\d{3}", item.code)
        assert item.span is not None
    assert render_text(result).startswith("error[P")


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.sampled_from(PROGRAMS), st.integers(0, 2**32), st.integers(0, 2))
def test_damaged_programs(text: str, seed: int, more: int) -> None:
    for i in range(more + 1):
        text = _damage(text, seed + i) or "\n"
    _check(text)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.text(max_size=60))
def test_any_text(text: str) -> None:
    _check(text)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(PIECES), max_size=30))
def test_any_tokens(tokens: list[str]) -> None:
    _check("@T.prim_func\ndef f(A: T.Buffer((4,))):\n    " + " ".join(tokens))


def test_the_whole_programs() -> None:
    for text in PROGRAMS:
        round_trip(parse_module(text))
