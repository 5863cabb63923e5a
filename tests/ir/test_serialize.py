"""The JSON form of modules."""

import json
import re

import numpy as np
import pytest

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Constant,
    IRModule,
    first_difference,
    from_json,
    module_from_json,
    numpy_dtype,
    prim_func,
    structural_equal,
    to_json,
)
from mlcc.script import parse_module

from .ir_programs import ALL, GRAPH_SYMBOLIC, MATMUL_RELU, VIEWS

EVERY = {**ALL, "GRAPH_SYMBOLIC": GRAPH_SYMBOLIC}


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("indent", [None, 2])
def test_json_reads_back(name, indent):
    module = parse_module(EVERY[name])
    text = to_json(module, indent=indent)
    again = from_json(text)
    assert first_difference(module, again) is None
    assert again.script() == module.script()
    assert to_json(again, indent=indent) == text


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16", "int64", "bool", "uint8"])
def test_tensors_read_back(dtype):
    data = np.arange(24).reshape(2, 3, 4).astype(numpy_dtype(dtype))
    for array in (data, data.T, data[:, ::2], data[:0], np.array(1).astype(numpy_dtype(dtype))):
        again = from_json(to_json(Constant(array)))
        assert structural_equal(again, Constant(array))
        assert again.data.shape == array.shape


def test_attribute_values_read_back():
    from mlcc.ir import Evaluate, const

    attrs = {"a": None, "b": float("inf"), "c": [1, 2.5, "x", {"k": True}], "d": const(3, "int64"), "e": np.arange(3)}
    func = prim_func([], Evaluate(const(0)), **attrs)
    again = from_json(to_json(IRModule({"f": func})))["f"]
    assert again.attrs["b"] == float("inf")
    assert structural_equal(func, again)


def test_spans_are_left_out():
    assert "span" not in to_json(parse_module(MATMUL_RELU))


GOOD = to_json(parse_module(VIEWS))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "V090"),
        ("{", "V090"),
        (GOOD[:-40], "V090"),
        ("[" * 100_000, "V090"),
        ("[]", "V091"),
        ("{}", "V091"),
        (GOOD.replace('"version":1', '"version":2'), "V091"),
        (GOOD.replace('"mlcc.module"', '"onnx"'), "V091"),
        ('{"format":"mlcc.module","version":1}', "V092"),
        (GOOD.replace('"node":"For"', '"node":"Four"', 1), "V092"),
        (GOOD.replace('"node":"For"', '"node":3', 1), "V092"),
        (GOOD.replace('"extent":', '"extend":', 1), "V092"),
        (GOOD.replace('"kind":"serial",', "", 1), "V092"),
        (GOOD.replace('"float32"', '"float33"', 1), "V092"),
        (GOOD.replace('{"var":1}', '{"var":999}', 1), "V092"),
        (GOOD.replace('{"var":1}', '{"var":"x"}', 1), "V092"),
        (GOOD.replace('{"buffer":1}', '{"var":1}', 1), "V092"),
        (GOOD.replace('"value":0', '"value":"0"', 1), "V092"),
        (re.sub(r'"vars":\[.*?\]', '"vars":7', GOOD, count=1), "V092"),
    ],
)
def test_bad_files(text, code):
    assert text != GOOD
    with pytest.raises(MlccError) as error:
        from_json(text, "model.json")
    assert error.value.code == code
    assert "model.json" in str(error.value)


def test_damaged_tensor_data():
    text = to_json(Constant(np.arange(12, dtype="float32")))
    for old, new in (
        ('"data":"A', '"data":"*'),
        ('"shape":[12]', '"shape":[13]'),
        ('"dtype":"float32"', '"dtype":"x"'),
    ):
        assert old in text
        with pytest.raises(MlccError) as error:
            from_json(text.replace(old, new))
        assert error.value.code == "V092"


def test_any_single_change_is_refused_or_read():
    """Whatever stands at a place of the tree, reading gives a module or a coded error."""
    rng = np.random.default_rng(0)
    for _ in range(150):
        data = json.loads(GOOD)
        holder, key = _random_place(data, rng)
        holder[key] = [None, -1, "x", [], {}, {"node": "IntImm"}, 1.5, True][rng.integers(8)]
        try:
            from_json(json.dumps(data))
        except MlccError as error:
            assert error.code in ("V091", "V092")  # noqa: PT017


def _random_place(data, rng):
    positions = []

    def collect(item):
        for key, value in item.items() if isinstance(item, dict) else enumerate(item):
            positions.append((item, key))
            if isinstance(value, (dict, list)):
                collect(value)

    collect(data)
    return positions[rng.integers(len(positions))]


def test_only_a_module_is_a_module():
    with pytest.raises(MlccError) as error:
        module_from_json(to_json(Constant(np.zeros(1))))
    assert error.value.code == "V092"
