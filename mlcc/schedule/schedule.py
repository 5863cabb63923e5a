"""`Schedule`: transform tensor programs step by step, with TVM's names and arguments."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from mlcc.diagnostics import MlccError, choices_help
from mlcc.ir import IRModule, PrimFunc, verify

from .intrinsics import TensorIntrin, registered_intrins
from .primitive import Primitive, method_of, primitive_table
from .refs import RV, BlockRV, LoopRV
from .simultaneous import Simultaneous
from .state import State
from .trace import Entry, Trace
from .validity import check_valid


class Schedule:
    """A module, or one tensor program, under transformation.

    >>> sch = Schedule(mod)
    >>> block = sch.get_block("Y", func_name="mm_relu")
    >>> i, j, k = sch.get_loops(block)
    >>> j0, j1 = sch.split(j, factors=[None, 4])
    >>> sch.reorder(j0, k, j1)
    >>> sch.mod.show()

    Every primitive is a method; `mlcc list primitives` names them, `mlcc explain split` documents one. A refused
    step raises MlccError with a code S2.. and changes nothing. Schedules query the facts of `target`.
    """

    #: Runs a composite step; set by `script`, whose files are applied to schedules.
    apply_composite: ClassVar[Callable[..., Any]]

    def __init__(
        self,
        mod: IRModule | PrimFunc,
        target: Any = None,
        *,
        seed: int | None = None,
        enable_check: bool = True,
        **_: Any,
    ) -> None:
        """Raises V0xx for a program that is not valid, unless `enable_check` is False: for programs known to be."""
        if isinstance(mod, PrimFunc):
            mod = IRModule({str(mod.attrs.get("global_symbol", "main")): mod})
        if enable_check:
            verify(mod)
        self._mod = self._given = mod
        self._target = target
        self._states: dict[str, State] = {}
        self._trace = Trace()
        #: Tensor intrinsics of this schedule only, in addition to the registered ones.
        self.intrinsics: dict[str, TensorIntrin] = {}
        self._func: str | None = None
        self._count = 0
        self._random: random.Random | None = None
        if seed is not None:
            self.seed(seed)
        #: The name of the running step in errors; the runner of YAML files sets it.
        self.step_label: str | None = None

    # -- the module --------------------------------------------------------------------------

    @property
    def mod(self) -> IRModule:
        """The module in its present state."""
        mod = self._mod
        for name, state in self._states.items():
            if mod[name] is not state.func:
                mod = mod.with_function(name, state.func)
        self._mod = mod
        return mod

    @property
    def func(self) -> PrimFunc:
        """The function worked on, in its present state."""
        return self.state().func

    @property
    def trace(self) -> Trace:
        """The steps so far."""
        names = {entry.func for entry in self._trace}
        several = len(self._mod.prim_funcs) > 1
        self._trace.func = names.pop() if several and len(names) == 1 else None
        self._trace.intrinsics = {**registered_intrins(), **self.intrinsics}
        return self._trace

    @property
    def entries(self) -> list[Entry]:
        """The steps so far, as the trace holds them."""
        return self._trace.entries

    @property
    def target(self) -> Any:
        """The target given at the start, parsed; the host when none was given."""
        from mlcc.target import Target

        if not isinstance(self._target, Target):
            self._target = Target.parse(self._target)
        return self._target

    @property
    def func_working_on(self) -> str | None:
        """The name given to `work_on`."""
        return self._func

    def work_on(self, func_name: str) -> None:
        """Look blocks up in this function from now on. S207 when there is none of that name."""
        self.state(func_name)
        self._func = func_name

    def show(self, *args: Any, **options: Any) -> None:
        """Print the module as it is now, which is verified; the arguments are those of its `show`."""
        check_valid(self._given, self.mod)
        self.mod.show(*args, **options)

    def __repr__(self) -> str:
        names, steps = ", ".join(self._given.prim_funcs), len(self._trace.entries)
        return f"Schedule({names}: {steps} step{'' if steps == 1 else 's'})"

    def _repr_html_(self) -> str:
        """What notebooks show: the module as it is now."""
        return self.mod._repr_html_()

    def copy(self) -> Schedule:
        """An independent copy; references work in both."""
        new = Schedule(self.mod, self._target, enable_check=False)
        new._states = {name: state.copy() for name, state in self._states.items()}
        new._trace = Trace(self._trace.entries)
        new.intrinsics = self.intrinsics
        new._func, new._count = self._func, self._count
        new._random = self._random
        return new

    def state(self, name: str | None = None) -> State:
        """The state of `name`; by default that of `work_on`, the only one, or `main`. S207 if there is none."""
        name = name if name is not None else self._func
        if name is None:
            name = self._only_function()
        state = self._states.get(name)
        if state is None:
            func = self._mod.functions.get(name)
            if not isinstance(func, PrimFunc):
                raise MlccError(
                    "S207",
                    f"the module has no tensor program `{name}`",
                    help=choices_help(name, self._mod.prim_funcs, "tensor programs"),
                )
            state = self._states[name] = State(name, func)
            state.intrinsics = self.intrinsics
            state.target = self._target
        return state

    def _only_function(self) -> str:
        names = list(self._mod.prim_funcs)
        if len(names) == 1:
            return names[0]
        if "main" in names:
            return "main"
        raise MlccError(
            "S207",
            f"the module has {len(names)} tensor programs; say which one is meant",
            help=choices_help("", names, "tensor programs")
            + "; name it with `func:` in a schedule file, with `work_on` or `func_name` in Python",
        )

    # -- steps -------------------------------------------------------------------------------

    def run(self, step: Primitive) -> Any:
        """Check and apply one step. Raises MlccError and changes nothing when it is refused."""
        state = self.state(self._function_of(step))
        number = self._count + (0 if step.is_lookup else 1)
        state.step_label = self.step_label or f"step {number} (`{step.step_name}`)"
        state.step = step
        step.check(state)
        result = step.apply(state) if step.keeps_iterations else _applied(state, step)
        self._count = number
        self._trace.entries.append(Entry(step, result, state.name))
        return result

    def apply(self, name: str, /, *args: Any, define: str | None = None, **kwargs: Any) -> Any:
        """Run a composite step of the library, or of the file or folder `define`: `mlcc list steps` names the former.

        Arguments are those of the definition (`mlcc explain register_tile`), by position or by name; a block may be
        given by its name. Gives a named tuple of the results, in the definition's order, or None where it has none.

        >>> tile = sch.apply("split_lanes", loop=j, lanes=16)
        >>> sch.unroll(tile.vectors)

        Raises MlccError S105 for an unknown step, S102, S104 and S106 for the arguments, and what the steps raise.
        """
        return Schedule.apply_composite(self, name, args, kwargs, define)

    def attempt(self, steps: Callable[[], None]) -> MlccError | None:
        """Run steps; if one is refused, restore the state before the first one, and return the error."""
        saved = {name: state.snapshot() for name, state in self._states.items()}
        length, count = len(self._trace.entries), self._count
        try:
            steps()
        except MlccError as error:
            for name, state in list(self._states.items()):
                if name in saved:
                    state.restore(saved[name])
                else:
                    del self._states[name]
            del self._trace.entries[length:]
            self._count = count
            return error
        return None

    def _function_of(self, step: Primitive) -> str | None:
        for ref in step.references():
            return ref.func
        return getattr(step, "func_name", None)

    def get(self, rand_var_or_sref: RV) -> Any:
        """The loop or block that a reference stands for, as it is now."""
        site = self.state(rand_var_or_sref.func).site(rand_var_or_sref)
        return site.block if isinstance(rand_var_or_sref, BlockRV) else site.loop

    def remove_rv(self, rand_var: RV) -> None:
        """Forget a block's reference: later steps that use it are refused with S206."""
        if isinstance(rand_var, BlockRV):
            state = self.state(rand_var.func)
            state.blocks.pop(rand_var, None)
            state.gone_blocks[rand_var] = f"`{rand_var.name}` was removed by `remove_rv`"

    def get_sblock(self, name: str, func_name: str | None = None) -> BlockRV:
        """The newer name of `get_block`."""
        return self.get_block(name, func_name)  # type: ignore[no-any-return]

    def seed(self, seed: int) -> None:
        """Seed all later random choices that have no `seed` of their own. The default is 0."""
        self._random = random.Random(seed)

    def fork_seed(self) -> int:
        """A seed for another schedule, or for one choice; 0 when this one was given none."""
        return self._random.randrange(1, 2**31) if self._random is not None else 0

    def can_decompose_padding(self, block: BlockRV | str, loop: LoopRV) -> bool:
        """Whether `decompose_padding` would be done."""
        trial = self.copy()
        return trial.attempt(lambda: trial.decompose_padding(block, loop)) is None

    def enter_postproc(self) -> None:
        """Accepted because TVM's traces contain it; does nothing."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


def _applied(state: State, step: Primitive) -> Any:
    """Apply a step; raises S230, and leaves the state as it was, if loops that run at once would not be independent."""
    loops = Simultaneous(state)
    try:
        result = step.apply(state)
    except MlccError:
        loops.undo()
        raise
    loops.check(step.step_name)
    return result


def _add_methods() -> None:
    for name, cls in primitive_table().items():
        method = method_of(cls)
        setattr(Schedule, name, method)


_add_methods()

__all__ = ["BlockRV", "LoopRV", "Schedule"]
