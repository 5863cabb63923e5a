"""State that a method takes and gives back changed, such as the keys and values of the tokens before."""

from __future__ import annotations

from collections.abc import Sequence
from contextvars import ContextVar
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, GraphExpr, GraphVar, TensorStructInfo, Var, structural_equal
from mlcc.ir import const as as_const

from ...block_builder import BlockBuilder
from ...calls import symbolic_shape
from ...composed.registry import c
from .tensor import Tensor, get_default_dtype


class Effect:
    """A part of a module with a state. An exported function takes the state after its inputs, and returns a tuple of
    its result and of the new state; the function `_initialize_effect` gives the first one."""

    def emit_init(self, name_hint: str, builder: BlockBuilder) -> list[GraphVar]:
        """Bind the first state."""
        raise NotImplementedError

    def create(self, name_hint: str) -> list[GraphVar]:
        """Variables of a function that takes the state, which is theirs from now on."""
        raise NotImplementedError

    def set_state(self, state_vars: Sequence[GraphExpr]) -> None:
        """Take other values as the state."""
        raise NotImplementedError

    def finalize(self) -> list[GraphExpr]:
        """The state at the end of a function."""
        raise NotImplementedError

    def to(self, dtype: str | None = None) -> None:
        """Change the element type."""


class IOEffect(Effect):
    """The order of what a model prints: a byte that each call of `debug_func` and `print_` takes and gives."""

    #: The library function that calls a registered one, and the name of the one that prints.
    FUNCTION, PRINT = "mlcc.invoke_debug_func", "vm.builtin.debug_print"
    shape, dtype = (1,), "uint8"

    def __init__(self) -> None:
        self.effect: GraphExpr | None = None

    @staticmethod
    def current() -> IOEffect:
        """That of the model that is being exported. Raises T138 where it does not print."""
        found = PRINTING.get()
        if found is None or found.effect is None:
            raise MlccError("T138", "a model prints that is exported without debugging",
                            help="`export_tvm(spec, debug=True)`, with effects")  # fmt: skip
        return found

    def emit_init(self, name_hint: str, builder: BlockBuilder) -> list[GraphVar]:
        return [builder.emit(c("full", shape=[*self.shape], fill_value=0, dtype=self.dtype), name_hint)]

    def create(self, name_hint: str) -> list[GraphVar]:
        self.effect = var = GraphVar(name_hint, TensorStructInfo(symbolic_shape(self.shape), self.dtype))
        return [var]

    def set_state(self, state_vars: Sequence[GraphExpr]) -> None:
        (self.effect,) = state_vars

    def state(self) -> GraphExpr:
        """The last of the bytes."""
        assert self.effect is not None
        return self.effect

    def finalize(self) -> list[GraphExpr]:
        state, self.effect = self.state(), None
        return [state]


#: The effect of printing of the model that is being exported.
PRINTING: ContextVar[IOEffect | None] = ContextVar("printing", default=None)


class KVCache(Effect):
    """Rows of one shape, to which a method appends: the keys, or the values, of all tokens so far.

    The state is a tensor (rows, *unit_shape) of as many rows as were appended; `init_seq_len` is what other runtimes
    reserve. A step that has the state as argument and as result copies it once.
    """

    def __init__(self, init_seq_len: int, unit_shape: Sequence[int], dtype: str | None = None) -> None:
        self.init_seq_len = init_seq_len
        self.unit_shape = list(unit_shape)
        self.dtype = dtype or get_default_dtype()
        self.cache: GraphExpr | None = None

    def emit_init(self, name_hint: str, builder: BlockBuilder) -> list[GraphVar]:
        return [builder.emit(c("full", shape=[0, *self.unit_shape], fill_value=0, dtype=self.dtype), name_hint)]

    def create(self, name_hint: str) -> list[GraphVar]:
        self.cache = var = GraphVar(name_hint, self._info(Var(f"{name_hint}_rows", "int64")))
        return [var]

    def set_state(self, state_vars: Sequence[GraphExpr]) -> None:
        (self.cache,) = state_vars

    def finalize(self) -> list[GraphExpr]:
        state, self.cache = self._state(), None
        return [state]

    def append(self, new_element: Tensor) -> None:
        """Add rows (count, *unit_shape). Raises T138 for others."""
        if new_element.shape[1:] != self.unit_shape or new_element.dtype != self.dtype:
            wanted = ", ".join(map(str, ["n", *self.unit_shape]))
            raise MlccError("T138", f"{new_element!r} appended to a cache of {self.dtype} rows ({wanted})")
        self.cache = c("concatenate", [self._state(), new_element._expr], axis=0)

    def view(self, seq_len: Expr | int) -> Tensor:
        """All rows, (seq_len, *unit_shape): a run in which they are another number stops."""
        size = as_const(seq_len, "int64") if isinstance(seq_len, int) else seq_len
        builder = BlockBuilder.current()
        if builder is None:
            raise MlccError("T115", "a cache is read outside of a method that is exported")
        self.cache = value = builder.emit(self._state(), "cache")
        known = getattr(value.sinfo, "shape", None)
        if known and structural_equal(known[0], size):
            return Tensor(_expr=value)
        return Tensor(_expr=builder.match_cast(value, self._info(size), "cache"))

    def to(self, dtype: str | None = None) -> None:
        self.dtype = dtype or self.dtype

    def _info(self, rows: Any) -> TensorStructInfo:
        return TensorStructInfo(symbolic_shape([rows, *self.unit_shape]), self.dtype)

    def _state(self) -> GraphExpr:
        if self.cache is None:
            raise MlccError("T138", "a cache is used by a method that is exported without effects",
                            help='leave `"effect_mode": "none"` out of its specification')  # fmt: skip
        return self.cache
