"""`import torchvision` beside a PyTorch of another build.

The wheels of PyPI have their operators in a library that needs PyTorch's for CUDA: beside PyTorch's for the CPU it does
not load, and without the operators neither does the package. What the exported models need is stated here in Python.
"""

from __future__ import annotations

from typing import Any


def load() -> None:
    """Imports torchvision, its operators by those of this module where its own do not load."""
    import torch

    try:
        import torchvision  # noqa: F401
    except RuntimeError:
        library = torch.library.Library("torchvision", "DEF")
        for name in ("nms", "qnms"):
            library.define(f"{name}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
            library.impl(name, _nms, "CPU")
        _KEPT.append(library)
        import torchvision
        import torchvision.ops.boxes

        torchvision.ops.boxes._assert_has_ops = _nothing


_KEPT: list[Any] = []


def _nothing() -> None:
    """What there is to check; PyTorch's compiler of scripts reads it."""


def _nms(boxes: Any, scores: Any, threshold: float) -> Any:
    """The indices of the boxes that no box of a higher score overlaps by more than `threshold`, by falling scores."""
    import torch
    from torchvision.ops import box_iou

    overlaps = box_iou(boxes, boxes) > threshold
    kept: list[int] = []
    for k in scores.argsort(descending=True, stable=True).tolist():
        if not overlaps[k, kept].any():
            kept.append(k)
    return torch.tensor(kept, dtype=torch.int64)
