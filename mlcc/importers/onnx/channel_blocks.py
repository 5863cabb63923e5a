"""How many channels a block has in a model that onnxruntime's optimiser has laid out for one kind of processor.

Such a model (domain `com.microsoft.nchwc`) says it nowhere: onnxruntime takes the blocks of the processor that it runs
on. The numbers of channels, which are padded to whole blocks, leave one answer unless all of them have whole blocks of
both sizes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import onnx

from mlcc.diagnostics import MlccError

from .protos import attributes, subgraphs

DOMAIN = "com.microsoft.nchwc"
#: The property of a model that says how many channels a block has, where nothing else does.
PROPERTY = "nchwc_block_size"
#: With vectors of 256 bits, and with those of 512 or on Arm.
_SIZES = (8, 16)
_KEEP_CHANNELS = ("MaxPool", "AveragePool", "GlobalMaxPool", "GlobalAveragePool", "Upsample")


def channel_block(model: onnx.ModelProto) -> int:
    """The channels of a block; 1 for a model without the domain. Raises I135 where more than one size or none fits."""
    graphs = list(_graphs(model.graph))
    if not any(node.domain == DOMAIN for graph in graphs for node in graph.node):
        return 1
    stated = {p.value for p in model.metadata_props if p.key == PROPERTY}
    shapes = {tensor.name: tuple(tensor.dims) for graph in graphs for tensor in graph.initializer}
    left = [size for size in _SIZES if all(_fits(graph, shapes, size) for graph in graphs)]
    if stated:
        left = [size for size in left if str(size) in stated]
    if len(left) == 1:
        return left[0]
    raise MlccError(
        "I135",
        "the model is laid out in blocks of channels, and does not say whether a block has 8 or 16"
        if left
        else "the model is laid out in blocks of channels that are neither 8 nor 16",
        notes=["onnxruntime wrote it for the processor that it ran on: 16 with AVX-512 and on Arm, else 8"],
        help="save it with the optimization level `ORT_ENABLE_EXTENDED`, which is for all processors"
        + (f", or state the number: `model.metadata_props.add(key={PROPERTY!r}, value='8')`" if left else ""),
    )


def _graphs(graph: onnx.GraphProto) -> Iterator[onnx.GraphProto]:
    yield graph
    for node in graph.node:
        for inner in subgraphs(node):
            yield from _graphs(inner)


def _fits(graph: onnx.GraphProto, shapes: Mapping[str, tuple[int, ...]], size: int) -> bool:
    """Whether the layers of a graph can have been laid out in blocks of `size` channels."""
    made = {name: node for node in graph.node for name in node.output}

    def blocked(name: str) -> onnx.NodeProto | None:
        """The node that decides how many channels a value in blocks has."""
        node = made.get(name)
        while node is not None and node.domain == DOMAIN and node.op_type in _KEEP_CHANNELS:
            node = made.get(node.input[0])
        plain = node is None or node.domain != DOMAIN or node.op_type == "ReorderOutput"
        return None if plain else node

    for node in graph.node:
        if node.domain != DOMAIN:
            continue
        if node.op_type == "Conv" and node.input[1] in shapes:
            filters, depth, *_ = shapes[node.input[1]]
            source = blocked(node.input[0])
            # an image of fewer channels than a block has is read as it is
            whole = depth % size == 0 or (source is None and depth < size)
            if filters % size or not (whole or attributes(node).get("group", 1) == filters):
                return False
        source = blocked(node.input[0]) if node.op_type == "ReorderOutput" else None
        if source is not None and source.op_type == "Conv" and source.input[1] in shapes:
            padded, channels = shapes[source.input[1]][0], attributes(node).get("channels")
            if not isinstance(channels, int) or padded != -(-channels // size) * size:
                return False
    return True
