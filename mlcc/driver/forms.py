"""Joins the descriptions of several forms of a module into that of one artefact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mlcc.diagnostics import InternalError

if TYPE_CHECKING:
    from mlcc.runtime import FormSpec, FunctionSpec, ModuleSpec
    from mlcc.target import Target


def merged(specs: Sequence[ModuleSpec], targets: Sequence[Target]) -> ModuleSpec:
    """The description of an artefact with these forms: the interface that all share, and the largest workspace."""
    from mlcc.target import forms_text

    first = specs[0]
    if len(specs) == 1:
        return first
    shared = frozenset.intersection(*(target.features for target in targets))
    facts = {
        **first.target,
        "text": forms_text(targets),
        "mcpu": ",".join(target.mcpu for target in targets),
        "features": sorted(shared),
    }
    return replace(
        first,
        functions=tuple(_function([spec.functions[k] for spec in specs]) for k in range(len(first.functions))),
        externs=tuple(extern for spec in specs for extern in spec.externs),
        kept_areas=max(spec.kept_areas for spec in specs),
        target=facts,
        forms=tuple(_form(spec, target) for spec, target in zip(specs, targets, strict=True)),
    )


def _form(spec: ModuleSpec, target: Target) -> FormSpec:
    from mlcc.runtime import FormSpec, KernelForm

    kernels = {f.name: KernelForm(f.kernel_symbol, f.symbols, f.workspace_bytes != 0) for f in spec.functions}
    return FormSpec(target.mcpu, tuple(sorted(target.features)), kernels)


def _function(forms: Sequence[FunctionSpec]) -> FunctionSpec:
    """One function, whose kernel is a jump to one of its forms."""
    from mlcc.codegen.llvm import kernel_symbol
    from mlcc.runtime import largest_dim

    first = forms[0]
    if any(form.name != first.name or form.params != first.params for form in forms):
        raise InternalError(f"the forms of `{first.name}` differ in their arguments")
    live = [form.metadata["live_bytes"] for form in forms if "live_bytes" in form.metadata]
    facts = {**first.metadata, **({"live_bytes": max(live)} if live and all(isinstance(n, int) for n in live) else {})}
    return replace(
        first,
        kernel_symbol=kernel_symbol(first.name),
        workspace_bytes=largest_dim([form.workspace_bytes for form in forms]),
        metadata=facts,
    )
