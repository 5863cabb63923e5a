"""What things cost on a target: the one table that graph passes, `topi` and schedules read.

A fact follows from the target's vectors, registers and caches where it can (`derived`), or was measured on one
machine and stands here as a number (`measured`), or is an assumption about programs (`assumed`). A file of facts
(`--costs FILE`, written by `mlcc bench --measure-limits -o FILE`) replaces those that it names; they are part of the
target's text, so that the same options give the same bytes.

The unit of time is one fused multiply-add of a full vector in a register tile (`vector FMA`): 0.18 ns on the
AVX-512 core on which the numbers below were measured (Xeon, Sapphire Rapids, 3 GHz).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from functools import lru_cache
from typing import Any

from mlcc.diagnostics import MlccError, Span, choices_help

Number = int | float
#: Names and numbers of a file, sorted by name.
Given = tuple[tuple[str, Number], ...]
#: No fact is larger, so that sums and products of facts stay exact.
LARGEST = 10**12
#: A fact of one layer: which method its convolution takes.
_LAYER = re.compile(r"winograd_[1-9]\d*x[1-9]\d*_[1-9]\d*x[1-9]\d*")
#: The methods, as a fact states them: direct, or Winograd's with tiles of so many results.
_METHODS = (0, 2, 4)


@dataclass(frozen=True, slots=True)
class Machine:
    """The facts of a target that costs are derived from: elements of float32 per vector register, and so on."""

    lanes: int = 16
    registers: int = 32
    l1_bytes: int = 48 * 1024
    l2_bytes: int = 2 * 1024 * 1024
    #: Whether there are tile registers, which multiply bfloat16 and bytes (AMX).
    tiles_bf16: bool = False
    tiles_int8: bool = False
    #: Whether there are dot products of bytes in words (VNNI, sdot).
    byte_dots: bool = True
    #: Whether an instruction selects bytes from a table (vpermi2b of AVX-512 VBMI).
    byte_tables: bool = False
    #: Whether an instruction adds products of two int16 numbers (pmaddwd).
    short_dots: bool = False
    #: Products of bfloat16 by the instruction that adds those of pairs, in the time of one by FMA; 0: there is none.
    pair_rate: float = 0
    #: The types, int8 and bfloat16, of which an instruction multiplies two rows by two columns (i8mm, bf16 of AArch64).
    matrix_types: frozenset[str] = frozenset()
    #: Whether float16 is converted to float32 by an instruction.
    half_conversion: bool = True


#: Computes a fact from the machine and the facts before it.
Rule = Callable[[Machine, Mapping[str, Number]], Number]


def _measured(value: Number, unit: str, about: str, search: tuple[float, ...] = ()) -> Any:
    return field(default=value, metadata={"unit": unit, "about": about, "origin": "measured", "search": search})


def _assumed(value: Number, unit: str, about: str) -> Any:
    return field(default=value, metadata={"unit": unit, "about": about, "origin": "assumed"})


def _derived(rule: Rule, unit: str, about: str, search: tuple[float, ...] = ()) -> Any:
    data = {"unit": unit, "about": about, "origin": "derived", "rule": rule, "search": search}
    return field(default=0, metadata=data)


@dataclass(frozen=True)
class Costs:
    """The facts, each with its unit, meaning and origin. Make one by :func:`costs_of`.

    A fact by which graph passes decide may have `search`: what a search tries for it, as multiples of its value here.
    """

    # ------------------------------------------------------------ threads
    fork_join: Number = _measured(
        5_000, "vector FMAs", "starting a parallel loop on waiting threads and joining them: 0.9 us"
    )
    parallel_margin: Number = _measured(
        2.5,
        "ratio",
        "a loop must take so many forks and joins before threads pay: its operands move between cores",
        (0.4, 2.5),
    )
    parallel_products: Number = _derived(
        lambda m, c: int(c["fork_join"] * c["parallel_margin"] * m.lanes),
        "multiply-adds",
        "a register-tiled product is shared among threads from this size on",
    )
    parallel_elements: Number = _derived(
        lambda m, c: int(c["parallel_products"] / 2),
        "element operations",
        "the same for elementwise code, where each operation waits for a load or a store: two FMAs",
    )
    parallel_gathers: Number = _derived(
        lambda m, c: int(c["parallel_products"] / 4),
        "multiply-adds",
        "the same for sums whose operands are loaded once per product: four FMAs",
    )
    function_vectors: Number = _derived(
        lambda m, c: 2 if m.lanes == 8 else 1,
        "vectors",
        "functions such as exp and tanh are computed of so many at once: the operations of one wait for each other, "
        "and processors with AVX2 see few of the next one's",
    )
    # ------------------------------------------------------------ products with matrices
    memory_vector: Number = _measured(25, "vector FMAs", "loading one vector of weights from memory")
    near_vector: Number = _measured(2, "ratio", "time of loading one vector from L2, beside a vector FMA")
    load_vector: Number = _measured(1, "ratio", "time of loading one vector from L1, beside a vector FMA")
    spilled_vector: Number = _measured(
        2, "ratio", "time of storing and loading a sum that finds no register, beside a vector FMA"
    )
    # the sums of more rows by 4 vectors find no place in 16 registers, where 3 rows by 2 vectors are 1.4 times faster
    wide_panel_below: Number = _derived(
        lambda m, c: 8 if m.registers >= 32 else 3,
        "rows",
        "products with fewer rows take panels of more vectors: their only independent sums",
        (0.25, 4),
    )
    wide_panel_from: Number = _derived(
        lambda m, c: 256 if m.registers >= 32 else 0,
        "rows",
        "products with more rows take wide panels too: one stays in L1 for so many rows; 0: never",
    )
    wide_panel_padding: Number = _measured(
        1.05, "ratio", "of computed columns, padding included, up to which they do so beside narrow panels"
    )
    pack_rows: Number = _measured(64, "rows", "a matrix known at run time is packed for products with this many rows")
    pack_elements: Number = _measured(
        30_000, "elements", "and with this many elements; smaller ones are read as they are from L1 and L2"
    )
    dot_rows: Number = _measured(
        16,
        "rows",
        "products with a transposed matrix and at most this many rows are dot products along memory",
        (0.25, 4),
    )
    low_bits_rows: Number = _measured(
        32,
        "rows",
        "products with more rows widen weights of few bits while compiling, or by panels (`panel_rows`), others in "
        "registers",
    )
    widened_rows: Number = _derived(
        lambda m, c: 24 if m.tiles_bf16 else 0,
        "rows",
        "products with so many rows, which may be rounded, widen weights of few bits for tile registers; 0: never",
    )
    prefetch_bytes: Number = _measured(
        3072, "bytes", "how far ahead a single tile prefetches the matrix that it reads from memory"
    )
    half_conversion: Number = _derived(
        lambda m, c: int(m.half_conversion), "0 or 1", "whether an instruction widens float16"
    )
    cached_matrix: Number = _derived(
        lambda m, c: m.l2_bytes // 4, "elements", "larger matrices of float32 are read from memory, not from L2"
    )
    near_matrix: Number = _derived(
        lambda m, c: m.l1_bytes // 4, "elements", "larger matrices of float32 are read from L2, not from L1"
    )
    narrow_matrix_rows: Number = _measured(
        16, "rows", "products with so many rows read larger matrices of 16-bit floats as they are, and widen them"
    )
    narrow_panel_rows: Number = _derived(
        lambda m, c: 2 if m.registers >= 32 else 1,
        "rows",
        "products with so many rows do so with all matrices, in panels of twice as many vectors: as many bytes a step",
    )
    tile_rows_bf16: Number = _derived(
        lambda m, c: 5 if m.tiles_bf16 else 0,
        "rows",
        "products of bfloat16 with this many rows use tile registers, where there are any; 0: never",
    )
    tile_rows_fp16: Number = _derived(
        lambda m, c: c["narrow_matrix_rows"] + 1 if m.tiles_bf16 else 0,
        "rows",
        "products of float16 with this many rows use tile registers, for parts of their operands; 0: never",
    )
    part_products: Number = _measured(
        128, "products", "with an element of data from which on it is split in parts for tile registers"
    )
    pair_rate: Number = _derived(
        lambda m, c: m.pair_rate,
        "ratio",
        "products of bfloat16 by the instruction that adds those of pairs (vdpbf16ps), in the time of one by FMA: 2 on "
        "Zen 4, 0.5 on Sapphire Rapids; 0: there is none",
    )
    pair_products: Number = _derived(
        lambda m, c: int(c["pair_rate"] > 1 and not c["tile_rows_bf16"]),
        "0 or 1",
        "whether products of bfloat16 are computed so: faster than by FMAs, where there are no tile registers",
    )
    matrix_rows_int8: Number = _derived(
        lambda m, c: 2 if "int8" in m.matrix_types else 0,
        "rows",
        "products of bytes with this many rows use the instruction that multiplies two rows by two columns (smmla): "
        "twice the products of one dot product a cycle; 0: never",
    )
    matrix_rows_bf16: Number = _derived(
        lambda m, c: 2 if "bfloat16" in m.matrix_types else 0, "rows", "the same for products of bfloat16 (bfmmla)"
    )
    tile_channels: Number = _measured(
        16, "channels", "convolutions with as many input and output channels use tile registers, where there are any"
    )
    group_products: Number = _measured(
        64, "products", "of a window from which on they do so in groups whose results are no whole blocks"
    )
    tile_rows_int8: Number = _derived(lambda m, c: 5 if m.tiles_int8 else 0, "rows", "the same for products of bytes")
    tile_rows_streamed: Number = _derived(
        lambda m, c: 9 if m.tiles_int8 else 0,
        "rows",
        "the same for products of bytes with a matrix that takes more than half of L2: vectors prefetch it better",
    )
    byte_pairs: Number = _derived(
        lambda m, c: int(m.short_dots and not m.byte_dots),
        "0 or 1",
        "whether products of bytes are added in pairs of int16: where no instruction adds four of them",
    )
    panel_rows: Number = _derived(
        lambda m, c: 4 if c["byte_pairs"] and m.registers < 32 else 0,
        "rows",
        "products of bytes with this many rows share the numbers of weights of few bits, panel by panel; 0: never, "
        "where an instruction multiplies them as fast as they are read, or registers hold tiles of many rows",
    )
    byte_rate: Number = _derived(
        lambda m, c: 0 if m.byte_dots else 1.5 if c["byte_pairs"] else 1,
        "products",
        "of bytes in the time of one by FMA: where Winograd's method in float32 may be faster; 0: nowhere",
    )
    narrow_rate: Number = _derived(
        lambda m, c: 2 if c["byte_pairs"] else c["byte_rate"],
        "products",
        "the same where the weights are so small that sums of two products fit int16 (pmaddubsw)",
    )
    byte_tables: Number = _derived(
        lambda m, c: int(m.byte_tables),
        "0 or 1",
        "whether all functions of one byte are tables of 256: where an instruction selects from one for many bytes",
    )
    tile_fill: Number = _measured(
        0.7, "ratio", "and, of bytes, so large a part of blocks of 64: other layers compute their padding too"
    )
    joined_tiles: Number = _derived(
        lambda m, c: m.l1_bytes // 2 // (16 * 32 * 4),
        "tile registers",
        "convolutions in tile registers join the rows of an image of at most so many, if that fills registers better: "
        "32 channels of their sums take half of L1",
    )
    norm_rows: Number = _measured(
        16, "rows", "norms take statistics from the product before them from this many rows on", (1000,)
    )
    norm_elements: Number = _measured(
        40_000, "elements", "and this many elements: fewer are read again from L2 in less time"
    )
    merge_columns: Number = _derived(
        lambda m, c: 2 * m.lanes,
        "columns",
        "products of one operand with at most this many columns each become one",
        (0, 4),
    )
    # ------------------------------------------------------------ convolutions of single pixels
    block_move: Number = _measured(
        20,
        "vector FMAs",
        "changing a vector of a value to channel blocks or back, a pass over memory of its own",
        (0.25, 4),
    )
    plain_product: Number = _measured(
        1.05, "ratio", "time of a product with an image that is not in channel blocks, beside one that is"
    )
    row_tap: Number = _measured(
        1.5, "ratio", "a multiply-add of a depthwise convolution on rows of a plain image, beside one on channel blocks"
    )
    pixel_vectors: Number = _measured(3, "vectors", "the pixels of a tile of such a product")
    row_end: Number = _derived(
        lambda m, c: 130 if m.lanes == 8 else 20,
        "vector FMAs",
        "the masked vector at the end of a row of symbolic length, stored and read again; AVX2's are slower",
    )
    transpose_rows: Number = _measured(
        32, "rows", "a matrix that so many rows and columns of a product share is transposed first"
    )
    # ------------------------------------------------------------ windows
    channel_block: Number = _derived(
        lambda m, c: m.lanes,
        "channels",
        "of a pixel that are neighbours in images: the vectors of a convolution",
        (0.5, 2),
    )
    short_row: Number = _derived(
        lambda m, c: 2 * m.lanes,
        "pixels",
        "images with rows of at most this many are one row to a convolution that takes each pixel for itself",
    )
    few_channels: Number = _measured(
        4, "channels", "so many channels, read one by one, cost no more than a vector of them"
    )
    padded_groups: Number = _measured(
        4, "ratio", "groups are padded to fill vectors while the products become at most so many times as many"
    )
    skipped_padding: Number = _measured(
        0.15,
        "ratio",
        "the part of a convolution's products that is with rows of padding, from which a test for it pays",
    )
    skipped_padding_tiles: Number = _measured(
        0.08, "ratio", "the same in tile registers, where a test spares three loads and two products of registers"
    )
    pool_round_trip: Number = _measured(
        4, "elements of a window", "writing and reading the result of one slice of a pool"
    )
    # ------------------------------------------------------------ shuffles
    unrolled_copies: Number = _measured(
        1024, "elements", "copies with no constant stride are unrolled, at most so many: addresses become constants"
    )
    # ------------------------------------------------------------ attention
    query_tile: Number = _assumed(
        16, "queries", "numbers of queries that are symbolic, or at least this, are padded to a multiple of it"
    )
    query_pair: Number = _measured(256, "queries", "more than this many are padded to a multiple of two tiles")
    few_queries: Number = _measured(
        4,
        "queries",
        "of a symbolic number, calls with so many compute no others, in short vectors: 0.3 of the time of a tile; a "
        "divisor of `query_tile`, 0: none do",
    )
    # ------------------------------------------------------------ Winograd's convolutions
    direct_product: Number = _measured(
        1.2, "vector FMAs", "a multiply-add of a direct convolution, beside 1 of a matrix product"
    )
    winograd_input_2: Number = _measured(200, "vector FMAs", "transforming a 4 x 4 tile of one block of channels")
    winograd_input_4: Number = _measured(600, "vector FMAs", "transforming a 6 x 6 tile of one block of channels")
    winograd_output_2: Number = _measured(160, "vector FMAs", "computing 2 x 2 results of one block of channels")
    winograd_output_4: Number = _measured(500, "vector FMAs", "computing 4 x 4 results of one block of channels")
    winograd_gain: Number = _measured(
        1.15, "ratio", "how much faster the estimate must be before the method is taken", (0.7, 1.5, 1000)
    )
    winograd_band: Number = _measured(
        28, "tiles", "tiles that are transformed at a time: two register tiles, so that weights in L1 are reused"
    )
    winograd_cold_band: Number = _measured(84, "tiles", "the same where weights come from memory for each band")
    winograd_whole: Number = _measured(64, "tiles", "an image of no more tiles is one band")
    winograd_least_band: Number = _measured(7, "tiles", "the least tiles of a band, when threads want more bands")
    winograd_small_band: Number = _measured(1.03, "ratio", "time of bands with fewer tiles than that, per halving")
    winograd_accumulators: Number = _derived(
        lambda m, c: min(m.registers * 3 // 4, 20),
        "vectors",
        "of a register tile where the number of tiles is symbolic: what fits 16 registers; of 32, as many as hide the "
        "latency of FMAs, so that few tiles are computed beyond the end of an image",
    )
    winograd_groups: Number = _measured(
        3, "groups", "of tiles in such a register tile: code is generated for each number of them, 4 tiles take 0.75"
    )
    # ------------------------------------------------------------ sizes that are symbolic
    assumed_rows: Number = _assumed(128, "rows", "the hint for a symbolic number of rows, where tiles are chosen")
    assumed_norm_rows: Number = _assumed(
        1, "rows", "the same where a norm takes statistics: a symbolic product loses more by them than the norm gains"
    )
    assumed_image: Number = _assumed(48, "pixels", "the hint for a symbolic height or width of an image")
    assumed_input: Number = _assumed(
        224, "pixels", "the hint for a symbolic height or width of the image from which others are computed"
    )
    assumed_row: Number = _assumed(
        3584,
        "elements",
        "the same with many channels: such a row has at most so many elements, since networks halve images where they "
        "double channels; classifiers have 14 x 14 pixels at 256 channels",
    )
    # ------------------------------------------------------------ graphics cards
    device_blocks: Number = _assumed(
        256,
        "blocks of threads",
        "that a graphics card wants at a time: two for each of its multiprocessors (H100: 132)",
    )
    # ------------------------------------------------------------ C text
    text_weights: Number = _assumed(
        2**20, "bytes", "more constants than this are in a file beside a C file: compilers read a megabyte a second"
    )
    # ------------------------------------------------------------ caches
    set_stride: Number = _assumed(
        4096, "bytes", "addresses at this distance map to one set of L1: strides that are a multiple conflict"
    )

    # ------------------------------------------------------------ single layers
    #: Methods of convolutions (see :func:`layer_fact`), where they are stated.
    layers: Given = ()

    def facts(self) -> dict[str, Number]:
        """Name -> value, in the order of the table."""
        return {item.name: getattr(self, item.name) for item in _table()}


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of the table: `origin` is measured, derived, assumed, or given (by a file)."""

    name: str
    value: Number
    unit: str
    about: str
    origin: str
    #: Multiples of the value that a search tries.
    search: tuple[float, ...] = ()


