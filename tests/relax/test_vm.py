"""`relax.VirtualMachine`: inputs that are set once, and runs without arguments."""

from __future__ import annotations

import numpy as np
import pytest
from tolerances import assert_close

import mlcc
from mlcc import relax
from mlcc.diagnostics import MlccError
from mlcc.script import parse_module
from mlcc.vm import VirtualMachine

TEXT = """
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 3), "float32"), y: R.Tensor((3,), "float32")):
        s = R.add(x, y)
        return (s, R.multiply(x, y))

    @R.function
    def one(x: R.Tensor((2,), "float32")):
        return R.negative(x)
"""


@pytest.fixture(scope="module")
def machine() -> VirtualMachine:
    return VirtualMachine(relax.build(parse_module(TEXT), "llvm"), mlcc.cpu())


@pytest.mark.parametrize("rows", [1, 5])
def test_inputs_are_kept_and_outputs_fetched(machine: VirtualMachine, rows: int) -> None:
    x, y = np.arange(rows * 3, dtype="float32").reshape(rows, 3), np.array([1, -2, 3], "float32")
    machine.set_input("main", mlcc.nd.array(x), y=y)
    machine.invoke_stateful("main")
    total, product = machine.get_outputs("main")
    assert_close(total.numpy(), x + y)
    assert_close(product.numpy(), x * y)
    assert_close(machine.get_output("main", 1).numpy(), x * y)
    machine.set_input("main", x * 2, y)
    machine.invoke_stateful("main")
    assert_close(machine.get_output("main").numpy(), x * 2 + y)
    assert_close(total.numpy(), x + y)  # the results of before are the caller's
    machine.set_input("one", np.ones(2, "float32"))
    machine.invoke_stateful("one")
    assert_close(machine.get_outputs("one").numpy(), [-1, -1])


def test_calls_in_the_wrong_order_are_refused() -> None:
    machine = VirtualMachine(relax.build(parse_module(TEXT), "llvm"))
    x = np.ones(2, "float32")
    for call in (
        lambda: machine.invoke_stateful("one"),
        lambda: machine.get_outputs("one"),
        lambda: machine.set_input("one", x, x),
        lambda: machine.set_input("one"),
    ):
        with pytest.raises(MlccError) as caught:
            call()
        assert caught.value.code == "R301"
    machine.set_input("one", x)
    with pytest.raises(MlccError, match="has not run"):
        machine.get_output("one")
    machine.invoke_stateful("one")
    with pytest.raises(MlccError, match="has 1 outputs"):
        machine.get_output("one", 1)
    with pytest.raises(MlccError) as caught:
        machine.set_input("two", x)
    assert caught.value.code == "R313"


def test_functions_are_saved_with_their_arguments(machine: VirtualMachine) -> None:
    x, y = np.ones((2, 3), "float32"), np.array([1, -2, 3], "float32")
    machine.save_function("main", "kept", x, y=y)
    machine.save_function("one", "quiet", y[:2], include_return=False)
    total, product = machine["kept"]()
    assert_close(total.numpy(), x + y)
    assert_close(product.numpy(), x * y)
    assert machine["quiet"]() is None
    with pytest.raises(MlccError, match="R301"):
        machine.save_function("one", "wrong", x, x)
