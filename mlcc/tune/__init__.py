"""Search over schedules: which of the settings that schedule files allow is fastest for a program on a machine.

`tune_file` is `mlcc tune`. A search drafts candidates by an analytic cost model, ranks them by one that learns from
records, measures them in processes of their own as the model runs them, and confirms what it found in the whole model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mlcc.late_names import loader, names_of

if TYPE_CHECKING:
    from .executors import open_executor as open_executor
    from .outcome import Limits as Limits
    from .search import Search as Search
    from .tuning import tune_file as tune_file
    from .tuning import tune_module as tune_module

__getattr__ = loader(
    __name__,
    names_of(
        {
            "Limits": "outcome", "Search": "search", "open_executor": "executors", "tune_file": "tuning",
            "tune_module": "tuning",
        }
    ),
)  # fmt: skip
