"""Programs whose instances do not commute: in-place updates, overlapping writes, several blocks under one loop."""

from __future__ import annotations

from .draft import Axis, Draft, indent, nest, plus, times


def stencil(d: Draft) -> None:
    """In place, each element from one written by another iteration of both loops."""
    name = d.input((plus(d.rows, 1), plus(d.columns, 1)))
    to, come = d.rng.choice(
        [("vi, vj + 1", "vi + 1, vj"), ("vi + 1, vj", "vi, vj"), ("vi, vj", "vi, vj + 1"), ("vi + 1, vj + 1", "vi, vj")]
    )
    d.plain(f"{name}s", "SS", (d.rows, d.columns), [f"{name}[{to}] = {name}[{come}] + {d.number(1)}"])


def flat_stencil(d: Draft) -> None:
    """In place in a flat buffer of rows, their length symbolic or not: by itself, a neighbour, or the row's mirror."""
    rows, columns = d.rows, int(d.columns)
    name = d.input((plus(times(rows, columns + 1), 1),))
    come = d.rng.choice(["vj", "vj + 1", f"vj + {rows}", f"({rows} - 1 - vj)"])
    update = f"{name}[vi * {rows} + vj] = {name}[vi * {rows} + {come}] + {d.number(1)}"
    d.plain(f"{name}f", "SS", (d.columns, rows), [update])


def prefix(d: Draft) -> None:
    """A running sum over an axis that is called spatial, or opaque."""
    name = d.input((plus(d.columns, 1),))
    value = d.join(f"{name}[vi]", d.load((d.columns,), "vi"))
    d.plain(f"{name}s", d.rng.choice("SO"), (d.columns,), [f"{name}[vi + 1] = {value}"])


def in_place(d: Draft) -> None:
    """An update of each element by itself: no dependence between instances."""
    shape = (d.rows, d.columns)
    name = d.source(shape)
    d.plain(d.name("U"), "SS", shape, [f"{name}[vi, vj] = {d.change(f'{name}[vi, vj]')}"])


def swap(d: Draft) -> None:
    """Mirrored elements exchange places: instances touch each other's elements."""
    name = d.input((d.columns,))
    last = int(d.columns) - 1
    d.plain(f"{name}m", "S", (d.columns,), [f"{name}[vi] = {name}[{last} - vi] + {d.number(1)}"])


def last_writer(d: Draft) -> None:
    """Several instances write one element."""
    shape = (d.rows, d.columns)
    value = d.change(d.load(shape, "vi", "vj"))
    target = d.output((d.columns,))
    index = d.rng.choice(["vj", "0", "vj // 2", f"(vi + vj) % {d.columns}"])
    d.plain(target, "SS", shape, [f"{target}[{index}] = {value}"])


def histogram(d: Draft) -> None:
    """A sum into elements that several instances share, though no axis is called a reduction."""
    name = d.input((d.columns,))
    value = d.load((d.rows, d.columns), "vi", "vj")
    index = d.rng.choice(["vj // 2", "vi % 2" if int(d.columns) > 1 else "0", "0", "vj"])
    kinds = d.rng.choice(["SS", "OS", "SO"])
    d.plain(f"{name}h", kinds, (d.rows, d.columns), [f"{name}[{index}] = {name}[{index}] + {value}"])


def partial(d: Draft) -> None:
    """Some elements of a parameter are written; the others keep what the caller gave."""
    target = d.output((d.columns, "3"))
    count = d.rng.randint(1, int(d.columns))
    column = d.rng.choice(["0", "vi % 3", "2"])
    value = d.load((d.columns,), "vi")
    d.plain(target, "S", (str(count),), [f"{target}[vi, {column}] = {d.change(value)}"])
    if d.rng.random() < 0.5:
        d.plain(f"{target}x", "S", (d.columns,), [f"{target}[vi, 1] = {target}[vi, 0] + {d.number(1)}"])


def halves(d: Draft) -> None:
    """Even and odd elements by two blocks."""
    shape = (plus(str(int(d.columns) * 2), 0),)
    first, second = d.load((d.columns,), "vi"), d.load((d.columns,), "vi")
    target = d.target(shape)
    d.plain(target, "S", (d.columns,), [f"{target}[vi * 2] = {d.change(first)}"])
    d.plain(f"{target}o", "S", (d.columns,), [f"{target}[vi * 2 + 1] = {d.change(second)}"])


def read_rewritten(d: Draft) -> None:
    """A parameter is read, overwritten, and read again."""
    shape = (d.rows, d.columns)
    name, other = d.source(shape), d.source(shape)
    before = d.target(shape)
    d.plain(before, "SS", shape, [f"{before}[vi, vj] = {d.change(f'{name}[vi, vj]')}"])
    new = d.change(f"{other}[vi, vj]")
    d.plain(d.name("W"), "SS", shape, [f"{name}[vi, vj] = {new}"])
    after = d.target(shape)
    d.plain(after, "SS", shape, [f"{after}[vi, vj] = {d.join(f'{name}[vi, vj]', f'{before}[vi, vj]')}"])


