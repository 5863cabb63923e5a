"""Optimizers: objects that make a graph function which updates parameters by their gradients.

    opt = SGD(0.1).init([w, b])
    mod["SGD"] = opt.get_function()
    params, opt.state = vm["SGD"](params, gradients, opt.state)

An optimizer's function takes three tuples, the parameters, their gradients and the optimizer's state, and returns the
new parameters and the new state. The state begins with the number of steps (an int64 of rank 0).
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Constant,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    TensorStructInfo,
    TupleGetItem,
    TupleStructInfo,
    numpy_dtype,
)
from mlcc.ir import dtype as dt

from .. import op
from ..block_builder import BlockBuilder
from ..calls import const

Array = np.ndarray[Any, Any]


class Optimizer:
    """The base of optimizers. A subclass gives the state after the number of steps (`_first_state`) and one update.

    `param_list`, `dtype` and `state` are set by :meth:`init`: the state is a tuple of arrays.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.param_list: list[GraphVar] | None = None
        self.state: tuple[Array, ...] | None = None
        self.dtype: str | None = None

    def init(self, params: GraphVar | Sequence[GraphVar]) -> Optimizer:
        """Take the parameters to update, and make the first state. Returns the optimizer.

        Raises T140 for one that is no variable of a static tensor of floats, for types that differ, for one twice.
        """
        given = [params] if isinstance(params, GraphVar) else list(params)
        self.dtype = _shared_dtype(given)
        self.param_list = given
        shapes = [_shape(p) for p in given]
        self.state = (np.zeros((), "int64"), *self._first_state(shapes, numpy_dtype(self.dtype)))
        return self

    def get_function(self) -> GraphFunction:
        """The function that updates. Raises T140 before :meth:`init`."""
        if self.param_list is None or self.state is None or self.dtype is None:
            raise MlccError("T140", f"`{self.name}` does not know its parameters", help="call `init(params)` first")
        infos = tuple(p.sinfo for p in self.param_list if p.sinfo is not None)
        states = tuple(TensorStructInfo(s.shape, dt.from_numpy(s.dtype)) for s in self.state)
        names = {"params": infos, "gradients": infos, "optim_states": states}
        variables = [GraphVar(name, TupleStructInfo(tuple(types))) for name, types in names.items()]
        builder = BlockBuilder()
        with builder.function(self.name, variables):
            with builder.dataflow():
                update = _Update(builder, variables, self.param_list, self.dtype)
                steps = builder.emit(op.add(update.state(0, "num_steps"), const(1, "int64")), "num_steps_new")
                params, kept = self._updates(update)
                results = [
                    builder.emit_output(GraphTuple(tuple(params)), "params_new"),
                    builder.emit_output(GraphTuple((steps, *kept)), "optim_states_new"),
                ]
            builder.emit_func_output(GraphTuple(tuple(results)))
        made = builder.get()[self.name]
        assert isinstance(made, GraphFunction)
        return made

    def _first_state(self, shapes: Sequence[tuple[int, ...]], dtype: Any) -> list[Array]:
        raise NotImplementedError(f"{type(self).__name__} defines no _first_state")

    def _updates(self, update: _Update) -> tuple[list[GraphVar], list[GraphVar]]:
        """The new parameters, and the new state after the number of steps."""
        raise NotImplementedError(f"{type(self).__name__} defines no _updates")


class _Update:
    """What an update is written with: fields of the tuples, and values bound to names."""

    def __init__(
        self, builder: BlockBuilder, tuples: Sequence[GraphVar], params: Sequence[GraphVar], dtype: str
    ) -> None:
        self.builder, self.dtype = builder, dtype
        self.params, self.gradients, self.states = tuples
        self.names = [p.name for p in params]

    def bind(self, value: GraphExpr, name: str) -> GraphVar:
        return self.builder.emit(value, name)

    def number(self, value: float) -> Constant:
        return const(value, self.dtype)

    def state(self, index: int, name: str) -> GraphVar:
        return self.bind(TupleGetItem(self.states, index), name)

    def each(self, weight_decay: float) -> list[tuple[str, GraphVar, GraphVar]]:
        """For each parameter its name, its value, and its gradient with the decay of weights."""
        return [self._one(n, name, weight_decay) for n, name in enumerate(self.names)]

    def _one(self, index: int, name: str, weight_decay: float) -> tuple[str, GraphVar, GraphVar]:
        value = self.bind(TupleGetItem(self.params, index), name)
        grad = self.bind(TupleGetItem(self.gradients, index), f"{name}_grad")
        if weight_decay:
            grad = self.bind(op.add(op.multiply(self.number(weight_decay), value), grad), f"{name}_grad_new")
        return name, value, grad

    def step(self, name: str, value: GraphVar, lr: float, direction: GraphExpr) -> GraphVar:
        """The parameter, `lr` times a direction away."""
        return self.bind(op.subtract(value, op.multiply(self.number(lr), direction)), f"{name}_new")


