"""Searches over the tensor programs of a module as passes of TVM's names: `MetaScheduleTuneIRMod` and its relatives."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from errno import ENOENT
from pathlib import Path
from typing import Any

from mlcc.driver.files import file_error
from mlcc.driver.records import kernel_hash
from mlcc.ir import IRModule, PrimFunc
from mlcc.ir.transform import Pass, Sequential
from mlcc.relax import transform as graph
from mlcc.relax.pipeline import get_pipeline
from mlcc.target import Target

from .sampling import DATABASE, Database, tune_tir


@dataclass(frozen=True)
class MetaScheduleTuneIRMod(Pass):
    """Measure schedules of the tensor programs of static sizes, at most `max_trials_global` in all and
    `max_trials_per_task` of one; the database of the folder `work_dir` keeps what was measured. The module stays as it
    is but for `params`, which are bound to parameters of `main`. With `op_names` only programs whose names contain one
    of these are searched. The machine is that of ``with Target(…)``, else this one."""

    params: Mapping[str, Any] = field(default_factory=dict)
    work_dir: str | os.PathLike[str] = "tuning_logs"
    max_trials_global: int = 64
    max_trials_per_task: int | None = None
    op_names: Sequence[str] | None = None

    def __call__(self, module: IRModule) -> IRModule:
        if self.params:
            module = graph.BindParams("main", self.params)(module)
        funcs = self.programs(module)
        for number, func in enumerate(funcs):
            share = len(range(number, self.max_trials_global, len(funcs)))
            if share:
                tune_tir(func, Target.current(), self.work_dir, share, max_trials_per_task=self.max_trials_per_task)
        return module

    def programs(self, module: IRModule) -> list[PrimFunc]:
        """The different programs that are searched."""
        wanted = {
            name: func
            for name, func in module.prim_funcs.items()
            if self.op_names is None or any(part in name for part in self.op_names)
        }
        return list({kernel_hash(f): f for f in wanted.values() if not f.symbolic_vars()}.values())


@dataclass(frozen=True)
class MetaScheduleTuneTIR(Pass):
    """As `MetaScheduleTuneIRMod`, of all programs of a module, graph functions or not."""

    work_dir: str | os.PathLike[str] = "tuning_logs"
    max_trials_global: int = 64

    def __call__(self, module: IRModule) -> IRModule:
        return MetaScheduleTuneIRMod({}, self.work_dir, self.max_trials_global)(module)


@dataclass(frozen=True)
class MetaScheduleApplyDatabase(Pass):
    """Give each tensor program the fastest schedule that the database of the folder `work_dir` has for it; programs
    that were not measured stay as they are. Raises D101 if there is none."""

    work_dir: str | os.PathLike[str] | None = None
    enable_warning: bool = False

    def __call__(self, module: IRModule) -> IRModule:
        path = Path(self.work_dir or "tuning_logs") / DATABASE
        if not path.exists():
            raise file_error(FileNotFoundError(ENOENT, "no such file", str(path)), str(path), writing=False)
        return with_fastest(module, Database(str(path)), Target.current())


def with_fastest(module: IRModule, records: Database, target: Target | None) -> IRModule:
    """The module with its tensor programs by their fastest schedules, as far as there are records."""
    return module.map_prim_funcs(lambda func: _fastest(func, records, target))


def _fastest(func: PrimFunc, records: Database, target: Target | None) -> PrimFunc:
    found = records.query_schedule(func, target)
    return func if found is None else found.func.with_attr("tir.is_scheduled", True)


def static_shape_tuning(
    total_trials: int,
    target: Any = None,
    work_dir: str | os.PathLike[str] = "tuning_logs",
    cpu_weight_prepack: bool = False,
    max_trials_per_task: int | None = None,
) -> Pass:
    """Operators to fused tensor programs, then a search for the schedules of these, of `total_trials` in all. Weights
    are packed by a build, whatever `cpu_weight_prepack` says."""
    search = [
        MetaScheduleTuneIRMod({}, work_dir, total_trials, max_trials_per_task),
        MetaScheduleApplyDatabase(work_dir),
    ]
    first = [graph.DecomposeOpsForInference(), graph.CanonicalizeBindings(), get_pipeline("zero")]
    return Sequential([*first, *(_On(item, Target.parse(target)) for item in search)])


@dataclass(frozen=True)
class _On(Pass):
    """A pass for a target."""

    inner: Pass
    target: Target

    def __call__(self, module: IRModule) -> IRModule:
        with self.target:
            return self.inner(module)
