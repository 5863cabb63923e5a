"""Inputs: what kind they are, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from mlcc.diagnostics import MlccError, render_text
from mlcc.driver import read_input


def write(folder: Path, name: str, data: bytes) -> str:
    path = folder / name
    path.write_bytes(data)
    return str(path)


def failure(name: str) -> MlccError:
    with pytest.raises(MlccError) as caught:
        read_input(name).text()
    return caught.value


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("m.onnx", b"anything", "onnx"),
        ("k.tir", b"@T.prim_func", "text"),
        ("k.py", b"import x", "text"),
        ("m.json", b"{}", "json"),
        ("m", b" {}", "json"),
        ("m", b"@I.ir_module\nclass M: pass", "text"),
        ("m", b"\x08\x07\x12\x07pytorch", "onnx"),
        ("m", "# é\n".encode() * 2000, "text"),
    ],
)
def test_kind_follows_suffix_then_content(tmp_path: Path, name: str, data: bytes, kind: str) -> None:
    assert read_input(write(tmp_path, name, data)).kind == kind


def test_missing_file_suggests_its_neighbour(tmp_path: Path) -> None:
    write(tmp_path, "model.onnx", b"x")
    error = failure(str(tmp_path / "modle.onnx"))
    assert error.code == "D101"
    assert error.diagnostic.help == f"did you mean `{tmp_path / 'model.onnx'}`?"


def test_folder_empty_and_compiled_inputs(tmp_path: Path) -> None:
    assert failure(str(tmp_path)).code == "D102"
    assert failure(write(tmp_path, "e.tir", b" \n")).code == "D103"
    assert failure(write(tmp_path, "lib", b"\x7fELF")).code == "D104"


def test_bytes_that_are_not_text_are_shown(tmp_path: Path) -> None:
    error = failure(write(tmp_path, "k.tir", b"a = 1\nb = \xff\n"))
    assert error.code == "D105"
    assert "2 | b = \N{REPLACEMENT CHARACTER}\n   |     ^" in render_text(error)


@pytest.mark.parametrize(
    ("data", "place"), [(b"\xef\xbba = 1", "byte 0 (0xef)"), (b"\xef\xbb\xbfa\xff", "byte 4 (0xff)")]
)
def test_half_a_byte_order_mark_and_bytes_after_one(data: bytes, place: str, tmp_path: Path) -> None:
    assert place in failure(write(tmp_path, "k.tir", data)).message


def test_byte_order_mark_and_windows_lines_are_dropped(tmp_path: Path) -> None:
    assert read_input(write(tmp_path, "k.tir", b"\xef\xbb\xbfa\r\nb\r\n")).text() == "a\nb\n"
