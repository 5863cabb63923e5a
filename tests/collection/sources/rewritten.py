"""Models as onnxruntime's own tools write them: its quantiser in every mode, its optimiser, its float16."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import onnx

from ..made import Sample, pair
from . import timm_models, torch_export, transformers_models
from .torch_export import Form, Inputs

Rewrite = Callable[[Path, Path, list[Any]], None]


def load() -> None:
    """Imports the packages."""
    torch_export.load()
    import onnxruntime.quantization
    import onnxruntime.transformers.optimizer  # noqa: F401
    import timm  # noqa: F401
    import transformers  # noqa: F401


def names() -> Iterable[str]:
    """The model and what is done to it."""
    return [f"{base} {rewrite}" for rewrite, (_, bases) in _REWRITES.items() for base in bases.split()]


def make(name: str) -> list[Sample]:
    """The dynamic model, rewritten, with the inputs that it had."""
    base, rewrite = name.split(" ", 1)
    samples = _BASES[base]()
    feeds = [sample.feeds for sample in samples]
    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder) / "before.onnx", Path(folder) / "after.onnx"
        onnx.save(samples[0].model, str(before))
        _REWRITES[rewrite][0](before, after, feeds)
        return pair(onnx.load(str(after)), *feeds)


def _transformer(name: str, exporter: str = "script", opset: int = 17) -> list[Sample]:
    model, inputs = transformers_models.small(name)
    return torch_export.exported(model, inputs, Form(exporter, opset, True))


def _picture(name: str) -> list[Sample]:
    return timm_models.of(name, Form("script", 17, True))


def _recurrent() -> list[Sample]:
    import torch

    torch.manual_seed(0)

    class Recurrent(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.table = torch.nn.Embedding(50, 24)
            self.inner = torch.nn.LSTM(24, 32, num_layers=2, bidirectional=True, batch_first=True)
            self.outer = torch.nn.Linear(64, 9)

        def forward(self, **inputs: Any) -> Any:
            return self.outer(self.inner(self.table(inputs["words"]))[0])

    calls = [{"words": torch.randint(0, 50, shape)} for shape in ((2, 7), (3, 11))]
    return torch_export.exported(
        Recurrent().eval(), Inputs(calls, {"words": {0: "batch", 1: "length"}}), Form("script", 17, True)
    )


_TRANSFORMERS = ("bert", "gpt2", "vit", "bart", "llama", "roberta", "swin", "t5", "whisper", "convnext")
_BASES: dict[str, Callable[[], list[Sample]]] = {
    **{name: partial(_transformer, name) for name in _TRANSFORMERS},
    "llama-dynamo": partial(_transformer, "llama", "dynamo", 21),
    "bert-dynamo": partial(_transformer, "bert", "dynamo", 21),
    "bert-21": partial(_transformer, "bert", "dynamo", 21),
    **{name: partial(_picture, name) for name in ("test_resnet", "test_efficientnet", "mobilenetv3_small_050")},
    "lstm": _recurrent,
}  # fmt: skip


def _dynamic(before: Path, after: Path, feeds: list[Any], weight: str = "QInt8", **options: Any) -> None:
    from onnxruntime.quantization import QuantType, quantize_dynamic

    quantize_dynamic(before, after, weight_type=QuantType[weight], **options)


def _static(
    before: Path, after: Path, feeds: list[Any], form: str = "QDQ", activations: str = "QUInt8", weights: str = "QInt8",
    **options: Any,
) -> None:  # fmt: skip
    from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
    from onnxruntime.quantization.shape_inference import quant_pre_process

    class Reader(CalibrationDataReader):
        def __init__(self) -> None:
            self.left = iter(feeds)

        def get_next(self) -> Any:
            return next(self.left, None)

    ready = before.with_name("ready.onnx")
    quant_pre_process(str(before), str(ready), skip_symbolic_shape=True)
    quantize_static(
        ready, after, Reader(), quant_format=QuantFormat[form], activation_type=QuantType[activations],
        weight_type=QuantType[weights], **options,
    )  # fmt: skip


def _blocks(before: Path, after: Path, feeds: list[Any], **options: Any) -> None:
    from onnxruntime.quantization import QuantFormat, matmul_nbits_quantizer

    if "quant_format" in options:
        options["quant_format"] = QuantFormat[options["quant_format"]]
    quantizer = matmul_nbits_quantizer.MatMulNBitsQuantizer(onnx.load(str(before)), **options)
    quantizer.process()
    quantizer.model.save_model_to_file(str(after))


def _optimised(
    before: Path, after: Path, feeds: list[Any], kind: str = "bert", half: bool = False, level: int = 0
) -> None:
    from onnxruntime.transformers.optimizer import optimize_model

    made = optimize_model(str(before), kind, num_heads=4, hidden_size=48, opt_level=level, use_gpu=False)
    if half:
        made.convert_float_to_float16(keep_io_types=True)
    made.save_model_to_file(str(after))


def _optimised_dynamic(before: Path, after: Path, feeds: list[Any]) -> None:
    between = before.with_name("between.onnx")
    _optimised(before, between, feeds)
    _dynamic(between, after, feeds)


def _bitsandbytes(before: Path, after: Path, feeds: list[Any], codes: int) -> None:
    from onnxruntime.quantization.matmul_bnb4_quantizer import MatMulBnb4Quantizer

    quantizer = MatMulBnb4Quantizer(onnx.load(str(before)), codes, 16)
    quantizer.process()
    quantizer.model.save_model_to_file(str(after))


def _session(before: Path, after: Path, feeds: list[Any], level: str = "ORT_ENABLE_EXTENDED") -> None:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = getattr(onnxruntime.GraphOptimizationLevel, level)
    options.optimized_model_filepath, options.log_severity_level = str(after), 4
    onnxruntime.InferenceSession(str(before), options, providers=["CPUExecutionProvider"])


def _half(before: Path, after: Path, feeds: list[Any], **options: Any) -> None:
    from onnxruntime.transformers.float16 import convert_float_to_float16

    onnx.save(convert_float_to_float16(onnx.load(str(before)), **options), str(after))


_ALL = "bert test_resnet"
_SYMMETRIC = {"ActivationSymmetric": True, "WeightSymmetric": True}
_PAIRS = {"DedicatedQDQPair": True, "AddQDQPairToWeight": True}
_CONTRIBUTED = {"UseQDQContribOps": True}
#: What is done, and to which models.
_REWRITES: dict[str, tuple[Rewrite, str]] = {
    "dynamic int8": (_dynamic, "bert gpt2 vit llama lstm bart"),
    "dynamic uint8": (partial(_dynamic, weight="QUInt8"), "bert test_resnet t5"),
    "dynamic per channel": (partial(_dynamic, per_channel=True), "bert lstm"),
    "dynamic reduced": (partial(_dynamic, per_channel=True, reduce_range=True), "bert"),
    "static QDQ": (_static, "test_resnet test_efficientnet mobilenetv3_small_050 bert vit convnext"),
    "static QDQ int8": (partial(_static, activations="QInt8"), _ALL),
    "static QDQ per channel": (partial(_static, per_channel=True), "test_resnet vit"),
    "static QDQ symmetric": (
        partial(_static, activations="QInt8", extra_options=_SYMMETRIC), _ALL),
    "static QDQ uint8 weights": (partial(_static, weights="QUInt8"), _ALL),
    "static QDQ 16 bits": (
        partial(_static, activations="QUInt16", weights="QInt8", extra_options=_CONTRIBUTED), _ALL),
    "static QDQ int16": (partial(_static, activations="QInt16", weights="QInt16", extra_options=_CONTRIBUTED), _ALL),
    "static QDQ int4 weights": (partial(_static, weights="QInt4"), "bert-21 llama-dynamo"),
    "static QDQ without bias": (partial(_static, extra_options={"QuantizeBias": False}), "test_resnet"),
    "static QDQ pairs dedicated": (partial(_static, extra_options=_PAIRS), _ALL),
    "static QOperator": (partial(_static, form="QOperator"), "test_resnet mobilenetv3_small_050 bert vit"),
    "static QOperator uint8": (partial(_static, form="QOperator", weights="QUInt8"), _ALL),
    "static QOperator int8": (partial(_static, form="QOperator", activations="QInt8", per_channel=True), "test_resnet"),
    "weights of 4 bits": (partial(_blocks, block_size=16), "bert llama llama-dynamo gpt2"),
    "weights of 4 bits, symmetric": (partial(_blocks, block_size=32, is_symmetric=True), "bert llama-dynamo"),
    "weights of 4 bits, accuracy 4": (partial(_blocks, block_size=32, accuracy_level=4), "bert llama-dynamo"),
    "weights of 4 bits, QDQ": (partial(_blocks, block_size=16, quant_format="QDQ"), "bert-21 llama-dynamo"),
    "embedding of 4 bits": (partial(_blocks, block_size=16, op_types_to_quantize=("MatMul", "Gather")), "bert llama"),
    "weights of FP4": (partial(_bitsandbytes, codes=0), "bert"),
    "weights of NF4": (partial(_bitsandbytes, codes=1), "llama gpt2"),
    "optimised, dynamic int8": (_optimised_dynamic, "bert roberta bert-dynamo"),
    "optimised as bert": (_optimised, "bert roberta bert-dynamo"),
    "optimised as bert, float16": (partial(_optimised, half=True), "bert"),
    "optimised as bert, level 2": (partial(_optimised, level=2), "bert"),
    "optimised as gpt2": (partial(_optimised, kind="gpt2"), "gpt2 llama"),
    "optimised as vit": (partial(_optimised, kind="vit"), "vit"),
    "optimised as bart": (partial(_optimised, kind="bart"), "bart whisper"),
    "optimised as t5": (partial(_optimised, kind="t5"), "t5"),
    "optimised as swin": (partial(_optimised, kind="swin"), "swin"),
    "session basic": (partial(_session, level="ORT_ENABLE_BASIC"), "bert test_resnet"),
    "session extended": (_session, "bert gpt2 vit llama test_resnet test_efficientnet convnext lstm"),
    "session all": (partial(_session, level="ORT_ENABLE_ALL"), "bert test_resnet mobilenetv3_small_050"),
    "float16": (partial(_half, keep_io_types=True), "bert test_resnet lstm gpt2"),
    "float16 everywhere": (_half, "vit"),
}  # fmt: skip
