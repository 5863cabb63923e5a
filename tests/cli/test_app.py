"""The command line as such: help, exit codes, streams, and what happens when things break."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from mlcc.cli import app
from mlcc.cli.app import COMMANDS


def test_help_lists_every_command(mlcc) -> None:
    ran = mlcc("--help")
    assert ran.code == 0
    assert ran.err == ""
    for name in COMMANDS:
        assert f"\n  {name} " in ran.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_examples(mlcc, name: str) -> None:
    ran = mlcc(name, "--help")
    assert ran.code == 0
    assert "Examples:" in ran.out
    assert "--message-format" in ran.out


def test_help_and_version_import_nothing_heavy() -> None:
    script = (
        "import sys; from mlcc.cli.app import run; code = run(['--help']);"
        "heavy = {'numpy', 'onnx', 'lark', 'llvmlite', 'yaml'} & set(sys.modules);"
        "sys.exit(f'{code} {heavy}' if code or heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_version(mlcc) -> None:
    import mlcc as package

    assert mlcc("--version").out == f"mlcc {package.__version__}\n"


def test_wrong_usage_is_2(mlcc) -> None:
    ran = mlcc("biuld")
    assert ran.code == 2
    assert ran.out == ""
    assert "did you mean 'build'?" in ran.err
    assert mlcc("explain").code == 2
    assert mlcc("list", "codes", "--format", "xml").code == 2
    assert mlcc("--nonsense").code == 2


def test_diagnostics_are_1_and_go_to_stderr(mlcc) -> None:
    ran = mlcc("explain", "splitt-nothing")
    assert ran.code == 1
    assert ran.out == ""
    assert ran.err.startswith("error[D125]: nothing is called `splitt-nothing`\n")


def test_message_format_before_and_after_the_command(mlcc) -> None:
    for args in (("--message-format", "json", "explain", "qq"), ("explain", "qq", "--message-format", "json")):
        data = json.loads(mlcc(*args).err)
        assert data["code"] == "D125"
    concise = mlcc("explain", "qq", "--message-format", "concise").err
    assert concise == "error[D125]: nothing is called `qq`\n"
    # The choice does not leak into the next command line.
    assert mlcc("explain", "qq").err.startswith("error[D125]")


def test_debug_shows_the_traceback(mlcc) -> None:
    assert "Traceback" in mlcc("explain", "qq", "--debug").err
    assert "Traceback" not in mlcc("explain", "qq").err


def test_internal_error_leaves_a_reproducer(mlcc, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from mlcc.cli.options import remember_input

    victim = tmp_path / "input.tir"
    victim.write_text("x")

    @click.command("explain")
    def broken() -> None:
        remember_input(str(victim))
        raise ZeroDivisionError("it broke")

    monkeypatch.setenv("MLCC_CRASH_DIR", str(tmp_path))
    monkeypatch.setattr(app.LazyGroup, "get_command", lambda *_: broken)
    ran = mlcc("explain")
    assert ran.code == 70
    assert ran.out == ""
    assert "Traceback" not in ran.err
    assert ran.err.startswith("internal error: it broke\n")
    (folder,) = tmp_path.glob("mlcc-crash-*")
    assert str(folder) in ran.err
    assert (folder / "command.txt").read_text() == "mlcc explain\n"
    assert "ZeroDivisionError" in (folder / "traceback.txt").read_text()
    assert (folder / "input.tir").read_text() == "x"
    assert "mlcc " in (folder / "versions.txt").read_text()


def test_interrupt_is_130_without_traceback(mlcc, monkeypatch: pytest.MonkeyPatch) -> None:
    @click.command("explain")
    def stopped() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(app.LazyGroup, "get_command", lambda *_: stopped)
    ran = mlcc("explain")
    assert ran.code == 130
    assert "Traceback" not in ran.err


def test_a_closed_pipe_is_quiet() -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "mlcc", "list", "codes"]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert done.returncode == 141
    assert done.stderr == ""


def test_shell_completion_names_commands() -> None:
    environment = {**os.environ, "_MLCC_COMPLETE": "bash_complete", "COMP_WORDS": "mlcc sch", "COMP_CWORD": "1"}
    done = subprocess.run([sys.executable, "-m", "mlcc"], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout == "plain,schedule\n"


def test_explain_code_in_any_case(mlcc) -> None:
    assert mlcc("explain", "d112").out.startswith("D112  (code)\n\nthe disk is full\n")


def test_list_codes_in_each_form(mlcc) -> None:
    assert "D112  the disk is full\n" in mlcc("list", "codes").out
    assert "| `D112` | the disk is full |\n" in mlcc("list", "codes", "--format", "md").out
    rows = json.loads(mlcc("list", "codes", "--format", "json").out)
    assert {"name": "D112", "summary": "the disk is full"} in rows
    assert mlcc("list").out.splitlines()[0].split()[0] in ("ops", "codes", "primitives")


def test_wrong_usage_has_the_form_that_is_asked_for(mlcc):
    for args in (("--message-format", "json", "build", "--nothing"), ("build", "--nothing", "--message-format=json")):
        ran = mlcc(*args)
        assert ran.code == 2
        data = json.loads(ran.err)
        assert (data["code"], data["severity"]) == ("D120", "error")
        assert "--nothing" in data["message"]
    assert mlcc("build", "--nothing").err.startswith("Usage: mlcc build")
    assert json.loads(mlcc("--message-format", "json", "nothing").err)["message"].startswith("there is no command")
