"""The context of internal errors: notes that are added to an exception as it passes through phases and nodes.

Nothing is computed unless something fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .diagnostic import MlccError

_ATTRIBUTE = "mlcc_dump"


@contextmanager
def fault_location(what: Callable[[], str] | str, dump: tuple[str, Callable[[], str]] | None = None) -> Iterator[None]:
    """Adds the location to an exception that is not a diagnostic; the innermost note comes first.

    `dump` is a file's name and what makes its text: the program as it was before. The innermost is kept.
    """
    try:
        yield
    except MlccError:
        raise
    except Exception as error:
        note_location(error, what if isinstance(what, str) else what())
        if dump is not None and not hasattr(error, _ATTRIBUTE):
            error.mlcc_dump = dump  # type: ignore[attr-defined]
        raise


def note_location(error: Exception, location: str) -> None:
    """Add a one-line note with a location to an exception."""
    text = location if len(location) <= 300 else f"{location[:300]} ..."
    # What `add_note` does, which Python 3.10 lacks.
    setattr(error, "__notes__", [*locations_of(error), " ".join(text.split())])  # noqa: B010


def locations_of(error: Exception) -> tuple[str, ...]:
    """The notes of an exception, innermost first."""
    return tuple(getattr(error, "__notes__", ()))


def dump_of(error: Exception) -> tuple[str, Callable[[], str]] | None:
    """The name and the maker of the program before the step that failed."""
    dump: tuple[str, Callable[[], str]] | None = getattr(error, _ATTRIBUTE, None)
    return dump
