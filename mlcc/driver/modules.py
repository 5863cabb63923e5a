"""Converts inputs to modules: program text, saved JSON or ONNX, by the kind of the input."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import Diagnostic, Label, MlccError, Severity, Span

from .files import InputFile, read_input
from .weights import WeightsLike, weights_of, with_weights

if TYPE_CHECKING:
    from mlcc.analysis.claims import Untrue
    from mlcc.importers.safetensors import Weights
    from mlcc.ir import IRModule

Shapes = Mapping[str, Sequence[int]]
OnWarning = Callable[[Diagnostic], None]


def read_module(
    name: str, shapes: Shapes | None = None, *, mapped: bool = False, weights: WeightsLike | None = None,
    on_warning: OnWarning | None = None,
) -> tuple[InputFile, IRModule]:  # fmt: skip
    """Read a model or a program file (`-` is stdin) as a module.

    `shapes` gives inputs (or, with one size, symbolic dimensions) concrete sizes. With `mapped`, a model's weights stay
    in its file, which must not change while the module is in use, as those of `weights` do, which stand for the
    initializers of these names, or are bound to parameters (those of the state of an exported program). Text is
    verified; `on_warning` is called with claims that the accesses contradict, and with what an import warns of. Raises
    MlccError with P, V, I or D codes.
    """
    source = read_input(name)
    module = module_of(source, shapes, mapped=mapped, weights=weights, on_warning=on_warning)
    if source.kind not in ("onnx", "torch"):
        verify_module(module)
        check_claims(module, on_warning)
    return source, module


def verify_module(module: IRModule) -> None:
    """Refuse a module that is not well formed. Raises MlccError with every problem (V codes).

    In a handwritten program, an axis of extent 128 bound to a loop of 127 is a mistake; in a scheduled one it may be
    correct, which an attribute states (see `mark_scheduled`).
    """
    from mlcc.ir import verify

    verify(module)


def check_claims(module: IRModule, on_warning: OnWarning | None = None) -> None:
    """Check the claims of loops (parallel) and axes (spatial) against the accesses of the program.

    Raises MlccError V051 for loops that race; axes that are not spatial are a warning (V050), as only schedule steps
    rely on it, and these check it.
    """
    from mlcc.analysis.claims import untrue_claims

    claims = [claim for func in module.prim_funcs.values() for claim in untrue_claims(func)]
    races = [_race(claim) for claim in claims if claim.where.is_loop]
    if races:
        raise MlccError.many([MlccError(r.code, r.message, span=r.span, labels=r.labels, help=r.help) for r in races])
    for claim in claims:
        if on_warning is not None:
            on_warning(_not_spatial(claim))


def _race(claim: Untrue) -> Diagnostic:
    kind = claim.where.loop.kind.replace("_", " ")
    return Diagnostic(
        "V051",
        f"the {kind} loop `{claim.var.name}` races: iterations touch the same element of `{claim.first.buffer.name}`",
        _span(claim.where.node),
        _labels(claim),
        help="make the loop serial, or give each iteration elements of its own to write",
    )


def _not_spatial(claim: Untrue) -> Diagnostic:
    block = claim.where.block
    axis = next(axis for axis in block.iters if axis.var is claim.var)
    return Diagnostic(
        "V050",
        f"axis `{claim.var.name}` of block `{block.name}` is called spatial, but instances that differ in it touch the "
        f"same element of `{claim.first.buffer.name}`",
        _span(axis) or _span(block),
        _labels(claim),
        help="call it a `reduce` axis of an accumulation, or a `scan` axis where instances depend on each other",
        severity=Severity.WARNING,
    )


def _labels(claim: Untrue) -> tuple[Label, ...]:
    pairs = ((claim.first, "one instance"), (claim.second, "another instance"))
    if claim.first.node is claim.second.node:
        return (Label(_span(claim.first.node), "two instances write one element here"),)
    return tuple(Label(_span(a.node), f"{who} {'writes' if a.writes else 'reads'} it here") for a, who in pairs)


def _span(node: Any) -> Span | None:
    span = getattr(node, "span", None)
    return span.first_line() if isinstance(span, Span) else None


def mark_scheduled(module: IRModule) -> IRModule:
    """The module with an attribute on the programs in which a block covers only a part of its domain.

    Without the attribute the text could not be read back.
    """
    from mlcc.ir import SCHEDULED, problems

    return module.map_prim_funcs(
        lambda func: func.with_attr(SCHEDULED, True) if problems(func, coverage=True) else func
    )


def module_of(
    source: InputFile, shapes: Shapes | None = None, *, mapped: bool = False, weights: WeightsLike | None = None,
    on_warning: OnWarning | None = None,
) -> IRModule:  # fmt: skip
    """The module that an input file holds; `mapped`, `weights` and `on_warning` as in :func:`read_module`."""
    if source.kind == "torch":
        return with_shapes(_exported(source, weights), shapes)
    given = {} if weights is None else weights_of(weights)
    if source.kind == "onnx":
        return _import(source, shapes, mapped, given, on_warning)
    module = _written(source, shapes)
    return with_weights(module, given) if given else module


def _written(source: InputFile, shapes: Shapes | None) -> IRModule:
    """The module of a file that holds one, as text or JSON."""
    from .origin import checked

    if source.kind == "json":
        from mlcc.ir import module_from_json

        module = module_from_json(source.text(), source.name)
    else:
        from mlcc.script import parse_module

        module = parse_module(source.text(), source.name)
    return with_shapes(checked(module), shapes)


def with_shapes(module: IRModule, shapes: Shapes | None) -> IRModule:
    """The module with the sizes that `shapes` gives. Raises MlccError D172, D173."""
    if not shapes:
        return module
    from .specialize import specialize

    return specialize(module, shapes)


def _exported(source: InputFile, weights: WeightsLike | None) -> IRModule:
    """The module of an exported program. Raises MlccError I120, I130 to I133, I140 to I142."""
    if find_spec("torch") is None:
        raise MlccError(
            "I130", f"reading `{source.name}` needs PyTorch", help="pip install 'mlcc[torch]'; its CPU build is enough"
        )
    from mlcc.importers.torch import from_exported_program, load_program

    given = None if weights is None else weights_of(weights)
    return from_exported_program(load_program(source.name), weights=given)


def _import(
    source: InputFile, shapes: Shapes | None, mapped: bool, weights: Weights, on_warning: OnWarning | None
) -> IRModule:
    """The module of an ONNX model; `weights` are other contents of its initializers, and constants for its inputs."""
    from mlcc.importers.onnx import from_onnx, replaceable

    data = source.data if source.path is None else source.path
    own = replaceable(data) if weights else {}
    kept = {name: array for name, array in weights.items() if name in own}
    module = from_onnx(data, shapes, mapped=mapped, tensors=kept, on_warning=on_warning)
    rest = {name: array for name, array in weights.items() if name not in own}
    return with_weights(module, rest, own) if rest else module
