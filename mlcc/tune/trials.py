"""Makes and times schedules of one tensor program, and compares what they compute with the program as it was."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from types import TracebackType

from mlcc.driver import BuildOptions, Compilation
from mlcc.ir import IRModule, PrimFunc
from mlcc.target import Target

from .executors import open_executor, submit
from .jobs import Answer, Job, answer_from
from .made import FUNCTION, Made
from .making import Making
from .tasks import tasks_of
from .timing import disagreement


@dataclass(frozen=True, slots=True)
class Drawn:
    """A scheduled program, and the trace that makes it again, as a schedule file."""

    scheduled: PrimFunc
    trace: str = ""

    def apply(self, func: PrimFunc, target: object = None) -> tuple[PrimFunc, None]:
        """The scheduled program; it was made of `func` before."""
        return self.scheduled, None


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of a schedule: seconds per call if the `outcome` is "ok", else the `reason`."""

    made: Made
    outcome: str
    reason: str = ""
    samples: tuple[float, ...] = ()


class Trials:
    """Trials of schedules of one program; a context manager, which ends the processes that it started.

    A schedule whose outputs differ from those of the unscheduled program is a failed trial, as one that cannot be made
    or does not run.
    """

    def __init__(
        self,
        func: PrimFunc,
        target: Target,
        *,
        executor: Executor | None = None,
        samples: int = 15,
        timeout: float = 20.0,
    ) -> None:
        public = func.with_attr("global_symbol", FUNCTION)
        (self.task,) = tasks_of(Compilation(IRModule({FUNCTION: public}), BuildOptions(target, FUNCTION)))
        self.samples, self.timeout = samples, timeout
        self._own = executor is None
        self._executor = open_executor("local:1") if executor is None else executor
        self._making = Making(target)

    def __enter__(self) -> Trials:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._making.close()
        if self._own:
            self._executor.shutdown(cancel_futures=True)

    def drafts(self, drawn: Sequence[Drawn]) -> list[Made]:
        """The features of schedules, without timing them."""
        return self._making.drafts(self.task.func, drawn)

    def run(self, drawn: Sequence[Drawn]) -> list[Trial]:
        """Make and time schedules, in order."""
        return [self._timed(made) for made in self._making.libraries(self.task.func, drawn)]

    def _timed(self, made: Made) -> Trial:
        if not made.library:
            return Trial(made, made.outcome, made.reason)
        answer = self._answer(made, self.samples)
        if answer.outcome != "ok":
            return Trial(made, answer.outcome, answer.reason)
        wrong = disagreement(self._expected, answer, self.task.tolerance)
        return Trial(made, "wrong", wrong) if wrong else Trial(made, "ok", samples=answer.samples)

    @cached_property
    def _expected(self) -> Answer:
        """What the program computes as it is."""
        (made,) = self._making.libraries(self.task.func, [Drawn(self.task.func)])
        return self._answer(made, 1)

    def _answer(self, made: Made, samples: int) -> Answer:
        job = Job(made.library, FUNCTION, self.task.arguments, samples=samples, timeout=self.timeout)
        return answer_from(submit(self._executor, job).result())
