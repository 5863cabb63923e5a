"""The collection's page has what was measured."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from collection import builds, symbolic


@pytest.mark.parametrize("part", [builds, symbolic], ids=lambda part: part.__name__)
def test_a_section_is_what_was_measured(part: Any) -> None:
    text = (Path(__file__).parents[2] / "docs" / "collection.md").read_text(encoding="utf-8")
    assert part.replaced(text) == text, f"`python -m {part.__name__} --page docs/collection.md` writes it anew"
    assert text.count(part.HEADING) == 1


def test_what_takes_longer_for_any_size_has_a_reason() -> None:
    above = {name for name, row in symbolic.results().items() if row.get("ratio", 0) > symbolic.ALLOWED}
    assert above == set(symbolic.REASONS)
