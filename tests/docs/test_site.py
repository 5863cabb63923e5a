"""The documentation site: every entry has its page, links lead somewhere, and Sphinx builds it without a warning."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from mlcc.cli.catalogue import KINDS, entries

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def manual() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mlcc_manual", ROOT / "docs" / "manual.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_every_entry_is_on_a_page(manual: ModuleType) -> None:
    pages = {page.path: page.text for page in manual.pages()}
    for kind in KINDS:
        text = "\n".join(body for path, body in pages.items() if path.startswith(f"manual/{kind}/"))
        assert [entry.name for entry in entries(kind) if f"`{entry.name}`" not in text] == []


def test_indented_text_becomes_code_and_fenced_text_stays(manual: ModuleType) -> None:
    text = "Before:\n    for i in range(4):\n        A[i] = *x\n\nuse `a*b` or *c:\n```tir\nA[i] = *y\n```"
    assert manual.markdown(text) == (
        "Before:\n\n```text\nfor i in range(4):\n    A[i] = *x\n```\n\nuse `a*b` or \\*c:\n```tir\nA[i] = *y\n```"
    )


def test_pages_of_what_is_gone_are_removed(manual: ModuleType, tmp_path: Path) -> None:
    gone = tmp_path / "manual" / "primitives" / "no_such_step.md"
    gone.parent.mkdir(parents=True)
    gone.write_text("old", encoding="utf-8")
    manual.write(tmp_path)
    assert not gone.exists()
    kept = tmp_path / "manual" / "primitives" / "split.md"
    before = kept.stat().st_mtime_ns
    manual.write(tmp_path)
    assert kept.stat().st_mtime_ns == before


@pytest.mark.slow
def test_the_site_builds_without_warnings(tmp_path: Path) -> None:
    """All pages are read and their links resolved; one is written, because a theme takes its time for all of them."""

    def sphinx(*options: str, pages: tuple[str, ...] = ()) -> None:
        command = [sys.executable, "-m", "sphinx", "-q", "-d", str(tmp_path / "doctrees"), *options]
        folders = [str(ROOT / "docs"), str(tmp_path / "site")]
        done = subprocess.run([*command, *folders, *pages], capture_output=True, text=True, timeout=600, check=False)
        assert done.returncode == 0, done.stderr

    sphinx("-W", "--keep-going", "-b", "dummy")
    sphinx("-b", "html", pages=(str(ROOT / "docs" / "generated" / "readme.md"),))
    tour = (tmp_path / "site" / "generated" / "readme.html").read_text(encoding="utf-8")
    assert re.search(r'href="[^"]*schedules\.html"', tour)
