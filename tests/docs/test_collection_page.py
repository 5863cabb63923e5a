"""The collection's page has the builds that were measured."""

from __future__ import annotations

from pathlib import Path

from collection import builds


def test_the_section_on_builds_is_what_was_measured() -> None:
    text = (Path(__file__).parents[2] / "docs" / "collection.md").read_text(encoding="utf-8")
    assert builds.replaced(text) == text, "`python -m collection.builds --page docs/collection.md` writes it anew"
    assert text.count(builds.HEADING) == 1
