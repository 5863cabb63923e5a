"""The lists of models beside this file, a line for each."""

from __future__ import annotations

from pathlib import Path


def listed(file: str) -> list[str]:
    """The lines of a file of this folder."""
    return (Path(__file__).parent / file).read_text(encoding="utf-8").splitlines()