def _shared_dtype(params: Sequence[GraphVar]) -> str:
    """The type of all parameters. Raises T140 where there is none."""
    seen: dict[GraphVar, str] = {}
    for param in params:
        info = getattr(param, "sinfo", None)
        if not isinstance(param, GraphVar) or not isinstance(info, TensorStructInfo) or not dt.is_float(info.dtype):
            raise MlccError("T140", f"`{getattr(param, 'name', param)}` is no variable of a tensor of floats")
        if param in seen:
            raise MlccError("T140", f"the parameter `{param.name}` appears twice")
        seen[param] = info.dtype
    kinds = sorted(set(seen.values()))
    if len(kinds) != 1:
        said = " and ".join(kinds) if kinds else "none are given"
        raise MlccError("T140", f"the parameters of an optimizer have one type: {said}")
    return kinds[0]


def _shape(param: GraphVar) -> tuple[int, ...]:
    assert isinstance(param.sinfo, TensorStructInfo)
    shape = param.sinfo.static_shape()
    if shape is None:
        raise MlccError("T140", f"the parameter `{param.name}` has a size that only the run knows", span=param.span)
    return shape


def _less(left: float, right: float) -> float:
    """`left - right` of decimal numbers: 1 - 0.9 is 0.1."""
    return float(Decimal(str(left)) - Decimal(str(right)))


class SGD(Optimizer):
    """Stochastic gradient descent: ``p - lr * (g + weight_decay * p)``. The state is the number of steps alone."""

    def __init__(self, lr: float, weight_decay: float = 0) -> None:
        super().__init__("SGD")
        self.lr, self.weight_decay = float(lr), float(weight_decay)

    def _first_state(self, shapes: Sequence[tuple[int, ...]], dtype: Any) -> list[Array]:
        return []

    def _updates(self, update: _Update) -> tuple[list[GraphVar], list[GraphVar]]:
        return [update.step(n, p, self.lr, g) for n, p, g in update.each(self.weight_decay)], []


class MomentumSGD(Optimizer):
    """Descent with momentum: the velocity of a parameter is ``momentum * v + (1 - dampening) * g``, and a step goes
    along it (`nesterov`: along ``g + momentum * v``). The state has a velocity for each parameter."""

    def __init__(
        self, lr: float, momentum: float, dampening: float = 0, weight_decay: float = 0, nesterov: bool = False
    ) -> None:
        super().__init__("MomentumSGD")
        self.lr, self.momentum, self.dampening = float(lr), float(momentum), float(dampening)
        self.weight_decay, self.nesterov = float(weight_decay), nesterov

    def _first_state(self, shapes: Sequence[tuple[int, ...]], dtype: Any) -> list[Array]:
        return [np.zeros(shape, dtype) for shape in shapes]

    def _updates(self, update: _Update) -> tuple[list[GraphVar], list[GraphVar]]:
        params, velocities = [], []
        momentum = update.number(self.momentum)
        for n, (name, value, grad) in enumerate(update.each(self.weight_decay)):
            old = update.state(n + 1, f"{name}_v")
            share = op.multiply(update.number(_less(1, self.dampening)), grad) if self.dampening else grad
            velocity = update.bind(op.add(op.multiply(momentum, old), share), f"{name}_v_new")
            way = op.add(grad, op.multiply(momentum, velocity)) if self.nesterov else velocity
            params.append(update.step(name, value, self.lr, way))
            velocities.append(velocity)
        return params, velocities


class Adam(Optimizer):
    """Adam: steps along the mean of past gradients over the root of the mean of their squares, both corrected for their
    start at zero.

    The state has the powers of the two `betas`, then the first moments of all parameters, then the second ones.
    """

    def __init__(
        self, lr: float, betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-08, weight_decay: float = 0
    ) -> None:
        super().__init__("Adam")
        self.lr, self.eps, self.weight_decay = float(lr), float(eps), float(weight_decay)
        self.beta1, self.beta2 = (float(beta) for beta in betas)

    def _first_state(self, shapes: Sequence[tuple[int, ...]], dtype: Any) -> list[Array]:
        return [np.ones((), dtype), np.ones((), dtype), *(np.zeros(shape, dtype) for shape in (*shapes, *shapes))]

    def _updates(self, update: _Update) -> tuple[list[GraphVar], list[GraphVar]]:
        betas = (self.beta1, self.beta2)
        powers = [
            update.bind(op.multiply(update.state(n + 1, f"beta_{n}_prod"), update.number(beta)), f"beta_{n}_prod_new")
            for n, beta in enumerate(betas)
        ]
        rests = [update.bind(op.subtract(update.number(1), power), f"beta_{n}_rest") for n, power in enumerate(powers)]
        params: list[GraphVar] = []
        moments: tuple[list[GraphVar], list[GraphVar]] = ([], [])
        count = len(update.names)
        for n, (name, value, grad) in enumerate(update.each(self.weight_decay)):
            for k, (beta, letter, power) in enumerate(zip(betas, "mv", (grad, op.multiply(grad, grad)), strict=True)):
                old = update.state(3 + n + k * count, f"{name}_{letter}")
                kept = op.multiply(update.number(beta), old)
                new = op.multiply(update.number(_less(1, beta)), power)
                moments[k].append(update.bind(op.add(kept, new), f"{name}_{letter}_new"))
            mean = op.divide(moments[0][-1], rests[0])
            root = op.sqrt(op.divide(moments[1][-1], rests[1]))
            way = op.divide(mean, op.add(root, update.number(self.eps)))
            params.append(update.step(name, value, self.lr, way))
        return params, [*powers, *moments[0], *moments[1]]
