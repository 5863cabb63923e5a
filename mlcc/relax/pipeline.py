"""Sequences of graph passes by name: `relax.get_pipeline("zero")(module)`, `mlcc.compile(m, relax_pipeline="zero")`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError, choices_help
from mlcc.ir.transform import Pass, Sequential
from mlcc.late_names import loader

if TYPE_CHECKING:
    from mlcc.ir import IRModule
    from mlcc.target import Target

#: Pipelines of layers above: searches measure what a build makes.
_above = loader(__name__)
#: What makes a pipeline, by name.
PIPELINES: dict[str, Callable[..., Pass]] = {"static_shape_tuning": lambda **given: _above("tuning_pipeline")(**given)}


def register_pipeline(name: str) -> Callable[[Callable[..., Pass]], Callable[..., Pass]]:
    """Declare a function that returns a pass as the pipeline of a name. Raises T137 for a name that is taken."""
    if name in PIPELINES:
        raise MlccError("T137", f"there is a pipeline `{name}` already", help="choose another name")

    def declare(make: Callable[..., Pass]) -> Callable[..., Pass]:
        PIPELINES[name] = make
        return make

    return declare


def get_pipeline(name: str = "zero", *args: Any, **options: Any) -> Pass:
    """The pipeline of a name, made with the arguments that its function takes. Raises T137 for an unknown one."""
    make = PIPELINES.get(name)
    if make is None:
        raise MlccError("T137", f"no pipeline `{name}`", help=choices_help(name, sorted(PIPELINES), "pipelines"))
    return make(*args, **options)


def get_default_pipeline(target: Target | str | None = None) -> Pass:
    """The pipeline that comes before a build where none is named: the graph goes to the build as it is."""
    return get_pipeline("default_build")


def piped(module: IRModule, pipeline: str | Pass | Callable[[IRModule], IRModule] | None) -> IRModule:
    """A module after a pipeline, given by name or as a pass. Raises T137."""
    if pipeline is None:
        return module
    return (get_pipeline(pipeline) if isinstance(pipeline, str) else pipeline)(module)


@register_pipeline("zero")
def zero_pipeline(enable_warning: bool = False) -> Pass:
    """Operators to tensor programs, neighbours fused: a module that schedules can be applied to."""
    from . import transform

    passes: dict[str, Any] = transform.PASSES
    return Sequential([passes[name]() for name in ("LegalizeOps", "AnnotateTIROpPattern", "FoldConstant", "FuseOps",
                                                   "FuseTIR")])  # fmt: skip


@register_pipeline("default_build")
@register_pipeline("default")
def default_pipeline() -> Pass:
    """Nothing: `mlcc.build` lays out, fuses and legalises by its own phases (`mlcc list passes`)."""
    return Sequential([])
