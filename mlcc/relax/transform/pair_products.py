"""Which products of bfloat16 are computed pair by pair, and how their operands become words of two numbers.

Some CPUs multiply two pairs and add both products to a float32 by one instruction, at the rate of FMAs
(`costs.pair_products`). Such products take half of the time of float32 ones, and read half of the bytes.
"""

from __future__ import annotations

from mlcc.ir import Constant, GraphCall, GraphExpr, as_int
from mlcc.target import Costs

from ..operators import dimensions, operator_name, static_shape, tensor_dtype

#: Numbers of a word.
PAIR = 2
#: Products with a matrix in panels, whose tiles are summed in vector registers.
PANEL_PRODUCTS = frozenset({"nn.dense_packed", "nn.dense_pairs"})
_OUTPUTS = (None, "bfloat16", "float32")


def in_pairs(call: GraphExpr, costs: Costs) -> bool:
    """Whether a product of bfloat16 with one constant matrix is computed in pairs: K must be even."""
    if not costs.pair_products or operator_name(call) not in ("matmul", "nn.dense") or not isinstance(call, GraphCall):
        return False
    if len(call.args) != 2 or call.attrs.get("transpose_a") or call.attrs.get("out_dtype") not in _OUTPUTS:
        return False
    data, weight = call.args
    shape, dims = static_shape(weight), dimensions(data)
    if not isinstance(weight, Constant) or shape is None or len(shape) != 2 or 0 in shape:
        return False
    if {tensor_dtype(v) for v in call.args} != {"bfloat16"} or dims is None or len(dims) < 2:
        return False
    return as_int(dims[-1]) is not None and (as_int(dims[-1]) or 0) % PAIR == 0


def conv_in_pairs(call: GraphExpr, costs: Costs, lanes: int) -> bool:
    """Whether a convolution of bfloat16 with constant weights is computed in pairs of input channels: its output
    channels fill half of a vector at least, those of a group a vector; the input channels of a group are even."""
    if not costs.pair_products or operator_name(call) not in ("nn.conv1d", "nn.conv2d"):
        return False
    assert isinstance(call, GraphCall)
    data, weight = call.args[:2]
    if not isinstance(weight, Constant) or {tensor_dtype(v) for v in (data, weight)} != {"bfloat16"}:
        return False
    if call.attrs.get("out_dtype") not in _OUTPUTS or call.attrs.get("data_layout", "NCHW")[:2] != "NC":
        return False
    groups, (outputs, inputs) = int(call.attrs.get("groups", 1)), weight.data.shape[:2]
    if groups > 1:
        return bool(inputs % PAIR == 0 and outputs // groups >= lanes and 4 * inputs >= lanes)
    return bool(2 * outputs >= lanes)


def recurs_in_pairs(call: GraphCall, costs: Costs) -> bool:
    """Whether an LSTM multiplies states by weights of bfloat16 in pairs: weights that L1 does not hold, since a state
    counts as two rows."""
    weight = call.args[1]
    if operator_name(call) != "nn.lstm_recurrence" or not isinstance(weight, Constant) or not costs.pair_products:
        return False
    return tensor_dtype(weight) == "bfloat16" and bool(weight.data.size > costs.near_matrix)


def even(channels: int) -> int:
    """A number of channels rounded up to pairs."""
    return -(-channels // PAIR) * PAIR
