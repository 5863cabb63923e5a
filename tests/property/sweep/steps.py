"""How to draw a step of each primitive, from what the program at hand has: plausible arguments, and odd ones."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from mlcc.analysis.tree import Site
from mlcc.ir import Binary, Block, BufferStore, Call, as_int, free_vars, walk
from mlcc.schedule import Schedule
from mlcc.schedule.primitive import primitive_table

from .pair import Step

Draw = Callable[["Sight"], list[Step]]


class NothingToDraw(Exception):
    """The program has nothing that the primitive could be tried on."""


class Sight:
    """What a step can name of a program."""

    def __init__(self, sch: Schedule, rng: random.Random) -> None:
        self.rng = rng
        tree = sch.state("main").tree
        sites = [site for site in tree.blocks.values() if site.scope() is not None and not site.init]
        self.sites = [site for site in sites if len(tree.find_blocks(site.block.name)) == 1]
        self.params = {id(buffer) for buffer in sch.func.buffers}
        self.dtype = sch.func.buffers[0].dtype

    # -- blocks and loops --------------------------------------------------------------------

    def site(self, accept: Callable[[Site], Any] | None = None) -> Site:
        """A block; nine times out of ten one that `accept` likes, where there is one."""
        liked = [site for site in self.sites if accept is None or accept(site)]
        if liked and self.rng.random() < 0.9:
            return self.rng.choice(liked)
        if not self.sites:
            raise NothingToDraw
        return self.rng.choice(self.sites)

    def loop(self, site: Site, accept: Callable[[Site], Any] | None = None) -> list[Any]:
        """A loop of a block, as a schedule file names it."""
        loops = site.loops()
        if not loops:
            raise NothingToDraw
        liked = [k for k, loop in enumerate(loops) if accept is None or accept(loop)]
        number = self.rng.choice(liked) if liked and self.rng.random() < 0.9 else self.rng.randrange(len(loops))
        return [site.block.name, number]

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def pick(self, *values: Any) -> Any:
        return self.rng.choice(values)

    # -- arguments ---------------------------------------------------------------------------

    def buffer(self, site: Site, kind: str, own: bool = False) -> int:
        """The position of a buffer that the block reads or writes; `own` prefers the program's temporaries."""
        regions = site.block.reads if kind == "read" else site.block.writes
        fitting = [k for k, r in enumerate(regions) if not own or id(r.buffer) not in self.params]
        if fitting and self.chance(0.95):
            return self.rng.choice(fitting)
        return self.rng.randint(0, 2)

    def scope(self) -> str:
        return str(self.pick("local", "local", "global", "shared"))

    def factors(self, extent: int | None, count: int) -> list[int | None]:
        """Factors of a loop: open, dividing, ragged, sometimes too small."""
        sizes = [1, 2, 2, 3, 4, 5, 8] + ([extent] if extent else [])
        result: list[int | None] = [self.rng.choice(sizes) for _ in range(count)]
        if self.chance(0.95):
            result[self.rng.randrange(count)] = None
        return result

    def index_map(self, rank: int, sizes: list[int | None], names: list[str] | None = None) -> str:
        """A function of indices: a permutation, a split, a fusion, a reversal; sometimes not one-to-one."""
        names = names or [f"a{k}" for k in range(rank)]
        if not names:
            raise NothingToDraw
        parts = list(names)
        which = self.rng.randrange(len(parts))
        name, size = names[which], sizes[which]
        form = self.pick("permute", "split", "split", "fuse", "reverse", "same", "odd")
        if form == "permute":
            self.rng.shuffle(parts)
        elif form == "split":
            factors = [f for f in (2, 3, 4) if size and size % f == 0] or [2, 3]
            factor = self.rng.choice(factors if self.chance(0.8) else [2, 3, 4])
            parts[which : which + 1] = [f"{name} // {factor}", f"{name} % {factor}"]
        elif form == "fuse" and rank > 1 and sizes[1] is not None:
            parts[0:2] = [f"{names[0]} * {sizes[1]} + {names[1]}"]
        elif form == "reverse" and size is not None:
            parts[which] = f"{size - 1} - {name}"
        elif form == "odd":
            parts[which] = self.pick(f"{name} // 2", f"{name} + 1", f"{name} * 2", "0")
        return f"{', '.join(names)} -> {', '.join(parts)}"


