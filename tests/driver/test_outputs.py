"""Which outputs a build writes, and depfiles."""

from __future__ import annotations

import pytest

from mlcc.diagnostics import MlccError
from mlcc.driver.outputs import KINDS, Output, depfile_path, depfile_text, library_suffix, plan_outputs


@pytest.mark.parametrize(
    ("output", "emit", "expected"),
    [
        (None, (), [("so", "m.so")]),
        (None, ("ll",), [("ll", "m.ll")]),
        (None, ("so,h",), [("so", "m.so"), ("h", "m.h")]),
        ("x/y.o", (), [("o", "x/y.o")]),
        ("x/y.any", ("s",), [("s", "x/y.any")]),
        ("-", ("tir",), [("tir", "-")]),
        ("out/m", ("so", "h,ll"), [("so", "out/m.so"), ("h", "out/m.h"), ("ll", "out/m.ll")]),
        ("out/m.so", ("so,h",), [("so", "out/m.so"), ("h", "out/m.h")]),
        ("a.b", ("so,h,so",), [("so", "a.b.so"), ("h", "a.b.h")]),
        ("out/m", ("so,cmake",), [("so", "out/m.so"), ("cmake", "out/m-config.cmake")]),
    ],
)
def test_plan(output: str | None, emit: tuple[str, ...], expected: list[tuple[str, str]]) -> None:
    assert list(plan_outputs(output, emit, "m")) == [Output(kind, path) for kind, path in expected]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_its_suffix(kind: str) -> None:
    beside = {"c": "h", "hpp": "h", "wasm": "mjs"}.get(kind)
    more = () if beside is None else (Output(beside, f"m.{beside}"),)
    assert plan_outputs(f"m.{kind}", (), "x") == (Output(kind, f"m.{kind}"), *more)


@pytest.mark.parametrize(
    ("output", "emit", "code"),
    [("m.exe", (), "D121"), ("m", ("exe",), "D121"), ("-", (), "D121"), ("-", ("s,o",), "D122")],
)
def test_refused(output: str, emit: tuple[str, ...], code: str) -> None:
    with pytest.raises(MlccError) as caught:
        plan_outputs(output, emit, "m")
    assert caught.value.code == code


def test_a_suffix_of_another_system_is_no_kind() -> None:
    with pytest.raises(MlccError, match="there is no output kind `dll`") as caught:
        plan_outputs(None, ("dll",), "net")
    assert caught.value.diagnostic.help == "a shared library is of the kind `so` on every system: --emit so -o net.dll"


def test_names_of_shared_libraries() -> None:
    assert plan_outputs(None, (), "m", ".dll") == (Output("so", "m.dll"),)
    assert plan_outputs("a/m.dylib", ("so,h",), "m", ".dylib") == (Output("so", "a/m.dylib"), Output("h", "a/m.h"))
    assert plan_outputs("m.dll", (), "m", ".dll") == (Output("so", "m.dll"),)
    assert [library_suffix(t) for t in ("x86_64-windows-gnu", "arm64-apple-macos", "x86_64-linux-gnu", "mips-foo")] == [
        ".dll", ".dylib", ".so", ".so"
    ]  # fmt: skip


def test_names_of_depfiles() -> None:
    assert depfile_path(False, "m.so") is None
    assert depfile_path(True, "m.so") == "m.so.d"
    assert depfile_path("other.d", "-") == "other.d"
    with pytest.raises(MlccError) as raised:
        depfile_path(True, "-")
    assert raised.value.code == "D120"


def test_depfile_is_a_make_rule() -> None:
    assert depfile_text(["m.so", "m.h"], ["a b.onnx", "t$.yaml"]) == (
        "m.so m.h: \\\n  a\\ b.onnx \\\n  t$$.yaml\n\na\\ b.onnx:\n\nt$$.yaml:\n"
    )
