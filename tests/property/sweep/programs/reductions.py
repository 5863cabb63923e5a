"""Reductions, genuine and false, and running reductions that are read while they are built."""

from __future__ import annotations

from .draft import Draft, indent, nest, plus, times

#: Updates of an accumulator `y` by an element `a`, with the start: reductions, and what only looks like one.
GENUINE = (
    ("{y} + {a}", 0), ("{a} + {y}", 0), ("T.max({y}, {a})", -9), ("T.min({y}, {a})", 9), ("{y} - {a}", 0),
    ("{y} + {a} * {a}", 0),
)  # fmt: skip
FALSE = (
    ("{y} * {two} + {a}", 0), ("{y} * ({y} + {a})", 1), ("{y} + ({a} - {y})", 0), ("{a} - {y}", 0),
    ("T.max({y}, {y} + {a})", -9), ("{y} + {a}", 3), ("T.if_then_else({a} > {zero}, {y} + {a}, {zero})", 0),
    ("T.max({y}, {a}) + {one}", 0),
)  # fmt: skip


def _update(d: Draft, target: str, index: str, element: str) -> tuple[str, str]:
    """The initialisation and the update of an accumulator."""
    form, start = d.rng.choice(GENUINE if d.rng.random() < 0.65 else FALSE)
    numbers = {name: d.number(value) for name, value in (("zero", 0), ("one", 1), ("two", 2))}
    value = form.format(y=f"{target}[{index}]", a=element, **numbers)
    return f"{target}[{index}] = {d.number(start)}", f"{target}[{index}] = {value}"


def rows(d: Draft) -> None:
    element = d.load((d.rows, d.columns), "vi", "vj")
    target = d.target((d.rows,))
    init, update = _update(d, target, "vi", element)
    d.plain(target, "SR", (d.rows, d.columns), [update], init=[init])


def columns(d: Draft) -> None:
    """The reduce axis first."""
    element = d.load((d.rows, d.columns), "vi", "vj")
    target = d.target((d.columns,))
    init, update = _update(d, target, "vj", element)
    d.plain(target, "RS", (d.rows, d.columns), [update], init=[init])


def everything(d: Draft) -> None:
    element = d.load((d.rows, d.columns), "vi", "vj")
    target = d.target(("1",))
    init, update = _update(d, target, "0", element)
    d.plain(target, "RR", (d.rows, d.columns), [update], init=[init])


def product(d: Draft) -> None:
    """A matrix product, sometimes with what follows it."""
    shape, depth = (d.rows, d.columns), d.rng.choice(["2", "3", "5"])
    a, b = d.load((d.rows, depth), "vi", "vk"), d.load((depth, d.columns), "vk", "vj")
    bias = d.load((d.columns,), "vj")
    target = d.temp(shape)
    d.ready.append(target)
    start, update = f"{target}[vi, vj] = {d.number(0)}", f"{target}[vi, vj] = {target}[vi, vj] + {a} * {b}"
    d.plain(target, "SSR", (*shape, depth), [update], init=[start])
    if d.rng.random() < 0.6:
        d.unread.remove(target)
        result = d.target(shape)
        d.plain(result, "SS", shape, [f"{result}[vi, vj] = {target}[vi, vj] + {bias}"])


def even_product(d: Draft) -> None:
    """A matrix product of even extents, for the intrinsic `product`."""
    rows, columns, depth = times(d.rows, 2), times(d.columns, 2), d.rng.choice(["2", "4"])
    a, b = d.load((rows, depth), "vi", "vk"), d.load((depth, columns), "vk", "vj")
    target = d.target((rows, columns))
    update = f"{target}[vi, vj] = {target}[vi, vj] + {a} * {b}"
    d.plain(target, "SSR", (rows, columns, depth), [update], init=[f"{target}[vi, vj] = {d.number(0)}"])


def running(d: Draft) -> None:
    """A block under the same loop reads the accumulator while it is built."""
    size = d.columns
    element = d.load((size,), "vk")
    target, seen = d.temp(("1",)), d.output((size,))
    init, update = _update(d, target, "0", element)
    first = d.block(target, [("R", size, "k", "")], [update], init=[init])
    second = d.block(seen, [("S", size, "k", "")], [f"{seen}[vk] = {target}[0]"])
    d.unread.remove(target)
    d.emit(nest([("k", size)], [*first, *second]))


