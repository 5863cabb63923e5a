"""Outputs appear whole or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from mlcc.diagnostics import MlccError
from mlcc.driver import atomic_path, write_output
from mlcc.runtime import write_atomic


def code_of(target: str) -> str:
    with pytest.raises(MlccError) as caught:
        write_output(target, b"x")
    return caught.value.code


def test_writes_and_replaces(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    write_output(target, "one")
    write_output(target, b"two")
    assert target.read_bytes() == b"two"
    assert os.listdir(tmp_path) == ["a.txt"]


def test_a_folder_that_is_gone_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert code_of("a.txt") == "D110"
    if os.path.isdir("/proc/self"):  # a folder that is there, and takes no files
        assert code_of("/proc/self/a.txt") == "D111"


def test_a_full_disk_names_the_file_that_was_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the one that fails writes to the temporary path, as the linker does."""

    def full(self: Path, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device", str(self))

    monkeypatch.setattr(Path, "write_bytes", full)
    target = tmp_path / "a.so"
    with pytest.raises(MlccError) as caught, atomic_path(target) as temporary:
        write_atomic(temporary, b"x")
    assert caught.value.code == "D112"
    assert f"`{target}`" in str(caught.value)
    assert os.listdir(tmp_path) == []


def test_modes_follow_the_umask(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        write_output(tmp_path / "a.txt", b"")
        write_output(tmp_path / "a.so", b"", executable=True)
    finally:
        os.umask(old)
    assert (tmp_path / "a.txt").stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "a.so").stat().st_mode & 0o777 == 0o750


def test_failure_keeps_the_old_file_and_leaves_nothing(tmp_path: Path) -> None:
    target = tmp_path / "a.so"
    target.write_bytes(b"old")

    def fail() -> None:
        with atomic_path(target) as temporary:
            temporary.write_bytes(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert target.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.so"]


def test_symbolic_links_are_written_through(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_output(tmp_path / "link", b"x")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"x"


def test_devices_are_not_replaced() -> None:
    write_output("/dev/null", b"x")
    assert not Path("/dev/null").is_file()


def test_errors_have_codes(tmp_path: Path) -> None:
    assert code_of(str(tmp_path / "none" / "a")) == "D110"
    assert code_of(str(tmp_path)) == "D111"
    assert code_of("/dev/full") == "D112"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_read_only_folder(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    assert code_of(str(tmp_path / "a")) == "D111"
