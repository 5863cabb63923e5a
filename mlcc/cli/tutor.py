"""`mlcc tutor`: a course in the terminal."""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mlcc.diagnostics import MlccError

from .options import common_options
from .session import SESSION

if TYPE_CHECKING:
    from mlcc.tutor import Failure, Lesson, Workbook

_KEYS = "Enter checks it, h gives a hint, s shows a solution, n goes to the next lesson, q ends"


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from mlcc.tutor import lessons

    return [lesson.name for lesson in lessons() if lesson.name.startswith(incomplete)]


@click.command("tutor")
@click.argument("lesson", required=False, shell_complete=_complete)
@click.option("--list", "listed", is_flag=True, help="Print the lessons, and which are done.")
@click.option("--check", "checked", is_flag=True, help="Check the exercise and end: exit code 1 if it is not solved.")
@click.option("--hint", is_flag=True, help="Print the next hint and end.")
@click.option("--solution", is_flag=True, help="Print a solution and end.")
@click.option("--time/--no-time", "timed", default=True, help="Whether exercises about speed are measured.")
@click.option("--folder", type=click.Path(file_okay=False, path_type=str), default="tutor", show_default=True,
              help="Where the exercises are.")  # fmt: skip
@common_options
def command(lesson: str | None, **options: Any) -> None:
    """Learn mlcc by exercises, which are files that you edit; they are checked by running them.

    Without LESSON the course goes on with the first lesson that is not done. LESSON is a name or a number.

    \b
    Examples:
      mlcc tutor
      mlcc tutor --list
      mlcc tutor 3
      mlcc tutor 3 --check
    """
    from mlcc.tutor import Workbook, find_lesson

    book = Workbook(Path(options["folder"]))
    if options["listed"]:
        _list(book)
        return
    chosen = find_lesson(lesson) if lesson is not None else book.next()
    if chosen is None:
        click.echo("All lessons are done. `mlcc tutor --list` names them; the manual goes on from here.")
        return
    folder = book.open(chosen)
    if options["hint"]:
        click.echo(book.hint(chosen))
    elif options["solution"]:
        _solution(chosen)
    elif options["checked"]:
        _check_once(book, chosen, folder, options["timed"])
    else:
        _course(book, chosen, options["timed"])


def _list(book: Workbook) -> None:
    from mlcc.tutor import lessons

    for lesson in lessons():
        click.echo(f"{'done' if lesson.name in book.done else '    '}  {lesson.name:24}  {lesson.title}")


def _solution(lesson: Lesson) -> None:
    for name, text in lesson.solution.items():
        click.echo(f"# {name}\n{text}", nl=False)


def _check_once(book: Workbook, lesson: Lesson, folder: Path, timed: bool) -> None:
    """Raises MlccError D225 where the exercise is not solved."""
    failure = _checked(lesson, folder, timed)
    if failure is not None:
        notes = [failure.output.rstrip()] if failure.output.strip() else []
        raise MlccError(
            "D225", f"{lesson.name}: {failure.what}", notes=notes, help=f"`mlcc tutor {lesson.name} --hint` helps"
        )
    book.solved(lesson)
    click.echo(f"{lesson.name}: solved")


def _course(book: Workbook, lesson: Lesson, timed: bool) -> None:
    """Lesson after lesson, until the end or `q`."""
    current: Lesson | None = lesson
    while current is not None:
        folder = book.open(current)
        number, title = int(current.name.partition("-")[0]), click.style(current.title, bold=True)
        click.echo(f"\n{number}. {title}   ({folder})\n\n{current.text.strip()}\n")
        if not _lesson(book, current, folder, timed):
            click.echo(f"`mlcc tutor{_at(book)}` goes on here.")
            return
        current = book.next()
    click.echo("\nAll lessons are done.")


def _at(book: Workbook) -> str:
    return "" if str(book.root) == "tutor" else f" --folder {book.root}"


def _lesson(book: Workbook, lesson: Lesson, folder: Path, timed: bool) -> bool:
    """Ask what to do until the lesson is done or left; False to end the course."""
    click.echo(_KEYS)
    while True:
        try:
            answer = click.prompt("", default="", show_default=False, prompt_suffix="> ").strip().lower()
        except click.Abort:
            click.echo()
            return False
        if answer.startswith("q"):
            return False
        if answer.startswith("h"):
            click.echo(book.hint(lesson))
        elif answer.startswith("s"):
            _solution(lesson)
        elif answer.startswith("n"):
            book.solved(lesson)
            return True
        elif answer:
            click.echo(_KEYS)
        else:
            failure = _checked(lesson, folder, timed)
            if failure is None:
                book.solved(lesson)
                click.echo(f"{click.style('solved', fg='green')}. {lesson.after.strip()}")
                return True
            click.echo("\n".join(part for part in (failure.output.rstrip(), f"not yet: {failure.what}") if part))


def _checked(lesson: Lesson, folder: Path, timed: bool) -> Failure | None:
    from mlcc.tutor import check

    return check(lesson, folder, _execute, timed=timed)


def _execute(arguments: list[str], folder: Path) -> tuple[int, str, str]:
    """Run a command line of mlcc in a folder."""
    from .app import run

    output, messages = io.StringIO(), io.StringIO()
    before, kept = os.getcwd(), (SESSION.argv, SESSION.message_format, SESSION.debug, SESSION.inputs)
    os.chdir(folder)
    try:
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(messages):
            code = run(arguments)
    finally:
        os.chdir(before)
        SESSION.argv, SESSION.message_format, SESSION.debug, SESSION.inputs = kept
    return code, output.getvalue(), messages.getvalue()
