"""Every family of `torchvision`: classifiers, segmentation, detectors, video and optical flow, with random weights."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from ..made import Sample
from . import torch_export, torchvision_detectors
from .lists import listed
from .torch_export import Form, Inputs

#: The kind of input of each model.
_KIND = {name: kind for kind, name in (line.split() for line in listed("torchvision.txt"))}
#: Models of one size of image.
_FIXED = {"maxvit_t": 224, "vit_b_32": 224, "inception_v3": 160, "alexnet": 96, "vgg11_bn": 64, "squeezenet1_0": 64}
#: Frames of clips and the size of each, where not 16 of 64. PyTorch computes convolutions over time in float16, which
#: is the form of mc3_18, by loops that take minutes for such a clip.
_CLIPS = {"mvit_v1_b": (16, 224), "s3d": (16, 224), "mc3_18": (8, 32)}


def load() -> None:
    """Imports the packages."""
    torch_export.load()
    import torchvision  # noqa: F401


def names() -> Iterable[str]:
    """The models as torchvision names them."""
    return _KIND


def make(name: str) -> list[Sample]:
    """The model in the form that its position in the list gives, or one that its exporter knows."""
    import torch
    import torchvision

    kind = _KIND[name]

    def of(form: Form) -> list[Sample]:
        torch.manual_seed(0)
        if kind == "detection":
            model = torchvision_detectors.detector(name)
            finish = partial(torchvision_detectors.scale_heads, model)
        else:
            backbone = {"weights_backbone": None} if kind == "segmentation" else {}
            model, finish = torchvision.models.get_model(name, weights=None, **backbone).eval(), None
        return torch_export.exported(_Named(model, kind), _inputs(name, kind), form, finish)

    forms = torch_export.SCRIPTED if kind == "detection" else torch_export.FORMS
    return torch_export.in_first_form(list(_KIND).index(name), of, forms)


def _inputs(name: str, kind: str) -> Inputs:
    import torch

    def of(*shapes: tuple[int, ...], axes: dict[int, str]) -> Inputs:
        return Inputs([{"image": torch.randn(shape)} for shape in shapes], {"image": axes})

    if kind == "flow":
        pairs = [{"image": torch.rand(n, 3, 128, 128), "next": torch.rand(n, 3, 128, 128)} for n in (1, 2)]
        return Inputs(pairs, {"image": {0: "batch"}, "next": {0: "batch"}})
    if kind == "video":
        frames, size = _CLIPS.get(name, (16, 64))
        return of((1, 3, frames, size, size), (2, 3, frames, size, size), axes={0: "batch"})
    if kind == "detection":
        return of((1, 3, 160, 192), (1, 3, 192, 160), axes={2: "height", 3: "width"})
    if name in _FIXED:
        size = _FIXED[name]
        return of((2, 3, size, size), (3, 3, size, size), axes={0: "batch"})
    return of((2, 3, 64, 64), (3, 3, 96, 64), axes={0: "batch", 2: "height", 3: "width"})


def _Named(model: Any, kind: str) -> Any:  # noqa: N802  a class that needs torch
    import torch

    class Named(torch.nn.Module):
        """The model with its inputs by name and its results as tensors."""

        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, **inputs: Any) -> Any:
            if kind == "flow":
                return self.model(inputs["image"], inputs["next"], num_flow_updates=2)[-1]
            if kind == "detection":
                found = self.model([inputs["image"][0]])[0]
                return tuple(found.values())
            result = self.model(inputs["image"])
            return result["out"] if kind == "segmentation" else result

    return Named()
