"""TVM's names of a search over schedules: `tune_tir`, `space_generator.ScheduleFn`, `tir_integration.compile_tir`."""

from __future__ import annotations

from types import SimpleNamespace

from mlcc.tune.sampling import Database, ScheduleFn, TuningRecord, compile_tir, tune_tir

space_generator = SimpleNamespace(ScheduleFn=ScheduleFn)
tir_integration = SimpleNamespace(compile_tir=compile_tir, tune_tir=tune_tir)
database = SimpleNamespace(Database=Database, MemoryDatabase=Database, TuningRecord=TuningRecord)

__all__ = ["Database", "TuningRecord", "compile_tir", "database", "space_generator", "tir_integration", "tune_tir"]
