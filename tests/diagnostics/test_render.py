"""Rendering is exact: whole texts, not fragments."""

from __future__ import annotations

import io
import json
from textwrap import dedent

import pytest

from mlcc.diagnostics import (
    Diagnostic,
    InternalError,
    Label,
    MlccError,
    NodePath,
    Severity,
    SourceFile,
    Span,
    choices_help,
    closest,
    render_concise,
    render_json,
    render_text,
    stream_has_color,
)

YAML = SourceFile("tile.yaml", "steps:\n  - get_block: C\n  - parallel: k\n")
PROGRAM = SourceFile(
    "mm.tir",
    "for i, j, k in T.grid(128, 128, 127):\n    with T.block('C'):\n        vk = T.axis.reduce(128, k)\n",
)


def at(source: SourceFile, words: str) -> Span:
    start = source.text.index(words)
    return Span(source, start, start + len(words))


def text_of(error: MlccError) -> str:
    return render_text(error)


def expect(text: str) -> str:
    return dedent(text).lstrip("\n")


def test_schedule_step_and_program_in_one_diagnostic() -> None:
    step = Span(YAML, YAML.text.index(": k") + 2, YAML.text.index(": k") + 3)
    error = MlccError(
        "S231",
        "cannot run loop `k` in parallel",
        span=step,
        labels=[
            Label(step, "`k` carries a reduction"),
            Label(at(PROGRAM, "T.axis.reduce(128, k)"), "block `C` accumulates over `k` here"),
        ],
        help="use `rfactor` first",
    )
    assert text_of(error) == expect("""
        error[S231]: cannot run loop `k` in parallel
          --> tile.yaml:3:15
           |
         3 |   - parallel: k
           |               ^ `k` carries a reduction
           |
        note: block `C` accumulates over `k` here
          --> mm.tir:3:14
           |
         3 |         vk = T.axis.reduce(128, k)
           |              ^^^^^^^^^^^^^^^^^^^^^
           |
        help: use `rfactor` first
    """)


def test_two_locations_of_one_program_share_a_window() -> None:
    error = MlccError(
        "V310",
        "axis `vk` has 128 steps but its loop has 127",
        span=at(PROGRAM, "k)\n"),
        labels=[Label(at(PROGRAM, "127"), "this loop"), Label(at(PROGRAM, "128, k"), "this axis")],
    )
    assert text_of(error) == expect("""
        error[V310]: axis `vk` has 128 steps but its loop has 127
          --> mm.tir:3:33
           |
         1 | for i, j, k in T.grid(128, 128, 127):
           |                                 --- this loop
         2 |     with T.block('C'):
         3 |         vk = T.axis.reduce(128, k)
           |                            -----^^
           |                            |
           |                            this axis
           |
    """)


def test_several_labels_on_one_line_hang_below() -> None:
    source = SourceFile("e.tir", "a + b * c\n")
    error = MlccError(
        "V100",
        "types differ",
        span=at(source, "b * c"),
        labels=[Label(at(source, "a"), "float32"), Label(at(source, "b"), "int32"), Label(at(source, "c"), "bool")],
        notes=["casts are explicit\nand cost nothing"],
    )
    assert text_of(error) == expect("""
        error[V100]: types differ
          --> e.tir:1:5
           |
         1 | a + b * c
           | -   ^^^^^ bool
           | |   |
           | |   int32
           | float32
           |
        note: casts are explicit
              and cost nothing
    """)


def test_lines_far_apart_are_joined_by_dots() -> None:
    source = SourceFile("long.tir", "first\n" + "\n".join("x" * 3 for _ in range(98)) + "\nlast\n")
    error = MlccError("V101", "far", span=at(source, "last"), labels=[Label(at(source, "first"), "from here")])
    assert text_of(error) == expect("""
        error[V101]: far
            --> long.tir:100:1
             |
           1 | first
             | ----- from here
        ...
         100 | last
             | ^^^^
             |
    """)


def test_wide_characters_and_tabs_keep_the_carets_in_place() -> None:
    source = SourceFile("w.tir", "\t日本 = é + y\n")
    assert text_of(MlccError("P101", "no `y`", span=at(source, "y"))) == (
        "error[P101]: no `y`\n  --> w.tir:1:11\n   |\n 1 |     日本 = é + y\n   |                ^\n   |\n"
    )


def test_control_characters_never_reach_the_terminal() -> None:
    source = SourceFile("c.tir", "a \x1b[31m b\n")
    shown = text_of(MlccError("P101", "bad character", span=Span(source, 2, 3)))
    assert "\x1b" not in shown
    assert "a \N{REPLACEMENT CHARACTER}[31m b" in shown


