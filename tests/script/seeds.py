"""The programs printed in the seed documents, cut out of them by code.

The documents are not part of the repository; they stand beside it in `../shared/seeds`. Where they are missing the
tests that need them are skipped; `programs.py` holds the dialects in programs of our own.
"""

from __future__ import annotations

import re
from pathlib import Path

SEEDS = Path(__file__).resolve().parents[3] / "shared" / "seeds"
CATALOGUE = SEEDS.parent / "reference" / "tvmscript-surface.md"
_DECORATOR = "@tvm.script.ir_module"


def fenced(text: str, languages: str) -> list[str]:
    """The blocks fenced by three backticks of one of `languages` (joined by `|`)."""
    return re.findall(rf"```(?:{languages})\n(.*?)```", text, re.DOTALL)


def plain_modules(text: str) -> list[str]:
    """Modules in a document without fences: from the decorator to the first line at the left margin."""
    lines = text.split("\n")
    result = []
    for i, line in enumerate(lines):
        if line.rstrip() != _DECORATOR:
            continue
        end = i + 2
        while end < len(lines) and (not lines[end].strip() or lines[end].startswith(" ")):
            end += 1
        result.append("\n".join(lines[i:end]))
    return result


def seed_programs() -> list[tuple[str, str]]:
    """(name, text) of every program; empty where the seeds are missing."""
    result = []
    for path in sorted(SEEDS.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        programs = [p for p in fenced(text, "python") if "ir_module\nclass" in p] or plain_modules(text)
        result += [(f"{path.name[:3]}-{i}", p) for i, p in enumerate(programs)]
    return result


def catalogue_programs() -> list[tuple[str, str]]:
    """(name, text) of the complete programs of the catalogue of spellings."""
    if not CATALOGUE.exists():
        return []
    text = CATALOGUE.read_text(encoding="utf-8")
    return [(f"catalogue-{i}", p) for i, p in enumerate(fenced(text, "tir|relax"))]
