"""Windows of convolutions and pools: padding that depends on symbolic sizes, and windows larger than the image."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
from onnx_models import FLOAT, INT64, model_of, node, onnxruntime_results
from tolerances import assert_close

import mlcc
from mlcc import MlccError
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime


def images(*shape: int) -> Any:
    return np.random.default_rng(list(shape)).standard_normal(shape).astype(np.float32)


def windowed(op: str, dims: list[Any], kernel: list[int], **attrs: Any) -> onnx.ModelProto:
    """A pool, or a (transposed) convolution of three channels, on images of `dims`."""
    weights = {}
    if "Conv" in op:
        weights["w"] = images(4, 3, *kernel) if op == "Conv" else images(3, 4, *kernel)
    else:
        attrs["kernel_shape"] = kernel
    one = node(op, ["x", *weights], ["y"], **attrs)
    return model_of([one], {"x": (FLOAT, dims)}, ["y"], weights, opset=18 if op == "LpPool" else 19)


#: Operator, and the attributes that make it another case.
SAME: list[tuple[str, dict[str, Any]]] = [
    ("Conv", {}), ("Conv", {"dilations": [2, 1]}), ("ConvTranspose", {}), ("MaxPool", {}), ("LpPool", {}),
    ("AveragePool", {}), ("AveragePool", {"count_include_pad": 1}),
]  # fmt: skip


@pytest.mark.cover(1)
@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize("auto_pad", ["SAME_UPPER", "SAME_LOWER"])
@pytest.mark.parametrize(("kernel", "strides"), [([3, 2], [2, 1]), ([1, 2], [2, 3])])
@pytest.mark.parametrize(("op", "attrs"), SAME)
def test_automatic_padding_of_symbolic_sizes(
    op: str, attrs: dict[str, Any], kernel: list[int], strides: list[int], auto_pad: str, cores: int
) -> None:
    """As with the same sizes given while compiling. Windows of (3, 2) overlap, or skip rows."""
    options = {**attrs, "auto_pad": auto_pad, "strides": strides}
    model = windowed(op, ["n", 3, "h", "w"], kernel, **options)
    library = mlcc.build(from_onnx(model), target=f"llvm -mcpu=native -num-cores={cores}")
    for size in ((11, 9), (8, 12)):
        x = images(2, 3, *size)
        got = library(x)
        if attrs or kernel[0] == 1:  # onnxruntime has neither dilations nor windows that skip rows here
            want = mlcc.build(from_onnx(windowed(op, list(x.shape), kernel, **options)))(x)
        else:
            (want,) = onnxruntime_results(model, {"x": x})
        assert_close(got, want)


def test_indices_need_static_sizes() -> None:
    one = node("MaxPool", ["x"], ["y", "i"], kernel_shape=[2, 2], strides=[2, 2], auto_pad="SAME_UPPER")
    with pytest.raises(MlccError) as caught:
        from_onnx(model_of([one], {"x": (FLOAT, [1, 3, "h", "w"])}, ["y", "i"]))
    assert caught.value.code == "I111"


@pytest.mark.cover(2)
@pytest.mark.parametrize("pads", [[0, 0, 0, 0], [1, 1, 1, 1], [0, 1, 2, 0]])
@pytest.mark.parametrize("dims", [[1, 3, 7, 6], [1, 3, "h", "w"]])
@pytest.mark.parametrize(
    ("op", "attrs"), [("MaxPool", {}), ("AveragePool", {}), ("AveragePool", {"count_include_pad": 1})]
)
def test_windows_larger_than_the_image(op: str, attrs: dict[str, Any], dims: list[Any], pads: list[int]) -> None:
    """With ceil_mode one window may reach beyond image and padding, as far as its stride goes."""
    x = images(1, 3, 7, 6)
    model = windowed(op, dims, [9, 8], strides=[9, 9], ceil_mode=1, pads=pads, **attrs)
    np.testing.assert_allclose(mlcc.build(from_onnx(model))(x), onnxruntime_results(model, {"x": x})[0], atol=1e-6)


@pytest.mark.parametrize("shape", [None, [10, 8], [11, 7]])
@pytest.mark.parametrize("extra", [[2, 1], [0, 2], [-1, 0]])
def test_output_padding_is_less_than_a_step(extra: list[int], shape: list[int] | None) -> None:
    """The standard says so; other numbers are refused, as onnxruntime does. An output's shape may be stated, too."""
    options = {} if shape is None else {"output_shape": shape}
    model = windowed("ConvTranspose", [1, 3, 3, 3], [3, 3], strides=[3, 2], output_padding=extra, **options)
    if extra != [2, 1]:
        with pytest.raises(MlccError) as caught:
            from_onnx(model)
        assert caught.value.code == "I117"
        return
    x = images(1, 3, 3, 3)
    assert_close(mlcc.build(from_onnx(model))(x), onnxruntime_results(model, {"x": x})[0])