def test_span_of_several_lines_marks_both_ends() -> None:
    error = MlccError(
        "V102", "loop", span=Span(PROGRAM, 0, len(PROGRAM.text) - 1), labels=[Label(Span(PROGRAM, 0, 86), "")]
    )
    lines = text_of(error).splitlines()
    assert lines[4] == "   | " + "^" * len("for i, j, k in T.grid(128, 128, 127):")
    assert lines[-2] == "   | " + " " * 8 + "^" * len("vk = T.axis.reduce(128, k)")


def test_end_of_text_is_shown_at_the_end_of_the_last_line() -> None:
    source = SourceFile("e.tir", "with x:\n")
    assert text_of(MlccError("P102", "unfinished", span=Span(source, 8, 8))) == expect("""
        error[P102]: unfinished
          --> e.tir:1:8
           |
         1 | with x:
           |        ^
           |
    """)


def test_a_very_long_line_is_shortened_around_the_caret() -> None:
    source = SourceFile("one_line.json", "x" * 5000 + "!" + "y" * 5000)
    shown = text_of(MlccError("P103", "unexpected `!`", span=at(source, "!")))
    assert max(map(len, shown.splitlines())) < 180
    code, carets = shown.splitlines()[3:5]
    assert code[carets.index("^")] == "!"


def test_node_paths_stand_in_for_text() -> None:
    error = MlccError(
        "I201",
        "no operator `Foo`",
        span=NodePath("m.onnx", "graph/Foo_3 (Foo)"),
        labels=[Label(NodePath("m.onnx", "graph/Bar_1 (Bar)"), "its input is made here")],
    )
    assert text_of(error) == expect("""
        error[I201]: no operator `Foo`
          --> m.onnx: graph/Foo_3 (Foo)
        note: its input is made here
          --> m.onnx: graph/Bar_1 (Bar)
    """)


def test_many_reports_every_diagnostic() -> None:
    error = MlccError.many(
        [Diagnostic("I201", "no operator `A`"), MlccError("I202", "no opset 3 for `B`"), Diagnostic("I201", "no `C`")]
    )
    assert error.code == "I201"
    assert text_of(error) == expect("""
        error[I201]: no operator `A`

        error[I202]: no opset 3 for `B`

        error[I201]: no `C`
    """)
    with pytest.raises(InternalError):
        MlccError.many([])


def test_concise_is_one_line() -> None:
    error = MlccError("P101", "bad\nthing", span=at(PROGRAM, "T.block"))
    assert render_concise(error) == "mm.tir:2:10: error[P101]: bad thing\n"


def test_json_is_one_object_per_line() -> None:
    error = MlccError(
        "P101", "bad", span=at(PROGRAM, "T.block"), labels=[Label(NodePath("m.onnx", "n"), "x")], notes=["n"], help="h"
    )
    assert json.loads(render_json(error)) == {
        "severity": "error",
        "code": "P101",
        "message": "bad",
        "span": {"file": "mm.tir", "line": 2, "column": 10, "end_line": 2, "end_column": 17},
        "labels": [{"span": {"file": "m.onnx", "node": "n"}, "text": "x"}],
        "notes": ["n"],
        "help": "h",
    }


def test_colour_adds_only_escapes(monkeypatch: pytest.MonkeyPatch) -> None:
    import re

    error = MlccError("S231", "no", span=at(YAML, "k"), labels=[Label(at(PROGRAM, "127"), "here")], help="do")
    coloured = render_text(error, color=True)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render_text(error)
    assert coloured != render_text(error)


def test_colour_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert stream_has_color(Terminal())
    assert not stream_has_color(io.StringIO())
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert stream_has_color(io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not stream_has_color(Terminal())


def test_located_and_extended_keep_what_is_there() -> None:
    error = MlccError("S100", "x", help="first").located(at(YAML, "k"))
    assert error.span == at(YAML, "k")
    assert error.located(at(YAML, "C")).span == at(YAML, "k")
    assert error.extended(notes=["n"], help="second").diagnostic.help == "first"
    assert error.diagnostic.notes == ("n",)
    assert error.diagnostic.severity is Severity.ERROR


def test_positions_round_trip() -> None:
    for offset in range(len(PROGRAM.text)):
        assert PROGRAM.offset(*PROGRAM.position(offset)) == offset


def test_suggestions() -> None:
    assert closest("splt", ["split", "fuse"]) == "split"
    assert closest("SPLIT", ["split", "fuse"]) == "split"
    assert closest("qqqq", ["split", "fuse"]) is None
    assert choices_help("splt", ["split", "fuse"], "steps") == "did you mean `split`? the steps are `split`, `fuse`"
    assert choices_help("x", [], "loops") == "there are no loops"
    many = choices_help("q", [f"name{i}" for i in range(20)], "names")
    assert many.endswith("`name11` and 8 more")