def extent_of(sight: Sight, loop: list[Any]) -> int | None:
    site = next(s for s in sight.sites if s.block.name == loop[0])
    return as_int(site.loops()[loop[1]].loop.extent)


def has_loops(site: Site) -> bool:
    return bool(site.loops())


def is_reduction(site: Site) -> bool:
    return site.block.init is not None


def is_temporary(sight: Sight) -> Callable[[Site], bool]:
    return lambda site: any(id(r.buffer) not in sight.params for r in site.block.writes)


def stores(site: Site, accept: Callable[[Any], bool]) -> bool:
    """Whether the block is one store of a value that `accept` likes."""
    return isinstance(site.block.body, BufferStore) and accept(site.block.body.value)


def bounds_values(block: Block) -> bool:
    return any(isinstance(node, Binary) and node.op in ("min", "max") for node in walk(block.body))


def reduces(site: Site) -> Callable[[Site], bool]:
    """Whether a loop drives a reduce axis of the block."""
    axes = zip(site.block.iters, site.realize.values, strict=True)
    result = {var for axis, value in axes if axis.kind == "reduce" for var in free_vars(value)}
    return lambda loop: loop.loop.var in result


# -- loops ---------------------------------------------------------------------------------------


def split(s: Sight) -> list[Step]:
    site = s.site(has_loops)
    loop = s.loop(site)
    fields: dict[str, Any] = {"loop": loop, "factors": s.factors(extent_of(s, loop), s.pick(2, 2, 2, 3, 1))}
    if s.chance(0.15):
        fields["preserve_unit_iters"] = False
    return [("split", fields)]


def reorder(s: Sight) -> list[Step]:
    site = s.site(lambda site: len(site.loops()) > 1)
    loops = [[site.block.name, k] for k in range(len(site.loops()))]
    s.rng.shuffle(loops)
    return [("reorder", {"loops": loops[: s.rng.randint(2, max(2, len(loops)))]})]


def fuse(s: Sight) -> list[Step]:
    site = s.site(lambda site: len(site.loops()) > 1)
    count = len(site.loops())
    first = s.rng.randrange(max(count - 1, 1))
    loops = [[site.block.name, k] for k in range(first, min(first + s.pick(2, 2, 3), count))]
    return [("fuse", {"loops": loops, "axes": s.pick(False, False, True)})]


def of_loop(name: str) -> Draw:
    return lambda s: [(name, {"loop": s.loop(s.site(has_loops))})]


def vectorize(s: Sight) -> list[Step]:
    site = s.site(has_loops)
    return [("vectorize", {"loop": s.loop(site, lambda loop: loop is site.loops()[-1])})]


def bind(s: Sight) -> list[Step]:
    tag = s.pick("threadIdx.x", "threadIdx.y", "blockIdx.x", "vthread", "vthread.x", "odd")
    return [("bind", {"loop": s.loop(s.site(has_loops)), "thread_axis": tag})]


def add_unit_loop(s: Sight) -> list[Step]:
    site = s.site()
    return [("add_unit_loop", {"block": site.block.name} if s.chance(0.5) else {"loop": s.loop(site)})]


def loop_partition(s: Sight) -> list[Step]:
    site = s.site(has_loops)
    loop = s.loop(site)
    factors = s.pick([1], [2, None], [1, None], [None, 1], [1, None, 1], [2], [3, None])
    return [("loop_partition", {"loop": loop, "factors": factors})]


def specialize(s: Sight) -> list[Step]:
    site = s.site()
    axes = [s.rng.randrange(len(site.block.iters) + 1) for _ in range(s.pick(1, 2))]
    schedule = s.pick("generic.yaml", "elementwise.yaml", "{steps: []}\n")
    step = {"block": site.block.name, "axes": axes, "below": s.pick(1, 4, 100), "schedule": schedule}
    return [("specialize", step)]


def merge(s: Sight) -> list[Step]:
    """Neighbouring nests of one depth, at one level; or any two loops."""
    neighbours = [pair for pair in pairwise(s.sites) if len(pair[0].loops()) == len(pair[1].loops()) > 0]
    if neighbours and s.chance(0.8):
        first, second = s.rng.choice(neighbours)
        level = len(first.loops()) - 1
        return [("merge", {"loops": [[first.block.name, level], [second.block.name, level]]})]
    return [("merge", {"loops": [s.loop(s.site(has_loops)), s.loop(s.site(has_loops))]})]


