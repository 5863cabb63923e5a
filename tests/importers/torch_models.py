"""Small models of the usual kinds, with random weights."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn


class Mlp(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first, self.norm, self.last = nn.Linear(20, 32), nn.LayerNorm(32), nn.Linear(32, 7)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.softmax(self.last(self.norm(F.gelu(self.first(x)))), -1)


class Residual(nn.Module):
    """The block of resnet18: two 3x3 convolutions and a way around, perhaps with a stride."""

    def __init__(self, inner: int, outer: int, stride: int) -> None:
        super().__init__()
        self.a = nn.Sequential(nn.Conv2d(inner, outer, 3, stride, 1, bias=False), nn.BatchNorm2d(outer), nn.ReLU())
        self.b = nn.Sequential(nn.Conv2d(outer, outer, 3, 1, 1, bias=False), nn.BatchNorm2d(outer))
        same = stride == 1 and inner == outer
        self.way = nn.Identity() if same else nn.Sequential(nn.Conv2d(inner, outer, 1, stride), nn.BatchNorm2d(outer))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.relu(self.b(self.a(x)) + self.way(x))


class Resnet(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 16, 7, 2, 3), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(3, 2, 1))
        self.blocks = nn.Sequential(Residual(16, 16, 1), Residual(16, 32, 2))
        self.pool, self.last = nn.AdaptiveAvgPool2d(1), nn.Linear(32, 10)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.last(self.pool(self.blocks(self.stem(x))).flatten(1))


class Inverted(nn.Module):
    """The block of mobilenetv2: widen, depthwise, narrow."""

    def __init__(self, width: int) -> None:
        super().__init__()
        wide = 3 * width
        self.steps = nn.Sequential(
            nn.Conv2d(width, wide, 1), nn.BatchNorm2d(wide), nn.ReLU6(),
            nn.Conv2d(wide, wide, 3, 1, 1, groups=wide), nn.BatchNorm2d(wide), nn.Hardswish(),
            nn.Conv2d(wide, width, 1), nn.BatchNorm2d(width),
        )  # fmt: skip

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.steps(x)


class Mobilenet(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.steps = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1), Inverted(8), Inverted(8), nn.AvgPool2d(3, 2, 1))
        self.last = nn.Linear(8, 5)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.last(self.steps(x).mean((2, 3)))


class Attention(nn.Module):
    def __init__(self, causal: bool) -> None:
        super().__init__()
        self.qkv, self.out, self.causal = nn.Linear(32, 96), nn.Linear(32, 32), causal

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        n, length, _ = x.shape
        q, k, v = (p.view(n, length, 4, 8).transpose(1, 2) for p in self.qkv(x).chunk(3, -1))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=self.causal)
        return self.out(y.transpose(1, 2).reshape(n, length, 32))


class Transformer(nn.Module):
    """A BERT encoder, or, with `causal`, a GPT decoder."""

    def __init__(self, causal: bool) -> None:
        super().__init__()
        self.words, self.places = nn.Embedding(50, 32), nn.Embedding(64, 32)
        self.attention, self.norms = Attention(causal), nn.ModuleList(nn.LayerNorm(32) for _ in range(2))
        self.mlp = nn.Sequential(nn.Linear(32, 64), nn.GELU("tanh" if causal else "none"), nn.Linear(64, 32))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        x = self.words(ids) + self.places(torch.arange(ids.shape[1], device=ids.device))
        x = x + self.attention(self.norms[0](x))
        x = x + self.mlp(self.norms[1](x))
        return x @ self.words.weight.T


class Upscaler(nn.Module):
    """Resizing, transposed convolution, joins, slices and shuffles."""

    def __init__(self) -> None:
        super().__init__()
        self.a, self.b = nn.Conv2d(3, 8, 3, padding=1), nn.ConvTranspose2d(8, 8, 2, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = torch.tanh(self.a(x))
        up = F.interpolate(y, scale_factor=2, mode="bilinear") + F.interpolate(y, scale_factor=2)
        both = torch.cat([self.b(y), F.leaky_relu(up, 0.2)], 1)
        return F.pixel_shuffle(both, 2)[:, :, 1:-1, ::2].clamp(-1, 0.5)


MODELS = {
    "mlp": (Mlp, lambda: torch.randn(3, 20)),
    "resnet": (Resnet, lambda: torch.randn(2, 3, 33, 40)),
    "mobilenet": (Mobilenet, lambda: torch.randn(2, 3, 32, 32)),
    "bert": (lambda: Transformer(False), lambda: torch.randint(0, 50, (2, 9))),
    "gpt": (lambda: Transformer(True), lambda: torch.randint(0, 50, (2, 9))),
    "upscaler": (Upscaler, lambda: torch.randn(2, 3, 7, 9)),
}
