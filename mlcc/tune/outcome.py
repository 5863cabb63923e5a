"""What ends a search, and what it found, in lines for the user."""

from __future__ import annotations

from dataclasses import dataclass, field

from mlcc.driver.measure import Comparison, human_time


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search ends: after `seconds` in all, however far it is, or with `trials` of each program."""

    seconds: float = 60.0
    trials: int = 20


@dataclass(slots=True)
class Outcome:
    """What a search found: `rows` are lines for the user, `comparison` is of the model, or of a lone program."""

    trials: int = 0
    failed: int = 0
    rows: list[tuple[str, ...]] = field(default_factory=list)
    comparison: Comparison | None = None
    before: float = 0.0
    after: float = 0.0
    interrupted: bool = False
    #: For what there was no time.
    late: str = ""
    #: Of programs that were not tuned, with the reason.
    notes: list[str] = field(default_factory=list)
    #: The cost facts by which graph passes decide now, as `name=value`.
    decided: str = ""

    def summary(self) -> list[str]:
        """What came of it, in lines."""
        failed = f", {self.failed} of them failed" if self.failed else ""
        lines = [f"{self.trials} trial{'s' if self.trials != 1 else ''}{failed}", *self.notes]
        if self.decided:
            lines.append(f"graph passes decide by {self.decided}")
        if self.late:
            lines.append(self.late)
        elif self.comparison is None and self.interrupted:
            lines.append("nothing was compared in the whole: a build takes what was faster by itself")
        elif self.comparison is None:
            lines.append("nothing is faster in the whole: a build with these records is the one without")
        else:
            found = self.comparison
            interval = "" if found.low is None else f" ({found.low:.3f} to {found.high:.3f}, 99 % confidence)"
            times = f"{human_time(self.before)} before, {human_time(self.after)} now"
            lines.append(f"in all: {times}: {found.ratio:.3f}x{interval}")
        if self.interrupted:
            lines.append("interrupted: --resume continues")
        return lines
