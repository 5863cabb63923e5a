"""Losses, optimizers and the trainer against the same steps in NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tolerances import assert_close

import mlcc
from mlcc import MlccError, reference, relax
from mlcc.ir import IRModule, TensorStructInfo, Var
from mlcc.relax.training import AppendLoss, SetupTrainer, Trainer
from mlcc.relax.training.loss import CategoricalCrossEntropyLoss, CrossEntropyLoss, L1Loss, Loss, MSELoss
from mlcc.relax.training.optimizer import SGD, Adam, MomentumSGD, Optimizer
from mlcc.relax.transform import LegalizeOps
from mlcc.script import parse

from .graphs import Array, normal

TEXT = """
@I.ir_module
class Module:
    I.module_attrs({"param_num": 2, "state_num": 1})

    @R.function
    def backbone(x: R.Tensor((5, 4), "float32"), w: R.Tensor((4, 3), "float32"), b: R.Tensor((3,), "float32"),
                 calls: R.Tensor((), "int64")):
        with R.dataflow():
            y = R.add(R.matmul(x, w), b)
            more = R.add(calls, R.const(1, "int64"))
            R.output(y, more)
        return (y, more)
"""
ROWS = TensorStructInfo((5, 3), "float32")
CLASSES = TensorStructInfo((5,), "int64")
WEIGHTS = TensorStructInfo((3,), "float32")


def of_loss(loss: Loss, infos: list[TensorStructInfo], values: list[Array]) -> Array:
    module = LegalizeOps()(IRModule({"main": loss(*infos)}))
    result: Array = reference.run(module, values)[0]
    return result


def log_softmax(x: Array) -> Array:
    shifted = x - x.max(1, keepdims=True)
    logs: Array = shifted - np.log(np.exp(shifted).sum(1, keepdims=True))
    return logs


P, T, K, W = normal(5, 3), normal(5, 3, seed=1), np.array([0, 2, 1, 2, 2]), np.abs(normal(3, seed=5)) + 0.1
ONES = np.eye(3, dtype="int64")[K]
PICKED = -log_softmax(P)[np.arange(5), K]


@pytest.mark.parametrize(
    ("loss", "infos", "values", "want"),
    [
        (L1Loss(), [ROWS, ROWS], [P, T], np.abs(P - T).mean()),
        (L1Loss("none"), [ROWS, ROWS], [P, T], np.abs(P - T)),
        (MSELoss("sum"), [ROWS, ROWS], [P, T], ((P - T) ** 2).sum()),
        (CrossEntropyLoss(), [ROWS, CLASSES], [P, K], PICKED.mean()),
        (CrossEntropyLoss("sum", ignore_index=2), [ROWS, CLASSES], [P, K], PICKED[K != 2].sum()),
        (CrossEntropyLoss(), [ROWS, CLASSES, WEIGHTS], [P, K, W], (PICKED * W[K]).sum() / W[K].sum()),
        (CategoricalCrossEntropyLoss("sum"), [ROWS, TensorStructInfo((5, 3), "int64")], [P, ONES], PICKED.sum()),
        (CategoricalCrossEntropyLoss("sum", 2), [ROWS, TensorStructInfo((5, 3), "int64")], [P, ONES],
         PICKED[K != 2].sum()),
    ],
)  # fmt: skip
def test_losses(loss: Loss, infos: list[TensorStructInfo], values: list[Array], want: Any) -> None:
    np.testing.assert_allclose(of_loss(loss, infos, values), want, rtol=1e-5)


def sgd(p: Array, g: Array, s: dict[str, Any]) -> Array:
    return p - 0.1 * (g + 0.01 * p)


def momentum(p: Array, g: Array, s: dict[str, Any]) -> Array:
    g = g + 0.01 * p
    s["v"] = 0.9 * s.get("v", 0) + 0.8 * g
    return p - 0.1 * (g + 0.9 * s["v"])


def adam(p: Array, g: Array, s: dict[str, Any]) -> Array:
    s["t"] = s.get("t", 0) + 1
    s["m"] = 0.8 * s.get("m", 0) + 0.2 * g
    s["v"] = 0.95 * s.get("v", 0) + 0.05 * g * g
    mean, square = s["m"] / (1 - 0.8 ** s["t"]), s["v"] / (1 - 0.95 ** s["t"])
    moved: Array = p - 0.1 * mean / (np.sqrt(square) + 1e-8)
    return moved


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("optimizer", "step"),
    [
        (SGD(0.1, weight_decay=0.01), sgd),
        (MomentumSGD(0.1, 0.9, dampening=0.2, weight_decay=0.01, nesterov=True), momentum),
        (Adam(0.1, (0.8, 0.95)), adam),
    ],
)
def test_three_steps_of_training(optimizer: Optimizer, step: Callable[[Array, Array, dict[str, Any]], Array]) -> None:
    train = SetupTrainer(MSELoss(), optimizer, [ROWS, ROWS])(parse(TEXT))
    assert train.attrs["input_num"] == 1
    trainer = Trainer(train, relax.VirtualMachine(mlcc.build(train), mlcc.cpu()), mlcc.cpu())
    x, w, b = normal(5, 4), normal(4, 3, seed=2), normal(3, seed=3)
    trainer.load_params({"w": w, "b": b})
    states: list[dict[str, Any]] = [{}, {}]
    for _ in range(3):
        off = x @ w + b - T
        assert_close(trainer.update(x, T), (off**2).mean())
        slope = 2 * off / off.size
        w, b = step(w, x.T @ slope, states[0]), step(b, slope.sum(0), states[1])
    found = trainer.export_params()
    assert_close(found["w"], w)
    assert_close(found["b"], b)
    assert_close(trainer.predict(x), x @ w + b)
    assert trainer.export_states()["calls"] == 3


def test_a_loss_of_a_function_of_another_name() -> None:
    module = AppendLoss("backbone", L1Loss()(ROWS, ROWS), new_func_name="other")(parse(TEXT))
    func = module.graph_funcs["other"]
    assert [p.name for p in func.params] == ["x", "w", "b", "calls", "targets"]
    legal = LegalizeOps()(IRModule({"main": func}))
    values = [normal(5, 4), normal(4, 3), normal(3), np.int64(4), T]
    loss, calls = reference.run(legal, values)
    np.testing.assert_allclose(loss, np.abs(values[0] @ values[1] + values[2] - T).mean(), rtol=1e-5)
    assert calls == 5


def test_first_weights_are_drawn_by_their_extents() -> None:
    train = SetupTrainer(MSELoss(), SGD(0.1), [ROWS, ROWS])(parse(TEXT))
    trainer = Trainer(train, None, mlcc.cpu(), zero_init_param_state=False)
    with pytest.raises(MlccError, match="T140"):
        trainer.export_params()
    trainer.xaiver_uniform_init_params()
    found = trainer.export_params()
    assert (np.abs(found["w"]) <= np.sqrt(6 / 7)).all()
    assert found["w"].std() > 0.2


@pytest.mark.parametrize(
    "make",
    [
        lambda: MSELoss("median"),
        lambda: MSELoss()(3, ROWS),
        lambda: SGD(0.1).get_function(),
        lambda: SGD(0.1).init(relax.Var("k", CLASSES)),
        lambda: SGD(0.1).init([relax.Var("a", ROWS), relax.Var("b", TensorStructInfo((2,), "float64"))]),
        lambda: SGD(0.1).init([relax.Var("a", TensorStructInfo((Var("n", "int64"),), "float32"))]),
        lambda: SGD(0.1).init([relax.Var("a", ROWS)] * 2),
        lambda: AppendLoss("backbone", MSELoss())(parse(TEXT)),
        lambda: AppendLoss("backbone", MSELoss()(ROWS, ROWS), 3)(parse(TEXT)),
        lambda: SetupTrainer(MSELoss(), SGD(0.1), [ROWS, ROWS])(parse(TEXT.replace("param_num", "params"))),
        lambda: SetupTrainer(MSELoss(), SGD(0.1), [ROWS, ROWS])(
            parse(TEXT.replace('"state_num": 1', '"state_num": 2'))
        ),
        lambda: Trainer(parse(TEXT), None, None),
    ],
)
def test_refusals(make: Callable[[], Any]) -> None:
    with pytest.raises(MlccError, match="T140"):
        make()


def test_wrong_uses_of_a_trainer() -> None:
    train = SetupTrainer(MSELoss(), SGD(0.1), [ROWS, ROWS])(parse(TEXT))
    trainer = Trainer(train, None, mlcc.cpu())
    for wrong in (
        lambda: trainer.load_params([normal(4, 3)]),
        lambda: trainer.load_states({"cals": 1}),
        lambda: trainer.predict(P, P),
    ):
        with pytest.raises(MlccError, match="T140"):
            wrong()
