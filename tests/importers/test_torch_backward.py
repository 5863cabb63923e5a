"""Backward operators of Core ATen: each gives what PyTorch computes, over the settings of its forward operator."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from tolerances import assert_close

import mlcc

pytest.importorskip("torch")

import torch  # noqa: E402

from mlcc.importers.torch import from_exported_program  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")  # PyTorch's own deprecations
ATEN = torch.ops.aten


class _Calls(torch.nn.Module):
    """Functions on the same inputs, so that one build serves them all."""

    def __init__(self, functions: list[Callable[..., Any]], counts: list[int]) -> None:
        super().__init__()
        self.functions, self.counts = functions, counts

    def forward(self, *inputs: Any) -> Any:
        rest, results = list(inputs), []
        for function, count in zip(self.functions, self.counts, strict=True):
            made = function(*rest[:count])
            results += [r for r in (made if isinstance(made, (tuple, list)) else [made]) if r is not None]
            del rest[:count]
        return results


def _check(*calls: tuple[Callable[..., Any], tuple[Any, ...]]) -> None:
    inputs = tuple(x for _, xs in calls for x in xs)
    model = _Calls([f for f, _ in calls], [len(xs) for _, xs in calls])
    library = mlcc.build(from_exported_program(torch.export.export(model, inputs)), opt_level=1)
    results = library(*(x.numpy() for x in inputs))
    for got, want in zip(results, model(*inputs), strict=True):
        assert_close(got, want.numpy())


@pytest.mark.parametrize("transposed", [False, True])
def test_convolutions(transposed: bool) -> None:
    torch.manual_seed(0)
    calls = []
    for groups, (stride, pad, dilation) in product((1, 2), ((1, 0, 1), (2, 1, 2))):
        x = torch.randn(2, 4, 9, 8)
        weight = torch.randn((4, 6 // groups, 3, 2) if transposed else (6, 4 // groups, 3, 2))
        settings = [stride] * 2, [pad] * 2, [dilation] * 2, transposed, [stride - 1 if transposed else 0, 0], groups
        grad = torch.randn_like(ATEN.convolution(x, weight, None, *settings))

        def backward(grad: Any, x: Any, weight: Any, settings: Any = settings) -> Any:
            return ATEN.convolution_backward(grad, x, weight, [6], *settings, [True, True, True])

        calls.append((backward, (grad, x, weight)))
    _check(*calls)


POOLS = [
    ([3, 3], [2, 2], [1, 1], True, False, None), ([2, 3], [2, 1], [0, 0], False, True, None),
    ([3, 3], [2, 2], [1, 1], True, True, 5),
]  # fmt: skip


def test_pools() -> None:
    torch.manual_seed(0)
    x, calls = torch.randn(2, 3, 11, 10), []
    for rules in POOLS:
        made = ATEN.avg_pool2d(x, *rules)
        calls += [
            (lambda x, rules=rules: ATEN.avg_pool2d(x, *rules), (x,)),
            (lambda g, x, rules=rules: ATEN.avg_pool2d_backward(g, x, *rules), (torch.randn_like(made), x)),
        ]
        largest = [*rules[:3], [1, 1], rules[3]]
        made, places = ATEN.max_pool2d_with_indices(x, *largest)

        def backward(grad: Any, x: Any, places: Any, rules: Any = largest) -> Any:
            return ATEN.max_pool2d_with_indices_backward(grad, x, *rules, places)

        calls.append((backward, (torch.randn_like(made), x, places)))
    for size in ((3, 4), (5, 5), (1, 1)):
        calls.append((ATEN._adaptive_avg_pool2d_backward, (torch.randn(2, 3, *size), x)))
    _check(*calls)


def test_norms_of_a_batch_and_windows_put_together() -> None:
    torch.manual_seed(0)
    x, weight, bias = torch.randn(2, 3, 5, 7), torch.randn(3), torch.randn(3)
    _check(
        (lambda *a: ATEN._native_batch_norm_legit.no_stats(*a, True, 0.1, 1e-5), (x, weight, bias)),
        (lambda x: ATEN.col2im(x, [6, 7], [2, 3], [1, 1], [1, 0], [2, 1]), (torch.randn(2, 18, 20),)),
    )