def per_row(d: Draft) -> None:
    """A sum and its use below one loop over rows."""
    element = d.load((d.rows, d.columns), "vi", "vk")
    total = d.temp((d.rows,))
    value = d.load((d.rows, d.columns), "vi", "vj")
    target = d.target((d.rows, d.columns))
    init, update = _update(d, total, "vi", element)
    axes = [("S", d.rows, "i", ""), ("R", d.columns, "k", "")]
    first = nest([("k", d.columns)], d.block(total, axes, [update], init=[init]))
    use = d.block(target, [("S", d.rows, "i", ""), ("S", d.columns, "j", "")],
                  [f"{target}[vi, vj] = {value} - {total}[vi]"])  # fmt: skip
    d.unread.remove(total)
    d.emit([f"for i in range({d.rows}):", *indent([*first, *nest([("j", d.columns)], use)])])


def without_init(d: Draft) -> None:
    """The start is a block of its own, or what the caller gave."""
    element = d.load((d.rows, d.columns), "vi", "vj")
    target = d.input((d.rows,))
    if d.rng.random() < 0.5:
        d.plain(f"{target}z", "S", (d.rows,), [f"{target}[vi] = {d.number(0)}"])
    _, update = _update(d, target, "vi", element)
    d.plain(f"{target}r", "SR", (d.rows, d.columns), [update])


def largest(d: Draft) -> None:
    """The position and the value of the largest element of each row."""
    element = d.load((d.rows, d.columns), "vi", "vj")
    where, value = d.target((d.rows,)), d.target((d.rows,))
    position = f'T.Cast("{d.dtype}", vj)'
    body = [
        f"x: T.{d.dtype} = T.Select({value}[vi] >= {element}, {where}[vi], {position})",
        f"y: T.{d.dtype} = T.Select({value}[vi] >= {element}, {value}[vi], {element})",
        f"{where}[vi] = x",
        f"{value}[vi] = y",
    ]
    init = [f"{where}[vi] = {d.number(-1)}", f'{value}[vi] = T.min_value("{d.dtype}")']
    d.plain(where, "SR", (d.rows, d.columns), body, init=init)


def window(d: Draft) -> None:
    """A sum over a window, of a temporary that slides: for `rolling_buffer` and `compute_at`."""
    size = int(d.columns)
    long = (str(size + 2),)
    value = d.change(d.load(long, "vi"))
    middle = d.temp(long)
    d.plain(middle, "S", long, [f"{middle}[vi] = {value}"])
    d.unread.remove(middle)
    target = d.target((d.columns,))
    init, update = _update(d, target, "vi", f"{middle}[vi + vj]")
    d.plain(target, "SR", (d.columns, "3"), [update], init=[init])


def padded_window(d: Draft) -> None:
    """A weighted sum over a dilated window of a padded temporary: for `skip_padding`."""
    size, step, before = int(d.columns), d.rng.randint(1, 3), d.rng.randint(0, 4)
    long = (str(size + 2 * step),)
    value = d.load((d.columns,), plus("vi", -before))
    weight = d.load(("3",), "vj")
    middle = d.temp(long)
    inside = f"vi >= {before} and vi < {size + before}"
    d.plain(
        middle, "S", long, [f"{middle}[vi] = T.if_then_else({inside}, {value}, {d.number(d.rng.choice([0, 0, 2]))})"]
    )
    d.unread.remove(middle)
    target = d.target((d.columns,))
    start = f"{target}[vi] = {d.number(0)}"
    update = f"{target}[vi] = {target}[vi] + {middle}[vi + vj * {step}] * {weight}"
    d.plain(target, "SR", (d.columns, "3"), [update], init=[start])


def chosen_window(d: Draft) -> None:
    """The same where the product chooses between an element and the padding."""
    size, step, before = int(d.columns), d.rng.randint(1, 3), d.rng.randint(0, 4)
    at = f"vi + vj * {step}"
    value, weight = d.load((d.columns,), plus(at, -before)), d.load(("3",), "vj")
    other = d.number(d.rng.choice([0, 0, 2]))
    target = d.target((d.columns,))
    start = f"{target}[vi] = {d.number(0)}"
    chosen = f"T.if_then_else({at} >= {before} and {at} < {size + before}, {value}, {other})"
    d.plain(target, "SR", (d.columns, "3"), [f"{target}[vi] = {target}[vi] + {chosen} * {weight}"], init=[start])


def unordered_axes(d: Draft) -> None:
    """A sum whose accumulator several spatial instances share: the initialisation runs again and again."""
    element = d.load((d.rows, d.columns), "vi", "vj")
    target = d.output((d.rows,))
    init, update = _update(d, target, "vi", f"({element})")
    d.plain(target, "SSR", (d.rows, d.columns, "2"), [update], init=[init])


KINDS = (
    rows, columns, everything, product, even_product, running, per_row, without_init, largest, window,
    padded_window, chosen_window, unordered_axes,
)  # fmt: skip
