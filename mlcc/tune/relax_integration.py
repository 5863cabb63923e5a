"""Searches over whole graphs, with TVM's names: `meta_schedule.relax_integration.tune_relax`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mlcc.driver import build
from mlcc.driver.records import kernel_hash
from mlcc.ir import GlobalVar, IRModule, walk
from mlcc.relax import transform as graph
from mlcc.relax.pipeline import get_pipeline
from mlcc.target import Target

from .graph_passes import MetaScheduleTuneIRMod, with_fastest
from .sampling import DATABASE, Database


@dataclass(frozen=True, slots=True)
class ExtractedTask:
    """A tensor program of a graph: `mod` has it as ``main``, and the graph calls it `weight` times."""

    task_name: str
    mod: IRModule
    target: Target
    dispatched: Sequence[IRModule]
    weight: int


def _programs(mod: Any, params: Mapping[str, Any] | None) -> IRModule:
    """The fused tensor programs of a module or a function, and the functions that call them."""
    module = mod if isinstance(mod, IRModule) else IRModule({"main": mod})
    if params:
        module = graph.BindParams("main", params)(module)
    legal: IRModule = get_pipeline("zero")(graph.DecomposeOpsForInference()(module))
    return legal


def extract_tasks(
    mod: Any, target: Target | str, params: Mapping[str, Any] | None = None, module_equality: str = "structural"
) -> list[ExtractedTask]:
    """The different tensor programs of a graph, in the order in which they are called. `module_equality` is accepted
    for TVM's sake: equal programs are one task."""
    legal, machine = _programs(mod, params), Target.parse(target)
    calls = Counter(
        node.name for func in legal.graph_funcs.values() for node in walk(func) if isinstance(node, GlobalVar)
    )
    tasks: dict[str, ExtractedTask] = {}
    for name, count in calls.items():
        func = legal.prim_funcs.get(name)
        if func is None:
            continue
        key = kernel_hash(func)
        before = tasks[key].weight if key in tasks else 0
        label = tasks[key].task_name if key in tasks else name
        one = IRModule({"main": func.with_attr("global_symbol", "main")})
        tasks[key] = ExtractedTask(label, one, machine, [one], before + count)
    return list(tasks.values())


def tune_relax(
    mod: Any,
    params: Mapping[str, Any] | None,
    target: Target | str,
    work_dir: str | os.PathLike[str],
    max_trials_global: int,
    max_trials_per_task: int | None = None,
    op_names: Sequence[str] | None = None,
    **_: Any,
) -> Database:
    """Search among the schedules of the tensor programs of a graph, as `MetaScheduleTuneIRMod`; the database of
    `work_dir` is returned. Other arguments of TVM's (builders, runners, cost models) are accepted and ignored."""
    search = MetaScheduleTuneIRMod({}, work_dir, max_trials_global, max_trials_per_task, op_names)
    with Target.parse(target):
        search(_programs(mod, params))
    return Database(str(Path(work_dir) / DATABASE))


def compile_relax(
    database: Database,
    mod: Any,
    target: Target | str,
    params: Mapping[str, Any] | None = None,
    enable_warning: bool = False,
) -> Any:
    """The library of a graph whose tensor programs have their fastest schedules of a database; those that were not
    measured get the library's."""
    machine = Target.parse(target)
    return build(with_fastest(_programs(mod, params), database, machine), machine)
