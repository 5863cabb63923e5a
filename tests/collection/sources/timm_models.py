"""Every family of `timm`, its smallest variant, with random weights."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from ..made import Sample
from . import torch_export
from .lists import listed
from .torch_export import Form, Inputs

#: A small model of each of timm's modules with the sizes of its images: `:SIZE` after the name where it has one alone,
#: `:SIZE-SIZE` for the sizes of both calls, else those of `_SIZES`.
_MODELS = {name: size for name, _, size in (line.partition(":") for line in listed("timm.txt"))}
#: Networks of convolutions alone take any size.
_SIZES = "64-96"


def load() -> None:
    """Imports the packages."""
    torch_export.load()
    import timm  # noqa: F401


def names() -> Iterable[str]:
    """The models as timm names them."""
    return list(_MODELS)


def make(name: str) -> list[Sample]:
    """The model in the form that its position in the list gives, or one that its exporter knows."""
    return torch_export.in_first_form(list(names()).index(name), partial(of, name))


def of(name: str, form: Form) -> list[Sample]:
    """The model in a form, for images of two sizes, or of its own size where it has one."""
    import timm
    import torch

    torch.manual_seed(0)
    first, _, second = (_MODELS[name] or _SIZES).partition("-")
    size, other = int(first), int(second or first)
    config = timm.get_pretrained_cfg(name)
    options = {"img_size": size} if config.fixed_input_size and size != config.input_size[1] else {}
    model = timm.create_model(name, pretrained=False, num_classes=10, **options).eval()
    axes = {0: "batch", 2: "height", 3: "width"} if second else {0: "batch"}
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