def merge_last(s: Sight) -> list[Step]:
    """Neighbouring nests, the first one the deeper; or any two loops."""
    neighbours = [pair for pair in pairwise(s.sites) if len(pair[0].loops()) >= len(pair[1].loops()) > 0]
    if neighbours and s.chance(0.8):
        first, second = s.rng.choice(neighbours)
        level = s.rng.randrange(len(first.loops()))
        return [("merge_last", {"loop": [first.block.name, level], "next": [second.block.name, 0]})]
    return [("merge_last", {"loop": s.loop(s.site(has_loops)), "next": s.loop(s.site(has_loops))})]


# -- places --------------------------------------------------------------------------------------


def moved(name: str) -> Draw:
    def draw(s: Sight) -> list[Step]:
        site = s.site(is_temporary(s) if name == "compute_at" else None)
        written = {id(r.buffer) for r in (site.block.writes if name == "compute_at" else site.block.reads)}

        def related(other: Site) -> bool:
            regions = other.block.reads if name == "compute_at" else other.block.writes
            return other is not site and bool(other.loops()) and any(id(r.buffer) in written for r in regions)

        fields: dict[str, Any] = {"block": site.block.name, "loop": s.loop(s.site(related))}
        if s.chance(0.2):
            fields["preserve_unit_loops"] = True
        if s.chance(0.3):
            fields["index"] = s.pick(-2, 0, 1, -1)
        return [(name, fields)]

    return draw


def compute_once(s: Sight) -> list[Step]:
    """A block under a loop that drives none of its axes; often one that is moved there first."""
    idle = s.site(lambda site: any(not reads_axes(site)(loop) for loop in site.loops()))
    if s.chance(0.4):
        own = reads_axes(idle)
        return [("compute_once", {"block": idle.block.name, "loop": s.loop(idle, lambda loop: not own(loop))})]
    site = s.site(is_temporary(s))
    user = s.site(consumer(site))
    move: Step = ("compute_at", {"block": site.block.name, "loop": s.loop(user)})
    return [move, ("compute_once", {"block": site.block.name, "loop": [site.block.name, 0]})]


def consumer(site: Site) -> Callable[[Site], Any]:
    """Whether another block, below loops, reads what the block writes."""
    written = {id(r.buffer) for r in site.block.writes}
    return lambda other: other is not site and other.loops() and any(id(r.buffer) in written for r in other.block.reads)


def reads_axes(site: Site) -> Callable[[Site], bool]:
    """Whether a loop drives an axis of the block."""
    result = {var for value in site.realize.values for var in free_vars(value)}
    return lambda loop: loop.loop.var in result


def inline(s: Sight) -> list[Step]:
    site = s.site(lambda site: is_temporary(s)(site) and not is_reduction(site))
    return [("compute_inline", {"block": site.block.name})]


def reverse_inline(s: Sight) -> list[Step]:
    """A block that reads what one other block makes."""
    result = {id(r.buffer) for site in s.sites if not is_reduction(site) for r in site.block.writes} - s.params

    def only_reader(site: Site) -> bool:
        read = {id(r.buffer) for r in site.block.reads} & result
        readers = [other for other in s.sites if read & {id(r.buffer) for r in other.block.reads}]
        return len(read) == 1 and len(readers) == 1 and not is_reduction(site)

    return [("reverse_compute_inline", {"block": s.site(only_reader).block.name})]


def sampled_location(s: Sight) -> list[Step]:
    block = s.site(is_temporary(s)).block.name
    at = {"block": block, "seed": s.rng.randint(0, 99), "as": "where"}
    return [("sample_compute_location", at), ("compute_at", {"block": block, "loop": "where"})]


# -- caches and buffers --------------------------------------------------------------------------


def cache_read(s: Sight) -> list[Step]:
    site = s.site()
    fields: dict[str, Any] = {"block": site.block.name, "read_buffer_index": s.buffer(site, "read")}
    fields["storage_scope"] = s.scope()
    if s.chance(0.2):
        fields["consumer_blocks"] = [s.site().block.name]
    return [("cache_read", fields)]


def cache_write(s: Sight) -> list[Step]:
    site = s.site()
    fields: dict[str, Any] = {"block": site.block.name, "write_buffer_index": s.buffer(site, "write")}
    fields["storage_scope"] = s.scope()
    if s.chance(0.2):
        fields["consumer_blocks"] = [s.site().block.name]
    return [("cache_write", fields)]


