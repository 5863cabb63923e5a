"""`mlcc quantize MODEL`: a float ONNX model to a quantised one."""

from __future__ import annotations

from typing import Any

import click

from .options import (
    common_options,
    input_path,
    output_option,
    output_path,
    parse_shapes,
    remember_input,
    shape_option,
    target_option,
)


@click.command("quantize")
@click.argument("model", type=input_path)
@click.option(
    "--calibrate",
    type=input_path,
    metavar="DATA",
    help="An .npz file of one or many samples per input, a folder of .npz or .npy files, or `random`.",
)
@output_option
@click.option(
    "--activations",
    type=click.Choice(("uint8", "int8", "dynamic", "float")),
    default="uint8",
    show_default=True,
    help="Static grids of that type, grids computed at run time, or float: weights only.",
)
@click.option(
    "--weights",
    type=click.Choice(("int8", "int4", "uint4")),
    default="int8",
    show_default=True,
    help="Type of weights; uint4 has zero points. 4-bit types need --block and --activations float.",
)
@click.option("--block", type=int, default=0, metavar="N", help="A scale per N weights (16 to 256) along the depth.")
@click.option(
    "--form",
    type=click.Choice(("qdq", "operators")),
    default=None,
    help="QuantizeLinear and DequantizeLinear, or MatMulInteger, ConvInteger and MatMulNBits.",
)
@click.option(
    "--method",
    type=click.Choice(("minmax", "percentile", "mse", "entropy")),
    default="minmax",
    show_default=True,
    help="How the range of an activation follows from its values.",
)
@click.option("--percentile", type=float, default=99.99, show_default=True, help="Share of values that a range keeps.")
@click.option(
    "--weight-method",
    type=click.Choice(("minmax", "mse")),
    default=None,
    help="How the range of a weight follows; default: minmax, mse for weights only.",
)
@click.option("--per-tensor", is_flag=True, help="One scale per weight instead of one per output channel.")
@click.option("--symmetric", is_flag=True, help="Zero points of activations in the middle of the type.")
@click.option("--reduce-range", is_flag=True, help="Weights of 7 bits, for processors without VNNI.")
@click.option("--ops", metavar="LIST", help="Operators to quantise: Conv,MatMul, or +Mul,-Add from the default.")
@click.option(
    "--keep",
    multiple=True,
    metavar="PATTERN",
    help="Nodes to keep in float, by name, result or operator; `*` matches anything; repeatable.",
)
@click.option(
    "--max-error",
    type=click.FloatRange(0),
    metavar="E",
    help="Keep layers in float until the relative error of the outputs is at most E.",
)
@click.option("--equalize", is_flag=True, help="Equalise the ranges of channels across layers first.")
@click.option(
    "--bias-correction/--no-bias-correction",
    default=True,
    help="Whether biases make up for the mean error of rounded weights.",
)
@click.option("--samples", type=click.IntRange(1), metavar="N", help="How many samples to use; default: all.")
@click.option("--measure/--no-measure", default=True, help="Whether to measure errors, which compiles the model again.")
@click.option(
    "--report",
    "report_path",
    type=output_path,
    is_flag=False,
    flag_value="-",
    metavar="[FILE]",
    help="Write the report: JSON (.json), or the text that is printed.",
)
@shape_option
@target_option
@common_options
def command(model: str, output: str | None, **options: Any) -> None:
    """Quantise MODEL (ONNX, float32) and print the error of each layer and output.

    \b
    The error of a value is norm(quantised - float) / norm(float), the largest
    over the first eight samples; that of a layer has the float model's
    operands, that of the model is the largest of its outputs'.

    \b
    Examples:
      mlcc quantize model.onnx --calibrate data.npz -o model.int8.onnx
      mlcc quantize model.onnx --calibrate images/ --method mse --max-error 0.01 -o m.onnx
      mlcc quantize model.onnx --activations dynamic -o model.dynamic.onnx
      mlcc quantize model.onnx --activations float --weights int4 --block 32 -o model.int4.onnx
    """
    from pathlib import Path

    from mlcc.driver.writing import write_output
    from mlcc.quantization import quantize
    from mlcc.quantization.saving import open_output

    from .session import report
    from .stage_progress import StageProgress

    remember_input(model)
    target = output or ("-" if model == "-" else f"{Path(model).stem}.quantized.onnx")
    calibration, report_path = options.pop("calibrate"), options.pop("report_path")
    shapes = parse_shapes(options.pop("shapes"))
    with open_output(target) as save, StageProgress("quantize", model) as progress:
        result = quantize(
            model_source(model), calibration, shapes=shapes, on_warning=report, on_progress=progress, **options
        )
        save(result.model)
    if report_path is not None:
        as_json = report_path.endswith(".json")
        write_output(report_path, result.report.json() if as_json else result.report.text())
    click.echo(result.report.text(), nl=False, err=target == "-" or report_path == "-")


def model_source(model: str) -> Any:
    """The model as the quantiser takes it: a path, or the bytes of standard input."""
    if model != "-":
        return model
    from mlcc.driver.files import read_bytes

    return read_bytes(model)
