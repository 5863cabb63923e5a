"""What a quantisation did: precision and error of each layer, errors of the outputs, sizes; as text and as JSON."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass, field
from typing import Any

from .errors import decibel


@dataclass
class LayerReport:
    """One layer that is quantised, or that could be and is kept in float32. `error` is the relative error of its
    quantised form's result with float operands, `effect` that of the model's outputs with this layer alone quantised;
    None where it was not measured."""

    layer: str
    op: str
    precision: str
    error: float | None = None
    effect: float | None = None


@dataclass
class Report:
    """The report of one quantisation. Sizes are bytes of constants, times seconds."""

    layers: list[LayerReport] = field(default_factory=list)
    outputs: dict[str, float] = field(default_factory=dict)
    samples: int = 0
    bytes_before: int = 0
    bytes_after: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def error(self) -> float | None:
        """The error of the model: the largest of its outputs'."""
        return max(self.outputs.values(), default=None)

    def json(self) -> str:
        """The report as a JSON object; infinite numbers become null."""
        layers = [
            {**asdict(layer), "sqnr_db": None if layer.error is None else decibel(layer.error)} for layer in self.layers
        ]
        return (
            json.dumps(
                _finite(
                    {**asdict(self), "layers": layers, "error": self.error, "max_error": self.options.get("max_error")}
                ),
                indent=2,
            )
            + "\n"
        )

    def text(self) -> str:
        """The table that is printed."""
        rows: list[tuple[str, ...]] = [("layer", "operator", "precision", "error", "SQNR", "effect")]
        for layer in self.layers:
            sqnr = "" if layer.error is None else f"{decibel(layer.error):.1f} dB"
            rows.append((layer.layer, layer.op, layer.precision, _number(layer.error), sqnr, _number(layer.effect)))
        if all(layer.effect is None for layer in self.layers):
            rows = [row[:-1] for row in rows]
        if all(layer.error is None for layer in self.layers):
            rows = [row[:3] for row in rows]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(
                cell.ljust(width) if index < 3 else cell.rjust(width)
                for index, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in rows
        ]
        kept = sum(layer.precision == "float32" for layer in self.layers)
        lines.append("")
        lines.append(f"{len(self.layers) - kept} layers quantised, {kept} kept in float32; {self.samples} samples")
        lines.append(f"constants: {self.bytes_before} bytes before, {self.bytes_after} after")
        lines += [
            f"output {name}: relative error {_number(error)} ({decibel(error):.1f} dB)"
            for name, error in self.outputs.items()
        ]
        return "\n".join(lines) + "\n"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.2e}"


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
