"""What a killed process left is removed by the next one; what a running one, or another machine's, writes is not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mlcc.runtime import leftovers, remove_leftovers, temporary_folder, write_atomic

#: Writes half of a file, and is killed, as by `kill -9`.
_KILLED = """
import os, signal, sys
from mlcc.runtime import atomic_path, temporary_folder
with temporary_folder("half") as folder, atomic_path(sys.argv[1]) as path:
    path.write_text("half")
    open(os.path.join(folder, "part"), "w").close()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(autouse=True)
def _unseen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leftovers._remove_once.cache_clear()
    (tmp_path / "system").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "system"))
    monkeypatch.setattr("tempfile.tempdir", None)


def killed(target: Path) -> None:
    assert subprocess.run([sys.executable, "-c", _KILLED, str(target)], check=False).returncode == -9


@pytest.mark.skipif(os.name == "nt", reason="signals end processes there in another way")
@pytest.mark.parametrize("name", ["net.so", "n" * 251 + ".so"])
def test_the_next_writer_removes_what_a_killed_one_left(tmp_path: Path, name: str) -> None:
    target = tmp_path / name
    target.write_text("old")
    killed(target)
    assert target.read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 3
    assert len(list((tmp_path / "system").iterdir())) == 1
    write_atomic(tmp_path / "other.txt", "new")
    assert {path.name for path in tmp_path.iterdir()} == {name, "other.txt", "system"}
    with temporary_folder("next"):
        assert len(list((tmp_path / "system").iterdir())) == 1
    assert not list((tmp_path / "system").iterdir())


def test_others_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, running = leftovers.temporary_beside(tmp_path / "net.so")
    system = leftovers._system()
    monkeypatch.setattr(leftovers, "_runs", lambda pid: pid == os.getpid())
    gone = 1 << 22
    kept = [
        Path(running).name, f".net.so.mlcc-{'0' * 8 if system != '0' * 8 else '1' * 8}-{gone}-abc.so", "net.so",
        f"xmlcc-{system}-{gone}-abc", f"mlcc-{system}-{gone}.so", "mlcc-timing-0.lock", "system",
    ]  # fmt: skip
    for name in [*kept, f".net.so.mlcc-{system}-{gone}-abc.so"]:
        (tmp_path / name).touch()
    (tmp_path / f"mlcc-{system}-{gone}-link-abc" / "inner").mkdir(parents=True)
    (tmp_path / f"mlcc-{system}-{gone}-link-sym").symlink_to(tmp_path / "system")
    remove_leftovers(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == set(kept)
