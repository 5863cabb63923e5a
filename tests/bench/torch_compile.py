"""`torch.compile` with mlcc beside Inductor (max-autotune-no-cudagraphs, freezing) and eager PyTorch, on one clock.

    python tests/bench/torch_compile.py [NAME...] [--threads 1] [--rounds 15]

Both are compiled on the same model and called in turn, in one process; a row has the median of each and the ratio of
Inductor's time to mlcc's (above 1: mlcc is faster), and the largest relative difference of the results. Set
MLCC_NUM_THREADS as `--threads` is. The networks of torchvision are used where it is installed, with random weights.
"""

from __future__ import annotations

import argparse
import statistics
import time
import warnings
from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch import nn

from mlcc.torch_backend import compile_graph


class Block(nn.Module):
    """A transformer's block: attention, perhaps masked to what came before, and two layers."""

    def __init__(self, width: int, heads: int, causal: bool) -> None:
        super().__init__()
        self.heads, self.causal = heads, causal
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)
        self.inward, self.outward = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        n, length, width = x.shape
        parts = self.inward(self.first(x)).view(n, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        q, k, v = parts.unbind(0)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=self.causal)
        x = x + self.outward(y.transpose(1, 2).reshape(n, length, width))
        return x + self.down(F.gelu(self.up(self.second(x))))


def _mlp() -> nn.Module:
    return nn.Sequential(nn.Linear(784, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 10))


def _convolutions() -> nn.Module:
    layers: list[nn.Module] = []
    for inner, outer in ((3, 32), (32, 64), (64, 128)):
        layers += [nn.Conv2d(inner, outer, 3, 2, 1), nn.BatchNorm2d(outer), nn.ReLU()]
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(128, 10))


def _network(name: str) -> Callable[[], nn.Module]:
    def make() -> nn.Module:
        import torchvision

        model: nn.Module = getattr(torchvision.models, name)(weights=None)
        return model

    return make


MODELS: dict[str, tuple[Callable[[], nn.Module], tuple[int, ...]]] = {
    "mlp": (_mlp, (1, 784)),
    "mlp of 64": (_mlp, (64, 784)),
    "convolutions": (_convolutions, (1, 3, 96, 96)),
    "resnet18": (_network("resnet18"), (1, 3, 224, 224)),
    "mobilenet_v2": (_network("mobilenet_v2"), (1, 3, 224, 224)),
    "squeezenet1_1": (_network("squeezenet1_1"), (1, 3, 224, 224)),
    "shufflenet_v2": (_network("shufflenet_v2_x1_0"), (1, 3, 224, 224)),
    "efficientnet_b0": (_network("efficientnet_b0"), (1, 3, 224, 224)),
    "bert layers": (lambda: nn.Sequential(*(Block(256, 8, False) for _ in range(4))), (1, 128, 256)),
    "gpt block": (lambda: Block(768, 12, True), (1, 64, 768)),
}


def measure(name: str, rounds: int) -> None:
    """One row."""
    torch.manual_seed(0)
    make, shape = MODELS[name]
    model, x = make().eval(), torch.randn(shape)
    candidates: dict[str, Any] = {"eager": model}
    torch._dynamo.reset()
    candidates["mlcc"] = torch.compile(model, backend=compile_graph)
    candidates["inductor"] = torch.compile(model, mode="max-autotune-no-cudagraphs")
    results = {}
    for kind, call in candidates.items():
        for _ in range(3):
            results[kind] = call(x)
    each = 1
    while _time(candidates["mlcc"], x, each) < 0.02:  # so that the clock's resolution does not matter
        each *= 2
    taken: dict[str, list[float]] = {kind: [] for kind in candidates}
    for _ in range(rounds):
        for kind, call in candidates.items():
            taken[kind].append(_time(call, x, each) / each)
    median = {kind: statistics.median(times) * 1e3 for kind, times in taken.items()}
    far = float((results["mlcc"] - results["eager"]).abs().max() / results["eager"].abs().max())
    print(
        f"{name:16} eager {median['eager']:8.3f} ms  inductor {median['inductor']:8.3f}  mlcc {median['mlcc']:8.3f}  "
        f"ratio {median['inductor'] / median['mlcc']:5.2f}  difference {far:.0e}", flush=True,
    )  # fmt: skip


def _time(call: Any, x: torch.Tensor, count: int) -> float:
    start = time.perf_counter()
    for _ in range(count):
        call(x)
    return time.perf_counter() - start


def main() -> None:
    """Measures the models named, or all."""
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    import torch._inductor.config as inductor

    inductor.freezing = True
    torch.set_num_threads(options.threads)
    with torch.no_grad():
        for name in options.names or MODELS:
            measure(name, options.rounds)


if __name__ == "__main__":
    main()
