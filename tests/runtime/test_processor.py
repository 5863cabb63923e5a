"""What a machine's processor has, by what Linux says."""

from __future__ import annotations

import platform
from pathlib import Path

import pytest

from mlcc import MlccError
from mlcc.runtime.processor import check_features, processor_flags


@pytest.mark.parametrize(
    ("machine", "flags"), [("x86_64", {"fma", "avx2"}), ("aarch64", {"asimd"}), ("riscv64", set())]
)
def test_flags_of_this_machine_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, machine: str, flags: set[str]
) -> None:
    """Under qemu-user the file may be that of the machine around: its flags say nothing."""
    key = {"x86_64": "flags", "aarch64": "Features"}.get(machine, "isa")
    other = "Features" if key == "flags" else "flags"
    (tmp_path / "own").write_text(f"processor\t: 0\n{key}\t\t: {' '.join(flags)}\n")
    (tmp_path / "host").write_text(f"processor\t: 0\n{other}\t\t: sse2 avx\n")
    monkeypatch.setattr(platform, "machine", lambda: machine)
    assert processor_flags(str(tmp_path / "own")) == flags
    assert processor_flags(str(tmp_path / "host")) == frozenset()


def test_a_feature_that_is_missing() -> None:
    check_features(["neon"], frozenset({"asimd"}), "`x.so`")
    check_features(["neon"], frozenset(), "`x.so`")  # unknown: nothing is claimed
    with pytest.raises(MlccError, match="R326"):
        check_features(["neon"], frozenset({"fp"}), "`x.so`")