def cache_inplace(s: Sight) -> list[Step]:
    def in_place(site: Site) -> bool:
        return bool({id(r.buffer) for r in site.block.reads} & {id(r.buffer) for r in site.block.writes})

    site = s.site(in_place)
    fields = {"block": site.block.name, "read_buffer_index": s.buffer(site, "read"), "storage_scope": s.scope()}
    return [("cache_inplace", fields)]


def cache_index(s: Sight) -> list[Step]:
    fields = {"block": s.site().block.name, "storage_scope": "global", "cse_thresh": s.pick(0, 0, 1, 2)}
    return [("cache_index", fields)]


def reindex(s: Sight) -> list[Step]:
    site, kind = s.site(), s.pick("read", "write")
    return [("reindex", {"block": site.block.name, "buffer": [kind, s.buffer(site, kind)]})]


def reindex_cache(kind: str) -> Draw:
    def draw(s: Sight) -> list[Step]:
        site = s.site()
        number = s.buffer(site, kind)
        regions = site.block.reads if kind == "read" else site.block.writes
        used = {v for r in (regions[number].region if number < len(regions) else ()) for v in free_vars(r.min)}
        axes = [axis for axis in site.block.iters if axis.var in used or s.chance(0.05)]
        if not axes:
            raise NothingToDraw
        chosen = s.index_map(len(axes), [as_int(a.dom.extent) for a in axes], [a.var.name for a in axes])
        head = ", ".join(a.var.name for a in site.block.iters)
        fields = {"block": site.block.name, f"{kind}_buffer_index": number, "storage_scope": s.scope(),
                  "index_map": f"{head} -> {chosen.partition('-> ')[2]}"}  # fmt: skip
        return [(f"reindex_cache_{kind}", fields)]

    return draw


def staged(kind: str) -> Draw:
    def draw(s: Sight) -> list[Step]:
        site = s.site(has_loops)
        fields = {"loop": s.loop(site), "block": site.block.name, f"{kind}_buffer_index": s.buffer(site, kind),
                  "storage_scope": s.scope()}  # fmt: skip
        return [(f"{kind}_at", fields)]

    return draw


def set_scope(s: Sight) -> list[Step]:
    site = s.site(is_temporary(s))
    fields = {"block": site.block.name, "buffer_index": s.buffer(site, "write", own=True), "storage_scope": s.scope()}
    return [("set_scope", fields)]


def unsafe_set_dtype(s: Sight) -> list[Step]:
    """A wider type, which holds all values."""
    site = s.site(is_temporary(s))
    wide = {"int32": "int64", "float32": "float64"}.get(s.dtype, "float64")
    fields = {"block": site.block.name, "buffer_index": s.buffer(site, "write", own=True), "dtype": wide}
    return [("unsafe_set_dtype", fields)]


def storage_align(s: Sight) -> list[Step]:
    site = s.site(is_temporary(s))
    fields = {"block": site.block.name, "buffer_index": s.buffer(site, "write", own=True), "axis": s.pick(0, -1, 1, -2),
              "factor": s.pick(4, 8, 16, 3), "offset": s.pick(0, 1, 4)}  # fmt: skip
    return [("storage_align", fields)]


def transform_layout(s: Sight) -> list[Step]:
    kind = s.pick("read", "write")
    site = s.site(is_temporary(s) if kind == "write" else None)
    number = s.buffer(site, kind, own=s.chance(0.7))
    regions = site.block.reads if kind == "read" else site.block.writes
    if number >= len(regions):
        raise NothingToDraw
    shape = [as_int(dim) for dim in regions[number].buffer.shape]
    fields: dict[str, Any] = {"block": site.block.name, "buffer": [kind, number]}
    fields["index_map"] = s.index_map(len(shape), shape)
    if s.chance(0.4):
        fields["pad_value"] = s.pick(0, 0, 7) if s.dtype.startswith("int") else s.pick(0.0, 7.0)
    return [("transform_layout", fields)]


# -- blocks --------------------------------------------------------------------------------------


def transform_block_layout(s: Sight) -> list[Step]:
    site = s.site()
    sizes = [as_int(axis.dom.extent) for axis in site.block.iters]
    return [("transform_block_layout", {"block": site.block.name, "index_map": s.index_map(len(sizes), sizes)})]


