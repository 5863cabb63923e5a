"""The cases of ONNX's backend suite as earlier releases have them: `python -m releases`."""
