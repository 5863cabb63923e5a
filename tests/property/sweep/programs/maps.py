"""Elementwise programs: maps, moved and repeated elements, padding, chains of them."""

from __future__ import annotations

from .draft import Draft, indent, plus, times


def elementwise(d: Draft) -> None:
    shape = (d.rows, d.columns)
    value = d.change(d.join(d.load(shape, "vi", "vj"), d.load(shape, "vi", "vj")))
    target = d.target(shape)
    d.plain(target, "SS", shape, [f"{target}[vi, vj] = {value}"])


def chain(d: Draft) -> None:
    """A temporary between two blocks, for steps that move or inline."""
    shape = (d.rows, d.columns)
    first = d.change(d.load(shape, "vi", "vj"))
    middle = d.temp(shape)
    d.plain(middle, "SS", shape, [f"{middle}[vi, vj] = {first}"])
    d.ready.append(middle)
    index = d.rng.choice(["vi, vj", f"vi, {int(d.columns) - 1} - vj", "vi, vj // 2"])
    d.unread.remove(middle)
    target = d.target(shape)
    d.plain(target, "SS", shape, [f"{target}[vi, vj] = {d.change(f'{middle}[{index}]')}"])


def vector(d: Draft) -> None:
    shape = (d.columns,)
    value = d.change(d.load(shape, "vi"))
    target = d.target(shape)
    d.plain(target, "S", shape, [f"{target}[vi] = {value}"])


def broadcast(d: Draft) -> None:
    shape = (d.rows, d.columns)
    value = d.join(d.load((d.columns,), "vj"), d.load(shape, "vi", "vj"))
    target = d.target(shape)
    d.plain(target, "SS", shape, [f"{target}[vi, vj] = {value}"])


def transpose(d: Draft) -> None:
    value = d.load((d.rows, d.columns), "vj", "vi")
    target = d.target((d.columns, d.rows))
    d.plain(target, "SS", (d.columns, d.rows), [f"{target}[vi, vj] = {d.change(value)}"])


def shift(d: Draft) -> None:
    """Each element from its neighbour, with a lazy choice at the edge."""
    shape = (d.rows, d.columns)
    by = d.rng.choice([1, 2])
    load = d.load(shape, "vi", f"vj - {by}")
    target = d.target(shape)
    value = f"T.if_then_else(vj >= {by}, {load}, {d.number(5)})"
    d.plain(target, "SS", shape, [f"{target}[vi, vj] = {value}"])


def reverse(d: Draft) -> None:
    shape = (d.rows, d.columns)
    value = d.load(shape, f"{d.rows} - 1 - vi", "vj")
    target = d.target(shape)
    d.plain(target, "SS", shape, [f"{target}[vi, vj] = {d.change(value)}"])


def padding(d: Draft) -> None:
    """A border of zeros, as `decompose_padding` wants it."""
    columns, before, after = d.columns, d.rng.randint(0, 2), d.rng.randint(0, 2)
    shape = (d.rows, plus(columns, before + after))
    load = d.load((d.rows, columns), "vi", plus("vj", -before))
    target = d.target(shape)
    inside = f"vj >= {before} and vj < {plus(columns, before)}"
    d.plain(target, "SS", shape, [f"{target}[vi, vj] = T.if_then_else({inside}, {load}, {d.number(0)})"])


def repeat(d: Draft) -> None:
    """Every element several times: an index that is a quotient, or a fused pair."""
    factor = d.rng.choice([2, 3])
    shape = (times(d.columns, factor),)
    load = d.load((d.columns,), d.rng.choice([f"vi // {factor}", f"vi % {d.columns}"]))
    target = d.target(shape)
    d.plain(target, "S", shape, [f"{target}[vi] = {d.change(load)}"])


def flatten(d: Draft) -> None:
    load = d.load((d.rows, d.columns), f"vi // {d.columns}", f"vi % {d.columns}")
    shape = (times(d.rows, int(d.columns)),)
    target = d.target(shape)
    d.plain(target, "S", shape, [f"{target}[vi] = {d.change(load)}"])


def strided(d: Draft) -> None:
    """The rows of a matrix one after another in a flat buffer, their length symbolic or not, either way round."""
    rows, columns = d.rows, d.columns
    load = d.load((rows, columns), "vj", "vi")
    column = d.rng.choice(["vj", f"({rows} - 1 - vj)"])
    row = d.rng.choice(["vi", f"({int(columns) - 1} - vi)"])
    target = d.target((times(rows, int(columns)),))
    d.plain(target, "SS", (columns, rows), [f"{target}[{row} * {rows} + {column}] = {d.change(load)}"])


