"""One folder per mistake: `cases/<CODE>_<slug>/` holds the inputs, `command` and `expected.txt`.

The command runs inside a copy of the folder, so that paths are relative; its standard error must equal
`expected.txt` to the letter. `--update-golden` rewrites the expectations.
"""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from mlcc.diagnostics import find_code

CASES = sorted(path for path in (Path(__file__).parent / "cases").iterdir() if path.is_dir())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Path, mlcc, update_golden: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "case"
    shutil.copytree(case, folder)
    before = sorted(path.name for path in folder.iterdir())
    monkeypatch.chdir(folder)
    monkeypatch.setenv("MLCC_CRASH_DIR", str(tmp_path))
    words = shlex.split((case / "command").read_text(encoding="utf-8"))
    assert words[0] == "mlcc"
    ran = mlcc(*words[1:])
    if update_golden:
        (case / "expected.txt").write_text(ran.err, encoding="utf-8")
    assert ran.code == 1, ran.err
    assert ran.out == "", "data on stdout beside an error"
    assert ran.err == (case / "expected.txt").read_text(encoding="utf-8")
    assert ran.err.startswith(f"error[{case.name.split('_')[0]}]: ")
    assert sorted(path.name for path in folder.iterdir()) == before, "an output was left"


def test_every_case_names_a_known_code() -> None:
    for case in CASES:
        assert re.fullmatch(r"[PVTISLGRDQ]\d{3}_[a-z0-9_]+", case.name)
        assert find_code(case.name[:4]) is not None, case.name
