"""Tunes the programs of a module: drafts, measures, learns, and confirms what it found in the whole model."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from typing import TYPE_CHECKING

from mlcc.diagnostics import MlccError
from mlcc.driver import BuildOptions, Compilation
from mlcc.driver.measure import PLACEMENT, Measurement, compare, human_time
from mlcc.driver.records import Record, facts_hash, script_hash
from mlcc.driver.scheduling import read_schedules
from mlcc.driver.tuned import Choice, Choices, choices_of
from mlcc.driver.units import cores
from mlcc.schedule import Candidate, candidates
from mlcc.target import read_costs

from . import model_times
from .deadline import Overdue, deadline
from .executors import submit, unreached
from .fingerprint import machine_fingerprint
from .graph_search import GraphSearch
from .headroom import headroom
from .hunt import Hunt, hints_for
from .jobs import Answer, Job, answer_from
from .log import Log
from .made import FUNCTION, Made
from .maker import Lost, Request, forked
from .making import Making
from .outcome import Limits, Outcome
from .ranking import Ranker, analytic, learned
from .tasks import Task, tasks_of
from .timing import disagreement

if TYPE_CHECKING:
    from mlcc.driver.specialize import Shapes
    from mlcc.ir import IRModule
    from mlcc.target import Target

#: Candidates that are made and measured at a time.
BATCH = 4
#: The part of the time in which the whole model is compared, and what may be left for it with its builds.
_CONFIRM_PART, _MOST_CONFIRMING = 0.15, 0.4
#: Seconds in which a program that is no part of a model is compared, at most.
_ALONE = 3.0
#: Seconds that are left for writing the records and for ending processes.
_ENDING = 1.0
#: So many jobs in turn whose workers were lost say that there is none any more: one candidate may end a worker.
_MOST_LOST = 3
#: Builds for a comparison, beside the first: with all that was found, and with what is faster.
_BUILDS = 2
#: The part of the time after the first build in which decisions of the graph passes are tried.
_GRAPH_PART = 0.3
#: Programs with a smaller share of the time are not tuned: they would not be noticed.
_LEAST_SHARE = 0.005

Say = Callable[[str], None]
Pair = tuple[Measurement, Measurement]


class Search:
    """One search, of the schedules that the options name, else of the library's.

    `say` gets a line of progress, again and again. With `compile_there` the workers of the executor compile too.
    """

    def __init__(
        self,
        module: IRModule,
        options: BuildOptions,
        log: Log,
        executor: Executor,
        limits: Limits,
        *,
        hints: Sequence[Record] = (),
        shapes: Shapes | None = None,
        say: Say = lambda text: None,
        compile_there: bool = False,
    ) -> None:
        self._compile_there = compile_there
        self.module, self.options, self.log, self.executor, self.limits = module, options, log, executor, limits
        self.scripts = [item for name in options.schedules for item in read_schedules(name)] or None
        self.shapes, self.say = shapes, say
        #: The build without records.
        self.untuned = options
        self._set_target(options.target)
        self.machine = machine_fingerprint()
        self.hints = [*hints, *log.records]
        self.hunts: list[Hunt] = []
        #: Programs to begin with, each with its share of the time and the part of it that may be saved.
        self._waiting: list[tuple[Task, float, float]] = []
        self._begin = time.monotonic()
        self._turns: list[float] = []
        #: The seconds of the slowest library so far, and those of a call of the model.
        self._library_seconds = self._call_seconds = 0.0
        #: Jobs in turn whose workers were lost.
        self._lost = 0
        #: The seconds before the first trial.
        self._prepared = 0.0
        #: The model without anything that was found, and with the decisions of the graph passes that were.
        self._first: model_times.Timed | None = None
        self._base: model_times.Timed | None = None
        #: The cost facts by which the passes decide, where others than the target's are faster.
        self.decided = ""

    def _set_target(self, target: Target) -> None:
        """Search for a target from now on: records name its facts."""
        self.target, self.facts = target, facts_hash(target)
        self.options = replace(self.options, target=target)
        self.compilation = Compilation(self.module, self.options)
        self._making = Making(target, executor=self.executor if self._compile_there else None)

    @property
    def _confirming(self) -> float:
        """The seconds that are left for comparing in the whole model: all but the kernels that were found are built,
        and the usual number of pairs is taken, twice. One kernel that was found needs no second build."""
        found = sum(bool(hunt.best) for hunt in self.hunts)
        if self._base is None:
            needed = found * (_BUILDS * self._library_seconds + model_times.pair_seconds(0.0))
        else:
            builds = min(_BUILDS, max(1, found)) * (self._base.linked + found * self._library_seconds)
            needed = builds + max(self._usual, _BUILDS * model_times.pair_seconds(self._call_seconds))
        return min(needed, self.limits.seconds * _MOST_CONFIRMING)

    @property
    def _usual(self) -> float:
        """The seconds that a comparison may take where time is left."""
        return (self.limits.seconds - self._prepared) * _CONFIRM_PART

    @property
    def _end(self) -> float:
        """When everything must be known, of `time.monotonic`."""
        return self._begin + self.limits.seconds - _ENDING

    @property
    def _until(self) -> float:
        """When the last trial must have ended."""
        return self._end - self._confirming

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self._begin

    def run(self) -> Outcome:
        """Search until the time is over or everything was tried, then confirm. An interrupt ends the search early."""
        outcome = Outcome()
        try:
            self._making.start()
            with deadline(self._end):
                self._waiting = self._shares()
            self._prepared = self.elapsed
            self._hunt()
            self._making.close()
            self._confirm(outcome)
        except Overdue:
            outcome.late = "there was no time for a trial: building and timing the model alone takes longer"
        except KeyboardInterrupt:
            outcome.interrupted = True
        finally:
            self._making.close()
        outcome.trials = sum(hunt.trials for hunt in self.hunts)
        outcome.failed = sum(
            record.outcome not in ("ok", "refused") for hunt in self.hunts for record in hunt.done.values()
        )
        outcome.rows = self._rows()
        outcome.notes += [
            f"{hunt.task.label} is not tuned: what a build takes was not measured ({hunt.done[0].reason})"
            for hunt in self.hunts if hunt.closed
        ]  # fmt: skip
        if self._waiting and not outcome.trials and not outcome.late and not outcome.interrupted:
            outcome.late = (
                outcome.late or f"there was no time for a trial: what comes before took {self._prepared:.1f} s"
            )
        outcome.decided = self.decided
        return outcome

    # ------------------------------------------------------------------ what to tune
    def _shares(self) -> list[tuple[Task, float, float]]:
        """The programs to tune with their shares of the time and headroom, those first that may save most."""
        self.say("building the model")
        self._decide()
        tasks = tasks_of(self.compilation)
        seconds = self._seconds(tasks)
        total = sum(seconds.values()) or 1.0
        calls = self._base.names if self._base is not None else ()
        left = headroom(tasks, self.compilation.legal, calls, seconds)
        found = [(task, seconds[task.key] / total, left.get(task.key, 1.0)) for task in tasks]
        return sorted((row for row in found if row[1] >= _LEAST_SHARE), key=lambda row: -row[1] * row[2])

    def _decide(self) -> None:
        """Take the decisions of graph passes that are proven to be faster: programs are tuned as these make them."""
        if not self.module.graph_funcs:
            return
        begin = time.monotonic()
        self._first = self._base = model_times.load_timed(self.compilation, {}, self.shapes)
        spent = time.monotonic() - begin
        until = time.monotonic() + (self._until - time.monotonic()) * _GRAPH_PART
        search = GraphSearch(self.compilation, self.log, self.shapes, until, self.say, self._until, spent)
        facts = search.run(self._base)
        self.decided = " ".join(f"{name}={value:g}" for name, value in facts.items())
        if facts:
            self._set_target(self.target.with_costs(read_costs(facts, "the search")))
            self._base = model_times.load_timed(self.compilation, {}, self.shapes)

    def _open(self) -> None:
        """Begin with the next program. Its candidates take seconds to list: a short search does without the last."""
        task, share, left = self._waiting.pop(0)
        self.say(f"listing what {task.label} may be")
        options = candidates(task.func, self.target, self.scripts)
        if len(options) < 2:
            return
        hunt = Hunt(task, options, share, left, hints=hints_for(task, self.hints, self.machine, self.facts))
        hunt.recall(self._own(task))
        self.hunts.append(hunt)

    def _own(self, task: Task) -> list[Record]:
        return [
            record
            for record in self.log.records
            if record.kernel == task.key and record.machine == self.machine and record.facts == self.facts
        ]

    def _seconds(self, tasks: Sequence[Task]) -> dict[str, float]:
        """The seconds of each program in a call of the model; equal ones where it cannot be run as a whole."""
        if self._base is None:
            return {task.key: 1.0 for task in tasks}
        self.say("measuring the model")
        spent = model_times.shares(self._base)
        self._call_seconds = sum(spent.values())
        return {task.key: sum(spent.get(name, 0.0) for name in task.names) for task in tasks}

    # ------------------------------------------------------------------ trials
    def _hunt(self) -> None:
        while time.monotonic() + self._turn_seconds / 2 < self._until:  # what a turn has measured until then counts
            open_hunts = [hunt for hunt in self.hunts if hunt.trials < self.limits.trials and not hunt.exhausted()]
            hunt = max(open_hunts, key=Hunt.urgency, default=None)
            if self._waiting and (hunt is None or self._waiting[0][1] * self._waiting[0][2] >= hunt.urgency()):
                try:
                    with deadline(self._until):
                        self._open()
                except Overdue:
                    return
                continue
            if hunt is None:
                return
            begin = time.monotonic()
            self._turn(hunt, min(BATCH, self.limits.trials - hunt.trials))
            self._turns.append(time.monotonic() - begin)

    @property
    def _turn_seconds(self) -> float:
        """How long the next turn is expected to take."""
        return sum(self._turns) / max(1, len(self._turns))

    def _ranker(self) -> Ranker:
        groups: dict[str, list[tuple[object, float]]] = {}
        for hunt in self.hunts:
            groups.setdefault(hunt.task.key, []).extend(hunt.measured())
        for record in self.hints:
            if record.outcome == "ok" and record.features and record.kernel not in groups and record.samples:
                key = f"{record.machine} {record.facts} {record.kernel}"
                groups.setdefault(key, []).append((record.features, min(record.samples)))
        return learned(self.target, groups.values()) if groups else analytic(self.target)  # type: ignore[arg-type]

    def _turn(self, hunt: Hunt, count: int) -> None:
        """Draft some candidates of a program, and make and measure the most promising; the default is first."""
        before = hunt.gain
        if 0 not in hunt.done:
            self._measure(hunt, [0])
            if 0 not in hunt.done:  # late
                return
            if hunt.done[0].outcome != "ok":  # nothing to compare with
                hunt.closed = True
                return
            count -= 1
        elif hunt.base is None:  # measured by an earlier search: its outputs are wanted again
            self._measure(hunt, [0], again=True)
        self._tell(hunt)
        numbers = hunt.to_draft(count)
        for number, made in zip(numbers, self._draft(hunt, numbers), strict=True):
            if made.outcome == "ok":
                hunt.saw(number, made.features, made.program)
            elif made.outcome != "late":
                self._note(hunt, number, made)
        self._measure(hunt, hunt.to_measure(self._ranker(), count))
        hunt.idle = 0 if hunt.gain < before else hunt.idle + 1
        self._tell(hunt)

    def _draft(self, hunt: Hunt, numbers: Sequence[int]) -> list[Made]:
        self._making.until = self._until
        return self._making.drafts(hunt.task.func, [hunt.options[n] for n in numbers])

    def _measure(self, hunt: Hunt, numbers: Sequence[int], *, again: bool = False) -> None:
        sent = []
        for number, item in zip(numbers, self._libraries(hunt, numbers), strict=True):
            if item.outcome == "late":
                continue
            if item.outcome != "ok":
                self._note(hunt, number, item)
                continue
            hunt.saw(number, item.features, item.program)
            best = hunt.done.get(hunt.best)
            job = Job(
                item.library, FUNCTION, hunt.task.arguments, hunt.task.weight_bytes,
                best=min(best.samples, default=0.0) if best is not None else 0.0,
            )  # fmt: skip
            sent.append((number, item, submit(self.executor, job)))
        for number, item, future in sent:
            try:
                answer = answer_from(future.result(max(0.0, self._until - time.monotonic())))
            except MlccError:  # the executor takes no more
                raise
            except Exception as error:  # what an executor of others raises
                if not future.done():  # late
                    future.cancel()
                    continue
                answer = Answer("crash", f"{type(error).__name__}: {error}", lost=True)
            self._lost = self._lost + 1 if answer.lost else 0
            if answer.lost and (number == 0 or self._lost >= _MOST_LOST):  # no fault of the candidates
                raise unreached(answer.reason)
            if number == 0 and answer.outcome == "ok":
                hunt.base = answer
            elif answer.outcome == "ok" and hunt.base is not None:
                wrong = disagreement(hunt.base, answer, hunt.task.tolerance)
                answer = Answer("wrong", wrong) if wrong else answer
            if not again:
                self._note(hunt, number, Made(answer.outcome, answer.reason, item.features), answer.samples)

    def _libraries(self, hunt: Hunt, numbers: Sequence[int]) -> list[Made]:
        begin, self._making.until = time.monotonic(), self._until
        made = self._making.libraries(hunt.task.func, [hunt.options[n] for n in numbers])
        rounds = math.ceil(len(numbers) / cores())
        self._library_seconds = max(self._library_seconds, (time.monotonic() - begin) / max(1, rounds))
        return made

    def _note(self, hunt: Hunt, number: int, made: Made, samples: tuple[float, ...] = ()) -> None:
        option = hunt.options[number]
        record = self._record(hunt.task, option, default=number == 0)
        features = hunt.features.get(number, {}) if made.outcome == "ok" else made.features
        record = replace(record, outcome=made.outcome, reason=made.reason, samples=samples, features=features)
        hunt.done[number] = record
        self.log.add(record)

    def _record(self, task: Task, option: Candidate, *, default: bool) -> Record:
        return Record(
            task.key, self.facts, option.script.name, script_hash(option.script), dict(option.params), default,
            machine=self.machine, target=str(self.target), op=task.label,
        )  # fmt: skip

    def _tell(self, hunt: Hunt) -> None:
        model = sum(item.share * item.gain for item in self.hunts) + 1 - sum(item.share for item in self.hunts)
        left = max(0.0, self.limits.seconds - self.elapsed)
        self.say(
            f"{hunt.task.label} ({100 * hunt.share:.0f} % of the time): trial {hunt.trials}, best {hunt.gain:.2f}x; "
            f"all {model:.2f}x; at most {left:.0f} s left"
        )

    # ------------------------------------------------------------------ confirming
    def _confirm(self, outcome: Outcome) -> None:
        """Compare what was found in the whole model; a program that is not faster there keeps its schedule, and all
        do, and the graph passes decide as before, where the model is not faster beyond the noise."""
        found = {hunt.task.key: hunt for hunt in self.hunts if hunt.best}
        if self._base is None:
            self._confirm_alone(outcome, list(found.values()))
            return
        if not found and not self.decided:
            return
        self.say("comparing in the whole model")
        doing, limit = "the model with what was found", self.limits.seconds
        (answer,) = forked(Request(self._in_whole, (found,), limit, 1, doing, self._begin + limit))
        confirmed, samples, whole = ([], None, None) if isinstance(answer, Lost) else answer
        if isinstance(answer, Lost):
            if answer.outcome == "late":
                outcome.late = "there was no time to compare what was found in the whole model: --resume does"
                answer = Lost("timeout", "there was no time to compare it in the whole model")
            rows = [self._record(hunt.task, hunt.options[hunt.best], default=False) for hunt in found.values()]
            confirmed = [replace(row, setting="model", outcome=answer.outcome, reason=answer.reason) for row in rows]
        self._replace_confirmed(confirmed)
        if outcome.late:  # what the graph passes decide was proven before
            return
        if samples is not None and whole is not None:
            outcome.comparison = compare(*samples)
            outcome.before, outcome.after = (item.median for item in samples)
            proven = outcome.comparison.high is not None and outcome.comparison.high < 1
            if proven and compare(*whole).ratio < 1 + PLACEMENT:
                return
        reason = answer.reason if isinstance(answer, Lost) else "the whole model was not faster with it"
        graph = [r for r in self.log.records if r.setting == "graph" and self.decided]
        for rows in (confirmed, graph):
            failed = [r if r.outcome != "ok" else replace(r, outcome="failed", reason=reason) for r in rows]
            self.log.replace(rows, failed)
        outcome.comparison, self.decided = None, ""

    def _replace_confirmed(self, records: Sequence[Record]) -> None:
        """Log what a comparison in the whole model says of programs, in place of what earlier ones did."""
        keys = {record.kernel for record in records}
        earlier = [r for r in self.log.records if r.setting == "model" and r.kernel in keys and self._is_own(r)]
        for record in records:
            self.log.add(record)
        self.log.replace(earlier, [])

    def _in_whole(self, found: Mapping[str, Hunt]) -> tuple[list[Record], Pair | None, Pair | None]:
        """Records of the candidates that were found, beside the defaults in the whole model, and two pairs of times of
        the model, without anything that was found and with what is faster; None where that is nothing.

        The first pair says what was gained: where programs alone changed, of their times in the model, which vary less
        than the sum of all. The second is of the whole model.
        """
        assert self._base is not None
        assert self._first is not None
        trial: Choices = {key: _choice(hunt) for key, hunt in found.items()}
        other, confirmed, rows = self._base, [], []
        if found:
            other = model_times.load_timed(self.compilation, trial, self.shapes)
            left = self._end - time.monotonic() - self._base.linked  # the second comparison has half of it
            rows = model_times.paired(self._base, other, time.monotonic() + min(left / 2, self._usual))
            for hunt in found.values():
                record = self._record(hunt.task, hunt.options[hunt.best], default=False)
                base, samples = (tuple(model_times.sums(row[n], hunt.task.names) for row in rows) for n in (0, 1))
                confirmed.append(replace(record, setting="model", samples=samples, base=base))
        chosen = choices_of(confirmed, self.target)
        if not chosen and not self.decided:
            return confirmed, None, None
        if chosen != trial:
            other = model_times.load_timed(self.compilation, chosen, self.shapes)
        whole = model_times.compared(self._first, other, min(self._end, time.monotonic() + self._usual))
        if self.decided:
            return confirmed, whole, whole
        names = [name for key in chosen for name in found[key].task.names]
        return confirmed, model_times.changed(rows, names), whole

    def _confirm_alone(self, outcome: Outcome, hunts: Sequence[Hunt]) -> None:
        """Compare each program that is no part of a model with its default in paired samples, by itself."""
        for number, hunt in enumerate(hunts):
            record = self._record(hunt.task, hunt.options[hunt.best], default=False)
            if self.shapes or any(name not in self.module.prim_funcs for name in hunt.task.names):
                continue  # sizes of the call decide, or what was tuned is not what the module holds
            self.say(f"comparing {hunt.task.label} with what it was")
            choices = {hunt.task.key: _choice(hunt)}
            until = time.monotonic() + (self._end - time.monotonic()) / (len(hunts) - number)
            base, other = model_times.alone(
                self.module, hunt.task.names[0], self.options, choices, min(until, time.monotonic() + _ALONE)
            )
            earlier = [r for r in self.log.records if r.setting == "model" and r.kernel == record.kernel]
            self.log.add(replace(record, setting="model", samples=other.samples, base=base.samples))
            self.log.replace([r for r in earlier if self._is_own(r)], [])
            outcome.comparison, outcome.before, outcome.after = compare(base, other), base.median, other.median

    def _is_own(self, record: Record) -> bool:
        return record.machine == self.machine and record.facts == self.facts

    def _rows(self) -> list[tuple[str, ...]]:
        chosen = choices_of(self.log.records, self.target)
        rows: list[tuple[str, ...]] = []
        for hunt in self.hunts:
            base = hunt.done.get(0)
            before = human_time(min(base.samples)) if base is not None and base.samples else ""
            choice = chosen.get(hunt.task.key)
            what = "as it is"
            if choice is not None:
                what = " ".join([choice.schedule, *(f"{name}={value}" for name, value in choice.params)])
            rows.append((
                hunt.task.label, f"{100 * hunt.share:.0f}", str(hunt.trials), before, f"{hunt.gain:.2f}x", what,
            ))  # fmt: skip
        return rows


def _choice(hunt: Hunt) -> Choice:
    option = hunt.options[hunt.best]
    return Choice(option.script.name, script_hash(option.script), option.params)