def tiled(d: Draft) -> None:
    """Loops in tiles that need not divide the extent, with the guard."""
    size = d.rng.choice([2, 3, 4])
    shape = (d.columns,)
    count = -(-int(d.columns) // size)
    load = d.load(shape, "vi")
    target = d.target(shape)
    axes = [("S", d.columns, "i", f"i_0 * {size} + i_1")]
    where = [f"i_0 * {size} + i_1 < {d.columns}"] if count * size != int(d.columns) else []
    lines = d.block(target, axes, [f"{target}[vi] = {d.change(load)}"], where=where)
    d.emit([f"for i_0, i_1 in T.grid({count}, {size}):", *(f"    {line}" for line in lines)])


def increment(d: Draft) -> None:
    """What the intrinsic `increment4` does, on rows that it divides."""
    shape = (d.rows, times(d.columns, 4))
    load = d.load(shape, "vi", "vj")
    target = d.target(shape)
    d.plain(target, "SS", shape, [f"{target}[vi, vj] = {load} + {d.number(1)}"])


def index_heavy(d: Draft) -> None:
    """Indices worth computing beforehand."""
    shape = (d.rows, d.columns)
    index = f"(vi * 3 + vj) % {d.columns}"
    load = d.load((d.columns,), index)
    target = d.target(shape)
    d.plain(target, "SS", shape, [f"{target}[vi, vj] = {load} + {d.load((d.columns,), index)}"])


def panel(d: Draft) -> None:
    """A row that every row of the result uses: to be computed once."""
    row = d.temp((d.columns,))
    d.plain(row, "S", (d.columns,), [f"{row}[vi] = {d.change(d.load((d.columns,), 'vi'))}"])
    d.unread.remove(row)
    shape = (d.rows, d.columns)
    value = d.load(shape, "vi", "vj")
    target = d.target(shape)
    d.plain(target, "SS", shape, [f"{target}[vi, vj] = {d.join(value, f'{row}[vj]')}"])


def marked(d: Draft) -> None:
    """Loops that have kinds already."""
    shape = (d.rows, d.columns)
    value = d.change(d.load(shape, "vi", "vj"))
    target = d.target(shape)
    axes = [("S", d.rows, "i", ""), ("S", d.columns, "j", "")]
    outer, inner = d.rng.choice(["parallel", "serial", "unroll"]), d.rng.choice(["vectorized", "unroll", "serial"])
    if outer == "unroll" and d.rows == "n":
        outer = "serial"
    lines = d.block(target, axes, [f"{target}[vi, vj] = {value}"])
    d.emit([f"for i in T.{outer}({d.rows}):", *indent([f"for j in T.{inner}({d.columns}):", *indent(lines)])])


def triangle(d: Draft) -> None:
    """An inner loop as long as the outer one has come."""
    shape = (d.columns, d.columns)
    value = d.change(d.load(shape, "vi", "vj"))
    target = d.output(shape)
    axes = [("S", d.columns, "i", ""), ("S", d.columns, "j", "")]
    lines = d.block(target, axes, [f"{target}[vi, vj] = {value}"])
    d.emit([f"for i in range({d.columns}):", *indent(["for j in range(i + 1):", *indent(lines)])])


def offset(d: Draft) -> None:
    """A loop that does not begin at 0."""
    end = plus(d.columns, 2)
    value = d.change(d.load((end,), "vi"))
    target = d.output((end,))
    lines = d.block(target, [("S", f"(2, {end})", "i", "")], [f"{target}[vi] = {value}"])
    d.emit([f"for i in range(2, {end}):", *indent(lines)])


def bound_value(d: Draft) -> None:
    """A value bound by a name inside of the block."""
    shape = (d.rows, d.columns)
    value = d.change(d.load(shape, "vi", "vj"))
    target = d.target(shape)
    d.plain(target, "SS", shape, [f"x: T.{d.dtype} = {value}", f"{target}[vi, vj] = {d.join('x', 'x * x')}"])


def inner_loop(d: Draft) -> None:
    """A sum by a plain loop inside of the block."""
    name, target = d.source((d.rows, d.columns)), d.target((d.rows,))
    body = [
        f"{target}[vi] = {d.number(0)}",
        f"for k in range({d.columns}):",
        f"    {target}[vi] = {target}[vi] + {name}[vi, k]",
    ]
    regions = [f"T.reads({name}[vi, 0:{d.columns}])", f"T.writes({target}[vi])"]
    d.plain(target, "S", (d.rows,), body, regions=regions)


KINDS = (
    elementwise, chain, panel, vector, broadcast, transpose, shift, reverse, padding, repeat, flatten, strided, tiled,
    increment, index_heavy, marked, triangle, offset, bound_value, inner_loop,
)  # fmt: skip
