"""The base of all IR nodes: an immutable record with identity equality and an optional source span."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar

from mlcc.diagnostics import Span

from .highlight import colored, has_color, html

if TYPE_CHECKING:
    from typing_extensions import dataclass_transform
else:  # typing has it from Python 3.11 on

    def dataclass_transform(**_: Any) -> Callable[[T], T]:
        return lambda decorated: decorated


T = TypeVar("T")


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def node(cls: type[T]) -> type[T]:
    """Declare an IR node class.

    To the type checker it is a frozen dataclass. At run time the fields are plain slots, because
    `frozen=True` makes construction three times slower and compiling builds millions of nodes.
    """
    return dataclass(slots=True, eq=False)(cls)


def shown_as(module: str, name: str = "") -> Callable[[T], T]:
    """State the module (and the name) under which users know a class: what `type(x)` prints, and where it is found.

    The module must have the class by that name, since pickles refer to it there.
    """

    def decorate(cls: T) -> T:
        cls.__module__ = module
        if name:
            cls.__qualname__ = name  # type: ignore[attr-defined]
        return cls

    return decorate


class Node:
    """Base of all nodes. `CHILDREN` names the fields that hold nodes or tuples of nodes, `LAST_FIRST` them from the
    last to the first."""

    __slots__ = ()
    CHILDREN: ClassVar[tuple[str, ...]] = ()
    LAST_FIRST: ClassVar[tuple[str, ...]] = ()
    #: Gives the text of a node; set by the printer, which imports the modules of all nodes.
    printed: ClassVar[Callable[..., str]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.LAST_FIRST = cls.CHILDREN[::-1]

    def script(self, **options: Any) -> str:
        """The node as canonical text (see :func:`mlcc.ir.printer.script`).

        Constants of more than 16 KiB are named and not shown: ``script(show_meta=True)`` shows them.
        """
        return Node.printed(self, **{"show_meta": None, **options})

    def shown(self, **options: Any) -> str:
        """The text for a person to look at: data of constants beyond half a KiB is left out."""
        return self.script(**{"most": 512, **options})

    def show(self, style: str | None = None, black_format: bool | None = None, **options: Any) -> None:
        """Print the canonical text, in colours where a person reads it: on a terminal that has them, and in notebooks.

        `style` is ``"color"`` or ``"plain"`` for one of the two wherever it is printed; other names, such as those of
        TVM's styles, leave the choice. `black_format` is TVM's too: the canonical text needs no formatter.
        """
        text = self.shown(**options)
        print(colored(text) if style == "color" or (style != "plain" and has_color()) else text)  # noqa: T201

    def _repr_html_(self) -> str:
        """What notebooks show of a value."""
        return html(self.shown())


class EqualByValue:
    """For integer literals: `==` compares the value (and the dtype of two literals), so that
    `A.shape[1] == B.shape[0]` and `A.shape[0] == 128` work as expected in tensor expressions."""

    __slots__ = ()
    value: int
    dtype: str

    def __eq__(self, other: object) -> bool:
        if isinstance(other, EqualByValue):
            return self.value == other.value and self.dtype == other.dtype
        return self.value == other if isinstance(other, int) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.value)

    def __index__(self) -> int:
        return self.value


def assert_never(value: NoReturn) -> NoReturn:
    """The last case of an exhaustive `match`; reaching it is an internal error."""
    raise AssertionError(f"unhandled node {type(value).__name__}")


__all__ = ["EqualByValue", "Node", "Span", "assert_never", "node", "shown_as"]
