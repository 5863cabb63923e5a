"""The `mlcc` command."""

from __future__ import annotations

from mlcc.deep_calls import deep

#: Thresholds of Python's search for circles of objects. Modules live until a build ends, and few objects refer to each
#: other in circles: the default, a search after every 700 new objects, takes 5 % of a build. Imports alone make some
#: 300,000 objects, all of which stay.
COLLECTIONS = (2_000_000, 50, 100)


@deep
def main() -> None:
    """Run the command line of this process and exit with its code."""
    try:
        import gc

        from mlcc.cli.app import run

        gc.set_threshold(*COLLECTIONS)
        _clean_when_terminated()
        code = run()
        gc.freeze()  # else Python searches all that is left for circles, a tenth of a second, and ends then
    except KeyboardInterrupt:  # while modules are imported: `run` does the same for all that follows
        code = 130
    raise SystemExit(code)


def _clean_when_terminated() -> None:
    """End on SIGTERM, and where the terminal is closed, as at an error, so that temporary files are removed; copies of
    this process just end."""
    import os
    import signal
    from types import FrameType

    own = os.getpid()

    def ended(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_IGN)
        if os.getpid() != own:
            os._exit(128 + number)
        raise SystemExit(128 + number)

    for name in ("SIGTERM", "SIGHUP"):  # Windows has no SIGHUP, and `nohup` has it ignored
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, ended)
