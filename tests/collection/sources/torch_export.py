"""PyTorch modules as ONNX models, by both exporters, in the forms that users ask for."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
import onnx

from ..made import Sample
from . import torchvision_operators


@dataclass
class Inputs:
    """What a module is called with at two sizes, and the names of the dimensions that differ."""

    calls: list[dict[str, Any]]
    axes: dict[str, dict[int, str]]


@dataclass(frozen=True)
class Form:
    """How a model is exported."""

    exporter: str
    opset: int
    dynamic: bool
    dtype: str = "float32"


#: Exporters, opsets, axes and element types; a model gets the form of its position in the list of its source.
FORMS = (
    Form("dynamo", 18, True), Form("script", 17, True), Form("dynamo", 21, False), Form("script", 14, False),
    Form("dynamo", 23, True), Form("script", 16, True, "float16"), Form("dynamo", 20, True, "float16"),
    Form("script", 13, True), Form("dynamo", 22, True), Form("script", 20, True), Form("dynamo", 23, False, "float16"),
    Form("dynamo", 19, True, "bfloat16"),
)  # fmt: skip


def load() -> None:
    """Imports the packages."""
    import onnxscript  # noqa: F401
    import torch

    torchvision_operators.load()
    torch.set_num_threads(1)  # forks of a process with threads of OpenMP hang
    torch.backends.mha.set_fastpath_enabled(False)  # an operator that the exporter by scripts does not know
    _warm()


def _warm() -> None:
    """Uses both exporters once: what they import then, each fork would import anew."""
    import torch

    class Small(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.product = torch.nn.Linear(3, 2)

        def forward(self, x: Any) -> Any:
            return self.product(x)

    calls = [{"x": torch.randn(rows, 3)} for rows in (2, 3)]
    for form in FORMS[:2]:
        exported(Small().eval(), Inputs(calls, {"x": {0: "batch"}}), form)


#: The plain forms of the exporter by scripts, for modules that have data decide how long results are: of such lengths
#: the other one asks for proofs that the modules do not give.
SCRIPTED = tuple(form for form in FORMS if form.exporter == "script" and form.dtype == "float32")


def form_at(position: int, forms: tuple[Form, ...] = FORMS) -> Form:
    """The form of a model by its position in the list of its source."""
    return forms[position % len(forms)]


def in_first_form(position: int, make: Callable[[Form], list[Sample]], forms: tuple[Form, ...] = FORMS) -> list[Sample]:
    """The model in the form of its position, or where no exporter writes that, in the first of the plain forms that one
    does. Raises what the exporter raised for the form of its position."""
    form = form_at(position, forms)
    try:
        return make(form)
    except Exception:  # exporters raise many kinds
        # The exporter by scripts writes lengths that it cannot follow as the number that they have: static ones first.
        for other in (FORMS[0], FORMS[2], FORMS[3], FORMS[1]):
            if other != form:
                with suppress(Exception):
                    return make(other)
        raise


def exported(
    module: Any, inputs: Inputs, form: Form, finish: Callable[[dict[str, Any]], None] | None = None
) -> list[Sample]:
    """The module in a form, with its inputs; a static form has a model for each size. `finish` is given the first call
    when weights and statistics are there, for modules that want more."""
    import torch

    _fill(module)
    _gather_statistics(module, inputs.calls[0])
    if finish:
        finish(inputs.calls[0])
    if form.dtype != "float32":
        module = _in_precision(module, getattr(torch, form.dtype))
    feeds = [{name: value.numpy() for name, value in call.items()} for call in inputs.calls]
    with torch.no_grad():
        results = [_arrays(module(**call)) for call in inputs.calls]
        if not any(_says_something(one) for call in results for one in call):
            raise ValueError("every result of the module is one number, or not a number, throughout")
        if form.dynamic:
            models = [_export(module, inputs.calls[0], inputs.axes, form)] * 2
        else:
            models = [_export(module, call, {}, form) for call in inputs.calls]
    return [Sample(*parts) for parts in zip(models, feeds, results, strict=True)]


def _fill(module: Any) -> None:
    """Gives random numbers to parameters that begin as zeros, as one small number, or as next to nothing, as heads,
    biases and scales of branches do: what is multiplied by them would not be seen in the results."""
    import torch

    with torch.no_grad():
        for one in module.parameters():
            if one.numel() < 2 or not one.is_floating_point():
                continue
            least, most = one.min().item(), one.max().item()
            if max(-least, most) < (0.1 if least == most else 1e-4):
                one.normal_(std=0.1)


def _says_something(result: Any) -> bool:
    """Whether an array has two different numbers."""
    values = np.asarray(result)
    return values.size < 2 or bool((np.diff(values[np.isfinite(values)].astype(np.float64)) != 0).any())


def _gather_statistics(module: Any, call: dict[str, Any]) -> None:
    """Gives batch normalisations the statistics of a call: with those of new modules, a mean of 0 and a variance of 1,
    a deep network of random weights computes numbers beyond float16, or next to nothing."""
    import torch

    norms = [one for one in module.modules() if isinstance(one, torch.nn.modules.batchnorm._BatchNorm)]
    frozen = [one for one in module.modules() if one not in norms and hasattr(one, "running_var")]
    if not norms and not frozen:
        return
    momenta = [one.momentum for one in norms]
    hooks = [one.register_forward_pre_hook(_train_with_several) for one in norms]
    hooks += [one.register_forward_pre_hook(_take_statistics) for one in frozen]
    for one in norms:
        one.momentum = None  # the mean of what was seen
        one.reset_running_stats()
    with torch.no_grad():
        module(**call)
    for hook in hooks:
        hook.remove()
    for one, momentum in zip(norms, momenta, strict=True):
        one.momentum = momentum
        one.eval()


def _train_with_several(norm: Any, inputs: tuple[Any]) -> None:
    """One value of a channel has no variance: a normalisation of such values keeps what it has."""
    norm.train(inputs[0].numel() > inputs[0].shape[1])


def _take_statistics(norm: Any, inputs: tuple[Any]) -> None:
    """A normalisation of detectors that is never trained: what a class of its own in each package has as buffers."""
    axes = [axis for axis in range(inputs[0].ndim) if axis != 1]
    if norm.running_var is not None and inputs[0].numel() > inputs[0].shape[1]:
        norm.running_mean.copy_(inputs[0].mean(axes))
        norm.running_var.copy_(inputs[0].var(axes))


def _arrays(result: Any) -> list[Any]:
    return [one.numpy() for one in (result if isinstance(result, tuple) else (result,))]


def _in_precision(module: Any, dtype: Any) -> Any:
    """The module with weights and floats of `dtype`; inputs and results stay float32."""
    import torch

    class Converted(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.module = module.to(dtype)

        def forward(self, **inputs: Any) -> Any:
            given = {k: v.to(dtype) if v.is_floating_point() else v for k, v in inputs.items()}
            result = self.module(**given)
            results = result if isinstance(result, tuple) else (result,)
            return tuple(r.float() if r.is_floating_point() else r for r in results)

    return Converted()


def _export(module: Any, call: dict[str, Any], axes: dict[str, dict[int, str]], form: Form) -> onnx.ModelProto:
    import torch

    names, inputs = list(call), tuple(call.values())
    module = _Positional(module, names)
    if form.exporter == "dynamo":
        shapes = tuple(dict.fromkeys(axes[name], torch.export.Dim.DYNAMIC) for name in names) if axes else None
        program = torch.onnx.export(
            module, inputs, dynamo=True, opset_version=form.opset, verbose=False, input_names=names,
            dynamic_shapes=(shapes,) if shapes else None,
        )  # fmt: skip
        return program.model_proto
    file = io.BytesIO()
    torch.onnx.export(
        module, inputs, file, dynamo=False, opset_version=form.opset, input_names=names, dynamic_axes=axes or None
    )
    return onnx.load_from_string(file.getvalue())


def _Positional(module: Any, names: list[str]) -> Any:  # noqa: N802  a class that needs torch
    import torch

    class Positional(torch.nn.Module):
        """Inputs in their order, as the exporters have them."""

        def __init__(self) -> None:
            super().__init__()
            self.module = module

        def forward(self, *inputs: Any) -> Any:
            return self.module(**dict(zip(names, inputs, strict=True)))

    return Positional().eval()
