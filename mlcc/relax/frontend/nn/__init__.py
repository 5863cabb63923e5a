"""Models written as modules that become graph functions: TVM's `relax.frontend.nn`.

from mlcc.relax.frontend import nn

class Net(nn.Module):
    def __init__(self):
        self.fc = nn.Linear(784, 10)

    def forward(self, x):
        return nn.op.softmax(self.fc(x))

module, params = Net().export_tvm({"forward": {"x": nn.spec.Tensor((1, 784), "float32")}})
"""

from . import op, spec
from .core import Module, ModuleDict, ModuleList, ParameterDict, ParameterList
from .effects import Effect, IOEffect, KVCache
from .exporter import Exporter, add_extern
from .extern import ExternModule, ObjectModule, SourceModule
from .layers import (
    GELU,
    Conv1D,
    Conv2D,
    Conv3D,
    ConvTranspose1D,
    Embedding,
    GroupNorm,
    Identity,
    LayerNorm,
    Linear,
    MultiLinear,
    ReLU,
    RMSNorm,
    SiLU,
)
from .object import Object
from .op import *  # noqa: F403
from .op import __all__ as _operators
from .subroutine import SubroutineMixin
from .tensor import Parameter, Tensor, get_default_dtype, set_default_dtype
from .visitor import Mutator

__all__ = [
    "Conv1D", "Conv2D", "Conv3D", "ConvTranspose1D", "Effect", "Embedding", "Exporter", "ExternModule", "GELU",
    "GroupNorm", "IOEffect", "Identity", "KVCache", "LayerNorm", "Linear", "Module", "ModuleDict", "ModuleList",
    "MultiLinear", "Mutator", "Object", "ObjectModule", "Parameter", "ParameterDict", "ParameterList", "RMSNorm",
    "ReLU", "SiLU", "SourceModule", "SubroutineMixin", "Tensor", "add_extern", "get_default_dtype", "op",
    "set_default_dtype", "spec", *_operators,
]  # fmt: skip
