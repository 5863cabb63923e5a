"""The library's files say what is theirs alone: what files share is a composite step.

The rule. A step line is a line of `steps`, or of a definition's `steps`, that is neither empty nor a comment, with its
names of blocks, loops and parameters as they are. A line is shared where it lies in a run of five step lines, one after
the other, that stands in another file too. Fewer than 5 % of all step lines may be shared.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mlcc import resources
from mlcc.schedule import library, library_steps
from mlcc.schedule.script.nodes import YNode, parse_yaml
from mlcc.schedule.script.steps import steps_within

RUN = 5
MOST_LINES = 25
FILES = [*resources.schedule_files(), *sorted(resources.steps().glob("*.yaml"))]


def step_lines(path: Path) -> list[str]:
    """The step lines of a file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    start = lines.index("steps:") + 1
    end = next((n for n in range(start, len(lines)) if re.match(r"[a-z]", lines[n])), len(lines))
    return [line.strip() for line in lines[start:end] if line.strip() and not line.strip().startswith("#")]


def shared_lines(files: dict[str, list[str]]) -> dict[str, set[int]]:
    """The numbers of the lines of each file that stand in a run of another file too."""
    positions: dict[tuple[str, ...], set[str]] = {}
    for name, lines in files.items():
        for n in range(len(lines) - RUN + 1):
            positions.setdefault(tuple(lines[n : n + RUN]), set()).add(name)
    result: dict[str, set[int]] = {name: set() for name in files}
    for name, lines in files.items():
        for n in range(len(lines) - RUN + 1):
            if len(positions[tuple(lines[n : n + RUN])]) > 1:
                result[name].update(range(n, n + RUN))
    return result


def test_few_step_lines_are_shared() -> None:
    files = {path.name: step_lines(path) for path in FILES}
    shared = sum(map(len, shared_lines(files).values()))
    total = sum(map(len, files.values()))
    assert total > 300
    assert shared * 20 < total, f"{shared} of {total} step lines stand in runs that another file has too"


def test_the_rule_finds_what_is_shared() -> None:
    same = ["a", "b", "c", "d", "e"]
    assert shared_lines({"x": ["0", *same], "y": same, "z": same[:4]}) == {
        "x": {1, 2, 3, 4, 5},
        "y": set(range(5)),
        "z": set(),
    }


@pytest.mark.parametrize("path", resources.schedule_files(), ids=lambda path: path.name)
def test_a_file_is_short(path: Path) -> None:
    """Algorithm, tile sizes and composite steps: at most so many lines of steps, conditions not counted."""
    lines = [line for line in step_lines(path) if not line.startswith("if:")]
    assert len(lines) <= MOST_LINES


def expressions(node: YNode) -> Iterator[str]:
    """Every text of a document that may hold an expression."""
    if node.kind == "scalar" and isinstance(node.value, str):
        yield from re.findall(r"\$\{([^{}]*)\}", node.value) or [node.value]
    for item in node.items:
        yield from expressions(item)
    for _, value in node.pairs:
        yield from expressions(value)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_loop_is_named_by_its_position(path: Path) -> None:
    """No number is an index of loops: only of lists of blocks (`consumers`) and of numbers (`strides`)."""
    (top,) = parse_yaml(path.read_text(encoding="utf-8"), path.name)
    for text in expressions(top):
        try:
            tree = ast.parse(text.strip(), mode="eval")
        except SyntaxError:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Subscript):
                called = (
                    node.value.func.id
                    if isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name)
                    else ""
                )
                assert called in ("consumers", "strides"), f"{path.name}: {ast.unparse(node)}"


def test_every_composite_step_is_used() -> None:
    lists = [*(item.steps for item in (*library(), *library("opencl"))), *(item.steps for item in library_steps())]
    used = {step.name for steps in lists for step in steps_within(steps)}
    assert {item.name for item in library_steps()} <= used
