"""Layers: modules with parameters and one operator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import op
from .core import Module
from .tensor import Parameter, Tensor

Size = Any


class _Elementwise(Module):
    """An activation without parameters."""

    operator = ""

    def forward(self, x: Tensor) -> Tensor:
        """The activation of each element."""
        result: Tensor = getattr(op, self.operator)(x)
        return result


class ReLU(_Elementwise):
    """max(x, 0)"""

    operator = "relu"


class SiLU(_Elementwise):
    """x sigmoid(x)"""

    operator = "silu"


class GELU(_Elementwise):
    """x Φ(x)"""

    operator = "gelu"


class Identity(Module):
    """x"""

    def forward(self, x: Any) -> Any:
        """x"""
        return x


class Linear(Module):
    """x Wᵀ + b, W (out_features, in_features)."""

    def __init__(
        self, in_features: Size, out_features: Size, bias: bool = True, dtype: str | None = None,
        out_dtype: str | None = None,
    ) -> None:  # fmt: skip
        self.in_features, self.out_features, self.out_dtype = in_features, out_features, out_dtype
        self.weight = Parameter((out_features, in_features), dtype)
        self.bias = Parameter((out_features,), out_dtype or dtype) if bias else None

    def forward(self, x: Tensor) -> Tensor:
        """x (…, in_features) to (…, out_features)."""
        y = op.matmul(x, op.permute_dims(self.weight), out_dtype=self.out_dtype)
        return y if self.bias is None else y + self.bias

    def to(self, dtype: str | None = None) -> None:
        """Change the element type of the parameters; the bias keeps that of the results where it is stated."""
        self.weight.to(dtype)
        if self.bias is not None and self.out_dtype is None:
            self.bias.to(dtype)


class MultiLinear(Module):
    """One product whose result is cut into several: (…, in) to tensors (…, out) for each of `out_features`."""

    def __init__(
        self, in_features: int, out_features: Sequence[int], bias: bool = True, dtype: str | None = None,
        out_dtype: str | None = None,
    ) -> None:  # fmt: skip
        self.in_features, self.out_features, self.out_dtype = in_features, list(out_features), out_dtype
        self.weight = Parameter((sum(out_features), in_features), dtype)
        self.bias = Parameter((sum(out_features),), out_dtype or dtype) if bias else None

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        """A tensor for each of `out_features`."""
        y = op.matmul(x, op.permute_dims(self.weight), out_dtype=self.out_dtype)
        y = y if self.bias is None else y + self.bias
        ends = [sum(self.out_features[: n + 1]) for n in range(len(self.out_features) - 1)]
        return op.split(y, ends, axis=-1)


class _Convolution(Module):
    """A convolution with a weight and a bias per result channel."""

    dims = 0
    #: Whether the weight has the channels of the input first.
    is_transposed = False

    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: Any, stride: Any = 1, padding: Any = 0,
        dilation: Any = 1, groups: int = 1, bias: bool = True, dtype: str | None = None, **more: Any,
    ) -> None:  # fmt: skip
        self.in_channels, self.out_channels, self.kernel_size = in_channels, out_channels, kernel_size
        self.stride, self.padding, self.dilation, self.groups = stride, padding, dilation, groups
        self.more = more
        sizes = [kernel_size] * self.dims if isinstance(kernel_size, int) else list(kernel_size)
        first, second = (in_channels, out_channels) if self.is_transposed else (out_channels, in_channels)
        self.weight = Parameter((first, second // groups, *sizes), dtype)
        self.bias = Parameter((out_channels,), dtype) if bias else None

    def forward(self, x: Tensor) -> Tensor:
        """The convolution of x."""
        name = f"conv{self.dims}d{'_transpose' if self.is_transposed else ''}"
        result: Tensor = getattr(op, name)(
            x, self.weight, self.bias, stride=self.stride, padding=self.padding, dilation=self.dilation,
            groups=self.groups, **self.more,
        )  # fmt: skip
        return result


class Conv1D(_Convolution):
    """(N, C, W) by a weight (O, C / groups, w)."""

    dims = 1


class Conv2D(_Convolution):
    """(N, C, H, W) by a weight (O, C / groups, h, w); `data_layout` may be "NHWC"."""

    dims = 2


class Conv3D(_Convolution):
    """(N, C, D, H, W) by a weight (O, C / groups, d, h, w)."""

    dims = 3


class ConvTranspose1D(_Convolution):
    """(N, C, W) by a weight (C, O / groups, w)."""

    dims, is_transposed = 1, True

    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: int, stride: int = 1, padding: int = 0,
        output_padding: int = 0, dilation: int = 1, groups: int = 1, bias: bool = True, dtype: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, dtype,
                         output_padding=output_padding)  # fmt: skip


class LayerNorm(Module):
    """Normalised over the last axis."""

    def __init__(
        self, normalized_shape: int, eps: float | None = 1e-5, elementwise_affine: bool = True,
        dtype: str | None = None,
    ) -> None:  # fmt: skip
        self.normalized_shape, self.eps = normalized_shape, eps
        self.weight = Parameter((normalized_shape,), dtype) if elementwise_affine else None
        self.bias = Parameter((normalized_shape,), dtype) if elementwise_affine else None

    def forward(self, x: Tensor) -> Tensor:
        """x normalised."""
        return op.layer_norm(x, self.normalized_shape, self.weight, self.bias, self.eps or 0.0)


class RMSNorm(Module):
    """x by the root of its mean square over `axes`."""

    def __init__(
        self, hidden_size: int, axes: int | list[int], epsilon: float = 1e-5, bias: bool = True,
        dtype: str | None = None,
    ) -> None:  # fmt: skip
        self.epsilon, self.axes = epsilon, axes
        self.weight = Parameter((hidden_size,), dtype)
        self.bias = Parameter((hidden_size,), dtype) if bias else None

    def forward(self, x: Tensor) -> Tensor:
        """x normalised."""
        y = op.rms_norm(x, self.weight, self.axes, self.epsilon)
        return y if self.bias is None else y + self.bias


class GroupNorm(Module):
    """Normalised over groups of channels."""

    def __init__(
        self, num_groups: int, num_channels: int, eps: float = 1e-5, affine: bool = True, dtype: str | None = None
    ) -> None:
        self.num_groups, self.num_channels, self.eps = num_groups, num_channels, eps
        self.weight = Parameter((num_channels,), dtype) if affine else None
        self.bias = Parameter((num_channels,), dtype) if affine else None

    def forward(self, x: Tensor, channel_axis: int = 1, axes: list[int] | None = None) -> Tensor:
        """x normalised."""
        return op.group_norm(x, self.num_groups, self.weight, self.bias, self.eps, channel_axis, axes)


class Embedding(Module):
    """Rows of a table (num, dim) at indices."""

    def __init__(self, num: Size, dim: Size, dtype: str | None = None) -> None:
        self.num, self.dim = num, dim
        self.weight = Parameter((num, dim), dtype)

    def forward(self, x: Tensor) -> Tensor:
        """Indices (…) to (…, dim)."""
        if x.ndim == 1:
            return op.take(self.weight, x, axis=0)
        rows = op.take(self.weight, op.reshape(x, (-1,)), axis=0)
        return op.reshape(rows, (*x.shape, self.dim))
