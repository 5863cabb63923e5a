"""Schedule templates: functions that make a schedule of tensor expressions, with knobs for what may be tried.

    @autotvm.template("matmul")
    def matmul(n):
        ...
        s = te.create_schedule(C.op)
        cfg = autotvm.get_config()
        cfg.define_knob("unroll", [False, True])
        ...
        return s, [A, B, C]

    task = autotvm.task.create("matmul", args=(512,), target="llvm")

Outside of a search a template takes the first option of each knob, or those of :func:`apply_history_best`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.diagnostics.suggest import choices_help
from mlcc.driver.flops import count_flops
from mlcc.ir import IRModule, PrimFunc
from mlcc.schedule import StageSchedule
from mlcc.target import Target

from .knobs import Choices, ConfigEntity, ConfigSpace
from .trials import Drawn

#: What a template returns: a schedule, and its tensors in the order of the parameters.
Scheduled = tuple[StageSchedule, Sequence[Any]]
#: What a template is called with, as plain values.
Workload = tuple[Any, ...]
#: Gives the configuration for a workload on a target, or None.
Query = Callable[[Workload, Target], ConfigEntity | None]

_templates: dict[str, Callable[..., Scheduled]] = {}
_config: ContextVar[Choices | None] = ContextVar("autotvm config", default=None)
_queries: ContextVar[tuple[Query, ...]] = ContextVar("autotvm history", default=())


def template(name: str | Callable[..., Scheduled], func: Callable[..., Scheduled] | None = None) -> Any:
    """Register a template by `name`, or as a plain decorator by its own."""
    if callable(name):
        return template(name.__name__, name)
    if func is None:
        return lambda function: template(name, function)
    _templates[name] = func

    @wraps(func)
    def call(*args: Any) -> Scheduled:
        if _config.get() is not None:
            return func(*args)
        workload, target = workload_of(name, args), Target.default()
        found = (query(workload, target) for query in reversed(_queries.get()))
        with using(next((item for item in found if item is not None), None) or ConfigEntity(-1, {})):
            return func(*args)

    return call


def get_config() -> Choices:
    """The knobs of the template that runs. T135 outside of one."""
    found = _config.get()
    if found is None:
        raise MlccError("T135", "no template runs here", help="`get_config` belongs into a function with `template`")
    return found


@contextmanager
def using(config: Choices) -> Iterator[None]:
    """Run templates with this configuration."""
    token = _config.set(config)
    try:
        yield
    finally:
        _config.reset(token)


@contextmanager
def asking(query: Query) -> Iterator[None]:
    """Ask for the configurations of templates here first."""
    token = _queries.set((*_queries.get(), query))
    try:
        yield
    finally:
        _queries.reset(token)


def workload_of(name: str, args: Sequence[Any]) -> Workload:
    """What a template is called with, as plain values: tensors by shape and dtype."""
    return (name, *map(_plain, args))


def _plain(item: Any) -> Any:
    if isinstance(item, te.Tensor):
        return ["TENSOR", [int(getattr(dim, "value", -1)) for dim in item.shape], item.dtype]
    return [_plain(part) for part in item] if isinstance(item, (list, tuple)) else item


def _argument(item: Any) -> Any:
    if isinstance(item, list) and item[:1] == ["TENSOR"]:
        return te.placeholder(tuple(item[1]), dtype=item[2])
    return tuple(map(_argument, item)) if isinstance(item, list) else item


@dataclass(frozen=True)
class Task:
    """A template with arguments on a target: what a tuner searches."""

    name: str
    args: tuple[Any, ...]
    target: Target

    @property
    def workload(self) -> Workload:
        """Name and arguments as plain values."""
        return workload_of(self.name, self.args)

    @cached_property
    def config_space(self) -> ConfigSpace:
        """What the template may choose from."""
        space = ConfigSpace()
        with using(space):
            self._call()
        return space

    def instantiate(self, config: Choices) -> Scheduled:
        """The schedule and its tensors by one configuration; raises what the template raises."""
        with using(config):
            return self._call()

    def drawn(self, config: Choices) -> Drawn:
        """The program by one configuration, and its trace as a schedule file."""
        schedule, args = self.instantiate(config)
        return Drawn(schedule.prim_func(args), schedule.sch.trace.to_yaml())

    @cached_property
    def program(self) -> PrimFunc:
        """The program before any step."""
        with using(ConfigSpace()):
            _, args = self._call()
        return te.create_prim_func(list(args))

    @cached_property
    def flop(self) -> float:
        """Operations of a call: what the template counted, or those of its program."""
        return self.config_space.flop or float(count_flops(IRModule({"main": self.program}), "main") or 0)

    def _call(self) -> Scheduled:
        found = _templates[self.name](*map(_argument, map(_plain, self.args)))
        if not (isinstance(found, tuple) and len(found) == 2 and isinstance(found[0], StageSchedule)):
            raise MlccError(
                "T135", f"the template `{self.name}` returns a {type(found).__name__}",
                help="return the schedule and its tensors: `return s, [A, B, C]`",
            )  # fmt: skip
        return found


def create(task_name: str, args: Sequence[Any], target: Any = None, target_host: Any = None) -> Task:
    """The task of a template with arguments. T135 for a name that no template has."""
    if task_name not in _templates:
        known = choices_help(task_name, _templates, "templates")
        raise MlccError("T135", f"there is no template `{task_name}`", help=known)
    return Task(task_name, tuple(args), Target.parse(target))
