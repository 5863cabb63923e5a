"""Random graphs spliced from the cases of ONNX's own suite, judged against onnx.reference and onnxruntime.

A case (a node with its inputs) is the beginning; each further one has an input that comes from what is there already,
made to fit. Graphs have symbolic dimensions, sizes of 0, NaN and infinities, quantised values, conditionals and loops::

    PYTHONPATH=.:tests:tests/property python -m splices --seeds 0:1000 --out findings
"""
