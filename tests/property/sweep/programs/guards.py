"""Guards: of loops, of axes, of what memory holds, and choices inside of blocks."""

from __future__ import annotations

from .draft import Draft, indent, nest


def _test(d: Draft, loop: str, size: str) -> str:
    """A condition over a loop, with or without a look into memory."""
    number = int(size)
    load = f"{d.source((size,))}[{loop}]"
    return d.rng.choice(
        [
            f"{loop} < {max(number - 1, 1)}",
            f"{loop} < {max(number - 2, 1)}",
            f"({loop} < 1 or {max(number - 2, 1)} <= {loop})",
            f"{loop} != {number // 2}",
            f"{loop} % 2 == 0",
            f"{load} > {d.number(0)}",
            f"{load} > {d.number(0)}",
            f"{loop} >= 1",
        ]
    )


def guarded(d: Draft) -> None:
    """Part of a parameter is written: where a guard holds."""
    shape = (d.rows, d.columns)
    where = [_test(d, "j", d.columns)]
    value = d.change(d.load(shape, "vi", "vj"))
    target = d.output(shape)
    d.plain(target, "SS", shape, [f"{target}[vi, vj] = {value}"], where=where)


def guarded_vector(d: Draft) -> None:
    where = [_test(d, "i", d.columns) for _ in range(d.rng.randint(1, 2))]
    value = d.change(d.load((d.columns,), "vi"))
    target = d.output((d.columns,))
    d.plain(target, "S", (d.columns,), [f"{target}[vi] = {value}"], where=where)


def guarded_producer(d: Draft) -> None:
    """A temporary is filled first, then partly again under a guard, and read."""
    shape = (d.columns,)
    first, second = d.change(d.load(shape, "vi")), d.change(d.load(shape, "vi"))
    where = [_test(d, "i", d.columns)]
    middle = d.temp(shape)
    d.plain(middle, "S", shape, [f"{middle}[vi] = {first}"])
    d.plain(f"{middle}g", "S", shape, [f"{middle}[vi] = {second}"], where=where)
    d.unread.remove(middle)
    target = d.target(shape)
    d.plain(target, "S", shape, [f"{target}[vi] = {d.change(f'{middle}[vi]')}"])


def guard_of_producer(d: Draft) -> None:
    """A block whose guard reads what the block before it makes."""
    shape = (d.columns,)
    value = d.change(d.load(shape, "vi"))
    middle = d.temp(shape)
    d.plain(middle, "S", shape, [f"{middle}[vi] = {value}"])
    d.unread.remove(middle)
    target = d.output(shape)
    use = d.rng.choice([f"{middle}[vi]", d.load(shape, "vi")])
    d.plain(target, "S", shape, [f"{target}[vi] = {d.change(use)}"], where=[f"{middle}[i] > {d.number(0)}"])


def guarded_sum(d: Draft) -> None:
    """A reduction of the elements that a guard lets through."""
    where = [_test(d, "j", d.columns)]
    element = d.load((d.rows, d.columns), "vi", "vj")
    target = d.output((d.rows,))
    d.plain(target, "SR", (d.rows, d.columns), [f"{target}[vi] = {target}[vi] + {element}"],
            init=[f"{target}[vi] = {d.number(0)}"], where=where)  # fmt: skip


def init_reads(d: Draft) -> None:
    """A reduction that starts from what another block makes."""
    start = d.temp((d.rows,))
    value = d.change(d.load((d.rows,), "vi"))
    d.plain(start, "S", (d.rows,), [f"{start}[vi] = {value}"])
    d.unread.remove(start)
    element = d.load((d.rows, d.columns), "vi", "vj")
    target = d.target((d.rows,))
    d.plain(target, "SR", (d.rows, d.columns), [f"{target}[vi] = {target}[vi] + {element}"],
            init=[f"{target}[vi] = {start}[vi]"])  # fmt: skip


def branches(d: Draft) -> None:
    """`if` and `else` inside of a block, reading under the condition that makes it safe."""
    shape = (d.rows, d.columns)
    name, other = d.source(shape), d.source(shape)
    target = d.target(shape)
    body = [
        f"if {d.rng.choice(['vj >= 1', f'{other}[vi, vj] > {d.number(0)} and vj >= 1'])}:",
        f"    {target}[vi, vj] = {name}[vi, vj - 1]",
        "else:",
        f"    {target}[vi, vj] = {d.change(f'{other}[vi, vj]')}",
    ]
    d.plain(target, "SS", shape, body)


def around(d: Draft) -> None:
    """An `if` around a block."""
    value = d.change(d.load((d.columns,), "vi"))
    target = d.output((d.columns,))
    test = d.rng.choice(["i % 3 != 1", f"{d.source((d.columns,))}[i] > {d.number(0)}"])
    lines = d.block(target, [("S", d.columns, "i", "")], [f"{target}[vi] = {value}"])
    d.emit(nest([("i", d.columns)], [f"if {test}:", *indent(lines)]))


def own_guard(d: Draft) -> None:
    """A guard reads the buffer that the block writes."""
    name = d.input((d.columns,))
    where = [f"{name}[{d.rng.choice(['i', '0'])}] > {d.number(0)}"]
    d.plain(f"{name}g", "S", (d.columns,), [f"{name}[vi] = {d.change(f'{name}[vi]')}"], where=where)


KINDS = (
    guarded, guarded_vector, guarded_producer, guard_of_producer, guarded_sum, init_reads, branches, around, own_guard,
)  # fmt: skip
