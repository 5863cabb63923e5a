"""`mlcc build --symbols`: names of kernels, lines of their programs, and the same code."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONVNET = ROOT / "samples/models/convnet.onnx"


def _instructions(library: Path) -> list[str]:
    """The instructions of kernels, without addresses."""
    done = subprocess.run(["objdump", "-d", "--no-show-raw-insn", library], capture_output=True, text=True, check=True)
    lines = [line.partition("\t")[2] for line in done.stdout.splitlines() if "\t" in line]
    return [re.sub(r"<.*|0x[0-9a-f]+|\b[0-9a-f]{4,}\b|#.*", "", line).strip() for line in lines]


@pytest.fixture(scope="module")
def binutils() -> None:
    if shutil.which("objdump") is None or shutil.which("addr2line") is None:
        pytest.skip("no binutils")


def test_kernels_lead_to_nodes_and_lines(mlcc, tmp_path: Path, linker: str, binutils: None) -> None:
    library, plain = tmp_path / "net.so", tmp_path / "plain.so"
    ran = mlcc("build", CONVNET, "--symbols", "-o", library)
    assert ran.code == 0
    assert "warning" not in ran.err
    assert mlcc("build", CONVNET, "-o", plain).code == 0
    text = (tmp_path / "net.so.tir").read_text().splitlines()
    symbols = subprocess.run(["nm", library], capture_output=True, text=True, check=True).stdout
    title = "fused_conv2d_nchwc_add_relu (n8_Conv, n9_Relu)"  # as perf and valgrind show it
    address = re.search(rf"(\w+) t {re.escape(title)}$", symbols, re.M)
    assert address
    command = ["addr2line", "-f", "-e", str(library), f"0x{address[1]}"]
    name, place = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")[:2]
    assert name == title
    file, _, line = place.partition(":")
    assert Path(file).name == "net.so.tir"
    assert "def fused_conv2d_nchwc_add_relu(" in text[int(line) - 1]
    # The text is a module that is built as it is, and the library runs.
    assert mlcc("build", tmp_path / "net.so.tir", "-o", tmp_path / "again.o").code == 0
    assert mlcc("run", library, "--random", "0").out == mlcc("run", plain, "--random", "0").out
    assert "fused_" not in subprocess.run(["nm", plain], capture_output=True, text=True, check=False).stdout


def test_symbols_change_no_instruction(mlcc, tmp_path: Path, linker: str, binutils: None) -> None:
    kernel = ROOT / "samples/kernels/mm_relu.tir"
    library, plain = tmp_path / "mm.so", tmp_path / "plain.so"
    for output, more in ((library, ["--symbols"]), (plain, [])):
        assert mlcc("build", kernel, "-s", ROOT / "samples/schedules/registers.yaml", *more, "-o", output).code == 0
    assert _instructions(library) == _instructions(plain)
    assert not (tmp_path / "mm.so.tir").exists()  # the lines are those of the user's file
    done = subprocess.run(["objdump", "--dwarf=decodedline", library], capture_output=True, text=True, check=True)
    assert "mm_relu.tir" in done.stdout


def test_lines_are_those_of_the_text_as_it_is_now(mlcc, tmp_path: Path, binutils: None) -> None:
    kernel, lines = tmp_path / "k.tir", []
    for comments in (0, 3):
        kernel.write_text("# about\n" * comments + (ROOT / "samples/kernels/mm_relu.tir").read_text())
        assert mlcc("build", kernel, "--symbols", "-o", tmp_path / "k.o").code == 0
        decoded = ["objdump", "--dwarf=decodedline", str(tmp_path / "k.o")]
        done = subprocess.run(decoded, capture_output=True, text=True, check=True)
        lines.append({int(found[1]) for found in re.finditer(r"^k\.tir +([1-9]\d*) ", done.stdout, re.M)})
    assert lines[0]
    assert {line + 3 for line in lines[0]} == lines[1]


def test_where_symbols_have_no_use(mlcc, tmp_path: Path) -> None:
    several = mlcc("build", CONVNET, "--symbols", "--target", "llvm -mcpu=x86-64-v3,znver4", "-o", tmp_path / "a.so")
    assert several.err.startswith("error[D120]: no `--symbols`: the target is several CPUs")
    assert "has no machine code" in mlcc("build", CONVNET, "--symbols", "--target", "c", "-o", tmp_path / "a.c").err
    assert "the output is stdout" in mlcc("build", CONVNET, "--symbols", "--emit", "s", "-o", "-").err
