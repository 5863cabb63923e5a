"""The `mlcc` command."""

from __future__ import annotations


def main() -> None:
    """Run the command line of this process and exit with its code."""
    from mlcc.cli.app import run

    raise SystemExit(run())
