"""Modules of PyTorch as the collection makes them: what their inputs say reaches the results."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("torch")

import torch  # noqa: E402


class _Frozen(torch.nn.Module):
    """A normalisation as the packages of detectors have it: no class of PyTorch, with buffers alone."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        for name, value in (("weight", 1.0), ("bias", 0.0), ("running_mean", 0.0), ("running_var", 1.0)):
            self.register_buffer(name, torch.full((channels,), value))

    def forward(self, x: Any) -> Any:
        mean, var = self.running_mean[:, None, None], self.running_var[:, None, None]
        return (x - mean) / (var + 1e-5).sqrt() * self.weight[:, None, None] + self.bias[:, None, None]


def test_frozen_normalisations_take_the_statistics_of_a_call() -> None:
    """Without them twelve convolutions of small weights compute the bias of the last layer for every image."""
    from collection.sources import torch_export

    torch.manual_seed(0)
    layers: list[Any] = []
    for _ in range(12):
        layers += [torch.nn.Conv2d(4, 4, 3, bias=False, padding=1), _Frozen(4)]
        torch.nn.init.normal_(layers[-2].weight, std=0.01)
    network = torch.nn.Sequential(*layers, torch.nn.InstanceNorm2d(4)).eval()
    x = torch.randn(2, 4, 9, 9)
    torch_export._gather_statistics(network, {"input": x})
    result = torch.nn.Sequential(*layers)(x)
    # wide: every layer's statistics are of the layers before it, which small weights round
    torch.testing.assert_close(result.mean((0, 2, 3)), torch.zeros(4), atol=1e-3, rtol=0)
    # wide: likewise; without statistics the deviation is near 0
    torch.testing.assert_close(result.std((0, 2, 3)), torch.ones(4), atol=0.05, rtol=0)
