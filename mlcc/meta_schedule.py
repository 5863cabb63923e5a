"""TVM's names of a search over schedules: `tune_tir`, `relax_integration.tune_relax`, `space_generator.ScheduleFn` …"""

from __future__ import annotations

from types import SimpleNamespace

from mlcc.tune.relax_integration import ExtractedTask, compile_relax, extract_tasks, tune_relax
from mlcc.tune.sampling import Database, ScheduleFn, TuningRecord, compile_tir, tune_tir

space_generator = SimpleNamespace(ScheduleFn=ScheduleFn)
tir_integration = SimpleNamespace(compile_tir=compile_tir, tune_tir=tune_tir)
relax_integration = SimpleNamespace(compile_relax=compile_relax, extract_tasks=extract_tasks, tune_relax=tune_relax)
database = SimpleNamespace(Database=Database, MemoryDatabase=Database, TuningRecord=TuningRecord)

__all__ = [
    "Database", "ExtractedTask", "TuningRecord", "compile_tir", "database", "relax_integration", "space_generator",
    "tir_integration", "tune_tir",
]  # fmt: skip
