"""Parts of ONNX files as Python values: attributes, tensors, element types, names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import onnx
from onnx import numpy_helper

from mlcc.diagnostics import MlccError
from mlcc.ir import dtype as dt
from mlcc.narrow_types import storage_dtype
from mlcc.string_rows import STRING
from mlcc.topi import narrow

from .values import Array


def normal_domain(domain: str) -> str:
    """The standard operators' domain has two spellings; the empty one is used here."""
    return "" if domain == "ai.onnx" else domain


def opsets_of(imports: Iterable[onnx.OperatorSetIdProto]) -> dict[str, int]:
    """Opset version by domain."""
    return {normal_domain(o.domain): o.version for o in imports}


def clean_name(name: str) -> str:
    """A name as an identifier, so that printed modules can be read back."""
    clean = "".join(c if c.isascii() and c.isalnum() or c == "_" else "_" for c in name)
    return f"d{clean}" if not clean or clean[0].isdigit() else clean


def dim_name(dim: onnx.TensorShapeProto.Dimension) -> str:
    """The name of a dimension, by which it is the same size everywhere; "" for none. Exporters write `?` for none."""
    name = str(dim.dim_param)
    return name if any(c.isalnum() for c in name) else ""


def _label(node: onnx.NodeProto, index: int) -> str:
    return node.name or next((n for n in node.output if n), "") or f"#{index}"


def node_title(node: onnx.NodeProto, index: int) -> str:
    """The title of a node in messages: its name, else its first output, else its index."""
    return f"node `{_label(node, index)}` ({node.op_type})"


def node_path(node: onnx.NodeProto, index: int) -> str:
    """The path of a node in its graph: as in `node_title`, with the operator unless the name contains it."""
    label = _label(node, index)
    return label if node.op_type in label else f"{label} ({node.op_type})"


#: Lists of numbers: the field that holds them, and their type as arrays. Those of `_LONG` numbers or more, as of trees,
#: are arrays: a list takes four times the memory.
_NUMBERS = {onnx.AttributeProto.INTS: ("ints", np.int64), onnx.AttributeProto.FLOATS: ("floats", np.float32)}
_LONG = 1 << 16


def attribute(attr: onnx.AttributeProto) -> object:
    """An attribute's value: numbers, strings (decoded), lists, arrays for tensors and long lists, graphs as such."""
    if attr.type in _NUMBERS:
        field, dtype = _NUMBERS[attr.type]
        numbers = getattr(attr, field)
        return list(numbers) if len(numbers) < _LONG else np.fromiter(numbers, dtype, len(numbers))
    if attr.type == onnx.AttributeProto.STRINGS:
        decoded: dict[bytes, str] = {}  # long lists repeat a few words
        return [decoded.get(v) or decoded.setdefault(v, v.decode("utf-8", "replace")) for v in attr.strings]
    value = onnx.helper.get_attribute_value(attr)
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, onnx.TensorProto):
        return to_array(value)
    if attr.type == onnx.AttributeProto.TENSORS:
        return [to_array(v) for v in value]
    return value


def attributes(node: onnx.NodeProto) -> dict[str, object]:
    """All attributes of a node by name."""
    return {a.name: attribute(a) for a in node.attribute}


def to_array(tensor: onnx.TensorProto) -> Array:
    """A tensor's elements, of narrow types as ml_dtypes has them. Strings are objects. Raises I108 for damaged
    data, I109 for unknown element types."""
    element_type(tensor.data_type, f"tensor `{tensor.name}`")
    try:
        array = numpy_helper.to_array(tensor)
    except Exception as error:  # whatever numpy and protobuf raise for data that does not fit the shape
        raise MlccError("I108", f"tensor `{tensor.name}` is damaged: {error}") from error
    return np.ascontiguousarray(array) if array.ndim else array


def dense_array(sparse: onnx.SparseTensorProto) -> Array:
    """A sparse tensor with its zeros written out."""
    values, indices = to_array(sparse.values), to_array(sparse.indices)
    dense = np.zeros(tuple(sparse.dims), values.dtype)
    try:
        if indices.ndim == 1:
            dense.reshape(-1)[indices] = values
        else:
            dense[tuple(indices.T)] = values
    except (IndexError, ValueError) as error:
        raise MlccError("I108", f"sparse tensor `{sparse.values.name}` is damaged: {error}") from error
    return dense


def type_name(elem_type: int) -> str:
    """ONNX's name of an element type, in lower case."""
    exists = elem_type in onnx.TensorProto.DataType.values()
    return str(onnx.TensorProto.DataType.Name(elem_type)).lower() if exists else f"number {elem_type}"


def element_type(elem_type: int, what: str) -> tuple[str, str | None]:
    """The mlcc dtype of an ONNX element type; for narrow types the dtype of the bytes that hold it, and the format's
    name. Strings are such a format, of bytes. Raises I109 for other types."""
    name = type_name(elem_type)
    if name in narrow.FORMATS:
        return storage_dtype(name), name
    if name == STRING:
        return "uint8", name
    try:
        dtype = dt.from_numpy(onnx.helper.tensor_dtype_to_np_dtype(elem_type))
        if dtype in dt.SCALARS:
            return dtype, None
    except (KeyError, ValueError, TypeError):
        pass
    raise MlccError(
        "I109",
        f"{what} has element type `{name}`, which mlcc does not support",
        help=f"the supported types are {', '.join((*dt.SCALARS, *narrow.FORMATS))}",
    )


def onnx_dtype(elem_type: int, what: str) -> str:
    """The mlcc dtype of an ONNX element type, none of the narrow ones. Raises I109 for other types."""
    dtype, form = element_type(elem_type, what)
    if form is not None:
        raise MlccError("I109", f"{what} has element type `{form}`, which is not supported here")
    return dtype


def elem_type_of(dtype: str) -> int:
    """The ONNX element type of an mlcc dtype."""
    from mlcc.ir import numpy_dtype

    return int(onnx.helper.np_dtype_to_tensor_dtype(np.dtype(numpy_dtype(dtype))))


def subgraphs(node: onnx.NodeProto) -> list[onnx.GraphProto]:
    """The graphs in a node's attributes."""
    graphs: list[onnx.GraphProto] = []
    for attr in node.attribute:
        if attr.type == onnx.AttributeProto.GRAPH:
            graphs.append(attr.g)
        elif attr.type == onnx.AttributeProto.GRAPHS:
            graphs.extend(attr.graphs)
    return graphs


def captured_names(graph: onnx.GraphProto) -> set[str]:
    """Names that a subgraph reads from the graphs around it."""
    own = {i.name for i in graph.input} | {t.name for t in graph.initializer}
    own |= {t.values.name for t in graph.sparse_initializer}
    free: set[str] = set()
    for node in graph.node:
        free |= {n for n in node.input if n} - own
        for inner in subgraphs(node):
            free |= captured_names(inner) - own
        own |= set(node.output)
    return free | ({o.name for o in graph.output} - own)


def resolve_references(node: onnx.NodeProto, attrs: Mapping[str, onnx.AttributeProto]) -> None:
    """Replace attributes that refer to the function's attributes by their values, subgraphs included."""
    kept = []
    for attr in node.attribute:
        if attr.ref_attr_name:
            if attr.ref_attr_name in attrs:
                copy = onnx.AttributeProto()
                copy.CopyFrom(attrs[attr.ref_attr_name])
                copy.name = attr.name
                kept.append(copy)
        else:
            kept.append(attr)
    del node.attribute[:]
    node.attribute.extend(kept)
    for graph in subgraphs(node):
        for inner in graph.node:
            resolve_references(inner, attrs)
