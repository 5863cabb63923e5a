"""PyTorch models to graph functions: exported programs and traced modules (`mlcc.torch_backend` compiles for PyTorch).

Everything goes through one translator of Core ATen (`walk`), with a converter per operator in `ops/`; what an operator
of ONNX does too is written by the converter of that importer. PyTorch is imported here only, and only when it is used
(extra `mlcc[torch]`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mlcc.late_names import loader, names_of

if TYPE_CHECKING:
    from .exported import from_exported_program as from_exported_program
    from .exported import load_program as load_program
    from .registry import supported_operators as supported_operators
    from .traced import from_fx as from_fx

__getattr__ = loader(
    __name__,
    names_of(
        {
            "from_exported_program": "exported",
            "from_fx": "traced",
            "load_program": "exported",
            "supported_operators": "registry",
        }
    ),
)
