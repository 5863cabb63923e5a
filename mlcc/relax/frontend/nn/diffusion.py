"""Layers of diffusion models: embeddings of time steps, and attention to another sequence."""

from __future__ import annotations

from typing import Any

from mlcc.diagnostics import MlccError

from . import op
from .core import Module, ModuleList
from .layers import GroupNorm, Linear
from .tensor import Tensor


class Timesteps(Module):
    """Times (N,) as sines and cosines (N, num_channels)."""

    def __init__(self, num_channels: int, flip_sin_to_cos: bool = False, downscale_freq_shift: float = 1) -> None:
        self.num_channels, self.flip_sin_to_cos = num_channels, flip_sin_to_cos
        self.downscale_freq_shift = downscale_freq_shift

    def forward(self, x: Tensor) -> Tensor:
        """The waves of each time."""
        return op.get_timestep_embedding(
            x, self.num_channels, flip_sin_to_cos=self.flip_sin_to_cos, downscale_freq_shift=self.downscale_freq_shift
        )


class TimestepEmbedding(Module):
    """Two layers with SiLU between: (N, in_channels) to (N, out_dim); a condition (N, cond_proj_dim) is added first."""

    def __init__(
        self, in_channels: int, time_embed_dim: int, act_fn: str = "silu", out_dim: int | None = None,
        post_act_fn: str | None = None, cond_proj_dim: int | None = None,
    ) -> None:  # fmt: skip
        if act_fn != "silu" or post_act_fn not in (None, "silu"):
            raise MlccError("T138", f'`TimestepEmbedding` with the activations "{act_fn}" and "{post_act_fn}"',
                            help='"silu" is there; other layers can be written with `nn.Linear`')  # fmt: skip
        self.linear_1 = Linear(in_channels, time_embed_dim)
        self.cond_proj = None if cond_proj_dim is None else Linear(cond_proj_dim, in_channels, bias=False)
        self.linear_2 = Linear(time_embed_dim, out_dim or time_embed_dim)
        self.post_act = post_act_fn

    def forward(self, sample: Tensor, condition: Tensor | None = None) -> Tensor:
        """The embedding of each row."""
        if condition is not None:
            if self.cond_proj is None:
                raise MlccError("T138", "`TimestepEmbedding` is given a condition", help="it was made without "
                                "`cond_proj_dim`, the size of one")  # fmt: skip
            sample = sample + self.cond_proj(condition)
        result: Tensor = self.linear_2(op.silu(self.linear_1(sample)))
        return result if self.post_act is None else op.silu(result)


class Attention(Module):
    """Attention of (batch, length, query_dim) to itself, or to (batch, other, cross_attention_dim)."""

    def __init__(
        self, query_dim: int, cross_attention_dim: int | None = None, heads: int = 8, dim_head: int = 64,
        bias: bool = False, norm_num_groups: int | None = None, out_bias: bool = True, scale_qk: bool = True,
    ) -> None:  # fmt: skip
        width, other = heads * dim_head, cross_attention_dim or query_dim
        self.heads, self.dim_head = heads, dim_head
        self.scale = None if scale_qk else 1.0
        self.to_q = Linear(query_dim, width, bias=bias)
        self.to_k, self.to_v = Linear(other, width, bias=bias), Linear(other, width, bias=bias)
        self.group_norm = None if norm_num_groups is None else GroupNorm(norm_num_groups, query_dim)
        self.to_out = ModuleList([Linear(width, query_dim, bias=out_bias)])

    def forward(
        self, hidden_states: Tensor, encoder_hidden_states: Tensor | None = None, attention_mask: Tensor | None = None,
        **cross_attention_kwargs: Any,
    ) -> Tensor:  # fmt: skip
        """(batch, length, query_dim); `attention_mask` is added to the scores (batch, heads, length, other)."""
        if self.group_norm is not None:
            hidden_states = self.group_norm(hidden_states, channel_axis=2, axes=[1])
        other = hidden_states if encoder_hidden_states is None else encoder_hidden_states
        q, k, v = (
            op.reshape(y, (y.shape[0], y.shape[1], self.heads, self.dim_head))
            for y in (self.to_q(hidden_states), self.to_k(other), self.to_v(other))
        )
        mixed = op.scaled_dot_product_attention(q, k, v, attn_mask=attention_mask, scale=self.scale)
        rows = op.reshape(mixed, (q.shape[0], q.shape[1], self.heads * self.dim_head))
        result: Tensor = self.to_out[0](rows)
        return result
