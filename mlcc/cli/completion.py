"""What a shell completes beside commands and options: kinds of output, targets, schedules."""

from __future__ import annotations

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


def schedule_files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files, and `auto`."""
    auto = [CompletionItem("auto", help="the schedules of the library")] if "auto".startswith(incomplete) else []
    return [*auto, CompletionItem(incomplete, type="file")]