def together(d: Draft) -> None:
    """Two blocks under one loop; the second reads what this, an earlier or a later iteration of the first makes."""
    name, count = d.input((plus(d.columns, 2),)), d.columns
    target = d.output((d.columns,))
    at, read = d.rng.choice([("vi + 1", "vi + 1"), ("vi + 1", "vi"), ("vi + 1", "vi + 2"), ("vi", "vi")])
    value = d.change(d.load((d.columns,), "vi"))
    first = d.block(f"{name}a", [("S", count, "i", "")], [f"{name}[{at}] = {value}"])
    second = d.block(target, [("S", count, "i", "")], [f"{target}[vi] = {name}[{read}] * {d.number(2)}"])
    order = [first, second] if d.rng.random() < 0.7 else [second, first]
    d.emit(nest([("i", count)], [line for part in order for line in part]))


def rows_together(d: Draft) -> None:
    """A row is made and used below one outer loop; sometimes the row before is used too."""
    shape = (d.rows, d.columns)
    middle = d.temp(shape) if d.rng.random() < 0.5 else d.output(shape)
    value = d.change(d.load(shape, "vi", "vj"))
    target = d.target(shape)
    back = f"T.if_then_else(vi > 0, {middle}[vi - 1, vj], {d.number(7)})"
    use = d.rng.choice([f"{middle}[vi, vj]", back, f"{middle}[vi, {int(d.columns) - 1} - vj]"])
    axes = [("S", d.rows, "i", ""), ("S", d.columns, "j", "")]
    first = nest([("j", d.columns)], d.block(middle, axes, [f"{middle}[vi, vj] = {value}"]))
    second = nest([("j", d.columns)], d.block(target, axes, [f"{target}[vi, vj] = {d.change(use)}"]))
    if middle in d.unread:
        d.unread.remove(middle)
    d.emit(["for i in range(" + d.rows + "):", *indent([*first, *second])])


def carried(d: Draft) -> None:
    """A small buffer is used again in every iteration: a row, kept between two inner nests."""
    row = d.temp((d.columns,))
    value = d.change(d.load((d.rows, d.columns), "vi", "vj"))
    target = d.target((d.rows, d.columns))
    axes = [("S", d.rows, "i", ""), ("S", d.columns, "j", "")]
    first = nest([("j", d.columns)], d.block(row, axes, [f"{row}[vj] = {value}"]))
    index = d.rng.choice(["vj", f"{int(d.columns) - 1} - vj"])
    second = nest([("j", d.columns)], d.block(target, axes, [f"{target}[vi, vj] = {d.change(f'{row}[{index}]')}"]))
    d.unread.remove(row)
    d.emit(["for i in range(" + d.rows + "):", *indent([*first, *second])])


def relayed(d: Draft) -> None:
    """What an iteration stores is passed on by blocks whose axes do not name the loop, to elements that all share."""
    count, rng = d.columns, d.rng
    axes: list[Axis] = [("S", count, "i", "")] if rng.random() < 0.7 else []
    value = d.change(d.load((count,), "vi" if axes else "i"))
    last = d.temp(("1",)) if rng.random() < 0.7 else d.output(("1",))
    lines = d.block(last, axes, [f"{last}[0] = {value}"])
    for _ in range(rng.randint(0, 2)):
        seen, last = last, d.temp(("1",)) if rng.random() < 0.5 else d.output(("1",))
        if seen in d.unread:
            d.unread.remove(seen)
        lines += d.block(last, [], [f"{last}[0] = {d.change(f'{seen}[0]')}"])
    if rng.random() < 0.5:
        target = d.output((count,))
        lines += d.block(target, [("S", count, "i", "")], [f"{target}[vi] = {d.change(f'{last}[0]')}"])
        if last in d.unread:
            d.unread.remove(last)
    d.emit(nest([("i", count)], lines))


def all_in_each(d: Draft) -> None:
    """Every iteration makes all of a buffer, often from what it has just stored, and uses one element."""
    count, rng = d.columns, d.rng
    lines: list[str] = []
    factor = d.load((count,), "vk")
    if rng.random() < 0.7:
        factor = d.temp(("1",))
        lines = d.block(factor, [("S", count, "i", "")], [f"{factor}[0] = {d.load((count,), 'vi')}"])
        d.unread.remove(factor)
        factor += "[0]"
    result, target = d.temp((count,)), d.target((count,))
    d.unread.remove(result)
    value = f"{d.load((count,), 'vk')} * {factor}"
    if rng.random() < 0.5:
        inner = d.block(result, [("S", count, "k", "")], [f"{result}[vk] = {value}"])
        lines += nest([("k", count)], inner)
    else:
        axes = [("S", count, "k", ""), ("R", "3", "l", "")]
        body, init = [f"{result}[vk] = {result}[vk] + {value}"], [f"{result}[vk] = {d.number(0)}"]
        lines += nest([("k", count), ("l", "3")], d.block(result, axes, body, init=init))
    use = f"{result}[vi] + {d.load((count,), 'vi')}"
    lines += d.block(target, [("S", count, "i", "")], [f"{target}[vi] = {use}"])
    d.emit(nest([("i", count)], lines))


KINDS = (
    stencil, flat_stencil, prefix, in_place, swap, last_writer, histogram, partial, halves, read_rewritten, together,
    rows_together, carried, relayed, all_in_each,
)  # fmt: skip
