"""Regular expressions as automata, against Python's, which has more than RE2's syntax and means the same by it."""

from __future__ import annotations

import random
import re

import pytest

from mlcc.importers.onnx.regular_expressions import Automaton, PatternError, automaton

PATTERNS = [
    r"a*b", r"(a|b)*abb", r"^a.c$", r"[^a-c]*", r"(ab){2,3}", r"\w+@[a-z]+\.(com|org)", r"(a+b?){1,3}c", r"é+ü*",
    r"[à-ö]*", r"(?:a|)b", r"a|$|b", r"(?P<n>ab)c", r"[\]\-a]+", r"[a\d]+", r"a[\w.-]+\bb", r"\b.*\b", r".*\bab\b.*",
    r".*a\B.*", r"a\b.b", r".*", r"(?s).*", r"a{0}b", r"a{0,2}b", r"(ab|a)(bc|c)?", "", r"(?:\ba|b)*", r"x{,2}",
    r"[^é]",
    r"a+?b??c*?", r"\Aab?\Z".replace(r"\Z", "$"), r"[-a]+", r"\x41+", r"(?i:ab)c", r"\.\*", r"[\s\S]{3}",
]  # fmt: skip


def accepts(machine: Automaton, text: str) -> bool:
    state = int(machine.starts[0])
    for byte in text.encode():
        state = int(machine.transitions[state, byte])
        if state < 0:
            return False
    return bool(machine.stops[state, 2])


@pytest.mark.parametrize("pattern", PATTERNS)
def test_python_agrees(pattern: str) -> None:
    machine, want = automaton(pattern), re.compile(pattern.replace("{,2}", r"\{,2\}"), re.ASCII)
    source = random.Random(pattern)
    for _ in range(400):
        letters = "abcxAé ü\n1-.@𝄞" if source.random() < 0.4 else "ab c"
        text = "".join(source.choice(letters) for _ in range(source.randrange(8)))
        if "$" in pattern and text.endswith("\n"):
            continue  # Python's `$` is before a last newline too, RE2's is not
        assert accepts(machine, text) == (want.fullmatch(text) is not None), (pattern, text)


@pytest.mark.parametrize(
    ("pattern", "matching", "others"),
    [
        (r"(?i)straße", ["STRAßE", "strasse".replace("ss", "ß")], ["strasse", "STRAẞ"]),
        (r"\p{Lu}\pL*", ["Äb", "Ω"], ["äB", "", "1"]),
        (r"\P{L}+", ["12 ", "٣"], ["a"]),
        (r"[[:alpha:]_]+[[:^digit:]]", ["ab_-"], ["a1", "é1"]),
        (r"\x{1D11E}\n\101", ["𝄞\nA"], ["𝄞A"]),
        (r"\Qa.b\E+", ["a.b"], ["axb"]),
        (r"(?i)k+", ["kK\u212a"], ["x"]),
    ],
)
def test_what_python_has_not(pattern: str, matching: list[str], others: list[str]) -> None:
    machine = automaton(pattern)
    assert all(accepts(machine, text) for text in matching)
    assert not any(accepts(machine, text) for text in others)


@pytest.mark.parametrize(
    "pattern",
    [
        r"(a", r"a)", r"[a", r"*a", r"a**", r"a{3,2}", r"a{1001}", r"(?<=a)b", r"(a)\1", r"\y", r"[b-a]", r"a\\"[:-1],
        r"(?m)^a", r"\p{Klingon}", r"[[:nonsense:]]", r"\x{110000}", r"(?=a)", r"(a|b)*a(a|b){14}",
    ],
)  # fmt: skip
def test_what_is_refused(pattern: str) -> None:
    with pytest.raises(PatternError):
        automaton(pattern)
