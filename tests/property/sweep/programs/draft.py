"""A program in the making, as text: buffers, blocks, nests of loops."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

Lines = list[str]
Shape = tuple[str, ...]
#: An axis of a block: its kind (one letter), extent, loop, and what binds it (the loop's variable when empty).
Axis = tuple[str, str, str, str]

LETTERS = "ijkl"


class Draft:
    """Collects parameters, temporaries and statements; every name is used once.

    `rows` may be symbolic (`n`); `columns` is a number. The first parameter is a matrix of these, so that a symbolic
    dimension has a value from the first argument on.
    """

    def __init__(self, rng: random.Random, rows: str, columns: str, dtype: str) -> None:
        self.rng, self.rows, self.columns, self.dtype = rng, rows, columns, dtype
        self.shapes: dict[str, Shape] = {}
        self.params: list[str] = []
        #: Buffers all of whose elements have a value.
        self.ready: list[str] = []
        #: Buffers that nothing has read yet.
        self.unread: list[str] = []
        self.lines: Lines = []
        self.start(0, rng)
        self.input((rows, columns))

    def start(self, label: int, rng: random.Random) -> None:
        """Begin a fragment: its names count from `label` * 10, and stay when other fragments go."""
        self._label, self._count, self.rng = label, 0, rng

    def name(self, prefix: str) -> str:
        """A name that nothing else has."""
        self._count += 1
        return f"{prefix}{self._label * 10 + self._count - 1}"

    # -- buffers -----------------------------------------------------------------------------

    def _named(self, prefix: str, shape: Shape) -> str:
        name = self.name(prefix)
        self.shapes[name] = shape
        return name

    def input(self, shape: Shape) -> str:
        """A new parameter, which holds what the caller gives."""
        name = self._named("A", shape)
        self.params.append(name)
        self.ready.append(name)
        return name

    def output(self, shape: Shape) -> str:
        """A new parameter to be written, all of it or a part."""
        name = self._named("R", shape)
        self.params.append(name)
        return name

    def temp(self, shape: Shape) -> str:
        """A new buffer of the program's own, to be written before it is read."""
        name = self._named("B", shape)
        self.unread.append(name)
        return name

    def target(self, shape: Shape) -> str:
        """A temporary or a parameter; all of it will be written."""
        name = self.temp(shape) if self.rng.random() < 0.6 else self.output(shape)
        self.ready.append(name)
        return name

    def source(self, shape: Shape, fresh: float = 0.2) -> str:
        """A buffer that may be read: the newest of the shape more often than others, sometimes a new parameter."""
        fitting = [name for name in self.ready if self.shapes[name] == shape]
        if not fitting or self.rng.random() < fresh:
            name = self.input(shape)
        else:
            name = fitting[-1] if self.rng.random() < 0.6 else self.rng.choice(fitting)
        if name in self.unread:
            self.unread.remove(name)
        return name

    # -- values ------------------------------------------------------------------------------

    def number(self, value: int) -> str:
        return f"T.{self.dtype}({value})"

    def change(self, value: str) -> str:
        """A simple function of a value."""
        n = self.number
        return self.rng.choice(
            [
                f"{value} + {n(1)}",
                f"{value} * {n(2)} - {n(1)}",
                f"T.max({value}, {n(0)})",
                f"T.if_then_else({value} > {n(0)}, {value}, {n(3)})",
                f"{n(1)} - {value}",
            ]
        )

    def join(self, a: str, b: str) -> str:
        """A simple function of two values."""
        return self.rng.choice([f"{a} + {b}", f"{a} - {b}", f"T.max({a}, {b})", f"T.Select({a} > {b}, {a}, {b})"])

    def load(self, shape: Shape, *index: str) -> str:
        return f"{self.source(shape)}[{', '.join(index)}]"

    # -- statements --------------------------------------------------------------------------

    def emit(self, lines: Iterable[str]) -> None:
        self.lines += lines

    def plain(self, name: str, kinds: str, extents: Sequence[str], body: Sequence[str], **parts: Sequence[str]) -> None:
        """A block whose axes `vi`, `vj` … are the loops `i`, `j` … around it."""
        loops = LETTERS[: len(kinds)]
        axes = [(kind, extent, loop, "") for kind, extent, loop in zip(kinds, extents, loops, strict=True)]
        self.emit(nest(zip(loops, extents, strict=True), self.block(name, axes, body, **parts)))

    def block(
        self,
        name: str,
        axes: Sequence[Axis],
        body: Sequence[str],
        *,
        where: Sequence[str] = (),
        regions: Sequence[str] = (),
        init: Sequence[str] = (),
    ) -> Lines:
        """The lines of a block; `where` is the guard, if any."""
        kinds = {"S": "spatial", "R": "reduce", "O": "opaque"}
        parts = [f"v{loop} = T.axis.{kinds[kind]}({extent}, {by or loop})" for kind, extent, loop, by in axes]
        parts += [f"T.where({' and '.join(where)})"] if where else []
        parts += regions
        parts += ["with T.init():", *indent(init)] if init else []
        return [f'with T.block("{name}"):', *indent([*parts, *body])]

    def text(self) -> str:
        """The program."""
        handles = [f"p_{name}: T.handle" for name in self.params]
        head = ["n = T.int32()"] if self.rows == "n" else []
        for name, shape in self.shapes.items():
            whole = f"({', '.join(shape)},)"
            result = f"T.match_buffer(p_{name}, " if name in self.params else "T.alloc_buffer("
            head.append(f'{name} = {result}{whole}, "{self.dtype}")')
        return "\n".join(["@T.prim_func", f"def main({', '.join(handles)}):", *indent([*head, *self.lines])]) + "\n"


def indent(lines: Iterable[str]) -> Lines:
    return [f"    {line}" for line in lines]


def nest(loops: Iterable[tuple[str, str]], body: Lines) -> Lines:
    """`body` under loops, outer to inner."""
    for var, extent in reversed(list(loops)):
        body = [f"for {var} in range({extent}):", *indent(body)]
    return body


def plus(extent: str, change: int) -> str:
    """An extent, more or less by a number."""
    if extent.isdigit():
        return str(int(extent) + change)
    return f"{extent} {'+' if change >= 0 else '-'} {abs(change)}" if change else extent


def times(extent: str, factor: int) -> str:
    return str(int(extent) * factor) if extent.isdigit() else f"{extent} * {factor}"