def test_a_window_far_larger_than_the_image() -> None:
    """Only what it meets is summed up: the whole image."""
    x = images(1, 8, 7, 7)
    model = windowed("AveragePool", list(x.shape), [1280, 1280], strides=[1280, 1280], ceil_mode=1)
    got = mlcc.build(from_onnx(model))(x)
    np.testing.assert_allclose(got, x.mean((2, 3), keepdims=True), atol=1e-6)


def test_windows_that_nothing_is_left_of() -> None:
    model = windowed("AveragePool", [1, 3, 7, 7], [9, 9], strides=[1, 1], ceil_mode=1)
    with pytest.raises(MlccError) as caught:
        mlcc.build(from_onnx(model))
    assert caught.value.code == "T203"


def test_programs_of_equal_form_take_their_own_sizes() -> None:
    """Two programs that differ in the dimension that they are computed from alone are one; each call gives its own."""
    nodes = [node("Shape", ["x"], ["d"]), node("Split", ["d"], ["n", "h", "w"], num_outputs=3)]
    weights = {"two": np.array([2]), "step": np.array(1.0, np.float32)}
    for name in ("h", "w"):
        nodes += [node("Add", [name, name], [f"{name}2"]), node("ConstantOfShape", [f"{name}2"], [f"{name}0"]),
                  node("Add", [f"{name}0", "step"], [f"{name}1"]), node("Exp", [f"{name}1"], [f"{name}y"])]  # fmt: skip
    model = model_of(nodes, {"x": (INT64, ["n", "h", "w"])}, ["hy", "wy"], weights, opset=18)
    library = mlcc.build(from_onnx(model), target="llvm -mcpu=native -num-cores=1")
    for shape in ((1, 2, 3), (1, 5, 4)):
        results = library(np.zeros(shape, np.int64))
        assert [r.shape for r in results] == [(2 * shape[1],), (2 * shape[2],)]
        for r in results:
            np.testing.assert_allclose(r, np.e, rtol=1e-6)


@pytest.mark.cover(1)
@pytest.mark.parametrize("length", [400, 83])
@pytest.mark.parametrize("cores", [1, 2])
def test_a_speech_encoder_of_any_length(cores: int, length: int) -> None:
    """Strided convolutions over samples, then attention among what they leave; too short a call is refused."""
    weights: dict[str, Any] = {"one": np.array([1])}
    nodes, x, channels = [node("Unsqueeze", ["x", "one"], ["u"])], "u", 1
    for n, (kernel, stride) in enumerate([(10, 5), (3, 2), (3, 2), (2, 2)]):
        weights[f"w{n}"] = images(8, channels, kernel) / 3
        nodes += [node("Conv", [x, f"w{n}"], [f"c{n}"], strides=[stride]), node("Relu", [f"c{n}"], [f"r{n}"])]
        x, channels = f"r{n}", 8
    weights |= {name: images(8, 8, seed)[:, :, 0] for seed, name in enumerate("qkv", 1)}
    nodes += [node("Transpose", [x], ["t"], perm=[0, 2, 1])]
    nodes += [node("MatMul", ["t", name], [f"{name}t"]) for name in "qkv"]
    nodes += [node("Transpose", ["kt"], ["kk"], perm=[0, 2, 1]), node("MatMul", ["qt", "kk"], ["s"]),
              node("Softmax", ["s"], ["p"], axis=-1), node("MatMul", ["p", "vt"], ["y"])]  # fmt: skip
    model = model_of(nodes, {"x": (FLOAT, ["n", "length"])}, ["y"], weights, opset=18)
    library = mlcc.build(from_onnx(model), target=f"llvm -mcpu=native -num-cores={cores}")
    x0 = images(2, length)
    assert_close(library(x0), onnxruntime_results(model, {"x": x0})[0])
    with pytest.raises(MlccError):
        library(images(2, 9))