def reorder_block_iter_var(s: Sight) -> list[Step]:
    site = s.site(lambda site: len(site.block.iters) > 1)
    order = list(range(len(site.block.iters)))
    s.rng.shuffle(order)
    return [("reorder_block_iter_var", {"block": site.block.name, "new_order": order})]


def blockize(s: Sight) -> list[Step]:
    fields: dict[str, Any] = {"loop": s.loop(s.site(has_loops))}
    if s.chance(0.2):
        fields["preserve_unit_iters"] = False
    return [("blockize", fields)]


def tensorize(s: Sight) -> list[Step]:
    """Tiles of the intrinsic's size first."""
    name = f"{s.pick('increment', 'product')}_{s.dtype}"
    if name.startswith("increment"):
        site = s.site(lambda site: has_loops(site) and stores(site, lambda value: isinstance(value, Binary)))
        loops = site.loops()
        if not loops:
            raise NothingToDraw
        block, last = site.block.name, len(loops) - 1
        shortened: Step = ("split", {"loop": [block, last], "factors": [None, 4]})
        return [shortened, ("tensorize", {"loop": [block, last + 1], "tensor_intrin": name})]
    site = s.site(lambda site: is_reduction(site) and len(site.loops()) == 3)
    block = site.block.name
    steps: list[Step] = [("split", {"loop": [block, k], "factors": [None, 2]}) for k in (2, 1, 0)]
    steps.append(("reorder", {"loops": [[block, k] for k in (0, 2, 4, 1, 3, 5)]}))
    steps.append(("decompose_reduction", {"block": block, "loop": [block, 2]}))
    return [*steps, ("tensorize", {"loop": [f"{block}_update", 3], "tensor_intrin": name})]


def decompose_reduction(s: Sight) -> list[Step]:
    site = s.site(is_reduction)
    first = next(iter(k for k, loop in enumerate(site.loops()) if reduces(site)(loop)), 0)
    at = [site.block.name, s.rng.randint(0, first)] if s.chance(0.7) and site.loops() else s.loop(site)
    return [("decompose_reduction", {"block": site.block.name, "loop": at})]


def rfactor(s: Sight) -> list[Step]:
    site = s.site(is_reduction)
    loop = s.loop(site, reduces(site))
    fields: dict[str, Any] = {"loop": loop, "factor_axis": s.pick(0, 0, -1, 1)}
    if s.chance(0.2):
        fields["neutral_ends"] = True
    return [("rfactor", fields)]


def fuse_reduction_epilogue(s: Sight) -> list[Step]:
    """Not with bounds, which change the results by contract."""
    first = s.site(is_reduction)
    written = {id(r.buffer) for r in first.block.writes}
    second = s.site(lambda site: site is not first and any(id(r.buffer) in written for r in site.block.reads))
    if bounds_values(second.block):
        raise NothingToDraw
    fields = {"reduction_block": first.block.name, "epilogue_block": second.block.name}
    return [("fuse_reduction_epilogue", fields)]


def pad_einsum(s: Sight) -> list[Step]:
    site = s.site(is_reduction)
    return [("pad_einsum", {"block": site.block.name, "padding": [s.pick(1, 2, 4, 3) for _ in site.block.iters]})]


def decompose_padding(s: Sight) -> list[Step]:
    site = s.site(lambda site: has_loops(site) and stores(site, lambda value: isinstance(value, Call)))
    return [("decompose_padding", {"block": site.block.name, "loop": s.loop(site)})]


def skip_padding(s: Sight) -> list[Step]:
    """A sum apart from its initial value, sometimes in tiles or with a copy of an operand, tested at a loop or in the
    product."""
    site = s.site(is_reduction)
    if not site.loops():
        raise NothingToDraw
    name, steps = site.block.name, list[Step]()
    if s.chance(0.5):
        steps.append(("split", {"loop": [name, 0], "factors": [None, s.pick(1, 2, 4)]}))
    steps.append(("decompose_reduction", {"block": name, "loop": [name, s.pick(0, 0, 1) if steps else 0]}))
    loop = [f"{name}_update", s.rng.randrange(len(site.loops()) + (len(steps) > 1))]
    written = {id(r.buffer) for r in site.block.writes}
    read = [r.buffer.name for r in site.block.reads if id(r.buffer) not in written]
    if read and s.chance(0.5):
        operand = s.pick(*read)
        copy = {"block": f"{name}_update", "read_buffer_index": operand, "storage_scope": "local"}
        steps += [("cache_read", copy), ("compute_at", {"block": f"{operand}_local", "loop": loop})]
    single = ("skip_padding", {"block": f"{name}_update"})
    tested: Step = ("skip_padding", {"block": f"{name}_update", "loop": loop})
    return [*steps, *s.pick([tested], [single], [tested, single])]


