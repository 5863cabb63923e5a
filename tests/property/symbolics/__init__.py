"""Random models whose sizes have names, built once for all of them and once per call, beside onnxruntime.

A model is a chain of layers with residuals: images (`images.py`) or sequences (`sequences.py`), as floats or quantised
by onnxruntime's tools (`forms.py`). Its calls have sizes of 1, odd and large ones; `judge.py` compares each.
"""
