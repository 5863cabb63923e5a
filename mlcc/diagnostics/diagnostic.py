"""The records of problems, and the two exceptions that carry them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import ClassVar

from .source import Location, NodePath, Span


class Severity(Enum):
    """The severity of a problem; the value is the word that is printed."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Label:
    """A location and a text about it; a label at the primary span is the text at its carets."""

    span: Span | NodePath | None
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem: what (message), where (span, labels), why (notes) and how to fix it (help).

    Messages are lower case without a full stop, with identifiers in backticks.
    """

    code: str
    message: str
    span: Location | None = None
    labels: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: str | None = None
    severity: Severity = Severity.ERROR

    def __str__(self) -> str:
        where = f"{self.span}: " if self.span is not None else ""
        return f"{where}{self.severity.value}[{self.code}]: {self.message}"


class MlccError(Exception):
    """Something that the user can fix: one or several diagnostics, the first of them the title.

    Raised before anything is changed or written.
    """

    __module__ = "mlcc"  # as users know it, and as Python prints it
    #: What IPython prints instead of all frames; `notebook` gives it.
    _render_traceback_: ClassVar[Callable[..., list[str]]]
    #: What Python prints below an error that nothing catches, from 3.11 on; of `notebook` too.
    __notes__: list[str]

    def __init__(
        self,
        code: str,
        message: str,
        *,
        span: Location | None = None,
        labels: Iterable[Label] = (),
        notes: Iterable[str] = (),
        help: str | None = None,
        field: str | None = None,
    ) -> None:
        #: The argument of a step that is at fault, by its name.
        self.field = field
        shown = tuple(label for label in labels if label.span is not None)
        self.diagnostics: tuple[Diagnostic, ...] = (Diagnostic(code, message, span, shown, tuple(notes), help),)
        super().__init__(code, message)

    @classmethod
    def many(cls, diagnostics: Sequence[Diagnostic | MlccError]) -> MlccError:
        """One error that reports every given diagnostic; there must be at least one."""
        flat: list[Diagnostic] = []
        for item in diagnostics:
            flat.extend(item.diagnostics if isinstance(item, MlccError) else (item,))
        if not flat:
            raise InternalError("MlccError.many needs at least one diagnostic")
        error = cls(flat[0].code, flat[0].message)
        error.diagnostics = tuple(flat)
        return error

    @property
    def diagnostic(self) -> Diagnostic:
        """The first diagnostic."""
        return self.diagnostics[0]

    @property
    def code(self) -> str:
        """The code of the first diagnostic."""
        return self.diagnostics[0].code

    @property
    def message(self) -> str:
        """The message of the first diagnostic."""
        return self.diagnostics[0].message

    @property
    def span(self) -> Location | None:
        """The primary location of the first diagnostic."""
        return self.diagnostics[0].span

    def located(self, span: Location | None) -> MlccError:
        """This error, with `span` where its first diagnostic has none yet."""
        if span is not None and self.diagnostic.span is None:
            first = replace(self.diagnostic, span=span)
            self.diagnostics = (first, *self.diagnostics[1:])
        return self

    def extended(
        self,
        *,
        labels: Iterable[Label] = (),
        notes: Iterable[str] = (),
        help: str | None = None,
    ) -> MlccError:
        """This error with notes added to its first diagnostic; an existing `help` stays."""
        old = self.diagnostic
        first = replace(
            old,
            labels=(*old.labels, *(label for label in labels if label.span is not None)),
            notes=(*old.notes, *notes),
            help=old.help if old.help is not None else help,
        )
        self.diagnostics = (first, *self.diagnostics[1:])
        return self

    def __str__(self) -> str:
        return "\n".join(str(diagnostic) for diagnostic in self.diagnostics)


class InternalError(Exception):
    """A bug of mlcc. The command line apologises, writes a reproducer and exits with 70."""
