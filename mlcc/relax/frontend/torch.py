"""TVM's `relax.frontend.torch`: `from_exported_program` and `from_fx`, which `mlcc.importers.torch` defines."""

from __future__ import annotations

from mlcc.late_names import loader

__getattr__ = loader(__name__)
