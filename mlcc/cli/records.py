"""`mlcc records`: looks at, merges and cuts files of measurements."""

from __future__ import annotations

import click

from .options import common_options, costs_option, input_path, rewriting_option, target_option, wide_option
from .tables import show_table


@click.group("records")
@common_options
def command() -> None:
    """Show, merge, prune or export the measurements that `mlcc tune` records.

    \b
    Examples:
      mlcc records show records.jsonl
      mlcc records merge a.jsonl b.jsonl -o all.jsonl
      mlcc records prune all.jsonl -o all.jsonl
      mlcc records export all.jsonl -o schedules/
    """


_files = click.argument("files", nargs=-1, required=True, type=input_path)
_schedules = click.option("-s", "--schedule", "schedules", multiple=True, type=input_path, metavar="FILE",
                          help="Schedules that were tried beside those of the library.")  # fmt: skip


@command.command("show")
@_files
@click.option("--failed", is_flag=True, help="Also trials that gave no time.")
@wide_option
@common_options
def show(files: tuple[str, ...], failed: bool) -> None:
    """Print records as a table, the fastest of each program first."""
    from mlcc.driver.records import read_records
    from mlcc.tune.record_files import HEADER, table

    rows = table(row for row in read_records(files) if failed or row.outcome == "ok")
    show_table(HEADER, rows, left=range(len(HEADER)), drop=(4, 3, 5, 2))


@command.command("merge")
@_files
@rewriting_option
@common_options
def merge(files: tuple[str, ...], output: str | None) -> None:
    """Write the records of FILES as one file, sorted, each once."""
    from mlcc.tune import record_files

    count = record_files.merge(files, output or "-")
    click.echo(f"{count} records", err=True)


@command.command("prune")
@_files
@rewriting_option
@target_option
@costs_option
@_schedules
@click.option("--failed", is_flag=True, help="Drop trials that gave no time, too.")
@common_options
def prune(
    files: tuple[str, ...], output: str | None, target: str | None, costs: str | None, schedules: tuple[str, ...],
    failed: bool,
) -> None:  # fmt: skip
    """Drop records for other targets, and for schedule files that have changed since."""
    from mlcc.driver.cost_files import target_with_costs
    from mlcc.tune import record_files

    machine = target_with_costs(target, costs)
    kept, count = record_files.prune(files, output or "-", machine, schedules, failed=failed)
    click.echo(f"{kept} of {count} records kept", err=True)


@command.command("export")
@_files
@rewriting_option
@target_option
@costs_option
@_schedules
@common_options
def export(
    files: tuple[str, ...], output: str | None, target: str | None, costs: str | None, schedules: tuple[str, ...]
) -> None:
    """Write the schedules that records prove to be faster into a folder (-o), as files for `mlcc build -s`."""
    from mlcc.driver.cost_files import target_with_costs
    from mlcc.tune import record_files

    if output is None or output == "-":
        raise click.UsageError("-o names the folder of the schedules")
    for path in record_files.export(files, output, target_with_costs(target, costs), schedules):
        click.echo(path)
