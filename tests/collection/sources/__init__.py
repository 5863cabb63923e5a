"""Where models come from: per source the names of its models, and what makes one of them."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Protocol, cast

from ..made import Sample
from .converters import Converter


class Source(Protocol):
    """A module of this folder."""

    def load(self) -> None:
        """Imports its packages."""

    def names(self) -> Iterable[str]:
        """The models of the source, without importing its packages where that is slow."""

    def make(self, name: str) -> list[Sample]:
        """The model with the inputs of its calls."""


def _source(name: str) -> Source:
    return cast(Source, import_module(f"{__name__}.{name}"))


#: The cheap ones first.
SOURCES = {
    "scikit-learn": _source("scikit_learn"),
    "boosting": _source("boosting"),
    "transformers": _source("transformers_models"),
    "timm": _source("timm_models"),
    "torchvision": _source("torchvision_models"),
    "onnxruntime": _source("rewritten"),
    "packages": _source("packages"),
    "jax2onnx": Converter("jax2onnx", "jax_models"),
    "paddle2onnx": Converter("paddle2onnx", "paddle_models"),
    "tf2onnx": Converter("tf2onnx", "tensorflow_models"),
}
