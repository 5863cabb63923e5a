"""One candidate: features for a draft, or a library to time.

A candidate that cannot be made is a result too: the reason why a step refused it, or what failed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from mlcc.diagnostics import MlccError
from mlcc.driver import Artefact, BuildOptions
from mlcc.driver.emit import make
from mlcc.driver.records import kernel_hash
from mlcc.ir import IRModule, PrimFunc

from .features import features

if TYPE_CHECKING:
    from mlcc.target import Target

#: The name of the function of a library that is timed.
FUNCTION = "kernel"


class Option(Protocol):
    """Something to try: a `Candidate` of a schedule file, or another that makes a program of a program."""

    def apply(self, func: PrimFunc, target: Any = None) -> tuple[PrimFunc, Any]: ...


@dataclass(frozen=True, slots=True)
class Made:
    """What became of an option: `features` and (unless it is a draft) a `library`, or an outcome and its reason. It is
    `late` where the time was over: nothing is known of it.

    `program` identifies the lowered program: two options may come to the same.
    """

    outcome: str = "ok"
    reason: str = ""
    features: dict[str, float] = field(default_factory=dict)
    library: bytes = b""
    program: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """One option of a program."""

    func: PrimFunc
    target: Target
    option: Option
    draft: bool


class _AsItIs:
    def apply(self, func: PrimFunc, target: Any = None) -> tuple[PrimFunc, Any]:
        return func, None


def prepare() -> None:
    """Import what a candidate imports as it is made, and keep what all have in common, by making one."""
    from mlcc.driver.small_program import small_program
    from mlcc.target import Target

    _made(small_program(), Target.host(), _AsItIs(), False)


def make_one(task: Task) -> Made:
    """What becomes of an option, in the process that does it."""
    return _made(task.func, task.target, task.option, task.draft)


def _made(func: PrimFunc, target: Target, option: Option, draft: bool) -> Made:
    try:
        artefact = _artefact(option.apply(func, target)[0], target)
        lowered = artefact.compilation.programs.lowered(FUNCTION)
        found, program = features(lowered, target), kernel_hash(lowered)
        return Made(features=found, library=b"" if draft else _library(artefact), program=program)
    except MlccError as error:
        return Made("refused", f"{error.code}: {error.diagnostic.message}")
    except Exception as error:
        return Made("failed", f"{type(error).__name__}: {error}")


def _artefact(scheduled: PrimFunc, target: Target) -> Artefact:
    """One program, as :data:`FUNCTION`."""
    public = scheduled.with_attr("global_symbol", FUNCTION)
    return Artefact.of(IRModule({FUNCTION: public}), BuildOptions(target, FUNCTION, library_schedules=False))


def _library(artefact: Artefact) -> bytes:
    data = make(artefact, "so")
    assert isinstance(data, bytes)
    return data
