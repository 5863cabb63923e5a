"""What a shell completes beside commands and options: kinds of output, targets, schedules, and names of tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem


def output_kinds(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """`--emit so,h`: the last of the kinds, those before it kept."""
    from mlcc.driver.outputs import KINDS

    before, comma, last = incomplete.rpartition(",")
    taken = before.split(",")
    return [
        CompletionItem(f"{before}{comma}{kind}", help=text)
        for kind, text in KINDS.items()
        if kind.startswith(last) and kind not in taken
    ]


def targets(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Kinds of target, and after `-mcpu=` the processors that are known by name."""
    from mlcc.target import CPUS
    from mlcc.target.target import KINDS

    before, option, name = incomplete.rpartition("-mcpu=")
    if option:
        return [CompletionItem(f"{before}{option}{cpu}") for cpu in ("native", *CPUS) if cpu.startswith(name)]
    words = [*KINDS, *(f"{kind} -mcpu=" for kind in KINDS)]
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]


def parameters(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """`-p NAME=`: the parameters of the schedule files that the command line names so far, with their defaults."""
    from mlcc.diagnostics import MlccError
    from mlcc.driver.scheduling import read_schedules

    items: dict[str, CompletionItem] = {}
    for name in ctx.params.get("schedules") or ():
        try:
            scripts = read_schedules(name) if name not in ("-", "auto") else ()
        except MlccError:  # a file that is being written
            continue
        for item in (item for script in scripts for item in script.params):
            text = f"{item.name}="
            if text.startswith(incomplete):
                items[text] = CompletionItem(text, help=f"default: {item.default.span.text}")
    return list(items.values())


def schedule_files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files, and `auto`."""
    auto = [CompletionItem("auto", help="the schedules of the library")] if "auto".startswith(incomplete) else []
    return [*auto, CompletionItem(incomplete, type="file")]


def one_of(names: Callable[[], Iterable[str]]) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    """One of the names of a table, which is read when a shell asks."""

    def offered(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in dict.fromkeys(names()) if name.startswith(incomplete)]

    return offered


def runtimes() -> Iterable[str]:
    """`--runtime`."""
    from mlcc.target import RUNTIMES

    return RUNTIMES


def precisions() -> Iterable[str]:
    """`--precision`."""
    from mlcc.driver.precision import PRECISIONS

    return (*PRECISIONS, "int8")


def references() -> Iterable[str]:
    """`--against`."""
    from mlcc.verification.references import REFERENCES

    return (reference.name for reference in REFERENCES)


def explained() -> Iterable[str]:
    """What `mlcc explain` explains."""
    from .catalogue import KINDS, entries

    return (entry.name for kind in KINDS for entry in entries(kind))


def generators() -> Iterable[str]:
    """`--extern`."""
    from .catalogue import entries

    return (entry.name for entry in entries("generators"))
