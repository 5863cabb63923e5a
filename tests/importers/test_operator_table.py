"""The committed table of operators that can be imported: it may grow, and never shrink."""

from __future__ import annotations

from pathlib import Path

from mlcc.importers.onnx import supported_ops

TABLE = Path(__file__).parent / "onnx_operators.txt"


def test_no_operator_disappears(update_golden: bool) -> None:
    lines = [f"{name} {' '.join(map(str, versions))}" for name, versions in supported_ops().items()]
    if update_golden:
        TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    known = TABLE.read_text(encoding="utf-8").splitlines()
    now = {line.split()[0]: {int(v) for v in line.split()[1:]} for line in lines}
    for line in known:
        name, *versions = line.split()
        assert name in now, f"`{name}` can no longer be imported; `--update-golden` accepts that"
        assert min(now[name]) <= min(map(int, versions)), f"old opsets of `{name}` can no longer be imported"
