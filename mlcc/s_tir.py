"""Schedules of tensor programs under the name that TVM gives them since 0.24: `s_tir.Schedule`, `s_tir.dlight` …"""

from mlcc import arith, dlight, meta_schedule
from mlcc.diagnostics import MlccError as ScheduleError
from mlcc.schedule import Schedule, TensorIntrin, Trace
from mlcc.tir import analysis, transform

__all__ = [
    "Schedule", "ScheduleError", "TensorIntrin", "Trace", "analysis", "arith", "dlight", "meta_schedule", "transform",
]  # fmt: skip
