"""The activation functions that recurrent networks name, with ONNX's default parameters."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mlcc import te
from mlcc.diagnostics import MlccError, closest
from mlcc.ir import Expr

Function = Callable[[Expr], Expr]
#: Name to (default alpha, default beta, function of alpha and beta); None: takes no such parameter.
_TABLE: dict[str, tuple[float | None, float | None, Callable[[float, float], Function]]] = {
    "sigmoid": (None, None, lambda a, b: te.sigmoid),
    "tanh": (None, None, lambda a, b: te.tanh),
    "relu": (None, None, lambda a, b: lambda v: te.max(v, 0.0)),
    "affine": (1.0, 0.0, lambda a, b: lambda v: v * a + b),
    "leakyrelu": (0.01, None, lambda a, b: lambda v: te.select(v < 0.0, v * a, v)),
    "thresholdedrelu": (1.0, None, lambda a, b: lambda v: te.select(v > a, v, v * 0.0)),
    "scaledtanh": (1.0, 1.0, lambda a, b: lambda v: te.tanh(v * b) * a),
    "hardsigmoid": (0.2, 0.5, lambda a, b: lambda v: te.min(te.max(v * a + b, 0.0), 1.0)),
    "elu": (1.0, None, lambda a, b: lambda v: te.select(v < 0.0, (te.exp(v) - 1.0) * a, v)),
    "softsign": (None, None, lambda a, b: lambda v: v / (te.abs(v) + 1.0)),
    "softplus": (None, None, lambda a, b: lambda v: te.max(v, 0.0) + te.log1p(te.exp(-te.abs(v)))),
}
_DEFAULTS = {"lstm": ("sigmoid", "tanh", "tanh"), "gru": ("sigmoid", "tanh"), "rnn": ("tanh",)}


def activation_list(
    cell: str,
    directions: int,
    names: Sequence[str] | None,
    alphas: Sequence[float] | None,
    betas: Sequence[float] | None,
) -> list[list[Function]]:
    """The functions per direction. `alphas` and `betas` are consumed in order by the functions that take them."""
    chosen = list(names) if names else list(_DEFAULTS[cell]) * directions
    each = len(_DEFAULTS[cell])
    if len(chosen) != each * directions:
        raise MlccError("T205", f"`nn.{cell}` takes {each * directions} activations, got {len(chosen)}")
    alpha_list, beta_list = list(alphas or ()), list(betas or ())
    functions: list[Function] = []
    for name in chosen:
        key = name.lower()
        if key not in _TABLE:
            suggestion = closest(key, _TABLE)
            raise MlccError(
                "T205",
                f"`nn.{cell}`: unknown activation `{name}`",
                help=f"did you mean `{suggestion}`?" if suggestion else None,
            )
        alpha, beta, make = _TABLE[key]
        if alpha is not None and alpha_list:
            alpha = alpha_list.pop(0)
        if beta is not None and beta_list:
            beta = beta_list.pop(0)
        functions.append(make(alpha or 0.0, beta or 0.0))
    return [functions[n * each : (n + 1) * each] for n in range(directions)]
