"""What quantisation knows of each operator: one row per operator of ONNX.

The kinds:

- product: multiplies an activation with a constant weight; computed with integers, sums in int32;
- pair: multiplies two activations;
- sum, average, point: computed on real values, quantised so that what surrounds them stays integer;
- join: concatenates; the result's grid is shared by operands that nothing else reads;
- move: its result consists of elements of its operand, on the same grid; a part is a move that selects some;
- limit: restricts the range, absorbed by the grid of the result.
"""

from __future__ import annotations

from dataclasses import dataclass

import onnx

from .graph import Graph, attribute_of


@dataclass(frozen=True)
class Operator:
    """A row of the table. `axis` is the weight's dimension of output channels, `channels` that of the operand's input
    channels; `is_default` says whether the operator is quantised unless `--ops` says otherwise."""

    kind: str
    is_default: bool = True
    axis: int = 0
    channels: int = 1
    about: str = ""


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
    "Conv": Operator("product", about="convolutions with constant weights"),
    "ConvTranspose": Operator("product", axis=1, about="transposed convolutions with constant weights"),
    "Gemm": Operator("product", channels=-1, about="fully connected layers"),
    "MatMul": Operator("product", axis=1, channels=-1, about="products with a constant matrix"),
    "BatchMatMul": Operator("pair", False, about="MatMul of two activations, as in attention"),
    "Add": Operator("sum", about="sums of two activations"),
    "Concat": Operator("join", about="concatenation"),
    "AveragePool": Operator("average", about="average pools"),
    "GlobalAveragePool": Operator("average", about="average pools"),
    "ReduceMean": Operator("average", about="means over axes"),
    "Resize": Operator("average", about="resizing"),
    **dict.fromkeys(_MOVES, Operator("move")),
    **dict.fromkeys(("Slice", "Gather", "Split"), Operator("part")),
    **dict.fromkeys(("Relu", "Clip"), Operator("limit")),
    **dict.fromkeys(_POINTS, Operator("point", False, about="elementwise")),
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
    known = {name for name, row in OPERATORS.items() if row.kind in SELECTABLE}
    base = frozenset(name for name in known if OPERATORS[name].is_default) if defaults is None else defaults
    items = [item.strip() for item in (text or "").split(",") if item.strip()]
    for item in items:
        if item.lstrip("+-") not in known:
            raise KeyError(item.lstrip("+-"))
    exact = frozenset(item for item in items if item[0] not in "+-")
    chosen = exact or base
    chosen |= {item[1:] for item in items if item[0] == "+"}
    return chosen - {item[1:] for item in items if item[0] == "-"}
