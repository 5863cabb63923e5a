"""The `mlcc` command."""

from __future__ import annotations


def main() -> None:
    """Run the command line of this process and exit with its code."""
    import gc

    from mlcc.cli.app import run

    # Modules live until a build ends, and few objects refer to each other in circles: the default, a search for circles
    # after every 700 new objects, takes 5 % of a build.
    gc.set_threshold(100_000, 50, 100)
    raise SystemExit(run())
