"""Networks of the usual sizes for benchmarks, in plain PyTorch, with random weights."""

from __future__ import annotations

from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import nn


def _conv(inner: int, outer: int, size: int, stride: int = 1, groups: int = 1) -> list[nn.Module]:
    """A convolution without bias, then normalisation."""
    return [nn.Conv2d(inner, outer, size, stride, size // 2, groups=groups, bias=False), nn.BatchNorm2d(outer)]


class _Residual(nn.Module):
    def __init__(self, inner: int, outer: int, stride: int) -> None:
        super().__init__()
        self.body = nn.Sequential(*_conv(inner, outer, 3, stride), nn.ReLU(), *_conv(outer, outer, 3))
        self.around = nn.Identity() if stride == 1 else nn.Sequential(*_conv(inner, outer, 1, stride))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.relu(self.body(x) + self.around(x))


class _Inverted(nn.Module):
    """Widen, depthwise, narrow; with a way around where the sizes stay."""

    def __init__(self, inner: int, outer: int, stride: int, factor: int) -> None:
        super().__init__()
        wide, self.kept = inner * factor, stride == 1 and inner == outer
        first = [*_conv(inner, wide, 1), nn.ReLU6()] if factor > 1 else []
        self.body = nn.Sequential(*first, *_conv(wide, wide, 3, stride, wide), nn.ReLU6(), *_conv(wide, outer, 1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.body(x) if self.kept else self.body(x)


class _Encoder(nn.Module):
    """A layer of BERT: attention, then two dense layers, each with a way around and normalised after."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads, self.depth = heads, width // heads
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        n, length, width = x.size(0), x.size(1), self.heads * self.depth
        q, k, v = (
            layer(x).view(n, length, self.heads, self.depth).transpose(1, 2)
            for layer in (self.query, self.key, self.value)
        )
        weights = torch.softmax(torch.matmul(q, k.transpose(2, 3)) / self.depth**0.5, -1)
        seen = torch.matmul(weights, v).transpose(1, 2).reshape(n, length, width)
        x = self.norm1(x + self.out(seen))
        return self.norm2(x + self.down(F.gelu(self.up(x))))


class _Bert(nn.Module):
    def __init__(self, layers: int, width: int, heads: int, words: int, length: int) -> None:
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.places = nn.Parameter(torch.randn(length, width))
        self.norm = nn.LayerNorm(width)
        self.layers = nn.Sequential(*(_Encoder(width, heads) for _ in range(layers)))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return self.layers(self.norm(self.words(ids) + self.places))


def _awake(model: nn.Module) -> nn.Module:
    """The model with weights that keep the size of what goes through, so that the result depends on the input."""
    for module in model.modules():
        if isinstance(module, nn.Conv2d):
            nn.init.kaiming_normal_(module.weight, mode="fan_out")
        elif isinstance(module, nn.BatchNorm2d):
            nn.init.uniform_(module.weight, 0.5, 1.5)
            nn.init.normal_(module.bias, 0, 0.1)
            nn.init.uniform_(module.running_var, 0.5, 1.5)
    return model


def _resnet18() -> nn.Module:
    blocks: list[nn.Module] = []
    for inner, outer, stride in ((64, 64, 1), (64, 128, 2), (128, 256, 2), (256, 512, 2)):
        blocks += [_Residual(inner, outer, stride), _Residual(outer, outer, 1)]
    stem = [*_conv(3, 64, 7, 2), nn.ReLU(), nn.MaxPool2d(3, 2, 1)]
    return _awake(nn.Sequential(*stem, *blocks, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 1000)))


def _mobilenetv2() -> nn.Module:
    rows = ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1))
    layers, width = [*_conv(3, 32, 3, 2), nn.ReLU6()], 32
    for factor, outer, count, stride in rows:
        for number in range(count):
            layers.append(_Inverted(width, outer, stride if number == 0 else 1, factor))
            width = outer
    last = [*_conv(width, 1280, 1), nn.ReLU6(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(1280, 1000)]
    return _awake(nn.Sequential(*layers, *last))


def _image() -> torch.Tensor:
    return torch.randn(1, 3, 224, 224)


#: By name: what makes the model, and an input. The encoder has the size that is called BERT-mini.
NETWORKS: dict[str, tuple[Callable[[], nn.Module], Callable[[], torch.Tensor]]] = {
    "resnet18": (_resnet18, _image),
    "mobilenetv2": (_mobilenetv2, _image),
    "bert": (lambda: _Bert(4, 256, 4, 3000, 128), lambda: torch.randint(0, 3000, (1, 128))),
}
