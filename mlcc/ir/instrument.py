"""Instruments: what a `PassContext` calls before and after each pass."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .module import IRModule


@dataclass(frozen=True)
class PassInfo:
    """What a context knows of a pass: `opt_level` from which a :class:`Sequential` runs it, and passes it requires."""

    name: str
    opt_level: int = 0
    required: tuple[str, ...] = ()
    traceable: bool = False


class PassInstrument:
    """The base: override what is of interest."""

    def enter_pass_ctx(self) -> None:
        """Called when the context is entered."""

    def exit_pass_ctx(self) -> None:
        """Called when the context is left."""

    def should_run(self, mod: IRModule, info: PassInfo) -> bool:
        """Whether the pass runs; all instruments must agree."""
        return True

    def run_before_pass(self, mod: IRModule, info: PassInfo) -> None:
        """Called with the module that a pass is given."""

    def run_after_pass(self, mod: IRModule, info: PassInfo) -> None:
        """Called with the module that a pass has returned."""


def pass_instrument(cls: type | None = None) -> Any:
    """A class decorator: the class becomes an instrument, and methods that it lacks do nothing."""

    def decorate(target: type) -> type:
        if issubclass(target, PassInstrument):
            return target
        return type(target.__name__, (target, PassInstrument), {"__doc__": target.__doc__})

    return decorate if cls is None else decorate(cls)


class PassTimingInstrument(PassInstrument):
    """Times each pass; `render()` is a table, in which a pass stands indented under the one that called it."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, str, float]] = []
        self._open: list[tuple[int, float]] = []

    def enter_pass_ctx(self) -> None:
        """Forget earlier times."""
        self.rows, self._open = [], []

    def run_before_pass(self, mod: IRModule, info: PassInfo) -> None:
        """Start the clock of a pass."""
        self.rows.append((len(self._open), info.name, 0.0))
        self._open.append((len(self.rows) - 1, time.perf_counter()))

    def run_after_pass(self, mod: IRModule, info: PassInfo) -> None:
        """Stop the clock of the pass that was started last."""
        row, start = self._open.pop()
        depth, name, _ = self.rows[row]
        self.rows[row] = depth, name, time.perf_counter() - start

    def render(self) -> str:
        """One line per pass: its name, and its time in microseconds, inner passes included."""
        return "\n".join(f"{'  ' * depth}{name}: {seconds * 1e6:.0f} us" for depth, name, seconds in self.rows)


class _PrintIR(PassInstrument):
    def __init__(self, write: Callable[[str], object] = print) -> None:
        self.write = write

    def show(self, mod: IRModule, info: PassInfo, when: str) -> None:
        """Write the text of a module under a heading."""
        self.write(f"# {when} {info.name}\n{mod.script()}")


class PrintBeforeAll(_PrintIR):
    """Prints the module before each pass."""

    def run_before_pass(self, mod: IRModule, info: PassInfo) -> None:
        """Print the module that the pass is given."""
        self.show(mod, info, "before")


class PrintAfterAll(_PrintIR):
    """Prints the module after each pass."""

    def run_after_pass(self, mod: IRModule, info: PassInfo) -> None:
        """Print the module that the pass has returned."""
        self.show(mod, info, "after")


__all__ = ["PassInstrument", "PassTimingInstrument", "PrintAfterAll", "PrintBeforeAll", "pass_instrument"]
