"""What a maker gives: models with inputs, and their files in a folder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx

Arrays = dict[str, Any]


@dataclass
class Sample:
    """A model and one call of it. Both sizes of a dynamic model are of one and the same `model`."""

    model: onnx.ModelProto
    feeds: Arrays
    #: The results of the framework that the model was exported from, for models that onnxruntime does not run.
    expected: list[Any] | None = None


def pair(model: onnx.ModelProto, *feeds: Arrays) -> list[Sample]:
    """Calls of one dynamic model."""
    return [Sample(model, one) for one in feeds]


def save(samples: list[Sample], folder: Path) -> None:
    """Writes the files: `made.json`, written last, lists the model of each call."""
    folder.mkdir(parents=True, exist_ok=True)
    models: list[onnx.ModelProto] = []
    calls = []
    for k, sample in enumerate(samples):
        if not any(model is sample.model for model in models):
            models.append(sample.model)
            (folder / f"{len(models) - 1}.onnx").write_bytes(sample.model.SerializeToString())
        np.savez(folder / f"feeds{k}.npz", **sample.feeds)
        if sample.expected is not None:
            np.savez(folder / f"expected{k}.npz", *sample.expected)
        calls.append(next(m for m, model in enumerate(models) if model is sample.model))
    first = models[0]
    opset = next((one.version for one in first.opset_import if one.domain in ("", "ai.onnx")), 0)
    facts = {
        "calls": calls,
        "nodes": sum(1 for _ in _nodes(first.graph)),
        "opset": opset,
        "precision": _precision(first.graph),
        "bytes": (folder / "0.onnx").stat().st_size,
    }
    (folder / "made.json").write_text(json.dumps(facts))


def _precision(graph: onnx.GraphProto) -> str:
    """The shortest type of floats among a model's weights."""
    kinds = {onnx.TensorProto.DataType.Name(one.data_type) for one in graph.initializer}
    return next((kind.lower() for kind in ("BFLOAT16", "FLOAT16") if kind in kinds), "")


def _nodes(graph: onnx.GraphProto) -> Iterator[onnx.NodeProto]:
    """All nodes, those of subgraphs too."""
    for node in graph.node:
        yield node
        for attribute in node.attribute:
            for inner in (attribute.g, *attribute.graphs):
                yield from _nodes(inner)


def expected(folder: Path) -> list[list[Any]] | None:
    """The results of the exporting framework for each call, if it gave them."""
    files = sorted(folder.glob("expected*.npz"))
    return [list(np.load(file).values()) for file in files] or None


def calls(folder: Path) -> list[tuple[Path, Arrays]]:
    """The file of the model and the inputs of each call."""
    facts = json.loads((folder / "made.json").read_text())
    return [
        (folder / f"{model}.onnx", dict(np.load(folder / f"feeds{k}.npz", allow_pickle=True)))
        for k, model in enumerate(facts["calls"])
    ]
