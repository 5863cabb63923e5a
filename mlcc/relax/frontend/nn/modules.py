"""The modules of `relax.frontend.nn` by TVM's path: `from mlcc.relax.frontend.nn.modules import Linear`."""

from .core import Module, ModuleList
from .diffusion import Attention, TimestepEmbedding, Timesteps
from .effects import Effect, IOEffect, KVCache
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
    "Attention", "Conv1D", "Conv2D", "Conv3D", "ConvTranspose1D", "Effect", "Embedding", "GELU", "GroupNorm",
    "IOEffect", "Identity", "KVCache", "LayerNorm", "Linear", "Module", "ModuleList", "Parameter", "RMSNorm", "ReLU",
    "SiLU", "Tensor", "TimestepEmbedding", "Timesteps", "get_default_dtype",
]  # fmt: skip
