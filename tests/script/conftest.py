"""What the tests of the text share."""

from __future__ import annotations

import textwrap

import pytest

from mlcc.diagnostics import MlccError
from mlcc.ir import IRModule, PrimFunc
from mlcc.ir.compare import first_difference
from mlcc.script import parse_module, parse_prim_func


def round_trip(module: IRModule | PrimFunc, dialects: tuple[str, ...] = ("mlcc", "tvm")) -> None:
    """Printing and reading again gives the same program."""
    for dialect in dialects:
        text = module.script(dialect=dialect)
        read = parse_module(text) if isinstance(module, IRModule) else parse_prim_func(text)
        if dialect == "mlcc":
            assert first_difference(module, read) is None, f"{first_difference(module, read)}\n{text}"
        # TVM has no `call_tir` of a library function: that becomes `call_dps_packed`, so the texts are compared.
        assert read.script(dialect=dialect) == text


def body_of(text: str, params: str = 'A: T.Buffer((8, 8), "float32"), B: T.Buffer((8,), "float32")') -> PrimFunc:
    """A tensor program with the given body, checked for its round trip."""
    body = textwrap.indent(textwrap.dedent(text).strip("\n"), "    ")
    func = parse_prim_func(f"@T.prim_func\ndef f({params}):\n{body}\n")
    round_trip(func)
    return func


def problems(text: str) -> list[str]:
    """`CODE line:column` of every diagnostic of a text."""
    with pytest.raises(MlccError) as caught:
        parse_module(text)
    return [f"{d.code} {d.span.line}:{d.span.column}" for d in caught.value.diagnostics if d.span is not None]
