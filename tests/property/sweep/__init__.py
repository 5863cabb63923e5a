"""Random programs times random steps of all primitives: each pair is right or refused, and nothing else.

    PYTHONPATH=.:tests:tests/property python -m sweep --seeds 0:10000 --out findings

judges one pair a seed and writes each finding, minimised, as `NAME.tir` and `NAME.yaml`, which
`mlcc schedule NAME.tir -s NAME.yaml --verify` reads. `--seeds 1234` repeats one pair.
"""