@lru_cache(maxsize=1)
def _table() -> tuple[Field[Any], ...]:
    return tuple(item for item in fields(Costs) if item.metadata)


def layer_fact(outputs: int, inputs: int, height: int, width: int) -> str:
    """The name of the fact that states the method of a 3x3 convolution: 0 for the direct one, 2 or 4 for Winograd's
    with tiles of so many results. Channels are those of complete blocks, `height` and `width` those of the result."""
    return f"winograd_{outputs}x{inputs}_{height}x{width}"


def is_layer_fact(name: str) -> bool:
    """Whether a fact is of single layers (see :func:`layer_fact`)."""
    return _LAYER.fullmatch(name) is not None


@lru_cache(maxsize=64)
def costs_of(machine: Machine = Machine(), facts: Given = ()) -> Costs:
    """The facts of a machine; `facts` replaces those it names, and what is derived follows."""
    values: dict[str, Number] = {}
    stated = dict(facts)
    for item in _table():
        rule: Rule | None = item.metadata.get("rule")
        default: Number = item.default if rule is None else rule(machine, values)  # type: ignore[assignment]
        values[item.name] = stated.get(item.name, default)
    return Costs(**values, layers=tuple((name, value) for name, value in facts if is_layer_fact(name)))


def cost_table(costs: Costs, facts: Given = (), measured: Given = ()) -> list[Fact]:
    """The facts with their units, meanings and origins; `facts` were stated, `measured` on the CPU of a target."""
    origins = {**{name: "measured" for name, _ in measured}, **{name: "given" for name, _ in facts}}
    return [
        Fact(
            item.name,
            getattr(costs, item.name),
            item.metadata["unit"],
            item.metadata["about"],
            origins.get(item.name, item.metadata["origin"]),
            item.metadata.get("search", ()),
        )
        for item in _table()
    ] + [
        Fact(name, value, "results", "side of the tiles of Winograd's method in this layer; 0: direct", "given")
        for name, value in costs.layers
    ]


