"""The `mlcc` command."""

from __future__ import annotations

#: Thresholds of Python's search for circles of objects. Modules live until a build ends, and few objects refer to each
#: other in circles: the default, a search after every 700 new objects, takes 5 % of a build.
COLLECTIONS = (100_000, 50, 100)


def main() -> None:
    """Run the command line of this process and exit with its code."""
    import gc

    from mlcc.cli.app import run

    gc.set_threshold(*COLLECTIONS)
    raise SystemExit(run())
