"""A NumPy interpreter of the IR: the oracle that compiled code is compared with.

outputs = run(func, inputs)             # inputs only, or all parameters
outputs = run(module, inputs, "main")
"""

from __future__ import annotations

from mlcc.analysis import output_buffers

from .arguments import random_array, random_inputs
from .graph import GraphInterpreter, Operator
from .run import run

__all__ = ["GraphInterpreter", "Operator", "output_buffers", "random_array", "random_inputs", "run"]
