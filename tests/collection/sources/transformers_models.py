"""Every architecture of `transformers`: its configuration made small, random weights, exported by PyTorch."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from ..made import Sample
from . import torch_export
from .torch_export import Form, Inputs
from .transformers_inputs import SEVERAL, SHAPES
from .transformers_sizes import FAMILIES, SMALL, TASKS

#: Detectors that choose queries by scores, which in 16 bits are in another order after every other rounding.
_CHOOSING = {"d_fine"}


def load() -> None:
    """Imports the packages."""
    torch_export.load()
    make("bert")  # what all models import, each fork would import anew


def names() -> Iterable[str]:
    """The architectures as `transformers` names them."""
    return FAMILIES


def make(name: str) -> list[Sample]:
    """The model in the form that its position in the list gives, or one that its exporter knows."""

    def of(form: Form) -> list[Sample]:
        model, inputs = small(name, fused=form.opset >= 14)
        return torch_export.exported(model, inputs, form)

    forms = torch_export.SCRIPTED if name in _CHOOSING else torch_export.FORMS
    return torch_export.in_first_form(list(FAMILIES).index(name), of, forms)


def small(name: str, fused: bool = True) -> tuple[Any, Inputs]:
    """The module and its inputs of two sizes. Before opset 14 the `fused` attention of PyTorch is not exported."""
    import torch
    import transformers
    from transformers import AutoConfig

    torch.manual_seed(0)
    config = AutoConfig.for_model(name, **FAMILIES[name])  # what follows from a size is computed from the small one
    _shrink(config, FAMILIES[name])
    task = getattr(transformers, TASKS.get(name, "AutoModel"))
    # Experts by products of groups, the default, need an operator that no exporter knows.
    config._experts_implementation = "batched_mm"
    make = task.from_config if hasattr(task, "from_config") else task._from_config  # classes for one architecture
    model = make(config, **({} if fused else {"attn_implementation": "eager"})).eval()
    parameters = sum(p.numel() for p in model.parameters())
    if parameters > 60e6:
        raise ValueError(f"{parameters} parameters: the table of sizes does not know this configuration")
    return _Results(model), _inputs(model, config)


def _shrink(config: Any, own: dict[str, Any]) -> None:
    for key, value in {**SMALL, **own}.items():
        if isinstance(value, dict):  # of an inner configuration
            continue
        if hasattr(config, key) and (
            key in own or isinstance(getattr(config, key), list | tuple) == isinstance(value, list)
        ):
            with suppress(AttributeError, NotImplementedError):  # an alias that is only read
                setattr(config, key, value)
    for key in ("layer_types", "layers_block_type", "mlp_layer_types"):
        with suppress(AttributeError):
            setattr(config, key, getattr(config, key)[: config.num_hidden_layers])
    for key, inner in vars(config).items():
        if hasattr(inner, "to_diff_dict"):
            _shrink(inner, own.get(key, {}))


def _Results(model: Any) -> Any:  # noqa: N802  a class that needs torch
    import torch

    class Results(torch.nn.Module):
        """The tensors that a model gives, without caches."""

        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, **inputs: Any) -> Any:
            given = self.model(**inputs, return_dict=True)
            values = given.values() if hasattr(given, "values") else given if isinstance(given, tuple) else (given,)
            return tuple(v for v in values if isinstance(v, torch.Tensor))[:3]

    return Results()


def _inputs(model: Any, config: Any) -> Inputs:
    import inspect

    import torch

    if several := SEVERAL.get(config.model_type):
        calls = [{name: one.at(*size) for name, one in several.items()} for size in ((2, 11), (3, 17))]
        return Inputs(calls, {name: one.axes() for name, one in several.items()})

    def draw(batch: int, length: int) -> dict[str, Any]:
        words = torch.randint(3, 120, (batch, length))
        main = model.main_input_name
        channels = getattr(config, "num_channels", 3)
        channels = channels if isinstance(channels, int) else 3
        size = FAMILIES[config.model_type].get("image_size", 32)
        size = size if isinstance(size, int) else size[0]
        given: dict[str, Any] = {
            "input_ids": {"input_ids": words},
            "pixel_values": {"pixel_values": torch.randn(batch, channels, size, size)},
            "input_values": {"input_values": torch.randn(batch, 400 + 64 * length)},
            "input_features": {"input_features": torch.randn(batch, 16, 100)},
            "inputs": {"inputs": torch.randn(batch, length, 48)},
        }.get(main, {})
        if config.model_type in SHAPES:
            given = {main: torch.randn(SHAPES[config.model_type](batch, length))}
        if not given:
            raise ValueError(f"the main input '{main}' is of no kind that is known here")
        known = inspect.signature(model.forward).parameters
        if main == "input_ids" and "attention_mask" in known:
            mask = torch.ones_like(words)
            mask[0, length - 3 :] = 0
            given["attention_mask"] = mask
        if "decoder_input_ids" in known:
            given["decoder_input_ids"] = torch.randint(3, 120, (batch, 5))
        if main == "input_ids" and "pixel_values" in known:
            given["pixel_values"] = torch.randn(batch, 3, 32, 32)
        if main == "input_ids" and "bbox" in known and config.model_type == "bros":
            given["bbox"] = torch.rand(batch, length, 8)
        if main == "pixel_values" and "noise" in known:  # which patches a masked autoencoder hides
            given["noise"] = torch.rand(batch, (config.image_size // config.patch_size) ** 2)
        return given

    axes = {
        "input_ids": {0: "batch", 1: "length"}, "attention_mask": {0: "batch", 1: "length"},
        "pixel_values": {0: "batch"}, "input_values": {0: "batch", 1: "samples"}, "input_features": {0: "batch"},
        "decoder_input_ids": {0: "batch"}, "noise": {0: "batch"},
        "inputs": {0: "batch", 1: "length"}, "bbox": {0: "batch", 1: "length"},
    }  # fmt: skip
    first, second = draw(2, 11), draw(3, 17)
    if config.model_type in SHAPES:
        name = model.main_input_name
        differ = [d for d, (a, b) in enumerate(zip(first[name].shape, second[name].shape, strict=True)) if a != b]
        axes[name] = {d: "length" if d else "batch" for d in differ}
    return Inputs([first, second], {name: axes[name] for name in first})
