"""Every example in the table of V codes is refused with its code."""

import re

import pytest

from mlcc.diagnostics import Diagnostic, MlccError
from mlcc.diagnostics.codes.verify import CODES
from mlcc.driver.modules import check_claims
from mlcc.ir import problems
from mlcc.script import parse_module

EXAMPLES = [
    (code, text)
    for code, entry in CODES.items()
    for text in re.findall(r"```(?:tir|relax)\n(.*?)```", entry.explanation, re.DOTALL)
]


#: What only the accesses show is found by an analysis, not by the verifier.
BY_ANALYSIS = {"V050", "V051"}
PLAIN = [(code, text) for code, text in EXAMPLES if code not in BY_ANALYSIS]


@pytest.mark.parametrize(("code", "text"), [e for e in EXAMPLES if e[0] in BY_ANALYSIS])
def test_example_of_an_untrue_claim(code, text):
    warnings: list[Diagnostic] = []
    module = parse_module(text)
    assert not list(problems(module))
    try:
        check_claims(module, warnings.append)
    except MlccError as error:
        warnings += error.diagnostics
    assert [w.code for w in warnings] == [code]


@pytest.mark.parametrize(("code", "text"), PLAIN, ids=[code for code, _ in PLAIN])
def test_example_has_its_code(code, text):
    result = problems(parse_module(text), operators={"nn.relu", "add"})
    assert [p.code for p in result] == [code]
    assert result[0].span is not None
    marked = [line for line in text.splitlines() if code in line]
    shown = result[0].span.source.line(result[0].span.line)
    assert not marked or shown in marked or shown.strip().startswith("@")


def test_every_code_in_the_sources_is_in_the_table():
    from pathlib import Path

    import mlcc

    used = set()
    for path in Path(mlcc.__file__).parent.rglob("*.py"):
        if path.parent.name != "codes":
            used |= set(re.findall(r'"(V\d{3})"', path.read_text(encoding="utf-8")))
    assert used == set(CODES)


def test_error_type():
    with pytest.raises(MlccError) as error:
        mlcc_verify(EXAMPLES[0][1])
    assert error.value.code == EXAMPLES[0][0]


def mlcc_verify(text):
    from mlcc.ir import verify

    verify(parse_module(text))
