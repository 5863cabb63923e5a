"""The knobs of a schedule template: named choices, and what was chosen.

A template names its choices where it makes them, and reads what was chosen under the same name:

    cfg.define_split("tile", C.op.axis[1], num_outputs=2)
    outer, inner = cfg["tile"].apply(s, C, C.op.axis[1])

:class:`ConfigSpace` lists the choices while a template runs for the first time; with a :class:`ConfigEntity` it runs
with one of each. Names, order and spelling are those of TVM's autotvm.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import as_int
from mlcc.schedule import StageSchedule
from mlcc.te import Axis


@dataclass(frozen=True, slots=True)
class SplitEntity:
    """The extents of the loops that a split makes, outermost first; -1 is what remains."""

    size: tuple[int, ...]
    kind = "sp"

    def apply(self, sch: StageSchedule, op: Any, axis: Any) -> list[Any]:
        """Split a loop of the stage of `op`; the new loops, outermost first."""
        inner: list[Any] = []
        for factor in reversed(self.size[1:]):
            axis, part = sch[op].split(axis, factor=factor)
            inner.insert(0, part)
        return [axis, *inner]

    def value(self) -> list[int]:
        """For a log."""
        return list(self.size)


@dataclass(frozen=True, slots=True)
class ReorderEntity:
    """An order of loops: the positions in the order in which they were given."""

    perm: tuple[int, ...]
    kind = "re"

    def apply(self, sch: StageSchedule, op: Any, axes: Sequence[Any]) -> list[Any]:
        """Bring the loops into this order, and list them in it."""
        ordered = [axes[number] for number in self.perm]
        if self.perm != tuple(range(len(axes))):
            sch[op].reorder(*ordered)
        return ordered

    def value(self) -> list[int]:
        """For a log."""
        return list(self.perm)


@dataclass(frozen=True, slots=True)
class AnnotateEntity:
    """What becomes of each loop: `vec`, `unroll`, `parallel` or `none`."""

    anns: tuple[str, ...]
    kind = "an"

    def apply(self, sch: StageSchedule, op: Any, axes: Sequence[Any]) -> list[Any]:
        """Make vectors of the loops, write them out or share them between threads."""
        steps = {"vec": sch[op].vectorize, "unroll": sch[op].unroll, "parallel": sch[op].parallel}
        for axis, name in zip(axes, self.anns, strict=True):
            if name in steps:
                steps[name](axis)
        return list(axes)

    def value(self) -> list[str]:
        """For a log."""
        return list(self.anns)


@dataclass(frozen=True, slots=True)
class OtherOptionEntity:
    """A value of a knob."""

    val: Any
    kind = "ot"

    def value(self) -> Any:
        """For a log."""
        return self.val


Entity = SplitEntity | ReorderEntity | AnnotateEntity | OtherOptionEntity

_READ: Mapping[str, Callable[[Any], Entity]] = {
    "sp": lambda value: SplitEntity(tuple(value)),
    "re": lambda value: ReorderEntity(tuple(value)),
    "an": lambda value: AnnotateEntity(tuple(value)),
    "ot": OtherOptionEntity,
}
#: What may be done with each of a list of loops: this, or nothing.
_ANNOTATIONS = ("unroll", "vec", "parallel")


@dataclass(frozen=True, slots=True)
class VirtualAxis:
    """A loop of which only the extent is known: what :meth:`ConfigSpace.axis` gives."""

    length: int


def length_of(axis: Any) -> int:
    """The extent of an axis of an operation, of a :class:`VirtualAxis`, or a number. T135 where none is known."""
    found = axis if isinstance(axis, int) else axis.length if isinstance(axis, VirtualAxis) else None
    if isinstance(axis, Axis):
        found = as_int(axis.dom.extent)
    if found is None or found < 1:
        raise MlccError(
            "T135", f"the extent of `{getattr(axis, 'name', axis)}` is not known where the knob is defined",
            help="give an axis of an operation with constant sizes, or `cfg.axis(extent)`",
        )  # fmt: skip
    return found


def splits(length: int, count: int, *, power2: bool = False, max_factor: int | None = None) -> list[SplitEntity]:
    """All splits of a loop into `count` loops without a remainder; `power2`: inner loops of powers of 2, with one.

    >>> [item.size for item in splits(6, 2)]
    [(-1, 1), (-1, 2), (-1, 3), (-1, 6)]
    """
    most = max_factor or length
    if power2:
        factors = [2**n for n in range(length.bit_length()) if 2**n <= length]
    else:
        factors = [n for n in range(1, length + 1) if length % n == 0]
    found = []
    for inner in product([n for n in factors if n <= most], repeat=count - 1):
        total = math.prod(inner)
        if total <= length and (power2 or length % total == 0):
            found.append(SplitEntity((-1, *inner[::-1])))
    return found


class Choices:
    """The choices of a template by name, while it runs: `define_…` of a subclass says which, `cfg[name]` reads one."""

    def __init__(self) -> None:
        self._chosen: dict[str, Entity] = {}
        self.flop = 0.0

    def __getitem__(self, name: str) -> Entity:
        """What was chosen. T135 for a knob that was not defined."""
        if name not in self._chosen:
            raise MlccError("T135", f"the template defines no knob `{name}`",
                            help="the knobs are " + (", ".join(f"`{item}`" for item in self._chosen) or "none"),
                            )  # fmt: skip
        return self._chosen[name]

    def __contains__(self, name: str) -> bool:
        return name in self._chosen

    def __len__(self) -> int:
        return len(self._chosen)

    def define_split(
        self,
        name: str,
        axis: Any,
        policy: str = "factors",
        *,
        num_outputs: int = 2,
        max_factor: int | None = None,
        filter: Callable[[SplitEntity], bool] | None = None,
        candidate: Sequence[Sequence[int]] | None = None,
    ) -> None:
        """A split of a loop into `num_outputs`: by divisors, by `power2`, or by the extents of `candidate`."""
        if policy == "candidate" or candidate is not None:
            found = [SplitEntity(tuple(item)) for item in candidate or ()]
        elif policy in ("factors", "power2"):
            found = splits(length_of(axis), num_outputs, power2=policy == "power2", max_factor=max_factor)
        else:
            raise _unknown(policy, ("factors", "power2", "candidate"))
        self._define(name, [item for item in found if filter is None or filter(item)])

    def define_reorder(
        self, name: str, axes: Sequence[Any], policy: str = "all", *, candidate: Sequence[Sequence[int]] | None = None
    ) -> None:
        """An order of loops: any (`all`), the given one (`identity`), or one of `candidate`, lists of positions."""
        orders: Mapping[str, Callable[[], Any]] = {
            "all": lambda: permutations(range(len(axes))),
            "identity": lambda: [range(len(axes))],
            "candidate": lambda: candidate or (),
        }
        key = policy if candidate is None else "candidate"
        if key not in orders:
            raise _unknown(policy, orders)
        self._define(name, [ReorderEntity(tuple(item)) for item in orders[key]()])

    def define_annotate(
        self, name: str, axes: Sequence[Any], policy: str, *, candidate: Sequence[Sequence[str]] | None = None
    ) -> None:
        """What becomes of each loop: it may be written out (`unroll`), vectors (`vec`), `parallel`, or `candidate`."""
        if candidate is not None or policy == "candidate":
            found: Any = candidate or ()
        elif policy in _ANNOTATIONS:
            found = product(("none", policy), repeat=len(axes))
        else:
            raise _unknown(policy, (*_ANNOTATIONS, "candidate"))
        self._define(name, [AnnotateEntity(tuple(item)) for item in found])

    def define_knob(self, name: str, candidate: Sequence[Any]) -> None:
        """A value out of some: `cfg[name].val`."""
        self._define(name, [OtherOptionEntity(item) for item in candidate])

    def axis(self, length: Any) -> VirtualAxis:
        """A loop of this extent, for `define_split` of one that a step has made."""
        return VirtualAxis(length_of(length))

    def add_flop(self, flop: float) -> None:
        """Count operations of the template; without it they are those of its program."""
        self.flop += float(flop)

    def raise_error(self, message: str) -> None:
        """This choice is not possible: its trial fails with this reason."""
        raise MlccError("T136", message)

    def _define(self, name: str, options: Sequence[Entity]) -> None:
        raise NotImplementedError


def _unknown(policy: str, known: Any) -> MlccError:
    return MlccError("T135", f"there is no policy `{policy}`", help="there are " + ", ".join(f"`{k}`" for k in known))


class ConfigSpace(Choices):
    """All choices of a template; while it is filled, the first of each is chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.space_map: dict[str, list[Entity]] = {}

    def _define(self, name: str, options: Sequence[Entity]) -> None:
        if not options:
            raise MlccError("T135", f"the knob `{name}` has nothing to choose from")
        if name not in self.space_map:
            self.space_map[name] = list(options)
            self._chosen[name] = options[0]

    @property
    def dims(self) -> list[int]:
        """How many options each knob has."""
        return [len(options) for options in self.space_map.values()]

    def __len__(self) -> int:
        return math.prod(self.dims)

    def __iter__(self) -> Iterator[ConfigEntity]:
        return (self.get(index) for index in range(len(self)))

    def get(self, index: int) -> ConfigEntity:
        """Configuration `index`: its options are the digits of the index, the first knob's the least."""
        if not 0 <= index < len(self):
            raise MlccError("T135", f"there is no configuration {index}; the space has {len(self)}")
        chosen, rest = {}, index
        for name, options in self.space_map.items():
            rest, digit = divmod(rest, len(options))
            chosen[name] = options[digit]
        return ConfigEntity(index, chosen)

    def __repr__(self) -> str:
        rows = [f"ConfigSpace (len={len(self)})"]
        rows += [f"  {name}: {len(options)} options, such as {options[-1]}" for name, options in self.space_map.items()]
        return "\n".join(rows)


class ConfigEntity(Choices):
    """One configuration: an option for each knob, and its `index` in the space."""

    def __init__(self, index: int, chosen: Mapping[str, Entity]) -> None:
        super().__init__()
        self.index = index
        self._chosen = dict(chosen)

    def _define(self, name: str, options: Sequence[Entity]) -> None:
        """Knobs that the configuration does not have take their first option."""
        if name not in self._chosen:
            self._chosen[name] = options[0]

    def to_json_dict(self) -> dict[str, Any]:
        """For a log."""
        entity = [[name, item.kind, item.value()] for name, item in self._chosen.items()]
        return {"index": self.index, "code_hash": None, "entity": entity}

    @staticmethod
    def from_json_dict(data: Mapping[str, Any]) -> ConfigEntity:
        """The inverse of :meth:`to_json_dict`."""
        return ConfigEntity(int(data["index"]), {name: _READ[kind](value) for name, kind, value in data["entity"]})

    def __repr__(self) -> str:
        return f"{{{', '.join(f'{n}: {item.value()}' for n, item in self._chosen.items())}}} (#{self.index})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ConfigEntity) and other._chosen == self._chosen

    __hash__ = None  # type: ignore[assignment]