def read_costs(values: Mapping[str, Any], where: str, spans: Mapping[str, Span] | None = None) -> Given:
    """Facts that a file or an option names, checked and sorted. Raises MlccError G106.

    `where` names the source, `spans` are the positions of the names in it, where it is a file.
    """
    names = [item.name for item in _table()]
    for name, value in values.items():
        span = (spans or {}).get(name)
        source = "" if span is not None else f"{where}: "
        if is_layer_fact(str(name)):
            if isinstance(value, bool) or value not in _METHODS:
                raise MlccError(
                    "G106", f"{source}`{name}` must be one of {', '.join(map(str, _METHODS))}, got `{value}`",
                    span=span, help="0 is the direct method, another number the tile of Winograd's",
                )  # fmt: skip
            continue
        if name not in names:
            raise MlccError(
                "G106",
                f"{source}there is no cost fact `{name}`",
                span=span,
                help=choices_help(str(name), names, "facts"),
            )
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= LARGEST:
            raise MlccError(
                "G106",
                f"{source}`{name}` must be a number from 0 to {LARGEST:g}, got `{value}`",
                span=span,
                help=f"its unit is {Costs.__dataclass_fields__[name].metadata['unit']}",
            )
    return tuple(sorted((str(name), value) for name, value in values.items()))
