"""Tables of text: whole without a width, and never wider than the terminal with one."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlcc.tables import shortened, table_lines

ROOT = Path(__file__).resolve().parents[1]
HEADER = ("kernel", "nodes", "calls", "time", "% limit")
ROWS = [
    ("fused_conv2d_nchwc_add_relu_max_pool2d_1", "layer1/block0/Conv, layer1/block0/Relu, +12", "2", "1.24 ms", "97"),
    ("softmax", "Softmax_13", "1", "60.1 ns", "1"),
]


def test_without_a_width_all_is_there() -> None:
    lines = table_lines(HEADER, ROWS, left=range(2))
    assert ROWS[0][0] in lines[1]
    assert ROWS[0][1] in lines[1]
    assert lines[2].endswith("1  60.1 ns        1")


def test_names_are_shortened_before_columns_go() -> None:
    lines = table_lines(HEADER, ROWS, left=range(2), width=80, drop=(1, 2))
    assert max(map(len, lines)) == 80
    assert lines[0].split() == ["kernel", "nodes", "calls", "time", "%", "limit"]
    assert re.match(r"fused_conv2d_.*….*pool2d_1 ", lines[1])
    narrow = table_lines(HEADER, ROWS, left=range(2), width=40, drop=(1, 2))
    assert narrow[0].split() == ["kernel", "calls", "time", "%", "limit"]
    assert narrow[2].endswith("1")


_CELLS = st.text(st.characters(codec="ascii", exclude_categories=("Cc",)), max_size=60)


@given(st.integers(10, 120), st.integers(1, 6), st.data())
def test_no_line_is_wider(width: int, columns: int, data: st.DataObject) -> None:
    row = st.tuples(*[_CELLS] * columns)
    header, *rows = data.draw(st.lists(row, min_size=1, max_size=6))
    drop = data.draw(st.permutations(range(1, columns)))
    left = data.draw(st.sets(st.integers(0, columns - 1)))
    lines = table_lines(header, rows, left, width=width, drop=drop)
    assert len(lines) == len(rows) + 1
    assert max(map(len, lines)) <= width
    whole = table_lines(header, rows, left)
    if max(map(len, whole)) <= width and not any(line.endswith(" ") for line in whole):
        assert all(cell.strip() in line for cells, line in zip(rows, whole[1:], strict=True) for cell in cells)


@given(st.text(max_size=60), st.integers(1, 40))
def test_the_middle_goes(text: str, width: int) -> None:
    short = shortened(text, width)
    assert len(short) <= width
    if len(text) <= width:
        assert short == text
    elif width > 2:
        assert short[0] == text[0]
        assert short[-1] == text[-1]


def on_terminal(*arguments: str, columns: int) -> str:
    """What a command writes to a terminal of a width."""
    leader, follower = pty.openpty()
    env = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": str(columns), "NO_COLOR": "1"}
    process = subprocess.Popen([sys.executable, "-m", "mlcc", *arguments], stdout=follower, stderr=follower, env=env)
    os.close(follower)
    text = b""
    while True:
        try:
            chunk = os.read(leader, 4096)
        except OSError:
            break
        if not chunk:
            break
        text += chunk
    assert process.wait(timeout=60) == 0
    os.close(leader)
    return text.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("columns", [80, 100])
def test_lists_fit_a_terminal(columns: int) -> None:
    lines = on_terminal("list", "primitives", columns=columns).splitlines()
    assert len(lines) > 20
    assert max(map(len, lines)) <= columns


def test_wide_and_pipes_have_all(mlcc) -> None:
    whole = mlcc("list", "primitives").out
    assert max(map(len, whole.splitlines())) > 60
    assert on_terminal("list", "primitives", "--wide", columns=60) == whole
