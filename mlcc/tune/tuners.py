"""Tuners of schedule templates: which configurations are tried, and in which order."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from mlcc.diagnostics import MlccError

from .executors import open_executor
from .knobs import ConfigEntity
from .ranking import analytic, learned
from .template_log import ERRORS, Callback, MeasureErrorNo, MeasureInput, MeasureResult
from .templates import Task
from .trials import Drawn, Trials

#: Configurations that are measured between two callbacks.
BATCH = 8
#: Configurations that a model ranks for each batch.
_RANKED = 32


@dataclass(frozen=True, slots=True)
class LocalBuilder:
    """Builds in processes of this machine."""

    timeout: float = 10.0


@dataclass(frozen=True, slots=True)
class LocalRunner:
    """Times in a process of this machine: `number` times `repeat` samples at most."""

    number: int = 4
    repeat: int = 3
    timeout: float = 10.0
    executor: str = "local:1"


def rpc_runner(host: str = "127.0.0.1", port: int = 9090, **options: Any) -> LocalRunner:
    """Times on a device that `mlcc rpc serve` serves."""
    return LocalRunner(executor=f"rpc:{host}:{port}", **options)


MeasureOption = Mapping[str, Any]


def measure_option(builder: Any = "local", runner: Any = "local") -> MeasureOption:
    """How trials are made and timed: a :class:`LocalBuilder` and a :class:`LocalRunner`, or `local`."""
    return {
        "builder": LocalBuilder() if builder == "local" else builder,
        "runner": LocalRunner() if runner == "local" else runner,
    }


class Tuner:
    """Tries configurations of a task: `best_config` is the fastest, `best_flops` its operations per second."""

    def __init__(self, task: Task, *, seed: int = 0) -> None:
        self.task = task
        self.best_config: ConfigEntity | None = None
        self.best_flops = 0.0
        self.best_iter = 0
        self.ttl: int | None = None
        self._random = random.Random(seed)
        self._tried: set[int] = set()
        self._order = self._indices()

    def _indices(self) -> Iterator[int]:
        """The configurations, in the order of trial."""
        raise NotImplementedError

    def next_batch(self, batch_size: int, trials: Trials) -> list[ConfigEntity]:
        """What to try next; fewer at the end of the space."""
        return [self.task.config_space.get(index) for index in islice(self._order, batch_size)]

    def has_next(self) -> bool:
        """Whether anything was not tried yet."""
        return len(self._tried) < len(self.task.config_space)

    def update(self, config: ConfigEntity, features: Mapping[str, float], result: MeasureResult) -> None:
        """Learn from a trial."""

    def tune(
        self,
        n_trial: int,
        measure_option: MeasureOption | None = None,
        early_stopping: int | None = None,
        callbacks: Sequence[Callback] = (),
        si_prefix: str = "G",
    ) -> None:
        """Try at most `n_trial` configurations; end after `early_stopping` trials without a better one.

        A configuration that a step refuses, whose program fails, hangs, or computes something else, is a failed trial
        with its reason. `si_prefix` is accepted for TVM's sake.
        """
        options = measure_option if measure_option is not None else _default_options()
        runner: LocalRunner = options["runner"]
        with (
            open_executor(runner.executor) as executor,
            Trials(
                self.task.program, self.task.target, executor=executor,
                samples=max(1, runner.number * runner.repeat), timeout=runner.timeout,
            ) as trials,
        ):  # fmt: skip
            done = 0
            while done < n_trial and self.has_next():
                configs = self.next_batch(min(BATCH, n_trial - done), trials)
                if not configs:
                    return
                inputs = [MeasureInput(self.task.target, self.task, config) for config in configs]
                results = self._measure(configs, trials)
                for number, (config, result) in enumerate(zip(configs, results, strict=True), done):
                    self._note(config, result, number)
                done += len(results)
                for callback in callbacks:
                    callback(self, inputs, results)
                if early_stopping is not None and done - self.best_iter > early_stopping:
                    return

    def _note(self, config: ConfigEntity, result: MeasureResult, number: int) -> None:
        flops = self.task.flop / result.seconds
        if result.error_no == MeasureErrorNo.NO_ERROR and flops > self.best_flops:
            self.best_config, self.best_flops, self.best_iter = config, flops, number

    def _measure(self, configs: Sequence[ConfigEntity], trials: Trials) -> list[MeasureResult]:
        begin = time.monotonic()
        self._tried.update(config.index for config in configs)
        made = [_drawn(self.task, config) for config in configs]
        ran = iter(trials.run([item for item in made if isinstance(item, Drawn)]))
        results = []
        for config, item in zip(configs, made, strict=True):
            if isinstance(item, Drawn):
                trial = next(ran)
                costs: tuple[Any, ...] = trial.samples or (trial.reason,)
                error, features = ERRORS.get(trial.outcome, MeasureErrorNo.UNKNOWN_ERROR), trial.made.features
            else:
                costs, error, features = (item,), MeasureErrorNo.INSTANTIATION_ERROR, {}
            results.append(MeasureResult(costs, error, time.monotonic() - begin, time.time()))
            self.update(config, features, results[-1])
        return results


def _default_options() -> MeasureOption:
    return measure_option()


def _drawn(task: Task, config: ConfigEntity) -> Drawn | str:
    """The program by a configuration, or why there is none."""
    try:
        return task.drawn(config)
    except MlccError as error:
        return f"{error.code}: {error.diagnostic.message}"


class GridSearchTuner(Tuner):
    """Tries all configurations in order."""

    def _indices(self) -> Iterator[int]:
        return iter(range(len(self.task.config_space)))


class RandomTuner(Tuner):
    """Tries configurations at random, each once."""

    def _indices(self) -> Iterator[int]:
        """Sparse Fisher-Yates: a large space is not listed."""
        moved: dict[int, int] = {}
        for left in range(len(self.task.config_space), 0, -1):
            drawn = self._random.randrange(left)
            yield moved.get(drawn, drawn)
            moved[drawn] = moved.get(left - 1, left - 1)


class ModelTuner(RandomTuner):
    """Draws configurations at random, and tries those first that a model expects to be fastest.

    The model is that of `mlcc tune`: the analytic prediction, corrected by what was measured.
    """

    def __init__(self, task: Task, *, seed: int = 0, **_: Any) -> None:
        super().__init__(task, seed=seed)
        self._rows: list[tuple[Mapping[str, float], float]] = []
        self._pool: list[ConfigEntity] = []

    def next_batch(self, batch_size: int, trials: Trials) -> list[ConfigEntity]:
        """The best of the configurations drawn, and one that was drawn last, whatever the model says of it."""
        self._pool += super().next_batch(max(_RANKED - len(self._pool), 0), trials)
        if not self._pool:
            return []
        surprise, rest = self._pool[-1], self._pool[:-1]
        made = [(config, item) for config in rest if isinstance(item := _drawn(self.task, config), Drawn)]
        ranker = learned(self.task.target, [self._rows]) if self._rows else analytic(self.task.target)
        scored = [
            (ranker.score(draft.features), config)
            for (config, _), draft in zip(made, trials.drafts([item for _, item in made]), strict=True)
            if draft.outcome == "ok"
        ]
        scored.sort(key=lambda item: item[0])
        chosen = [config for _, config in scored[: batch_size - 1]] + [surprise]
        refused = {c.index for c in rest} - {config.index for _, config in scored}
        self._tried |= refused
        gone = {config.index for config in chosen} | refused
        self._pool = [config for config in self._pool if config.index not in gone]
        return chosen

    def update(self, config: ConfigEntity, features: Mapping[str, float], result: MeasureResult) -> None:
        """Keep what was measured for the model."""
        if features and result.error_no == MeasureErrorNo.NO_ERROR:
            self._rows.append((features, result.seconds))
