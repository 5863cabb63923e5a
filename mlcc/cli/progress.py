"""Progress on stderr: only on a terminal, only after a second, gone at the end."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import TypeVar

T = TypeVar("T")

_PATIENCE = 1.0
#: Seconds between two lines where there is no terminal.
_EACH = 5.0


class Progress:
    """One line that is rewritten: `with Progress() as progress: progress("lower")`."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self.active = sys.stderr.isatty()
        self._shown = False

    @property
    def elapsed(self) -> float:
        """Seconds since the begin."""
        return time.monotonic() - self._start

    def __enter__(self) -> Progress:
        return self

    def __call__(self, what: str, result: object = None) -> None:
        """Say that `what` is done; usable as the observer of a build."""
        self.show(what)

    def show(self, text: str) -> None:
        """Show a line, on a terminal and after a while."""
        elapsed = self.elapsed
        if self.active and elapsed >= _PATIENCE:
            self._shown = True
            sys.stderr.write(f"\r\x1b[K[{elapsed:5.1f} s] {text}")
            sys.stderr.flush()

    def announce(self, what: str) -> None:
        """Say at once what takes long and begins now."""
        if self.active:
            self._shown = True
            sys.stderr.write(f"\r\x1b[K{what} …")
            sys.stderr.flush()

    def clear(self) -> None:
        """Remove the line, so that something else can be written."""
        if self._shown:
            self._shown = False
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def cleared(self, write: Callable[[T], None]) -> Callable[[T], None]:
        """`write`, for lines that stay: the line of progress is removed first."""

        def written(what: T) -> None:
            self.clear()
            write(what)

        return written

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()


class Line:
    """A line about work that goes on, which replaces the one before: on a terminal; elsewhere, at most one in a while.

    `with Line() as line: line("trial 3")`.
    """

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._terminal = sys.stderr.isatty()
        self._last = 0.0

    def __enter__(self) -> Line:
        return self

    def __call__(self, text: str) -> None:
        """Show a line."""
        now = time.monotonic()
        shown = f"[{now - self._start:5.1f} s] {text}"
        if self._terminal:
            sys.stderr.write(f"\r\x1b[K{shown}")
        elif now - self._last >= _EACH:
            sys.stderr.write(f"{shown}\n")
            self._last = now
        sys.stderr.flush()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._terminal:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
