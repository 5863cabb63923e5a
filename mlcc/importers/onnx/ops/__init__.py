"""Converters of ONNX operators, one module per family."""
