"""Notebooks by the course's names, cell by cell in a kernel of IPython: programs, search, frameworks, devices, units
of processors, and passes over graphs. `# %%` begins a cell of a file in `notebooks/`."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

BOOKS = sorted((Path(__file__).parent / "notebooks").glob("*.py"))
#: What a notebook needs besides.
NEEDS = {"frameworks": "torch"}


@pytest.mark.parametrize("path", BOOKS, ids=lambda p: p.stem)
def test_a_notebook(path: Path, tmp_path: Path) -> None:
    if path.stem in NEEDS and find_spec(NEEDS[path.stem]) is None:
        pytest.skip(f"needs {NEEDS[path.stem]}")
    cells = re.split(r"^# %%.*\n", path.read_text(encoding="utf8"), flags=re.MULTILINE)[1:]
    assert len(cells) > 2
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in cells])
    nbclient.NotebookClient(book, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
