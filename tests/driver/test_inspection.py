"""What `mlcc inspect` prints of a library."""

from __future__ import annotations

from mlcc.driver.inspection import description_lines

NAMES = ("conv2d_nchwc", "dense_packed", "generic", "reduce_columns", "window_nchwc", "winograd_nchwc")


def test_long_lists_of_names_take_several_lines() -> None:
    data = {
        "file": {"kind": "shared", "format": "elf", "architecture": "x86_64", "bytes": 10}, "name": "m", "target": {},
        "triple": "x86_64-linux-gnu", "versions": {}, "weights_bytes": 0, "arena_bytes": 0, "functions": [],
        "externs": ["env_" + "x" * 90, "env_y"], "accuracy": None, "metadata": {},
        "schedules": {f"kernel{n}": {"from": f"schedules/{name}.yaml"} for n, name in enumerate(NAMES)},
    }  # fmt: skip
    lines = description_lines(data, "m.so")
    assert lines[-4:] == [
        f"needs     env_{'x' * 90},",
        "          env_y",
        "schedules conv2d_nchwc (1), dense_packed (1), generic (1), reduce_columns (1),",
        "          window_nchwc (1), winograd_nchwc (1)",
    ]
