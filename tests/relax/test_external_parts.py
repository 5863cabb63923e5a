"""The phase of a build that hands parts to code generators: what is tested with each generator, and that it is off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from tolerances import assert_close

import mlcc
from mlcc import MlccError
from mlcc.extern import CSource, Generator, ObjectCode, register_generator
from mlcc.ir import GraphFunction
from mlcc.relax import dpl
from mlcc.relax.generators import registry
from mlcc.relax.operators import operator_name
from mlcc.relax.transform import ExternalParts
from mlcc.runtime import compile_object
from mlcc.target import Target

from .compilers import needs_compiler
from .graphs import graph, normal

_TWICE = "int {}(const float *x, float *y) {{ for (int i = 0; i < 6; i++) y[i] = {}; return {}; }}"


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    yield
    registry._REGISTERED.clear()


def twice(make: Any, **more: Any) -> None:
    """Register the generator `twice` of calls of `exp`, whose result for the n-th part is `make(symbol, n)`."""

    def generate(functions: Sequence[GraphFunction], options: Mapping[str, Any], constants: Mapping[str, Any]) -> Any:
        return [make(f"twice{n}", n) for n, _ in enumerate(functions)]

    register_generator(Generator("twice", "for the tests", generate, **(more or {"takes": _is_exp})))


def _is_exp(call: Any) -> bool:
    return operator_name(call) == "exp"


MODULE = graph(lambda o, x: o.nn_relu(o.exp(x)), x=(2, 3))


def test_nothing_is_taken_without_a_request() -> None:
    assert ExternalParts()(MODULE) is MODULE


@needs_compiler
def test_c_text_object_code_and_patterns() -> None:
    x = normal(2, 3)
    want = np.maximum(2 * x, 0)
    twice(lambda symbol, n: CSource(_TWICE.format(symbol, "2 * x[i]", 0), symbol))
    assert_close(mlcc.build(MODULE, extern=("twice",))(x), want)

    def compiled(symbol: str, n: int) -> ObjectCode:
        text = _TWICE.format(symbol, "2 * x[i]", 0)
        return ObjectCode(compile_object(text, Target.host().triple, 2, native=False, what=symbol), symbol)

    twice(compiled, patterns=lambda: [("exp", dpl.is_op("relax.exp")(dpl.wildcard()))])
    assert_close(mlcc.build(MODULE, extern=("twice",))(x), want)
    twice(lambda symbol, n: lambda a, out: np.copyto(out, 2 * a))
    assert_close(mlcc.build(MODULE, extern=("twice",))(x), want)


@needs_compiler
def test_a_part_that_fails() -> None:
    twice(lambda symbol, n: CSource(_TWICE.format(symbol, "0", 5), symbol))
    with pytest.raises(MlccError, match="R312.*external part `twice_part` failed"):
        mlcc.build(MODULE, extern=("twice",))(normal(2, 3))


@needs_compiler
@pytest.mark.parametrize(
    ("result", "said"),
    [
        (CSource("int f(", "f"), "R381.*refuses the text of `twice_part`"),
        (CSource("static int f(void) { return 0; } int g(void) { return f(); }", "f"), "R382.*does not define `f`"),
        (ObjectCode(b"no object", "f"), "R382.*is no object file"),
        (None, "T128.*returned a NoneType"),
        (7, "T128.*returned a int"),
    ],
)
def test_results_that_are_garbage(result: Any, said: str) -> None:
    twice(lambda symbol, n: result)
    with pytest.raises(MlccError, match=said):
        mlcc.build(MODULE, extern=("twice",))


@needs_compiler
def test_object_code_for_another_machine() -> None:
    code = bytearray(compile_object("int f(void) { return 0; }", Target.host().triple, 1, native=False, what="f"))
    code[18:20] = (20).to_bytes(2, "little")  # the header's machine: a 32-bit PowerPC
    twice(lambda symbol, n: ObjectCode(bytes(code), symbol))
    with pytest.raises(MlccError, match="R382.*ELF machine 20"):
        mlcc.build(MODULE, extern=("twice",))


def test_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    class Entry:
        name, value = "mine", "package:THING"
        thing: Any = Generator("mine", "of a package", lambda functions, options, constants: [])

        def load(self) -> Any:
            return self.thing

    monkeypatch.setattr(registry, "_installed", lambda: {"mine": Entry()})
    assert registry.find_generator("mine").summary == "of a package"
    assert "mine" in registry.generator_names()
    monkeypatch.setattr(Entry, "thing", 3)
    with pytest.raises(MlccError, match="T128.*`package:THING`.*is a int"):
        registry.find_generator("mine")
