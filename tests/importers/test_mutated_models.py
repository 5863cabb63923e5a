"""Valid models with something changed: they import, or are refused with a code; nothing else happens."""

from __future__ import annotations

import contextlib
import random
from functools import cache

import onnx
import pytest
from suite_cases import node_cases

from mlcc import MlccError
from mlcc.importers.onnx import from_onnx

ROUNDS = 60


@cache
def models() -> tuple[onnx.ModelProto, ...]:
    """The small models of ONNX's own suite."""
    return tuple(c.model for c in node_cases() if c.model is not None and c.model.ByteSize() < 3000)


@cache
def operators() -> tuple[str, ...]:
    return tuple(sorted({n.op_type for m in models() for n in m.graph.node}))


def change_node(graph: onnx.GraphProto, rng: random.Random) -> None:
    """Another operator, or other inputs."""
    node = rng.choice(graph.node)
    names = [*(i.name for i in graph.input), *(o for n in graph.node for o in n.output), ""]
    match rng.randrange(4):
        case 0:
            node.op_type = rng.choice(operators())
        case 1 if node.input:
            node.input[rng.randrange(len(node.input))] = rng.choice(names)
        case 2 if node.input:
            del node.input[rng.randrange(len(node.input))]
        case _:
            node.input.append(rng.choice(names))


def change_attribute(graph: onnx.GraphProto, rng: random.Random) -> None:
    """Another value, or none."""
    node = rng.choice(graph.node)
    if not node.attribute:
        return
    position = rng.randrange(len(node.attribute))
    attr = node.attribute[position]
    if rng.random() < 0.3:
        del node.attribute[position]
    elif attr.type == onnx.AttributeProto.INT:
        attr.i = rng.choice([-3, -1, 0, 1, 2, 5, 10**6, -(2**40)])
    elif attr.type == onnx.AttributeProto.INTS:
        attr.ints[:] = [rng.choice([-2, -1, 0, 1, 2, 3, 7]) for _ in range(rng.randrange(4))]
    elif attr.type == onnx.AttributeProto.FLOAT:
        attr.f = rng.choice([-1.0, 0.0, 1e9])
    elif attr.type == onnx.AttributeProto.STRING:
        attr.s = rng.choice([b"", b"xyz", b"linear", b"SAME_UPPER"])


def change_input(graph: onnx.GraphProto, rng: random.Random) -> None:
    """Another element type, size or rank."""
    if not graph.input:
        return
    tensor = rng.choice(graph.input).type.tensor_type
    dims = tensor.shape.dim
    match rng.randrange(4):
        case 0:
            tensor.elem_type = rng.randrange(1, 24)
        case 1 if dims:
            dims[rng.randrange(len(dims))].dim_value = rng.choice([0, 1, 2, 3, 7])
        case 2 if dims:
            del dims[0]
        case _:
            dims.add().dim_value = 2


def attempt(source: object) -> None:
    with contextlib.suppress(MlccError):
        from_onnx(source)


@pytest.mark.every(2)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(8))
def test_changed_models(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(ROUNDS):
        model = onnx.ModelProto()
        model.CopyFrom(rng.choice(models()))
        for _ in range(rng.choice([1, 1, 2, 3])):
            rng.choice([change_node, change_attribute, change_input])(model.graph, rng)
        if rng.random() < 0.1:
            model.opset_import[0].version = rng.randrange(1, 40)
        attempt(model)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(4))
def test_changed_bytes(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(ROUNDS * 2):
        data = bytearray(rng.choice(models()).SerializeToString())
        for _ in range(rng.choice([1, 1, 2, 8])):
            data[rng.randrange(len(data))] = rng.randrange(256)
        attempt(bytes(data))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_types_of_the_whole_suite() -> None:
    """Every case of the suite imports with the declared element types and shapes of its outputs, or is refused."""
    from mlcc.ir import dtype as dt
    from mlcc.relax import output_infos

    count = 0
    for model in models():
        kinds = [o.type.tensor_type for o in model.graph.output if o.type.WhichOneof("value") == "tensor_type"]
        try:
            main = from_onnx(model)["main"]
        except MlccError:
            continue
        if "output_formats" in main.attrs or "output_lengths" in main.attrs:
            continue
        for info, declared in zip(output_infos(main.ret_sinfo), kinds, strict=True):
            assert info.dtype == dt.from_numpy(onnx.helper.tensor_dtype_to_np_dtype(declared.elem_type))
            sizes = [d.dim_value if d.HasField("dim_value") else None for d in declared.shape.dim]
            static = info.static_shape()
            assert static is None or all(s is None or s == t for s, t in zip(sizes, static, strict=True)), (
                model.graph.name
            )
        count += 1
    assert count > 1000