@pytest.mark.parametrize("zero", [77, None])
def test_automatic_padding_of_integers_stands_for_zero_points(zero: int | None) -> None:
    """Those of the model, and those that only the run knows, as dynamic quantisation has them."""
    d = np.random.default_rng(7)
    x, w = d.integers(0, 256, (2, 3, 9, 8)).astype(np.uint8), d.integers(-128, 128, (4, 3, 3, 2)).astype(np.int8)
    weights = {"w": w} if zero is None else {"w": w, "z": np.uint8(zero)}
    one = node("ConvInteger", ["x", "w", "z"], ["y"], auto_pad="SAME_UPPER", strides=[2, 1])
    inputs: dict[str, Any] = {"x": (onnx.TensorProto.UINT8, ["n", 3, "h", "w"])}
    feeds: dict[str, Any] = {"x": x}
    if zero is None:
        inputs, feeds = inputs | {"z": (onnx.TensorProto.UINT8, [])}, feeds | {"z": np.array(201, np.uint8)}
    model = model_of([one], inputs, ["y"], weights)
    got = mlcc.build(from_onnx(model))(*feeds.values())
    np.testing.assert_array_equal(got, onnxruntime_results(model, feeds)[0])


@pytest.mark.every(2)
@pytest.mark.parametrize("auto_pad", ["NOTSET", "SAME_UPPER"])
@pytest.mark.parametrize("output_padding", [[0, 0], [1, 0]])
def test_output_shapes_of_symbolic_sizes(auto_pad: str, output_padding: list[int]) -> None:
    """What is cut off follows from the sizes of the run; for small ones zeros are added."""
    options = {"auto_pad": auto_pad, "strides": [2, 1], "output_shape": [14, 8], "output_padding": output_padding}
    library = mlcc.build(from_onnx(windowed("ConvTranspose", ["n", 3, "h", "w"], [3, 2], **options)))
    for size in ((7, 9), (8, 8), (6, 7)):
        x = images(2, 3, *size)
        fixed = windowed("ConvTranspose", list(x.shape), [3, 2], **options)
        got = library(x)
        assert_close(got, mlcc.build(from_onnx(fixed))(x))
        if not any(output_padding):
            assert_close(got, onnxruntime_results(fixed, {"x": x})[0])


@pytest.mark.parametrize("sizes", [None, [3, 2, 9, 7]])
def test_unpooling_of_symbolic_sizes(sizes: list[int] | None) -> None:
    from onnx.reference import ReferenceEvaluator

    rules = {"kernel_shape": [2, 2], "strides": [2, 2]}
    nodes = [node("MaxPool", ["x"], ["p", "i"], **rules),
             node("MaxUnpool", ["p", "i", *(["s"] if sizes else [])], ["y"], **rules)]  # fmt: skip
    weights = {"s": np.array(sizes)} if sizes else {}
    model = model_of(nodes, {"x": (FLOAT, ["n", 2, "h", "w"])}, ["y"], weights, opset=13)
    library = mlcc.build(from_onnx(model))
    for shape in ((3, 2, 8, 6), (3, 2, 6, 4)):
        x = images(*shape)
        (want,) = ReferenceEvaluator(model).run(None, {"x": x})
        assert np.array_equal(library(x), want)
