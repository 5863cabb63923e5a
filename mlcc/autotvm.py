"""TVM's names of schedule templates with knobs: `template`, `get_config`, `task.create`, `tuner`, logs and history."""

from __future__ import annotations

from types import SimpleNamespace

from mlcc.tune.knobs import (
    AnnotateEntity,
    ConfigEntity,
    ConfigSpace,
    OtherOptionEntity,
    ReorderEntity,
    SplitEntity,
)
from mlcc.tune.template_log import (
    MeasureErrorNo,
    MeasureInput,
    MeasureResult,
    apply_history_best,
    decode,
    encode,
    load_from_file,
    log_to_file,
    pick_best,
    progress_bar,
)
from mlcc.tune.templates import Task, create, get_config, template
from mlcc.tune.tuners import (
    GridSearchTuner,
    LocalBuilder,
    LocalRunner,
    ModelTuner,
    RandomTuner,
    Tuner,
    measure_option,
    rpc_runner,
)

RPCRunner = rpc_runner
task = SimpleNamespace(create=create, Task=Task, ConfigEntity=ConfigEntity, ConfigSpace=ConfigSpace)
tuner = SimpleNamespace(
    Tuner=Tuner, GridSearchTuner=GridSearchTuner, RandomTuner=RandomTuner, ModelTuner=ModelTuner, XGBTuner=ModelTuner
)
callback = SimpleNamespace(log_to_file=log_to_file, progress_bar=progress_bar)
record = SimpleNamespace(encode=encode, decode=decode, load_from_file=load_from_file, pick_best=pick_best)

__all__ = [
    "AnnotateEntity", "ConfigEntity", "ConfigSpace", "GridSearchTuner", "LocalBuilder", "LocalRunner", "MeasureErrorNo",
    "MeasureInput", "MeasureResult", "ModelTuner", "OtherOptionEntity", "RPCRunner", "RandomTuner", "ReorderEntity",
    "SplitEntity", "Task", "Tuner", "apply_history_best", "callback", "get_config", "measure_option", "record", "task",
    "template", "tuner",
]  # fmt: skip
