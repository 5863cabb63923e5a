"""From the arguments of a YAML step to the fields of a primitive."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from mlcc.analysis.tree import Site
from mlcc.diagnostics import MlccError, Span, choices_help

from ..fields import Kind, is_required, kind_of, step_fields
from ..primitive import Primitive, primitive_table
from ..refs import BlockRV, LoopRV, PlaceRV
from ..schedule import Schedule
from .composites import KINDS, Argument, Composite
from .expressions import Lookup, evaluate
from .loop_queries import find_loop
from .nodes import YNode, expect, wrong_type

_EMBEDDED = re.compile(r"\$\{([^{}]*)\}")
_NAME = re.compile(r"\$([A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*)\Z")
_AXIS = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)\.([A-Za-z_][A-Za-z0-9_]*)\Z")
#: Steps whose loop is looked for over their block.
_AT_OWN_LOOP = ("decompose_reduction", "decompose_padding", "read_at", "write_at")
#: A function, and blocks of it over which a loop is looked for.
Near = tuple[str, Sequence[Site]]
NOWHERE: Near = ("", ())
_LOOP_KINDS = (Kind.LOOP, Kind.LOOPS, Kind.BLOCK_OR_LOOP, Kind.LOOP_OR_BLOCKS)


class Decoder:
    """Reads arguments in the surroundings of one running schedule."""

    def __init__(self, sch: Schedule, func: str, names: dict[str, Any], lookup: Lookup) -> None:
        self.sch = sch
        self.func = func
        self.names = names
        self.lookup = lookup
        #: Blocks by function and name.
        self._blocks: dict[tuple[str, str], BlockRV] = {}
        #: The loops that the first `_read` entries of the trace gave.
        self._loops: set[LoopRV] = set()
        self._read = 0

    def remember(self) -> tuple[dict[tuple[str, str], BlockRV], set[LoopRV], int]:
        """What was looked up so far, for `forget`."""
        return dict(self._blocks), set(self._loops), self._read

    def forget(self, remembered: tuple[dict[tuple[str, str], BlockRV], set[LoopRV], int]) -> None:
        """Go back to what was looked up then: later look-ups were undone with the steps."""
        self._blocks, self._loops, self._read = remembered

    # -- scalars -----------------------------------------------------------------------------

    def scalar(self, node: YNode) -> Any:
        """The value of a scalar: `$name` and `${expression}` are computed, the rest is taken as written."""
        value = node.value
        if node.kind != "scalar" or not isinstance(value, str) or "$" not in value:
            return node.plain()
        plain = _NAME.match(value)
        if plain:
            return evaluate(plain.group(1), self.lookup, node.span)
        whole = _EMBEDDED.fullmatch(value)
        if whole:
            return evaluate(whole.group(1), self.lookup, node.span)
        return _EMBEDDED.sub(lambda m: str(evaluate(m.group(1), self.lookup, node.span)), value)

    def value(self, node: YNode) -> Any:
        """Any value, computed inside."""
        if node.kind == "list":
            return [self.value(item) for item in node.items]
        if node.kind == "map":
            return {str(k.value): self.value(v) for k, v in node.pairs}
        return self.scalar(node)

    # -- blocks and loops --------------------------------------------------------------------

    def block(self, node: YNode) -> BlockRV:
        """A block by an earlier result or by name."""
        value = self.scalar(expect(node, "scalar", "a block"))
        if isinstance(value, BlockRV):
            return value
        if not isinstance(value, str):
            raise wrong_type(node, "the name of a block", "a block")
        named = self.names.get(value)
        if isinstance(named, BlockRV):
            return named
        if named is not None:
            raise MlccError("S104", f"`{value}` is not a block", span=node.span)
        try:
            return self.block_named(value)
        except MlccError as error:
            raise error.located(node.span) from None

    def block_named(self, name: str, func: str | None = None) -> BlockRV:
        """A reference to the block of a name, looked up once; of the schedule's own function, without `func`."""
        func = func or self.func
        state = self.sch.state(func)
        ref = self._blocks.get((func, name))
        site = state.find_block(name)
        if ref is None or state.blocks.get(ref) is not site.block:
            cls: Any = primitive_table()["get_block"]
            ref = self._blocks[func, name] = self.sch.run(cls(name, func))
        return ref

    def known(self, block: BlockRV) -> BlockRV:
        """A block found by an expression, as a reference that the trace knows."""
        state = self.sch.state(block.func)
        name = state.block(block).block.name
        return self.block_named(name, block.func) if len(state.tree.find_blocks(name)) == 1 else block

    def loop(self, node: YNode, context: BlockRV | None, scope: Near = NOWHERE) -> LoopRV:
        """A loop by an earlier result, by name over the block in `context`, or as ``[block, name]``."""
        if node.kind == "list":
            if len(node.items) != 2:
                raise wrong_type(node, "`[block, loop]`", "a loop")
            return self.loop(node.items[1], self.block(node.items[0]))
        if node.kind == "map":
            at, name = node.get("block"), node.get("loop")
            if at is None or name is None or len(node.pairs) != 2:
                raise wrong_type(node, "`{block: …, loop: …}`", "a loop")
            return self.loop(name, self.block(at))
        value = self.scalar(node)
        if isinstance(value, LoopRV):
            return value
        if isinstance(value, str) and isinstance(self.names.get(value), LoopRV):
            return self.names[value]  # type: ignore[no-any-return]
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            raise wrong_type(node, "the name of a loop", "a loop")
        try:
            driven = _AXIS.match(value) if isinstance(value, str) else None
            if driven:
                return self._loop_of_axis(driven.group(1), driven.group(2))
            return self._loop_named(value, context, scope)
        except MlccError as error:
            raise error.located(node.span) from None

    def _loop_of_axis(self, block: str, axis: str) -> LoopRV:
        """The loop of ``Y.k``: the one over block `Y` that drives its axis `k`."""
        named = self.names.get(block)
        at = named if isinstance(named, BlockRV) else self.block_named(block)
        ref = self.lookup.queries.loop_of(at, axis)
        self._look_up(ref, at)
        return ref

    def _loop_named(self, which: str | int, context: BlockRV | None, scope: Near) -> LoopRV:
        if context is not None:
            return self._loop_over(context, which)
        func, sites = scope
        candidates: dict[Any, Site] = {}
        for site in sites:
            for loop in site.loops():
                if loop.loop.var.name == which:
                    candidates.setdefault(loop.loop.var, site)
        if len(candidates) == 1:
            (site,) = candidates.values()
            return self._loop_over(self.block_named(site.block.name, func), which)
        if candidates:
            raise MlccError(
                "S204", f"{len(candidates)} loops are called `{which}`", help="name the loop as `[block, loop]`"
            )
        names = [name for name, value in self.names.items() if isinstance(value, LoopRV)]
        hint = choices_help(str(which), names, "named loops") if names else "no loops have been named yet"
        raise MlccError(
            "S203",
            f"`{which}` is not a loop named before",
            help=f"say over which block it is: `[block, {which}]`; {hint}",
        )

    def _loop_over(self, block: BlockRV, which: str | int) -> LoopRV:
        state = self.sch.state(block.func)
        site = find_loop(state, state.block(block), which)
        ref = state.loop_ref(site.loop.var)
        self._look_up(ref, block)
        return ref

    def _look_up(self, ref: LoopRV, block: BlockRV) -> None:
        """Let the trace know a loop over a block; loops of equal name are distinguished by their positions."""
        if not self._is_known(ref):
            cls: Any = primitive_table()["get_loops"]
            self.sch.run(cls(block))

    def _is_known(self, ref: LoopRV) -> bool:
        """Whether a step of the trace gave a loop."""
        if ref not in self._loops:
            for entry in self.sch.entries[self._read :]:
                self._loops.update(item for item in entry.results() if isinstance(item, LoopRV))
            self._read = len(self.sch.entries)
        return ref in self._loops

    def introduce(self, ref: LoopRV) -> None:
        """Let the trace know a loop that an expression found, by a look-up that replays."""
        if isinstance(ref, PlaceRV) or self._is_known(ref):
            return
        state = self.sch.state(ref.func)
        below = [site.block.name for site in state.loop(ref).blocks_below()]
        if below:  # `cache_inplace` gives both of its blocks one name: better another block, where there is one
            name = next((name for name in below if len(state.tree.find_blocks(name)) == 1), below[0])
            self._look_up(ref, self.block_named(name, ref.func))

    # -- steps -------------------------------------------------------------------------------

    def step(self, name: str, args: YNode, span: Span) -> Primitive:
        """The primitive of a step, whose arguments are a mapping."""
        cls = primitive_table()[name]
        kinds = {f.name: kind_of(f) for f in step_fields(cls)}
        values, context = self._arguments(name, kinds, args)
        fields: dict[str, Any] = {}
        for field_name, node in sorted(values.items(), key=lambda item: item[0] != "block"):
            fields[field_name] = self._field(kinds[field_name], node, context, name, fields)
        missing = [f.name for f in step_fields(cls) if f.name not in fields and is_required(f)]
        if missing:
            raise MlccError("S106", f"`{name}` needs `{missing[0]}`", span=span)
        return cls(**fields)

    def call(self, composite: Composite, args: YNode, span: Span) -> dict[str, Any]:
        """The values that a step, whose arguments are a mapping, gives to the arguments of a composite step."""
        kinds = {item.name: KINDS[item.kind] for item in composite.args}
        values, context = self._arguments(composite.name, kinds, args)
        arguments: dict[str, Any] = {}
        for item in composite.args:
            node = values.get(item.name)
            if node is None and item.default is None:
                raise MlccError("S106", f"`{composite.name}` needs `{item.name}`", span=span)
            if node is not None:
                over = arguments.get("block")
                at = context or (over if isinstance(over, BlockRV) else None)
                arguments[item.name] = self._given(item, node, at, composite.name, arguments)
        return arguments

    def _given(self, item: Argument, node: YNode, at: BlockRV | None, name: str, done: dict[str, Any]) -> Any:
        """A value for an argument of a composite step; nothing, where that is its default."""
        if item.default is not None and item.default.text == "None":
            if node.kind == "scalar" and self.scalar(node) is None:
                return None
        if item.kind == "list":
            value = self.value(node)
            if not isinstance(value, list):
                raise wrong_type(node, "a list", f"`{item.name}`")
            return value
        value = self._field(KINDS[item.kind], node, at, name, done)
        return list(value) if item.kind == "loops" else value

    def _arguments(self, name: str, kinds: Mapping[str, Kind], args: YNode) -> tuple[dict[str, YNode], BlockRV | None]:
        """The field values as nodes, and the block over which loops are looked for."""
        takes_loops = any(kind in _LOOP_KINDS for kind in kinds.values())
        either = next((n for n, kind in kinds.items() if kind in (Kind.BLOCK_OR_LOOP, Kind.LOOP_OR_BLOCKS)), None)
        allowed = [*kinds, "as"]
        if takes_loops and "block" not in kinds:
            allowed.append("block")
        if either is not None:
            allowed.append("loop")
        primitive = primitive_table().get(name)
        aliases = primitive.aliases if primitive is not None else {}
        values: dict[str, YNode] = {}
        context: BlockRV | None = None
        for key, node in args.pairs:
            named = aliases.get(str(key.value), key.value)
            if named not in allowed:
                raise MlccError(
                    "S102", f"`{name}` has no argument `{key.value}`", span=key.span,
                    help=choices_help(str(key.value), allowed, "arguments"),
                )  # fmt: skip
            if named in kinds:
                values[str(named)] = node
            elif key.value == "loop" and either is not None:
                values[either] = node
            elif key.value == "block":
                if either is not None and args.get("loop") is None and args.get(either) is None:
                    values[either] = node
                else:
                    context = self.block(node)
        return values, context

    def _field(self, kind: Kind, node: YNode, context: BlockRV | None, name: str, done: dict[str, Any]) -> Any:
        match kind:
            case Kind.BLOCK:
                return self.block(node)
            case Kind.BLOCKS:
                return self._blocks_of(node)
            case Kind.LOOP:
                own = done.get("block") if name in _AT_OWN_LOOP else None
                return self.loop(node, context or own, scope=self._near(name, done))
            case Kind.LOOPS:
                return self._loops_of(node, context)
            case Kind.BLOCK_OR_LOOP | Kind.LOOP_OR_BLOCKS:
                return self._either(node, context, kind is Kind.LOOP_OR_BLOCKS)
            case Kind.INDEX_MAP | Kind.RANGES | Kind.STRING:
                return self._typed(node, str, "a text")
            case Kind.STRINGS:
                return tuple(self._typed(i, str, "a text") for i in self._items(node))
            case Kind.INT:
                return self._typed(node, int, "a whole number")
            case Kind.INTS:
                return self._ints(node, False)
            case Kind.FACTORS | Kind.SIZES:
                return self._ints(node, True, sizes=kind is Kind.SIZES)
            case Kind.BOOL:
                return self._typed(node, bool, "true or false")
        return self._buffer(node) if kind is Kind.BUFFER else self.value(node)

    def _buffer(self, node: YNode) -> Any:
        """A buffer by its name, by its number, or as ``[read, 0]``."""
        value = _tuples(self.value(node))
        pair = isinstance(value, tuple) and len(value) == 2 and value[0] in ("read", "write")
        which = value[1] if pair else value
        if isinstance(which, bool) or not isinstance(which, (int, str)):
            raise wrong_type(node, "the name or the number of a buffer, or `[read, 0]`", "this argument")
        return value

    def _near(self, name: str, done: dict[str, Any]) -> Near:
        """The blocks among whose loops a bare loop name is looked for, and their function."""
        block = done.get("block")
        if name not in ("compute_at", "reverse_compute_at") or not isinstance(block, BlockRV):
            return NOWHERE
        state = self.sch.state(block.func)
        site = state.block(block)
        scope = state.scope(site)
        return block.func, scope.producers(site) if name == "reverse_compute_at" else scope.consumers(site)

    def _items(self, node: YNode) -> list[YNode]:
        return expect(node, "list", "this argument").items

    def _loops_of(self, node: YNode, context: BlockRV | None) -> tuple[LoopRV, ...]:
        if node.kind == "scalar":
            value = self.scalar(node)
            if isinstance(value, list) and all(isinstance(v, LoopRV) for v in value):
                return tuple(value)
            return (self.loop(node, context),)
        return tuple(self.loop(item, context) for item in self._items(node))

    def _blocks_of(self, node: YNode) -> tuple[BlockRV, ...]:
        value = self.scalar(node) if node.kind == "scalar" else None
        if isinstance(value, list) and all(isinstance(v, BlockRV) for v in value):
            return tuple(self.known(v) for v in value)
        return tuple(self.block(item) for item in self._items(node))

    def _either(self, node: YNode, context: BlockRV | None, many: bool) -> Any:
        if many and node.kind == "list" and node.items and len(node.items) != 2:
            return tuple(self.block(i) for i in node.items)
        if node.kind != "scalar" or context is not None:
            return self.loop(node, context)
        value = self.scalar(node)
        if isinstance(value, (LoopRV, BlockRV)):
            return value
        if isinstance(value, str) and isinstance(self.names.get(value), LoopRV):
            return self.names[value]
        return self.block(node)

    def _typed(self, node: YNode, kind: type, text: str) -> Any:
        value = self.scalar(node)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise wrong_type(node, text, "this argument")
        return value

    def _ints(self, node: YNode, none: bool, sizes: bool = False) -> tuple[Any, ...]:
        """Whole numbers, or, with `none` and `sizes`, nothing or the text of a size."""
        if node.kind == "scalar":
            value = self.scalar(node)
            if isinstance(value, list) and all(type(v) is int for v in value):
                return tuple(value)
        numbers: list[Any] = []
        for item in self._items(node):
            if none and item.kind == "scalar" and item.value is None:
                numbers.append(None)
                continue
            if sizes and isinstance(value := self.scalar(item) if item.kind == "scalar" else None, str):
                numbers.append(value)
                continue
            numbers.append(self._typed(item, int, "a whole number or `null`" if none else "a whole number"))
        return tuple(numbers)


def arguments_of(name: str, args: YNode, kinds: Mapping[str, Kind]) -> YNode:
    """The arguments of a step as a mapping: the first one may stand alone."""
    if args.kind == "scalar" and args.value is None:
        return YNode("map", args.span)
    if args.kind == "map":
        return args
    first = next(iter(kinds), None)
    if first is None:
        raise MlccError("S104", f"`{name}` takes no arguments", span=args.span)
    return YNode("map", args.span, pairs=[(YNode("scalar", args.span, first), _as_list(args, kinds[first]))])


def _as_list(node: YNode, kind: Kind) -> YNode:
    if kind in (Kind.LOOPS, Kind.BLOCKS, Kind.INTS, Kind.FACTORS, Kind.SIZES, Kind.STRINGS) and node.kind == "scalar":
        if isinstance(node.value, str) and node.value.startswith("$"):
            return node
        return YNode("list", node.span, items=[node])
    return node


def _tuples(value: Any) -> Any:
    return tuple(_tuples(v) for v in value) if isinstance(value, list) else value