def rolling_buffer(s: Sight) -> list[Step]:
    """A producer moved under a loop of tiles first."""
    sliding = {id(r.buffer) for site in s.sites if is_reduction(site) for r in site.block.reads}
    site = s.site(lambda site: is_temporary(s)(site) and any(id(r.buffer) in sliding for r in site.block.writes))
    roll: Step = ("rolling_buffer", {"block": site.block.name, "write_buffer_index": 0})
    if s.chance(0.3):
        return [roll]
    user = s.site(consumer(site))
    outer = [user.block.name, 0]
    shortened: Step = ("split", {"loop": outer, "factors": [None, s.pick(1, 2, 4)]})
    return [shortened, ("compute_at", {"block": site.block.name, "loop": outer}), roll]


# -- annotations, regions, look-ups, samples -----------------------------------------------------


def _annotated(s: Sight) -> dict[str, Any]:
    site = s.site()
    key, value = s.pick(("pragma_unroll", 4), ("pragma_auto_unroll_max_step", 16), ("note", "text"), ("note", [1, 2]))
    position = {"loop": s.loop(site)} if s.chance(0.5) else {"block": site.block.name}
    return {**position, "ann_key": key, "ann_val": value}


def annotate(s: Sight) -> list[Step]:
    return [("annotate", _annotated(s))]


def unannotate(s: Sight) -> list[Step]:
    fields = _annotated(s)
    gone: Step = ("unannotate", {key: value for key, value in fields.items() if key != "ann_val"})
    return [gone] if s.chance(0.2) else [("annotate", fields), gone]


def annotate_buffer_access(s: Sight) -> list[Step]:
    """The whole of a buffer, which holds whatever the block touches."""
    kind, site = s.pick("read", "write"), s.site()
    regions = site.block.reads if kind == "read" else site.block.writes
    number = s.buffer(site, kind)
    if number >= len(regions):
        raise NothingToDraw
    axes = ", ".join(axis.var.name for axis in site.block.iters)
    sizes = [as_int(dim) for dim in regions[number].buffer.shape]
    if not axes or None in sizes:
        raise NothingToDraw
    whole = ", ".join(f"(0, {size})" for size in sizes)
    fields = {
        "block": site.block.name,
        "buffer_index": number,
        "buf_type": kind,
        "gen_new_ranges": f"{axes} -> [{whole}]",
    }
    return [("annotate_buffer_access", fields)]


def unsafe_hide_buffer_access(s: Sight) -> list[Step]:
    site, kind = s.site(), s.pick("read", "write")
    fields = {"block": site.block.name, "buf_type": kind, "buf_index_array": [s.buffer(site, kind)]}
    return [("unsafe_hide_buffer_access", fields)]


def sampled_tile(name: str) -> Draw:
    def draw(s: Sight) -> list[Step]:
        loop = s.loop(s.site(has_loops))
        fields: dict[str, Any] = {"loop": loop, "n": 2, "seed": s.rng.randint(0, 99), "as": ["f0", "f1"]}
        if name == "sample_partitioned_tile":
            fields.update(partition_pos=s.pick(0, 1), innerpart_factor=s.pick(1, 2, 4))
        return [(name, fields), ("split", {"loop": loop, "factors": ["$f0", "$f1"]})]

    return draw


def sample_categorical(s: Sight) -> list[Step]:
    chosen = {"candidates": [1, 2, 4], "probs": [0.25, 0.5, 0.25], "seed": s.rng.randint(0, 99), "as": "f0"}
    return [("sample_categorical", chosen), ("split", {"loop": s.loop(s.site(has_loops)), "factors": [None, "$f0"]})]


def look_up(name: str, field: str = "block") -> Draw:
    return lambda s: [(name, {field: s.site().block.name})]


