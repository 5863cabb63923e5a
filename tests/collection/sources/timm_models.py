"""Every family of `timm`, its smallest variant, with random weights."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from ..made import Sample
from . import torch_export
from .lists import listed
from .torch_export import Form, Inputs

#: A small model of each of timm's modules; those of a fixed size of image have `:SIZE` after the name.
_MODELS = listed("timm.txt")


def load() -> None:
    """Imports the packages."""
    torch_export.load()
    import timm  # noqa: F401


def names() -> Iterable[str]:
    """The models as timm names them."""
    return [text.split(":")[0] for text in _MODELS]


def make(name: str) -> list[Sample]:
    """The model in the form that its position in the list gives, or one that its exporter knows."""
    return torch_export.in_first_form(list(names()).index(name), partial(of, name))


def of(name: str, form: Form) -> list[Sample]:
    """The model in a form, for images of 64 pixels, or of its own size where it has one."""
    import timm
    import torch

    torch.manual_seed(0)
    position = list(names()).index(name)
    size = int((_MODELS[position].split(":") + ["0"])[1])
    options = {"img_size": size} if 0 < size < 160 else {}
    model = timm.create_model(name, pretrained=False, num_classes=10, **options).eval()
    size = size or 64
    # Networks of convolutions alone take any size.
    other = size if ":" in _MODELS[position] else 96
    axes = {0: "batch"} if other == size else {0: "batch", 2: "height", 3: "width"}
    calls = [{"image": torch.randn(2, 3, size, size)}, {"image": torch.randn(3, 3, other, other)}]
    return torch_export.exported(_Named(model), Inputs(calls, {"image": axes}), form)


def _Named(model: Any) -> Any:  # noqa: N802  a class that needs torch
    import torch

    class Named(torch.nn.Module):
        """The model with its input by name."""

        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, **inputs: Any) -> Any:
            return self.model(inputs["image"])

    return Named()
