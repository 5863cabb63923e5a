"""Codes Q…: quantising models."""

from __future__ import annotations

from . import Code

CODES: dict[str, Code] = {
    "Q101": Code(
        "there is no calibration data",
        """
Static quantisation computes the range of each activation from samples of the model's input, and `--max-error` measures
errors on them. Dynamic activations and weights alone need none.

    $ mlcc quantize model.onnx -o model.int8.onnx
    error[Q101]: there is no calibration data, which grids of activations and errors are computed from
""",
    ),
    "Q102": Code(
        "the model is calibrated with random inputs",
        """
A warning. Normally distributed inputs do not excite a trained model as its data does: ranges, errors and the choice of
layers for `--max-error` then mean nothing for real inputs. It is good for trying a model out and for measuring speed.
""",
    ),
    "Q103": Code(
        "the model is quantised already",
        """
The model has operators such as QuantizeLinear, QLinearConv or MatMulNBits. Quantising twice would round twice.

    $ mlcc quantize model.int8.onnx --calibrate data.npz
    error[Q103]: the model is quantised already: node `x_QuantizeLinear` is a QuantizeLinear
""",
    ),
    "Q104": Code(
        "the model cannot be converted to the opset that its quantised form needs",
        """
Scales per channel need opset 13, blocks and 4-bit types opset 21. Older models are converted by ONNX's version
converter, which does not know every operator. Export the model with a later opset, or use `--form operators` for
blocks.
""",
    ),
    "Q105": Code(
        "nothing in the model can be quantised",
        """
Convolutions and matrix products with a constant float32 weight start everything: they ask for their operands as
integers. The model has none, or `--keep` and `--ops` leave none. A model in float16 is quantised from its float32 form.
""",
    ),
    "Q106": Code(
        "the calibration data lacks an input, or has one that the model lacks",
        """
An `.npz` file has an array for each input, by its name. A plain `.npy` array serves models with one input.

    $ mlcc quantize model.onnx --calibrate data.npz
    error[Q106]: `data.npz` has no array for the input `mask`
""",
    ),
    "Q107": Code(
        "the calibration data does not fit an input",
        """
With an input of shape (1, 3, 224, 224), arrays of that shape, (50, 3, 224, 224) and (50, 1, 3, 224, 224) are one and
fifty samples. All inputs have as many samples, or one. Floats of another width are converted, integers to floats are
not.
""",
    ),
    "Q108": Code(
        "the calibration data holds NaN or infinity",
        """
A range that covers such a value has no grid. The message gives the first index.
""",
    ),
    "Q109": Code(
        "the calibration data holds no sample",
        """
The folder has neither `.npz` nor `.npy` files, the arrays have no elements along the dimension of samples, or the
iterable was empty.
""",
    ),
    "Q110": Code(
        "random calibration needs sizes",
        """
Inputs whose shape has a dynamic dimension are made up only when its size is given.

    $ mlcc quantize model.onnx --calibrate random
    error[Q110]: `--calibrate random` needs the sizes of the input `x`
    help: give them: --shape x=1x3x224x224, or a symbolic dimension as n=8
""",
    ),
    "Q111": Code(
        "the float model computes NaN for a calibration sample",
        """
The range of a value cannot be taken from NaN. Infinities are left out of ranges; NaN is an error of the sample or of
the model.
""",
    ),
    "Q112": Code(
        "a pattern matches nothing, or an operator cannot be quantised",
        """
`--keep` takes names of nodes, of results, or operators, with `*` and `?`. `--ops` takes the names of operators that
`mlcc list quantize` shows; `BatchMatMul` stands for a MatMul of two activations.

    $ mlcc quantize model.onnx --calibrate random --keep 'head*'
    error[Q112]: `--keep head*` matches no node
""",
    ),
    "Q113": Code(
        "no layer can be quantised within the bound of the error",
        """
`--max-error` keeps the most sensitive layers in float until the relative error of the outputs is small enough. Here
even one quantised layer exceeds it. Choose a larger bound, or a better calibration: more samples, `--method mse`.
""",
    ),
    "Q114": Code(
        "options exclude each other",
        """
4-bit weights and blocks are for `--activations float`, 4-bit weights need `--block`; `--form operators` is for dynamic
activations and blocks.

    $ mlcc quantize model.onnx --weights int4 --calibrate data.npz
    error[Q114]: weights of type int4 without `--activations float`
""",
    ),
}
