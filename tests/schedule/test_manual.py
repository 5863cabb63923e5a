"""The manual of every primitive: its example is run, its conditions are those that the code raises."""

import inspect
import re
import textwrap
from pathlib import Path

import pytest
from sketches import shapes_of, sketch

import mlcc.schedule
from mlcc.ir import script, structural_equal
from mlcc.schedule import apply_script, primitive_table

TABLE = primitive_table()
FOLDER = Path(mlcc.schedule.__file__).parent
STEPS = [name for name, cls in TABLE.items() if not cls.is_lookup and not name.startswith("sample_")]


def _part(doc: str, title: str) -> str:
    result = re.search(rf"^{title}:\n((?:    .*\n|\n)+)", doc + "\n", re.MULTILINE)
    assert result, f"no `{title}:`"
    return textwrap.dedent(result.group(1)).strip("\n") + "\n"


@pytest.mark.parametrize("name", STEPS)
def test_example(name: str) -> None:
    doc = inspect.getdoc(TABLE[name])
    assert doc
    before = _part(doc, "Before")
    module = sketch(before)
    after, trace = apply_script(module, _part(doc, "Step"))
    expected = sketch(_part(doc, "After"), shapes_of(before) if "@T.prim_func" not in before else None)
    assert script(after) == script(expected)
    assert structural_equal(after, expected)
    replayed, _ = apply_script(module, trace.to_yaml())
    assert structural_equal(replayed, after)


@pytest.mark.parametrize("name", TABLE)
def test_manual_has_its_parts(name: str) -> None:
    doc = inspect.getdoc(TABLE[name])
    assert doc
    assert "\nRequires: " in doc
    assert "\nPreserves: " in doc


@pytest.mark.parametrize("name", TABLE)
def test_codes_in_the_file_are_in_the_manual(name: str) -> None:
    """What the primitive's own file raises is among its stated conditions."""
    text = (FOLDER / "primitives" / f"{name}.py").read_text()
    raised = set(re.findall(r'"(S[12]\d\d)"', text)) - {"S108"}
    assert raised <= set(re.findall(r"S[12]\d\d", inspect.getdoc(TABLE[name]) or ""))


@pytest.mark.parametrize("name", TABLE)
def test_stated_conditions_are_tried(name: str) -> None:
    """Each condition of the manual is broken in the primitive's own test file."""
    stated = re.search(r"^Requires: (?:.+\n)+", inspect.getdoc(TABLE[name]) or "", re.MULTILINE)
    assert stated
    tried = (Path(__file__).parent / "primitives" / f"test_{name}.py").read_text(encoding="utf-8")
    assert set(re.findall(r"S[12]\d\d", stated.group())) <= set(re.findall(r'"(S[12]\d\d)"', tried))
