"""Building and running one expression of operators on arrays."""

from typing import Any

import numpy as np

import mlcc
from mlcc import relax


def result_of(make: Any, *arrays: np.ndarray, shapes: Any = None, dataflow: bool = True) -> Any:
    """What `make` gives for variables of the arrays' types, or of symbolic `shapes`, compiled and run."""
    kinds = shapes or [a.shape for a in arrays]
    sizes: dict[str, Any] = {}
    infos = [
        relax.TensorStructInfo(
            [sizes.setdefault(d, mlcc.ir.Var(d, "int64")) if isinstance(d, str) else d for d in kind], str(a.dtype)
        )
        for kind, a in zip(kinds, arrays, strict=True)
    ]
    params = [relax.Var(f"x{n}", info) for n, info in enumerate(infos)]
    builder = relax.BlockBuilder()
    with builder.function("main", params):
        if dataflow:
            with builder.dataflow():
                out = builder.emit_output(make(*params))
        else:
            out = builder.emit(make(*params))
        builder.emit_func_output(out)
    return mlcc.build(builder.get())["main"](*arrays)
