"""Front ends under TVM's names; the importers themselves are above this layer."""

from mlcc.late_names import loader

__getattr__ = loader(__name__, {"nn": ".nn", "onnx": ".onnx", "torch": ".torch"})
