"""The command group, and how errors become messages and exit codes.

Exit codes: 0 done, 1 diagnostics, 2 wrong usage, 70 internal error, 130 interrupted, 141 when the
reader of our output went away.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from importlib import import_module

import click

from mlcc import __version__
from mlcc.diagnostics import MlccError

from .session import FORMATS, SESSION, report

# command -> (module, one-line help). The modules are imported only when their command runs.
COMMANDS: dict[str, tuple[str, str]] = {
    "build": ("build", "Compile a model or a program to a native library."),
    "schedule": ("schedule", "Apply a YAML schedule to a tensor program."),
    "tune": ("tune", "Search for faster schedules, and record every measurement."),
    "records": ("records", "Show, merge, prune or export the measurements of `tune`."),
    "run": ("run", "Run a compiled library on arrays."),
    "verify": ("verify", "Compare a model's outputs with the ONNX reference and onnxruntime."),
    "bisect": ("bisect", "Find the first wrong node of a model, and the pass that makes it wrong."),
    "rebuild": ("rebuild", "Build a library again as it says it was made, and compare the bytes."),
    "extract": ("extract", "Print what a library was made from: schedules, programs or graph."),
    "patch": ("patch", "Replace the weights of a library without compiling it again."),
    "quantize": ("quantize", "Quantise an ONNX model to integers."),
    "import": ("import_", "Print an ONNX model as a module of graph functions."),
    "pareto": ("pareto", "Compare sizes, times and errors of a model over precisions and targets."),
    "bench": ("bench", "Measure how fast compiled libraries run."),
    "inspect": ("inspect_", "Show what a compiled library holds, without running it."),
    "explain": ("explain", "Explain a code, a primitive, an operator, a pass or a target."),
    "explain-schedule": ("explain_schedule", "Show what each step of a YAML schedule does to the loop nest."),
    "view": ("view", "Write a page that shows what the compiler made of a model or a program."),
    "tutor": ("tutor", "Learn mlcc by exercises that are checked by running them."),
    "serve": ("serve", "Serve compiled libraries over HTTP."),
    "rpc": ("rpc", "Serve this machine as a device that others run libraries on."),
    "list": ("list_", "List operators, primitives, targets, passes or codes."),
    "fmt": ("fmt", "Print programs in the canonical form."),
}

EPILOG = """\b
A first tour:
  mlcc build model.onnx -o model.so          a model to a library
  mlcc run model.so --inputs x.npy           run it
  mlcc schedule k.tir -s tile.yaml | mlcc build - -o k.so

\b
`-` is standard input or output everywhere. Data goes to stdout, messages to stderr.
Exit codes: 0 done, 1 the input is wrong, 2 the command line is wrong, 70 a fault in mlcc.

\b
Shell completion: eval "$(_MLCC_COMPLETE=bash_source mlcc)"   (also zsh_source, fish_source)
"""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called, not to print the help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"mlcc.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from mlcc.diagnostics import choices_help

            hint = choices_help(args[0], COMMANDS, "commands").replace("`", "'")
            raise click.UsageError(f"there is no command '{args[0]}'; {hint}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="mlcc", message="%(prog)s %(version)s")
@click.option("--message-format", type=click.Choice(FORMATS), default=None, help="Form of messages on stderr.")
@click.option("--debug", is_flag=True, help="Show Python tracebacks.")
def group(message_format: str | None, debug: bool) -> None:
    """A machine-learning compiler: models and tensor programs to small native libraries."""
    if message_format:
        SESSION.message_format = message_format
    SESSION.debug |= debug


def run(argv: list[str] | None = None) -> int:
    """Run one command line (default: this process's) and return its exit code. Raises nothing."""
    SESSION.argv = list(sys.argv[1:] if argv is None else argv)
    SESSION.message_format, SESSION.debug, SESSION.inputs = "text", "--debug" in SESSION.argv, []
    SESSION.wide = False
    try:
        code = _invoke()
        if sys.stdout is not None:  # None when the caller closed it
            sys.stdout.flush()
    except (BrokenPipeError, KeyboardInterrupt) as stop:
        return _stopped(stop)
    except OSError as error:  # the last flush
        return _disk_full(error)
    return code


def _invoke() -> int:
    instruction = os.environ.get("_MLCC_COMPLETE")
    if instruction:
        from click.shell_completion import shell_complete

        return shell_complete(group, {}, "mlcc", "_MLCC_COMPLETE", instruction)
    try:
        # Not group.main(): it maps a closed pipe to exit code 1.
        with group.make_context("mlcc", list(SESSION.argv)) as context:
            result = group.invoke(context)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.Abort:
        return 130
    except click.ClickException as error:
        _show_usage(error)
        return error.exit_code
    except MlccError as error:
        if SESSION.debug:
            import traceback

            traceback.print_exc()
        report(error)
        return 1
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            return _disk_full(error)
        from .crash import report_crash

        return report_crash(error)
    return result if isinstance(result, int) else 0


def _show_usage(error: click.ClickException) -> None:
    """Wrong usage: as click prints it, or in the form that the command line asks for, after the fault too."""
    argv = SESSION.argv
    forms = [item.partition("=")[2] or following for item, following in zip(argv, [*argv[1:], ""], strict=True)
             if item.partition("=")[0] == "--message-format"]  # fmt: skip
    SESSION.message_format = next((form for form in forms if form in FORMATS), SESSION.message_format)
    if SESSION.message_format == "text":
        error.show()
        return
    path = getattr(getattr(error, "ctx", None), "command_path", "mlcc")
    report(MlccError("D120", error.format_message(), help=f"`{path} --help` describes the options"))


def _stopped(stop: BaseException) -> int:
    if isinstance(stop, KeyboardInterrupt):
        return 130
    _silence_stdout()
    return 141


def _silence_stdout() -> None:
    """Redirect stdout to the null device if it cannot be written, so that the final flush does not fail."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _disk_full(error: OSError) -> int:
    """A text on stdout (or a temporary file) that found no room."""
    from tempfile import gettempdir

    from mlcc.driver.files import file_error

    _silence_stdout()
    # Only errors of opening a file carry its name.
    report(file_error(error, str(error.filename or f"<stdout>` or `{gettempdir()}"), writing=True))
    return 1
