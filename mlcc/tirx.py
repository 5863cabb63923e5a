"""`mlcc.tir` by TVM's name since 0.24: `from mlcc.tirx import PrimFunc`, `import mlcc.tirx.transform`."""

from __future__ import annotations

import sys

from mlcc import tir
from mlcc.tir import *  # noqa: F403  # for type checkers
from mlcc.tir import analysis, stmt_functor, transform

# The modules are those of `mlcc.tir`, not copies of them.
sys.modules.update({
    __name__: tir, f"{__name__}.analysis": analysis, f"{__name__}.stmt_functor": stmt_functor,
    f"{__name__}.transform": transform,
})  # fmt: skip
