"""Default schedules without a search, with TVM's names: `dl.ApplyDefaultSchedule(dl.gpu.Matmul(), dl.gpu.Fallback())`.

The rules are names for files of the library (`schedules/`), which every build applies by itself.
"""

from . import cpu, gpu
from .base import ApplyDefaultSchedule, LibraryRule, ScheduleRule

__all__ = ["ApplyDefaultSchedule", "LibraryRule", "ScheduleRule", "cpu", "gpu"]
