"""Views of parts of buffers, and blocks inside of blocks."""

from __future__ import annotations

import re

from .draft import Draft, indent, nest


def view_of_write(d: Draft) -> None:
    rows, columns = d.rows, d.columns
    value = d.change(d.load((rows, columns), "vi", "k"))
    target = d.target((rows, columns))
    part = f"{target}[vi, 0:{columns}]"
    body = [
        f'V{target} = T.match_buffer({part}, ({columns},), "{d.dtype}", offset_factor=1)',
        f"for k in range({columns}):",
        f"    V{target}[k] = {value}",
    ]
    d.plain(target, "S", (rows,), body, regions=_regions(value, part, columns))


def view_of_read(d: Draft) -> None:
    rows, columns = d.rows, d.columns
    name = d.source((rows, columns))
    target = d.target((rows, columns))
    part = f"{name}[vi, 0:{columns}]"
    body = [
        f'V{target} = T.match_buffer({part}, ({columns},), "{d.dtype}", offset_factor=1)',
        f"for k in range({columns}):",
        f"    {target}[vi, k] = {d.change(f'V{target}[k]')}",
    ]
    regions = [f"T.reads({part})", f"T.writes({target}[vi, 0:{columns}])"]
    d.plain(target, "S", (rows,), body, regions=regions)


def view_in_place(d: Draft) -> None:
    """A view of what the block reads and writes; the rows that blocks see may overlap."""
    rows, columns = d.rows, d.columns
    name = d.source((rows, columns))
    part = f"{name}[vi, 0:{columns}]"
    view = d.name("view")
    body = [
        f'{view} = T.match_buffer({part}, ({columns},), "{d.dtype}", offset_factor=1)',
        f"for k in range({columns}):",
        f"    {view}[k] = {d.change(f'{view}[k]')}",
    ]
    d.plain(d.name("V"), "S", (rows,), body, regions=[f"T.reads({part})", f"T.writes({part})"])


def _regions(value: str, part: str, columns: str) -> list[str]:
    """What a block with a loop `k` inside declares; reads are those of the value, whole rows."""
    reads = sorted(set(_loads(value)))
    return [f"T.reads({', '.join(f'{name}[vi, 0:{columns}]' for name in reads)})", f"T.writes({part})"]


def _loads(value: str) -> list[str]:
    """The names of the buffers that an expression loads."""
    return re.findall(r"(\w+)\[", value)


def outer_and_inner(d: Draft) -> None:
    """A block of rows around a block of elements; the inner one's axis is the outer one's."""
    rows, columns = d.rows, d.columns
    name = d.source((rows, columns))
    target = d.target((rows, columns))
    inner = d.block(
        target,
        [("S", rows, "x", "vi"), ("S", columns, "j", "")],
        [f"{target}[vx, vj] = {d.change(f'{name}[vx, vj]')}"],
    )
    regions = [f"T.reads({name}[vi, 0:{columns}])", f"T.writes({target}[vi, 0:{columns}])"]
    outer = d.block(f"{target}_outer", [("S", rows, "i", "")], nest([("j", columns)], inner), regions=regions)
    d.emit(nest([("i", rows)], outer))


def inner_alone(d: Draft) -> None:
    """The outer block has no axes; the inner one is bound to the loop around both."""
    size = d.columns
    name = d.source((size,))
    target = d.target((size,))
    inner = d.block(target, [("S", size, "i", "")], [f"{target}[vi] = {d.change(f'{name}[vi]')}"])
    regions = [f"T.reads({name}[i])", f"T.writes({target}[i])"]
    outer = d.block(f"{target}_outer", [], inner, regions=regions)
    d.emit(nest([("i", size)], outer))


def inner_temporary(d: Draft) -> None:
    """A buffer allocated inside of a block, filled and used there by two blocks."""
    rows, columns = d.rows, d.columns
    name = d.source((rows, columns))
    target = d.target((rows, columns))
    own = f"L{target}"
    fill = d.block(own, [("S", columns, "j", "")], [f"{own}[vj] = {d.change(f'{name}[vi, vj]')}"])
    index = d.rng.choice(["vj", f"{int(columns) - 1} - vj", "vj // 2"])
    use = d.block(target, [("S", columns, "j", "")], [f"{target}[vi, vj] = {d.change(f'{own}[{index}]')}"])
    body = [
        f'{own} = T.alloc_buffer(({columns},), "{d.dtype}")',
        *nest([("j", columns)], fill),
        *nest([("j", columns)], use),
    ]
    regions = [f"T.reads({name}[vi, 0:{columns}])", f"T.writes({target}[vi, 0:{columns}])"]
    d.emit(nest([("i", rows)], d.block(f"{target}_outer", [("S", rows, "i", "")], body, regions=regions)))


def inner_sum(d: Draft) -> None:
    """A reduction in a block of its own below a block of rows."""
    rows, columns = d.rows, d.columns
    name = d.source((rows, columns))
    target = d.target((rows,))
    inner = d.block(target, [("R", columns, "k", "")], [f"{target}[vi] = {target}[vi] + {name}[vi, vk]"],
                    init=[f"{target}[vi] = {d.number(0)}"])  # fmt: skip
    regions = [f"T.reads({name}[vi, 0:{columns}])", f"T.writes({target}[vi])"]
    outer = d.block(f"{target}_outer", [("S", rows, "i", "")], nest([("k", columns)], inner), regions=regions)
    d.emit(nest([("i", rows)], outer))


def tiles(d: Draft) -> None:
    """Blocks of tiles that the guard of the inner block cuts at the edge."""
    size = d.rng.choice([2, 3])
    count, columns = -(-int(d.columns) // size), d.columns
    name = d.source((columns,))
    target = d.target((columns,))
    inner = d.block(
        target,
        [("S", columns, "x", f"vi * {size} + j")],
        [f"{target}[vx] = {d.change(f'{name}[vx]')}"],
        where=[f"vi * {size} + j < {columns}"],
    )
    reach = f"T.min(vi * {size} + {size}, {columns})"
    part = f"vi * {size}:{reach}"
    regions = [f"T.reads({name}[{part}])", f"T.writes({target}[{part}])"]
    outer = d.block(f"{target}_tile", [("S", str(count), "i", "")], nest([("j", str(size))], inner), regions=regions)
    d.emit(["for i in range(" + str(count) + "):", *indent(outer)])


KINDS = (
    view_of_write, view_of_read, view_in_place, outer_and_inner, inner_alone, inner_temporary, inner_sum, tiles,
)  # fmt: skip
