"""What quantisation knows of each operator: one row per operator of ONNX, of one of the kinds in `KINDS`."""

from __future__ import annotations

from dataclasses import dataclass

import onnx

from .graph import Graph, attribute_of

KINDS = {
    "product": "multiplies an activation with a constant weight: integers, with sums in int32",
    "pair": "multiplies two activations",
    "sum": "adds two activations; stays integer where a product needs the result",
    "average": "averages elements; stays integer where a product needs the result",
    "join": "concatenates; operands that nothing else reads have the grid of the result",
    "point": "computed element by element or along an axis; its operands and result get grids",
    "move": "moves elements of its operand, on the same grid",
    "part": "selects elements of its operand, on the same grid where that is integer anyway",
    "limit": "restricts the range; absorbed by the grid of the result",
}


@dataclass(frozen=True)
class Operator:
    """A row of the table. `axis` is the weight's dimension of output channels, `channels` that of the operand's input
    channels; `is_default` says whether the operator is quantised unless `--ops` says otherwise."""

    kind: str
    is_default: bool = True
    axis: int = 0
    channels: int = 1


_MOVES = (
    "Reshape", "Flatten", "Squeeze", "Unsqueeze", "Transpose", "Identity", "MaxPool", "GlobalMaxPool", "DepthToSpace",
    "SpaceToDepth", "Expand", "Tile", "Dropout",
)  # fmt: skip
_POINTS = (
    "Mul", "Sub", "Div", "Sigmoid", "Tanh", "LeakyRelu", "PRelu", "Elu", "Selu", "HardSigmoid", "HardSwish", "Gelu",
    "Mish", "Softplus", "Erf", "Abs", "Neg", "Sqrt", "Exp", "Pow", "Softmax", "LayerNormalization",
    "InstanceNormalization", "BatchNormalization", "Max", "Min",
)  # fmt: skip
OPERATORS: dict[str, Operator] = {
    "Conv": Operator("product"),
    "ConvTranspose": Operator("product", axis=1),
    "Gemm": Operator("product", channels=-1),
    "MatMul": Operator("product", axis=1, channels=-1),
    "BatchMatMul": Operator("pair", False),
    "Add": Operator("sum"),
    "Concat": Operator("join"),
    "AveragePool": Operator("average"),
    "GlobalAveragePool": Operator("average"),
    "ReduceMean": Operator("average"),
    "Resize": Operator("average"),
    **dict.fromkeys(_MOVES, Operator("move")),
    **dict.fromkeys(("Slice", "Gather", "Split"), Operator("part")),
    **dict.fromkeys(("Relu", "Clip"), Operator("limit")),
    **dict.fromkeys(_POINTS, Operator("point", False)),
}
#: Kinds that `--ops` selects; the others follow what surrounds them.
SELECTABLE = ("product", "pair", "sum", "join", "average", "point")


def row_name(node: onnx.NodeProto, graph: Graph) -> str:
    """The row of a node: its operator, but `BatchMatMul` for a product of two activations."""
    if node.op_type == "MatMul" and not any(graph.is_constant(name) for name in node.input):
        return "BatchMatMul"
    return str(node.op_type)


def operator_of(node: onnx.NodeProto, graph: Graph) -> Operator | None:
    """The row of a node of the standard domain, or None."""
    if node.domain not in ("", "ai.onnx"):
        return None
    row = OPERATORS.get(row_name(node, graph))
    if row is not None and row.kind == "average" and attribute_of(node, "mode", b"") == b"nearest":
        return OPERATORS["Identity"]
    return row


def selected(text: str | None, defaults: frozenset[str] | None = None) -> frozenset[str]:
    """The rows that `--ops` selects: `Conv,MatMul` these alone, `+Mul` and `-Add` change the default.

    Raises KeyError for a name that the table lacks.
    """
    selectable = {name for name, row in OPERATORS.items() if row.kind in SELECTABLE}
    base = frozenset(name for name in selectable if OPERATORS[name].is_default) if defaults is None else defaults
    items = [item.strip() for item in (text or "").split(",") if item.strip()]
    for item in items:
        if item.lstrip("+-") not in selectable:
            raise KeyError(item.lstrip("+-"))
    exact = frozenset(item for item in items if item[0] not in "+-")
    chosen = exact or base
    chosen |= {item[1:] for item in items if item[0] == "+"}
    return chosen - {item[1:] for item in items if item[0] == "-"}


def about(name: str) -> str:
    """A line on a row: its kind, and whether it is quantised by default."""
    row = OPERATORS[name]
    if row.kind not in SELECTABLE:
        return f"{row.kind}: {KINDS[row.kind]}"
    return f"{row.kind}: {KINDS[row.kind]}" + ("" if row.is_default else f"; with --ops +{name} only")
