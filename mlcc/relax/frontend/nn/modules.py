"""The modules of `relax.frontend.nn` by TVM's path: `from mlcc.relax.frontend.nn.modules import Linear`."""

from .core import Module, ModuleList
from .effects import Effect, KVCache
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
    ReLU,
    RMSNorm,
    SiLU,
)
from .tensor import Parameter, Tensor, get_default_dtype

__all__ = [
    "Conv1D", "Conv2D", "Conv3D", "ConvTranspose1D", "Effect", "Embedding", "GELU", "GroupNorm", "Identity", "KVCache",
    "LayerNorm", "Linear", "Module", "ModuleList", "Parameter", "RMSNorm", "ReLU", "SiLU", "Tensor",
    "get_default_dtype",
]  # fmt: skip