DRAWS: dict[str, Draw] = {
    "get_block": look_up("get_block", "name"),
    "get_loops": look_up("get_loops"),
    "get_child_blocks": look_up("get_child_blocks"),
    "get_producers": look_up("get_producers"),
    "get_consumers": look_up("get_consumers"),
    "get_output_blocks": lambda s: [("get_output_blocks", {"scope_block": s.pick("root", s.site().block.name)})],
    "split": split,
    "reorder": reorder,
    "fuse": fuse,
    "parallel": of_loop("parallel"),
    "vectorize": vectorize,
    "unroll": of_loop("unroll"),
    "bind": bind,
    "reverse_compute_at": moved("reverse_compute_at"),
    "compute_at": moved("compute_at"),
    "compute_once": compute_once,
    "decompose_reduction": decompose_reduction,
    "compute_inline": inline,
    "reverse_compute_inline": reverse_inline,
    "cache_write": cache_write,
    "cache_read": cache_read,
    "annotate": annotate,
    "unannotate": unannotate,
    "transform_layout": transform_layout,
    "set_scope": set_scope,
    "storage_align": storage_align,
    "add_unit_loop": add_unit_loop,
    "rfactor": rfactor,
    "blockize": blockize,
    "reindex": reindex,
    "pad_einsum": pad_einsum,
    "decompose_padding": decompose_padding,
    "skip_padding": skip_padding,
    "merge": merge,
    "merge_last": merge_last,
    "reorder_block_iter_var": reorder_block_iter_var,
    "transform_block_layout": transform_block_layout,
    "tensorize": tensorize,
    "loop_partition": loop_partition,
    "specialize": specialize,
    "cache_inplace": cache_inplace,
    "cache_index": cache_index,
    "unsafe_set_dtype": unsafe_set_dtype,
    "reindex_cache_read": reindex_cache("read"),
    "reindex_cache_write": reindex_cache("write"),
    "read_at": staged("read"),
    "write_at": staged("write"),
    "rolling_buffer": rolling_buffer,
    "fuse_reduction_epilogue": fuse_reduction_epilogue,
    "annotate_buffer_access": annotate_buffer_access,
    "unsafe_hide_buffer_access": unsafe_hide_buffer_access,
    "sample_perfect_tile": sampled_tile("sample_perfect_tile"),
    "sample_partitioned_tile": sampled_tile("sample_partitioned_tile"),
    "sample_categorical": sample_categorical,
    "sample_compute_location": sampled_location,
}
#: What the user answers for: tried as the last step, because later ones may go by it.
LAST = ("unsafe_hide_buffer_access",)
#: Fragments of programs that a primitive needs before it can do anything.
SUITED: dict[str, tuple[str, ...]] = {
    "compute_at": ("maps.chain", "reductions.window", "reductions.product", "guards.guarded_producer"),
    "reverse_compute_at": ("maps.chain", "reductions.product", "reductions.per_row", "guards.guard_of_producer"),
    "compute_inline": ("maps.chain", "guards.guard_of_producer", "guards.init_reads"),
    "reverse_compute_inline": ("maps.chain", "reductions.product", "guards.init_reads", "dependences.all_in_each"),
    "compute_once": ("maps.panel", "maps.panel", "dependences.carried"),
    "decompose_reduction": ("reductions.rows", "reductions.columns", "reductions.running", "guards.guarded_sum"),
    "rfactor": ("reductions.rows", "reductions.columns", "reductions.everything", "reductions.largest"),
    "fuse_reduction_epilogue": ("reductions.product", "dependences.all_in_each"),
    "pad_einsum": ("reductions.product",),
    "decompose_padding": ("maps.padding",),
    "skip_padding": ("reductions.padded_window", "reductions.chosen_window"),
    "rolling_buffer": ("reductions.window",),
    "tensorize": ("maps.increment", "reductions.even_product"),
    "cache_inplace": ("dependences.in_place", "dependences.stencil", "reductions.without_init"),
    "cache_index": ("maps.index_heavy", "maps.flatten"),
    "merge": ("maps.chain", "dependences.read_rewritten", "dependences.halves", "reductions.per_row"),
    "merge_last": ("maps.chain", "dependences.read_rewritten", "reductions.per_row", "reductions.rows"),
    "set_scope": ("maps.chain",),
    "unsafe_set_dtype": ("maps.chain", "reductions.product"),
    "storage_align": ("maps.chain",),
    "sample_compute_location": ("maps.chain", "reductions.window"),
}

assert DRAWS.keys() == primitive_table().keys(), "every primitive"
