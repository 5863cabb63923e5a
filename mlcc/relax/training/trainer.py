"""A loop's body: predicts, computes gradients, updates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError, choices_help
from mlcc.ir import GraphFunction, GraphVar, IRModule, TensorStructInfo, numpy_dtype, update

from .setup_trainer import SetupTrainer

Array = np.ndarray[Any, Any]


class Trainer:
    """Keeps the weights, the states and the optimizer's state of a module that :class:`SetupTrainer` made, and runs it.

    `vm` has the built module: ``relax.VirtualMachine(mlcc.build(train_mod), device)``. With `zero_init_param_state` all
    weights and states are zeros at first; else they are to be loaded or drawn. Raises T140 for a wrong use.
    """

    BACKBONE_FUNC = SetupTrainer.BACKBONE_FUNC
    BACKBONE_LOSS_FUNC = SetupTrainer.BACKBONE_LOSS_FUNC
    ADJOINT_FUNC = SetupTrainer.ADJOINT_FUNC
    OPTIMIZER_FUNC = SetupTrainer.OPTIMIZER_FUNC

    def __init__(self, train_mod: IRModule, vm: Any, device: Any, zero_init_param_state: bool = True) -> None:
        if "optim_state" not in train_mod.attrs:
            raise MlccError("T140", "the module has no optimizer", help="SetupTrainer makes such a module")
        attrs = dict(train_mod.attrs)
        self._optim_state: Any = attrs.pop("optim_state")
        self.mod = update(train_mod, attrs=attrs)
        self.vm, self.device = vm, device
        adjoint = train_mod[self.ADJOINT_FUNC]
        assert isinstance(adjoint, GraphFunction)
        self._input_num, params, states = (int(attrs[k]) for k in ("input_num", "param_num", "state_num"))
        first = self._input_num + params
        self._params = _Values("parameter", adjoint.params[self._input_num : first])
        self._states = _Values("state", adjoint.params[first : first + states])
        if zero_init_param_state:
            self.zero_init_params()
            self.zero_init_states()

    def xaiver_uniform_init_params(self) -> None:
        """Draw each weight uniformly from ±sqrt(6 / the sum of its extents) (Glorot and Bengio, 2010).

        The name is TVM's. Raises T140 for a weight with a size that only the run knows.
        """
        self._params.fill(lambda shape: np.sqrt(6.0 / max(sum(shape), 1)) * np.random.uniform(-1.0, 1.0, shape))

    xavier_uniform_init_params = xaiver_uniform_init_params

    def zero_init_params(self) -> None:
        """Make all weights zeros."""
        self._params.fill(np.zeros)

    def zero_init_states(self) -> None:
        """Make all states zeros."""
        self._states.fill(np.zeros)

    def load_params(self, params: Sequence[Any] | Mapping[str, Any]) -> None:
        """Take weights: a list of all, or some by name. Raises T140 for another number or an unknown name."""
        self._params.load(params)

    def load_states(self, states: Sequence[Any] | Mapping[str, Any]) -> None:
        """Take states: a list of all, or some by name. Raises T140 for another number or an unknown name."""
        self._states.load(states)

    def export_params(self) -> dict[str, Array]:
        """The weights by name."""
        return self._params.by_name()

    def export_states(self) -> dict[str, Array]:
        """The states by name."""
        return self._states.by_name()

    def predict(self, *input_instances: Any) -> Any:
        """What the model computes of inputs, without the new states. Raises T140 for another number of inputs."""
        inputs = self._inputs(input_instances)
        result = self.vm[self.BACKBONE_FUNC](*inputs, *self._params.all(), *self._states.all())
        count = len(self._states.variables)
        if count:
            result = result[:-count]
            result = result[0] if len(result) == 1 else result
        return result

    def update(self, input_instances: Any, targets: Any) -> Any:
        """One step: the loss of inputs and targets (an array each, or lists of them), after which the weights are
        updated. Raises T140 for another number of inputs."""
        inputs = self._inputs(_listed(input_instances))
        wanted = [np.asarray(t) for t in _listed(targets)]
        results, grads = self.vm[self.ADJOINT_FUNC](*inputs, *self._params.all(), *self._states.all(), *wanted)
        if self._states.variables:
            results, *states = results
            self._states.load(states)
        params, self._optim_state = self.vm[self.OPTIMIZER_FUNC](
            tuple(self._params.all()), tuple(grads), tuple(self._optim_state)
        )
        self._params.load(list(params))
        return results

    def _inputs(self, given: Sequence[Any]) -> list[Array]:
        if len(given) != self._input_num:
            raise MlccError("T140", f"the model takes {self._input_num} inputs, given {len(given)}")
        return [np.asarray(value) for value in given]


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list) else [value]


class _Values:
    """The arrays of some parameters of the model."""

    def __init__(self, what: str, variables: Sequence[GraphVar]) -> None:
        self.what, self.variables = what, list(variables)
        self.arrays: list[Array | None] = [None] * len(self.variables)
        self.places = {v.name: n for n, v in enumerate(self.variables)}

    def fill(self, make: Any) -> None:
        for n, var in enumerate(self.variables):
            info = var.sinfo
            shape = info.static_shape() if isinstance(info, TensorStructInfo) else None
            if shape is None:
                raise MlccError("T140", f"the {self.what} `{var.name}` has a size that only the run knows")
            assert isinstance(info, TensorStructInfo)
            self.arrays[n] = np.asarray(make(shape), numpy_dtype(info.dtype))

    def load(self, values: Sequence[Any] | Mapping[str, Any]) -> None:
        if isinstance(values, Mapping):
            for name, value in values.items():
                if name not in self.places:
                    raise MlccError("T140", f"the model has no {self.what} `{name}`",
                                    help=choices_help(name, list(self.places), f"{self.what}s"))  # fmt: skip
                self.arrays[self.places[name]] = np.asarray(value)
            return
        if len(values) != len(self.arrays):
            raise MlccError("T140", f"the model has {len(self.arrays)} {self.what}s, given {len(values)}")
        self.arrays = [np.asarray(value) for value in values]

    def all(self) -> list[Array]:
        """The arrays in order. Raises T140 if one is missing."""
        for var, array in zip(self.variables, self.arrays, strict=True):
            if array is None:
                raise MlccError("T140", f"the {self.what} `{var.name}` has no value yet",
                                help="load it, or draw it")  # fmt: skip
        return [array for array in self.arrays if array is not None]

    def by_name(self) -> dict[str, Array]:
        return {var.name: array for var, array in zip(self.variables, self.all(), strict=True)}
