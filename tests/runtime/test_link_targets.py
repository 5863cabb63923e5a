"""Which linker links for which C library, and how zig spells it."""

from __future__ import annotations

import importlib.util
import re
import subprocess
from pathlib import Path

import pytest

from mlcc.diagnostics import MlccError
from mlcc.runtime import link
from mlcc.runtime.platform import platform_of

ZIG = importlib.util.find_spec("ziglang") is not None


@pytest.mark.parametrize(
    ("triple", "spelled"),
    [
        ("x86_64-unknown-linux-gnu", "x86_64-linux-gnu.2.17"),
        ("x86_64-linux-gnu.2.31", "x86_64-linux-gnu.2.31"),
        ("aarch64-linux-gnu", "aarch64-linux-gnu.2.17"),
        ("armv7-linux-gnueabihf", "arm-linux-gnueabihf.2.17"),
        ("riscv64-linux-gnu", "riscv64-linux-gnu"),
        ("riscv64-linux-gnu.2.35", "riscv64-linux-gnu.2.35"),
        ("x86_64-linux-musl", "x86_64-linux-musl"),
        ("arm64-apple-macos", "aarch64-macos"),
    ],
)
def test_triples_as_zig_spells_them(triple: str, spelled: str) -> None:
    assert link.zig_target(platform_of(triple)) == spelled


@pytest.mark.parametrize("library", ["musl", "gnu.2.17"])
def test_the_compiler_of_the_system_links_for_its_own_library_only(
    monkeypatch: pytest.MonkeyPatch, library: str
) -> None:
    """Silently linked against this system's glibc, a library would not load where it was meant to."""
    monkeypatch.delenv("MLCC_CC", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    monkeypatch.setattr("platform.libc_ver", lambda: ("glibc", "2.36"))
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}")
    monkeypatch.setattr(link, "find_spec", lambda name: None)
    assert link.find_linker(platform_of("x86_64-linux-gnu")).command == ("/bin/cc",)
    with pytest.raises(MlccError, match="there is no linker for `x86_64-linux-") as error:
        link.find_linker(platform_of(f"x86_64-linux-{library}"))
    assert error.value.code == "R332"
    monkeypatch.setattr(link, "find_spec", lambda name: object())
    assert link.find_linker(platform_of(f"x86_64-linux-{library}")).zig


@pytest.mark.skipif(not ZIG, reason="needs ziglang")
def test_a_library_for_an_old_glibc_needs_no_newer_one(tmp_path: Path) -> None:
    import mlcc

    model = Path(__file__).parents[2] / "samples/models/mlp.onnx"
    for system, needed in (("linux-gnu.2.17", "libc.so.6"), ("linux-musl", "libc.so")):
        path = tmp_path / f"{system}.so"
        mlcc.build(str(model), target=f"llvm -mcpu=x86-64-v3 -mtriple=x86_64-{system}", output=path)
        symbols = subprocess.run(["objdump", "-Tp", path], capture_output=True, text=True, check=True).stdout
        versions = {tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_([0-9.]+)", symbols)}
        assert all(version <= (2, 17) for version in versions)
        assert re.search(rf"NEEDED +{re.escape(needed)}\n", symbols)


@pytest.mark.parametrize(("compiler", "levels"), [("gcc", ["-O3"]), ("gcc -O1 -g", ["-O1"])])
def test_a_level_of_optimisation_that_the_user_names_stands(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, compiler: str, levels: list[str]
) -> None:
    commands: list[list[str]] = []

    def keep(command: list[str], *_: object) -> None:
        commands.append(command)
        Path(command[command.index("-o") + 1]).touch()

    monkeypatch.setenv("MLCC_CC", compiler)
    monkeypatch.setattr(link, "run_linker", keep)
    link.compile_c("", tmp_path / "m.so", "x86_64-linux-gnu", 3, soname="m.so")
    assert [word for word in commands[0] if re.fullmatch(r"-O\d", word)] == levels
