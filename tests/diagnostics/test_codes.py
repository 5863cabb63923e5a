"""The code table: complete, unique, documented, and equal to what the sources raise."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from mlcc.diagnostics import all_codes, find_code
from mlcc.diagnostics.codes import PHASES, phase_codes

PACKAGE = Path(__file__).resolve().parents[2] / "mlcc"
CODE = re.compile(r"[PVTISLGRDQ]\d{3}")


def _raised() -> dict[str, set[str]]:
    """Code -> files: every string constant in the sources, outside the tables, that is a code; and those of C."""
    result: dict[str, set[str]] = {}
    for file in PACKAGE.rglob("*.py"):
        if file.parent.name == "codes":
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
                result.setdefault(node.value, set()).add(str(file.relative_to(PACKAGE)))
    for file in PACKAGE.rglob("*.c"):
        for number in re.findall(r"FAIL\(\w+, (\d{3})", file.read_text(encoding="utf-8")):
            result.setdefault(f"R{number}", set()).add(str(file.relative_to(PACKAGE)))
    return result


@pytest.mark.parametrize("letter", PHASES)
def test_each_table_holds_its_own_letter(letter: str) -> None:
    for code in phase_codes(letter):
        assert re.fullmatch(letter + r"\d{3}", code)


@pytest.mark.parametrize("letter", PHASES)
def test_no_code_is_defined_twice(letter: str) -> None:
    """A dict literal keeps the last of two equal keys silently."""
    text = (PACKAGE / "diagnostics/codes" / f"{PHASES[letter]}.py").read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Dict):
            keys = [key.value for key in node.keys if isinstance(key, ast.Constant)]
            assert len(keys) == len(set(keys)), sorted({key for key in keys if keys.count(key) > 1}, key=str)


def test_every_code_is_documented() -> None:
    for name, code in all_codes().items():
        assert code.title, name
        assert not code.title.endswith("."), f"{name}: a title has no full stop"
        assert "\n" not in code.title, name
        assert len(code.explanation.strip()) >= 40, f"{name}: say why, and show an example"


def test_the_tables_have_the_codes_that_are_raised() -> None:
    raised, known = _raised(), all_codes()
    unknown = {code: files for code, files in sorted(raised.items()) if code not in known}
    unused = sorted(set(known) - set(raised))
    assert (unknown, unused) == ({}, [])


def test_find_code_ignores_case() -> None:
    assert find_code("d101") is find_code("D101")
    assert find_code("Z999") is None
    assert find_code("D999") is None
